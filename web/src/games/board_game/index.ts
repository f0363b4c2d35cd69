/// What this game brings to the client; everything large is loaded when it is wanted.
import type { Game } from '../game';
import Scene from './Scene.svelte';

/// The six faces of the action die, in the order of the book.
const FACES = ['M', 'MF', 'AF', 'AD', 'TM', 'X'];

export const game: Game = {
  table: () => import('./Table.svelte'),
  replay: () => import('./Replay.svelte'),
  lesson: () => import('./Lesson.svelte'),
  guide: () => import('./Guide.svelte'),
  fleets: () => import('./Fleets.svelte'),
  drawn: true,
  scene: Scene,
  face: (faces, value) => (faces === FACES.length ? FACES[value - 1] : undefined),
  first: { scenario: 'SC-1' },
};
