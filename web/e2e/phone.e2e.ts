import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  accessible,
  CITADEL,
  close,
  leave,
  myTurn,
  open,
  person,
  picture,
  place,
  table,
} from './kit';

beforeAll(open);
afterAll(close);

const bot = { kind: 'bot', level: 'random' };

/// One finger, from here to there.
async function swipe(
  touch: CDPSession,
  from: [number, number],
  to: [number, number],
): Promise<void> {
  const at = (part: number): { x: number; y: number }[] => [
    { x: from[0] + (to[0] - from[0]) * part, y: from[1] + (to[1] - from[1]) * part },
  ];
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) });
  for (let i = 1; i <= 10; i += 1)
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(i / 10) });
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

const where = async (page: Page, at: string): Promise<string> => {
  const box = (await place(page, at).boundingBox())!;
  return [box.x, box.y, box.width].map(Math.round).join(' ');
};

describe('a fleet is placed on a phone', () => {
  it('by fingers: the tray scrolls, a piece is drawn out of it, and the sea stays where it is', async () => {
    const me = await person({ phone: true });
    const { page } = me;
    await page.goto(`/table/${await table(page, { seats: [{ kind: 'me' }, bot] })}`);
    const pieces = page.locator('.tray .piece');
    // A ready fleet stands there: it is taken ashore first, by a button at the end of a row that scrolls.
    await page.getByRole('button', { name: 'Clear', exact: true }).focus();
    await page.keyboard.press('Enter');
    await pieces.first().waitFor();
    const sea = await where(page, 'd1');
    const touch = await me.context.newCDPSession(page);
    const third = (await pieces.nth(2).boundingBox())!;
    await swipe(touch, [third.x + 30, third.y + 30], [third.x - 150, third.y + 32]);
    await expect
      .poll(() => page.locator('.tray').evaluate((tray) => tray.scrollLeft))
      .toBeGreaterThan(60);
    // A tray that is still running on would take the next finger for its own.
    await expect
      .poll(() =>
        page.locator('.tray').evaluate(async (tray) => {
          tray.scrollLeft = 0;
          await new Promise((on) => setTimeout(on, 150));
          return tray.scrollLeft;
        }),
      )
      .toBe(0);
    const first = (await pieces.first().boundingBox())!;
    const home = (await place(page, 'd1').boundingBox())!;
    await swipe(touch, [first.x + 30, first.y + 30], [home.x + 20, home.y + 20]);
    await page.getByText('31 pieces to place').waitFor();
    expect(await where(page, 'd1')).toBe(sea);
    // A tap at the heels of a swipe is taken for its end: then once more.
    const whole = page.getByText('All 32 pieces stand');
    for (let i = 0; i < 5 && !(await whole.isVisible()); i += 1) {
      await page.getByRole('button', { name: /^Citadel/ }).tap();
      await whole.waitFor({ timeout: 2_000 }).catch(() => undefined);
    }
    await place(page, 'a1').tap();
    await page.getByRole('button', { name: 'Put back' }).waitFor();
    await picture(page, 'phone-lifted');
    expect(await where(page, 'd1')).toBe(sea);
    await leave(me);
  });
});

describe('a game on a phone', () => {
  it('keeps its board in place whatever is asked, refused or offered', async () => {
    const me = await person({ phone: true });
    const { page } = me;
    await page.goto(
      `/table/${await table(page, { seats: [{ kind: 'me' }, bot], options: { position: 'W:Ah1,4g4,1a2,Mb2 R:Aa10,2g5,3g7,1f8,5e9 T:W' } })}`,
    );
    await myTurn(page);
    const sea = await where(page, 'd4');
    // Why not?
    await place(page, 'a2').tap();
    await page.locator('[data-mark="go"]').first().waitFor();
    await place(page, 'a6').tap();
    await page.getByRole('alert').waitFor();
    expect(await where(page, 'd4')).toBe(sea);
    await page.getByRole('alert').getByRole('button', { name: 'Close' }).tap();
    await page.getByRole('button', { name: 'Back' }).tap();
    await page.getByRole('button', { name: 'More' }).tap();
    await page.getByRole('button', { name: 'Offer a draw' }).waitFor();
    expect(await where(page, 'd4')).toBe(sea);
    await page.getByRole('button', { name: 'More' }).tap();
    // An enemy's piece is read about and marked by a tap on it; the next tap elsewhere puts its card away.
    await place(page, 'e9').tap();
    const card = page.getByRole('region', { name: 'Fleet' });
    await card.getByRole('button', { name: 'M', exact: true }).tap();
    await card.locator('[aria-pressed="true"]').waitFor();
    await accessible(page, 'the card of a piece on a phone');
    await picture(page, 'phone-card');
    await place(page, 'd6').tap();
    await card.waitFor({ state: 'detached' });
    // By its own button it is the whole sheet, with what was captured.
    await place(page, 'e9').tap();
    await card.waitFor();
    await page.getByRole('button', { name: 'Fleet' }).tap();
    await card.getByText('Captured by Red').waitFor();
    await page.getByRole('button', { name: 'Fleet' }).tap();
    await card.waitFor({ state: 'detached' });
    await place(page, 'e9').tap();
    // A series.
    await place(page, 'g4').tap();
    await page.locator('[data-place="g6"][data-mark="jump"]').waitFor();
    await place(page, 'g6').tap();
    const question = page.getByRole('dialog');
    await question.getByText('%').first().waitFor();
    // The squares that are asked about are in sight.
    const asked = (await question.locator('.panel').boundingBox())!;
    const from = (await place(page, 'g5').boundingBox())!;
    expect(from.y + from.height).toBeLessThanOrEqual(asked.y);
    // A tap beside the question is a no.
    await page.waitForTimeout(600);
    await page.touchscreen.tap(195, 90);
    await question.waitFor({ state: 'detached' });
    await place(page, 'g6').tap();
    await page.getByRole('button', { name: 'Do it' }).tap();
    await page.getByRole('button', { name: 'Stop here' }).waitFor();
    expect(await where(page, 'd4')).toBe(sea);
    await page.getByRole('button', { name: 'Stop here' }).tap();
    await page.getByText('Your turn').waitFor();
    // After the end one comes back to the result from the board.
    await page.getByRole('button', { name: 'More' }).tap();
    await page.getByRole('button', { name: 'Resign' }).tap();
    await page.getByRole('button', { name: 'Do it' }).tap();
    await page.getByRole('button', { name: 'Look at the board' }).tap();
    expect(await where(page, 'd4')).toBe(sea);
    await page.getByRole('button', { name: 'Result and rematch' }).tap();
    await page.getByRole('dialog').getByRole('link', { name: 'Replay', exact: true }).tap();
    await page.getByText('Moment 0').first().waitFor();
    // What is only spoken makes no page of its own below the replay.
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(
      844,
    );
    await leave(me);
  });

  it('has the board beside its panel when the phone lies on its side', async () => {
    const me = await person({ phone: true });
    const { page } = me;
    await page.setViewportSize({ width: 844, height: 390 });
    await page.goto(
      `/table/${await table(page, { seats: [{ kind: 'me' }, bot], options: { deploy: CITADEL } })}`,
    );
    await myTurn(page);
    expect((await place(page, 'd4').boundingBox())!.width).toBeGreaterThan(27);
    await page.getByRole('button', { name: 'Log' }).tap();
    await page.getByRole('log', { name: 'Log' }).waitFor();
    await picture(page, 'phone-landscape');
    const sheet = (await page.getByRole('region', { name: 'Log' }).boundingBox())!;
    const edge = (await place(page, 'h4').boundingBox())!;
    expect(edge.x + edge.width).toBeLessThanOrEqual(sheet.x);
    await leave(me);
  });
});

describe('what comes next is in sight on a phone', () => {
  it('in a lesson: what came of it, and the next position', async () => {
    const me = await person({ phone: true });
    const { page } = me;
    await page.goto('/learn/naval_battle/1');
    await myTurn(page);
    await place(page, 'd5').tap();
    await page.locator('[data-place="d6"][data-mark="attack"]').waitFor();
    await place(page, 'd6').tap();
    const next = page.getByRole('button', { name: 'Next position' });
    await next.waitFor();
    const box = (await next.boundingBox())!;
    expect(box.y + box.height).toBeLessThanOrEqual(844);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await picture(page, 'phone-lesson');
    await leave(me);
  });

  it('in the harbour: the game one was in', async () => {
    const me = await person({ phone: true });
    const { page } = me;
    const id = await table(page, { seats: [{ kind: 'me' }, bot], options: { deploy: CITADEL } });
    await page.goto('/');
    await page.getByRole('link', { name: 'Go on with your game' }).tap();
    await myTurn(page);
    expect(page.url()).toContain(id);
    await leave(me);
  });

  it('in a lobby: the link is copied without HTTPS too, as from a club on its own network', async () => {
    const me = await person({ phone: true });
    const { page } = me;
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'clipboard', { value: undefined }),
    );
    await page.goto('/');
    await page
      .locator('li', { hasText: 'Naval Battle' })
      .getByRole('button', { name: 'Invite' })
      .tap();
    await page.getByRole('button', { name: 'Copy the link' }).tap();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    await leave(me);
  });
});
