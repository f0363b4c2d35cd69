/// The first lesson: five positions, each with a goal that the real rules judge.
import { t } from '../../text';

export interface Seen {
  kind?: unknown;
  type?: unknown;
  by?: unknown;
  token?: unknown;
  winner?: unknown;
}

export interface Lesson {
  title: string;
  text: string;
  goal: string;
  hint: string;
  /// In the notation of positions.
  position: string;
  /// Is the goal reached by what has happened so far?
  done(events: readonly Seen[]): boolean;
  /// Can it no longer be reached?
  missed(events: readonly Seen[]): boolean;
}

const took = (events: readonly Seen[], type: string): boolean =>
  events.some((event) => event.kind === 'removed' && event.by === 'W' && event.type === type);
const lost = (events: readonly Seen[]): boolean =>
  events.some((event) => event.kind === 'removed' && event.by === 'R');
const ended = (events: readonly Seen[]): boolean =>
  events.some((event) => event.kind === 'turn_ended' || event.kind === 'over');

/// A goal of one turn: what must have happened when it ends.
const oneTurn = (goal: (events: readonly Seen[]) => boolean): Pick<Lesson, 'done' | 'missed'> => ({
  done: (events) => ended(events) && goal(events),
  missed: (events) => ended(events) && !goal(events),
});

const words = (n: 1 | 2 | 3 | 4 | 5): Pick<Lesson, 'title' | 'text' | 'goal' | 'hint'> => ({
  title: t(`naval_battle.lesson${n}.title`),
  text: t(`naval_battle.lesson${n}.text`),
  goal: t(`naval_battle.lesson${n}.goal`),
  hint: t(`naval_battle.lesson${n}.hint`),
});

export const LESSONS: readonly Lesson[] = [
  {
    ...words(1),
    position: 'W:Aa1,4d5,1a2 R:Ah10,3d6,5e6,1h9 T:W known:d6,e6',
    ...oneTurn((events) => took(events, '3') && !lost(events)),
  },
  {
    ...words(2),
    position: 'W:Aa1,Sd7,5e7 R:Ah10,Md8,2b9 T:W known:d8',
    ...oneTurn((events) => took(events, 'M') && !lost(events)),
  },
  {
    ...words(3),
    position: 'W:Aa1,1d5 R:Ah10,6d6,2h9 T:W known:d6',
    ...oneTurn((events) => took(events, '6') && !lost(events)),
  },
  {
    ...words(4),
    position: 'W:Ah1,4d5,1a4 R:Aa10,2d6,Md8,3e9,1h8 T:W known:d8',
    ...oneTurn(
      (events) =>
        took(events, '2') && !lost(events) && events.some((event) => event.kind === 'stopped'),
    ),
  },
  {
    ...words(5),
    position: 'W:Aa1,2e7,6a4 R:Ag8,3f7,4h10,2c9 T:W moved:f7',
    done: (events) => events.some((event) => event.kind === 'over' && event.winner === 'W'),
    missed: (events) =>
      ended(events) && !events.some((event) => event.kind === 'over' && event.winner === 'W'),
  },
];
