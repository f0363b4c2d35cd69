/// How a person acts on a chart or a text board: picks of places and units
/// become drafts of the table. Marks come from the server's menu alone.
import type { MenuChoice } from '../../api/types';
import { marks as marksOf, type Mark } from '../../board/highlights';
import { lastPick } from '../../state/draft';
import { keep, prefs, recall } from '../../state/prefs.svelte';
import type { TableModel } from '../../state/table.svelte';
import { drafted, type Chart, type Reader } from './chart';
import { unitsOf } from './plain';

const DRAWN = 'admiralty.plain.drawn';

export class Play {
  /// The unit that was last pointed at.
  pointed = $state<string>();
  // Drawn where the view says enough for it; as text always, and whenever somebody likes it better.
  wanted = $state(recall<boolean>(DRAWN, true));
  /// A place was clicked where several things can be done: only those are offered then.
  narrowed = $state<{ n: number; depth: number; place: string }>();

  offered = $derived.by(
    () =>
      new Set(
        this.model.offers.flatMap((choice) =>
          choice.unit && choice.kind === 'unit' ? [choice.unit] : [],
        ),
      ),
  );
  units = $derived.by(() => [...unitsOf(this.model.view), ...this.offered]);
  selected = $derived.by(() => lastPick(this.model.draft)?.unit);
  chart = $derived.by(() => this.reader?.(this.model.view, this.model.seat));
  /// The chart with what is being laid out.
  laid = $derived.by<Chart | undefined>(() => {
    const chart = this.chart;
    if (!chart || this.model.depth === 0) return chart;
    const ghosts = drafted(
      chart,
      this.model.draft.levels.flatMap((level) => (level.picked ? [level.picked] : [])),
    );
    return {
      ...chart,
      counters: [...chart.counters, ...ghosts.map((ghost) => ({ ...ghost, id: `${ghost.id}·` }))],
    };
  });
  drawn = $derived.by(() => this.wanted && this.chart !== undefined);
  marks = $derived.by<Map<string, Mark>>(() =>
    this.chart ? marksOf(this.model.offers, this.chart.geometry) : new Map<string, Mark>(),
  );
  last = $derived.by(() =>
    (this.model.log.at(-1)?.tells ?? [])
      .flatMap(({ d }) =>
        [d.from, d.to].filter((place): place is string => typeof place === 'string'),
      )
      .slice(-2),
  );
  offers = $derived.by<readonly MenuChoice[]>(() => {
    const at = this.narrowed;
    if (!at || at.n !== this.model.n || at.depth !== this.model.depth) return this.model.offers;
    const here = this.model.offers.filter((choice) => choice.place === at.place);
    return here.length ? here : this.model.offers;
  });

  constructor(
    readonly model: TableModel,
    readonly reader: Reader | undefined,
  ) {
    model.risky = (choice) => choice.aside === true || (prefs.confirm && choice.to !== undefined);
  }

  show(drawing: boolean): void {
    this.wanted = drawing;
    keep(DRAWN, drawing);
  }

  pickPlace(place: string): void {
    const here = this.model.offers.filter((choice) => choice.place === place);
    this.narrowed = undefined;
    if (here.length === 1 && here[0]) void this.model.pick(here[0]);
    else if (here.length > 1) {
      this.narrowed = { n: this.model.n, depth: this.model.depth, place };
    } else {
      this.pointed = this.chart?.counters.find((one) => one.at === place)?.id ?? this.pointed;
      this.#instead((choice) => choice.place === place);
    }
  }

  lookAt(place: string | undefined): void {
    const unit = place ? this.chart?.counters.find((one) => one.at === place)?.id : undefined;
    if (unit) this.pointed = unit;
  }

  pick(unit: string): void {
    this.pointed = unit;
    const choice = this.model.offers.find((one) => one.unit === unit && one.kind === 'unit');
    if (choice) void this.model.pick(choice);
    else this.#instead((one) => one.unit === unit);
  }

  /// With nothing but a unit picked so far, another one takes over.
  #instead(wanted: (choice: MenuChoice) => boolean): void {
    if (this.model.depth !== 1 || this.model.busy) return;
    const other = this.model.draft.levels[0]?.choices.find(
      (choice) => choice.kind === 'unit' && wanted(choice),
    );
    if (!other) return;
    this.model.reset();
    void this.model.pick(other);
  }
}
