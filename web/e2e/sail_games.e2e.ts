/// Whole games of every scenario, by clicking; long ones without a limit when `ADMIRALTY_SOAK` is set.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api, close, leave, open, person, picture, table } from './kit';
import { decide, whole } from './sea';

beforeAll(open);
afterAll(close);

const soak = process.env.ADMIRALTY_SOAK !== undefined;
/// So long a whole game may take, in decisions of mine.
const LONG = soak ? 4000 : 420;

describe('a whole game is played by clicking', () => {
  it.each([
    // To its own end: the gold is brought home.
    ['treasures', 'lieutenant', {}, /fort of Player 1/],
    ['pearls', 'captain', soak ? {} : { turn_limit: 10 }, /fort of Player 1/],
    ['jolly', 'lieutenant', soak ? {} : { turn_limit: 5 }, /X14, .*fort of Spain/],
    [
      'oceans',
      'admiral',
      { oceans_sets: 1, ...(soak ? {} : { turn_limit: 6 }) },
      /fort of Player 1/,
    ],
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
      while (decisions < LONG && (await decide(page, seen, 'P1', home))) decisions += 1;
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
    soak ? 3_600_000 : 240_000,
  );
});
