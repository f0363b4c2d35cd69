/// Answers that are always the same, kept in this browser.
import { keep, recall } from '../../state/prefs.svelte';

export interface Standing {
  move: boolean;
  repair: boolean;
  single: boolean;
  enter: boolean;
  flag: boolean;
  light: boolean;
  frigate: boolean;
}
const STANDING = 'admiralty.fleet.standing';
const FIRST: Standing = {
  move: true,
  repair: true,
  single: false,
  enter: false,
  flag: true,
  light: true,
  frigate: false,
};

export const known = (): Standing => ({ ...FIRST, ...recall<Partial<Standing>>(STANDING, {}) });

export function kept(standing: Standing): Standing {
  keep(STANDING, standing);
  return standing;
}
