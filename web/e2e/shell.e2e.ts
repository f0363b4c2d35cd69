/// The shell around every table: the harbour's lists, ways in and out, talk, Escape, the end of a game.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api, CITADEL, close, leave, myTurn, open, person, picture, place, table } from './kit';
import { refused } from './chart';
import { begin, bot, marked, places, whole } from './sea';

beforeAll(open);
afterAll(close);

describe('the harbour', () => {
  it('asks nothing for somebody who is not known yet', async () => {
    const me = await person();
    const turned = refused(me.page);
    // Who this is takes a while; everything else is there at once.
    await me.page.route('**/api/me', async (route) => {
      await new Promise((done) => setTimeout(done, 1500));
      await route.continue();
    });
    const heard = me.page.waitForResponse((answer) => answer.url().endsWith('/api/records'));
    await me.page.goto('/');
    await me.page.locator('li.game').first().waitFor();
    await heard;
    expect(turned).toEqual([]);
    await leave(me);
  });

  it('says whose turn it is before the first action', async () => {
    const me = await person();
    await table(me.page, { seats: [{ kind: 'me' }, bot], options: { deploy: CITADEL } });
    await me.page.goto('/');
    const row = me.page.locator('a.row', { hasText: 'Naval Battle' });
    await row.getByText('Your turn').waitFor();
    await me.page.getByRole('link', { name: 'Go on with your game' }).waitFor();
    await leave(me);
  });

  it('starts a game against the weakest bot, and tells at the end who won which scenario', async () => {
    const me = await person();
    const { page } = me;
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto('/');
    await page
      .locator('li.game', { hasText: 'Sail Epoch' })
      .getByRole('button', { name: 'Play now' })
      .click();
    const { bots } = await api<{ bots: { title: string }[] }>(page, 'GET', '/games/sail_epoch');
    await page.locator('.seats').getByText(bots[0]!.title).waitFor();
    await page.locator('.state').getByText('Turn 1').first().waitFor();
    await page.locator('.prompt').getByText('Your phase').waitFor();
    await page.locator('.prompt').getByRole('button', { name: 'More' }).click();
    await page.getByRole('button', { name: 'Give up' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Do it' }).click();
    // To the one who looks: not "Player 2 wins" alone.
    await page.getByRole('heading', { name: /^You lost/ }).waitFor();
    await page.getByRole('button', { name: 'Look at the board' }).click();
    // Out, and nothing is asked of a table that is none.
    await page.getByRole('link', { name: 'Admiralty' }).first().click();
    const row = page.locator('[aria-labelledby="mine"] a.row', { hasText: 'Sail Epoch' });
    await row.getByText('You lost').waitFor();
    await row.getByText('Treasures').waitFor();
    expect(asked.filter((url) => url.includes('undefined'))).toEqual([]);
    await picture(page, 'harbour-finished');
    // Old games can be cleared away, and brought back.
    await page.getByRole('button', { name: /^Clear away Sail Epoch/ }).click();
    await expect.poll(() => row.count()).toBe(0);
    await page.reload();
    await page.getByRole('button', { name: /Show 1 game/ }).click();
    await row.waitFor();
    await leave(me);
  });
});

describe('a table', () => {
  it('offers a link to those who want to look on', async () => {
    const [me, guest] = [await person(), await person()];
    await me.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const id = await table(me.page, { seats: [{ kind: 'me' }, bot], options: { deploy: CITADEL } });
    await me.page.goto(`/table/${id}`);
    await myTurn(me.page);
    await me.page.getByRole('button', { name: 'Table menu' }).click();
    await me.page.getByRole('button', { name: 'Copy a link to watch' }).click();
    const link = await me.page.evaluate(() => navigator.clipboard.readText());
    expect(link).toContain(id);
    await guest.page.goto(link);
    await guest.page.getByText('You are watching').waitFor();
    await leave(me, guest);
  });

  it('counts a word as unread once', async () => {
    const [ann, ben] = [await person(), await person()];
    const id = await table(ann.page, {
      seats: [{ kind: 'me' }, { kind: 'open' }],
      options: { deploy: CITADEL },
      public: true,
      start: false,
    });
    await api(ben.page, 'POST', `/tables/${id}/join`, { seat: 1 });
    await Promise.all([ann, ben].map(({ page }) => page.goto(`/table/${id}`)));
    await ann.page.getByRole('tab', { name: /^Log/ }).waitFor();
    await ben.page.getByRole('tab', { name: /^Chat/ }).click();
    await ben.page.getByPlaceholder('Say something').fill('A fair wind to you');
    await ben.page.keyboard.press('Enter');
    const badge = ann.page.locator('[role="tab"] .unread');
    await expect.poll(() => badge.allInnerTexts()).toEqual(['1']);
    await ann.page.getByRole('tab', { name: /^Chat/ }).click();
    await ann.page.getByText('A fair wind to you').waitFor();
    await expect.poll(() => badge.count()).toBe(0);
    await ann.page.getByRole('tab', { name: /^Log/ }).click();
    expect(await badge.count()).toBe(0);
    await ann.page.reload();
    await ann.page.getByRole('tab', { name: /^Log/ }).waitFor();
    expect(await badge.count()).toBe(0);
    await leave(ann, ben);
  });

  it('heeds Escape after a refusal was closed, by key or by hand', async () => {
    const me = await person();
    const { page } = me;
    await begin(page, { scenario: 'treasures' }, /fresh/);
    await whole(page);
    for (const how of ['key', 'hand']) {
      await place(page, (await places(marked(page, 'act')))[0]!).click();
      await page.locator('.dock[data-unit]').waitFor();
      const lit = new Set(await places(page.locator('[data-mark]')));
      await place(
        page,
        ['F13', 'G3', 'D11', 'K5'].find((spot) => !lit.has(spot))!,
      ).click();
      const no = page.getByRole('alert').filter({ hasText: 'SE-' });
      await no.waitFor();
      if (how === 'key') await page.keyboard.press('Escape');
      else await no.getByRole('button', { name: 'Close' }).click();
      await no.waitFor({ state: 'detached' });
      expect(await page.locator('.dock[data-unit]').count()).toBe(1);
      await page.keyboard.press('Escape');
      await page.locator('.dock[data-unit]').waitFor({ state: 'detached' });
    }
    await leave(me);
  });
});
