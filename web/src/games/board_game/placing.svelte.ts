/// Ships being placed: who stands where with which heading, and what may be done with it. Where they
/// may stand and which line-up is ready is the menu's word.
import { untrack } from 'svelte';
import { squareGrid } from '../../board/geometry';
import type { Mark } from '../../board/highlights';
import { Shelf } from '../../state/kept.svelte';
import type { TableModel } from '../../state/table.svelte';
import { ahead, mirror, noted, parse, turned, waiting, write, type Spot } from './lineup';
import { t } from './text';
import { ground, read, sideOf, type Side, type View } from './view';

/// So many surface ships are deployed; more wait in stand-by.
const MOST = 16;

/// A line-up of one's own: for whom, and who stands where.
interface Line {
  name: string;
  line: string;
}

export class Placing {
  readonly #lines = new Shelf<Line>('board_game.lines');
  spots = $state.raw<Record<string, Spot>>({});
  held = $state<string>();
  /// The square under the pointer.
  hovered = $state<string>();
  allowed = $state.raw<ReadonlySet<string>>(new Set());
  readyLine = $state.raw<Record<string, Spot>>({});

  view = $derived.by<View | undefined>(() => read(this.model.view));
  side = $derived.by<Side>(() => sideOf(this.model.seat) ?? 'S');
  flipped = $derived.by(() => this.side === 'N');
  geometry = $derived.by(() => squareGrid({ columns: 8, rows: 8, flipped: this.flipped }));
  ground = $derived.by(() => ground({ scenery: this.view?.scenery ?? '' }));
  all = $derived.by(() => (this.view ? waiting(this.view, this.side) : []));
  boats = $derived.by(() => this.view?.phase === 'subs');
  standby = $derived.by(() => this.view?.phase === 'standby');
  done = $derived.by(() => this.view?.ready?.includes(this.side) ?? false);
  /// Is anything asked for now?
  open = $derived.by(() => this.model.mine && !this.done);
  at = $derived.by(
    () => new Map(Object.entries(this.spots).map(([id, spot]) => [spot.at, id] as const)),
  );
  cards = $derived.by(() => new Map(this.all.map((one) => [one.id, one.card])));
  tray = $derived.by(() => this.all.filter((one) => !this.spots[one.id]));
  /// Is everybody placed who must be, and nobody more?
  full = $derived.by(
    () => this.standby || this.tray.length === Math.max(0, this.all.length - MOST),
  );
  marks = $derived.by(() => this.#marks());

  constructor(
    readonly model: TableModel,
    /// Does nobody stand anywhere at first? Else the standard line-up is laid out.
    empty = false,
  ) {
    let asked = '';
    $effect(() => {
      const first = model.draft.levels[0]?.choices ?? [];
      const unit = first.find((choice) => choice.kind === 'unit' && choice.to === undefined);
      const ready = first.find((choice) => choice.kind === 'ready');
      const key = `${this.view?.phase} ${model.n} ${unit?.key} ${first.length}`;
      untrack(() => {
        if (!first.length || key === asked) return;
        asked = key;
        if (ready?.to) this.readyLine = parse(ready.to);
        if (!empty && Object.keys(this.spots).length === 0) this.spots = { ...this.readyLine };
        // The menu may ask for places without asking for a ship first.
        const direct = first.flatMap((choice) => (choice.place ? [choice.place] : []));
        if (direct.length) this.allowed = new Set(direct);
        else if (unit)
          void model.peek([unit.key]).then((choices) => {
            this.allowed = new Set(
              choices.flatMap((choice) => (choice.place ? [choice.place] : [])),
            );
          });
      });
    });
    // Whoever has no boats is not asked to place any.
    let told = false;
    $effect(() => {
      if (told || !this.boats || !this.open || this.all.length) return;
      told = true;
      untrack(() => void model.act({ action: 'subs none' }));
    });
    // A new phase begins with nobody placed.
    let phase = '';
    $effect.pre(() => {
      const now = this.view?.phase ?? '';
      untrack(() => {
        if (phase && phase !== now) {
          this.spots = {};
          this.held = undefined;
          asked = '';
        }
        phase = now;
      });
    });
  }

  /// Line-ups belong to a side with these very ships, and are numbered.
  #fleet = $derived.by(() => `${this.side} ${this.all.map((one) => one.card.id).join(' ')}`);
  saved = $derived.by(() =>
    this.#lines.all
      .filter((one) => one.name.startsWith(`${this.#fleet} #`))
      .map((one) => ({ ...one, n: Number(one.name.split('#')[1]) })),
  );

  #marks(): Map<string, Mark> {
    const found = new Map<string, Mark>();
    if (!this.open) return found;
    for (const place of this.allowed) {
      const id = this.at.get(place);
      if (!this.held || id === this.held) continue;
      found.set(place, {
        look: id ? 'swap' : 'place',
        offers: [],
        text: this.cards.get(this.held)?.name ?? '',
      });
    }
    if (!this.held)
      for (const [place, id] of this.at)
        found.set(place, { look: 'act', offers: [], text: this.cards.get(id)?.name ?? '' });
    return found;
  }

  name(place: string): string {
    const id = this.at.get(place);
    const at = place.toUpperCase();
    if (id)
      return t('board_game.deploy.at', {
        at,
        name: this.cards.get(id)?.name ?? id,
        heading: t(`board_game.head.${(this.spots[id]?.heading ?? 'N') as 'N'}`),
      });
    return t(this.allowed.has(place) ? 'board_game.deploy.free' : 'board_game.deploy.not', { at });
  }

  land(place: string): void {
    const held = this.held;
    if (!held || !this.allowed.has(place)) return;
    const next = { ...this.spots };
    const other = this.at.get(place);
    const from = next[held];
    if (other && other !== held) {
      if (from) next[other] = { ...next[other]!, at: from.at };
      else delete next[other];
    }
    next[held] = { at: place, heading: from?.heading ?? ahead(this.side) };
    this.spots = next;
    this.held = from ? undefined : this.tray.find((one) => one.id !== held)?.id;
  }

  pick(place: string): void {
    if (!this.open) return;
    const id = this.at.get(place);
    if (this.held && this.held !== id) this.land(place);
    else if (id && this.held === id) {
      // Tapped again: the bow turns, and she stays in hand for more.
      if (this.boats) this.held = undefined;
      else this.turn(id);
    } else this.held = id;
  }

  /// A drag begins: the ship is in hand, and her bow stays.
  lift(place: string): void {
    this.held = this.at.get(place);
  }

  turn(id: string): void {
    const spot = this.spots[id];
    if (spot) this.spots = { ...this.spots, [id]: { ...spot, heading: turned(spot.heading) } };
  }

  ashore(): void {
    if (!this.held) return;
    const next = { ...this.spots };
    delete next[this.held];
    this.spots = next;
    this.held = undefined;
  }

  set(spots: Record<string, Spot>): void {
    this.spots = { ...spots };
    this.held = undefined;
  }

  mirror(): void {
    this.set(mirror(this.spots));
  }

  save(): void {
    const n = 1 + Math.max(0, ...this.saved.map((one) => one.n));
    void this.#lines.put({ name: `${this.#fleet} #${n}`, line: noted(this.spots) });
  }

  /// Lays out a saved line-up.
  lay(one: Line): void {
    this.set(parse(one.line));
  }

  forget(one: Line): void {
    void this.#lines.drop(one.name);
  }

  act(): void {
    if (this.view) void this.model.act({ action: write(this.view, this.all, this.spots) });
  }
}
