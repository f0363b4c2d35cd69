/// The first lesson: five positions, each with a goal that the real rules judge.

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
const lost = (events: readonly Seen[]): boolean => events.some((event) => event.kind === 'removed' && event.by === 'R');
const ended = (events: readonly Seen[]): boolean => events.some((event) => event.kind === 'turn_ended' || event.kind === 'over');

/// A goal of one turn: what must have happened when it ends.
const oneTurn = (goal: (events: readonly Seen[]) => boolean): Pick<Lesson, 'done' | 'missed'> => ({
  done: (events) => ended(events) && goal(events),
  missed: (events) => ended(events) && !goal(events),
});

export const LESSONS: readonly Lesson[] = [
  {
    title: 'A fair fight',
    text: 'White pieces are yours. Ships step one square in any direction and may attack a neighbour: both ranks are called, the higher one survives. You already know two enemy ships: a Destroyer on d6 and a Helicopter Carrier on e6.',
    goal: 'Sink the Destroyer with your Cruiser.',
    hint: 'Click the Cruiser on d5, then the Destroyer on d6. A 4 beats a 3, but not a 5.',
    position: 'W:Aa1,4d5,1a2 R:Ah10,3d6,5e6,1h9 T:W known:d6,e6',
    ...oneTurn((events) => took(events, '3') && !lost(events)),
  },
  {
    title: 'Mines and Sweepers',
    text: 'A Mine never moves. It sinks every ship that attacks or jumps it, whatever its rank. Only a Mine Sweeper clears it.',
    goal: 'Clear the Mine on d8.',
    hint: 'The Sweeper on d7 may attack the Mine. The Helicopter Carrier would be lost.',
    position: 'W:Aa1,Sd7,5e7 R:Ah10,Md8,2b9 T:W known:d8',
    ...oneTurn((events) => took(events, 'M') && !lost(events)),
  },
  {
    title: 'The jump',
    text: 'A ship may also jump over a neighbour in a straight line, if the square behind it is free. The jumped piece is lost, whatever its rank, and your own piece stays secret.',
    goal: 'Sink the Aircraft Carrier on d6 with your Submarine.',
    hint: 'An attack would fail: 1 against 6. Jump over it: click the Submarine, then d7.',
    position: 'W:Aa1,1d5 R:Ah10,6d6,2h9 T:W known:d6',
    ...oneTurn((events) => took(events, '6') && !lost(events)),
  },
  {
    title: 'Hop on, or stop',
    text: 'After a jump you may jump on with the same ship, as long as you like. After each hop you decide anew. A Mine in the way sinks the jumper, but what it has captured stays captured.',
    goal: 'Capture the piece on d6, then stop before the Mine on d8.',
    hint: 'Jump to d7. Then press “Stop here”.',
    position: 'W:Ah1,4d5,1a4 R:Aa10,2d6,Md8,3e9,1h8 T:W known:d8',
    ...oneTurn((events) => took(events, '2') && !lost(events) && events.some((event) => event.kind === 'stopped')),
  },
  {
    title: 'The Admiral',
    text: 'Both Admirals are always visible. Whoever destroys the enemy Admiral wins at once. In attack the Admiral beats every ship, but any ship that attacks or jumps him sinks him.',
    goal: 'Win this turn.',
    hint: 'Jump from e7 over f7 to g7. From there the Admiral on g8 is next to you, with free water behind him.',
    position: 'W:Aa1,2e7,6a4 R:Ag8,3f7,4h10,2c9 T:W moved:f7',
    done: (events) => events.some((event) => event.kind === 'over' && event.winner === 'W'),
    missed: (events) => ended(events) && !events.some((event) => event.kind === 'over' && event.winner === 'W'),
  },
];
