/// Every game is told in ten minutes, and the page is found from where one looks for it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessible, close, leave, open, person, picture } from './kit';

beforeAll(open);
afterAll(close);

const GAMES = ['naval_battle', 'sail_epoch', 'board_game', 'fleet_actions'];

describe('a game in ten minutes', () => {
  it('has five rules with pictures and clauses, for every game', async () => {
    const me = await person();
    const { page } = me;
    for (const game of GAMES) {
      await page.goto(`/guide/${game}`);
      await page.getByRole('heading', { name: /in ten minutes/ }).waitFor();
      expect(await page.locator('.rule svg[viewBox="0 0 320 200"]').count(), game).toBe(5);
      // What is cited exists.
      const clauses = await page
        .locator('.rule a')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
      const known = await page.evaluate(async (id) => {
        const register = (await (await fetch(`/api/games/${id}/rules`)).json()) as {
          clauses: { id: string }[];
        };
        return register.clauses.map((clause) => clause.id);
      }, game);
      for (const href of clauses) expect(known, game).toContain(href.split('/').at(-1));
      await accessible(page, `guide of ${game}`);
      await picture(page, `guide-${game}`, true);
    }
    await leave(me);
  });
  it('is linked from a new game, from the rules and from the table', async () => {
    const me = await person();
    const { page } = me;
    await page.goto('/new/naval_battle');
    await page.getByRole('link', { name: /in ten minutes/ }).click();
    await page.waitForURL('**/guide/naval_battle');
    await page.goto('/rules/naval_battle');
    await page.getByRole('link', { name: /in ten minutes/ }).waitFor();
    await page.goto('/');
    await page.getByRole('button', { name: 'Play now' }).nth(1).click();
    await page.waitForURL('**/table/**');
    await page.getByRole('link', { name: 'Ten-minute guide' }).waitFor();
    await leave(me);
  });
});
