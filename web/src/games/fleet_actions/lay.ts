/// Where each ship lies on the paper: in her formation, beside the other units on her point, or in the
/// list of a close action. No hull lies on another, however many share a point.
import type { Point } from '../../board/geometry';
import { clusters, sideOf, type Cluster, type Shown, type SideCode } from './fleet';
import { angle, centre, type Dir } from './sea';

/// A ship with her spot on the paper.
export interface Laid {
  code: string;
  ship: Shown;
  x: number;
  y: number;
  /// Degrees from north.
  turn: number;
  /// Where many share a point each is drawn smaller.
  size?: number;
  /// Beside others on her point: the side on which open sea lies.
  away?: Point;
  /// Drawn in the list of a close action.
  fights?: boolean;
}

/// How long and broad a hull is with all that stands at it, from her middle.
export const HALF = { long: 20, broad: 15 };

const GAP = 36;

interface Spot {
  dx: number;
  dy: number;
}

/// Where the ships of a unit lie round its middle: ahead, abreast along a bearing, or in a bunch.
function formation(one: Cluster): Spot[] {
  const lead = one.ships[0]!;
  const n = one.ships.length;
  if (n === 1) return [{ dx: 0, dy: 0 }];
  if (n > 3) {
    // Two columns, the head to the right.
    const turn = (angle(lead.heading as Dir) * Math.PI) / 180;
    const [fx, fy, sx, sy] = [Math.sin(turn), -Math.cos(turn), Math.cos(turn), Math.sin(turn)];
    const rows = Math.ceil(n / 2);
    return one.ships.map((_, i) => {
      const f = ((rows - 1) / 2 - Math.floor(i / 2)) * GAP;
      const s = (i % 2 ? -1 : 1) * 13;
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

/// Who has her now.
const holder = (ship: Shown): SideCode => sideOf(ship.holder ?? ship.code);

/// Are these units in close action with each other?
const fighting = (units: readonly Cluster[]): boolean => {
  const able = units.flatMap((one) => one.ships).filter((ship) => ship.state === 'ok');
  return (
    able.some((ship) => ship.foes?.length || ship.marks?.includes('melee')) &&
    new Set(able.map((ship) => sideOf(ship.code))).size > 1
  );
};

/// One row of the list, and how high all of them may be together.
const ROW = 27;
const MOST = 136;
/// From the middle of the list to that of its columns.
const COLUMN = 31;

/// Close action as a list: each row is a fight, the sides face each other, bow to bow. Whoever has drawn
/// no opponent comes below, then those that have struck, each in the column of who holds her.
function knot(units: readonly Cluster[], { x, y }: Point): Laid[] {
  const ships = units.flatMap((one) => one.ships);
  const rows: (Shown | undefined)[][] = [];
  const done = new Set<string>();
  const fetch = (code: string): Shown | undefined => {
    const found = done.has(code) ? undefined : ships.find((ship) => ship.code === code);
    if (found) done.add(code);
    return found;
  };
  // What flies on a flagship has open sea above it: her fight comes first.
  const flies = (ship: Shown): number =>
    Number(
      [ship.code, ...(ship.foes ?? [])].some((c) => ships.find((s) => s.code === c)?.flagship),
    );
  const paired = ships
    .filter((ship) => sideOf(ship.code) === 'A' && ship.foes?.length)
    .sort((a, b) => flies(b) - flies(a));
  for (const a of paired) {
    const [first, ...more] = a.foes ?? [];
    rows.push([fetch(a.code), fetch(first ?? '')]);
    for (const foe of more) rows.push([undefined, fetch(foe)]);
  }
  for (const able of [true, false]) {
    const rest = ships.filter((ship) => !done.has(ship.code) && (ship.state === 'ok') === able);
    const columns = (['A', 'B'] as const).map((side) => rest.filter((s) => holder(s) === side));
    const most = Math.max(...columns.map((column) => column.length));
    for (let i = 0; i < most; i++) rows.push(columns.map((column) => column[i]));
    for (const ship of rest) done.add(ship.code);
  }
  const shown = rows.filter((row) => row.some(Boolean));
  const size = Math.min(0.86, MOST / (ROW * shown.length));
  return shown.flatMap((row, i) =>
    row.flatMap((ship, column) =>
      ship
        ? [
            {
              code: ship.code,
              ship,
              x: x + (column ? COLUMN : -COLUMN) * size,
              y: y + (i - (shown.length - 1) / 2) * ROW * size,
              turn: column ? 270 : 90,
              size,
              away: { x: column ? 1 : -1, y: 0 },
              fights: true,
            },
          ]
        : [],
    ),
  );
}

/// Between two units, and how broad all of them may be together.
const AIR = 3;
const BROAD = 128;

/// Units on one point lie beside each other, across the course of the first.
function abreast(units: readonly Cluster[], { x, y }: Point): Laid[] {
  const turn = (angle(units[0]!.ships[0]!.heading as Dir) * Math.PI) / 180;
  const [sx, sy] = [Math.cos(turn), Math.sin(turn)];
  // How far a unit reaches to either side of its middle.
  const parts = [...units]
    .sort((a, b) => (holder(a.ships[0]!) < holder(b.ships[0]!) ? -1 : 1))
    .map((unit) => {
      const spots = formation(unit);
      const ends = spots.map(({ dx, dy }, i) => {
        const off = ((angle(unit.ships[i]!.heading as Dir) * Math.PI) / 180 - turn) % Math.PI;
        const half =
          HALF.long * Math.abs(Math.sin(off)) + (HALF.broad + 1) * Math.abs(Math.cos(off));
        const at = dx * sx + dy * sy;
        return [at - half, at + half] as const;
      });
      const from = Math.min(...ends.map(([a]) => a));
      return { unit, spots, from, wide: Math.max(...ends.map(([, b]) => b)) - from };
    });
  const wide = parts.reduce((sum, part) => sum + part.wide + AIR, -AIR);
  const size = units.length === 1 ? 1 : Math.min(1, BROAD / wide);
  let begins = -wide / 2;
  return parts.flatMap(({ unit, spots, from, wide: own }) => {
    const off = units.length === 1 ? 0 : begins - from;
    const middle = begins + own / 2;
    begins += own + AIR;
    const side = Math.abs(middle) < 1 ? 0 : Math.sign(middle);
    return spots.map(({ dx, dy }, i) => {
      const ship = unit.ships[i]!;
      return {
        code: ship.code,
        ship,
        x: x + (dx + sx * off) * size,
        y: y + (dy + sy * off) * size,
        turn: angle(ship.heading as Dir),
        size,
        ...(units.length > 1 && side ? { away: { x: sx * side, y: sy * side } } : {}),
      };
    });
  });
}

/// Every ship on the paper.
export function lay(ships: readonly Shown[]): Laid[] {
  const here = new Map<string, Cluster[]>();
  for (const one of clusters(ships)) here.set(one.at, [...(here.get(one.at) ?? []), one]);
  const found = [...here].flatMap(([at, units]) =>
    fighting(units) ? knot(units, centre(at)) : abreast(units, centre(at)),
  );
  // Always in one order, so that a ship that moves is not drawn anew.
  return found.sort((a, b) => (a.code < b.code ? -1 : 1));
}

/// Each close action: what encloses its ships, who is locked with whom, and how many fight on each side.
export interface Melee {
  at: string;
  r: number;
  locks: { key: string; d: string }[];
  count: { A: number; B: number };
}

export function melees(laid: readonly Laid[]): Melee[] {
  const places = [...new Set(laid.filter((one) => one.fights).map((one) => one.ship.at))];
  return places.map((at) => {
    const c = centre(at);
    const here = laid.filter((one) => one.ship.at === at);
    const reach = ({ x, y, size = 1 }: Laid): number =>
      Math.hypot(Math.abs(x - c.x) + HALF.long * size, Math.abs(y - c.y) + 10 * size);
    const able = here.filter((one) => one.ship.state === 'ok');
    const count = (side: SideCode): number =>
      able.filter((one) => sideOf(one.code) === side).length;
    return {
      at,
      r: Math.max(52, ...here.map(reach)) + 4,
      locks: able.flatMap((one) =>
        sideOf(one.code) === 'A'
          ? (one.ship.foes ?? []).flatMap((foe) => {
              const to = here.find((other) => other.code === foe);
              return to
                ? [{ key: `${one.code} ${foe}`, d: `M${one.x} ${one.y}L${to.x} ${to.y}` }]
                : [];
            })
          : [],
      ),
      count: { A: count('A'), B: count('B') },
    };
  });
}
