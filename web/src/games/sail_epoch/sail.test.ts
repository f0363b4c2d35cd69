import { describe, expect, it } from 'vitest';
import type { Entry } from '../../state/table.svelte';
import { next, order, twice } from './coming';
import { beyond, clear, scene } from './frame';
import { harm, lost, wrecks } from './losses';
import { names, type Bearer } from './names';
import { answer } from './orders.svelte';
import { Stage } from './stage.svelte';
import { tale } from './tale';
import { field, type View } from './view';

/// Just what losses read of a view.
const view = (turn: number): View =>
  ({
    turn,
    names: { P1: 'Anne', P2: 'Ben' },
    crews: { FR1: { name: 'Victory' }, BR1: { name: 'Mercury' }, GA1: { name: 'Santa Ana' } },
    ships: {},
    forts: {},
  }) as unknown as View;
const told = (n: number, ...events: Record<string, unknown>[]): Entry => ({
  n,
  tells: events.map((d) => ({ d })) as unknown as Entry['tells'],
});
const LOG = [
  told(1, { kind: 'turn', turn: 1 }),
  told(
    2,
    { kind: 'fired', volley: 'FR1x2,BR1 > GA1', target: 'GA1' },
    {
      kind: 'sunk',
      ship: 'GA1',
      owner: 'P2',
      space: 'K4',
      cause: 'gunfire',
    },
  ),
  told(3, { kind: 'turn', turn: 2 }, { kind: 'boarded', attackers: 'FR1', target: 'BR1' }),
  told(4, { kind: 'captured', ship: 'BR1', by: 'P1' }),
];

describe('a word at the edge', () => {
  it('stands in its middle, or as near to it as no ship lies', () => {
    expect(clear(0, 1000, 60, [])).toBe(500);
    const at = clear(0, 1000, 60, [[450, 550]]);
    expect(Math.abs(at - 500)).toBeGreaterThanOrEqual(110);
    expect(Math.abs(at - 500)).toBeLessThanOrEqual(140);
    // No room at all: it stands where it always does.
    expect(clear(0, 1000, 60, [[0, 1000]])).toBe(500);
  });
});

describe('names on the sea', () => {
  const field = { x: 0, y: 0, w: 1200, h: 1400 };
  const ship = (id: string, x: number, y: number) => ({ id, name: id, at: { x, y } });
  const place = (bearers: Bearer[]) => names(bearers, bearers, field);

  it('stand below a ship that lies alone', () => {
    expect(place([ship('Mercury', 450, 450)])).toEqual([
      { id: 'Mercury', name: 'Mercury', x: 450, y: 522 },
    ]);
  });

  it('lie over nobody in a harbour full of ships', () => {
    // Fort on A1, ships on A2, B1, B2 and, farther out, B3.
    const ships = [ship('Mercury', 150, 50), ship('Raven', 50, 150), ship('Swift', 150, 150)];
    const fort = { id: '@A1', at: { x: 50, y: 50 } };
    const found = names(ships, [...ships, fort], field);
    for (const { id, name, x, y } of found) {
      const half = (12.6 * name.length) / 2;
      for (const other of [...ships, fort])
        if (other.id !== id)
          expect(
            Math.abs(other.at.x - x) >= 42 + half ||
              y - 21 >= other.at.y + 42 ||
              y + 6 <= other.at.y - 42,
            `${name} over ${other.id}`,
          ).toBe(true);
    }
    // Whoever has water below is named there.
    expect(found.find(({ id }) => id === 'Swift')?.y).toBe(222);
  });

  it('never meet, and who is in hand is named in any case', () => {
    const [one, two] = [ship('Fancy', 450, 450), { ...ship('Swift', 450, 450), must: true }];
    const ring = [-100, 0, 100].flatMap((x) =>
      [-100, 0, 100].map((y) => ship('', 450 + x, 450 + y)),
    );
    const found = names([one, two], ring, field);
    expect(found.map(({ id }) => id)).toEqual(['Swift']);
  });
});

describe('losses', () => {
  it('say what, when and by whom, the latest first', () => {
    expect(lost(LOG, view(2)).map(({ turn, says, by }) => [turn, says, by])).toEqual([
      [2, 'Mercury taken by Anne', 'boarded by Victory'],
      [1, 'Santa Ana sunk on K4', 'by the guns of Victory, Mercury'],
    ]);
  });

  it('leave a wreck for a Turn and no longer', () => {
    expect(wrecks(LOG, view(1))).toEqual([{ n: 2, ship: 'GA1', owner: 'P2', at: 'K4' }]);
    expect(wrecks(LOG, view(2))).toHaveLength(1);
    expect(wrecks(LOG, view(3))).toEqual([]);
  });
});

describe('courses', () => {
  const sea = (space: string) => ({
    field: { columns: 12, rows: 14 },
    crews: {},
    setup: { level: 'lieutenant' },
    ships: { BR1: { owner: 'P1', space } },
  });
  const moved = (n: number, from: string, to: string): Entry =>
    told(n, { kind: 'moved', ship: 'BR1', from, to });
  it('are those of the moment that is shown, and of the latest afterwards', async () => {
    const stage = new Stage({ clock: { wait: () => Promise.resolve() } });
    stage.remember([moved(1, 'B2', 'E2'), moved(2, 'E2', 'E5')]);
    stage.show(sea('E5'));
    const course = (): number => (((stage.shown[0]?.heading ?? NaN) % 360) + 360) % 360;
    expect(course()).toBe(180);
    // An old moment once more: then and there she went east, now she goes south again.
    const { n, tells } = moved(1, 'B2', 'E2');
    await stage.tell({ n, tells, before: sea('B2'), after: sea('E5') });
    expect(course()).toBe(180);
    // A jump in the replay: only what was before it counts.
    stage.remember([moved(1, 'B2', 'E2')]);
    stage.show(sea('E2'));
    expect(course()).toBe(90);
  });
});

describe('standing orders', () => {
  const fire = [
    { unit: 'BR1', target: 'GA1', guns: 1 },
    { unit: 'FR1', target: 'GA1', guns: 3 },
  ];
  it('answer with all that bears, with nothing, or not at all', () => {
    expect(answer('ask', fire, [])).toBeUndefined();
    expect(answer('never', fire, [])).toBe('pass');
    expect(answer('always', fire, [])).toBe('fire FR1x3 > GA1');
    expect(answer('always', fire, [{ to: 'fire FR1x3,BR1 > GA1', guns: 4 }])).toBe(
      'fire FR1x3,BR1 > GA1',
    );
  });
});

describe('harm', () => {
  const sea = {
    ...view(3),
    ships: { BR1: { owner: 'P1' }, FR1: { owner: 'P2' } },
  } as unknown as View;
  const log = [
    told(1, { kind: 'phase', seat: 'P1' }, { kind: 'damaged', ship: 'BR1', damage: 1 }),
    told(2, { kind: 'phase', seat: 'P2' }, { kind: 'damaged', ship: 'BR1', damage: 1 }),
    told(
      3,
      { kind: 'damaged', ship: 'BR1', damage: 1 },
      { kind: 'damaged', ship: 'FR1', damage: 1 },
    ),
    told(4, { kind: 'phase', seat: 'P1' }),
  ];
  it('says what others did to the own ships since the last phase, and nothing else', () => {
    expect(harm(log, sea, 'P1')).toBe('your Mercury was hit for 2');
    // Whose a ship was that went down is told with it.
    const sunk = (owner: string): Entry[] => [
      ...log.slice(0, 3),
      told(4, { kind: 'sunk', ship: 'GA1', owner, space: 'K4', cause: 'gunfire' }),
      told(5, { kind: 'phase', seat: 'P1' }),
    ];
    expect(harm(sunk('P1'), sea, 'P1')).toContain('your Santa Ana was sunk');
    expect(harm(sunk('P2'), sea, 'P1')).not.toContain('Santa Ana');
    expect(harm(log.slice(0, 2), sea, 'P1')).toBe('');
    // The enemy was first in the game, and that his phase began is not told.
    expect(harm(log.slice(2), sea, 'P1')).toBe('your Mercury was hit for 1');
    expect(
      harm(
        [...log, told(5, { kind: 'phase', seat: 'P2' }), told(6, { kind: 'phase', seat: 'P1' })],
        sea,
        'P1',
      ),
    ).toBe('');
  });
});

describe('who comes next', () => {
  const sea = (turn: number, ...coming: [string, number][]): View =>
    ({
      ...view(turn),
      aim: { last: 9 },
      coming: coming.map(([seat, turn]) => ({ seat, turn })),
    }) as unknown as View;

  it('is said before the phase is ended, and that he comes twice', () => {
    expect(next(sea(3, ['P2', 3], ['P2', 4]))).toBe('Then Ben plays twice running, then you.');
    expect(next(sea(3, ['P2', 3]))).toBe('Then Ben, then you.');
    expect(next(sea(3))).toBe('You then begin Turn 4, too.');
    expect(next(sea(3, ['P2', 3], ['P3', 3], ['P2', 4], ['P3', 4]))).toMatch(/4 phases of others/);
    expect(next(sea(9))).toBe('');
  });

  it('is drawn from whoever acts now to the own next phase', () => {
    const mine = (one: View): View => ({ ...one, phase: 'P1' });
    expect(order(mine(sea(3, ['P2', 3], ['P2', 4])), 'P1')).toEqual(['P1', 'P2', 'P2', 'P1']);
    expect(order(mine(sea(3)), 'P1')).toEqual(['P1', 'P1']);
    expect(order({ ...sea(3, ['P2', 3]), phase: 'P2' }, 'P1')).toEqual(['P2', 'P1']);
    expect(order(mine(sea(9)), 'P1')).toEqual([]);
    expect(order(sea(3, ['P2', 3]), undefined)).toEqual([]);
  });

  it('is said again while the first of his two phases runs', () => {
    expect(twice(sea(3, ['P2', 3], ['P2', 4]))).toMatch(/Ben plays twice running.*Turn 4/);
    expect(twice(sea(4, ['P2', 4]))).toBeUndefined();
  });
});

describe('ships beyond the edge', () => {
  it('are counted once, beyond a corner too', () => {
    const seen = { x: 100, y: 100, w: 400, h: 400 };
    const found = beyond(seen, [
      { x: 50, y: 20 },
      { x: 900, y: 550 },
      { x: 300, y: 300 },
      { x: 40, y: 450 },
    ]);
    expect([...found].sort((a, b) => a[0] - b[0])).toEqual([
      [0, 1],
      [90, 1],
      [270, 1],
    ]);
  });

  it('are told of together where they lie together, beyond a corner too', () => {
    const seen = { x: 100, y: 100, w: 400, h: 400 };
    // Three beyond the corner, one of them nearer to the other edge.
    expect([...beyond(seen, [spot(620, 700), spot(710, 640), spot(650, 690)])]).toEqual([[180, 3]]);
    // A fleet that lies partly beyond the corner.
    const fleet = [spot(700, 450), spot(700, 480), spot(640, 800), spot(650, 620)];
    expect([...beyond(seen, fleet)]).toEqual([[90, 4]]);
  });
});
const spot = (x: number, y: number) => ({ x, y });

describe('a tale', () => {
  const entry = (n: number, own: boolean, ...events: [string, string][]): Entry => ({
    n,
    own,
    tells: events.map(([kind, s]) => ({ d: { kind }, s })) as unknown as Entry['tells'],
  });
  const shot = entry(1, true, ['fired', 'Victory fires'], ['sunk', 'Fancy sinks!']);
  const moved = entry(2, true, ['moved', 'Victory sails']);

  it('tells what the board shows, of one’s own deeds only what came of them', () => {
    expect(tale([shot, moved], 1, false)).toBe('Victory fires. Fancy sinks.');
    expect(tale([shot, moved], 2, true)).toBe('');
    expect(tale([entry(3, false, ['moved', 'Surprise sails'])], 3, false)).toBe('Surprise sails.');
  });

  it('stays after one’s own shot until something else is done', () => {
    expect(tale([shot], undefined, true)).toBe('Victory fires. Fancy sinks.');
    expect(tale([shot], undefined, false)).toBe('');
    expect(tale([shot, moved], undefined, true)).toBe('');
  });
});

describe('the board of a lesson', () => {
  const sea = field(24, 14);
  const room = { wide: 650, high: 450, least: 34 };
  const begins = (ships: Record<string, string>, wanted: string[] = []) =>
    scene(
      sea,
      32,
      room,
      Object.entries(ships).map(([space, owner]) => ({ space, owner })),
      'P1',
      wanted,
    );
  it('is no larger than its ships and goals need', () => {
    // Three ships side by side: squares of at least 65 pixels.
    const box = begins({ K7: 'P1', L8: 'P1', L7: 'P2', A1: 'P2' });
    expect((room.wide / box.w) * 100).toBeGreaterThan(65);
  });
  it('has what the goal names in sight, and leaves out an own ship that has no part in it', () => {
    const box = begins({ A1: 'P1', L7: 'P2', M7: 'P2' }, ['K7']);
    expect(box.x).toBeGreaterThan(sea.centre('A1').x);
    expect(box.x).toBeLessThan(sea.centre('K7').x - 100);
    const home = begins({ B9: 'P1', F4: 'P2' }, ['B2']);
    expect(home.y).toBeLessThan(sea.centre('B2').y - 50);
  });
});
