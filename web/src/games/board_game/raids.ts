/// What the strike in hand would do, in words.
import { doesSays, nameOf } from './labels';
import type { Sent } from './play.svelte';
import { t } from './text';
import type { Prey, StrikePlan } from './types';
import type { View } from './view';

type Bomber = 'D' | 'T';

/// What goes at one target.
interface Raid {
  kinds: Map<Bomber, { n: number; prey: Prey }>;
  /// Dice of flak by kind and square: those that come from one square together meet them once.
  flak: Map<string, number>;
  screens: number;
}

/// Target by target: what each kind does if all of it gets through, and what is in its way.
export function raidsOf(view: View, plan: StrikePlan, sent: readonly Sent[]): string[] {
  const raids = new Map<string, Raid>();
  for (const { plane, unit, at } of sent) {
    const prey = plan.planes
      .find((one) => one.plane === plane)
      ?.targets.find((one) => one.unit === unit);
    const kind = plane[0];
    if (!prey || (kind !== 'D' && kind !== 'T')) continue;
    const raid = raids.get(prey.unit) ?? {
      kinds: new Map(),
      flak: new Map(),
      screens: prey.screens ?? 0,
    };
    raids.set(prey.unit, raid);
    raid.kinds.set(kind, { n: (raid.kinds.get(kind)?.n ?? 0) + 1, prey });
    const from = prey.from.find((one) => one.at === at) ?? prey.from[0];
    if (from) raid.flak.set(`${kind}${from.at}`, from.flak);
  }
  return [...raids].map(([target, raid]) => {
    const name = nameOf(view, target);
    const parts = [...raid.kinds].map(([kind, { n, prey }]) => ({
      kind,
      n,
      does: prey.does?.[n - 1],
    }));
    const sum = parts.reduce((all, { does }) => all + (does?.loses ?? 0), 0);
    const flak = [...raid.flak.values()].reduce((all, n) => all + n, 0);
    const together =
      sum >= (view.units[target]?.sp ?? Infinity) && !parts.some(({ does }) => does?.sinks);
    return [
      t('board_game.raid', {
        name,
        list: parts
          .map(({ kind, n, does }) =>
            t('board_game.raid.part', {
              planes: t(`board_game.planes.${kind}`, { n }),
              does: doesSays(kind === 'T' ? 'torp' : 'art1', does, n),
            }),
          )
          .join('; '),
      }),
      ...(together ? [t('board_game.together', { name })] : []),
      ...(raid.screens ? [t('board_game.raid.screens', { n: raid.screens })] : []),
      ...(flak ? [t('board_game.raid.flak', { n: flak })] : []),
    ].join(' ');
  });
}
