/// The scenarios and the ready fleets, from the file that a test of the rules compares with theirs.
import file from './battles.json';
import { cardOf } from './roster';
import { t } from './text';
import type { Card, Side } from './view';

interface Written {
  id: string;
  rounds: number;
  /// Games of the bot against itself, and what each side scored of them in per cent.
  games: number;
  south: number;
  north: number;
  sea?: string;
  fleets?: string[][];
  at?: string[];
  goals?: [string, string, number][];
}

export interface Battle extends Written {
  /// The cards of both sides with their ready squares.
  lines: Record<Side, { card: Card; at: string }[]>;
}

const WRITTEN = file.scenarios as unknown as Written[];

function line(one: Written, side: 0 | 1): { card: Card; at: string }[] {
  const squares = one.at?.[side]?.split(' ') ?? [];
  return (one.fleets?.[side] ?? []).flatMap((id, i) => {
    const card = cardOf(id);
    return card ? [{ card, at: squares[i] ?? '' }] : [];
  });
}

export function battleOf(id: string): Battle | undefined {
  const one = WRITTEN.find((battle) => battle.id === id);
  return one && { ...one, lines: { S: line(one, 0), N: line(one, 1) } };
}

export interface Ready {
  key: string;
  name: string;
  /// Her largest ship.
  lead: string;
  ids: readonly string[];
}

export const READY: readonly Ready[] = (file.ready as unknown as [string, string[]][]).map(
  ([key, ids]) => {
    const first = cardOf(ids[0] ?? '');
    return {
      key,
      ids,
      name: t(key.endsWith('-CV') ? 'board_game.fleet.ofCarriers' : 'board_game.fleet.ofGuns', {
        navy: t(`board_game.navy.${first?.navy ?? 'US'}`),
      }),
      lead: first?.name ?? '',
    };
  },
);
