import { describe, expect, it } from 'vitest';
import type { MenuChoice } from '../api/types';
import { back, depth, keys, lastPick, offered, pick, start } from './draft';

const choice = (key: string, to?: string): MenuChoice => ({
  key,
  kind: 'unit',
  text: key,
  place: key,
  ...(to ? { to } : {}),
});

describe('a draft', () => {
  const top = [choice('d4'), choice('e4')];
  const next = [choice('d5', 'd4-d5')];
  it('grows by picks and goes back by steps', () => {
    let draft = start(top);
    expect(offered(draft)).toEqual(top);
    draft = pick(draft, top[0]!, next);
    expect(keys(draft)).toEqual(['d4']);
    expect(offered(draft)).toEqual(next);
    expect(lastPick(draft)?.key).toBe('d4');
    expect(depth(draft)).toBe(1);
    draft = back(draft);
    expect(keys(draft)).toEqual([]);
    expect(offered(draft)).toEqual(top);
    expect(back(draft)).toEqual(draft);
  });
});
