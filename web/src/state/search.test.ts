import { expect, it } from 'vitest';
import { find } from './search';

const clauses = [
  {
    id: 'XY-J-19',
    chapter: 'Jumps',
    text: 'A ship that jumps a Mine is destroyed.',
    status: 'done',
  },
  { id: 'XY-M-04', chapter: 'Movement', text: 'A ship moves one square.', status: 'done' },
];

it('finds clauses by every word, and by id', () => {
  expect(find(clauses, '')).toHaveLength(2);
  expect(find(clauses, 'ship mine').map((clause) => clause.id)).toEqual(['XY-J-19']);
  expect(find(clauses, 'xy-m').map((clause) => clause.id)).toEqual(['XY-M-04']);
  expect(find(clauses, 'submarine')).toEqual([]);
});

it('does not take every clause of a chapter for an answer to a word of its title', () => {
  const book = [
    { id: 'XY-1', chapter: 'Fireships and mines', text: 'A mine explodes.', status: 'done' },
    { id: 'XY-2', chapter: 'Fireships and mines', text: 'A fireship burns.', status: 'done' },
    { id: 'XY-3', chapter: 'Wind', text: 'A fireship drifts with it.', status: 'done' },
  ];
  expect(find(book, 'fireship').map((clause) => clause.id)).toEqual(['XY-2', 'XY-3']);
  expect(find(book, 'Fireships and mines').map((clause) => clause.id)).toEqual(['XY-1', 'XY-2']);
});
