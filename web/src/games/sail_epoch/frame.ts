/// What of the sea is in sight: where the chart begins, and who is beyond its edges.
import type { Geometry, Point } from '../../board/geometry';
import type { Box } from '../../board/viewport';
import { apart } from './view';

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

/// So far off an enemy, or a goal, still has a part in what the own ships do.
const CLOSE = 4;
const FAR = 7;
/// A room smaller than this, in pixels, is a phone's.
const TIGHT = 400;

/// Own ships, whoever lies close to them, and what is wanted, with a little room to sail.
export function scene(
  geometry: Geometry,
  margin: number,
  { wide, high, least }: Room,
  all: readonly Afloat[],
  seat: string | undefined,
  wanted: readonly string[],
): Box {
  const close = (one: Afloat, other: Afloat): boolean => apart(one.space!, other.space!) <= CLOSE;
  const mine = all.filter((ship) => ship.owner === seat);
  // Who lies far from everybody, and from what is wanted, has no part in it, unless nobody has.
  const engaged = mine.filter(
    (one) =>
      all.some((other) => other !== one && close(one, other)) ||
      wanted.some((place) => apart(place, one.space!) <= FAR),
  );
  const own = engaged.length || wanted.length ? engaged : mine;
  const others = all.filter(
    (ship) =>
      own.some((one) => close(one, ship)) ||
      wanted.some((place) => apart(place, ship.space!) <= CLOSE),
  );
  const spots = [...own, ...others]
    .map((ship) => ship.space!)
    .concat(wanted)
    .map((place) => geometry.centre(place));
  // A phone shows less water around them.
  const tight = Math.min(wide, high) < TIGHT;
  const span = (key: 'x' | 'y'): [number, number] => {
    const values = spots.map((spot) => spot[key]);
    const [from, to] = [Math.min(...values), Math.max(...values)];
    return [(from + to) / 2, Math.max(to - from + (tight ? 260 : 340), tight ? 520 : 660)];
  };
  const [[x, w], [y, h]] = [span('x'), span('y')];
  // As wide and high as the room has it, and no square too small.
  const scale = Math.min(
    Math.max(w / wide, h / high),
    100 / least,
    Math.max((geometry.width + 2 * margin) / wide, (geometry.height + 2 * margin) / high),
  );
  const [across, along] = [scale * wide, scale * high];
  // Where the rim begins to show, all of it does, with its letters.
  const snap = (at: number, long: number, all: number): number =>
    at < 30 ? -margin : at + long > all - 30 ? all + margin - long : at;
  return {
    x: snap(x - across / 2, across, geometry.width),
    y: snap(y - along / 2, along, geometry.height),
    w: across,
    h: along,
  };
}

/// So near to each other ships are taken for a fleet.
const FLEET = 350;

/// How many lie beyond each edge of what is seen, by the turn of an arrow that points there. Whoever
/// lies beyond a corner is counted once, and all who lie there together: with the fleet they belong to, or else
/// at the edge that is farther from them.
export function beyond(seen: Box, spots: readonly Point[]): Map<number, number> {
  const past = spots.map(({ x, y }) => ({
    x,
    y,
    over: (
      [
        [0, seen.y - y],
        [90, x - seen.x - seen.w],
        [180, y - seen.y - seen.h],
        [270, seen.x - x],
      ] as [turn: number, far: number][]
    ).filter(([, far]) => far > 0),
  }));
  const found = new Map<number, number>();
  const add = (turn: number, n: number): unknown => found.set(turn, (found.get(turn) ?? 0) + n);
  const alone = past.filter(({ over }) => over.length === 1);
  for (const { over } of alone) add(over[0]![0], 1);
  for (const turns of [
    [0, 90],
    [0, 270],
    [90, 180],
    [180, 270],
  ]) {
    const there = past.filter(
      ({ over }) => over.length === 2 && over.every(([turn]) => turns.includes(turn)),
    );
    const near = (a: Point): boolean => there.some((b) => Math.hypot(a.x - b.x, a.y - b.y) < FLEET);
    const pull = (turn: number): [number, number] => [
      alone.filter((one) => one.over[0]![0] === turn && near(one)).length,
      there.reduce((sum, { over }) => sum + (over.find(([edge]) => edge === turn)?.[1] ?? 0), 0),
    ];
    const [a, b] = [pull(turns[0]!), pull(turns[1]!)];
    if (there.length)
      add(turns[b[0] > a[0] || (b[0] === a[0] && b[1] > a[1]) ? 1 : 0]!, there.length);
  }
  return found;
}

/// A middle for something along an edge, from `from` to `to`, that lies over none of these: the one nearest to the
/// middle of the edge, or that where all are taken. `half` is half its length along the edge.
export function clear(
  from: number,
  to: number,
  half: number,
  taken: readonly (readonly [number, number])[],
): number {
  const middle = (from + to) / 2;
  const step = half / 2;
  for (let off = 0; off <= (to - from) / 2 - half; off += step)
    for (const at of [middle + off, middle - off])
      if (taken.every(([a, b]) => at + half <= a || at - half >= b)) return at;
  return middle;
}
