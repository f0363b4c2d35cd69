/// Whole battles of The Board Game by pointing: every scenario against a bot, two people from their
/// fleets to the end, orders that stay sealed, carriers and boats. `ADMIRALTY_SOAK=1` plays every round there is.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asked, commit, line, marked, opened, over, pair, phase, play, step, tap } from './board';
import { accessible, close, leave, open, person, picture, type Person } from './kit';

beforeAll(open);
afterAll(close);

const soak = process.env.ADMIRALTY_SOAK !== undefined;
/// The fewest rounds that the rules let people agree on; all of them in a soak.
const rounds = soak ? {} : { rounds: 4 };

/// Guns, carriers and boats in every run; all of them in a soak, or when `BATTLES=all` asks for it.
const SCENARIOS =
  soak || process.env.BATTLES === 'all'
    ? ['SC-1', 'SC-2', 'SC-3', 'SC-4', 'SC-5', 'SC-6', 'SC-7', 'SC-8']
    : ['SC-1', 'SC-4', 'SC-7'];

describe('the Board Game from beginning to end', () => {
  it.each(SCENARIOS)(
    '%s against a bot',
    async (scenario) => {
      const me = await person({ dark: Number(scenario.slice(3)) % 2 === 0 });
      const { page } = me;
      await opened(page, { scenario, ...rounds });
      const seen = new Set<string>();
      await play(
        page,
        () => false,
        async (doing) => {
          if (seen.has(doing)) return;
          seen.add(doing);
          if (soak) await picture(page, `battle-${scenario}-${doing}`);
        },
        soak ? 900 : 110,
      );
      const end = page.getByRole('dialog');
      await end.getByRole('heading', { level: 1 }).waitFor();
      expect(await end.innerText()).toMatch(/won|lost|drawn/i);
      expect([...seen]).toEqual(expect.arrayContaining(['movement']));
      await picture(page, `battle-${scenario}-end`);
      // The board stays to be looked at, with the last line of the log.
      await page.keyboard.press('Escape');
      await page
        .getByRole('log')
        .getByText(/wins \(|is drawn \(/)
        .waitFor();
      await leave(me);
    },
    soak ? 1_000_000 : 140_000,
  );

  it(
    'a free battle of two people, from the choice of ships to the last round',
    async () => {
      const [ann, ben] = [await person(), await person({ dark: true })];
      await pair(ann, ben, { tp: 40, scenery: 'none', ...rounds });
      const choose = async ({ page }: Person, navy: string, ids: string[]): Promise<void> => {
        await page.getByLabel('Navy').selectOption(navy);
        for (const id of ids) await page.locator(`[data-roster="${id}"] .foot button`).click();
        // One ship too many is said at once, and taken out again.
        await page.locator('[data-roster] .foot button[aria-pressed=false]').first().click();
        await page
          .getByText('too many', { exact: false })
          .or(page.locator('.says.fault'))
          .first()
          .waitFor();
        expect(await page.locator('[data-act=fleet]').isDisabled()).toBe(true);
        await page.locator('.chosen li').last().getByRole('button').click();
        await page.getByText('This fleet may sail').waitFor();
      };
      await choose(ann, 'US', ['US-CHICAGO', 'US-LAFFEY', 'US-GWIN']);
      await accessible(ann.page, 'choosing a fleet');
      await picture(ann.page, 'battle-fleet');
      // Saved under a name, and found again.
      await ann.page.getByLabel('Name of the fleet').fill('Tokyo Express hunters');
      await ann.page.locator('[data-act=save]').click();
      await ann.page.getByRole('button', { name: /Tokyo Express hunters \(39\)/ }).waitFor();
      await ann.page.locator('[data-act=fleet]').click();
      await choose(ben, 'JP', ['JP-FURUTAKA', 'JP-FUBUKI']);
      await ben.page.locator('[data-act=fleet]').click();
      // Both place their ships.
      await Promise.all([ann, ben].map(({ page }) => page.locator('[data-act=ready]').waitFor()));
      const seen = new Set<string>();
      const until = Date.now() + (soak ? 900_000 : 110_000);
      for (let n = 0; Date.now() < until && !(await over(ann.page)); n += 1) {
        let acted = false;
        for (const { page } of [ann, ben])
          acted = (await step(page, n, async (doing) => void seen.add(doing))) || acted;
        if (!acted) await ann.page.waitForTimeout(30);
      }
      const results = await Promise.all(
        [ann, ben].map(({ page }) =>
          page.getByRole('dialog').getByRole('heading', { level: 1 }).innerText(),
        ),
      );
      // What one has won the other has lost.
      expect(results.join(' | ')).toMatch(
        /You win.*\| You lost|You lost.*\| You win|drawn.*\|.*drawn/i,
      );
      expect(results[0] === results[1]).toBe(/drawn/i.test(results[0] ?? ''));
      expect(seen.has('placing') && seen.has('movement')).toBe(true);
      await picture(ben.page, 'battle-pair-end');
      await leave(ann, ben);
    },
    soak ? 1_000_000 : 140_000,
  );
});

describe('sealed orders', () => {
  it('look the same on the other screen, byte by byte, whatever they are', async () => {
    const [ann, ben] = [await person(), await person()];
    await pair(ann, ben, { scenario: 'SC-1', scenery: 'none' });
    // Until guns can reach: then South has a choice of orders, and North is asked too.
    const until = Date.now() + 100_000;
    const choice = async (): Promise<boolean> =>
      (await phase(ann.page)) === 'orders' &&
      (await asked(ann.page)) &&
      (await marked(ann.page, 'act').count()) > 0 &&
      (await phase(ben.page)) === 'orders';
    for (let n = 0; Date.now() < until && !(await choice()); n += 1) {
      for (const { page } of [ann, ben]) {
        if ((await phase(page)) !== 'orders') await step(page, n);
        else if (!(await choice())) await commit(page);
      }
    }
    expect(await choice()).toBe(true);
    /// Everything the other browser shows, numbers of messages apart.
    const screen = async (): Promise<string> =>
      (
        await ben.page
          .locator('.table')
          .first()
          .evaluate((table) => table.outerHTML)
      ).replace(/data-n="\d+"/g, '');
    const screens: string[] = [];
    for (const attack of [false, true]) {
      if (attack) {
        // An attack is two clicks, the ship and her target: an arrow, a line, its dice lit.
        await marked(ann.page, 'act').first().click();
        await marked(ann.page, 'attack').first().click();
        await ann.page.locator('.arrow.order').first().waitFor();
        expect(await ann.page.locator('.acts .list li .dice').count()).toBe(1);
        expect(await ann.page.locator('[data-pool=S] svg.lit').count()).toBeGreaterThan(0);
      }
      await commit(ann.page);
      await ann.page.getByText('Your orders are sealed').waitFor();
      await ben.page
        .getByText('decided, sealed')
        .first()
        .or(ben.page.locator('.sealed').first())
        .first()
        .waitFor();
      await ben.page.waitForTimeout(300);
      screens.push(await screen());
      if (attack) break;
      await ann.page.getByRole('button', { name: 'Undo' }).click();
      await ann.page.locator('[data-act=commit]').waitFor();
    }
    expect(screens[0]?.length).toBeGreaterThan(5000);
    expect(screens[1]).toBe(screens[0]);
    // Opened together: now the other screen shows the attack.
    await commit(ben.page);
    await ben.page
      .getByRole('log')
      .getByText(/South orders/)
      .first()
      .waitFor();
    await leave(ann, ben);
  });
});

describe('carriers', () => {
  it('squadrons are seen aboard, as a screen, over a square, spent and lost', async () => {
    const me = await person();
    const { page } = me;
    await opened(page, { scenario: 'SC-4' });
    const states = new Set<string>();
    const WANTED = ['aboard', 'screen', 'at', 'spent', 'lost'];
    const look = async (): Promise<void> => {
      const now = await page
        .locator('.squadron')
        .evaluateAll((all) => all.flatMap((one) => [...one.classList]));
      for (const state of WANTED)
        if (now.includes(state) && !states.has(state)) {
          states.add(state);
          await picture(page, `battle-squadron-${state}`);
        }
    };
    const until = Date.now() + 110_000;
    for (let n = 0; Date.now() < until && states.size < WANTED.length; n += 1) {
      await look();
      const doing = await phase(page);
      if (doing === 'movement' && (await asked(page))) {
        // A screen of fighters over a ship, a bomber over the enemy: all from one deck.
        if (await tap(page.locator('.side [data-unit=S1]').first())) {
          const launch = page.locator('[data-act=launch]');
          if ((await launch.count()) && !(states.has('screen') && states.has('at'))) {
            await tap(launch);
            await tap(marked(page, 'swap').first());
            const bomber = page.locator('.acts [data-plane^="D"]:enabled').first();
            if (await bomber.count()) {
              await tap(bomber);
              await tap(marked(page, 'attack').first());
            }
            await tap(page.locator('[data-act=fly]'));
            await look();
            continue;
          }
        }
        await page.keyboard.press('Escape');
        await tap(page.locator('[data-act=pass]'));
      } else if (!(await step(page, n))) await page.waitForTimeout(30);
      if (/Round 9/.test(await line(page))) break;
    }
    expect([...states].sort()).toEqual([...WANTED].sort());
    await leave(me);
  });
});
