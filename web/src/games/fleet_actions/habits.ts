/// What a seat ordered the turn before, kept in this browser, so that it can be ordered again.
import { keep, recall } from '../../state/prefs.svelte';
import type { Leaf } from '../../state/tree';
import type { Cluster } from './fleet';
import type { Dir } from './sea';

const KEY = 'admiralty.fleet.last';

export interface Habit {
  table: string;
  /// By ship: the course she was given and how to turn to it, or the ship her Group follows.
  courses: Record<string, { to: Dir; together: boolean } | { follows: string }>;
  /// By squadron.
  speeds: Record<string, string>;
  /// Its code and whom it was for.
  card?: string | undefined;
}

const cardOf = (leaf: Leaf | undefined): string | undefined =>
  leaf && leaf.path.length > 2 ? `${leaf.path[1]!.key} ${leaf.path[2]!.key}` : undefined;

export function remembered(table: string): Habit | undefined {
  const kept = recall<Habit | undefined>(KEY, undefined);
  return kept?.table === table ? kept : undefined;
}

/// The orders of this moment become those of last turn.
export function remember(
  table: string,
  kind: string,
  plan: ReadonlyMap<string, Leaf>,
  units: readonly Cluster[],
  card: Leaf | undefined,
): Habit {
  const habit: Habit = remembered(table) ?? { table, courses: {}, speeds: {} };
  for (const [unit, leaf] of plan) {
    const [, what, how] = leaf.path;
    if (kind === 'speed') {
      habit.speeds[unit] = what?.key ?? '';
      continue;
    }
    const ships = units.find((one) => one.unit === unit)?.ships ?? [];
    const lead = units.find((one) => one.group && one.at === how?.place && one.unit !== unit);
    for (const ship of ships) {
      if (what?.key === 'steady')
        habit.courses[ship.code] = { to: ship.heading as Dir, together: false };
      else if (what?.key === 'follow' && lead)
        habit.courses[ship.code] = { follows: lead.ships[0]!.code };
      else if (what?.kind === 'direction')
        habit.courses[ship.code] = { to: what.key as Dir, together: how?.key === 'together' };
      else delete habit.courses[ship.code];
    }
  }
  if (kind === 'speed') habit.card = cardOf(card);
  keep(KEY, habit);
  return habit;
}

/// What a Group was ordered last turn, among what it may be ordered now.
export function courseAgain(
  habit: Habit,
  unit: Cluster,
  list: readonly Leaf[],
  units: readonly Cluster[],
): Leaf | undefined {
  const was = habit.courses[unit.ships[0]!.code];
  if (!was) return undefined;
  if ('follows' in was) {
    const lead = units.find((one) => one.ships.some((ship) => ship.code === was.follows));
    return list.find((leaf) => leaf.path[1]?.key === 'follow' && leaf.path[2]?.place === lead?.at);
  }
  if (unit.ships[0]!.heading === was.to) return list.find((leaf) => leaf.path[1]?.key === 'steady');
  const turns = list.filter((leaf) => leaf.path[1]?.key === was.to);
  const manner = was.together ? 'together' : 'in succession';
  return turns.find((leaf) => leaf.path[2]?.key === manner) ?? turns[0];
}

export const cardAgain = (habit: Habit, cards: readonly Leaf[]): Leaf | undefined =>
  habit.card ? cards.find((leaf) => cardOf(leaf) === habit.card) : undefined;
