/// Whom a newcomer meets.
import type { BotLevel } from '../api/types';

/// The weakest bot on offer. Levels come weakest first, and even the first of them plays to win.
export function weakest(bots: readonly BotLevel[]): string {
  return bots[0]?.id ?? 'random';
}
