/// Two who look for a game find each other; ladders and people's pages.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessible, close, leave, open, person } from './kit';

beforeAll(open);
afterAll(close);

describe('finding an opponent', () => {
  it('two who look sit down at one table; one who changes pages is told', async () => {
    const [me, you] = [await person(), await person()];
    await me.page.goto('/seek/naval_battle');
    await accessible(me.page, 'the page of a seek');
    await me.page.getByRole('button', { name: 'Look for somebody' }).click();
    await me.page.getByText('Looking for an opponent').waitFor();
    // The search goes on whatever page is open.
    await me.page.getByRole('link', { name: 'Ladders' }).click();
    await me.page.getByText('Looking for an opponent').waitFor();
    await accessible(me.page, 'ladders');
    await you.page.goto('/seek/naval_battle');
    await you.page.getByRole('button', { name: 'Look for somebody' }).click();
    await you.page.waitForURL('**/table/**');
    await me.page.getByRole('button', { name: 'Take my seat' }).click();
    await me.page.waitForURL('**/table/**');
    expect(me.page.url()).toBe(you.page.url());
    await me.page.getByText('Ready').first().waitFor();
    await leave(me, you);
  });

  it('is given up by one click', async () => {
    const me = await person();
    await me.page.goto('/seek/naval_battle');
    await me.page.getByRole('button', { name: 'Look for somebody' }).click();
    await me.page.getByRole('button', { name: 'Stop looking' }).click();
    await me.page.getByRole('button', { name: 'Look for somebody' }).waitFor();
    await leave(me);
  });
});
