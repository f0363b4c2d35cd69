/// One table as one viewer has it: everything the page shows comes from here.
import { applyPatch } from '../api/patch';
import { Channel, Refused, type Line } from '../api/socket';
import type {
  ChatLine,
  ClaimWhat,
  ClockInfo,
  Glance,
  MenuChoice,
  Odds,
  Presence,
  Refusal,
  ResultInfo,
  RewindAsked,
  TableInfo,
  TableState,
  Tell,
  ToClient,
  Undo,
  Update,
} from '../api/types';
import { t } from '../text';
import { Keeper } from './keeper';
import { Presses } from './presses';
import { offers as reaches, type Tree } from './tree';
import { back, depth, keys, offered, pick, rebuild, start, type Draft } from './draft';

export interface Entry {
  n: number;
  tells: readonly Tell[];
  own?: boolean; // decided here, since the page was opened
  awaited?: readonly number[]; // when it was decided
}

/// A question that waits for a yes: what will be done, and what may come of it.
export interface Confirm {
  choice: MenuChoice;
  odds: Odds | undefined;
  counting?: boolean; // the chances still are
}

export interface Notice {
  kind: 'refused' | 'why' | 'word';
  says: string;
  clause?: string | undefined;
  text?: string | undefined;
}

/// Told before the view changes, so that a game can show how it happened.
export type Telling = (
  tells: readonly Tell[],
  before: unknown,
  after: unknown,
  /// Number of the update, and whether it is the seat's own decision.
  n: number,
  own: boolean,
) => void;

const KEPT = 400;
/// So long a question waits for its chances, in milliseconds.
const PATIENCE = 900;
/// So long chances that are wanted together are gathered, and so many are asked for at once.
const [GATHERED, AT_ONCE] = [40, 40];
/// So long after somebody else has changed what is on offer a click still means what was there before.
const AIMED = 250;

export class TableModel {
  info = $state.raw<TableInfo>();
  view = $state.raw<unknown>(null);
  board = $state('');
  awaited = $state.raw<readonly number[]>([]);
  prompt = $state('');
  undo = $state.raw<Undo>(false);
  over = $state.raw<ResultInfo>();
  ending = $state(false); // the word about the end is open
  clock = $state.raw<ClockInfo>();
  clockAt = $state(0);
  log = $state.raw<readonly Entry[]>([]);
  chat = $state.raw<readonly ChatLine[]>([]);
  here = $state.raw<Presence>({ seats: [], watchers: 0 });
  rewind = $state.raw<RewindAsked>();
  line = $state<Line>('connecting');
  draft = $state.raw<Draft>(start([]));
  confirm = $state.raw<Confirm>();
  notice = $state.raw<Notice>();
  busy = $state(false);
  /// What is on offer has just been changed by somebody else: buttons wait until a hand can have seen it.
  settling = $state(false);
  loaded = $state(false);
  n = $state(-1);
  /// Since when somebody else is awaited, by this browser's clock.
  waitingSince = $state(0);
  ontelling: Telling | undefined;
  /// Is what happened still being shown on the board? The word about the end waits for it.
  telling: () => boolean = () => false;
  /// Asked for every action that completes: may it be done without a question?
  risky: (choice: MenuChoice) => boolean = () => false;
  /// A refusal as people read it: with names where the game's own word has codes.
  named: (says: string) => string = (says) => says;

  /// How many levels of the menu are asked for at once: at the top, and after a pick. A board
  /// that lights everything a unit can do wants 1 and 8.
  deep = { top: 1, on: 1 };
  /// What may come of actions that were looked at, in this state of the table.
  glances = $state.raw<ReadonlyMap<string, Glance>>(new Map());

  #channel: Channel;
  #keeper: Keeper;
  #trees = new Map<string, Promise<Tree>>();
  #wanted = new Set<string>();
  #looking = false;
  #menuN = -2;
  /// When what is on offer was last changed by somebody else.
  #shifted = -AIMED;

  constructor(
    readonly id: string,
    /// A seat's number, or `spectator`.
    readonly as: string,
    say: 1 | 2 = 1,
    invite?: string,
    make: (hears: ConstructorParameters<typeof Channel>[2]) => Channel = (hears) =>
      new Channel(id, as, hears, say, undefined, invite),
  ) {
    this.#keeper = new Keeper(
      id,
      (message) => void this.#channel.ask(message).catch(() => undefined),
    );
    this.#channel = make({
      line: (line) => this.#lineIs(line),
      state: (state) => this.#state(state),
      up: (update) => this.#up(update),
      other: (message) => this.#other(message),
    });
  }

  get seat(): number | undefined {
    return this.as === 'spectator' ? undefined : Number(this.as);
  }

  get mine(): boolean {
    return this.seat !== undefined && this.awaited.includes(this.seat);
  }

  get offers(): readonly MenuChoice[] {
    return offered(this.draft);
  }

  get depth(): number {
    return depth(this.draft);
  }

  open(): void {
    this.#channel.open();
  }

  close(): void {
    this.#channel.close();
  }

  retry(): void {
    this.#channel.retry();
  }

  offline(): void {
    this.#channel.drop();
  }

  #lineIs(line: Line): void {
    this.line = line;
    if (line === 'live') this.#keeper.fresh();
    if (line === 'live' && this.loaded) void this.#menu();
  }

  #state(state: TableState): void {
    this.#stale();
    this.#presses.forget();
    this.n = state.n;
    this.info = state.table;
    this.#keeper.look(state.table);
    this.view = state.view;
    this.board = state.board;
    this.awaited = state.awaited;
    this.prompt = state.prompt;
    this.undo = state.undo;
    this.over = state.over;
    this.#clock(state.clock);
    this.log = state.past.map((past) => ({ n: past.n, tells: past.e }));
    this.chat = state.chat;
    this.here = state.here;
    this.rewind = state.rewind;
    this.waitingSince = Date.now();
    this.loaded = true;
    void this.#menu(true);
  }

  #up(update: Update): void {
    this.#stale();
    const before = this.view;
    if (update.v !== undefined) this.view = update.v;
    else if (update.p !== undefined) this.view = applyPatch(before, update.p);
    if (update.back !== undefined) this.log = this.log.filter((entry) => entry.n <= update.back!);
    const own = update.id !== undefined;
    // What all agreed to take back is counted no more.
    if (update.back !== undefined && !own) this.#presses.forget();
    if (update.e?.length) {
      const { n, e: tells } = update;
      this.log = [...this.log.slice(-KEPT), { n, tells, own, awaited: this.awaited }];
      if (update.back === undefined) this.ontelling?.(tells, before, this.view, n, own);
    }
    if (update.a) {
      this.awaited = update.a;
      this.waitingSince = Date.now();
    }
    if (update.m !== undefined) this.prompt = update.m;
    if (update.b !== undefined) this.board = update.b;
    if (update.u !== undefined) this.undo = update.u;
    if (update.over) this.over = update.over;
    if (update.back !== undefined && !update.over) this.over = undefined;
    if (update.c) this.#clock(update.c);
    this.n = update.n;
    // An own decision ends its draft; what others do leaves it in hand.
    if (own || update.back !== undefined) {
      this.confirm = undefined;
      void this.#menu(true);
    } else void this.#keep();
  }

  /// What was asked about the table as it was is worth nothing now.
  #stale(): void {
    this.#trees.clear();
    this.#wanted.clear();
    if (this.glances.size) this.glances = new Map();
  }

  #clock(clock: ClockInfo | undefined): void {
    this.clock = clock;
    this.clockAt = Date.now();
  }

  #other(message: ToClient): void {
    switch (message.t) {
      case 'chat':
        this.chat = [
          ...this.chat.filter(
            (line) => line.n !== message.line.n || line.channel !== message.line.channel,
          ),
          message.line,
        ];
        break;
      case 'here':
        this.here = { seats: message.seats, watchers: message.watchers };
        break;
      case 'table':
        this.info = message.table;
        this.#keeper.look(message.table);
        break;
      case 'rewind':
        this.rewind = message.asked ?? undefined;
        break;
      case 'head':
        this.#keeper.pin(message.head, message.signer, message.signature);
        break;
      case 'bye':
        this.notice = { kind: 'word', says: message.says };
        break;
    }
  }

  /// Asks anew what may be picked, from the top.
  async #menu(anew = false): Promise<void> {
    if (this.seat === undefined || this.over || this.info?.status !== 'playing') {
      this.draft = start([]);
      return;
    }
    if (!anew && this.#menuN === this.n) return;
    const n = this.n;
    this.#menuN = n;
    if (anew) this.draft = start([]);
    try {
      const menu = await this.#channel.menu([], this.deep.top);
      if (this.n === n) this.draft = start(menu.choices);
    } catch {
      this.#menuN = -2;
    }
  }

  /// Something happened that was not an own decision: what is in hand is looked up anew, and
  /// only let go, with a word, when it is no longer possible.
  async #keep(): Promise<void> {
    if (this.seat === undefined || this.over || this.info?.status !== 'playing') {
      this.confirm = undefined;
      await this.#menu(true);
      return;
    }
    const n = this.n;
    this.#menuN = n;
    const path = keys(this.draft);
    try {
      const prefixes = [...path, ''].map((_, i) => path.slice(0, i));
      const menus = await Promise.all(
        prefixes.map((draft) => this.#channel.menu(draft, this.#levels(draft))),
      );
      if (this.n !== n) return;
      // Picked or let go in the meantime: then this is looked up once more.
      if (keys(this.draft).join(' ') !== path.join(' ')) {
        await this.#keep();
        return;
      }
      const before = offered(this.draft);
      const { draft, lost } = rebuild(
        path,
        menus.map((menu) => menu.choices),
      );
      this.draft = draft;
      const after = offered(draft);
      if (before.length > 0 && before.some((choice, i) => choice.key !== after[i]?.key))
        this.#settle();
      const asked = this.confirm?.choice;
      const gone = asked !== undefined && !(asked.to && reaches(after, asked.to));
      if (lost || gone) {
        this.confirm = undefined;
        this.notice = { kind: 'word', says: t('table.draftLost') };
      }
    } catch {
      // A menu that leads nowhere any more, or a line that was lost: from the top.
      if (this.n !== n) return;
      this.confirm = undefined;
      if (path.length) this.notice = { kind: 'word', says: t('table.draftLost') };
      await this.#menu(true);
    }
  }

  #levels(path: readonly string[]): number {
    return path.length ? this.deep.on : this.deep.top;
  }

  /// What a draft would offer, without picking it.
  async peek(path: string[]): Promise<readonly MenuChoice[]> {
    return (await this.tree(path, 1)).choices;
  }

  /// Everything that may follow these picks, down to complete actions; asked for once in a state
  /// of the table. Empty if they lead nowhere, or the table has moved on in between.
  async tree(path: readonly string[] = [], deep = 8): Promise<Tree> {
    const name = JSON.stringify([deep, ...path]);
    const n = this.n;
    let found = this.#trees.get(name);
    if (!found) {
      found = this.#channel.menu([...path], deep).then(
        ({ choices, cut }) => ({ choices, cut: cut ?? false }),
        () => {
          this.#trees.delete(name);
          return { choices: [], cut: true };
        },
      );
      this.#trees.set(name, found);
    }
    const tree = await found;
    return this.n === n ? tree : { choices: [], cut: true };
  }

  /// Wants to know what may come of these; the answers appear in `glances` one after another.
  look(actions: readonly string[]): void {
    for (const action of actions) if (!this.glances.has(action)) this.#wanted.add(action);
    if (!this.#looking) void this.#glance();
  }

  async #glance(): Promise<void> {
    this.#looking = true;
    try {
      // A moment, so that what is wanted together is asked for together.
      await new Promise((on) => setTimeout(on, GATHERED));
      while (this.#wanted.size) {
        const n = this.n;
        const actions = [...this.#wanted].slice(0, AT_ONCE);
        const { of } = await this.#channel.glance(actions);
        if (this.n !== n) continue;
        // What was passed over cannot be done; what comes after the last answer had no time.
        const last = Math.max(0, actions.lastIndexOf(of.at(-1)?.action ?? ''));
        for (const action of actions.slice(0, last + 1)) this.#wanted.delete(action);
        const known = new Map(this.glances);
        for (const one of of) known.set(one.action, one);
        this.glances = known;
      }
    } catch {
      this.#wanted.clear();
    } finally {
      this.#looking = false;
    }
  }

  /// The same as a promise: as many of them as could be counted.
  async oddsOf(actions: readonly string[]): Promise<ReadonlyMap<string, Glance>> {
    try {
      const { of } = await this.#channel.glance([...actions]);
      return new Map(of.map((one) => [one.action, one]));
    } catch {
      return new Map();
    }
  }

  /// Picks along these keys from the top, as far as they lead on, and what they complete is picked.
  async follow(path: readonly string[]): Promise<void> {
    this.reset();
    for (const key of path) {
      const choice = offered(this.draft).find((one) => one.key === key);
      if (!choice || this.confirm) return;
      const before = this.depth;
      await this.pick(choice);
      if (this.depth !== before + 1) return;
    }
  }

  #settle(): void {
    this.#shifted = Date.now();
    this.settling = true;
    setTimeout(() => (this.settling = Date.now() - this.#shifted < AIMED), AIMED);
  }

  /// What lies there now was brought by an own pick: it is aimed at.
  #own(): void {
    this.#shifted = -AIMED;
    this.settling = false;
  }

  /// A deed that came under the pointer a moment ago was not aimed at. What only leads on does no harm.
  #missed(choice: MenuChoice): boolean {
    return choice.to !== undefined && Date.now() - this.#shifted < AIMED;
  }

  /// Picks an offer: leads on, asks, or acts.
  async pick(choice: MenuChoice): Promise<void> {
    if (this.busy || this.#missed(choice)) return;
    this.notice = undefined;
    if (choice.to === undefined) {
      await this.#lead(choice);
      return;
    }
    const action = choice.to;
    if (choice.rare || this.risky(choice)) {
      await this.#ask(choice, action);
      return;
    }
    await this.act({ action });
  }

  /// Whether a question needs an answer hangs on what may come of it, never on how long the
  /// counting takes: a sure thing is done, whenever that turns out.
  async #ask(choice: MenuChoice, action: string): Promise<void> {
    const counted = this.#channel.odds({ action }).catch(() => undefined);
    const sure = (odds: Odds | undefined): boolean =>
      !choice.aside && !choice.rare && odds?.lines.length === 1 && odds.lines[0]!.chance > 0.9999;
    const n = this.n;
    this.busy = true;
    const first = await Promise.race([
      counted,
      new Promise<'slow'>((on) => setTimeout(() => on('slow'), PATIENCE)),
    ]);
    this.busy = false;
    if (this.n !== n && !reaches(offered(this.draft), action)) return;
    if (first !== 'slow') {
      if (sure(first)) await this.act({ action });
      else this.confirm = { choice, odds: first };
      return;
    }
    const asked: Confirm = { choice, odds: undefined, counting: true };
    this.confirm = asked;
    void counted.then(async (odds) => {
      if (this.confirm !== asked) return;
      this.confirm = sure(odds) ? undefined : { choice, odds };
      if (sure(odds)) await this.act({ action });
    });
  }

  async #lead(choice: MenuChoice): Promise<void> {
    const n = this.n;
    const path = [...keys(this.draft), choice.key];
    // What lies behind it has come with it.
    if (choice.next?.length) {
      this.draft = pick(this.draft, choice, choice.next);
      this.#own();
      return;
    }
    this.busy = true;
    try {
      const menu = await this.#channel.menu(path, this.#levels(path));
      this.draft = pick(this.draft, choice, menu.choices);
      this.#own();
      // Somebody else did something in between.
      if (this.n !== n) await this.#keep();
    } catch (error) {
      this.#fault(error);
    } finally {
      this.busy = false;
    }
  }

  async confirmed(): Promise<void> {
    const asked = this.confirm;
    this.confirm = undefined;
    if (asked?.choice.to !== undefined) await this.act({ action: asked.choice.to });
  }

  back(): void {
    // One thing at a time, the latest first.
    if (this.notice) this.notice = undefined;
    else if (this.confirm) this.confirm = undefined;
    else this.draft = back(this.draft);
  }

  /// To the top of the menu.
  reset(): void {
    this.confirm = undefined;
    while (depth(this.draft) > 0) this.draft = back(this.draft);
  }

  #presses = new Presses();

  act = ({ action }: { action: string }): Promise<boolean> => this.actAll([action]);
  /// Several actions that are one decision: taken back together.
  actAll = (actions: readonly string[]): Promise<boolean> =>
    this.#presses.give(actions, (action) => this.#act({ action }));
  async #act(what: { action: string }): Promise<boolean> {
    this.busy = true;
    this.notice = undefined;
    try {
      await this.#channel.act(what);
      return true;
    } catch (error) {
      this.#fault(error);
      this.reset();
      return false;
    } finally {
      this.busy = false;
    }
  }

  async takeBack(): Promise<void> {
    try {
      await this.#presses.back(() => this.#channel.ask({ t: 'undo' }, true));
    } catch (error) {
      this.#fault(error);
    }
  }

  async #send(what: Parameters<Channel['ask']>[0]): Promise<void> {
    try {
      await this.#channel.ask(what);
    } catch (error) {
      this.#fault(error);
    }
  }

  say(text: string): Promise<unknown> {
    return this.#channel.ask({ t: 'chat', text }).catch((error: unknown) => this.#fault(error));
  }

  /// Everything anew: somebody is heard no more, or again.
  again = (): void => this.#channel.sync();

  askRewind = (to: number): Promise<void> => this.#send({ t: 'rewind', to });

  answerRewind = (yes: boolean): Promise<void> => this.#send({ t: 'agree', yes });

  claim = (seat: number, what: ClaimWhat): Promise<void> => this.#send({ t: 'claim', seat, what });

  /// What the rules have against an action, or nothing; for a page that says it in its own place.
  async refusal(action: string): Promise<string | undefined> {
    try {
      const says = (await this.#channel.why({ action }))?.says;
      return says && this.named(says);
    } catch {
      return undefined;
    }
  }

  /// Why can this not be done? The answer appears as a notice.
  async why(action: string): Promise<void> {
    try {
      const no = await this.#channel.why({ action });
      if (no) this.#refused('why', no);
    } catch (error) {
      this.#fault(error);
    }
  }

  #fault(error: unknown): void {
    if (error instanceof Refused) {
      this.#refused('refused', error.why);
      if (error.why.code === 'play/stale') this.#channel.sync();
    } else if (error instanceof Error && !['closed', 'offline'].includes(error.message))
      this.notice = { kind: 'word', says: error.message };
  }

  #refused(kind: Notice['kind'], { says, clause, text }: Refusal): void {
    this.notice = { kind, says: this.named(says), clause, text };
  }
}
