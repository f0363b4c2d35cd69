import { describe, expect, it } from 'vitest';
import { diceOf } from './dice';

const of = (d: Record<string, unknown>): unknown[] => diceOf({ d }).map((die) => die.value);

describe('the dice tray', () => {
  it('reads every way games tell of dice', () => {
    expect(of({ kind: 'fired', dice: [3, 5] })).toEqual([3, 5]);
    expect(diceOf({ d: { dice: [[20, 7]] } })).toEqual([{ faces: 20, value: 7 }]);
    expect(of({ kind: 'pool', dice: 'X AD M', n: 3 })).toEqual(['X', 'AD', 'M']);
    expect(of({ kind: 'dogfight', faces: ['AF', 'X'] })).toEqual(['AF', 'X']);
    expect(of({ kind: 'initiative', south: 'X', north: 'TM' })).toEqual(['X', 'TM']);
    expect(of({ kind: 'fired', die: 4, hit: false })).toEqual([4]);
    expect(diceOf({ d: { kind: 'rolled', die: 'd6', value: 2 } })).toEqual([
      { faces: 6, value: 2 },
    ]);
  });
  it('sees no dice where none fell', () => {
    expect(of({ kind: 'moved', die: 'M', from: 'a1' })).toEqual([]);
    expect(of({ kind: 'moved' })).toEqual([]);
  });
});
