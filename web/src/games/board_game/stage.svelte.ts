/// What the table shows while a story is told: the view as it was, changed step
/// by step, and what flashes, splashes and tumbles on the way.
import type { Tell } from '../../api/types';
import { Story, type Clock, type Step } from '../../board/anim';
import type { Event as GameEvent } from './types';
import { along, dice, read, type Face, type Side, type Unit, type View } from './view';

export interface Effect {
  id: number;
  kind: 'shot' | 'torpedo' | 'plane' | 'splash' | 'hit' | 'sunk' | 'call' | 'charge';
  at: string;
  to?: string;
  text?: string;
  dice?: readonly Face[];
  plane?: string;
  by?: Side;
  bad?: boolean;
}

/// A die on its way: what just fell in a pool.
const MS = { step: 170, shot: 520, call: 900, hit: 420, sunk: 700, dice: 900, order: 120 } as const;

export class Stage {
  view = $state.raw<View>();
  effects = $state.raw<readonly Effect[]>([]);
  /// Squares of the last move.
  last = $state.raw<readonly string[]>([]);
  /// The orders of both sides as they are opened.
  opened = $state.raw<readonly { by: Side; order: string }[]>([]);
  telling = $state(false);
  /// Whose pool has just been rolled.
  rolled = $state(0);
  #story: Story;
  #ids = 0;
  #pending = 0;

  constructor(still: () => boolean = () => false, clock?: Clock) {
    this.#story = new Story(clock, still);
  }

  /// Shows a view at once, unless a story leading to it is being told.
  show(view: unknown): void {
    if (this.#pending > 0) return;
    this.view = read(view);
    this.effects = [];
  }

  /// Tells what happened, then shows how it is.
  async tell(
    tells: readonly Pick<Tell, 'd'>[],
    before: unknown,
    after: unknown,
    pace = 1,
  ): Promise<void> {
    this.#pending += 1;
    this.telling = true;
    const last = read(after);
    const steps: Step[] = [
      {
        ms: 0,
        show: () => {
          this.view ??= read(before);
          this.opened = [];
        },
      },
      ...tells.flatMap((tell) => this.#steps(tell.d as unknown as GameEvent, pace)),
    ];
    steps.push({
      ms: 0,
      show: () => {
        this.#pending -= 1;
        if (this.#pending > 0) return;
        this.view = last;
        this.effects = [];
      },
    });
    await this.#story.tell(steps);
    if (this.#pending === 0) this.telling = false;
  }

  skip(): void {
    this.#story.skip();
  }

  #change(id: string, change: Partial<Unit>): void {
    const view = this.view;
    const unit = view?.units[id];
    if (!view || !unit) return;
    this.view = { ...view, units: { ...view.units, [id]: { ...unit, ...change } } };
  }

  #effect(effect: Omit<Effect, 'id'>): void {
    this.effects = [...this.effects.slice(-7), { ...effect, id: ++this.#ids }];
  }

  #at(id: string): string {
    return this.view?.units[id]?.at ?? '';
  }

  #steps(event: GameEvent, pace: number): Step[] {
    const one = (ms: number, show: () => void): Step[] => [{ ms: ms * pace, show }];
    const clear = (): void => void (this.effects = []);
    switch (event.kind) {
      case 'pool':
        return one(MS.dice, () => {
          const view = this.view;
          if (view) {
            this.view = {
              ...view,
              pool: { ...view.pool, [event.by]: event.dice },
              exhausted: { ...view.exhausted, [event.by]: '' },
            };
          }
          this.rolled += 1;
        });
      case 'initiative':
        return one(MS.call, () => {
          clear();
          this.#effect({
            kind: 'call',
            at: 'd4',
            text: event.winner ?? '',
            dice: [...dice(event.south ?? ''), ...dice(event.north ?? '')],
          });
        });
      case 'moved': {
        const places = along(event.from, event.path);
        const steps: Step[] = places.slice(1).map((at, i) => ({
          ms: MS.step * pace,
          show: () => {
            if (i === 0) clear();
            this.last = [event.from, at];
            const from = places[i]!;
            this.#change(event.unit, { at, heading: bearing(from, at) });
          },
        }));
        steps.push({
          ms: MS.step * pace,
          show: () => {
            this.last = event.to ? [event.from, event.to] : [event.from];
            const unit = this.view?.units[event.unit];
            if (!unit) return;
            const change: Partial<Unit> = { moved: true };
            if (event.to) change.heading = event.heading;
            if (event.dived) change.status = 'submerged';
            if (event.surfaced) change.status = 'afloat';
            if (event.exited) change.status = 'exited';
            this.#change(event.unit, change);
          },
        });
        return steps;
      }
      case 'smoke':
        return one(MS.hit, () => {
          const view = this.view;
          if (view) this.view = { ...view, smoke: `${view.smoke ?? ''} ${event.at}`.trim() };
        });
      case 'strike':
        return one(MS.shot, () => {
          this.#effect({
            kind: 'plane',
            at: this.#at(event.carrier),
            to: event.at,
            plane: event.plane,
            by: event.carrier.startsWith('S') ? 'S' : 'N',
          });
        });
      case 'dogfight':
      case 'interception':
        return one(MS.call, () => {
          clear();
          this.#effect({
            kind: 'call',
            at: this.#at(event.target),
            text: event.kind,
            dice: event.kind === 'dogfight' ? event.faces : [event.face],
          });
        });
      case 'flak':
        return one(MS.call, () => {
          clear();
          this.#effect({ kind: 'call', at: event.at, text: 'flak', dice: dice(event.dice) });
        });
      case 'ordered':
        return one(MS.order, () => {
          clear();
          this.opened = [...this.opened, { by: event.by, order: event.order }];
        });
      case 'bombed':
      case 'air-torpedo':
        return one(MS.shot, () => {
          clear();
          this.#effect({
            kind: event.kind === 'bombed' && !event.effective ? 'splash' : 'hit',
            at: this.#at(event.target),
          });
        });
      case 'fired':
        return one(MS.shot, () => {
          clear();
          this.#effect({ kind: 'shot', at: this.#at(event.unit), to: this.#at(event.target) });
          this.#effect({
            kind: event.effective ? 'hit' : 'splash',
            at: this.#at(event.target),
            text: `${event.value} : ${event.armour}`,
          });
        });
      case 'torpedo':
        return one(MS.shot, () => {
          clear();
          this.#effect({ kind: 'torpedo', at: this.#at(event.unit), to: this.#at(event.target) });
          this.#effect({ kind: event.damage ? 'hit' : 'splash', at: this.#at(event.target) });
        });
      case 'charged':
        return one(MS.shot, () => {
          clear();
          this.#effect({ kind: 'charge', at: this.#at(event.target) });
        });
      case 'damaged':
        return one(MS.hit, () => this.#change(event.unit, { sp: event.sp }));
      case 'mended':
        return one(MS.hit, () => this.#change(event.unit, { sp: event.sp }));
      case 'sunk':
        return [
          ...one(MS.sunk, () => {
            clear();
            this.#effect({ kind: 'sunk', at: this.#at(event.unit) });
          }),
          ...one(0, () => this.#change(event.unit, { status: 'sunk', sp: 0 })),
        ];
      default:
        return [];
    }
  }
}

/// Where the bow points after a step.
function bearing(from: string, to: string): 'N' | 'E' | 'S' | 'W' {
  const dx = to.charCodeAt(0) - from.charCodeAt(0);
  const dy = Number(to.slice(1)) - Number(from.slice(1));
  return dx > 0 ? 'E' : dx < 0 ? 'W' : dy > 0 ? 'N' : 'S';
}
