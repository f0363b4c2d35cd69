/// Where ships' names stand: over no ship, no fort and no other name.
import type { Point } from '../../board/geometry';
import type { Box } from '../../board/viewport';

export interface Bearer {
  id: string;
  name: string;
  /// The middle of her space.
  at: Point;
  /// Where her name may not stand, because something is said of her there.
  above?: boolean;
  below?: boolean;
  /// Something is said right below her: then her name stands under that.
  under?: boolean;
  /// She is in hand or pointed at: named in any case.
  must?: boolean;
}

export interface Named {
  id: string;
  name: string;
  x: number;
  y: number;
}

/// Points for a letter, and for the letters above and below their line.
const [WIDE, UP, DOWN] = [12.6, 21, 6];
/// Half of what a ship or fort takes up with its pips.
const HALF = 42;

const meet = (a: Box, b: Box): boolean =>
  a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

/// A place for each name: below her, above, at a side; none where all are taken.
export function names(
  bearers: readonly Bearer[],
  obstacles: readonly { id: string; at: Point }[],
  field: Box,
): Named[] {
  const solid = obstacles.map(({ id, at }) => ({
    id,
    box: { x: at.x - HALF, y: at.y - HALF, w: 2 * HALF, h: 2 * HALF },
  }));
  const taken: Box[] = [];
  // Who is in hand chooses first.
  return [...bearers]
    .sort((a, b) => Number(b.must ?? false) - Number(a.must ?? false))
    .flatMap(({ id, name, at, above, below, under, must }) => {
      const w = WIDE * name.length;
      const spot = (x: number, y: number): { x: number; y: number; box: Box } => ({
        x,
        y,
        box: { x: x - w / 2, y: y - UP, w, h: UP + DOWN },
      });
      const low = spot(at.x, at.y + 72);
      const high = spot(at.x, at.y - 57);
      const sides = [spot(at.x + 46 + w / 2, at.y + 9), spot(at.x - 46 - w / 2, at.y + 9)];
      const all = [
        ...(under ? [spot(at.x, at.y + 108)] : []),
        ...(below || under ? [] : [low]),
        ...(above ? [spot(at.x, at.y - 92)] : [high]),
        ...sides,
      ];
      const free = all.find(
        ({ box }) =>
          box.x >= field.x &&
          box.y >= field.y &&
          box.x + box.w <= field.x + field.w &&
          box.y + box.h <= field.y + field.h &&
          !solid.some((one) => one.id !== id && meet(one.box, box)) &&
          !taken.some((one) => meet(one, box)),
      );
      const chosen = free ?? (must ? all[0] : undefined);
      if (!chosen) return [];
      taken.push(chosen.box);
      return [{ id, name, x: chosen.x, y: chosen.y }];
    });
}
