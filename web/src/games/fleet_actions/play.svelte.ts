/// What a seat does at this table: orders are planned on the chart, looked
/// over, and then given all at once. What may be done is the menu's word.
import type { MenuChoice } from '../../api/types';
import { prefs } from '../../state/prefs.svelte';
import type { TableModel } from '../../state/table.svelte';
import { leaves as leavesOf, type Leaf } from '../../state/tree';
import { Camera } from './camera.svelte';
import { clusters, read, sideOf, squadOf, type Cluster } from './fleet';
import { cardAgain, courseAgain, remember, remembered, type Habit } from './habits';
import type { Dir } from './sea';
import { firstOf, leavesMap } from './first';
import { Stage } from './stage.svelte';
import { FightOn } from './fight.svelte';
import { kept, known, led, type Standing } from './standing';
import { HEADING_KEYS, ways } from './ways';

export { leavesMap };
export type { Leaf, Standing };

/// Questions that have one answer for each unit, given together.
const TOGETHER = new Set(['head', 'speed', 'grand speed', 'fire', 'board', 'flag']);

export type Scope = 'group' | 'squadron' | 'fleet';
/// What several Groups can be ordered at once.
type Ordered = Dir | 'steady' | 'tack';
/// A course that several Groups can be given.
interface Course {
  way: Ordered;
  together: boolean;
}

/// Something on the chart that can be clicked: a place with what happens there.
export interface Lit {
  at: string;
  leaf: Leaf;
  text: string;
}

export class Play {
  camera = new Camera();
  stage: Stage;
  fight: FightOn;
  leaves = $state.raw<readonly Leaf[]>([]);
  /// For which state of the table they are.
  leavesN = $state(-1);
  plan = $state.raw<ReadonlyMap<string, Leaf>>(new Map());
  card = $state.raw<Leaf>();
  selected = $state<string>();
  pointed = $state<string>();
  sending = $state(false);
  /// Where a ship by herself shall head, until the order is given.
  #loneTo = $state<string>();
  /// On the hex chart: how the squadron in hand forms and faces on arriving.
  grandForm = $state('same formation');
  grandFace = $state<Dir | ''>('');
  /// What lies under the pointer on the dial, in words; nothing where no dial is open.
  hint = $state<string>();
  /// What it was asked about why it cannot be fired at.
  puzzled = $state<string>();
  /// Nothing more is asked here: a lesson that is done.
  closed = $state(false);
  /// The page has gone on: what an answer still under way would change is not there any more.
  #gone = false;
  /// Where on the chart a dial is open.
  dialled = $state<'high' | 'low'>();
  standing = $state<Standing>(known());
  /// Whom a heading on the dial is for, once somebody has said so.
  #scope = $state<Scope>();
  /// A squadron that keeps together is heard as one: who wants to part it says so.
  scope = $derived.by<Scope>(
    () => this.#scope ?? (this.lesson || this.plan.size < 2 ? 'group' : 'squadron'),
  );
  /// What was ordered last turn.
  habit = $state.raw<Habit>();
  /// What the squadrons that are still asked in these signals are ordered, too.
  #fleet: { turn: number; how: Course | 'last' } | undefined;
  #course: Course | 'last' | undefined;
  /// In which turn a ship by herself was left to her captain.
  #left = new Map<string, number>();
  /// Frigates stay where they are through this turn.
  stayTurn = $state(-1);

  view = $derived.by(() => read(this.model.view));
  kind = $derived.by(() => this.view?.phase.kind ?? 'over');
  together = $derived.by(() => TOGETHER.has(this.kind));
  units = $derived.by<Cluster[]>(() =>
    this.view ? clusters(Object.entries(this.view.ships).map(([code, s]) => ({ ...s, code }))) : [],
  );
  /// The seat's code, and its side.
  code = $derived.by(() =>
    this.model.seat === undefined ? undefined : this.model.info?.seats[this.model.seat]?.code,
  );
  side = $derived.by(() => (this.code && /^[AB]/.test(this.code) ? sideOf(this.code) : undefined));
  /// May something be decided now?
  asked = $derived.by(
    () =>
      this.model.mine &&
      !this.closed &&
      !this.sending &&
      this.leavesN === this.model.n &&
      !this.model.over,
  );
  /// The leaves of each unit that is asked about.
  byUnit = $derived.by(() => {
    const found = new Map<string, Leaf[]>();
    for (const leaf of this.leaves) {
      const first = leaf.path[0]!;
      if (first.kind !== 'unit' || leaf.choice.aside) continue;
      const key = first.unit ?? first.key;
      found.set(key, [...(found.get(key) ?? []), leaf]);
    }
    return found;
  });
  /// The cards that may be hoisted.
  cards = $derived.by(() =>
    this.leaves.filter((leaf) => leaf.path[0]!.key === 'card' && leaf.path.length > 2),
  );
  noCard = $derived.by(() => this.leaves.find((leaf) => leaf.path[0]!.key === 'no card'));
  /// Answers that are buttons.
  words = $derived.by(() => (this.together ? [] : this.#words()));
  /// A ship by herself that is asked where to go.
  lone = $derived.by(() => {
    const view = this.view;
    if (this.kind !== 'singles' || !view) return undefined;
    const first = this.leaves.find((leaf) => leaf.path[0]?.unit && !leaf.choice.aside);
    const code = first?.path[0]?.unit;
    const ship = code ? view.ships[code] : undefined;
    if (!code || !ship) return undefined;
    const go = this.leaves.filter((leaf) => leaf.path[1]?.key === 'go');
    return {
      goes: go.length > 0,
      from: ship.at,
      heading: ship.heading as Dir,
      names: ship.name,
      ship: { ...ship, code },
      leaves: go.length ? go : this.leaves.filter((leaf) => leaf.path[1]?.key === 'stay'),
    };
  });
  /// What was picked on her dial.
  loneLeaf = $derived.by(() => this.lone?.leaves.find((leaf) => leaf.to === this.#loneTo));
  lit = $derived.by<Lit[]>(() => {
    if (!this.asked || this.together) return [];
    return this.leaves.flatMap((leaf) => {
      const place = leaf.choice.place;
      return place && leaf.choice.kind !== 'unit'
        ? [{ at: place, leaf, text: leaf.choice.text }]
        : [];
    });
  });

  constructor(readonly model: TableModel) {
    model.deep = { top: 8, on: 8 };
    // What was ordered in one position is no habit in the next.
    if (!this.lesson) this.habit = remembered(this.#table);
    model.risky = (choice) => choice.aside === true;
    this.stage = new Stage(
      () => prefs.pace === 'still',
      (place) => this.camera.follow(place),
    );
    model.ontelling = (tells, before, after, n) =>
      void this.stage.tell(tells, before, after, prefs.pace === 'slow' ? 2 : 1, n);
    this.fight = new FightOn(this);
    // The rules count what may be done while the chart is drawn for the first time.
    if (model.loaded && model.mine && !this.#byStep) void model.tree([], 8);
    $effect(() => () => {
      this.#gone = true;
    });
    $effect(() => {
      const { n, mine, over, loaded } = model;
      if (!loaded || !mine || over || model.seat === undefined) {
        this.leaves = [];
        this.leavesN = n;
        return;
      }
      void this.#gather(n);
    });
    $effect(() => {
      const leaf = this.#standing();
      if (leaf) void this.act(leaf);
      // After the last turn nothing is sailed: nobody is asked for it.
      else if (this.view?.last && this.asked && this.plan.size && !this.lesson) void this.submit();
    });
  }

  /// Has the chart no room for more than its ships?
  get narrow(): boolean {
    return this.camera.wide > 0 && this.camera.wide < 520;
  }

  /// A position to learn from: nobody keeps it.
  get lesson(): boolean {
    return !this.model.id;
  }

  /// One screen may serve several seats: each has its own habits.
  get #table(): string {
    return `${this.model.id} ${this.model.as}`;
  }

  get #byStep(): boolean {
    return this.kind === 'grand move' || this.kind === 'grand turn';
  }

  async #gather(n: number): Promise<void> {
    if (this.#gone) return;
    // A squadron on the hex map has thousands of ways: those are asked for step by step.
    const grand = this.#byStep;
    const tree = await this.model.tree([], grand ? 2 : 8);
    if (this.#gone || this.model.n !== n || this.sending) return;
    this.leaves = leavesOf(tree.choices);
    this.leavesN = n;
    this.#replan(grand ? tree.choices : []);
    this.#likewise();
  }

  /// Squadrons that are asked after the first are ordered as the whole fleet was.
  #likewise(): void {
    if (!this.#fleet || this.kind !== 'head' || this.#fleet.turn !== this.view?.turn) return;
    const { how } = this.#fleet;
    if (how === 'last') this.asLast();
    else this.setAll(how.way, how.together);
    void this.submit();
  }

  /// What was planned stays while it may be done; everything else begins as it was.
  #replan(choices: readonly MenuChoice[]): void {
    const view = this.view;
    if (!view) return;
    const plan = new Map<string, Leaf>();
    for (const [unit, list] of this.byUnit) {
      const before = this.plan.get(unit);
      const kept = list.find((leaf) => leaf.to === before?.to) ?? firstOf(this, view, unit, list);
      if (kept && this.together) plan.set(unit, kept);
    }
    this.plan = plan;
    this.card = this.cards.find((leaf) => leaf.to === this.card?.to);
    const asked = choices.length ? choices.map((one) => one.unit ?? one.key) : [...plan.keys()];
    if (!this.selected || !asked.includes(this.selected)) this.selected = asked[0];
  }

  #words(): Leaf[] {
    return this.leaves.filter(
      (leaf) => !leaf.choice.aside && !(leaf.choice.place && leaf.choice.kind !== 'unit'),
    );
  }

  /// What standing orders answer by themselves.
  #standing(): Leaf | undefined {
    // A lesson asks, because asking is what it teaches.
    if (!this.asked || this.model.busy || this.lesson) return undefined;
    if (this.#orderedN === this.model.n) return undefined;
    const key = (word: string): Leaf | undefined =>
      this.leaves.find((leaf) => leaf.choice.key === word && !leaf.choice.aside);
    const { standing, view } = this;
    switch (this.kind) {
      case 'squads':
      case 'grand slot':
        if (view?.moving?.now)
          return standing.enter && led(view) ? (key('enter') ?? key('keep')) : undefined;
        // Those ahead go first where one would run onto them.
        return standing.move ? (this.#advised ?? key('move')) : undefined;
      case 'repair':
        return standing.repair ? key('repair') : undefined;
      case 'singles':
        return standing.single || this.#left.get(this.lone?.ship.code ?? '') === view?.turn
          ? this.#advised
          : undefined;
      case 'light':
        return standing.light ? this.#advised : undefined;
      case 'frigates':
        return standing.frigate || this.stayTurn === view?.turn ? key('stay') : undefined;
      case 'flag':
        return standing.flag ? key('keep') : undefined;
      default:
        return undefined;
    }
  }

  /// Is a standing order about to answer?
  get answered(): boolean {
    return this.#standing() !== undefined;
  }

  get #advised(): Leaf | undefined {
    return this.leaves.find((leaf) => leaf.to === this.view?.suggest);
  }

  /// A heading for a ship by herself: given with the button, as every other order.
  headLone(leaf: Leaf): void {
    this.model.notice = undefined;
    this.#loneTo = leaf.to;
  }

  /// A squadron on the hex chart sails, forms and faces as it was told.
  sail(squad: string, miles: string): void {
    const column = this.view?.grand?.squads[squad];
    if (!column) return;
    const turns = column.groups.map(() => this.grandFace || 'as it faces');
    void this.draft([squad, miles, this.grandForm, ...turns]);
  }

  /// A ship by herself is left to her captain: she is not asked about again in this turn.
  leave(leaf: Leaf): void {
    if (this.lone && this.view) this.#left.set(this.lone.ship.code, this.view.turn);
    void this.act(leaf);
  }

  /// A standing order is no answer yet: what is asked this moment is still decided by hand.
  #orderedN = $state(-1);

  order(name: keyof Standing, on: boolean): void {
    if (on && this.asked) this.#orderedN = this.model.n;
    this.standing = kept({ ...this.standing, [name]: on });
  }

  select(unit: string | undefined): void {
    this.selected = unit;
    this.pointed = unit ?? this.pointed;
    const at = unit ? this.#placeOf(unit) : undefined;
    if (at) this.camera.reveal(at);
  }

  #placeOf(unit: string): string | undefined {
    if (unit.includes('@')) return unit.split('@')[1];
    const view = this.view;
    const flag = view?.squads[unit]?.flag;
    const at = view?.ships[flag ?? unit]?.at;
    return at === '-' ? undefined : at;
  }

  /// The next unit that waits for something, from here.
  next(step: 1 | -1): void {
    const list = this.together
      ? [...this.plan.keys()]
      : this.units.filter((one) => one.group && sideOf(one.unit) === this.side).map((u) => u.unit);
    if (!list.length) return;
    const i = list.indexOf(this.selected ?? '');
    this.select(list[(i + step + list.length) % list.length]);
  }

  /// To the flagship of the next own squadron.
  squadron(step: 1 | -1): void {
    const view = this.view;
    if (!view) return;
    const list = Object.entries(view.squads)
      .filter(([code, squad]) => sideOf(code) === this.side && (view.grand || squad.flag))
      .map(([code]) => code);
    const i = list.indexOf(squadOf(this.selected ?? ''));
    const next = list[(i + step + list.length) % list.length];
    if (!next) return;
    const flag = view.squads[next]?.flag;
    const group = this.units.find((one) => one.ships.some((ship) => ship.code === flag));
    const unit = view.grand || this.byUnit.has(next) ? next : (group?.unit ?? next);
    this.select(unit);
    this.pointed = group?.unit ?? unit;
    const at = this.#placeOf(next);
    if (at) this.camera.reveal(at, 260);
  }

  /// A key that means something here and now; says whether it did.
  key({ code, key, shiftKey }: KeyboardEvent): boolean {
    if (key === ']' || key === '[') {
      this.squadron(key === ']' ? 1 : -1);
      return true;
    }
    if (!this.asked || this.stage.telling) return false;
    const view = this.view;
    const dir = HEADING_KEYS[code];
    const list = this.selected ? (this.byUnit.get(this.selected) ?? []) : [];
    if (dir && view && (this.kind === 'head' || this.kind === 'singles')) {
      const lone = this.kind === 'singles' ? this.lone : undefined;
      const unit = this.units.find((one) => one.unit === this.selected);
      const heading = lone?.heading ?? (unit?.ships[0]?.heading as Dir | undefined);
      if (!heading) return false;
      const way = ways(lone?.leaves ?? list, view.sailing, heading).find((one) => one.dir === dir);
      const leaf = shiftKey ? (way?.far ?? way?.near) : way?.near;
      if (!leaf) {
        if (this.selected && !lone) void this.model.why(`H ${this.selected} ${dir}`);
      } else if (lone) this.headLone(leaf);
      else this.head(leaf);
      return true;
    }
    if (/^[0-3]$/.test(key) && (this.kind === 'speed' || this.kind === 'grand speed')) {
      const leaf = list.find((one) => one.path[1]?.key === key);
      if (leaf && this.selected) this.set(this.selected, leaf);
      return true;
    }
    if (key === 't' && this.kind === 'fire' && this.selected && list.length) {
      const now = list.indexOf(this.plan.get(this.selected) ?? list[0]!);
      this.set(this.selected, list[(now + 1) % list.length]!);
      return true;
    }
    if (key === 'g' && this.together) {
      void this.submit();
      return true;
    }
    if (this.together || (key !== 'g' && !/^[1-9]$/.test(key))) return false;
    const answers = [...this.words, ...this.lit.map((one) => one.leaf)];
    const leaf =
      this.kind === 'singles'
        ? (this.loneLeaf ?? this.leaves.find((one) => one.to === view?.suggest))
        : answers[key === 'g' ? 0 : Number(key) - 1];
    if (leaf) void this.act(leaf);
    return leaf !== undefined;
  }

  /// A unit was clicked.
  pickUnit(unit: string): void {
    this.pointed = unit;
    if (!this.asked) return;
    if (this.kind === 'fire' && this.selected) {
      const shot = this.#leafAt(this.selected, unit);
      if (shot) return this.set(this.selected, shot);
    }
    if (this.kind === 'flag') {
      const squad = squadOf(unit);
      const leaf = this.byUnit.get(squad)?.find((one) => one.path[1]?.unit === unit);
      if (leaf) return this.set(squad, leaf);
    }
    if (this.kind === 'head' && this.selected && this.selected !== unit) {
      const at = this.#placeOf(unit);
      const follow = this.byUnit
        .get(this.selected)
        ?.find((leaf) => leaf.path[1]?.key === 'follow' && leaf.path[2]?.place === at);
      // A Group that has its order is followed; one that waits for its own is taken in hand.
      if (follow && !this.byUnit.has(unit)) return this.set(this.selected, follow);
    }
    if (this.byUnit.has(unit)) this.select(unit);
    else if (this.byUnit.has(squadOf(unit))) this.select(squadOf(unit));
  }

  #leafAt(by: string, at: string): Leaf | undefined {
    const list = this.byUnit.get(by) ?? [];
    return (
      list.find((leaf) => leaf.path[1]?.unit === at) ??
      // A ship locked in close action stands for her Group and the other way round.
      list.find(
        (leaf) => leaf.path[1]?.place !== undefined && leaf.path[1].place === this.#placeOf(at),
      )
    );
  }

  /// Why something cannot be done with this unit.
  why(unit: string, action: string): void {
    this.puzzled = unit;
    void this.model.why(action);
  }

  set(unit: string, leaf: Leaf): void {
    this.model.notice = undefined;
    this.plan = new Map(this.plan).set(unit, leaf);
  }

  /// Everything that is asked now is ordered as it was last turn, where it may be.
  asLast(): void {
    const { habit } = this;
    if (!habit) return;
    const plan = new Map(this.plan);
    for (const [unit, list] of this.byUnit) {
      const one = this.units.find((known) => known.unit === unit);
      const again =
        this.kind === 'head'
          ? one && courseAgain(habit, one, list, this.units)
          : list.find((leaf) => leaf.path[1]?.key === habit.speeds[unit]);
      if (again && !leavesMap(again)) plan.set(unit, again);
    }
    this.plan = plan;
    this.#course = 'last';
    if (this.kind === 'speed') this.card = cardAgain(habit, this.cards);
  }

  /// Is there anything to be repeated?
  get canRepeat(): boolean {
    const { habit } = this;
    if (!habit) return false;
    if (this.kind === 'speed')
      return habit.card !== undefined || [...this.plan.keys()].some((unit) => habit.speeds[unit]);
    return this.units.some(
      (one) => this.byUnit.has(one.unit) && habit.courses[one.ships[0]!.code] !== undefined,
    );
  }

  /// Everybody in this squadron turns the same way, where the menu has it.
  setAll(dir: Ordered, together: boolean): void {
    this.model.notice = undefined;
    this.#course = { way: dir, together };
    const plan = new Map(this.plan);
    for (const [unit, list] of this.byUnit) {
      const safe = list.filter((one) => !leavesMap(one));
      const now = this.units.find((one) => one.unit === unit)?.ships[0]?.heading;
      const way = now === dir ? 'steady' : dir;
      const same = safe.filter((leaf) => leaf.path[1]?.key === way);
      const leaf =
        same.find((one) => one.path[2]?.key === (together ? 'together' : 'in succession')) ??
        same[0] ??
        safe.find((one) => one.path[1]?.key === 'steady');
      if (leaf) plan.set(unit, leaf);
    }
    this.plan = plan;
  }

  /// Whom the dial is for; what the Group in hand was given is theirs at once.
  scoped(scope: Scope): void {
    this.#scope = scope;
    const leaf = this.selected ? this.plan.get(this.selected) : undefined;
    if (leaf && scope !== 'group' && leaf.path[1]?.key !== 'steady') this.head(leaf);
  }

  /// A heading was picked on the dial: for the Group in hand, or for its whole squadron.
  head(leaf: Leaf): void {
    const way = leaf.path[1];
    // The others sail the way she does: her course is theirs, also where she keeps it.
    const own = this.units.find((one) => one.unit === this.selected)?.ships[0]?.heading;
    const shared = way?.kind === 'direction' || way?.key === 'steady' || way?.key === 'tack';
    if (this.scope !== 'group' && own && way && shared)
      this.setAll(
        (way.key === 'steady' ? own : way.key) as Ordered,
        leaf.path[2]?.key === 'together',
      );
    else if (this.selected) {
      this.set(this.selected, leaf);
      this.#course = undefined;
    }
  }

  async act(leaf: Leaf): Promise<void> {
    if (this.sending) return;
    this.sending = true;
    try {
      await this.model.act({ action: leaf.to });
    } finally {
      this.sending = false;
    }
    void this.#gather(this.model.n);
  }

  /// Does what these picks complete.
  async draft(path: string[]): Promise<void> {
    if (this.sending) return;
    this.sending = true;
    try {
      const offers = await this.model.peek(path.slice(0, -1));
      const leaf = offers.find((one) => one.key === path.at(-1));
      if (leaf?.to !== undefined) await this.model.act({ action: leaf.to });
    } finally {
      this.sending = false;
    }
    void this.#gather(this.model.n);
  }

  /// All that is planned is given, one order after the other.
  async submit(): Promise<void> {
    if (!this.asked || !this.together) return;
    const actions = [...this.plan.values()].map((leaf) => leaf.to);
    const card = this.kind === 'speed' ? (this.card ?? this.noCard) : undefined;
    if (card) actions.push(card.to);
    if (!this.lesson && (this.kind === 'head' || this.kind === 'speed'))
      this.habit = remember(this.#table, this.kind, this.plan, this.units, this.card);
    if (this.kind === 'head' && this.scope === 'fleet' && this.view) {
      const how = this.#course ?? { way: 'steady' as const, together: false };
      this.#fleet = { turn: this.view.turn, how };
      this.#scope = undefined;
    }
    this.sending = true;
    try {
      await this.model.actAll(actions);
    } finally {
      this.sending = false;
      this.card = undefined;
      this.plan = new Map();
      this.pointed = undefined;
    }
    if (this.model.mine) void this.#gather(this.model.n);
  }

  back(): void {
    if (this.model.confirm || this.model.notice) this.model.back();
    else this.selected = undefined;
  }
}
