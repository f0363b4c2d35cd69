/// What the table plans for a unit before anybody has said anything.
import type { Leaf } from '../../state/tree';
import type { View } from './fleet';
import type { Play } from './play.svelte';
import { angle, type Dir } from './sea';

/// Does this order take ships off the map for good?
export const leavesMap = (leaf: Leaf | undefined): boolean =>
  leaf?.path.at(-1)?.key === 'off the map, sure';
/// How many sixths of a circle lie between two headings.
const between = (a: Dir, b: Dir): number => {
  const far = Math.abs(angle(a) - angle(b)) / 60;
  return Math.min(far, 6 - far);
};

export function firstOf(
  play: Pick<Play, 'kind' | 'units' | 'lesson'>,
  view: View,
  unit: string,
  list: readonly Leaf[],
): Leaf | undefined {
  const key = (word: string): Leaf | undefined => list.find((leaf) => leaf.path[1]?.key === word);
  const suggested = list.find((leaf) => leaf.to === view.suggest);
  switch (play.kind) {
    case 'head': {
      // Nobody sails off the map because he was not told to turn.
      const safe = list.filter((leaf) => !leavesMap(leaf));
      const now = play.units.find((one) => one.unit === unit)?.ships[0]?.heading as Dir;
      const turns = safe
        .filter((leaf) => leaf.path[2]?.key === 'in succession')
        .sort((a, b) => between(a.path[1]!.key as Dir, now) - between(b.path[1]!.key as Dir, now));
      return (
        safe.find((leaf) => leaf.path[1]?.key === 'steady') ?? turns[0] ?? suggested ?? list[0]
      );
    }
    case 'speed':
    case 'grand speed': {
      const speeds = list.map((leaf) => [Number(leaf.path[1]?.key), leaf] as const);
      const last = view.turn === 0 ? 3 : (view.squads[unit]?.marker ?? 0);
      // Nobody is left behind by a speed that nobody chose.
      const parts = (n: number): boolean =>
        view.strays?.some((one) => one.squad === unit && one.speed === n) ?? false;
      const whole = speeds.filter(([n]) => !parts(n));
      const fit = whole.length ? whole : speeds;
      return (fit.filter(([n]) => n <= last).at(-1) ?? fit[0])?.[1];
    }
    case 'fire': {
      // In a lesson the choice is the lesson.
      if (play.lesson) return key('hold fire');
      const best = view.shots?.find((shot) => shot.by === unit && shot.best);
      return list.find((leaf) => leaf.path[1]?.unit === best?.at) ?? key('hold fire');
    }
    case 'flag':
      return key('keep') ?? suggested ?? list[0];
    case 'board': {
      const promises = view.boardings?.find((one) => one.ship === unit)?.best;
      return (promises && !play.lesson && key('board')) || (suggested ?? list.at(-1));
    }
    default:
      return suggested ?? list.at(-1);
  }
}
