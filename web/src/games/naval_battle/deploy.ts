/// A fleet being placed, as a list of cells from the front row to the back,
/// left to right as the owner sees them. Counts come from the server.
import type { Geometry } from '../../board/geometry';
import { letters, parsePlace } from '../../board/geometry';
import { RANKS, type Deployment, type SideCode, type View } from './view';

export type Cells = readonly (string | null)[];
export type Fleet = Readonly<Record<string, number>>;

export interface Waters {
  side: SideCode;
  columns: number;
  rows: number;
  depth: number;
  islands: readonly string[];
}

export const watersOf = (view: View, side: SideCode): Waters => ({
  side,
  columns: view.columns,
  rows: view.rows,
  depth: (view.rows - 2) / 2,
  islands: view.islands,
});

/// Reads a deployment string; what cannot be read is empty.
export function parse(text: string, { columns, depth }: Pick<Waters, 'columns' | 'depth'>): Cells {
  const rows = text.split('/');
  return Array.from({ length: columns * depth }, (_, i) => {
    const sign = rows[Math.floor(i / columns)]?.[i % columns];
    return sign && (RANKS as readonly string[]).includes(sign) ? sign : null;
  });
}

/// Is the text a deployment for these waters, at least in its form?
export function fits(text: string, { columns, depth }: Pick<Waters, 'columns' | 'depth'>): boolean {
  const rows = text.split('/');
  return rows.length === depth && rows.every((row) => row.length === columns);
}

export function write(cells: Cells, columns: number): string {
  const signs = cells.map((cell) => cell ?? '.');
  const rows: string[] = [];
  for (let i = 0; i < signs.length; i += columns) rows.push(signs.slice(i, i + columns).join(''));
  return rows.join('/');
}

export function count(cells: Cells): Fleet {
  const found: Record<string, number> = {};
  for (const cell of cells) if (cell) found[cell] = (found[cell] ?? 0) + 1;
  return found;
}

/// The whole fleet: what the server says is placed and missing.
export function fleetOf(deployment: Deployment, waters: Waters): Fleet {
  const placed = count(parse(deployment.placement, waters));
  const whole: Record<string, number> = { ...placed };
  for (const [type, n] of Object.entries(deployment.missing)) whole[type] = (whole[type] ?? 0) + n;
  return whole;
}

/// What is still to be placed, in the order of ranks.
export function missing(cells: Cells, fleet: Fleet): [string, number][] {
  const placed = count(cells);
  return RANKS.map((type): [string, number] => [
    type,
    (fleet[type] ?? 0) - (placed[type] ?? 0),
  ]).filter(([, n]) => n > 0);
}

/// The square of a cell.
export function squareOf(i: number, { side, columns, rows, depth }: Waters): string {
  const [r, c] = [Math.floor(i / columns), i % columns];
  return side === 'W'
    ? `${letters(c)}${depth - r}`
    : `${letters(columns - 1 - c)}${rows - depth + r + 1}`;
}

/// The cell of a square, if it is a home square that is no island.
export function cellOf(square: string, waters: Waters): number | undefined {
  const at = parsePlace(square);
  if (!at || waters.islands.includes(square)) return undefined;
  const { side, columns, rows, depth } = waters;
  const [r, c] =
    side === 'W'
      ? [depth - 1 - at.row, at.column]
      : [at.row - (rows - depth), columns - 1 - at.column];
  return r >= 0 && r < depth && c >= 0 && c < columns ? r * columns + c : undefined;
}

/// Puts a piece from the tray on a cell; what stood there goes ashore.
export const place = (cells: Cells, i: number, type: string): Cells =>
  cells.map((cell, j) => (j === i ? type : cell));

export const swap = (cells: Cells, i: number, j: number): Cells =>
  cells.map((cell, k) => (k === i ? cells[j]! : k === j ? cells[i]! : cell));

export const clear = (cells: Cells, i?: number): Cells =>
  cells.map((cell, j) => (i === undefined || i === j ? null : cell));

export const mirror = (cells: Cells, columns: number): Cells =>
  cells.map((_, i) => cells[i - (i % columns) + columns - 1 - (i % columns)]!);

/// A random placement of the whole fleet with some sense: the Admiral not in
/// the front row, five ships that can move in it, and two guards at his side.
export function shuffle(fleet: Fleet, waters: Waters, random: () => number): Cells {
  const { columns, depth } = waters;
  const water = Array.from({ length: columns * depth }, (_, i) => i).filter(
    (i) => !waters.islands.includes(squareOf(i, waters)),
  );
  let cells: (string | null)[] = [];
  for (let tries = 0; tries < 500; tries++) {
    const pieces: (string | null)[] = Object.entries(fleet).flatMap(([type, n]) =>
      Array.from({ length: n }, () => type),
    );
    while (pieces.length < water.length) pieces.push(null);
    for (let i = pieces.length - 1; i > 0; i--) {
      const j = Math.floor(random() * (i + 1));
      [pieces[i], pieces[j]] = [pieces[j]!, pieces[i]!];
    }
    cells = Array.from({ length: columns * depth }, () => null);
    water.forEach((cell, i) => (cells[cell] = pieces[i] ?? null));
    if (sensible(cells, columns)) return cells;
  }
  return cells;
}

export function sensible(cells: Cells, columns: number): boolean {
  const admiral = cells.indexOf('A');
  if (admiral < columns) return false;
  const movers = cells.slice(0, columns).filter((cell) => cell && cell !== 'M').length;
  const guards = neighbours(admiral, columns, cells.length).filter((i) =>
    'M3456'.includes(cells[i] ?? ' '),
  ).length;
  return movers >= 5 && guards >= 2;
}

function neighbours(i: number, columns: number, n: number): number[] {
  const [r, c] = [Math.floor(i / columns), i % columns];
  const found: number[] = [];
  for (const dr of [-1, 0, 1]) {
    for (const dc of [-1, 0, 1]) {
      const j = (r + dr) * columns + c + dc;
      if ((dr || dc) && c + dc >= 0 && c + dc < columns && j >= 0 && j < n) found.push(j);
    }
  }
  return found;
}

/// Home squares that exist on a drawing.
export const homes = (waters: Waters, geometry: Geometry): string[] =>
  geometry.places.filter((place) => cellOf(place, waters) !== undefined);
