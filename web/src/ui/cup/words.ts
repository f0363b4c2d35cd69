/// What stands about a tournament in several places.
import type { ClockPlan, MatchGame, Tournament } from '../../api/types';
import { points, t } from '../../text/tournaments';

export function pace(clock: ClockPlan): string {
  if (clock.kind === 'live') return t('cup.live', { bank: clock.bank / 60, add: clock.add });
  if (clock.kind === 'days') return t('cup.days', { n: clock.days });
  return '';
}

const form = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
export const moment = (at: number): string => form.format(at);

export const nameOf = (cup: Tournament, entrant: number): string =>
  cup.entrants[entrant]?.name ?? '';

/// `1 – 0`, or nothing while it goes on.
export const scored = (game: MatchGame): string =>
  game.points ? `${points(game.points[0])} – ${points(game.points[1])}` : '';
