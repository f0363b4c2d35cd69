/// Ways into an account: recovery codes, passkeys by the browser's own virtual
/// authenticator, names that are refused with words, and bots of one's own.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Page } from 'playwright-core';
import { accessible, api, close, leave, open, person, picture, type How, type Person } from './kit';

beforeAll(open);
afterAll(close);

const PASSWORD = 'calico jack 1720';
const unique = (name: string): string => `${name}-${Date.now().toString(36)}`;

async function register(page: Page, login: string): Promise<string[]> {
  await page.getByLabel('Login').fill(login);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create the account' }).click();
  await page.getByText(`Signed in as ${login}`).waitFor();
  await page.getByRole('heading', { name: 'Keep these codes' }).waitFor();
  return page.locator('.codes code').allTextContents();
}

/// What the browser itself says of a refusal is no complaint about the page.
function forgive(one: Person, status: number): void {
  const rest = one.complaints.filter((text) => !text.includes(`status of ${status}`));
  one.complaints.splice(0, one.complaints.length, ...rest);
}

const LOOKS: [string, How][] = [
  ['chart', {}],
  ['night', { dark: true }],
  ['phone', { phone: true }],
];

describe('recovery codes', () => {
  it.each(LOOKS)('are shown once, saved, and open the door once: %s', async (name, how) => {
    const me = await person(how);
    const { page } = me;
    await page.goto('/profile');
    const login = unique('codes');
    const codes = await register(page, login);
    expect(codes).toHaveLength(8);
    await accessible(page, `codes, ${name}`);
    await picture(page, `codes-${name}`, true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      how.phone ? 390 : 1440,
    );
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Save as a file' }).click(),
    ]);
    expect(
      readFileSync(await download.path(), 'utf8')
        .trim()
        .split('\n'),
    ).toEqual(codes);
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await page.locator('.codes').waitFor({ state: 'detached' });
    // The password is lost.
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('Password lost?').click();
    await accessible(page, `a lost password, ${name}`);
    const lost = page.locator('details', { hasText: 'Password lost?' });
    await lost.getByLabel('Login').fill(login);
    await lost.getByLabel('Code').fill('aaaaa-aaaaa-aaaaa-aaaaa');
    await lost.getByLabel('New password').fill('mary read 1721');
    await page.getByRole('button', { name: 'Choose the new password' }).click();
    await page.getByText('Login or code are wrong').waitFor();
    await picture(page, `lost-${name}`, true);
    await lost.getByLabel('Code').fill(codes[2]!);
    await page.getByRole('button', { name: 'Choose the new password' }).click();
    await page.getByText('You have a new password').waitFor();
    await page.getByText(`Signed in as ${login}`).waitFor();
    // New codes for the new password.
    await page.getByText('Recovery codes').click();
    const renew = page.locator('details', { hasText: 'Recovery codes' });
    await renew.getByLabel('Password').fill('mary read 1721');
    await page.getByRole('button', { name: 'Make new codes' }).click();
    await page.getByRole('heading', { name: 'Keep these codes' }).waitFor();
    expect(await page.locator('.codes code').allTextContents()).not.toEqual(codes);
    forgive(me, 403);
    await leave(me);
  });
});

describe('a passkey', () => {
  it.each(LOOKS)('is made, signs in without a password, and is removed: %s', async (name, how) => {
    const me = await person(how);
    const { page, context } = me;
    const device = await context.newCDPSession(page);
    await device.send('WebAuthn.enable');
    const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    // Passkeys belong to a host, not to a number.
    const here = new URL('/profile', inject('base'));
    here.hostname = 'localhost';
    await page.goto(here.href);
    const login = unique('key');
    await register(page, login);
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await page.getByText('Passkeys', { exact: true }).click();
    const keys = page.locator('details', { hasText: 'Passkeys' });
    await keys.getByText('None yet.').waitFor();
    await keys.getByLabel('Name of this device').fill('My phone');
    await keys.getByLabel('Password').fill('not the password');
    await keys.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByText('Login and password are needed').waitFor();
    await keys.getByLabel('Password').fill(PASSWORD);
    await keys.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByText('Passkey added.').waitFor();
    await accessible(page, `passkeys, ${name}`);
    await picture(page, `passkeys-${name}`, true);
    const kept = await device.send('WebAuthn.getCredentials', { authenticatorId });
    expect(kept.credentials).toHaveLength(1);
    expect(kept.credentials[0]?.rpId).toBe('localhost');
    // Out, and in again without typing anything.
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByText(`Signed in as ${login}`).waitFor();
    // A device that does not know its owner gives nothing.
    await page.getByRole('button', { name: 'Sign out' }).click();
    await device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByText('The device did not give a passkey').waitFor();
    await device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByText(`Signed in as ${login}`).waitFor();
    // Removed: the device still has it, the server no longer takes it.
    await page.getByText('Passkeys', { exact: true }).click();
    await page.getByRole('button', { name: 'Remove: My phone' }).click();
    await page.getByText('Passkey removed.').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByText('That passkey is not valid here').waitFor();
    forgive(me, 403);
    await leave(me);
  });

  it('is not offered where it cannot be used', async () => {
    const me = await person();
    // By its number the server has no name a passkey could belong to.
    await me.page.goto('/profile');
    await me.page.getByRole('button', { name: 'Create the account' }).waitFor();
    await me.page.waitForLoadState('networkidle');
    expect(await me.page.getByRole('button', { name: 'Sign in with a passkey' }).count()).toBe(0);
    await leave(me);
  });
});

/// The example of docs/bots.md, which ends after one game; what it said.
function serverBot(token: string): Promise<string> {
  const root = resolve(import.meta.dirname, '../..');
  // `cargo xtask test` has made this for the Python package, with the module that sockets need.
  const own = resolve(root, 'target/python/venv/bin/python');
  const python = existsSync(own) ? own : 'python3';
  const script = resolve(root, 'docs/examples/server_bot.py');
  const bot = spawn(python, [script, inject('base'), token, '1']);
  const said: string[] = [];
  for (const stream of [bot.stdout, bot.stderr])
    stream.on('data', (text: Buffer) => said.push(text.toString()));
  return new Promise((done, fail) => {
    const late = setTimeout(() => bot.kill(), 90_000);
    bot.once('error', fail);
    bot.once('exit', () => {
      clearTimeout(late);
      done(said.join(''));
    });
  });
}

describe("a bot of one's own", () => {
  it.each(LOOKS)('has a token that is shown once, plays, and ends: %s', async (name, how) => {
    const me = await person(how);
    const { page } = me;
    await page.goto('/profile');
    await register(page, unique('maker'));
    await page.getByRole('button', { name: 'I have kept them' }).click();
    const bots = page.locator('details', { hasText: 'Bots' });
    await bots.locator('summary').click();
    await bots.getByText('None yet.').waitFor();
    const called = unique('Deep Sea');
    await bots.getByLabel('Name of the bot').fill(called);
    await bots.getByRole('button', { name: 'Make a bot' }).click();
    await bots.getByText(`The token of ${called}.`).waitFor();
    const token = (await bots.locator('code.token').textContent()) ?? '';
    expect(token).toMatch(/^adm_/);
    await accessible(page, `a bot, ${name}`);
    await picture(page, `bots-${name}`, true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      how.phone ? 390 : 1440,
    );
    if (name === 'chart') {
      const { id } = await api<{ id: string }>(page, 'POST', '/tables', {
        game: 'naval_battle',
        options: { max_plies: 50 },
        public: true,
        seats: [{ kind: 'open' }, { kind: 'bot', level: 'random' }],
      });
      expect(await serverBot(token)).toContain('over: ');
      await page.goto(`/table/${id}`);
      await page.getByText(called).first().waitFor();
      await picture(page, 'bots-table');
      await page.goto('/profile');
    } else {
      await page.reload();
    }
    await bots.locator('summary').click();
    await bots.getByRole('link', { name: called }).waitFor();
    expect(await page.getByText(token).count(), 'the token is never shown again').toBe(0);
    await bots.getByRole('button', { name: `End: ${called}` }).click();
    await page.getByText('The bot is gone.').waitFor();
    await bots.getByText('None yet.').waitFor();
    await leave(me);
  });
});

describe('a name', () => {
  it('is refused with words', async () => {
    const me = await person();
    const { page } = me;
    await page.goto('/profile');
    for (const [name, says] of [
      ['A\u200bnn', 'no invisible or direction-changing characters'],
      ['\u0410nn', 'written in one script'],
    ] as const) {
      await page.locator('#name').fill(name);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('alert').filter({ hasText: says }).waitFor();
    }
    await accessible(page, 'a refused name');
    forgive(me, 400);
    await leave(me);
  });
});
