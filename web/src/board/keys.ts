/// What a key means on a board.
import type { Way } from './geometry';

export type Command =
  | { kind: 'go'; way: Way }
  | { kind: 'pan'; way: Way }
  | { kind: 'pick' }
  | { kind: 'back' }
  | { kind: 'zoom'; factor: number }
  | { kind: 'fit' }
  | { kind: 'marked'; step: 1 | -1 }
  | { kind: 'why' };

const WAYS: Record<string, Way> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

export interface Pressed {
  key: string;
  shiftKey?: boolean;
  ctrlKey?: boolean;
  metaKey?: boolean;
  altKey?: boolean;
}

/// The command of a key, or nothing: then the browser may have it.
export function command(pressed: Pressed): Command | undefined {
  if (pressed.ctrlKey || pressed.metaKey || pressed.altKey) return undefined;
  const way = WAYS[pressed.key];
  if (way) return pressed.shiftKey ? { kind: 'pan', way } : { kind: 'go', way };
  switch (pressed.key) {
    case 'Enter':
    case ' ':
      return { kind: 'pick' };
    case 'Escape':
    case 'Backspace':
      return { kind: 'back' };
    case '+':
    case '=':
      return { kind: 'zoom', factor: 1.25 };
    case '-':
      return { kind: 'zoom', factor: 0.8 };
    case '0':
      return { kind: 'fit' };
    case 'n':
      return { kind: 'marked', step: 1 };
    case 'p':
      return { kind: 'marked', step: -1 };
    case '?':
      return { kind: 'why' };
    default:
      return undefined;
  }
}
