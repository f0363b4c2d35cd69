import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Channel, Hears } from '../api/socket';
import type { MenuChoice, Odds, TableState, Update } from '../api/types';
import { TableModel } from './table.svelte';

const menu: MenuChoice[] = [{ key: 'a', kind: 'attack', text: 'attack', to: 'd4*d5' }];

/// A model whose line is played by the test.
function seated(
  odds: () => Promise<Odds | undefined> = () => Promise.resolve(undefined),
  offers: (draft: string[]) => MenuChoice[] = () => menu,
): {
  model: TableModel;
  hears: Hears;
  acted: unknown[];
  asked: string[][];
} {
  let hears!: Hears;
  const acted: unknown[] = [];
  const asked: string[][] = [];
  const model = new TableModel('t', '0', 1, undefined, (ears) => {
    hears = ears;
    return {
      menu: (draft: string[]) => Promise.resolve({ n: 0, choices: offers(draft) }),
      odds,
      glance: (actions: string[]) => {
        asked.push(actions);
        // Time for two, and what may not be done is left out.
        const able = actions.slice(0, 2).filter((action) => action !== 'no');
        return Promise.resolve({
          n: 0,
          of: able.map((action) => ({ action, exact: true, sure: true, lines: [], counts: {} })),
        });
      },
      act: (what: unknown) => {
        acted.push(what);
        return Promise.resolve();
      },
    } as unknown as Channel;
  });
  hears.line('live');
  hears.state({
    n: 3,
    table: { status: 'playing', seats: [] },
    view: { ply: 1, list: [1, 2] },
    board: '',
    awaited: [0],
    prompt: 'Your turn',
    undo: false,
    past: [{ n: 3, e: [{ d: { kind: 'moved' }, s: 'It moved.' }] }],
    chat: [],
    here: { seats: [0], watchers: 0 },
  } as unknown as TableState);
  return { model, hears, acted, asked };
}

const up = (update: Partial<Update> & { n: number }): Update => update;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('a table', () => {
  it('takes changes of the view, or a whole one', () => {
    const { model, hears } = seated();
    hears.up(up({ n: 4, p: { ply: 2 } }));
    expect(model.view).toEqual({ ply: 2, list: [1, 2] });
    hears.up(up({ n: 5, v: { ply: 9 } }));
    expect(model.view).toEqual({ ply: 9 });
    expect(model.n).toBe(5);
  });

  it('forgets what was taken back', () => {
    const { model, hears } = seated();
    hears.up(up({ n: 4, e: [{ d: { kind: 'moved' }, s: 'Again.' }] }));
    expect(model.log.map((entry) => entry.n)).toEqual([3, 4]);
    hears.up(up({ n: 5, back: 3 }));
    expect(model.log.map((entry) => entry.n)).toEqual([3]);
  });

  it('asks before a risk, with the odds; a sure thing is done at once', async () => {
    const risky = seated(() =>
      Promise.resolve({
        exact: true,
        lines: [
          { what: 'won', chance: 0.5, error: 0 },
          { what: 'lost', chance: 0.5, error: 0 },
        ],
      }),
    );
    risky.model.risky = () => true;
    await risky.model.pick(menu[0]!);
    expect(risky.model.confirm?.odds?.lines).toHaveLength(2);
    expect(risky.acted).toEqual([]);
    await risky.model.confirmed();
    expect(risky.acted).toEqual([{ action: 'd4*d5' }]);

    const sure = seated(() =>
      Promise.resolve({ exact: true, lines: [{ what: 'won', chance: 1, error: 0 }] }),
    );
    sure.model.risky = () => true;
    await sure.model.pick(menu[0]!);
    expect(sure.acted).toEqual([{ action: 'd4*d5' }]);
  });

  it('goes on without a question where the next menu has come along', async () => {
    const drafts: string[][] = [];
    const deep: MenuChoice[] = [
      {
        key: 'A',
        kind: 'unit',
        text: 'A',
        next: [{ key: 'b', kind: 'unit', text: 'b', next: menu }],
      },
    ];
    const { model, hears, acted } = seated(undefined, (draft) => {
      drafts.push(draft);
      return deep;
    });
    await vi.advanceTimersByTimeAsync(1);
    await model.follow(['A', 'b', 'a']);
    expect(acted).toEqual([{ action: 'd4*d5' }]);
    expect(drafts).toEqual([[]]);
    // A tree is asked for once, and anew when the table has moved on.
    await Promise.all([model.tree(['A']), model.tree(['A'])]);
    expect(drafts).toHaveLength(2);
    hears.up(up({ n: 4, p: { ply: 2 } }));
    await vi.advanceTimersByTimeAsync(1);
    const before = drafts.length;
    expect((await model.tree(['A'])).choices).toHaveLength(1);
    expect(drafts).toHaveLength(before + 1);
  });

  it('heeds a click on what an own pick has brought, however soon after what others did', async () => {
    const on: MenuChoice[] = [{ key: 'A', kind: 'unit', text: 'A' }];
    let top = menu;
    const { model, hears, acted } = seated(undefined, (draft) => (draft.length ? menu : top));
    await vi.advanceTimersByTimeAsync(1);
    top = on;
    hears.up(up({ n: 4, p: { ply: 2 } }));
    await vi.advanceTimersByTimeAsync(1);
    // The deed that has just come there by itself was not aimed at.
    expect(model.offers).toEqual(on);
    await model.pick(menu[0]!);
    expect(acted).toEqual([]);
    await model.pick(on[0]!);
    await model.pick(menu[0]!);
    expect(acted).toEqual([{ action: 'd4*d5' }]);
  });

  it('gathers what is looked at, in as many questions as it takes, and forgets it in time', async () => {
    const { model, hears, asked } = seated();
    model.look(['a', 'no']);
    model.look(['b', 'c']);
    await vi.advanceTimersByTimeAsync(100);
    expect(asked).toEqual([['a', 'no', 'b', 'c'], ['no', 'b', 'c'], ['c']]);
    expect([...model.glances.keys()]).toEqual(['a', 'b', 'c']);
    model.look(['a']);
    await vi.advanceTimersByTimeAsync(100);
    expect(asked).toHaveLength(3);
    hears.up(up({ n: 4, p: { ply: 2 } }));
    expect(model.glances.size).toBe(0);
  });

  it('does not wait for odds that take long', async () => {
    let tell!: (odds: Odds) => void;
    const { model, acted } = seated(() => new Promise((on) => (tell = on)));
    model.risky = () => true;
    const picked = model.pick(menu[0]!);
    await vi.advanceTimersByTimeAsync(2000);
    await picked;
    expect(model.confirm).toMatchObject({ counting: true, odds: undefined });
    tell({ exact: false, lines: [{ what: 'won', chance: 0.9, error: 0.01 }] });
    await vi.advanceTimersByTimeAsync(1);
    expect(model.confirm?.counting).toBeUndefined();
    expect(model.confirm?.odds?.lines[0]?.chance).toBe(0.9);
    expect(acted).toEqual([]);
  });

  it('does a sure thing however long the counting takes', async () => {
    let tell!: (odds: Odds) => void;
    const { model, acted } = seated(() => new Promise((on) => (tell = on)));
    model.risky = () => true;
    const picked = model.pick(menu[0]!);
    await vi.advanceTimersByTimeAsync(2000);
    await picked;
    tell({ exact: true, lines: [{ what: 'won', chance: 1, error: 0 }] });
    await vi.advanceTimersByTimeAsync(1);
    expect(model.confirm).toBeUndefined();
    expect(acted).toEqual([{ action: 'd4*d5' }]);
  });

  describe('with a draft in hand', () => {
    const on = (key: string): MenuChoice => ({ key, kind: 'unit', text: key });
    const to = (key: string, action: string): MenuChoice => ({
      key,
      kind: 'place',
      text: key,
      to: action,
    });
    /// Ships A and B may go to places; the test takes them away.
    function sailing(): ReturnType<typeof seated> & { menus: Map<string, MenuChoice[]> } {
      const menus = new Map<string, MenuChoice[]>([
        ['', [on('A'), on('B'), to('end', 'end')]],
        ['A', [to('1', 'A1'), to('2', 'A2')]],
      ]);
      const table = seated(undefined, (draft) => menus.get(draft.join(' ')) ?? []);
      return { ...table, menus };
    }

    it('keeps it when somebody else does something', async () => {
      const { model, hears } = sailing();
      await vi.advanceTimersByTimeAsync(1);
      await model.pick(on('A'));
      expect(model.offers.map((one) => one.key)).toEqual(['1', '2']);
      hears.up(up({ n: 4, e: [{ d: { kind: 'moved' }, s: 'They moved.' }] }));
      // Not for a moment does another menu stand where this one stood.
      expect(model.offers.map((one) => one.key)).toEqual(['1', '2']);
      await vi.advanceTimersByTimeAsync(1);
      expect(model.depth).toBe(1);
      expect(model.offers.map((one) => one.key)).toEqual(['1', '2']);
      expect(model.notice).toBeUndefined();
    });

    it('lets it go with a word when it is no longer possible', async () => {
      const { model, hears, menus } = sailing();
      await vi.advanceTimersByTimeAsync(1);
      await model.pick(on('A'));
      menus.set('', [on('B'), to('end', 'end')]);
      menus.delete('A');
      hears.up(up({ n: 4 }));
      await vi.advanceTimersByTimeAsync(1);
      expect(model.depth).toBe(0);
      expect(model.notice?.says).toContain('no longer possible');
    });

    it('does not take a click for what has just come under the pointer', async () => {
      const { model, hears, menus, acted } = sailing();
      await vi.advanceTimersByTimeAsync(1000);
      menus.set('', [to('end', 'end')]);
      hears.up(up({ n: 4 }));
      await vi.advanceTimersByTimeAsync(1);
      await model.pick(to('end', 'end'));
      expect(acted).toEqual([]);
      await vi.advanceTimersByTimeAsync(400);
      await model.pick(to('end', 'end'));
      expect(acted).toEqual([{ action: 'end' }]);
    });

    it('keeps an open question as long as it can be answered', async () => {
      const { model, hears, menus } = sailing();
      await vi.advanceTimersByTimeAsync(1);
      model.risky = () => true;
      await model.pick(on('A'));
      await model.pick(to('1', 'A1'));
      expect(model.confirm?.choice.to).toBe('A1');
      hears.up(up({ n: 4 }));
      await vi.advanceTimersByTimeAsync(1);
      expect(model.confirm?.choice.to).toBe('A1');
      menus.set('A', [to('2', 'A2')]);
      hears.up(up({ n: 5 }));
      await vi.advanceTimersByTimeAsync(1);
      expect(model.confirm).toBeUndefined();
    });

    it('ends it with the own decision', async () => {
      const { model, hears } = sailing();
      await vi.advanceTimersByTimeAsync(1);
      await model.pick(on('A'));
      hears.up(up({ n: 4, id: 'mine' }));
      await vi.advanceTimersByTimeAsync(1);
      expect(model.depth).toBe(0);
    });
  });

  it('closes one thing at a time', async () => {
    const { model } = seated();
    await vi.advanceTimersByTimeAsync(1);
    model.risky = () => true;
    await model.pick(menu[0]!);
    model.notice = { kind: 'refused', says: 'No.' };
    model.back();
    expect(model.notice).toBeUndefined();
    expect(model.confirm).toBeDefined();
    model.back();
    expect(model.confirm).toBeUndefined();
  });
});
