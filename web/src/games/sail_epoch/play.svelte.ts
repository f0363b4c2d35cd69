/// How a person acts on the sea: one click takes a ship in hand and lights everything she can do,
/// the next does it. What can be done, and what may come of it, is the server's word alone.
import type { MenuChoice } from '../../api/types';
import type { Mark } from '../../board/highlights';
import { loose as looseOf, marks as marksOf } from '../../board/highlights';
import type { TableModel } from '../../state/table.svelte';
import { conduct, watch } from '../../state/watch.svelte';
import { wrecks } from './losses';
import { answer, type Orders } from './orders.svelte';
import { Stage } from './stage.svelte';
import { tale } from './tale';
import { t } from './text';
import {
  field,
  named,
  nameOf,
  ownerOf,
  placeOf,
  read,
  unitsAt,
  wayTo,
  type Deed,
  type FireLine,
  type Grapple,
  type Way,
} from './view';

/// What the menu alone decides, pick by pick, on the board and by buttons.
const BY_MENU = new Set(['piece', 'note']);

/// Questions that are asked on a sheet.
const SHEETS = new Set([
  'allot',
  'defend',
  'plunder',
  'first fire',
  'return',
  'crossing',
  'board shot',
  'mines',
  'treaty',
]);

/// What has a leaf of its own.
const PACTS = new Set(['offer', 'notice', 'break']);

export interface Volley {
  /// The action.
  to: string;
  target: string;
  guns: number;
  /// Faces of six that hit; unknown for a group until the server has said it.
  hits: number | undefined;
  sinks: boolean;
}

export class Play {
  readonly stage: Stage;
  /// The unit in hand.
  unit = $state<string>();
  /// A unit or place that is read about.
  pinned = $state<string>();
  hovered = $state<string>();
  /// How many guns of the unit in hand fire; all if it was not said.
  guns = $state<number>();
  /// Who else fires with it.
  joined = $state.raw<readonly string[]>([]);
  sails = $state(false);
  /// Both broadsides where that is possible.
  both = $state(false);
  /// A place that can be reached with several bows: the dial is open.
  dial = $state<string>();
  /// A place that can be reached by several ways, and it matters which: one is chosen.
  fork = $state<string>();
  /// The action of the way that is thought about.
  leaning = $state<string>();
  /// A fight that is being thought about: the target, and who attacks.
  fight = $state.raw<{ target: string; ships: readonly string[] }>();
  /// Where the chart shall go.
  look = $state.raw<readonly string[]>([]);
  /// Where an own mine could go off now.
  blasts = $state.raw<readonly string[]>([]);
  /// Questions that are answered without being asked; none in a lesson.
  orders = $state.raw<Orders>();

  view = $derived.by(() => read(this.model.view));
  /// What is shown: while others' deeds are played on the board, how it was before the one that is.
  shown = $derived.by(() => (this.stage.others ? (read(this.stage.then) ?? this.view) : this.view));
  seat = $derived.by(() => (this.model.seat === undefined ? undefined : `P${this.model.seat + 1}`));
  geometry = $derived.by(() => field(this.view?.field.columns ?? 24, this.view?.field.rows ?? 14));
  /// Ships that went down lately, as far as the board has told of it.
  wrecks = $derived.by(() => wrecks(this.model.log, this.view).filter(({ n }) => this.told(n)));
  /// Has the board told of this moment?
  told(n: number): boolean {
    return n <= this.stage.toldTo && n < (this.stage.tellingN ?? Infinity);
  }
  deeds = $derived.by(() => (this.model.mine && !this.model.over ? this.view?.deeds : undefined));
  asked = $derived.by(() => this.deeds?.asked);
  inPhase = $derived.by(() => this.asked === 'phase');
  byMenu = $derived.by(() => BY_MENU.has(this.asked ?? '') || this.model.depth > 0);
  /// Own ships that wait to be brought onto the field, and those whose bow can be pointed.
  waiting = $derived.by<readonly string[]>(() =>
    this.asked === 'ship'
      ? this.model.offers.flatMap((one) => (one.unit && !one.place ? [one.unit] : []))
      : [],
  );
  /// What the ship in hand may be told before play, as the menu has it.
  prep = $state.raw<{ unit: string; choices: readonly MenuChoice[] }>();
  /// What the unit in hand can do; it stays in hand whatever others do meanwhile.
  own = $derived.by(() => (this.unit ? this.deeds?.units[this.unit] : undefined));
  lines = $derived.by<readonly FireLine[]>(() =>
    this.unit ? (this.deeds?.fire.filter((line) => line.unit === this.unit) ?? []) : [],
  );
  grapples = $derived.by<readonly Grapple[]>(
    () => this.deeds?.grapples.filter((one) => one.ships.includes(this.unit ?? '')) ?? [],
  );
  acts = $derived.by<readonly Deed[]>(() => this.own?.acts ?? []);
  ways = $derived.by(() => {
    const found = new Map<string, Way[]>();
    for (const way of this.own?.ways ?? []) {
      const end = way.via.split(' ').at(-1)!;
      found.set(end, [...(found.get(end) ?? []), way]);
    }
    const storm = this.own?.storm;
    if (storm?.via) found.set(storm.via.split(' ').at(-1)!, [storm]);
    return found;
  });
  /// The ways that are to be chosen from, or the one that is thought about.
  choice = $derived.by<readonly Way[]>(() => {
    const all = this.fork ? (this.ways.get(this.fork) ?? []) : [];
    const one = all.filter((way) => way.to === this.leaning);
    return one.length ? one : all;
  });
  /// Own units that bear on a target of the unit in hand: they can join its salvo.
  mates = $derived.by<readonly FireLine[]>(() => {
    const targets = new Set(this.lines.map((line) => line.target));
    const found = new Map<string, FireLine>();
    for (const line of this.deeds?.fire ?? [])
      if (line.unit !== this.unit && targets.has(line.target) && !found.has(line.unit))
        found.set(line.unit, line);
    return [...found.values()];
  });
  /// What a click on each target would fire.
  volleys = $derived.by(() => {
    const found = new Map<string, Volley>();
    for (const line of this.lines) {
      const mine = Math.min(this.guns ?? line.guns, line.guns);
      const mates = (this.deeds?.fire ?? []).filter(
        (other) => other.target === line.target && this.joined.includes(other.unit),
      );
      const list = [
        { unit: line.unit, n: mine },
        ...mates.map((m) => ({ unit: m.unit, n: m.guns })),
      ];
      const guns = list.reduce((sum, one) => sum + one.n, 0);
      const written = list.map(({ unit, n }) => (n > 1 ? `${unit}x${n}` : unit)).join(',');
      const aim = this.sails && line.sails ? ' sails' : '';
      let to = `fire ${written} > ${line.target}${aim}`;
      const other = this.both ? line.other?.[0] : undefined;
      if (other) to += ` & ${mine > 1 ? `${line.unit}x${mine}` : line.unit} > ${other}`;
      const glance = mates.length ? this.model.glances.get(to) : undefined;
      const hit = glance?.lines
        .filter((one) => one.what.startsWith('hit'))
        .reduce((sum, one) => sum + one.chance, 0);
      found.set(line.target, {
        to,
        target: line.target,
        guns,
        hits: mates.length ? (hit === undefined ? undefined : Math.round(hit * 6)) : line.hits,
        sinks: !aim && guns >= line.left,
      });
    }
    return found;
  });
  /// What the board tells, in words; afterwards what the own dice did, until something else is done.
  tale = $derived.by(() => tale(this.model.log, this.stage.tellingN, this.inPhase));
  /// A mine waits for its standing orders.
  ordering = $derived.by(
    () => this.model.depth === 2 && this.model.draft.levels[0]?.picked?.key === 'order',
  );
  /// A question that lies over the lower sea.
  sheet = $derived.by(
    () =>
      this.view !== undefined &&
      (this.fight !== undefined ||
        this.ordering ||
        (SHEETS.has(this.asked ?? '') && !this.foregone)),
  );
  /// Where the unit in hand lies.
  selected = $derived.by(() =>
    this.unit && this.view ? placeOf(this.view, this.unit) : undefined,
  );
  marks = $derived.by<Map<string, Mark>>(() => {
    if (this.stage.telling || !this.view) return new Map();
    if (this.byMenu) return marksOf(this.model.offers, this.geometry);
    if (this.asked === 'ship') return this.#marksOfHarbour();
    if (this.asked === 'mines')
      return new Map(
        this.blasts.map((at) => [
          at,
          { look: 'attack', offers: [], text: t('sail.mines.fire', { at }) },
        ]),
      );
    return this.unit ? this.#marksOfUnit() : this.#marksOfFleet();
  });
  loose = $derived.by<readonly MenuChoice[]>(() => {
    const rest = looseOf(this.model.offers, this.geometry) as readonly MenuChoice[];
    if (this.byMenu) return rest;
    // Units and what they do are shown on the board and below it.
    const deeds = this.asked !== undefined && !this.inPhase && this.asked !== 'ship';
    return rest.filter(
      (choice) =>
        choice.kind !== 'unit' &&
        choice.kind !== 'number' &&
        !PACTS.has(choice.key) &&
        (!deeds || choice.aside),
    );
  });

  constructor(readonly model: TableModel) {
    this.stage = new Stage(conduct(model));
    this.stage.remember(model.log);
    watch(model, this.stage);
    model.risky = (choice) => choice.key === 'resign' || choice.kind === 'sure';
  }

  /// What standing orders say to the question that is open, if they say anything.
  foregone = $derived.by(() =>
    this.orders && this.deeds
      ? answer(this.orders.of(this.asked), this.deeds.fire, this.deeds.salvoes)
      : undefined,
  );

  /// Before play: where the ship in hand may lie, or whose bow can be pointed.
  #marksOfHarbour(): Map<string, Mark> {
    const found = new Map<string, Mark>();
    for (const one of this.model.offers)
      if (one.unit && one.place) found.set(one.place, { look: 'act', offers: [], text: one.text });
    if (this.unit && this.prep?.unit === this.unit)
      for (const [place, choice] of this.#sites())
        found.set(place, {
          look: 'place',
          offers: [],
          text: t('sail.tray.here', { name: nameOf(this.view!, this.unit), at: choice.text }),
        });
    return found;
  }

  #sites(): Map<string, MenuChoice> {
    const sites = this.prep?.choices.find((one) => one.key === 'deploy')?.next ?? [];
    return new Map(sites.flatMap((one) => (one.place && one.to ? [[one.place, one]] : [])));
  }

  /// Asks what the ship in hand may be told before play.
  async prepared(): Promise<void> {
    const unit = this.unit;
    if (this.asked !== 'ship' || !unit || this.prep?.unit === unit) return;
    const { choices } = await this.model.tree([unit], 3);
    if (this.unit === unit) this.prep = { unit, choices };
  }

  /// What is lit before a unit is taken in hand: whoever can do something.
  #marksOfFleet(): Map<string, Mark> {
    const found = new Map<string, Mark>();
    for (const unit of this.active) {
      const at = placeOf(this.view!, unit);
      if (at) found.set(at, { look: 'act', offers: [], text: nameOf(this.view!, unit) });
    }
    return found;
  }

  /// Own units for which there is something to do that is not rare.
  active = $derived.by<readonly string[]>(() => {
    if (!this.deeds || !this.inPhase) return [];
    const found = new Set<string>();
    for (const [unit, it] of Object.entries(this.deeds.units))
      if (it.ways || it.turns || it.storm || it.acts?.some((act) => !act.rare)) found.add(unit);
    for (const line of this.deeds.fire) found.add(line.unit);
    for (const one of this.deeds.grapples) one.ships.forEach((ship) => found.add(ship));
    return [...found];
  });

  /// Those, or before play the ships that can be told something.
  ready = $derived.by<readonly string[]>(() =>
    this.asked === 'ship' ? this.model.offers.flatMap((one) => one.unit ?? []) : this.active,
  );

  #marksOfUnit(): Map<string, Mark> {
    const view = this.view!;
    const found = new Map<string, Mark>();
    for (const [place, ways] of this.ways)
      if (!this.berths.includes(place))
        found.set(place, { look: 'go', offers: [], text: this.wayText(ways[0]!) });
    for (const volley of this.volleys.values()) {
      const at = placeOf(view, volley.target);
      if (at) found.set(at, { look: 'attack', offers: [], text: this.volleyText(volley) });
    }
    for (const one of this.grapples) {
      const at = placeOf(view, one.target);
      const text = this.fightText(one.target);
      const there = at ? found.get(at) : undefined;
      if (there) there.text += `; ${text}`;
      else if (at) found.set(at, { look: 'attack', offers: [], text });
    }
    for (const act of this.acts)
      if (act.place && !found.has(act.place))
        found.set(act.place, { look: 'place', offers: [], text: act.says });
    return found;
  }

  wayText(way: Way): string {
    const via = way.via.split(' ');
    const parts = [t('sail.way', { at: via.at(-1)!, n: via.length })];
    if (way.left > 0) parts.push(t('sail.wayLeft', { n: way.left }));
    if (this.view?.setup.level === 'admiral')
      parts.push(t('sail.bow', { to: t(`sail.dir.${way.heading}`) }));
    if (way.passing) parts.push(t('sail.passing', { n: way.passing }));
    if (way.under) parts.push(t('sail.under', { n: way.under }));
    return parts.join(', ');
  }

  volleyText(volley: Volley): string {
    const said = t('sail.fireAt', {
      name: this.view ? nameOf(this.view, volley.target) : volley.target,
      n: volley.guns,
      hits: volley.hits ?? '?',
    });
    if (!volley.sinks) return said;
    return `${said}, ${t(volley.target.startsWith('@') ? 'sail.falls' : 'sail.sinks')}`;
  }

  fightText(target: string): string {
    const name = this.view ? nameOf(this.view, target) : target;
    return t(target.startsWith('@') ? 'sail.assaultAt' : 'sail.boardAt', { name });
  }

  /// A place was clicked or Enter pressed on it.
  pick(place: string, shift = false): void {
    if (this.stage.telling) {
      this.stage.skip();
      return;
    }
    const view = this.view;
    if (!view || this.model.busy) return;
    this.dial = undefined;
    this.fork = undefined;
    if (this.byMenu) {
      const choice = this.marks.get(place)?.offers[0] as MenuChoice | undefined;
      if (choice) void this.model.pick(choice);
      else this.read(place);
      return;
    }
    if (this.asked === 'ship') {
      const site = this.prep?.unit === this.unit ? this.#sites().get(place) : undefined;
      const mine = this.model.offers.filter((one) => one.unit && one.place === place);
      const next = mine[(mine.findIndex((one) => one.unit === this.unit) + 1) % mine.length];
      if (site) void this.model.pick(site);
      else if (next?.unit) this.take(next.unit);
      else this.read(place);
      return;
    }
    if (this.asked === 'mines' && this.blasts.includes(place)) {
      void this.model.act({ action: `detonate ${place}` });
      return;
    }
    const here = unitsAt(view, place);
    if (this.unit && this.#does(place, here, shift)) return;
    const mine = here.filter((unit) => this.active.includes(unit) || this.#rareOnly(unit));
    if (mine.length) {
      // Two ships in one harbour space take turns.
      const next = mine[(mine.indexOf(this.unit ?? '') + 1) % mine.length]!;
      if (next === this.unit) this.drop();
      else this.take(next);
      return;
    }
    if (this.unit) this.why(place);
    else {
      this.read(place);
      this.why(place);
    }
  }

  #rareOnly(unit: string): boolean {
    return (this.deeds?.units[unit]?.acts?.length ?? 0) > 0;
  }

  /// The unit in hand does what is lit there.
  #does(place: string, here: readonly string[], shift: boolean): boolean {
    const volley = here.map((unit) => this.volleys.get(unit)).find((one) => one !== undefined);
    if (volley && !shift) {
      this.fire(volley);
      return true;
    }
    const fight = this.grapples.find((one) => here.includes(one.target));
    if (fight) {
      this.board(fight.target);
      return true;
    }
    if (shift && here.some((unit) => this.mates.some((mate) => mate.unit === unit))) {
      this.join(here.find((unit) => this.mates.some((mate) => mate.unit === unit))!);
      return true;
    }
    // A friend lies there: the click means her; a berth beside her is a button below.
    if (this.ways.has(place) && !here.some((unit) => this.active.includes(unit))) {
      this.goTo(place);
      return true;
    }
    const act = this.acts.find((one) => one.place === place);
    if (act) {
      this.act(act);
      return true;
    }
    return false;
  }

  /// Where a storm will carry each own ship, and what she is driven onto.
  storms = $derived.by(() =>
    Object.entries(this.deeds?.units ?? {}).flatMap(([unit, { storm, strikes }]) =>
      storm ? [{ unit, via: storm.via, strikes }] : [],
    ),
  );

  /// Harbour spaces where another own ship lies already.
  berths = $derived.by<readonly string[]>(() => {
    const view = this.view;
    if (!view) return [];
    return [...this.ways.keys()].filter((place) =>
      unitsAt(view, place).some((unit) => this.active.includes(unit) && unit !== this.unit),
    );
  });

  /// Sails there; where she can lie in several ways, that is asked first.
  goTo(place: string): void {
    const ways = this.ways.get(place) ?? [];
    const bows = this.view?.setup.level === 'admiral';
    if (bows && (ways.length > 1 || (ways[0]?.turns ?? 0) > 0)) this.dial = place;
    else if (ways.length > 1) this.fork = place;
    else if (ways[0]) void this.sail(ways[0].to);
  }

  take(unit: string): void {
    this.drop();
    this.unit = unit;
    this.pinned = undefined;
    this.model.notice = undefined;
    this.#show(unit, []);
  }

  /// Takes a unit in hand that may be out of sight: the chart goes there.
  find(unit: string): void {
    this.take(unit);
    const at = this.view ? placeOf(this.view, unit) : undefined;
    this.#show(unit, at ? [at] : []);
  }

  /// On a small screen all she can reach comes into sight.
  #show(unit: string, places: readonly string[]): void {
    const at = this.view ? placeOf(this.view, unit) : undefined;
    const small = matchMedia('(max-width: 900px)').matches;
    this.look = at && small ? [...this.ways.keys(), at] : places;
  }

  /// Nothing is in hand any more.
  drop(): void {
    this.unit = undefined;
    this.guns = undefined;
    this.joined = [];
    this.sails = false;
    this.both = false;
    this.dial = undefined;
    this.fork = undefined;
    this.leaning = undefined;
    this.fight = undefined;
    this.prep = undefined;
  }

  /// One step back, the latest first.
  back(): void {
    if (this.fight) this.fight = undefined;
    else if (this.dial) this.dial = undefined;
    else if (this.fork) this.fork = undefined;
    else if (this.model.notice || this.model.confirm || this.model.depth > 0) this.model.back();
    else if (this.unit) this.drop();
    else this.pinned = undefined;
  }

  /// Escape, wherever the focus is: a button that was pressed may be gone. The board hears its own.
  escape(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || document.querySelector('dialog[open]')) return;
    if (event.target instanceof Element && event.target.closest('[data-place], input, textarea'))
      return;
    const { notice, confirm, depth } = this.model;
    if (!notice && !confirm && !depth && (this.fight || this.dial || this.unit)) this.back();
  }

  read(place: string): void {
    const unit = this.view ? unitsAt(this.view, place)[0] : undefined;
    this.pinned = this.pinned === (unit ?? place) ? undefined : (unit ?? place);
  }

  async sail(action: string): Promise<void> {
    this.dial = undefined;
    this.fork = undefined;
    if (await this.model.act({ action })) this.#after();
  }

  fire(volley: Volley): void {
    void this.model.act({ action: volley.to }).then((done) => {
      if (done) this.#after();
    });
  }

  /// A deed that is no place: what cannot be taken back is asked about first.
  act(deed: Deed): void {
    if (deed.rare)
      void this.model.pick({
        key: deed.verb,
        kind: 'sure',
        text: deed.says,
        to: deed.to,
        aside: true,
      } as MenuChoice);
    else
      void this.model.act({ action: deed.to }).then((done) => {
        if (done) this.#after();
      });
  }

  board(target: string): void {
    this.fight = { target, ships: this.unit ? [this.unit] : [] };
  }

  async attack(): Promise<void> {
    const fight = this.fight;
    if (!fight?.ships.length) return;
    const verb = fight.target.startsWith('@') ? 'assault' : 'board';
    this.fight = undefined;
    if (await this.model.act({ action: `${verb} ${fight.ships.join(',')} > ${fight.target}` }))
      this.drop();
  }

  /// Who joins the salvo, or leaves it.
  join(unit: string): void {
    this.joined = this.joined.includes(unit)
      ? this.joined.filter((one) => one !== unit)
      : [...this.joined, unit];
  }

  /// A ship with nothing more to do is put down; one that can still fire or load stays in hand.
  #after(): void {
    this.guns = undefined;
    this.joined = [];
    this.both = false;
    if (this.unit && !this.active.includes(this.unit)) this.drop();
  }

  /// Why can nothing be done there?
  why(place: string): void {
    const view = this.view;
    if (!view || !this.model.mine || !this.inPhase) return;
    const there = unitsAt(view, place).find((unit) => ownerOf(view, unit) !== this.seat);
    const unit = this.unit;
    if (unit && there) void this.#ask(`fire ${unit} > ${there}`);
    else if (unit?.startsWith('@')) return;
    else if (unit && view.setup.level === 'admiral' && view.ships[unit]?.space !== place)
      this.model.notice = {
        kind: 'why',
        says: t(this.own?.turns && !this.own.ways ? 'sail.noAhead' : 'sail.noWay'),
        clause: 'SE-A1.2.3',
      };
    else if (unit && view.ships[unit]?.space && view.ships[unit].space !== place)
      void this.#ask(wayTo(unit, view.ships[unit].space, place));
    else {
      const own = unitsAt(view, place).find((one) => ownerOf(view, one) === this.seat);
      if (own && !own.startsWith('@'))
        void this.#ask(view.setup.level === 'admiral' ? `move ${own} F` : `move ${own} N 1`);
    }
  }

  async #ask(action: string): Promise<void> {
    await this.model.why(action);
    const notice = this.model.notice;
    if (notice) this.model.notice = { ...notice, says: named(this.view, notice.says) };
  }
}
