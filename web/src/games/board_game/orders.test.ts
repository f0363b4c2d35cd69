/// Orders by pointing: what one more click on an enemy adds.
import { describe, expect, it } from 'vitest';
import { aim, laden, NONE, written } from './orders';
import type { Can } from './types';
import type { Face } from './view';

/// Main guns of two dice; what one and two of them do.
const guns = (one: object, two: object): Can => ({
  attacks: [
    {
      unit: 'S1',
      with: 'art1',
      most: 2,
      dice: 'AF AD X',
      targets: [{ unit: 'N1', does: [one, two] }],
    },
  ],
});
const HIT = { value: 3, armour: 2, tokens: 1, loses: 1 };
const TOKEN = { value: 3, armour: 3, tokens: 1 };
const POOL: Face[] = ['M', 'AF', 'AF'];

describe('a click on an enemy', () => {
  it('takes one die where one is enough, and a second to make sure', () => {
    const can = guns(HIT, { ...HIT, value: 6 });
    const once = aim(can, NONE, POOL, 'S1', 'N1')!;
    expect(written(once)).toBe('orders art S1 1 AF >N1');
    // Her armour may be more by a secret order: who wants to, puts a second die in.
    const twice = aim(can, once, POOL, 'S1', 'N1')!;
    expect(written(twice)).toBe('orders art S1 1 AF+AF >N1');
    expect(aim(can, twice, POOL, 'S1', 'N1')).toBeUndefined();
  });

  it('takes two dice at once where one would do less', () => {
    const can = guns(TOKEN, { ...HIT, armour: 3, value: 6 });
    expect(written(aim(can, NONE, POOL, 'S1', 'N1')!)).toBe('orders art S1 1 AF+AF >N1');
  });

  it('tells guns without room from dice that are gone', () => {
    const can = guns(HIT, { ...HIT, value: 6 });
    const pool: Face[] = [...POOL, 'AD'];
    const full = aim(can, aim(can, NONE, pool, 'S1', 'N1')!, pool, 'S1', 'N1')!;
    expect(laden(can, full, pool, 'S1')).toBe(true);
    expect(laden(can, full, POOL, 'S1')).toBe(false);
  });
});
