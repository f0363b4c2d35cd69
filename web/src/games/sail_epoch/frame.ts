/// What of the sea is in sight: where the chart begins, and who is beyond its edges.
import type { Geometry, Point } from '../../board/geometry';

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

/// A ship as far as the frame has to know her.
interface Afloat {
  space?: string | undefined;
  owner: string;
}

/// The room on the screen, in pixels, and the smallest square there.
export interface Room {
  wide: number;
  high: number;
  least: number;
}

/// The part of a sea too large for the screen that lies around the own ships; nothing where all of
/// it is shown.
export function begins(
  geometry: Geometry,
  margin: number,
  { wide, high, least }: Room,
  own: readonly string[],
): Box | undefined {
  const [all, tall] = [geometry.width + 2 * margin, geometry.height + 2 * margin];
  // Squares a little smaller show the widest sea whole on a common screen.
  const enough = Math.min(least, 40) / 100;
  if (!wide || !high || (wide / all >= enough && high / tall >= enough)) return undefined;
  const [w, h] = [Math.min(all, (wide / least) * 100), Math.min(tall, (high / least) * 100)];
  const spots = own.map((place) => geometry.centre(place));
  const middle = (key: 'x' | 'y', whole: number): number =>
    spots.length ? spots.reduce((sum, one) => sum + one[key], 0) / spots.length : whole / 2;
  return {
    x: middle('x', geometry.width) - w / 2,
    y: middle('y', geometry.height) - h / 2,
    w,
    h,
  };
}

/// Own ships, whoever lies within a long shot of them, and what is wanted, with room to sail.
export function scene(
  geometry: Geometry,
  margin: number,
  { wide, high, least }: Room,
  all: readonly Afloat[],
  seat: string | undefined,
  wanted: readonly string[],
): Box {
  const within = (one: Afloat, other: Afloat): boolean => {
    const [a, b] = [geometry.centre(one.space!), geometry.centre(other.space!)];
    return Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y)) <= 700;
  };
  const mine = all.filter((ship) => ship.owner === seat);
  // Who lies far from everybody has no part in it, unless all do.
  const engaged = mine.filter((one) => all.some((other) => other !== one && within(one, other)));
  const own = engaged.length ? engaged : mine;
  const close = (ship: Afloat): boolean => own.some((one) => within(one, ship));
  const spots = [...all.filter(close).map((ship) => ship.space!), ...wanted].map((place) =>
    geometry.centre(place),
  );
  const span = (key: 'x' | 'y'): [number, number] => {
    const values = spots.map((spot) => spot[key]);
    const [from, to] = [Math.min(...values), Math.max(...values)];
    return [(from + to) / 2, Math.max(to - from + 560, 1000)];
  };
  const [[x, w], [y, h]] = [span('x'), span('y')];
  // As wide and high as the room has it, and no square too small.
  const scale = Math.min(
    Math.max(w / wide, h / high),
    100 / least,
    (geometry.width + 2 * margin) / wide,
    (geometry.height + 2 * margin) / high,
  );
  return { x: x - (scale * wide) / 2, y: y - (scale * high) / 2, w: scale * wide, h: scale * high };
}

/// All that is in sight: what is looked at fits the room in one direction and leaves some in the other.
export function framed(box: Box, wide: number, high: number): Box {
  const scale = Math.max(box.w / Math.max(1, wide), box.h / Math.max(1, high));
  const [w, h] = [scale * wide, scale * high];
  return { x: box.x - (w - box.w) / 2, y: box.y - (h - box.h) / 2, w, h };
}

/// How many lie beyond each edge of what is seen, by the turn of an arrow that points there. Who
/// lies beyond a corner is counted once, at the edge that is farther from it.
export function beyond(seen: Box, spots: readonly Point[]): Map<number, number> {
  const found = new Map<number, number>();
  for (const { x, y } of spots) {
    const over: [number, number][] = [
      [0, seen.y - y],
      [90, x - seen.x - seen.w],
      [180, y - seen.y - seen.h],
      [270, seen.x - x],
    ];
    const [turn, far] = over.reduce((most, one) => (one[1] > most[1] ? one : most));
    if (far > 0) found.set(turn, (found.get(turn) ?? 0) + 1);
  }
  return found;
}
