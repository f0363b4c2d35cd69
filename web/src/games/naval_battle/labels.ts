/// How pieces and squares of Naval Battle are called.
import { t, tOr } from './text';
import type { SideCode, Token, View } from './view';

export const pieceName = (type: string): string => tOr(`naval_battle.piece.${type}`, type);
export const sideName = (side: SideCode): string =>
  t(side === 'W' ? 'naval_battle.white' : 'naval_battle.red');

/// `Cruiser (4)`, `Mine`.
export const ranked = (type: string): string =>
  /\d/.test(type) ? `${pieceName(type)} ${type}` : pieceName(type);

/// A square with what stands there, as it is spoken.
export function spoken(
  view: View,
  piece: Token | undefined,
  side: SideCode | undefined,
  place: string,
): string {
  const at = place.toUpperCase();
  if (view.islands.includes(place)) return t('naval_battle.island', { at });
  if (!piece) return t('naval_battle.empty', { at });
  const mark = piece.mark ? `, ${t('naval_battle.marked', { mark: piece.mark })}` : '';
  if (side === undefined) {
    return piece.type
      ? t('naval_battle.side', { at, side: sideName(piece.side), piece: ranked(piece.type) })
      : t('naval_battle.sideHidden', { at, side: sideName(piece.side) });
  }
  if (piece.side === side) {
    return t(piece.known && piece.type !== 'A' ? 'naval_battle.ownKnown' : 'naval_battle.own', {
      at,
      piece: ranked(piece.type ?? '?'),
    });
  }
  if (piece.type) return t('naval_battle.theirs', { at, piece: ranked(piece.type) }) + mark;
  return t(piece.moved ? 'naval_battle.hiddenMoved' : 'naval_battle.hidden', { at }) + mark;
}
