/// Charts of games that have no table of their own yet: where the view says
/// something stands, and nothing more. No rule is known here.
import type { MenuChoice } from '../../api/types';
import { hexGrid, squareGrid, type Geometry } from '../../board/geometry';
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

type Doc = Record<string, unknown>;
const isDoc = (value: unknown): value is Doc =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const doc = (value: unknown): Doc => (isDoc(value) ? value : {});
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const places = (value: unknown): string[] =>
  list(value).filter((one): one is string => typeof one === 'string');

const EIGHT = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'];
const SIX = ['N', 'NE', 'SE', 'S', 'SW', 'NW'];
const turned = (ways: readonly string[], way: unknown): number | undefined => {
  const i = ways.indexOf(text(way));
  return i < 0 ? undefined : (i * 360) / ways.length;
};

/// The chart of this view, or nothing where the text says more.
export function chartOf(game: string, view: unknown, seat: number | undefined): Chart | undefined {
  if (!isDoc(view)) return undefined;
  if (game === 'sail_epoch') return sail(view);
  if (game === 'board_game') return squadron(view, seat === 1);
  if (game === 'fleet_actions') return fleet(view);
  return undefined;
}

const known = new WeakMap<Geometry, Geometry>();

/// The same places under other names; always the same names for one sea.
function renamed(
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

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const CLASSES: Record<string, Look> = { FR: 'first', GA: 'galleon', FG: 'frigate', BR: 'brig' };

/// `A1` at the top left, rows downward.
function sail(view: Doc): Chart | undefined {
  const field = doc(view.field);
  const [columns, rows] = [Number(field.columns), Number(field.rows)];
  if (!columns || !rows) return undefined;
  const turn = (row: string): string => String(rows + 1 - Number(row));
  const geometry = renamed(
    squareGrid({ columns, rows }),
    (inside) => inside[0]!.toUpperCase() + turn(inside.slice(1)),
    (outside) => (outside[0] ?? '').toLowerCase() + turn(outside.slice(1)),
  );
  const owners = Object.keys(doc(view.players));
  const side = (owner: unknown): number | undefined => {
    const i = owners.indexOf(text(owner));
    return i < 0 ? undefined : i;
  };
  const ground = new Map<string, Ground>();
  for (const place of places(field.harbours)) ground.set(place, 'harbour');
  places(field.terrain).forEach((line, row) => {
    [...line].forEach((sign, column) => {
      const place = `${LETTERS[column]?.toUpperCase() ?? '?'}${row + 1}`;
      if (sign === '#') ground.set(place, 'land');
      if (sign === 'c') ground.set(place, 'coast');
    });
  });
  for (const place of places(view.reefs)) ground.set(place, 'reef');
  for (const place of Object.keys(doc(view.goods)))
    if (geometry.has(place)) ground.set(place, 'goods');
  for (const place of Object.values(doc(view.royal_ports))) ground.set(text(place), 'port');
  const strengths = doc(view.strengths);
  const counters: Counter[] = [];
  for (const [id, fort] of Object.entries(doc(view.forts))) {
    counters.push({
      id,
      at: id.slice(1),
      side: side(doc(fort).owner),
      look: 'fort',
      heading: undefined,
      note: '',
      faint: doc(fort).ruin === true,
    });
  }
  for (const [id, ship] of Object.entries(doc(view.ships))) {
    const { space, owner, bow } = doc(ship);
    if (!geometry.has(text(space))) continue;
    const strength = list(strengths[id]);
    counters.push({
      id,
      at: text(space),
      side: side(owner),
      look: CLASSES[id.slice(0, 2)] ?? 'brig',
      heading: turned(EIGHT, bow),
      note: strength.length ? String(strength[0]) : '',
    });
  }
  const [to, force] = text(view.wind).split(' ');
  const degrees = turned(EIGHT, to);
  return {
    geometry,
    counters,
    ground,
    ...edges(
      geometry,
      columns,
      rows,
      (i) => LETTERS[i]!.toUpperCase(),
      (i) => String(i + 1),
      (c, r) => `${c}${r}`,
    ),
    isles: [...ground].flatMap(([place, kind]) =>
      kind === 'land' || kind === 'coast' ? [place] : [],
    ),
    ...(degrees === undefined ? {} : { wind: { to: degrees, text: force ?? '' } }),
  };
}

const TYPES: Record<string, Look> = {
  CV: 'carrier',
  CVL: 'carrier',
  BB: 'battleship',
  BC: 'battleship',
  CA: 'cruiser',
  CL: 'cruiser',
  DD: 'destroyer',
  SS: 'submarine',
  TR: 'merchant',
};
const SCENERY: Record<string, Ground> = { IS: 'land', SB: 'sand', SH: 'shoal', FG: 'fog' };

/// `a1` at the bottom left; North looks from the other side.
function squadron(view: Doc, flipped: boolean): Chart {
  const geometry = squareGrid({ columns: 8, rows: 8, flipped });
  const ground = new Map<string, Ground>();
  for (const word of text(view.scenery).split(/\s+/)) {
    const [place, kind] = word.split('=');
    const found = SCENERY[kind ?? ''];
    if (place && found) ground.set(place, found);
  }
  for (const place of text(view.smoke).split(/\s+/))
    if (geometry.has(place)) ground.set(place, 'smoke');
  const counters: Counter[] = [];
  const waiting: Counter[] = [];
  for (const [id, unit] of Object.entries(doc(view.units))) {
    const { at, heading, side, sp, print, status } = doc(unit);
    const north = turned(EIGHT, heading);
    (geometry.has(text(at)) ? counters : waiting).push({
      id,
      at: text(at),
      side: side === 'N' ? 1 : 0,
      look: TYPES[text(doc(print).type)] ?? 'cruiser',
      note: `${String(sp ?? '')}`,
      heading: north === undefined ? undefined : flipped ? (north + 180) % 360 : north,
      faint: status === 'submerged',
    });
  }
  const isles = [...ground].flatMap(([place, kind]) => (kind === 'land' ? [place] : []));
  return {
    geometry,
    counters,
    waiting,
    ground,
    isles,
    ...edges(
      geometry,
      8,
      8,
      (i) => LETTERS[i]!,
      (i) => String(i + 1),
      (c, r) => `${c}${r}`,
    ),
  };
}

/// `0101` at the top left; even columns lie half a point lower.
function fleet(view: Doc): Chart | undefined {
  const [columns, rows] = list(view.map).map(Number);
  // The approach of the fleets is another map, which the text shows.
  if (!columns || !rows || isDoc(view.grand)) return undefined;
  const two = (n: number): string => String(n).padStart(2, '0');
  const geometry = renamed(
    hexGrid({ columns, rows }),
    (inside) => {
      const match = /^([a-z]+)(\d+)$/.exec(inside)!;
      const column = [...match[1]!].reduce(
        (sum, letter) => sum * 26 + letter.charCodeAt(0) - 96,
        0,
      );
      return two(column) + two(rows + 1 - Number(match[2]));
    },
    (outside) => {
      const column = Number(outside.slice(0, 2));
      const name =
        column > 26
          ? LETTERS[Math.floor((column - 1) / 26) - 1]! + LETTERS[(column - 1) % 26]!
          : (LETTERS[column - 1] ?? '?');
      return `${name}${rows + 1 - Number(outside.slice(2))}`;
    },
  );
  const sides = Object.keys(doc(view.sides));
  const of = (squad: string): number | undefined =>
    squad ? Math.max(0, sides.indexOf(squad[0] ?? '')) : undefined;
  const ground = new Map<string, Ground>();
  for (const place of places(view.shoal)) ground.set(place, 'shoal');
  for (const place of places(view.land)) ground.set(place, 'land');
  const counters: Counter[] = [];
  const grouped = new Set<string>();
  for (const group of list(view.groups).map(doc)) {
    const ships = places(group.ships);
    for (const ship of ships) grouped.add(ship);
    counters.push({
      id: text(group.unit),
      at: text(group.at),
      side: of(text(group.squad)),
      look: 'line',
      heading: turned(SIX, group.heading),
      note: String(ships.length),
    });
  }
  for (const [id, ship] of Object.entries(doc(view.ships))) {
    const { at, heading, state } = doc(ship);
    if (grouped.has(id) || !geometry.has(text(at)) || state === 'sunk' || state === 'waiting')
      continue;
    counters.push({
      id,
      at: text(at),
      side: of(id),
      look: 'frigate',
      heading: turned(SIX, heading),
      note: '',
      faint: state !== 'ok',
    });
  }
  // The wind is called by where it comes from.
  const from = turned(SIX, view.wind);
  return {
    geometry,
    counters: counters.filter((one) => geometry.has(one.at)),
    ground,
    ...edges(
      geometry,
      columns,
      rows,
      (i) => two(i + 1),
      (i) => two(i + 1),
      (c, r) => `${c}${r}`,
    ),
    ...(from === undefined ? {} : { wind: { to: (from + 180) % 360, text: text(view.force) } }),
  };
}

function edges(
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
