/// Lines between squares, as they are drawn over the sea.
import type { Geometry } from '../../board/geometry';

/// A line from ship to ship, cut short at both.
export function cut(
  geometry: Geometry,
  a: string,
  b: string,
  n = 0,
  near = 26,
): { d: string; x: number; y: number; turn: number } {
  const [p, q] = [geometry.centre(a), geometry.centre(b)];
  const length = Math.hypot(q.x - p.x, q.y - p.y) || 1;
  const [ux, uy] = [(q.x - p.x) / length, (q.y - p.y) / length];
  const off = n * 12;
  const from = { x: p.x + ux * near - uy * off, y: p.y + uy * near + ux * off };
  // Coming from below it ends before her name; what only shows a line begins and ends nearer.
  const stop = (uy < -0.6 ? 50 : 36) - (26 - near);
  const to = { x: q.x - ux * stop - uy * off, y: q.y - uy * stop + ux * off };
  return {
    d: `M${from.x} ${from.y}L${to.x} ${to.y}`,
    x: to.x,
    y: to.y,
    turn: (Math.atan2(uy, ux) * 180) / Math.PI,
  };
}
