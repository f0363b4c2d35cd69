import { beforeEach, describe, expect, it } from 'vitest';
import type { TableInfo } from '../api/types';
import { bringBack, clear, cleared, holderName, isBot, ordered, outcome, urgent } from './tables';

const over = (verdict: string, won: number[], you: number[]): TableInfo =>
  ({
    status: 'over',
    seats: [0, 1].map((seat) => ({ seat, name: ['White', 'Red'][seat], you: you.includes(seat) })),
    result: { verdict, seats: won, sides: won, reason: '' },
  }) as unknown as TableInfo;

beforeEach(() => localStorage.clear());

describe('a table in a list', () => {
  it('says how it ended, to those who played and to those who did not', () => {
    expect(outcome(over('won', [0], [0]))).toBe('You won');
    expect(outcome(over('won', [0], [1]))).toBe('You lost');
    expect(outcome(over('won', [0], [0, 1]))).toBe('Won by White');
    expect(outcome(over('won', [1], []))).toBe('Won by Red');
    expect(outcome(over('drawn', [], [0]))).toBe('Drawn');
    expect(outcome({ ...over('won', [0], [0]), status: 'playing' })).toBe('');
  });
  it('says who is a bot, whatever it is called', () => {
    const person = { kind: 'person', name: 'Ann', guest: false } as const;
    expect([holderName({ holder: person }), isBot({ holder: person })]).toEqual(['Ann', false]);
    const program = { ...person, name: 'Deep Sea', bot: true };
    expect([holderName({ holder: program }), isBot({ holder: program })]).toEqual([
      'Deep Sea',
      true,
    ]);
    expect(isBot({ holder: { kind: 'bot', level: 'Captain' } })).toBe(true);
    expect(isBot({ holder: { kind: 'open' } })).toBe(false);
  });
  it('comes the sooner, the less time is left', () => {
    const game = (id: string, awaited: number[], due?: number, updated = 0): TableInfo =>
      ({
        id,
        status: 'playing',
        seats: [
          { seat: 0, you: true },
          { seat: 1, you: false },
        ],
        awaited,
        due,
        updated,
      }) as unknown as TableInfo;
    const tables = [
      { ...game('over', [0]), status: 'over' as const },
      game('theirs', [1], 1),
      game('fresh', [0], undefined, 9),
      game('tomorrow', [0], 200),
      { ...game('open', []), status: 'waiting' as const },
      game('stale', [0], undefined, 3),
      game('today', [0, 1], 100),
    ];
    const ids = (found: TableInfo[]) => found.map((table) => table.id);
    expect(ids(urgent(tables))).toEqual(['today', 'tomorrow', 'stale', 'fresh']);
    expect(ids(ordered(tables)).slice(4)).toEqual(['theirs', 'open', 'over']);
  });
  it('can be cleared away and brought back', () => {
    expect([...clear('a')]).toEqual(['a']);
    expect([...clear('b')]).toEqual(['a', 'b']);
    expect(cleared().has('a')).toBe(true);
    expect([...bringBack()]).toEqual([]);
    expect(cleared().size).toBe(0);
  });
});
