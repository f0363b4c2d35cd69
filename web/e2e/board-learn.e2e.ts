/// The whole path of The Board Game's lessons, each position clicked to its goal.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessible, close, leave, open, person, picture, place } from './kit';

beforeAll(open);
afterAll(close);

/// A ship that can act is taken in hand.
const take = async (page: Page, at: string): Promise<void> => {
  await page.locator(`[data-place="${at}"][data-mark="act"]`).waitFor();
  await place(page, at).click();
};
/// Clicks as soon as it may be pressed.
const press = (page: Page, act: string): Promise<void> =>
  page.locator(`[data-act=${act}]:enabled`).click();
const at = async (page: Page, ...places: string[]): Promise<void> => {
  for (const one of places) await place(page, one).click();
};
const orders = (page: Page): Promise<void> =>
  page.locator('.acts[data-phase=orders] [data-act=commit]').waitFor();
const token = (page: Page, code: string): Promise<void> =>
  page.locator(`.acts button[data-token=${code}]:enabled`).click();

type Do = (page: Page) => Promise<void>;

/// Heading of each position, and what is clicked there.
const PATH: [string, Do][] = [
  [
    'A die with an arrow moves a ship',
    async (page) => {
      await take(page, 'd2');
      await at(page, 'd5');
    },
  ],
  [
    'The star stands for anything',
    async (page) => {
      await take(page, 'd2');
      await at(page, 'd4');
      await take(page, 'd4');
      await page.locator('.acts [data-feature=EVADE]:enabled').click();
    },
  ],
  [
    'One die for each target that one die can hurt',
    async (page) => {
      await take(page, 'd3');
      // The bow of a ship that comes down the chart is not under her name.
      const sea = (await place(page, 'd6').boundingBox())!;
      const name = (await page.locator('[data-token=N1] .name').boundingBox())!;
      expect(name.y + name.height / 2).toBeLessThan(sea.y + sea.height / 2);
      // The other sign of a die is named where the die is drawn.
      await page.getByText('Artillery and anti-aircraft.').waitFor();
      await at(page, 'd6', 'e5');
      await press(page, 'commit');
      // A hit on guns costs them one die of two, and the way to choose it says so.
      await page.locator('.acts button', { hasText: 'Main guns: one die of 2' }).waitFor();
      await token(page, 'ART1');
      await page.getByText('Main guns, one of 2 dice, out of action next round').waitFor();
      await place(page, 'd6').hover();
      await page.locator('[data-card] .word', { hasText: '1 die out of action' }).waitFor();
      expect(await page.locator('[data-card] .gun.shut').count()).toBe(1);
    },
  ],
  [
    'An island is in the way',
    async (page) => {
      await take(page, 'd2');
      // Before she goes it is said whom she would see, and what is in the way.
      await place(page, 'd1').hover();
      await page.getByText('Furutaka is hidden by the island on d3').waitFor();
      await page.locator('path.hidden').waitFor({ state: 'attached' });
      await place(page, 'e2').hover();
      await page.getByText('From e2: guns reach Furutaka').waitFor();
      await at(page, 'e2');
      await press(page, 'pass');
      await orders(page);
      await take(page, 'e2');
      await at(page, 'd5');
      await press(page, 'commit');
    },
  ],
  [
    'A round from beginning to end',
    async (page) => {
      await page.getByRole('button', { name: 'North moves first' }).click();
      await take(page, 'd2');
      await at(page, 'd3');
      await press(page, 'pass');
      await orders(page);
      await take(page, 'd3');
      await at(page, 'd5');
      await press(page, 'commit');
      await page.getByText('Kagero fires her main guns at Chicago').waitFor();
    },
  ],
  [
    'Two steps, a turn, two torpedoes',
    async (page) => {
      await take(page, 'd2');
      // Near the east edge of the square: so she ends with her bow to the east.
      const box = (await place(page, 'd4').boundingBox())!;
      await page.mouse.click(box.x + box.width * 0.9, box.y + box.height / 2);
      await press(page, 'pass');
      await orders(page);
      await take(page, 'd4');
      await at(page, 'd5', 'd5');
      await press(page, 'commit');
      // Two torpedoes are two hits.
      await page.getByText('A torpedo of Hoel hits Kirishima (×2).').waitFor();
    },
  ],
  [
    'A red feature of the enemy is yours',
    async (page) => {
      await page.locator('[data-place="d3"][data-mark="act"]').waitFor();
      // A round spent without a shot is no way to the goal, and that is said.
      // A round without an attack is given away for good: one press does not do that.
      await press(page, 'commit');
      await page.getByText('Bismarck can still attack. Really attack nobody').waitFor();
      await press(page, 'commit');
      await page.getByText('misses the goal. Still to do: Sink Hood').waitFor();
      expect(await page.locator('.acts button').count()).toBe(0);
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.locator('[data-place="d3"][data-mark="act"]').waitFor();
      await at(page, 'd6');
      await page.locator('[data-card] button', { hasText: 'Exposed magazines' }).click();
      await take(page, 'd3');
      await at(page, 'd6');
      // One die costs one point, the magazines another: that is told beforehand.
      await page.getByText('Together they sink Hood.').waitFor();
      await press(page, 'commit');
    },
  ],
  [
    'Choose what stops working',
    async (page) => {
      await take(page, 'd3');
      await at(page, 'd6');
      await press(page, 'commit');
      await token(page, 'TORP');
    },
  ],
  [
    'Put the fire out',
    async (page) => {
      await take(page, 'd1');
      await page.locator('.acts [data-feature=DAMCON]:enabled').click();
      // Whoever thinks better of it goes back.
      await press(page, 'cancel');
      await page.locator('.acts [data-feature=DAMCON]:enabled').click();
      await page.locator('.acts .row button:enabled', { hasText: 'flight deck' }).click();
      await take(page, 'd1');
      await press(page, 'repair');
      await expect
        .poll(() => place(page, 'd1').getAttribute('aria-label'), { message: 'repaired' })
        .toMatch(/4 of/);
      await picture(page, 'board-repair');
    },
  ],
  [
    'Bombs and a torpedo on Akagi',
    async (page) => {
      await take(page, 'd1');
      await at(page, 'c8', 'c8', 'c8');
      await press(page, 'fly');
      await page.locator('.acts[data-phase=bombs] button:enabled').last().click();
      // All three hits are placed, not only the one that is asked for.
      await token(page, 'FLIGHT');
      await token(page, 'MOVE');
      await token(page, 'AA');
    },
  ],
  [
    'A screen meets the raid',
    async (page) => {
      await take(page, 'd1');
      await press(page, 'launch');
      await press(page, 'cancel');
      await press(page, 'launch');
      await page.locator('[data-place="d1"][data-mark="swap"]').waitFor();
      await at(page, 'd1', 'd1');
      expect(await page.locator('.acts .raid li').count()).toBe(2);
      await press(page, 'fly');
      await page.locator('[data-flight^="S1-F"]').first().waitFor();
      await press(page, 'pass');
      // The raid is on its way: the screen is asked whom it attacks.
      await page.getByText('which one shall your screen attack').waitFor();
      await picture(page, 'board-intercept');
      await page.locator('.acts[data-phase=intercept] button:enabled').first().click();
    },
  ],
  [
    'An escort clears the way',
    async (page) => {
      await take(page, 'd1');
      await page.locator('.acts [data-plane=F1]').click();
      await at(page, 'c8', 'c8', 'c8');
      await press(page, 'fly');
    },
  ],
  [
    'Onto the boat, then the charge',
    async (page) => {
      await take(page, 'd2');
      await at(page, 'e4');
      await press(page, 'pass');
      await orders(page);
      await take(page, 'e4');
      await at(page, 'e4');
      await page.locator('.acts .list .dice svg').first().waitFor();
      await picture(page, 'board-charge');
      await press(page, 'commit');
    },
  ],
  [
    'Beside a tanker, unseen',
    async (page) => {
      await take(page, 'e7');
      await at(page, 'd5');
      await press(page, 'pass');
      await orders(page);
      await take(page, 'd5');
      await at(page, 'd4', 'd4');
      await page.locator('.acts .list .dice svg').nth(1).waitFor();
      await picture(page, 'board-boat-fires');
      await press(page, 'commit');
    },
  ],
  [
    'Out over the far edge',
    async (page) => {
      await take(page, 'd8');
      await page.locator('[data-end=exit]').click();
    },
  ],
  [
    'Forty points of ships',
    async (page) => {
      for (const id of ['US-CHICAGO', 'US-GWIN', 'US-LAFFEY'])
        await page.locator(`[data-roster="${id}"] .foot button`).click();
      await press(page, 'fleet');
    },
  ],
  [
    'The line of battle',
    async (page) => {
      // Dragged from the list she lies where she is let go.
      const from = (await page.locator('[data-tray]').first().boundingBox())!;
      const to = (await place(page, 'd1').boundingBox())!;
      await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
      await page.mouse.down();
      await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 6 });
      await page.mouse.up();
      await page.locator('[data-token]').first().waitFor({ state: 'attached' });
      // The next one is in hand, and that is said; to take her again lets nobody go.
      await page.getByText('is in hand: click a square for her').waitFor();
      await page.locator('[data-tray][aria-pressed=true]').click();
      await at(page, 'c2', 'e2');
      await press(page, 'ready');
      await page.getByText('Your ships are placed.').waitFor();
    },
  ],
];

describe('lessons of the Board Game', () => {
  it('are clicked from the first to the last, and lead to a game', async () => {
    const me = await person();
    const { page } = me;
    await page.goto('/learn/board_game');
    for (const [n, [title, act]] of PATH.entries()) {
      await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
      await act(page);
      await page.getByText('Well done.').waitFor();
      if (n === PATH.length - 1) await accessible(page, 'the last lesson');
      else await page.locator('.foot').getByRole('button', { name: 'Next position' }).click();
    }
    // On a smaller screen, too, nothing that a position tells one to press lies below its edge.
    await page.setViewportSize({ width: 1024, height: 768 });
    for (const [n, from, to] of [
      [3, 'd3', 'd6'],
      [10, 'd1', 'c8'],
    ] as const) {
      await page.goto(`/learn/board_game/${n}`);
      await take(page, from);
      await at(page, to);
      const way = (await page.locator('[data-act=commit], [data-act=fly]').boundingBox())!;
      expect(way.y + way.height, `position ${n}`).toBeLessThanOrEqual(768);
      expect(await page.evaluate(() => scrollY)).toBe(0);
    }
    await page.goto('/learn/board_game/3');
    await take(page, 'd3');
    await at(page, 'd6', 'e5');
    await press(page, 'commit');
    const last = page.locator('.acts button[data-token]').last();
    await last.waitFor();
    const low = (await last.boundingBox())!;
    expect(low.y + low.height, 'what a critical hit may close').toBeLessThanOrEqual(768);
    await page.goto('/learn/board_game/17');
    await PATH.at(-1)![1](page);
    await page.locator('.foot').getByRole('button', { name: 'Play this for real' }).click();
    await page.waitForURL(/\/table\//);
    await page.locator('[data-act=ready]').waitFor();
    await leave(me);
  }, 240_000);

  it('say on a phone how one wins before anything is unfolded', async () => {
    const me = await person({ phone: true });
    const { page } = me;
    await page.goto('/learn/board_game/1');
    const text = page.locator('p.body');
    await text.waitFor();
    expect(await text.innerText()).toMatch(/^Sunk enemies are points, and most points/);
    const [seen, board] = [(await text.boundingBox())!, (await place(page, 'a8').boundingBox())!];
    expect(seen.height).toBeGreaterThan(30);
    expect(seen.y + seen.height).toBeLessThan(board.y);
    await picture(page, 'board-lesson-phone');
    await leave(me);
  });
});
