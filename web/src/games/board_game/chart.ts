/// The plotting table as a chart.
import { squareGrid } from '../../board/geometry';
import {
  edges,
  EIGHT,
  LETTERS,
  turned,
  type Chart,
  type Counter,
  type Ground,
  type Look,
} from '../plain/chart';
import { doc, isDoc, text } from '../plain/doc';

const TYPES: Record<string, Look> = {
  CV: 'carrier',
  CVL: 'carrier',
  BB: 'battleship',
  BC: 'battleship',
  CA: 'cruiser',
  CL: 'cruiser',
  DD: 'destroyer',
  SS: 'submarine',
  TR: 'merchant',
};
const SCENERY: Record<string, Ground> = { IS: 'land', SB: 'sand', SH: 'shoal', FG: 'fog' };

/// `a1` at the bottom left; North looks from the other side.
export function chart(view: unknown, seat: number | undefined): Chart | undefined {
  if (!isDoc(view)) return undefined;
  const flipped = seat === 1;
  const geometry = squareGrid({ columns: 8, rows: 8, flipped });
  const ground = new Map<string, Ground>();
  for (const word of text(view.scenery).split(/\s+/)) {
    const [place, kind] = word.split('=');
    const found = SCENERY[kind ?? ''];
    if (place && found) ground.set(place, found);
  }
  for (const place of text(view.smoke).split(/\s+/))
    if (geometry.has(place)) ground.set(place, 'smoke');
  const counters: Counter[] = [];
  const waiting: Counter[] = [];
  for (const [id, unit] of Object.entries(doc(view.units))) {
    const { at, heading, side, sp, print, status } = doc(unit);
    const north = turned(EIGHT, text(heading));
    (geometry.has(text(at)) ? counters : waiting).push({
      id,
      at: text(at),
      side: side === 'N' ? 1 : 0,
      look: TYPES[text(doc(print).type)] ?? 'cruiser',
      note: `${String(sp ?? '')}`,
      heading: north === undefined ? undefined : flipped ? (north + 180) % 360 : north,
      faint: status === 'submerged',
    });
  }
  const isles = [...ground].flatMap(([place, kind]) => (kind === 'land' ? [place] : []));
  return {
    geometry,
    counters,
    waiting,
    ground,
    isles,
    ...edges(
      geometry,
      8,
      8,
      (i) => LETTERS[i]!,
      (i) => String(i + 1),
      (c, r) => `${c}${r}`,
    ),
  };
}
