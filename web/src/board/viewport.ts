/// Which part of a drawing is shown: pan and zoom without a screen.
import type { Point } from './geometry';

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

const MOST = 4;

/// The whole drawing.
export const whole = (w: number, h: number): Box => ({ x: 0, y: 0, w, h });

/// The part, zoomed by `factor` (over 1 is nearer) so that `point` stays where it is.
export function zoomAt(box: Box, full: Box, point: Point, factor: number): Box {
  const least = full.w / MOST;
  // Out until all of it is in sight, whatever the shape of the part.
  const most = box.w * Math.max(full.w / box.w, full.h / box.h);
  const w = Math.min(most, Math.max(least, box.w / factor));
  if (w >= most) return { ...full };
  const scale = w / box.w;
  return clamp(
    {
      x: point.x - (point.x - box.x) * scale,
      y: point.y - (point.y - box.y) * scale,
      w,
      h: box.h * scale,
    },
    full,
  );
}

/// The part, moved by this much of the drawing.
export function pan(box: Box, full: Box, dx: number, dy: number): Box {
  return clamp({ ...box, x: box.x + dx, y: box.y + dy }, full);
}

/// The part moved as little as needed for `point` to be seen, `margin` from the edge.
export function reveal(box: Box, full: Box, point: Point, margin: number): Box {
  const mx = Math.min(margin, box.w / 2);
  const my = Math.min(margin, box.h / 2);
  const x = Math.min(point.x - mx, Math.max(point.x + mx - box.w, box.x));
  const y = Math.min(point.y - my, Math.max(point.y + my - box.h, box.y));
  return clamp({ ...box, x, y }, full);
}

/// Do most of these points, and the last of them, lie in sight? Then the chart stays under the finger that has
/// just touched it.
export function mostly(box: Box, spots: readonly Point[], margin: number): boolean {
  const seen = ({ x, y }: Point): boolean =>
    x >= box.x + margin &&
    x <= box.x + box.w - margin &&
    y >= box.y + margin &&
    y <= box.y + box.h - margin;
  const last = spots.at(-1);
  return last !== undefined && seen(last) && spots.filter(seen).length * 2 >= spots.length;
}

/// No water beyond the edge of the chart; what is smaller than the part lies in its middle.
export function clamp(box: Box, full: Box): Box {
  const within = (at: number, long: number, from: number, all: number): number =>
    long > all ? from - (long - all) / 2 : Math.min(from + all - long, Math.max(from, at));
  return {
    ...box,
    x: within(box.x, box.w, full.x, full.w),
    y: within(box.y, box.h, full.y, full.h),
  };
}

export const isWhole = (box: Box, full: Box): boolean =>
  box.w >= full.w - 0.5 && box.h >= full.h - 0.5;

/// All that is in sight of a part in a room of this size: it fits in one direction, and in the other there is
/// room left.
export function framed(box: Box, wide: number, high: number): Box {
  const scale = Math.max(box.w / Math.max(1, wide), box.h / Math.max(1, high));
  const [w, h] = [scale * wide, scale * high];
  return { x: box.x - (w - box.w) / 2, y: box.y - (h - box.h) / 2, w, h };
}

/// The part moved, and if need be widened, so that these points lie in the upper left share of what is seen
/// that nothing covers; as it was where they do already.
export function bare(
  seen: Box,
  spots: readonly Point[],
  margin: number,
  free: { w: number; h: number },
): Box {
  const span = (key: 'x' | 'y'): [number, number] => {
    const all = spots.map((spot) => spot[key]);
    const [from, to] = [Math.min(...all) - margin, Math.max(...all) + margin];
    return [from, to - from];
  };
  const [[x, w], [y, h]] = [span('x'), span('y')];
  const open = { ...seen, w: seen.w * free.w, h: seen.h * free.h };
  if (x >= open.x && y >= open.y && x + w <= open.x + open.w && y + h <= open.y + open.h)
    return seen;
  const wider = Math.max(1, w / open.w, h / open.h);
  return {
    x: x + w / 2 - (wider * open.w) / 2,
    y: y + h / 2 - (wider * open.h) / 2,
    w: wider * seen.w,
    h: wider * seen.h,
  };
}
