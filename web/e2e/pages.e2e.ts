import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessible, api, close, leave, open, person, picture, table } from './kit';

beforeAll(open);
afterAll(close);

describe('the harbour', () => {
  it('shows the games', async () => {
    const me = await person();
    await me.page.goto('/');
    await me.page.getByRole('heading', { name: 'Naval Battle' }).waitFor();
    expect(await me.page.title()).toContain('Admiralty');
    await picture(me.page, 'harbour-chart', true);
    await leave(me);
  });

  it.each([
    ['chart', { dark: false }],
    ['night', { dark: true }],
  ] as const)('and every other page is accessible in the %s theme', async (theme, how) => {
    const me = await person(how);
    const id = await table(me.page, {
      seats: [{ kind: 'me' }, { kind: 'bot', level: 'random' }],
      options: { deploy: { W: '@Citadel', R: '@Vault' } },
    });
    const deploying = await table(me.page, {
      seats: [{ kind: 'me' }, { kind: 'bot', level: 'random' }],
    });
    const waiting = await table(me.page, {
      seats: [{ kind: 'me' }, { kind: 'invite' }],
      start: false,
    });
    for (const [name, path, ready] of [
      ['harbour', '/', 'h2:has-text("Naval Battle")'],
      ['new', '/new', 'a[href="/new/naval_battle"]'],
      ['new-game', '/new/naval_battle', 'button.primary'],
      ['rules', '/rules/naval_battle', 'article'],
      ['learn', '/learn', 'a[href="/learn/naval_battle/1"]'],
      ['lesson', '/learn/naval_battle/1', '[data-place="d5"]'],
      ['profile', '/profile', '#name'],
      ['missing', '/no/such/place', 'h1:has-text("No such place")'],
      ['lobby', `/table/${waiting}`, '#invite'],
      ['deploy', `/table/${deploying}`, '.tray'],
      ['table', `/table/${id}`, '[data-mark="act"]'],
    ] as const) {
      await me.page.goto(path);
      await me.page.locator(ready).first().waitFor();
      await me.page.waitForLoadState('networkidle');
      expect(await me.page.evaluate(() => document.documentElement.dataset.theme)).toBe(theme);
      await accessible(me.page, `${name} in ${theme}`);
      await picture(me.page, `${name}-${theme}`, !['table', 'deploy'].includes(name));
    }
    await leave(me);
  });

  it('switches the theme and remembers it', async () => {
    const me = await person();
    await me.page.goto('/');
    await me.page.getByRole('button', { name: 'Switch to night watch' }).click();
    expect(await me.page.evaluate(() => document.documentElement.dataset.theme)).toBe('night');
    await me.page.reload();
    await me.page.getByRole('button', { name: 'Switch to chart' }).waitFor();
    expect(await me.page.evaluate(() => document.documentElement.dataset.theme)).toBe('night');
    await leave(me);
  });
});

describe('on a phone', () => {
  it('nothing runs over the edge', async () => {
    const me = await person({ phone: true });
    const id = await table(me.page, {
      seats: [{ kind: 'me' }, { kind: 'bot', level: 'random' }],
      options: { deploy: { W: '@Citadel', R: '@Vault' } },
    });
    const deploying = await table(me.page, {
      seats: [{ kind: 'me' }, { kind: 'bot', level: 'random' }],
    });
    for (const [name, path, ready] of [
      ['harbour', '/', 'h2:has-text("Naval Battle")'],
      ['new-game', '/new/naval_battle', 'button.primary'],
      ['rules', '/rules/naval_battle', 'article'],
      ['lesson', '/learn/naval_battle/1', '[data-place="d5"]'],
      ['profile', '/profile', '#name'],
      ['deploy', `/table/${deploying}`, '.tray'],
      ['table', `/table/${id}`, '[data-mark="act"]'],
    ] as const) {
      await me.page.goto(path);
      await me.page.locator(ready).first().waitFor();
      await me.page.waitForLoadState('networkidle');
      expect(
        await me.page.evaluate(() => document.documentElement.scrollWidth),
        name,
      ).toBeLessThanOrEqual(390);
      await accessible(me.page, `${name} on a phone`);
      await picture(me.page, `${name}-390`, !['table', 'deploy'].includes(name));
    }
    // The board is as wide as the phone, and a square as large as a finger.
    const square = await me.page.locator('[data-place="d4"]').boundingBox();
    expect(square?.width ?? 0).toBeGreaterThanOrEqual(44);
    await me.page.getByRole('button', { name: 'Log' }).tap();
    await me.page.getByRole('log', { name: 'Log' }).waitFor();
    await picture(me.page, 'table-390-log');
    await leave(me);
  });
});

describe('the rules', () => {
  it('can be searched and linked to', async () => {
    const me = await person();
    await me.page.goto('/rules/naval_battle/NB-J-19');
    const clause = me.page.locator('article.wanted');
    await clause.waitFor();
    expect(await clause.getAttribute('id')).toBe('NB-J-19');
    const all = await me.page.locator('article').count();
    await me.page.getByPlaceholder('Search the rules').fill('sweeper');
    await me.page.waitForFunction((n) => document.querySelectorAll('article').length < n, all);
    for (const text of await me.page.locator('article').allInnerTexts())
      expect(text.toLowerCase()).toContain('sweeper');
    await picture(me.page, 'rules-search');
    await leave(me);
  });
});

describe('the profile', () => {
  it('keeps a name', async () => {
    const me = await person();
    await me.page.goto('/profile');
    await me.page.locator('#name').fill('Cornelia');
    await me.page.getByRole('button', { name: 'Save' }).click();
    await me.page.getByText('Saved.').waitFor();
    await me.page.reload();
    await me.page.locator('.who', { hasText: 'Cornelia' }).waitFor();
    expect((await api<{ name: string }>(me.page, 'GET', '/me')).name).toBe('Cornelia');
    await leave(me);
  });
});

describe('an account', () => {
  it('is made from a guest, signed out of, signed in to, changed, exported and deleted', async () => {
    const [me, elsewhere] = [await person(), await person()];
    const { page } = me;
    const login = `cornelia-${Date.now().toString(36)}`;
    await table(page, { seats: [{ kind: 'me' }, { kind: 'bot', level: 'random' }] });
    await page.goto('/profile');
    await page.getByLabel('Login').fill(login);
    await page.getByLabel('Password').fill('eight signs');
    await page.getByRole('button', { name: 'Create the account' }).click();
    await page.getByText(`Signed in as ${login}`).waitFor();
    await accessible(page, 'the profile of an account');
    await picture(page, 'account', true);
    // The guest's game came along.
    expect(
      (await api<{ tables: unknown[] }>(page, 'GET', '/tables?list=mine')).tables,
    ).toHaveLength(1);
    // Another browser signs in with it.
    await elsewhere.page.goto('/profile');
    await elsewhere.page.getByLabel('Login').fill(login);
    await elsewhere.page.getByLabel('Password').fill('eight signs');
    await elsewhere.page.getByRole('button', { name: 'Sign in' }).click();
    await elsewhere.page.getByText(`Signed in as ${login}`).waitFor();
    await page.reload();
    await page.getByText('Where you are signed in').click();
    await page.getByText('Another browser').waitFor();
    // A new password ends all other sessions.
    await page.getByText('Change the password').first().click();
    await page.getByLabel('Password so far').fill('eight signs');
    await page.getByLabel('New password').fill('other signs');
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.getByText('Password changed').waitFor();
    await page.getByText('Another browser').waitFor({ state: 'detached' });
    await elsewhere.page.reload();
    await elsewhere.page.getByRole('button', { name: 'Create the account' }).waitFor();
    // Out and in again.
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Create the account' }).waitFor();
    await page.getByLabel('Login').fill(login);
    await page.getByLabel('Password').fill('other signs');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText(`Signed in as ${login}`).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download everything kept about me' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('admiralty-me.json');
    expect(readFileSync(await download.path(), 'utf8')).toContain(login);
    // And gone.
    await page.getByText('Delete the account').first().click();
    await page.getByLabel('Password', { exact: true }).fill('other signs');
    await page.getByRole('button', { name: 'Delete it for good' }).click();
    await page.getByText('The account is deleted').waitFor();
    await page.getByRole('button', { name: 'Create the account' }).waitFor();
    expect((await api<{ guest: boolean }>(page, 'GET', '/me')).guest).toBe(true);
    await leave(me, elsewhere);
  });
});

describe('the lesson', () => {
  it('is solved in five positions, and a legal move beside the goal can be tried again', async () => {
    const me = await person();
    const { page } = me;
    const go = async (from: string, to: string): Promise<void> => {
      await page.locator(`[data-place="${from}"][data-mark="act"]`).click();
      await page.locator(`[data-place="${to}"][data-mark]:not([data-mark="act"])`).click();
    };
    const yes = async (): Promise<void> => {
      const button = page.getByRole('button', { name: 'Do it' });
      if (await button.isVisible({ timeout: 800 }).catch(() => false)) await button.click();
    };
    await page.goto('/learn/naval_battle/1');
    await go('a2', 'a3');
    await page.getByText('misses the goal').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await go('d5', 'd6');
    await maybe(page);
    await page.getByRole('button', { name: 'Next position' }).click();
    await go('d7', 'd8');
    await maybe(page);
    await page.getByRole('button', { name: 'Next position' }).click();
    await go('d5', 'd7');
    await maybe(page);
    await page.getByRole('button', { name: 'Next position' }).click();
    await go('d5', 'd7');
    await maybe(page);
    await page.getByRole('button', { name: 'Stop here' }).click();
    await page.getByRole('button', { name: 'Next position' }).click();
    await go('e7', 'g7');
    await maybe(page);
    await page.locator('[data-place="g9"][data-mark="jump"]').click();
    await yes();
    await page.getByText('You know enough to play').waitFor();
    await picture(page, 'lesson-done');
    await leave(me);
  });
});

describe('when the server fails', () => {
  it('every page says so, can be tried again, and loses nothing that was chosen', async () => {
    const me = await person();
    const { page } = me;
    const fail = (): Promise<unknown> =>
      page.route('**/api/**', (route) => route.fulfill({ status: 503, body: '' }));
    for (const [path, there] of [
      ['/rules/naval_battle/NB-J-08', 'article.wanted'],
      ['/new/naval_battle', 'form.new'],
    ] as const) {
      await fail();
      await page.goto(path);
      const again = page.getByRole('button', { name: 'Try again' });
      await again.waitFor();
      await page.unrouteAll();
      await again.click();
      await page.locator(there).waitFor();
    }
    // A table that could not be made: the choices stay, and the word about it is in sight.
    await page.getByText('The defaults are a good first game').click();
    await page.locator('#option-quiet_limit').fill('40');
    await page.getByText('Naval Battle').first().scrollIntoViewIfNeeded();
    await fail();
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByRole('alert').getByText('503').waitFor();
    expect(
      await page
        .getByRole('alert')
        .evaluate((box) => box.getBoundingClientRect().bottom < innerHeight),
    ).toBe(true);
    expect(await page.locator('#option-quiet_limit').inputValue()).toBe('40');
    // What is not known is not said to be nothing.
    await page.goto('/profile');
    await page.getByRole('alert').waitFor();
    expect(await page.getByText('No finished game yet').count()).toBe(0);
    // The browser itself notes each answer that failed; nothing else may have been said.
    expect(me.complaints.length).toBeGreaterThan(0);
    me.complaints = me.complaints.filter((one) => !one.includes('status of 503'));
    await leave(me);
  });
});

/// Agrees if a question comes, goes on if not.
async function maybe(page: import('playwright-core').Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Do it' });
  const next = page.getByRole('button', { name: /Next position|Stop here/ });
  await button.or(next).or(page.locator('[data-place="g9"][data-mark="jump"]')).first().waitFor();
  if (await button.isVisible()) await button.click();
}
