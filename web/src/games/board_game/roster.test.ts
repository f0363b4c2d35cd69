import { describe, expect, it } from 'vitest';
import { historyOf } from './history';
import { mirror, noted, parse, turned } from './lineup';
import { aim, NONE, spending, still, written, type Orders } from './orders';
import { asFile, CARDS, found, fromFile, points } from './roster';
import type { Can } from './types';

describe('the roster', () => {
  it('tells of every card in two sentences', () => {
    expect(CARDS.length).toBeGreaterThan(250);
    for (const card of CARDS) {
      // A letter before a full stop is part of a name (Samuel B. Roberts).
      const sentences = historyOf(card).match(/(?<![ .][A-Z])[.!?](?= |$)/g) ?? [];
      expect(sentences.length, `${card.navy} ${card.class}`).toBe(2);
    }
  });

  it('is searched by navy, type, price, feature and name at once', () => {
    const few = found({ navy: 'UK', type: 'DD', feature: 'SMOKE', most: 11, text: 'gre' });
    expect(few.map((card) => card.name)).toEqual(['Greyhound']);
    expect(found({ navy: 'UK', text: 'zara' })).toEqual([]);
  });

  it('writes fleets as files and reads them again', () => {
    const ids = ['US-CHICAGO', 'US-LAFFEY'];
    expect(fromFile(asFile('Hunters', ids))).toEqual(ids);
    expect(fromFile('a letter\nUS-NOBODY\n')).toEqual([]);
    expect(points(ids)).toBe(29);
  });
});

describe('a line-up', () => {
  it('is noted, read, mirrored and turned', () => {
    const line = parse('deploy S1@d1N S2@c2E S3@h2W');
    expect(noted(line)).toBe('S1@d1N S2@c2E S3@h2W');
    expect(noted(mirror(line))).toBe('S1@e1N S2@f2W S3@a2E');
    expect(noted(mirror(mirror(line)))).toBe(noted(line));
    expect(['N', 'E', 'S', 'W'].map(turned)).toEqual(['E', 'S', 'W', 'N']);
  });
});

const can: Can = {
  attacks: [
    {
      unit: 'S1',
      with: 'art1',
      dice: 'AF AD X',
      most: 2,
      targets: [
        {
          unit: 'N1',
          does: [
            { value: 3, armour: 4 },
            { value: 6, armour: 4, loses: 1, tokens: 1 },
          ],
        },
        { unit: 'N2', does: [{ value: 3, armour: 1, loses: 1, tokens: 1 }] },
      ],
    },
  ],
} as unknown as Can;

describe('orders', () => {
  const on = (target: string, pool: Parameters<typeof aim>[2], orders: Orders = NONE) =>
    aim(can, orders, pool, 'S1', target);

  it('take the fewest dice that hurt, the cheapest first', () => {
    const two = on('N1', ['M', 'X', 'AF', 'AD']);
    expect(written(two!)).toBe('orders art S1 1 AF+AD >N1');
    expect(spending(two!)).toEqual(['AF', 'AD']);
    expect(written(on('N2', ['X', 'AD'])!)).toBe('orders art S1 1 AD >N2');
  });

  it('are nothing without dice, and are dropped when they are no longer possible', () => {
    expect(on('N1', ['M', 'AF'])).toBeUndefined();
    const shot = on('N2', ['AF'])!;
    expect(still(can, shot, ['AF'])).toEqual(shot);
    expect(still(can, shot, ['M'])).toEqual(NONE);
    expect(still({}, shot, ['AF']).shots).toEqual([]);
    expect(written(NONE)).toBe('orders none');
  });
});
