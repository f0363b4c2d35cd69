import { describe, expect, it } from 'vitest';
import { begin, near, spread } from '../plain/chart';
import { chart } from './chart';

describe('the sea of points', () => {
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
    const drawn = chart(view)!;
    expect(drawn.geometry.centre('0101').y).toBeLessThan(drawn.geometry.centre('0201').y);
    expect(drawn.geometry.at(drawn.geometry.centre('2812'))).toBe('2812');
    expect(
      drawn.counters.map((one) => [one.id, one.side, one.heading, one.note, one.faint]),
    ).toEqual([
      ['B1@2812', 1, 120, '2', undefined],
      ['A1.1', 0, 180, '', true],
    ]);
    expect(drawn.wind).toEqual({ to: 180, text: 'medium' });
    expect(chart({ ...view, grand: {} })).toBeUndefined();
    expect(chart(null)).toBeUndefined();
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
    const drawn = chart(view)!;
    const box = begin(drawn, 40, 9)!;
    expect(box.w).toBeLessThan(drawn.geometry.width);
    expect(box.w / box.h).toBeCloseTo(
      (drawn.geometry.width + 80) / (drawn.geometry.height + 80),
      5,
    );
    const laid = spread(drawn.counters);
    expect(laid.map((one) => [one.dx, one.scale])).toEqual([
      [-22, 0.62],
      [22, 0.62],
    ]);
    expect(begin({ ...drawn, counters: [] }, 40, 9)).toBeUndefined();
    const close = near(drawn, 40, 8, 0)!;
    expect(close.w).toBeCloseTo(800, 5);
    expect(close.x + close.w / 2).toBeCloseTo(drawn.geometry.centre('1010').x, 5);
    expect(near(drawn, 40, 99, 0)).toBeUndefined();
  });
});
