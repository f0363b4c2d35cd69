/// Fleet Actions: what is drawn of a plan is what the game will do, and what is in the way is said before.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { covered } from './chart';
import { accessible, close, leave, open, person, picture, table } from './kit';

beforeAll(open);
afterAll(close);

const orders = (page: Page) => page.locator('.orders');
const give = (page: Page): Promise<void> => orders(page).locator('.acts .primary').click();
const ghosts = (page: Page): Promise<number> => page.locator('.under .ghost').count();
const begin = (page: Page): Promise<string> =>
  table(page, {
    game: 'fleet_actions',
    options: { scenario: 'evolutions' },
    seats: [{ kind: 'me' }, { kind: 'bot', level: 'random' }],
  });

describe('a plan', () => {
  it('shows of a Group that divides only those who sail', async () => {
    const me = await person();
    const { page } = me;
    await page.goto('/learn/fleet_actions/5');
    await orders(page).getByRole('button', { name: 'Divide…' }).click();
    const divide = page.getByRole('group', { name: 'Divide…' });
    await divide.getByRole('button', { name: 'The first 2 ships ahead' }).click();
    await divide.getByRole('button', { name: 'Keep the course' }).click();
    await divide.getByRole('button', { name: /hold/i }).last().click();
    await give(page);
    await page.locator('[data-speed="1"]').click();
    await expect.poll(() => ghosts(page)).toBe(2);
    await picture(page, 'fleet-plan-divided');
    // With the second move the others come after.
    await page.locator('[data-speed="2"]').click();
    await expect.poll(() => ghosts(page)).toBe(4);
    await leave(me);
  });

  it('warns of an enemy in the way, in a word and in full', async () => {
    const me = await person();
    const { page } = me;
    await page.goto('/learn/fleet_actions/8');
    const sign = page.getByRole('button', { name: /If Argonaute and Brillant are still there/ });
    await sign.waitFor();
    expect(await sign.locator('text').allTextContents()).toEqual(['⚠ captains must dare']);
    expect(await covered(page)).toEqual([]);
    await sign.click();
    await expect.poll(() => sign.locator('text').count()).toBeGreaterThan(3);
    await accessible(page, 'a warning on the chart');
    await picture(page, 'fleet-plan-warned');
    // Who stays where she is runs into nobody.
    await page.locator('[data-speed="0"]').click();
    await expect.poll(() => sign.count()).toBe(0);
    await leave(me);
  });

  it('to tack is for the whole squadron, and all of it comes round', async () => {
    const me = await person();
    const { page } = me;
    await page.goto(`/table/${await begin(page)}`);
    await page.locator('[data-way="NW"]').click();
    const given = orders(page).locator('.list button span');
    await expect.poll(() => given.allInnerTexts()).toEqual(['tack', 'tack']);
    await give(page);
    // Nobody sails fast who goes through the wind.
    await page.locator('[data-speed="1"]').click();
    for (const n of [2, 3])
      expect(await page.locator(`[data-speed="${n}"]`).getAttribute('aria-disabled')).toBe('true');
    await orders(page).getByRole('button', { name: 'Seal the orders' }).click();
    const log = page.getByRole('log');
    for (const names of ['Marigold and Fortune', 'Steadfast and Vigilance'])
      await log.getByText(`${names} tack to the north-west`).waitFor();
    await leave(me);
  });
});

describe('the end', () => {
  it('does not grow while one looks at it', async () => {
    const me = await person();
    const { page } = me;
    await page.goto(`/table/${await begin(page)}`);
    await orders(page).locator('.primary').waitFor();
    await page.getByRole('button', { name: 'More …' }).click();
    await page.getByRole('button', { name: /^Give up the battle/ }).click();
    // Every height that the end has from its first moment on.
    await page.evaluate(() => {
      const seen = ((window as unknown as { heights: number[] }).heights = [] as number[]);
      const look = (): void => {
        const one = document.querySelector('dialog[open]:has(.dice)');
        if (one) seen.push(Math.round(one.getBoundingClientRect().height));
        requestAnimationFrame(look);
      };
      look();
    });
    await page.getByRole('dialog').locator('.primary').click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Verify/ })
      .waitFor();
    await page.waitForFunction(
      () => !document.querySelector('.luck')?.textContent.includes('One moment'),
    );
    await page.waitForTimeout(300);
    const heights = await page.evaluate(() => (window as unknown as { heights: number[] }).heights);
    expect([...new Set(heights)].length, heights.join(' ')).toBe(1);
    await picture(page, 'fleet-end');
    await leave(me);
  });
});
