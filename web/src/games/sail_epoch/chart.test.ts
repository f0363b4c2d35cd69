import { describe, expect, it } from 'vitest';
import { chart } from './chart';

describe('the sea field', () => {
  it('read Sail Epoch: A1 at the top left, ships with their bow, islands, wind', () => {
    const drawn = chart({
      field: { columns: 3, rows: 2, terrain: ['.c#', '...'], harbours: ['A2'] },
      players: { P1: {}, P2: {} },
      reefs: ['B2'],
      royal_ports: { P1: 'A2' },
      goods: {},
      wind: 'SE fresh',
      forts: { '@C1': { owner: 'P2' } },
      ships: { BR1: { owner: 'P1', space: 'A1', bow: 'E' } },
      strengths: { BR1: [3, 3, 1] },
    })!;
    expect(drawn.geometry.centre('A1')).toEqual({ x: 50, y: 50 });
    expect(drawn.geometry.at({ x: 250, y: 150 })).toBe('C2');
    expect(drawn.geometry.next('A1', 'down')).toBe('A2');
    expect(
      drawn.counters.map((one) => [one.id, one.at, one.side, one.look, one.heading, one.note]),
    ).toEqual([
      ['@C1', 'C1', 1, 'fort', undefined, ''],
      ['BR1', 'A1', 0, 'brig', 90, '3'],
    ]);
    expect(drawn.ground.get('C1')).toBe('land');
    expect(drawn.ground.get('A2')).toBe('port');
    expect(drawn.wind).toEqual({ to: 135, text: 'fresh' });
    expect(drawn.isles).toEqual(['B1', 'C1']);
  });

  it('stand on the same sea from one view to the next', () => {
    const field = { columns: 3, rows: 2, terrain: [], harbours: [] };
    const sail = (space: string) =>
      chart({ field, players: { P1: {} }, ships: { BR1: { owner: 'P1', space } } })!;
    expect(sail('A1').geometry).toBe(sail('B2').geometry);
    expect(sail('B2').geometry.at(sail('A1').geometry.centre('B2'))).toBe('B2');
  });
});
