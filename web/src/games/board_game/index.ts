/// What this game brings to the client; everything large is loaded when it is wanted.
import type { Game } from '../game';
import Scene from './Scene.svelte';

/// The six faces of the action die, in the order of the book.
const FACES = ['M', 'MF', 'AF', 'AD', 'TM', 'X'];

/// Of the dice for the initiative only the stars count.
const stars = (faces: string): string =>
  '★'.repeat(faces.split(' ').filter((face) => face === 'X').length) || 'none';

/// A line of the log without the letters of dice that are drawn behind it, and with names instead of
/// handles. What goes without saying is not said.
function told(tell: { s?: string; d: Record<string, unknown> }) {
  const { d } = tell;
  const s = (tell.s ?? '').replace(/\b[SN]\d+ (?:is )?(?=[A-Z])/g, '');
  switch (d.kind) {
    case 'ready':
      return { says: '' };
    case 'passed':
      return { says: d.stands_down ? s : '' };
    case 'boats':
      return { says: d.n ? s : '' };
    case 'moved':
      return { says: s.replace(/ \(die \w+\)$/, ''), shows: [String(d.die)] };
    case 'pool':
      return { says: s.replace(/ rolls .*/, ' rolls') };
    // The dice of both sides in one row would not say whose they are.
    case 'initiative':
      return {
        says: s.replace(
          /: South (.*), North (.*): /,
          (_, south: string, north: string) =>
            ` by stars: South ${stars(south)}, North ${stars(north)}: `,
        ),
        told: true,
      };
    case 'flak':
      return { says: s.replace(/: [MFADTX ]+, /, ': ') };
    case 'dogfight':
    case 'interception':
    case 'charged':
      return { says: s.replace(/ \((M|MF|AF|AD|TM|X)\)/g, '') };
    default:
      return { says: s };
  }
}

/// A ship sunk is the news of a moment, then one that was hit, then who won the initiative, however often
/// it was rolled for.
const NEWS: ((d: Record<string, unknown>) => boolean)[] = [
  (d) => d.kind === 'sunk',
  (d) => d.kind === 'damaged',
  (d) => d.kind === 'ordered',
  (d) => d.kind === 'initiative' && !!d.winner,
  (d) => d.kind === 'round',
];
const headline = (tells: readonly { d: Record<string, unknown> }[]): number =>
  NEWS.map((news) => tells.findIndex(({ d }) => news(d))).find((at) => at >= 0) ?? 0;

export const game: Game = {
  table: () => import('./Table.svelte'),
  replay: () => import('./Replay.svelte'),
  lesson: () => import('./Lesson.svelte'),
  editor: () => import('./editor'),
  guide: () => import('./Guide.svelte'),
  fleets: () => import('./Fleets.svelte'),
  about: () => import('./about'),
  brief: () => import('./Brief.svelte'),
  choose: { options: ['south', 'north'], page: () => import('./Choose.svelte') },
  drawn: true,
  scene: Scene,
  face: (faces, value) => (faces === FACES.length ? FACES[value - 1] : undefined),
  die: () => import('./Die.svelte'),
  outcome: () => import('./Outcome.svelte'),
  bared: true,
  luck: 'end.luckStars',
  told,
  headline,
  every: ['sunk', 'damaged'],
  rounds: true,
  first: { scenario: 'SC-1' },
  signs: {
    damaged: 'hit',
    token: 'hit',
    'shot-down': 'loss',
    ditched: 'loss',
    sunk: 'loss',
  },
  phase: () => import('./phase'),
  deed: () => import('./deed'),
};
