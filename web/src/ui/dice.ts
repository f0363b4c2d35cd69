/// The dice that were rolled, as the server tells them with each event.
import type { Tell } from '../api/types';
import type { Game } from '../games/game';

export interface Die {
  faces: number;
  /// Its number, or the symbol of the game's own dice.
  shows: number | string;
}

/// The dice of one event, in the order they fell.
export const diceOf = (tell: Pick<Tell, 'r'>, game: Pick<Game, 'face'>): Die[] =>
  (tell.r ?? []).map(([faces, value]) => ({ faces, shows: game.face?.(faces, value) ?? value }));
