/// Hands on the keys alone: nothing here clicks, hovers or sets the focus.
import type { Locator, Page } from 'playwright-core';

/// Presses Tab until this has the focus.
export async function tabTo(page: Page, wanted: Locator, most = 80): Promise<void> {
  await wanted.first().waitFor();
  for (let i = 0; i < most; i += 1) {
    if (await wanted.first().evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never reached ${String(wanted)}`);
}

export const focused = (page: Page): Promise<string | null> =>
  page.evaluate(() => document.activeElement?.getAttribute('data-place') ?? null);

/// Walks to a square by arrows.
export async function walk(page: Page, to: string): Promise<void> {
  for (let i = 0; i < 40; i += 1) {
    const at = await focused(page);
    if (at === to) return;
    if (at === null) await page.keyboard.press('n');
    else if (at[0]! < to[0]!) await page.keyboard.press('ArrowRight');
    else if (at[0]! > to[0]!) await page.keyboard.press('ArrowLeft');
    else
      await page.keyboard.press(
        Number(at.slice(1)) < Number(to.slice(1)) ? 'ArrowUp' : 'ArrowDown',
      );
  }
  throw new Error(`the arrows never reached ${to}`);
}
