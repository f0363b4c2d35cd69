/// What this game brings to the client; everything large is loaded when it is wanted.
import type { Game } from '../game';
import { great, headline, told } from './news';
import Scene from './Scene.svelte';

export const game: Game = {
  table: () => import('./Table.svelte'),
  replay: () => import('./Replay.svelte'),
  lesson: () => import('./Lesson.svelte'),
  editor: () => import('./editor'),
  scenario: () => import('./Scenario.svelte'),
  guide: () => import('./Guide.svelte'),
  about: () => import('./about'),
  outcome: () => import('./Outcome.svelte'),
  scene: Scene,
  drawn: true,
  bared: true,
  arrayed: true,
  headline,
  great,
  told,
  luck: 'end.luckGuns',
  first: { scenario: 'evolutions' },
  teams: () => ({ players: 'divisions' }),
  signs: {
    damaged: 'hit',
    collided: 'hit',
    struck: 'loss',
    prize: 'loss',
    wrecked: 'loss',
  },
  phase: () => import('./phase'),
};
