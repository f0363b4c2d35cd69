/// Fleet Actions beyond two seats: the pages of all battles, the lessons, five seats in three browsers.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessible, api, close, leave, open, person, picture, table } from './kit';

beforeAll(open);
afterAll(close);

const orders = (page: Page) => page.locator('.orders');

describe('the page of a scenario', () => {
  it('is there for every battle, with chart, fleets, story and figures', async () => {
    const me = await person();
    const { page } = me;
    await page.goto('/scenarios/fleet_actions');
    const links = page.getByRole('navigation', { name: 'Scenario' }).getByRole('listitem');
    await expect.poll(() => links.count()).toBe(23);
    for (let i = 0; i < 23; i += 1) {
      const link = links.nth(i).getByRole('link');
      const title = await link.innerText();
      await link.click();
      await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
      const story = page.locator('article .story');
      await expect
        .poll(async () => (await story.innerText()).split(' ').length)
        .toBeGreaterThan(45);
      // Both fleets lie on the chart, and every squadron has its admiral and ships beneath it.
      await page.locator('article [data-unit^="A"]').first().waitFor({ state: 'attached' });
      await page.locator('article [data-unit^="B"]').first().waitFor({ state: 'attached' });
      expect(await page.locator('article .ships').count()).toBeGreaterThan(1);
      await page.getByRole('img', { name: /per cent/ }).waitFor();
    }
    await page.goto('/scenarios/fleet_actions/trafalgar-1805');
    await page.getByText('Vice-Admiral Lord Nelson, commander-in-chief').waitFor();
    await page.getByText(/Collingwood\), Lee column, rear/).waitFor();
    await accessible(page, 'the page of Trafalgar');
    await picture(page, 'fleet-scenario', true);
    await page.getByRole('link', { name: 'New game' }).last().click();
    await page.waitForURL(/scenario=trafalgar-1805/);
    expect(await page.getByRole('radio', { name: /^Trafalgar, 1805/ }).isChecked()).toBe(true);
    await leave(me);
  });

  it('leads to its battle with one click, on a phone too', async () => {
    const me = await person({ phone: true, dark: true });
    const { page } = me;
    await page.goto('/scenarios/fleet_actions/ortegal-1805');
    await page.locator('article .story').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      390,
    );
    await accessible(page, 'a scenario at night');
    await picture(page, 'fleet-scenario-phone');
    await page.getByRole('button', { name: 'Play now' }).click();
    await page.waitForURL(/\/table\//);
    await page.getByRole('group', { name: 'Chart of the battle' }).waitFor();
    await leave(me);
  });
});

describe('five seats in three browsers', () => {
  it('each sees its own, the gamemaster sees all and makes the wind', async () => {
    const [english, dutch, master] = [await person(), await person(), await person()];
    const everybody = [english, dutch, master];
    // Two captains at one screen, two bots, and somebody who owns no ships.
    const id = await table(english.page, {
      game: 'fleet_actions',
      options: {
        scenario: 'leghorn-1653',
        players: 'divisions',
        gamemaster: true,
        gm_wind: true,
      },
      seats: [
        { kind: 'me' },
        { kind: 'same', name: 'Badiley' },
        { kind: 'open' },
        { kind: 'bot', level: 'random' },
        { kind: 'open' },
      ],
    });
    const { invite } = await api<{ invite: string }>(english.page, 'GET', `/tables/${id}`);
    await api(dutch.page, 'POST', `/tables/${id}/join`, { seat: 2, invite });
    await api(master.page, 'POST', `/tables/${id}/join`, { seat: 4, invite });
    const heard = new Map<Page, string[]>();
    for (const { page } of everybody) {
      const frames: string[] = [];
      heard.set(page, frames);
      page.on('websocket', (socket) =>
        socket.on('framereceived', ({ payload }) => frames.push(String(payload))),
      );
      await page.goto(`/table/${id}`);
    }
    // At the screen of two captains it is asked first who looks.
    for (const { page } of [dutch, master]) await page.locator('.orders').waitFor();
    // Five seats, with whose they are.
    expect(await master.page.getByText('Gamemaster').count()).toBeGreaterThan(0);
    await accessible(master.page, 'the gamemaster');

    // Headings are open: whoever is asked keeps his course, until speeds are to be sealed.
    const kind = (page: Page): Promise<string | null> => orders(page).getAttribute('data-kind');
    const take = async (page: Page): Promise<void> => {
      const cover = page.getByRole('button', { name: /^I am / });
      if (await cover.first().isVisible()) await cover.first().click();
    };
    await expect
      .poll(
        async () => {
          for (const { page } of [english, dutch]) {
            await take(page);
            const go = orders(page).getByRole('button', { name: 'All keep their course' });
            if (await go.isVisible()) await go.click({ timeout: 1000 }).catch(() => undefined);
          }
          return kind(master.page);
        },
        { timeout: 60_000 },
      )
      .toBe('speed');

    // The Dutch captain seals; his friends and enemies learn nothing of it, the gamemaster does.
    const seal = orders(dutch.page).getByRole('button', { name: 'Seal the orders' });
    await seal.waitFor();
    await dutch.page.getByRole('button', { name: 'Hoist a signal' }).click();
    await dutch.page.locator('[data-card="GCH"]').click();
    // Updates of the table; a menu has every card there is.
    const told = (page: Page): string =>
      heard
        .get(page)!
        .filter((text) => (JSON.parse(text) as { t: string }).t === 'up')
        .join('');
    for (const frames of heard.values()) frames.length = 0;
    await seal.click();
    await expect.poll(() => seal.count()).toBe(0);
    await expect.poll(() => told(master.page).includes('GCH')).toBe(true);
    expect(told(english.page)).not.toContain('GCH');
    expect(await english.page.content()).not.toContain('General Chase');
    await picture(master.page, 'fleet-gamemaster');

    // The wind is the gamemaster's: it is laid down now, and felt with the next signals.
    await orders(master.page).getByRole('button', { name: 'north-east', exact: true }).click();
    await orders(master.page).getByRole('button', { name: 'Set the wind' }).click();
    await orders(master.page)
      .getByText('With the next signals: wind from the north-east')
      .waitFor();
    const shifted = dutch.page.getByRole('img', { name: /Wind from the north-east/ });
    expect(await shifted.count()).toBe(0);
    await expect
      .poll(
        async () => {
          for (const { page } of [english, dutch]) {
            await take(page);
            const all = orders(page).locator('.acts button:enabled');
            const main = orders(page).locator('.acts .primary:enabled');
            const go = (await main.count()) ? main.first() : all.first();
            if (await go.count()) await go.click({ timeout: 1000 }).catch(() => undefined);
          }
          return shifted.count();
        },
        { timeout: 80_000 },
      )
      .toBe(1);
    await leave(...everybody);
  });
});

/// A battle of our own with six divisions a side.
function grand(): string {
  const lines = [
    'scenario thirteen',
    'title Six divisions a side',
    'date a summer morning',
    'place open sea',
    'chart F',
    'map 48 36',
    'orient N=north',
    'wind N medium',
    'clock 10:00 nightfall 14:00',
    'side A "Blue fleet" bold=no doctrine=normal',
    'side B "Red fleet" bold=no doctrine=normal',
  ];
  for (const [side, row] of [
    ['A', 8],
    ['B', 26],
  ] as const)
    for (let i = 1; i <= 6; i += 1) {
      const at = `${String(6 * i).padStart(2, '0')}${String(row).padStart(2, '0')}`;
      lines.push(
        `squadron ${side}${i} div=${i} nation=${side === 'A' ? 'BR' : 'FR'} "${side === 'A' ? 'Blue' : 'Red'} ${i}" admiral "Admiral ${side}${i}"${i === 1 ? ' cinc' : ''}`,
        `  group ${at} NE LA : First of ${side}${i} 74/8*, Second of ${side}${i} 74/8`,
      );
    }
  return [...lines, 'strength A=96/12 ships B=96/12 ships', 'end'].join('\n');
}

describe('thirteen seats', () => {
  it('stand in one column, each with an envelope when its orders are sealed', async () => {
    const me = await person();
    const { page } = me;
    const bots = Array.from({ length: 11 }, () => ({ kind: 'bot', level: 'random' }));
    const id = await table(page, {
      game: 'fleet_actions',
      options: { block: grand(), players: 'divisions', gamemaster: true },
      seats: [{ kind: 'me' }, ...bots, { kind: 'bot', level: 'random' }],
    });
    await page.goto(`/table/${id}`);
    const seats = page.getByRole('list', { name: 'Seats' });
    await expect.poll(() => seats.getByRole('listitem').count()).toBe(13);
    // A battle of one's own is agreed on first; then headings; then eleven others seal their speeds.
    await expect
      .poll(
        async () => {
          const kind = await orders(page).getAttribute('data-kind');
          const go = orders(page).locator('.acts .primary:enabled');
          if (kind !== 'speed' && (await go.count()))
            await go
              .first()
              .click({ timeout: 1000 })
              .catch(() => undefined);
          return kind;
        },
        { timeout: 60_000 },
      )
      .toBe('speed');
    await expect.poll(() => seats.getByText('sealed', { exact: false }).count()).toBe(11);
    // The gamemaster has nothing to seal, and so has no envelope.
    expect(await seats.getByRole('listitem').last().innerText()).toContain('Gamemaster');
    expect(await seats.getByRole('listitem').last().innerText()).not.toContain('sealed');
    const column = await page.locator('aside').boundingBox();
    const log = await page.getByRole('tabpanel').boundingBox();
    expect(log!.y + log!.height).toBeLessThanOrEqual(column!.y + column!.height + 1);
    expect(log!.height).toBeGreaterThan(100);
    await accessible(page, 'thirteen seats');
    await picture(page, 'fleet-thirteen');
    await leave(me);
  });
});
