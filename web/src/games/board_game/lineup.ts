/// A line-up being laid out: which ship stands where with which heading, and how it is written.
import { fleetOf, type Card, type Side, type View } from './view';

export interface Spot {
  at: string;
  heading: string;
}

export interface Waiting {
  id: string;
  card: Card;
}

/// Who is to be placed in this phase, by handle.
export function waiting(view: View, side: Side): Waiting[] {
  const known = fleetOf(view, side);
  const boats = view.phase === 'subs';
  const wanted = view.phase === 'standby' ? 'standby' : 'waiting';
  const open = known
    .filter(([, unit]) => unit.status === wanted)
    .map(([id, unit]) => ({ id, card: unit.print }));
  const hidden = (view.secret[side]?.cards ?? []).map((card, i) => ({
    id: `${side}${known.length + i + 1}`,
    card,
  }));
  return [...open, ...(view.phase === 'standby' ? [] : hidden)].filter(
    (one) => view.phase === 'standby' || (one.card.type === 'SS') === boats,
  );
}

export const ahead = (side: Side): string => (side === 'S' ? 'N' : 'S');

/// `S1@d1N S2@c2N` as spots.
export function parse(text: string): Record<string, Spot> {
  const spots: Record<string, Spot> = {};
  for (const [, id, at, heading] of text.matchAll(/([SN]\d+)@([a-h][1-8])([NESW]?)/g))
    spots[id!] = { at: at!, heading: heading || 'N' };
  return spots;
}

/// The same the other way round.
export const noted = (spots: Readonly<Record<string, Spot>>): string =>
  Object.entries(spots)
    .map(([id, { at, heading }]) => `${id}@${at}${heading}`)
    .join(' ');

/// The whole action.
export function write(
  view: View,
  all: readonly Waiting[],
  spots: Readonly<Record<string, Spot>>,
): string {
  const word = view.phase === 'subs' ? 'subs' : view.phase === 'standby' ? 'enter' : 'deploy';
  const placed = all.filter((one) => spots[one.id]);
  const rest = all.filter((one) => !spots[one.id]);
  if (!placed.length) return `${word} none`;
  const list = placed.map(({ id }) => {
    const spot = spots[id]!;
    return `${id}@${spot.at}${word === 'subs' ? '' : spot.heading}`;
  });
  const waits =
    word === 'deploy' && rest.length ? ` standby ${rest.map((one) => one.id).join(' ')}` : '';
  return `${word} ${list.join(' ')}${waits}`;
}

/// Left and right exchanged.
export function mirror(spots: Readonly<Record<string, Spot>>): Record<string, Spot> {
  const other: Record<string, string> = { E: 'W', W: 'E' };
  return Object.fromEntries(
    Object.entries(spots).map(([id, { at, heading }]) => [
      id,
      {
        at: `${String.fromCharCode(201 - at.charCodeAt(0))}${at.slice(1)}`,
        heading: other[heading] ?? heading,
      },
    ]),
  );
}

/// The next heading round the compass.
export const turned = (heading: string): string => 'NESWN'['NESW'.indexOf(heading) + 1] ?? 'N';
