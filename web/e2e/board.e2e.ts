/// Admiral: The Board Game at its own table: whole battles by pointing, clicks counted, secrets kept.
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  asked,
  bot,
  commit,
  line,
  marked,
  numbered,
  opened,
  pair,
  phase,
  play,
  tap,
} from './board';
import { focused, tabTo, walk } from './hands';
import { accessible, close, leave, open, person, picture, place, table } from './kit';

beforeAll(open);
afterAll(close);

/// A finger slips: a tap on a lit square asks how she shall lie, and can be taken back.
async function asksBeforeSailing(page: Page): Promise<void> {
  const before = await numbered(page);
  const ships = marked(page, 'act');
  for (let i = 0; i < (await ships.count()) && !(await marked(page, 'go').count()); i += 1)
    await tap(ships.nth(i));
  if ((await marked(page, 'go').count()) === 0) return;
  await marked(page, 'go').first().tap();
  await page.locator('[data-end].primary').waitFor();
  await page.getByRole('button', { name: 'Back', exact: true }).tap();
  await expect.poll(() => page.locator('[data-end]').count()).toBe(0);
  expect(await numbered(page)).toBe(before);
}

/// A card that is read about lies neither over her nor over what is asked.
async function readsBeside(page: Page): Promise<void> {
  const foe = page.locator('[data-place][aria-label*="of North"]').first();
  await foe.tap();
  const card = page.locator('.sheet.brief');
  await card.waitFor();
  await card.evaluate((one) => Promise.all(one.getAnimations().map((rise) => rise.finished)));
  const [over, her, asks] = await Promise.all(
    [card, foe, page.locator('.low.panel')].map(async (one) => (await one.boundingBox())!),
  );
  const apart = (a: typeof over, b: typeof over): boolean =>
    a!.x + a!.width <= b!.x + 1 ||
    b!.x + b!.width <= a!.x + 1 ||
    a!.y + a!.height <= b!.y + 1 ||
    b!.y + b!.height <= a!.y + 1;
  expect(apart(over, her), 'over her').toBe(true);
  expect(apart(over, asks), 'over what is asked').toBe(true);
  await page.getByRole('button', { name: 'Close' }).tap();
  await page.keyboard.press('Escape');
}

describe('the Board Game', () => {
  it('is begun with one click, and two rounds are played by pointing', async () => {
    const me = await person();
    const { page } = me;
    await page.goto('/');
    await page
      .locator('li, article')
      .filter({ has: page.getByRole('heading', { name: 'Admiral: The Board Game' }) })
      .getByRole('button', { name: 'Play now' })
      .click();
    await page.locator('[data-act=ready]').waitFor();
    await accessible(page, 'placing ships');
    const seen = new Set<string>();
    const now = await play(
      page,
      // Out of range nobody is asked for orders: then a round more.
      (said) => /Round [3-9]/.test(said) && (seen.has('orders') || /Round 8/.test(said)),
      async (doing) => {
        if (seen.has(doing)) return;
        seen.add(doing);
        await accessible(page, doing);
        await picture(page, `board-${doing}`);
      },
    );
    expect(now).toMatch(/Round [3-8] of 8/);
    expect([...seen]).toEqual(expect.arrayContaining(['placing', 'movement', 'orders']));
    // The end and the replay are the same as everywhere.
    await page.getByRole('button', { name: 'More …' }).click();
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Do it' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Verify the dice' }).waitFor();
    // Behind it the board is as it was, and what it showed last can be shown again.
    expect(await page.locator('.playing button[aria-label="Show again"]').count()).toBe(1);
    await page.getByRole('dialog').getByRole('button', { name: 'Verify the dice' }).click();
    await page.getByText(/all \d+ rolls are what they give together/).waitFor();
    await page.getByRole('dialog').getByRole('link', { name: 'Replay', exact: true }).click();
    await page.getByRole('group', { name: 'Plotting table' }).waitFor();
    await page.keyboard.press('End');
    await accessible(page, 'a replay');
    await picture(page, 'board-replay');
    await leave(me);
  });

  it('takes few clicks: a move 2, a commit 1, a round with three ships 12', async () => {
    const me = await person();
    const { page } = me;
    await opened(page, { scenario: 'SC-1' });
    let clicks = 0;
    const click = async (what: Locator): Promise<void> => {
      clicks += 1;
      await what.click();
    };
    /// What the page asks for, as soon as it asks; a new round asks for nothing more here.
    const asks = async (): Promise<string> => {
      await expect
        .poll(async () => (await asked(page)) || /Round 2/.test(await line(page)), {
          timeout: 60_000,
        })
        .toBe(true);
      return /Round 2/.test(await line(page)) ? 'over' : ((await phase(page)) ?? '');
    };
    /// Until the table has answered it is the same question: pressing again would be a click too many.
    const answered = async (press: () => Promise<void>): Promise<void> => {
      const before = await numbered(page);
      await press();
      await expect.poll(() => numbered(page)).not.toBe(before);
    };
    await page.locator('[data-act=ready]').click();
    await page.locator('.acts[data-phase]').waitFor();
    if ((await asks()) === 'first')
      await answered(() => page.locator('[data-key=S]:enabled').click());
    // A move: the ship, and where she goes.
    const log = page.getByRole('log');
    const movers = { d1: 'Chicago', c2: 'Fletcher', e2: 'Laffey' };
    for (const [from, name] of Object.entries(movers)) {
      if ((await asks()) !== 'movement') break;
      const own = page.locator(`[data-place="${from}"][data-mark="act"]`);
      if ((await own.count()) === 0) continue;
      const before = clicks;
      await click(place(page, from));
      if ((await marked(page, 'go').count()) === 0) {
        // No die is left that moves her: what she can do besides is no move.
        await page.keyboard.press('Escape');
        continue;
      }
      const goal = marked(page, 'go').first();
      const at = await goal.getAttribute('data-place');
      await click(goal);
      await log.getByText(new RegExp(`${name} moves to ${at}`)).waitFor();
      expect(clicks - before).toBeLessThanOrEqual(3);
    }
    // Standing down is one click, and so is wanting nothing more; then the page passes by itself, and
    // a button that still shows is none to press.
    for (let n = 0; n < 2 && (await asks()) === 'movement'; n += 1)
      await answered(() => click(page.locator('[data-act=pass]:enabled')));
    await expect
      .poll(async () => (await phase(page)) !== 'movement' || /Round 2/.test(await line(page)), {
        timeout: 60_000,
      })
      .toBe(true);
    // Who could attack and does not is asked whether that is meant.
    if ((await asks()) === 'orders' && (await marked(page, 'act').count()) > 0)
      await click(page.locator('[data-act=commit]:enabled'));
    if ((await asks()) === 'orders')
      await answered(() => click(page.locator('[data-act=commit]:enabled')));
    expect(clicks).toBeGreaterThan(0);
    expect(clicks).toBeLessThanOrEqual(12);
    process.stdout.write(`a round with three ships: ${clicks} clicks\n`);
    await leave(me);
  });

  it('sends three squadrons with five clicks, and shows squadrons as pieces', async () => {
    const me = await person();
    const { page } = me;
    await opened(page, { scenario: 'SC-4' });
    let clicks = 0;
    let launched = false;
    const until = Date.now() + 70_000;
    while (Date.now() < until && clicks === 0) {
      const ready = page.locator('[data-act=ready]:enabled');
      if (await ready.count()) {
        await tap(ready);
        continue;
      }
      const doing = await phase(page);
      if (doing === null || !(await asked(page))) {
        await page.waitForTimeout(40);
        continue;
      }
      if (doing === 'movement') {
        // One carrier sends up a screen, the other keeps her squadrons for the strike.
        const carrier = page.locator('aside, .side').locator('[data-unit=S1]').first();
        if (
          !launched &&
          (await tap(carrier)) &&
          (await page.locator('[data-act=launch]').count())
        ) {
          await tap(page.locator('[data-act=launch]'));
          await tap(marked(page, 'swap').first());
          await tap(page.locator('[data-act=fly]'));
          await page.locator('[data-flight^="S1-F"]').first().waitFor();
          await page.locator('[data-card] .slot.screen').first().or(carrier).first().waitFor();
          await picture(page, 'board-screen');
          launched = true;
          continue;
        }
        await page.keyboard.press('Escape');
        await tap(page.locator('[data-act=pass]'));
      } else if (doing === 'air') {
        const carriers = marked(page, 'act');
        for (let i = 0; i < (await carriers.count()); i += 1) {
          await tap(carriers.nth(i));
          if ((await marked(page, 'attack').count()) === 0) continue;
          const open = await page.locator('.acts .slot:enabled').count();
          if (open < 3) continue;
          clicks = 1;
          for (let n = 0; n < 3; n += 1) {
            await marked(page, 'attack').first().click();
            clicks += 1;
          }
          await picture(page, 'board-strike');
          await page.locator('[data-act=fly]', { hasText: '3 squadrons' }).click();
          clicks += 1;
          break;
        }
        if (clicks === 0) {
          await page.keyboard.press('Escape');
          await tap(page.locator('[data-act=pass]'));
        }
      } else if (doing === 'orders') await commit(page);
      else if (/crit/.test(doing)) await tap(page.locator('button[data-token]').first());
      else await tap(page.locator('.acts[data-phase] button').first());
    }
    expect(clicks).toBe(5);
    await page
      .getByRole('log')
      .getByText(/attacks \w+ over/)
      .first()
      .waitFor();
    await leave(me);
  });

  it('keeps fleets and deployments secret, byte by byte', async () => {
    const screens: Record<string, string[]> = { fleet: [], deploy: [] };
    for (const choice of [0, 1]) {
      const [ann, ben] = [await person(), await person()];
      for (const [stage, options] of [
        ['fleet', { tp: 120, scenery: 'none' }],
        ['deploy', { scenario: 'SC-1' }],
      ] as const) {
        const id = await pair(ann, ben, options);
        if (stage === 'fleet') {
          await ann.page.locator('[data-ready]').nth(choice).click();
          await ann.page.locator('[data-act=fleet]:enabled').click();
          await ann.page.getByText('Your fleet is chosen').waitFor();
        } else {
          if (choice) await ann.page.getByRole('button', { name: 'Mirror' }).click();
          await ann.page.locator('[data-act=ready]').click();
          await ann.page.getByText('Waiting for the other side').waitFor();
        }
        // What Ben may know has come, and no pointer makes the difference.
        await ben.page.locator('.seal.done').waitFor();
        await ben.page.mouse.move(1, 1);
        screens[stage]!.push(
          (await ben.page.locator('.main').first().innerHTML()).replaceAll(id, 'TABLE'),
        );
      }
      await leave(ann, ben);
    }
    for (const [stage, [one, other]] of Object.entries(screens)) {
      expect(one?.length, stage).toBeGreaterThan(1000);
      expect(other === one, stage).toBe(true);
    }
  });

  it('is played by keys alone through a round', async () => {
    const me = await person();
    const { page } = me;
    await opened(page, { scenario: 'SC-1' });
    await tabTo(page, page.locator('[data-act=ready]'));
    await page.keyboard.press('Enter');
    const until = Date.now() + 70_000;
    let moves = 0;
    // A button that goes while Tab is on its way is looked for anew.
    const press = async (what: Locator): Promise<void> => {
      const there = await tabTo(page, what, 120).then(
        () => true,
        () => false,
      );
      if (there) await page.keyboard.press('Enter');
      await page.waitForTimeout(60);
    };
    const at = (what: Locator): Promise<string> =>
      what.first().evaluate((one) => one.getAttribute('data-place') ?? '');
    while (Date.now() < until && !/Round 2/.test(await line(page))) {
      const doing = await phase(page);
      if (doing === null || !(await asked(page))) {
        await page.waitForTimeout(40);
        continue;
      }
      if (doing === 'movement' && moves < 2 && (await marked(page, 'act').count())) {
        if ((await focused(page)) === null)
          await tabTo(page, page.locator('[data-place]:focus, [data-place][tabindex="0"]'));
        await walk(page, await at(marked(page, 'act')));
        await page.keyboard.press('Enter');
        if (await marked(page, 'go').count()) {
          await walk(page, await at(marked(page, 'go')));
          await page.keyboard.press('Enter');
          // By keys the heading is asked for; the square itself means as she arrives.
          if (await page.locator('[data-end].primary').count()) await page.keyboard.press('Enter');
          moves += 1;
          continue;
        }
        await page.keyboard.press('Escape');
        moves += 1;
      }
      const next = page
        .locator('[data-act=pass], [data-act=commit], button[data-token], .acts[data-phase] button')
        .first();
      if (await next.count()) await press(next);
    }
    expect(await line(page)).toMatch(/Round 2/);
    expect(
      await page
        .getByRole('log')
        .getByText(/(Chicago|Fletcher|Laffey) moves to/)
        .count(),
    ).toBeGreaterThan(0);
    await leave(me);
  });

  it('submarines are placed, and lie under water', async () => {
    const me = await person();
    const { page } = me;
    const id = await table(page, {
      game: 'board_game',
      options: { scenario: 'SC-7' },
      seats: [bot, { kind: 'me' }],
    });
    await page.goto(`/table/${id}`);
    const seen = new Set<string>();
    await play(
      page,
      () => seen.has('movement'),
      async (doing) => {
        if (seen.has(doing)) return;
        seen.add(doing);
        await picture(page, `board-subs-${doing}`);
      },
      40,
    );
    expect([...seen]).toEqual(expect.arrayContaining(['placing', 'movement']));
    expect(await page.getByRole('button', { name: /submarine.*submerged/ }).count()).toBe(6);
    await leave(me);
  });

  it.each([
    [1440, 900, false, 'SC-2', ['sand bank', 'shallow water']],
    [1024, 768, true, 'SC-3', ['island', 'fog']],
    [390, 844, false, 'SC-1', []],
    [844, 390, true, 'SC-1', []],
  ] as const)('fits a screen of %i by %i', async (width, height, dark, scenario, sea) => {
    const me = await person({ phone: width === 390 || height === 390, dark });
    const { page } = me;
    await page.setViewportSize({ width, height });
    await opened(page, { scenario });
    await accessible(page, `placing at ${width}`);
    const seen = new Set<string>();
    await play(
      page,
      () => seen.has('movement'),
      async (doing) => void seen.add(doing),
      30,
    );
    expect(seen.has('movement')).toBe(true);
    await accessible(page, `the table at ${width}`);
    if (Math.min(width, height) === 390) await readsBeside(page);
    if (width === 390) await asksBeforeSailing(page);
    // The log is more than three lines.
    const log = page.locator('aside').getByRole('log');
    if (await log.count()) expect((await log.boundingBox())!.height).toBeGreaterThan(110);
    // What is cut off says so.
    const card = page.locator('aside .card');
    if (await card.count())
      expect(
        await card.evaluate(
          (one) => one.scrollHeight - one.clientHeight > 6 === one.hasAttribute('data-more'),
        ),
      ).toBe(true);
    for (const ground of sea)
      expect(
        await page.getByRole('button', { name: new RegExp(ground) }).count(),
        ground,
      ).toBeGreaterThan(0);
    await picture(page, `board-${width}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      width,
    );
    await leave(me);
  });

  it('the roster can be browsed, each class with its history', async () => {
    const me = await person({ dark: true });
    const { page } = me;
    await page.goto('/fleets/board_game');
    await page.getByRole('searchbox').fill('warspite');
    await page.locator('[data-roster="UK-WARSPITE"] .face').click();
    await page
      .locator('[data-opened="UK-WARSPITE"]')
      .getByText(/Matapan/)
      .waitFor();
    await accessible(page, 'the roster');
    await picture(page, 'board-roster');
    await leave(me);
  });

  it('ready fleets are offered where a fleet may be agreed beforehand', async () => {
    const me = await person();
    const { page } = me;
    await page.goto('/new/board_game');
    // Each scenario says what it is: map, fleets, length, how even.
    const card = page.locator('[data-brief="SC-3"]');
    await card.waitFor();
    expect(await card.innerText()).toMatch(/Hood, Prince of Wales[^]*10 rounds[^]*400 games/);
    await accessible(page, 'scenario cards');
    // The gentlest is chosen; here it is the free battle.
    await page.locator('.scenario', { hasText: 'Free battle' }).getByRole('radio').check();
    for (const [side, key] of [
      ['south', 'RF-UK'],
      ['north', 'RF-JP'],
    ] as const) {
      await page.locator(`#option-${side}`).click();
      const yard = page.getByRole('dialog');
      const ready = await yard
        .locator('[data-ready]')
        .evaluateAll((all) => all.map((one) => one.getAttribute('data-ready')));
      expect(ready).toContain(key);
      await yard.locator(`[data-ready="${key}"]`).click();
      await yard.getByText('This fleet may sail').waitFor();
      if (side === 'south') {
        await accessible(page, 'the builder in New game');
        await picture(page, 'board-new-builder');
      }
      await yard.locator('[data-act=fleet]').click();
      await yard.waitFor({ state: 'detached' });
    }
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByText('King George V').first().waitFor();
    await leave(me);
  });
});
