/// What the tests of the sea table share: a hand that counts, and a captain who plays by what the page says.
import type { Locator, Page } from 'playwright-core';
import { place, table, type Json } from './kit';

export const bot = { kind: 'bot', level: 'random' };

export const marked = (page: Page, look: string): Locator => page.locator(`[data-mark="${look}"]`);
export const places = (found: Locator): Promise<string[]> =>
  found.evaluateAll((cells) => cells.map((cell) => cell.getAttribute('data-place') ?? ''));
export const far = (a: string, b: string): number =>
  Math.max(
    Math.abs(a.charCodeAt(0) - b.charCodeAt(0)),
    Math.abs(Number(a.slice(1)) - Number(b.slice(1))),
  );
export const n = (page: Page): Promise<number> =>
  page.locator('.table').evaluate((it: HTMLElement) => Number(it.dataset.n));
export const press = (on: Page | Locator, name: string | RegExp): Promise<void> =>
  on
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click();
export async function moved(page: Page, was: number): Promise<void> {
  await page.waitForFunction(
    (before) => Number(document.querySelector<HTMLElement>('.table')?.dataset.n) > before,
    was,
  );
}
/// The whole field in sight, so that every place can be clicked.
export async function whole(page: Page): Promise<void> {
  const all = page.getByRole('button', { name: 'Whole board' });
  if ((await all.count()) && (await all.isEnabled())) await all.click();
}

/// A game in which it is this person's phase, and the weather is as wanted.
export async function begin(
  page: Page,
  options: Json,
  weather: RegExp = /./,
  seats: Json[] = [{ kind: 'me' }, bot],
): Promise<void> {
  for (let spun = 0; spun < 20; spun += 1) {
    const id = await table(page, {
      game: 'sail_epoch',
      options: { wind_profile: 'gentle', ...options },
      seats,
    });
    await page.goto(`/table/${id}`);
    const prompt = page.locator('.prompt');
    await prompt.getByText(/Your phase|then end/).waitFor();
    // At Admiral level the bows are pointed first, or left as they are.
    if (await prompt.getByText(/then end/).count()) {
      await prompt.getByRole('button', { name: /^End/ }).click();
      await prompt.getByText(/Your phase/).waitFor();
    }
    if (weather.test(await prompt.innerText())) return;
  }
  throw new Error(`the weather was never ${weather.source}`);
}

/// Counts what a hand does.
export class Hand {
  clicks = 0;
  constructor(readonly page: Page) {}
  async at(spot: string): Promise<void> {
    this.clicks += 1;
    await place(this.page, spot).click();
  }
  async press(button: Locator): Promise<void> {
    this.clicks += 1;
    await button.click();
  }
}

interface Seen {
  ships: { id: string; at: string; owner: string }[];
  cells: { at: string; mark: string | null; says: string }[];
  unit: string;
}
/// Everything on the board as the page names it.
const look = (page: Page): Promise<Seen> =>
  page.evaluate(() => ({
    ships: [...document.querySelectorAll<SVGElement>('[data-ship]')].map((ship) => ({
      id: ship.dataset.ship ?? '',
      at: ship.dataset.at ?? '',
      owner: ship.dataset.owner ?? '',
    })),
    cells: [...document.querySelectorAll<SVGElement>('[data-place]')].map((cell) => ({
      at: cell.dataset.place ?? '',
      mark: cell.dataset.mark ?? null,
      says: cell.getAttribute('aria-label') ?? '',
    })),
    unit: document.querySelector<HTMLElement>('.dock')?.dataset.unit ?? '',
  }));

/// What somebody at the table is after.
export interface Aim {
  /// Who it is.
  me: string;
  /// The forts where cargo is brought.
  home: RegExp;
}
const AIM: Aim = { me: 'P1', home: /fort of Player 1/ };

/// Where the ship in hand wants to go: home with cargo, else to what lies about, else to the enemy.
function goals(seen: Seen, { me, home }: Aim): string[] {
  const own = seen.ships.find((ship) => ship.id === seen.unit);
  const here = seen.cells.find((cell) => cell.at === own?.at)?.says ?? '';
  const at = (which: (cell: Seen['cells'][number]) => boolean): string[] =>
    seen.cells.filter(which).map((cell) => cell.at);
  const forts = at((cell) => home.test(cell.says));
  const goods = at(
    ({ at, says }) => !forts.includes(at) && /\d+ (gold|pearls|treasure)/.test(says),
  );
  const foes = seen.ships.filter((ship) => ship.owner !== me).map((ship) => ship.at);
  if (/carries/.test(here)) return forts;
  return goods.length ? goods : foes.length ? foes : forts;
}

/// How many spaces of water lie between each place and the nearest goal.
function distances(seen: Seen, goals: readonly string[]): (at: string) => number {
  const dry = new Set(
    seen.cells
      .filter(({ says }) => /, (land|reef|fort|neutral fort)/.test(says))
      .map(({ at }) => at),
  );
  const known = new Set(seen.cells.map(({ at }) => at));
  const found = new Map(goals.map((goal) => [goal, 0]));
  const rim = [...goals];
  for (let at = rim.shift(); at !== undefined; at = rim.shift())
    for (const dx of [-1, 0, 1])
      for (const dy of [-1, 0, 1]) {
        const next = `${String.fromCharCode(at.charCodeAt(0) + dx)}${Number(at.slice(1)) + dy}`;
        if (!known.has(next) || dry.has(next) || found.has(next)) continue;
        found.set(next, found.get(at)! + 1);
        rim.push(next);
      }
  return (at) => found.get(at) ?? 99;
}

/// Is it this person's decision, with everything that belongs to it on the page? Runs in the page.
function asked(): 'over' | 'mine' | undefined {
  const has = (what: string): boolean => document.querySelector(what) !== null;
  if (/ won: |Nobody has won/.test(document.querySelector('.prompt')?.textContent ?? ''))
    return 'over';
  // A question stands in the prompt's place.
  if (has('div.over button:enabled')) return 'mine';
  if (!has('.prompt.mine')) return undefined;
  if (has('.menu button, .tray button')) return 'mine';
  if (!has('.ends button:enabled')) return has('[data-mark]') ? 'mine' : undefined;
  const left = document.querySelector('.ends p')?.textContent ?? '';
  return has('[data-mark="act"], .dock[data-unit], .tray') || /Nothing left/.test(left)
    ? 'mine'
    : undefined;
}

/// Of several people at a table, one who is to decide now; nobody once it is over.
export async function awaited(pages: readonly Page[]): Promise<Page | undefined> {
  for (const until = Date.now() + 60_000; Date.now() < until;)
    for (const page of pages) {
      const now = await page.evaluate(asked);
      if (now === 'over') return undefined;
      if (now === 'mine') return page;
    }
  throw new Error('nobody is asked anything');
}

/// Puts everything possible into one decision as a person would: answers what is asked, loads and
/// unloads, fires, sails nearer to what is wanted, ends. Returns whether the game goes on.
export async function decide(page: Page, seen: Set<string>, aim: Aim = AIM): Promise<boolean> {
  await page.waitForFunction(asked);
  if ((await page.evaluate(asked)) === 'over') return false;
  const was = await n(page);
  const over = page.locator('div.over');
  if (await over.count()) {
    seen.add((await over.getByRole('heading').first().innerText()).split(' ')[0] ?? '');
    // Points are handed out first, to whom they come.
    const more = over.getByRole('button', { name: /^More for/ });
    for (const one of await more.all()) if (await one.isEnabled()) await one.click();
    const fire = over.locator('button.primary:enabled').first();
    await ((await fire.count()) ? fire : over.locator('button:enabled').first()).click();
    await moved(page, was);
    return true;
  }
  const end = page.getByRole('button', { name: 'End the phase' });
  if ((await end.count()) && (await page.locator('.tray').count())) {
    // Bows are left as they lie.
    await end.click();
    await moved(page, was);
    return true;
  }
  if (!(await end.count())) {
    // What was lit may go out under the hand: then it is looked at anew.
    const lit = page.locator('.menu button:enabled, .prompt .buttons button.primary, [data-mark]');
    await lit
      .first()
      .click({ timeout: 5000 })
      .catch(() => undefined);
    return true;
  }
  if (await page.locator('.dock[data-unit]').count()) await page.keyboard.press('Escape');
  const ready = (await look(page)).cells.filter((cell) => cell.mark === 'act');
  for (const { at } of ready.slice(0, 4)) {
    if (!(await page.locator('.dock[data-unit]').count())) await place(page, at).click();
    await page.locator('.dock[data-unit]').waitFor();
    const work = page.locator('.dock').getByRole('button', { name: /^(Load|Unload)/ });
    if (await work.count()) {
      seen.add((await work.first().innerText()).split(' ')[0]!);
      await work.first().click();
      await moved(page, was);
      return true;
    }
    const now = await look(page);
    const shots = now.cells.filter((cell) => cell.mark === 'attack');
    if (shots.length && (await page.locator('.badge').count())) {
      seen.add('fire');
      await place(page, shots.find((cell) => / of 6/.test(cell.says))!.at).click();
      await moved(page, was);
      return true;
    }
    const from = now.ships.find((ship) => ship.id === now.unit)?.at ?? at;
    const near = distances(now, goals(now, aim));
    const ways = now.cells
      .filter((cell) => cell.mark === 'go' && near(cell.at) < near(from))
      .sort((a, b) => near(a.at) - near(b.at));
    if (ways[0]) {
      await place(page, ways[0].at).click();
      const dial = page.locator('dialog[open] .way:enabled');
      if (await dial.count()) {
        seen.add('dial');
        await dial.first().click();
      }
      seen.add('sail');
      await moved(page, was);
      return true;
    }
    const storm = page.locator('.dock').getByRole('button', { name: /storm take her/ });
    if (await storm.count()) {
      seen.add('storm');
      await storm.click();
      await moved(page, was);
      return true;
    }
    await page.keyboard.press('Escape');
  }
  await end.click();
  // Where a storm would hurt, that is asked about first.
  const grave = page.getByRole('dialog').getByRole('button', { name: 'Do it' });
  await page.waitForFunction(
    (before) =>
      Number(document.querySelector<HTMLElement>('.table')?.dataset.n) > before ||
      document.querySelector('dialog[open]') !== null,
    was,
  );
  if (await grave.isVisible()) await grave.click();
  await moved(page, was);
  return true;
}
