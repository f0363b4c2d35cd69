import { describe, expect, it } from 'vitest';
import type { Shown } from './fleet';
import { lay } from './lay';
import { boxed, hulls, leader, overlap, round, settle, type Box, type Wish, past } from './labels';

const ROOM: Box = { x: 0, y: 0, w: 900, h: 600 };
const word = (key: string, x: number, y: number, w = 130, h = 74): Wish => ({
  key,
  w,
  h,
  at: { x, y },
});
/// How much of some boxes a word covers.
const covers = (wish: Wish, spots: Map<string, { x: number; y: number }>, boxes: readonly Box[]) =>
  boxes.reduce((sum, box) => sum + overlap(boxed(wish, spots.get(wish.key)!), box), 0);

const ship = (code: string, at: string, more: Partial<Shown> = {}): Shown => ({
  code,
  name: code,
  nation: 'BR',
  guns: 74,
  rating: 8,
  strength: 8,
  sd: 0,
  md: 0,
  line: true,
  at,
  heading: 'S',
  rank: 0,
  state: 'ok',
  ...more,
});

describe('words on the chart', () => {
  it('stand where they are wanted, if nothing is there', () => {
    expect(settle([word('a', 400, 300)], [], ROOM).get('a')).toEqual({ x: 400, y: 300 });
  });
  it('lie on no ship and on no other word while there is sea beside them', () => {
    // A fight on one point, as thick as they come, and a badge for each of four targets on it.
    const fleet = lay([
      ship('A1.1', '0503', { flagship: true, foes: ['B1.1'] }),
      ship('A1.2', '0503', { rank: 1 }),
      ship('B1.1', '0503', { heading: 'NE', foes: ['A1.1'] }),
      ship('B1.2', '0503', { heading: 'NE', rank: 1 }),
      ship('A1.3', '0504'),
      ship('A1.4', '0504', { rank: 1 }),
    ]);
    for (const k of [0.5, 0.9, 1.4]) {
      const taken = hulls(fleet, k);
      const [first] = fleet;
      const badges = ['a', 'b', 'c', 'd'].map((key) => word(key, first!.x * k, first!.y * k));
      const spots = settle(badges, taken, ROOM);
      for (const one of badges) {
        const others = badges.filter((b) => b !== one).map((b) => boxed(b, spots.get(b.key)!));
        expect(covers(one, spots, [...taken, ...others])).toBe(0);
      }
    }
  });
  it('stay in sight, also of what is wanted beyond the edge', () => {
    const wish = word('a', 1200, -80);
    const box = boxed(wish, settle([wish], [], ROOM).get('a')!);
    expect(overlap(box, ROOM)).toBe(box.w * box.h);
  });
  it('leave a dial free: they stand inside or outside its ring', () => {
    const ring = round({ x: 450, y: 300, inner: 150, outer: 210 });
    const wish = word('follow', 450, 120, 140, 28);
    expect(covers(wish, settle([wish], ring, ROOM), ring)).toBe(0);
  });
  it('cover as little as they can where there is no room', () => {
    const wish: Wish = { ...word('a', 50, 50, 40, 20), most: 60 };
    const small: Box = { x: 0, y: 0, w: 100, h: 100 };
    const taken = [
      { x: 0, y: 0, w: 100, h: 60 },
      { x: 0, y: 60, w: 30, h: 40 },
    ];
    const spots = settle([wish], taken, small);
    expect(covers(wish, spots, taken)).toBe(0);
    const full = [{ x: 0, y: 0, w: 100, h: 80 }];
    expect(covers(wish, settle([wish], full, small), full)).toBeLessThan(40 * 20);
  });
  it('are tied to what they are about by a line, once they stand apart from it', () => {
    const box = { x: 100, y: 100, w: 60, h: 20 };
    expect(leader(box, { x: 130, y: 130 }, 30)).toBeUndefined();
    expect(leader(box, { x: 130, y: 220 }, 30)).toMatch(/^M130 120L130 /);
  });
  it('give way to one side alone where they are to stay as high', () => {
    const wish = { key: 'a', w: 40, h: 60, at: { x: 0, y: 0 }, most: 90, level: -1 as const };
    const spot = settle([wish], [{ x: -30, y: 10, w: 40, h: 20 }]).get('a')!;
    expect(spot.y).toBeCloseTo(0);
    expect(spot.x).toBeLessThan(-40);
  });
});

describe('a line from a word', () => {
  it('leaves out what would run through another word', () => {
    const whole = past({ x: 0, y: 0 }, { x: 100, y: 0 }, []);
    expect(whole).toBe('M0 0L100 0');
    const box = { x: 40, y: -5, w: 20, h: 10 };
    expect(past({ x: 0, y: 0 }, { x: 100, y: 0 }, [box])).toBe('M0 0L40 0M60 0L100 0');
    expect(past({ x: 0, y: 20 }, { x: 100, y: 20 }, [box])).toBe('M0 20L100 20');
  });
  it('a name stays nearer to its own ship than to another', () => {
    const wish = { key: 'a', w: 40, h: 12, at: { x: 60, y: 0 }, most: 64 };
    const own = { x: 0, y: 0 };
    const other = { x: 70, y: 0 };
    const taken = [{ x: -20, y: -20, w: 40, h: 40, weight: 6 }];
    const spot = settle([{ ...wish, own, others: [other] }], taken).get('a')!;
    const far = (p: { x: number; y: number }): number =>
      Math.hypot(Math.max(0, Math.abs(p.x - spot.x) - 20), Math.max(0, Math.abs(p.y - spot.y) - 6));
    expect(far(own)).toBeLessThanOrEqual(far(other));
  });
});
