import { describe, expect, it } from 'vitest';
import type { Entry } from '../../state/table.svelte';
import { game } from '.';
import deed from './deed';
import { closedName, doesSays, inNames, ladenSays, outlookSays, whereOf } from './labels';
import { newsOf } from './losses';
import type { View } from './view';

const unit = (name: string, status = 'afloat') => ({ status, print: { name } });
const view = {
  phase: 'movement',
  pool: { S: '', N: '' },
  units: { S1: unit('Chicago'), N2: unit('Yudachi', 'sunk'), N12: unit('Kirishima') },
} as unknown as View;

describe('what people read', () => {
  it('has names where the rules have codes', () => {
    expect(
      inNames(
        view,
        'S1 cannot see N12: the line of sight passes between f4 and e5, and both are blocked',
      ),
    ).toBe(
      'Chicago cannot see Kirishima: the line of sight passes between f4 and e5, and both are blocked',
    );
    expect(inNames(view, 'EVADE of S1 has been activated this round')).toBe(
      'Evasive course of Chicago has been activated this round',
    );
    expect(inNames(view, 'a die MF does not show Artillery')).toBe(
      'a die of movement and anti-aircraft does not show Artillery',
    );
    // Whom nobody knows by name keeps the handle, and squadrons have no other.
    expect(inNames(view, 'there is no unit S9')).toBe('there is no unit S9');
    expect(inNames(view, 'T1 cannot attack from a1')).toBe('T1 cannot attack from a1');
    expect(inNames(undefined, 'S1 is sunk')).toBe('S1 is sunk');
  });

  it('is told at the beginning of a round what the last one cost, and no other', () => {
    const entry = (n: number, ...events: Record<string, unknown>[]): Entry =>
      ({ n, tells: events.map((d) => ({ d })) }) as unknown as Entry;
    const first = [
      entry(1, { kind: 'round', round: 1 }),
      entry(2, { kind: 'sunk', unit: 'N2' }, { kind: 'token', unit: 'S1', feature: 'MOVE' }),
      entry(3, { kind: 'round-over', round: 1 }, { kind: 'round', round: 2 }),
    ];
    expect(newsOf(view, first.slice(0, 2))).toBeUndefined();
    expect(newsOf(view, first)).toBe(
      'Last round sunk: Yudachi. Out of action this round: Chicago (engines).',
    );
    // A hit on guns closes one of their dice, and says so.
    const guns = { kind: 'token', unit: 'S1', feature: 'ART1', one_of: 2 };
    expect(newsOf(view, [first[0]!, entry(2, guns), first[2]!])).toBe(
      'Out of action this round: Chicago (main guns: one die of 2).',
    );
    expect(newsOf(view, [...first, entry(4, { kind: 'round', round: 3 })])).toBeUndefined();
  });

  it('is told it also where the other side moves first, until the own first move', () => {
    const entry = (n: number, ...events: Record<string, unknown>[]): Entry =>
      ({ n, tells: events.map((d) => ({ d })) }) as unknown as Entry;
    const log = [
      entry(1, { kind: 'round', round: 1 }),
      entry(2, { kind: 'sunk', unit: 'N2' }),
      entry(3, { kind: 'round', round: 2 }),
    ];
    const moved = (...who: string[]) =>
      ({
        phase: 'movement',
        units: Object.fromEntries(
          Object.entries(view.units).map(([id, one]) => [
            id,
            { ...one, side: id[0], moved: who.includes(id) },
          ]),
        ),
      }) as unknown as View;
    expect(newsOf(moved('N12'), log, 'S')).toBe('Last round sunk: Yudachi.');
    expect(newsOf(moved('N12'), log, 'N')).toBeUndefined();
    expect(newsOf(moved('S1'), log, 'S')).toBeUndefined();
    expect(newsOf({ ...moved(), phase: 'orders' } as View, log, 'S')).toBeUndefined();
  });

  it('tells sealed orders in words, where the table tells only that they are given', () => {
    expect(deed('orders fx S1 RADAR; art S1 1 AF+AD >N2; tor S1 TM+TM >N2,N12', view)).toBe(
      'Gunnery radar of Chicago; Chicago: main guns at Yudachi; Chicago: torpedoes at Yudachi & Kirishima',
    );
    expect(deed('orders none', view)).toBe('Attack nobody this round');
    // What everybody is told needs no other words.
    expect(deed('mv S1 M N', view)).toBeUndefined();
  });

  it('says where no point is left to turn a ship at the end of her way', () => {
    const reach = { at: 'd4', cost: 3, first: 'N', ways: { N: 'N-N-N' } };
    expect(outlookSays(view, reach, 'N', 3)).toContain('No point is left to turn her.');
    expect(outlookSays(view, reach, 'N', 4)).not.toContain('No point');
    const short = { ...reach, cost: 2, ways: { N: 'N-N', E: 'N-N/E' } };
    expect(outlookSays(view, short, 'N', 3)).not.toContain('No point');
  });

  it('says why guns take no more dice: they are full, or fire at somebody else', () => {
    const weapon = { unit: 'S1', with: 'art1', most: 2, dice: 'AF', targets: [] } as const;
    const full = { weapon: { ...weapon, targets: [] } };
    expect(ladenSays(view, [full], 'S1', 'N12')).toBe(
      'Chicago can add nothing against Kirishima: her main guns take 2 dice a round. Another ship may join in.',
    );
    expect(ladenSays(view, [{ ...full, other: 'N2' }], 'S1', 'N12')).toContain(
      'her main guns fire at Yudachi, and a second target takes a star',
    );
    expect(ladenSays(view, [], 'S1', 'N12')).toBe('');
  });

  it('says of an attack what a star of the enemy could still make of it', () => {
    const does = { value: 6, armour: 5, tokens: 1, loses: 1, sinks: true, unless: 'TURRETS' };
    expect(doesSays('art1', does, 2, 'Chicago')).toBe(
      'hit and critical: 6 against armour 5 · sinks her, unless an enemy star pays for Turret trouble of Chicago',
    );
    expect(doesSays('torp', { tokens: 1, loses: 1, unless: 'DUDS' }, 1, 'Laffey')).toBe(
      '1 hit, armour is no help, unless an enemy star pays for Faulty torpedoes of Laffey',
    );
    expect(doesSays('art1', { ...does, unless: '' }, 2, 'Chicago')).not.toContain('unless');
    // Whether a boat has gone deep is known when charges are ordered.
    expect(doesSays('dc', { sinks: true }, 1)).toBe('sinks the boat');
    expect(doesSays('dc', {}, 1)).toContain('unless a die shows an arrow');
  });

  it('says what a critical hit closes: one die of a battery, or all of a feature', () => {
    expect(closedName('ART1', 2)).toBe('Main guns: one die of 2');
    expect(closedName('MOVE')).toBe('Engines');
  });

  it('says whom a ship could attack from a square, and who is hidden there by what', () => {
    const sea = { ...view, scenery: 'd3=IS' } as View;
    const reach = { at: 'd1', cost: 1, first: 'S', ways: { S: 'S' } };
    expect(outlookSays(sea, reach, 'S')).toBe('From d1: nobody is in range.');
    const much = {
      ...reach,
      aims: 'N12',
      abeam: { S: 'N12' },
      hides: { N2: 'd3' },
    };
    expect(outlookSays(sea, much, 'S')).toBe(
      'From d1: guns reach Kirishima (red dashes); torpedoes reach Kirishima (thick dashes); Yudachi is hidden by the island on d3 (grey dots).',
    );
    expect(outlookSays(sea, { ...reach, hides: { N12: 'S1' } }, 'E')).toBe(
      'From d1: Kirishima is hidden by Chicago (grey dots).',
    );
  });

  it('has no aim when the battle is over', () => {
    const base = { ...view, round: 2, phase: 'orders' } as View;
    expect(whereOf(base, 'S').goal).toMatch(/your aim/);
    expect(whereOf({ ...base, phase: 'over' }, 'S').goal).toBeUndefined();
  });

  it('heads a moment with what is news in it: every ship hit, and who won the initiative', () => {
    const tells = (...kinds: object[]) => kinds.map((d) => ({ d: d as Record<string, unknown> }));
    const rolls = tells(
      { kind: 'round' },
      { kind: 'initiative' },
      { kind: 'initiative', winner: 'S' },
    );
    expect(game.headline?.(rolls)).toBe(2);
    expect(game.headline?.(tells({ kind: 'fired' }, { kind: 'damaged' }, ...[]))).toBe(1);
    expect(game.every).toContain('damaged');
    // The dice of both sides in one row would not say whose they are.
    expect(game.told?.({ s: 'Initiative: South X, North M: South wins', d: rolls[2]!.d })).toEqual({
      says: 'Initiative by stars: South ★, North none: South wins',
      told: true,
    });
  });
});
