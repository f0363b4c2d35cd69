// Written from games/board_game/src/text by `cargo xtask types`.
// Do not edit: a test compares this file with the shapes in Rust.

export type Aimed = {
  /** the target */
  unit: string;
  /** only with this feature */
  needs?: string;
  /** what one die does, two, and so on */
  does: Array<Does>;
};

export type Can = {
  /** who can move where */
  moves?: Record<string, Moves>;
  /** who can be repaired, with which two dice */
  repairs?: Record<string, Array<string>>;
  /** who can launch */
  launches?: Record<string, Launch>;
  /** who can strike */
  strikes?: Record<string, StrikePlan>;
  /** weapons with targets */
  attacks?: Array<Weapon>;
  /** why a unit has no weapon with a target: no die, something is in the way, nobody in reach */
  idle?: Record<string, 'die' | 'hidden' | 'range'>;
  /** features to activate */
  specials?: Array<Special>;
};

export type Card = {
  /** its navy */
  navy: 'US' | 'UK' | 'JP' | 'DE' | 'IT';
  /** its type */
  type: 'BB' | 'BC' | 'CA' | 'CL' | 'DD' | 'CV' | 'SS' | 'TR';
  /** its class */
  class: string;
  /** structure points */
  sp: number;
  /** armour */
  armour: number;
  /** movement at the surface */
  movement: number;
  /** main battery */
  art1: {
    /** value of one die */
    value: number;
    /** range in squares */
    range: number;
    /** how many dice it takes */
    spaces: number;
  } | null;
  /** secondary battery */
  art2: {
    /** value of one die */
    value: number;
    /** range in squares */
    range: number;
    /** how many dice it takes */
    spaces: number;
  } | null;
  /** torpedoes for the whole game */
  torpedoes: number;
  /** flak against dive and torpedo bombers */
  aa: [number, number];
  /** fighter, dive and torpedo squadrons */
  squadrons: [number, number, number];
  /** features at the surface */
  features: Array<string>;
  /** movement of a submerged boat */
  sub_movement: number;
  /** features of a submerged boat */
  sub_features: Array<string>;
  /** its id */
  id: string;
  /** its name */
  name: string;
  /** does it bear the Admiral symbol */
  flag: boolean;
  /** its price */
  tp: number;
};

export type Does = {
  /** value of the attack */
  value?: number;
  /** armour it is compared with */
  armour?: number;
  /** critical tokens it places */
  tokens?: number;
  /** structure it costs */
  loses?: number;
  /** it sinks the target */
  sinks?: boolean;
  /** weaknesses of the attacker with which a star of the enemy would still make it less */
  unless?: string;
};

export type Face = 'M' | 'MF' | 'AF' | 'AD' | 'TM' | 'X';

export type Flight = {
  /** its carrier */
  carrier: string;
  /** the squadron on that carrier */
  plane: string;
  /** the square it flies over */
  at: string;
  /** the unit it protects */
  screens?: string;
  /** its target in the strike under way */
  attacks?: string;
};

export type From = {
  /** the square the bombers attack from */
  at: string;
  /** dice of flak there */
  flak: number;
};

export type Heading = 'N' | 'E' | 'S' | 'W';

export type Launch = {
  /** how many squadrons */
  most: number;
  /** those aboard */
  planes: string;
  /** the units fighters may screen */
  screens: string;
  /** may they be placed over squares? */
  over: boolean;
};

export type Moves = {
  /** how far it may go */
  points: number;
  /** the dice that may pay, the cheapest first */
  dice: string;
  /** where it can get */
  to: Array<Reach>;
};

export type Prey = {
  /** the target */
  unit: string;
  /** from where, the least flak first */
  from: Array<From>;
  /** what one squadron of this kind does if it gets through, two together, and so on */
  does?: Array<Does>;
  /** fighters that screen it */
  screens?: number;
};

export type Raider = {
  /** the squadron */
  plane: string;
  /** what it may attack */
  targets: Array<Prey>;
};

export type Reach = {
  /** the square */
  at: string;
  /** the fewest points it takes */
  cost: number;
  /** the end that is reached with the fewest points */
  first: string;
  /** the path for each end: a heading, below, dive, upN, exit */
  ways: Record<string, string>;
  /** the enemies whom her guns reach and see from there */
  aims?: string;
  /** the enemies in range whom she does not see from there, and what is in the way: a unit, one square, two that shut a corner, or smoke */
  hides?: Record<string, string>;
  /** the enemies whom her torpedoes reach from there, end by end */
  abeam?: Record<string, string>;
};

export type Score = {
  /** for whom it counts */
  side: Side;
  /** which unit brings it */
  unit?: string;
  /** sunk, at half her structure, a bonus, left the board, or the smaller fleet */
  why: 'sunk' | 'half' | 'bonus' | 'exit' | 'smaller';
  /** how much */
  points: number;
};

export type Side = 'S' | 'N';

export type Special = {
  /** whose feature */
  unit: string;
  /** which */
  feature: string;
  /** it is the enemy's weakness */
  red?: boolean;
  /** what it may be used on: d4, sp, crit ART1 */
  on?: Array<string>;
  /** she loses one point more if guns cost her structure, or if anything hits her */
  extra?: 'cost' | 'hit';
};

export type StrikePlan = {
  /** how many squadrons */
  most: number;
  /** they were placed in the Movement phase and cost no die */
  placed: boolean;
  /** those that may take part */
  planes: Array<Raider>;
};

export type Unit = {
  /** whose it is */
  side: Side;
  /** the id of its card */
  card: string;
  /** what is printed on its card */
  print: Card;
  /** its square on the battlefield */
  at?: string;
  /** its heading at the surface */
  heading?: Heading;
  /** where it is, if not afloat */
  status?: 'waiting' | 'standby' | 'afloat' | 'submerged' | 'sunk' | 'exited';
  /** structure left */
  sp: number;
  /** torpedoes left */
  torpedoes: number;
  /** it has had its Movement die */
  moved?: boolean;
  /** it has launched this round */
  launched?: boolean;
  /** it has made its strike */
  struck?: boolean;
  /** it was hit this round */
  hit?: boolean;
  /** repairs this round */
  repairs?: number;
  /** tokens the enemy has still to place on it */
  owed?: number;
  /** features closed this round */
  tokens?: string;
  /** features closed next round */
  next?: string;
  /** gun dice closed this round, as ART1: 1, where it is not all of the battery */
  shut?: Record<string, number>;
  /** the same for the next round */
  shut_next?: Record<string, number>;
  /** special features in force */
  used?: string;
  /** its squadrons: aboard, screen S1, at d4, spent, lost */
  air?: Record<string, string>;
};

export type Weapon = {
  /** whose it is */
  unit: string;
  /** which weapon */
  with: 'art1' | 'art2' | 'torp' | 'dc';
  /** how many dice it takes */
  most: number;
  /** the dice that serve, the cheapest first */
  dice: string;
  /** its targets */
  targets: Array<Aimed>;
  /** what it cannot see */
  hidden?: Array<{
    /** an enemy in range that cannot be seen */
    unit: string;
    /** what is in the way */
    why: string;
  }>;
};

export type View = {
  /** the options that are not at their defaults */
  options: {
    /** its key; left out in a free battle */
    scenario?: string;
    /** points of a fleet */
    tp?: number;
    /** how many rounds */
    rounds?: number;
    /** how the game ends */
    victory?: string;
    /** how scenery is laid */
    scenery?: string;
    /** how ranges are counted */
    metric?: string;
    /** what a token on a battery closes */
    crit?: string;
    /** repairs per unit and round */
    repair?: number;
    /** which navies a fleet may mix */
    navies?: string;
    /** may transports be chosen */
    transports?: string;
    /** may ships be chosen that never fought */
    whatif?: string;
  };
  /** scenery, such as c4=IS d5=FG */
  scenery: string;
  /** squares under smoke */
  smoke?: string;
  /** the round; 0 before the first */
  round: number;
  /** what is being decided */
  phase: 'scenery' | 'fleet' | 'deploy' | 'subs' | 'standby' | 'first' | 'movement' | 'air' | 'intercept' | 'bombs' | 'air-crit' | 'orders' | 'crit' | 'over';
  /** by whom, where only one decides */
  actor: Side;
  /** the first player of the round */
  first: Side;
  /** every known unit */
  units: Record<string, Unit>;
  /** the squadrons in the air that have still to fight */
  flights?: Array<Flight>;
  /** available dice */
  pool: {
    /** South's */
    S: string;
    /** North's */
    N: string;
  };
  /** dice used this round */
  exhausted: {
    /** South's */
    S: string;
    /** North's */
    N: string;
  };
  /** whose fleets were agreed openly */
  open: Array<Side>;
  /** who has stood down */
  stood_down?: Array<Side>;
  /** who has moved after standing down */
  late_move?: Array<Side>;
  /** passes in a row */
  passes?: number;
  /** who is ready */
  ready?: Array<Side>;
  /** scenery laid in turn */
  laid?: [number, number];
  /** what South and North rolled for the first card */
  scenery_roll?: [Face, Face];
  /** the strike under way */
  strike?: {
    /** whose strike it is */
    carrier: string;
    /** the target whose step is under way */
    target: string;
    /** its squadrons, such as D1>N1@c8 */
    raiders: Array<string>;
  };
  /** the result */
  end?: {
    /** who has won */
    winner: 'S' | 'N' | 'draw';
    /** why */
    reason: 'annihilation' | 'points' | 'losses' | 'resigned';
  };
  /** what each would score now */
  points?: {
    /** South's */
    S: number;
    /** North's */
    N: number;
  };
  /** where they come from */
  scores?: Array<Score>;
  /** what is hidden from the others */
  secret: {
    /** what South knows, to those who may know it */
    S?: {
      /** the fleet as far as it is hidden */
      fleet?: string;
      /** its cards */
      cards?: Array<Card>;
      /** the deployment until both are ready */
      places?: string;
      /** the orders until both are ready */
      orders?: string;
    };
    /** what North knows, to those who may know it */
    N?: {
      /** the fleet as far as it is hidden */
      fleet?: string;
      /** its cards */
      cards?: Array<Card>;
      /** the deployment until both are ready */
      places?: string;
      /** the orders until both are ready */
      orders?: string;
    };
  };
  /** the last round */
  rounds?: number;
  /** what pays beyond the price of what is sunk */
  goals?: Array<{
    /** whom it pays */
    side: Side;
    /** for what */
    text: string;
    /** how much */
    points: number;
  }>;
  /** what the viewer can do, if it is to decide */
  can?: Can;
  /** fleets to choose at once */
  ready_fleets?: Array<{
    /** its key */
    key: string;
    /** the ids of its cards */
    cards: string;
  }>;
};

export type Event = 
  | {
    kind: 'scenery-rolled';
    /** South's die and North's */
    faces: [Face, Face];
    /** who lays first */
    first: Side;
  }
  | {
    kind: 'laid';
    /** who laid it */
    by: Side;
    /** where */
    at: string;
    /** what */
    card: 'IS' | 'SH' | 'FG' | 'SB';
  }
  | {
    kind: 'laid-none';
    /** who lays nothing */
    by: Side;
  }
  | {
    kind: 'ready';
    /** who is ready */
    by: Side;
  }
  | {
    kind: 'revealed';
    /** whose card is turned up */
    unit: string;
    /** its card */
    card: string;
    /** its square, or nothing in stand-by */
    at: string | null;
    /** its heading */
    heading?: Heading;
  }
  | {
    kind: 'boat';
    /** the boat */
    unit: string;
    /** its card */
    card: string;
    /** where it is placed */
    at: string;
  }
  | {
    kind: 'boats';
    /** who has placed its boats */
    by: Side;
    /** how many */
    n: number;
  }
  | {
    kind: 'round';
    /** the round that begins */
    round: number;
  }
  | {
    kind: 'entered';
    /** who enters */
    unit: string;
    /** where */
    at: string;
    /** its heading */
    heading: Heading;
  }
  | {
    kind: 'initiative';
    /** South's dice, if any were rolled */
    south?: string;
    /** North's dice */
    north?: string;
    /** who wins it; nobody: all dice again */
    winner: Side | null;
  }
  | {
    kind: 'first';
    /** who names the first player */
    by: Side;
    /** who it is */
    first: Side;
  }
  | {
    kind: 'pool';
    /** who rolls */
    by: Side;
    /** faces in the order they fell */
    dice: string;
    /** how many */
    n: number;
  }
  | {
    kind: 'moved';
    /** who moves */
    unit: string;
    /** the die that pays */
    die: Face;
    /** from where */
    from: string;
    /** to where; nothing: off the board */
    to: string | null;
    /** its heading afterwards */
    heading: Heading;
    /** the steps and how they end */
    path: string;
    /** it goes under */
    dived?: boolean;
    /** it comes up */
    surfaced?: boolean;
    /** it leaves the board */
    exited?: boolean;
  }
  | {
    kind: 'green';
    /** whose feature */
    unit: string;
    /** which */
    feature: string;
  }
  | {
    kind: 'red';
    /** whose feature */
    unit: string;
    /** which */
    feature: string;
  }
  | {
    kind: 'smoke';
    /** where smoke lies */
    at: string;
  }
  | {
    kind: 'token-off';
    /** whose token */
    unit: string;
    /** what works again */
    feature: string;
    /** one die of so many; left out: all of it */
    one_of?: number;
  }
  | {
    kind: 'mended';
    /** who is mended */
    unit: string;
    /** structure afterwards */
    sp: number;
  }
  | {
    kind: 'crash-dived';
    /** the boat */
    unit: string;
  }
  | {
    kind: 'launched';
    /** its carrier */
    carrier: string;
    /** the squadron */
    plane: string;
    /** whom it screens */
    screens?: string;
    /** over which square it waits */
    at?: string;
  }
  | {
    kind: 'passed';
    /** who passes */
    by: Side;
    /** its first pass in Movement */
    stands_down?: boolean;
  }
  | {
    kind: 'strike';
    /** its carrier */
    carrier: string;
    /** the squadron */
    plane: string;
    /** whom it attacks */
    target: string;
    /** from where */
    at: string;
  }
  | {
    kind: 'dogfight';
    /** over whom */
    target: string;
    /** the striker's carrier */
    carrier: string;
    /** the striker's squadron */
    plane: string;
    /** the screen's carrier */
    screen_carrier: string;
    /** the screen's squadron */
    screen: string;
    /** the striker's die and the screen's */
    faces: [Face, Face];
    /** who wins; nobody: again */
    winner: Side | null;
  }
  | {
    kind: 'interception';
    /** over whom */
    target: string;
    /** the bomber's carrier */
    carrier: string;
    /** the bomber */
    plane: string;
    /** the screen's carrier */
    screen_carrier: string;
    /** the screen */
    screen: string;
    /** the screen's die */
    face: Face;
    /** is the bomber lost */
    destroyed: boolean;
  }
  | {
    kind: 'intercept-none';
    /** whose screen lets the bombers pass */
    target: string;
  }
  | {
    kind: 'flak';
    /** who is attacked */
    target: string;
    /** where the bombers are */
    at: string;
    /** which bombers */
    against: 'dive' | 'torpedo';
    /** faces in the order they fell */
    dice: string;
    /** how many dice */
    n: number;
    /** how many hit */
    hits: number;
  }
  | {
    kind: 'shot-down';
    /** its carrier */
    carrier: string;
    /** the squadron */
    plane: string;
  }
  | {
    kind: 'bombed';
    /** who is bombed */
    target: string;
    /** squadrons in the group */
    size: number;
    /** their value */
    value: number;
    /** the armour */
    armour: number;
    /** is it a hit */
    effective: boolean;
    /** structure it costs */
    damage: number;
  }
  | {
    kind: 'air-torpedo';
    /** who is hit */
    target: string;
    /** the squadron's carrier */
    carrier: string;
    /** the squadron */
    plane: string;
  }
  | {
    kind: 'ordered';
    /** whose order */
    by: Side;
    /** the order in notation */
    order: string;
  }
  | {
    kind: 'fired';
    /** who fires */
    unit: string;
    /** 1: main, 2: secondary battery */
    battery: number;
    /** at whom */
    target: string;
    /** the value */
    value: number;
    /** the armour */
    armour: number;
    /** is it a hit */
    effective: boolean;
    /** structure it costs */
    damage: number;
  }
  | {
    kind: 'void';
    /** whose attack comes to nothing */
    unit: string;
    /** 1: main, 2: secondary battery */
    battery: number;
    /** at whom */
    target: string;
  }
  | {
    kind: 'torpedo';
    /** who launched it */
    unit: string;
    /** who is hit */
    target: string;
    /** structure it costs; 0: a dud */
    damage: number;
  }
  | {
    kind: 'charged';
    /** who drops the charges */
    unit: string;
    /** the boat */
    target: string;
    /** a deep boat's die */
    face: Face | null;
    /** is the boat sunk */
    sunk: boolean;
  }
  | {
    kind: 'extra';
    /** who loses one more */
    unit: string;
    /** why */
    feature: string;
  }
  | {
    kind: 'damaged';
    /** who loses structure */
    unit: string;
    /** how much */
    lost: number;
    /** what is left */
    sp: number;
  }
  | {
    kind: 'sunk';
    /** who is sunk */
    unit: string;
  }
  | {
    kind: 'token';
    /** on whom */
    unit: string;
    /** what is closed next round */
    feature: string;
    /** one die of so many; left out: all of it */
    one_of?: number;
  }
  | {
    kind: 'token-lost';
    /** who has nothing left to close */
    unit: string;
  }
  | {
    kind: 'ditched';
    /** the sunk carrier */
    carrier: string;
    /** the squadron that is lost */
    plane: string;
  }
  | {
    kind: 'round-over';
    /** the round that is over */
    round: number;
  }
  | {
    kind: 'resigned';
    /** who gives up */
    by: Side;
  }
  | {
    kind: 'forfeited';
    /** who is out of time or has left */
    by: Side;
  }
  | {
    kind: 'over';
    /** who has won */
    winner: 'S' | 'N' | 'draw';
    /** why */
    reason: 'annihilation' | 'points' | 'losses' | 'resigned';
    /** the score */
    points: {
      /** South's points */
      S: number;
      /** North's points */
      N: number;
    };
  };
