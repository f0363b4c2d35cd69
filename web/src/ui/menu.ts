/// Long menus in groups, and searched.
import type { MenuChoice } from '../api/types';

export interface Group {
  kind: string;
  choices: MenuChoice[];
}

/// A menu in groups by kind, in the order the game offers them.
export function groups(choices: readonly MenuChoice[]): Group[] {
  const found: Group[] = [];
  for (const choice of choices) {
    const group = found.find((one) => one.kind === choice.kind);
    if (group) group.choices.push(choice);
    else found.push({ kind: choice.kind, choices: [choice] });
  }
  return found;
}

/// Choices whose words hold everything that was typed.
export function narrowed(choices: readonly MenuChoice[], typed: string): MenuChoice[] {
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return choices.filter((choice) => {
    const text = `${choice.text} ${choice.key}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}
