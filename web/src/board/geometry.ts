/// Where places are on the paper. Pixels exist here and nowhere else: games
/// and pages speak of places by their keys.

export interface Point {
  readonly x: number;
  readonly y: number;
}

/// Directions a person presses on a keyboard.
export type Way = 'up' | 'down' | 'left' | 'right';

export interface Geometry {
  /// Every place, in reading order from the top left as it is seen.
  readonly places: readonly string[];
  readonly width: number;
  readonly height: number;
  /// How large one place is across, for tokens and fonts.
  readonly pitch: number;
  has(place: string): boolean;
  centre(place: string): Point;
  /// The outline of a place as an SVG path.
  outline(place: string): string;
  /// The place under a point of the drawing.
  at(point: Point): string | undefined;
  /// The next place in this direction, as seen.
  next(place: string, way: Way): string | undefined;
}

export interface GridSize {
  columns: number;
  rows: number;
  /// Seen from the far side: the last row at the bottom.
  flipped?: boolean;
}

const PITCH = 100;

/// A sea of one size and side is one object for ever, so that nothing is drawn anew because a ship moved.
function kept(make: (size: Required<GridSize>) => Geometry): (size: GridSize) => Geometry {
  const made = new Map<string, Geometry>();
  return ({ columns, rows, flipped = false }) => {
    const key = `${columns} ${rows} ${flipped}`;
    const found = made.get(key) ?? make({ columns, rows, flipped });
    made.set(key, found);
    return found;
  };
}

/// `a` … `z`, then `aa` …
export function letters(column: number): string {
  let text = '';
  for (let n = column + 1; n > 0; n = Math.floor((n - 1) / 26)) {
    text = String.fromCharCode(97 + ((n - 1) % 26)) + text;
  }
  return text;
}

/// The column and row of a place called `c5`, both from 0.
export function parsePlace(place: string): { column: number; row: number } | undefined {
  const match = /^([a-z]{1,2})(\d{1,3})$/.exec(place);
  if (!match) return undefined;
  let column = 0;
  for (const letter of match[1]!) column = column * 26 + (letter.charCodeAt(0) - 96);
  return { column: column - 1, row: Number(match[2]) - 1 };
}

export const placeName = (column: number, row: number): string => `${letters(column)}${row + 1}`;

const STEP: Record<Way, [number, number]> = {
  up: [0, -1],
  down: [0, 1],
  left: [-1, 0],
  right: [1, 0],
};

/// A chessboard of any size; `a1` at the bottom left unless flipped.
export const squareGrid = kept(({ columns, rows, flipped }) => {
  const seen = (column: number, row: number): [number, number] =>
    flipped ? [columns - 1 - column, row] : [column, rows - 1 - row];
  const named = (x: number, y: number): string | undefined => {
    if (x < 0 || y < 0 || x >= columns || y >= rows) return undefined;
    return flipped ? placeName(columns - 1 - x, y) : placeName(x, rows - 1 - y);
  };
  const spot = (place: string): [number, number] => {
    const at = parsePlace(place);
    return at ? seen(at.column, at.row) : [-1, -1];
  };
  const places: string[] = [];
  for (let y = 0; y < rows; y++) for (let x = 0; x < columns; x++) places.push(named(x, y)!);
  const known = new Set(places);
  return {
    places,
    width: columns * PITCH,
    height: rows * PITCH,
    pitch: PITCH,
    has: (place) => known.has(place),
    centre(place) {
      const [x, y] = spot(place);
      return { x: (x + 0.5) * PITCH, y: (y + 0.5) * PITCH };
    },
    outline(place) {
      const [x, y] = spot(place);
      return `M${x * PITCH} ${y * PITCH}h${PITCH}v${PITCH}h${-PITCH}z`;
    },
    at: ({ x, y }) => named(Math.floor(x / PITCH), Math.floor(y / PITCH)),
    next(place, way) {
      const [x, y] = spot(place);
      const [dx, dy] = STEP[way];
      return known.has(place) ? named(x + dx, y + dy) : undefined;
    },
  };
});

/// The crossings of a grid: units stand on points, not in squares. Half a
/// pitch of water lies outside the outermost points.
export const pointLattice = kept(({ columns, rows, flipped }) => {
  const squares = squareGrid({ columns, rows, flipped });
  const r = PITCH * 0.42;
  return {
    ...squares,
    outline(place) {
      const { x, y } = squares.centre(place);
      return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
    },
    at(point) {
      const place = squares.at(point);
      if (!place) return undefined;
      const { x, y } = squares.centre(place);
      // The corners between four points belong to none of them.
      return Math.hypot(point.x - x, point.y - y) <= PITCH * 0.5 ? place : undefined;
    },
  };
});

/// Hexes with a flat top; odd columns lie half a hex lower.
export const hexGrid = kept(({ columns, rows, flipped }) => {
  const radius = PITCH / Math.sqrt(3);
  const width = (columns - 1) * radius * 1.5 + radius * 2;
  const height = rows * PITCH + (columns > 1 ? PITCH / 2 : 0);
  const places: string[] = [];
  for (let row = rows - 1; row >= 0; row--) {
    for (let column = 0; column < columns; column++) places.push(placeName(column, row));
  }
  if (flipped) places.reverse();
  const spot = (place: string): Point => {
    const at = parsePlace(place) ?? { column: -1, row: -1 };
    const x = radius + at.column * radius * 1.5;
    const y = PITCH / 2 + (rows - 1 - at.row) * PITCH + (at.column % 2 ? PITCH / 2 : 0);
    return flipped ? { x: width - x, y: height - y } : { x, y };
  };
  // Asked for at each move of the pointer.
  const known = new Map(places.map((place) => [place, spot(place)]));
  const centre = (place: string): Point => known.get(place) ?? spot(place);
  const outline = (place: string): string => {
    const { x, y } = centre(place);
    const corners = [0, 1, 2, 3, 4, 5].map((i) => {
      const angle = (Math.PI / 3) * i;
      return `${round(x + radius * Math.cos(angle))} ${round(y + radius * Math.sin(angle))}`;
    });
    return `M${corners.join('L')}z`;
  };
  return {
    places,
    width,
    height,
    pitch: PITCH,
    has: (place) => known.has(place),
    centre,
    outline,
    at(point) {
      // The nearest centre is the hex one is in.
      let best: string | undefined;
      let least = radius;
      for (const [place, c] of known) {
        const distance = Math.hypot(c.x - point.x, c.y - point.y);
        if (distance < least && inHex(point.x - c.x, point.y - c.y)) {
          best = place;
          least = distance;
        }
      }
      return best;
    },
    next(place, way) {
      if (!known.has(place)) return undefined;
      const c = centre(place);
      const [dx, dy] = STEP[way];
      // Sideways there are two neighbours; the one at the same height or the upper one.
      const wanted =
        dx === 0
          ? [{ x: c.x, y: c.y + dy * PITCH }]
          : [
              { x: c.x + dx * radius * 1.5, y: c.y - PITCH / 2 },
              { x: c.x + dx * radius * 1.5, y: c.y + PITCH / 2 },
            ];
      for (const point of wanted) {
        const found = places.find((p) => {
          const q = centre(p);
          return Math.abs(q.x - point.x) < 1 && Math.abs(q.y - point.y) < 1;
        });
        if (found) return found;
      }
      return undefined;
    },
  };

  function inHex(dx: number, dy: number): boolean {
    const x = Math.abs(dx);
    const y = Math.abs(dy);
    return y <= PITCH / 2 && x * Math.sqrt(3) + y <= PITCH + 0.001;
  }
});

export const round = (n: number): number => Math.round(n * 100) / 100;
