/// What this game brings to the client; everything large is loaded when it is wanted.
import type { Game } from '../game';
import Scene from './Scene.svelte';

export const game: Game = {
  table: () => import('./Table.svelte'),
  replay: () => import('./Replay.svelte'),
  lesson: () => import('./Lesson.svelte'),
  editor: () => import('./editor'),
  guide: () => import('./Guide.svelte'),
  scene: Scene,
  drawn: true,
  flag: (code) => (code.startsWith('W') ? 'white' : 'red'),
  signs: { combat: 'hit', removed: 'loss' },
};
