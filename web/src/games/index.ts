/// Which games have a drawn table. Any other game in the catalog is played
/// through the plain one.
import type { Component } from 'svelte';
import type { TableModel } from '../state/table.svelte';

export interface TableProps {
  model: TableModel;
}

export interface ViewProps {
  /// Which game it is.
  game: string;
  /// The game's view at a moment.
  view: unknown;
  /// The board as text.
  board: string;
  /// Who looks: a seat's number, `spectator` or `umpire`.
  as: string;
  /// What was told at this moment.
  tells: readonly { d: Record<string, unknown> }[];
}

interface Game {
  table: () => Promise<{ default: Component<TableProps> }>;
  replay: () => Promise<{ default: Component<ViewProps> }>;
}

const drawn: Record<string, Game> = {
  naval_battle: {
    table: () => import('./naval_battle/Table.svelte'),
    replay: () => import('./naval_battle/Replay.svelte'),
  },
};

const plain: Game = {
  table: () => import('./plain/Table.svelte'),
  replay: () => import('./plain/Replay.svelte'),
};

/// How one click begins, where the game's own default asks for a hundred decisions before the first shot.
const first: Record<string, Record<string, string>> = { board_game: { scenario: 'SC-1' } };

export const firstOptions = (id: string): Record<string, string> => first[id] ?? {};
export const gameOf = (id: string): Game => drawn[id] ?? plain;
export const isDrawn = (id: string): boolean => id in drawn;
