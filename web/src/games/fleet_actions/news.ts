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
