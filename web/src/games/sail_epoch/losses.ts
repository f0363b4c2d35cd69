/// What was sunk, taken and destroyed, with when: it stays to be read.
import type { Entry } from '../../state/table.svelte';
import { t } from './text';
import { nameOf, type View } from './view';

export interface Loss {
  id: string;
  /// The entry that tells of it.
  n: number;
  turn: number;
  says: string;
}

/// The losses of a game, the latest first.
export function lost(log: readonly Entry[], view: View | undefined): Loss[] {
  if (!view) return [];
  let turn = 1;
  const found: Loss[] = [];
  for (const { n, tells } of log)
    for (const { d } of tells) {
      const text = (key: string): string => String(d[key] ?? '');
      const name = nameOf(view, text('ship'));
      const add = (says: string): void =>
        void found.push({ id: `${n} ${found.length}`, n, turn, says });
      if (d.kind === 'turn') turn = Number(d.turn);
      else if (d.kind === 'sunk') add(t('sail.lost.sunk', { name, at: text('space') }));
      else if (d.kind === 'captured')
        add(t('sail.lost.taken', { name, by: view.names[text('by')] ?? text('by') }));
      else if (d.kind === 'destroyed') add(t('sail.lost.fort', { at: text('fort').slice(1) }));
    }
  return found.reverse();
}
