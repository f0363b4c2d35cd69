/// Sail Epoch on a phone: lessons on one screen, words for a shot, a chart that stays under the finger.
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { close, leave, open, person, picture, place, read, table } from './kit';
import { bot, press } from './sea';

beforeAll(open);
afterAll(close);

type Rect = { x: number; y: number; width: number; height: number };
const rect = async (it: Locator): Promise<Rect> => (await it.boundingBox())!;
const meet = (a: Rect, b: Rect): boolean =>
  a.x < b.x + b.width - 1 &&
  b.x < a.x + a.width - 1 &&
  a.y < b.y + b.height - 1 &&
  b.y < a.y + a.height - 1;
const low = ({ y, height }: Rect): number => y + height;

async function at(page: Page, ...lines: string[]): Promise<void> {
  const id = await table(page, {
    game: 'sail_epoch',
    options: { position: lines.join(' / ') },
    seats: [{ kind: 'me' }, bot],
  });
  await page.goto(`/table/${id}`);
  await page.locator('[data-mark="act"]').first().waitFor();
}

describe('a lesson on a phone', () => {
  it('has its whole text, its goal, the sea and what is done on one screen', async () => {
    const me = await person({ phone: true });
    const { page } = me;
    await page.goto('/learn/sail_epoch/1');
    const many = await page.locator('nav a').count();
    expect(many).toBeGreaterThan(18);
    for (let n = 1; n <= many; n++) {
      await page.goto(`/learn/sail_epoch/${n}`);
      const [text, goal, sea] = [
        page.getByRole('group', { name: 'Read' }),
        page.locator('.goal'),
        page.locator('.sea svg').first(),
      ];
      await sea.waitFor();
      // Nothing of it is cut, and it lies beside the goal.
      expect(
        await text.evaluate((it) => it.scrollHeight - it.clientHeight),
        `the text of position ${n}`,
      ).toBeLessThanOrEqual(1);
      const before = await rect(sea);
      expect(low(await rect(text)), `position ${n}`).toBeLessThanOrEqual(low(before) + 1);
      expect(low(await rect(goal))).toBeLessThanOrEqual(before.y);
      if (n === 4) await picture(page, 'sail-lesson-text');
      await read(page);
      // Nothing moves when it goes.
      expect(await rect(sea)).toEqual(before);
      const cut = await page
        .locator('.dock button, .foot button, .sheet.panel button')
        .evaluateAll((all) =>
          all
            .map((one) => one.getBoundingClientRect())
            .filter(({ height, bottom, left }) => height && (bottom > innerHeight || left < 0)),
        );
      expect(cut, `position ${n}`).toEqual([]);
    }
    await leave(me);
  });

  it('says that its goal can no longer be reached, and why', async () => {
    const me = await person({ phone: true });
    const { page } = me;
    await page.goto('/learn/sail_epoch/11');
    await read(page);
    const begun = await rect(page.locator('.sea svg').first());
    await place(page, 'L7').tap();
    await page.locator('[data-place="M8"][data-mark]').waitFor();
    // The row of orders is whole.
    const row = page.locator('.dock .acts');
    expect(await row.evaluate((it) => it.scrollWidth - it.clientWidth)).toBeLessThanOrEqual(0);
    expect(low(await rect(row))).toBeLessThanOrEqual(low(await rect(page.locator('.dock'))));
    await place(page, 'M8').tap();
    await page.locator('.missed').getByText('Victory has moved this Turn').waitFor();
    await picture(page, 'sail-lesson-missed');
    for (const name of ['Try again', 'Take back'])
      expect(low(await rect(page.getByRole('button', { name })))).toBeLessThanOrEqual(844);
    expect(await rect(page.locator('.sea svg').first())).toEqual(begun);
    await press(page, 'Try again');
    await read(page);
    await place(page, 'L7').tap();
    await page.locator('[data-place="N7"][data-mark]').waitFor();
    await place(page, 'N7').tap();
    await press(page.locator('.dock'), 'By M6');
    await page
      .locator('.missed')
      .getByText(/detonates the mine on M6/)
      .waitFor();
    await leave(me);
  });
});

describe('a game on a phone', () => {
  it('tells a shot in words, and its die lies neither over the target nor over her wreck', async () => {
    const me = await person({ phone: true, motion: true });
    const { page } = me;
    await at(
      page,
      'scenario oceans / players 2 / order P1 P2 / phase P1 / wind N fresh',
      'ship P1 FR1 L7 / ship P2 BR4 L6 / ship P2 BR5 X14',
    );
    await place(page, 'L7').tap();
    await page.locator('[data-place="L6"][data-mark="attack"]').waitFor();
    await place(page, 'L6').tap();
    const die = page.locator('.throw .die');
    await die.waitFor();
    expect(meet(await rect(die), await rect(place(page, 'L6')))).toBe(false);
    const words = page.locator('.prompt').getByText(/Victory fires 3 guns at|fires three guns at/);
    await words.waitFor();
    await picture(page, 'sail-phone-shot');
    // They stay when it is over, and nothing lies over what puts her down.
    await die.waitFor({ state: 'detached' });
    await words.waitFor();
    await page.getByRole('button', { name: 'Put down' }).tap();
    await page.locator('.dock[data-unit]').waitFor({ state: 'detached' });
    await words.waitFor();
    await leave(me);
  });

  it('keeps the chart under the finger that takes a ship in hand', async () => {
    const me = await person({ phone: true });
    const { page } = me;
    await at(
      page,
      'scenario oceans / players 2 / order P1 P2 / phase P1 / wind E fresh',
      'ship P1 FR1 L7 / ship P2 BR5 X14',
    );
    const ship = place(page, 'L7');
    const before = await rect(ship);
    await ship.tap();
    const far = page.locator('[data-place="Q7"][data-mark]');
    await far.waitFor();
    // Something she can reach is out of sight: the chart could have gone there.
    const sea = await rect(page.locator('.sea svg').first());
    expect((await rect(far)).x + 24).toBeGreaterThan(sea.x + sea.width);
    for (let i = 0; i < 5; i++) {
      await page.evaluate(() => new Promise(requestAnimationFrame));
      expect(await rect(ship)).toEqual(before);
    }
    // So a second tap at the same point puts her down again.
    await page.touchscreen.tap(before.x + before.width / 2, before.y + before.height / 2);
    await page.locator('.dock[data-unit]').waitFor({ state: 'detached' });
    await leave(me);
  });

  it('says at the edge who lies beyond, over neither ship nor gold', async () => {
    const me = await person({ phone: true });
    const { page } = me;
    const gold = ['G5', 'G6', 'G7', 'G8'];
    await at(
      page,
      'scenario treasures / players 2 / order P1 P2 / phase P1 / wind N fresh',
      'fort P1 A1 / fort P2 L14 / ship P1 BR1 B7 / ship P1 BR2 B5 / ship P2 BR3 L7 / ship P2 BR4 L9',
      ...gold.map((spot) => `goods ${spot} 1`),
    );
    const word = page.locator('[data-away]');
    await expect.poll(() => word.count()).toBe(1);
    await page.getByText('2 other ships east').waitFor();
    const lies = await rect(word);
    // It would lie there: the middle of the edge is full of gold.
    const sea = await rect(page.locator('.sea svg').first());
    const middle = sea.y + sea.height / 2;
    const [first, last] = [await rect(place(page, 'G5')), await rect(place(page, 'G8'))];
    expect(first.y).toBeLessThan(middle);
    expect(low(last)).toBeGreaterThan(middle);
    for (const spot of gold) expect(meet(lies, await rect(place(page, spot))), spot).toBe(false);
    await picture(page, 'sail-phone-edge');
    await leave(me);
  });
});
