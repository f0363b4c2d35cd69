/// A whole game without a mouse: nothing here clicks, hovers or sets the focus.
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { close, leave, open, person, picture, table } from './kit';
import { tabTo, walk } from './hands';
import { far, hunters, quarry, squares, target } from './steer';

beforeAll(open);
afterAll(close);

const over = (page: Page): Locator => page.getByRole('dialog').getByRole('heading', { level: 1 });

/// One turn by keys. Says whether the game is over.
async function turn(page: Page, n: number): Promise<boolean> {
  const stop = page.getByRole('button', { name: 'Stop here' });
  for (let tries = 0; tries < 40; tries += 1) {
    await page
      .locator('[data-mark]')
      .first()
      .or(over(page))
      .or(stop)
      .first()
      .waitFor({ timeout: 30_000 });
    if (await over(page).isVisible()) return true;
    let seen = await squares(page);
    if (await stop.isVisible()) {
      const goal = quarry(seen);
      if (seen.some((one) => one.mark === 'jump' && far(one.place, goal) === 0))
        await walk(page, goal);
      else await tabTo(page, stop);
      await page.keyboard.press('Enter');
    } else {
      const choice = hunters(seen, n + tries);
      const from = choice[tries % Math.max(1, choice.length)];
      if (!from) continue;
      await walk(page, from);
      await page.keyboard.press('Enter');
      await page
        .locator('[data-mark]:not([data-mark="act"])')
        .first()
        .waitFor({ timeout: 5_000 })
        .catch(() => undefined);
      seen = await squares(page);
      const to = target(seen, from, n + tries);
      if (!to) {
        await page.keyboard.press('Escape');
        await page.locator('.table[data-depth="0"]').waitFor();
        continue;
      }
      await walk(page, to);
      await page.keyboard.press('Enter');
    }
    // The question stands under the focus: Enter agrees.
    const question = page.getByRole('button', { name: 'Do it' });
    await question.or(page.locator('.table[data-depth="0"]')).first().waitFor();
    if (await question.isVisible()) {
      expect(await question.evaluate((element) => element === document.activeElement)).toBe(true);
      await page.keyboard.press('Enter');
      await question.waitFor({ state: 'detached' });
    }
    return false;
  }
  throw new Error('no move was found');
}

describe('by keys alone', () => {
  it('a table is opened, a fleet placed and the first turns played', async () => {
    const me = await person();
    const { page } = me;
    await page.goto('/');
    await tabTo(
      page,
      page.locator('li', { hasText: 'Naval Battle' }).getByRole('button', { name: 'Play now' }),
    );
    await page.keyboard.press('Enter');
    await page.locator('.tray').waitFor();
    await tabTo(page, page.getByRole('button', { name: /^Corsair/ }));
    await page.keyboard.press('Enter');
    await page.getByText('All 32 pieces stand').waitFor();
    await tabTo(page, page.getByRole('button', { name: 'Ready', exact: true }));
    await page.keyboard.press('Enter');
    await page.locator('[data-mark="act"]').first().waitFor();
    for (let n = 0; n < 4; n += 1) expect(await turn(page, n)).toBe(false);
    // Why can the Admiral not jump to the other end? The answer comes with its clause.
    await page.locator('[data-mark="act"]').first().waitFor();
    const own = hunters(await squares(page), 0)[0]!;
    await walk(page, own);
    await page.keyboard.press('Enter');
    await page.locator('[data-mark]:not([data-mark="act"])').first().waitFor();
    await walk(page, own[0] === 'a' ? 'h1' : 'a1');
    await page.keyboard.press('?');
    await page.getByRole('alert').getByText(/NB-/).waitFor();
    await picture(page, 'keys-why');
    await leave(me);
  });

  it('a short game is played to its end, looked at, and its rematch begun', async () => {
    const me = await person();
    const { page } = me;
    const id = await table(page, {
      seats: [{ kind: 'me' }, { kind: 'bot', level: 'random' }],
      options: { position: 'W:Aa1,6d4,5e4,5c3,4f3,Sd3,Se3,1b2 R:Ae10,Md10,2d9,1f8,1b9 T:W' },
    });
    await page.goto(`/table/${id}`);
    await page.locator('[data-mark="act"]').first().waitFor();
    let turns = 0;
    while (!(await turn(page, turns))) {
      turns += 1;
      expect(turns).toBeLessThan(120);
    }
    expect(turns).toBeGreaterThan(3);
    const end = await page.getByRole('dialog').innerText();
    expect(end).toMatch(
      /Admiral was destroyed|cannot act|nothing was lost|only the two Admirals|repeated/,
    );
    process.stdout.write(
      `a game of ${turns} turns by keys: ${end.split('\n').slice(0, 2).join(' ')}\n`,
    );
    await picture(page, 'keys-end');
    await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Verify the seal' }));
    await page.keyboard.press('Enter');
    await page.getByText('The key fits the seal').waitFor();
    await tabTo(
      page,
      page.getByRole('dialog').getByRole('button', { name: 'Rematch', exact: true }),
    );
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => !url.pathname.includes(id));
    await page.locator('[data-mark="act"]').first().waitFor();
    await leave(me);
  });
});
