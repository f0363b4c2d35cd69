/// One click, one game: a newcomer's first, against the gentlest opponent.
import { rest } from '../api/rest';
import { gameOf } from '../games';
import { weakest } from './bots';

/// Begins it and says where it is played.
export async function playNow(game: string): Promise<string> {
  const { bots, card } = await rest.game(game);
  const table = await rest.create({
    game,
    options: gameOf(game).first ?? {},
    seats: [
      { kind: 'me' },
      ...Array.from({ length: card.seats[0] - 1 }, () => ({
        kind: 'bot' as const,
        level: weakest(bots),
      })),
    ],
    public: false,
    clock: { kind: 'none' },
    start: true,
  });
  return `/table/${table.id}`;
}
