/// Answers that are always the same, kept in this browser.
import { keep, recall } from '../../state/prefs.svelte';
import type { View } from './types';

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

/// Does the flagship lead those who are asked in the middle of their move?
export const led = ({ moving, ships }: View): boolean =>
  moving?.now?.movers.some((code) => ships[code]?.flagship) ?? false;

export const known = (): Standing => ({ ...FIRST, ...recall<Partial<Standing>>(STANDING, {}) });

export function kept(standing: Standing): Standing {
  keep(STANDING, standing);
  return standing;
}
