/// Slow games: days with a bank, holidays, the next game that waits, the harbour by urgency.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  accessible,
  api,
  CITADEL,
  close,
  leave,
  myTurn,
  open,
  person,
  picture,
  type Person,
} from './kit';

beforeAll(open);
afterAll(close);

const DAYS = { kind: 'days', days: 3, flag: 'lose' };

/// A game of the two, where both have their fleets to place.
async function begun(me: Person, you: Person, clock: object): Promise<string> {
  const made = await api(me.page, 'POST', '/tables', {
    game: 'naval_battle',
    seats: [{ kind: 'me' }, { kind: 'open' }],
    public: true,
    clock,
  });
  const id = made.id as string;
  await api(you.page, 'POST', `/tables/${id}/join`, {});
  return id;
}

describe('slow games', () => {
  it('answers in advance are written down and removed, and others hear nothing', async () => {
    const [me, you] = [await person(), await person()];
    const made = await api<{ id: string }>(me.page, 'POST', '/tables', {
      game: 'naval_battle',
      options: { deploy: CITADEL },
      seats: [{ kind: 'me' }, { kind: 'open' }],
      public: true,
      clock: DAYS,
    });
    await api(you.page, 'POST', `/tables/${made.id}/join`, {});
    for (const { page } of [me, you]) await page.goto(`/table/${made.id}`);
    await myTurn(me.page);
    await me.page.getByRole('button', { name: 'Table menu' }).click();
    await me.page.getByRole('button', { name: 'Answers in advance' }).click();
    const dialog = me.page.getByRole('dialog', { name: 'Answers in advance' });
    await dialog.getByText('You have none at this table.').waitFor();
    const action = (await dialog.locator('datalist option').first().getAttribute('value'))!;
    await dialog.getByLabel('I answer').fill(action);
    await dialog.getByRole('button', { name: 'Answer so from now on' }).click();
    await dialog.getByRole('button', { name: `Remove: ${action}` }).waitFor();
    await accessible(me.page, 'answers in advance');
    await picture(me.page, 'answers');
    const own = `/tables/${made.id}/answers`;
    expect((await api<{ answers: object[] }>(me.page, 'GET', own)).answers).toHaveLength(1);
    expect((await api<{ answers: object[] }>(you.page, 'GET', own)).answers).toEqual([]);
    await dialog.getByRole('button', { name: `Remove: ${action}` }).click();
    await dialog.getByText('You have none at this table.').waitFor();
    await leave(me, you);
  });

  it('lead from one that is done to the next that waits, the most urgent first', async () => {
    const [me, you] = [await person(), await person()];
    await me.page.goto('/new/naval_battle');
    await me.page.getByLabel('Days per move').check();
    await me.page.getByLabel('Days in the bank of each side').fill('5');
    await me.page.getByLabel('No clock runs on Saturdays and Sundays').check();
    await me.page.getByLabel('Red', { exact: true }).selectOption('open');
    await me.page.getByRole('button', { name: 'Create the table' }).click();
    await me.page.waitForURL('**/table/**');
    const first = me.page.url().split('/').at(-1)!;
    const table = await api(me.page, 'GET', `/tables/${first}`);
    expect(table.clock).toEqual({
      kind: 'days',
      days: 3,
      bank: 5,
      weekends: true,
      flag: 'lose',
    });
    await api(you.page, 'POST', `/tables/${first}/join`, { invite: table.invite });
    const urgent = await begun(me, you, { ...DAYS, days: 1 });
    const later = await begun(me, you, DAYS);
    // Whoever has the least time stands first.
    await me.page.goto('/');
    const rows = me.page.locator('#mine ~ a.row');
    await expect.poll(() => rows.count()).toBe(3);
    const order = await rows.evaluateAll((all) =>
      all.map((row) => row.getAttribute('href')!.split('/').at(-1)),
    );
    expect(order.slice(0, 2)).toEqual([urgent, later]);
    expect(await rows.first().textContent()).toContain('left');
    // Done here: the next game is one click away, and from there one key.
    await me.page.goto(`/table/${urgent}`);
    await me.page.getByRole('button', { name: 'Ready', exact: true }).click();
    const next = me.page.getByRole('link', { name: 'Next game' });
    await next.waitFor();
    await accessible(me.page, 'a table with a next game');
    await picture(me.page, 'next-game');
    await me.page.setViewportSize({ width: 390, height: 844 });
    await accessible(me.page, 'the same on a phone');
    await picture(me.page, 'next-game-phone');
    await me.page.setViewportSize({ width: 1440, height: 900 });
    await next.click();
    await me.page.waitForURL(`**/table/${later}`);
    await me.page.getByRole('button', { name: 'Ready', exact: true }).click();
    await me.page.getByRole('link', { name: 'Next game' }).waitFor();
    await me.page.keyboard.press('x');
    await me.page.waitForURL(`**/table/${first}`);
    // On holiday: the other sees it at the table.
    await you.page.goto('/profile');
    await you.page.getByLabel('Days').fill('4');
    await accessible(you.page, 'the profile with a holiday');
    await you.page.getByRole('button', { name: 'Begin now' }).click();
    await you.page.getByText('You are on holiday until').waitFor();
    await me.page.getByText('on holiday until').waitFor();
    await you.page.getByRole('button', { name: 'I am back' }).click();
    await you.page.getByText('27 days left this year').waitFor();
    await leave(me, you);
  });

  it('call people as they choose, in one place', async () => {
    const me = await person();
    await me.page.goto('/profile');
    await me.page.getByRole('heading', { name: 'Being called' }).waitFor();
    await me.page.getByLabel('Your move: Address of your own').check();
    await me.page.getByLabel('Your time is nearly over: Browser').check();
    await me.page.getByLabel('Quiet hours').check();
    await me.page.getByLabel('From').fill('21:30');
    await me.page.getByLabel('Time zone').fill('Europe/Lisbon');
    await me.page.getByRole('button', { name: 'Add an address' }).click();
    await me.page.getByLabel('Address that is called').fill('https://club.example/bell');
    await me.page.getByLabel('It understands').selectOption('discord');
    await accessible(me.page, 'being called');
    await me.page.locator('section[aria-labelledby="calls"] button.primary').click();
    await me.page.getByText('Each request is signed with').waitFor();
    await picture(me.page, 'being-called', true);
    await me.page.reload();
    await expect.poll(() => me.page.getByLabel('From').inputValue()).toBe('21:30');
    expect(await me.page.getByLabel('Your move: Address of your own').isChecked()).toBe(true);
    expect(await me.page.getByLabel('Your move: Browser').isChecked()).toBe(false);
    const { plan } = await api<{ plan: Record<string, unknown> }>(me.page, 'GET', '/me/calls');
    expect(plan.quiet).toEqual({ from: 1290, until: 480 });
    expect(plan.zone).toBe('Europe/Lisbon');
    await me.page.setViewportSize({ width: 390, height: 844 });
    await accessible(me.page, 'being called on a phone');
    await picture(me.page, 'being-called-phone', true);
    await leave(me);
  });

  it('show messages while no page is open, as an app', async () => {
    const me = await person();
    await me.context.grantPermissions(['notifications']);
    await me.page.goto('/');
    const tools = await me.context.newCDPSession(me.page);
    const manifest = await tools.send('Page.getAppManifest');
    expect(manifest.errors).toEqual([]);
    expect(JSON.parse(manifest.data ?? '{}')).toMatchObject({ display: 'standalone' });
    const registered = new Promise<string>((on) =>
      tools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        if (registrations[0]) on(registrations[0].registrationId);
      }),
    );
    await tools.send('ServiceWorker.enable');
    await me.page.evaluate(async () => {
      await navigator.serviceWorker.register('/sw.js');
      await navigator.serviceWorker.ready;
    });
    const notice = { says: 'Your move: Naval Battle with Ann', link: '/table/abc' };
    await tools.send('ServiceWorker.deliverPushMessage', {
      origin: new URL(me.page.url()).origin,
      registrationId: await registered,
      data: JSON.stringify(notice),
    });
    const shown = () =>
      me.page.evaluate(async () => {
        const worker = await navigator.serviceWorker.ready;
        const all = await worker.getNotifications();
        return all.map(({ title, body, tag }) => ({ title, body, tag }));
      });
    await expect
      .poll(shown)
      .toEqual([{ title: 'Your move', body: 'Naval Battle with Ann', tag: '/table/abc' }]);
    await leave(me);
  });
});
