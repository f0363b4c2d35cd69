import { describe, expect, it } from 'vitest';
import { drafted } from '../plain/chart';
import { chart } from './chart';

describe('the plotting table', () => {
  it('read the Board Game: North looks from the other side', () => {
    const view = {
      scenery: 'f4=IS a5=FG',
      smoke: 'b2',
      units: {
        S1: { at: 'd2', heading: 'N', side: 'S', sp: 4, print: { type: 'CA' } },
        N1: { status: 'waiting', side: 'N' },
      },
    };
    const south = chart(view, 0)!;
    const north = chart(view, 1)!;
    expect(south.counters).toHaveLength(1);
    expect([south.counters[0]?.heading, north.counters[0]?.heading]).toEqual([0, 180]);
    expect(south.geometry.centre('d2').y).toBeGreaterThan(north.geometry.centre('d2').y);
    expect([...south.ground]).toEqual([
      ['f4', 'land'],
      ['a5', 'fog'],
      ['b2', 'smoke'],
    ]);
  });

  it('show what a draft has laid out', () => {
    const view = {
      units: {
        S1: { at: 'd2', heading: 'N', side: 'S', sp: 4, print: { type: 'CA' } },
        S2: { status: 'waiting', side: 'S', print: { type: 'DD' } },
      },
    };
    const drawn = chart(view, 0)!;
    const pick = (kind: string, key: string, more: object = {}) => ({ kind, key, ...more });
    expect(
      drafted(drawn, [
        pick('unit', 'S2', { unit: 'S2' }),
        pick('place', 'c1', { place: 'c1' }),
        pick('heading', 'E'),
      ]),
    ).toMatchObject([{ id: 'S2', at: 'c1', heading: 90, look: 'destroyer', faint: true }]);
    // A unit that was only picked stays where it is; a step takes it along.
    expect(drafted(drawn, [pick('unit', 'S1', { unit: 'S1', place: 'd2' })])).toEqual([]);
    expect(
      drafted(drawn, [
        pick('unit', 'S1', { unit: 'S1', place: 'd2' }),
        pick('die', 'M'),
        pick('step', 'd3', { place: 'd3' }),
        pick('step', 'd4', { place: 'd4' }),
      ]),
    ).toMatchObject([{ id: 'S1', at: 'd4' }]);
  });
});
