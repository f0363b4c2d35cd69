/// What was lost, when and to whom, read from the log.
import type { Entry } from '../../state/table.svelte';
import { closedName, nameOf } from './labels';
import { t } from './text';
import type { Event as GameEvent } from './types';
import type { Side, View } from './view';

export interface Loss {
  n: number;
  round: number;
  unit: string;
  /// Where she went down, as far as the log tells.
  at: string;
  /// Who hit her in that moment.
  by: string[];
}

export function losses(log: readonly Entry[]): Loss[] {
  const found: Loss[] = [];
  let round = 0;
  const stood = new Map<string, string>();
  for (const { n, tells } of log) {
    const hits = new Map<string, Set<string>>();
    for (const { d } of tells) {
      const event = d as unknown as GameEvent;
      const hit = (target: string, by: string): void => {
        hits.set(target, (hits.get(target) ?? new Set()).add(by));
      };
      if (
        (event.kind === 'revealed' || event.kind === 'boat' || event.kind === 'entered') &&
        event.at
      )
        stood.set(event.unit, event.at);
      if (event.kind === 'moved' && event.to) stood.set(event.unit, event.to);
      if (event.kind === 'round') round = event.round;
      else if (event.kind === 'fired' && event.damage > 0) hit(event.target, event.unit);
      else if (event.kind === 'torpedo' && event.damage > 0) hit(event.target, event.unit);
      else if (event.kind === 'charged' && event.sunk) hit(event.target, event.unit);
      else if (event.kind === 'air-torpedo') hit(event.target, event.carrier);
      else if (event.kind === 'sunk')
        found.push({
          n,
          round,
          unit: event.unit,
          at: stood.get(event.unit) ?? '',
          by: [...(hits.get(event.unit) ?? [])],
        });
    }
  }
  return found;
}

/// What the round that ended last has cost both sides, until this side has moved; nothing where it cost nothing.
export function newsOf(view: View, log: readonly Entry[], side?: Side): string | undefined {
  if (!['first', 'movement'].includes(view.phase)) return undefined;
  const begun = (by: Side): boolean =>
    (view.stood_down ?? []).includes(by) ||
    Object.values(view.units).some((unit) => unit.side === by && unit.moved);
  // The other side may have been first to move: what happened before is news all the same.
  if (side ? begun(side) : begun('S') || begun('N')) return undefined;
  const events = log.flatMap(({ tells }) => tells.map(({ d }) => d as unknown as GameEvent));
  const end = events.findLastIndex((event) => event.kind === 'round');
  const begin = events.slice(0, end).findLastIndex((event) => event.kind === 'round');
  if (begin < 0) return undefined;
  const round = events.slice(begin, end);
  const sunk = round.flatMap((event) => (event.kind === 'sunk' ? [nameOf(view, event.unit)] : []));
  const shut = round.flatMap((event) =>
    event.kind === 'token' && view.units[event.unit]?.status !== 'sunk'
      ? [`${nameOf(view, event.unit)} (${closedName(event.feature, event.one_of).toLowerCase()})`]
      : [],
  );
  const says = [
    ...(sunk.length ? [t('board_game.news.sunk', { list: sunk.join(', ') })] : []),
    ...(shut.length ? [t('board_game.news.shut', { list: shut.join(', ') })] : []),
  ];
  return says.join(' ') || undefined;
}
