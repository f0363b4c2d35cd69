/// The view of Naval Battle as the server sends it, read with care.

export type SideCode = 'W' | 'R';

export interface Token {
  at: string;
  token: string;
  side: SideCode;
  /// Its rank; nothing (or null) if it is covered.
  type?: string | null;
  candidates?: string;
  moved?: boolean;
  known?: boolean;
  mark?: string;
}

export interface Deployment {
  placement: string;
  missing: Record<string, number>;
}

export interface View {
  phase: 'deploy' | 'turn' | 'series' | 'over';
  columns: number;
  rows: number;
  islands: string[];
  to_move: SideCode;
  ply: number;
  /// Turns completed at the last loss.
  loss: number;
  ready: SideCode[];
  tokens: Token[];
  racks: Record<SideCode, string>;
  series?: string;
  offer?: SideCode;
  deploy_W?: Deployment;
  deploy_R?: Deployment;
  pad_W?: string;
  pad_R?: string;
}

/// The view, or nothing before the game has begun.
export function read(view: unknown): View | undefined {
  if (typeof view !== 'object' || view === null || !('tokens' in view) || !('rows' in view))
    return undefined;
  return view as View;
}

/// The side of a seat: seats 0 and 2 are White's, 1 and 3 Red's.
export const sideOf = (seat: number | undefined): SideCode | undefined =>
  seat === undefined ? undefined : seat % 2 === 0 ? 'W' : 'R';

export const otherSide = (side: SideCode): SideCode => (side === 'W' ? 'R' : 'W');

export const tokenAt = (view: View, place: string): Token | undefined =>
  view.tokens.find((token) => token.at === place);

/// In which order ranks are listed.
export const RANKS = ['A', '6', '5', '4', '3', '2', '1', 'S', 'M'] as const;

/// How a question "why not from here to there?" is written: only the form of
/// the action, whether it is allowed is the server's to say.
export function asked(view: View, from: string, to: string): string {
  const there = tokenAt(view, to);
  const here = tokenAt(view, from);
  if (there && there.side !== here?.side) return `${from}*${to}`;
  return twoApart(from, to) ? `${from}^${to}` : `${from}-${to}`;
}

function twoApart(from: string, to: string): boolean {
  const dx = Math.abs(from.charCodeAt(0) - to.charCodeAt(0));
  const dy = Math.abs(Number(from.slice(1)) - Number(to.slice(1)));
  return (dx === 2 && dy === 0) || (dx === 0 && dy === 2);
}
