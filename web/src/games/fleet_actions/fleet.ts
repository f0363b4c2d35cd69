/// Ships as they are read from the view and gathered into Groups.
import type { Group, Ship, View } from './types';

export type { Group, Ship, View };
export type SideCode = 'A' | 'B';

/// A ship as she is shown, which may be as she was a moment ago.
export interface Shown extends Ship {
  code: string;
}

/// The view, or nothing before there is one.
export function read(view: unknown): View | undefined {
  if (typeof view !== 'object' || view === null || !('ships' in view) || !('sailing' in view))
    return undefined;
  return view as View;
}

export const sideOf = (code: string): SideCode => (code.startsWith('B') ? 'B' : 'A');
/// `A1` of `A1.3`, `A1f1` and `A1@2020`.
export const squadOf = (code: string): string => code.slice(0, 2);

export const shownOf = (view: View): Shown[] =>
  Object.entries(view.ships).map(([code, ship]) => ({ ...ship, code }));

export const isAfloat = (ship: Ship): boolean =>
  ship.at !== '-' && (ship.state === 'ok' || ship.state === 'struck' || ship.state === 'prize');

/// Does she sail in a Group?
const isGrouped = (ship: Ship): boolean => ship.line && ship.state === 'ok' && !ship.straggler;

/// The Groups, lone ships and prizes on each point, drawn side by side.
export interface Cluster {
  /// The unit's code as the game writes it.
  unit: string;
  at: string;
  ships: Shown[];
  /// A Group, or one ship by herself?
  group: boolean;
}

export function clusters(ships: readonly Shown[]): Cluster[] {
  const found = new Map<string, Cluster>();
  for (const ship of ships) {
    if (!isAfloat(ship)) continue;
    const group = isGrouped(ship);
    const unit = group ? `${squadOf(ship.code)}@${ship.at}` : ship.code;
    const known = found.get(unit);
    if (known) known.ships.push(ship);
    else found.set(unit, { unit, at: ship.at, ships: [ship], group });
  }
  for (const one of found.values())
    one.ships.sort((a, b) => a.rank - b.rank || (a.code < b.code ? -1 : 1));
  return [...found.values()];
}

/// The unit on the board that a ship belongs to.
export const unitOf = (units: readonly Cluster[], code: string): Cluster | undefined =>
  units.find((one) => one.ships.some((ship) => ship.code === code));

/// How a hull is drawn.
export function look(ship: Ship): 'first' | 'line' | 'small' | 'frigate' {
  if (!ship.line) return 'frigate';
  if (ship.guns >= 90) return 'first';
  return ship.guns >= 70 ? 'line' : 'small';
}

/// `Victory`, `Victory and Neptune`, `Victory and 3 more`.
export function named(ships: readonly Ship[]): string {
  const names = ships.map((ship) => ship.name);
  if (names.length < 3) return names.join(' and ');
  if (names.length === 3) return `${names[0]}, ${names[1]} and ${names[2]}`;
  return `${names[0]} and ${names.length - 1} more`;
}
