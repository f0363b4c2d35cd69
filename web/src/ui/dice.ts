/// The dice inside what was told. Games tell them as numbers, as pairs of faces
/// and number, or as the symbols of their own dice.
import type { Tell } from '../api/types';

export interface Die {
  faces: number;
  value: number | string;
}

const isSymbol = (text: string): boolean => /^[A-Z]{1,2}$/.test(text);

function one(die: unknown): Die[] {
  if (typeof die === 'number') return [{ faces: 6, value: die }];
  if (Array.isArray(die) && die.length === 2)
    return [{ faces: Number(die[0]), value: Number(die[1]) }];
  if (typeof die === 'string')
    return die
      .split(/\s+/)
      .filter(isSymbol)
      .map((value) => ({ faces: 0, value }));
  return [];
}

/// The dice of one event, in the order they fell.
export function diceOf(tell: Tell): Die[] {
  const d = tell.d;
  for (const key of ['dice', 'rolls', 'faces']) {
    const list = d[key];
    if (Array.isArray(list)) return list.flatMap(one);
    if (typeof list === 'string') return one(list);
  }
  if (d.kind === 'initiative') return [...one(d.south), ...one(d.north)];
  if (typeof d.roll === 'number') return one(d.roll);
  // `die: 4`, or `die: "d20", value: 7`; `die: "M"` is a die that was spent, not rolled.
  if (typeof d.die === 'number') return one(d.die);
  if (typeof d.die === 'string' && typeof d.value === 'number') {
    const faces = /^d(\d+)$/.exec(d.die);
    if (faces) return [{ faces: Number(faces[1]), value: d.value }];
  }
  if (typeof d.face === 'string') return one(d.face);
  return [];
}
