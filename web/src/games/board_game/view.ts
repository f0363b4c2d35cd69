/// The view of the Board Game as the server sends it, and small readers of it.
import type { Card, Face, Side, Unit, View } from './types';

export type { Card, Face, Side, Unit, View };

/// The view, or nothing before the game has begun.
export function read(view: unknown): View | undefined {
  if (typeof view !== 'object' || view === null || !('units' in view) || !('pool' in view))
    return undefined;
  return view as View;
}

export const sideOf = (seat: number | undefined): Side | undefined =>
  seat === undefined ? undefined : seat === 0 ? 'S' : 'N';

export const otherSide = (side: Side): Side => (side === 'S' ? 'N' : 'S');

export const FACES: readonly Face[] = ['M', 'MF', 'AF', 'AD', 'TM', 'X'];

/// `M M AF` as faces.
export const dice = (text: string): Face[] => words(text) as Face[];

export const words = (text: string | undefined): string[] =>
  text ? text.split(' ').filter(Boolean) : [];

/// Is it on the board?
export const afield = (unit: Unit): boolean =>
  unit.at !== undefined && unit.status !== 'sunk' && unit.status !== 'exited';

export const below = (unit: Unit): boolean => unit.status === 'submerged';

/// The units of a side in the order of their handles.
export const fleetOf = (view: View, side: Side): [string, Unit][] =>
  Object.entries(view.units)
    .filter(([, unit]) => unit.side === side)
    .sort(([a], [b]) => Number(a.slice(1)) - Number(b.slice(1)));

/// Who stands on a square: the one on the surface first.
export const standing = (view: View, place: string): [string, Unit][] =>
  Object.entries(view.units)
    .filter(([, unit]) => unit.at === place && afield(unit))
    .sort(([, a], [, b]) => Number(below(a)) - Number(below(b)));

/// What lies on a square: IS, SH, FG, SB.
export function ground(view: Pick<View, 'scenery'>): Map<string, string> {
  const found = new Map<string, string>();
  for (const word of words(view.scenery)) {
    const [at, card] = word.split('=');
    if (at && card) found.set(at, card);
  }
  return found;
}

const TURNS: Record<string, number> = { N: 0, E: 90, S: 180, W: 270 };

/// How far a heading is turned as it is seen.
export const turn = (heading: string | undefined, flipped: boolean): number =>
  ((TURNS[heading ?? 'N'] ?? 0) + (flipped ? 180 : 0)) % 360;

/// The squares a path leads over, from its start: `N-N-E/S`.
export function along(from: string, path: string): string[] {
  const places = [from];
  let [x, y] = [from.charCodeAt(0), Number(from.slice(1))];
  for (const step of (path.split(/[/+]/)[0] ?? '').split('-')) {
    if (!/^[NS]?[EW]?$/.test(step) || step === '') continue;
    x += step.includes('E') ? 1 : step.includes('W') ? -1 : 0;
    y += step.includes('N') ? 1 : step.includes('S') ? -1 : 0;
    places.push(`${String.fromCharCode(x)}${y}`);
  }
  return places;
}

/// Words struck off a list, each once: what is left of a pool.
export function without<T>(all: readonly T[], gone: readonly T[]): T[] {
  const left = [...all];
  for (const one of gone) {
    const i = left.indexOf(one);
    if (i >= 0) left.splice(i, 1);
  }
  return left;
}

/// As much of a name as a small square has room for.
export const short = (name: string): string => (name.length > 9 ? `${name.slice(0, 8)}.` : name);

/// The plainest path between two squares, for a question.
export function straight(from: string, to: string): string {
  const dx = to.charCodeAt(0) - from.charCodeAt(0);
  const dy = Number(to.slice(1)) - Number(from.slice(1));
  const steps = [
    ...Array.from({ length: Math.abs(dy) }, () => (dy > 0 ? 'N' : 'S')),
    ...Array.from({ length: Math.abs(dx) }, () => (dx > 0 ? 'E' : 'W')),
  ];
  return steps.slice(0, 8).join('-') || '/N';
}
