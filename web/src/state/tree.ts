/// Menus several levels deep: what can be done after a pick, all at once.
import type { MenuChoice } from '../api/types';

/// A complete action, with the picks that lead to it.
export interface Leaf {
  /// From the first pick to the last; the last one completes the action.
  path: readonly MenuChoice[];
  /// The last pick.
  choice: MenuChoice;
  /// The action in notation.
  to: string;
}

/// A menu and the menus behind it.
export interface Tree {
  choices: readonly MenuChoice[];
  /// Something was too deep to be looked at: what leads on and has no `next`.
  cut: boolean;
}

/// Every complete action of a menu, in the order of the game.
export function leaves(choices: readonly MenuChoice[], before: readonly MenuChoice[] = []): Leaf[] {
  return choices.flatMap((choice) => {
    const path = [...before, choice];
    if (choice.to !== undefined) return [{ path, choice, to: choice.to }];
    return leaves(choice.next ?? [], path);
  });
}

/// What lies behind these keys: the choice of the last of them.
export function at(
  choices: readonly MenuChoice[],
  keys: readonly string[],
): MenuChoice | undefined {
  let level: readonly MenuChoice[] = choices;
  let found: MenuChoice | undefined;
  for (const key of keys) {
    found = level.find((choice) => choice.key === key);
    if (!found) return undefined;
    level = found.next ?? [];
  }
  return found;
}

/// Is this action somewhere in the menu?
export const offers = (choices: readonly MenuChoice[], action: string): boolean =>
  choices.some((choice) => choice.to === action || offers(choice.next ?? [], action));

/// The place a leaf points at: that of its last pick that has one.
export const placeOf = (leaf: Leaf): string | undefined =>
  leaf.path.findLast((choice) => choice.place !== undefined)?.place;

/// The unit a leaf points at: that of its last pick that has one, beyond the first.
export const targetOf = (leaf: Leaf): string | undefined =>
  leaf.path.slice(1).findLast((choice) => choice.unit !== undefined)?.unit;

/// Leaves by what they have in common: by place, by target, by kind.
export function group<K>(list: readonly Leaf[], by: (leaf: Leaf) => K | undefined): Map<K, Leaf[]> {
  const found = new Map<K, Leaf[]>();
  for (const leaf of list) {
    const key = by(leaf);
    if (key === undefined) continue;
    const those = found.get(key);
    if (those) those.push(leaf);
    else found.set(key, [leaf]);
  }
  return found;
}
