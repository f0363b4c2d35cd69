// Written from games/fleet_actions/src/text by `cargo xtask types`.
// Do not edit: a test compares this file with the shapes in Rust.

export type Aim = {
  /** for whom */
  side: 'A' | 'B';
  /** what it is */
  says: string;
};

export type Arc = {
  /** points at half-cannon shot */
  near: Array<string>;
  /** points at cannon shot */
  far: Array<string>;
};

export type Boarding = {
  /** the ship */
  ship: string;
  /** whom she lies alongside, each with the Strength she has left */
  foes: Array<string>;
  /** who fights them beside her, in the same way */
  friends?: Array<string>;
  /** Strength of her side there */
  own: number;
  /** Strength of the other */
  theirs: number;
  /** per cent: so likely do they alone lose Strength in the next round */
  wins: number;
  /** per cent: so likely does her side alone */
  loses: number;
  /** per cent: so likely are they taken in the next round */
  takes: number;
  /** per cent: so likely is she */
  taken: number;
  /** per cent: so likely are they taken if it is fought out */
  takes_in_the_end: number;
  /** per cent: so likely is she */
  taken_in_the_end: number;
  /** so many rounds it is likely to last, one a turn */
  rounds: number;
  /** it promises twice what it threatens */
  best?: boolean;
};

export type Column = {
  /** how it sails */
  form: 'ahead' | 'abreast';
  /** hex and facing of each Group, van first */
  groups: Array<string>;
  /** its speed marker */
  marker?: number;
  /** has it moved in this turn? */
  moved?: boolean;
};

export type Course = {
  /** their squadron */
  squad: string;
  /** at this speed */
  speed: number;
  /** the ships, head to tail */
  ships: Array<string>;
  /** where they are */
  from: string;
  /** the points they come to, move by move */
  way: Array<string>;
  /** their heading in the end */
  heading: 'N' | 'NE' | 'SE' | 'S' | 'SW' | 'NW';
  /** the axis of their Line of Bearing then */
  axis?: string;
  /** they leave the map */
  off?: boolean;
  /** where their guns bear from there */
  arc: Arc;
  /** what may end it before */
  risks?: Array<Risk>;
};

export type Current = {
  /** the whole part, those who stay included */
  part: Array<string>;
  /** the ships that move */
  movers: Array<string>;
  /** from here */
  from: string;
  /** to there */
  to: string;
  /** in this direction */
  heading: 'N' | 'NE' | 'SE' | 'S' | 'SW' | 'NW';
  /** enter, side, or course and the heading to conform to */
  ask: string;
};

export type Grand = {
  /** the side that moves first */
  first: 'A' | 'B';
  /** is the second side moving? */
  second?: boolean;
  /** squadrons, by code */
  squads: Record<string, Column>;
};

export type Group = {
  /** its code */
  unit: string;
  /** its point */
  at: string;
  /** its squadron */
  squad: string;
  /** its heading */
  heading: 'N' | 'NE' | 'SE' | 'S' | 'SW' | 'NW';
  /** how that lies to the wind */
  attitude: 'in irons' | 'close hauled' | 'running' | 'broad reach';
  /** LA, BU, or LB: with its axis */
  formation: string;
  /** is it locked in close action? */
  melee: boolean;
  /** its ships, head to tail */
  ships: Array<string>;
  /** where its guns bear */
  arc: Arc;
};

export type Lead = {
  /** the Group */
  unit: string;
  /** on this heading */
  heading: 'N' | 'NE' | 'SE' | 'S' | 'SW' | 'NW';
  /** the points it comes to, move by move */
  way: Array<string>;
  /** what may end it before */
  risks?: Array<Risk>;
};

export type Moving = {
  /** the squadron */
  squad: string;
  /** Groups still to move */
  todo: Array<Array<string>>;
  /** Groups that have had their move */
  left: Array<{
    /** the Group */
    part: Array<string>;
    /** the ships of it that left */
    left: Array<string>;
    /** the point they left */
    at: string;
  }>;
  /** the Group that waits for a decision */
  now?: Current;
};

export type Over = {
  /** who won */
  winner: 'A' | 'B' | 'draw' | 'cancelled';
  /** why it ended */
  reason: 'annihilation' | 'broken' | 'nightfall' | 'quiet' | 'agreement' | 'concession' | 'unmet';
  /** how clearly */
  degree: 'draw' | 'marginal' | 'decisive';
};

export type Phase = {
  /** what is decided */
  kind: 'confirm' | 'grand first' | 'grand move' | 'grand speed' | 'grand slot' | 'grand turn' | 'grand place' | 'signals' | 'flag' | 'head' | 'speed' | 'movement' | 'light' | 'step' | 'squads' | 'singles' | 'frigates' | 'fire' | 'board' | 'repair' | 'end' | 'over';
  /** where a position goes on once both have agreed */
  resume?: 'confirm' | 'grand first' | 'grand move' | 'grand speed' | 'grand slot' | 'grand turn' | 'grand place' | 'signals' | 'flag' | 'head' | 'speed' | 'movement' | 'light' | 'step' | 'squads' | 'singles' | 'frigates' | 'fire' | 'board' | 'repair' | 'end' | 'over';
  /** the step of movement, 1 to 4 */
  step?: number;
  /** the speed whose turn it is */
  slot?: number;
  /** squadrons or ships still to act, in order */
  list?: Array<string>;
  /** which of the squadrons is asked */
  asked?: number;
};

export type Risk = {
  /** with which of the moves */
  n: number;
  /** where */
  at: string;
  /** what it is, in a word or two */
  sign: string;
  /** what happens there */
  says: string;
};

export type Sailing = {
  /** the heading */
  dir: 'N' | 'NE' | 'SE' | 'S' | 'SW' | 'NW';
  /** how it lies to the wind */
  attitude: 'in irons' | 'close hauled' | 'running' | 'broad reach';
  /** the greatest speed on it */
  speed: number;
};

export type Sealed = {
  /** speed markers laid */
  speeds?: Record<string, number>;
  /** the card laid, or "-" */
  card?: string;
  /** attacks declared */
  attacks?: Array<string>;
  /** boarding decided */
  boards?: Record<string, boolean>;
};

export type Ship = {
  /** her name */
  name: string;
  /** her nation */
  nation: 'EN' | 'BR' | 'FR' | 'SP' | 'DU';
  /** her guns */
  guns: number;
  /** her initial Strength */
  rating: number;
  /** her Strength now */
  strength: number;
  /** strength damage */
  sd: number;
  /** movement damage */
  md: number;
  /** a ship of the line? */
  line: boolean;
  /** her point, or "-" off the map */
  at: string;
  /** her heading */
  heading: 'N' | 'NE' | 'SE' | 'S' | 'SW' | 'NW';
  /** her place from head to tail */
  rank: number;
  /** what has become of her */
  state: 'waiting' | 'ok' | 'struck' | 'prize' | 'withdrawn' | 'wrecked';
  /** the axis of her Line of Bearing */
  axis?: string;
  /** the seat that holds her */
  holder?: string;
  /** marks she carries */
  marks?: Array<'straggler' | 'checked' | 'aground' | 'melee' | 'boarding' | 'acted' | 'ordered' | 'locked' | 'unrepaired'>;
  /** what her Group is to do besides sailing on */
  order?: string;
  /** the Group she is of for those who follow it */
  with?: string;
  /** her die in close action */
  die?: number;
  /** the enemies she is paired with */
  foes?: Array<string>;
  /** edges she left by: N 1, E 2, S 4, W 8 */
  edges?: number;
  /** does she carry a flag? */
  flagship?: boolean;
  /** is she out of command? */
  straggler?: boolean;
  /** is she fouled with another? */
  fouled?: boolean;
  /** where her guns bear, if she is alone */
  arc?: Arc;
  /** does she strike when she is next fired on? */
  beaten?: boolean;
  /** points she brings the other side as she is */
  counts?: number;
  /** of a starting flagship: points she brings if she is lost, and as a prize */
  stake?: [number, number];
};

export type Shot = {
  /** the unit that fires */
  by: string;
  /** its target */
  at: string;
  /** the target in names */
  says: string;
  /** how many points away */
  range: number;
  /** how many ten-sided dice */
  dice: number;
  /** a die of this or less hits */
  number: number;
  /** hits to be expected, in tenths */
  tenths: number;
  /** ships that strike as soon as they are fired on */
  strikes: Array<string>;
  /** per cent: so likely is it that one of the others is beaten by it */
  beats: number;
  /** all hits fall on one end of the line */
  rakes?: boolean;
  /** the most promising one of this unit */
  best?: boolean;
};

export type Side = {
  /** the fleet */
  name: string;
  /** Bold Captains */
  bold: boolean;
  /** how it fires */
  doctrine: 'normal' | 'low' | 'high';
  /** how well it is manned */
  crews: 'full' | 'threequarters' | 'half';
  /** does it ignore shoals? */
  shallow: boolean;
};

export type Squad = {
  /** what it is called */
  title: string;
  /** who commands it */
  admiral: string;
  /** the nation of its ships */
  nation: 'EN' | 'BR' | 'FR' | 'SP' | 'DU';
  /** the seat that gives its orders */
  seat: string;
  /** is the commander-in-chief here? */
  cinc: boolean;
  /** its speed marker */
  marker: number;
  /** its flagship, unless she is lost */
  flag: string | null;
  /** the turn in which it arrives */
  arrive?: number;
};

export type Stands = {
  /** who would have won */
  winner: 'A' | 'B' | 'draw';
  /** how clearly */
  degree: 'draw' | 'marginal' | 'decisive';
  /** the lead that wins */
  marginal: number;
  /** the lead that wins decisively */
  decisive: number;
  /** A and B: Strength of ships lost, and with how much a fleet breaks off */
  breaking?: [[number, number], [number, number]];
};

export type Strays = {
  /** the squadron */
  squad: string;
  /** the speed */
  speed: number;
  /** the ships that would straggle, by name */
  ships: string;
};

export type Weather = {
  /** the fleet that has the weather gauge */
  gauge?: 'A' | 'B';
  /** where the most windward Group of A is */
  A?: string;
  /** where the most windward Group of B is */
  B?: string;
  /** hexes between the fleets, on the approach */
  apart?: number;
  /** within so many hexes speeds are sealed, on the approach */
  near?: number;
};

export type View = {
  /** the battle */
  title: string;
  /** when */
  date: string;
  /** where */
  place: string;
  /** what the top of the map is in the world */
  orient: string;
  /** the key of a built-in battle */
  scenario?: string;
  /** the block of any other */
  block?: string;
  /** where play stands */
  phase: Phase;
  /** seats that must decide */
  pending: Array<string>;
  /** the turn; 0 is the Signals Phase before the first */
  turn: number;
  /** the time */
  clock: string;
  /** when it will be dark */
  nightfall: string;
  /** where the wind comes from */
  wind: 'N' | 'NE' | 'SE' | 'S' | 'SW' | 'NW';
  /** its strength */
  force: 'calm' | 'light' | 'medium' | 'strong' | 'gale';
  /** its strength while ships moved */
  turn_force?: 'calm' | 'light' | 'medium' | 'strong' | 'gale';
  /** turns fought in the dark */
  night_turns?: number;
  /** B moves light ships first */
  light_first?: 'B';
  /** points of objectives */
  points?: [number, number];
  /** turns in a row without any legal attack */
  quiet?: number;
  /** has there been a legal attack in this turn? */
  fired?: boolean;
  /** seats that offer to end the battle */
  offers?: Array<string>;
  /** seats that have been left for good */
  left?: Array<string>;
  /** columns and rows */
  map: [number, number];
  /** points of land */
  land: Array<string>;
  /** shoals */
  shoal?: Array<string>;
  /** how large a point is drawn, in ships end to end */
  point_room: number;
  /** the fleets */
  sides: {
    /** side A */
    A: Side;
    /** side B */
    B: Side;
  };
  /** squadrons, by code */
  squads: Record<string, Squad>;
  /** ships, by code */
  ships: Record<string, Ship>;
  /** Groups as they are now */
  groups: Array<Group>;
  /** pairs of fouled ships */
  fouls?: Array<[string, string]>;
  /** cards on display, by seat */
  cards?: Record<string, string>;
  /** cards that only their side may see */
  hidden_cards?: Record<string, string>;
  /** the squadron that is moving */
  moving?: Moving;
  /** the hex map */
  grand?: Grand;
  /** what the viewer sealed */
  sealed: Record<string, Sealed>;
  /** the score as it stands */
  scores: [number, number];
  /** what that would mean */
  stands: Stands;
  /** what else brings points */
  aims: Array<Aim>;
  /** how long a turn is in this wind */
  minutes: number;
  /** turns until nightfall */
  left_turns: number;
  /** the headings in this wind */
  sailing: Array<Sailing>;
  /** who lies to windward */
  weather: Weather;
  /** attacks the viewer may declare */
  shots?: Array<Shot>;
  /** ships for which the viewer may decide to board */
  boardings?: Array<Boarding>;
  /** speeds that would leave ships of the viewer out of command */
  strays?: Array<Strays>;
  /** where each speed brings ships of the viewer, if nobody is in the way */
  courses?: Array<Course>;
  /** where each heading leads that the viewer may order */
  leads?: Array<Lead>;
  /** no turn follows: what is ordered now is never sailed */
  last?: boolean;
  /** what the viewer's captains would do, in notation */
  suggest?: string;
  /** how it ended */
  over?: Over;
  /** the score at the end */
  score?: [number, number];
  /** what is unusual about a set-up */
  warnings?: Array<string>;
  /** may seats of one side talk? */
  team_talk: boolean;
  /** option: a seat for each division */
  players?: 'divisions';
  /** option */
  gamemaster?: boolean;
  /** option */
  wind_changes?: 'off' | 'on';
  /** option */
  signal_effects?: 'extended';
  /** option */
  succession?: boolean;
  /** option */
  divide?: boolean;
  /** option */
  both_broadsides?: boolean;
  /** option */
  strike_timing?: 'immediate';
  /** option */
  night?: 'fight_on';
  /** option */
  break_point?: boolean;
  /** option */
  cards_visible?: 'own_side';
  /** option */
  gm_wind?: boolean;
};

export type Event = 
  | {
    kind: 'begun';
  }
  | {
    kind: 'rolled';
    /** what the die was rolled for */
    purpose: string;
    /** whose die it is */
    owner: string;
    /** the die */
    die: 'd6' | 'd10';
    /** what it shows */
    value: number;
    /** added to it */
    bonus?: number;
    /** did it succeed? */
    ok?: boolean;
  }
  | {
    kind: 'wind';
    /** where it comes from */
    dir: 'N' | 'NE' | 'SE' | 'S' | 'SW' | 'NW';
    /** how strong it is */
    force: 'calm' | 'light' | 'medium' | 'strong' | 'gale';
  }
  | {
    kind: 'arrived';
    /** the squadron */
    squad: string;
  }
  | {
    kind: 'flag';
    /** the ship */
    ship: string;
    /** the squadron */
    squad: string;
  }
  | {
    kind: 'flag lost';
    /** the squadron */
    squad: string;
  }
  | {
    kind: 'ordered';
    /** the Group */
    group: string;
    /** the ships */
    ships: Array<string>;
    /** its order, in notation */
    order: string;
    /** the heading now */
    heading: 'N' | 'NE' | 'SE' | 'S' | 'SW' | 'NW';
  }
  | {
    kind: 'speed laid';
    /** the squadron */
    squad: string;
    /** the marker */
    speed: number;
  }
  | {
    kind: 'card laid';
    /** the seat */
    seat: string;
    /** the card and the squadron it is for, or "-" */
    card: string;
  }
  | {
    kind: 'speed';
    /** the squadron */
    squad: string;
    /** the marker */
    speed: number;
  }
  | {
    kind: 'card';
    /** the seat */
    seat: string;
    /** the card and the squadron it is for, or "-" */
    card: string;
  }
  | {
    kind: 'light first';
    /** the side */
    side: 'A' | 'B';
  }
  | {
    kind: 'step';
    /** 1 to 4 */
    step: number;
  }
  | {
    kind: 'deferred';
    /** the squadron */
    squad: string;
  }
  | {
    kind: 'moved';
    /** the ships */
    ships: Array<string>;
    /** the point they left */
    from: string;
    /** the point they came to */
    to: string;
    /** the heading now */
    heading: 'N' | 'NE' | 'SE' | 'S' | 'SW' | 'NW';
    /** how they came there */
    how: 'sailed' | 'veered' | 'driven';
  }
  | {
    kind: 'stayed';
    /** the ships */
    ships: Array<string>;
    /** the point */
    at: string;
  }
  | {
    kind: 'tacked';
    /** the ships */
    ships: Array<string>;
    /** the point */
    at: string;
    /** the heading now */
    heading: 'N' | 'NE' | 'SE' | 'S' | 'SW' | 'NW';
  }
  | {
    kind: 'missed stays';
    /** the ships */
    ships: Array<string>;
  }
  | {
    kind: 'conformed';
    /** the ships */
    ships: Array<string>;
    /** the heading now */
    heading: 'N' | 'NE' | 'SE' | 'S' | 'SW' | 'NW';
  }
  | {
    kind: 'turned';
    /** the ship */
    ship: string;
    /** the heading now */
    heading: 'N' | 'NE' | 'SE' | 'S' | 'SW' | 'NW';
  }
  | {
    kind: 'withdrew';
    /** the ships */
    ships: Array<string>;
  }
  | {
    kind: 'straggles';
    /** the ship */
    ship: string;
  }
  | {
    kind: 'rejoined';
    /** the ship */
    ship: string;
  }
  | {
    kind: 'melee';
    /** the point */
    at: string;
  }
  | {
    kind: 'paired';
    /** the ship */
    ship: string;
    /** the other ship */
    with: string;
  }
  | {
    kind: 'melee over';
    /** the point */
    at: string;
  }
  | {
    kind: 'collided';
    /** the ship */
    ship: string;
    /** the other ship */
    with: string;
    /** fouled, or only checked? */
    fouled: boolean;
  }
  | {
    kind: 'cleared';
    /** the ship */
    ship: string;
    /** the other ship */
    with: string;
  }
  | {
    kind: 'aground';
    /** the ship */
    ship: string;
  }
  | {
    kind: 'floats';
    /** the ship */
    ship: string;
  }
  | {
    kind: 'wrecked';
    /** the ship */
    ship: string;
  }
  | {
    kind: 'declared';
    /** the unit that fires */
    by: string;
    /** its target, if it does not hold its fire */
    at: string | null;
    /** the ships that fire */
    who: Array<string>;
    /** the ships that may be hit */
    whom: Array<string>;
  }
  | {
    kind: 'attacks';
    /** how many there are */
    n: number;
  }
  | {
    kind: 'fired';
    /** the unit that fires */
    by: string;
    /** its target */
    at: string;
    /** the ships that fire */
    who: Array<string>;
    /** the ships that may be hit */
    whom: Array<string>;
    /** the Target Number */
    number: number;
    /** the gunnery dice */
    dice: Array<number>;
    /** how many of them hit */
    hits: number;
  }
  | {
    kind: 'damaged';
    /** the ship */
    ship: string;
    /** what she lost a step of */
    what: 'strength' | 'movement';
    /** strength damage now */
    sd: number;
    /** movement damage now */
    md: number;
  }
  | {
    kind: 'struck';
    /** the ship */
    ship: string;
  }
  | {
    kind: 'prize';
    /** the ship */
    ship: string;
    /** the seat */
    seat: string;
  }
  | {
    kind: 'board laid';
    /** the ship */
    ship: string;
    /** does she board? */
    yes: boolean;
  }
  | {
    kind: 'board choice';
    /** the ship */
    ship: string;
    /** does she board? */
    yes: boolean;
  }
  | {
    kind: 'boarded';
    /** the ship */
    ship: string;
    /** the other ship */
    with: string;
  }
  | {
    kind: 'repaired';
    /** the ship */
    ship: string;
    /** movement damage left */
    md: number;
  }
  | {
    kind: 'no repair';
    /** the ship */
    ship: string;
  }
  | {
    kind: 'turn over';
    /** which */
    turn: number;
    /** the time */
    clock: string;
  }
  | {
    kind: 'points';
    /** the side */
    side: 'A' | 'B';
    /** how many */
    points: number;
  }
  | {
    kind: 'grand moved';
    /** the squadron */
    squad: string;
    /** how far */
    hexes: number;
  }
  | {
    kind: 'grand turned';
    /** the squadron */
    squad: string;
  }
  | {
    kind: 'grand first';
    /** the side */
    side: 'A' | 'B';
  }
  | {
    kind: 'contact';
    /** the squadron */
    squad: string;
    /** the squadron that it meets */
    met: string;
  }
  | {
    kind: 'placed';
    /** the ship */
    ship: string;
    /** the point */
    at: string;
  }
  | {
    kind: 'agreed';
    /** the seat */
    seat: string;
  }
  | {
    kind: 'offer';
    /** the seat */
    seat: string;
  }
  | {
    kind: 'fought on';
    /** the seat */
    seat: string;
  }
  | {
    kind: 'conceded';
    /** the side */
    side: 'A' | 'B';
  }
  | {
    kind: 'timed out';
    /** the seat */
    seat: string;
  }
  | {
    kind: 'left';
    /** the seat */
    seat: string;
  }
  | {
    kind: 'over';
    /** points of both sides */
    score: [number, number];
    /** why */
    reason: 'annihilation' | 'broken' | 'nightfall' | 'quiet' | 'agreement' | 'concession' | 'unmet';
  };
