/// The sea field as a chart.
import { squareGrid } from '../../board/geometry';
import {
  edges,
  EIGHT,
  LETTERS,
  renamed,
  turned,
  type Chart,
  type Counter,
  type Ground,
  type Look,
} from '../plain/chart';
import { doc, isDoc, list, places, text } from '../plain/doc';

const CLASSES: Record<string, Look> = { FR: 'first', GA: 'galleon', FG: 'frigate', BR: 'brig' };

/// `A1` at the top left, rows downward.
export function chart(view: unknown): Chart | undefined {
  if (!isDoc(view)) return undefined;
  const field = doc(view.field);
  const [columns, rows] = [Number(field.columns), Number(field.rows)];
  if (!columns || !rows) return undefined;
  const turn = (row: string): string => String(rows + 1 - Number(row));
  const geometry = renamed(
    squareGrid({ columns, rows }),
    (inside) => inside[0]!.toUpperCase() + turn(inside.slice(1)),
    (outside) => (outside[0] ?? '').toLowerCase() + turn(outside.slice(1)),
  );
  const owners = Object.keys(doc(view.players));
  const side = (owner: unknown): number | undefined => {
    const i = owners.indexOf(text(owner));
    return i < 0 ? undefined : i;
  };
  const ground = new Map<string, Ground>();
  for (const place of places(field.harbours)) ground.set(place, 'harbour');
  places(field.terrain).forEach((line, row) => {
    [...line].forEach((sign, column) => {
      const place = `${LETTERS[column]?.toUpperCase() ?? '?'}${row + 1}`;
      if (sign === '#') ground.set(place, 'land');
      if (sign === 'c') ground.set(place, 'coast');
    });
  });
  for (const place of places(view.reefs)) ground.set(place, 'reef');
  for (const place of Object.keys(doc(view.goods)))
    if (geometry.has(place)) ground.set(place, 'goods');
  for (const place of Object.values(doc(view.royal_ports))) ground.set(text(place), 'port');
  const strengths = doc(view.strengths);
  const counters: Counter[] = [];
  for (const [id, fort] of Object.entries(doc(view.forts))) {
    counters.push({
      id,
      at: id.slice(1),
      side: side(doc(fort).owner),
      look: 'fort',
      heading: undefined,
      note: '',
      faint: doc(fort).ruin === true,
    });
  }
  for (const [id, ship] of Object.entries(doc(view.ships))) {
    const { space, owner, bow } = doc(ship);
    if (!geometry.has(text(space))) continue;
    const strength = list(strengths[id]);
    counters.push({
      id,
      at: text(space),
      side: side(owner),
      look: CLASSES[id.slice(0, 2)] ?? 'brig',
      heading: turned(EIGHT, text(bow)),
      note: strength.length ? String(strength[0]) : '',
    });
  }
  const [to, force] = text(view.wind).split(' ');
  const degrees = turned(EIGHT, to);
  return {
    geometry,
    counters,
    ground,
    ...edges(
      geometry,
      columns,
      rows,
      (i) => LETTERS[i]!.toUpperCase(),
      (i) => String(i + 1),
      (c, r) => `${c}${r}`,
    ),
    isles: [...ground].flatMap(([place, kind]) =>
      kind === 'land' || kind === 'coast' ? [place] : [],
    ),
    ...(degrees === undefined ? {} : { wind: { to: degrees, text: force ?? '' } }),
  };
}
