/// What a moment of a battle is remembered by.

type Told = { d: Record<string, unknown> };

/// From the greatest news to the least. What is laid face down, or only agreed, is none.
const NEWS: readonly (readonly string[])[] = [
  ['over', 'conceded'],
  ['struck', 'prize', 'wrecked', 'flag lost'],
  ['boarded', 'contact', 'melee', 'arrived', 'withdrew'],
  ['collided', 'aground', 'paired'],
  ['fired'],
  ['card', 'wind', 'offer', 'fought on'],
  ['straggles', 'missed stays', 'tacked', 'conformed', 'cleared', 'floats', 'rejoined'],
  ['moved', 'grand moved', 'grand turned', 'placed', 'flag'],
  ['ordered', 'turned', 'speed', 'repaired'],
];
/// Lots that only say who is asked first: one sees it, and need not read it three times.
const LOTS = new Set(['order of headings', 'order of movement', 'order of light ships']);

/// What a line of the log says.
export const told = ({ s, d }: { s?: string; d: Record<string, unknown> }): { says: string } => ({
  says: d.kind === 'rolled' && LOTS.has(String(d.purpose)) ? '' : (s ?? ''),
});

const GREAT = new Set(NEWS.slice(0, 3).flat());

/// Which line tells most; less than nothing where nothing can be seen.
export function headline(tells: readonly Told[]): number {
  for (const kinds of NEWS) {
    const at = tells.findIndex(({ d }) => kinds.includes(String(d.kind)));
    if (at >= 0) return at;
  }
  return -1;
}

export const great = ({ d }: Told): boolean => GREAT.has(String(d.kind));
