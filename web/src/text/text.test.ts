import { describe, expect, it } from 'vitest';
import { botName, capital, clock, range, since, spelled, t, tOr } from '.';
import { en } from './en';

describe('texts', () => {
  it('fill in and count', () => {
    expect(t('harbour.atSea', { n: 1 })).toBe('1 game at sea');
    expect(t('harbour.atSea', { n: 3 })).toBe('3 games at sea');
    expect(t('table.waiting', { name: 'Red' })).toBe('Waiting for Red');
    expect(tOr('no.such.id', 'otherwise')).toBe('otherwise');
  });
  it('are none of them empty', () => {
    for (const [id, text] of Object.entries(en)) expect(text.trim(), id).not.toBe('');
  });
  it('write spans and times', () => {
    expect(range([2, 4])).toBe('2–4');
    expect(range([2, 2])).toBe('2');
    expect(clock(245_000)).toBe('4:05');
    expect(clock(3_600_000 * 50)).toBe('2 d 2 h');
    expect(since(0, 3 * 60_000)).toBe('3 minutes ago');
    expect(capital('move to d5')).toBe('Move to d5');
    expect(['a1', 'S1 Perth', 'steady', 'turn to N', 'NE'].map(spelled)).toEqual([
      'a1',
      'S1 Perth',
      'Steady',
      'Turn to N',
      'NE',
    ]);
    expect(botName('greedy:Cadet')).toBe('Cadet');
    expect(botName('random')).toBe('Random');
  });
});
