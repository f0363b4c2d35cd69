/// What a game may bring to the client. Nothing outside a game's own folder
/// and the registry beside this file knows any of them by name.
import type { Component } from 'svelte';
import type { LessonPart, Preview, ScenarioInfo } from '../api/types';
import type { LessonModel } from '../state/lesson.svelte';
import type { TableModel } from '../state/table.svelte';
import type { TextId } from '../text';
import type { Editor } from './positions';

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
  /// The view before it and its number, where what happened is to be seen.
  before?: unknown;
  at?: number;
  /// What was told before it, as far as it is known by now.
  past?: readonly { n: number; tells: ViewProps['tells'] }[];
  /// Is it still being shown? Then the next one waits.
  onplaying?: (playing: boolean) => void;
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
  /// Enough learned: a game for real.
  real?: () => void;
}

export interface MapProps {
  /// What a spectator sees before the first action.
  view: unknown;
}

/// What New game and the rules say beside the server's words; loaded with those pages.
export interface About {
  /// Options that are chosen at a glance, with a sentence for each value: `{ level: { captain: '…' } }`.
  options?: Record<string, Record<string, string>>;
  /// What an option of "More options" changes, in a sentence.
  hints?: Record<string, string>;
  /// About how long a scenario takes, in minutes, shortest and longest.
  minutes?: Record<string, readonly [number, number]>;
  /// Whose seats they are in a scenario, where the rules' names alone do not tell.
  seats?: (scenario: string) => readonly string[];
  /// What the short words of its clauses mean.
  signs?: string;
}

export interface BriefProps {
  /// The scenario's id.
  id: string;
}

export interface ChooseProps {
  game: string;
  /// The option that is chosen, what it is now, and what else is chosen on the page.
  option: string;
  value: string;
  options: Record<string, unknown>;
  onchoose: (value: string) => void;
}

export interface GuideProps {
  id: string;
  /// The game's name.
  title: string;
}

export interface ScenarioProps {
  game: string;
  scenario: ScenarioInfo;
  /// How it begins.
  seen: Preview;
}

/// Fleets whose flags have colours of their own.
export type FlagLook = 'white' | 'red';

export interface Game {
  table: () => Promise<{ default: Component<TableProps> }>;
  replay: () => Promise<{ default: Component<ViewProps> }>;
  lesson: () => Promise<{ default: Component<LessonProps> }>;
  /// How its positions are set up on its board.
  editor?: () => Promise<{ default: Editor }>;
  /// The game told in ten minutes.
  guide?: () => Promise<{ default: Component<GuideProps> }>;
  /// A scenario told on a page of its own.
  scenario?: () => Promise<{ default: Component<ScenarioProps> }>;
  /// Its roster, to be browsed without a game.
  fleets?: () => Promise<{ default: Component }>;
  /// A small map of how a scenario begins, for its card in New game.
  map?: () => Promise<{ default: Component<MapProps> }>;
  /// What New game says of its scenarios and levels.
  about?: () => Promise<{ default: About }>;
  /// A scenario at a glance, on its card in New game: map, sides, length, how even it is. Nothing in it
  /// can be pressed: the whole card is the choice.
  brief?: () => Promise<{ default: Component<BriefProps> }>;
  /// Options that are more than a field, each chosen on a page over the page of a new game.
  choose?: {
    options: readonly string[];
    page: () => Promise<{ default: Component<ChooseProps> }>;
  };
  /// The picture on its card; the compass rose if it has none.
  scene?: Component;
  /// Does its table draw everything itself, so that the board is never wanted as text?
  drawn?: boolean;
  /// Has nobody a secret in a game with these options? Then people at one screen hand over
  /// without covering the board.
  open?: (options: Record<string, unknown>) => boolean;
  /// Is nothing hidden any more when it ends? Then the end does not speak of it.
  bared?: boolean;
  /// Do its ships lie in order before the first turn? Then its replay opens there.
  arrayed?: boolean;
  /// What the dice of a side counted for, where they show signs: `{n} stars, {expected} on average`.
  luck?: TextId;
  /// The flag of the seat with this code.
  flag?: (code: string) => FlagLook | undefined;
  /// What a die of its own shows instead of a number.
  face?: (faces: number, value: number) => string | undefined;
  /// That die, drawn.
  die?: () => Promise<{ default: Component<{ face: never; size?: number }> }>;
  /// How it ended, in the game's own figures, for the dialog at the end.
  outcome?: () => Promise<{ default: Component<{ view: unknown }> }>;
  /// How a line of the log reads where dice are drawn beside it, and which are drawn though they were
  /// not rolled then.
  /// `me` is the code of the seat that reads.
  told?: (
    tell: { s?: string; d: Record<string, unknown> },
    me?: string,
  ) => {
    says: string;
    shows?: readonly string[];
    /// The words tell what was rolled: no dice are drawn beside them.
    told?: boolean;
  };
  /// The line of a moment that tells most, for the list in the replay; else the first is taken. Less than
  /// nothing where nothing happens that could be seen: such a moment is passed over.
  headline?: (tells: readonly { d: Record<string, unknown> }[]) => number;
  /// Kinds of events that are all named there, however many there are of one in a moment.
  every?: readonly string[];
  /// Is it news that one wants to find again in a long list?
  great?: (tell: { d: Record<string, unknown> }) => boolean;
  /// What a kind of event is in the list of moments: somebody was hit, or something is lost.
  signs?: Readonly<Record<string, 'hit' | 'loss'>>;
  /// The phase a view stands in, by name, for headings in that list; what was told may say it too.
  phase?: () => Promise<{
    default: (
      view: unknown,
      tells: readonly { s?: string; d: Record<string, unknown> }[],
    ) => string | undefined;
  }>;
  /// An action in words, where the table tells no more of it than that it was done (sealed orders).
  deed?: () => Promise<{ default: (action: string, view: unknown) => string | undefined }>;
  /// Does it count rounds, not turns?
  rounds?: boolean;
  /// How one click begins, where the game's own default asks for many decisions before the first shot.
  first?: Record<string, string>;
  /// How so many play a side together, where the game lets them.
  teams?: (each: number) => Record<string, unknown>;
}
