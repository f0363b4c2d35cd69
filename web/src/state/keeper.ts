/// What this browser does for its own dice: it draws a chain of salts, seals it before anybody
/// opens, opens it when it is called, and keeps what the server said, to compare it at the end.
import type { TableInfo } from '../api/types';
import { newChain, numbered } from './chain';

/// A head of the transcript as it was sent, with its signature.
export type Pin = [head: string, signer: string, signature: string];

/// What is kept of one table.
export interface Kept {
  /// The end of the own chain; nobody else ever sees it.
  end?: string;
  commitment?: string;
  /// The list of seals, as it stood when this browser opened.
  seals?: string;
  heads: Pin[];
  /// The draws for which a link was shown.
  opened: number[];
  at: number;
}

export interface Shelf {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
  key(i: number): string | null;
  readonly length: number;
}

const PREFIX = 'dice:';
const HEADS = 240;
const TABLES = 60;

/// Storage may be full, forbidden or missing: then nothing is kept.
function shelf(): Shelf | undefined {
  try {
    return globalThis.localStorage;
  } catch {
    return undefined;
  }
}

export function kept(id: string, on: Shelf | undefined = shelf()): Kept | undefined {
  try {
    const text = on?.getItem(PREFIX + id);
    return text ? (JSON.parse(text) as Kept) : undefined;
  } catch {
    return undefined;
  }
}

/// The seals as the record writes them.
export const sealsText = (seals: readonly string[]): string =>
  seals.map((seal) => seal || '-').join(',');

type Say = { t: 'seal'; seal: string } | { t: 'open'; link: string };

export class Keeper {
  #kept: Kept;
  #said = new Set<string>();

  constructor(
    readonly id: string,
    readonly say: (message: Say) => void,
    readonly on: Shelf | undefined = shelf(),
  ) {
    this.#kept = kept(id, on) ?? { heads: [], opened: [], at: Date.now() };
  }

  /// The line is new: what was said over the old one may be lost.
  fresh(): void {
    this.#said.clear();
  }

  /// The table as the server shows it now.
  look(table: TableInfo): void {
    const dice = table.dice;
    const own = table.seats.filter((seat) => seat.you).map((seat) => seat.seat);
    if (!dice || own.length === 0) return;
    // The first word counts: a commitment that changes is found at the end.
    this.#kept.commitment ??= table.commitment;
    const called = own.filter((seat) => dice.call.includes(seat));
    if (table.status === 'waiting' && called.length === 0 && dice.draw === 0) {
      this.#kept.end ??= newChain();
      const seal = numbered(this.#kept.end, 0);
      if (own.some((seat) => dice.seals[seat] !== seal)) {
        this.#save();
        this.#once({ t: 'seal', seal });
      }
    }
    const due = [...called, ...dice.open];
    if (!this.#kept.end || due.length === 0) return;
    const seal = numbered(this.#kept.end, 0);
    // Only what stands in the list is opened, and the list is kept.
    if (!due.some((seat) => dice.seals[seat] === seal)) return;
    this.#kept.seals ??= sealsText(dice.seals);
    if (!this.#kept.opened.includes(dice.draw)) this.#kept.opened.push(dice.draw);
    this.#save();
    this.#once({ t: 'open', link: numbered(this.#kept.end, dice.draw) });
  }

  /// A signed head.
  pin(head: string, signer: string, signature: string): void {
    const heads = this.#kept.heads;
    heads.push([head, signer, signature]);
    // Of a very long game every second of the older half goes.
    if (heads.length > HEADS) this.#kept.heads = heads.filter((_, i) => i % 2 || i > HEADS / 2);
    this.#save();
  }

  #once(message: Say): void {
    const text = JSON.stringify(message);
    if (this.#said.has(text)) return;
    this.#said.add(text);
    this.say(message);
  }

  #save(): void {
    this.#kept.at = Date.now();
    try {
      this.on?.setItem(PREFIX + this.id, JSON.stringify(this.#kept));
      this.#tidy();
    } catch {
      // A full shelf: the game goes on, only the comparison at the end has less to go by.
    }
  }

  /// The oldest tables make room.
  #tidy(): void {
    const on = this.on;
    if (!on) return;
    const ids: string[] = [];
    for (let i = 0; i < on.length; i++) {
      const key = on.key(i);
      if (key?.startsWith(PREFIX)) ids.push(key.slice(PREFIX.length));
    }
    if (ids.length <= TABLES) return;
    const at = (id: string): number => kept(id, on)?.at ?? 0;
    ids.sort((a, b) => at(a) - at(b));
    for (const id of ids.slice(0, ids.length - TABLES)) on.removeItem(PREFIX + id);
  }
}
