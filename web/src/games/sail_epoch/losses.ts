/// What was sunk, taken and destroyed, with when and by whom: it stays to be read, and a wreck
/// is seen on the water for a Turn.
import type { Entry } from '../../state/table.svelte';
import { t, tOr } from './text';
import { nameOf, type View } from './view';

export interface Loss {
  id: string;
  /// The entry that tells of it.
  n: number;
  turn: number;
  says: string;
  /// Through whom or what, as far as it is told.
  by: string;
}

export interface Wreck {
  /// The entry that tells of it.
  n: number;
  ship: string;
  owner: string;
  at: string;
}

type Told = Record<string, unknown>;
const word = (event: Told | undefined, key: string): string => String(event?.[key] ?? '');

/// `FR1x3,FG2 > GA1` and `FR1,FG2` name their ships the same way.
const unitsOf = (list: string): string[] =>
  (list.split(' > ')[0] ?? '').split(',').map((unit) => unit.trim().replace(/x\d$/, ''));

/// The losses of a game, the latest first.
export function lost(log: readonly Entry[], view: View | undefined): Loss[] {
  if (!view) return [];
  const names = (list: string): string =>
    unitsOf(list)
      .map((unit) => nameOf(view, unit))
      .join(', ');
  let turn = 1;
  // What led to a loss is told before it, a fight perhaps an entry earlier.
  let fired: Told | undefined;
  let fought: Told | undefined;
  const through = (cause: string): string =>
    cause === 'gunfire' && fired
      ? t('sail.lost.guns', { names: names(word(fired, 'volley')) })
      : cause === 'boarding' && fought
        ? t('sail.lost.boarded', { names: names(word(fought, 'attackers')) })
        : tOr(`sail.lost.by.${cause}`, '');
  const found: Loss[] = [];
  for (const { n, tells } of log)
    for (const { d } of tells) {
      const name = nameOf(view, word(d, 'ship'));
      const add = (says: string, by: string): void =>
        void found.push({ id: `${n} ${found.length}`, n, turn, says, by });
      if (d.kind === 'turn') turn = Number(d.turn);
      else if (d.kind === 'fired') fired = d;
      else if (d.kind === 'boarded' || d.kind === 'assaulted') fought = d;
      else if (d.kind === 'sunk')
        add(t('sail.lost.sunk', { name, at: word(d, 'space') }), through(word(d, 'cause')));
      else if (d.kind === 'captured')
        add(
          t('sail.lost.taken', { name, by: view.names[word(d, 'by')] ?? word(d, 'by') }),
          through('boarding'),
        );
      else if (d.kind === 'destroyed')
        add(t('sail.lost.fort', { at: word(d, 'fort').slice(1) }), '');
    }
  return found.reverse();
}

/// What others did to one's own ships since one's last phase, as words; empty if nothing.
export function harm(log: readonly Entry[], view: View | undefined, seat: string): string {
  if (!view) return '';
  const events = log.flatMap((entry) => entry.tells.map(({ d }) => d as Told));
  const mine = (d: Told): boolean => d.kind === 'phase' && d.seat === seat;
  const last = events.findLastIndex(mine);
  const before = events.slice(0, Math.max(0, last)).findLastIndex(mine);
  // What the own phase did to oneself was seen when it was done.
  const other = events.findIndex((d, i) => i > before && d.kind === 'phase' && d.seat !== seat);
  // The very first phase of a game is not told: whoever was second has only others' deeds before his.
  const end = before < 0 && (other < 0 || other > last) ? 0 : other;
  if (last < 0 || end < 0 || end > last) return '';
  const lost = new Map<string, number>();
  const gone: string[] = [];
  for (const d of events.slice(end, last)) {
    const ship = word(d, 'ship');
    const own = (view.ships[ship]?.owner ?? d.owner) === seat;
    if (d.kind === 'damaged' && own) lost.set(ship, (lost.get(ship) ?? 0) + Number(d.damage ?? 0));
    if (d.kind === 'captured' && !own && d.by !== seat)
      gone.push(t('sail.harm.taken', { name: nameOf(view, ship) }));
    if (d.kind === 'sunk' && own) {
      lost.delete(ship);
      gone.push(t('sail.harm.sunk', { name: nameOf(view, ship) }));
    }
  }
  const hurt = [...lost].map(([ship, n]) => t('sail.harm.hit', { name: nameOf(view, ship), n }));
  return [...hurt, ...gone].join(', ');
}

/// What is left of ships that went down in this Turn or the one before.
export function wrecks(log: readonly Entry[], view: View | undefined): Wreck[] {
  if (!view) return [];
  let turn = 1;
  const found: (Wreck & { turn: number })[] = [];
  for (const { n, tells } of log)
    for (const { d } of tells) {
      if (d.kind === 'turn') turn = Number(d.turn);
      else if (d.kind === 'sunk' && d.cause !== 'removed')
        found.push({
          n,
          ship: word(d, 'ship'),
          owner: word(d, 'owner'),
          at: word(d, 'space'),
          turn,
        });
    }
  return found
    .filter((one) => one.turn >= view.turn - 1)
    .map(({ n, ship, owner, at }) => ({ n, ship, owner, at }));
}
