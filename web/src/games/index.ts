/// The registry: every game the client knows. A game of the catalog that is
/// not here is played through the plain table.
import { game as boardGame } from './board_game';
import { game as fleetActions } from './fleet_actions';
import type { FlagLook, Game } from './game';
import { game as navalBattle } from './naval_battle';
import { game as sailEpoch } from './sail_epoch';

const games: Record<string, Game> = {
  naval_battle: navalBattle,
  sail_epoch: sailEpoch,
  board_game: boardGame,
  fleet_actions: fleetActions,
};

const plain: Game = {
  table: () => import('./plain/Table.svelte'),
  replay: () => import('./plain/Replay.svelte'),
  lesson: () => import('./plain/Lesson.svelte'),
};

export const gameOf = (id: string): Game => games[id] ?? plain;
/// The sign on a seat's flag: the number where players are numbered, else the first letter.
export const signOf = (code: string): string => /^P(\d)$/.exec(code)?.[1] ?? code.slice(0, 1);
/// The look of a seat's flag.
export const flagOf = (id: string, code: string): FlagLook | undefined => gameOf(id).flag?.(code);
