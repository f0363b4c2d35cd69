/// Looking for somebody to play with. It goes on whatever page is open, so that a
/// game with a bot can fill the time.
import { Fault, rest } from '../api/rest';
import type { NewSeek, SeekInfo } from '../api/types';
import { t } from '../text';

class Seek {
  /// What is looked for, and how it stands; nothing if nobody is.
  now = $state.raw<SeekInfo>();
  fault = $state('');
  #turn = 0;

  /// Begins to look; what was looked for before is given up.
  async begin(wish: NewSeek): Promise<void> {
    const turn = ++this.#turn;
    this.fault = '';
    this.now = undefined;
    try {
      for (let first = true; ; first = false) {
        if (!first) await new Promise((on) => setTimeout(on, 1000));
        const made = await rest.seek(wish);
        if (turn !== this.#turn) return;
        this.now = made;
        try {
          await this.#follow(made.id, turn);
          return;
        } catch (error) {
          // The server that kept it has gone: another is asked for the same.
          if (!(error instanceof Fault && error.status === 404) || turn !== this.#turn) throw error;
        }
      }
    } catch (error) {
      if (turn === this.#turn) this.#failed(error);
    }
  }

  /// The answer to each question waits for news, so this asks about three times a minute.
  async #follow(id: string, turn: number): Promise<void> {
    while (turn === this.#turn && !this.now?.table) {
      try {
        const next = await rest.sought(id);
        if (turn === this.#turn) this.now = next;
      } catch (error) {
        const gone = error instanceof Fault && error.status >= 400 && error.status < 500;
        if (gone || turn !== this.#turn) throw error;
        await new Promise((on) => setTimeout(on, 2000));
      }
    }
  }

  #failed(error: unknown): void {
    this.now = undefined;
    this.fault = error instanceof Error ? error.message : t('error.unknown');
  }

  /// Looks no more.
  end(): void {
    const id = this.now?.table ? undefined : this.now?.id;
    this.#turn++;
    this.now = undefined;
    this.fault = '';
    if (id) void rest.endSeek(id).catch(() => undefined);
  }

  /// The table that was found; then there is nothing to look for any more.
  take(): string | undefined {
    const table = this.now?.table;
    if (table) this.end();
    return table;
  }
}

export const seek = new Seek();
