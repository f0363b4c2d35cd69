/// What the board tells, in words: a phone has no room for the log beside it.
import type { Entry } from '../../state/table.svelte';

/// What is told elsewhere: whose phase it is, and the wind.
const DULL = new Set(['phase', 'turn', 'wind']);
/// What one has just done oneself.
const SEEN = new Set(['moved', 'sailed', 'drifted', 'turned']);
/// So many sentences, at most.
const MOST = 4;

const rolls = ({ tells }: Entry): boolean =>
  tells.some(({ d }) => d.kind === 'fired' || d.kind === 'rolled');

/// The moment that is being told; afterwards, in the own phase, what the own dice did, until something else is done.
export function tale(log: readonly Entry[], telling: number | undefined, mine: boolean): string {
  const own = log.findLastIndex((entry) => entry.own);
  const entry =
    telling !== undefined
      ? log.find(({ n }) => n === telling)
      : mine && own >= 0
        ? log.slice(own).find(rolls)
        : undefined;
  return (entry?.tells ?? [])
    .filter(({ d, s }) => {
      const kind = String(d.kind);
      return s && !DULL.has(kind) && !(entry?.own && SEEN.has(kind));
    })
    .map(({ s }) => s!.replace(/[.!]?$/, '.'))
    .slice(0, MOST)
    .join(' ');
}
