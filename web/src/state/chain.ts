/// Chains of hashes, as in docs/dice.md: each link is the hash of the one after it.
import { hex, sha256 } from './sha256';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/// So many links follow a seal.
export const LAST = 64;

/// The link so many before this one.
export function before(link: string, n = 1): string {
  for (let i = 0; i < n; i++) link = hex(sha256(bytes(`admiralty link 2\n${link}`)));
  return link;
}

/// Of the chain that ends with this link: number 0 is its seal.
export const numbered = (end: string, n: number): string => before(end, LAST - n);

/// The end of a new chain.
export const newChain = (): string => hex(crypto.getRandomValues(new Uint8Array(32)));
