import { describe, expect, it } from 'vitest';
import type { MenuChoice } from '../../api/types';
import type { Leaf } from '../../state/tree';
import { inWords, locked, strays } from './orders';
import type { Play } from './play.svelte';
import { folded, promises } from './targets';
import type { Shot, View } from './types';
import { help, where } from './where';

const leaf = (...path: Partial<MenuChoice>[]): Leaf =>
  ({ path, choice: path.at(-1), to: path.map((one) => one.key).join(' ') }) as unknown as Leaf;
const shot = (more: Partial<Shot>): Shot => ({
  by: 'A1@1010',
  at: 'B1@1011',
  says: 'Licorne',
  range: 1,
  dice: 2,
  number: 4,
  tenths: 8,
  strikes: [],
  beats: 0,
  ...more,
});
const view = (more: Partial<Record<keyof View, unknown>>): View =>
  ({
    phase: { kind: 'speed' },
    turn: 3,
    clock: '14:24',
    nightfall: '18:00',
    left_turns: 18,
    scores: [17, 0],
    stands: { winner: 'A', degree: 'decisive', marginal: 3, decisive: 11 },
    sides: { A: { name: 'Blue squadron' }, B: { name: 'Red squadron' } },
    ships: {},
    groups: [],
    squads: {},
    ...more,
  }) as unknown as View;
const play = (more: Partial<Record<keyof Play, unknown>>): Play =>
  ({ kind: 'speed', side: 'A', plan: new Map(), byUnit: new Map(), leaves: [], ...more }) as Play;

describe('what a badge promises', () => {
  it('says nothing of chances where a beaten ship strikes for sure', () => {
    expect(promises(shot({ strikes: ['Licorne'] }), true)).toEqual([
      '2 dice, 4 or less',
      'Licorne strikes for sure',
    ]);
    expect(promises(shot({ strikes: ['Licorne'], beats: 12 }), true).at(-1)).toBe(
      '12 % to beat another',
    );
    expect(promises(shot({}), true)).toEqual(['2 dice, 4 or less', '0 % to beat a ship']);
  });
  it('is written in lines of its own width', () => {
    expect(folded('no guns bear that way: they fire over the sides', 24)).toEqual([
      'no guns bear that way:',
      'they fire over the sides',
    ]);
  });
});

describe('what an order would cost', () => {
  it('is said of the speed that is planned, and of no other', () => {
    const warned = view({ strays: [{ squad: 'A1', speed: 2, ships: 'Marigold and Fortune' }] });
    const at = (speed: string) =>
      strays(play({ view: warned, plan: new Map([['A1', leaf({ key: 'A1' }, { key: speed })]]) }));
    expect(at('2')).toEqual(['At speed 2 out of the flagship’s reach: Marigold and Fortune']);
    expect(at('1')).toEqual([]);
  });
  it('is said of an answer in the middle of a move', () => {
    const keep = leaf({ key: 'keep', text: 'hold the course', facts: { strays: 'Marigold' } });
    expect(strays(play({ kind: 'squads', view: view({}), leaves: [keep] }))).toEqual([
      'Hold the course: Marigold would sail on and straggle',
    ]);
  });
});

describe('orders in words', () => {
  it('say why the table itself has turned a Group', () => {
    const path = { key: 'A1@1010', unit: 'A1@1010' };
    const turn = leaf(path, { key: 'SE', kind: 'direction', text: 'south-east, up to speed 3' });
    const off = leaf(path, { key: 'steady' }, { key: 'off the map, sure' });
    const said = (...others: Leaf[]) =>
      inWords(play({ kind: 'head', byUnit: new Map([['A1@1010', [turn, ...others]]]) }), turn);
    expect(said(off)).toBe('to the south-east: the map ends ahead');
    expect(said()).toBe('to the south-east: the wind is ahead');
    expect(said(leaf(path, { key: 'steady' }))).toBe('to the south-east');
  });
  it('name who is locked and who straggles, where a speed matters to nobody', () => {
    const ship = (name: string, more = {}) => ({ name, line: true, state: 'ok', at: '1', ...more });
    const fight = view({
      ships: {
        'A1.1': ship('Steadfast', { foes: ['B1.1'] }),
        'A1.2': ship('Marigold', { straggler: true }),
        'B1.1': ship('Aurore', { foes: ['A1.1'] }),
      },
      groups: [{ squad: 'A1', melee: true, ships: ['A1.1'] }],
    });
    const plan = new Map([['A1', leaf({ key: 'A1' }, { key: '2' })]]);
    const said = locked(play({ view: fight, plan }));
    expect(said).toContain('without a heading to be ordered: Steadfast.');
    expect(said).toContain('No order reaches Marigold');
    expect(locked(play({ view: view({}), plan }))).toBeUndefined();
  });
});

describe('the line over the chart', () => {
  it('says how one wins, and that nothing is decided yet', () => {
    const line = where(view({}));
    expect(line.goal).toBe('3 points ahead at nightfall win, 11 decisively · 18 turns left');
    expect(line.goalSays).toContain('Night falls at 18:00');
    expect(line.score).toBe('Blue squadron 17 : 0 Red squadron · decisive if it ended now');
    expect(where(view({}), true).goal!.length).toBeLessThan(34);
  });
  it('tells a prize from a straggler', () => {
    const asked = (state: string) =>
      help(view({ phase: { kind: 'singles', list: ['B1.1'] }, ships: { 'B1.1': { state } } }));
    expect(asked('prize')).toMatch(/^A prize/);
    expect(asked('struck')).toMatch(/^She has struck/);
    expect(asked('ok')).toContain('her flagship');
  });
});
