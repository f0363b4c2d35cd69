/// The roster: every card, from the file that a test of the rules compares with theirs.
import lines from './roster.json';
import type { Card } from './types';

type Line = Omit<Card, 'id' | 'name' | 'flag' | 'tp'> & {
  tp: [number, number];
  ships: [string, string, number][];
};

const CLASSES = lines as unknown as Line[];

export const CARDS: readonly Card[] = CLASSES.flatMap(({ ships, tp, ...print }) =>
  ships.map(([id, name, flag]) => ({ ...print, id, name, flag: flag === 1, tp: tp[flag] ?? 0 })),
);

const BY_ID = new Map(CARDS.map((card) => [card.id, card]));

export const cardOf = (id: string): Card | undefined => BY_ID.get(id.toUpperCase());

export interface Wish {
  navy?: string;
  type?: string;
  feature?: string;
  most?: number;
  text?: string;
}

/// The cards that fit a wish.
export function found(wish: Wish): Card[] {
  const text = wish.text?.toLowerCase() ?? '';
  return CARDS.filter(
    (card) =>
      (!wish.navy || card.navy === wish.navy) &&
      (!wish.type || card.type === wish.type) &&
      (!wish.feature ||
        card.features.includes(wish.feature) ||
        card.sub_features.includes(wish.feature)) &&
      (!wish.most || card.tp <= wish.most) &&
      (!text || `${card.name} ${card.class}`.toLowerCase().includes(text)),
  );
}

export const points = (ids: readonly string[]): number =>
  ids.reduce((sum, id) => sum + (cardOf(id)?.tp ?? 0), 0);

/// A fleet as a file: one id a line, what follows # is a remark.
export const asFile = (name: string, ids: readonly string[]): string =>
  [`# ${name}`, ...ids.map((id) => `${id}  # ${cardOf(id)?.name ?? ''}`), ''].join('\n');

/// The ids of a file; nothing if it holds none.
export function fromFile(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.replace(/#.*/, '').trim())
    .filter((id) => cardOf(id) !== undefined);
}

export interface OwnFleet {
  name: string;
  ids: string[];
}
