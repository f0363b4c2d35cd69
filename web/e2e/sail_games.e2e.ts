/// Whole games of every scenario, by clicking; long ones without a limit when `ADMIRALTY_SOAK` is set.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api, close, leave, open, person, picture, place, table } from './kit';
import type { Page } from 'playwright-core';
import { awaited, bot, decide, whole } from './sea';

beforeAll(open);
afterAll(close);

const soak = process.env.ADMIRALTY_SOAK !== undefined;
/// So long a whole game may take, in decisions of mine.
const LONG = soak ? 4000 : 420;

describe('a whole game is played by clicking', () => {
  it.each([
    // To their own ends: gold and pearls brought home, a fleet sunk or a Royal Port held.
    ['treasures', 'lieutenant', {}, /fort of Player 1/],
    ['pearls', 'captain', {}, /fort of Player 1/],
    // The longest by far: to its own end in a soak.
    ['jolly', 'lieutenant', soak ? {} : { turn_limit: 5 }, /X14, .*fort of Spain/],
    ['oceans', 'admiral', { oceans_sets: 1 }, /fort of Player 1/],
  ] as const)(
    '%s at %s level',
    async (scenario, level, more, home) => {
      const me = await person();
      const { page } = me;
      // Whom a newcomer meets: the weakest who plays to win.
      const { bots } = await api<{ bots: { id: string }[] }>(page, 'GET', '/games/sail_epoch');
      const id = await table(page, {
        game: 'sail_epoch',
        options: { scenario, level, wind_profile: 'gentle', ...more },
        seats: [{ kind: 'me' }, { kind: 'bot', level: bots[1]!.id }],
      });
      await page.goto(`/table/${id}`);
      await page.locator('[data-place]').first().waitFor();
      await whole(page);
      const seen = new Set<string>();
      let decisions = 0;
      while (decisions < LONG && (await decide(page, seen, { me: 'P1', home }))) decisions += 1;
      process.stdout.write(
        `${scenario}: ${decisions} decisions, ${await page.locator('.state .turn').innerText()}, ${[...seen].join(' ')}\n`,
      );
      expect(decisions).toBeLessThan(LONG);
      expect(seen).toContain('sail');
      // The end is told to the one who looks, with luck and a way back into the game.
      const end = page.getByRole('dialog');
      await end.getByRole('heading', { name: /You win|You lost|Drawn/ }).waitFor();
      await end
        .getByRole('link', { name: /replay|moment/i })
        .first()
        .waitFor();
      await picture(page, `sail-end-${scenario}`);
      await leave(me);
    },
    soak ? 3_600_000 : 300_000,
  );
});

describe('the end', () => {
  it('says what decided the game, and why', async () => {
    const me = await person({ phone: true });
    const { page } = me;
    const id = await table(page, {
      game: 'sail_epoch',
      options: {
        position: [
          'scenario treasures / players 2 / order P1 P2 / phase P1 / wind N fresh',
          'fort P1 A1 / fort P2 L14 / goods E7 1 / delivered P1 2',
          'ship P1 BR1 B3 cargo 1 / ship P1 BR2 B1 / ship P2 BR3 G6 / ship P2 BR4 K12',
        ].join(' / '),
      },
      seats: [{ kind: 'me' }, bot],
    });
    await page.goto(`/table/${id}`);
    await place(page, 'B3').tap();
    await place(page, 'B2').tap();
    await page
      .locator('.dock')
      .getByRole('button', { name: /^Unload/ })
      .tap();
    const end = page.getByRole('dialog');
    await end.getByRole('heading', { name: 'The decisive moment' }).waitFor();
    await expect
      .poll(() => end.innerText())
      .toMatch(/unloads one trove[^]*Your chance rose from \d+ to \d+\s%/);
    expect(
      await end.getByRole('link', { name: 'Replay that moment' }).getAttribute('href'),
    ).toContain(`/replay/${id}?at=`);
    await leave(me);
  });
});

describe('several people at sea', () => {
  it(
    'three play a whole game: two browsers and a bot',
    async () => {
      const people = [await person(), await person({ dark: true })];
      const [ann, ben] = people.map(({ page }) => page) as [Page, Page];
      const id = await table(ann, {
        game: 'sail_epoch',
        options: {
          scenario: 'treasures',
          players: 3,
          wind_profile: 'gentle',
        },
        seats: [{ kind: 'me' }, { kind: 'open' }, bot],
        public: true,
        start: false,
      });
      await api(ben, 'POST', `/tables/${id}/join`, { seat: 1 });
      await Promise.all([ann, ben].map((page) => page.goto(`/table/${id}`)));
      await ann.locator('[data-place]').first().waitFor();
      await Promise.all([ann, ben].map(whole));
      const seen = new Set<string>();
      let decisions = 0;
      for (; decisions < LONG; decisions += 1) {
        const page = await awaited([ann, ben]);
        if (!page) break;
        const k = page === ann ? 1 : 2;
        await decide(page, seen, { me: `P${k}`, home: new RegExp(`fort of Player ${k}`) });
      }
      expect(decisions).toBeLessThan(LONG);
      // Each is told how it ended for them; no two of them have won.
      const titles = await Promise.all(
        [ann, ben].map((page) => page.getByRole('dialog').getByRole('heading').first().innerText()),
      );
      process.stdout.write(`three: ${decisions} decisions, ${titles.join(' | ')}\n`);
      titles.forEach((title) => expect(title).toMatch(/You win|You lost|Drawn/));
      expect(titles.filter((title) => title === 'You win').length).toBeLessThan(2);
      await picture(ben, 'sail-three-end');
      await leave(...people);
    },
    soak ? 3_600_000 : 300_000,
  );

  it('a standing order answers without asking, and the other waits for nothing', async () => {
    const people = [await person(), await person()];
    const [ann, ben] = people.map(({ page }) => page) as [Page, Page];
    // Broadside to broadside: whoever hunts an enemy may sink him, or be sunk, before one shot is answered.
    const id = await table(ann, {
      game: 'sail_epoch',
      options: {
        position: [
          'scenario treasures / players 2 / level admiral / order P1 P2 / phase P1 / wind N fresh',
          'fort P1 A1 / fort P2 L14 / goods E7 1',
          'ship P1 BR1 E6 bow N / ship P1 BR2 B3 bow N',
          'ship P2 BR3 G6 bow N / ship P2 BR4 K12 bow N',
        ].join(' / '),
      },
      seats: [{ kind: 'me' }, { kind: 'open' }],
      public: true,
      start: false,
    });
    await api(ben, 'POST', `/tables/${id}/join`, { seat: 1 });
    await Promise.all([ann, ben].map((page) => page.goto(`/table/${id}`)));
    // Ben answers whatever can be answered, without a word.
    await ben.getByRole('tab', { name: 'Orders' }).click();
    for (const group of await ben.getByRole('radio', { name: 'Fire all guns' }).all())
      await group.check();
    await ben.getByRole('tab', { name: 'Log' }).click();
    await Promise.all([ann, ben].map(whole));
    const shown = ben.evaluate(() => {
      const sheets: string[] = [];
      Object.assign(window, { sheets });
      new MutationObserver(() => {
        const title = document.querySelector('div.over h2')?.textContent;
        if (title && sheets.at(-1) !== title) sheets.push(title);
      }).observe(document.body, { childList: true, subtree: true });
    });
    await shown;
    await place(ann, 'E6').click();
    await ann.locator('.badge').first().waitFor();
    await place(ann, 'G6').click();
    // What was fired and how it was answered is told to both.
    for (const page of [ann, ben])
      await page
        .getByRole('log')
        .getByText(/answers/i)
        .first()
        .waitFor();
    // Nobody was waited for: the phase goes on.
    expect(await ann.getByRole('button', { name: 'End the phase' }).isEnabled()).toBe(true);
    const sheets = await ben.evaluate(() => (window as unknown as { sheets: string[] }).sheets);
    expect(sheets.filter((title) => /Answer|on her way|first|boarders/.test(title))).toEqual([]);
    await picture(ben, 'sail-standing');
    await leave(...people);
  });
});
