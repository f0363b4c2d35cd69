/// What the browser tests share: one browser, people in it, pictures, axe.
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { expect, inject } from 'vitest';

const pictures = resolve(import.meta.dirname, '../../test-output/web');
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let browser: Browser | undefined;

export async function open(): Promise<void> {
  mkdirSync(pictures, { recursive: true });
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

export async function close(): Promise<void> {
  await browser?.close();
}

export interface Person {
  page: Page;
  context: BrowserContext;
  /// Everything the console complained about.
  complaints: string[];
}

export interface How {
  phone?: boolean;
  dark?: boolean;
  motion?: boolean;
}

/// Somebody with a browser of their own.
export async function person(how: How = {}): Promise<Person> {
  if (!browser) throw new Error('open() first');
  const context = await browser.newContext({
    baseURL: inject('base'),
    viewport: how.phone ? { width: 390, height: 844 } : { width: 1440, height: 900 },
    hasTouch: how.phone ?? false,
    isMobile: how.phone ?? false,
    colorScheme: how.dark ? 'dark' : 'light',
    reducedMotion: how.motion ? 'no-preference' : 'reduce',
  });
  context.setDefaultTimeout(20_000);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      complaints.push(`${message.type()}: ${message.text()} (${page.url()})`);
  });
  page.on('pageerror', (error) => complaints.push(`thrown: ${error.message}`));
  return { page, context, complaints };
}

/// Nobody may have complained.
export async function leave(...people: Person[]): Promise<void> {
  for (const one of people) {
    const complaints = [...one.complaints];
    await one.context.close();
    expect(complaints).toEqual([]);
  }
}

export async function picture(page: Page, name: string, full = false): Promise<void> {
  await page.screenshot({ path: resolve(pictures, `${name}.png`), fullPage: full });
}

export interface TraceEvent {
  name: string;
  args: { data?: Record<string, unknown> };
}

/// What the browser itself notes down while something happens.
export async function traced(
  page: Page,
  categories: string[],
  happens: () => Promise<void>,
): Promise<TraceEvent[]> {
  if (!browser) throw new Error('open() first');
  await browser.startTracing(page, { categories: ['-*', ...categories] });
  await happens();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[];
  };
  return traceEvents;
}

/// No violation of the accessibility rules on this page.
export async function accessible(page: Page, what: string): Promise<void> {
  await page.evaluate(axe);
  const found = await page.evaluate(async () => {
    const run = (
      window as unknown as {
        axe: {
          run(): Promise<{
            violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[];
          }>;
        };
      }
    ).axe.run();
    return (await run).violations.map(
      (violation) =>
        `${violation.id}: ${violation.nodes
          .slice(0, 3)
          .map((node) => `${node.html.slice(0, 160)} ${node.failureSummary ?? ''}`)
          .join(' | ')}`,
    );
  });
  expect(found, what).toEqual([]);
}

export type Json = Record<string, unknown>;

/// A request as this person, from inside the page.
export async function api<T = Json>(
  page: Page,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  if (page.url() === 'about:blank') await page.goto('/');
  return page.evaluate(
    async ([method, path, body]) => {
      const answer = await fetch(`/api${path}`, {
        method,
        headers: body === null ? {} : { 'content-type': 'application/json' },
        body: body === null ? null : JSON.stringify(body),
      });
      const data: unknown = await answer.json();
      if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(data)}`);
      return data as never;
    },
    [method, path, body ?? null] as const,
  );
}

export interface Plan {
  game?: string;
  options?: Json;
  seats: Json[];
  public?: boolean;
  start?: boolean;
}

/// A table made without the page, where making it is not the point.
export async function table(page: Page, plan: Plan): Promise<string> {
  const made = await api<{ id: string }>(page, 'POST', '/tables', {
    game: 'naval_battle',
    options: {},
    public: false,
    clock: { kind: 'none' },
    start: true,
    ...plan,
  });
  return made.id;
}

export const place = (page: Page, at: string) => page.locator(`[data-place="${at}"]`);

/// Waits until this seat may act on the board.
export async function myTurn(page: Page): Promise<void> {
  await page.locator('[data-mark="act"]').first().waitFor();
}

/// Clicks a piece, then where it goes; agrees to the question if one is asked.
export async function move(page: Page, from: string, to: string): Promise<void> {
  await myTurn(page);
  await place(page, from).click();
  await page.locator(`[data-place="${to}"][data-mark]:not([data-mark="act"])`).waitFor();
  await place(page, to).click();
}

/// The text of a lesson that fills a phone has been read: it no longer lies over the board.
export async function read(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'To the board' }).tap();
  await page.getByRole('button', { name: 'To the board' }).waitFor({ state: 'hidden' });
}

export const CITADEL = { W: '@Citadel', R: '@Citadel' };

/// What of the line above the board is cut off at its upper or lower edge.
export async function sliced(page: Page): Promise<string[]> {
  return page.locator('.state').evaluate((line) => {
    const { top, bottom } = line.getBoundingClientRect();
    return [...line.querySelectorAll(':scope > :is(span, b)')]
      .filter((word) => word.getClientRects().length > 0)
      .filter((word) => {
        const at = word.getBoundingClientRect();
        return at.top < top || at.bottom > bottom;
      })
      .map((word) => word.textContent);
  });
}
