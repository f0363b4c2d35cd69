/// What a drawn chart is made of: where the view says something stands, and
/// nothing more. Each game reads its own view into one; no rule is known here.
import type { MenuChoice } from '../../api/types';
import type { Geometry } from '../../board/geometry';
import type { Box } from '../../board/viewport';

/// How a unit is drawn.
export type Look =
  | 'brig'
  | 'frigate'
  | 'galleon'
  | 'first'
  | 'fort'
  | 'line'
  | 'carrier'
  | 'battleship'
  | 'cruiser'
  | 'destroyer'
  | 'submarine'
  | 'merchant'
  | 'mine';

export interface Counter {
  id: string;
  at: string;
  /// Which side it belongs to, from 0; nothing if to nobody.
  side: number | undefined;
  look: Look;
  /// Degrees from north, clockwise.
  heading: number | undefined;
  /// A few signs beside it: strength left, ships in the group.
  note: string;
  /// Below the water, a wreck, struck: drawn faintly.
  faint?: boolean;
}

export type Ground =
  'land' | 'coast' | 'harbour' | 'reef' | 'shoal' | 'sand' | 'fog' | 'smoke' | 'port' | 'goods';

export interface Chart {
  geometry: Geometry;
  counters: Counter[];
  ground: Map<string, Ground>;
  /// Names of the columns and rows along the edge.
  columns: { x: number; text: string }[];
  rows: { y: number; text: string }[];
  /// Units that have no place yet, as they will be drawn.
  waiting?: Counter[];
  /// Places that make islands together, where the sea is laid out in squares.
  isles?: string[];
  /// Where the wind blows to, in degrees from north, and what it is called.
  wind?: { to: number; text: string };
}

/// A game's view as a chart, or nothing where the text says more.
export type Reader = (view: unknown, seat: number | undefined) => Chart | undefined;

export const EIGHT = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'];
export const SIX = ['N', 'NE', 'SE', 'S', 'SW', 'NW'];
export const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/// A heading in degrees from north, clockwise.
export const turned = (ways: readonly string[], way: string | undefined): number | undefined => {
  const i = way === undefined ? -1 : ways.indexOf(way);
  return i < 0 ? undefined : (i * 360) / ways.length;
};

const known = new WeakMap<Geometry, Geometry>();

/// The same places under other names; always the same names for one sea.
export function renamed(
  base: Geometry,
  outside: (inside: string) => string,
  inside: (outside: string) => string,
): Geometry {
  const found = known.get(base);
  if (found) return found;
  const name = (place: string | undefined): string | undefined =>
    place === undefined ? undefined : outside(place);
  const made: Geometry = {
    places: base.places.map(outside),
    width: base.width,
    height: base.height,
    pitch: base.pitch,
    has: (place) => base.has(inside(place)),
    centre: (place) => base.centre(inside(place)),
    outline: (place) => base.outline(inside(place)),
    at: (point) => name(base.at(point)),
    next: (place, way) => name(base.next(inside(place), way)),
  };
  known.set(base, made);
  return made;
}

export function edges(
  geometry: Geometry,
  columns: number,
  rows: number,
  column: (i: number) => string,
  row: (i: number) => string,
  place: (column: string, row: string) => string,
): Pick<Chart, 'columns' | 'rows'> {
  return {
    columns: Array.from({ length: columns }, (_, i) => ({
      x: geometry.centre(place(column(i), row(0))).x,
      text: column(i),
    })),
    rows: Array.from({ length: rows }, (_, i) => ({
      y: geometry.centre(place(column(0), row(i))).y,
      text: row(i),
    })),
  };
}

/// The part of the chart where the units are, with water round it, in the shape
/// of the whole: what is looked at first. Nothing if that is nearly everything.
export function begin(chart: Chart, margin: number, least: number): Box | undefined {
  const { geometry, counters } = chart;
  if (counters.length === 0) return undefined;
  const centres = counters.map((one) => geometry.centre(one.at));
  const room = geometry.pitch * 2.5;
  const [left, right] = [
    Math.min(...centres.map((c) => c.x)) - room,
    Math.max(...centres.map((c) => c.x)) + room,
  ];
  const [top, bottom] = [
    Math.min(...centres.map((c) => c.y)) - room,
    Math.max(...centres.map((c) => c.y)) + room,
  ];
  const full = { w: geometry.width + 2 * margin, h: geometry.height + 2 * margin };
  const scale = Math.max(
    (right - left) / full.w,
    (bottom - top) / full.h,
    (least * geometry.pitch) / full.w,
  );
  if (scale > 0.85) return undefined;
  return {
    x: (left + right - full.w * scale) / 2,
    y: (top + bottom - full.h * scale) / 2,
    w: full.w * scale,
    h: full.h * scale,
  };
}

/// So many places across round the first ship of a side: what a phone shows
/// first, so that a place is as large as a finger.
export function near(
  chart: Chart,
  margin: number,
  across: number,
  side: number | undefined,
): Box | undefined {
  const { geometry, counters } = chart;
  const ship = counters.find((one) => one.side === side && one.look !== 'fort') ?? counters[0];
  const full = { w: geometry.width + 2 * margin, h: geometry.height + 2 * margin };
  const scale = (across * geometry.pitch) / full.w;
  if (!ship || scale >= 1) return undefined;
  const { x, y } = geometry.centre(ship.at);
  return {
    x: x - (full.w * scale) / 2,
    y: y - (full.h * scale) / 2,
    w: full.w * scale,
    h: full.h * scale,
  };
}

/// What a draft has laid out so far: a unit, then a place, then where it heads.
/// Only what was picked is shown; whether it may be is the menu's word.
export function drafted(
  chart: Chart,
  picks: readonly Pick<MenuChoice, 'key' | 'kind' | 'place' | 'unit'>[],
): Counter[] {
  const found = new Map<string, Counter>();
  let unit: string | undefined;
  for (const pick of picks) {
    if (pick.unit !== undefined) unit = pick.unit;
    const known =
      unit === undefined
        ? undefined
        : (found.get(unit) ??
          [...(chart.waiting ?? []), ...chart.counters].find((one) => one.id === unit));
    if (!known || unit === undefined) continue;
    if (pick.place !== undefined && pick.place !== known.at && chart.geometry.has(pick.place))
      found.set(unit, { ...known, at: pick.place, faint: true });
    const heading =
      pick.kind === 'heading' || pick.kind === 'pivot'
        ? turned(EIGHT, pick.key.replace('/', ''))
        : undefined;
    const here = found.get(unit);
    if (here && heading !== undefined) found.set(unit, { ...here, heading });
  }
  return [...found.values()];
}

/// Units that stand on one place lie beside each other, small.
export function spread(
  counters: readonly Counter[],
): { counter: Counter; dx: number; dy: number; scale: number }[] {
  const here = new Map<string, Counter[]>();
  for (const counter of counters) here.set(counter.at, [...(here.get(counter.at) ?? []), counter]);
  return [...here.values()].flatMap((stack) =>
    stack.map((counter, i) =>
      stack.length === 1
        ? { counter, dx: 0, dy: 0, scale: 1 }
        : {
            counter,
            dx: i % 2 ? 22 : -22,
            dy: stack.length > 2 ? (i < 2 ? -22 : 22) : 0,
            scale: 0.62,
          },
    ),
  );
}
