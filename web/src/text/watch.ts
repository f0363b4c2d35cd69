/// Texts of watching, which are loaded with its pages.
import { texts } from '.';

export const { en, t, tOr } = texts({
  'watch.title': 'Games at sea',
  'watch.lead':
    'Public games that are being played now. Nobody who watches sees what a side hides.',
  'watch.none': 'No public game is being played just now. Open a table, or look for somebody.',
  'watch.all': 'All games',
  'watch.game': 'Game',
  'watch.first': 'Shown first',
  'watch.marked': 'chosen by the host',
  'watch.rating': 'rated {n} on average',
  'watch.watchers': '{n} watching|{n} watching',
  'watch.turn': 'turn {n}',
  'watch.round': 'round {n}',
  'watch.moves': '{n} move behind|{n} moves behind',
  'watch.minutes': '{n} minute behind|{n} minutes behind',
  'watch.watchingMoves': 'You are watching, {n} move behind|You are watching, {n} moves behind',
  'watch.watchingMinutes':
    'You are watching, {n} minute behind|You are watching, {n} minutes behind',
  'watch.go': '{game}: {names}',
  'watch.plan': 'Spectators see the game',
  'watch.atOnce': 'at once',
  'watch.talk': 'Spectators may read what the players say',
});
