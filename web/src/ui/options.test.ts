import { describe, expect, it } from 'vitest';
import type { OptionInfo } from '../api/types';
import { grouped, matters } from './options';

const option = (key: string, ...only: [string, string[]][]): OptionInfo => ({
  key,
  text: key,
  values: { kind: 'switch' },
  default: 'off',
  clause: 'X-1',
  only: only.map(([key, values]) => ({ key, values })),
});
const all = [
  option('C1', ['level', ['captain', 'admiral']]),
  option('mines'),
  option('zone', ['scenario', ['oceans']], ['setup', ['placed']]),
  option('C2', ['level', ['captain', 'admiral']]),
];

describe('options of a new game', () => {
  it('matter only where all they hang on holds', () => {
    const given = (values: Record<string, string>) => (key: string) => values[key] ?? '';
    const keys = (values: Record<string, string>): string[] =>
      all.filter((one) => matters(one, given(values))).map((one) => one.key);
    expect(keys({ level: 'lieutenant', scenario: 'oceans' })).toEqual(['mines']);
    expect(keys({ level: 'admiral', scenario: 'oceans', setup: 'placed' })).toEqual([
      'C1',
      'mines',
      'zone',
      'C2',
    ]);
  });

  it('stand in groups, those for every game first', () => {
    const groups = grouped(all, (key) => (key === 'level' ? 'captain' : 'oceans'));
    expect(groups.map((one) => [one.key, one.value, one.options.length])).toEqual([
      ['', '', 1],
      ['level', 'captain', 2],
      ['scenario', 'oceans', 1],
    ]);
  });
});
