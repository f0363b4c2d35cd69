import { expect, it } from 'vitest';
import { find } from './search';

const clauses = [
  {
    id: 'NB-J-19',
    chapter: 'Jumps',
    text: 'A ship that jumps a Mine is destroyed.',
    status: 'done',
  },
  { id: 'NB-M-04', chapter: 'Movement', text: 'A ship moves one square.', status: 'done' },
];

it('finds clauses by every word, and by id', () => {
  expect(find(clauses, '')).toHaveLength(2);
  expect(find(clauses, 'ship mine').map((clause) => clause.id)).toEqual(['NB-J-19']);
  expect(find(clauses, 'nb-m').map((clause) => clause.id)).toEqual(['NB-M-04']);
  expect(find(clauses, 'submarine')).toEqual([]);
});
