/// What the board shows while a story is told: ships as they were, moved step by step to where
/// they are, with shots, hits and losses where they happen.
import type { Tell } from '../../api/types';
import { Story, type Clock, type Step } from '../../board/anim';
import { bearing, degrees, field, read, spot, type View } from './view';

export interface Shown {
  id: string;
  at: string;
  /// Degrees from north, never jumping by more than half a circle.
  heading: number;
  gone?: boolean;
}

export interface Effect {
  id: number;
  kind: 'shot' | 'hit' | 'miss' | 'splash' | 'blast' | 'call' | 'wind';
  at: string;
  from?: string;
  text?: string;
  die?: number;
}

const MS = { sail: 480, fire: 620, hurt: 420, sink: 560, call: 700, wind: 900 } as const;

export class Stage {
  shown = $state.raw<readonly Shown[]>([]);
  effects = $state.raw<readonly Effect[]>([]);
  last = $state.raw<readonly string[]>([]);
  telling = $state(false);
  #story: Story;
  #ids = 0;
  #pending = 0;
  /// Where each ship was last seen to go: at the lower levels a bow means nothing else.
  #courses = new Map<string, number>();

  constructor(still: () => boolean = () => false, clock?: Clock) {
    this.#story = new Story(clock, still);
  }

  /// Courses of ships that moved before this page was opened.
  remember(tells: readonly Tell[]): void {
    for (const { d } of tells) this.#course(d);
  }

  show(view: unknown): void {
    if (this.#pending > 0) return;
    this.#set(read(view));
  }

  async tell(tells: readonly Tell[], after: unknown, pace = 1): Promise<void> {
    this.#pending += 1;
    this.telling = true;
    const steps = tells.flatMap((tell) => this.#steps(tell.d, pace));
    steps.push({
      ms: 0,
      show: () => {
        this.#pending -= 1;
        if (this.#pending === 0) this.#set(read(after));
      },
    });
    await this.#story.tell(steps);
    if (this.#pending === 0) this.telling = false;
  }

  skip(): void {
    this.#story.skip();
  }

  /// Which way the ship points.
  heading(view: View, id: string): number {
    const ship = view.ships[id];
    if (!ship?.space) return 0;
    if (view.setup.level === 'admiral' && ship.bow) return degrees(ship.bow);
    const known = this.#courses.get(id);
    if (known !== undefined) return known;
    // Towards the middle, as ships lie before they have moved.
    const middle = {
      x: (view.field.columns - 1) / 2,
      y: (view.field.rows - 1) / 2,
    };
    const { column, row } = spot(ship.space);
    const turn = (Math.atan2(middle.x - column, row - middle.y) * 180) / Math.PI;
    return Math.round(turn / 45) * 45;
  }

  #set(view: View | undefined): void {
    const before = new Map(this.shown.map((one) => [one.id, one.heading]));
    this.shown = view
      ? Object.entries(view.ships).flatMap(([id, ship]) =>
          ship.space
            ? [{ id, at: ship.space, heading: near(before.get(id), this.heading(view, id)) }]
            : [],
        )
      : [];
    this.effects = [];
  }

  #course(event: Record<string, unknown>): void {
    const text = (key: string): string => String(event[key] ?? '');
    if ((event.kind === 'moved' || event.kind === 'drifted') && text('from') !== text('to'))
      this.#courses.set(text('ship'), Math.round(bearing(text('from'), text('to')) / 45) * 45);
  }

  #at(id: string): string | undefined {
    return id.startsWith('@') ? id.slice(1) : this.shown.find((one) => one.id === id)?.at;
  }

  #change(id: string, change: Partial<Shown>): void {
    this.shown = this.shown.map((one) => (one.id === id ? { ...one, ...change } : one));
  }

  #effect(effect: Omit<Effect, 'id'>): void {
    this.effects = [...this.effects.slice(-7), { ...effect, id: ++this.#ids }];
  }

  #steps(event: Record<string, unknown>, pace: number): Step[] {
    const text = (key: string): string => String(event[key] ?? '');
    const ship = text('ship');
    const step = (ms: number, show: () => void): Step[] => [{ ms: ms * pace, show }];
    switch (event.kind) {
      case 'moved':
      case 'sailed':
      case 'drifted':
        return step(MS.sail, () => {
          const [from, to] = [text('from'), text('to')];
          this.#course(event);
          this.effects = [];
          this.last = [from, to];
          const was = this.shown.find((one) => one.id === ship)?.heading ?? 0;
          const turn =
            event.kind === 'sailed'
              ? degrees(text('bow'))
              : from === to
                ? was
                : Math.round(bearing(from, to) / 45) * 45;
          this.#change(ship, { at: to, heading: near(was, turn) });
        });
      case 'turned':
        return step(MS.sail, () => {
          const was = this.shown.find((one) => one.id === ship)?.heading ?? 0;
          this.#change(ship, { heading: near(was, degrees(text('bow'))) });
        });
      case 'fired':
        return step(MS.fire, () => {
          this.effects = [];
          const target = this.#at(text('target'));
          if (!target) return;
          this.last = [target];
          for (const gun of text('volley').split(' > ')[0]?.split(',') ?? []) {
            const from = this.#at(gun.replace(/x\d$/, ''));
            if (from) this.#effect({ kind: 'shot', at: target, from });
          }
          this.#effect({
            kind: event.hit === true ? 'hit' : 'miss',
            at: target,
            die: Number(event.die),
          });
        });
      case 'damaged':
      case 'sails hit':
        return step(MS.hurt, () => {
          const at = this.#at(ship);
          if (at) this.#effect({ kind: 'call', at, text: `−${Number(event.damage ?? 1)}` });
        });
      case 'battered':
        return step(MS.hurt, () => {
          const at = text('fort').slice(1);
          this.#effect({ kind: 'call', at, text: `${Number(event.left)} / 3` });
        });
      case 'sunk':
        return [
          ...step(MS.sink, () => {
            const at = this.#at(ship) ?? text('space');
            this.#change(ship, { gone: true });
            this.#effect({ kind: 'splash', at });
          }),
          { ms: 0, show: () => (this.shown = this.shown.filter((one) => one.id !== ship)) },
        ];
      case 'exploded':
      case 'detonated':
        return step(MS.sink, () => this.#effect({ kind: 'blast', at: text('space') }));
      case 'rolled':
        return step(MS.hurt, () => {
          const at = this.#at(text('unit'));
          if (at)
            this.#effect({
              kind: 'call',
              at,
              text: `${Number(event.strength)} + ${Number(event.chance)}`,
              die: Number(event.die),
            });
        });
      case 'destroyed':
        return step(MS.sink, () => this.#effect({ kind: 'blast', at: text('fort').slice(1) }));
      default:
        return [];
    }
  }
}

/// The same direction, written so that a turn goes the short way round.
function near(was: number | undefined, to: number): number {
  if (was === undefined) return to;
  const turn = ((((to - was) % 360) + 540) % 360) - 180;
  return was + turn;
}

/// Is there such a place on the field of this view?
export const onField = (view: View, place: string): boolean =>
  field(view.field.columns, view.field.rows).has(place);
