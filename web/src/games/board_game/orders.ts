/// Orders in hand: which weapon at whom with which dice, and how the list is written.
/// What can be aimed at what and what it does is the server's word (`can.attacks`).
import type { Aimed, Can, Does, Special, Weapon } from './types';
import { without, type Face } from './view';

export interface Shot {
  unit: string;
  with: Weapon['with'];
  /// One for all dice, or one for each.
  targets: string[];
  dice: Face[];
  /// Features it needs, in notation: `fx S1 RADAR`.
  needs: string[];
}

export interface Wake {
  unit: string;
  feature: string;
  red: boolean;
}

/// Everything that is ordered so far.
export interface Orders {
  shots: readonly Shot[];
  wakes: readonly Wake[];
}

export const NONE: Orders = { shots: [], wakes: [] };

const noted = (wake: Wake): string => `${wake.red ? 'rx' : 'fx'} ${wake.unit} ${wake.feature}`;

/// The features that shots or the player have asked for, each once.
export const woken = (orders: Orders): string[] => [
  ...new Set([...orders.wakes.map(noted), ...orders.shots.flatMap((shot) => shot.needs)]),
];

/// The dice that are spoken for.
export const spending = (orders: Orders): Face[] => [
  ...orders.shots.flatMap((shot) => shot.dice),
  ...woken(orders).map(() => 'X' as const),
];

/// The list in notation.
export function written(orders: Orders): string {
  const NUMBERS = { art1: 1, art2: 2, torp: 0, dc: 0 } as const;
  const items = [
    ...woken(orders),
    ...orders.shots.map(({ unit, with: weapon, targets, dice }) => {
      const paid = dice.join('+');
      const aim = targets.join(',');
      if (weapon === 'torp') return `tor ${unit} ${paid} >${aim}`;
      if (weapon === 'dc') return `dc ${unit} ${paid} >${aim}`;
      return `art ${unit} ${NUMBERS[weapon]} ${paid} >${aim}`;
    }),
  ];
  return items.length ? `orders ${items.join('; ')}` : 'orders none';
}

const score = (does: Does | undefined): number =>
  !does ? 0 : does.sinks ? 4 : (does.loses ?? 0) > 0 ? 3 : (does.tokens ?? 0) > 0 ? 1 : 0;

/// Can this weapon hurt the target at all with what it may have?
export const worth = (aimed: Aimed): number => Math.max(0, ...aimed.does.map(score));

/// What a shot does, as far as the server has reckoned it.
export function doesOf(
  can: Can | undefined,
  shot: Shot,
  target = shot.targets[0],
): Does | undefined {
  const weapon = can?.attacks?.find((one) => one.unit === shot.unit && one.with === shot.with);
  const aimed = weapon?.targets.find((one) => one.unit === target);
  return aimed?.does[shot.targets.length > 1 ? 0 : shot.dice.length - 1];
}

const needOf = (weapon: Weapon, aimed: Aimed): string[] =>
  !aimed.needs
    ? []
    : aimed.needs === 'NOISY'
      ? [`rx ${aimed.unit} NOISY`]
      : [`fx ${weapon.unit} ${aimed.needs}`];

/// The cheapest dice of the pool that serve, if there are so many.
function pay(weapon: Weapon, free: readonly Face[], n: number): Face[] | undefined {
  const dice: Face[] = [];
  let left = [...free];
  for (let i = 0; i < n; i++) {
    const face = (weapon.dice.split(' ') as Face[]).find((one) => left.includes(one));
    if (!face) return undefined;
    dice.push(face);
    left = without(left, [face]);
  }
  return dice;
}

/// One more attack of a unit on a target: more dice in the weapon that aims there already, the next
/// weapon, a second target for one that has room, or a die to make sure: what is reckoned here knows
/// nothing of the enemy's secret orders. Nothing if no die is left for it.
export function aim(
  can: Can,
  orders: Orders,
  pool: readonly Face[],
  unit: string,
  target: string,
  only?: Weapon['with'],
): Orders | undefined {
  const free = without(pool, spending(orders));
  const weapons = (can.attacks ?? []).filter(
    (one) => one.unit === unit && (!only || one.with === only),
  );
  const used = (weapon: Weapon): Shot | undefined =>
    orders.shots.find((shot) => shot.unit === unit && shot.with === weapon.with);
  const swap = (old: Shot, next: Shot): Orders => ({
    ...orders,
    shots: orders.shots.map((shot) => (shot === old ? next : shot)),
  });
  // More dice where they do more.
  for (const weapon of weapons) {
    const shot = used(weapon);
    const aimed = weapon.targets.find((one) => one.unit === target);
    if (!shot || !aimed || shot.targets.length > 1 || shot.targets[0] !== target) continue;
    const n = shot.dice.length;
    const more = aimed.does[n];
    if (n >= weapon.most || !more || score(more) < score(aimed.does[n - 1])) continue;
    if (
      score(more) === score(aimed.does[n - 1]) &&
      (more.loses ?? 0) <= (aimed.does[n - 1]?.loses ?? 0)
    )
      continue;
    const die = pay(weapon, free, 1);
    if (die) return swap(shot, { ...shot, dice: [...shot.dice, ...die] });
  }
  // The next weapon: what does most, with the fewest dice.
  let best: { shot: Shot; value: number } | undefined;
  for (const weapon of weapons) {
    const aimed = weapon.targets.find((one) => one.unit === target);
    if (!aimed || used(weapon)) continue;
    const needs = needOf(weapon, aimed).filter((need) => !woken(orders).includes(need));
    if (needs.length && !free.includes('X')) continue;
    const rest = without<Face>(free, needs.length ? ['X'] : []);
    for (let n = 1; n <= Math.min(weapon.most, 2); n++) {
      const dice = pay(weapon, rest, n);
      // A star is dear: where plain dice do anything, it is for the player to add one.
      const stars = dice?.filter((face) => face === 'X').length ?? 0;
      const value = score(aimed.does[n - 1]) * 10 - n - needs.length * 3 - stars * 25;
      if (!dice || score(aimed.does[n - 1]) === 0) continue;
      if (!best || value > best.value)
        best = {
          shot: { unit, with: weapon.with, targets: [target], dice, needs: needOf(weapon, aimed) },
          value,
        };
      if (score(aimed.does[n - 1]) >= 3) break;
    }
  }
  if (best) return { ...orders, shots: [...orders.shots, best.shot] };
  // A second target for a weapon with room: one of its dice must be an Admiral.
  for (const weapon of weapons) {
    const shot = used(weapon);
    const aimed = weapon.targets.find((one) => one.unit === target);
    if (!shot || !aimed || aimed.needs || shot.targets.includes(target) || weapon.with === 'dc')
      continue;
    if (shot.dice.length !== shot.targets.length && shot.dice.length > 1) continue;
    if (shot.dice.length >= weapon.most) continue;
    const wild = shot.dice.includes('X');
    const die = wild ? pay(weapon, free, 1) : free.includes('X') ? (['X'] as Face[]) : undefined;
    if (!die) continue;
    return swap(shot, {
      ...shot,
      dice: [...shot.dice, ...die],
      targets: [...shot.targets, target].sort((a, b) => Number(a.slice(1)) - Number(b.slice(1))),
    });
  }
  for (const weapon of weapons) {
    const shot = used(weapon);
    if (!shot || shot.targets.length > 1 || shot.targets[0] !== target) continue;
    const die = shot.dice.length < weapon.most ? pay(weapon, free, 1) : undefined;
    if (die) return swap(shot, { ...shot, dice: [...shot.dice, ...die] });
  }
  return undefined;
}

/// A weapon that takes no more dice against an enemy, and at whom it fires instead.
export interface Laden {
  weapon: Weapon;
  other?: string;
}

/// The weapons of a unit that could have a die against this enemy, had they room for it: they are full, or
/// fire at somebody else.
export function laden(
  can: Can,
  orders: Orders,
  pool: readonly Face[],
  unit: string,
  target: string,
): Laden[] {
  const free = without(pool, spending(orders));
  return (can.attacks ?? []).flatMap((weapon) => {
    const shot = orders.shots.find((one) => one.unit === unit && one.with === weapon.with);
    const reaches = weapon.targets.some((aimed) => aimed.unit === target);
    if (weapon.unit !== unit || !shot || !reaches || !pay(weapon, free, 1)) return [];
    const other = shot.targets.find((one) => one !== target);
    return [shot.dice.length < weapon.most && other ? { weapon, other } : { weapon }];
  });
}

/// The list as far as it is still possible after the table has changed.
export function still(can: Can | undefined, orders: Orders, pool: readonly Face[]): Orders {
  const shots = orders.shots.filter((shot) =>
    can?.attacks?.some(
      (weapon) =>
        weapon.unit === shot.unit &&
        weapon.with === shot.with &&
        shot.targets.every((target) => weapon.targets.some((aimed) => aimed.unit === target)),
    ),
  );
  const wakes = orders.wakes.filter((wake) =>
    can?.specials?.some(
      (special: Special) => special.unit === wake.unit && special.feature === wake.feature,
    ),
  );
  const kept = { shots, wakes };
  const all = [...pool];
  return spending(kept).every((face) => {
    const i = all.indexOf(face);
    if (i >= 0) all.splice(i, 1);
    return i >= 0;
  })
    ? kept
    : NONE;
}
