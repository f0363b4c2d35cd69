/// The phase of a Round, as the list of moments heads it.
import { capital } from '../../text';
import { t } from './text';
import type { View } from './types';

export default function phase(view: unknown): string {
  return capital(t(`board_game.phase.${(view as View).phase}`));
}
