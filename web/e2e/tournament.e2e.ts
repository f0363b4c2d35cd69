/// A tournament from the form to the last standing: an organiser and two who join, one of
/// them on a phone in the dark.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessible, api, close, leave, open, person, picture, type How, type Person } from './kit';

beforeAll(open);
afterAll(close);

/// Somebody with an account, and a name that nobody else has.
async function member(name: string, how: How = {}): Promise<Person> {
  const one = await person(how);
  await one.page.goto('/tournaments');
  const login = `${name.toLowerCase()}${Date.now()}`;
  await api(one.page, 'POST', '/account', { login, password: 'calico jack' });
  await api(one.page, 'PUT', '/me', { name });
  await one.page.reload();
  return one;
}

describe('tournaments', () => {
  it('are made, joined, played and watched by several at once', async () => {
    const ann = await member('Ann');
    const mary = await member('Mary', { phone: true, dark: true });
    const jack = await member('Jack');
    const cup = `Nore Cup ${Date.now()}`;

    await ann.page.getByRole('link', { name: 'New tournament' }).click();
    await ann.page.getByLabel('Name').fill(cup);
    await ann.page.getByLabel('System').selectOption('robin');
    await ann.page.getByLabel('I begin each round').check();
    await accessible(ann.page, 'the form of a tournament');
    await picture(ann.page, 'tournament-new', true);
    await ann.page.getByRole('button', { name: 'Make the tournament' }).click();
    await ann.page.getByRole('heading', { name: cup }).waitFor();
    await ann.page.getByRole('button', { name: 'Join', exact: true }).click();
    await ann.page.getByRole('button', { name: 'Leave' }).waitFor();

    // The others find it from the harbour.
    for (const one of [mary, jack]) {
      await one.page.goto('/');
      await one.page.getByRole('link', { name: /Swiss, round robin or knock-out/ }).click();
      await one.page.getByRole('link', { name: cup }).click();
      await one.page.getByRole('button', { name: 'Join', exact: true }).click();
      await one.page.getByRole('button', { name: 'Leave' }).waitFor();
    }
    await accessible(mary.page, 'a tournament that is open, on a phone');
    await jack.page.goto('/tournaments');
    await jack.page.getByText('3 of 16 places taken').first().waitFor();
    await accessible(jack.page, 'the list of tournaments');
    await jack.page.getByRole('link', { name: cup }).click();

    // The organiser sees them without asking, and begins.
    await ann.page.getByText('3 of 16 places taken').waitFor();
    await ann.page.getByRole('button', { name: 'Begin', exact: true }).click();
    for (const one of [ann, mary, jack])
      await one.page.getByText('Round 1 of 3', { exact: true }).waitFor();
    await accessible(ann.page, 'the page of an organiser');
    await picture(ann.page, 'tournament-organiser', true);
    await picture(mary.page, 'tournament-phone', true);

    // Two of the three have a game, and get to it by one click.
    const everybody = [ann, mary, jack];
    const go = (one: Person) => one.page.getByRole('link', { name: 'Go to your game' });
    await expect
      .poll(async () => (await Promise.all(everybody.map((one) => go(one).count()))).join(''), {
        timeout: 20_000,
      })
      .toMatch(/^(110|101|011)$/);
    const playing: Person[] = [];
    for (const one of everybody) if (await go(one).count()) playing.push(one);
    const page = ann.page.url();
    for (const one of playing.filter((one) => one !== ann)) {
      await go(one).click();
      await one.page.waitForURL('**/table/**');
      await one.page.locator('[data-place]').first().waitFor();
    }

    // The organiser decides the game; whoever sits there is sent back, and all see the score.
    await ann.page.getByLabel(/^Result of/).selectOption('1 – 0');
    await ann.page.getByText('(by the organiser)').waitFor();
    for (const one of playing.filter((one) => one !== ann)) {
      await one.page.getByRole('link', { name: 'Back to the tournament' }).click();
      await one.page.getByText('(by the organiser)').waitFor();
      expect(one.page.url()).toBe(page);
    }
    await mary.page.getByRole('heading', { name: 'Standings' }).waitFor();
    await accessible(mary.page, 'standings on a phone in the dark');

    // One withdraws; the others see it.
    await jack.page.getByRole('button', { name: 'Withdraw' }).click();
    await jack.page.getByRole('button', { name: 'Yes' }).click();
    await jack.page.getByRole('button', { name: 'Come back' }).waitFor();
    await mary.page.getByText('(withdrawn)').waitFor();

    // The next rounds, to the end.
    for (const n of [2, 3]) {
      await ann.page.getByRole('button', { name: 'Draw the next round' }).click();
      await ann.page.getByText(`Round ${n} of 3`, { exact: true }).waitFor();
      const rule = ann.page.getByLabel(/^Result of/);
      await expect
        .poll(
          async () =>
            (await rule.count()) +
            (await ann.page.getByRole('button', { name: 'Draw the next round' }).count()) +
            (await ann.page.getByText('Over', { exact: true }).count()),
          { timeout: 20_000 },
        )
        .toBeGreaterThan(0);
      if (await rule.count()) await rule.first().selectOption('½ – ½');
    }
    for (const one of everybody) await one.page.getByText('Over', { exact: true }).waitFor();
    await picture(mary.page, 'tournament-over', true);
    await leave(ann, mary, jack);
  });

  it('teams are named, joined by others and seated together', async () => {
    const all: Person[] = [];
    for (const name of ['Ann', 'Bess', 'Cat', 'Dora']) all.push(await member(name));
    const [ann, bess, cat, dora] = all as [Person, Person, Person, Person];
    const cup = `Team Cup ${Date.now()}`;
    await ann.page.getByRole('link', { name: 'New tournament' }).click();
    await ann.page.getByLabel('Name').fill(cup);
    await ann.page.getByLabel(/^Game/).selectOption('sail_epoch');
    await ann.page.getByLabel('System').selectOption('knockout');
    await ann.page.getByLabel('People in a team').fill('2');
    await ann.page.getByLabel('I begin each round').check();
    await accessible(ann.page, 'the form of a tournament of teams');
    await ann.page.getByRole('button', { name: 'Make the tournament' }).click();
    await ann.page.getByRole('heading', { name: cup }).waitFor();
    const page = ann.page.url();
    const join = async (one: Person, team: string): Promise<void> => {
      await one.page.goto(page);
      await one.page.getByLabel('Team', { exact: true }).fill(team);
      await one.page.getByRole('button', { name: 'Join the team' }).click();
      await one.page.getByRole('button', { name: 'Leave' }).waitFor();
    };
    await join(ann, 'Larboard');
    await join(bess, 'Starboard');
    await join(cat, 'Larboard');
    await join(dora, 'Starboard');
    await accessible(dora.page, 'a tournament of teams');
    await ann.page.getByRole('button', { name: 'Begin', exact: true }).click();
    for (const one of all) {
      await one.page.getByRole('link', { name: 'Go to your game' }).click();
      await one.page.waitForURL('**/table/**');
    }
    const table = ann.page.url().split('/').pop()!;
    const info = await api<{ seats: { side?: number; holder: { name?: string } }[] }>(
      ann.page,
      'GET',
      `/tables/${table}`,
    );
    const side = (name: string): number | undefined =>
      info.seats.find((seat) => seat.holder.name === name)?.side;
    expect(side('Ann')).toBe(side('Cat'));
    expect(side('Bess')).toBe(side('Dora'));
    expect(side('Ann')).not.toBe(side('Bess'));
    await leave(...all);
  });
});
