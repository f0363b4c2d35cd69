/// Lessons of every game, played on its own board and judged by the server.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessible, close, leave, open, person, picture, read } from './kit';
import type { Page } from 'playwright-core';

beforeAll(open);
afterAll(close);

const place = (page: Page, at: string): Promise<void> =>
  page.locator(`[data-place="${at}"]`).click();
const press = (page: Page, name: string | RegExp): Promise<void> =>
  page
    .locator('.foot')
    .getByRole('button', { name, exact: typeof name === 'string' })
    .click();
const well = (page: Page): Promise<void> => page.getByText('Well done.').waitFor();

describe('lessons', () => {
  it('teach sailing before the wind, and how to fire', async () => {
    const me = await person();
    const { page } = me;
    await page.goto('/learn/sail_epoch/1');
    await page.getByText('Bring the Victory from L12 to L7').waitFor();
    await place(page, 'L12');
    await place(page, 'L10');
    // Legal, but not the goal: whatever was done is taken back, and done better.
    await press(page, 'Take back');
    await place(page, 'L12');
    await place(page, 'L7');
    await well(page);
    await picture(page, 'learn-sail');
    await press(page, 'Next position');
    await page.getByRole('heading', { name: 'Along the coast' }).waitFor();
    expect(page.url()).toContain('/learn/sail_epoch/2');
    await accessible(page, 'lesson at sea');
    // The page of all lessons knows how far one is, and goes on from there.
    await page.goto('/learn');
    const on = page.getByRole('link', { name: /Go on: 1 of \d+ solved/ });
    await on.waitFor();
    expect(await on.getAttribute('href')).toBe('/learn/sail_epoch/2');
    await leave(me);
  });

  it('teach dice, and the other side answers as the story has it', async () => {
    const me = await person({ motion: true });
    const { page } = me;
    await page.goto('/learn/board_game/2');
    await page.getByText('Move Hoel to d4').waitFor();
    await place(page, 'd2');
    await place(page, 'd4');
    // Whoever clicks her while her move is still shown has her in hand when it is over.
    await page
      .getByText('It is shown on the board')
      .or(page.locator('[data-place="d4"][data-mark="act"]'))
      .first()
      .waitFor();
    await place(page, 'd4');
    await page.locator('[data-feature=EVADE]').click();
    await well(page);
    await picture(page, 'learn-dice');
    await leave(me);
  });

  it('teach fire at pistol shot, and end with a game for real', async () => {
    const me = await person({ phone: true });
    const { page } = me;
    await page.goto('/learn/fleet_actions/10');
    // A phone has room for the sea as well.
    const chart = await page
      .getByRole('group', { name: 'Chart of the battle' })
      .locator('../..')
      .boundingBox();
    expect(chart!.height).toBeGreaterThan(220);
    await read(page);
    await page.locator('[data-target]').first().tap();
    await page.getByRole('button', { name: 'Open fire' }).click();
    await well(page);
    await picture(page, 'learn-phone');
    await page.goto('/learn/fleet_actions/21');
    await read(page);
    await page.locator('[data-speed="3"]').click();
    await page.getByRole('button', { name: 'Seal the orders' }).click();
    await well(page);
    await press(page, 'Play this for real');
    await page.waitForURL(/\/table\//);
    await page.locator('[data-unit]').first().waitFor();
    await leave(me);
  });
});
