/// Which talk of a table was read in this browser; kept, so that it is not new again after a
/// reload or when the seats change.
import type { ChatLine } from '../api/types';
import { keep, recall } from './prefs.svelte';

const KEY = 'admiralty.read';
/// So many tables are remembered.
const TABLES = 50;
type Kept = Record<string, Record<string, number>>;

export class Read {
  /// The last line read, by channel.
  #last = $state.raw<Record<string, number>>({});

  constructor(readonly table: string) {
    this.#last = recall<Kept>(KEY, {})[table] ?? {};
  }

  /// How many lines of others were not read yet.
  unread(chat: readonly ChatLine[], seat: number | undefined): number {
    return chat.filter(
      (line) =>
        line.n > (this.#last[line.channel] ?? -1) &&
        (line.seat === undefined || line.seat !== seat),
    ).length;
  }

  /// Everything up to now is read.
  all(chat: readonly ChatLine[]): void {
    const last = { ...this.#last };
    for (const line of chat) last[line.channel] = Math.max(last[line.channel] ?? -1, line.n);
    if (JSON.stringify(last) === JSON.stringify(this.#last)) return;
    this.#last = last;
    const kept = Object.entries(recall<Kept>(KEY, {})).filter(([table]) => table !== this.table);
    keep(KEY, Object.fromEntries([...kept.slice(1 - TABLES), [this.table, last]]));
  }
}
