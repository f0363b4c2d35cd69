/// The sea of points as a chart.
import { hexGrid } from '../../board/geometry';
import {
  edges,
  LETTERS,
  renamed,
  SIX,
  turned,
  type Chart,
  type Counter,
  type Ground,
} from '../plain/chart';
import { doc, isDoc, list, places, text } from '../plain/doc';

/// `0101` at the top left; even columns lie half a point lower.
export function chart(view: unknown): Chart | undefined {
  if (!isDoc(view)) return undefined;
  const [columns, rows] = list(view.map).map(Number);
  // The approach of the fleets is another map, which the text shows.
  if (!columns || !rows || isDoc(view.grand)) return undefined;
  const two = (n: number): string => String(n).padStart(2, '0');
  const geometry = renamed(
    hexGrid({ columns, rows }),
    (inside) => {
      const match = /^([a-z]+)(\d+)$/.exec(inside)!;
      const column = [...match[1]!].reduce(
        (sum, letter) => sum * 26 + letter.charCodeAt(0) - 96,
        0,
      );
      return two(column) + two(rows + 1 - Number(match[2]));
    },
    (outside) => {
      const column = Number(outside.slice(0, 2));
      const name =
        column > 26
          ? LETTERS[Math.floor((column - 1) / 26) - 1]! + LETTERS[(column - 1) % 26]!
          : (LETTERS[column - 1] ?? '?');
      return `${name}${rows + 1 - Number(outside.slice(2))}`;
    },
  );
  const sides = Object.keys(doc(view.sides));
  const of = (squad: string): number | undefined =>
    squad ? Math.max(0, sides.indexOf(squad[0] ?? '')) : undefined;
  const ground = new Map<string, Ground>();
  for (const place of places(view.shoal)) ground.set(place, 'shoal');
  for (const place of places(view.land)) ground.set(place, 'land');
  const counters: Counter[] = [];
  const grouped = new Set<string>();
  for (const group of list(view.groups).map(doc)) {
    const ships = places(group.ships);
    for (const ship of ships) grouped.add(ship);
    counters.push({
      id: text(group.unit),
      at: text(group.at),
      side: of(text(group.squad)),
      look: 'line',
      heading: turned(SIX, text(group.heading)),
      note: String(ships.length),
    });
  }
  for (const [id, ship] of Object.entries(doc(view.ships))) {
    const { at, heading, state } = doc(ship);
    if (grouped.has(id) || !geometry.has(text(at)) || state === 'sunk' || state === 'waiting')
      continue;
    counters.push({
      id,
      at: text(at),
      side: of(id),
      look: 'frigate',
      heading: turned(SIX, text(heading)),
      note: '',
      faint: state !== 'ok',
    });
  }
  // The wind is called by where it comes from.
  const from = turned(SIX, text(view.wind));
  return {
    geometry,
    counters: counters.filter((one) => geometry.has(one.at)),
    ground,
    ...edges(
      geometry,
      columns,
      rows,
      (i) => two(i + 1),
      (i) => two(i + 1),
      (c, r) => `${c}${r}`,
    ),
    ...(from === undefined ? {} : { wind: { to: (from + 180) % 360, text: text(view.force) } }),
  };
}
