/// Whom a newcomer meets.
import type { BotLevel } from '../api/types';

/// The weakest bot that plays to win. Levels come weakest first, and the first
/// of them does anything at all; it is met only where nothing else is weaker
/// than the best.
export function weakest(bots: readonly BotLevel[]): string {
  const met = bots.length > 2 ? bots[1] : bots[0];
  return met?.id ?? 'random';
}
