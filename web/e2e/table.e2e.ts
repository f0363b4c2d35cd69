/// What people do at a table beside moving: take back, agree, count time, remember, look closer.
import type { CDPSession, Page } from 'playwright-core';
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
  type Person,
} from './kit';

beforeAll(open);
afterAll(close);

const bot = { kind: 'bot', level: 'random' };

/** Ben takes the invited seat, Ann starts and is to move. */
async function begin(
  ann: Person,
  ben: Person,
  made: { id: string; invite: string },
): Promise<void> {
  await ben.page.goto(`/join/${made.id}/${made.invite}`);
  await ben.page.getByRole('button', { name: 'Take this seat' }).click();
  await ann.page.goto(`/table/${made.id}`);
  const start = ann.page.getByRole('button', { name: 'Start the game' });
  await start.or(ann.page.locator('[data-place]').first()).first().waitFor();
  if (await start.isVisible()) await start.click();
  await myTurn(ann.page);
}

/// Ann and Ben at one table of Naval Battle, each with a browser of their own.
async function two(
  plan: { options?: Record<string, unknown>; clock?: Record<string, unknown> } = {},
): Promise<{ ann: Person; ben: Person; id: string }> {
  const [ann, ben] = [await person(), await person()];
  await api(ann.page, 'PUT', '/me', { name: 'Ann' });
  await api(ben.page, 'PUT', '/me', { name: 'Ben' });
  const made = await api<{ id: string; invite: string }>(ann.page, 'POST', '/tables', {
    game: 'naval_battle',
    options: { deploy: CITADEL, ...plan.options },
    seats: [{ kind: 'me' }, { kind: 'invite' }],
    public: false,
    clock: plan.clock ?? { kind: 'none' },
    start: false,
  });
  await begin(ann, ben, made);
  return { ann, ben, id: made.id };
}

describe('taking back', () => {
  it('a rewind needs everybody: refused once, agreed once', async () => {
    const { ann, ben } = await two();
    await move(ann.page, 'd4', 'd5');
    await move(ben.page, 'd7', 'd6');
    await ann.page.getByText('Red moves from d7 to d6').waitFor();
    // Ann asks to go back behind Ben's move; Ben will not.
    await ann.page.getByRole('button', { name: 'Go back …' }).click();
    await ann.page.getByRole('button', { name: 'Go back to here' }).first().click();
    await ann.page.getByText('You asked to go back').waitFor();
    await ben.page.getByText('White asks to go back').waitFor();
    await picture(ben.page, 'rewind-asked');
    await accessible(ben.page, 'a rewind that is asked for');
    await ben.page.getByRole('button', { name: 'Refuse' }).click();
    await ann.page.getByText('You asked to go back').waitFor({ state: 'detached' });
    await ann.page.getByRole('button', { name: 'D6, hidden enemy piece that has moved' }).waitFor();
    // The second time Ben agrees, and both stand where they were.
    await ann.page.getByRole('button', { name: 'Go back …' }).click();
    await ann.page.getByRole('button', { name: 'Go back to here' }).first().click();
    await ben.page.getByRole('button', { name: 'Agree' }).click();
    await ann.page.getByRole('button', { name: 'D6, open water' }).waitFor();
    await ben.page.getByRole('button', { name: 'D7, your' }).waitFor();
    await myTurn(ben.page);
    await leave(ann, ben);
  });
});

describe('an offer', () => {
  it('of a draw is declined, then accepted; the rematch has the seats swapped', async () => {
    const { ann, ben } = await two();
    const offer = async (page: Page): Promise<void> => {
      await page.getByRole('button', { name: 'More' }).click();
      await page.getByRole('button', { name: 'Offer a draw' }).click();
    };
    await offer(ann.page);
    await ben.page.locator('.prompt').getByText('White offers a draw.').waitFor();
    await picture(ben.page, 'draw-offered');
    await ben.page.getByRole('button', { name: 'Decline the draw' }).click();
    await ben.page.getByRole('button', { name: 'Decline the draw' }).waitFor({ state: 'detached' });
    await move(ann.page, 'd4', 'd5');
    await myTurn(ben.page);
    await offer(ben.page);
    await ann.page.getByRole('button', { name: 'Accept the draw' }).click();
    for (const one of [ann, ben]) await one.page.getByRole('heading', { name: 'Drawn' }).waitFor();
    await picture(ben.page, 'drawn');
    await ann.page
      .getByRole('dialog')
      .getByRole('button', { name: 'Rematch, seats swapped' })
      .click();
    await ann.page.waitForURL(/\/table\//);
    await ben.page.getByRole('link', { name: 'Go to the rematch' }).click();
    await ben.page.locator('li', { hasText: 'White' }).getByText('Ben').waitFor();
    await ann.page.locator('li', { hasText: 'Red' }).getByText('Ann').waitFor();
    await leave(ann, ben);
  });
});

describe('the clock', () => {
  it('runs for whoever must decide, and the others say what follows when it is out', async () => {
    const { ann, ben } = await two({ clock: { kind: 'live', bank: 10, add: 0, flag: 'table' } });
    const seat = (page: Page, name: string) =>
      page.locator('.seats li', { hasText: name }).getByRole('timer');
    expect(await seat(ann.page, 'White').innerText()).toMatch(/^0:(0\d|10)$/);
    await move(ann.page, 'd4', 'd5');
    // Ann's time stands still, Ben's runs out.
    await myTurn(ben.page);
    await ann.page.locator('.prompt').getByText('Waiting for Red').waitFor();
    const stands = await seat(ann.page, 'White').innerText();
    await ann.page.getByText('Red has run out of time').waitFor();
    expect(await seat(ann.page, 'White').innerText()).toBe(stands);
    await picture(ann.page, 'time-out');
    await accessible(ann.page, 'a flag has fallen');
    await ann.page.getByRole('button', { name: 'Claim the game' }).click();
    await ann.page.getByRole('heading', { name: 'You win' }).waitFor();
    await ben.page.getByText('ran out of time').first().waitFor();
    await leave(ann, ben);
  });
});

describe('the memory aid', () => {
  it.each([
    ['full', true, true],
    ['notes', false, true],
    ['off', false, false],
  ] as const)(
    '%s: a rank that was called stays (%s), marks can be written (%s)',
    async (aid, stays, marks) => {
      const me = await person();
      const { page } = me;
      const id = await table(page, {
        seats: [{ kind: 'me' }, { kind: 'same', name: 'Other' }],
        options: {
          position: {
            options: { memory_aid: aid },
            W: { a1: 'A', d5: '1', b2: '4', c2: '4' },
            R: { h10: 'A', d6: '5', h8: '1', g8: '2' },
          },
        },
      });
      await page.goto(`/table/${id}`);
      const known = page.getByRole('button', { name: /enemy Helicopter Carrier 5/ });
      const hand = async (to: string): Promise<void> =>
        page.getByRole('button', { name: `I am ${to}` }).click();
      await hand('White');
      await move(page, 'd5', 'd6');
      await page.getByRole('button', { name: 'Do it' }).click();
      await hand('Red');
      await move(page, 'h8', 'h7');
      await hand('White');
      await known.waitFor();
      await move(page, 'b2', 'b3');
      await hand('Red');
      await move(page, 'h7', 'h6');
      await hand('White');
      await move(page, 'b3', 'b4');
      await hand('Red');
      await move(page, 'h6', 'h5');
      await hand('White');
      await myTurn(page);
      expect(await known.count(), aid).toBe(stays ? 1 : 0);
      await place(page, 'd6').click();
      if (!stays) await page.getByRole('button', { name: 'D6, hidden enemy piece' }).waitFor();
      const writing = page.getByRole('group', { name: 'Your mark' });
      expect(await writing.count()).toBe(marks ? 1 : 0);
      if (marks) {
        await writing.getByRole('button', { name: '5' }).click();
        await page.getByRole('button', { name: /^D6.*marked 5/ }).waitFor();
      }
      await picture(page, `memory-${aid}`);
      await leave(me);
    },
  );
});

describe('four at the table', () => {
  it('the Strategist decides, the Recorder keeps the record for both', async () => {
    const [ann, ben] = [await person(), await person()];
    const made = await api<{ id: string; invite: string }>(ann.page, 'POST', '/tables', {
      game: 'naval_battle',
      options: { persons: '4', memory_aid: 'notes', deploy: CITADEL },
      public: false,
      clock: { kind: 'none' },
      start: false,
      seats: [{ kind: 'me' }, bot, { kind: 'invite' }, bot],
    });
    await begin(ann, ben, made);
    await ben.page.getByText('Keep the record').waitFor();
    // The Recorder cannot move, but marks pieces and takes notes.
    expect(await ben.page.locator('[data-mark="act"]').count()).toBe(0);
    await place(ben.page, 'c7').click();
    await ben.page
      .getByRole('group', { name: 'Your mark' })
      .getByRole('button', { name: 'M', exact: true })
      .click();
    await ben.page.getByRole('button', { name: /^C7.*marked M/ }).waitFor();
    await ben.page.getByLabel('Notepad of your side').fill('c7 looks like a mine');
    await ben.page.getByRole('button', { name: 'Write down' }).click();
    await picture(ben.page, 'four-recorder');
    await accessible(ben.page, 'the Recorder');
    // The Strategist reads the mark and moves.
    await ann.page.getByRole('button', { name: /^C7.*marked M/ }).waitFor();
    expect(await ann.page.getByRole('group', { name: 'Your mark' }).count()).toBe(0);
    await move(ann.page, 'd4', 'd5');
    await ben.page.getByText('White moves from d4 to d5').waitFor();
    await picture(ann.page, 'four-strategist');
    await leave(ann, ben);
  });

  it('at one screen the Strategist of White is asked first', async () => {
    const me = await person();
    const { page } = me;
    const id = await table(page, {
      seats: [
        { kind: 'same', name: 'A' },
        { kind: 'same', name: 'B' },
        { kind: 'me' },
        { kind: 'same', name: 'D' },
      ],
      options: { persons: '4', deploy: CITADEL },
    });
    await page.goto(`/table/${id}`);
    await page.getByRole('dialog').waitFor();
    expect(await page.getByRole('dialog').innerText()).toContain('White Strategist');
    await page.getByRole('dialog').getByRole('button').first().click();
    await myTurn(page);
    await leave(me);
  });
});

describe('the chart', () => {
  const box = (page: Page): Promise<number[]> =>
    page
      .locator('.board svg[role="group"]')
      .getAttribute('viewBox')
      .then((text) => (text ?? '').split(' ').map(Number));

  it('is zoomed and moved by two fingers and one', async () => {
    const me = await person({ phone: true });
    const { page } = me;
    const id = await table(page, { seats: [{ kind: 'me' }, bot], options: { deploy: CITADEL } });
    await page.goto(`/table/${id}`);
    await myTurn(page);
    const whole = await box(page);
    const area = (await page.locator('.board svg[role="group"]').boundingBox())!;
    const [cx, cy] = [area.x + area.width / 2, area.y + area.height / 2];
    const touch = await me.context.newCDPSession(page);
    await fingers(touch, [
      [
        [cx - 30, cy],
        [cx + 30, cy],
      ],
      [
        [cx - 60, cy],
        [cx + 60, cy],
      ],
      [
        [cx - 110, cy],
        [cx + 110, cy],
      ],
    ]);
    const near = await box(page);
    expect(near[2]).toBeLessThan(whole[2]! * 0.7);
    await picture(page, 'pinch-near');
    // One finger on open water moves the chart.
    await fingers(touch, [[[cx, cy]], [[cx + 40, cy + 10]], [[cx + 90, cy + 20]]]);
    const moved = await box(page);
    expect(moved[0]).toBeLessThan(near[0]!);
    expect(moved[2]).toBeCloseTo(near[2]!, 1);
    await fingers(touch, [
      [
        [cx - 110, cy],
        [cx + 110, cy],
      ],
      [
        [cx - 20, cy],
        [cx + 20, cy],
      ],
      [
        [cx - 10, cy],
        [cx + 10, cy],
      ],
    ]);
    expect((await box(page))[2]).toBeCloseTo(whole[2]!, 0);
    // Nothing was picked by all that, and a tap still picks.
    expect(await page.locator('.table').getAttribute('data-depth')).toBe('0');
    const go = page.locator('[data-mark="go"]').first();
    // A starved machine takes a slow tap for a long one, which picks nothing: then once more.
    for (let i = 0; i < 5 && !(await go.isVisible()); i += 1) {
      await place(page, 'd4').tap();
      await go.waitFor({ timeout: 4_000 }).catch(() => undefined);
    }
    expect(await go.isVisible()).toBe(true);
    await leave(me);
  });

  it('is zoomed by the wheel and by keys, and moved by both', async () => {
    const me = await person();
    const { page } = me;
    const id = await table(page, { seats: [{ kind: 'me' }, bot], options: { deploy: CITADEL } });
    await page.goto(`/table/${id}`);
    await myTurn(page);
    const whole = await box(page);
    await place(page, 'd5').hover();
    await page.mouse.wheel(0, -300);
    await page.waitForFunction(
      (w) =>
        Number(
          document
            .querySelector('.board svg[role="group"]')
            ?.getAttribute('viewBox')
            ?.split(' ')[2],
        ) < w,
      whole[2]! * 0.8,
    );
    const near = await box(page);
    // A move does not throw the chart back.
    await move(page, 'd4', 'd5');
    await page.getByText('White moves from d4 to d5').waitFor();
    await myTurn(page);
    expect(await box(page)).toEqual(near);
    const at = (await place(page, 'e5').boundingBox())!;
    await page.mouse.move(at.x + 20, at.y + 20);
    await page.mouse.down();
    await page.mouse.move(at.x + 120, at.y + 20, { steps: 5 });
    await page.mouse.up();
    expect((await box(page))[0]).toBeLessThan(near[0]!);
    await page.keyboard.press('n');
    await page.keyboard.press('0');
    expect((await box(page))[2]).toBeCloseTo(whole[2]!, 1);
    for (const key of ['+', '+', '+']) await page.keyboard.press(key);
    const keyed = await box(page);
    expect(keyed[2]).toBeLessThan(whole[2]! * 0.6);
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowUp');
    const shifted = await box(page);
    expect(shifted[0] !== keyed[0] || shifted[1] !== keyed[1]).toBe(true);
    await page.keyboard.press('-');
    await page.getByRole('button', { name: 'Whole board' }).click();
    expect((await box(page))[2]).toBeCloseTo(whole[2]!, 1);
    // What the keys do is told.
    await page.getByRole('button', { name: 'Keys' }).click();
    await page.getByRole('dialog').getByText('walk over the board').waitFor();
    await accessible(page, 'the help on keys');
    await picture(page, 'keys-help');
    await leave(me);
  });

  it('is as sharp with pieces ready to glide as if they were painted on it', async () => {
    const me = await person();
    const { page } = me;
    const id = await table(page, { seats: [{ kind: 'me' }, bot], options: { deploy: CITADEL } });
    await page.goto(`/table/${id}`);
    await myTurn(page);
    const clip = (await page.locator('.board svg[role="group"]').boundingBox())!;
    const drawn = async (): Promise<string> => (await page.screenshot({ clip })).toString('base64');
    const ready = await drawn();
    const [painted, without] = [
      `.unit { will-change: auto !important }`,
      `.units { display: none }`,
    ];
    // The policy of the page allows no style of ours inside it; a sheet made there is one.
    const styled = async (rule: string): Promise<string> => {
      await page.evaluate((text) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(text);
        document.adoptedStyleSheets = [sheet];
      }, rule);
      return drawn();
    };
    const far = await page.evaluate(
      async (pictures) => {
        const pixels = await Promise.all(
          pictures.map(async (picture) => {
            const bitmap = await createImageBitmap(
              new Blob([Uint8Array.from(atob(picture), (sign) => sign.charCodeAt(0))]),
            );
            const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
            canvas.drawImage(bitmap, 0, 0);
            return canvas.getImageData(0, 0, bitmap.width, bitmap.height).data;
          }),
        );
        const [first, ...others] = pixels;
        return others.map((other) =>
          first!.reduce((n, value, i) => n + (Math.abs(value - other[i]!) > 32 ? 1 : 0), 0),
        );
      },
      [ready, await styled(painted), await styled(without)],
    );
    // How many values differ plainly: about 400; with blurred pieces ten thousand, half a million without any.
    expect(far[0]).toBeLessThan(3000);
    expect(far[1]).toBeGreaterThan(100_000);
    await leave(me);
  });
});

/// Fingers on the screen, frame by frame.
async function fingers(session: CDPSession, frames: [number, number][][]): Promise<void> {
  const points = (frame: [number, number][]) => frame.map(([x, y], id) => ({ x, y, id }));
  await session.send('Input.dispatchTouchEvent', {
    type: 'touchStart',
    touchPoints: points(frames[0]!),
  });
  for (const frame of frames.slice(1))
    await session.send('Input.dispatchTouchEvent', {
      type: 'touchMove',
      touchPoints: points(frame),
    });
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}
