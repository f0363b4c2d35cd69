/// Words for who lays guns: what each target promises, and why another is none.
import type { Point } from '../../board/geometry';
import { named, sideOf } from './fleet';
import type { Play } from './play.svelte';
import { centre, within } from './sea';
import { t } from './text';
import type { Shot, View } from './types';
import type { Word } from './Words.svelte';

/// The point a unit is on.
export const spotUnit = (view: View, unit: string): string | undefined =>
  unit.includes('@') ? unit.split('@')[1] : view.ships[unit]?.at;

export function spotOf(view: View, unit: string): Point | undefined {
  const at = spotUnit(view, unit);
  return at && at !== '-' ? centre(at) : undefined;
}

/// Beyond a target as the shot flies, so that nothing lies on who fires; below it on one point.
function behind(view: View, by: string, at: string, px: number) {
  const [p, q] = [spotOf(view, by), spotOf(view, at)];
  if (!p || !q) return undefined;
  const far = Math.hypot(q.x - p.x, q.y - p.y);
  const [ux, uy] = far < 1 ? [0, 1] : [(q.x - p.x) / far, (q.y - p.y) / far];
  return { at: { x: q.x + ux * (44 + 40 * px), y: q.y + uy * (44 + 30 * px) }, about: q };
}

/// What a shot promises, under its badge: the dice of the one in hand, and what is special.
export function promises(shot: Shot, on: boolean): string[] {
  const lines: string[] = [];
  if (on) lines.push(t('fa.badgeDice', { dice: shot.dice, number: shot.number }));
  if (shot.strikes.length) lines.push(t('fa.badgeStrikes', { names: shot.strikes.join(', ') }));
  else if (shot.rakes) lines.push(t('fa.badgeRake'));
  // Who strikes for sure is beaten already: the chance is that of another.
  if (shot.strikes.length) {
    if (shot.beats > 0) lines.push(t('fa.badgeBeatsAnother', { n: shot.beats }));
  } else if (on || shot.beats > 0) lines.push(t('fa.badgeBeats', { n: shot.beats }));
  return lines;
}

/// The same in full, for whoever points at it or hears it.
function inFull(shot: Shot): string {
  const n = (shot.tenths / 10).toFixed(1);
  const { dice, number, beats } = shot;
  const strikes = shot.strikes.join(', ');
  return `${shot.says}: ${[
    t('fa.badgeSays', { dice, number, n }),
    ...(strikes ? [t('fa.badgeStrikesSays', { names: strikes })] : []),
    ...(strikes && !beats ? [] : [t('fa.badgeBeats', { n: beats })]),
  ].join(', ')}`;
}

export function badges(play: Play, by: string, px: number): Word[] {
  const view = play.view!;
  const shots = (view.shots ?? []).filter((shot) => shot.by === by);
  const leaves = play.byUnit.get(by) ?? [];
  return shots.flatMap((shot) => {
    const leaf = leaves.find((one) => one.path[1]?.unit === shot.at);
    const spots = behind(view, by, shot.at, px);
    if (!spots || !leaf) return [];
    const on = leaf === play.plan.get(by);
    const hits = t('fa.badge', { n: (shot.tenths / 10).toFixed(1) });
    // Several targets on one point have badges of their own, each with its name.
    const at = spotUnit(view, shot.at);
    const one = shots.filter((other) => spotUnit(view, other.at) === at).length === 1;
    return [
      {
        key: shot.at,
        ...spots,
        text: one ? hits : `${leaf.path[1]?.text ?? ''}: ${hits}`,
        more: promises(shot, on),
        // It stays where it is when it is picked.
        most: promises(shot, true),
        label: inFull(shot),
        on,
        toggles: true,
        target: shot.at,
        pick: () => play.set(by, leaf),
      },
    ];
  });
}

/// A sentence in lines of a badge.
export function folded(text: string, most = 34): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < most)
      lines.splice(-1, 1, `${last} ${word}`);
    else lines.push(word);
  }
  return lines;
}

/// Enemies within cannon shot that cannot be fired at; a click says why, and the answer stands there.
export function barred(play: Play, by: string, px: number): Word[] {
  const view = play.view!;
  const from = spotUnit(view, by);
  if (!from) return [];
  const reach = new Set(within({ columns: view.map[0], rows: view.map[1] }, [from], 2));
  const leaves = play.byUnit.get(by) ?? [];
  const shots = new Set(leaves.flatMap((leaf) => leaf.path[1]?.place ?? []));
  const those = play.units.filter(
    (one) =>
      sideOf(one.unit) !== play.side &&
      one.ships[0]!.state === 'ok' &&
      reach.has(one.at) &&
      !shots.has(one.at),
  );
  return those.flatMap((one) => {
    const spots = behind(view, by, one.unit, px);
    if (!spots) return [];
    const says = play.puzzled === one.unit ? play.model.notice?.says : undefined;
    return [
      {
        key: one.unit,
        ...spots,
        quiet: true,
        text: t(says ? 'fa.noShotSays' : 'fa.noShot'),
        more: says ? folded(says) : [],
        label: t('fa.noShotAt', { names: named(one.ships) }),
        pick: () => play.why(one.unit, `A ${by} > ${one.unit}`),
      },
    ];
  });
}
