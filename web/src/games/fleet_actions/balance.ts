/// What our own simulation says of each battle: the table in docs/balance.md, read as it stands.
export interface Balance {
  games: number;
  /// Share of the score by side, in per cent, A first.
  share: [number, number];
  drawn: number;
  turns: number;
}

/// The row of a set-up: `| id | games | A 60 % (53–67), B 40 % (33–47) | 6 % | 15 | … |`.
export function balanceOf(table: string, id: string): Balance | undefined {
  const part = table.split('<!-- fleet_actions -->')[1]?.split('<!-- end of fleet_actions -->')[0];
  const row = part?.split('\n').find((line) => line.startsWith(`| ${id} |`));
  const cells = row?.split('|').map((cell) => cell.trim());
  if (!cells) return undefined;
  const shares = [...(cells[3] ?? '').matchAll(/(\d+) % \(/g)].map((found) => Number(found[1]));
  const number = (text: string | undefined): number => Number(/\d+/.exec(text ?? '')?.[0]);
  const found: Balance = {
    games: number(cells[2]),
    share: [shares[0] ?? NaN, shares[1] ?? NaN],
    drawn: number(cells[4]),
    turns: number(cells[5]),
  };
  return [found.games, ...found.share, found.drawn, found.turns].some(Number.isNaN)
    ? undefined
    : found;
}
