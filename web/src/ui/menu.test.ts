import { describe, expect, it } from 'vitest';
import type { MenuChoice } from '../api/types';
import { groups, narrowed } from './menu';

const choice = (key: string, kind: string, text = key): MenuChoice => ({ key, kind, text });

describe('menus', () => {
  it('groups and narrows menus', () => {
    const menu = [
      choice('a', 'unit', 'Iowa'),
      choice('b', 'word'),
      choice('c', 'unit', 'King George V'),
    ];
    expect(groups(menu).map((group) => [group.kind, group.choices.length])).toEqual([
      ['unit', 2],
      ['word', 1],
    ]);
    expect(narrowed(menu, 'george king').map((one) => one.key)).toEqual(['c']);
    expect(narrowed(menu, ' ')).toHaveLength(3);
  });
});
