import { beforeEach, expect, it } from 'vitest';
import type { ChatLine } from '../api/types';
import { Read } from './talk.svelte';

const line = (n: number, seat?: number): ChatLine =>
  ({ n, channel: 'players', name: '', text: '', at: 0, seat }) as ChatLine;

beforeEach(() => localStorage.clear());

it('what was read stays read, and nobody is told of their own words', () => {
  const chat = [line(0, 1), line(1, 0), line(2, 1)];
  const first = new Read('t');
  expect(first.unread(chat, 0)).toBe(2);
  first.all(chat);
  expect(first.unread(chat, 0)).toBe(0);
  // After a reload, and when somebody else takes the screen.
  expect(new Read('t').unread(chat, 0)).toBe(0);
  expect(new Read('t').unread([...chat, line(3, 1)], 0)).toBe(1);
  expect(new Read('other').unread(chat, 0)).toBe(2);
});
