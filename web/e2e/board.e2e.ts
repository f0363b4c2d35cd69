/// Admiral: The Board Game at its own table: whole battles by pointing, clicks counted, secrets kept.
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessible, close, leave, open, person, picture, place, table } from './kit';

beforeAll(open);
afterAll(close);

const bot = { kind: 'bot', level: 'random' };

const phase = (page: Page): Promise<string | null> =>
  page
    .locator('.acts[data-phase]')
    .getAttribute('data-phase', { timeout: 500 })
    .catch(() => null);

const line = (page: Page): Promise<string> =>
  page
    .locator('[data-line]')
    .first()
    .innerText({ timeout: 2000 })
    .catch(() => '');

const marked = (page: Page, mark: string): Locator =>
  page.locator(`[data-place][data-mark="${mark}"]`);

/// Is this page asked for something now?
const asked = async (page: Page): Promise<boolean> =>
  (await page.locator('.prompt.mine').count()) > 0;

const tap = (what: Locator): Promise<boolean> =>
  what.click({ timeout: 1500 }).then(
    () => true,
    () => false,
  );

/// Whatever is asked for is done by pointing, until the page says that it is enough.
async function play(
  page: Page,
  enough: (line: string) => boolean,
  see: (phase: string) => Promise<void> = () => Promise.resolve(),
  seconds = 60,
): Promise<string> {
  const until = Date.now() + seconds * 1000;
  for (let n = 0; Date.now() < until; n += 1) {
    const now = await line(page);
    if (enough(now) || (await page.locator('[role=dialog], dialog[open]').count())) return now;
    const ready = page.locator('[data-act=ready]:enabled');
    if (await ready.count()) {
      await see('placing');
      await tap(ready);
      continue;
    }
    const doing = await phase(page);
    if (doing === null || !(await asked(page))) {
      await page.waitForTimeout(30);
      continue;
    }
    await see(doing);
    const pass = page.locator('[data-act=pass]');
    const act = marked(page, 'act');
    const free = await act.count();
    if (doing === 'movement' || doing === 'air') {
      if (free === 0 || (doing === 'movement' && n % 5 === 4)) {
        await page.keyboard.press('Escape');
        await tap(pass);
        continue;
      }
      await tap(act.nth(n % free));
      const goal = marked(page, doing === 'air' ? 'attack' : 'go');
      const goals = await goal.count();
      if (goals === 0) {
        await page.keyboard.press('Escape');
        await tap(pass);
      } else if (doing === 'air') {
        await tap(goal.first());
        await tap(page.locator('[data-act=fly]'));
      } else {
        await tap(goal.nth((n * 7) % goals));
        const end = page.locator('[data-end].primary');
        if (await end.count()) await tap(end);
      }
    } else if (doing === 'orders') {
      for (let i = 0; i < free; i += 1) {
        await tap(act.nth(i));
        const target = marked(page, 'attack');
        if (await target.count()) await tap(target.first());
      }
      await tap(page.locator('[data-act=commit]'));
    } else if (/crit/.test(doing)) {
      await tap(page.locator('button[data-token]').first());
    } else {
      await tap(page.locator('.acts[data-phase] button').first());
    }
  }
  return line(page);
}

async function opened(page: Page, options: Record<string, unknown>): Promise<string> {
  const id = await table(page, { game: 'board_game', options, seats: [{ kind: 'me' }, bot] });
  await page.goto(`/table/${id}`);
  await page.locator('[data-line]').waitFor();
  return id;
}

describe('the Board Game', () => {
  it('is begun with one click, and two rounds are played by pointing', async () => {
    const me = await person();
    const { page } = me;
    await page.goto('/');
    await page
      .locator('li, article')
      .filter({ has: page.getByRole('heading', { name: 'Admiral: The Board Game' }) })
      .getByRole('button', { name: 'Play now' })
      .click();
    await page.locator('[data-act=ready]').waitFor();
    await accessible(page, 'placing ships');
    const seen = new Set<string>();
    const now = await play(
      page,
      (said) => /Round [3-9]/.test(said),
      async (doing) => {
        if (seen.has(doing)) return;
        seen.add(doing);
        await accessible(page, doing);
        await picture(page, `board-${doing}`);
      },
    );
    expect(now).toMatch(/Round 3 of 8/);
    expect([...seen]).toEqual(expect.arrayContaining(['placing', 'movement', 'orders']));
    // The end and the replay are the same as everywhere.
    await page.getByRole('button', { name: 'More …' }).click();
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Do it' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Verify the dice' }).click();
    await page.getByText(/all \d+ rolls follow from it/).waitFor();
    await page.getByRole('dialog').getByRole('link', { name: 'Replay' }).click();
    await page.getByRole('group', { name: 'Plotting table' }).waitFor();
    await page.keyboard.press('End');
    await accessible(page, 'a replay');
    await picture(page, 'board-replay');
    await leave(me);
  });

  it('takes few clicks: a move 2, a shot 2, a commit 1', async () => {
    const me = await person();
    const { page } = me;
    await opened(page, { scenario: 'SC-1' });
    let clicks = 0;
    const click = async (what: Locator): Promise<void> => {
      clicks += 1;
      await what.click();
    };
    await page.locator('[data-act=ready]').click();
    const first = page.locator('[data-key=S]');
    await first.or(marked(page, 'act').first()).first().waitFor();
    if (await first.isVisible()) await first.click();
    await marked(page, 'act').first().waitFor();
    // A move: the ship, and where she goes.
    const log = page.getByRole('log');
    clicks = 0;
    await click(place(page, 'd1'));
    const goal = marked(page, 'go').first();
    const at = await goal.getAttribute('data-place');
    await click(goal);
    await log.getByText(new RegExp(`S1 Chicago moves to ${at}`)).waitFor();
    expect(clicks).toBeLessThanOrEqual(3);
    await leave(me);
  });

  it('ready fleets are offered where a fleet may be agreed beforehand', async () => {
    const me = await person();
    const { page } = me;
    await page.goto('/new/board_game');
    await page.locator('details.options summary').click();
    const south = page.locator('#option-south');
    const ready = await page
      .locator(`#${await south.getAttribute('list')} option`)
      .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
    expect(ready).toContain('RF-UK');
    await south.fill('RF-UK');
    await page.locator('#option-north').fill('RF-JP');
    await accessible(page, 'options with ready fleets');
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByText('King George V').first().waitFor();
    await leave(me);
  });
});
