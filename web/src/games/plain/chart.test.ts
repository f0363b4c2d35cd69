import { describe, expect, it } from 'vitest';
import { begin, chartOf, drafted, near, spread } from './chart';

describe('charts', () => {
  it('read Sail Epoch: A1 at the top left, ships with their bow, islands, wind', () => {
    const chart = chartOf(
      'sail_epoch',
      {
        field: { columns: 3, rows: 2, terrain: ['.c#', '...'], harbours: ['A2'] },
        players: { P1: {}, P2: {} },
        reefs: ['B2'],
        royal_ports: { P1: 'A2' },
        goods: {},
        wind: 'SE fresh',
        forts: { '@C1': { owner: 'P2' } },
        ships: { BR1: { owner: 'P1', space: 'A1', bow: 'E' } },
        strengths: { BR1: [3, 3, 1] },
      },
      0,
    )!;
    expect(chart.geometry.centre('A1')).toEqual({ x: 50, y: 50 });
    expect(chart.geometry.at({ x: 250, y: 150 })).toBe('C2');
    expect(chart.geometry.next('A1', 'down')).toBe('A2');
    expect(
      chart.counters.map((one) => [one.id, one.at, one.side, one.look, one.heading, one.note]),
    ).toEqual([
      ['@C1', 'C1', 1, 'fort', undefined, ''],
      ['BR1', 'A1', 0, 'brig', 90, '3'],
    ]);
    expect(chart.ground.get('C1')).toBe('land');
    expect(chart.ground.get('A2')).toBe('port');
    expect(chart.wind).toEqual({ to: 135, text: 'fresh' });
    expect(chart.isles).toEqual(['B1', 'C1']);
  });

  it('read the Board Game: North looks from the other side', () => {
    const view = {
      scenery: 'f4=IS a5=FG',
      smoke: 'b2',
      units: {
        S1: { at: 'd2', heading: 'N', side: 'S', sp: 4, print: { type: 'CA' } },
        N1: { status: 'waiting', side: 'N' },
      },
    };
    const south = chartOf('board_game', view, 0)!;
    const north = chartOf('board_game', view, 1)!;
    expect(south.counters).toHaveLength(1);
    expect([south.counters[0]?.heading, north.counters[0]?.heading]).toEqual([0, 180]);
    expect(south.geometry.centre('d2').y).toBeGreaterThan(north.geometry.centre('d2').y);
    expect([...south.ground]).toEqual([
      ['f4', 'land'],
      ['a5', 'fog'],
      ['b2', 'smoke'],
    ]);
  });

  it('stand on the same sea from one view to the next', () => {
    const field = { columns: 3, rows: 2, terrain: [], harbours: [] };
    const sail = (space: string) =>
      chartOf(
        'sail_epoch',
        { field, players: { P1: {} }, ships: { BR1: { owner: 'P1', space } } },
        0,
      )!;
    expect(sail('A1').geometry).toBe(sail('B2').geometry);
    expect(sail('B2').geometry.at(sail('A1').geometry.centre('B2'))).toBe('B2');
  });

  it('show what a draft has laid out', () => {
    const view = {
      units: {
        S1: { at: 'd2', heading: 'N', side: 'S', sp: 4, print: { type: 'CA' } },
        S2: { status: 'waiting', side: 'S', print: { type: 'DD' } },
      },
    };
    const chart = chartOf('board_game', view, 0)!;
    const pick = (kind: string, key: string, more: object = {}) => ({ kind, key, ...more });
    expect(
      drafted(chart, [
        pick('unit', 'S2', { unit: 'S2' }),
        pick('place', 'c1', { place: 'c1' }),
        pick('heading', 'E'),
      ]),
    ).toMatchObject([{ id: 'S2', at: 'c1', heading: 90, look: 'destroyer', faint: true }]);
    // A unit that was only picked stays where it is; a step takes it along.
    expect(drafted(chart, [pick('unit', 'S1', { unit: 'S1', place: 'd2' })])).toEqual([]);
    expect(
      drafted(chart, [
        pick('unit', 'S1', { unit: 'S1', place: 'd2' }),
        pick('die', 'M'),
        pick('step', 'd3', { place: 'd3' }),
        pick('step', 'd4', { place: 'd4' }),
      ]),
    ).toMatchObject([{ id: 'S1', at: 'd4' }]);
  });

  it('read Fleet Actions: 0101 at the top left, even columns lower', () => {
    const view = {
      map: [30, 20],
      sides: { A: {}, B: {} },
      land: ['0101'],
      shoal: [],
      wind: 'N',
      force: 'medium',
      groups: [
        { unit: 'B1@2812', at: '2812', squad: 'B1', heading: 'SE', ships: ['B1.1', 'B1.2'] },
      ],
      ships: {
        'B1.1': { at: '2812', state: 'ok' },
        'A1.1': { at: '0302', heading: 'S', state: 'struck' },
      },
    };
    const chart = chartOf('fleet_actions', view, 0)!;
    expect(chart.geometry.centre('0101').y).toBeLessThan(chart.geometry.centre('0201').y);
    expect(chart.geometry.at(chart.geometry.centre('2812'))).toBe('2812');
    expect(
      chart.counters.map((one) => [one.id, one.side, one.heading, one.note, one.faint]),
    ).toEqual([
      ['B1@2812', 1, 120, '2', undefined],
      ['A1.1', 0, 180, '', true],
    ]);
    expect(chart.wind).toEqual({ to: 180, text: 'medium' });
    expect(chartOf('fleet_actions', { ...view, grand: {} }, 0)).toBeUndefined();
    expect(chartOf('unknown', view, 0)).toBeUndefined();
    expect(chartOf('fleet_actions', null, 0)).toBeUndefined();
  });

  it('begin where the units are, and lay several on one place side by side', () => {
    const view = {
      map: [24, 20],
      sides: { A: {} },
      groups: [
        { unit: 'A1@1010', at: '1010', squad: 'A1', heading: 'N', ships: ['a'] },
        { unit: 'A2@1010', at: '1010', squad: 'A2', heading: 'N', ships: ['b'] },
      ],
      ships: {},
    };
    const chart = chartOf('fleet_actions', view, 0)!;
    const box = begin(chart, 40, 9)!;
    expect(box.w).toBeLessThan(chart.geometry.width);
    expect(box.w / box.h).toBeCloseTo(
      (chart.geometry.width + 80) / (chart.geometry.height + 80),
      5,
    );
    const laid = spread(chart.counters);
    expect(laid.map((one) => [one.dx, one.scale])).toEqual([
      [-22, 0.62],
      [22, 0.62],
    ]);
    expect(begin({ ...chart, counters: [] }, 40, 9)).toBeUndefined();
    const close = near(chart, 40, 8, 0)!;
    expect(close.w).toBeCloseTo(800, 5);
    expect(close.x + close.w / 2).toBeCloseTo(chart.geometry.centre('1010').x, 5);
    expect(near(chart, 40, 99, 0)).toBeUndefined();
  });
});
