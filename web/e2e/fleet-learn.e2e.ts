/// The lessons of Fleet Actions: every position clicked through to its goal.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { covered, refused } from './chart';
import { accessible, close, leave, open, person, picture, read } from './kit';

beforeAll(open);
afterAll(close);

const orders = (page: Page) => page.locator('.orders');
const press = (page: Page, name: string | RegExp): Promise<void> =>
  orders(page)
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click();
const way = (page: Page, dir: string): Promise<void> =>
  page.locator(`[data-way="${dir}"]`).first().click();
const give = (page: Page): Promise<void> => orders(page).locator('.acts .primary').click();
/// Orders of headings are given; then a speed is sealed.
async function seal(page: Page, speed: number): Promise<void> {
  await give(page);
  await page.locator(`[data-speed="${speed}"]`).click();
  await press(page, 'Seal the orders');
}

/// One way through every position, by what its hint says.
const LESSONS: [string, (page: Page) => Promise<void>][] = [
  [
    'Fast and slow courses',
    async (page) => {
      await way(page, 'S');
      await seal(page, 2);
    },
  ],
  [
    'Going through the wind',
    async (page) => {
      await way(page, 'NW');
      await seal(page, 0);
    },
  ],
  [
    'Together and in succession',
    async (page) => {
      // The ring is an arc: its middle is where its arrows are.
      const ring = await page.locator('[data-way="S/T"] .pair').boundingBox();
      await page.mouse.click(ring!.x + ring!.width / 2, ring!.y + ring!.height / 2);
      await give(page);
    },
  ],
  [
    'Follow the leader',
    async (page) => {
      await press(page, /Centaur and Defence/);
      await page
        .getByRole('button', { name: /follow/i })
        .last()
        .click();
      await orders(page).getByText('follow Ardent').waitFor();
      await seal(page, 2);
    },
  ],
  [
    'A Bunch comes apart',
    async (page) => {
      await press(page, 'Divide…');
      const divide = page.getByRole('group', { name: 'Divide…' });
      await divide.getByRole('button', { name: 'The first 2 ships ahead' }).click();
      await divide.getByRole('button', { name: 'Keep the course' }).click();
      await divide.getByRole('button', { name: /hold/i }).last().click();
      await picture(page, 'fleet-divide');
      await seal(page, 1);
    },
  ],
  [
    'Sealed until all are in',
    async (page) => {
      await page.locator('[data-speed="2"]').click();
      await press(page, 'Hoist a signal');
      await page.locator('[data-card="EMC"]').click();
      await press(page, 'Seal the orders');
    },
  ],
  [
    'One speed for all',
    async (page) => {
      await press(page, /Bedford/);
      await way(page, 'SE');
      await seal(page, 3);
    },
  ],
  [
    'A signal for the hesitant',
    async (page) => {
      await page.locator('[data-speed="1"]').click();
      await press(page, 'Hoist a signal');
      await page.locator('[data-card="EMC"]').click();
      await press(page, 'Seal the orders');
      await press(page, /^Turn alongside/);
    },
  ],
  ['Near is everything', (page) => fire(page, /Argonaute/)],
  ['Pistol shot', (page) => fire(page, /Argonaute/)],
  [
    'Crossing the T',
    async (page) => {
      await page.getByText('rakes the end of the line').waitFor();
      await fire(page, /Argonaute/);
    },
  ],
  ['Make her strike', (page) => fire(page, /Argonaute/)],
  [
    'Where the flagship leads',
    async (page) => {
      await press(page, 'Go in');
      await press(page, 'Hold the course');
    },
  ],
  ['Captains of their own', (page) => press(page, /^Turn alongside/)],
  [
    'Boarders away',
    async (page) => {
      // What it may come to is said: each ship's Strength, the round, and the fight that goes on by itself.
      const odds = orders(page).locator('.boards');
      await odds.getByText('Ardent 8 against Argonaute 4').waitFor();
      await odds.getByText(/This round: \d+ % you win it/).waitFor();
      await odds
        .getByText(/goes on by itself.*99 % you take them in the end, 1 % they take you/)
        .waitFor();
      await press(page, 'Board');
      await press(page, 'Give the order');
    },
  ],
  [
    'Back to the flag',
    async (page) => {
      // A dial waits for its order, here as everywhere.
      await way(page, 'SE');
      await press(page, 'Give the order');
    },
  ],
  [
    'Take her',
    async (page) => {
      await way(page, 'S');
      await seal(page, 1);
    },
  ],
  [
    'Shift the flag',
    async (page) => {
      // On the chart, ship by ship, as well as in the list.
      await page.locator('[data-pick="A1.2"]').click();
      const listed = orders(page).getByRole('button', { name: 'Bedford' });
      await expect.poll(() => listed.getAttribute('aria-pressed')).toBe('true');
      await press(page, 'Give the order');
    },
  ],
  [
    'Hours of sailing',
    async (page) => {
      // Either side may begin: who lets Red sails after him.
      await press(page, 'Red');
      await page.locator('[data-miles="3"]').click();
    },
  ],
  [
    'Near, and sealed',
    async (page) => {
      await page.locator('[data-speed="3"]').click();
      await press(page, 'Seal the orders');
    },
  ],
  [
    'Contact',
    async (page) => {
      await page.locator('[data-speed="3"]').click();
      await press(page, 'Seal the orders');
    },
  ],
];
/// Nothing is aimed at before somebody aims: the choice is the lesson.
async function fire(page: Page, whom: RegExp): Promise<void> {
  await orders(page).getByRole('button', { name: 'Hold all fire' }).waitFor();
  await page.locator('[data-target]').filter({ hasText: /hits/ }).first().waitFor();
  await page
    .getByRole('button', { name: whom })
    .locator('visible=true')
    .and(page.locator('[data-target]'))
    .click();
  await press(page, 'Open fire');
}

describe('the lessons', () => {
  it('lead through every position to its goal, whatever was ticked at a table', async () => {
    const me = await person();
    const { page } = me;
    await page.goto('/learn/fleet_actions/1');
    // Standing answers of a table are none in a lesson.
    await page.evaluate(() =>
      localStorage.setItem(
        'admiralty.fleet.standing',
        JSON.stringify({ move: true, repair: true, single: true, enter: true, flag: true }),
      ),
    );
    // A right answer is never called wrong, not for a moment while the ships sail.
    await page.addInitScript(() => {
      const seen = window as unknown as { missed: string[] };
      seen.missed = [];
      new MutationObserver(() => {
        if (document.querySelector('.missed')) seen.missed.push(document.title);
      }).observe(document, { childList: true, subtree: true });
    });
    const no = refused(page);
    await page.reload();
    for (const [i, [title, play]] of LESSONS.entries()) {
      await page.getByRole('heading', { name: title, exact: true }).waitFor();
      await orders(page).locator('button:enabled').first().waitFor();
      if (i === 4) await accessible(page, 'a lesson');
      await picture(page, `fleet-lesson-${i + 1}`);
      expect(await page.getByText('Well done.').count(), title).toBe(0);
      expect(await covered(page), title).toEqual([]);
      await play(page);
      await page.getByText('Well done.').waitFor();
      const missed = await page.evaluate(() => (window as unknown as { missed: string[] }).missed);
      expect(missed, title).toEqual([]);
      await picture(page, `fleet-lesson-${i + 1}-done`);
      if (i + 1 < LESSONS.length) await page.getByRole('button', { name: 'Next position' }).click();
    }
    // The fleets are in sight where the chart gave way to the sea of points.
    const chart = (await page
      .getByRole('group', { name: 'Chart of the battle' })
      .locator('..')
      .boundingBox())!;
    for (const unit of await page.locator('[data-unit]').all()) {
      const box = (await unit.boundingBox())!;
      expect(box.x + box.width / 2).toBeGreaterThan(chart.x);
      expect(box.x + box.width / 2).toBeLessThan(chart.x + chart.width);
      expect(box.y + box.height / 2).toBeGreaterThan(chart.y);
      expect(box.y + box.height / 2).toBeLessThan(chart.y + chart.height);
    }
    expect(await page.locator('nav .done').count()).toBe(LESSONS.length);
    expect(no).toEqual([]);
    await leave(me);
  }, 300_000);

  it('have every order in sight on a phone, and nothing lies over it', async () => {
    const me = await person({ phone: true });
    const { page } = me;
    /// Buttons of the orders that cannot be pressed where they are seen, or are below the screen.
    const hidden = (): Promise<string[]> =>
      page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('.orders :is(.marker, .acts button)')].flatMap(
          (button) => {
            const { left, right, top, bottom } = button.getBoundingClientRect();
            const on = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
            const seen = bottom <= innerHeight && top >= 0 && right <= innerWidth && left >= 0;
            return seen && on && (button === on || button.contains(on)) ? [] : [button.innerText];
          },
        ),
      );
    for (let n = 1; n <= LESSONS.length; n++) {
      await page.goto(`/learn/fleet_actions/${n}`);
      await read(page);
      await orders(page).locator('button:enabled').first().waitFor();
      await expect.poll(hidden, { message: `position ${n}` }).toEqual([]);
      // Both targets are on the part of the chart that is seen, each with what it promises.
      if (n === 9) {
        const targets = page.locator('[data-target]');
        await expect.poll(() => targets.count()).toBe(2);
        const reached = (): Promise<boolean[]> =>
          targets.evaluateAll((all) =>
            all.map((one) => {
              const { left, top, width, height } = one.getBoundingClientRect();
              return one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
            }),
          );
        await expect.poll(reached).toEqual([true, true]);
        await picture(page, 'fleet-lesson-9-phone');
      }
      if (n !== 1 && n !== 17) continue;
      await way(page, 'S');
      await give(page);
      await page.locator('[data-speed="1"]').waitFor();
      await expect.poll(hidden, { message: `speeds of position ${n}` }).toEqual([]);
      await picture(page, `fleet-lesson-${n}-phone`);
    }
    await leave(me);
  }, 240_000);

  it('take back with one press what one press gave, and sail on the chart as was chosen', async () => {
    const me = await person();
    const { page } = me;
    await page.goto('/learn/fleet_actions/8');
    await press(page, 'Seal the orders');
    await page.getByRole('button', { name: 'Take back' }).click();
    await page.locator('[data-speed="1"]').waitFor();
    expect(await page.getByRole('button', { name: 'Take back' }).count()).toBe(0);
    await page.goto('/learn/fleet_actions/19');
    await press(page, /Blue/);
    await press(page, /^Form/);
    await page.locator('.lit[data-place]').last().click();
    await page
      .getByText(/forms line abreast/)
      .first()
      .waitFor();
    await leave(me);
  });
  it('say so when the moment has gone by', async () => {
    const me = await person();
    const { page } = me;
    await page.goto('/learn/fleet_actions/1');
    await give(page);
    await page.locator('[data-speed="0"]').click();
    await press(page, 'Seal the orders');
    await page.getByText('misses the goal').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.locator('[data-way="S"]').first().waitFor();
    await leave(me);
  });
});
