/// "Fight on": where all own ships are locked and nothing is to be chosen, the table answers what it
/// offers anyway, turn after turn, until something changes or somebody touches it.
import { locked } from './orders';
import type { Play } from './play.svelte';
import { sideOf, type View } from './fleet';

/// What a player would look up for: who fights, who has struck, who is beaten, who lies with whom on a point.
export const state = (view: View): string =>
  Object.entries(view.ships)
    .map(
      ([code, ship]) =>
        `${code} ${ship.state} ${ship.beaten ? 'beaten' : ''} ${ship.straggler ? 'alone' : ''} ${
          ship.marks?.includes('melee') ? ship.at : ''
        }`,
    )
    .join();

/// Is what is asked no real choice: a speed that nobody obeys, or guns with one target each?
export function forced(play: Pick<Play, 'kind' | 'byUnit' | 'view' | 'plan' | 'side'>): boolean {
  const { kind, byUnit, view, side } = play;
  if (!view || !side || !byUnit.size) return false;
  if (kind === 'speed') return locked(play as Play) !== undefined;
  if (kind !== 'fire') return false;
  const own = Object.entries(view.ships).filter(
    ([code, ship]) => sideOf(code) === side && ship.line && ship.state === 'ok' && !ship.straggler,
  );
  return (
    own.every(([, ship]) => ship.marks?.includes('melee')) &&
    [...byUnit.values()].every(
      (list) => list.filter((leaf) => leaf.path[1]?.unit !== undefined).length < 2,
    )
  );
}

export class FightOn {
  /// How it stood when the order was given.
  #since = $state<string>();

  constructor(readonly play: Play) {
    $effect(() => {
      const { view, asked, model } = play;
      if (!this.on || !view) return;
      if (model.over || view.over || state(view) !== this.#since) return this.stop();
      if (!asked || model.busy || play.stage.telling || play.answered) return;
      if (forced(play)) void play.submit();
      else this.stop();
    });
  }

  get on(): boolean {
    return this.#since !== undefined;
  }

  /// May it be ordered here?
  get offered(): boolean {
    return !this.play.lesson && forced(this.play);
  }

  start(): void {
    if (this.play.view) this.#since = state(this.play.view);
  }

  stop(): void {
    this.#since = undefined;
  }
}
