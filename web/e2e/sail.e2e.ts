/// The sea table: what a turn costs in clicks, whole games by clicking, windows, secrets, keys.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import {
  accessible,
  api,
  close,
  leave,
  open,
  person,
  picture,
  place,
  table,
  type Json,
} from './kit';

beforeAll(open);
afterAll(close);

const bot = { kind: 'bot', level: 'random' };
/// So long a whole game may take, in decisions of mine.
const LONG = 160;

/// A game in which it is this person's phase, and the weather is as wanted.
async function begin(page: Page, options: Json, weather: RegExp = /./): Promise<void> {
  for (let spun = 0; spun < 20; spun += 1) {
    const id = await table(page, {
      game: 'sail_epoch',
      options: { wind_profile: 'gentle', ...options },
      seats: [{ kind: 'me' }, bot],
    });
    await page.goto(`/table/${id}`);
    const prompt = page.locator('.prompt');
    await prompt.getByText(/Your phase|then end/).waitFor();
    // At Admiral level the bows are pointed first, or left as they are.
    if (await prompt.getByText(/then end/).count()) {
      await prompt.getByRole('button', { name: /^End/ }).click();
      await prompt.getByText(/Your phase/).waitFor();
    }
    if (weather.test(await prompt.innerText())) return;
  }
  throw new Error(`the weather was never ${weather.source}`);
}

const marked = (page: Page, look: string): Locator => page.locator(`[data-mark="${look}"]`);
const places = (found: Locator): Promise<string[]> =>
  found.evaluateAll((cells) => cells.map((cell) => cell.getAttribute('data-place') ?? ''));
const enemies = (page: Page): Promise<string[]> =>
  page
    .locator('[data-ship]:not([data-owner="P1"])')
    .evaluateAll((ships) => ships.map((ship) => ship.getAttribute('data-at') ?? ''));
const far = (a: string, b: string): number =>
  Math.max(
    Math.abs(a.charCodeAt(0) - b.charCodeAt(0)),
    Math.abs(Number(a.slice(1)) - Number(b.slice(1))),
  );
const n = (page: Page): Promise<number> =>
  page.locator('.table').evaluate((it: HTMLElement) => Number(it.dataset.n));
async function moved(page: Page, was: number): Promise<void> {
  await page.waitForFunction(
    (before) => Number(document.querySelector<HTMLElement>('.table')?.dataset.n) > before,
    was,
  );
}
/// The whole field in sight, so that every place can be clicked.
async function whole(page: Page): Promise<void> {
  const all = page.getByRole('button', { name: 'Whole board' });
  if ((await all.count()) && (await all.isEnabled())) await all.click();
}

/// Counts what a hand does.
class Hand {
  clicks = 0;
  constructor(readonly page: Page) {}
  async at(spot: string): Promise<void> {
    this.clicks += 1;
    await place(this.page, spot).click();
  }
  async press(button: Locator): Promise<void> {
    this.clicks += 1;
    await button.click();
  }
}

describe('the sea', () => {
  it('costs two clicks to sail, and a turn of eight ships no more than twenty', async () => {
    const me = await person();
    const { page } = me;
    // A fleet that is still whole: where the other begins, a first shot may have told.
    const fleet = page.locator('[data-owner="P1"]');
    for (let i = 0; i === 0 || (i < 5 && (await fleet.count()) < 8); i += 1)
      await begin(page, { scenario: 'oceans' }, /fresh/);
    await whole(page);
    const hand = new Hand(page);
    const waiting = new Set(await places(marked(page, 'act')));
    const ships = await fleet.count();
    expect(ships).toBe(8);
    await accessible(page, 'the sea');
    await picture(page, 'sail-1440');
    let sailed = 0;
    for (const spot of waiting) {
      if (!(await page.locator(`[data-owner="P1"][data-at="${spot}"]`).count())) continue;
      const before = hand.clicks;
      await hand.at(spot);
      const goals = await places(marked(page, 'go'));
      if (goals.length === 0) continue;
      if (sailed === 0) await picture(page, 'sail-lit');
      const was = await n(page);
      await hand.at(goals.at(-1)!);
      await moved(page, was);
      expect(hand.clicks - before).toBe(2);
      sailed += 1;
      // A ship that can still fire stays in hand; another one takes over by a click.
    }
    expect(sailed).toBeGreaterThanOrEqual(6);
    const was = await n(page);
    const before = hand.clicks;
    await hand.press(page.getByRole('button', { name: 'End the phase' }));
    await moved(page, was);
    expect(hand.clicks - before).toBe(1);
    expect(hand.clicks).toBeLessThanOrEqual(20);
    await leave(me);
  });

  it('answers why not, and never offers a fireship as the large button', async () => {
    const me = await person();
    const { page } = me;
    await begin(page, { scenario: 'treasures' }, /fresh/);
    await whole(page);
    const ship = (await places(marked(page, 'act')))[0]!;
    await place(page, ship).click();
    const lit = new Set(await places(page.locator('[data-mark]')));
    const dark = ['F13', 'G3', 'D11', 'K5'].find((spot) => !lit.has(spot))!;
    await place(page, dark).click();
    await page.locator('.notice, [role="alert"]').first().waitFor();
    expect(await page.locator('.notice, [role="alert"]').first().innerText()).toMatch(/SE-/);
    // Still in hand, and what is never taken back stands under More and is asked about.
    expect(await page.locator('.dock').getAttribute('data-unit')).toMatch(/BR|GA/);
    await page.locator('.dock').getByRole('button', { name: 'More' }).click();
    await page.getByRole('button', { name: /Make her a fireship/ }).click();
    await page.getByRole('dialog').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Not now' }).click();
    expect(await page.locator('button.primary', { hasText: /fireship/i }).count()).toBe(0);
    await leave(me);
  });

  it('shows fire with its chance, and boards by three clicks', async () => {
    const me = await person();
    const { page } = me;
    const hand = new Hand(page);
    await page.goto('/learn/sail_epoch/2');
    await hand.at('L10');
    await hand.at('L7');
    await page.locator('.badge').waitFor();
    expect(await page.locator('.odds').textContent()).toContain('5 of 6');
    hand.clicks = 1; // The ship is in hand already: that was the first of two.
    await hand.at('L6');
    expect(hand.clicks).toBe(2);
    await page.getByText('Well done.').waitFor();

    await page.goto('/learn/sail_epoch/4');
    hand.clicks = 0;
    await hand.at('K7');
    await hand.press(page.locator('[data-board]'));
    await page.getByRole('checkbox', { name: /Raven/ }).check();
    await picture(page, 'sail-boarding');
    await accessible(page, 'a boarding');
    await hand.press(page.getByRole('button', { name: 'Board', exact: true }));
    expect(hand.clicks).toBe(3);
    // The winner hands out what is left.
    await page.getByRole('heading', { name: /Hand out 2 points/ }).waitFor();
    await page.getByRole('button', { name: 'Less for Raven' }).click();
    await page.getByRole('button', { name: 'More for Santa Ana' }).click();
    await picture(page, 'sail-shares');
    await page.getByRole('button', { name: 'So be it' }).click();
    await page.getByText('Well done.').waitFor();
    await leave(me);
  });

  it('teaches bows and answers to fire at Admiral level', async () => {
    const me = await person();
    const { page } = me;
    await page.goto('/learn/sail_epoch/9');
    await place(page, 'F5').click();
    await place(page, 'B3').click();
    const dial = page.getByRole('dialog');
    if (await dial.isVisible()) {
      await picture(page, 'sail-dial');
      await dial.getByRole('button', { name: 'Bow to the west' }).click();
    }
    await page.getByText('Well done.').waitFor();
    await page.goto('/learn/sail_epoch/11');
    await page.getByRole('heading', { name: 'Answer the fire?' }).waitFor();
    await picture(page, 'sail-answer');
    await page.getByRole('button', { name: /Amazon fires/ }).click();
    await page.getByText('Well done.').waitFor();
    await leave(me);
  });
});

/// Does something sensible: answers what is asked, fires, sails nearer, ends. Returns whether the game goes on.
async function decide(page: Page, seen: Set<string>): Promise<boolean> {
  await page.waitForFunction(
    () =>
      document.querySelector('dialog[open], div.over, [data-mark], .ends button, .menu button') !==
      null,
  );
  if (await page.getByText(/ won: |Nobody has won/).count()) return false;
  const was = await n(page);
  const over = page.locator('div.over');
  if (await over.count()) {
    seen.add((await over.getByRole('heading').first().innerText()).split(' ')[0] ?? '');
    await over.locator('button:enabled').last().click();
    await moved(page, was);
    return true;
  }
  if (await page.getByRole('button', { name: 'End the phase' }).count()) {
    const acts = await places(marked(page, 'act'));
    for (const spot of acts.slice(0, 3)) {
      const now = await n(page);
      await place(page, spot).click();
      const shots = await places(marked(page, 'attack'));
      if (shots.length && (await page.locator('.badge').count())) {
        seen.add('fire');
        await place(page, shots[0]!).click();
        await moved(page, now);
        return true;
      }
      const goals = await places(marked(page, 'go'));
      const foes = await enemies(page);
      if (goals.length && foes.length) {
        const nearest = (spot: string): number => Math.min(...foes.map((foe) => far(spot, foe)));
        goals.sort((a, b) => nearest(a) - nearest(b));
        await place(page, goals[0]!).click();
        const dial = page.locator('dialog[open] .way:enabled');
        if (await dial.count()) {
          seen.add('dial');
          await dial.first().click();
        }
        seen.add('sail');
        await moved(page, now);
        return true;
      }
      await page.keyboard.press('Escape');
    }
    await page.getByRole('button', { name: 'End the phase' }).click();
    await moved(page, was);
    return true;
  }
  // Before play: the menu, by places and buttons.
  const button = page.locator('.menu button:enabled, .prompt .buttons button.primary').first();
  if (await button.count()) await button.click();
  else await page.locator('[data-mark]').first().click();
  return true;
}

describe('a whole game is played by clicking', () => {
  it.each([
    ['treasures', 'lieutenant', { turn_limit: 4 }],
    ['pearls', 'captain', { turn_limit: 2 }],
    ['jolly', 'lieutenant', { turn_limit: 2 }],
    ['oceans', 'admiral', { turn_limit: 2, oceans_sets: 1 }],
  ] as const)('%s at %s level', async (scenario, level, more) => {
    const me = await person();
    const { page } = me;
    const id = await table(page, {
      game: 'sail_epoch',
      options: { scenario, level, wind_profile: 'gentle', ...more },
      seats: [{ kind: 'me' }, bot],
    });
    await page.goto(`/table/${id}`);
    await page.locator('[data-place]').first().waitFor();
    await whole(page);
    const seen = new Set<string>();
    let decisions = 0;
    while (decisions < LONG && (await decide(page, seen))) decisions += 1;
    expect(decisions).toBeLessThan(LONG);
    expect(seen).toContain('sail');
    await picture(page, `sail-end-${scenario}`);
    await leave(me);
  });
});

describe('at one table', () => {
  it('three play, mines stay secret, and what is in hand survives what others do', async () => {
    const [me, you] = [await person(), await person()];
    const id = await table(me.page, {
      game: 'sail_epoch',
      options: { scenario: 'treasures', players: 3, mines: true, wind_profile: 'gentle' },
      seats: [{ kind: 'me' }, { kind: 'open' }, bot],
      public: true,
      start: false,
    });
    await api(you.page, 'POST', `/tables/${id}/join`, { seat: 1 });
    await Promise.all([me, you].map(({ page }) => page.goto(`/table/${id}`)));
    // Each notes two mines where the sea is lit.
    for (const { page } of [me, you]) {
      await whole(page);
      for (const i of [0, 4]) {
        const was = await page.locator('g.mine').count();
        await marked(page, 'place').nth(i).click();
        await expect.poll(() => page.locator('g.mine').count()).toBe(was + 1);
      }
    }
    await expect.poll(() => me.page.locator('g.mine').count()).toBe(2);
    await expect.poll(() => you.page.locator('g.mine').count()).toBe(2);
    const spots = (page: Page): Promise<string[]> =>
      page
        .locator('[aria-label*="your mine"]')
        .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('data-place') ?? ''));
    const [mine, yours] = [await spots(me.page), await spots(you.page)];
    expect(mine.some((spot) => yours.includes(spot))).toBe(false);
    await picture(me.page, 'sail-mines');
    // Whoever acts takes a ship in hand; then the other gives standing orders, which all are told.
    const ending = (page: Page): Promise<number> =>
      page.getByRole('button', { name: 'End the phase' }).count();
    await expect.poll(async () => (await ending(me.page)) + (await ending(you.page))).toBe(1);
    const [actor, other] = (await ending(me.page)) ? [me.page, you.page] : [you.page, me.page];
    const ships = await places(marked(actor, 'act'));
    if (ships.length) {
      await place(actor, ships[0]!).click();
      const unit = await actor.locator('.dock').getAttribute('data-unit');
      expect(unit).toBeTruthy();
      const was = await n(actor);
      for (const spot of await spots(other)) {
        await other.getByRole('button', { name: /orders for a mine/i }).click();
        await place(other, spot).click();
        await other.getByRole('button', { name: /never detonate/i }).click();
        await expect.poll(() => other.locator('.table').getAttribute('data-depth')).toBe('0');
      }
      await moved(actor, was);
      expect(await actor.locator('.dock').getAttribute('data-unit')).toBe(unit);
    }
    await leave(me, you);
  });

  it('is played by keys alone', async () => {
    const me = await person();
    const { page } = me;
    await begin(page, { scenario: 'treasures' }, /fresh/);
    const was = await n(page);
    await page.locator('[data-place][tabindex="0"]').focus();
    await page.keyboard.press('n');
    await page.keyboard.press('Enter');
    await page.locator('.dock[data-unit]').waitFor();
    await page.keyboard.press('n');
    await page.keyboard.press('Enter');
    await moved(page, was);
    const sailed = await n(page);
    for (let tabs = 0; tabs < 60; tabs += 1) {
      await page.keyboard.press('Tab');
      const at = await page.evaluate(() => document.activeElement?.textContent ?? '');
      if (at.includes('End the phase')) break;
    }
    await page.keyboard.press('Enter');
    await moved(page, sailed);
    await leave(me);
  });

  it.each([
    ['1024', 1024, 768, false],
    ['night', 1440, 900, true],
    ['phone', 390, 844, false],
    ['lying', 844, 390, true],
  ] as const)('fits %s', async (name, width, height, dark) => {
    const me = await person({ dark, phone: width === 390 });
    const { page } = me;
    await page.setViewportSize({ width, height });
    await begin(page, { scenario: 'pearls', level: 'admiral' }, /fresh/);
    await marked(page, 'act').first().waitFor();
    const spot = (await places(marked(page, 'act')))[0]!;
    await page.locator(`[data-place="${spot}"]`).focus();
    await page.keyboard.press('Enter');
    await page.locator('.dock[data-unit]').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      width,
    );
    expect((await place(page, spot).boundingBox())?.width ?? 0).toBeGreaterThanOrEqual(40);
    await accessible(page, `the sea, ${name}`);
    await picture(page, `sail-${name}`);
    await leave(me);
  });
});
