/// Every other game of the catalog through the plain table.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessible, api, close, leave, open, person, picture, table } from './kit';

beforeAll(open);
afterAll(close);

/// Random captains burn their own fleet within three turns: that game would be over too soon.
const BOTS: Record<string, string> = {};
const bot = { kind: 'bot', level: 'random' };
/// Where each game is opened: a set-up that needs no hundred clicks before the first shot.
const PLANS: Record<string, Record<string, unknown>> = {
  board_game: { scenario: 'SC-1' },
};

/// How far the table is: updates heard, picks made.
const state = (page: Page): Promise<string> =>
  page
    .locator('.table')
    .evaluate((table: HTMLElement) => `${table.dataset.n} ${table.dataset.depth}`);

/// Picks until an action is complete; says yes if it is asked about.
async function decide(page: Page, prefer: readonly RegExp[], n: number): Promise<void> {
  const menu = page.locator('.menu button:not(:disabled)');
  const yes = page.getByRole('button', { name: 'Do it' });
  for (let depth = 0; depth < 40; depth += 1) {
    await menu.first().or(yes).first().waitFor({ timeout: 30_000 });
    if (await yes.isVisible()) {
      await yes.click();
      await yes.waitFor({ state: 'detached' });
      return;
    }
    const words = await menu.allInnerTexts();
    const liked = prefer
      .map((wish) => words.findIndex((word) => wish.test(word)))
      .find((at) => at >= 0);
    const [updates] = (await state(page)).split(' ');
    const before = await state(page);
    if (
      !(await menu
        .nth(liked ?? (n + depth) % Math.max(1, words.length))
        .click({ timeout: 3_000 })
        .then(
          () => true,
          () => false,
        ))
    )
      continue;
    // Something follows: another menu, a question, or the deed.
    await page.waitForFunction((was) => {
      const table = document.querySelector<HTMLElement>('.table');
      return (
        document.querySelector('dialog[open]') !== null ||
        `${table?.dataset.n} ${table?.dataset.depth}` !== was
      );
    }, before);
    if ((await state(page)).split(' ')[0] !== updates) return;
  }
  throw new Error('the menu never ended');
}

describe('any other game of the catalog', () => {
  it.each([
    ['board_game', [/^The ready/, /is first player$/, /^That is all/, /^Stop/]],
  ] as const)('%s is played against a bot, several decisions long', async (game, prefer) => {
    const me = await person();
    const { page } = me;
    const id = await table(page, {
      game,
      options: PLANS[game] ?? {},
      seats: [{ kind: 'me' }, { kind: 'bot', level: BOTS[game] ?? 'random' }],
    });
    await page.goto(`/table/${id}`);
    await page.locator('.menu button').first().waitFor();
    await page.getByRole('group', { name: 'Chart', exact: true }).waitFor();
    await accessible(page, `the chart of ${game}`);
    await picture(page, `chart-${game}`);
    const before = Number((await state(page)).split(' ')[0]);
    for (let n = 0; n < 6; n += 1) await decide(page, prefer, n);
    await page.waitForFunction(
      (was) => Number(document.querySelector<HTMLElement>('.table')?.dataset.n) >= was + 6,
      before,
    );
    await picture(page, `chart-${game}-played`);
    // The same as text; what is known about a unit is told in plain words.
    await page.getByRole('button', { name: 'As text' }).click();
    expect((await page.locator('pre').innerText()).length, game).toBeGreaterThan(60);
    await page.getByRole('button', { name: 'What the signs mean' }).click();
    await page.locator('pre button.unit').first().hover();
    await page.locator('.card dl div').first().waitFor();
    await accessible(page, `the text board of ${game}`);
    await picture(page, `plain-${game}`);
    await leave(me);
  });

  it('is played on its chart: a unit, then where it goes', async () => {
    const me = await person({ motion: true });
    const { page } = me;
    const id = await table(page, {
      game: 'board_game',
      options: { scenario: 'SC-1' },
      seats: [{ kind: 'me' }, bot],
    });
    await page.goto(`/table/${id}`);
    const ships = page.locator('[data-mark="act"]');
    for (let n = 0; n < 6 && (await ships.count()) === 0; n += 1) {
      await decide(page, [/^The ready/, /is first player$/, /^That is all/], n);
      await page.locator('.menu button:not(:disabled)').first().waitFor();
    }
    await ships.first().click();
    // Several things may be done there: then they are offered, and nothing else.
    const mover = page.locator('.menu button', { hasText: /^Move/ });
    await mover.first().or(page.locator('.trail')).first().waitFor();
    if ((await page.locator('.trail').count()) === 0) await mover.first().click();
    await page.locator('.menu button', { hasText: 'With a die' }).first().click();
    const goal = page.locator('[data-mark="place"]').first();
    const place = await goal.getAttribute('data-place');
    await goal.click();
    const stop = page.locator('.menu button', { hasText: 'Stop here' });
    await stop.or(page.locator('.table[data-depth="0"]')).first().waitFor();
    if (await stop.isVisible()) await stop.click();
    await page
      .getByText(new RegExp(`moves to ${place}`))
      .first()
      .waitFor();
    await picture(page, 'chart-moved');
    // The end and the replay are the same as everywhere.
    await page.locator('.menu button:not(:disabled)').first().waitFor();
    await page.getByRole('button', { name: 'More …' }).click();
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Do it' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Verify the dice' }).click();
    await page.getByText(/all \d+ rolls follow from it/).waitFor();
    await picture(page, 'chart-end');
    await page.getByRole('dialog').getByRole('link', { name: 'Replay' }).click();
    await page.getByRole('group', { name: 'Chart', exact: true }).waitFor();
    await page.keyboard.press('End');
    await page
      .getByText(/resign/)
      .first()
      .waitFor();
    await accessible(page, 'a replay on a chart');
    await picture(page, 'chart-replay');
    await leave(me);
  });

  it('one click begins the Board Game with two small fleets, not with the choice of one', async () => {
    const me = await person();
    const { page } = me;
    await page.goto('/');
    await page
      .locator('li, article')
      .filter({ has: page.getByRole('heading', { name: 'Admiral: The Board Game' }) })
      .getByRole('button', { name: 'Play now' })
      .click();
    await page.locator('.menu button').first().waitFor();
    await page.getByRole('group', { name: 'Chart', exact: true }).waitFor();
    expect(await page.locator('.menu button').count()).toBeLessThan(12);
    expect(await page.getByPlaceholder('Find in this list').count()).toBe(0);
    await leave(me);
  });

  it('ready fleets are offered where a fleet may be agreed beforehand', async () => {
    const me = await person();
    const { page } = me;
    await page.goto('/new/board_game');
    await page.locator('details.options summary').click();
    const south = page.locator('#option-south');
    const ready = await page
      .locator(`#${await south.getAttribute('list')} option`)
      .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
    expect(ready).toContain('RF-UK');
    await south.fill('RF-UK');
    await page.locator('#option-north').fill('RF-JP');
    await accessible(page, 'options with ready fleets');
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByText('King George V').first().waitFor();
    await leave(me);
  });

  it('a long menu can be searched, on a phone too', async () => {
    const me = await person({ phone: true });
    const { page } = me;
    const id = await table(page, { game: 'board_game', seats: [{ kind: 'me' }, bot] });
    await page.goto(`/table/${id}`);
    await page.getByPlaceholder('Find in this list').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      390,
    );
    const all = await page.locator('.menu button').count();
    await page.getByPlaceholder('Find in this list').fill('king george');
    await page.waitForFunction((n) => document.querySelectorAll('.menu button').length < n, all);
    for (const word of await page.locator('.menu button').allInnerTexts())
      expect(word).toMatch(/King George/i);
    await accessible(page, 'a long menu on a phone');
    await picture(page, 'plain-390');
    const { games } = await api<{ games: { id: string }[] }>(page, 'GET', '/harbour');
    expect(games.map((game) => game.id).sort()).toEqual([
      'board_game',
      'fleet_actions',
      'naval_battle',
      'sail_epoch',
    ]);
    await leave(me);
  });
});
