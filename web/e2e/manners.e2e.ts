/// Manners: what a rude person says is not shown, moderators see a report, and the person is told.
import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { accessible, api, CITADEL, close, leave, open, person, picture, type Person } from './kit';

beforeAll(open);
afterAll(close);

let n = 0;
/// Somebody with an account of this name.
async function account(name: string, how = {}): Promise<Person & { login: string }> {
  const who = await person(how);
  const login = `${name.toLowerCase()}${process.pid}x${n++}`;
  await api(who.page, 'POST', '/account', { login, password: 'calico jack' });
  await api(who.page, 'PUT', '/me', { name });
  return { ...who, login };
}

async function say(who: Person, text: string): Promise<void> {
  await who.page.getByRole('tab', { name: /^Chat/ }).click();
  await who.page.getByLabel('Say something').fill(text);
  await who.page.getByRole('button', { name: 'Send' }).click();
  await who.page.getByRole('log').getByText(text).waitFor();
}

describe('manners', () => {
  it('a rude player is muted, reported, looked at by a moderator and told why', async () => {
    const [ann, ben, judge] = [await account('Ann'), await account('Ben'), await account('Judge')];
    execFileSync(inject('bin'), ['admin', '--data', inject('data'), 'moderator', judge.login]);
    const made = await api<{ id: string }>(ann.page, 'POST', '/tables', {
      game: 'naval_battle',
      options: { deploy: CITADEL },
      public: true,
      clock: { kind: 'none' },
      seats: [{ kind: 'me' }, { kind: 'open' }],
    });
    await api(ben.page, 'POST', `/tables/${made.id}/join`, {});
    for (const who of [ann, ben]) await who.page.goto(`/table/${made.id}`);
    await say(ben, 'you sail like a barge');
    await ann.page.getByRole('tab', { name: /^Chat/ }).click();
    await ann.page.getByRole('button', { name: 'About Ben' }).click();
    const dialog = ann.page.getByRole('dialog', { name: 'About Ben' });
    await dialog.getByRole('radio', { name: /^Mute/ }).check();
    await dialog.getByText('Kept.').waitFor();
    await accessible(ann.page, 'what one may do about somebody');
    await picture(ann.page, 'manners');
    await dialog.getByLabel('In your words').fill(`He is rude ${ben.login}`);
    await dialog.getByRole('button', { name: 'Send the report' }).click();
    await dialog.getByText('The moderators have your report.').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    // What was said is gone from the page, and what comes does not come here.
    await say(ben, 'a leaky one');
    await say(ann, 'good day');
    expect(await ann.page.getByRole('log').innerText()).not.toMatch(/barge|leaky/);
    expect(await ben.page.getByRole('log').innerText()).toContain('barge');
    // The moderator: one who is none sees nothing.
    await ben.page.goto('/moderation');
    await ben.page.getByText('This page is for moderators').waitFor();
    await judge.page.goto('/profile');
    await judge.page.getByRole('link', { name: 'Reports for moderators' }).click();
    await judge.page.getByRole('button', { name: `He is rude ${ben.login}` }).click();
    await judge.page.getByText('The game as Ann saw it').waitFor();
    await judge.page.locator('.sea svg').first().waitFor();
    const seen = await judge.page.locator('section.stack').innerText();
    expect(seen).toContain('He is rude');
    expect(seen).toContain('you sail like a barge');
    expect(seen).not.toContain('a leaky one');
    await accessible(judge.page, 'a report');
    await picture(judge.page, 'moderation', true);
    await judge.page.getByLabel('What is done').selectOption('Mute');
    await judge.page.getByLabel('For how long').selectOption('a day');
    await judge.page.getByLabel(/^Why, as Ben/).fill('Keep to the game');
    await judge.page.getByRole('button', { name: 'Decide' }).click();
    await judge.page.locator('section.stack').waitFor({ state: 'detached' });
    await judge.page.getByRole('button', { name: 'Settled' }).click();
    await judge.page
      .getByText(/Settled by Judge/)
      .first()
      .waitFor();
    // Ben is told, once, and cannot speak.
    await ben.page.goto('/');
    const word = ben.page.getByRole('dialog', { name: 'A word from the moderators' });
    await word.getByText(/You cannot speak until .*: Keep to the game/).waitFor();
    await accessible(ben.page, 'a word from the moderators');
    await word.getByRole('button', { name: 'I have read it' }).click();
    await ben.page.goto(`/table/${made.id}`);
    await ben.page.getByRole('tab', { name: /^Chat/ }).click();
    await ben.page.getByLabel('Say something').fill('but');
    await ben.page.getByRole('button', { name: 'Send' }).click();
    await ben.page
      .getByText(/You are muted until .*: Keep to the game/)
      .first()
      .waitFor();
    await leave(ann, ben, judge);
  });

  it('somebody who is blocked cannot sit down, until that is undone', async () => {
    const [ann, ben] = [await account('Ann'), await account('Ben', { phone: true, dark: true })];
    const me = await api<{ id: string }>(ben.page, 'GET', '/me');
    await ann.page.goto(`/people/${me.id}`);
    await ann.page.getByRole('button', { name: 'Mute or block' }).click();
    await ann.page.getByRole('radio', { name: /^Block/ }).check();
    await ann.page.getByText('Kept.').waitFor();
    const made = await api<{ id: string }>(ann.page, 'POST', '/tables', {
      game: 'naval_battle',
      options: {},
      public: true,
      clock: { kind: 'none' },
      seats: [{ kind: 'me' }, { kind: 'open' }],
    });
    const join = (): Promise<unknown> => api(ben.page, 'POST', `/tables/${made.id}/join`, {});
    await expect(join()).rejects.toThrow('kept apart');
    ben.complaints.length = 0;
    await ann.page.goto('/profile');
    await ann.page.getByText('People you keep away from').click();
    await accessible(ann.page, 'people one keeps away from');
    await ann.page.getByRole('button', { name: 'Undo for Ben' }).click();
    await ann.page.getByText('You keep away from nobody.', { exact: false }).waitFor();
    await join();
    // On a phone there is the same.
    await ben.page.goto(`/table/${made.id}`);
    await ben.page.getByRole('button', { name: 'Seats' }).click();
    await ben.page.getByRole('button', { name: 'Table menu' }).click();
    await ben.page.getByRole('button', { name: 'About Ann' }).click();
    const dialog = ben.page.getByRole('dialog', { name: 'About Ann' });
    await dialog.getByRole('button', { name: 'Send the report' }).scrollIntoViewIfNeeded();
    await accessible(ben.page, 'what one may do about somebody, on a phone');
    await picture(ben.page, 'manners-phone');
    await leave(ann, ben);
  });
});
