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
  const w = Math.min(full.w, Math.max(least, box.w / factor));
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

/// No water beyond the edge of the chart.
export function clamp(box: Box, full: Box): Box {
  return {
    ...box,
    x: Math.min(full.x + full.w - box.w, Math.max(full.x, box.x)),
    y: Math.min(full.y + full.h - box.h, Math.max(full.y, box.y)),
  };
}

export const isWhole = (box: Box, full: Box): boolean => box.w >= full.w - 0.5;
