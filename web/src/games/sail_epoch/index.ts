/// What this game brings to the client; everything large is loaded when it is wanted.
import type { Game } from '../game';
import { t } from '../../text';
import Scene from './Scene.svelte';

export const game: Game = {
  table: () => import('./Table.svelte'),
  replay: () => import('./Replay.svelte'),
  lesson: () => import('./Lesson.svelte'),
  editor: () => import('./editor'),
  guide: () => import('./Guide.svelte'),
  map: () => import('./Map.svelte'),
  about: () => import('./about'),
  outcome: () => import('./Outcome.svelte'),
  scene: Scene,
  // Whose phase begins is told to whose it is.
  told: ({ s, d }, me) => ({
    says:
      d.kind === 'phase' && me !== undefined && d.seat === me ? t('table.yourPhase') : (s ?? ''),
  }),
  luck: 'end.luckHits',
  drawn: true,
  // Two small ships each, gold to fetch, no storms and hardly a calm: the gentlest.
  first: { scenario: 'treasures', wind_profile: 'fair' },
  teams: (each) => ({ players: 2 * each, variant: 'team' }),
  // Secret are mines, the pirates' treasure maps and offers of an alliance.
  open: (options) =>
    options.mines !== true &&
    options.scenario !== 'jolly' &&
    (options.temporary_alliances ?? 'off') === 'off',
  signs: {
    damaged: 'hit',
    'sails hit': 'hit',
    critical: 'hit',
    battered: 'hit',
    sunk: 'loss',
    exploded: 'loss',
    captured: 'loss',
    destroyed: 'loss',
    'fort taken': 'loss',
    eliminated: 'loss',
  },
  phase: () => import('./phase'),
};
