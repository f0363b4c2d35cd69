import { describe, expect, it } from 'vitest';
import { Story, type Clock } from './anim';
import { arrowPaths } from './arrows';
import { groups, island, outline } from './coast';
import { Drag } from './drag';
import { hexGrid, letters, parsePlace, pointLattice, squareGrid, type Geometry } from './geometry';
import { loose, marks } from './highlights';
import { command } from './keys';
import { bare, clamp, isWhole, mostly, pan, reveal, whole, zoomAt } from './viewport';

const kinds: [string, (o: { columns: number; rows: number; flipped?: boolean }) => Geometry][] = [
  ['squares', squareGrid],
  ['points', pointLattice],
  ['hexes', hexGrid],
];

describe.each(kinds)('geometry of %s', (_name, make) => {
  it('is one object for one sea, so that an update draws nothing anew', () => {
    const sea = make({ columns: 8, rows: 10 });
    expect(make({ columns: 8, rows: 10, flipped: false })).toBe(sea);
    expect(make({ columns: 8, rows: 10, flipped: true })).not.toBe(sea);
    expect(make({ columns: 10, rows: 8 }).width).not.toBe(sea.width);
  });
  for (const flipped of [false, true]) {
    const grid = make({ columns: 8, rows: 10, flipped });
    it(`finds every place under its own centre (flipped: ${flipped})`, () => {
      expect(grid.places).toHaveLength(80);
      for (const place of grid.places) expect(grid.at(grid.centre(place))).toBe(place);
    });
    it(`keeps all centres on the paper (flipped: ${flipped})`, () => {
      for (const place of grid.places) {
        const { x, y } = grid.centre(place);
        expect(x > 0 && x < grid.width && y > 0 && y < grid.height).toBe(true);
      }
    });
    it(`walks up and down and back (flipped: ${flipped})`, () => {
      for (const place of grid.places) {
        const up = grid.next(place, 'up');
        if (up) expect(grid.next(up, 'down')).toBe(place);
      }
      expect(grid.at({ x: -1, y: -1 })).toBeUndefined();
    });
  }
});

describe('names of places', () => {
  it('reads what it writes', () => {
    expect(letters(0)).toBe('a');
    expect(letters(26)).toBe('aa');
    expect(parsePlace('c5')).toEqual({ column: 2, row: 4 });
    expect(parsePlace('aa12')).toEqual({ column: 26, row: 11 });
    expect(parsePlace('5c')).toBeUndefined();
  });
  it('puts a1 at the bottom left, or at the top right when flipped', () => {
    expect(squareGrid({ columns: 8, rows: 10 }).centre('a1')).toEqual({ x: 50, y: 950 });
    expect(squareGrid({ columns: 8, rows: 10, flipped: true }).centre('a1')).toEqual({
      x: 750,
      y: 50,
    });
  });
});

describe('hexes', () => {
  it('stand half a hex lower in odd columns', () => {
    const grid = hexGrid({ columns: 3, rows: 2 });
    expect(grid.centre('b1').y - grid.centre('a1').y).toBeCloseTo(50);
  });
});

describe('viewport', () => {
  const full = whole(800, 1000);
  it('zooms so that the point stays where it is', () => {
    const near = zoomAt(full, full, { x: 200, y: 250 }, 2);
    expect(near).toEqual({ x: 100, y: 125, w: 400, h: 500 });
    expect(isWhole(near, full)).toBe(false);
    expect(isWhole(zoomAt(near, full, { x: 200, y: 250 }, 0.1), full)).toBe(true);
  });
  it('never shows what lies beyond the chart', () => {
    const near = zoomAt(full, full, { x: 0, y: 0 }, 2);
    expect(pan(near, full, -500, -500)).toMatchObject({ x: 0, y: 0 });
    expect(pan(near, full, 5000, 5000)).toMatchObject({ x: 400, y: 500 });
  });
  it('zooms out until all of it is in sight, whatever the shape of the part', () => {
    // As wide as the chart, but not as high: a phone's part, or a wide window's.
    const strip = { x: 0, y: 300, w: 800, h: 400 };
    expect(isWhole(strip, full)).toBe(false);
    const wider = zoomAt(strip, full, { x: 400, y: 500 }, 0.8);
    expect(wider.h).toBe(500);
    expect(wider.x).toBe(-100);
    expect(zoomAt(wider, full, { x: 400, y: 500 }, 0.1)).toEqual(full);
    expect(clamp({ x: 50, y: 900, w: 1000, h: 400 }, full)).toMatchObject({ x: -100, y: 600 });
  });
  it('brings what is asked about into the part that a question leaves open', () => {
    const seen = { x: 0, y: 0, w: 800, h: 600 };
    const left = { w: 0.5, h: 1 };
    // There already: nothing moves.
    expect(bare(seen, [{ x: 150, y: 300 }], 50, left)).toBe(seen);
    const moved = bare(seen, [{ x: 700, y: 300 }], 50, left);
    expect(moved).toEqual({ x: 500, y: 0, w: 800, h: 600 });
    // Two that lie farther apart than the open part is wide.
    const wider = bare(
      seen,
      [
        { x: 100, y: 300 },
        { x: 700, y: 300 },
      ],
      100,
      left,
    );
    expect(wider.w).toBe(1600);
    expect(wider.x).toBe(0);
  });
  it('stays under the finger while most of what is lit is in sight', () => {
    const near = { x: 0, y: 0, w: 400, h: 500 };
    const ship = { x: 200, y: 200 };
    const [seen, hidden] = [
      { x: 350, y: 200 },
      { x: 500, y: 200 },
    ];
    expect(mostly(near, [seen, hidden, ship], 50)).toBe(true);
    expect(mostly(near, [hidden, hidden, hidden, ship], 50)).toBe(false);
    // Who was found in a list and lies out of sight is gone to.
    expect(mostly(near, [seen, seen, hidden], 50)).toBe(false);
    expect(mostly(near, [], 50)).toBe(false);
  });
  it('moves just as much as needed to show a point', () => {
    const near = { x: 0, y: 0, w: 400, h: 500 };
    expect(reveal(near, full, { x: 200, y: 200 }, 50)).toEqual(near);
    expect(reveal(near, full, { x: 500, y: 200 }, 50)).toMatchObject({ x: 150, y: 0 });
  });
});

describe('keys', () => {
  it('leaves combinations to the browser', () => {
    expect(command({ key: 'ArrowUp' })).toEqual({ kind: 'go', way: 'up' });
    expect(command({ key: 'ArrowUp', shiftKey: true })).toEqual({ kind: 'pan', way: 'up' });
    expect(command({ key: '+', ctrlKey: true })).toBeUndefined();
    expect(command({ key: 'x' })).toBeUndefined();
  });
});

describe('drag', () => {
  it('is a click until it has gone some way, then lifts or pans', () => {
    const lift = new Drag({ x: 0, y: 0 }, 'd4', true);
    expect(lift.move({ x: 3, y: 3 })).toBe('press');
    expect(lift.move({ x: 30, y: 3 })).toBe('unit');
    const empty = new Drag({ x: 0, y: 0 }, 'd5', false);
    expect(empty.move({ x: 30, y: 3 })).toBe('pan');
  });
});

describe('story', () => {
  const clock = (): Clock & { waited: number[] } => {
    const waited: number[] = [];
    return {
      waited,
      wait: async (ms) => {
        waited.push(ms);
      },
    };
  };
  it('tells steps in order, also those added while it tells', async () => {
    const seen: string[] = [];
    const time = clock();
    const story = new Story(time);
    const step = (name: string) => ({ ms: 10, show: () => seen.push(name) });
    const first = story.tell([step('a'), step('b')]);
    void story.tell([step('c')]);
    await first;
    expect(seen).toEqual(['a', 'b', 'c']);
    expect(time.waited).toEqual([10, 10, 10]);
    expect(story.busy).toBe(false);
  });
  it('waits for nothing when motion is unwanted', async () => {
    const time = clock();
    const story = new Story(time, () => true);
    const seen: number[] = [];
    await story.tell([{ ms: 500, show: () => seen.push(1) }]);
    await story.tell([{ ms: 500, show: () => seen.push(2) }]);
    expect(seen).toEqual([1, 2]);
    expect(time.waited).toEqual([]);
  });
  it('shows the rest at once when it is skipped', async () => {
    const seen: string[] = [];
    const story = new Story({ wait: () => new Promise(() => undefined) });
    const all = story.tell(
      ['a', 'b', 'c'].map((name) => ({ ms: 1000, show: () => seen.push(name) })),
    );
    expect(seen).toEqual(['a']);
    story.skip();
    await all;
    expect(seen).toEqual(['a', 'b', 'c']);
  });
});

describe('highlights', () => {
  const grid = squareGrid({ columns: 8, rows: 10 });
  const offers = [
    { key: 'd4', text: 'Cruiser', kind: 'unit', place: 'd4' },
    { key: 'pass', text: 'Pass', kind: 'kind' },
    { key: 'x', text: 'Attack', kind: 'attack', place: 'd4' },
  ];
  it('come from offers with a place; the others are buttons', () => {
    const found = marks(offers, grid);
    expect([...found.keys()]).toEqual(['d4']);
    expect(found.get('d4')).toMatchObject({ look: 'attack', text: 'Cruiser; Attack' });
    expect(loose(offers, grid).map((offer) => offer.key)).toEqual(['pass']);
  });
});

describe('islands', () => {
  it('join squares that touch', () => {
    const cells = [
      { x: 2, y: 4 },
      { x: 2, y: 5 },
      { x: 5, y: 4 },
    ];
    expect(groups(cells).map((g) => g.length)).toEqual([2, 1]);
  });
  it('go round the outside once', () => {
    expect(
      outline([
        { x: 2, y: 4 },
        { x: 2, y: 5 },
      ]),
    ).toHaveLength(6);
  });
  it('look the same at every look', () => {
    const cells = [
      { x: 2, y: 4 },
      { x: 2, y: 5 },
    ];
    expect(island(cells, 100)).toEqual(island(cells, 100));
    expect(island(cells, 100).coast.startsWith('M')).toBe(true);
  });
});

describe('arrows', () => {
  const grid = squareGrid({ columns: 8, rows: 10 });
  it('need two places that exist', () => {
    expect(arrowPaths(grid, { path: ['d4'], kind: 'move' })).toBeUndefined();
    expect(arrowPaths(grid, { path: ['d4', 'z99'], kind: 'move' })).toBeUndefined();
    expect(arrowPaths(grid, { path: ['d4', 'd6'], kind: 'jump' })?.line).toContain('Q');
  });
});
