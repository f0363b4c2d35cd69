/// What the board shows while a story is told: the pieces as they were, moved
/// step by step to where they are.
import type { Tell } from '../../api/types';
import { Story, type Clock, type Step } from '../../board/anim';
import { read, type SideCode, type Token, type View } from './view';

export interface Shown extends Token {
  /// On its way off the board.
  gone?: boolean;
  /// In the air over another piece.
  hopping?: boolean;
}

export interface Effect {
  id: number;
  kind: 'flash' | 'splash' | 'call' | 'verdict';
  at: string;
  /// Where guns point.
  to?: string;
  text?: string;
  side?: SideCode;
}

const MS = { move: 340, hop: 520, attack: 420, reveal: 700, combat: 520, remove: 420 } as const;

const FRAME = 34;

export class Stage {
  shown = $state.raw<readonly Shown[]>([]);
  effects = $state.raw<readonly Effect[]>([]);
  last = $state.raw<readonly string[]>([]);
  telling = $state(false);
  #story: Story;
  #ids = 0;
  #pending = 0;

  constructor(still: () => boolean = () => false, clock?: Clock) {
    this.#story = new Story(clock, still);
  }

  /// Shows a view at once, unless a story leading to it is being told.
  show(view: unknown): void {
    if (this.#pending > 0) return;
    this.#set(read(view));
  }

  /// Tells what happened, then shows how it is.
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

  #set(view: View | undefined): void {
    this.shown = view?.tokens ?? [];
    this.effects = [];
  }

  #change(token: unknown, change: Partial<Shown>): void {
    this.shown = this.shown.map((shown) =>
      shown.token === token ? { ...shown, ...change } : shown,
    );
  }

  #effect(effect: Omit<Effect, 'id'>): void {
    this.effects = [...this.effects.slice(-6), { ...effect, id: ++this.#ids }];
  }

  #placeOf(token: unknown): string | undefined {
    return this.shown.find((shown) => shown.token === token)?.at;
  }

  #steps(event: Record<string, unknown>, pace: number): Step[] {
    const text = (key: string): string => String(event[key] ?? '');
    const token = text('token');
    switch (event.kind) {
      case 'moved':
        return [
          {
            ms: MS.move * pace,
            show: () => {
              this.effects = [];
              this.last = [text('from'), text('to')];
              this.#change(token, { at: text('to'), moved: true });
            },
          },
        ];
      case 'hopped':
        return [
          // Drawn last it goes over the other piece; a frame before, or it would not glide.
          {
            ms: FRAME,
            show: () =>
              (this.shown = [
                ...this.shown.filter((one) => one.token !== token),
                ...this.shown.filter((one) => one.token === token),
              ]),
          },
          {
            ms: MS.hop * pace,
            show: () => {
              this.effects = [];
              this.last = [text('from'), text('to')];
              this.#change(token, { at: text('to'), hopping: true, moved: true });
            },
          },
          { ms: 0, show: () => this.#change(token, { hopping: false }) },
        ];
      case 'attack':
        return [
          {
            ms: MS.attack * pace,
            show: () => {
              this.effects = [];
              this.last = [text('from'), text('to')];
              this.#effect({ kind: 'flash', at: text('from'), to: text('to') });
            },
          },
        ];
      case 'revealed':
        return [
          {
            ms: MS.reveal * pace,
            show: () => {
              const at = this.#placeOf(token);
              this.#change(token, { type: text('type') });
              if (at)
                this.#effect({
                  kind: 'call',
                  at,
                  text: text('type'),
                  side: token.startsWith('W') ? 'W' : 'R',
                });
            },
          },
        ];
      case 'combat':
        return [
          {
            ms: MS.combat * pace,
            show: () => {
              const at = this.last[1];
              if (at) this.#effect({ kind: 'verdict', at, text: text('result') });
            },
          },
        ];
      case 'removed':
        return [
          {
            ms: MS.remove * pace,
            show: () => {
              const at = this.#placeOf(token);
              this.#change(token, { gone: true, type: text('type') });
              if (at) this.#effect({ kind: 'splash', at });
            },
          },
          { ms: 0, show: () => (this.shown = this.shown.filter((shown) => shown.token !== token)) },
        ];
      default:
        return [];
    }
  }
}
