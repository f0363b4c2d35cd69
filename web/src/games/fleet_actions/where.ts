/// Where a battle stands, in words: for the line over the chart and the list of losses.
import type { StateOf } from '../../ui/StateLine.svelte';
import { shownOf, sideOf, type Shown, type View } from './fleet';
import { t, tOr } from './text';

/// What the score would mean if the battle ended now.
export function standing(view: View): string {
  const { winner, degree } = view.stands;
  if (winner === 'draw') return t('fa.stands.draw');
  const side = view.sides[winner].name;
  return t(degree === 'decisive' ? 'fa.stands.decisive' : 'fa.stands.marginal', { side });
}

export function where(view: View): StateOf {
  const phase = tOr(`fa.phase.${view.phase.kind}`, view.phase.kind, {
    step: view.phase.step ?? 1,
  });
  return {
    turn: `${view.grand ? t('fa.approach') : view.turn ? t('fa.turn', { n: view.turn }) : t('fa.turn0')} · ${view.clock}`,
    phase,
    goal: t('fa.goalShort', { m: view.stands.marginal, n: view.left_turns }),
    score:
      t('fa.score', {
        a: view.sides.A.name,
        x: view.scores[0],
        y: view.scores[1],
        b: view.sides.B.name,
      }) + (view.stands.winner === 'draw' ? '' : ` · ${standing(view)}`),
  };
}

/// Ships that are out of the fight.
export const lost = (view: View): Shown[] =>
  shownOf(view).filter((ship) => ['struck', 'prize', 'wrecked', 'withdrawn'].includes(ship.state));

export const sideName = (view: View, code: string): string => view.sides[sideOf(code)].name;

/// What a newcomer wants to know about the question that is asked.
export function help(view: View): string | undefined {
  const kind = view.phase.kind;
  if (kind === 'squads' && view.moving?.now) return t('fa.help.moving');
  if (kind.startsWith('grand') && kind !== 'grand speed' && kind !== 'grand first')
    return t('fa.help.grand');
  return tOr(`fa.help.${kind === 'grand speed' ? 'speed' : kind}`, '') || undefined;
}
