/// What a list says about a table beside its people.
import { rest } from '../api/rest';
import type { ScenarioInfo, SeatInfo, TableInfo } from '../api/types';
import { botName, t } from '../text';
import { keep, recall } from './prefs.svelte';

/// Whoever holds a seat, by name.
export const holderName = ({ holder }: Pick<SeatInfo, 'holder'>): string =>
  holder.kind === 'person'
    ? holder.name
    : holder.kind === 'bot'
      ? botName(holder.level)
      : t('table.open');

/// Does a program play it, of the server's own or with an account?
export const isBot = ({ holder }: Pick<SeatInfo, 'holder'>): boolean =>
  holder.kind === 'bot' || (holder.kind === 'person' && holder.bot === true);

/// How a finished game ended, as the one who looks would say it.
export function outcome(table: TableInfo): string {
  const result = table.result;
  if (table.status !== 'over' || !result) return '';
  if (result.verdict === 'drawn') return t('harbour.drawn');
  if (result.verdict === 'cancelled') return t('harbour.cancelled');
  const own = table.seats.filter((seat) => seat.you);
  const winners = table.seats.filter((seat) => result.seats.includes(seat.seat));
  if (own.length === 1)
    return t(winners.some((seat) => seat.you) ? 'harbour.youWon' : 'harbour.youLost');
  return t('harbour.won', { name: winners.map((seat) => seat.name).join(', ') });
}

const known = new Map<string, Promise<readonly ScenarioInfo[]>>();

/// The title of the scenario a table plays; empty where the game has none to choose from.
export async function scenarioOf(table: Pick<TableInfo, 'game' | 'options'>): Promise<string> {
  const id = table.options.scenario;
  if (typeof id !== 'string') return '';
  const found =
    known.get(table.game) ??
    rest
      .game(table.game)
      .then((game) => game.scenarios)
      .catch(() => []);
  known.set(table.game, found);
  return (await found).find((one) => one.id === id)?.title ?? '';
}

const KEY = 'admiralty.cleared';
/// Older ones are forgotten: their tables are far down any list by then.
const MOST = 500;

/// Games that were cleared away, in this browser.
export const cleared = (): ReadonlySet<string> => new Set(recall<string[]>(KEY, []));
export function clear(id: string): ReadonlySet<string> {
  const all = [...[...cleared()].filter((one) => one !== id), id].slice(-MOST);
  keep(KEY, all);
  return new Set(all);
}
export function bringBack(): ReadonlySet<string> {
  keep(KEY, []);
  return new Set();
}
