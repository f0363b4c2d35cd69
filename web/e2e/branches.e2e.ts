/// Studies: branches on the board of every game, two people in one, positions set up, reports, frames.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessible, close, leave, open, person, picture } from './kit';

beforeAll(open);
afterAll(close);

const replays = (game: string, name: string): string =>
  resolve(import.meta.dirname, `../../games/${game}/tests/data/replays/${name}.adm`);
const BATTLES = [
  ['naval_battle', replays('naval_battle', 'classic')],
  ['sail_epoch', replays('sail_epoch', 'admiral_treasures')],
  ['board_game', replays('board_game', 'midway')],
  ['fleet_actions', replays('fleet_actions', 'greedy_dogger_bank_1781')],
] as const;

/// A record as the page brings it along, without the way through the harbour.
async function brought(page: Page, file: string): Promise<string> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Open a record file' }).waitFor();
  return page.evaluate(
    async (text) => {
      const answer = await fetch('/api/records', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'A battle', text }),
      });
      return ((await answer.json()) as { id: string }).id;
    },
    readFileSync(file, 'utf8'),
  );
}

const tree = (page: Page) => page.getByRole('navigation', { name: 'Branches' });

/// From the replay into a study of one's own.
async function analyse(page: Page, file: string): Promise<void> {
  const id = await brought(page, file);
  await page.goto(`/record/${id}`);
  await page.getByRole('button', { name: 'Analyse' }).click();
  await page.waitForURL(/\/study\//);
  await tree(page).waitFor();
}

interface Choice {
  to?: string;
  aside?: boolean;
  next?: Choice[];
}

/// An action that is on offer after an entry, as the page's own server says; and who may do it.
const offered = (page: Page, node: number) =>
  page.evaluate(async (at) => {
    const id = location.pathname.split('/').at(-1)!;
    const say = async (seat: number, said: unknown) => {
      const answer = await fetch(`/api/studies/${id}/try`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ chapter: 1, node: at, seat, all: true, say: said }),
      });
      return (await answer.json()) as { awaited: number[]; hears: { choices: Choice[] }[] };
    };
    const seat = (await say(0, { t: 'sync' })).awaited[0]!;
    const { hears } = await say(seat, { t: 'menu', id: 'm', draft: [], deep: 8 });
    const found: string[] = [];
    const walk = (choices: Choice[]): void => {
      for (const choice of choices) {
        if (choice.to && !choice.aside) found.push(choice.to);
        walk(choice.next ?? []);
      }
    };
    walk(hears[0]!.choices);
    return { seat, actions: found };
  }, node);

/// Types an action, as at a table.
async function type(page: Page, action: string): Promise<void> {
  await page.keyboard.press(':');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill(action);
  await page.keyboard.press('Enter');
}

describe('branches', () => {
  it('are tried, kept, named and removed on the board of every game', async () => {
    const me = await person();
    const { page } = me;
    for (const [game, file] of BATTLES) {
      await analyse(page, file);
      const steps = tree(page).locator('ol > li > button');
      await steps.nth(5).waitFor();
      const count = await steps.count();
      expect(count, game).toBeGreaterThan(5);
      // By keys along the line, and by a click.
      await page.locator('h1').click({ force: true });
      await page.keyboard.press('Home');
      await page.keyboard.press('ArrowRight');
      await tree(page).locator('[aria-current] .n').filter({ hasText: /^1$/ }).waitFor();
      await page.keyboard.press('End');
      await tree(page)
        .locator('[aria-current] .n')
        .filter({ hasText: new RegExp(`^${count}$`) })
        .waitFor();
      const at = Math.floor(count / 2);
      await steps.nth(at - 1).click();
      await page.locator('.table').first().waitFor();
      const { actions } = await offered(page, at);
      // What was played then makes no branch: another action does.
      const branch = tree(page).locator('.branch [aria-current]');
      for (const action of actions.slice(0, 3)) {
        await page.locator(`.table[data-n="${at}"]`).waitFor();
        // Whoever's turn it is acts by themselves.
        await page.waitForTimeout(600);
        await type(page, action);
        const next = tree(page).locator('[aria-current] .n');
        await next.filter({ hasText: new RegExp(`^${at + 1}$`) }).waitFor();
        if (await branch.count()) break;
        await page.keyboard.press('ArrowLeft');
      }
      await branch.waitFor();
      await picture(page, `branches-${game}`);
      await accessible(page, `a branch of ${game}`);
      await page.getByLabel('Name of this branch').fill('Another way');
      await page.getByLabel('What is to be said here').fill('Quieter.');
      await page.getByLabel('What is to be said here').blur();
      await tree(page).locator('.branch').getByText('Another way').waitFor();
      const before = await tree(page).locator('.branch').count();
      await page.getByRole('button', { name: 'Remove from here' }).click();
      await expect.poll(() => tree(page).locator('.branch').count()).toBe(before - 1);
    }
    await leave(me);
  });

  it('are the same for two people, at once, and questions are asked', async () => {
    const [me, other] = [await person(), await person({ dark: true })];
    const { page } = me;
    await analyse(page, BATTLES[0][1]);
    await page.getByRole('button', { name: 'Study …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Study …' });
    await accessible(page, 'a study as a whole');
    await picture(page, 'study-settings');
    const pen = await page.evaluate(async () => {
      const answer = await fetch(`/api/studies/${location.pathname.split('/').at(-1)!}`);
      return ((await answer.json()) as { pen: string }).pen;
    });
    await dialog.getByLabel('Name of the study').fill('Together');
    await dialog.getByLabel('Name of the study').blur();
    await page.keyboard.press('Escape');
    const address = new URL(page.url());
    // A stranger without the pen sees nothing of it.
    await other.page.goto(address.pathname);
    await other.page.getByText(/no such study/).waitFor();
    await other.page.goto(`${address.pathname}?pen=${pen}`);
    await tree(other.page).waitFor();
    for (const one of [page, other.page]) {
      await tree(one).locator('ol > li > button').nth(3).click();
      await tree(one).locator('[aria-current] .n').filter({ hasText: /^4$/ }).waitFor();
    }
    await other.page.getByLabel('What is to be said here').fill('Look at the flank.');
    await other.page.getByLabel('What is to be said here').blur();
    await expect
      .poll(() => page.getByLabel('What is to be said here').inputValue())
      .toBe('Look at the flank.');
    // An arrow drawn here is seen there.
    await page.getByRole('button', { name: 'Draw', exact: true }).click();
    await page.locator('.table .board [data-place]').nth(3).click({ force: true });
    await page.locator('.table .board [data-place]').nth(25).click({ force: true });
    await other.page.locator('.study > svg .arrow').waitFor();
    await picture(other.page, 'study-together-dark');
    await accessible(other.page, 'a study in the dark');
    await page.getByRole('button', { name: 'Draw', exact: true }).click();
    // A question covers what follows until it is found.
    await page.getByLabel('Ask for the move').check();
    await page.getByLabel('The question').fill('What now?');
    await page.getByLabel('The question').blur();
    await page.getByRole('button', { name: 'Solve' }).click();
    await page.getByRole('heading', { name: 'Find the move' }).waitFor();
    await expect.poll(() => tree(page).locator('ol > li > button').count()).toBe(4);
    await page.getByRole('button', { name: 'Show the answer' }).click();
    await expect.poll(() => tree(page).locator('ol > li > button').count()).toBeGreaterThan(4);
    other.complaints = other.complaints.filter((says) => !says.includes('404'));
    await leave(me, other);
  });

  it('can be read on a phone', async () => {
    const me = await person({ phone: true });
    const { page } = me;
    const id = await brought(page, BATTLES[0][1]);
    await page.goto(`/record/${id}`);
    await page.getByRole('button', { name: 'Analyse' }).click();
    await page.waitForURL(/\/study\//);
    await page.getByRole('button', { name: 'Branches' }).click();
    await tree(page).waitFor();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(390);
    await accessible(page, 'branches on a phone');
    await picture(page, 'branches-phone');
    await page.goto('/studies');
    await page.getByRole('link', { name: /A battle/ }).waitFor();
    await accessible(page, 'studies on a phone');
    await leave(me);
  });
});

describe('positions', () => {
  it('of every game are set up on its board, with all faults at once', async () => {
    const me = await person();
    const { page } = me;
    for (const [game] of BATTLES) {
      await page.goto(`/position/${game}`);
      await page.getByText('The rules have nothing against it.').waitFor();
      await page.locator('.board svg').first().waitFor();
      await accessible(page, `setting up ${game}`);
      await picture(page, `position-${game}`);
      await page.getByText('Everything else').click();
      const whole = page.getByLabel('The whole position as text');
      const doc = JSON.parse(await whole.inputValue()) as Record<string, unknown>;
      await whole.fill(JSON.stringify({ ...doc, nonsense: 1, more: 2 }));
      await page.getByRole('button', { name: 'Use this text' }).click();
      await page.getByRole('heading', { name: /things will not do/ }).waitFor();
      expect(await page.locator('.faults li').count(), game).toBeGreaterThan(1);
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByText('The rules have nothing against it.').waitFor();
    }
    await leave(me);
  });
});

describe('shown elsewhere', () => {
  it('a report of every battle prints, and a frame has only board and steps', async () => {
    const me = await person();
    const { page } = me;
    for (const [game, file] of BATTLES) {
      const id = await brought(page, file);
      await page.goto(`/embed/record/${id}`);
      await page.getByRole('button', { name: 'One step on' }).click();
      await page.getByText(/Moment 1 of/).waitFor();
      expect(await page.getByRole('banner').count(), game).toBe(0);
      await accessible(page, `a frame of ${game}`);
      await page.goto(`/report/record/${id}`);
      await page.getByRole('heading', { name: 'How it ended' }).waitFor();
      await page.getByText(/turning points are being worked out/).waitFor({ state: 'detached' });
      await accessible(page, `a report of ${game}`);
      await picture(page, `report-${game}`, true);
    }
    await leave(me);
  });
});
