import { createHash, createHmac, generateKeyPairSync, sign as nodeSign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { before, LAST, numbered } from './chain';
import { commitment, fair, luck, rollsOf, verifyDice } from './dice';
import { sha512, signed } from './ed25519';
import { Keeper, kept, type Kept, type Shelf } from './keeper';
import { hex, hmac, sha256, unhex } from './sha256';
import type { TableInfo } from '../api/types';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('hashes', () => {
  it('agree with another implementation at every length of padding', () => {
    for (const n of [0, 1, 3, 54, 55, 56, 63, 64, 65, 111, 112, 119, 120, 127, 128, 200]) {
      const text = 'a'.repeat(n);
      expect(hex(sha256(bytes(text)))).toBe(createHash('sha256').update(text).digest('hex'));
      expect(hex(sha512(bytes(text)))).toBe(createHash('sha512').update(text).digest('hex'));
      expect(hex(hmac(bytes('key'.repeat(n)), bytes(text)))).toBe(
        createHmac('sha256', 'key'.repeat(n)).update(text).digest('hex'),
      );
    }
  });
});

const pair = generateKeyPairSync('ed25519');
const signer = pair.publicKey.export({ format: 'der', type: 'spki' }).subarray(12).toString('hex');
const sign = (text: string): string =>
  nodeSign(null, Buffer.from(text), pair.privateKey).toString('hex');

describe('signatures', () => {
  it('are known from forged ones', () => {
    const signature = sign('aye');
    expect(signed(signer, signature, bytes('aye'))).toBe(true);
    expect(signed(signer, signature, bytes('nay'))).toBe(false);
    expect(
      signed(
        signer,
        signature.replace(/.$/, (c) => (c === '0' ? '1' : '0')),
        bytes('aye'),
      ),
    ).toBe(false);
    expect(signed(signer, '00', bytes('aye'))).toBe(false);
    expect(signed('ff'.repeat(32), signature, bytes('aye'))).toBe(false);
  });
});

/// A record as a server writes it: two seats, the second late, three entries.
function record(
  change: { actions?: string[]; key?: string; leave?: boolean; rewind?: number } = {},
): {
  text: string;
  heads: string[];
} {
  const [umpire, one, two] = ['11'.repeat(32), '22'.repeat(32), '33'.repeat(32)];
  const key = numbered(umpire, 1);
  const seals = [numbered(one, 0), numbered(two, 0)].join(',');
  const drawn = `${numbered(one, 1)},-`;
  let salts = [numbered(one, 1), '-'];
  let index = 0;
  const roll = (): number =>
    fair(unhex(key), 6, `admiralty roll 2\ng7\n1\n${salts.join(',')}\n${index++}`);
  const begin = `d6=${roll()}`;
  const heads: string[] = [];
  let head = '0'.repeat(64);
  const add = (line: string): void => {
    head = createHmac('sha256', Buffer.from(key, 'hex'))
      .update(`admiralty line 2\ng7\n${head}\n${line}`)
      .digest('hex');
    heads.push(head);
  };
  const setup = '{"a":"b"}';
  add(['begin test', setup, numbered(umpire, 0), seals, drawn, begin].join('\n'));
  const lines: string[] = [];
  (change.actions ?? ['fire', 'fire', 'sail']).forEach((action, i) => {
    const seat = i % 2;
    if (seat === 1 && salts[1] === '-' && !change.leave) {
      salts = [salts[0]!, numbered(two, 1)];
      lines.push(`open S ${salts[1]}`);
      add(lines.at(-1)!);
    }
    const plain = `${'NS'[seat]}: ${action} [d6=${roll()} d6=${roll()}]`;
    add(plain);
    lines.push(`${i + 1}. ${plain} #0123456789abcdef`);
  });
  if (change.rewind !== undefined) {
    lines.push(`rewind ${change.rewind} by N S`);
    add(lines.at(-1)!);
  }
  const tags = {
    Format: 'adm 1',
    Game: 'test',
    Id: 'g7',
    Setup: setup.replaceAll('"', '\\"'),
    Begin: begin,
    Seats: 'N,S',
    Dice: '2',
    Commitment: numbered(umpire, 0),
    Seals: seals,
    Draws: drawn,
    Key: change.key ?? key,
    Head: head,
    Signer: signer,
    Signature: sign(`admiralty head 2\ng7\n${head}`),
  };
  const head_ = Object.entries(tags).map(([name, value]) => `[${name} "${value}"]`);
  return { text: [...head_, ...lines, '= N points', ''].join('\n'), heads };
}

const pins = (heads: string[], more: Partial<Kept> = {}): Kept => ({
  heads: heads.map((head) => [head, signer, sign(`admiralty head 2\ng7\n${head}`)]),
  opened: [],
  at: 0,
  ...more,
});

describe('drawn dice', () => {
  it('are verified, and what this browser kept stands there', async () => {
    const { text, heads } = record();
    const verdict = await verifyDice(text, pins(heads, { end: '33'.repeat(32), opened: [1] }));
    expect(verdict).toEqual({ good: true, remarks: [], dice: 7, pinned: heads.length });
    expect(rollsOf(text)).toHaveLength(7);
  });
  it('show a ground salt, an exchanged key and a changed die', async () => {
    const { text } = record();
    const ground = text.replace(numbered('22'.repeat(32), 1), '44'.repeat(32));
    expect((await verifyDice(ground)).why).toContain('not what it sealed');
    expect((await verifyDice(record({ key: '55'.repeat(32) }).text)).why).toContain('commitment');
    const die = text.replace(/\[d6=(\d)/, (_, n) => `[d6=${(Number(n) % 6) + 1}`);
    expect((await verifyDice(die)).good).toBe(false);
    expect((await verifyDice('')).good).toBe(false);
  });
  it('show a withheld salt, to everybody and to its owner', async () => {
    const { text } = record({ leave: true });
    expect((await verifyDice(text)).remarks[0]).toContain('never showed');
    const mine = pins([], { end: '33'.repeat(32), opened: [1] });
    expect((await verifyDice(text, mine)).why).toContain('left out');
  });
  it('are the same with what a side keeps to itself and without', async () => {
    const { text, heads } = record();
    const first = '1. N: fire';
    // A note before the first entry, one taken back, one behind the first entry.
    const note = (n: number): string => `${n}. N~ note e5=3 [] #0123456789abcdef\n`;
    const noted = text
      .replace('open S', `${note(2)}open S`)
      .replace(first, `${note(1)}${note(2)}rewind 1 by N\n${first}`);
    const verdict = await verifyDice(noted, pins(heads));
    expect(verdict).toMatchObject({ good: true, dice: 7, pinned: heads.length });
    expect(verdict.remarks[0]).toContain('3 lines');
    // Nothing that counts can be called a note.
    const hidden = text.replace('1. N: fire', '1. N~ fire');
    expect((await verifyDice(hidden)).good).toBe(false);
    const opened = text.replace('2. S: fire', '2. S~ fire').replace(/(S~ fire \[)[^\]]*/, '$1');
    expect((await verifyDice(opened)).why).toContain('opens nothing');
  });
  it('take back in the transcript what stood in it', async () => {
    const { text, heads } = record({ rewind: 1 });
    expect((await verifyDice(text, pins(heads))).good).toBe(true);
    const noted = text
      .replace('1. N: fire', '1. N~ note e5=3 [] #0123456789abcdef\n2. N: fire')
      .replace('rewind 1 by', 'rewind 2 by');
    expect(await verifyDice(noted, pins(heads))).toMatchObject({
      good: true,
      pinned: heads.length,
    });
    expect((await verifyDice(text.replace('rewind 1', 'rewind 0'))).good).toBe(false);
  });
  it('show a rewritten line to whoever kept the heads', async () => {
    const { heads } = record();
    const { text } = record({ actions: ['fire', 'sail', 'sail'] });
    expect((await verifyDice(text)).good).toBe(true);
    expect((await verifyDice(text, pins(heads))).why).toContain('does not stand');
    expect((await verifyDice(text, pins([], { commitment: 'x' }))).why).toContain('commitment');
    expect((await verifyDice(text, pins([], { seals: 'x' }))).why).toContain('seals');
  });
});

describe('dice of one umpire', () => {
  const key = '00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff';
  const dice = [0, 1, 2].map((i) => fair(unhex(key), 6, `admiralty roll 1\ng\none,two\n${i}`));
  const text = `[Id "g"]\n[Commitment "${commitment(key)}"]\n[Salts "one,two"]\n[Key "${key}"]
1. N: fire [d6=${dice[0]} d6=${dice[1]}] #0123456789abcdef
2. N: fire [d6=${dice[2]}] #0123456789abcdef\n= x\n`;
  it('are still verified', async () => {
    expect(await verifyDice(text)).toEqual({ good: true, remarks: [], dice: 3, pinned: 0 });
    expect((await verifyDice(text.replace('one,two', 'two,one'))).good).toBe(false);
    expect((await verifyDice(text.replace(key, key.replace('0', '1')))).good).toBe(false);
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

class Memory implements Shelf {
  #map = new Map<string, string>();
  getItem = (key: string): string | null => this.#map.get(key) ?? null;
  setItem = (key: string, value: string): void => void this.#map.set(key, value);
  removeItem = (key: string): void => void this.#map.delete(key);
  key = (i: number): string | null => [...this.#map.keys()][i] ?? null;
  get length(): number {
    return this.#map.size;
  }
}

describe('the keeper of the dice', () => {
  const table = (dice: Partial<NonNullable<TableInfo['dice']>>, status = 'waiting'): TableInfo =>
    ({
      status,
      commitment: 'first',
      seats: [
        { seat: 0, you: true },
        { seat: 1, you: false },
      ],
      dice: { draw: 0, seals: ['', ''], call: [], open: [], signer, ...dice },
    }) as unknown as TableInfo;

  it('seals before it opens, opens what it sealed, and only once', () => {
    const shelf = new Memory();
    const said: { t: string; seal?: string; link?: string }[] = [];
    const keeper = new Keeper('t', (message) => said.push(message), shelf);
    keeper.look(table({}));
    keeper.look(table({}));
    expect(said).toHaveLength(1);
    const seal = said[0]!.seal!;
    keeper.look(table({ seals: [seal, 'ab'] }));
    expect(said).toHaveLength(1);
    // Called for a list in which its own seal is another: it keeps silent.
    keeper.look(table({ seals: ['cd', 'ab'], draw: 1, call: [0, 1] }));
    expect(said).toHaveLength(1);
    keeper.look(table({ seals: [seal, 'ab'], draw: 1, call: [0, 1] }));
    keeper.look(table({ seals: [seal, 'ab'], draw: 1, call: [0, 1] }));
    expect(said).toHaveLength(2);
    expect(before(said[1]!.link!, 1)).toBe(seal);
    // A new draw in the game: the next link, after a reload too.
    const again = new Keeper('t', (message) => said.push(message), shelf);
    again.look(table({ seals: [seal, 'ab'], draw: 2, open: [0] }, 'playing'));
    expect(before(said[2]!.link!, 2)).toBe(seal);
    expect(kept('t', shelf)).toMatchObject({
      commitment: 'first',
      seals: `${seal},ab`,
      opened: [1, 2],
    });
    expect(numbered(kept('t', shelf)!.end!, 0)).toBe(before(said[2]!.link!, 2));
    expect(LAST).toBe(64);
  });
  it('keeps heads, and the oldest tables make room', () => {
    const shelf = new Memory();
    for (let i = 0; i < 70; i++) new Keeper(`t${i}`, () => undefined, shelf).pin('h', 's', 'x');
    expect(shelf.length).toBe(60);
    const keeper = new Keeper('long', () => undefined, shelf);
    for (let i = 0; i < 1000; i++) keeper.pin(`h${i}`, 's', 'x');
    const heads = kept('long', shelf)!.heads;
    expect(heads.length).toBeLessThan(245);
    expect(heads.at(-1)![0]).toBe('h999');
  });
});
