import { describe, expect, it } from 'vitest';
import { clusters, look, named, type Shown } from './fleet';
import { HALF, lay, melees, type Laid } from './lay';
import { Camera } from './camera.svelte';
import { great, headline, told as read } from './news';
import { tagsOf, wished } from './tags';
import type { View } from './types';
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

/// The corners of a hull.
const corners = ({ x, y, turn, size = 1 }: Laid) => {
  const a = (turn * Math.PI) / 180;
  const [long, broad] = [0.85 * HALF.long * size, 8 * size];
  return [
    [1, 1],
    [1, -1],
    [-1, -1],
    [-1, 1],
  ].map(([f, s]) => ({
    x: x + Math.sin(a) * long * f! + Math.cos(a) * broad * s!,
    y: y - Math.cos(a) * long * f! + Math.sin(a) * broad * s!,
  }));
};
/// No hull lies on another: along some side of one of them all of the other is beyond.
function apart(laid: readonly Laid[]): void {
  for (const [i, one] of laid.entries())
    for (const other of laid.slice(i + 1)) {
      const [p, q] = [corners(one), corners(other)];
      const free = [one, other].some(({ turn }) =>
        [turn, turn + 90].some((way) => {
          const a = (way * Math.PI) / 180;
          const along = (c: { x: number; y: number }) => c.x * Math.sin(a) - c.y * Math.cos(a);
          return (
            Math.max(...p.map(along)) <= Math.min(...q.map(along)) ||
            Math.max(...q.map(along)) <= Math.min(...p.map(along))
          );
        }),
      );
      expect(free, `${one.code} ${other.code}`).toBe(true);
    }
}

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
    apart(knot);
    // The ring encloses them all, and a line ties who is locked with whom.
    const [ring] = melees(knot);
    const c = centre('1010');
    for (const { x, y } of knot) expect(Math.hypot(x - c.x, y - c.y) + 20).toBeLessThan(ring!.r);
    expect(ring!.locks.map((lock) => lock.key)).toEqual(['A1.1 B1.2', 'A1.2 B1.1']);
    expect(ring!.count).toEqual({ A: 3, B: 2 });
  });
  it('that share a point are all to be seen, alongside, in close action and as prizes', () => {
    const south = { heading: 'S' } as const;
    const alongside = [
      ...[1, 2].map((n) => ship(`A1.${n}`, { rank: n, ...south })),
      ...[1, 2, 3, 4].map((n) => ship(`B1.${n}`, { rank: n, ...south })),
    ];
    apart(lay(alongside));
    // Each keeps her course: they are free to sail on.
    expect(new Set(lay(alongside).map((one) => one.turn))).toEqual(new Set([180]));
    apart(lay([...alongside, ship('B1.5', { state: 'prize', holder: 'A', heading: 'NE' })]));
    // Close action before opponents are drawn, with two prizes.
    const melee = { marks: ['melee'] } as Partial<Shown>;
    const heap = lay([
      ...[1, 2, 3, 4].map((n) => ship(`A1.${n}`, { rank: n, heading: 'SW', ...melee })),
      ...[1, 2].map((n) => ship(`B1.${n}`, { rank: n, heading: 'SE', ...melee })),
      ...[3, 4].map((n) => ship(`B1.${n}`, { state: 'prize', holder: 'A', heading: 'SE' })),
    ]);
    apart(heap);
    for (const one of heap)
      expect(one.x < centre('1010').x, one.code).toBe(
        /^A/.test(one.code) || /[34]$/.test(one.code),
      );
    // As many as ever meet.
    apart(
      lay([
        ...[1, 2, 3, 4, 5, 6, 7].map((n) => ship(`A1.${n}`, { rank: n, ...melee })),
        ...[1, 2, 3, 4, 5].map((n) => ship(`B1.${n}`, { rank: n, ...melee })),
      ]),
    );
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

describe('the eye', () => {
  it('sees a dial whole, and the enemy beside it, on a phone', () => {
    const camera = new Camera();
    camera.extent = { columns: 40, rows: 30 };
    camera.resize(390, 346);
    const outer = (k: number) => 154 / k;
    camera.fit({
      places: ['2010', '2016'],
      least: 7,
      roomy: ['2010'],
      own: ['2010'],
      dial: { at: '2010', outer },
    });
    const { box } = camera;
    const c = centre('2010');
    expect(c.y - outer(camera.k)).toBeGreaterThanOrEqual(box.y - 1);
    expect(centre('2016').y + 40).toBeLessThan(box.y + box.h);
  });
  it('sees water beyond the sheet where a dial needs it', () => {
    const camera = new Camera();
    camera.extent = { columns: 40, rows: 30 };
    camera.resize(900, 600);
    camera.water = 250;
    camera.reveal('4010', 250);
    expect(camera.box.x + camera.box.w).toBeGreaterThanOrEqual(centre('4010').x + 249);
  });
});

describe('what flies at a flagship', () => {
  const squad = (flag: string) => ({ title: 'Squadron', seat: flag[0]!, flag, marker: 1 });
  const view = (more: object = {}) =>
    ({
      turn: 0,
      phase: { kind: 'fire' },
      pending: [],
      squads: { A1: squad('A1.1'), B1: squad('B1.1') },
      ...more,
    }) as unknown as View;
  const laid = lay([
    ship('A1.1', { flagship: true }),
    ship('B1.1', { flagship: true, at: '1011' }),
  ]);
  it('is nothing where there is nothing to fly', () => {
    expect(tagsOf(view(), laid, undefined, false)).toEqual([]);
    expect(tagsOf(view({ turn: 2 }), laid, undefined, false)).toHaveLength(2);
  });
  it('keeps off the ships of others, so that it is not taken for theirs', () => {
    const [blue] = wished(tagsOf(view({ turn: 2 }), laid, undefined, true), laid, 1);
    expect(blue!.shuns).toHaveLength(1);
    const [box] = blue!.shuns!;
    expect(box!.x + box!.w / 2).toBe(centre('1011').x);
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

  it('leaves out lots that only say who is asked first', () => {
    const lot = { kind: 'rolled', purpose: 'order of headings' };
    expect(read({ s: 'Red draws: 2', d: lot }).says).toBe('');
    expect(read({ s: 'Ann is hit', d: { kind: 'rolled', purpose: 'damage' } }).says).toBe(
      'Ann is hit',
    );
  });

  it('is none where everything lies face down', () => {
    expect(headline(told('speed laid'))).toBe(-1);
    expect(headline(told('card laid', 'declared'))).toBe(-1);
  });
});
