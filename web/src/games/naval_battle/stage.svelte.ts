/// How a story of Naval Battle is played: its events as beats on the board.
import { Playback, type Beat, type Conduct, type Script } from '../../board/playback.svelte';
import { read, type SideCode, type Token } from './view';

export interface Shown extends Token {
  /// On its way off the board.
  gone?: boolean;
  /// In the air over another piece.
  hopping?: boolean;
}

export interface Effect {
  kind: 'flash' | 'splash' | 'call' | 'verdict';
  at: string;
  /// Where guns point.
  to?: string;
  text?: string;
  side?: SideCode;
}

const MS = { move: 340, hop: 520, attack: 420, reveal: 700, combat: 520, remove: 420 } as const;

const FRAME = 34;

type Scene = readonly Shown[];

const change = (shown: Scene, token: unknown, how: Partial<Shown>): Scene =>
  shown.map((one) => (one.token === token ? { ...one, ...how } : one));

/// The events of the game as beats.
const script: Script<Scene, Effect> = {
  scene: (view) => read(view)?.tokens ?? [],
  beats: ({ d }) => beats(d),
};

function beats(event: Record<string, unknown>): Beat<Scene, Effect>[] {
  const text = (key: string): string => String(event[key] ?? '');
  const token = text('token');
  const way = [text('from'), text('to')];
  switch (event.kind) {
    case 'moved':
      return [
        {
          ms: MS.move,
          at: way,
          show: (now) => change(now, token, { at: text('to'), moved: true }),
        },
      ];
    case 'hopped':
      return [
        // Drawn last it goes over the other piece; a frame before, or it would not glide.
        {
          ms: FRAME,
          more: true,
          show: (now) => [
            ...now.filter((one) => one.token !== token),
            ...now.filter((one) => one.token === token),
          ],
        },
        {
          ms: MS.hop,
          at: way,
          show: (now) => change(now, token, { at: text('to'), hopping: true, moved: true }),
        },
        { ms: 0, more: true, show: (now) => change(now, token, { hopping: false }) },
      ];
    case 'attack':
      return [{ ms: MS.attack, at: way, effects: [{ kind: 'flash', at: way[0]!, to: way[1]! }] }];
    case 'revealed':
      return [
        {
          ms: MS.reveal,
          more: true,
          show: (now) => change(now, token, { type: text('type') }),
          effects: (now) => called(now, token, text('type')),
        },
      ];
    case 'combat':
      return [
        {
          ms: MS.combat,
          more: true,
          effects: (_now, [, at]) => (at ? [{ kind: 'verdict', at, text: text('result') }] : []),
        },
      ];
    case 'removed':
      return [
        {
          ms: MS.remove,
          more: true,
          show: (now) => change(now, token, { gone: true, type: text('type') }),
          effects: (now) => at(now, token).map((place) => ({ kind: 'splash', at: place })),
        },
        { ms: 0, more: true, show: (now) => now.filter((one) => one.token !== token) },
      ];
    default:
      return [];
  }
}

/// Where a piece stands, if it still does.
const at = (shown: Scene, token: string): string[] =>
  shown.flatMap((one) => (one.token === token ? [one.at] : []));

/// Its rank is called where it stands.
const called = (shown: Scene, token: string, type: string): Effect[] =>
  at(shown, token).map((place) => ({
    kind: 'call',
    at: place,
    text: type,
    side: token.startsWith('W') ? 'W' : 'R',
  }));

export class Stage extends Playback<Scene, Effect> {
  constructor(conduct: Conduct = {}) {
    super(script, conduct);
  }
}
