/// Who acts before one's own next phase, in words. In which order, the server says.
import { t } from './text';
import type { View } from './view';

const called = (view: View, seat: string): string => view.names[seat] ?? seat;

/// The phases from now to one's own next one: who acts now comes first, oneself last. Nothing for who
/// only looks on, and where nobody comes any more.
export function order(view: View, seat: string | undefined): string[] {
  const coming = view.coming?.map((phase) => phase.seat);
  if (!seat || !coming || (!coming.length && view.aim.last === view.turn)) return [];
  return view.phase === seat ? [seat, ...coming, seat] : coming.length ? [...coming, seat] : [];
}

/// What follows the phase that is ended now.
export function next(view: View): string {
  const coming = view.coming ?? [];
  const seats = coming.map((phase) => phase.seat);
  const [first] = seats;
  // After the last Turn nobody comes.
  if (view.aim.last === view.turn && !coming.length) return '';
  if (first === undefined) return t('sail.next.you', { n: view.turn + 1 });
  if (seats.length > 1 && seats.every((seat) => seat === first))
    return t('sail.next.twice', { name: called(view, first) });
  if (seats.length > 2) return t('sail.next.many', { n: seats.length });
  return t('sail.next.one', { names: seats.map((seat) => called(view, seat)).join(', ') });
}

/// Said while somebody acts who will act again before oneself; nothing else is worth a word.
export function twice(view: View): string | undefined {
  const [now, then, ...more] = view.coming ?? [];
  if (!now || then?.seat !== now.seat || more.length) return undefined;
  return t('sail.next.wait', { name: called(view, now.seat), n: then.turn });
}
