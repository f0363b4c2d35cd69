/// What this game brings to the client; everything large is loaded when it is wanted.
import type { Game } from '../game';
import Scene from './Scene.svelte';

export const game: Game = {
  table: () => import('./Table.svelte'),
  replay: () => import('./Replay.svelte'),
  lesson: () => import('./Lesson.svelte'),
  guide: () => import('./Guide.svelte'),
  map: () => import('./Map.svelte'),
  about: () => import('./about'),
  outcome: () => import('./Outcome.svelte'),
  scene: Scene,
  drawn: true,
  // Two small ships each, gold to fetch and no storms: the gentlest.
  first: { scenario: 'treasures', wind_profile: 'gentle' },
  // Secret are mines, the pirates' treasure maps and offers of an alliance.
  open: (options) =>
    options.mines !== true &&
    options.scenario !== 'jolly' &&
    (options.temporary_alliances ?? 'off') === 'off',
};
