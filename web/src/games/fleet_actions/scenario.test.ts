/// The pages of scenarios: every battle has its story, its tasks and its figures.
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { balanceOf } from './balance';
import { tOr } from './history';
import { coast, outline } from './land';
import { centre, within } from './sea';

const root = resolve(import.meta.dirname, '../../../..');
const table = readFileSync(resolve(root, 'docs/balance.md'), 'utf8');
const ids = readdirSync(resolve(root, 'games/fleet_actions/scenarios')).map((name) =>
  name.replace('.toml', ''),
);

describe('scenarios', () => {
  it('are twenty-three', () => {
    expect(ids).toHaveLength(23);
  });

  it.each(ids)('%s is told, has two tasks, and was simulated', (id) => {
    expect(tOr(`fa.story.${id}`, '').split(' ').length).toBeGreaterThan(45);
    for (const side of ['A', 'B']) expect(tOr(`fa.task.${id}.${side}`, '')).not.toBe('');
    const found = balanceOf(table, id);
    expect(found?.games).toBeGreaterThan(0);
    // A draw is half a point for both.
    const [a, b] = found!.share;
    expect(Math.abs(a + b - 100)).toBeLessThanOrEqual(1);
    expect(found!.turns).toBeGreaterThan(0);
  });

  it('of which nothing is known have no figures', () => {
    expect(balanceOf(table, 'nowhere-1800')).toBeUndefined();
    expect(balanceOf('', 'trafalgar-1805')).toBeUndefined();
  });
});

describe('coasts', () => {
  const extent = { columns: 9, rows: 9 };
  const lines = (path: string): number => path.split('z').length - 1;

  it('run once round land that touches', () => {
    expect(lines(coast(extent, ['0404', '0405', '0504']).line)).toBe(1);
    expect(lines(coast(extent, ['0404', '0707']).line)).toBe(2);
  });

  it('go on beyond the sheet', () => {
    const xs = [...coast(extent, ['0905']).line.matchAll(/C([\d.-]+) /g)].map((m) => Number(m[1]));
    expect(Math.max(...xs)).toBeGreaterThan(centre('0905').x + 100);
  });

  it('are the same at every look', () => {
    expect(coast(extent, ['0404', '0405'])).toEqual(coast(extent, ['0404', '0405']));
  });
});

describe('what lies near', () => {
  const extent = { columns: 20, rows: 20 };
  it('is a hexagon of hexes', () => {
    expect(within(extent, ['1010'], 0)).toEqual(['1010']);
    expect(within(extent, ['1010'], 1)).toHaveLength(7);
    expect(within(extent, ['1010'], 4)).toHaveLength(61);
  });
  it('ends at the edge of the chart', () => {
    expect(within(extent, ['0101'], 1)).toHaveLength(3);
  });
  it('has one outline', () => {
    expect(outline(within(extent, ['1010', '1011'], 4)).split('z')).toHaveLength(2);
  });
});
