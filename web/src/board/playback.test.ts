import { describe, expect, it } from 'vitest';
import type { Tell } from '../api/types';
import { Playback, type Beat, type Moment, type Script } from './playback.svelte';

interface Seen {
  at: number;
}
/// A board with one ship on a line: events move it.
const script: Script<Seen, { kind: string }> = {
  scene: (view) => ({ at: (view as { at: number } | undefined)?.at ?? 0 }),
  beats: (tell) => [
    ...(tell.d.kind === 'wind' ? [{ ms: 70, ambient: true }] : []),
    ...(tell.d.kind === 'wind' ? [] : moves(tell)),
  ],
};
const moves = (tell: Tell): Beat<Seen, { kind: string }>[] => [
  { ms: 100, show: () => ({ at: Number(tell.d.to) }), at: [String(tell.d.to)] },
  { ms: 50, effects: [{ kind: 'splash' }] },
];
const moment = (n: number, from: number, to: number, own = false): Moment => ({
  n,
  tells: [{ d: { kind: 'moved', to } } as unknown as Tell],
  before: { at: from },
  after: { at: to },
  own,
});

function made(still = false): { playback: Playback<Seen, { kind: string }>; seen: string[] } {
  const seen: string[] = [];
  const playback: Playback<Seen, { kind: string }> = new Playback(script, {
    still: () => still,
    pace: () => 2,
    clock: {
      wait: (ms) => {
        seen.push(`${ms} ${playback.shown.at}${playback.effects.map((e) => e.kind).join()}`);
        return Promise.resolve();
      },
    },
  });
  playback.show({ at: 1 });
  return { playback, seen };
}

describe('a playback', () => {
  it('plays a moment beat by beat at its pace, and tells the log when it may', async () => {
    const { playback, seen } = made();
    const told = playback.tell(moment(7, 1, 2));
    expect(playback.telling).toBe(true);
    expect(playback.toldTo).toBe(6);
    await told;
    expect(seen).toEqual(['200 2', '100 2splash']);
    expect(playback.toldTo).toBe(Infinity);
    expect(playback.effects).toEqual([]);
    expect(playback.at).toEqual(['2']);
  });

  it('says how it was before the moment that is shown, moment by moment', async () => {
    const then: unknown[] = [];
    const playback: Playback<Seen, { kind: string }> = new Playback(script, {
      clock: { wait: () => Promise.resolve(void then.push(playback.then)) },
    });
    playback.show({ at: 1 });
    const first = playback.tell(moment(7, 1, 2));
    await Promise.all([first, playback.tell(moment(8, 2, 3))]);
    expect(then).toEqual([{ at: 1 }, { at: 1 }, { at: 2 }, { at: 2 }]);
    expect(playback.then).toBeUndefined();
  });

  it('tells the log moment by moment, as they are shown', async () => {
    const told: number[] = [];
    const playback: Playback<Seen, { kind: string }> = new Playback(script, {
      clock: { wait: () => Promise.resolve(void told.push(playback.toldTo)) },
    });
    await Promise.all([playback.tell(moment(7, 1, 2)), playback.tell(moment(8, 2, 3))]);
    // Two beats each: the first moment is in the log while the second is shown.
    expect(told).toEqual([6, 6, 7, 7]);
    expect(playback.toldTo).toBe(Infinity);
  });

  it('begins a moment that is jumped to with the board as it was then, and leaves the other', async () => {
    const { playback, seen } = made();
    playback.show({ at: 9 });
    const left = playback.tell(moment(12, 9, 10));
    const told = playback.jump(moment(3, 4, 5));
    await Promise.all([left, told]);
    // The other had only begun; not a beat of it comes after, nor over the board one came from.
    expect(seen).toEqual(['200 10', '200 5', '100 5splash']);
    expect(playback.telling).toBe(false);
    const jumped = playback.jump({ ...moment(2, 3, 4), tells: [] });
    await jumped;
    expect(playback.shown.at).toBe(4);
    const waits = new Playback(script, { clock: { wait: () => new Promise(() => undefined) } });
    waits.show({ at: 9 });
    void waits.jump({ ...moment(3, 4, 5), tells: [{ d: { kind: 'wind' } } as unknown as Tell] });
    expect(waits.shown.at).toBe(4);
  });

  it('has nothing to show again where only the weather changed', async () => {
    const { playback } = made();
    const wind = { d: { kind: 'wind' } } as unknown as Tell;
    await playback.tell({ ...moment(1, 1, 1), tells: [wind] });
    expect(playback.recent).toEqual([]);
    await playback.tell(moment(2, 1, 2));
    expect(playback.recent.map(({ n }) => n)).toEqual([2]);
  });

  it('shows again an own decision in which the others acted, too, with what came after it', async () => {
    const both = new Playback<Seen, { kind: string }>(
      { ...script, shared: ({ n }) => n === 2 },
      { clock: { wait: () => Promise.resolve() } },
    );
    for (const n of [1, 2, 3]) await both.tell(moment(n, n, n + 1, n < 3));
    expect(both.recent.map(({ n }) => n)).toEqual([2, 3]);
  });

  it('shows again what the others did since the own decision, and ends with what is', async () => {
    const { playback, seen } = made();
    await playback.tell(moment(7, 1, 2, true));
    await playback.tell(moment(8, 2, 3));
    await playback.tell(moment(9, 3, 4));
    seen.length = 0;
    await playback.again();
    expect(seen.filter((line) => line.startsWith('200'))).toEqual(['200 3', '200 4']);
    await playback.again(7);
    expect(seen.at(-2)).toBe('200 2');
    expect(playback.shown.at).toBe(4);
  });

  it('offers what was missed, and plays it on wish even where nothing moves', async () => {
    const { playback, seen } = made(true);
    playback.miss([moment(7, 1, 2, true), moment(8, 2, 3)]);
    playback.show({ at: 3 });
    expect(playback.missed.map((one) => one.n)).toEqual([8]);
    await playback.tell(moment(9, 3, 4));
    expect(seen).toEqual([]);
    await playback.catchUp();
    expect(seen).toEqual(['200 3', '100 3splash']);
    expect(playback.missed).toEqual([]);
    expect(playback.shown.at).toBe(4);
  });

  it('fetches a moment that is no longer kept', async () => {
    const { playback, seen } = made();
    const other = new Playback(script, {
      ...playback.conduct,
      load: (n) => Promise.resolve(moment(n, 5, 6)),
    });
    other.show({ at: 1 });
    await other.again(3);
    expect(other.at).toEqual(['6']);
    expect(other.shown.at).toBe(1);
    expect(seen).toHaveLength(2);
  });
});
