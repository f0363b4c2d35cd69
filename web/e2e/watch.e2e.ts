/// Games at sea: small boards that are drawn, and how far behind whoever watches is.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessible, api, CITADEL, close, leave, open, person, picture } from './kit';

beforeAll(open);
afterAll(close);

/// Ann opens a public table as the page of a new game does, and Ben sits down.
async function table(): Promise<{ people: Awaited<ReturnType<typeof person>>[]; id: string }> {
  const [ann, ben] = [await person(), await person()];
  const made = await api<{ id: string }>(ann.page, 'POST', '/tables', {
    game: 'naval_battle',
    options: { deploy: CITADEL },
    public: true,
    clock: { kind: 'none' },
    seats: [{ kind: 'me' }, { kind: 'open' }],
    watch: { delay: { kind: 'moves', moves: 3 }, talk: false },
  });
  await api(ben.page, 'POST', `/tables/${made.id}/join`, {});
  return { people: [ann, ben], id: made.id };
}

describe('watching', () => {
  it('shows games at sea with boards, on a desk and on a phone, by day and by night', async () => {
    const { people, id } = await table();
    for (const how of [{}, { phone: true, dark: true }]) {
      const cat = await person(how);
      await cat.page.goto('/');
      await cat.page.getByRole('link', { name: 'With boards' }).click();
      await cat.page.waitForURL('**/watch');
      const card = cat.page.locator('li', { has: cat.page.locator(`a[href="/table/${id}"]`) });
      await card.locator('.sea svg').first().waitFor();
      expect(await card.innerText()).toContain('3 moves behind');
      await accessible(cat.page, 'games at sea');
      await picture(cat.page, `watch${how.phone ? '-phone' : ''}`);
      const wide = await cat.page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide).toBeLessThanOrEqual(how.phone ? 390 : 1440);
      await card.getByRole('link').click();
      await cat.page.waitForURL(`**/table/${id}`);
      await cat.page.getByText('You are watching, 3 moves behind').first().waitFor();
      await leave(cat);
    }
    await leave(...people);
  });

  it('lets whoever makes a public table choose how far behind spectators are', async () => {
    const me = await person();
    await me.page.goto('/new/naval_battle');
    await me.page.getByLabel('List this table in the harbour').check();
    await me.page.getByLabel('Spectators see the game').selectOption('15 minutes behind');
    await me.page.getByLabel('Spectators may read what the players say').check();
    await accessible(me.page, 'a new game');
    await me.page.locator('#seat-1').selectOption('open');
    await me.page.getByRole('button', { name: 'Create the table' }).click();
    await me.page.waitForURL('**/table/**');
    const id = me.page.url().split('/').pop()!;
    const made = await api<{ watch: unknown }>(me.page, 'GET', `/tables/${id}`);
    expect(made.watch).toEqual({ delay: { kind: 'minutes', minutes: 15 }, talk: true });
    await leave(me);
  });
});
