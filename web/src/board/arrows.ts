/// Arrows that tell of a path or an attack, cut short so that tokens stay visible.
import { round, type Geometry, type Point } from './geometry';

export interface Arrow {
  /// Places it runs along, at least two.
  path: readonly string[];
  kind: 'move' | 'attack' | 'jump' | 'last';
}

/// The line and the head of an arrow as SVG paths.
export function arrowPaths(
  geometry: Geometry,
  arrow: Arrow,
): { line: string; head: string } | undefined {
  const points = arrow.path
    .filter((place) => geometry.has(place))
    .map((place) => geometry.centre(place));
  if (points.length < 2) return undefined;
  const p = geometry.pitch;
  const a = points[points.length - 2]!;
  const b = points[points.length - 1]!;
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const ux = (b.x - a.x) / length;
  const uy = (b.y - a.y) / length;
  const tip = { x: b.x - ux * p * 0.16, y: b.y - uy * p * 0.16 };
  const neck = { x: tip.x - ux * p * 0.2, y: tip.y - uy * p * 0.2 };
  const wing = p * 0.12;
  const first = points[0]!;
  const second = points[1]!;
  const l0 = Math.hypot(second.x - first.x, second.y - first.y) || 1;
  const start = {
    x: first.x + ((second.x - first.x) / l0) * p * 0.2,
    y: first.y + ((second.y - first.y) / l0) * p * 0.2,
  };
  const middle = points.slice(1, -1);
  let line = `M${xy(start)}`;
  if (arrow.kind === 'jump') {
    // A jump bows over what it jumps, one bow for each hop.
    let from: Point = start;
    for (const to of [...middle, neck]) {
      const bend = {
        x: (from.x + to.x) / 2 + (to.y - from.y) * 0.22,
        y: (from.y + to.y) / 2 - (to.x - from.x) * 0.22,
      };
      line += `Q${xy(bend)} ${xy(to)}`;
      from = to;
    }
  } else {
    for (const to of [...middle, neck]) line += `L${xy(to)}`;
  }
  const head = `M${xy(tip)}L${xy({ x: neck.x - uy * wing, y: neck.y + ux * wing })}L${xy({ x: neck.x + uy * wing, y: neck.y - ux * wing })}z`;
  return { line, head };
}

const xy = (p: Point): string => `${round(p.x)} ${round(p.y)}`;
