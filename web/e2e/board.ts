/// How The Board Game is played by pointing, for all its browser tests.
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { api, table, type Json, type Person } from './kit';

export const bot = { kind: 'bot', level: 'random' };

export const phase = (page: Page): Promise<string | null> =>
  page
    .locator('.acts[data-phase]')
    .getAttribute('data-phase', { timeout: 500 })
    .catch(() => null);

/// How far the table has come, as this page knows it.
export const numbered = (page: Page): Promise<string | null> =>
  page.locator('.table[data-n]').getAttribute('data-n');

export const line = (page: Page): Promise<string> =>
  page
    .locator('.main > .state')
    .first()
    .innerText({ timeout: 2000 })
    .catch(() => '');

export const marked = (page: Page, mark: string): Locator =>
  page.locator(`[data-place][data-mark="${mark}"]`);

/// Is this page asked for something now? While something is told it is not: nothing is lit then,
/// though much could be done.
export const asked = async (page: Page): Promise<boolean> =>
  (await page.locator('.prompt.mine:not([aria-busy=true])').count()) > 0;

export const tap = (what: Locator): Promise<boolean> =>
  what.click({ timeout: 1500 }).then(
    () => true,
    () => false,
  );

const placesOf = (what: Locator): Promise<string[]> =>
  what.evaluateAll((all) => all.map((one) => one.getAttribute('data-place') ?? ''));

/// Opens the orders; a round in which somebody could attack and nobody does is asked about first.
export async function commit(page: Page): Promise<boolean> {
  const done = await tap(page.locator('[data-act=commit]'));
  const asked = page.locator('[data-act=commit].asked');
  return (await asked.count()) ? tap(asked) : done;
}

/// Beside the board every one of a few orders is seen over the button that commits them.
async function allSeen(page: Page): Promise<void> {
  const listed = page.locator('aside .acts[data-phase=orders] .list li');
  const n = await listed.count();
  if (n === 0 || n > 4) return;
  const [last, commit] = [
    await listed
      .last()
      .boundingBox({ timeout: 1500 })
      .catch(() => null),
    await page
      .locator('[data-act=commit]')
      .boundingBox({ timeout: 1500 })
      .catch(() => null),
  ];
  if (last && commit) expect(last.y + last.height, `${n} orders`).toBeLessThanOrEqual(commit.y + 1);
}

/// One step: what the page asks for is done by pointing. False if nothing is asked now.
export async function step(
  page: Page,
  n: number,
  see: (phase: string) => Promise<void> = () => Promise.resolve(),
): Promise<boolean> {
  const ready = page.locator('[data-act=ready]');
  if (await ready.count()) {
    // Whoever is still ashore is placed first.
    const ashore = page.locator('[data-tray]');
    if (await ready.isDisabled({ timeout: 1500 }).catch(() => true)) {
      if ((await ashore.count()) === 0) return false;
      if ((await page.locator('[data-tray][aria-pressed=true]').count()) === 0)
        await tap(ashore.first());
      return tap(marked(page, 'place').nth(n % 4));
    }
    await see('placing');
    return tap(ready);
  }
  const doing = await phase(page);
  if (doing === null || !(await asked(page))) return false;
  await see(doing);
  const pass = page.locator('[data-act=pass]');
  const act = marked(page, 'act');
  const free = await act.count();
  if (doing === 'movement' || doing === 'air') {
    const stay = async (): Promise<boolean> => {
      await page.keyboard.press('Escape');
      return tap(pass);
    };
    if (free === 0 || (doing === 'movement' && n % 5 === 4)) return stay();
    await tap(act.nth(n % free));
    const goal = marked(page, doing === 'air' ? 'attack' : 'go');
    const places = await placesOf(goal);
    if (places.length === 0) return stay();
    if (doing === 'air') {
      await tap(goal.first());
      return tap(page.locator('[data-act=fly]'));
    }
    // To the middle of the sea, where the others are; not always by the same way.
    const far = (at: string): number => Math.abs(Number(at.slice(1)) - 4.5);
    const near = places.filter((at) => far(at) === Math.min(...places.map(far)));
    const chosen = near[n % near.length] ?? places[0]!;
    await tap(page.locator(`[data-place="${chosen}"]`));
    const end = page.locator('[data-end].primary');
    if (await end.count()) await tap(end);
    return true;
  }
  if (doing === 'orders') {
    for (let i = 0; i < free; i += 1) {
      await tap(act.nth(i));
      const target = marked(page, 'attack');
      if (await target.count()) await tap(target.first());
    }
    await allSeen(page);
    return commit(page);
  }
  if (/crit/.test(doing)) return tap(page.locator('button[data-token]').first());
  return tap(page.locator('.acts[data-phase] button').first());
}

export const over = async (page: Page): Promise<boolean> =>
  (await page.locator('dialog[open]').count()) > 0;

/// Whatever is asked for is done by pointing, until the page says that it is enough.
export async function play(
  page: Page,
  enough: (line: string) => boolean,
  see: (phase: string) => Promise<void> = () => Promise.resolve(),
  seconds = 60,
): Promise<string> {
  const until = Date.now() + seconds * 1000;
  for (let n = 0; Date.now() < until; n += 1) {
    const now = await line(page);
    if (enough(now) || (await over(page))) return now;
    if (!(await step(page, n, see))) await page.waitForTimeout(30);
  }
  return line(page);
}

/// Two people at a table of this game; the first is South.
export async function pair(ann: Person, ben: Person, options: Json): Promise<string> {
  const made = await api<{ id: string; invite: string }>(ann.page, 'POST', '/tables', {
    game: 'board_game',
    options,
    seats: [{ kind: 'me' }, { kind: 'invite' }],
    public: false,
    clock: { kind: 'none' },
    start: false,
  });
  await api(ann.page, 'PUT', '/me', { name: 'Ann' });
  await api(ben.page, 'PUT', '/me', { name: 'Ben' });
  await ben.page.goto(`/join/${made.id}/${made.invite}`);
  await ben.page.getByRole('button', { name: 'Take this seat' }).click();
  await ann.page.goto(`/table/${made.id}`);
  const start = ann.page.getByRole('button', { name: 'Start the game' });
  const begun = ann.page.locator('.main > .state');
  await start.or(begun).first().waitFor();
  if (await start.isVisible()) await start.click();
  await begun.waitFor();
  await ben.page.locator('.main > .state').waitFor();
  return made.id;
}

export async function opened(page: Page, options: Record<string, unknown>): Promise<string> {
  const id = await table(page, { game: 'board_game', options, seats: [{ kind: 'me' }, bot] });
  await page.goto(`/table/${id}`);
  await page.locator('.main > .state').waitFor();
  return id;
}
