// Written from games/naval_battle/src/text by `cargo xtask types`.
// Do not edit: a test compares this file with the shapes in Rust.

export type Deployment = {
  /** front row to back row, as the owner sees it */
  placement: string;
  /** what is still to be placed */
  missing: Record<string, number>;
};

export type Rank = 'A' | '6' | '5' | '4' | '3' | '2' | '1' | 'S' | 'M';

export type SideCode = 'W' | 'R';

export type Token = {
  /** its square */
  at: string;
  /** its number, which tells nothing of its type */
  token: string;
  /** whose it is */
  side: SideCode;
  /** what it is; nothing if it is covered */
  type: Rank | null;
  /** what it may be, as far as counting tells */
  candidates?: string;
  /** it has moved, so it is no Mine */
  moved?: boolean;
  /** the others know what it is */
  known?: boolean;
  /** what the own team has written on it */
  mark?: string;
};

export type View = {
  /** where the game stands */
  phase: 'deploy' | 'turn' | 'series' | 'over';
  /** width of the sea */
  columns: number;
  /** its height */
  rows: number;
  /** squares that nobody enters */
  islands: Array<string>;
  /** the side to move */
  to_move: SideCode;
  /** completed turns */
  ply: number;
  /** turns completed at the last loss: whatever came since is quiet */
  loss: number;
  /** sides that have deployed */
  ready: Array<SideCode>;
  /** the pieces on the board, by their numbers */
  tokens: Array<Token>;
  /** what each side has captured, in order */
  racks: {
    /** White's captures */
    W: string;
    /** Red's captures */
    R: string;
  };
  /** where the jumper of an open series stands */
  series?: string;
  /** the side that offers a draw */
  offer?: SideCode;
  /** how it ended */
  result?: {
    /** who has won */
    winner: 'W' | 'R' | 'draw' | 'cancelled';
    /** why, in one word */
    reason: 'admiral' | 'resign' | 'time' | 'blockade' | 'null' | 'mutual-blockade' | 'repetition' | 'quiet' | 'ply-limit' | 'points' | 'agreed' | 'left';
    /** the clause that ended it */
    clause: string;
  };
  /** White's placement, for White */
  deploy_W?: Deployment;
  /** Red's placement, for Red */
  deploy_R?: Deployment;
  /** White's notepad, for White */
  pad_W?: string;
  /** Red's notepad, for Red */
  pad_R?: string;
};

export type Event = 
  | {
    kind: 'placed';
    /** whose doing it is */
    side: SideCode;
  }
  | {
    kind: 'ready';
    /** whose doing it is */
    side: SideCode;
  }
  | {
    kind: 'unready';
    /** whose doing it is */
    side: SideCode;
  }
  | {
    kind: 'started';
    /** where White's Admiral stands */
    W: string;
    /** where Red's Admiral stands */
    R: string;
  }
  | {
    kind: 'moved';
    /** the piece */
    token: string;
    /** from this square */
    from: string;
    /** to this square */
    to: string;
  }
  | {
    kind: 'attack';
    /** from this square */
    from: string;
    /** to this square */
    to: string;
  }
  | {
    kind: 'revealed';
    /** the piece */
    token: string;
    /** what it is */
    type: Rank;
  }
  | {
    kind: 'combat';
    /** for the attacker */
    result: '>' | '<' | '=';
  }
  | {
    kind: 'removed';
    /** the piece */
    token: string;
    /** what it is */
    type: Rank;
    /** the side that takes it */
    by: SideCode;
  }
  | {
    kind: 'hopped';
    /** the piece */
    token: string;
    /** from this square */
    from: string;
    /** to this square */
    to: string;
  }
  | {
    kind: 'series';
    /** where the jumper stands */
    at: string;
  }
  | {
    kind: 'stopped';
  }
  | {
    kind: 'passed';
    /** whose doing it is */
    side: SideCode;
  }
  | {
    kind: 'turn_ended';
  }
  | {
    kind: 'draw_offered';
    /** whose doing it is */
    side: SideCode;
  }
  | {
    kind: 'draw_declined';
    /** whose doing it is */
    side: SideCode;
  }
  | {
    kind: 'noted';
    /** whose doing it is */
    side: SideCode;
  }
  | {
    kind: 'took_over';
    /** who now holds both roles */
    seat: string;
  }
  | {
    kind: 'over';
    /** who has won */
    winner: 'W' | 'R' | 'draw' | 'cancelled';
    /** why, in one word */
    reason: 'admiral' | 'resign' | 'time' | 'blockade' | 'null' | 'mutual-blockade' | 'repetition' | 'quiet' | 'ply-limit' | 'points' | 'agreed' | 'left';
    /** the clause that ended it */
    clause: string;
  }
  | {
    kind: 'all_revealed';
  };
