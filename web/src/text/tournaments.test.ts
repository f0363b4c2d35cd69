import { describe, expect, it } from 'vitest';
import { en, points, t } from './tournaments';

describe('texts of tournaments', () => {
  it('write points as people do', () => {
    expect([0, 0.5, 1, 2.5, 3.25].map(points)).toEqual(['0', '½', '1', '2½', '3¼']);
  });
  it('know the texts of all pages as well', () => {
    expect(t('app.name')).toBe('Admiralty');
    expect(t('cup.people', { n: 1, most: 8 })).toBe('1 of 8 places taken');
    for (const [id, text] of Object.entries(en))
      if (id !== 'cup.how.played') expect(text.trim(), id).not.toBe('');
  });
});
