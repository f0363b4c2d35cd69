import { expect, it } from 'vitest';
import type { StudyNode } from '../api/types';
import { Branches } from './branches';

const node = (id: number, parent: number): StudyNode => ({
  id,
  parent,
  by: 'W',
  action: `a${id}`,
  dice: [],
  says: '',
  turn: 1,
});

it('a tree knows its line, its branches and the way to each', () => {
  const tree = new Branches([
    node(0, 0),
    node(1, 0),
    node(2, 1),
    node(3, 2),
    node(7, 1),
    node(8, 7),
  ]);
  expect(tree.line(1).map((one) => one.id)).toEqual([1, 2, 3]);
  expect(tree.after(1).map((one) => one.id)).toEqual([2, 7]);
  expect(tree.next(0)?.id).toBe(1);
  expect(tree.way(8)).toEqual([1, 7, 8]);
  expect(tree.way(0)).toEqual([]);
  expect(tree.beside(2, 1)?.id).toBe(7);
  expect(tree.beside(7, 1)).toBeUndefined();
  expect(tree.beside(0, 1)).toBeUndefined();
  expect(tree.end(1)).toBe(3);
  expect(tree.end(99)).toBe(99);
});
