/// Which part of the sea is seen: a middle and how large a point is. The eye
/// follows the action until somebody takes hold of the chart.
import type { Point } from '../../board/geometry';
import { centre, sheet, type Extent } from './sea';

/// Water round the outermost points.
const ROUND = 70;
const NEAREST = 2.6;
/// A room that is not laid out yet has no height: nothing is drawn smaller than this.
const FARTHEST = 0.1;

/// Beyond the edges of the room so much of it is drawn as well, on each side: a chart that is
/// dragged is only shifted, and drawn anew when the hand rests.
export const OVER = 0.3;
const RESTS = 160;

/// Ships are too small for a finger here.
const SMALL = 0.34;
/// Under an open dial they are not touched: it is enough to see them.
const TINY = 0.26;

/// What is to be seen.
export interface Subject {
  places: readonly string[];
  /// No nearer than so many points across.
  least: number;
  /// Round these there is room for where they may sail, and for a dial.
  roomy: readonly string[];
  /// Looked at alone where all would be too small.
  own: readonly string[];
  /// A dial is open here, so large at each scale: all of it is seen.
  dial?: { at: string; outer: (k: number) => number } | undefined;
}

interface Eye {
  x: number;
  y: number;
  /// Pixels of a unit of paper.
  k: number;
}

export class Camera {
  /// What is drawn.
  x = $state(0);
  y = $state(0);
  k = $state(1);
  /// What is looked at, while a hand moves the chart.
  eye = $state.raw<Eye>({ x: 0, y: 0, k: 1 });
  /// Is it in somebody's hand this very moment?
  moving = $state(false);
  wide = $state(0);
  high = $state(0);
  /// Has a person moved the chart?
  held = $state(false);
  /// What was looked at last: the buttons go nearer to it.
  focus: Point | undefined;
  extent: Extent = { columns: 1, rows: 1 };
  /// How much water is seen beyond the edge of the sheet, where a dial needs it.
  water = 0;
  /// Does a hand rest on it, which may move on?
  #grabbed = false;
  #rest: ReturnType<typeof setTimeout> | undefined;

  box = $derived.by(() => ({
    x: this.x - this.wide / 2 / this.k,
    y: this.y - this.high / 2 / this.k,
    w: Math.max(1, this.wide / this.k),
    h: Math.max(1, this.high / this.k),
  }));
  /// How the drawing is shifted to what is looked at.
  shift = $derived.by(() => {
    if (!this.moving) return 'none';
    const { x, y, k } = this.eye;
    return `translate(${(this.x - x) * k}px, ${(this.y - y) * k}px) scale(${k / this.k})`;
  });

  /// Does it come nearer or go farther?
  zooming = $derived.by(() => this.moving && this.eye.k !== this.k);

  get least(): number {
    const { w, h } = sheet(this.extent);
    const whole = Math.min(this.wide / (w + 2 * ROUND), this.high / (h + 2 * ROUND));
    return Math.min(NEAREST, Math.max(FARTHEST, whole));
  }

  #clamp(eye: Eye): Eye {
    const { w, h } = sheet(this.extent);
    const k = Math.min(NEAREST, Math.max(this.least, eye.k));
    const round = Math.max(ROUND, this.water);
    const keep = (at: number, size: number, seen: number): number =>
      seen >= size + 2 * round
        ? size / 2
        : Math.min(size + round - seen / 2, Math.max(seen / 2 - round, at));
    return { k, x: keep(eye.x, w, this.wide / k), y: keep(eye.y, h, this.high / k) };
  }

  /// Looks there, and draws it.
  #look(eye: Eye): void {
    this.eye = this.#clamp(eye);
    this.#draw();
    this.moving = false;
    clearTimeout(this.#rest);
  }

  #draw(): void {
    this.x = this.eye.x;
    this.y = this.eye.y;
    this.k = this.eye.k;
  }

  /// Looks there while a hand moves the chart.
  #glide(eye: Eye): void {
    this.held = true;
    this.eye = this.#clamp(eye);
    this.moving = true;
    clearTimeout(this.#rest);
    if (!this.#grabbed) this.#rest = setTimeout(() => this.#look(this.eye), RESTS);
    const { x, y, k } = this.eye;
    const scale = k / this.k;
    const far = Math.max(
      Math.abs((this.x - x) * k) / Math.max(1, this.wide),
      Math.abs((this.y - y) * k) / Math.max(1, this.high),
    );
    // Where nothing is drawn yet it is drawn at once; from nearer or farther it may wait until
    // the hand rests.
    const gap = scale > 0.95 && far + 0.5 > (0.5 + OVER) * scale;
    if (scale > 4 || scale < 0.45 || gap) this.#draw();
  }

  /// Looks again at what is to be seen, when the room has another shape.
  refit: (() => void) | undefined;

  /// Shows all of these places. Where that makes them too small for a finger, the own ones alone.
  fit({ places, least, roomy, own, dial }: Subject): void {
    const eye = dial && this.#beside(places, least, dial);
    if (eye) return this.#look(eye);
    this.#frame(places, least, roomy);
    if (this.k < SMALL && own.length) this.#frame(own, 7);
  }

  /// The nearest from which a dial is seen whole and the places beside it as well, if there is one.
  #beside(
    places: readonly string[],
    least: number,
    { at, outer }: NonNullable<Subject['dial']>,
  ): Eye | undefined {
    if (!this.wide || !this.high) return undefined;
    const c = centre(at);
    const spots = places.map(centre);
    const across = (from: number, list: readonly number[], reach: number, size: number) => {
      const [a, b] = [
        Math.min(from - reach, ...list.map((n) => n - 60)),
        Math.max(from + reach, ...list.map((n) => n + 60)),
      ];
      return b - a <= size ? (a + b) / 2 : undefined;
    };
    const most = Math.min(NEAREST, Math.min(this.wide, this.high) / (least * 100));
    for (let k = most; k >= TINY; k *= 0.97) {
      const reach = outer(k);
      const x = across(
        c.x,
        spots.map((spot) => spot.x),
        reach,
        this.wide / k,
      );
      const y = across(
        c.y,
        spots.map((spot) => spot.y),
        reach,
        this.high / k,
      );
      if (x !== undefined && y !== undefined) return { k, x, y };
    }
    return undefined;
  }

  #frame(places: readonly string[], least: number, own: readonly string[] = []): void {
    const eye = this.#round(places, least, own);
    if (eye) this.#look(eye);
  }

  /// Are these places neither lost on a much larger sheet nor looked at from too near?
  suits({ places, least, roomy }: Subject): boolean {
    const eye = this.#round(places, least, roomy);
    if (!eye) return true;
    const k = Math.min(eye.k, NEAREST);
    return k <= 1.15 * this.eye.k && (k < SMALL || k >= 0.7 * this.eye.k);
  }

  /// Round the own ones there is room for where they may sail, and for their dial.
  #round(places: readonly string[], least: number, own: readonly string[]): Eye | undefined {
    if (!places.length || !this.wide || !this.high) return undefined;
    const boxes = [
      ...places.map((at) => ({ ...centre(at), round: 110 })),
      ...own.map((at) => ({ ...centre(at), round: 250 })),
    ];
    const [left, right] = [
      Math.min(...boxes.map((c) => c.x - c.round)),
      Math.max(...boxes.map((c) => c.x + c.round)),
    ];
    const [top, bottom] = [
      Math.min(...boxes.map((c) => c.y - c.round)),
      Math.max(...boxes.map((c) => c.y + c.round)),
    ];
    return {
      k: Math.min(
        this.wide / (right - left),
        this.high / (bottom - top),
        Math.min(this.wide, this.high) / (least * 100),
      ),
      x: (left + right) / 2,
      y: (top + bottom) / 2,
    };
  }

  /// Is this place well inside what is seen?
  shows(place: string, round = 120): boolean {
    const { x, y } = centre(place);
    const { box } = this;
    const inside = (at: number, from: number, size: number): boolean =>
      at >= from + Math.min(round, size / 4) && at <= from + size - Math.min(round, size / 4);
    return inside(x, box.x, box.w) && inside(y, box.y, box.h);
  }

  /// Brings a place into sight, moving as little as needed.
  reveal(place: string, round = 140): void {
    const { x, y } = (this.focus = centre(place));
    const eye = this.eye;
    const [w, h] = [this.wide / eye.k / 2, this.high / eye.k / 2];
    const [mx, my] = [Math.min(round, w), Math.min(round, h)];
    this.#look({
      k: eye.k,
      x: eye.x + Math.min(0, x - mx - (eye.x - w)) + Math.max(0, x + mx - (eye.x + w)),
      y: eye.y + Math.min(0, y - my - (eye.y - h)) + Math.max(0, y + my - (eye.y + h)),
    });
  }

  /// Lifts a place out of what a sheet covers, so many pixels from below.
  above(place: string, covered: number): void {
    const { y } = centre(place);
    const { eye } = this;
    const lowest = eye.y + (this.high / 2 - covered) / eye.k;
    if (y > lowest) this.#look({ ...eye, y: eye.y + y - lowest });
  }

  /// The same while the action is followed.
  follow(place: string): void {
    if (!this.held && place !== '-') this.reveal(place);
  }

  grab(): void {
    this.#grabbed = true;
  }

  release(): void {
    if (!this.#grabbed) return;
    this.#grabbed = false;
    if (this.moving) this.#look(this.eye);
  }

  pan(dx: number, dy: number): void {
    const { x, y, k } = this.eye;
    this.#glide({ x: x + dx, y: y + dy, k });
  }

  zoom(factor: number, at: Point = this.eye): void {
    const { x, y, k } = this.eye;
    const to = Math.min(NEAREST, Math.max(this.least, k * factor));
    const scale = k / to;
    this.#glide({ k: to, x: at.x - (at.x - x) * scale, y: at.y - (at.y - y) * scale });
  }

  lookAt(spot: Point): void {
    this.held = true;
    this.#look({ ...spot, k: this.eye.k });
  }

  resize(wide: number, high: number): void {
    this.wide = wide;
    this.high = high;
    this.#look(this.eye);
    if (!this.held) this.refit?.();
  }
}
