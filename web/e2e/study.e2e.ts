/// Looking back with a purpose: records that are brought along, games that go on from a moment of another.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessible, close, leave, open, person, picture } from './kit';

beforeAll(open);
afterAll(close);

const replays = (game: string, name: string): string =>
  resolve(import.meta.dirname, `../../games/${game}/tests/data/replays/${name}.adm`);
const RECORDS = [
  ['naval_battle', replays('naval_battle', 'grand10_points')],
  ['sail_epoch', replays('sail_epoch', 'admiral_treasures')],
  ['board_game', replays('board_game', 'ironbottom')],
  ['fleet_actions', replays('fleet_actions', 'evolutions')],
] as const;

/// Battles in which something is hit.
const BATTLES = [
  ['naval_battle', replays('naval_battle', 'classic')],
  ['sail_epoch', replays('sail_epoch', 'admiral_treasures')],
  ['board_game', replays('board_game', 'midway')],
  ['fleet_actions', replays('fleet_actions', 'greedy_dogger_bank_1781')],
] as const;

/// Chooses a file in the harbour; the server checks it, and its replay opens.
async function bring(page: Page, file: string): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Open a record file' }).waitFor();
  await page.locator('input[type=file]').setInputFiles(file);
  await page.waitForURL(/\/record\//);
  await page.getByRole('list', { name: 'All moments' }).waitFor();
}

describe('records', () => {
  it('of every game are checked and shown, and each goes on from a moment', async () => {
    const me = await person();
    const { page } = me;
    for (const [game, file] of RECORDS) {
      await bring(page, file);
      await page.getByText(/A record that was brought along/).waitFor();
      await page.keyboard.press('End');
      await page.keyboard.press('ArrowLeft');
      await page.getByRole('button', { name: 'From here on my own' }).click();
      const dialog = page.getByRole('dialog', { name: 'From here on my own' });
      await dialog.getByRole('combobox').first().waitFor();
      if (game === 'fleet_actions') {
        await accessible(page, 'going on from a moment');
        await picture(page, 'from-here');
      }
      await dialog.getByRole('button', { name: /Play on from moment/ }).click();
      await page.waitForURL(/\/table\//);
      await page.locator('.board, [data-place], [role=group]').first().waitFor();
    }
    // They are found again in the harbour, and can be given up.
    await page.goto('/');
    await page.getByRole('link', { name: /evolutions/ }).waitFor();
    await accessible(page, 'the harbour with records');
    await picture(page, 'harbour-records', true);
    await page.getByRole('button', { name: 'Remove evolutions' }).click();
    await expect.poll(() => page.getByRole('link', { name: /evolutions/ }).count()).toBe(0);
    await leave(me);
  });

  it('that are spoilt are refused with line and reason, dropped or chosen', async () => {
    const me = await person();
    const { page } = me;
    const lines = readFileSync(RECORDS[0][1], 'utf8').split('\n');
    const third = lines.findIndex((line) => line.startsWith('3. '));
    lines[third] = lines[third]!.replace(/#.*/, '#0123456789abcdef');
    await page.goto('/');
    await page.getByRole('button', { name: 'Open a record file' }).waitFor();
    const drop = await page.evaluateHandle((text) => {
      const carried = new DataTransfer();
      carried.items.add(new File([text], 'spoilt.adm', { type: 'text/plain' }));
      return carried;
    }, lines.join('\n'));
    await page.dispatchEvent('main', 'dragover', { dataTransfer: drop });
    await page.getByText('Let go to open this record.').waitFor();
    await page.dispatchEvent('main', 'drop', { dataTransfer: drop });
    const dialog = page.getByRole('dialog', { name: 'This file was not opened' });
    await dialog.getByText(`At line ${third + 1}:`).waitFor();
    await dialog.getByText(/the position differs/).waitFor();
    await accessible(page, 'a record that was refused');
    await dialog.getByRole('button', { name: 'Close' }).click();
    // The browser itself notes an answer that refuses.
    me.complaints = me.complaints.filter((says) => !says.includes('422'));
    await leave(me);
  });
});

describe('a study', () => {
  it('of every game: chances grow surer, moments have their signs, what else could have been done', async () => {
    const me = await person();
    const { page } = me;
    for (const [game, file] of BATTLES) {
      await bring(page, file);
      const study = page.getByRole('region', { name: 'Chances' });
      await study.getByRole('button', { name: 'Work out the chances' }).click();
      const curve = study.getByRole('img', { name: /to win/ });
      await curve.waitFor();
      const trials = async (): Promise<number> =>
        Number(/(\d+) trials/.exec((await study.textContent()) ?? '')?.[1] ?? 0);
      const before = await trials();
      await expect.poll(trials).toBeGreaterThan(before);
      // Short games are done before anybody could stop it.
      if (game === 'naval_battle') {
        await study.getByRole('button', { name: 'Stop' }).click();
        await study.getByRole('button', { name: 'Go on' }).waitFor();
      }
      // A click on the curve goes to its moment; the list heads it.
      const was = page.url();
      await curve.click({ position: { x: 100, y: 30 } });
      await expect.poll(() => page.url()).not.toBe(was);
      await study.getByText('The chances as a table').click();
      await study.getByRole('row').nth(1).waitFor();
      await study.getByRole('button', { name: 'Ask the Admiral' }).click();
      await study.getByText(/Instead of what led to moment|Nobody decided anything/).waitFor();
      await accessible(page, `a study of ${game}`);
      await picture(page, `study-${game}`);
      if (game !== 'naval_battle') await page.locator('.phase').first().waitFor();
      await page.locator('li .hit, li .loss').first().waitFor();
      // Keys: by turns, and Space plays.
      await page.locator('h1').click({ force: true });
      await page.keyboard.press('Home');
      await expect.poll(() => page.url()).toMatch(/at=0/);
      await page.keyboard.press('PageDown');
      await expect.poll(() => page.url()).not.toMatch(/at=0/);
      await page.keyboard.press(' ');
      await page.getByRole('button', { name: 'Pause' }).waitFor();
      await page.keyboard.press(' ');
      const saved = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Picture (SVG)' }).click();
      const text = readFileSync(await (await saved).path(), 'utf8');
      expect(text).toMatch(/^<svg[^>]* xmlns="http:\/\/www.w3.org\/2000\/svg"/);
      expect(text.length).toBeGreaterThan(5_000);
      const pixels = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Picture (PNG)' }).click();
      const bytes = readFileSync(await (await pixels).path());
      expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    }
    me.complaints = me.complaints.filter((says) => !says.includes('409'));
    await leave(me);
  });

  it('can be read on a phone and in the dark', async () => {
    const me = await person({ phone: true, dark: true });
    const { page } = me;
    await bring(page, BATTLES[0][1]);
    const study = page.getByRole('region', { name: 'Chances' });
    await study.getByRole('button', { name: 'Work out the chances' }).click();
    await study.getByRole('img', { name: /to win/ }).waitFor();
    await study.getByRole('button', { name: 'Stop' }).click();
    await study.scrollIntoViewIfNeeded();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      390,
    );
    await accessible(page, 'a study on a phone');
    await picture(page, 'study-phone');
    await leave(me);
  });
});
