/// How a person acts on the board of Naval Battle: picks, drags and questions
/// become drafts of the table. Marks come from the server's menu alone.
import type { MenuChoice } from '../../api/types';
import type { Arrow } from '../../board/arrows';
import { squareGrid } from '../../board/geometry';
import { loose, marks as marksOf } from '../../board/highlights';
import { lastPick } from '../../state/draft';
import { prefs } from '../../state/prefs.svelte';
import type { TableModel } from '../../state/table.svelte';
import { conduct, watch } from '../../state/watch.svelte';
import { Stage } from './stage.svelte';
import { asked, read, sideOf, tokenAt, type SideCode } from './view';

export class Play {
  readonly stage: Stage;
  hovered = $state<string>();
  /// A piece that was clicked without doing anything: it stays on the card.
  pinned = $state<string>();
  view = $derived.by(() => read(this.model.view));
  side = $derived.by(() => sideOf(this.model.seat));
  below = $derived<SideCode>(this.side ?? 'W');
  geometry = $derived.by(() =>
    squareGrid({
      columns: this.view?.columns ?? 8,
      rows: this.view?.rows ?? 10,
      flipped: this.below === 'R',
    }),
  );
  playing = $derived.by(
    () => this.view !== undefined && this.view.phase !== 'deploy' && this.view.phase !== 'over',
  );
  /// Is an enemy piece being marked?
  noting = $derived.by(
    () => this.model.depth > 0 && this.model.draft.levels[0]?.picked?.key === 'note',
  );
  marks = $derived.by(() =>
    marksOf(this.stage.telling || !this.playing ? [] : this.model.offers, this.geometry),
  );
  loose = $derived.by(() => (this.playing ? loose(this.model.offers, this.geometry) : []));
  selected = $derived.by(() => lastPick(this.model.draft)?.place ?? this.view?.series);
  piece = $derived.by(() => {
    const view = this.view;
    if (!view) return undefined;
    const pinned =
      this.pinned && this.model.depth === 0
        ? view.tokens.find((token) => token.token === this.pinned)
        : undefined;
    const pointed = this.hovered ? tokenAt(view, this.hovered) : undefined;
    return pinned ?? pointed ?? (this.selected ? tokenAt(view, this.selected) : undefined);
  });
  arrows = $derived.by<Arrow[]>(() => {
    // What is being asked about stays drawn while the question stands.
    const to = this.model.confirm?.choice.place ?? this.hovered;
    const mark = to ? this.marks.get(to) : undefined;
    if (!mark || !this.selected || !to || mark.look === 'act' || this.noting) return [];
    const kind = mark.look === 'attack' ? 'attack' : mark.look === 'jump' ? 'jump' : 'move';
    return [{ path: [this.selected, to], kind }];
  });

  constructor(readonly model: TableModel) {
    this.stage = new Stage(conduct(model));
    watch(model, this.stage);
    model.risky = (choice) =>
      choice.key === 'resign' ||
      (prefs.confirm && (choice.kind === 'attack' || choice.kind === 'jump'));
  }

  /// A place was clicked or Enter pressed on it.
  pick(place: string): void {
    if (this.stage.telling) {
      this.stage.skip();
      return;
    }
    const choice = this.#choiceAt(place);
    const there = this.view ? tokenAt(this.view, place)?.token : undefined;
    this.pinned = choice || this.pinned === there ? undefined : there;
    if (choice) void this.model.pick(choice);
    else if (this.model.depth > 0) this.#elsewhere(place);
    else this.why(place);
  }

  /// With a piece selected: the same one drops it, another own one takes over, anything else is a question.
  #elsewhere(place: string): void {
    if (place === this.selected) {
      this.model.back();
      return;
    }
    const other = this.#unit(place);
    if (other && !this.noting) {
      this.model.reset();
      void this.model.pick(other);
    } else this.why(place);
  }

  /// A drag ended: the piece was picked when it was lifted, here it lands.
  drop(from: string, to: string): void {
    if (this.selected !== from) return;
    const choice = this.#choiceAt(to);
    if (choice && choice.kind !== 'unit') void this.model.pick(choice);
    else this.why(to);
  }

  /// Why can nothing be done there?
  why(place: string): void {
    const view = this.view;
    if (!view || !this.model.mine || !this.playing || this.noting) return;
    const from = this.selected;
    if (from && from !== place)
      void this.model.why(view.series ? `^${place}` : asked(view, from, place));
    else if (tokenAt(view, place)?.side === this.side)
      void this.model.why(asked(view, place, this.#ahead(place)));
  }

  liftable(place: string): boolean {
    if (this.stage.telling || !this.model.mine || this.model.busy || this.noting) return false;
    return this.view?.series ? place === this.view.series : this.#unit(place) !== undefined;
  }

  #unit(place: string): MenuChoice | undefined {
    return this.model.draft.levels[0]?.choices.find(
      (choice) => choice.place === place && choice.kind === 'unit',
    );
  }

  #choiceAt(place: string): MenuChoice | undefined {
    return this.marks.get(place)?.offers[0] as MenuChoice | undefined;
  }

  /// The square before a piece: the question why it cannot act needs one.
  #ahead(place: string): string {
    return this.geometry.next(place, 'up') ?? this.geometry.next(place, 'down') ?? place;
  }
}
