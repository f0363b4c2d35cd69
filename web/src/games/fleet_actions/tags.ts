/// What flies at each flagship: her squadron's name, its speed marker, the hoist of her Admiral.
import type { Point } from '../../board/geometry';
import { sideOf, type Laid, type SideCode, type View } from './fleet';
import type { Wish } from './labels';

export interface Tag {
  code: string;
  side: SideCode;
  /// The flagship's spot on the paper.
  x: number;
  y: number;
  /// Not said from afar.
  title: string | undefined;
  sealed: boolean;
  speed: number | undefined;
  mine: boolean;
  card: string | undefined;
  /// How wide the title is, and how wide and high all of it.
  wide: number;
  w: number;
  h: number;
}

/// Three flags side by side.
const FLAGS = 66;

export function tagsOf(
  view: View,
  laid: readonly Laid[],
  planned: ReadonlyMap<string, number> | undefined,
  near: boolean,
): Tag[] {
  const sealing = view.phase.kind === 'speed';
  return Object.entries(view.squads).flatMap(([code, squad]) => {
    const flag = laid.find((one) => one.code === squad.flag);
    if (!flag || flag.ship.state !== 'ok') return [];
    const sealed = sealing && !view.pending.includes(squad.seat);
    const plan = planned?.get(code);
    const signal = view.cards?.[squad.seat] ?? view.hidden_cards?.[squad.seat];
    const [card, whom] = signal?.split(' ') ?? [];
    const wide = near ? squad.title.length * 6.1 + 12 : 0;
    const shown = card && (!whom || whom === code) ? card.slice(0, 3) : undefined;
    return [
      {
        code,
        side: sideOf(code),
        x: flag.x,
        y: flag.y,
        title: near ? squad.title : undefined,
        sealed,
        // A marker lies open from the reveal until headings are ordered anew.
        speed: plan ?? (view.turn && !sealing ? squad.marker : undefined),
        mine: plan !== undefined,
        card: shown,
        wide,
        // Its marker stands beside the title, its flags above.
        w: Math.max(wide + 34, shown ? FLAGS : 0),
        h: shown ? 44 : 26,
      },
    ];
  });
}

/// The room each of them wants: above its ship.
export const wished = (tags: readonly Tag[], k: number): (Wish & Point)[] =>
  tags.map(({ code, x, y, w, h }) => ({
    key: code,
    x,
    y,
    w,
    h,
    at: { x: x * k + 13, y: (y - 26) * k - 8 - h / 2 },
    most: 150,
  }));
