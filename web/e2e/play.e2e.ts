import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  accessible,
  api,
  CITADEL,
  close,
  leave,
  move,
  myTurn,
  open,
  person,
  picture,
  place,
  table,
} from './kit';
import { hunters, quarry, squares, target } from './steer';

beforeAll(open);
afterAll(close);

const bot = { kind: 'bot', level: 'random' };

/// Places a fleet by shuffling and says ready.
async function deploy(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Shuffle' }).click();
  await page.getByRole('button', { name: 'Ready', exact: true }).click();
}

/// Plays one turn by clicking: for the enemy's Admiral, with what is at hand. Says whether the game is over.
async function turn(page: Page, n: number): Promise<boolean> {
  const over = page.getByRole('dialog').getByRole('heading', { level: 1 });
  const stop = page.getByRole('button', { name: 'Stop here' });
  const question = page.getByRole('button', { name: 'Do it' });
  const top = page.locator('.table[data-depth="0"]');
  const click = (at: string): Promise<boolean> =>
    place(page, at)
      .click({ timeout: 3_000 })
      .then(
        () => true,
        () => false,
      );
  for (let tries = 0; tries < 60; tries += 1) {
    await page
      .locator('[data-mark]')
      .first()
      .or(over)
      .or(stop)
      .first()
      .waitFor({ timeout: 30_000 });
    if (await over.isVisible()) return true;
    let seen = await squares(page);
    if (await stop.isVisible()) {
      // In a series: onto the Admiral, or enough is enough.
      const goal = quarry(seen);
      if (seen.some((one) => one.mark === 'jump' && one.place === goal)) await click(goal);
      else await stop.click({ timeout: 3_000 }).catch(() => undefined);
    } else {
      const choice = hunters(seen, n + tries);
      const from = choice[tries % Math.max(1, choice.length)];
      // The table may redraw between a look and a click: then look again.
      if (!from || !(await click(from))) continue;
      await page
        .locator('[data-mark]:not([data-mark="act"])')
        .first()
        .waitFor({ timeout: 3_000 })
        .catch(() => undefined);
      seen = await squares(page);
      const to = target(seen, from, n + tries);
      if (!to) {
        await click(from);
        await top.waitFor({ timeout: 3_000 }).catch(() => undefined);
        continue;
      }
      if (!(await click(to))) continue;
    }
    await question.or(top).first().waitFor();
    if (await question.isVisible()) await question.click();
    return false;
  }
  throw new Error('no move was found');
}

describe('against a bot', () => {
  it('a whole game is played by clicking, from the harbour to its real end', async () => {
    const me = await person();
    const { page } = me;
    await page.goto('/');
    await page
      .locator('li', { hasText: 'Naval Battle' })
      .getByRole('link', { name: 'Set up' })
      .click();
    await page.getByLabel('Strength').selectOption({ index: 0 });
    await page.getByText('The defaults are a good first game').click();
    // Ends that the rules have for games in which nothing happens any more: nobody waits for ever.
    await page.locator('#option-quiet_limit').fill('40');
    await page.locator('#option-max_plies').fill('260');
    await page.getByRole('button', { name: 'Start' }).click();
    let played = 0;
    // A lucky shot may end a game at once: then the rematch is the whole game.
    for (let game = 0; game < 4 && played <= 5; game += 1) {
      if (game > 0)
        await page
          .getByRole('dialog')
          .getByRole('button', { name: 'Rematch', exact: true })
          .click();
      await page.locator('.tray').waitFor();
      await page.getByRole('button', { name: /^Citadel/ }).click();
      await page.getByText('All 32 pieces stand').waitFor();
      await page.getByRole('button', { name: 'Mirror' }).click();
      await page.getByRole('button', { name: 'Ready', exact: true }).click();
      for (played = 0; !(await turn(page, played)); played += 1) {
        if (played === 8) await picture(page, 'play-middle');
        expect(played).toBeLessThan(400);
      }
    }
    expect(played).toBeGreaterThan(5);
    const end = await page.getByRole('dialog').innerText();
    expect(end).toMatch(
      /Admiral was destroyed|cannot act|nothing was lost|only the two Admirals|repeated|last turn has been played/,
    );
    process.stdout.write(
      `a game of ${played} turns by clicking: ${end.split('\n').slice(0, 2).join(' ')}\n`,
    );
    await page.getByRole('dialog').getByRole('button', { name: 'Verify the seal' }).click();
    await page.getByText('The key fits the seal').waitFor();
    await accessible(page, 'the end of a game');
    await picture(page, 'play-end');
    await page.getByRole('button', { name: 'Look at the board' }).click();
    await picture(page, 'play-revealed');
    await leave(me);
  }, 240_000);

  it('a move that is refused says why, with its clause', async () => {
    const me = await person();
    const { page } = me;
    const id = await table(page, { seats: [{ kind: 'me' }, bot], options: { deploy: CITADEL } });
    await page.goto(`/table/${id}`);
    await myTurn(page);
    await place(page, 'd4').click();
    await page.locator('[data-mark="go"]').first().waitFor();
    const log = await page.getByRole('tablist').boundingBox();
    await place(page, 'd6').click();
    const notice = page.getByRole('alert');
    await notice.waitFor();
    // No panel makes room for it: nothing moves.
    expect(await page.getByRole('tablist').boundingBox()).toEqual(log);
    expect(await notice.innerText()).toMatch(/NB-[A-Z]-\d+/);
    await picture(page, 'why-not');
    // The link leads to the clause.
    const href = await notice.getByRole('link').getAttribute('href');
    await page.goto(href!);
    await page.locator('article.wanted').waitFor();
    await leave(me);
  });

  it('an attack is asked about with its odds, and both values are called', async () => {
    const me = await person({ motion: true });
    const { page } = me;
    const id = await table(page, {
      seats: [{ kind: 'me' }, bot],
      options: { position: 'W:Aa1,4d5,1a2,5g4 R:Ah10,3d6,5e7,1h9,2g8 T:W' },
    });
    await page.goto(`/table/${id}`);
    await move(page, 'd5', 'd6');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('%').first().waitFor();
    await picture(page, 'odds');
    await dialog.getByRole('button', { name: 'Do it' }).click();
    await page.locator('.call').first().waitFor();
    await page.locator('.call').nth(1).waitFor();
    await picture(page, 'combat');
    await page
      .getByText('White loses')
      .or(page.getByText('Red loses a Destroyer'))
      .first()
      .waitFor();
    await leave(me);
  });

  it('a jump series goes step by step and can be stopped', async () => {
    const me = await person();
    const { page } = me;
    const id = await table(page, {
      seats: [{ kind: 'me' }, bot],
      options: { position: 'W:Ah1,4g4,1a2 R:Aa10,2g5,3g7,1f8,5e9 T:W' },
    });
    await page.goto(`/table/${id}`);
    await move(page, 'g4', 'g6');
    await page.getByRole('button', { name: 'Do it' }).click();
    await page.getByRole('button', { name: 'Stop here' }).waitFor();
    expect(await page.locator('.prompt').innerText()).toContain('A Mine would destroy it');
    await picture(page, 'series');
    await page.locator('[data-place="g8"][data-mark="jump"]').click();
    await page.getByRole('button', { name: 'Do it' }).click();
    await page.locator('[data-place="e8"][data-mark="jump"]').waitFor();
    await page.getByRole('button', { name: 'Stop here' }).click();
    await page.getByText('It stops there').waitFor();
    await leave(me);
  });
});

describe('two browsers', () => {
  it('play by an invitation; one reloads, one goes offline and comes back', async () => {
    const [ann, ben] = [await person(), await person()];
    await api(ann.page, 'PUT', '/me', { name: 'Ann' });
    await api(ben.page, 'PUT', '/me', { name: 'Ben' });
    await ann.page.goto('/');
    await ann.page
      .locator('li', { hasText: 'Naval Battle' })
      .getByRole('button', { name: 'Invite' })
      .click();
    const link = await ann.page.locator('#invite').inputValue();
    await picture(ann.page, 'lobby');
    await ben.page.goto(link);
    await ben.page.getByRole('button', { name: 'Take this seat' }).click();
    await deploy(ann.page);
    await ann.page.getByText('You are ready').waitFor();
    await deploy(ben.page);
    await ann.page.locator('[data-mark="act"]').first().waitFor();

    const first = ann.page.locator('[data-mark="act"]').first();
    await first.click();
    await ann.page.locator('[data-mark="go"]').first().click();
    await myTurn(ben.page);

    // Ann reloads in mid-game and is where she was.
    await ann.page.reload();
    await ann.page.locator('.prompt').getByText('Waiting for Red').waitFor();

    // Ben loses the network; the page says so, and nothing is lost.
    await ben.context.setOffline(true);
    await ben.page.getByText('You are offline').first().waitFor();
    await picture(ben.page, 'offline');
    await ann.page.getByText('away').waitFor();
    await ben.context.setOffline(false);
    await ben.page.getByText('Connected').waitFor();
    await myTurn(ben.page);
    await ben.page.locator('[data-mark="act"]').first().click();
    await ben.page.locator('[data-mark="go"]').first().click();
    await myTurn(ann.page);

    // They talk.
    await ann.page.getByRole('tab', { name: 'Chat' }).click();
    await ann.page.getByPlaceholder('Say something').fill('Fair winds <b>Ben</b>');
    await ann.page.getByRole('button', { name: 'Send' }).click();
    await ben.page.getByRole('tab', { name: 'Chat' }).click();
    await ben.page.getByText('Fair winds <b>Ben</b>').waitFor();

    // Ben's pieces are hidden from Ann: only the Admiral is known.
    const told = await ann.page
      .locator('[data-place]')
      .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label') ?? ''));
    expect(told.filter((name) => name.includes('hidden enemy piece'))).toHaveLength(31);
    expect(told.filter((name) => name.includes('enemy Admiral'))).toHaveLength(1);

    // Ann resigns; both see the end.
    await ann.page.getByRole('button', { name: 'More' }).click();
    await ann.page.getByRole('button', { name: 'Resign' }).click();
    await ann.page.getByRole('button', { name: 'Do it' }).click();
    await ben.page.getByRole('heading', { name: 'You win' }).waitFor();
    await ann.page.getByRole('heading', { name: 'Red wins' }).waitFor();
    await picture(ben.page, 'won');
    await leave(ann, ben);
  });

  it('a spectator sees the board, no hidden rank, and cannot act', async () => {
    const [host, guest] = [await person(), await person()];
    const id = await table(host.page, {
      seats: [{ kind: 'me' }, { kind: 'bot', level: 'random' }],
      options: { deploy: CITADEL },
      public: true,
    });
    await guest.page.goto(`/table/${id}`);
    await guest.page.getByText('You are watching').waitFor();
    expect(await guest.page.locator('[data-mark]').count()).toBe(0);
    const told = await guest.page
      .locator('[data-place]')
      .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label') ?? ''));
    expect(told.filter((name) => name.includes('hidden'))).toHaveLength(62);
    await picture(guest.page, 'spectator');
    await leave(host, guest);
  });
});

describe('one table', () => {
  it('covers everything between the turns', async () => {
    const me = await person();
    const { page } = me;
    await page.goto('/');
    await page
      .locator('li', { hasText: 'Naval Battle' })
      .getByRole('button', { name: 'At one screen' })
      .click();
    await page.getByRole('heading', { name: 'Hand over to White' }).waitFor();
    await picture(page, 'handover');
    await accessible(page, 'the curtain');
    await page.getByRole('button', { name: 'I am White' }).click();
    await deploy(page);
    // White's fleet is nowhere in the page when Red sits down.
    await page.getByRole('heading', { name: 'Hand over to Red' }).waitFor();
    expect(await page.locator('[data-place]').count()).toBe(0);
    await page.getByRole('button', { name: 'I am Red' }).click();
    await deploy(page);
    await page.getByRole('heading', { name: 'Hand over to White' }).waitFor();
    await page.getByRole('button', { name: 'I am White' }).click();
    await myTurn(page);
    await page.locator('[data-mark="act"]').first().click();
    await page.locator('[data-mark="go"]').first().click();
    await page.getByRole('heading', { name: 'Hand over to Red' }).waitFor();
    await page.getByText('White moves from').waitFor();
    await page.getByRole('button', { name: 'I am Red' }).click();
    await myTurn(page);
    // Red sits below now.
    const [own, far] = [
      await place(page, 'a10').boundingBox(),
      await place(page, 'a1').boundingBox(),
    ];
    expect(own!.y).toBeGreaterThan(far!.y);
    await picture(page, 'one-table-red');
    await leave(me);
  });
});

describe('the deployment', () => {
  const start = async (page: Page): Promise<void> => {
    const id = await table(page, { seats: [{ kind: 'me' }, bot] });
    await page.goto(`/table/${id}`);
    await page.locator('.tray').waitFor();
    // A ready fleet stands there from the start.
    await page.getByText('All 32 pieces stand').waitFor();
  };
  const clear = (page: Page): Promise<void> =>
    page.getByRole('button', { name: 'Clear', exact: true }).click();

  it('is done by dragging', async () => {
    const me = await person();
    const { page } = me;
    await start(page);
    await clear(page);
    const tray = page.locator('.tray button').first();
    const from = (await tray.boundingBox())!;
    const to = (await place(page, 'a1').boundingBox())!;
    await page.mouse.move(from.x + 20, from.y + 20);
    await page.mouse.down();
    await page.mouse.move(to.x + 10, to.y + 10, { steps: 6 });
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 3 });
    await page.mouse.up();
    await page.getByRole('button', { name: 'A1, Admiral' }).waitFor();
    // From square to square, and ashore again.
    const next = (await place(page, 'c2').boundingBox())!;
    await page.mouse.move(to.x + 20, to.y + 20);
    await page.mouse.down();
    await page.mouse.move(next.x + next.width / 2, next.y + next.height / 2, { steps: 8 });
    await picture(page, 'deploy-drag');
    await page.mouse.up();
    await page.getByRole('button', { name: 'C2, Admiral' }).waitFor();
    await page.mouse.move(next.x + 20, next.y + 20);
    await page.mouse.down();
    await page.mouse.move(20, 400, { steps: 8 });
    await page.mouse.up();
    await page.getByRole('button', { name: 'C2, empty home square' }).waitFor();
    // The rest by plans; a plan of one's own is kept.
    await page.getByRole('button', { name: 'Corsair' }).click();
    await page.getByText('All 32 pieces stand').waitFor();
    await page.getByText('My plans').click();
    await page.getByPlaceholder('Name of the plan').fill('Trafalgar');
    await page.getByRole('button', { name: 'Save as my plan' }).click();
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByText('Missing: Admiral').waitFor();
    await page.getByRole('button', { name: 'Trafalgar', exact: true }).click();
    await page.getByText('All 32 pieces stand').waitFor();
    await page.getByRole('button', { name: 'Ready', exact: true }).click();
    await myTurn(page);
    await leave(me);
  });

  it('keeps its buttons under the pointer and in sight, and the focus where keys go on', async () => {
    const me = await person();
    const { page } = me;
    await page.setViewportSize({ width: 1280, height: 720 });
    await start(page);
    const shuffle = page.getByRole('button', { name: 'Shuffle' });
    const ready = page.getByRole('button', { name: 'Ready', exact: true });
    const before = await shuffle.boundingBox();
    const low = (await ready.boundingBox())!;
    expect(low.y + low.height).toBeLessThan(720);
    await shuffle.click();
    await page.getByText('All 32 pieces stand').waitFor();
    expect(await shuffle.boundingBox()).toEqual(before);
    await place(page, 'b1').click();
    await page.getByRole('button', { name: 'Put back' }).waitFor();
    expect(await shuffle.boundingBox()).toEqual(before);
    await page.keyboard.press('Escape');
    await page.getByText('My plans').click();
    await page.locator('#plan').fill('Wall');
    await page.getByRole('button', { name: 'Save as my plan' }).click();
    await page.getByText('Plan saved').waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('plan');
    await ready.click();
    await myTurn(page);
    expect(await page.evaluate(() => document.activeElement?.hasAttribute('data-place'))).toBe(
      true,
    );
    await leave(me);
  });

  it('and the first moves are done by keys alone', async () => {
    const me = await person();
    const { page } = me;
    await start(page);
    await clear(page);
    const pieces = page.locator('.tray button:enabled');
    // The Admiral by hand: take it, walk to a square, put it down.
    await pieces.first().focus();
    await page.keyboard.press('Enter');
    await place(page, 'a1').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'B1, Admiral' }).waitFor();
    await picture(page, 'deploy-keys');
    // Every other piece: each press fills the next empty square.
    const homes = [
      'a1',
      'c1',
      'd1',
      'e1',
      'f1',
      'g1',
      'h1',
      ...[2, 3, 4].flatMap((row) =>
        ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((file) => `${file}${row}`),
      ),
    ];
    // Mines last in the tray would fill the front row: begin in front with what moves.
    homes.reverse();
    for (const at of homes) {
      if ((await page.locator('.tray button[aria-pressed="true"]').count()) === 0) {
        await pieces.first().focus();
        await page.keyboard.press('Enter');
      }
      await place(page, at).focus();
      await page.keyboard.press('Enter');
    }
    await page.getByText('All 32 pieces stand').waitFor();
    await page.getByRole('button', { name: 'Ready', exact: true }).focus();
    await page.keyboard.press('Enter');
    await myTurn(page);
    // A move: to a marked piece by N, pick it, to a marked square by N, pick it.
    await place(page, 'a1').focus();
    await page.keyboard.press('n');
    await page.keyboard.press('Enter');
    await page.locator('[data-mark="go"]').first().waitFor();
    await picture(page, 'keys-move');
    await page.keyboard.press('n');
    await page.keyboard.press('Enter');
    await page.getByText('White moves from').waitFor();
    await leave(me);
  });
});

describe('after the game', () => {
  it('it can be replayed, seen by each side, commented and verified', async () => {
    const me = await person();
    const { page } = me;
    const id = await table(page, {
      seats: [{ kind: 'me' }, { kind: 'same', name: 'Other' }],
      options: { position: 'W:Aa1,3d4,1b2 R:Ah10,3d8,Mc8 T:W' },
    });
    await page.goto(`/table/${id}`);
    await page.getByRole('button', { name: 'I am White' }).click();
    await move(page, 'd4', 'd5');
    await page.getByRole('button', { name: 'I am Red' }).click();
    await move(page, 'd8', 'd7');
    await page.getByRole('button', { name: 'I am White' }).click();
    await myTurn(page);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Do it' }).click();
    // From the board there is a way back to the result, and on.
    await page.getByRole('button', { name: 'Look at the board' }).click();
    await page.locator('.prompt').getByRole('link', { name: 'Replay', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Result and rematch' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Replay', exact: true }).click();
    await page.getByRole('button', { name: 'One step on' }).click();
    await page.getByRole('button', { name: 'White moves from d4 to d5.' }).waitFor();
    await page.getByRole('paragraph').filter({ hasText: 'White moves from d4 to d5' }).waitFor();
    expect(page.url()).toContain('at=1');
    await page.getByRole('button', { name: 'D5, White Destroyer 3' }).waitFor();
    // Red's view at this moment: White's ship is hidden.
    await page.getByLabel('Seen by').selectOption({ label: 'Red' });
    await page.getByRole('button', { name: 'D5, hidden enemy piece' }).first().waitFor();
    await page.getByLabel('Seen by').selectOption({ label: 'Umpire: sees everything' });
    await page.getByPlaceholder('Your comment on this moment').fill('The right file.');
    await page.getByRole('button', { name: 'Add' }).click();
    await page.getByText('The right file.').waitFor();
    await page.getByRole('button', { name: 'Verify the seal' }).click();
    await page.getByText('The key fits the seal').waitFor();
    await page.keyboard.press('End');
    await page.getByText('resigned').first().waitFor();
    await accessible(page, 'the replay');
    await picture(page, 'replay');
    const record = await page.evaluate(async () =>
      (
        await fetch(document.querySelector<HTMLAnchorElement>('a[download][href*="/record"]')!.href)
      ).text(),
    );
    expect(record).toContain('d4-d5');
    // At its end, another view is at its end too, and playing begins anew.
    await page.getByLabel('Seen by').selectOption({ label: 'Red' });
    await page.getByText('resigned').first().waitFor();
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.getByText('White moves from').waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    // A link to a moment opens at that moment.
    await page.goto(`/replay/${id}?at=2&as=umpire`);
    await page.getByRole('button', { name: 'Red moves from d8 to d7' }).waitFor();
    await leave(me);
  });
});
