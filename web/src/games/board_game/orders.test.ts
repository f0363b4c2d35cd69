/// Orders by pointing: what one more click on an enemy adds, and what a strike is said to do.
import { describe, expect, it } from 'vitest';
import { aim, laden, NONE, written } from './orders';
import { raidsOf } from './raids';
import type { Can, Does, Prey, StrikePlan } from './types';
import type { Face, View } from './view';

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
    expect(laden(can, full, pool, 'S1', 'N1')).toEqual([{ weapon: can.attacks![0] }]);
    expect(laden(can, full, POOL, 'S1', 'N1')).toEqual([]);
  });

  it('knows the guns that have room, but fire at somebody else', () => {
    const can = guns(HIT, { ...HIT, value: 6 });
    can.attacks![0]!.targets.push({ unit: 'N2', does: [HIT, HIT] });
    const laid = aim(can, NONE, POOL, 'S1', 'N2')!;
    expect(aim(can, laid, POOL, 'S1', 'N1')).toBeUndefined();
    expect(laden(can, laid, POOL, 'S1', 'N1')).toEqual([{ weapon: can.attacks![0], other: 'N2' }]);
  });
});

describe('a strike', () => {
  const prey = (does: Does[], flak: number): Prey => ({
    unit: 'N1',
    from: [{ at: 'c8', flak }],
    does,
    screens: 1,
  });
  const one = { tokens: 1, loses: 1 };
  const bombs = prey(
    [
      { value: 2, armour: 3 },
      { value: 4, armour: 3, tokens: 1, loses: 1 },
    ],
    3,
  );
  const plan: StrikePlan = {
    most: 3,
    placed: false,
    planes: [
      { plane: 'D1', targets: [bombs] },
      { plane: 'D2', targets: [bombs] },
      { plane: 'T1', targets: [prey([one], 2)] },
    ],
  };
  const view = { units: { N1: { sp: 2, print: { name: 'Akagi' } } } } as unknown as View;

  it('is told target by target before it flies', () => {
    const sent = (...planes: string[]) => planes.map((plane) => ({ plane, unit: 'N1' }));
    expect(raidsOf(view, plan, sent('D1'))[0]).toMatch(
      /Akagi, if none falls: 1 dive bomber: no effect: 2 aga/,
    );
    const [all] = raidsOf(view, plan, sent('D1', 'D2', 'T1'));
    expect(all).toContain('2 dive bombers: hit and critical: 4 against armour 3');
    expect(all).toContain('1 torpedo bomber: 1 hit');
    // Neither kind alone is enough; the bombers of a square meet its flak once.
    expect(all).toContain('Together they sink Akagi.');
    expect(all).toContain('A fighter screens her and fights first. Flak rolls 5 dice: ');
  });
});
