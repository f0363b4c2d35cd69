/// Short sights on the board that every naval game knows: a shot, a splash, a ship going down.
import type { Die } from '../ui/dice';

export interface Effect {
  kind:
    | 'flash' // guns at `at` fire towards `to`
    | 'shot' // a ball flies from `at` to `to`
    | 'splash' // a miss
    | 'hit' // it struck
    | 'sink' // she goes down
    | 'smoke' // drifts down wind
    | 'call' // words at a place
    | 'dice'; // dice that fell there
  at: string;
  to?: string | undefined;
  text?: string | undefined;
  /// Is what is called good or bad news?
  tone?: 'good' | 'bad' | undefined;
  dice?: readonly Die[] | undefined;
}
