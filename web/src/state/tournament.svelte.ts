/// A tournament that is looked at: how it stands, told as it changes.
import { Fault, rest } from '../api/rest';
import type { Tournament, TournamentOrder } from '../api/types';
import { t } from '../text';

export class Cup {
  now = $state.raw<Tournament>();
  /// Why there is nothing to see.
  fault = $state('');
  /// Why the last wish was refused.
  word = $state('');
  busy = $state(false);
  #gone = false;

  constructor(readonly id: string) {
    void this.#follow();
  }

  /// Nobody looks any more.
  end(): void {
    this.#gone = true;
  }

  /// The answer to each question waits for news.
  async #follow(): Promise<void> {
    while (!this.#gone) {
      try {
        const next = await rest.tournament(this.id, this.now?.version);
        this.#take(next);
        if (next.card.stage === 'over' || next.card.stage === 'cancelled') return;
      } catch (error) {
        if (error instanceof Fault && error.status === 404) {
          this.fault = error.message;
          return;
        }
        await new Promise((on) => setTimeout(on, 2000));
      }
    }
  }

  #take(next: Tournament): void {
    if (!this.#gone && next.version >= (this.now?.version ?? 0)) this.now = next;
  }

  async #do(wish: Promise<Tournament>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.word = '';
    try {
      this.#take(await wish);
    } catch (error) {
      this.word = error instanceof Error ? error.message : t('error.unknown');
    } finally {
      this.busy = false;
    }
  }

  join = (team?: string): Promise<void> => this.#do(rest.joinTournament(this.id, team));
  leave = (): Promise<void> => this.#do(rest.leaveTournament(this.id));
  order = (order: TournamentOrder): Promise<void> => this.#do(rest.orderTournament(this.id, order));
}
