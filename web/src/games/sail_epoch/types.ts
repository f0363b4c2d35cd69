// Written from games/sail_epoch/src/text by `cargo xtask types`.
// Do not edit: a test compares this file with the shapes in Rust.

export type AimOfGame = {
  /** what wins, for who looks */
  says: string;
  /** goods that win; 0 where none are fetched */
  need: number;
  /** how far each player is */
  score: Record<string, string>;
  /** the last Turn, where there is one */
  last?: number;
};

export type ComingPhase = {
  /** whose */
  seat: string;
  /** in which Turn */
  turn: number;
};

export type Deed = {
  /** what kind */
  verb: string;
  /** what will happen */
  says: string;
  /** the action */
  to: string;
  /** where, if it is done by a place */
  place?: string;
  /** seldom wanted or never taken back: ask first */
  rare?: boolean;
};

export type Deeds = {
  /** what kind of answer is wanted */
  asked: 'phase' | 'piece' | 'note' | 'ship' | 'treaty' | 'mines' | 'defend' | 'allot' | 'plunder' | 'first fire' | 'return' | 'crossing' | 'board shot';
  /** units that can do something, by name */
  units: Record<string, UnitDeeds>;
  /** who bears on whom */
  fire: Array<FireLine>;
  /** everything that bears on a target */
  salvoes: Array<Salvo>;
  /** boardings and assaults */
  grapples: Array<Grapple>;
  /** what is still possible in this phase */
  idle?: Idle;
  /** who gets a share */
  share?: Array<Sharer>;
  /** islands that can be placed */
  isles?: Array<IsleInHand>;
  /** what can be done about alliances */
  pacts?: Array<Pact>;
};

export type FireLine = {
  /** who fires */
  unit: string;
  /** at whom */
  target: string;
  /** shots it may fire */
  guns: number;
  /** distance */
  far: number;
  /** how far that is */
  reach: 'close' | 'normal' | 'long';
  /** faces of six that hit */
  hits: number;
  /** strength the target has */
  left: number;
  /** by bow or stern guns */
  chaser?: boolean;
  /** the sails may be aimed at */
  sails?: boolean;
  /** targets for the other broadside */
  other?: Array<string>;
};

export type Fort = {
  /** a player, `pirates`, or `-` for nobody */
  owner: string;
  /** its first owner, where it has another now */
  first?: string;
  /** damage */
  hull?: number;
  /** it is destroyed */
  ruin?: boolean;
  /** points of an unfinished reconstruction */
  points?: number;
  /** who works here, or whose points they are */
  worker?: string;
  /** shots left, where some are spent */
  shots?: number;
  /** the two ships at work */
  works?: Array<string>;
  /** Turn in which the works were declared */
  since?: number;
  /** an enemy was in the harbour this Turn */
  seen?: boolean;
  /** it was assaulted this Turn */
  assaulted?: boolean;
  /** goods stored here or lying beside it */
  goods?: number;
  /** who attacked it while it was neutral */
  hostile?: Array<string>;
  /** who did so last */
  last_hostile?: string;
};

export type Grapple = {
  /** a ship, or a fort as `@A1` */
  target: string;
  /** who may attack */
  ships: Array<string>;
  /** points of the target before its die */
  defence: number;
  /** what its die adds */
  die: [number, number];
  /** points more for each attacking ship */
  each: number;
  /** ships that may help to defend */
  helpers: Array<string>;
  /** won, tied and lost in per cent, by the ships that attack */
  odds: Record<string, [number, number, number]>;
};

export type Idle = {
  /** ships that could still move */
  ships: number;
  /** shots that have a target */
  guns: number;
  /** ships that could load or unload */
  cargo: number;
  /** ships that could board a ship or storm a fort */
  boarders: number;
  /** all that in a line, empty if nothing is left to do */
  says: string;
};

export type IsleInHand = {
  /** its pick in the menu: `monu-r90` */
  key: string;
  /** a line per row: # land, c coast, . sea */
  rows: Array<string>;
};

export type Offer = {
  /** from whom, or to whom */
  seat: string;
  /** for how many Turns, 0 for open-ended */
  turns: number;
};

export type Pact = {
  /** with whom */
  seat: string;
  /** what */
  verb: 'offer' | 'notice' | 'break';
  /** the action; an offer goes on with `open` or `turns N` */
  to: string;
  /** the longest term that may be offered */
  most?: number;
};

export type Player = {
  /** out of the game */
  out?: boolean;
  /** will be out when open questions are settled */
  gone?: boolean;
  /** goods delivered or in hand */
  hand?: number;
  /** mines that have not gone off */
  mines?: number;
  /** all mines have standing orders */
  standing?: boolean;
  /** secret notes still to make */
  to_note?: number;
  /** Turn in which the last fort was lost */
  fortless?: number;
  /** Turn from which a new brig may come */
  respawn?: number;
  /** who took or sank the latest lost ship in a boarding */
  victor?: string;
};

export type Salvo = {
  /** at whom */
  target: string;
  /** the action */
  to: string;
  /** how many fire */
  units: number;
  /** shots */
  guns: number;
  /** faces of six that hit */
  hits: number;
};

export type SeaField = {
  /** how many */
  columns: number;
  /** how many */
  rows: number;
  /** a line per row: # land, c coast, . sea */
  terrain: Array<string>;
  /** directions that a spit bars, by space */
  spits: Record<string, Array<string>>;
  /** spaces of all harbours */
  harbours: Array<string>;
  /** harbour spaces by whose fort or port it is */
  owned: Record<string, Array<string>>;
};

export type Secret = {
  /** orders of the own mines by space */
  mines?: Record<string, 'ask' | 'auto' | 'hold'>;
  /** space of the own treasure map */
  map?: string;
  /** captured maps by who drew them */
  held?: Record<string, string>;
  /** who was made an offer in this phase */
  offered?: Array<string>;
  /** an offer to answer */
  incoming?: Offer;
  /** an offer that waits for its answer */
  outgoing?: Offer;
};

export type Setup = {
  /** what is fought for */
  scenario: 'treasures' | 'pearls' | 'jolly' | 'oceans';
  /** how many play */
  players: number;
  /** how much of the rules is in force */
  level: 'lieutenant' | 'captain' | 'admiral';
  /** there are teams */
  variant?: 'team';
  /** which teams */
  teams?: string;
  /** a rule that is switched unlike its level */
  C1?: boolean;
  /** a rule that is switched unlike its level */
  C2?: boolean;
  /** a rule that is switched unlike its level */
  C3?: boolean;
  /** a rule that is switched unlike its level */
  C4?: boolean;
  /** a rule that is switched unlike its level */
  C5?: boolean;
  /** a rule that is switched unlike its level */
  C6?: boolean;
  /** a rule that is switched unlike its level */
  A3?: boolean;
  /** a rule that is switched unlike its level */
  A4?: boolean;
  /** a rule that is switched unlike its level */
  A5?: boolean;
  /** a rule that is switched unlike its level */
  A6?: boolean;
  /** a rule that is switched unlike its level */
  A7?: boolean;
  /** a rule that is switched unlike its level */
  A8?: boolean;
  /** secret mines */
  mines?: boolean;
  /** fort spaces are chosen */
  free_forts?: boolean;
  /** diagonal distances equal straight ones */
  kids_diagonal?: boolean;
  /** new brigs for who lost all ships */
  kids_respawn?: boolean;
  /** pirates may fight each other */
  pirates_fight?: boolean;
  /** a neutral fort in the middle */
  neutral_fort?: boolean;
  /** ships on one space may fight */
  same_space_combat?: boolean;
  /** how they end */
  temporary_alliances?: 'sudden' | 'notice';
  /** the players place the pieces */
  setup?: 'placed';
  /** size of the field */
  board?: 'half' | 'full' | 'grand';
  /** sectors of the wheel */
  wind_profile?: 'standard' | 'even' | 'gentle' | 'fair';
  /** strength of galleons and frigates */
  medium_strength?: number;
  /** ships of each player */
  treasure_fleet?: 'two_brigs' | 'brig_galleon';
  /** what wins */
  oceans_victory?: string;
  /** sets of ships each */
  oceans_sets?: number;
  /** columns that belong to nobody */
  neutral_zone?: number;
  /** last Turn */
  turn_limit?: number;
};

export type Sharer = {
  /** who */
  unit: string;
  /** strength it can have */
  most: number;
  /** goods aboard */
  cargo: number;
  /** goods it can carry */
  room: number;
  /** it was the loser's */
  prize?: boolean;
};

export type Ship = {
  /** whose flag it flies */
  owner: string;
  /** where it is, when on the field */
  space?: string;
  /** hull damage */
  hull?: number;
  /** goods aboard */
  cargo?: number;
  /** shots left, where some are spent */
  shots?: number;
  /** what it has done or is */
  marks?: Array<'moved' | 'drifted' | 'attacked' | 'captured' | 'fired' | 'released' | 'new_repair' | 'loaded' | 'ignited' | 'new_fire' | 'reserve' | 'chaser' | 'idle' | 'unloaded' | 'bowed' | 'sails_first'>;
  /** fort where it is under repair */
  repair?: string;
  /** fort where it works */
  work?: string;
  /** Turns in an enemy Royal Port's harbour, the entry included */
  stay?: number;
  /** where its bow points */
  bow?: 'N' | 'NE' | 'E' | 'SE' | 'S' | 'SW' | 'W' | 'NW';
  /** sail damage */
  sails?: number;
  /** its captain */
  captain?: 'target' | 'initiative';
};

export type ShipCard = {
  /** what it is called */
  name: string;
  /** first rate, galleon, frigate or brig */
  class: string;
  /** shots it has in this weather */
  guns: number;
  /** goods it can carry */
  room: number;
  /** spaces before a fresh breeze as she is now, along a row or a column */
  straight: number;
  /** the same along a diagonal */
  slant: number;
  /** spaces its guns reach, along a row or a column */
  range: number;
  /** the same along a diagonal */
  range_slant: number;
  /** its state in a few words, on the field */
  says?: string;
};

export type UnitDeeds = {
  /** where it can sail */
  ways?: Array<Way>;
  /** by how many steps it may turn where it lies */
  turns?: number;
  /** where the storm will carry it */
  storm?: Way;
  /** what it is driven onto, and the damage */
  strikes?: string;
  /** what else it can do */
  acts?: Array<Deed>;
};

export type Way = {
  /** the action */
  to: string;
  /** the spaces entered, with blanks between */
  via: string;
  /** its course at the end, or its bow */
  heading: 'N' | 'NE' | 'E' | 'SE' | 'S' | 'SW' | 'W' | 'NW';
  /** steps of 45° between that and the wind */
  off: number;
  /** distance that is left */
  left: number;
  /** by how many steps it may turn at the end */
  turns?: number;
  /** enemy guns that may fire on the way */
  passing?: number;
  /** enemy guns that can fire at its end before the viewer's next phase */
  under?: number;
  /** distance left on each space, where the course is altered on the way */
  lefts?: Array<number>;
};

export type Window = 
  | {
    kind: 'defend';
    /** the fort */
    fort: string;
    /** who attacks */
    by: string;
    /** ships with commas between */
    attackers: string;
    /** who is asked, or whose it is */
    seat: string;
    /** who named a ship first */
    first: string;
    /** ships named so far */
    named: string;
  }
  | {
    kind: 'allot';
    /** who is asked, or whose it is */
    seat: string;
    /** ships that get a share */
    ships: string;
    /** a fort that gets one */
    fort?: string;
    /** strength to hand out */
    points: number;
    /** after a boarding: the loser's ships */
    losers?: string;
    /** after a won assault: the fort */
    assault?: string;
    /** after a won assault: who defended it */
    defenders?: string;
    /** after a repelled assault: the fort */
    defence?: string;
  }
  | {
    kind: 'broadside';
    /** who is asked, or whose it is */
    seat: string;
    /** who fires at whom */
    volley: string;
  }
  | {
    kind: 'mines';
    /** who is asked, or whose it is */
    seat: string;
    /** which ship */
    ship: string;
  }
  | {
    kind: 'volley';
    /** who is asked, or whose it is */
    seat: string;
    /** who fires at whom */
    volley: string;
    /** its target may not answer */
    answered?: boolean;
  }
  | {
    kind: 'first fire';
    /** who is asked, or whose it is */
    seat: string;
    /** which ship */
    ship: string;
    /** ships with commas between */
    attackers: string;
  }
  | {
    kind: 'return';
    /** who is asked, or whose it is */
    seat: string;
    /** which ship */
    ship: string;
    /** ships with commas between */
    attackers: string;
  }
  | {
    kind: 'board shot';
    /** who is asked, or whose it is */
    seat: string;
    /** which ship */
    ship: string;
    /** ships with commas between */
    attackers: string;
  }
  | {
    kind: 'sailing';
    /** who is asked, or whose it is */
    seat: string;
    /** which ship */
    ship: string;
    /** the declared way */
    path?: string;
    /** a storm carries it */
    storm?: boolean;
    /** spaces made */
    done: number;
    /** distance left */
    left: number;
    /** where it has come to */
    point: 'start' | 'corner' | 'passing' | 'last';
    /** who was asked last */
    asked: string;
    /** sail damage when the moment began */
    sails: number;
    /** where the stretch that was told last began */
    from: string;
    /** where the movement began */
    start: string;
  }
  | {
    kind: 'crossing';
    /** who is asked, or whose it is */
    seat: string;
    /** which ship */
    ship: string;
  }
  | {
    kind: 'boarding';
    /** who is asked, or whose it is */
    seat: string;
    /** ships with commas between */
    attackers: string;
    /** whom */
    target: string;
  }
  | {
    kind: 'plunder';
    /** who is asked, or whose it is */
    seat: string;
    /** who may take */
    ships: string;
    /** how much there is */
    gold: number;
  };

export type View = {
  /** the options */
  setup: Setup;
  /** number of the Turn, 0 before play */
  turn: number;
  /** playing order */
  order: Array<string>;
  /** where it blows to, and how: `NE storm` */
  wind: string;
  /** left out in a phase */
  stage?: 'placing' | 'secrets' | 'deploy' | 'ending' | 'over';
  /** the kind of piece that is placed */
  kind?: 'islands' | 'forts' | 'royal_ports' | 'reefs';
  /** whose phase or piece it is */
  phase?: string;
  /** the last Turn was calm */
  was_calm?: boolean;
  /** name, corner and turn of each */
  islands?: Array<string>;
  /** where reefs lie */
  reefs?: Array<string>;
  /** their spaces by owner */
  royal_ports?: Record<string, string>;
  /** forts and ruins by their place, as `@A1` */
  forts: Record<string, Fort>;
  /** ships by name */
  ships: Record<string, Ship>;
  /** goods that lie on spaces */
  goods: Record<string, number>;
  /** players by their seat */
  players: Record<string, Player>;
  /** where mines have gone off */
  blown?: Array<string>;
  /** treasures that have appeared */
  appeared?: number;
  /** reserve types due: galleons, frigates */
  due?: [boolean, boolean];
  /** goods needed to win, where that has changed */
  goal?: number;
  /** counts decisions */
  clock?: number;
  /** an end has still to be looked for */
  dirty?: boolean;
  /** a fireship that goes off when mines are settled */
  fuse?: string;
  /** the last movement */
  passage?: {
    /** which ship */
    ship: string;
    /** the spaces it entered */
    spaces: Array<string>;
  };
  /** movements of this phase */
  trails?: Array<{
    /** which ship */
    ship: string;
    /** where it began */
    from: string;
    /** the spaces it entered */
    spaces: Array<string>;
  }>;
  /** temporary alliances */
  treaties?: Array<{
    /** an ally */
    one: string;
    /** the other */
    two: string;
    /** Turn at whose start it lapses */
    ends?: number;
  }>;
  /** treasures under captured maps, by who drew them */
  stashes?: Record<string, {
    /** who holds the map */
    holder: string;
    /** treasures that lie there */
    goods: number;
    /** where, once it was shown */
    shown?: string;
  }>;
  /** pieces still to place: islands, forts, Royal Ports, reefs */
  owed?: Record<string, Array<number>>;
  /** when each side came to hold so many goods */
  since?: Record<string, Array<number>>;
  /** open questions, the last one first to answer */
  windows?: Array<Window>;
  /** how it ended */
  outcome?: {
    /** the sides that have won; none if it is drawn */
    won: Array<number>;
    /** one word */
    reason: string;
    /** by which clause */
    clause: string;
  };
  /** everybody's secrets, for who sees all */
  secrets?: Record<string, Secret>;
  /** the viewer's own secrets */
  own?: Secret;
  /** the field drawn out */
  field: SeaField;
  /** strength left, whole strength and shots left of each ship */
  strengths: Record<string, [number, number, number]>;
  /** goods that count for each player's side */
  stores: Record<string, number>;
  /** names and cards of the ships */
  crews: Record<string, ShipCard>;
  /** what the players are called */
  names: Record<string, string>;
  /** what is played for */
  aim: AimOfGame;
  /** whose phases come before the viewer's next one */
  coming?: Array<ComingPhase>;
  /** what the viewer can do now */
  deeds?: Deeds;
};

export type Event = 
  | {
    kind: 'order';
    /** players in playing order */
    order: Array<string>;
  }
  | {
    kind: 'placed';
    /** which player */
    seat: string;
    /** what */
    piece: 'island' | 'fort' | 'royal port' | 'reef';
    /** where */
    space: string;
  }
  | {
    kind: 'mine laid';
    /** which player */
    seat: string;
  }
  | {
    kind: 'map drawn';
    /** which player */
    seat: string;
  }
  | {
    kind: 'deployed';
    /** which ship */
    ship: string;
    /** where */
    space: string;
  }
  | {
    kind: 'turn';
    /** its number */
    turn: number;
  }
  | {
    kind: 'wind';
    /** which player */
    seat: string;
    /** where it blows to */
    to: 'N' | 'NE' | 'E' | 'SE' | 'S' | 'SW' | 'W' | 'NW';
    /** how strong */
    weather: 'fresh' | 'calm' | 'storm';
    /** place on the wheel */
    value: number;
  }
  | {
    kind: 'phase';
    /** which player */
    seat: string;
  }
  | {
    kind: 'moved';
    /** which ship */
    ship: string;
    /** where from */
    from: string;
    /** where to, or to whom */
    to: string;
  }
  | {
    kind: 'sailed';
    /** which ship */
    ship: string;
    /** where from */
    from: string;
    /** where to, or to whom */
    to: string;
    /** where its bow points */
    bow: 'N' | 'NE' | 'E' | 'SE' | 'S' | 'SW' | 'W' | 'NW';
  }
  | {
    kind: 'turned';
    /** which ship */
    ship: string;
    /** where its bow points */
    bow: 'N' | 'NE' | 'E' | 'SE' | 'S' | 'SW' | 'W' | 'NW';
  }
  | {
    kind: 'bow';
    /** which ship */
    ship: string;
    /** where its bow points */
    bow: 'N' | 'NE' | 'E' | 'SE' | 'S' | 'SW' | 'W' | 'NW';
  }
  | {
    kind: 'captain';
    /** which ship */
    ship: string;
    /** which */
    card: 'target' | 'initiative';
  }
  | {
    kind: 'fires first';
    /** which ship */
    ship: string;
  }
  | {
    kind: 'answers';
    /** which ship */
    ship: string;
  }
  | {
    kind: 'no answer';
    /** which ship */
    ship: string;
    /** why */
    why: 'spent' | 'unfit' | 'fort' | 'no line';
  }
  | {
    kind: 'fires across';
    /** which player */
    seat: string;
    /** which ship */
    ship: string;
  }
  | {
    kind: 'fires at boarders';
    /** which ship */
    ship: string;
  }
  | {
    kind: 'sails hit';
    /** which ship */
    ship: string;
    /** how many */
    hits: number;
    /** sail damage now */
    damage: number;
  }
  | {
    kind: 'critical';
    /** which ship */
    ship: string;
    /** what was aimed at */
    aim: 'hull' | 'sails';
    /** the roll */
    die: number;
    /** was it critical? */
    struck: boolean;
  }
  | {
    kind: 'drifted';
    /** which ship */
    ship: string;
    /** where from */
    from: string;
    /** where to, or to whom */
    to: string;
  }
  | {
    kind: 'stranded';
    /** which ship */
    ship: string;
    /** where the reef lies */
    reef: string;
  }
  | {
    kind: 'collided';
    /** which ship */
    ship: string;
    /** the other ship */
    other: string;
  }
  | {
    kind: 'fired';
    /** who fired at whom */
    volley: string;
    /** at whom */
    target: string;
    /** the roll */
    die: number;
    /** did it hit? */
    hit: boolean;
    /** how many */
    shots: number;
  }
  | {
    kind: 'wasted';
    /** a ship, or a fort as `@A1` */
    unit: string;
  }
  | {
    kind: 'damaged';
    /** which ship */
    ship: string;
    /** how much */
    damage: number;
    /** strength left */
    left: number;
    /** why */
    cause: 'gunfire' | 'neutral fort' | 'reef' | 'collision' | 'explosion' | 'mine' | 'fort lost' | 'boarding' | 'assault' | 'tie' | 'removed';
  }
  | {
    kind: 'sunk';
    /** which ship */
    ship: string;
    /** whose flag it flew */
    owner: string;
    /** where */
    space: string;
    /** why */
    cause: 'gunfire' | 'neutral fort' | 'reef' | 'collision' | 'explosion' | 'mine' | 'fort lost' | 'boarding' | 'assault' | 'tie' | 'removed';
  }
  | {
    kind: 'ignited';
    /** which ship */
    ship: string;
  }
  | {
    kind: 'exploded';
    /** which ship */
    ship: string;
    /** where */
    space: string;
  }
  | {
    kind: 'boarded';
    /** which player */
    seat: string;
    /** ships with commas between */
    attackers: string;
    /** whom */
    target: string;
  }
  | {
    kind: 'assaulted';
    /** which player */
    seat: string;
    /** ships with commas between */
    attackers: string;
    /** a fort as `@A1` */
    fort: string;
  }
  | {
    kind: 'defended';
    /** which player */
    seat: string;
    /** ships with commas between, - for none */
    ships: string;
  }
  | {
    kind: 'rolled';
    /** a ship, or a fort as `@A1` */
    unit: string;
    /** the roll */
    die: number;
    /** its strength */
    strength: number;
    /** what the die adds */
    chance: number;
  }
  | {
    kind: 'points';
    /** of the attack */
    attack: number;
    /** of the defence */
    defence: number;
  }
  | {
    kind: 'allotted';
    /** a ship, or a fort as `@A1` */
    unit: string;
    /** strength */
    points: number;
  }
  | {
    kind: 'captured';
    /** which ship */
    ship: string;
    /** which player did it */
    by: string;
  }
  | {
    kind: 'repair begun';
    /** which ship */
    ship: string;
    /** a fort as `@A1` */
    fort: string;
  }
  | {
    kind: 'repair ended';
    /** which ship */
    ship: string;
  }
  | {
    kind: 'sails first';
    /** which ship */
    ship: string;
  }
  | {
    kind: 'repaired';
    /** a ship, or a fort as `@A1` */
    unit: string;
    /** damage left */
    left: number;
  }
  | {
    kind: 'battered';
    /** a fort as `@A1` */
    fort: string;
    /** strength left */
    left: number;
  }
  | {
    kind: 'destroyed';
    /** a fort as `@A1` */
    fort: string;
    /** goods lost with it */
    lost: number;
  }
  | {
    kind: 'fort taken';
    /** a fort as `@A1` */
    fort: string;
    /** which player did it */
    by: string;
  }
  | {
    kind: 'given';
    /** a fort as `@A1` */
    fort: string;
    /** which player did it */
    by: string;
    /** where to, or to whom */
    to: string;
  }
  | {
    kind: 'works begun';
    /** a fort as `@A1` */
    fort: string;
    /** the two ships */
    ships: string;
  }
  | {
    kind: 'works ended';
    /** a fort as `@A1` */
    fort: string;
  }
  | {
    kind: 'rebuilt';
    /** a fort as `@A1` */
    fort: string;
    /** points reached */
    points: number;
  }
  | {
    kind: 'raised';
    /** a fort as `@A1` */
    fort: string;
    /** whose flag */
    owner: string;
  }
  | {
    kind: 'fortless';
    /** which player */
    seat: string;
  }
  | {
    kind: 'loaded';
    /** which ship */
    ship: string;
    /** how many goods */
    n: number;
    /** where */
    space: string;
  }
  | {
    kind: 'unloaded';
    /** which ship */
    ship: string;
    /** how many goods */
    n: number;
    /** a fort as `@A1` */
    fort: string;
  }
  | {
    kind: 'plundered';
    /** which ship */
    ship: string;
    /** how many goods */
    n: number;
  }
  | {
    kind: 'adrift';
    /** how many goods */
    n: number;
    /** where */
    space: string;
  }
  | {
    kind: 'goods lost';
    /** how many goods */
    n: number;
  }
  | {
    kind: 'treasure';
    /** a fort as `@A1` */
    fort: string;
  }
  | {
    kind: 'goal';
    /** goods that win now */
    goal: number;
  }
  | {
    kind: 'standing';
    /** which player */
    seat: string;
    /** are there orders for all mines? */
    on: boolean;
  }
  | {
    kind: 'detonated';
    /** which player */
    seat: string;
    /** where */
    space: string;
    /** which ship */
    ship: string;
  }
  | {
    kind: 'map taken';
    /** who drew it */
    pirate: string;
    /** which player did it */
    by: string;
  }
  | {
    kind: 'map shown';
    /** who drew it */
    pirate: string;
    /** where */
    space: string;
  }
  | {
    kind: 'offered';
    /** which player did it */
    by: string;
    /** where to, or to whom */
    to: string;
    /** for how many Turns, 0 for open-ended */
    turns: number;
  }
  | {
    kind: 'declined';
    /** which player did it */
    by: string;
    /** where to, or to whom */
    to: string;
  }
  | {
    kind: 'allied';
    /** an ally */
    one: string;
    /** the other */
    two: string;
    /** for how many Turns, 0 for open-ended */
    turns: number;
  }
  | {
    kind: 'notice';
    /** which player did it */
    by: string;
    /** where to, or to whom */
    to: string;
  }
  | {
    kind: 'alliance ended';
    /** an ally */
    one: string;
    /** the other */
    two: string;
  }
  | {
    kind: 'blockading';
    /** which ship */
    ship: string;
    /** Turns that count */
    turns: number;
  }
  | {
    kind: 'royal port taken';
    /** whose */
    owner: string;
    /** which player did it */
    by: string;
  }
  | {
    kind: 'resigned';
    /** which player */
    seat: string;
  }
  | {
    kind: 'gone';
    /** which player */
    seat: string;
    /** what happened */
    why: 'time' | 'left';
  }
  | {
    kind: 'eliminated';
    /** which player */
    seat: string;
    /** why */
    why: 'no ships' | 'no forts' | 'gave last fort' | 'resigned';
  }
  | {
    kind: 'over';
    /** one word */
    reason: string;
  };
