/// The next game that waits for whoever is here.
import { rest } from '../api/rest';
import type { TableInfo } from '../api/types';
import { urgent } from './tables';

class NextGame {
  table = $state.raw<TableInfo>();
  #asked = 0;

  /// Looks for the most urgent of one's own games besides this one.
  async look(besides: string): Promise<void> {
    const asked = ++this.#asked;
    try {
      const { tables } = await rest.tables('mine');
      if (asked === this.#asked) this.table = urgent(tables).find((one) => one.id !== besides);
    } catch {
      // Without an answer nothing is known, and nothing is shown.
      if (asked === this.#asked) this.table = undefined;
    }
  }

  forget(): void {
    this.#asked += 1;
    this.table = undefined;
  }
}

export const next = new NextGame();
