/// Things with names that a person keeps with their profile (fleets, line-ups): shown from this
/// browser at once, and from the server as soon as it answers, wherever they sign in.
import { rest } from '../api/rest';
import { keep, recall } from './prefs.svelte';

interface Named {
  name: string;
}

/// The server keeps so much under one key; what is oldest goes first.
const LONGEST = 16_000;

export class Shelf<T extends Named> {
  all = $state.raw<readonly T[]>([]);
  /// Could the last change not be written to the profile? Then it is in this browser alone.
  alone = $state(false);
  readonly #local: string;

  constructor(
    /// What it is to the server: the game and the kind, `GAME.fleets`.
    readonly key: string,
  ) {
    this.#local = `admiralty.${key}`;
    this.all = recall<T[]>(this.#local, []);
    void this.#load(this.all);
  }

  async #load(mine: readonly T[]): Promise<void> {
    try {
      const kept = (await rest.kept()).find((one) => one.key === this.key);
      // Something was put there meanwhile: that has gone to the profile, or will be said.
      if (this.all !== mine) return;
      if (kept) this.#show(JSON.parse(kept.body) as T[]);
      else if (mine.length) await this.#send();
    } catch {
      this.alone = mine.length > 0;
    }
  }

  #show(all: readonly T[]): void {
    this.all = all;
    keep(this.#local, all);
  }

  async #send(): Promise<void> {
    await rest.keep({ key: this.key, body: this.all.length ? JSON.stringify(this.all) : '' });
    this.alone = false;
  }

  async #set(all: readonly T[]): Promise<void> {
    let kept = all;
    while (JSON.stringify(kept).length > LONGEST) kept = kept.slice(1);
    this.#show(kept);
    await this.#send().catch(() => (this.alone = true));
  }

  find(name: string): T | undefined {
    return this.all.find((one) => one.name === name);
  }

  /// Puts something there, in place of what had its name.
  put(one: T): Promise<void> {
    return this.#set([...this.all.filter((other) => other.name !== one.name), one]);
  }

  drop(name: string): Promise<void> {
    return this.#set(this.all.filter((one) => one.name !== name));
  }
}
