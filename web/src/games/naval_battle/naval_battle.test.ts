import { describe, expect, it } from 'vitest';
import {
  cellOf,
  clear,
  count,
  fits,
  fleetOf,
  mirror,
  missing,
  parse,
  place,
  sensible,
  shuffle,
  squareOf,
  swap,
  write,
  type Waters,
} from './deploy';
import { spoken } from './labels';
import { Stage } from './stage.svelte';
import { asked, read, sideOf, type View } from './view';

const white: Waters = {
  side: 'W',
  columns: 8,
  rows: 10,
  depth: 4,
  islands: ['c5', 'c6', 'f5', 'f6'],
};
const red: Waters = { ...white, side: 'R' };
const citadel = '13M21M41/2S452S31/MM361S2S/AM5S4321';
const fleet = { A: 1, '6': 1, '5': 2, '4': 3, '3': 4, '2': 5, '1': 6, S: 5, M: 5 };

describe('a deployment', () => {
  it('reads what it writes', () => {
    expect(write(parse(citadel, white), 8)).toBe(citadel);
    expect(fits(citadel, white)).toBe(true);
    expect(fits('123', white)).toBe(false);
  });
  it('lies on the home rows of its owner, front row first', () => {
    // The specification's E15: Citadel puts White's Admiral on a1 and Red's on h10.
    const at = parse(citadel, white).indexOf('A');
    expect(squareOf(at, white)).toBe('a1');
    expect(squareOf(at, red)).toBe('h10');
    expect(squareOf(0, white)).toBe('a4');
    expect(squareOf(0, red)).toBe('h7');
    for (const waters of [white, red]) {
      for (let i = 0; i < 32; i++) expect(cellOf(squareOf(i, waters), waters)).toBe(i);
    }
    expect(cellOf('d5', white)).toBeUndefined();
    expect(cellOf('d7', white)).toBeUndefined();
  });
  it('knows what is missing from what the server counts', () => {
    const whole = fleetOf({ placement: citadel, missing: {} }, white);
    expect(whole).toEqual(fleet);
    const some = clear(parse(citadel, white), 0);
    expect(missing(some, whole)).toEqual([['1', 1]]);
    expect(
      missing(clear(some), whole)
        .map(([type]) => type)
        .join(''),
    ).toBe('A654321SM');
  });
  it('can be mirrored, swapped and filled', () => {
    const cells = parse(citadel, white);
    expect(write(mirror(cells, 8), 8)).toBe('14M12M31/13S254S2/S2S163MM/1234S5MA');
    expect(mirror(mirror(cells, 8), 8)).toEqual(cells);
    expect(swap(cells, 0, 1).slice(0, 2)).toEqual(['3', '1']);
    expect(place(clear(cells), 3, 'A').indexOf('A')).toBe(3);
  });
  it('is shuffled with sense, and whole', () => {
    let seed = 7;
    const random = (): number => (seed = (seed * 16807) % 2147483647) / 2147483647;
    for (let i = 0; i < 20; i++) {
      const cells = shuffle(fleet, white, random);
      expect(count(cells)).toEqual(fleet);
      expect(sensible(cells, 8)).toBe(true);
    }
    const wide = { ...white, columns: 9, islands: ['c5', 'c6', 'g5', 'g6'] };
    expect(count(shuffle(fleet, wide, random))).toEqual(fleet);
  });
});

const view: View = {
  phase: 'turn',
  columns: 8,
  rows: 10,
  islands: [],
  to_move: 'W',
  ply: 0,
  loss: 0,
  ready: ['W', 'R'],
  tokens: [
    { at: 'd5', token: 'W1', side: 'W', type: '4' },
    { at: 'd6', token: 'R1', side: 'R', type: null },
  ],
  racks: { W: '', R: '' },
};

describe('the view', () => {
  it('is nothing before the game, and then the very thing that came', () => {
    expect(read(null)).toBeUndefined();
    expect(read(view)).toBe(view);
  });
  it('has covered pieces without a type, or with none', () => {
    for (const covered of [{}, { type: null }]) {
      expect(spoken(view, { at: 'd6', token: 'R1', side: 'R', ...covered }, 'W', 'd6')).toBe(
        'D6, hidden enemy piece',
      );
    }
  });
  it('knows whose seat is whose', () => {
    expect([0, 1, 2, 3, undefined].map(sideOf)).toEqual(['W', 'R', 'W', 'R', undefined]);
  });
  it('writes the question why not in the form of an action', () => {
    expect(asked(view, 'd5', 'd6')).toBe('d5*d6');
    expect(asked(view, 'd5', 'd7')).toBe('d5^d7');
    expect(asked(view, 'd5', 'h9')).toBe('d5-h9');
  });
});

describe('the stage', () => {
  const tells = [
    { d: { kind: 'attack', from: 'd5', to: 'd6' } },
    { d: { kind: 'revealed', token: 'W1', type: '4' } },
    { d: { kind: 'revealed', token: 'R1', type: '3' } },
    { d: { kind: 'combat', result: '>' } },
    { d: { kind: 'removed', token: 'R1', type: '3', by: 'W' } },
    { d: { kind: 'moved', token: 'W1', from: 'd5', to: 'd6' } },
    { d: { kind: 'turn_ended' } },
  ];
  const after = { ...view, tokens: [{ at: 'd6', token: 'W1', side: 'W', type: '4', moved: true }] };

  it('tells a combat step by step and ends with what is', async () => {
    const seen: string[] = [];
    const stage: Stage = new Stage({
      clock: {
        wait: async () => {
          seen.push(
            `${stage.effects.at(-1)?.kind ?? '-'} ${stage.shown.map((s) => `${s.token}@${s.at}${s.type ?? '?'}${s.gone ? '†' : ''}`).join(' ')}`,
          );
        },
      },
    });
    stage.show(view);
    await stage.tell({ n: 1, tells, before: view, after });
    expect(seen).toEqual([
      'flash W1@d54 R1@d6?',
      'call W1@d54 R1@d6?',
      'call W1@d54 R1@d63',
      'verdict W1@d54 R1@d63',
      'splash W1@d54 R1@d63†',
      '- W1@d64',
    ]);
    expect(stage.shown).toEqual(after.tokens);
    expect(stage.telling).toBe(false);
  });
  it('draws a piece that hops over the others, and moves it a frame later', async () => {
    const seen: string[] = [];
    const stage: Stage = new Stage({
      clock: {
        wait: async () => void seen.push(stage.shown.map((s) => `${s.token}@${s.at}`).join(' ')),
      },
    });
    stage.show(view);
    await stage.tell({
      n: 1,
      tells: [{ d: { kind: 'hopped', token: 'W1', from: 'd5', to: 'd7' } }],
      before: view,
      after,
    });
    expect(seen).toEqual(['R1@d6 W1@d5', 'R1@d6 W1@d7']);
  });
  it('shows a view at once only when nothing is being told', async () => {
    const stage = new Stage({ clock: { wait: () => new Promise(() => undefined) } });
    stage.show(view);
    const told = stage.tell({ n: 1, tells, before: view, after });
    stage.show(after);
    expect(stage.shown).toHaveLength(2);
    stage.skip();
    await told;
    expect(stage.shown).toEqual(after.tokens);
  });
});
