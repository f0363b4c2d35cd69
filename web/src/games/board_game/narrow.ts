/// What the screen is like, where that decides what is drawn and said.
import { MediaQuery } from 'svelte/reactivity';

/// No room for the fleets beside the board: what is not seen is not drawn either.
export const narrow = new MediaQuery('(max-width: 1100px)');

/// A finger points at no part of a square; on a screen as small as a phone's a mouse hardly does.
export const touch = new MediaQuery('(pointer: coarse), (max-width: 640px)');

/// The line over the board has no room for what the battle pays.
export const phone = new MediaQuery('(max-width: 640px)');
