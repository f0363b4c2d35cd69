/// What a click on a place that is not lit means, in notation: the rules answer why it cannot be done.
import { standing, straight, type Face, type Side, type Unit, type View } from './view';

interface Hand {
  side: Side | undefined;
  piece: Unit | undefined;
  /// The die that would pay for a move, and all there are.
  paying: Face | undefined;
  pool: readonly Face[];
}

export function attempt(
  view: View,
  { side, piece, paying, pool }: Hand,
  unit: string,
  place: string,
): string | undefined {
  if (view.phase === 'movement')
    return `mv ${unit} ${paying ?? 'M'} ${straight(piece?.at ?? 'a1', place)}`;
  const foe = standing(view, place).find(([, one]) => one.side !== side)?.[0];
  if (!foe) return undefined;
  if (view.phase === 'orders')
    return `orders art ${unit} 1 ${pool.find((face) => face.startsWith('A')) ?? 'AF'} >${foe}`;
  return view.phase === 'air' ? `strike ${unit} D1>${foe}` : undefined;
}
