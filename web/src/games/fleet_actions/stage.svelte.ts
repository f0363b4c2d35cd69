/// What the chart shows while a story is told: ships as they were, moved step
/// by step to where they are, and the moments of this turn kept to be looked
/// at again.
import type { Tell } from '../../api/types';
import { Story, type Step } from '../../board/anim';
import { read, shownOf, sideOf, type Shown, type SideCode, type View } from './fleet';
import { t } from './text';

export interface Effect {
  id: number;
  kind: 'smoke' | 'hit' | 'word' | 'splash' | 'roll';
  /// Ships it is about.
  ships: readonly string[];
  to?: readonly string[];
  text?: string;
  /// What was rolled, and the number that hits or less.
  dice?: readonly number[];
  number?: number;
  /// A moment nobody should miss.
  loud?: boolean;
}

/// What a turn has cost each side: steps of Strength and of rigging, and what brought points.
export interface Harm {
  A: { strength: number; movement: number };
  B: { strength: number; movement: number };
  lost: readonly string[];
}
const UNHARMED: Harm = {
  A: { strength: 0, movement: 0 },
  B: { strength: 0, movement: 0 },
  lost: [],
};

/// A moment that can be looked at again.
export interface Frame {
  says: string;
  ships: readonly Shown[];
  at: string | undefined;
  /// The step of movement it happened in, 1 to 4; 0 before the first.
  step: number;
}

const MOST = 240;
const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];

export class Stage {
  shown = $state.raw<readonly Shown[]>([]);
  effects = $state.raw<readonly Effect[]>([]);
  telling = $state(false);
  /// Entries that are still to be told: the log has those before them.
  #waiting = $state.raw<readonly number[]>([]);
  toldTo = $derived.by(() => (this.#waiting.length ? Math.min(...this.#waiting) - 1 : Infinity));
  frames = $state.raw<readonly Frame[]>([]);
  harm = $state.raw<Harm>(UNHARMED);
  /// The moment that is looked at, or nothing for now.
  scrubbed = $state<number>();
  #story: Story;
  #ids = 0;
  #pending = 0;
  #turn = -1;
  #step = 0;
  /// How long one move is told, in milliseconds.
  #glide = 400;
  #timer: ReturnType<typeof setInterval> | undefined;
  /// Is the turn played once more?
  again = $state(false);

  ships = $derived.by<readonly Shown[]>(() =>
    this.scrubbed === undefined ? this.shown : (this.frames[this.scrubbed]?.ships ?? this.shown),
  );

  constructor(
    still: () => boolean,
    readonly follow: (place: string) => void,
  ) {
    this.#story = new Story(undefined, still);
  }

  /// Shows a view at once, unless a story leading to it is being told.
  show(view: unknown): void {
    if (this.#pending > 0) return;
    const now = read(view);
    this.shown = now ? shownOf(now) : [];
    this.effects = [];
  }

  async tell(
    tells: readonly Tell[],
    before: unknown,
    after: unknown,
    pace = 1,
    n = Infinity,
  ): Promise<void> {
    const now = read(after);
    this.#waiting = [...this.#waiting, n];
    if (now && now.turn !== this.#turn) {
      this.#turn = now.turn;
      this.#step = 0;
      this.frames = [];
      this.harm = UNHARMED;
    }
    this.pause();
    if (this.#pending === 0 && !this.shown.length) this.show(before);
    this.#pending += 1;
    this.telling = true;
    this.scrubbed = undefined;
    // A few moves can be followed one by one; a great many are told faster.
    const moves = tells.filter((tell) => (tell.d as { kind?: string }).kind === 'moved').length;
    this.#glide = Math.min(560, Math.max(200, 6000 / Math.max(1, moves)));
    const steps = tells.flatMap((tell) => this.#steps(tell, pace));
    steps.push(...this.#gains(read(before), now, pace));
    steps.push({
      ms: 0,
      show: () => {
        this.#pending -= 1;
        this.#waiting = this.#waiting.filter((one) => one !== n);
        if (this.#pending === 0) {
          this.shown = now ? shownOf(now) : [];
          this.effects = [];
        }
      },
    });
    await this.#story.tell(steps);
    if (this.#pending === 0) this.telling = false;
  }

  /// Plays the moments of this turn once more, from where one looks or from the first.
  replay(ms: number): void {
    this.pause();
    this.again = true;
    this.scrub(this.scrubbed ?? 0);
    this.#timer = setInterval(() => {
      const next = (this.scrubbed ?? this.frames.length) + 1;
      this.scrub(next);
      if (next >= this.frames.length) this.pause();
    }, ms);
  }

  pause(): void {
    clearInterval(this.#timer);
    this.again = false;
  }

  /// Looks at a moment; past the last one is now.
  scrub(n: number): void {
    this.scrubbed = n >= this.frames.length ? undefined : n;
    const at = this.frames[n]?.at;
    if (at) this.follow(at);
  }

  skip(): void {
    this.#story.skip();
  }

  #change(codes: readonly string[], change: Partial<Shown>): void {
    const these = new Set(codes);
    this.shown = this.shown.map((ship) => (these.has(ship.code) ? { ...ship, ...change } : ship));
  }

  #hurt(side: SideCode, what: 'strength' | 'movement'): void {
    const was = this.harm[side];
    this.harm = { ...this.harm, [side]: { ...was, [what]: was[what] + 1 } };
  }

  /// One word at a time, and where it is said.
  #say(ships: readonly string[], text: string, loud = false): void {
    this.effects = this.effects.filter((one) => one.kind !== 'word');
    this.#effect({ kind: 'word', ships, text, loud });
  }

  #effect(effect: Omit<Effect, 'id'>): void {
    this.effects = [...this.effects.slice(-12), { ...effect, id: ++this.#ids }];
  }

  #lose(says: string): void {
    this.harm = { ...this.harm, lost: [...this.harm.lost, says] };
  }

  /// Ships that bring the other side more points than before: each is said, and why.
  #gains(was: View | undefined, now: View | undefined, pace: number): Step[] {
    if (!was || !now) return [];
    return shownOf(now).flatMap((ship) => {
      const more = (ship.counts ?? 0) - (was.ships[ship.code]?.counts ?? 0);
      if (more <= 0) return [];
      const side = now.sides[sideOf(ship.code) === 'A' ? 'B' : 'A'].name;
      const why =
        ship.state === 'ok'
          ? t(ship.beaten ? 'fa.gain.beaten' : 'fa.gain.hurt')
          : t(`fa.state.${ship.state}`);
      const all = ship.counts ?? 0;
      const says = t(all > more ? 'fa.gainAll' : 'fa.gain', {
        name: ship.name,
        why,
        n: more,
        all,
        side,
      });
      return [
        {
          ms: 1000 * pace,
          show: () => {
            this.#lose(says);
            this.#say([ship.code], says, ship.state !== 'ok');
          },
        },
      ];
    });
  }

  #where(codes: readonly string[]): string | undefined {
    return this.shown.find((ship) => ship.code === codes[0])?.at;
  }

  #frame(says: string, codes: readonly string[]): void {
    const at = this.#where(codes);
    if (at) this.follow(at);
    this.frames = [...this.frames.slice(-MOST), { says, ships: this.shown, at, step: this.#step }];
  }

  #steps(tell: Tell, pace: number): Step[] {
    const d = tell.d as Record<string, unknown>;
    const ships = strings(d.ships);
    const ship = typeof d.ship === 'string' ? [d.ship] : [];
    const one = (ms: number, codes: readonly string[], change: () => void): Step[] => [
      {
        ms: ms * pace,
        show: () => {
          change();
          this.#frame(tell.s ?? '', codes);
        },
      },
    ];
    const heading = d.heading as Shown['heading'];
    switch (d.kind) {
      case 'ordered':
        return one(160, ships, () => {
          this.#change(ships, typeof d.order === 'string' && d.order !== 'tack' ? { heading } : {});
        });
      case 'moved':
        return one(this.#glide, ships, () => {
          this.effects = [];
          this.#change(ships, { at: String(d.to), heading });
        });
      case 'tacked':
      case 'conformed':
        return one(260, ships, () => this.#change(ships, { heading }));
      case 'turned':
        return one(160, ship, () => this.#change(ship, { heading }));
      case 'withdrew':
        return one(260, ships, () => this.#change(ships, { state: 'withdrawn' }));
      case 'straggles':
        return one(200, ship, () => {
          this.#change(ship, { straggler: true });
          this.#say(ship, tell.s ?? '');
        });
      case 'rejoined':
        return one(160, ship, () => this.#change(ship, { straggler: false }));
      case 'fired': {
        const [who, whom] = [strings(d.who), strings(d.whom)];
        const dice = Array.isArray(d.dice) ? d.dice.map(Number) : [];
        return one(1100, who, () => {
          this.effects = [];
          this.#effect({ kind: 'smoke', ships: who, to: whom });
          if (d.hits === 0) this.#effect({ kind: 'splash', ships: whom });
          this.#effect({ kind: 'roll', ships: whom, dice, number: Number(d.number) });
        });
      }
      case 'damaged':
        return one(420, ship, () => {
          const now = this.shown.find((shown) => shown.code === ship[0]);
          const sd = Number(d.sd);
          this.#change(ship, {
            sd,
            md: Number(d.md),
            strength: Math.max(0, (now?.rating ?? sd) - sd),
          });
          this.#hurt(sideOf(ship[0] ?? ''), d.what === 'movement' ? 'movement' : 'strength');
          this.#effect({ kind: 'hit', ships: ship });
          this.#say(ship, tell.s ?? '');
        });
      case 'struck':
        return one(1300, ship, () => {
          this.#change(ship, { state: 'struck' });
          this.#say(ship, tell.s ?? '', true);
        });
      case 'prize':
      case 'wrecked':
        return one(1300, ship, () => this.#say(ship, tell.s ?? '', true));
      case 'boarded':
        return one(900, ship, () => this.#say(ship, tell.s ?? ''));
      case 'aground':
      case 'paired':
      case 'collided':
        return one(600, ship, () => this.#say(ship, tell.s ?? ''));
      case 'rolled': {
        if (d.purpose !== 'captains roll' && d.purpose !== 'course roll') return [];
        const owner = String(d.owner);
        const crew = this.shown
          .filter((s) => owner === `${s.code.slice(0, 2)}@${s.at}` && s.line)
          .map((s) => s.code);
        return one(700, crew, () => this.#say(crew, tell.s ?? ''));
      }
      case 'card': {
        const flags = this.shown
          .filter((s) => s.flagship && s.code.startsWith(String(d.seat)))
          .map((s) => s.code);
        return one(900, flags.slice(0, 1), () => {
          this.effects = [];
          this.#say(flags.slice(0, 1), tell.s ?? '');
        });
      }
      case 'speed':
        return [{ ms: 240 * pace, show: () => undefined }];
      case 'step':
        return [
          {
            ms: 120 * pace,
            show: () => {
              this.#step = Number(d.step);
              this.effects = [];
            },
          },
        ];
      default:
        return [];
    }
  }
}
