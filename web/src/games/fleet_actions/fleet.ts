/// Ships as they lie on the sea: read from the view, gathered into Groups, and
/// each given her place in the formation.
import { angle, centre, type Dir } from './sea';
import type { Group, Ship, View } from './types';

export type { Group, Ship, View };
export type SideCode = 'A' | 'B';

/// A ship as she is shown, which may be as she was a moment ago.
export interface Shown extends Ship {
  code: string;
}

/// A ship with her spot on the paper.
export interface Laid {
  code: string;
  ship: Shown;
  x: number;
  y: number;
  /// Degrees from north.
  turn: number;
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

const GAP = 36;

/// Where the ships of a unit lie round its middle: ahead, abreast along a bearing, or in a bunch.
function formation(one: Cluster): { dx: number; dy: number }[] {
  const lead = one.ships[0]!;
  const n = one.ships.length;
  if (n === 1) return [{ dx: 0, dy: 0 }];
  if (n > 3) {
    // Two columns, the head to the right.
    const turn = (angle(lead.heading as Dir) * Math.PI) / 180;
    const [fx, fy, sx, sy] = [Math.sin(turn), -Math.cos(turn), Math.cos(turn), Math.sin(turn)];
    const rows = Math.ceil(n / 2);
    return one.ships.map((_, i) => {
      const f = ((rows - 1) / 2 - Math.floor(i / 2)) * 30;
      const s = (i % 2 ? -1 : 1) * 12;
      return { dx: fx * f + sx * s, dy: fy * f + sy * s };
    });
  }
  const way = lead.axis && lead.axis !== '-' ? (lead.axis as Dir) : (lead.heading as Dir);
  const turn = (angle(way) * Math.PI) / 180;
  return one.ships.map((_, i) => {
    const f = ((n - 1) / 2 - i) * GAP;
    return { dx: Math.sin(turn) * f, dy: -Math.cos(turn) * f };
  });
}

/// Close action as a list: whoever is locked together lies side by side, pair under pair, the rest
/// below them.
function knot(units: readonly Cluster[]): Map<string, { dx: number; dy: number }> {
  const ships = units.flatMap((one) => one.ships);
  const rows: (Shown | undefined)[][] = [];
  const done = new Set<string>();
  const fetch = (code: string): Shown | undefined => {
    const found = done.has(code) ? undefined : ships.find((ship) => ship.code === code);
    if (found) done.add(code);
    return found;
  };
  for (const a of ships.filter((ship) => sideOf(ship.code) === 'A' && ship.foes?.length)) {
    const foes = a.foes ?? [];
    rows.push([fetch(a.code), fetch(foes[0] ?? '')]);
    for (const foe of foes.slice(1)) rows.push([undefined, fetch(foe)]);
  }
  for (const ship of ships)
    if (!done.has(ship.code)) rows.push(sideOf(ship.code) === 'A' ? [ship] : [undefined, ship]);
  const high = Math.min(30, 96 / Math.max(1, rows.length - 1));
  return new Map(
    rows.flatMap((row, i) =>
      row.flatMap((ship, column) =>
        ship
          ? [
              [
                ship.code,
                { dx: column ? 20 : -20, dy: (i - (rows.length - 1) / 2) * high },
              ] as const,
            ]
          : [],
      ),
    ),
  );
}

/// Every ship on the paper; units on one point lie beside each other.
export function lay(ships: readonly Shown[]): Laid[] {
  const here = new Map<string, Cluster[]>();
  for (const one of clusters(ships)) here.set(one.at, [...(here.get(one.at) ?? []), one]);
  const found: Laid[] = [];
  for (const [at, units] of here) {
    const c = centre(at);
    const turn = (angle(units[0]!.ships[0]!.heading as Dir) * Math.PI) / 180;
    const [sx, sy] = [Math.cos(turn), Math.sin(turn)];
    if (units.some((one) => one.ships.some((ship) => ship.foes?.length))) {
      const places = knot(units);
      for (const ship of units.flatMap((one) => one.ships)) {
        const { dx, dy } = places.get(ship.code)!;
        const turned = angle(ship.heading as Dir);
        found.push({ code: ship.code, ship, x: c.x + dx, y: c.y + dy, turn: turned });
      }
      continue;
    }
    const room = units.length > 3 ? 66 / (units.length - 1) : 24;
    units.forEach((unit, u) => {
      const off = (u - (units.length - 1) / 2) * room;
      formation(unit).forEach(({ dx, dy }, i) => {
        const ship = unit.ships[i]!;
        found.push({
          code: ship.code,
          ship,
          x: c.x + dx + sx * off,
          y: c.y + dy + sy * off,
          turn: angle(ship.heading as Dir),
        });
      });
    });
  }
  // Always in one order, so that a ship that moves is not drawn anew.
  return found.sort((a, b) => (a.code < b.code ? -1 : 1));
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
