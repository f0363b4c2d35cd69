/// Where a battle stands, in words: for the line over the chart and the list of losses.
import type { StateOf } from '../../ui/StateLine.svelte';
import { shownOf, sideOf, type Shown, type View } from './fleet';
import { led } from './standing';
import { t, tOr } from './text';

/// What the score would mean if the battle ended now.
export function standing(view: View): string {
  const { winner, degree } = view.stands;
  if (winner === 'draw') return t('fa.stands.draw');
  const side = view.sides[winner].name;
  return t(degree === 'decisive' ? 'fa.stands.decisive' : 'fa.stands.marginal', { side });
}

/// How it ended, in words.
export function ended(view: View): string {
  const { over } = view;
  if (over?.winner !== 'A' && over?.winner !== 'B') return t('fa.ended.draw');
  return t(over.degree === 'decisive' ? 'fa.ended.decisive' : 'fa.ended.marginal', {
    side: view.sides[over.winner].name,
  });
}

/// What each fleet has lost of what it breaks off at, once one has lost a ship.
function losing({ stands, sides }: View): { most: string; lost: string } | undefined {
  const { breaking } = stands;
  if (!breaking?.some(([lost]) => lost > 0)) return undefined;
  const most = [...new Set(breaking.map(([, n]) => n))].join(' / ');
  const lost = (['A', 'B'] as const).map((side, i) => `${sides[side].name} ${breaking[i]![0]}`);
  return { most, lost: lost.join(', ') };
}

/// A phone says less, lying on its side least of all.
export function where(view: View, narrow = false, low = false): StateOf {
  const { marginal: m, decisive: d } = view.stands;
  const losses = narrow ? undefined : losing(view);
  const degree = view.stands.degree === 'decisive' ? 'decisive' : 'marginal';
  const side = view.stands.winner === 'draw' ? '' : view.sides[view.stands.winner].name;
  const n = view.left_turns;
  const turn = view.grand
    ? t('fa.approach')
    : view.turn
      ? t('fa.turn', { n: view.turn })
      : t(low ? 'fa.phase.signals' : 'fa.turn0');
  const phase = tOr(`fa.phase.${view.phase.kind}`, view.phase.kind, {
    step: view.phase.step ?? 1,
  });
  return {
    turn: low ? turn : t('fa.at', { turn, time: view.clock }),
    // On a phone the panel below says what is asked: the chapter is enough.
    phase:
      view.over || low
        ? undefined
        : narrow
          ? view.turn
            ? phase.split(/[:,]/)[0]
            : undefined
          : phase,
    goal: view.over
      ? undefined
      : losses
        ? t('fa.goalLost', { m, d, n, ...losses })
        : t(low ? 'fa.goalLow' : narrow ? 'fa.goalShort' : 'fa.goalHead', { m, d, n }),
    goalSays: view.over
      ? undefined
      : t('fa.goalSays', { m, d, n, time: view.nightfall, worth: t('fa.worth') }) +
        (view.break_point === false ? '' : ` ${t('fa.goalBreak')}`),
    score:
      t('fa.score', {
        a: view.sides.A.name,
        x: view.scores[0],
        y: view.scores[1],
        b: view.sides.B.name,
      }) +
      (view.over
        ? ` · ${ended(view)}`
        : view.stands.winner === 'draw'
          ? ''
          : ` · ${low ? t(`fa.degreeLow.${degree}`) : t(`fa.degree.${degree}`, { side })}`),
  };
}

/// Ships that are out of the fight, and those that bring the other side points while they fight on.
export const lost = (view: View): Shown[] =>
  shownOf(view).filter(
    (ship) => ship.counts || ['struck', 'prize', 'wrecked', 'withdrawn'].includes(ship.state),
  );

export const sideName = (view: View, code: string): string => view.sides[sideOf(code)].name;

/// What a newcomer wants to know about the question that is asked.
export function help(view: View, lesson = false): string | undefined {
  const kind = view.phase.kind;
  if (kind === 'head' && view.turn === 0 && !lesson)
    return `${view.title}. ${t('fa.worth')} ${t('fa.help.head')}`;
  if (kind === 'singles') {
    const { state } = view.ships[view.phase.list?.[0] ?? ''] ?? { state: 'ok' };
    return t(
      state === 'prize'
        ? 'fa.help.prize'
        : state === 'struck'
          ? 'fa.help.struck'
          : 'fa.help.singles',
    );
  }
  if (kind === 'squads' && view.moving?.now) {
    // Nobody risks her without knowing what she is worth.
    const flag = view.moving.now.movers.map((code) => view.ships[code]).find((one) => one?.stake);
    const [x, y] = flag?.stake ?? [0, 0];
    const stake = flag ? ` ${t('fa.stake', { name: flag.name, x, y })}` : '';
    return view.moving.now.ask.startsWith('course')
      ? `${t('fa.help.course')}${led(view) ? '' : ` ${t('fa.help.dare')}`}${stake}`
      : t(view.moving.now.ask === 'side' ? 'fa.help.side' : 'fa.help.moving') + stake;
  }
  if (kind === 'flag' && view.suggest && !/ (keep|-)$/.test(view.suggest))
    return t('fa.help.flagLost');
  if (kind.startsWith('grand') && kind !== 'grand speed' && kind !== 'grand first')
    return t('fa.help.grand');
  return tOr(`fa.help.${kind}`, '') || undefined;
}
