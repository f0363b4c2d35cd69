/// What the plain table can say about any game: units inside the text board,
/// facts about a unit from the view. Nothing here knows a rule.

/// A piece of the text board: plain signs, or a unit that can be picked or read about.
export interface Run {
  text: string;
  unit?: string;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/// The text board cut at the units that are named in it.
export function runs(board: string, units: readonly string[]): Run[] {
  const named = [...new Set(units)]
    .filter((unit) => unit !== '')
    .sort((a, b) => b.length - a.length);
  if (named.length === 0) return [{ text: board }];
  // A unit is not a part of a longer word or number; a sign for its heading may follow.
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${named.map(escaped).join('|')})(?![\\p{N}])`,
    'gu',
  );
  const found: Run[] = [];
  let from = 0;
  for (const match of board.matchAll(pattern)) {
    if (match.index > from) found.push({ text: board.slice(from, match.index) });
    found.push({ text: match[0], unit: match[0] });
    from = match.index + match[0].length;
  }
  if (from < board.length) found.push({ text: board.slice(from) });
  return found;
}

/// How wide the map is, in signs. Lists of ships below it may wrap, so that
/// longer lines do not count.
export function mapColumns(board: string, most = 100): number {
  const fitting = board
    .split('\n')
    .map((line) => [...line.trimEnd()].length)
    .filter((n) => n <= most);
  return Math.max(24, ...fitting);
}

export type Fact = [name: string, value: string];

/// How deep a fact may lie inside another.
const DEEP = 3;
/// Longer lists are for programs, not for a card.
const LONG = 12;

/// Everything the view says about a unit, wherever it is kept by its name.
export function facts(view: unknown, unit: string): Fact[] {
  if (typeof view !== 'object' || view === null) return [];
  const found: Fact[] = [];
  for (const [key, value] of Object.entries(view)) {
    if (Array.isArray(value)) {
      const one: unknown = value.find(
        (entry) => isMap(entry) && (entry.unit === unit || entry.id === unit),
      );
      if (isMap(one)) found.push(...flat(one));
    } else if (isMap(value) && unit in value) {
      const one = value[unit];
      found.push(...(isMap(one) ? flat(one) : said(key, one)));
    }
  }
  const seen = new Set<string>();
  return found.filter(([name]) => !seen.has(name) && seen.add(name));
}

/// Every unit the view keeps by name, for cards and for the text board.
export function unitsOf(view: unknown): string[] {
  if (typeof view !== 'object' || view === null) return [];
  const found: string[] = [];
  for (const [key, value] of Object.entries(view)) {
    if (!['units', 'ships', 'forts', 'squads', 'groups'].includes(key)) continue;
    if (Array.isArray(value))
      found.push(
        ...value.flatMap((one) => (isMap(one) && typeof one.unit === 'string' ? [one.unit] : [])),
      );
    else if (isMap(value)) found.push(...Object.keys(value));
  }
  return found;
}

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const words = (key: string): string => key.replace(/[_-]/g, ' ');

function flat(map: Record<string, unknown>, depth = 1): Fact[] {
  return Object.entries(map).flatMap(([key, value]) => {
    if (isMap(value)) return depth < DEEP ? nested(key, value, depth) : [];
    return said(key, value);
  });
}

/// A small map is one line (`value 3, range 4`), a large one its own lines.
function nested(key: string, map: Record<string, unknown>, depth: number): Fact[] {
  const entries = Object.entries(map);
  if (
    entries.length > 0 &&
    entries.length <= 4 &&
    entries.every(([, value]) => !isMap(value) && !Array.isArray(value))
  ) {
    return [
      [words(key), entries.map(([name, value]) => `${words(name)} ${plain(value)}`).join(', ')],
    ];
  }
  return flat(map, depth + 1);
}

function said(key: string, value: unknown): Fact[] {
  if (value === null || value === undefined || value === '' || value === false) return [];
  if (Array.isArray(value)) {
    if (
      value.length === 0 ||
      value.length > LONG ||
      value.some(isMap) ||
      value.every((one) => one === 0)
    )
      return [];
    return [[words(key), value.map(plain).join(', ')]];
  }
  return [[words(key), plain(value)]];
}

const plain = (value: unknown): string => (value === true ? 'yes' : String(value));
