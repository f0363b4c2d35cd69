/// The lessons of the sea: every position and every window, by clicking.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { accessible, close, leave, open, person, picture, place, read } from './kit';
import { press } from './sea';

beforeAll(open);
afterAll(close);

/// One way through every position of the lessons; every window is among them.
const LESSONS: [string, (page: Page) => Promise<void>][] = [
  ['Moving with the wind', (page) => sail(page, 'L12', 'L7')],
  [
    'Along the coast',
    async (page) => {
      // Behind the spit: the refusal says so, in plain words.
      await place(page, 'E4').click();
      await place(page, 'E8').click();
      await page
        .locator('.notice')
        .getByText(/stopped by a spit\b(?! or)/)
        .waitFor();
      // It lies across the way that it bars, from north to south.
      const spit = (await page.locator('.spit').first().boundingBox())!;
      expect(spit.width).toBeGreaterThan(spit.height);
      await picture(page, 'sail-coast');
      await place(page, 'B5').click();
      await page.locator('[data-place="E8"][data-mark]').waitFor();
      await place(page, 'E8').click();
      await press(page.locator('.dock'), /^Load/);
    },
  ],
  [
    'A broadside',
    async (page) => {
      await sail(page, 'L10', 'L7');
      await page.locator('.badge').waitFor();
      expect(await page.locator('.odds').textContent()).toContain('5 of 6');
      await place(page, 'L6').click();
    },
  ],
  [
    'A salvo',
    async (page) => {
      await place(page, 'K7').click();
      await page.getByRole('button', { name: 'Together with Mercury' }).click();
      // Three ships side by side fill the board: what lies on them can be read.
      expect((await place(page, 'L7').boundingBox())!.width).toBeGreaterThan(55);
      await place(page, 'L7').click();
    },
  ],
  [
    'Boarding',
    async (page) => {
      await place(page, 'K7').click();
      await page.locator('[data-board]').click();
      await page.getByRole('checkbox', { name: /Raven/ }).check();
      await bare(page, 'K7', 'L7', 'L8');
      await picture(page, 'sail-boarding');
      await accessible(page, 'a boarding');
      await page.getByRole('button', { name: 'Board', exact: true }).click();
      await page.getByRole('heading', { name: /Hand out 2 points/ }).waitFor();
      // Nobody is given up before it is said: two points for three ships.
      expect(await page.getByRole('button', { name: 'So be it' }).isDisabled()).toBe(true);
      await page.getByText(/You have won the fight, \d+ against \d+/).waitFor();
      await bare(page, 'K7', 'L7', 'L8');
      // Nobody is said to sink while there is something left to give.
      expect(await page.locator('.fate.lost').count()).toBe(0);
      await page.getByRole('button', { name: 'More for Mercury' }).click();
      await page.getByRole('button', { name: 'More for Santa Ana' }).click();
      await page.getByRole('button', { name: 'So be it' }).click();
    },
  ],
  [
    'Gold for the fort',
    async (page) => {
      await sail(page, 'B5', 'B2');
      await press(page.locator('.dock'), /^Unload/);
    },
  ],
  [
    'Under the guns of the fort',
    async (page) => {
      await place(page, 'B2').click();
      await press(page.locator('.dock'), /repair/);
      await place(page, 'A1').click();
      // At the edge of the sea what a shot does is not cut off.
      const badge = (await page.locator('.badge').boundingBox())!;
      expect(badge.y).toBeGreaterThan((await page.locator('.sea svg').boundingBox())!.y);
      await page.locator('.dock').getByText('The fort on A1').waitFor();
      await place(page, 'E1').click();
    },
  ],
  [
    'Two phases running',
    async (page) => {
      // Where the gold shall go is in sight and marked.
      const [home, sea] = [
        (await place(page, 'B2').boundingBox())!,
        (await page.locator('.sea svg').boundingBox())!,
      ];
      expect(home.y).toBeGreaterThanOrEqual(sea.y);
      expect(await page.locator('.sea .wanted').count()).toBe(1);
      await sail(page, 'B9', 'B4');
      await press(page, 'End the phase');
      // Nobody came between: the next Turn is begun by the same player.
      await sail(page, 'B4', 'B2');
      await press(page.locator('.dock'), /^Unload/);
    },
  ],
  [
    'A wreck and her gold',
    async (page) => {
      await place(page, 'F6').click();
      await place(page, 'G7').click();
      await press(page, /^Take \d aboard/);
    },
  ],
  [
    'In a storm',
    async (page) => {
      // Where the storm will carry her is drawn before anybody is taken in hand.
      await page.locator('[data-storm="FG1"]').waitFor();
      await sail(page, 'C7', 'F7');
      await page.locator('.badge').waitFor();
      await place(page, 'G8').click();
    },
  ],
  [
    'A manoeuvre',
    async (page) => {
      // Who has learned enough for a first game finds the way to it here.
      await page.locator('.text').getByRole('button', { name: 'Play this for real' }).waitFor();
      await sail(page, 'L7', 'N7');
      // Both ways are drawn with what is left on each space, and one is chosen.
      await expect.poll(() => page.locator('[data-way]').count()).toBe(2);
      expect(await page.locator('[data-left]').allTextContents()).toEqual(['2', '0', '2', '0']);
      await picture(page, 'sail-ways');
      await press(page.locator('.dock'), 'By M8');
    },
  ],
  [
    'Storming a fort',
    async (page) => {
      await place(page, 'L5').click();
      await place(page, 'L4').click();
      await page.getByRole('checkbox', { name: /Trinidad/ }).check();
      await press(page, 'Storm it');
      await page.getByRole('heading', { name: /Hand out/ }).waitFor();
      await picture(page, 'sail-shares');
      await press(page, 'So be it');
    },
  ],
  [
    'Holding a fort',
    async (page) => {
      // Whoever can help is ticked already.
      expect(await page.getByRole('checkbox', { name: /Victory/ }).isChecked()).toBe(true);
      await picture(page, 'sail-defend');
      await press(page, /^Defend with/);
      // The goal is reached: nothing else is asked beside it.
      await page.getByText('Well done.').waitFor();
      expect(await page.getByRole('button', { name: 'So be it' }).count()).toBe(0);
    },
  ],
  [
    'Turning before the wind',
    async (page) => {
      await place(page, 'F5').click();
      await place(page, 'B3').click();
      const dial = page.getByRole('dialog');
      if (await dial.isVisible()) await press(dial, 'Bow to the west');
    },
  ],
  [
    'Crossing the T',
    async (page) => {
      await place(page, 'I5').click();
      await place(page, 'L5').click();
      const dial = page.getByRole('dialog');
      await picture(page, 'sail-dial');
      if (await dial.isVisible()) await press(dial, 'Bow to the east');
      await page.locator('.badge').waitFor();
      await place(page, 'L7').click();
    },
  ],
  [
    'A return shot',
    async (page) => {
      // Whom one of three guns is kept for lies beside the question, too.
      await bare(page, 'I7', 'L7', 'P7');
      await page.getByRole('button', { name: 'One gun fewer' }).click();
      await answer(page, 'Answer the fire?', /Victory fires 2 guns at Surprise.*sinks her/);
      await place(page, 'L7').click();
      await page.locator('.badge').waitFor();
      await place(page, 'I7').click();
      // What both sides did is told together.
      await page.getByText(/Victory fires one gun at the brig Fancy/).waitFor();
    },
  ],
  [
    'Across your guns',
    async (page) => {
      // Whom it is about lies beside the question, at the lower edge of the sea too.
      await bare(page, 'H10', 'K10');
      await answer(page, 'Fire at her on her way?', 'Hold fire');
      await answer(page, 'Fire at her on her way?', /Victory fires 3 guns at Surprise/);
    },
  ],
  [
    'The captain who fires first',
    (page) => answer(page, 'Fire first?', /Amazon fires 1 gun at Neptune/),
  ],
  [
    'A shot at the boarders',
    (page) => answer(page, 'One shot at the boarders?', /Victory fires 1 gun at Fancy/),
  ],
  [
    'Mines',
    async (page) => {
      await page.getByRole('heading', { name: /Fancy has sailed over your mine/ }).waitFor();
      await press(page, 'Let her pass');
      await page.getByRole('heading', { name: /Santa Ana has sailed over your mine/ }).waitFor();
      await place(page, 'K7').click();
    },
  ],
  [
    'An alliance',
    async (page) => {
      await answer(page, /Player 3 offers an alliance/, 'Decline');
      await answer(page, /Player 2 offers an alliance/, 'Accept');
    },
  ],
];
/// Nothing lies over these places: neither the question nor the edge of the sea.
async function bare(page: Page, ...spots: string[]): Promise<void> {
  const sheet = page.locator('.sheet.panel');
  await sheet.waitFor();
  const clear = async (spot: string): Promise<boolean> => {
    const [at, asks, sea] = await Promise.all([
      place(page, spot).boundingBox(),
      sheet.boundingBox(),
      page.locator('.sea svg').boundingBox(),
    ]);
    if (!at || !asks || !sea) return false;
    const [right, low] = [at.x + at.width, at.y + at.height];
    return (
      (right <= asks.x + 1 || low <= asks.y + 1) &&
      at.x >= sea.x - 1 &&
      at.y >= sea.y - 1 &&
      low <= sea.y + sea.height + 1
    );
  };
  for (const spot of spots) await expect.poll(() => clear(spot), { timeout: 20_000 }).toBe(true);
}
async function sail(page: Page, from: string, to: string): Promise<void> {
  await place(page, from).click();
  await page.locator(`[data-place="${to}"][data-mark]`).waitFor();
  await place(page, to).click();
}
async function answer(page: Page, title: string | RegExp, name: string | RegExp): Promise<void> {
  await page.getByRole('heading', { name: title }).waitFor();
  await picture(page, `sail-answer-${String(title).replace(/\W+/g, '-').toLowerCase()}`);
  await press(page, name);
}

describe('the lessons', () => {
  it('lead through every position and every question, by clicking', async () => {
    const me = await person();
    const { page } = me;
    await page.goto('/learn/sail_epoch/1');
    for (const [i, [title, play]] of LESSONS.entries()) {
      await page.getByRole('heading', { name: title, exact: true }).waitFor();
      await page.locator('[data-place]').first().waitFor();
      await play(page);
      await page.getByText('Well done.').waitFor();
      if (i + 1 < LESSONS.length) await press(page, 'Next position');
    }
    // The last page leads into a real game.
    await press(page, 'Play this for real');
    await page
      .locator('.prompt')
      .getByText(/Your phase|Wait|acts/)
      .first()
      .waitFor();
    await leave(me);
  });

  it('are played on a phone', async () => {
    const me = await person({ phone: true });
    const { page } = me;
    await page.goto('/learn/sail_epoch/3');
    await read(page);
    for (const spot of ['L10', 'L7', 'L6']) {
      await page.locator(`[data-place="${spot}"]`).scrollIntoViewIfNeeded();
      const box = await place(page, spot).boundingBox();
      expect(box?.width ?? 0).toBeGreaterThan(30);
      await place(page, spot).tap();
    }
    await page.getByText('Well done.').waitFor();
    await picture(page, 'sail-lesson-phone');
    // Sea, orders and what follows them are on one screen, and who comes next is drawn.
    await page.goto('/learn/sail_epoch/8');
    await read(page);
    const low = async (what: string): Promise<number> => {
      const box = (await page.locator(what).boundingBox())!;
      return box.y + box.height;
    };
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.locator('[data-place="B9"][data-mark]').waitFor();
    expect(await low('.dock')).toBeLessThanOrEqual(844);
    expect((await page.locator('.sea svg').first().boundingBox())!.height).toBeGreaterThan(280);
    await expect.poll(() => page.locator('.order [data-phase="P1"]').count()).toBe(2);
    await place(page, 'B9').tap();
    await place(page, 'B4').tap();
    await page.getByText('You then begin Turn 2, too.').waitFor();
    expect(await low('.foot')).toBeLessThanOrEqual(845);
    await picture(page, 'sail-lesson-phone-next');
    await press(page, 'End the phase');
    await place(page, 'B4').tap();
    await place(page, 'B2').tap();
    expect(await low('.dock')).toBeLessThanOrEqual(844);
    await press(page.locator('.dock'), /^Unload/);
    await page.getByText('Well done.').waitFor();
    expect(await low('.foot')).toBeLessThanOrEqual(845);
    // The question leaves in sight whom it is about, and why one would hold back.
    await page.goto('/learn/sail_epoch/16');
    await read(page);
    await bare(page, 'I7', 'L7', 'P7');
    expect(await low('.sheet.panel')).toBeLessThanOrEqual(845);
    await picture(page, 'sail-lesson-phone-asked');
    await leave(me);
  });
});

describe('a new game', () => {
  it('shows every scenario with its map, every level with a sentence, and begins', async () => {
    const me = await person();
    const { page } = me;
    await page.goto('/new/sail_epoch');
    for (const name of ['Treasures', 'Pearl Banks', 'Jolly Roger', 'Oceans on Fire']) {
      const card = page.locator('.scenario', { hasText: name });
      // Drawn from the scenario itself: water, land, both fleets.
      await card.locator('.map .land').first().waitFor();
      expect(await card.locator('.map .ship').count()).toBeGreaterThanOrEqual(4);
      expect(await card.innerText()).toMatch(/players.*min/s);
    }
    await page.getByRole('radio', { name: /Captain/ }).check();
    await page.locator('.scenario', { hasText: 'Pearl Banks' }).getByRole('radio').check();
    await accessible(page, 'a new game at sea');
    await picture(page, 'sail-new', true);
    await press(page, 'Start');
    await page
      .locator('.state')
      .getByText(/batches of pearls/)
      .first()
      .waitFor();
    await leave(me);
  });
});
