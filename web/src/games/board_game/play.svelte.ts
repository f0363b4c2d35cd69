/// How a person acts at the plotting table: clicks on ships, squares, dice and squadrons become
/// drafts, and drafts become actions. What is possible is the server's word (`view.can`).
import { untrack } from 'svelte';
import type { MenuChoice } from '../../api/types';
import { squareGrid } from '../../board/geometry';
import type { Mark } from '../../board/highlights';
import type { TableModel } from '../../state/table.svelte';
import { conduct, watch } from '../../state/watch.svelte';
import { featureName } from './features';
import { doesSays, inNames, ladenSays, nameOf } from './labels';
import { attempt } from './attempt';
import { aim, laden, NONE, spending, still, worth, written, type Orders } from './orders';
import { Stage } from './stage.svelte';
import { t } from './text';
import type { Can, Reach, Special, Weapon } from './types';
import {
  afield,
  dice,
  read,
  sideOf,
  standing,
  without,
  words,
  type Face,
  type Side,
  type Unit,
} from './view';

export interface Sent {
  plane: string;
  /// The ship it attacks or screens.
  unit?: string;
  /// The square it attacks from or waits over.
  at?: string;
}

export class Play {
  readonly stage: Stage;
  hovered = $state<string>();
  /// The ship under the pointer in a list.
  looked = $state<string>();
  /// The ship in hand.
  unit = $state<string>();
  /// The square she is to go to, while her heading is asked.
  armed = $state<string>();
  /// The die the player wants to pay with.
  die = $state<Face>();
  /// What is being done with the ship in hand, besides moving her.
  doing = $state.raw<{ kind: 'launch' } | { kind: 'special'; special: Special } | undefined>();
  orders = $state.raw<Orders>(NONE);
  /// The weapon the player wants to use; what fits best, if none.
  weapon = $state<Weapon['with']>();
  sent = $state.raw<readonly Sent[]>([]);
  /// Was it asked whether a round shall really pass without an attack?
  sure = $state(false);
  plane = $state<string>();
  /// Which way the pointer leans from the middle of the square it is over.
  lean = $state<'N' | 'E' | 'S' | 'W'>();

  view = $derived.by(() => read(this.model.view));
  /// The same as far as the board has told it.
  told = $derived.by(() => (this.stage.telling ? (this.stage.shown.view ?? this.view) : this.view));
  side = $derived.by(() => sideOf(this.model.seat));
  flipped = $derived.by(() => this.side === 'N');
  geometry = $derived.by(() => squareGrid({ columns: 8, rows: 8, flipped: this.flipped }));
  can = $derived.by<Can | undefined>(() => (this.model.mine ? this.view?.can : undefined));
  pool = $derived.by<Face[]>(() => (this.side ? dice(this.view?.pool[this.side] ?? '') : []));
  piece = $derived.by<Unit | undefined>(() =>
    this.unit ? this.view?.units[this.unit] : undefined,
  );
  moves = $derived.by(() => (this.unit ? this.can?.moves?.[this.unit] : undefined));
  /// The die that pays for the move in hand: the cheapest, unless another was chosen.
  paying = $derived.by<Face | undefined>(() => {
    const may = words(this.moves?.dice) as Face[];
    return this.die && may.includes(this.die) ? this.die : may[0];
  });
  spending = $derived.by<Face[]>(() => {
    if (this.view?.phase === 'orders') return spending(this.orders);
    if (this.doing || (this.sent.length && !this.strike?.placed)) return ['X'];
    return this.moves && this.paying && this.view?.phase === 'movement' ? [this.paying] : [];
  });
  instead = $derived.by<Face[]>(() =>
    this.moves && !this.doing ? (words(this.moves.dice) as Face[]) : [],
  );
  /// The square the ship in hand would go to, and how she would lie there: what is armed, or pointed at.
  course = $derived.by<{ reach: Reach; end: string } | undefined>(() => {
    const at = this.armed ?? this.hovered;
    const reach = this.moves?.to.find((one) => one.at === at);
    if (!reach || this.doing || this.stage.telling) return undefined;
    const leaned = this.armed ? undefined : this.lean;
    return { reach, end: leaned && reach.ways[leaned] ? leaned : reach.first };
  });
  /// Would she turn on the spot?
  turning = $derived.by(() => {
    const { reach, end } = this.course ?? {};
    if (!end || reach?.at !== this.piece?.at || end === this.piece?.heading) return false;
    return /^[NESW]$/.test(end) && Boolean(this.armed ?? this.lean);
  });
  strike = $derived.by(() => (this.unit ? this.can?.strikes?.[this.unit] : undefined));
  launch = $derived.by(() =>
    this.unit && this.doing?.kind === 'launch' ? this.can?.launches?.[this.unit] : undefined,
  );
  /// The ships that can do something now.
  lit = $derived.by<ReadonlySet<string>>(() => {
    const can = this.can;
    if (!can) return new Set(this.owed ? [this.owed] : []);
    const own = (can.specials ?? []).filter((one) => !one.red).map((one) => one.unit);
    return new Set([
      ...Object.keys(can.moves ?? {}),
      ...Object.keys(can.repairs ?? {}),
      ...Object.keys(can.launches ?? {}),
      ...Object.keys(can.strikes ?? {}),
      ...(can.attacks ?? [])
        .filter((weapon) => weapon.targets.some((aimed) => worth(aimed) > 0))
        .map((weapon) => weapon.unit),
      ...(this.view?.phase === 'orders' ? [] : own),
    ]);
  });
  /// The enemy on whom a critical hit is to be placed.
  owed = $derived.by<string | undefined>(() => {
    if (!this.model.mine || !/crit$/.test(this.view?.phase ?? '')) return undefined;
    const owing = this.tokens.map((choice) => choice.unit);
    return owing.includes(this.unit) ? this.unit : (owing[0] ?? undefined);
  });
  tokens = $derived.by<readonly MenuChoice[]>(() =>
    this.model.offers.filter((choice) => choice.kind === 'token'),
  );
  /// What a critical hit may close on the card that is shown.
  closing = $derived.by<string[]>(() =>
    this.owed && this.owed === this.shown && !this.stage.telling
      ? this.tokens
          .filter((choice) => choice.unit === this.owed)
          .map((choice) => choice.key.split('-').slice(1).join('-'))
      : [],
  );
  /// What is in hand, or pointed at: its card is shown.
  shown = $derived.by<string | undefined>(() => {
    const view = this.view;
    if (!view) return undefined;
    if (this.looked) return this.looked;
    if (this.stage.telling && this.stage.shown.focus) return this.stage.shown.focus;
    if (this.owed) return this.owed;
    const pointed = this.hovered ? standing(view, this.hovered)[0]?.[0] : undefined;
    return pointed ?? this.unit;
  });
  marks = $derived.by(() => this.#marks());

  /// The round in which the player wants nothing more in the movement phase.
  #rested = $state(0);
  /// The square that was clicked while something was told.
  #aimed: string | undefined;

  constructor(readonly model: TableModel) {
    this.stage = new Stage(conduct(model));
    watch(model, this.stage);
    model.risky = (choice) => choice.key === 'resign';
    model.named = (says) => inNames(this.view, says);
    // Whoever has stood down and wants nothing more is not asked after each deed of the other side.
    let passed = -1;
    $effect(() => {
      const { view, side } = this;
      if (!side || view?.phase !== 'movement' || view.round !== this.#rested) return;
      if (!view.stood_down?.includes(side) || !model.mine || model.n === passed) return;
      passed = model.n;
      untrack(() => void model.act({ action: 'pass' }));
    });
    // A click ends the story; on a ship that can act now it has taken her in hand, too.
    $effect(() => {
      if (this.stage.telling || !this.#aimed) return;
      const place = this.#aimed;
      this.#aimed = undefined;
      untrack(() => this.lift(place));
    });
  }

  /// Nothing more in this movement phase.
  rest(): void {
    this.drop();
    this.#rested = this.view?.round ?? 0;
  }

  /// What was in hand is looked at anew when the table has changed.
  recheck(): void {
    const view = this.view;
    if (!view || !this.unit) {
      if (!view) return;
    } else if (!view.units[this.unit] || !afield(view.units[this.unit]!)) this.drop();
    if (view.phase !== 'orders') this.sure = false;
    if (view.phase !== 'orders' || !this.can) {
      if (this.orders !== NONE && view.phase !== 'orders') this.orders = NONE;
    } else {
      const kept = still(this.can, this.orders, this.pool);
      if (written(kept) !== written(this.orders)) {
        this.orders = kept;
        this.model.notice = { kind: 'word', says: t('table.draftLost') };
      }
    }
    if (this.armed && !this.#reach(this.armed)) this.armed = undefined;
    if (this.doing?.kind === 'launch' && !this.launch) this.doing = undefined;
    if (this.sent.length && !this.strike && !this.launch) this.sent = [];
    if (view.phase !== 'movement') {
      this.armed = undefined;
      this.doing = undefined;
    }
    this.#nextPlane();
  }

  drop(): void {
    this.weapon = undefined;
    this.unit = undefined;
    this.armed = undefined;
    this.die = undefined;
    this.doing = undefined;
    this.sent = [];
    this.plane = undefined;
  }

  /// One step back; true if there was one.
  back(): boolean {
    if (this.armed) this.armed = undefined;
    else if (this.sent.length) this.sent = this.sent.slice(0, -1);
    else if (this.doing) this.doing = undefined;
    else if (this.unit) this.drop();
    else return false;
    this.#nextPlane();
    return true;
  }

  /// Squadrons stay aboard after all.
  cancel(): void {
    this.sent = [];
    if (this.doing) this.doing = undefined;
    else this.drop();
    this.#nextPlane();
  }

  /// Takes a ship in hand.
  take(id: string): void {
    const again = this.unit === id;
    this.drop();
    if (!again) this.unit = id;
    this.#nextPlane();
  }

  #reach(place: string): Reach | undefined {
    return this.moves?.to.find((reach) => reach.at === place);
  }

  #marks(): Map<string, Mark> {
    const marks = new Map<string, Mark>();
    const view = this.view;
    if (!view || this.stage.telling || !this.model.mine) return marks;
    const put = (place: string | undefined, look: Mark['look'], text: string): void => {
      if (place && this.geometry.has(place)) marks.set(place, { look, offers: [], text });
    };
    if (this.doing?.kind === 'special') {
      for (const at of this.doing.special.on ?? [])
        put(at, 'place', `${featureName(this.doing.special.feature)}, ${at}`);
      return marks;
    }
    for (const id of this.lit) {
      const unit = view.units[id];
      if (unit) put(unit.at, 'act', nameOf(view, id));
    }
    const unit = this.unit;
    if (!unit) return marks;
    if (this.launch) {
      const { plane, launch } = this;
      if (!plane) return marks;
      // A fighter may wait over any square, too, but hardly ever should.
      if (launch.over && !plane.startsWith('F'))
        for (const at of this.geometry.places)
          put(at, 'place', t('board_game.over', { plane, at }));
      if (plane.startsWith('F'))
        for (const id of words(launch.screens))
          put(
            view.units[id]?.at,
            'swap',
            t('board_game.screens', { plane, name: nameOf(view, id) }),
          );
      else if (launch.over)
        for (const enemy of Object.values(view.units))
          if (enemy.side !== this.side && afield(enemy))
            put(enemy.at, 'attack', t('board_game.over', { plane, at: enemy.at ?? '' }));
      return marks;
    }
    for (const reach of this.moves?.to ?? [])
      put(
        reach.at,
        reach.at === this.piece?.at ? 'act' : 'go',
        t('board_game.goMark', {
          name: nameOf(view, unit),
          at: reach.at,
          cost: reach.cost,
          points: this.moves?.points ?? 0,
        }) +
          (reach.aims
            ? `, ${t('board_game.aimsMark', {
                list: words(reach.aims)
                  .map((id) => nameOf(view, id))
                  .join(', '),
              })}`
            : ''),
      );
    for (const prey of this.strike?.planes.find((one) => one.plane === this.plane)?.targets ?? [])
      put(
        view.units[prey.unit]?.at,
        'attack',
        `${t('board_game.sends', { plane: this.plane ?? '', name: nameOf(view, prey.unit) })}, ${t('board_game.flakOf', { n: prey.from[0]?.flak ?? 0 })}`,
      );
    for (const weapon of this.can?.attacks ?? [])
      if (weapon.unit === unit)
        for (const aimed of weapon.targets) {
          // Lit is what one more click can add to.
          if (
            worth(aimed) === 0 ||
            (this.can && !aim(this.can, this.orders, this.pool, unit, aimed.unit, this.weapon))
          )
            continue;
          const best = aimed.does.find((does) => (does.loses ?? 0) > 0) ?? aimed.does[0];
          put(
            view.units[aimed.unit]?.at,
            'attack',
            t('board_game.attackMark', {
              name: nameOf(view, unit),
              target: nameOf(view, aimed.unit),
              does: doesSays(weapon.with, best, aimed.does.length, nameOf(view, unit)),
            }),
          );
        }
    return marks;
  }

  /// A place was clicked, or Enter pressed on it. By touch or key the heading is asked for.
  pick(place: string, leans?: 'N' | 'E' | 'S' | 'W', asks = false): void {
    const view = this.view;
    if (!view) return;
    if (this.stage.telling) {
      this.#aimed = place;
      this.stage.skip();
      return;
    }
    this.model.notice = undefined;
    const there = standing(view, place);
    if (!this.model.mine) {
      if (there[0]) this.take(there[0][0]);
      return;
    }
    if (this.doing?.kind === 'special') {
      const { special } = this.doing;
      if (special.on?.includes(place))
        void this.#act(`fx ${special.unit} ${special.feature} ${place}`);
      else this.doing = undefined;
      return;
    }
    if (this.launch && this.plane) {
      const screened = this.plane.startsWith('F')
        ? there.find(([id]) => words(this.launch?.screens).includes(id))?.[0]
        : undefined;
      if (screened) this.#send({ plane: this.plane, unit: screened });
      else if (this.launch.over) this.#send({ plane: this.plane, at: place });
      return;
    }
    const foe = there.find(([, unit]) => unit.side !== this.side)?.[0];
    if (this.unit && foe && this.#attack(foe)) return;
    const reach = this.#reach(place);
    // The next own ship that can act is taken, unless this is where the one in hand may go.
    const own = there.find(([id, unit]) => unit.side === this.side && id !== this.unit)?.[0];
    if (own && (!reach || this.lit.has(own))) {
      this.take(own);
      return;
    }
    if (reach && this.unit) {
      this.#go(reach, leans, asks);
      return;
    }
    if (there.some(([id]) => id === this.unit)) {
      this.drop();
      return;
    }
    if (this.unit && this.piece?.side === this.side && this.can) {
      this.why(place);
      return;
    }
    if (there[0]) this.take(there[0][0]);
    else this.drop();
  }

  #go(reach: Reach, leans: string | undefined, asks: boolean): void {
    const ends = Object.keys(reach.ways);
    if (this.armed === reach.at) {
      void this.sail(reach.first);
      return;
    }
    // Whoever is not asked sees no question, not even for a moment.
    if (leans && reach.ways[leans] && !asks) {
      void this.#sail(reach.at, leans);
      return;
    }
    // Under way the bow ends where it points; a choice is only asked for where it must be. A finger
    // slips, so what it points at is never sent before it has said so.
    const choice = ends.some((end) => !/^[NESW]$/.test(end)) || reach.at === this.piece?.at;
    if (!asks && (ends.length === 1 || !choice)) void this.#sail(reach.at, reach.first);
    else this.armed = reach.at;
  }

  /// Sails to the armed square and ends like this.
  async sail(end: string): Promise<void> {
    if (this.armed) await this.#sail(this.armed, end);
  }

  async #sail(at: string, end: string): Promise<void> {
    const path = this.#reach(at)?.ways[end];
    if (!path || !this.unit || !this.paying) return;
    await this.#act(`mv ${this.unit} ${this.paying} ${path}`);
  }

  /// Ends of a move in the very square of the ship in hand that are no turn: out, or down.
  stays = $derived.by<string[]>(() =>
    ['exit', 'dive'].filter((end) => this.#reach(this.piece?.at ?? '')?.ways[end]),
  );

  /// Does one of them.
  async stay(end: string): Promise<void> {
    await this.#sail(this.piece?.at ?? '', end);
  }

  async #act(action: string): Promise<void> {
    if (await this.model.act({ action })) this.drop();
  }

  /// One more attack of the ship in hand on this enemy; false if she has none to make at all.
  #attack(foe: string): boolean {
    const can = this.can;
    const view = this.view;
    if (!can || !view || !this.unit) return false;
    if (this.strike) {
      const raider = this.strike.planes.find((one) => one.plane === this.plane);
      const prey = raider?.targets.find((one) => one.unit === foe);
      if (raider && prey) {
        const at = raider.plane.startsWith('T') ? prey.from[0]?.at : undefined;
        this.#send({ plane: raider.plane, unit: foe, ...(at ? { at } : {}) });
        return true;
      }
    }
    const weapons = (can.attacks ?? []).filter((one) => one.unit === this.unit);
    if (!weapons.some((weapon) => weapon.targets.some((aimed) => aimed.unit === foe))) {
      const hidden = weapons
        .flatMap((weapon) => weapon.hidden ?? [])
        .find((one) => one.unit === foe);
      if (!hidden) return false;
      this.model.notice = { kind: 'why', says: inNames(view, hidden.why) };
      return true;
    }
    const next = aim(can, this.orders, this.pool, this.unit, foe, this.weapon);
    if (next) this.orders = next;
    else
      this.model.notice = {
        kind: 'word',
        says:
          ladenSays(view, laden(can, this.orders, this.pool, this.unit, foe), this.unit, foe) ||
          t('board_game.noMore'),
      };
    return true;
  }

  #send(sent: Sent): void {
    const most = this.launch?.most ?? this.strike?.most ?? 0;
    if (this.sent.length >= most) return;
    this.sent = [...this.sent.filter((one) => one.plane !== sent.plane), sent];
    this.plane = undefined;
    this.#nextPlane();
  }

  /// The squadrons that could still be sent.
  ready = $derived.by<string[]>(() => {
    const most = this.launch?.most ?? this.strike?.most ?? 0;
    const all = this.launch
      ? words(this.launch.planes)
      : (this.strike?.planes.map((one) => one.plane) ?? []);
    if (this.sent.length >= most) return [];
    return all.filter((plane) => !this.sent.some((one) => one.plane === plane));
  });

  #nextPlane(): void {
    if (this.plane && this.ready.includes(this.plane)) return;
    // Bombers strike, fighters screen: those first that are mostly wanted.
    const order = this.launch ? 'FDT' : 'TDF';
    this.plane = [...this.ready].sort(
      (a, b) => order.indexOf(a[0]!) - order.indexOf(b[0]!) || a.localeCompare(b),
    )[0];
  }

  unsend(plane: string): void {
    this.sent = this.sent.filter((one) => one.plane !== plane);
    this.#nextPlane();
  }

  async fly(): Promise<void> {
    if (!this.unit || !this.sent.length) return;
    const planes = this.sent.map(({ plane, unit, at }) =>
      unit ? `${plane}>${unit}${at ? `@${at}` : ''}` : `${plane}@${at}`,
    );
    await this.#act(`${this.launch ? 'launch' : 'strike'} ${this.unit} ${planes.join(' ')}`);
  }

  /// The features that can be woken now on the ship in hand: her green ones, or an enemy's red ones.
  specials = $derived.by<Special[]>(() =>
    (this.can?.specials ?? []).filter((one) => one.unit === this.unit),
  );

  /// Those of them that can be woken on the card that is shown.
  deeds = $derived.by<string[]>(() =>
    this.shown === this.unit && !this.stage.telling
      ? this.specials.map((special) => special.feature)
      : [],
  );

  use(feature: string): void {
    const special = this.specials.find((one) => one.feature === feature);
    if (special) void this.wake(special);
  }

  async wake(special: Special, on?: string): Promise<void> {
    const red = special.red === true;
    if (this.view?.phase === 'orders') {
      const has = this.orders.wakes.some(
        (one) => one.unit === special.unit && one.feature === special.feature,
      );
      const rest = this.orders.wakes.filter(
        (one) => one.unit !== special.unit || one.feature !== special.feature,
      );
      if (has) this.orders = { ...this.orders, wakes: rest };
      else if (without(this.pool, spending(this.orders)).includes('X'))
        this.orders = {
          ...this.orders,
          wakes: [...rest, { unit: special.unit, feature: special.feature, red }],
        };
      else this.model.notice = { kind: 'word', says: t('board_game.noMore') };
      return;
    }
    if (special.on?.length && !on) {
      this.doing = { kind: 'special', special };
      return;
    }
    const what = `${red ? 'rx' : 'fx'} ${special.unit} ${special.feature}`;
    await this.#act(on ? `${what} ${on}` : what);
  }

  /// Places a critical hit.
  close(feature: string): void {
    const choice = this.tokens.find((one) => one.key === `${this.owed}-${feature}`);
    if (choice) void this.model.pick(choice);
  }

  async repair(pair: string): Promise<void> {
    if (this.unit) await this.#act(`rep ${this.unit} ${pair}`);
  }

  /// Ships that could still attack, while nothing is ordered.
  idle = $derived.by<string[]>(() =>
    this.view?.phase === 'orders' && !spending(this.orders).length ? [...this.lit] : [],
  );

  /// Opens the orders. A round without any is given away for good: that is asked about first.
  async commit(): Promise<void> {
    if (this.idle.length && !this.sure) return void (this.sure = true);
    if (await this.model.act({ action: written(this.orders) })) {
      this.orders = NONE;
      this.sure = false;
      this.drop();
    }
  }

  /// Why can nothing be done there?
  why(place: string): void {
    const view = this.view;
    const unit = this.unit;
    if (!view || !unit || !this.piece || !this.model.mine) return;
    const asked = attempt(view, this, unit, place);
    if (asked) void this.model.why(asked);
  }

  /// May the ship there be dragged?
  liftable(place: string): boolean {
    const own = this.view ? standing(this.view, place).find(([id]) => this.lit.has(id)) : undefined;
    return this.model.mine && !this.stage.telling && own !== undefined;
  }

  /// A drag begins: the ship is in hand, never dropped by it.
  lift(place: string): void {
    const own = this.view ? standing(this.view, place).find(([id]) => this.lit.has(id)) : undefined;
    if (own && this.unit !== own[0]) this.take(own[0]);
  }

  sideName(side: Side): string {
    return t(`board_game.side.${side}`);
  }
}
