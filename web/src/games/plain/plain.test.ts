import { describe, expect, it } from 'vitest';
import { facts, mapColumns, runs, unitsOf } from './plain';

describe('the plain table', () => {
  it('finds units in the text board, whole words only', () => {
    const found = runs('8 .  S1v  S12^\nS1 Perth, FR1@G10', ['S1', 'S12', 'FR1']);
    expect(found.filter((run) => run.unit).map((run) => run.unit)).toEqual([
      'S1',
      'S12',
      'S1',
      'FR1',
    ]);
    expect(found.map((run) => run.text).join('')).toBe('8 .  S1v  S12^\nS1 Perth, FR1@G10');
    expect(runs('A1@1407 NE', ['A1', 'A1@1407'])[0]).toEqual({ text: 'A1@1407', unit: 'A1@1407' });
    expect(runs('nothing', [])).toEqual([{ text: 'nothing' }]);
  });

  it('measures the map, not the long lines below it', () => {
    expect(mapColumns(`${'x'.repeat(40)}\n${'y'.repeat(300)}`)).toBe(40);
    expect(mapColumns('x')).toBe(24);
  });

  it('tells what the view says about a unit', () => {
    const view = {
      ships: {
        FR1: {
          owner: 'P1',
          space: 'G10',
          aground: false,
          print: {
            name: 'Chicago',
            sp: 4,
            art1: { value: 3, range: 4 },
            features: ['MOVE'],
            deep: {},
          },
        },
      },
      strengths: { FR1: [7, 7, 3] },
      groups: [{ unit: 'A1@1407', heading: 'NE', ships: ['A1.3'] }],
    };
    expect(facts(view, 'FR1')).toEqual([
      ['owner', 'P1'],
      ['space', 'G10'],
      ['name', 'Chicago'],
      ['sp', '4'],
      ['art1', 'value 3, range 4'],
      ['features', 'MOVE'],
      ['strengths', '7, 7, 3'],
    ]);
    expect(facts(view, 'A1@1407')).toEqual([
      ['unit', 'A1@1407'],
      ['heading', 'NE'],
      ['ships', 'A1.3'],
    ]);
    expect(facts(view, 'nobody')).toEqual([]);
    expect(facts(null, 'FR1')).toEqual([]);
    expect(unitsOf(view)).toEqual(['FR1', 'A1@1407']);
  });
});
