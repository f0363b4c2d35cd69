/// The answers to a question in the middle of a move, each with where it would leave the ships.
import type { Point } from '../../board/geometry';
import { shownOf } from './fleet';
import { lay, type Laid } from './lay';
import type { Leaf, Play } from './play.svelte';
import { along, centre, type Dir } from './sea';

/// What a label says about an answer.
interface Facts {
  heading?: Dir;
  /// Who would be left out of command.
  strays?: string;
}

export interface Way {
  key: string;
  leaf: Leaf;
  place: string;
  /// Where its word would best stand, on paper.
  at: Point;
  ghosts: readonly Laid[];
  /// Does another answer lead to the same point? Then its ghosts are drawn when it is looked at.
  shared: boolean;
  /// From where the ships are now.
  d: string;
  strays: string | undefined;
}

export const factsOf = (leaf: Leaf): Facts => (leaf.choice.facts ?? {}) as Facts;

/// Asked of a Group that would run in among others.
function inside(play: Play): Way[] {
  const view = play.view!;
  const now = view.moving!.now!;
  const from = centre(now.from);
  const all = play.leaves.filter((leaf) => leaf.choice.place && !leaf.choice.aside);
  return all.map((leaf) => {
    const place = leaf.choice.place!;
    const facts = factsOf(leaf);
    const heading = facts.heading ?? (now.heading as Dir);
    const c = centre(place);
    // Beyond the point, on the course the ships have then.
    const on = along(heading, 64);
    const ships = shownOf(view).filter((ship) => now.movers.includes(ship.code));
    return {
      key: leaf.choice.key,
      leaf,
      place,
      at: { x: c.x + on.x, y: c.y + on.y },
      ghosts: lay(ships.map((ship) => ({ ...ship, at: place, heading, axis: heading }))),
      shared: all.some((other) => other !== leaf && other.choice.place === place),
      d: `M${from.x} ${from.y}L${c.x} ${c.y}l${on.x * 0.7} ${on.y * 0.7}`,
      strays: facts.strays,
    };
  });
}

/// Sail now, or wait: asked at the flagship.
function outside(play: Play): Way[] {
  const view = play.view!;
  const squad = view.phase.list?.[view.phase.asked ?? 0];
  const flag = squad ? view.squads[squad]?.flag : undefined;
  const place = flag ? view.ships[flag]?.at : undefined;
  if (!squad || !place || place === '-') return [];
  const groups = view.groups.filter((group) => group.squad === squad && !group.melee);
  const c = centre(place);
  return play.leaves.flatMap((leaf) => {
    const { key } = leaf.choice;
    if (key !== 'move' && key !== 'defer') return [];
    const sails = key === 'move';
    const steps = groups.map((group) => {
      const p = centre(group.at);
      const on = along(group.heading as Dir, 92);
      return `M${p.x} ${p.y}l${on.x} ${on.y}`;
    });
    const at = { x: c.x, y: c.y + (sails ? -78 : 78) };
    const d = sails ? steps.join('') : '';
    return [{ key, leaf, place, at, ghosts: [], shared: true, d, strays: undefined }];
  });
}

export const waysOf = (play: Play): Way[] =>
  play.view?.moving?.now ? inside(play) : outside(play);
