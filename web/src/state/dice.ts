/// Computes every roll of a finished game again, as `crates/core/src/verifiable.rs` does.
import type { DiceProof, RollProof } from '../api/types';
import { hex, hmac, sha256, unhex } from './sha256';

export type Verdict = 'good' | 'forged';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/// What the umpire published before the first salt.
export const commitment = (key: string): string => hex(sha256(bytes(`admiralty key 1\n${key}`)));

/// The roll with this index: nothing but a function of its arguments.
export function deriveRoll(
  key: string,
  gameId: string,
  salts: readonly string[],
  index: number,
  faces: number,
): number {
  const f = BigInt(Math.max(1, faces));
  const most = 2n ** 64n - 1n;
  const limit = most - (most % f);
  for (let attempt = 0; ; attempt++) {
    const mac = hmac(
      unhex(key),
      bytes(`admiralty roll 1\n${gameId}\n${salts.join(',')}\n${index}\n${faces}\n${attempt}`),
    );
    const number = new DataView(mac.buffer).getBigUint64(0);
    if (number < limit) return Number(number % f) + 1;
  }
}

/// Does the key fit its seal, and every roll the key? A pause now and then
/// keeps the page alive in long games.
export async function verifyDice(proof: DiceProof): Promise<Verdict> {
  if (!proof.key || commitment(proof.key) !== proof.commitment) return 'forged';
  for (const [i, roll] of proof.rolls.entries()) {
    if (deriveRoll(proof.key, proof.game_id, proof.salts, roll.index, roll.die) !== roll.value)
      return 'forged';
    if (i % 200 === 199) await new Promise((on) => setTimeout(on, 0));
  }
  return 'good';
}

export interface LuckLine {
  die: number;
  n: number;
  mean: number;
  expected: number;
}

/// What was rolled against what was to be expected, per kind of die.
export function luck(rolls: readonly RollProof[]): LuckLine[] {
  const kinds = new Map<number, number[]>();
  for (const roll of rolls) kinds.set(roll.die, [...(kinds.get(roll.die) ?? []), roll.value]);
  return [...kinds].map(([die, values]) => ({
    die,
    n: values.length,
    mean: values.reduce((sum, value) => sum + value, 0) / values.length,
    expected: (die + 1) / 2,
  }));
}
