import { describe, expect, it } from 'vitest';
import {
  band,
  drawn,
  HIGH,
  line,
  luckLine,
  momentAt,
  percent,
  pointAt,
  WIDE,
  widest,
} from './curve';

const point = (at: number, mean: number) => ({
  at,
  turn: 1,
  trials: 6,
  chances: [
    { mean, low: mean / 2, high: (1 + mean) / 2 },
    { mean: 1 - mean, low: 0, high: 1 },
  ],
});

describe('curves along a game', () => {
  const points = [point(0, 0.5), point(10, 1)];
  it('go from edge to edge, and up is better', () => {
    expect(line(points, 0, 10)).toBe(`0.0,${HIGH / 2}.0 ${WIDE}.0,0.0`);
    expect(line(points, 1, 10)).toBe(`0.0,${HIGH / 2}.0 ${WIDE}.0,${HIGH}.0`);
    expect(band(points, 0, 10).split(' ')).toHaveLength(4);
  });
  it('know the moment under the pointer, and what is known of it', () => {
    expect(momentAt(0.52, 10)).toBe(5);
    expect(momentAt(-3, 10)).toBe(0);
    expect(pointAt(points, 9)?.at).toBe(0);
    expect(pointAt(points, 10)?.at).toBe(10);
    expect(pointAt([], 3)).toBeUndefined();
    expect(percent(0.666)).toBe(67);
  });
  it('draw one line for a duel and one for each side else', () => {
    expect(drawn({ sides: ['White', 'Red'] })).toEqual([0]);
    expect(drawn({ sides: ['A', 'B', 'C'] })).toEqual([0, 1, 2]);
  });
  it('step where dice fell', () => {
    const curve = [
      { at: 5, side: 0, sum: -2 },
      { at: 7, side: 1, sum: 1 },
    ];
    expect(widest(curve)).toBe(2);
    expect(luckLine(curve, 0, 10, 2)).toBe(
      `0.0,60.0 ${WIDE / 2}.0,60.0 ${WIDE / 2}.0,120.0 ${WIDE}.0,120.0`,
    );
  });
});
