/// The phase of a Round, as the list of moments heads it.
import type { Tell } from '../../api/types';
import { capital } from '../../text';
import { t } from './text';
import type { View } from './types';

export default function phase(view: unknown, tells: readonly Tell[] = []): string {
  // A Round that begins is told under its own heading, and opens with the roll for the initiative.
  if (tells.some(({ d }) => d.kind === 'round')) return capital(t('board_game.phase.first'));
  return capital(t(`board_game.phase.${(view as View).phase}`));
}
