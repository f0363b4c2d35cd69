/// What the generic chart did wrong at sea, one by one: none of it may come back.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { close, leave, open, person, picture, place, table } from './kit';
import { begin, bot, marked, moved, n, places, whole } from './sea';

beforeAll(open);
afterAll(close);

const coasts = (page: Page): Promise<string[]> =>
  page.locator('path.ground').evaluateAll((all) => all.map((one) => one.getAttribute('d') ?? ''));
/// How far a ship's bow is turned from north, as drawn, from 0 to 315.
const bow = (page: Page, ship: string): Promise<number> =>
  page
    .locator(`[data-ship="${ship}"] .ship > g`)
    .first()
    .evaluate((hull) => {
      const turn = Number(/rotate\((-?[\d.]+)/.exec(hull.getAttribute('transform') ?? '')?.[1]);
      return ((turn % 360) + 360) % 360;
    });

describe('at sea', () => {
  it('everything is named, in its place, and drawn as what it is', async () => {
    const me = await person();
    const { page } = me;
    await begin(page, { scenario: 'treasures' }, /fresh/);
    await whole(page);
    // Who comes next is said before the phase is ended.
    expect(await page.locator('.ends p').innerText()).toMatch(
      /plays twice running|then begin Turn/,
    );
    // Whose a harbour is, is seen: each has its owner's colour.
    expect(await page.locator('.harbour[data-side="0"]').count()).toBeGreaterThan(0);
    expect(await page.locator('.harbour[data-side="1"]').count()).toBeGreaterThan(0);
    // Words that cannot be misread, and an arrow that way.
    const wind = await page.locator('.wind').innerText();
    expect(wind).toMatch(/The wind blows towards the (north|south|east|west)/);
    expect(await page.locator('.wind .vane').count()).toBe(1);
    // Ships: side, class and name; none of them ashore, for coast is water.
    const ships = await page
      .locator('[data-ship]')
      .evaluateAll((all) => all.map((one) => (one as SVGElement).dataset.at ?? ''));
    for (const at of new Set(ships))
      expect(await place(page, at).getAttribute('aria-label')).toMatch(
        /(brig|galleon|frigate|first rate) \w+.* of (Player|you)/i,
      );
    const land = await page
      .locator('[data-place][aria-label*=", land"]')
      .evaluateAll((all) => all.map((one) => (one as SVGElement).dataset.place ?? ''));
    expect(land.length).toBeGreaterThan(0);
    expect(ships.filter((at) => land.includes(at))).toEqual([]);
    // Gold are chests, and no dots.
    expect(await page.locator('path.chest').count()).toBeGreaterThan(0);
    // Zoom beside the sea, the log in sight, at both sizes.
    for (const [width, height] of [
      [1440, 900],
      [1024, 768],
    ] as const) {
      await page.setViewportSize({ width, height });
      const sea = (await page.locator('.board svg[role="group"]').boundingBox())!;
      for (const name of ['Nearer', 'Farther', 'Whole board']) {
        const zoom = (await page.getByRole('button', { name }).boundingBox())!;
        expect(zoom.x >= sea.x + sea.width || zoom.y >= sea.y + sea.height).toBe(true);
      }
      const log = (await page.locator('.panel.tabs').boundingBox())!;
      expect(log.height).toBeGreaterThanOrEqual(240);
      expect(log.y + log.height).toBeLessThanOrEqual(height);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await whole(page);
    // A ship at this level points along her course.
    const isles = await coasts(page);
    await place(page, (await places(marked(page, 'act')))[0]!).click();
    const unit = (await page.locator('.dock[data-unit]').getAttribute('data-unit'))!;
    const from = (await page.locator(`[data-ship="${unit}"]`).getAttribute('data-at'))!;
    const to = (await places(marked(page, 'go'))).at(-1)!;
    const was = await n(page);
    await place(page, to).click();
    await moved(page, was);
    await expect
      .poll(() => page.locator(`[data-ship="${unit}"]`).getAttribute('data-at'))
      .not.toBe(from);
    const [dx, dy] = [
      to.charCodeAt(0) - from.charCodeAt(0),
      Number(to.slice(1)) - Number(from.slice(1)),
    ];
    const course = ((Math.round((Math.atan2(dx, -dy) * 4) / Math.PI) * 45) % 360) + 360;
    expect(await bow(page, unit)).toBe(course % 360);
    // Islands are what they were.
    expect(await coasts(page)).toEqual(isles);
    // The log has names and no codes.
    expect(await page.getByRole('log').innerText()).not.toMatch(/\b(FR|GA|FG|BR)\d/);
    await leave(me);
  });

  it('a calm has no arrow and says what it means', async () => {
    const me = await person();
    await begin(me.page, { scenario: 'treasures', wind_profile: 'standard' }, /calm/i);
    expect(await me.page.locator('.wind .vane').count()).toBe(0);
    expect(await me.page.locator('.wind').innerText()).toContain('only brigs move');
    await picture(me.page, 'sail-calm');
    await leave(me);
  });

  it('an open game at one screen is handed over without a cover', async () => {
    const me = await person();
    const { page } = me;
    await begin(page, { scenario: 'treasures' }, /./, [
      { kind: 'me' },
      { kind: 'same', name: 'Anne' },
    ]);
    const first = await page.locator('.seats li.turn .name b').innerText();
    await page.getByRole('button', { name: 'End the phase' }).click();
    await expect
      .poll(() => page.locator('.seats li.turn .name b').allInnerTexts())
      .not.toEqual([first]);
    await page.getByRole('button', { name: 'End the phase' }).waitFor();
    expect(await page.getByRole('button', { name: /^I am / }).count()).toBe(0);
    await leave(me);
  });

  it('nothing is said or asked before the board has shown it, and a turned screen shows all of it', async () => {
    const me = await person({ motion: true });
    const { page } = me;
    await page.addInitScript(() => localStorage.setItem('admiralty.prefs', '{"pace":"slow"}'));
    await begin(page, { scenario: 'treasures' }, /./, [
      { kind: 'me' },
      { kind: 'bot', level: "Ship's Boy" },
    ]);
    // Whenever the board still shows what the other did, though it is the own phase by now.
    await page.evaluate(() => {
      const seen: { dead: boolean; line?: string; turn?: string }[] = [];
      Object.assign(window, { seen });
      new MutationObserver(() => {
        const go = document.querySelector<HTMLButtonElement>('.ends button');
        if (document.querySelector('.prompt h2')?.textContent === 'See what happens' && go)
          seen.push({
            dead: go.disabled,
            line: document.querySelector('.state .who')?.textContent,
            // Neither does the mark at the seats run ahead.
            turn: document.querySelector('.seats li.turn .name b')?.textContent,
          });
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    const seen = (): Promise<unknown[]> =>
      page.evaluate(() => (window as unknown as { seen: unknown[] }).seen);
    const end = page.getByRole('button', { name: 'End the phase' });
    for (let phases = 0; phases < 8 && !(await seen()).length; phases += 1) {
      const was = await n(page);
      await end.click({ timeout: 60_000 });
      await moved(page, was);
    }
    const found = await seen();
    expect(found.length).toBeGreaterThan(0);
    for (const one of found)
      expect(one).toEqual({ dead: true, line: 'See what happens', turn: 'Player 2' });
    await expect.poll(() => end.isEnabled(), { timeout: 60_000 }).toBe(true);
    // Ships are called by name, so that the log can be followed.
    expect(await page.locator('.sea .called').count()).toBe(
      await page.locator('.sea [data-ship]').count(),
    );
    // Upright and back, as a tablet is turned: the last row is in sight again.
    await page.setViewportSize({ width: 700, height: 1100 });
    await page.locator('.bar').waitFor();
    await page.setViewportSize({ width: 1440, height: 900 });
    const sunk = async (): Promise<number> => {
      const [last, sea] = await Promise.all([
        place(page, 'L14').boundingBox(),
        page.locator('.sea svg').boundingBox(),
      ]);
      return last && sea ? last.y + last.height - sea.y - sea.height : Infinity;
    };
    await expect.poll(sunk).toBeLessThanOrEqual(1);
    // Zoomed out by the button, too.
    await page.setViewportSize({ width: 390, height: 844 });
    const farther = page.getByRole('button', { name: 'Farther' });
    await expect.poll(() => farther.isVisible()).toBe(true);
    for (let i = 0; i < 12 && (await farther.isEnabled()); i += 1) await farther.click();
    expect(await sunk()).toBeLessThanOrEqual(1);
    await leave(me);
  });

  it('no weather moves the sea or what stands beside it', async () => {
    const me = await person();
    const { page } = me;
    const seen = new Set<string>();
    for (const weather of ['fresh', 'calm', 'storm']) {
      const id = await table(page, {
        game: 'sail_epoch',
        options: {
          position: `scenario oceans / players 2 / order P1 P2 / phase P1 / wind N ${weather} / ship P1 BR1 L7 / ship P2 BR5 X14`,
        },
        seats: [{ kind: 'me' }, bot],
      });
      await page.goto(`/table/${id}`);
      await page.getByRole('button', { name: 'End the phase' }).waitFor();
      seen.add(
        await page
          .locator('.ask, .panel.card, .panel.tabs, .dock, .board svg[role="group"]')
          .evaluateAll((all) => JSON.stringify(all.map((one) => one.getBoundingClientRect()))),
      );
    }
    expect(seen.size).toBe(1);
    await leave(me);
  });

  it('six seats leave prompt, card and log where they are', async () => {
    const me = await person();
    const { page } = me;
    const id = await table(page, {
      game: 'sail_epoch',
      options: { scenario: 'pearls', players: 6, wind_profile: 'gentle' },
      seats: [{ kind: 'me' }, bot, bot, bot, bot, bot],
    });
    await page.goto(`/table/${id}`);
    const end = page.getByRole('button', { name: 'End the phase' });
    await end.waitFor();
    const rooms = (): Promise<string> =>
      page
        .locator('.ask, .panel.card, .panel.tabs, .board svg[role="group"]')
        .evaluateAll((all) => JSON.stringify(all.map((one) => one.getBoundingClientRect())));
    const before = await rooms();
    const log = (await page.locator('.panel.tabs').boundingBox())!;
    expect(log.height).toBeGreaterThanOrEqual(240);
    expect(log.y + log.height).toBeLessThanOrEqual(900);
    await picture(page, 'sail-six');
    const was = await n(page);
    await end.click();
    await moved(page, was);
    expect(await rooms()).toBe(before);
    // Five others act; then it is my phase again, and everything is where it was.
    await page.locator('.prompt.mine').waitFor({ timeout: 60_000 });
    expect(await rooms()).toBe(before);
    await leave(me);
  });
});
