/// What all tables share: a draft that survives, what was missed, rooms that stay, keys.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import {
  accessible,
  api,
  CITADEL,
  close,
  leave,
  move,
  myTurn,
  open,
  person,
  picture,
  place,
  type Person,
} from './kit';

beforeAll(open);
afterAll(close);

/// Ann and Ben at a table of Naval Battle, the fleets placed; with four, on the same side.
async function duel(four = false): Promise<{ ann: Person; ben: Person; id: string }> {
  const [ann, ben] = [await person(), await person()];
  const bot = { kind: 'bot', level: 'random' };
  const made = await api<{ id: string; invite: string }>(ann.page, 'POST', '/tables', {
    game: 'naval_battle',
    options: { deploy: CITADEL, ...(four ? { persons: '4', memory_aid: 'notes' } : {}) },
    public: false,
    clock: { kind: 'none' },
    start: false,
    seats: four
      ? [{ kind: 'me' }, bot, { kind: 'invite' }, bot]
      : [{ kind: 'me' }, { kind: 'invite' }],
  });
  await ben.page.goto(`/join/${made.id}/${made.invite}`);
  await ben.page.getByRole('button', { name: 'Take this seat' }).click();
  await ann.page.goto(`/table/${made.id}`);
  const start = ann.page.getByRole('button', { name: 'Start the game' });
  await start.or(ann.page.locator('[data-mark="act"]').first()).first().waitFor();
  if (await start.isVisible()) await start.click();
  await myTurn(ann.page);
  await ben.page.locator('[data-place]').first().waitFor();
  return { ann, ben, id: made.id };
}

const box = async (what: Locator): Promise<string> => JSON.stringify(await what.boundingBox());
const rooms = (page: Page): Promise<string[]> =>
  Promise.all(
    ['.ask', '.panel.card', '[role="tablist"]', '.board svg[role="group"]'].map((room) =>
      box(page.locator(room).first()),
    ),
  );

describe('at every table', () => {
  it('a draft survives what the other does meanwhile', async () => {
    const { ann, ben } = await duel(true);
    await place(ann.page, 'a4').click();
    await ann.page.locator('[data-place="a5"][data-mark="go"]').waitFor();
    const n = Number(await ann.page.locator('.table').getAttribute('data-n'));
    // The Recorder marks a piece for both of them.
    await place(ben.page, 'c7').click();
    await ben.page
      .getByRole('group', { name: 'Your mark' })
      .getByRole('button', { name: 'M', exact: true })
      .click();
    await expect
      .poll(async () => Number(await ann.page.locator('.table').getAttribute('data-n')))
      .toBeGreaterThan(n);
    // Still in hand, and where it was aimed it goes.
    expect(await ann.page.locator('.table').getAttribute('data-depth')).toBe('1');
    await place(ann.page, 'a5').click();
    await ben.page.getByText('White moves from a4 to a5').waitFor();
    expect(await place(ann.page, 'a5').getAttribute('aria-label')).toContain('Submarine');
    await leave(ann, ben);
  });

  it('what happened in an absence is offered, shown, and shown again', async () => {
    const { ann, ben, id } = await duel();
    await ben.page.goto('/');
    await move(ann.page, 'a4', 'a5');
    await ann.page.locator('.prompt').getByText('Waiting for Red').waitFor();
    await ben.page.goto(`/table/${id}`);
    const since = ben.page.getByRole('button', { name: /Since you were here: 1 moment/ });
    await since.waitFor();
    await picture(ben.page, 'since-1440');
    await since.click();
    await since.waitFor({ state: 'detached' });
    const again = ben.page.getByRole('button', { name: 'Show again' });
    await again.waitFor();
    await again.click();
    // A line of the log shows its moment as well; then the board is as it is.
    await again.waitFor();
    await ben.page.locator('.log .moment').last().click();
    await again.waitFor();
    await myTurn(ben.page);
    expect(await place(ben.page, 'a5').getAttribute('aria-label')).toContain('enemy');
    await ben.page.reload();
    await again.or(ben.page.locator('[data-mark="act"]').first()).first().waitFor();
    expect(await since.count()).toBe(0);
    await leave(ann, ben);
  });

  it('rooms stay where they are, the log has its height, zoom stands beside the sea', async () => {
    const { ann, ben } = await duel();
    for (const [width, height] of [
      [1440, 900],
      [1024, 768],
    ] as const) {
      await ann.page.setViewportSize({ width, height });
      const before = await rooms(ann.page);
      await place(ann.page, 'a4').click();
      await ann.page.locator('[data-mark="go"]').first().waitFor();
      expect(await rooms(ann.page)).toEqual(before);
      await ann.page.keyboard.press('Escape');
      await ann.page.getByRole('button', { name: 'More' }).click();
      await ann.page.getByRole('button', { name: 'Resign' }).waitFor();
      expect(await rooms(ann.page)).toEqual(before);
      await ann.page.getByRole('button', { name: 'More' }).click();
      const log = (await ann.page.locator('.panel.tabs').boundingBox())!;
      expect(log.height).toBeGreaterThanOrEqual(240);
      expect(log.y + log.height).toBeLessThanOrEqual(height);
      const sea = (await ann.page.locator('.board svg[role="group"]').boundingBox())!;
      const zoom = (await ann.page.getByRole('button', { name: 'Nearer' }).boundingBox())!;
      expect(zoom.x).toBeGreaterThanOrEqual(sea.x + sea.width);
      await accessible(ann.page, `${width}`);
    }
    await leave(ann, ben);
  });

  it('an action can be typed by those who know how, behind a key', async () => {
    const { ann, ben } = await duel();
    await ann.page.keyboard.press(':');
    const field = ann.page.getByRole('textbox', { name: 'Type an action' });
    await field.fill('a1-j9');
    await field.press('Enter');
    await ann.page.getByRole('alert').waitFor();
    await ann.page.keyboard.press('Escape');
    await ann.page.getByRole('button', { name: 'Table menu' }).click();
    await ann.page.getByRole('button', { name: /Type an action/ }).click();
    await field.fill('a4-a5');
    await field.press('Enter');
    await myTurn(ben.page);
    await leave(ann, ben);
  });
});
