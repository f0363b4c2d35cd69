import { describe, expect, it } from 'vitest';
import type { MenuChoice } from '../api/types';
import { at, group, leaves, offers, placeOf, targetOf } from './tree';

const menu: MenuChoice[] = [
  {
    key: 'A',
    kind: 'unit',
    text: 'A',
    unit: 'A',
    place: 'c3',
    next: [
      { key: 'c4', kind: 'place', text: 'to c4', place: 'c4', to: 'A-c4' },
      {
        key: '>B',
        kind: 'target',
        text: 'at B',
        unit: 'B',
        place: 'd3',
        next: [
          { key: '1', kind: 'number', text: '1 gun', to: 'A1>B' },
          { key: '2', kind: 'number', text: '2 guns', to: 'A2>B' },
        ],
      },
    ],
  },
  { key: 'end', kind: 'kind', text: 'end', to: 'end' },
];

describe('a menu with what is behind it', () => {
  it('lists every complete action with its picks', () => {
    const all = leaves(menu);
    expect(all.map((leaf) => leaf.to)).toEqual(['A-c4', 'A1>B', 'A2>B', 'end']);
    expect(all[1]?.path.map((choice) => choice.key)).toEqual(['A', '>B', '1']);
  });

  it('knows what an action points at', () => {
    const all = leaves(menu);
    expect(all.map(placeOf)).toEqual(['c4', 'd3', 'd3', undefined]);
    expect(all.map(targetOf)).toEqual([undefined, 'B', 'B', undefined]);
    expect([...group(all, targetOf)].map(([unit, list]) => [unit, list.length])).toEqual([
      ['B', 2],
    ]);
  });

  it('finds what lies behind keys, and actions anywhere', () => {
    expect(at(menu, ['A', '>B'])?.next).toHaveLength(2);
    expect(at(menu, ['A', '>C'])).toBeUndefined();
    expect(offers(menu, 'A2>B')).toBe(true);
    expect(offers(menu, 'A3>B')).toBe(false);
  });
});
