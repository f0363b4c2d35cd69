/// Islands: an outline with the unrest of a real coast round any set of
/// squares, with hachures and shoal water. Always the same for the same island.
import { round, type Point } from './geometry';

export interface Island {
  /// The coastline.
  coast: string;
  /// Where shallow water ends, drawn under it.
  shoal: string;
  /// Short strokes down the slope.
  hachures: string;
  /// A contour on the heights.
  height: string;
  centre: Point;
}

/// A small generator with a seed: drawings must not change between two looks.
export function unrest(seed: number): () => number {
  let state = (seed * 2654435761 + 1013904223) >>> 0;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x297a2d39) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) / 4294967296;
  };
}

/// Squares (column and row as seen) that touch by their sides, together.
export function groups(cells: readonly Point[]): Point[][] {
  const left = new Map(cells.map((cell) => [`${cell.x},${cell.y}`, cell]));
  const found: Point[][] = [];
  for (const start of cells) {
    if (!left.delete(`${start.x},${start.y}`)) continue;
    const group = [start];
    for (let i = 0; i < group.length; i++) {
      const { x, y } = group[i]!;
      for (const [dx, dy] of [
        [1, 0],
        [-1, 0],
        [0, 1],
        [0, -1],
      ] as const) {
        const next = left.get(`${x + dx},${y + dy}`);
        if (next) {
          left.delete(`${x + dx},${y + dy}`);
          group.push(next);
        }
      }
    }
    found.push(group);
  }
  return found;
}

/// The corners round a group of squares, clockwise, in squares.
export function outline(group: readonly Point[]): Point[] {
  const inside = new Set(group.map((c) => `${c.x},${c.y}`));
  const edges = new Map<string, Point[]>();
  const add = (ax: number, ay: number, bx: number, by: number): void => {
    const key = `${ax},${ay}`;
    edges.set(key, [...(edges.get(key) ?? []), { x: bx, y: by }]);
  };
  for (const { x, y } of group) {
    if (!inside.has(`${x},${y - 1}`)) add(x, y, x + 1, y);
    if (!inside.has(`${x + 1},${y}`)) add(x + 1, y, x + 1, y + 1);
    if (!inside.has(`${x},${y + 1}`)) add(x + 1, y + 1, x, y + 1);
    if (!inside.has(`${x - 1},${y}`)) add(x, y + 1, x, y);
  }
  const start = group.reduce((a, b) => (b.y < a.y || (b.y === a.y && b.x < a.x) ? b : a));
  const path: Point[] = [];
  let here: Point = { x: start.x, y: start.y };
  do {
    path.push(here);
    const next: Point | undefined = edges.get(`${here.x},${here.y}`)?.shift();
    if (!next) break;
    here = next;
  } while (here.x !== start.x || here.y !== start.y);
  return path;
}

/// Draws the island that lies on these squares, `pitch` wide each.
export function island(group: readonly Point[], pitch: number): Island {
  const corners = outline(group);
  const seed = group.reduce((sum, c) => sum + c.x * 31 + c.y * 17 + 7, group.length);
  const wild = unrest(seed);
  const centre = {
    x: (group.reduce((s, c) => s + c.x + 0.5, 0) / group.length) * pitch,
    y: (group.reduce((s, c) => s + c.y + 0.5, 0) / group.length) * pitch,
  };
  // Points along the sides, drawn in from the edge and shaken.
  const raw: { at: Point; normal: Point }[] = [];
  const n = corners.length;
  for (let i = 0; i < n; i++) {
    const a = corners[i]!;
    const b = corners[(i + 1) % n]!;
    const normal = { x: -(b.y - a.y), y: b.x - a.x };
    for (let t = 0.12; t < 1; t += 0.19) {
      raw.push({ at: { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t }, normal });
    }
  }
  // Several passes take the squareness out of the corners.
  let smooth = raw.map((p) => ({ ...p.at, normal: p.normal }));
  for (let pass = 0; pass < 4; pass++) {
    const was = smooth;
    smooth = was.map((p, i) => {
      const before = was[(i + was.length - 1) % was.length]!;
      const after = was[(i + 1) % was.length]!;
      return {
        x: (before.x + 2 * p.x + after.x) / 4,
        y: (before.y + 2 * p.y + after.y) / 4,
        normal: {
          x: (before.normal.x + 2 * p.normal.x + after.normal.x) / 4,
          y: (before.normal.y + 2 * p.normal.y + after.normal.y) / 4,
        },
      };
    });
  }
  const ring = (depth: number, shake: number): Point[] =>
    smooth.map((p) => {
      const d = depth + (wild() - 0.5) * shake;
      return { x: (p.x + p.normal.x * d) * pitch, y: (p.y + p.normal.y * d) * pitch };
    });
  const coast = ring(0.07, 0.1);
  const shoal = coast.map((p, i) => ({
    x: p.x - smooth[i]!.normal.x * pitch * 0.075,
    y: p.y - smooth[i]!.normal.y * pitch * 0.075,
  }));
  const height = coast.map((p, i) => ({
    x: p.x + smooth[i]!.normal.x * pitch * 0.17,
    y: p.y + smooth[i]!.normal.y * pitch * 0.17,
  }));
  return {
    coast: closed(coast),
    shoal: closed(shoal),
    hachures: strokes(coast, height, wild),
    height: closed(height),
    centre,
  };
}

/// Strokes from the coast up the slope, long and short.
function strokes(coast: readonly Point[], height: readonly Point[], wild: () => number): string {
  let path = '';
  for (let i = 0; i < coast.length; i++) {
    const j = (i + 1) % coast.length;
    for (const t of [0, 0.33, 0.66]) {
      const a = mix(coast[i]!, coast[j]!, t);
      const b = mix(height[i]!, height[j]!, t);
      const from = mix(a, b, 0.06 + wild() * 0.06);
      const to = mix(a, b, 0.42 + wild() * 0.4);
      path += `M${round(from.x)} ${round(from.y)}L${round(to.x)} ${round(to.y)}`;
    }
  }
  return path;
}

const mix = (a: Point, b: Point, t: number): Point => ({
  x: a.x + (b.x - a.x) * t,
  y: a.y + (b.y - a.y) * t,
});

/// A closed smooth line through points.
export function closed(points: readonly Point[]): string {
  const n = points.length;
  if (n < 3) return '';
  let path = `M${round(points[0]!.x)} ${round(points[0]!.y)}`;
  for (let i = 0; i < n; i++) {
    const p0 = points[(i + n - 1) % n]!;
    const p1 = points[i]!;
    const p2 = points[(i + 1) % n]!;
    const p3 = points[(i + 2) % n]!;
    path += `C${round(p1.x + (p2.x - p0.x) / 6)} ${round(p1.y + (p2.y - p0.y) / 6)} ${round(p2.x - (p3.x - p1.x) / 6)} ${round(p2.y - (p3.y - p1.y) / 6)} ${round(p2.x)} ${round(p2.y)}`;
  }
  return `${path}z`;
}
