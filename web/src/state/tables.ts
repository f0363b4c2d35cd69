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

/// Is one of my seats to decide?
export const waits = (table: TableInfo): boolean =>
  table.status === 'playing' &&
  table.seats.some((seat) => seat.you && table.awaited.includes(seat.seat));

/// By when something must be done there: what has no clock can wait for ever.
const due = (table: TableInfo): number => table.due ?? Infinity;

/// The games that wait for me, the most urgent first, and of those without a clock the one that
/// has waited longest.
export const urgent = (tables: readonly TableInfo[]): TableInfo[] =>
  tables
    .filter(waits)
    .sort((a, b) => (due(a) === due(b) ? a.updated - b.updated : due(a) - due(b)));

/// My games in the order of a list: what waits for me, by urgency; what waits for others; what
/// waits for players; what is over.
export function ordered(tables: readonly TableInfo[]): TableInfo[] {
  const first = urgent(tables);
  const rank = { playing: 0, waiting: 1, over: 2 };
  const rest = tables.filter((table) => !first.includes(table));
  return [...first, ...rest.sort((a, b) => rank[a.status] - rank[b.status])];
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
