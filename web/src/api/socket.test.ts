import { beforeEach, describe, expect, it } from 'vitest';
import { Channel, Refused, type Hears, type Line, type Outside, type Plug } from './socket';
import type { TableState, ToClient, Update } from './types';

class FakePlug implements Plug {
  sent: Record<string, unknown>[] = [];
  closed = false;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;
  constructor(readonly url: string) {}
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.closed = true;
  }
  hear(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

describe('a line to a table', () => {
  let plugs: FakePlug[];
  let timers: { ms: number; then: () => void; off: boolean }[];
  let lines: Line[];
  let states: TableState[];
  let ups: Update[];
  let others: ToClient[];
  let channel: Channel;
  let online: boolean;

  beforeEach(() => {
    online = true;
    plugs = [];
    timers = [];
    lines = [];
    states = [];
    ups = [];
    others = [];
    let ids = 0;
    const outside: Outside = {
      plug: (url) => {
        const plug = new FakePlug(url);
        plugs.push(plug);
        return plug;
      },
      after: (ms, then) => {
        const timer = { ms, then, off: false };
        timers.push(timer);
        return timer;
      },
      cancel: (timer) => {
        if (timer) (timer as { off: boolean }).off = true;
      },
      id: () => `i${++ids}`,
      online: () => online,
    };
    const hears: Hears = {
      line: (line) => lines.push(line),
      state: (state) => states.push(state),
      up: (update) => ups.push(update),
      other: (message) => others.push(message),
    };
    channel = new Channel('t1', '0', hears, 1, outside);
    channel.open();
  });

  const live = (n = 3): FakePlug => {
    const plug = plugs.at(-1)!;
    plug.onopen?.();
    plug.hear({ t: 'state', n });
    return plug;
  };
  const tick = (): void => {
    const next = timers.filter((timer) => !timer.off).at(-1)!;
    next.off = true;
    next.then();
  };

  it('says truly how it is', () => {
    expect(lines).toEqual(['connecting']);
    const plug = live();
    expect(lines.at(-1)).toBe('live');
    plug.onclose?.({ code: 1006, reason: '' });
    expect(lines.at(-1)).toBe('lost');
  });

  it('resumes at the number it has heard last', () => {
    const plug = live(3);
    plug.hear({ t: 'up', n: 4 });
    expect(ups.map((up) => up.n)).toEqual([4]);
    plug.onclose?.({ code: 1006, reason: '' });
    tick();
    expect(plugs).toHaveLength(2);
    expect(plugs[1]!.url).toContain('from=4');
    plugs[1]!.onopen?.();
    plugs[1]!.hear({ t: 'up', n: 4 });
    plugs[1]!.hear({ t: 'up', n: 5 });
    expect(ups.map((up) => up.n)).toEqual([4, 5]);
  });

  it('asks for everything when a number is missing', () => {
    const plug = live(3);
    plug.hear({ t: 'up', n: 6 });
    expect(ups).toEqual([]);
    expect(plug.sent.at(-1)).toEqual({ t: 'sync' });
  });

  it('sends an action once more, under the same id, when the line breaks before the answer', async () => {
    const plug = live(3);
    const acted = channel.act({ action: 'd4-d5' });
    expect(plug.sent[0]).toMatchObject({ t: 'act', id: 'i1', n: 3, action: 'd4-d5' });
    plug.onclose?.({ code: 1006, reason: '' });
    tick();
    plugs[1]!.onopen?.();
    expect(plugs[1]!.sent[0]).toMatchObject({ t: 'act', id: 'i1' });
    plugs[1]!.hear({ t: 'up', n: 4, id: 'i1' });
    await acted;
    expect(channel.n).toBe(4);
  });

  it('throws a refusal with its clause', async () => {
    const plug = live();
    const acted = channel.act({ action: 'a1-a3' });
    plug.hear({ t: 'no', id: 'i1', code: 'play/illegal', says: 'too far', clause: 'XY-M-01' });
    await expect(acted).rejects.toBeInstanceOf(Refused);
    await expect(acted).rejects.toMatchObject({ why: { clause: 'XY-M-01' } });
  });

  it('gives a question up at once when the line is lost', async () => {
    const plug = live();
    const menu = channel.menu([]);
    plug.onclose?.({ code: 1006, reason: '' });
    await expect(menu).rejects.toThrow('offline');
  });

  it('notices silence: a ping, then the line is given up', () => {
    const plug = live();
    tick();
    expect(plug.sent.at(-1)).toEqual({ t: 'ping' });
    tick();
    expect(lines.at(-1)).toBe('lost');
    expect(plug.closed).toBe(true);
  });

  it('lives on when the ping is answered at once', () => {
    const plug = live();
    const send = plug.send.bind(plug);
    plug.send = (text) => {
      send(text);
      plug.hear({ t: 'pong' });
    };
    tick();
    expect(timers.filter((timer) => timer.ms === 8_000).every((timer) => timer.off)).toBe(true);
    expect(lines.at(-1)).toBe('live');
  });
  it('tries nothing while there is no network', () => {
    live();
    online = false;
    channel.drop();
    tick();
    expect(plugs).toHaveLength(1);
    expect(lines.at(-1)).toBe('lost');
    online = true;
    channel.retry();
    expect(plugs).toHaveLength(2);
  });

  it('waits longer after each failure', () => {
    live().onclose?.({ code: 1006, reason: '' });
    tick();
    plugs[1]!.onclose?.({ code: 1006, reason: '' });
    expect(timers.filter((timer) => !timer.off).at(-1)!.ms).toBe(800);
  });
});
