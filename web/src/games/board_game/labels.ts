/// Names and sentences of the plotting table, for the eye and for a voice.
import type { Tallied } from '../../ui/Tally.svelte';
import { FEATURES, featureName } from './features';
import type { Laden } from './orders';
import { t } from './text';
import type { Does, Reach, Weapon } from './types';
import {
  afield,
  below,
  ground,
  standing,
  words,
  type Face,
  type Side,
  type Unit,
  type View,
} from './view';

export const nameOf = (view: View, id: string): string => view.units[id]?.print.name ?? id;

/// A sentence of the rules with names instead of the codes of ships, features and dice.
export const inNames = (view: View | undefined, says: string): string =>
  says
    .replace(/\b[SN]\d{1,2}\b/g, (id) => (view ? nameOf(view, id) : id))
    .replace(/\bdie (MF?|A[FD]|TM|X)\b/g, (_, face: Face) =>
      t('board_game.dieOf', { face: t(`board_game.face.${face}`).toLowerCase() }),
    )
    .replace(/\b[A-Z][A-Z0-9]+\b/g, (code) => FEATURES[code]?.name ?? code);

/// What a critical hit puts out of action: one die of a battery, or all of a feature.
export const closedName = (code: string, oneOf?: number): string =>
  oneOf ? t('board_game.oneDie', { feature: featureName(code), n: oneOf }) : featureName(code);

export const typeOf = (unit: Unit): string => t(`board_game.type.${unit.print.type}`);

/// A ship as a voice says her.
export function spokenShip(id: string, unit: Unit): string {
  return t('board_game.ship', {
    handle: id,
    type: typeOf(unit),
    name: unit.print.name,
    side: t(`board_game.side.${unit.side}`),
    heading: below(unit) ? t('board_game.under') : t(`board_game.head.${unit.heading ?? 'N'}`),
    sp: unit.sp,
    all: unit.print.sp,
  });
}

/// Every square with what is on and over it. Most are empty, and are always called the same.
export function spoken(
  view: View,
  ground: ReadonlyMap<string, string>,
  places: readonly string[],
): Map<string, string> {
  const found = new Map<string, string[]>();
  const put = (place: string | undefined, what: string): void => {
    if (place) found.set(place, [...(found.get(place) ?? []), what]);
  };
  for (const [id, unit] of Object.entries(view.units))
    if (afield(unit)) put(unit.at, spokenShip(id, unit));
  for (const flight of view.flights ?? [])
    put(
      flight.at,
      t('board_game.air.over', {
        kind: t(`board_game.air.${flight.plane[0] as 'F' | 'D' | 'T'}`),
        carrier: nameOf(view, flight.carrier),
      }),
    );
  for (const [place, card] of ground)
    put(place, t(`board_game.ground.${card as 'IS' | 'SH' | 'FG' | 'SB'}`));
  for (const place of words(view.smoke)) put(place, t('board_game.smoke'));
  return new Map(
    places.map((place) => {
      const at = place.toUpperCase();
      const what = found.get(place);
      return [
        place,
        what
          ? t('board_game.said', { at, what: what.join(', ') })
          : (empty[place] ??= t('board_game.empty', { at })),
      ];
    }),
  );
}
const empty: Record<string, string> = {};

/// What an attack does, in a few words. With whose it is, what a star of the enemy could still make of it.
export function doesSays(
  weapon: Weapon['with'],
  does: Does | undefined,
  n: number,
  by?: string,
): string {
  if (!does) return '';
  if (weapon === 'dc') return t(does.sinks ? 'board_game.does.dc' : 'board_game.does.dcDeep');
  const unless = by && does.unless ? `, ${unlessSays(does.unless, by)}` : '';
  const end = (does.sinks ? ` · ${t('board_game.does.sinks')}` : '') + unless;
  if (weapon === 'torp') return t('board_game.does.torp', { n: does.loses ?? n }) + end;
  const figures = { value: does.value ?? 0, armour: does.armour ?? 0 };
  if (does.loses) return t('board_game.does.hit', figures) + end;
  if (does.tokens) return t('board_game.does.token', figures) + unless;
  return t('board_game.does.nothing', figures);
}

/// Orders are secret: by what a star of the enemy could still spoil an attack of this ship.
export const unlessSays = (features: string, by: string): string =>
  t('board_game.unless', {
    feature: words(features)
      .map(featureName)
      .join(` ${t('board_game.or')} `),
    name: by,
  });

/// Why no die can be added against this enemy, though one is left; nothing where that is not the reason.
export function ladenSays(view: View, full: readonly Laden[], unit: string, foe: string): string {
  const list = full.map(({ weapon, other }) => {
    const arms = t(`board_game.with.${weapon.with}`);
    return other
      ? t('board_game.laden.split', { with: arms, other: nameOf(view, other) })
      : t('board_game.laden.full', { with: arms, n: weapon.most });
  });
  const [name, target] = [nameOf(view, unit), nameOf(view, foe)];
  return list.length ? t('board_game.laden', { name, target, list: list.join(', ') }) : '';
}

/// What hides an enemy: a ship, what lies on one square or on two that meet at a corner, or smoke.
function hiding(view: View, what: string): string {
  const [one = '', other] = what.split(' ');
  if (one === 'smoke') return t('board_game.view.smoke');
  const named = (at: string): string => {
    const ship = standing(view, at)[0]?.[0];
    const card = ground(view).get(at) as 'IS' | 'FG' | undefined;
    return ship
      ? nameOf(view, ship)
      : t('board_game.view.square', { what: card ? t(`board_game.ground.${card}`) : '', at });
  };
  if (other) return t('board_game.view.corner', { one: named(one), other: named(other) });
  return view.units[one] ? nameOf(view, one) : named(one);
}

/// Whom a ship could attack from a square where she ends like this, and who is hidden from her there.
export function outlookSays(view: View, reach: Reach, end: string, points?: number): string {
  const names = (ids: string | undefined): string =>
    words(ids)
      .map((id) => nameOf(view, id))
      .join(', ');
  const [guns, tubes] = [names(reach.aims), names(reach.abeam?.[end])];
  const list = [
    ...(guns ? [t('board_game.view.guns', { list: guns })] : []),
    ...(tubes ? [t('board_game.view.tubes', { list: tubes })] : []),
    ...Object.entries(reach.hides ?? {}).map(([id, what]) =>
      t('board_game.view.hidden', { target: nameOf(view, id), what: hiding(view, what) }),
    ),
  ];
  const says = t('board_game.view', {
    at: reach.at,
    list: list.join('; ') || t('board_game.view.none'),
  });
  // A turn costs a point as a step does: where none is left there is but one way to end.
  const spent = reach.cost === points && Object.keys(reach.ways).length === 1;
  return spent ? `${says} ${t('board_game.view.noTurn')}` : says;
}

/// Which navy a side sails under, if it is one.
export function navyOf(view: View, side: Side): string {
  const navies = new Set(
    Object.values(view.units)
      .filter((unit) => unit.side === side)
      .map((unit) => unit.print.navy),
  );
  const [only] = navies;
  return navies.size === 1 && only ? t(`board_game.navy.${only}`) : t(`board_game.side.${side}`);
}

/// The same in a narrow line.
function shortOf(view: View, side: Side): string {
  const name = navyOf(view, side);
  return name === t('board_game.navy.US') ? t('board_game.short.US') : name;
}

/// A point of structure brought back takes these away again.
const HALF = 'board_game.counts.halfNow';

/// What brings a side its points, one by one.
const scoresOf = (view: View, side: Side): string[] =>
  (view.scores ?? [])
    .filter((score) => score.side === side)
    .map((score) =>
      t(score.why === 'half' && view.phase !== 'over' ? HALF : `board_game.counts.${score.why}`, {
        name: score.unit ? nameOf(view, score.unit) : '',
        n: score.points,
      }),
    );

/// The points of both sides, South first, and where they come from.
export const talliedOf = (view: View): Tallied[] =>
  (['S', 'N'] as const).map((side, i) => ({
    flag: { side: i, letter: side },
    name: navyOf(view, side),
    points: t('board_game.price', { n: view.points?.[side] ?? 0 }),
    says:
      scoresOf(view, side).join(', ') ||
      t(view.phase === 'over' ? 'board_game.counts.noneEnd' : 'board_game.counts.none'),
  }));

/// The seats whose fleet, line-up or orders lie sealed on the table, where that is what is asked.
export const sealedOf = (view: View): number[] | undefined =>
  ['fleet', 'deploy', 'orders'].includes(view.phase)
    ? (view.ready ?? []).map((by) => (by === 'S' ? 0 : 1))
    : undefined;

/// The line over the board: round, phase, what pays, what each side would score now.
export function whereOf(view: View, side: Side | undefined) {
  // What pays the viewer first.
  const goals = [...(view.goals ?? [])]
    .sort((a, b) => Number(b.side === side) - Number(a.side === side))
    .map((goal) =>
      t('board_game.goalOne', { side: navyOf(view, goal.side), n: goal.points, what: goal.text }),
    )
    .join('; ');
  return {
    turn: view.round
      ? t('board_game.round', { n: view.round, all: view.rounds ?? view.round })
      : t('board_game.before'),
    // That it is over is said beside it.
    phase: view.phase === 'over' ? undefined : t(`board_game.phase.${view.phase}`),
    goal: view.phase === 'over' ? undefined : goals || t('board_game.goalShort'),
    score: view.points
      ? t('board_game.score', {
          south: shortOf(view, 'S'),
          s: view.points.S,
          north: shortOf(view, 'N'),
          n: view.points.N,
        })
      : undefined,
    tally: view.points
      ? talliedOf(view)
          .map((row) => `${row.name} ${row.points}: ${row.says}`)
          .join('\n')
      : undefined,
  };
}
