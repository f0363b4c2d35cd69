/// What happened, played on the board: each moment as a few beats that lead from the view before
/// to the view after. A game says how (`Script`); here time is kept, moments are kept to be shown
/// again, and what was missed waits to be shown.
import type { Tell } from '../api/types';
import { realClock, Story, type Clock, type Step } from './anim';

/// A short part of a moment.
export interface Beat<S, E> {
  /// How long it takes at the usual pace, in milliseconds.
  ms: number;
  /// What is shown from now on; as before, if it is left out.
  show?: (shown: S) => S;
  /// Effects that begin now, perhaps made from what is shown by then and where the last beat was.
  /// Those of the beat before are gone, unless `more`.
  effects?: readonly E[] | ((shown: S, at: readonly string[]) => readonly E[]);
  more?: boolean;
  /// Where it happens: the camera follows, and the last places stay marked.
  at?: readonly string[];
  /// The world's, not a player's: by itself nothing that is worth seeing again.
  ambient?: boolean;
}

/// One update of the table.
export interface Moment {
  n: number;
  tells: readonly Tell[];
  before: unknown;
  after: unknown;
  /// An own decision: known, so it is neither missed nor shown again by itself.
  own?: boolean;
}

/// How a game shows its moments.
export interface Script<S, E> {
  /// What stands on the board in this view; `n` is the last moment that led to it, where it is not the
  /// latest.
  scene(view: unknown, n?: number): S;
  /// The beats of one event.
  beats(tell: Tell, moment: Moment): Beat<S, E>[];
  /// Did both sides act in it, so that it is more than one's own decision? Orders that are opened together.
  shared?(moment: Moment): boolean;
}

export interface Conduct {
  /// Is motion unwanted?
  still?: () => boolean;
  /// Twice as slow is 2.
  pace?: () => number;
  clock?: Clock;
  /// Fetches a moment that is no longer kept.
  load?: (n: number) => Promise<Moment | undefined>;
}

/// So many moments are kept to be shown again.
const KEPT = 60;

export class Playback<S, E extends object> {
  shown = $state.raw() as S;
  effects = $state.raw<readonly (E & { id: number })[]>([]);
  /// Where the last beat happened.
  at = $state.raw<readonly string[]>([]);
  /// Something is being told.
  telling = $state(false);
  /// The moment that is being told.
  tellingN = $state<number>();
  /// How it was before that moment: what is said around the board waits for it, too.
  then = $state.raw<unknown>();
  /// Moments after this one are on their way, and are told elsewhere only when the board has.
  toldTo = $state(Infinity);
  /// Moments that happened while nobody looked.
  missed = $state.raw<readonly Moment[]>([]);
  kept = $state.raw<readonly Moment[]>([]);

  #story: Story;
  #now: unknown;
  #pending = 0;
  #ids = 0;
  /// Shown because it was asked for: then it takes its time even where nothing moves.
  #asked = false;

  constructor(
    readonly script: Script<S, E>,
    readonly conduct: Conduct = {},
  ) {
    this.shown = script.scene(undefined);
    this.#story = new Story(
      conduct.clock ?? realClock,
      () => !this.#asked && (conduct.still?.() ?? false),
    );
  }

  /// Shows a view at once, unless a story leading to it is being told.
  show(view: unknown): void {
    this.#now = view;
    if (this.#pending === 0) this.#settle();
  }

  /// Tells a moment, then shows how it is.
  async tell(moment: Moment): Promise<void> {
    this.#now = moment.after;
    this.#keep([moment]);
    if (this.toldTo === Infinity) this.toldTo = moment.n - 1;
    await this.#play([moment]);
  }

  /// Tells a moment whatever is shown now: it begins with the board as it was then. What was being told
  /// is left.
  async jump(moment: Moment): Promise<void> {
    this.leap(moment.before);
    await this.tell(moment);
  }

  /// Shows a view at once, and leaves what is being told.
  leap(view: unknown): void {
    this.#story.leave();
    this.#pending = 0;
    this.telling = false;
    this.tellingN = undefined;
    this.then = undefined;
    this.toldTo = Infinity;
    this.at = [];
    this.show(view);
  }

  /// Notes moments that nobody saw; they are offered, not played.
  miss(moments: readonly Moment[]): void {
    this.#keep(moments);
    this.missed = [...this.missed, ...moments.filter((moment) => !moment.own)];
  }

  /// Plays what was missed.
  async catchUp(): Promise<void> {
    const missed = this.missed;
    this.missed = [];
    await this.#replay(missed);
  }

  dismiss(): void {
    this.missed = [];
  }

  /// Is what somebody else did being told?
  get others(): boolean {
    const now = this.telling ? this.kept.find((moment) => moment.n === this.tellingN) : undefined;
    return now !== undefined && !now.own;
  }

  /// What can be shown again: what the others did since the last own decision, or that decision, which
  /// belongs to it where others acted in it, too. Where nothing was to be seen on the board there is nothing.
  recent = $derived.by<readonly Moment[]>(() => {
    const seen = this.kept.filter((moment) =>
      moment.tells.some((tell) => this.script.beats(tell, moment).some((beat) => !beat.ambient)),
    );
    const own = (moment: Moment): boolean => !!moment.own && !this.script.shared?.(moment);
    const others = seen.slice(seen.findLastIndex(own) + 1);
    return others.length ? others : seen.slice(-1);
  });

  /// Once more what the others did since the last own decision, or the moment with this number.
  async again(n?: number): Promise<void> {
    if (n === undefined) {
      await this.#replay(this.recent);
      return;
    }
    const kept = this.kept.find((moment) => moment.n === n);
    const moment = kept ?? (await this.conduct.load?.(n).catch(() => undefined));
    if (moment) await this.#replay([moment]);
  }

  skip(): void {
    this.#story.skip();
  }

  #keep(moments: readonly Moment[]): void {
    const known = new Set(moments.map((moment) => moment.n));
    this.kept = [...this.kept.filter((moment) => !known.has(moment.n)), ...moments].slice(-KEPT);
  }

  async #replay(moments: readonly Moment[]): Promise<void> {
    const first = moments[0];
    if (!first || this.telling) return;
    this.#asked = true;
    try {
      this.shown = this.script.scene(first.before, first.n - 1);
      this.effects = [];
      await this.#play(moments);
    } finally {
      this.#asked = false;
    }
  }

  async #play(moments: readonly Moment[]): Promise<void> {
    this.#pending += 1;
    this.telling = true;
    const pace = this.conduct.pace?.() ?? 1;
    const steps: Step[] = moments.flatMap((moment, i) => [
      {
        ms: 0,
        show: () => {
          this.tellingN = moment.n;
          this.then = moment.before;
          if (i > 0) this.shown = this.script.scene(moment.before, moment.n - 1);
        },
      },
      ...moment.tells.flatMap((tell) =>
        this.script.beats(tell, moment).map((beat) => this.#step(beat, pace)),
      ),
    ]);
    steps.push({
      ms: 0,
      show: () => {
        this.#pending -= 1;
        // The log goes along with the board, moment by moment.
        if (this.toldTo !== Infinity) this.toldTo = moments.at(-1)?.n ?? this.toldTo;
        if (this.#pending > 0) return;
        // At one go: whatever hangs on it is drawn once.
        this.#settle();
        this.telling = false;
        this.tellingN = undefined;
        this.then = undefined;
        this.toldTo = Infinity;
      },
    });
    await this.#story.tell(steps);
  }

  #step(beat: Beat<S, E>, pace: number): Step {
    return {
      ms: beat.ms * pace,
      show: () => {
        if (!beat.more) this.effects = [];
        if (beat.at) this.at = beat.at;
        if (beat.show) this.shown = beat.show(this.shown);
        const begun =
          typeof beat.effects === 'function'
            ? beat.effects(this.shown, this.at)
            : (beat.effects ?? []);
        const added = begun.map((effect) => ({ ...effect, id: ++this.#ids }));
        if (added.length) this.effects = [...this.effects.slice(-12), ...added];
      },
    };
  }

  #settle(): void {
    this.shown = this.script.scene(this.#now);
    this.effects = [];
  }
}
