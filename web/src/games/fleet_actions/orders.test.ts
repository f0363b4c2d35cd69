import { describe, expect, it } from 'vitest';
import type { MenuChoice } from '../../api/types';
import type { Leaf } from '../../state/tree';
import { forced, state } from './fight.svelte';
import { helps, inWords, locked, oddsOf, standingFor, strays, fightsOf } from './orders';
import type { Play } from './play.svelte';
import { folded, promises } from './targets';
import type { Boarding, Shot, View } from './types';
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

describe('fighting on', () => {
  const ship = (more: object = {}) => ({ line: true, state: 'ok', at: '1010', ...more });
  const melee = { marks: ['melee'] };
  const ships = { 'A1.1': ship(melee), 'B1.1': ship(melee), 'B1.2': ship() };
  const fight = view({ ships, groups: [{ squad: 'A1', melee: true, ships: ['A1.1'] }] });
  const speeds = new Map([['A1', [leaf({ key: 'A1' }, { key: '0' })]]]);
  const plan = new Map([['A1', leaf({ key: 'A1' }, { key: '0' })]]);
  const guns = (...targets: string[]) =>
    new Map([
      [
        'A1.1',
        [
          ...targets.map((unit) => leaf({ key: 'A1.1' }, { key: unit, unit })),
          leaf({ key: 'A1.1' }, { key: 'hold fire' }),
        ],
      ],
    ]);

  it('is offered where nothing is to be chosen, and nowhere else', () => {
    expect(forced(play({ view: fight, byUnit: speeds, plan }))).toBe(true);
    expect(forced(play({ view: fight, kind: 'fire', byUnit: guns('B1.1') }))).toBe(true);
    expect(forced(play({ view: fight, kind: 'fire', byUnit: guns('B1.1', 'B1.2') }))).toBe(false);
    expect(forced(play({ view: fight, kind: 'board', byUnit: guns('B1.1') }))).toBe(false);
    // One of the own is free: her speed and her guns are a choice.
    const free = view({ ...fight, ships: { ...ships, 'A1.2': ship({ at: '1011' }) } });
    expect(forced(play({ view: free, kind: 'fire', byUnit: guns('B1.1') }))).toBe(false);
  });
  it('ends with whatever a player would look up for', () => {
    const now = (change: object) => state(view({ ships: { ...ships, ...change } }));
    const was = now({});
    expect(now({ 'A1.1': ship({ ...melee, strength: 3 }) })).toBe(was);
    for (const news of [
      { 'B1.1': ship({ ...melee, state: 'struck' }) },
      { 'A1.1': ship({ ...melee, beaten: true }) },
      { 'A1.1': ship() },
      { 'B1.2': ship(melee) },
    ])
      expect(now(news)).not.toBe(was);
  });
});

describe('boarding', () => {
  const boards = (more: Partial<Boarding>): Boarding => ({
    ship: 'A1.1',
    foes: ['Aurore 4', 'Borée 4'],
    own: 6,
    theirs: 8,
    wins: 28,
    loses: 58,
    takes: 0,
    taken: 0,
    takes_in_the_end: 9,
    taken_in_the_end: 88,
    rounds: 3,
    ...more,
  });
  const ships = { 'A1.1': { strength: 6 } } as unknown as View['ships'];
  it('is told with the strength of every ship, the round and the whole fight', () => {
    const [who, round, end] = oddsOf(boards({}), 'Marigold', { ships });
    expect(who).toBe('Marigold 6 against Aurore 4 + Borée 4, together 6 to 8');
    expect(round).toContain('28 % you win it, 58 % they do');
    expect(end).toContain('goes on by itself');
    expect(end).toContain('9 % you take them in the end, 88 % they take you');
    const [one, sharp] = oddsOf(boards({ foes: ['Aurore 4'], takes: 97 }), 'Marigold', { ships });
    expect(one).toBe('Marigold 6 against Aurore 4');
    expect(sharp).toContain('97 % you take them at once');
  });
});

describe('what is said of a question', () => {
  it('speaks of switches that are there, and of the flagship where she leads', () => {
    const head = (n: number) =>
      play({
        kind: 'head',
        lesson: true,
        view: view({ phase: { kind: 'head' } }),
        plan: new Map(Array.from({ length: n }, (_, i) => [String(i), leaf({ key: 'a' })])),
      });
    expect(helps(head(1))).not.toContain('Squadron');
    expect(helps(head(2))).toContain('“Squadron”');
    const asked = (flagship: boolean) =>
      play({
        kind: 'squads',
        view: view({
          phase: { kind: 'squads' },
          ships: { 'A1.1': { flagship } },
          moving: { now: { movers: ['A1.1'], ask: 'course' } },
        }),
      });
    expect(standingFor(asked(true))).toBe('enter');
    expect(standingFor(asked(false))).toBeUndefined();
    expect(helps(asked(false))).toContain('turns alongside instead');
    expect(helps(asked(true))).not.toContain('turns alongside instead');
    // Who will not go in is not told what going in is like.
    const veers = view({ phase: { kind: 'squads' }, moving: { now: { movers: [], ask: 'side' } } });
    expect(help(veers)).toMatch(/^Captains without their flagship/);
    const flag = (suggest: string) => help(view({ phase: { kind: 'flag' }, suggest }));
    expect(flag('Q A1 A1.2')).toContain('without a flagship hears no orders');
    expect(flag('Q A1 -')).toContain('crippled');
    expect(help(view({ phase: { kind: 'grand speed' } }))).toContain('miles');
  });
});

describe('the line over the chart', () => {
  it('says how one wins, and that nothing is decided yet', () => {
    const line = where(view({}));
    expect(line.goal?.replaceAll('\u00a0', ' ')).toBe(
      'A lead of 3 at nightfall wins, of 11 decisively · 18 turns left',
    );
    expect(line.goalSays).toContain('Night falls at 18:00');
    expect(line.score).toBe('Blue squadron 17 : 0 Red squadron · now decisive for Blue squadron');
    expect(where(view({}), true).goal!.length).toBeLessThan(34);
    // On a phone the first line has room for the chapter and the goal, and no more.
    expect(where(view({ phase: { kind: 'head' } }), true).phase).toBe('Signals');
    expect(where(view({ phase: { kind: 'head' }, turn: 0 }), true).phase).toBeUndefined();
  });
  it('says what else ends it, once a ship is lost', () => {
    const breaking = [
      [8, 15],
      [0, 15],
    ];
    const lost = view({ stands: { ...view({}).stands, breaking } as never });
    expect(where(lost).goal).toContain('with ships of 15 lost (Blue squadron 8, Red squadron 0)');
    expect(where(lost, true, true).phase).toBeUndefined();
    // A phone on its side has one line for all of it.
    const { turn, goal, score } = where(view({ turn: 0 }), true, true);
    expect(turn).toBe('Signals');
    expect(`${turn}${goal!}${score!}`.length).toBeLessThan(82);
    expect(where(view({})).goalSays).toContain('Hits on ships that fight on do not count');
  });
  it('asks once for a fight of several against one', () => {
    const leaf = (key: string) => ({ path: [{}, { key }], to: key }) as never;
    const byUnit = new Map([
      ['A1.1', [leaf('board'), leaf('not')]],
      ['A1.2', [leaf('board'), leaf('not')]],
      ['A1.3', [leaf('board'), leaf('not')]],
    ]);
    const boardings = [
      { ship: 'A1.1', foes: ['Borée 8'], friends: ['Fortune 5'] },
      { ship: 'A1.2', foes: ['Borée 8'], friends: ['Marigold 4'] },
      { ship: 'A1.3', foes: ['Aurore 8'] },
    ];
    const fights = fightsOf({ byUnit, view: view({ boardings } as never) });
    expect(fights.map((one) => one.all)).toEqual([['A1.1', 'A1.2'], ['A1.3']]);
  });
  it('tells a prize from a straggler', () => {
    const asked = (state: string) =>
      help(view({ phase: { kind: 'singles', list: ['B1.1'] }, ships: { 'B1.1': { state } } }));
    expect(asked('prize')).toMatch(/^A prize/);
    expect(asked('struck')).toMatch(/^She has struck/);
    expect(asked('ok')).toContain('her flagship');
  });
});
