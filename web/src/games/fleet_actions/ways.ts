/// Which orders lie behind the six headings of a dial, and which keys stand for them.
import type { Leaf } from '../../state/tree';
import { DIRS, type Dir } from './sea';
import type { Sailing } from './types';

export interface Way {
  dir: Dir;
  sail: Sailing | undefined;
  /// Is it reached by going through the wind?
  tack: boolean;
  /// One ship after the other, or as she heads.
  near: Leaf | undefined;
  /// All at once.
  far: Leaf | undefined;
}

export const has = (leaf: Leaf, ...keys: string[]): boolean =>
  keys.every((key) => leaf.path.some((choice) => choice.key === key));

export const ways = (
  leaves: readonly Leaf[],
  sailing: readonly Sailing[],
  heading: Dir,
): readonly Way[] =>
  DIRS.map((dir) => {
    const sail = sailing.find((one) => one.dir === dir);
    const whole = leaves.filter((leaf) => !has(leaf, 'divide'));
    const turns = whole.filter((leaf) => has(leaf, dir));
    const ahead =
      dir === heading
        ? (whole.find((leaf) => has(leaf, 'steady')) ??
          whole.find((leaf) => has(leaf, 'as she heads')))
        : undefined;
    // The other close hauled heading is reached by going through the wind.
    const tacks =
      sail?.attitude === 'close hauled' && dir !== heading
        ? whole.filter((leaf) => has(leaf, 'tack'))
        : [];
    const all = [...turns, ...tacks];
    return {
      dir,
      sail,
      tack: tacks.length > 0,
      near: ahead ?? all.find((leaf) => !has(leaf, 'together')),
      far: all.find((leaf) => has(leaf, 'together')),
    };
  });

/// The keys round S lie as the headings do.
export const HEADING_KEYS: Readonly<Record<string, Dir>> = {
  KeyW: 'N',
  KeyE: 'NE',
  KeyD: 'SE',
  KeyS: 'S',
  KeyA: 'SW',
  KeyQ: 'NW',
};
