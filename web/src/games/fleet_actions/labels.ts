/// Where words stand on the chart: one rule for names, tags, badges and pills. None lies on a ship or
/// on another word while there is open sea to put it on. All of it in pixels.
import type { Point } from '../../board/geometry';
import type { Laid } from './lay';

export interface Box {
  /// Its upper left corner.
  x: number;
  y: number;
  w: number;
  h: number;
  /// How much it matters that it is not covered.
  weight?: number;
}

/// A word that wants a place.
export interface Wish {
  key: string;
  w: number;
  h: number;
  /// Where its middle would best be.
  at: Point;
  /// How far from there it may go.
  most?: number;
  /// It stays as high as it is, and gives way to this side alone.
  level?: -1 | 1;
  /// What this word keeps off besides, so that it is not taken for theirs.
  shuns?: readonly Box[];
  /// What it belongs to, and what it must not be nearer to, in pixels.
  own?: Point;
  others?: readonly Point[];
}

/// A ring that is kept free: a dial.
export interface Ring {
  x: number;
  y: number;
  inner: number;
  outer: number;
}

const STEP = 7;
const TURNS = 16;
/// Between two words.
const AIR = 4;

export const overlap = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y));

export const boxed = ({ w, h }: { w: number; h: number }, { x, y }: Point): Box => ({
  x: x - w / 2,
  y: y - h / 2,
  w,
  h,
});

/// Keeps the middle of a word so that the whole of it is in sight.
function inside(wish: Wish, { x, y }: Point, room: Box | undefined): Point {
  if (!room) return { x, y };
  const keep = (at: number, from: number, size: number, half: number): number =>
    half * 2 >= size ? from + size / 2 : Math.min(from + size - half, Math.max(from + half, at));
  return {
    x: keep(x, room.x, room.w, wish.w / 2 + AIR),
    y: keep(y, room.y, room.h, wish.h / 2 + AIR),
  };
}

/// How far a point is from a word.
const farFrom = ({ x, y, w, h }: Box, p: Point): number =>
  Math.hypot(Math.max(x - p.x, 0, p.x - x - w), Math.max(y - p.y, 0, p.y - y - h));

/// What it costs that a word is nearer to another ship than to its own, by the pixel.
const ASTRAY = 120;
/// By so much it is nearer to its own.
const NEARER = 8;

function astray(wish: Wish, spot: Point): number {
  const { own, others } = wish;
  if (!own || !others?.length) return 0;
  const box = boxed(wish, spot);
  const nearest = Math.min(...others.map((one) => farFrom(box, one)));
  return Math.max(0, farFrom(box, own) + NEARER - nearest) * ASTRAY;
}

/// The middle of each word, in the order they are asked for: the nearest spot that covers nothing, and
/// where there is none the one that covers least.
export function settle(
  wishes: readonly Wish[],
  taken: readonly Box[],
  room?: Box,
): Map<string, Point> {
  const kept = [...taken];
  const found = new Map<string, Point>();
  for (const wish of wishes) {
    const most = wish.most ?? 260;
    const { at } = wish;
    const start = inside(wish, at, room);
    const reach = {
      x: start.x - wish.w / 2 - most,
      y: start.y - wish.h / 2 - most,
      w: wish.w + 2 * most,
      h: wish.h + 2 * most,
    };
    const near = [...kept, ...(wish.shuns ?? [])].filter((one) => overlap(one, reach) > 0);
    const wide = { w: wish.w + 2 * AIR, h: wish.h + 2 * AIR };
    const covered = (spot: Point): number =>
      near.reduce(
        (sum, one) => sum + overlap(boxed(wide, spot), one) * (one.weight ?? 1),
        astray(wish, spot),
      );
    let best = start;
    let least = covered(start);
    for (let far = STEP; least > 0 && far <= most; far += STEP)
      for (let i = 0; i < (wish.level ? 1 : TURNS) && least > 0; i++) {
        // First to the right, then by turns below and above.
        const turn =
          wish.level === -1 ? Math.PI : (Math.ceil(i / 2) * (i % 2 ? 1 : -1) * 2 * Math.PI) / TURNS;
        const spot = inside(
          wish,
          { x: start.x + Math.cos(turn) * far, y: start.y + Math.sin(turn) * far },
          room,
        );
        const cost = covered(spot);
        if (cost < least) [best, least] = [spot, cost];
      }
    found.set(wish.key, best);
    kept.push(boxed(wish, best));
  }
  return found;
}

/// Bow, waist and stern of a hull from her middle, and how broad she is.
const ALONG = [-15, 0, 15];
const BROAD = 17;
/// From afar ships are small, and no less to be seen.
const LEAST = 12;
const WEIGHT = 6;

/// The water that ships take up, with the flag each of them flies.
export function hulls(laid: readonly Laid[], k: number): Box[] {
  return laid.flatMap(({ x, y, turn, ship, away, size: small = 1 }) => {
    const a = (turn * Math.PI) / 180;
    // A straggler has a line of dashes round her.
    const large = (ship.straggler ? 1.4 : 1) * small;
    const size = Math.max(LEAST, BROAD * large * k);
    const hull = ALONG.map((far) => ({
      ...boxed(
        { w: size, h: size },
        { x: (x + Math.sin(a) * far * large) * k, y: (y - Math.cos(a) * far * large) * k },
      ),
      weight: WEIGHT,
    }));
    const part = away ? 0.62 * small : small;
    const flag = {
      x: (x + 6 * part) * k,
      y: (y - 42 * part) * k,
      w: 28 * k * part,
      h: 30 * k * part,
    };
    return ship.flagship || ship.state === 'prize' ? [...hull, flag] : hull;
  });
}

/// A ring as boxes, so that words stand inside or outside it.
export function round({ x, y, inner, outer }: Ring): Box[] {
  const thick = outer - inner;
  const mid = (inner + outer) / 2;
  const n = Math.ceil((2 * Math.PI * mid) / (thick * 0.8));
  return Array.from({ length: n }, (_, i) => {
    const a = (i / n) * 2 * Math.PI;
    return boxed({ w: thick, h: thick }, { x: x + Math.sin(a) * mid, y: y - Math.cos(a) * mid });
  });
}

/// A straight line, left out where it would run through one of these.
export function past(from: Point, to: Point, boxes: readonly Box[]): string {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const within = boxes
    .flatMap(({ x, y, w, h }) => {
      // Between which parts of it the line is inside.
      const part = (at: number, by: number, low: number, size: number): [number, number] => {
        if (Math.abs(by) < 0.001) return at > low && at < low + size ? [0, 1] : [1, 0];
        const ends = [(low - at) / by, (low + size - at) / by].sort((a, b) => a - b);
        return [ends[0]!, ends[1]!];
      };
      const [a, b] = [part(from.x, dx, x, w), part(from.y, dy, y, h)];
      const [begins, ends] = [Math.max(0, a[0], b[0]), Math.min(1, a[1], b[1])];
      return begins < ends ? [[begins, ends] as const] : [];
    })
    .sort((a, b) => a[0] - b[0]);
  let at = 0;
  let d = '';
  const spot = (part: number): string => `${from.x + dx * part} ${from.y + dy * part}`;
  for (const [begins, ends] of [...within, [1, 1] as const]) {
    if (begins > at) d += `M${spot(at)}L${spot(begins)}`;
    at = Math.max(at, ends);
  }
  return d;
}

/// A thin line from a word to what it is about, where it stands apart from it; other words stay whole.
export function leader(
  box: Box,
  to: Point,
  near: number,
  words: readonly Box[] = [],
): string | undefined {
  const from = {
    x: Math.min(box.x + box.w, Math.max(box.x, to.x)),
    y: Math.min(box.y + box.h, Math.max(box.y, to.y)),
  };
  const far = Math.hypot(to.x - from.x, to.y - from.y);
  if (far < near) return undefined;
  const part = (far - near * 0.6) / far;
  const end = { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
  return past(from, end, words) || undefined;
}
