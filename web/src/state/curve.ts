/// Curves along a game, as points of a drawing: what is drawn and what is said of it come from here.
import type { Analysis, LuckPoint, Outlook } from '../api/types';

/// The drawing is this wide and high, in its own units.
export const WIDE = 320;
export const HIGH = 120;

export const across = (at: number, last: number): number => (last ? (at / last) * WIDE : 0);
export const up = (share: number): number => (1 - share) * HIGH;
const put = (x: number, y: number): string => `${x.toFixed(1)},${y.toFixed(1)}`;

/// The mean of a side as a line.
export const line = (points: readonly Outlook[], side: number, last: number): string =>
  points.map((p) => put(across(p.at, last), up(p.chances[side]?.mean ?? 0))).join(' ');

/// From its low to its high, as a surface.
export const band = (points: readonly Outlook[], side: number, last: number): string => {
  const there = points.map((p) => put(across(p.at, last), up(p.chances[side]?.high ?? 0)));
  const back = points.map((p) => put(across(p.at, last), up(p.chances[side]?.low ?? 0)));
  return [...there, ...back.reverse()].join(' ');
};

/// What is known of a moment: its own point, or the last before it.
export const pointAt = (points: readonly Outlook[], at: number): Outlook | undefined =>
  points.findLast((p) => p.at <= at) ?? points[0];

/// The moment that a place of the drawing means.
export const momentAt = (share: number, last: number): number =>
  Math.round(Math.min(1, Math.max(0, share)) * last);

export const percent = (share: number): number => Math.round(share * 100);

/// Sides whose lines are drawn: of two, one says it all.
export const drawn = (analysis: Pick<Analysis, 'sides'>): number[] =>
  analysis.sides.length === 2 ? [0] : analysis.sides.map((_, side) => side);

/// How far the luck of any side went, at least one deviation.
export const widest = (curve: readonly LuckPoint[]): number =>
  Math.max(1, ...curve.map((p) => Math.abs(p.sum)));

/// The luck of a side as steps: it changes where it rolls.
export function luckLine(
  curve: readonly LuckPoint[],
  side: number,
  last: number,
  most: number,
): string {
  const y = (sum: number): number => up(0.5 + sum / most / 2);
  let sum = 0;
  const parts = [put(0, y(0))];
  for (const point of curve.filter((p) => p.side === side)) {
    const x = across(point.at, last);
    parts.push(put(x, y(sum)), put(x, y(point.sum)));
    sum = point.sum;
  }
  return [...parts, put(WIDE, y(sum))].join(' ');
}
