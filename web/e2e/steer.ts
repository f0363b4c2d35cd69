/// A player for the tests: steers for the enemy's Admiral, who is always in
/// sight, by what the page shows and by nothing else.
import type { Page } from 'playwright-core';

export interface Seen {
  place: string;
  mark: string | null;
  name: string;
}

/// Every square as the page names it.
export const squares = (page: Page): Promise<Seen[]> =>
  page.locator('[data-place]').evaluateAll((cells) =>
    cells.map((cell) => ({
      place: cell.getAttribute('data-place') ?? '',
      mark: cell.getAttribute('data-mark'),
      name: cell.getAttribute('aria-label') ?? '',
    })),
  );

const column = (place: string): number => place.charCodeAt(0);
const row = (place: string): number => Number(place.slice(1));
export const far = (a: string, b: string): number =>
  Math.max(Math.abs(column(a) - column(b)), Math.abs(row(a) - row(b)));

/// Where the enemy's Admiral stands.
export const quarry = (seen: readonly Seen[]): string =>
  seen.find((one) => one.name.includes('enemy Admiral'))?.place ?? 'd10';

/// Own pieces that can act, those nearest to the Admiral first, the own Admiral last.
export function hunters(seen: readonly Seen[], turn: number): string[] {
  const goal = quarry(seen);
  const score = (one: Seen): number =>
    far(one.place, goal) +
    (one.name.includes('your Admiral') ? 100 : 0) +
    ((turn * 7 + column(one.place)) % 3) * 0.4;
  return seen
    .filter((one) => one.mark === 'act')
    .sort((a, b) => score(a) - score(b))
    .map((one) => one.place);
}

/// The best square for the piece that is picked up, if one is worth it.
export function target(seen: readonly Seen[], from: string, turn: number): string | undefined {
  const goal = quarry(seen);
  const marked = seen.filter((one) => one.mark !== null && one.mark !== 'act');
  const piece = seen.find((one) => one.place === from)?.name ?? '';
  const rank = Number(/ ([1-6])(?:\D|$)/.exec(piece)?.[1] ?? 0);
  if (marked.some((one) => one.place === goal)) return goal;
  // A piece that has moved is no mine: jumping it is safe.
  const score = (one: Seen): number => {
    const nearer = far(from, goal) - far(one.place, goal);
    if (one.mark === 'jump') return 5 + nearer;
    if (one.mark === 'attack')
      return one.name.includes('has moved') && rank >= 3
        ? 4 + nearer
        : rank >= 4 || piece.includes('Sweeper')
          ? 1 + nearer
          : turn % 5 === 0
            ? 0.5
            : -3;
    return nearer + ((turn + row(one.place)) % 4) * 0.1;
  };
  const best = [...marked].sort((a, b) => score(b) - score(a))[0];
  return best && score(best) > (turn % 6 === 5 ? -2 : 0) ? best.place : undefined;
}
