import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { commitment, deriveRoll, luck, verifyDice } from './dice';
import { hex, hmac, sha256 } from './sha256';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('hashes', () => {
  it('agree with another implementation at every length of padding', () => {
    for (const n of [0, 1, 3, 54, 55, 56, 63, 64, 65, 119, 120, 200]) {
      const text = 'a'.repeat(n);
      expect(hex(sha256(bytes(text)))).toBe(createHash('sha256').update(text).digest('hex'));
      expect(hex(hmac(bytes('key'.repeat(n)), bytes(text)))).toBe(
        createHmac('sha256', 'key'.repeat(n)).update(text).digest('hex'),
      );
    }
  });
});

describe('dice', () => {
  const key = '00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff';
  const salts = ['one', 'two'];
  const rolls = Array.from({ length: 300 }, (_, index) => ({
    index,
    die: 6,
    value: deriveRoll(key, 'g', salts, index, 6),
  }));
  const proof = { commitment: commitment(key), game_id: 'g', salts, key, rolls };

  it('follow from key, salts, game and index', () => {
    expect(rolls.every((roll) => roll.value >= 1 && roll.value <= 6)).toBe(true);
    expect(new Set(rolls.map((roll) => roll.value)).size).toBe(6);
    expect(deriveRoll(key, 'other', salts, 0, 1000)).not.toBe(deriveRoll(key, 'g', salts, 0, 1000));
  });
  it('are verified, and a forged one is found', async () => {
    expect(await verifyDice(proof)).toBe('good');
    expect(
      await verifyDice({ ...proof, rolls: [{ ...rolls[0]!, value: (rolls[0]!.value % 6) + 1 }] }),
    ).toBe('forged');
    expect(await verifyDice({ ...proof, commitment: commitment(key.replace('0', '1')) })).toBe(
      'forged',
    );
    expect(await verifyDice({ ...proof, key: undefined })).toBe('forged');
  });
  it('are weighed against what was to be expected', () => {
    expect(
      luck([
        { index: 0, die: 6, value: 6 },
        { index: 1, die: 6, value: 5 },
      ]),
    ).toEqual([{ die: 6, n: 2, mean: 5.5, expected: 3.5 }]);
  });
});
