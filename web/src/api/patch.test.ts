import { describe, expect, it } from 'vitest';
import { applyPatch } from './patch';

describe('patches of a view', () => {
  it('say only what changed', () => {
    const old = { pieces: { d4: '1', e5: '2' }, turn: 3, list: [1, 2, 3] };
    const patch = { pieces: { d5: '1', d4: null }, turn: 4, list: { '1': 9, length: 2 } };
    expect(applyPatch(old, patch)).toEqual({ pieces: { d5: '1', e5: '2' }, turn: 4, list: [1, 9] });
    expect(old.pieces).toEqual({ d4: '1', e5: '2' });
  });
  it('make lists grow and maps appear', () => {
    expect(applyPatch({ a: [1] }, { a: { '1': { b: [2] }, '2': [3] } })).toEqual({
      a: [1, { b: [2] }, [3]],
    });
    expect(applyPatch({ a: 1 }, { a: { b: { c: 1 } } })).toEqual({ a: { b: { c: 1 } } });
    expect(applyPatch({ a: { b: 1 } }, { a: [1] })).toEqual({ a: [1] });
  });
  it('change, take out, add and move things by name', () => {
    const old = [{ id: 'a', x: 1 }, { id: 'b' }, { id: 'c' }];
    const patch = { '@': 'id', a: { x: 2 }, b: null, d: { id: 'd' }, '#': [['d', 0]] };
    expect(applyPatch(old, patch)).toEqual([{ id: 'd' }, { id: 'a', x: 2 }, { id: 'c' }]);
    expect(old.length).toBe(3);
    expect(applyPatch(old, { c: { x: 3 }, a: null })).toEqual([{ id: 'b' }, { id: 'c', x: 3 }]);
    const tokens = [
      { token: 'W1', at: 'a1' },
      { token: '2', at: 'b1' },
    ];
    expect(applyPatch(tokens, { W1: { at: 'a2' } })).toEqual([
      { token: 'W1', at: 'a2' },
      tokens[1],
    ]);
    expect(applyPatch(tokens, { '@': 'token', '2': { at: 'b2' } })).toEqual([
      tokens[0],
      { token: '2', at: 'b2' },
    ]);
  });
  it('take keys for paths', () => {
    const old = { a: { b: [{ id: 'x', at: 1 }, { id: 'y' }] }, 'c/d': { '~': 1 } };
    const once = applyPatch(old, { 'a/b/x/at': 2, 'c~1d/~0': 3, 'e/f': 4 });
    expect(once).toEqual({
      a: { b: [{ id: 'x', at: 2 }, { id: 'y' }] },
      'c/d': { '~': 3 },
      e: { f: 4 },
    });
    expect(applyPatch(once, { 'a/b/1/at': 5, e: null, 'c~1d/~0': null })).toEqual({
      a: {
        b: [
          { id: 'x', at: 2 },
          { id: 'y', at: 5 },
        ],
      },
      'c/d': {},
    });
    expect(applyPatch(once, { 'a/b/x': null, e: null, 'c~1d': null })).toEqual({
      a: { b: [{ id: 'y' }] },
    });
    expect(old.a.b).toHaveLength(2);
  });
});
