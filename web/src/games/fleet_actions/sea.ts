/// The lattice of points on paper: where a point lies, its neighbours, and
/// what is near. Pixels and nothing of the rules.
import type { Point, Way } from '../../board/geometry';

export type Dir = 'N' | 'NE' | 'SE' | 'S' | 'SW' | 'NW';
export const DIRS: readonly Dir[] = ['N', 'NE', 'SE', 'S', 'SW', 'NW'];

/// One point from the next, on paper.
export const PITCH = 100;
const ACROSS = PITCH * Math.sqrt(0.75);

/// Degrees from north, clockwise.
export const angle = (dir: Dir): number => DIRS.indexOf(dir) * 60;

/// One step of this length in a direction, on paper.
export const along = (dir: Dir, length: number): Point => {
  const turn = (angle(dir) * Math.PI) / 180;
  return { x: Math.sin(turn) * length, y: -Math.cos(turn) * length };
};

const parse = (place: string): [column: number, row: number] => [
  Number(place.slice(0, 2)),
  Number(place.slice(2)),
];
const two = (n: number): string => String(n).padStart(2, '0');

/// `0101` at the top left; even columns lie half a point lower.
export function centre(place: string): Point {
  const [column, row] = parse(place);
  return { x: (column - 1) * ACROSS, y: (row - 1 + (column % 2 ? 0 : 0.5)) * PITCH };
}

/// The neighbour in a direction; it may lie off the map.
export function step(place: string, dir: Dir): string {
  const [column, row] = parse(place);
  const odd = column % 2 === 1;
  switch (dir) {
    case 'N':
      return two(column) + two(row - 1);
    case 'S':
      return two(column) + two(row + 1);
    case 'NE':
      return two(column + 1) + two(odd ? row - 1 : row);
    case 'SE':
      return two(column + 1) + two(odd ? row : row + 1);
    case 'SW':
      return two(column - 1) + two(odd ? row : row + 1);
    case 'NW':
      return two(column - 1) + two(odd ? row - 1 : row);
  }
}

export interface Extent {
  columns: number;
  rows: number;
}

export const isOn = ({ columns, rows }: Extent, place: string): boolean => {
  const [column, row] = parse(place);
  return column >= 1 && row >= 1 && column <= columns && row <= rows;
};

/// The sheet with half a point of water round it.
export const sheet = ({ columns, rows }: Extent): { w: number; h: number } => ({
  w: (columns - 1) * ACROSS,
  h: (rows - 1 + (columns > 1 ? 0.5 : 0)) * PITCH,
});

/// The point nearest to a spot of the paper, if it is on the map.
export function pointAt(extent: Extent, spot: Point): string | undefined {
  const column = Math.round(spot.x / ACROSS) + 1;
  const row = Math.round(spot.y / PITCH - (column % 2 ? 0 : 0.5)) + 1;
  const place = two(column) + two(row);
  return column > 0 && row > 0 && isOn(extent, place) ? place : undefined;
}

/// Points straight ahead, as far as the map goes.
export function ahead(extent: Extent, from: string, dir: Dir, most: number): string[] {
  const found: string[] = [];
  for (let at = from, i = 0; i < most; i++) {
    at = step(at, dir);
    if (!isOn(extent, at)) break;
    found.push(at);
  }
  return found;
}

/// The six corners of a hex round a point.
export function hex(place: string, size = 1): string {
  const { x, y } = centre(place);
  const r = (PITCH / Math.sqrt(3)) * size;
  const corner = (i: number): string =>
    `${(x + r * Math.cos((Math.PI / 3) * i)).toFixed(1)} ${(y + r * Math.sin((Math.PI / 3) * i)).toFixed(1)}`;
  return `M${[0, 1, 2, 3, 4, 5].map(corner).join('L')}z`;
}

/// Every place of the map within so many steps of one of these.
export function within(extent: Extent, from: readonly string[], steps: number): string[] {
  const found = new Set(from);
  let edge = [...found];
  for (let i = 0; i < steps; i++) {
    edge = edge
      .flatMap((at) => DIRS.map((dir) => step(at, dir)))
      .filter((at) => isOn(extent, at) && !found.has(at));
    for (const at of edge) found.add(at);
  }
  return [...found];
}

/// The nearest of some places in the direction of an arrow key.
export function towards(places: readonly string[], from: string, way: Way): string | undefined {
  const here = centre(from);
  const [dx, dy] = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] }[way] as [
    number,
    number,
  ];
  let best: string | undefined;
  let least = Infinity;
  for (const place of places) {
    const there = centre(place);
    const on = (there.x - here.x) * dx + (there.y - here.y) * dy;
    const off = Math.abs((there.x - here.x) * dy) + Math.abs((there.y - here.y) * dx);
    if (on < 10) continue;
    const far = on + 2 * off;
    if (far < least) {
      least = far;
      best = place;
    }
  }
  return best;
}
