/// What a game may bring to the client. Nothing outside a game's own folder
/// and the registry beside this file knows any of them by name.
import type { Component } from 'svelte';
import type { LessonPart } from '../api/types';
import type { LessonModel } from '../state/lesson.svelte';
import type { TableModel } from '../state/table.svelte';

export interface TableProps {
  model: TableModel;
}

export interface ViewProps {
  /// The game's view at a moment.
  view: unknown;
  /// The board as text.
  board: string;
  /// Who looks: a seat's number, `spectator` or `umpire`.
  as: string;
  /// What was told at this moment.
  tells: readonly { d: Record<string, unknown> }[];
}

export interface LessonProps {
  lesson: LessonModel;
  /// The lesson that the part belongs to, where it has several.
  title: string;
  about: string;
  part: LessonPart;
  /// Number of the part, from 1, and how many there are.
  n: number;
  all: number;
  again: () => void;
  next: () => void;
}

export interface GuideProps {
  id: string;
  /// The game's name.
  title: string;
}

/// Fleets whose flags have colours of their own.
export type FlagLook = 'white' | 'red';

export interface Game {
  table: () => Promise<{ default: Component<TableProps> }>;
  replay: () => Promise<{ default: Component<ViewProps> }>;
  lesson: () => Promise<{ default: Component<LessonProps> }>;
  /// The game told in ten minutes.
  guide?: () => Promise<{ default: Component<GuideProps> }>;
  /// Its roster, to be browsed without a game.
  fleets?: () => Promise<{ default: Component }>;
  /// The picture on its card; the compass rose if it has none.
  scene?: Component;
  /// Does its table draw everything itself, so that the board is never wanted as text?
  drawn?: boolean;
  /// Has nobody a secret in a game with these options? Then people at one screen hand over
  /// without covering the board.
  open?: (options: Record<string, unknown>) => boolean;
  /// The flag of the seat with this code.
  flag?: (code: string) => FlagLook | undefined;
  /// What a die of its own shows instead of a number.
  face?: (faces: number, value: number) => string | undefined;
  /// How one click begins, where the game's own default asks for many decisions before the first shot.
  first?: Record<string, string>;
}
