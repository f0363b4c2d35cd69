/// Picks on the way to an action. Going back inside a draft is local: nothing
/// has happened yet.
import type { MenuChoice } from '../api/types';

export interface Level {
  choices: readonly MenuChoice[];
  /// What was picked here, if anything yet.
  picked?: MenuChoice;
}

export interface Draft {
  levels: readonly Level[];
}

export const start = (choices: readonly MenuChoice[]): Draft => ({ levels: [{ choices }] });

export const keys = (draft: Draft): string[] =>
  draft.levels.flatMap((level) => (level.picked ? [level.picked.key] : []));

/// What may be picked now.
export const offered = (draft: Draft): readonly MenuChoice[] => draft.levels.at(-1)?.choices ?? [];

export const depth = (draft: Draft): number => draft.levels.length - 1;

/// What was picked last.
export const lastPick = (draft: Draft): MenuChoice | undefined => draft.levels.at(-2)?.picked;

/// The draft after a pick that leads on to further choices.
export function pick(draft: Draft, choice: MenuChoice, next: readonly MenuChoice[]): Draft {
  const levels = [...draft.levels];
  const top = levels.pop();
  if (!top) return draft;
  return { levels: [...levels, { ...top, picked: choice }, { choices: next }] };
}

/// The draft with these picks in menus that were asked for anew: the first without a pick, the
/// next after the first pick, and so on. Where a pick is no longer offered it ends, and something is lost.
export function rebuild(
  path: readonly string[],
  menus: readonly (readonly MenuChoice[])[],
): { draft: Draft; lost: boolean } {
  let draft = start(menus[0] ?? []);
  for (const [i, key] of path.entries()) {
    const choice = menus[i]?.find((one) => one.key === key && one.to === undefined);
    const next = menus[i + 1];
    if (!choice || !next || next.length === 0) return { draft: start(menus[0] ?? []), lost: true };
    draft = pick(draft, choice, next);
  }
  return { draft, lost: false };
}

/// The draft without its last pick.
export function back(draft: Draft): Draft {
  if (draft.levels.length < 2) return draft;
  const levels = draft.levels.slice(0, -1);
  const top = levels.pop()!;
  return { levels: [...levels, { choices: top.choices }] };
}
