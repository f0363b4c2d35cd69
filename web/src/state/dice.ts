/// Checks the dice and the transcript of a finished game, as docs/dice.md says, and compares them
/// with what this browser kept while the game was played.
import type { RollProof } from '../api/types';
import { before, LAST } from './chain';
import { signed } from './ed25519';
import type { Kept } from './keeper';
import { hex, hmac, sha256, unhex } from './sha256';

/// What came of it: `good`, or the first thing that is wrong.
export interface Verdict {
  good: boolean;
  why?: string;
  /// Not wrong, but worth knowing.
  remarks: string[];
  dice: number;
  /// How many heads of this browser's own were found in the record.
  pinned: number;
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/// What one umpire published before the first salt: older records.
export const commitment = (key: string): string => hex(sha256(bytes(`admiralty key 1\n${key}`)));

const statement = (id: string, head: string): Uint8Array =>
  bytes(`admiralty head 2\n${id}\n${head}`);

class Wrong extends Error {}

/// A face from the hash of a message; no face is favoured.
export function fair(key: Uint8Array, faces: number, message: string): number {
  const f = BigInt(Math.max(1, faces));
  const most = 2n ** 64n - 1n;
  const limit = most - (most % f);
  for (let attempt = 0; ; attempt++) {
    const mac = hmac(key, bytes(`${message}\n${faces}\n${attempt}`));
    const number = new DataView(mac.buffer).getBigUint64(0);
    if (number < limit) return Number(number % f) + 1;
  }
}

interface Read {
  tags: Map<string, string>;
  lines: string[];
}

const ENTRY = /^\d+\. (([^ ]+): .* \[([^[\]]*)\]) #[0-9a-f]{16}$/;
/// What a side keeps to itself, a note: only its own record has it, and the transcript has not.
const KEPT = /^\d+\. [^ ]+~ .* \[\] #[0-9a-f]{16}$/;
const REWIND = /^rewind (\d+)( by .*)$/;
const unescape = (text: string): string =>
  text.replace(/\\(.)/g, (_, sign: string) => ({ n: '\n', r: '\r' })[sign] ?? sign);

export function readRecord(text: string): Read {
  const tags = new Map<string, string>();
  const lines: string[] = [];
  for (const raw of text.split('\n')) {
    const line = raw.trimEnd();
    if (!line || line.startsWith(';') || line.startsWith('= ')) continue;
    const tag = /^\[([A-Za-z0-9._]+) "(.*)"\]$/.exec(line);
    if (tag) tags.set(tag[1]!, unescape(tag[2]!));
    else lines.push(line);
  }
  return { tags, lines };
}

export function rollsIn(text: string): { die: number; value: number }[] {
  return [...text.matchAll(/d(\d+)=(\d+)/g)].map((m) => ({ die: +m[1]!, value: +m[2]! }));
}

/// Every roll of a record, in order.
export function rollsOf(text: string): RollProof[] {
  const { tags, lines } = readRecord(text);
  const dice = lines.map((line) => ENTRY.exec(line)?.[3] ?? '');
  return [tags.get('Begin') ?? '', ...dice].flatMap(rollsIn).map((roll, index) => ({
    index,
    ...roll,
  }));
}

/// A pause now and then keeps the page alive in long games.
const breathe = (): Promise<void> => new Promise((on) => setTimeout(on, 0));

class Audit {
  readonly tag: (name: string) => string;
  readonly seals: string[];
  readonly seats: string[];
  readonly last: number;
  number = 0;
  index = 0;
  head = '0'.repeat(64);
  heads: string[] = [];
  salts: string[] = [];
  settled: boolean[] = [];
  remarks: string[] = [];
  /// Lines that a side keeps to itself.
  kept = 0;
  /// The draws in which each seat showed its link, and those in which it acted.
  shown: number[][];
  acted: number[][];

  constructor(readonly read: Read) {
    this.tag = (name) => read.tags.get(name) ?? '';
    this.seals = this.tag('Seals').split(',');
    this.seats = this.tag('Seats').split(',');
    this.shown = this.seals.map(() => []);
    this.acted = this.seals.map(() => []);
    const drawn = this.tag('Draws')
      .split(' ')
      .map((draw) => draw.split(','));
    this.last = drawn.length + read.lines.filter((line) => line.startsWith('redraw ')).length;
    if (this.last > LAST || before(this.tag('Key'), this.last) !== this.tag('Commitment'))
      throw new Wrong('the key does not fit the commitment');
    drawn.forEach((draw, i) => {
      this.number++;
      this.salts = this.seals.map(() => '-');
      this.settled = this.seals.map(() => false);
      draw.forEach((shown, seat) => {
        if (shown !== '-' && shown !== '!') this.show(seat, shown);
      });
      const refused = this.seats.filter((_, seat) => draw[seat] === '!');
      if (i + 1 < drawn.length)
        this.remarks.push(`${refused.join(', ') || '?'} did not open: drawn anew`);
      else if (refused.length) throw new Wrong('a draw holds that a seat refused');
    });
    const start = read.tags.get('Setup') ?? this.tag('Position');
    const first = ['Commitment', 'Seals', 'Draws', 'Begin'].map(this.tag);
    this.add([`begin ${this.tag('Game')}`, start, ...first].join('\n'));
    this.rolls(this.tag('Begin'));
  }

  get key(): Uint8Array {
    return unhex(before(this.tag('Key'), this.last - this.number));
  }

  show(seat: number, link: string): void {
    const name = this.seats[seat] ?? '?';
    if (!this.seals[seat] || this.seals[seat] === '-')
      throw new Wrong(`${name} opens what it never sealed`);
    if (this.settled[seat]) throw new Wrong(`${name} opens too late or twice`);
    if (before(link, this.number) !== this.seals[seat])
      throw new Wrong(`what ${name} opens is not what it sealed`);
    this.salts[seat] = link;
    this.settled[seat] = true;
    this.shown[seat]!.push(this.number);
  }

  add(text: string): void {
    const line = bytes(`admiralty line 2\n${this.tag('Id')}\n${this.head}\n${text}`);
    this.head = hex(hmac(this.key, line));
    this.heads.push(this.head);
  }

  rolls(text: string): void {
    const all = rollsIn(text);
    if (all.length === 0) return;
    const key = this.key;
    for (const { die, value } of all) {
      const salts = this.salts.join(',');
      const message = `admiralty roll 2\n${this.tag('Id')}\n${this.number}\n${salts}\n${this.index}`;
      if (fair(key, die, message) !== value)
        throw new Wrong(`roll ${this.index + 1} does not follow from key and salts`);
      this.index++;
    }
  }

  async lines(): Promise<void> {
    let opened: string | undefined;
    /// For each entry that counts: does it stand in the transcript?
    const counted: boolean[] = [];
    const open = (): number => counted.filter((stands) => stands).length;
    for (const [i, line] of this.read.lines.entries()) {
      if (i % 100 === 99) await breathe();
      if (KEPT.test(line)) {
        if (opened !== undefined) throw new Wrong('what a side keeps to itself opens nothing');
        counted.push(false);
        this.kept++;
        continue;
      }
      const entry = ENTRY.exec(line);
      if (opened !== undefined && entry?.[2] !== opened)
        throw new Wrong('an opening must stand before an entry of its seat');
      opened = undefined;
      if (entry) {
        const seat = this.seats.indexOf(entry[2]!);
        this.acted[seat]?.push(this.number);
        if (seat >= 0 && this.seals[seat] !== '-' && !this.settled[seat]) {
          this.settled[seat] = true;
          this.remarks.push(`${entry[2]} never showed its salt of draw ${this.number}`);
        }
        this.rolls(entry[3]!);
        this.add(entry[1]!);
        counted.push(true);
        continue;
      }
      const rewind = REWIND.exec(line);
      if (rewind) {
        const was = open();
        counted.length = Math.min(counted.length, Number(rewind[1]));
        if (open() < was) this.add(`rewind ${open()}${rewind[2]}`);
        continue;
      }
      const [word, first, rest] = line.split(' ');
      if (word === 'open') {
        opened = first;
        this.show(this.seats.indexOf(first!), rest!);
      } else if (word === 'redraw') {
        if (Number(first) !== this.number + 1) throw new Wrong('draws do not follow each other');
        this.number++;
        this.settled = this.seals.map(() => false);
        this.remarks.push(line);
      } else throw new Wrong(`an unknown line: ${line}`);
      this.add(line);
    }
  }
}

/// What this browser saw must stand in the record, in the same order.
async function compare(audit: Audit, pins: Kept): Promise<number> {
  const id = audit.tag('Id');
  if (pins.commitment && pins.commitment !== audit.tag('Commitment'))
    throw new Wrong('another commitment was shown before the game');
  if (pins.seals && pins.seals !== audit.tag('Seals'))
    throw new Wrong('other seals were shown before the game');
  if (pins.end) {
    const seal = before(pins.end, LAST);
    const own = audit.seals.findIndex((one) => one === seal);
    // Whoever has opened and then acted must find the link in the record.
    const left = (n: number): boolean =>
      (audit.acted[own]?.includes(n) ?? false) && !audit.shown[own]?.includes(n);
    if (pins.opened.some(left)) throw new Wrong('the salt of this browser was left out');
  }
  if (!audit.read.tags.has('Head')) {
    audit.remarks.push('some lines are withheld, so that the transcript cannot be compared');
    return 0;
  }
  let place = -1;
  let found = 0;
  let lost = 0;
  for (const [i, [head, signer, signature]] of pins.heads.entries()) {
    if (i % 20 === 19) await breathe();
    const at = audit.heads.indexOf(head);
    if (at < 0) {
      lost++;
      continue;
    }
    if (at < place) throw new Wrong('the lines stand in another order than they were shown in');
    if (i === pins.heads.length - 1 && !signed(signer, signature, statement(id, head)))
      throw new Wrong('a head that this browser kept was not signed');
    place = at;
    found++;
  }
  const restored = audit.read.lines.some((line) => line.startsWith('redraw '));
  if (lost && !restored)
    throw new Wrong('what this browser was shown does not stand in the record');
  if (lost) audit.remarks.push(`${lost} heads were lost in a restore`);
  return found;
}

async function checkOld({ tags, lines }: Read): Promise<number> {
  const key = tags.get('Key') ?? '';
  if (commitment(key) !== tags.get('Commitment'))
    throw new Wrong('the key does not fit the commitment');
  let index = 0;
  const dice = lines.map((line) => ENTRY.exec(line)?.[3] ?? '');
  for (const text of [tags.get('Begin') ?? '', ...dice]) {
    for (const { die, value } of rollsIn(text)) {
      const message = `admiralty roll 1\n${tags.get('Id') ?? ''}\n${tags.get('Salts') ?? ''}\n${index}`;
      if (fair(unhex(key), die, message) !== value)
        throw new Wrong(`roll ${index + 1} does not follow from key and salts`);
      if (++index % 200 === 0) await breathe();
    }
  }
  return index;
}

/// Is everything in this record as it should be, and as this browser saw it?
export async function verifyDice(text: string, pins?: Kept): Promise<Verdict> {
  const read = readRecord(text);
  try {
    if (!read.tags.get('Key')) throw new Wrong('there is no key');
    if (!read.tags.has('Dice'))
      return { good: true, remarks: [], dice: await checkOld(read), pinned: 0 };
    const audit = new Audit(read);
    await audit.lines();
    if (audit.kept) audit.remarks.push(`${audit.kept} lines stand outside the transcript`);
    if (read.tags.has('Head')) {
      if (audit.tag('Head') !== audit.head) throw new Wrong('the head does not follow');
      const said = statement(audit.tag('Id'), audit.head);
      if (!signed(audit.tag('Signer'), audit.tag('Signature'), said))
        throw new Wrong('the signature is not the signer’s');
    }
    const pinned = pins ? await compare(audit, pins) : 0;
    return { good: true, remarks: audit.remarks, dice: audit.index, pinned };
  } catch (error) {
    const why = error instanceof Wrong ? error.message : String(error);
    return { good: false, why, remarks: [], dice: 0, pinned: 0 };
  }
}

export interface LuckLine {
  die: number;
  n: number;
  mean: number;
  expected: number;
}

/// What has more faces is a wheel or a pack of cards, turned for everybody alike: nobody's luck.
const MOST_FACES = 20;

/// What was rolled against what was to be expected, per kind of die.
export function luck(rolls: readonly RollProof[]): LuckLine[] {
  const kinds = new Map<number, number[]>();
  for (const roll of rolls)
    if (roll.die <= MOST_FACES) kinds.set(roll.die, [...(kinds.get(roll.die) ?? []), roll.value]);
  return [...kinds].map(([die, values]) => ({
    die,
    n: values.length,
    mean: values.reduce((sum, value) => sum + value, 0) / values.length,
    expected: (die + 1) / 2,
  }));
}
