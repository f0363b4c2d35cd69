import { describe, expect, it } from 'vitest';
import { Presses } from './presses';

describe('what one press gave', () => {
  it('is taken back with one', async () => {
    const presses = new Presses();
    let undone = 0;
    const undo = (): Promise<void> => {
      undone += 1;
      return Promise.resolve();
    };
    expect(await presses.give(['H'], () => Promise.resolve(true))).toBe(true);
    expect(await presses.give(['S', 'C'], () => Promise.resolve(true))).toBe(true);
    await presses.back(undo);
    expect(undone).toBe(2);
    await presses.back(undo);
    expect(undone).toBe(3);
    // Only what was taken is taken back.
    expect(await presses.give(['S', 'C'], (action) => Promise.resolve(action === 'S'))).toBe(false);
    await presses.back(undo);
    expect(undone).toBe(4);
    // Who knows nothing takes back one.
    await presses.give(['S', 'C'], () => Promise.resolve(true));
    presses.forget();
    await presses.back(undo);
    expect(undone).toBe(5);
  });

  it('is whole before it is taken back, and the table that answers forgets nothing', async () => {
    const presses = new Presses();
    const done: string[] = [];
    await presses.give(['H', 'I'], () => Promise.resolve(true));
    let taken!: () => void;
    const first = new Promise<void>((go) => (taken = go));
    const giving = presses.give(['S', 'C'], async (action) => {
      if (action === 'S') await first;
      done.push(action);
      return true;
    });
    const undo = (): Promise<void> => {
      done.push('undo');
      presses.forget();
      return Promise.resolve();
    };
    const back = presses.back(undo);
    taken();
    await giving;
    await back;
    expect(done).toEqual(['S', 'C', 'undo', 'undo']);
    await presses.back(undo);
    expect(done).toHaveLength(6);
  });
});
