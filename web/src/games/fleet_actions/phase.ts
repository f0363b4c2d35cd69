/// The phase of a Turn, as the list of moments heads it: steps of movement and gunnery are one each.
import { tOr } from './text';
import type { View } from './types';

export default function phase(view: unknown): string {
  const { kind, step } = (view as View).phase;
  return tOr(`fa.phase.${kind}`, kind, { step: step ?? 1 });
}
