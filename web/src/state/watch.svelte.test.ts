import { describe, expect, it } from 'vitest';
import type { Channel, Hears } from '../api/socket';
import type { TableState, Update } from '../api/types';
import { Playback } from '../board/playback.svelte';
import { TableModel } from './table.svelte';
import { watch } from './watch.svelte';

describe('what is played at a table', () => {
  it('is told to its end before the table may speak of the end of the game', async () => {
    let hears!: Hears;
    const channel = {
      menu: () => Promise.resolve({ n: 0, choices: [] }),
    } as unknown as Channel;
    const model = new TableModel('', '0', 1, undefined, (ears) => {
      hears = ears;
      return channel;
    });
    const waits: (() => void)[] = [];
    const playback = new Playback(
      { scene: (view) => view, beats: () => [{ ms: 100 }, { ms: 100 }] },
      { clock: { wait: () => new Promise<void>((done) => waits.push(done)) } },
    );
    const stop = $effect.root(() => watch(model, playback));
    hears.line('live');
    hears.state({
      n: 3,
      table: { status: 'playing', seats: [] },
      view: { ply: 1 },
      board: '',
      awaited: [0],
      prompt: '',
      undo: false,
      past: [],
      chat: [],
      here: { seats: [0], watchers: 0 },
    } as unknown as TableState);
    expect(model.telling()).toBe(false);
    hears.up({
      n: 4,
      id: 1,
      e: [{ d: { kind: 'fired' }, s: 'It fires.' }],
      v: { ply: 2 },
      over: { verdict: 'won', seats: [0] },
    } as unknown as Update);
    expect(model.over).toBeDefined();
    for (let beat = 0; beat < 2; beat += 1) {
      expect(model.telling(), `beat ${beat}`).toBe(true);
      waits.shift()?.();
      await new Promise((next) => setTimeout(next));
    }
    expect(model.telling()).toBe(false);
    stop();
  });
});
