/// Which part of the sea is seen: a middle and how large a point is. The eye
/// follows the action until somebody takes hold of the chart.
import type { Point } from '../../board/geometry';
import { centre, sheet, type Extent } from './sea';

/// Water round the outermost points.
const ROUND = 70;
const NEAREST = 2.6;
/// A room that is not laid out yet has no height: nothing is drawn smaller than this.
const FARTHEST = 0.1;

export class Camera {
  x = $state(0);
  y = $state(0);
  /// Pixels of a unit of paper.
  k = $state(1);
  wide = $state(0);
  high = $state(0);
  /// Has a person moved the chart?
  held = $state(false);
  extent: Extent = { columns: 1, rows: 1 };

  box = $derived.by(() => ({
    x: this.x - this.wide / 2 / this.k,
    y: this.y - this.high / 2 / this.k,
    w: Math.max(1, this.wide / this.k),
    h: Math.max(1, this.high / this.k),
  }));

  get least(): number {
    const { w, h } = sheet(this.extent);
    const whole = Math.min(this.wide / (w + 2 * ROUND), this.high / (h + 2 * ROUND));
    return Math.min(NEAREST, Math.max(FARTHEST, whole));
  }

  #clamp(): void {
    const { w, h } = sheet(this.extent);
    this.k = Math.min(NEAREST, Math.max(this.least, this.k));
    const keep = (at: number, size: number, seen: number): number =>
      seen >= size + 2 * ROUND
        ? size / 2
        : Math.min(size + ROUND - seen / 2, Math.max(seen / 2 - ROUND, at));
    this.x = keep(this.x, w, this.wide / this.k);
    this.y = keep(this.y, h, this.high / this.k);
  }

  #fitted: { places: readonly string[]; least: number; own: readonly string[] } | undefined;

  /// Shows all of these places, no nearer than so many points across. Where that makes them
  /// too small for a finger, the own ones alone.
  fit(places: readonly string[], least = 9, own: readonly string[] = []): void {
    this.#fitted = { places, least, own };
    this.#frame(places, least);
    if (this.k < 0.34 && own.length) this.#frame(own, 7);
  }

  #frame(places: readonly string[], least: number): void {
    if (!places.length || !this.wide || !this.high) return;
    const spots = places.map(centre);
    const [left, right] = [
      Math.min(...spots.map((c) => c.x)) - 110,
      Math.max(...spots.map((c) => c.x)) + 110,
    ];
    const [top, bottom] = [
      Math.min(...spots.map((c) => c.y)) - 110,
      Math.max(...spots.map((c) => c.y)) + 110,
    ];
    this.k = Math.min(
      this.wide / (right - left),
      this.high / (bottom - top),
      Math.min(this.wide, this.high) / (least * 100),
    );
    this.x = (left + right) / 2;
    this.y = (top + bottom) / 2;
    this.#clamp();
  }

  /// Brings a place into sight, moving as little as needed.
  reveal(place: string, round = 140): void {
    const { x, y } = centre(place);
    const mx = Math.min(round, this.wide / this.k / 2);
    const my = Math.min(round, this.high / this.k / 2);
    const { box } = this;
    this.x += Math.min(0, x - mx - box.x) + Math.max(0, x + mx - box.x - box.w);
    this.y += Math.min(0, y - my - box.y) + Math.max(0, y + my - box.y - box.h);
    this.#clamp();
  }

  /// The same while the action is followed.
  follow(place: string): void {
    if (!this.held && place !== '-') this.reveal(place);
  }

  pan(dx: number, dy: number): void {
    this.held = true;
    this.x += dx;
    this.y += dy;
    this.#clamp();
  }

  zoom(factor: number, at: Point = { x: this.x, y: this.y }): void {
    this.held = true;
    const before = this.k;
    this.k = Math.min(NEAREST, Math.max(this.least, this.k * factor));
    const scale = before / this.k;
    this.x = at.x - (at.x - this.x) * scale;
    this.y = at.y - (at.y - this.y) * scale;
    this.#clamp();
  }

  lookAt(spot: Point): void {
    this.held = true;
    this.x = spot.x;
    this.y = spot.y;
    this.#clamp();
  }

  resize(wide: number, high: number): void {
    this.wide = wide;
    this.high = high;
    this.#clamp();
    // A new shape of the window: the same ships in it, unless the chart was moved by hand.
    if (this.#fitted && !this.held)
      this.fit(this.#fitted.places, this.#fitted.least, this.#fitted.own);
  }
}
