/// Names on the chart: beside her ship, under her Group, or in two lists beside a close action.
import type { Point } from '../../board/geometry';
import { named, type Shown } from './fleet';
import { boxed, leader, past } from './labels';
import type { Laid, Melee } from './lay';
import { centre } from './sea';
import { t } from './text';

interface Line {
  text: string;
  flag: boolean;
}

export interface Plate {
  key: string;
  lines: readonly Line[];
  /// What it belongs to, on paper.
  x: number;
  y: number;
  /// Its size, and where its middle would best be, in pixels.
  w: number;
  h: number;
  at: Point;
  most: number;
  /// From line to line; from its middle to where its lines begin or end.
  gap: number;
  anchor: 'start' | 'middle' | 'end';
  off: number;
  /// It gives way to this side alone.
  level?: -1 | 1;
}

const LINE = 13;
const wide = (lines: readonly Line[]): number =>
  Math.max(...lines.map(({ text, flag }) => text.length * (flag ? 6.3 : 5.9))) + 4;

export function plate(
  key: string,
  lines: readonly Line[],
  { x, y }: Point,
  side: Point,
  k: number,
): Plate {
  const w = wide(lines);
  const at = { x: (x + side.x * 20) * k + side.x * (w / 2 + 2), y: (y + side.y * 22) * k };
  const h = lines.length * LINE;
  return { key, lines, x, y, w, h, at, most: 64, gap: LINE, anchor: 'middle', off: 0 };
}

/// `Victory`, or `Redoutable (struck)`.
const called = (ship: Shown): string =>
  ship.state === 'ok' ? named([ship]) : `${ship.name} (${t(`fa.state.${ship.state}`)})`;

/// Who is in a close action: a list on either side of its ring, each name level with her ship.
export function knotted({ at, r }: Melee, laid: readonly Laid[], k: number): Plate[] {
  const here = laid.filter((one) => one.ship.at === at);
  const rows = [...new Set(here.map((one) => one.y))].sort((a, b) => a - b);
  const c = centre(at);
  const pitch = rows.length > 1 ? (rows[1]! - rows[0]!) * k : LINE;
  return ([-1, 1] as const).flatMap((side) => {
    const column = here.filter((one) => Math.sign(one.x - c.x) === side);
    const first = rows.findIndex((y) => column.some((one) => one.y === y));
    const last = rows.findLastIndex((y) => column.some((one) => one.y === y));
    if (first < 0) return [];
    const lines = rows.slice(first, last + 1).map((y) => {
      const one = column.find((ship) => ship.y === y);
      return { text: one ? called(one.ship) : '', flag: one?.ship.flagship === true };
    });
    const gap = Math.max(LINE, pitch);
    const w = wide(lines);
    const y = (rows[first]! + rows[last]!) / 2;
    return [
      {
        key: `${at} ${side}`,
        lines,
        x: c.x,
        y,
        w,
        h: (lines.length - 1) * gap + LINE,
        at: { x: (c.x + side * r) * k + side * (w / 2 + 5), y: y * k },
        most: 90,
        gap,
        anchor: side < 0 ? ('end' as const) : ('start' as const),
        off: (-side * w) / 2 + side * 2,
        level: side,
      },
    ];
  });
}

/// From a name to its ship, where it had to go away from her: a list beside a close action as far as
/// its ring, name by name. All in pixels.
export function tied(
  plates: readonly Plate[],
  stands: ReadonlyMap<string, Point>,
  k: number,
): { key: string; d: string }[] {
  const spots = plates.map((one) => stands.get(one.key) ?? one.at);
  const boxes = plates.map((one, i) => boxed(one, spots[i]!));
  return plates.flatMap((one, n) => {
    const spot = spots[n]!;
    const others = boxes.filter((_, i) => i !== n);
    if (!one.level) {
      const d = leader(boxes[n]!, { x: one.x * k, y: one.y * k }, 12 + 14 * k, others);
      return d ? [{ key: one.key, d }] : [];
    }
    const { level } = one;
    if ((spot.x - one.at.x) * level < 14) return [];
    const to = one.at.x - (level * one.w) / 2;
    return one.lines.flatMap(({ text }, i) => {
      const y = spot.y + (i - (one.lines.length - 1) / 2) * one.gap;
      const d = past({ x: spot.x - (level * one.w) / 2, y }, { x: to, y }, others);
      return text && d ? [{ key: `${one.key} ${i}`, d }] : [];
    });
  });
}
