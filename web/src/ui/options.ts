/// Which options of a new game matter with what is chosen.
import type { OptionInfo } from '../api/types';

/// Does it make a difference?
export const matters = (option: OptionInfo, given: (key: string) => string): boolean =>
  (option.only ?? []).every((only) => only.values.includes(given(only.key)));

export interface OptionGroup {
  /// The option they hang on, and its value; empty for those that always matter.
  key: string;
  value: string;
  options: OptionInfo[];
}

/// Options that always matter first, then those that hang on another, each under that one.
export function grouped(
  options: readonly OptionInfo[],
  given: (key: string) => string,
): OptionGroup[] {
  const groups: OptionGroup[] = [];
  for (const option of options) {
    const key = option.only?.[0]?.key ?? '';
    const group = groups.find((one) => one.key === key);
    if (group) group.options.push(option);
    else groups.push({ key, value: key && given(key), options: [option] });
  }
  return groups.sort((a, b) => Number(a.key !== '') - Number(b.key !== ''));
}
