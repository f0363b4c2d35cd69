/// What flies at each flagship: her squadron's name, its speed marker, the hoist of her Admiral.
import type { Point } from '../../board/geometry';
import { sideOf, squadOf, type SideCode, type View } from './fleet';
import type { Laid } from './lay';
import type { Wish } from './labels';

export interface Tag {
  code: string;
  side: SideCode;
  /// The flagship's spot on the paper, and the head of the list she fights in.
  x: number;
  y: number;
  top: number | undefined;
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
    // A marker lies open from the reveal until headings are ordered anew.
    const speed = plan ?? (view.turn && !sealing ? squad.marker : undefined);
    if (!near && !sealed && !shown && speed === undefined) return [];
    return [
      {
        code,
        side: sideOf(code),
        x: flag.x,
        y: flag.y,
        top: flag.fights
          ? Math.min(...laid.filter((one) => one.ship.at === flag.ship.at).map((one) => one.y)) - 8
          : undefined,
        title: near ? squad.title : undefined,
        sealed,
        speed,
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

/// Round a ship of others no plate is taken for that of her squadron.
const ROUND = 34;

/// The room each of them wants: above its ship, in a close action on its own side of the list, and
/// nearer to its own than to any other ship.
export const wished = (tags: readonly Tag[], laid: readonly Laid[], k: number): (Wish & Point)[] =>
  tags.map(({ code, side, x, y, top, w, h }) => ({
    key: code,
    x,
    y,
    w,
    h,
    at:
      top === undefined
        ? { x: x * k + 13, y: (y - 26) * k - 8 - h / 2 }
        : { x: x * k + (side === 'A' ? -1 : 1) * (w / 2 - 6), y: (top - 26) * k - 8 - h / 2 },
    most: 150,
    shuns: laid
      .filter((one) => squadOf(one.code) !== code)
      .map((one) => ({
        x: one.x * k - ROUND,
        y: one.y * k - ROUND,
        w: 2 * ROUND,
        h: 2 * ROUND,
        weight: 0.2,
      })),
  }));
