/// The view of Sail Epoch as the server sends it, and where things lie on the paper.
import type { Geometry, Point, Way as Key } from '../../board/geometry';
import type { Deed, FireLine, Fort, Grapple, Salvo, Ship, UnitDeeds, View, Way } from './types';

export type { Deed, FireLine, Fort, Grapple, Salvo, Ship, UnitDeeds, View, Way };

export const DIRECTIONS = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/// The view, or nothing before the game has begun.
export function read(view: unknown): View | undefined {
  if (typeof view !== 'object' || view === null || !('field' in view) || !('crews' in view))
    return undefined;
  return view as View;
}

export const degrees = (direction: string): number =>
  Math.max(0, DIRECTIONS.indexOf(direction as Direction)) * 45;

/// `L7` as column and row, both from 0.
export const spot = (place: string): { column: number; row: number } => ({
  column: place.charCodeAt(0) - 65,
  row: Number(place.slice(1)) - 1,
});

export const placeAt = (column: number, row: number): string =>
  `${String.fromCharCode(65 + column)}${row + 1}`;

/// How many spaces two places lie apart, corners counted as one.
export function apart(one: string, other: string): number {
  const [a, b] = [spot(one), spot(other)];
  return Math.max(Math.abs(a.column - b.column), Math.abs(a.row - b.row));
}

const PITCH = 100;
const made = new Map<string, Geometry>();

/// Squares with `A1` at the top left.
export function field(columns: number, rows: number): Geometry {
  const key = `${columns} ${rows}`;
  const found = made.get(key);
  if (found) return found;
  const places: string[] = [];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) places.push(placeAt(column, row));
  const known = new Set(places);
  const named = (column: number, row: number): string | undefined =>
    column < 0 || row < 0 || column >= columns || row >= rows ? undefined : placeAt(column, row);
  const geometry: Geometry = {
    places,
    width: columns * PITCH,
    height: rows * PITCH,
    pitch: PITCH,
    has: (place) => known.has(place),
    centre(place) {
      const { column, row } = spot(place);
      return { x: (column + 0.5) * PITCH, y: (row + 0.5) * PITCH };
    },
    outline(place) {
      const { column, row } = spot(place);
      return `M${column * PITCH} ${row * PITCH}h${PITCH}v${PITCH}h${-PITCH}z`;
    },
    at: ({ x, y }: Point) => named(Math.floor(x / PITCH), Math.floor(y / PITCH)),
    next(place, way: Key) {
      const { column, row } = spot(place);
      const [dx, dy] = ({ up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] } as const)[way];
      return known.has(place) ? named(column + dx, row + dy) : undefined;
    },
  };
  made.set(key, geometry);
  return geometry;
}

/// Where the wind blows to, and how.
export function windOf(view: View): { to: Direction; weather: 'fresh' | 'calm' | 'storm' } {
  const [to, weather] = view.wind.split(' ');
  return {
    to: (DIRECTIONS as readonly string[]).includes(to ?? '') ? (to as Direction) : 'N',
    weather: weather === 'calm' || weather === 'storm' ? weather : 'fresh',
  };
}

/// The number of a player's colour; nothing for nobody, 6 for pirates together.
export function hue(owner: string | undefined): number | undefined {
  const n = Number(/^P(\d)$/.exec(owner ?? '')?.[1]);
  if (n) return n - 1;
  return owner === 'pirates' ? 6 : undefined;
}

/// The unit that stands for a key, with where it lies: ships, or a fort as `@A1`.
export function placeOf(view: View, unit: string): string | undefined {
  return unit.startsWith('@') ? unit.slice(1) : view.ships[unit]?.space;
}

export const ownerOf = (view: View, unit: string): string | undefined =>
  unit.startsWith('@') ? view.forts[unit]?.owner : view.ships[unit]?.owner;

/// Everything on a place: ships first, then a fort.
export function unitsAt(view: View, place: string): string[] {
  const ships = Object.entries(view.ships).flatMap(([id, ship]) =>
    ship.space === place ? [id] : [],
  );
  return view.forts[`@${place}`] ? [...ships, `@${place}`] : ships;
}

/// A unit as people call it: `Mercury`, `the fort on A1`.
export const nameOf = (view: View, unit: string): string =>
  unit.startsWith('@') ? `the fort on ${unit.slice(1)}` : (view.crews[unit]?.name ?? unit);

/// Codes in a sentence of the rules become names.
export const named = (view: View | undefined, text: string): string =>
  text.replace(/\b(?:FR|GA|FG|BR)[1-6]\b/g, (code) => view?.crews[code]?.name ?? code);

/// Class code of a ship.
export const classOf = (unit: string): 'FR' | 'GA' | 'FG' | 'BR' =>
  unit.slice(0, 2) as 'FR' | 'GA' | 'FG' | 'BR';

/// The direction from one place to another, in degrees from north.
export function bearing(from: string, to: string): number {
  const [a, b] = [spot(from), spot(to)];
  return (Math.atan2(b.column - a.column, a.row - b.row) * 180) / Math.PI;
}

/// How "why not?" about a way is written: straight if it can be, else with a corner. Only the
/// form; whether and why not is the server's to say.
export function wayTo(ship: string, from: string, to: string): string {
  const [a, b] = [spot(from), spot(to)];
  const [dx, dy] = [b.column - a.column, b.row - a.row];
  const [wide, high] = [Math.abs(dx), Math.abs(dy)];
  const compass = (x: number, y: number): string =>
    `${y < 0 ? 'N' : y > 0 ? 'S' : ''}${x < 0 ? 'W' : x > 0 ? 'E' : ''}`;
  if (dx === 0 || dy === 0 || wide === high)
    return `move ${ship} ${compass(dx, dy)} ${Math.min(7, Math.max(wide, high))}`;
  const slant = Math.min(wide, high, 7);
  const straight = Math.min(7, Math.max(wide, high) - Math.min(wide, high));
  const along = wide > high ? compass(dx, 0) : compass(0, dy);
  return `move ${ship} ${compass(dx, dy)}${slant} ${along}${straight}`;
}
