/// Ed25519 signatures (RFC 8032), checked only: a page served over plain HTTP has no
/// `crypto.subtle`. Nothing here is secret, so that it need not take the same time for everything.
import { unhex } from './sha256';

const P = 2n ** 255n - 19n;
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;
const mod = (x: bigint, m = P): bigint => ((x % m) + m) % m;

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  base = mod(base);
  for (; exponent > 0n; exponent >>= 1n) {
    if (exponent & 1n) result = (result * base) % P;
    base = (base * base) % P;
  }
  return result;
}

const D = mod(-121665n * power(121666n, P - 2n));
const ROOT = power(2n, (P - 1n) / 4n);

type Point = readonly [x: bigint, y: bigint, z: bigint, t: bigint];

function recover(y: bigint, sign: bigint): bigint | undefined {
  if (y >= P) return undefined;
  const square = mod((y * y - 1n) * power(D * y * y + 1n, P - 2n));
  let x = power(square, (P + 3n) / 8n);
  if (mod(x * x - square) !== 0n) x = mod(x * ROOT);
  if (mod(x * x - square) !== 0n || (x === 0n && sign === 1n)) return undefined;
  return (x & 1n) === sign ? x : P - x;
}

const number = (bytes: Uint8Array): bigint =>
  bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);

function point(bytes: Uint8Array): Point | undefined {
  const all = number(bytes);
  const y = all & (2n ** 255n - 1n);
  const x = recover(y, all >> 255n);
  return x === undefined ? undefined : [x, y, 1n, mod(x * y)];
}

function plus(a: Point, b: Point): Point {
  const e = mod((a[1] - a[0]) * (b[1] - b[0]));
  const f = mod((a[1] + a[0]) * (b[1] + b[0]));
  const c = mod(2n * a[3] * b[3] * D);
  const d = mod(2n * a[2] * b[2]);
  const [g, h, i, k] = [f - e, d - c, d + c, f + e];
  return [mod(g * h), mod(i * k), mod(h * i), mod(g * k)];
}

function times(n: bigint, a: Point): Point {
  let total: Point = [0n, 1n, 1n, 0n];
  for (; n > 0n; n >>= 1n) {
    if (n & 1n) total = plus(total, a);
    a = plus(a, a);
  }
  return total;
}

const BASE_Y = mod(4n * power(5n, P - 2n));
const BASE_X = recover(BASE_Y, 0n)!;
const BASE: Point = [BASE_X, BASE_Y, 1n, mod(BASE_X * BASE_Y)];

/// Did the signer sign this? Signer and signature in hexadecimal digits.
export function signed(signer: string, signature: string, message: Uint8Array): boolean {
  const [key, both] = [unhex(signer), unhex(signature)];
  if (key.length !== 32 || both.length !== 64) return false;
  const s = number(both.slice(32));
  const [a, r] = [point(key), point(both.slice(0, 32))];
  if (s >= ORDER || !a || !r) return false;
  const all = new Uint8Array(64 + message.length);
  all.set(both.slice(0, 32));
  all.set(key, 32);
  all.set(message, 64);
  const left = times(s, BASE);
  const right = plus(r, times(number(sha512(all)) % ORDER, a));
  return [0, 1].every((i) => mod(left[i]! * right[2] - right[i]! * left[2]) === 0n);
}

const MASK = 2n ** 64n - 1n;
/// The first 64 bits of the fraction of a root of n.
function fraction(n: bigint, root: 2n | 3n): bigint {
  const target = n << (64n * root);
  let low = 0n;
  for (let bit = 1n << 80n; bit > 0n; bit >>= 1n) if ((low + bit) ** root <= target) low += bit;
  return low & MASK;
}

const primes: bigint[] = [];
for (let n = 2n; primes.length < 80; n++) if (primes.every((p) => n % p)) primes.push(n);
const K = primes.map((p) => fraction(p, 3n));
const H = primes.slice(0, 8).map((p) => fraction(p, 2n));
const turn = (x: bigint, n: bigint): bigint => ((x >> n) | (x << (64n - n))) & MASK;

export function sha512(message: Uint8Array): Uint8Array {
  const padded = new Uint8Array((((message.length + 16) >> 7) + 1) << 7);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(message.length) * 8n);
  const h = [...H];
  for (let block = 0; block < padded.length; block += 128) {
    const w: bigint[] = [];
    for (let i = 0; i < 80; i++) {
      if (i < 16) {
        w.push(view.getBigUint64(block + i * 8));
        continue;
      }
      const [a, b] = [w[i - 15]!, w[i - 2]!];
      const one = turn(a, 1n) ^ turn(a, 8n) ^ (a >> 7n);
      const two = turn(b, 19n) ^ turn(b, 61n) ^ (b >> 6n);
      w.push((w[i - 16]! + one + w[i - 7]! + two) & MASK);
    }
    let [a, b, c, d, e, f, g, k] = h as [
      bigint,
      bigint,
      bigint,
      bigint,
      bigint,
      bigint,
      bigint,
      bigint,
    ];
    for (let i = 0; i < 80; i++) {
      const s1 = turn(e, 14n) ^ turn(e, 18n) ^ turn(e, 41n);
      const one = k + s1 + ((e & f) ^ (~e & MASK & g)) + K[i]! + w[i]!;
      const s0 = turn(a, 28n) ^ turn(a, 34n) ^ turn(a, 39n);
      const two = s0 + ((a & b) ^ (a & c) ^ (b & c));
      [k, g, f, e, d, c, b, a] = [g, f, e, (d + one) & MASK, c, b, a, (one + two) & MASK];
    }
    [a, b, c, d, e, f, g, k].forEach((x, i) => (h[i] = (h[i]! + x) & MASK));
  }
  const out = new DataView(new ArrayBuffer(64));
  h.forEach((word, i) => out.setBigUint64(i * 8, word));
  return new Uint8Array(out.buffer);
}
