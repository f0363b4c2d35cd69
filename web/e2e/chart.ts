/// What is looked for on a chart of Fleet Actions: words that lie on ships, and requests that were refused.
import type { Page } from 'playwright-core';

/// Every word on the chart that lies on the hull of a ship.
export async function covered(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const words = [...document.querySelectorAll('.chip .pill, .tacks rect, .tags .name')];
    const hulls = [...document.querySelectorAll<SVGGeometryElement>('.ships .hull')];
    const outlines = hulls.map((hull) => {
      const matrix = hull.getScreenCTM()!;
      const long = hull.getTotalLength();
      return Array.from({ length: 16 }, (_, i) =>
        hull.getPointAtLength((i / 16) * long).matrixTransform(matrix),
      );
    });
    return words.flatMap((word) => {
      const { left, right, top, bottom } = word.getBoundingClientRect();
      const hit = outlines.some((points) =>
        points.some(({ x, y }) => x > left && x < right && y > top && y < bottom),
      );
      return hit ? [word.parentElement?.textContent ?? ''] : [];
    });
  });
}

/// What the server refused, as it comes.
export function refused(page: Page): string[] {
  const found: string[] = [];
  page.on('response', (answer) => {
    if (answer.status() >= 400)
      found.push(`${answer.status()} ${answer.request().method()} ${answer.url()}`);
  });
  return found;
}
