import { expect, it } from 'vitest';
import { weakest } from './bots';

const levels = (...ids: string[]): { id: string; title: string; text: string }[] =>
  ids.map((id) => ({ id, title: id, text: '' }));

it('a newcomer never meets the strongest bot first', () => {
  expect(weakest(levels("Ship's Boy", 'Midshipman', 'Admiral'))).toBe("Ship's Boy");
  expect(weakest([])).toBe('random');
});
