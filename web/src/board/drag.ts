/// A press on the board that may become a click, a drag of a unit, or a pan:
/// decided by how far it goes and what lies under it.
import type { Point } from './geometry';

export type Gesture = 'press' | 'unit' | 'pan';

const SLACK = 7;

export class Drag {
  gesture: Gesture = 'press';
  now: Point;

  constructor(
    readonly start: Point,
    /// The place pressed on, if any.
    readonly place: string | undefined,
    /// Is there something to lift at that place?
    readonly liftable: boolean,
  ) {
    this.now = start;
  }

  /// The pointer is now here, in screen pixels. Says what has become of it.
  move(to: Point): Gesture {
    this.now = to;
    if (this.gesture === 'press' && Math.hypot(to.x - this.start.x, to.y - this.start.y) > SLACK) {
      this.gesture = this.liftable ? 'unit' : 'pan';
    }
    return this.gesture;
  }
}
