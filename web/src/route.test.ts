import { describe, expect, it } from 'vitest';
import { parse } from './route.svelte';

describe('addresses', () => {
  it('lead to their pages', () => {
    expect(parse('/').page).toBe('harbour');
    expect(parse('/new/some_game')).toMatchObject({
      page: 'new',
      params: { game: 'some_game' },
    });
    expect(parse('/table/abc123/')).toMatchObject({ page: 'table', params: { table: 'abc123' } });
    expect(parse('/join/abc/xyz')).toMatchObject({
      page: 'table',
      params: { table: 'abc', invite: 'xyz' },
    });
    expect(parse('/rules/some_game/XY-J-19')).toMatchObject({ params: { clause: 'XY-J-19' } });
    expect(parse('/rules/some_game/XY-3.3.2.12c').params.clause).toBe('XY-3.3.2.12c');
    expect(parse('/record/abc')).toMatchObject({ page: 'replay', params: { record: 'abc' } });
    expect(parse('/tournaments/new').page).toBe('newTournament');
    expect(parse('/tournaments/abc')).toMatchObject({
      page: 'tournament',
      params: { tournament: 'abc' },
    });
    expect(parse('/replay/abc', '?at=12').query.get('at')).toBe('12');
  });
  it('that lead nowhere say so', () => {
    expect(parse('/no/such/page').page).toBe('missing');
  });
});
