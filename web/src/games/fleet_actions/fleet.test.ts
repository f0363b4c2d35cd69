import { describe, expect, it } from 'vitest';
import { clusters, lay, look, named, type Shown } from './fleet';
import { great, headline } from './news';
import { ahead, centre, pointAt, step, towards } from './sea';

const ship = (code: string, more: Partial<Shown> = {}): Shown => ({
  code,
  name: code,
  nation: 'BR',
  guns: 74,
  rating: 8,
  strength: 8,
  sd: 0,
  md: 0,
  line: true,
  at: '1010',
  heading: 'N',
  rank: 0,
  state: 'ok',
  ...more,
});

describe('the lattice', () => {
  it('has six neighbours, even columns half a point lower', () => {
    expect(['N', 'NE', 'SE', 'S', 'SW', 'NW'].map((dir) => step('2020', dir as 'N'))).toEqual([
      '2019',
      '2120',
      '2121',
      '2021',
      '1921',
      '1920',
    ]);
    expect(centre('0201').y - centre('0101').y).toBe(50);
    expect(pointAt({ columns: 24, rows: 20 }, centre('1507'))).toBe('1507');
    expect(pointAt({ columns: 24, rows: 20 }, { x: -300, y: 0 })).toBeUndefined();
  });
  it('ends at its edge, and keys find the nearest', () => {
    expect(ahead({ columns: 24, rows: 20 }, '1002', 'N', 3)).toEqual(['1001']);
    expect(towards(['1010', '1008', '1410'], '1010', 'up')).toBe('1008');
    expect(towards(['1010', '1008', '1410'], '1010', 'left')).toBeUndefined();
  });
});

describe('ships', () => {
  it('lie one behind the other, abreast along a bearing, or in a bunch', () => {
    const line = lay([ship('A1.1'), ship('A1.2', { rank: 1 })]);
    expect(line[0]!.y).toBeLessThan(line[1]!.y);
    expect(line[0]!.x).toBeCloseTo(line[1]!.x, 5);
    const bearing = lay([ship('A1.1', { axis: 'SE' }), ship('A1.2', { rank: 1, axis: 'SE' })]);
    expect(bearing[0]!.x).toBeGreaterThan(bearing[1]!.x);
    const bunch = lay([1, 2, 3, 4].map((n) => ship(`A1.${n}`, { rank: n })));
    expect(new Set(bunch.map((one) => Math.round(one.x))).size).toBe(2);
  });
  it('in close action open into a list: who is locked with whom, side by side', () => {
    const knot = lay([
      ship('A1.1', { foes: ['B1.2'] }),
      ship('A1.2', { rank: 1, foes: ['B1.1'] }),
      ship('A1.3', { rank: 2 }),
      ship('B1.1', { heading: 'NE', foes: ['A1.2'] }),
      ship('B1.2', { heading: 'NE', rank: 1, foes: ['A1.1'] }),
      ship('B1.3', { state: 'struck' }),
    ]);
    const at = (code: string) => knot.find((one) => one.code === code)!;
    expect(at('A1.1').y).toBe(at('B1.2').y);
    expect(at('A1.2').y).toBe(at('B1.1').y);
    expect(at('A1.1').x).toBeLessThan(at('B1.2').x);
    // Nobody lies on anybody.
    const spots = new Set(knot.map((one) => `${Math.round(one.x)} ${Math.round(one.y)}`));
    expect(spots.size).toBe(6);
  });
  it('are gathered by squadron and point; stragglers, prizes and lost ships are not', () => {
    const found = clusters([
      ship('A1.1'),
      ship('A1.2', { rank: 1 }),
      ship('A2.1'),
      ship('A1.3', { straggler: true }),
      ship('B1.1', { state: 'prize' }),
      ship('B1.2', { state: 'withdrawn' }),
    ]);
    expect(found.map((one) => [one.unit, one.ships.length])).toEqual([
      ['A1@1010', 2],
      ['A2@1010', 1],
      ['A1.3', 1],
      ['B1.1', 1],
    ]);
  });
  it('are drawn by their rate and called by their names', () => {
    expect([100, 74, 64].map((guns) => look(ship('A1.1', { guns })))).toEqual([
      'first',
      'line',
      'small',
    ]);
    expect(look(ship('A1f1', { line: false }))).toBe('frigate');
    const names = ['Victory', 'Neptune', 'Leviathan', 'Conqueror'].map((name) =>
      ship('A1.1', { name }),
    );
    expect(named(names.slice(0, 1))).toBe('Victory');
    expect(named(names.slice(0, 3))).toBe('Victory, Neptune and Leviathan');
    expect(named(names)).toBe('Victory and 3 more');
  });
});

describe('the news of a moment', () => {
  const told = (...kinds: string[]) => kinds.map((kind) => ({ d: { kind } }));

  it('is what one would tell of it first', () => {
    expect(headline(told('step', 'moved', 'fired', 'damaged', 'struck', 'fired'))).toBe(4);
    expect(headline(told('speed laid', 'card laid', 'speed', 'card', 'step', 'moved'))).toBe(3);
    expect(great(told('struck')[0]!)).toBe(true);
    expect(great(told('moved')[0]!)).toBe(false);
  });

  it('is none where everything lies face down', () => {
    expect(headline(told('speed laid'))).toBe(-1);
    expect(headline(told('card laid', 'declared'))).toBe(-1);
  });
});
