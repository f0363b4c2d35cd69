/// Coasts from the land points of a chart: one smooth line round all that touch,
/// running off the sheet where the land does, with hachures up the slope.
import { closed, unrest } from '../../board/coast';
import type { Point } from '../../board/geometry';
import { centre, DIRS, isOn, PITCH, step, type Extent } from './sea';

export interface Coast {
  line: string;
  hachures: string;
}

const corner = (c: Point, i: number, r: number): Point => ({
  x: c.x + r * Math.cos((Math.PI / 3) * i),
  y: c.y + r * Math.sin((Math.PI / 3) * i),
});
/// Off the half, where the same corner seen from two hexes would be rounded apart.
const key = (p: Point): string => `${Math.round(p.x + 0.2)},${Math.round(p.y + 0.2)}`;

/// The lines round hexes that touch, clockwise.
function loops(places: readonly string[]): Point[][] {
  const r = PITCH / Math.sqrt(3);
  const edges = new Map<string, { from: Point; to: Point }>();
  for (const place of places) {
    const c = centre(place);
    for (let i = 0; i < 6; i++) {
      const [from, to] = [corner(c, i, r), corner(c, i + 1, r)];
      // Two hexes that touch have this side from both ends: it lies inside.
      if (!edges.delete(`${key(to)} ${key(from)}`))
        edges.set(`${key(from)} ${key(to)}`, { from, to });
    }
  }
  const next = new Map<string, string[]>();
  for (const [name, edge] of edges)
    next.set(key(edge.from), [...(next.get(key(edge.from)) ?? []), name]);
  const found: Point[][] = [];
  for (const [name, first] of edges) {
    if (!edges.has(name)) continue;
    const loop: Point[] = [];
    let edge: { from: Point; to: Point } | undefined = first;
    let here: string | undefined = name;
    while (edge && here && edges.delete(here)) {
      loop.push(edge.from);
      here = next.get(key(edge.to))?.find((one) => edges.has(one));
      edge = here ? edges.get(here) : undefined;
    }
    found.push(loop);
  }
  return found;
}

/// Corners become bays and headlands.
function softened(loop: readonly Point[], seed: number): Point[] {
  const wild = unrest(seed);
  let line = loop.flatMap((p, i) => {
    const q = loop[(i + 1) % loop.length]!;
    return [p, { x: (p.x + q.x) / 2, y: (p.y + q.y) / 2 }];
  });
  for (let pass = 0; pass < 3; pass++) {
    const was = line;
    line = was.map((p, i) => {
      const a = was[(i + was.length - 1) % was.length]!;
      const b = was[(i + 1) % was.length]!;
      return { x: (a.x + 2 * p.x + b.x) / 4, y: (a.y + 2 * p.y + b.y) / 4 };
    });
  }
  return line.map((p) => ({ x: p.x + (wild() - 0.5) * 16, y: p.y + (wild() - 0.5) * 16 }));
}

function strokes(line: readonly Point[], seed: number): string {
  const wild = unrest(seed + 7);
  let path = '';
  for (let i = 0; i < line.length; i++) {
    const [a, b] = [line[i]!, line[(i + 1) % line.length]!];
    const far = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    // Land lies to the right of a line that runs clockwise.
    const [nx, ny] = [-(b.y - a.y) / far, (b.x - a.x) / far];
    for (const t of [0.1, 0.43, 0.76]) {
      const [x, y] = [a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t];
      const long = 9 + wild() * 15;
      path += `M${(x + nx * 5).toFixed(1)} ${(y + ny * 5).toFixed(1)}l${(nx * long).toFixed(1)} ${(ny * long).toFixed(1)}`;
    }
  }
  return path;
}

/// The line round these hexes, corner by corner.
export const outline = (places: readonly string[]): string =>
  loops(places)
    .map((loop) => `M${loop.map((p) => `${p.x.toFixed(1)} ${p.y.toFixed(1)}`).join('L')}z`)
    .join('');

/// The coast of this land. What lies at the edge of the sheet goes on beyond it.
export function coast(extent: Extent, land: readonly string[], shaken = true): Coast {
  const all = new Set(land);
  for (let ring = 0; ring < 2; ring++)
    for (const place of [...all])
      for (const dir of DIRS) {
        const beyond = step(place, dir);
        if (/^\d{4}$/.test(beyond) && !isOn(extent, beyond)) all.add(beyond);
      }
  const lines = loops([...all]).map((loop, i) => softened(loop, shaken ? i + loop.length : 1));
  return {
    line: lines.map(closed).join(''),
    hachures: lines.map((line, i) => strokes(line, i)).join(''),
  };
}
