/// Frames of a page, and what this machine drops on a bare one.
import type { Page } from 'playwright-core';

export const median = (list: readonly number[]): number =>
  [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;

/// Every frame for so long: how late it came, and whether something glided in it. Runs in the page.
export function watch(ms: number): Promise<[number, boolean][]> {
  return new Promise((done) => {
    const found: [number, boolean][] = [];
    const gliding = (): boolean =>
      document
        .getAnimations()
        .some((one) => one instanceof CSSTransition && one.transitionProperty === 'transform');
    let last = performance.now();
    let before = false;
    const end = last + ms;
    const tick = (now: number): void => {
      const after = gliding();
      found.push([now - last, before && after]);
      last = now;
      before = after;
      if (now < end) requestAnimationFrame(tick);
      else done(found);
    };
    requestAnimationFrame(tick);
  });
}

/// Longer than a frame and a half at 60 a second: one was left out.
export const dropped = (of: [number, boolean][]): number => of.filter(([gap]) => gap > 25).length;

/// What this machine drops on a page with one box that glides to and fro, at the same moment.
export async function bare(page: Page): Promise<string> {
  await page.goto('about:blank');
  await page.setContent(
    '<div id="box" style="width: 80px; height: 80px; background: red; transition: transform 340ms; will-change: transform"></div>',
  );
  await page.evaluate(() => {
    const box = document.getElementById('box')!;
    let there = false;
    setInterval(() => {
      there = !there;
      box.style.transform = there ? 'translate(300px, 0)' : '';
    }, 400);
  });
  const frames = (await page.evaluate(watch, 3600)).slice(1);
  return `${frames.length} frames of a bare page, ${dropped(frames)} dropped`;
}
