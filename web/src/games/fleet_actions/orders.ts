/// What the bar of orders says: orders in words, who hears none, and which standing answer fits.
import { factsOf } from './decide';
import { named, shownOf, sideOf, type Shown } from './fleet';
import { leavesMap, type Leaf, type Play, type Standing } from './play.svelte';
import { within } from './sea';
import { led } from './standing';
import { capital } from '../../text';
import { t } from './text';
import { risksOf } from './tracks';
import type { Boarding, View } from './types';
import { help } from './where';

/// An order in a few words.
export function inWords(play: Play, leaf: Leaf | undefined): string {
  if (!leaf) return '';
  const [, what, how] = leaf.path;
  const many = (): { n: number } => ({
    n: play.units.find((one) => one.unit === leaf.path[0]?.unit)?.ships.length ?? 1,
  });
  const off = leavesMap(leaf) ? ` · ${t('fa.order.offMap')}` : '';
  switch (what?.key) {
    case 'steady': {
      const unit = play.units.find((one) => one.unit === leaf.path[0]?.unit);
      return (
        t('fa.order.steady', { ...many(), dir: t(`fa.dir.${unit?.ships[0]?.heading ?? 'N'}`) }) +
        off
      );
    }
    case 'tack':
      return (
        t('fa.order.tack', many()) + (how?.key === 'together' ? ` ${t('fa.order.together')}` : '')
      );
    case 'follow':
      return t('fa.order.follow', { ...many(), name: how?.text ?? '' });
    case 'divide':
      return `${t('fa.order.divide')}: ${leaf.path
        .slice(2)
        .map((c) => c.text.split(',')[0])
        .join(' · ')}`;
    case 'hold fire':
      return t('fa.holds', many());
    default: {
      if (what?.kind === 'direction') {
        const together = how?.key === 'together' ? ` ${t('fa.order.together')}` : '';
        const why = off ? '' : preset(play, leaf);
        return t('fa.order.turn', { dir: what.text.split(',')[0] ?? '' }) + together + off + why;
      }
      return what?.unit ? t('fa.target', { names: what.text }) : (what?.text ?? '');
    }
  }
}

/// The own ships that are locked in close action, and those that straggle.
function apart({ view, side }: Play): { fast: Shown[]; alone: Shown[] } {
  const own = (view ? shownOf(view) : []).filter(
    (ship) => sideOf(ship.code) === side && ship.line && ship.state === 'ok',
  );
  const fights = (ship: Shown): boolean =>
    view?.groups.some((one) => one.melee && one.ships.includes(ship.code)) ?? false;
  const fast = own.filter((ship) => ship.foes?.length || fights(ship));
  return { fast, alone: own.filter((ship) => ship.straggler && !fast.includes(ship)) };
}

/// Why a Group cannot simply keep its course, where it cannot: the table has turned it by itself.
function preset({ byUnit }: Play, leaf: Leaf): string {
  const steady = (byUnit.get(leaf.path[0]?.unit ?? '') ?? []).filter(
    (one) => one.path[1]?.key === 'steady',
  );
  if (steady.some((one) => !leavesMap(one))) return '';
  return `: ${t(steady.length ? 'fa.preset.edge' : 'fa.preset.wind')}`;
}

/// What an order or an answer would cost: ships that lose their flagship by it.
export function strays({ view, kind, plan, leaves }: Play): string[] {
  if (kind === 'speed')
    return (view?.strays ?? []).flatMap(({ squad, speed, ships }) =>
      plan.get(squad)?.path[1]?.key === String(speed)
        ? [t('fa.strays.speed', { n: speed, names: ships })]
        : [],
    );
  if (kind !== 'squads') return [];
  return leaves.flatMap((leaf) => {
    const names = factsOf(leaf).strays;
    return names ? [`${capital(leaf.choice.text)}: ${t('fa.strays.fight', { names })}`] : [];
  });
}

/// Ships that no order reaches now, and why.
export function beyond(play: Play): string[] {
  if (play.kind !== 'head') return [];
  const { fast, alone } = apart(play);
  return [
    ...(fast.length ? [t('fa.apart.locked', { names: named(fast) })] : []),
    ...(alone.length ? [t('fa.apart.alone', { names: named(alone) })] : []),
  ];
}

/// What is said where a speed matters to nobody, because all that would obey it fight in close action.
export function locked(play: Play): string | undefined {
  const { view, kind, plan } = play;
  const groups = view?.groups.filter((one) => plan.has(one.squad)) ?? [];
  if (kind !== 'speed' || !groups.length || !groups.every((one) => one.melee)) return undefined;
  const { fast, alone } = apart(play);
  return [
    t('fa.help.locked', { names: named(fast) }),
    ...(alone.length ? [t('fa.help.lockedAlone', { names: named(alone) })] : []),
  ].join(' ');
}

/// What boarding promises, line by line: who fights whom, the next round, and the fight to its end.
export function oddsOf(boards: Boarding, name: string, { ships }: Pick<View, 'ships'>): string[] {
  const { own: a, theirs: b, takes, taken, wins, loses, friends = [], foes } = boards;
  const strength = ships[boards.ship]?.strength ?? a;
  const own = [t('fa.boarding.own', { name, n: strength }), ...friends].join(' + ');
  const several = friends.length > 0 || foes.length > 1;
  return [
    t(several ? 'fa.boarding.sums' : 'fa.boarding', { own, foes: foes.join(' + '), a, b }),
    t(takes || taken ? 'fa.boarding.roundEnds' : 'fa.boarding.round', {
      takes,
      taken,
      wins,
      loses,
    }),
    t('fa.boarding.end', {
      n: boards.rounds,
      takes: boards.takes_in_the_end,
      taken: boards.taken_in_the_end,
    }),
  ];
}

/// What is decided line by line: ships that fight the same enemies together board together, or not.
export function fightsOf({
  byUnit,
  view,
}: Pick<Play, 'byUnit' | 'view'>): { unit: string; list: readonly Leaf[]; all: string[] }[] {
  const known = new Map<string, { unit: string; list: readonly Leaf[]; all: string[] }>();
  for (const [unit, list] of byUnit) {
    const boards = view?.boardings?.find((one) => one.ship === unit);
    const key = boards?.friends?.length ? [...boards.foes].sort().join() : unit;
    const before = known.get(key);
    if (before) before.all.push(unit);
    else known.set(key, { unit, list, all: [unit] });
  }
  return [...known.values()];
}

/// What is said about the question that is asked.
export function helps(play: Play): string | undefined {
  const { view, kind, plan, lesson } = play;
  if (!view) return undefined;
  // What is in the way is of this moment: what is always so can be read when nothing is.
  const [risk] = risksOf(play);
  const said = risk ? t('fa.risk', { sign: risk.says }) : (locked(play) ?? help(view, lesson));
  const scope = kind === 'head' && plan.size > 1 ? t('fa.help.scope') : undefined;
  return [said, scope].filter(Boolean).join(' ') || undefined;
}

/// Of two answers a phone shows the first alone: pressed again it is taken back.
export function turned({ kind, byUnit, plan }: Play, unit: string, leaf: Leaf): Leaf {
  const [yes, no] = byUnit.get(unit) ?? [];
  return kind === 'board' && no && leaf === yes && plan.get(unit) === yes ? no : leaf;
}

/// What the dial that is open shows, and no more.
export function legend({ byUnit, selected, lone, kind }: Play): string {
  const leaves = kind === 'singles' ? (lone?.leaves ?? []) : (byUnit.get(selected ?? '') ?? []);
  const has = (key: string): boolean => leaves.some((leaf) => leaf.path[1]?.key === key);
  const together = leaves.some(
    (leaf) => leaf.path[1]?.key !== 'divide' && leaf.path[2]?.key === 'together',
  );
  return [
    t('fa.dialLegend'),
    ...(together ? [t('fa.dialLegend.together')] : []),
    ...(has('tack') ? [t('fa.dialLegend.tack')] : []),
    t('fa.dialLegend.no'),
  ].join(' · ');
}

/// Own Groups near the enemy that have nothing to fire at in this step, each with the enemy nearest.
export function shotless(play: Play): { names: string; by: string; at: string }[] {
  const { view } = play;
  if (play.kind !== 'fire' || !view) return [];
  const extent = { columns: view.map[0], rows: view.map[1] };
  const fights = play.units.filter((one) => one.ships[0]!.state === 'ok');
  return fights.flatMap((one) => {
    if (sideOf(one.unit) !== play.side || !one.group || play.byUnit.has(one.unit)) return [];
    if (one.ships.some((ship) => ship.foes?.length)) return [];
    const reach = within(extent, [one.at], 2);
    const foe = fights
      .filter((other) => sideOf(other.unit) !== play.side && reach.includes(other.at))
      .sort((a, b) => reach.indexOf(a.at) - reach.indexOf(b.at))[0];
    return foe ? [{ names: named(one.ships), by: one.unit, at: foe.unit }] : [];
  });
}

/// The standing order that would answer what is asked. In a lesson nothing answers by itself.
export function standingFor(play: Play): keyof Standing | undefined {
  if (play.lesson) return undefined;
  switch (play.kind) {
    case 'squads':
      if (!play.view?.moving?.now) return 'move';
      return led(play.view) ? 'enter' : undefined;
    case 'singles':
      return 'single';
    case 'light':
      return 'light';
    case 'frigates':
      return 'frigate';
    case 'repair':
      return 'repair';
    default:
      return undefined;
  }
}

/// As many rows as the largest squadron or all of them need, through the whole battle: nothing is cut
/// off, and the chart stays as high.
export function rowsOf({ view, code }: Play): number {
  if (!view) return 1;
  const own = Object.entries(view.squads).filter(([, squad]) => squad.seat === code);
  const groups = own.map(([id]) => view.groups.filter((one) => one.squad === id).length);
  const most = Math.max(own.length, ...groups);
  return Math.min(3, Math.max(1, Math.ceil(most / 2)));
}
