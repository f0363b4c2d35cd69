import { describe, expect, it } from 'vitest';
import type { Entry } from '../../state/table.svelte';
import { inNames } from './labels';
import { newsOf } from './losses';
import type { View } from './view';

const unit = (name: string, status = 'afloat') => ({ status, print: { name } });
const view = {
  units: { S1: unit('Chicago'), N2: unit('Yudachi', 'sunk'), N12: unit('Kirishima') },
} as unknown as View;

describe('what people read', () => {
  it('has names where the rules have codes', () => {
    expect(
      inNames(
        view,
        'S1 cannot see N12: the line of sight passes between f4 and e5, and both are blocked',
      ),
    ).toBe(
      'Chicago cannot see Kirishima: the line of sight passes between f4 and e5, and both are blocked',
    );
    expect(inNames(view, 'EVADE of S1 has been activated this round')).toBe(
      'Evasive course of Chicago has been activated this round',
    );
    expect(inNames(view, 'a die MF does not show Artillery')).toBe(
      'a die of movement and anti-aircraft does not show Artillery',
    );
    // Whom nobody knows by name keeps the handle, and squadrons have no other.
    expect(inNames(view, 'there is no unit S9')).toBe('there is no unit S9');
    expect(inNames(view, 'T1 cannot attack from a1')).toBe('T1 cannot attack from a1');
    expect(inNames(undefined, 'S1 is sunk')).toBe('S1 is sunk');
  });

  it('is told at the beginning of a round what the last one cost, and no other', () => {
    const entry = (n: number, ...events: Record<string, unknown>[]): Entry =>
      ({ n, tells: events.map((d) => ({ d })) }) as unknown as Entry;
    const first = [
      entry(1, { kind: 'round', round: 1 }),
      entry(2, { kind: 'sunk', unit: 'N2' }, { kind: 'token', unit: 'S1', feature: 'MOVE' }),
      entry(3, { kind: 'round-over', round: 1 }, { kind: 'round', round: 2 }),
    ];
    expect(newsOf(view, first.slice(0, 2))).toBeUndefined();
    expect(newsOf(view, first)).toBe('Last round: Yudachi sunk; out of action: Chicago (engines).');
    expect(newsOf(view, [...first, entry(4, { kind: 'round', round: 3 })])).toBeUndefined();
  });
});
