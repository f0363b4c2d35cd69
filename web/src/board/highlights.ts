/// Marks on the board, filled from the server's menu and from nothing else.
import type { Geometry } from './geometry';

/// One thing that may be picked, as the server offers it.
export interface Offer {
  /// By which a draft names it.
  key: string;
  /// What will happen, in a few words.
  text: string;
  kind: string;
  place?: string | null;
  unit?: string | null;
  /// Does it complete an action?
  done?: boolean;
}

export interface Mark {
  /// How it looks: by the kind of the offers there.
  look: 'act' | 'go' | 'attack' | 'jump' | 'place' | 'swap';
  offers: Offer[];
  text: string;
}

const LOOKS: Record<string, Mark['look']> = {
  unit: 'act',
  piece: 'act',
  ship: 'act',
  move: 'go',
  attack: 'attack',
  fire: 'attack',
  jump: 'jump',
  hop: 'jump',
};

/// One mark for each place of the board that an offer stands for.
export function marks(
  offers: readonly Offer[],
  geometry: Pick<Geometry, 'has'>,
): Map<string, Mark> {
  const found = new Map<string, Mark>();
  for (const offer of offers) {
    const place = offer.place;
    if (!place || !geometry.has(place)) continue;
    const mark = found.get(place);
    if (mark) {
      mark.offers.push(offer);
      mark.text = `${mark.text}; ${offer.text}`;
      if (LOOKS[offer.kind] === 'attack') mark.look = 'attack';
    } else {
      found.set(place, { look: LOOKS[offer.kind] ?? 'place', offers: [offer], text: offer.text });
    }
  }
  return found;
}

/// Offers that have no place on the board: these become buttons.
export function loose(offers: readonly Offer[], geometry: Pick<Geometry, 'has'>): Offer[] {
  return offers.filter((offer) => !offer.place || !geometry.has(offer.place));
}
