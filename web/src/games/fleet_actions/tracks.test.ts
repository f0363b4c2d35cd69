import { describe, expect, it } from 'vitest';
import type { MenuChoice } from '../../api/types';
import type { Leaf } from '../../state/tree';
import { endsOf } from './ends';
import type { Shown } from './fleet';
import { lay, melees } from './lay';
import { helps } from './orders';
import { knotted } from './plates';
import type { Play } from './play.svelte';
import { risksOf, tracksOf, warnings } from './tracks';
import type { Course, View } from './types';

const leaf = (...keys: string[]): Leaf => {
  const path = keys.map((key) => ({ key }) as MenuChoice);
  return { path, choice: path.at(-1)!, to: keys.join(' ') } as unknown as Leaf;
};
const ship = (code: string, more: Partial<Shown> = {}): Shown => ({
  code,
  name: `Ship ${code}`,
  nation: 'BR',
  guns: 74,
  rating: 8,
  strength: 8,
  sd: 0,
  md: 0,
  line: true,
  at: '2020',
  heading: 'SE',
  rank: 0,
  state: 'ok',
  ...more,
});
const course = (ships: string[], way: string[], more: Partial<Course> = {}): Course => ({
  squad: 'A1',
  speed: way.length,
  ships,
  from: '2020',
  way,
  heading: 'SE',
  arc: { near: ['2120'], far: [] },
  ...more,
});
const RISK = { n: 2, at: '2221', sign: 'go in or veer', says: 'If Aube is still there …' };
function play(speed: number, courses: Course[], more: Partial<Record<keyof Play, unknown>> = {}) {
  const codes = ['A1.1', 'A1.2', 'A1.3', 'A1.4'];
  const view = {
    phase: { kind: 'speed' },
    map: [40, 30],
    sailing: [{ dir: 'SE', attitude: 'broad reach', speed: 3 }],
    ships: Object.fromEntries(codes.map((code, rank) => [code, ship(code, { rank })])),
    groups: [
      { unit: 'A1@2020', at: '2020', squad: 'A1', heading: 'SE', melee: false, ships: codes },
    ],
    squads: {},
    courses,
  } as unknown as View;
  return {
    view,
    kind: 'speed',
    plan: new Map([['A1', leaf('A1', String(speed))]]),
    byUnit: new Map(),
    selected: 'A1',
    stage: { telling: false },
    ...more,
  } as unknown as Play;
}

describe('where a speed leads', () => {
  it('shows the part of a divided Group that sails, and not the one that holds', () => {
    const parts = [course(['A1.1', 'A1.2'], ['2121']), course(['A1.3', 'A1.4'], ['2020'])];
    const ends = endsOf(play(1, parts));
    expect(ends.map(({ at }) => at)).toEqual(['2121']);
    expect(ends[0]!.ghosts.map((one) => one.code)).toEqual(['A1.1', 'A1.2']);
    expect(tracksOf(play(1, parts), true).map((one) => one.key)).toEqual(['A1.1']);
    // Only of the speed that is planned.
    expect(endsOf(play(2, parts))).toEqual([]);
  });
  it('draws those who wait for a move where they come with the next', () => {
    const [track] = tracksOf(play(2, [course(['A1.3'], ['2020', '2121'])]), true);
    expect(track!.dots.map((dot) => dot.n)).toEqual([2]);
  });
  it('goes no farther than is sure, and says what is in the way', () => {
    const way = ['2121', '2221', '2322'];
    const one = play(3, [course(['A1.1'], way, { risks: [RISK] })]);
    expect(endsOf(one).map(({ at, shown }) => [at, shown])).toEqual([['2121', false]]);
    const [track] = tracksOf(one, true);
    expect(track!.d.split(/[ML]/).length - 2).toBe(1);
    expect(track!.beyond.split(/[ML]/).length - 2).toBe(2);
    expect(risksOf(one)).toEqual([RISK]);
    expect(helps(one)).toBe(`⚠ ${RISK.says}`);
    const look: (string | undefined)[] = [];
    const [chip] = warnings(risksOf(one), undefined, 1, (key) => look.push(key));
    expect([chip!.text, chip!.more, chip!.label]).toEqual([
      '⚠ go in or veer',
      [],
      `⚠ go in or veer: ${RISK.says}`,
    ]);
    chip!.pick();
    const [opened] = warnings(risksOf(one), look[0], 1, (key) => look.push(key));
    expect(opened!.more!.join(' ')).toBe(RISK.says);
  });
  it('warns of what a heading leads to while it is planned', () => {
    const leads = (['SE', 'S'] as const).map((heading) => ({
      unit: 'A1@2020',
      heading,
      way: ['2121', '2221'],
      ...(heading === 'S' && { risks: [RISK] }),
    }));
    const ordered = (...keys: string[]) => {
      const one = play(0, [], {
        kind: 'head',
        byUnit: new Map([['A1@2020', []]]),
        plan: new Map([['A1@2020', leaf('A1@2020', ...keys)]]),
      });
      return { ...one, view: { ...one.view, leads } } as unknown as Play;
    };
    expect(risksOf(ordered('steady'))).toEqual([]);
    expect(risksOf(ordered('S', 'in succession'))).toEqual([RISK]);
    expect(risksOf(ordered('divide', '2', 'steady', 'S'))).toEqual([RISK]);
    expect(risksOf(ordered('divide', '2', 'steady', 'hold'))).toEqual([]);
  });
});

describe('the names in a close action', () => {
  it('stand in a list on either side of it, each level with her ship', () => {
    const ships = [
      ship('A1.1', { marks: ['melee'], foes: ['B1.1'], flagship: true }),
      ship('A1.2', { marks: ['melee'], rank: 1 }),
      ship('B1.1', { marks: ['melee'], foes: ['A1.1'] }),
      ship('B1.2', { state: 'prize', holder: 'A', rank: 1 }),
    ];
    const laid = lay(ships);
    const [fight] = melees(laid);
    const [left, right] = knotted(fight!, laid, 1);
    expect(left!.lines.map((line) => line.text)).toEqual([
      'Ship A1.1',
      'Ship A1.2',
      'Ship B1.2 (prize)',
    ]);
    expect(right!.lines.map((line) => line.text)).toEqual(['Ship B1.1']);
    // Outside the ring, and as far from name to name as from ship to ship.
    const spot = (code: string) => laid.find((one) => one.code === code)!;
    expect(left!.at.x + left!.w / 2).toBeLessThan(spot('A1.1').x - 20);
    expect(left!.gap).toBeCloseTo(spot('A1.2').y - spot('A1.1').y);
    expect(left!.at.y - left!.gap).toBeCloseTo(spot('A1.1').y);
    // From afar no name lies on the next one.
    expect(knotted(fight!, laid, 0.45)[0]!.gap).toBeGreaterThanOrEqual(13);
  });
});
