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
