/// A fleet being put together: what is chosen, what is wrong with it by the rules' word, own fleets
/// kept with the profile and as files.
import { Shelf } from '../../state/kept.svelte';
import { keep, recall } from '../../state/prefs.svelte';
import { asFile, fromFile, points, type OwnFleet } from './roster';
import { t } from './text';
import type { Card } from './view';

export class Builder {
  chosen = $state.raw<readonly string[]>([]);
  readonly mine = new Shelf<OwnFleet>('board_game.fleets');
  opened = $state.raw<Card>();
  name = $state('');
  /// What forbids the fleet as it is.
  fault = $state('');
  /// What is wrong with a file.
  word = $state('');
  sum = $derived.by(() => points(this.chosen));

  constructor(
    /// Asks the rules about a list of cards; nothing if it may sail.
    readonly ask: (ids: readonly string[]) => Promise<string | undefined>,
    /// Where the draft is kept, if it is.
    readonly key?: string,
    begin: readonly string[] = [],
  ) {
    this.set(key ? recall<string[]>(key, [...begin]) : begin);
  }

  set(ids: readonly string[]): void {
    this.chosen = [...ids];
    this.word = '';
    if (this.key) keep(this.key, this.chosen);
    void this.#check(this.chosen);
  }

  async #check(list: readonly string[]): Promise<void> {
    const says = list.length ? await this.ask(list) : undefined;
    if (list === this.chosen) this.fault = says ?? '';
  }

  toggle(card: Card): void {
    this.opened = card;
    this.set(
      this.chosen.includes(card.id)
        ? this.chosen.filter((id) => id !== card.id)
        : [...this.chosen, card.id],
    );
  }

  save(): void {
    const label = this.name.trim();
    if (!label || !this.chosen.length) return;
    void this.mine.put({ name: label, ids: [...this.chosen] });
    this.name = '';
  }

  forget(label: string): void {
    void this.mine.drop(label);
  }

  download(): void {
    const link = document.createElement('a');
    const title = this.name.trim() || t('board_game.fleet.title');
    link.href = URL.createObjectURL(new Blob([asFile(title, this.chosen)], { type: 'text/plain' }));
    link.download = 'fleet.txt';
    link.click();
    URL.revokeObjectURL(link.href);
  }

  async upload(file: File | undefined): Promise<void> {
    const ids = fromFile((await file?.text()) ?? '');
    if (ids.length) this.set(ids);
    else this.word = t('board_game.fleet.bad');
  }
}
