//! What lies on the table: ships, forts, players, the wind, open windows.
//!
//! Everything is public except a seat's mines, maps and treaty offers. The
//! state is flat and small, so that a clone is a copy of about a kilobyte;
//! what never changes during play (options and chart) is shared.

use crate::action::{Path, Volley};
use crate::board::{Cells, Chart, Dir, Space};
use crate::setup::Options;
use crate::units::{FORT_STRENGTH, N_SHIPS, ShipId};
use admiralty_core::Outcome;
use alloc::sync::Arc;
use alloc::vec::Vec;

/// No seat, no ship, no fort.
pub const NONE: u8 = u8::MAX;
/// Owner of a fort that all pirates share.
pub const PIRATES: u8 = 6;
/// Most players.
pub(crate) const MAX_SEATS: usize = 6;
/// Most forts: six of Pearls, or three and a neutral one.
pub(crate) const MAX_FORTS: usize = 8;
/// Most goods that lie at once.
pub(crate) const MAX_GOODS: usize = 8;

/// Options and chart: what stays the same during play.
#[derive(Clone, Debug)]
pub struct World {
    /// What was agreed before play.
    pub options: Options,
    /// The field.
    pub chart: Chart,
}

/// Marks of a ship, as bits.
pub mod mark {
    /// Has moved or been carried this Turn.
    pub const MOVED: u16 = 1;
    /// Was carried by the storm this Turn.
    pub const DRIFTED: u16 = 1 << 1;
    /// Has attacked in a boarding or assault this Turn.
    pub const ATTACKED: u16 = 1 << 2;
    /// Was captured this Turn.
    pub const CAPTURED: u16 = 1 << 3;
    /// Has fired this phase.
    pub const FIRED: u16 = 1 << 4;
    /// Came out of repair or works this phase: may fire, not move or board.
    pub const RELEASED: u16 = 1 << 5;
    /// Began its repair this phase.
    pub const NEW_REPAIR: u16 = 1 << 6;
    /// Loaded gold this Turn (Treasures).
    pub const LOADED: u16 = 1 << 7;
    /// Is a fireship.
    pub const IGNITED: u16 = 1 << 8;
    /// Became a fireship, or changed hands as one, this phase: not yet due.
    pub const NEW_FIRE: u16 = 1 << 9;
    /// Waits in the reserve.
    pub const RESERVE: u16 = 1 << 10;
    /// Used its bow or stern guns this Turn (Admiral).
    pub const CHASER: u16 = 1 << 11;
    /// Neither moved nor turned in the last Turn, which was calm (Admiral).
    pub const IDLE: u16 = 1 << 12;
    /// Unloaded at a port this Turn.
    pub const UNLOADED: u16 = 1 << 13;
    /// Its bow was chosen before play (Admiral).
    pub const BOWED: u16 = 1 << 14;
    /// What the end of a Turn wipes off.
    pub const TURN: u16 =
        MOVED | DRIFTED | ATTACKED | CAPTURED | FIRED | RELEASED | LOADED | CHASER | UNLOADED;
}

/// A ship on the field, in reserve, or gone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ship {
    /// Where it is; [`Space::NONE`] when not on the field.
    pub space: Space,
    /// Marks, see [`mark`].
    pub marks: u16,
    /// Whose flag it flies.
    pub owner: u8,
    /// Hull damage.
    pub hull: u8,
    /// Goods aboard.
    pub cargo: u8,
    /// Shots left this Turn.
    pub shots: u8,
    /// Fort where it is under repair.
    pub repair: u8,
    /// Fort where it works.
    pub work: u8,
    /// Ends of Turns spent in an enemy Royal Port's harbour; the first is the entry.
    pub stay: u8,
    /// Bow direction (Admiral).
    pub bow: u8,
    /// Sail damage (Admiral).
    pub sails: u8,
    /// Captain: 0 none, 1 Target, 2 Initiative (Admiral).
    pub captain: u8,
}

impl Ship {
    /// A ship that is not in the game.
    pub const GONE: Ship = Ship {
        space: Space::NONE,
        marks: 0,
        owner: NONE,
        hull: 0,
        cargo: 0,
        shots: 0,
        repair: NONE,
        work: NONE,
        stay: 0,
        bow: 0,
        sails: 0,
        captain: 0,
    };

    /// Is it on the field?
    #[inline]
    pub const fn is_afloat(&self) -> bool {
        self.space.is_some()
    }

    /// Does it have any of these marks?
    #[inline]
    pub const fn has(&self, marks: u16) -> bool {
        self.marks & marks != 0
    }

    /// A fireship that explodes in this phase of its owner.
    pub const fn is_due(&self) -> bool {
        self.has(mark::IGNITED) && !self.has(mark::NEW_FIRE)
    }
}

/// A fort or its ruin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fort {
    /// Where it stands.
    pub space: Space,
    /// Seat, [`PIRATES`], or [`NONE`] for a neutral fort or a ruin.
    pub owner: u8,
    /// Owner at the beginning.
    pub first: u8,
    /// Damage.
    pub hull: u8,
    /// Is it destroyed?
    pub ruin: bool,
    /// Points of an unfinished reconstruction.
    pub points: u8,
    /// Whose points they are, and who works here.
    pub worker: u8,
    /// Shots left this Turn.
    pub shots: u8,
    /// The two ships at work.
    pub works: [u8; 2],
    /// Turn in which the works were declared.
    pub since: u16,
    /// Was an enemy in the harbour this Turn?
    pub seen: bool,
    /// Was it assaulted this Turn?
    pub assaulted: bool,
    /// Goods stored here or lying beside it.
    pub goods: u8,
    /// Seats that attacked it while neutral, as bits.
    pub hostile: u8,
    /// The seat that attacked it last.
    pub last_hostile: u8,
}

impl Fort {
    /// A whole fort.
    pub const fn new(space: Space, owner: u8) -> Fort {
        Fort {
            space,
            owner,
            first: owner,
            hull: 0,
            ruin: false,
            points: 0,
            worker: NONE,
            shots: 0,
            works: [NONE; 2],
            since: 0,
            seen: false,
            assaulted: false,
            goods: 0,
            hostile: 0,
            last_hostile: NONE,
        }
    }

    /// Standing with nobody's flag.
    pub const fn is_neutral(&self) -> bool {
        !self.ruin && self.owner == NONE
    }

    /// Strength left.
    pub const fn strength(&self) -> u8 {
        if self.ruin { 0 } else { FORT_STRENGTH - self.hull }
    }

    /// Are two ships at work here?
    pub const fn has_works(&self) -> bool {
        self.works[0] != NONE
    }
}

/// A player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Player {
    /// Out of the game.
    pub out: bool,
    /// Goods delivered (Treasures) or in hand (Jolly Roger).
    pub hand: u8,
    /// Mines laid and not yet detonated.
    pub mines: u8,
    /// All his mines have standing orders: he is not asked (SE-R77).
    pub standing: bool,
    /// Secret pieces still to note: mines, then the map.
    pub to_note: u8,
    /// Turn in which the last fort was lost; 0 while he has one.
    pub fortless: u16,
    /// Turn from which a replacement brig may come (Treasures); 0 for none.
    pub respawn: u16,
    /// Who took or sank his latest lost ship in a boarding, plus one; 0 for other causes.
    pub victor: u8,
}

/// Treasures under a captured map (Jolly Roger).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stash {
    /// Who holds the map.
    pub holder: u8,
    /// How many treasures lie there.
    pub goods: u8,
    /// Where, once it has been shown.
    pub shown: Space,
}

impl Stash {
    /// No map has changed hands.
    pub const NONE: Stash = Stash { holder: NONE, goods: 0, shown: Space::NONE };
}

/// A temporary alliance between two players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Treaty {
    /// Is it in force?
    pub on: bool,
    /// Turn at whose start it lapses; 0 for open-ended.
    pub ends: u16,
}

/// Strength of the wind. SE-3.2.1e: three are possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Weather {
    /// Ships sail.
    Fresh,
    /// Almost nothing moves.
    Calm,
    /// Ships are carried off.
    Storm,
}

/// The wind of a Turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wind {
    /// Where it blows to.
    pub to: Dir,
    /// How strong.
    pub weather: Weather,
}

/// A set of ships.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ShipSet(pub u32);

impl ShipSet {
    /// No ship.
    pub const EMPTY: ShipSet = ShipSet(0);

    /// Is the ship in it?
    pub const fn has(self, ship: ShipId) -> bool {
        self.0 >> ship.0 & 1 == 1
    }

    /// With one more.
    #[must_use]
    pub const fn with(self, ship: ShipId) -> ShipSet {
        ShipSet(self.0 | 1 << ship.0)
    }

    /// Without one.
    #[must_use]
    pub const fn without(self, ship: ShipId) -> ShipSet {
        ShipSet(self.0 & !(1 << ship.0))
    }

    /// How many.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Is none in it?
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The ships, ascending: First Rates, Galleons, Frigates, Brigs, then by number.
    pub fn iter(self) -> impl Iterator<Item = ShipId> + Clone {
        let mut bits = self.0;
        core::iter::from_fn(move || {
            (bits != 0).then(|| {
                let i = bits.trailing_zeros() as u8;
                bits &= bits - 1;
                ShipId(i)
            })
        })
    }
}

impl FromIterator<ShipId> for ShipSet {
    fn from_iter<I: IntoIterator<Item = ShipId>>(ships: I) -> Self {
        ships.into_iter().fold(ShipSet::EMPTY, ShipSet::with)
    }
}

/// The spaces a ship entered in its last movement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Passage {
    /// Which ship.
    pub ship: u8,
    /// How many spaces.
    pub len: u8,
    /// The spaces, first left out, last included.
    pub spaces: [Space; 12],
}

impl Passage {
    /// Nothing has moved yet.
    pub const NONE: Passage = Passage { ship: NONE, len: 0, spaces: [Space::NONE; 12] };

    /// A ship that is about to move.
    pub const fn of(ship: ShipId) -> Passage {
        Passage { ship: ship.0, ..Passage::NONE }
    }

    /// Notes one more space.
    pub const fn push(&mut self, space: Space) {
        if (self.len as usize) < self.spaces.len() {
            self.spaces[self.len as usize] = space;
            self.len += 1;
        }
    }

    /// The spaces entered, in order.
    pub fn spaces(&self) -> &[Space] {
        &self.spaces[..self.len as usize]
    }
}

/// Where a ship was in a movement of this phase (Admiral).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trail {
    /// Where it began.
    pub from: Space,
    /// The spaces it entered.
    pub passage: Passage,
}

/// A moment of a movement at which enemies may fire (Admiral).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Point {
    /// Before the first space.
    Start,
    /// On the corner between two spaces.
    Corner,
    /// On a space that is not the last.
    Passing,
    /// On the last space.
    Last,
}

/// A movement that is going on (Admiral).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sailing {
    /// Whose ship.
    pub seat: u8,
    /// Which.
    pub ship: ShipId,
    /// As declared; empty for storm drift.
    pub path: Path,
    /// Is it carried by a storm?
    pub storm: bool,
    /// Spaces made so far.
    pub done: u8,
    /// Distance left.
    pub left: i8,
    /// Where it has come to.
    pub point: Point,
    /// Whose turn it was to fire here last; the mover's own seat for nobody yet.
    pub asked: u8,
    /// Sail damage when this moment began.
    pub sails: u8,
    /// Where the last stretch that was told began.
    pub from: Space,
    /// Where the movement began.
    pub start: Space,
}

/// What is waited for before the phase goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Window {
    /// The owner of an assaulted fort names ships that help.
    Defend {
        /// The fort.
        fort: u8,
        /// The attacker.
        by: u8,
        /// His ships.
        attackers: ShipSet,
        /// Who is asked now.
        seat: u8,
        /// Who named a ship first (or must allot).
        first: u8,
        /// Ships named so far.
        named: ShipSet,
    },
    /// The winner of a boarding or assault hands out strength.
    Allot {
        /// The winner.
        seat: u8,
        /// Ships that get a share.
        ships: ShipSet,
        /// The fort that gets a share.
        fort: u8,
        /// Points to hand out.
        points: u8,
        /// What it was.
        kind: Allot,
    },
    /// The second broadside, fired when what the first brought about is settled.
    Broadside {
        /// Who fires.
        seat: u8,
        /// The group.
        volley: Volley,
    },
    /// A player with mines is asked whether to detonate under a ship that
    /// passed. Everybody who has any mine is asked, wherever it lies.
    Mines {
        /// Who is asked.
        seat: u8,
        /// Which ship passed.
        ship: ShipId,
    },
    /// A group that fires when a first fire at it is settled (Admiral).
    Volley {
        /// Who fires.
        seat: u8,
        /// The group.
        volley: Volley,
        /// Its target has fired first and may not answer any more.
        answered: bool,
    },
    /// The target of a group may fire before its die is rolled (Admiral).
    FirstFire {
        /// Who is asked.
        seat: u8,
        /// Which ship may fire.
        ship: ShipId,
        /// At one of these.
        attackers: ShipSet,
    },
    /// A ship that was fired at may answer (Admiral).
    Return {
        /// Who is asked.
        seat: u8,
        /// Which ship may fire.
        ship: ShipId,
        /// At one of these.
        attackers: ShipSet,
    },
    /// A movement goes on when this moment of it is settled (Admiral).
    Sailing(Sailing),
    /// An enemy may fire at a ship on its way (Admiral).
    Crossing {
        /// Who is asked.
        seat: u8,
        /// Which ship moves.
        ship: ShipId,
    },
    /// A boarding is fought when the shot before it is settled (Admiral).
    Boarding {
        /// Who boards.
        seat: u8,
        /// With these.
        attackers: ShipSet,
        /// This one.
        target: ShipId,
    },
    /// A boarded ship may fire once before (Admiral).
    BoardShot {
        /// Who is asked.
        seat: u8,
        /// Which ship may fire.
        ship: ShipId,
        /// At one of these.
        attackers: ShipSet,
    },
    /// The gunners may take the gold of a ship they sank.
    Plunder {
        /// Who fired.
        seat: u8,
        /// Ships that may take some.
        ships: ShipSet,
        /// How much there is.
        gold: u8,
    },
}

/// What strength is handed out for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Allot {
    /// A boarding: these ships belonged to the loser.
    Boarding {
        /// The loser's ships.
        losers: ShipSet,
    },
    /// A won assault: who defended with what.
    Assault {
        /// The fort.
        fort: u8,
        /// The ships that defended it.
        defenders: ShipSet,
    },
    /// A repelled assault.
    Defence {
        /// The fort.
        fort: u8,
    },
}

impl Window {
    /// Who must answer.
    pub const fn seat(&self) -> u8 {
        match self {
            Window::Defend { seat, .. }
            | Window::Broadside { seat, .. }
            | Window::Mines { seat, .. }
            | Window::Volley { seat, .. }
            | Window::FirstFire { seat, .. }
            | Window::Return { seat, .. }
            | Window::Sailing(Sailing { seat, .. })
            | Window::Crossing { seat, .. }
            | Window::Boarding { seat, .. }
            | Window::BoardShot { seat, .. }
            | Window::Allot { seat, .. }
            | Window::Plunder { seat, .. } => *seat,
        }
    }

    /// Does it go on by itself when nothing lies on top of it?
    pub const fn is_automatic(&self) -> bool {
        matches!(
            self,
            Window::Broadside { .. }
                | Window::Volley { .. }
                | Window::Sailing(_)
                | Window::Boarding { .. }
        )
    }
}

/// Where the game stands. SE-3.1: preparation, then play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Pieces are placed one by one; the kind is the index into what is owed.
    Placing {
        /// 0 islands, 1 forts, 2 Royal Ports, 3 reefs.
        kind: u8,
        /// Whose piece is next.
        seat: u8,
    },
    /// Mines and maps are noted secretly by everybody.
    Secrets,
    /// Ships are put into the harbours, one player after another.
    Deploy {
        /// Whose ships.
        seat: u8,
    },
    /// A player's phase.
    Phase,
    /// His phase is ending; a question about mines may interrupt it.
    Ending,
    /// It is over.
    Over,
}

/// Known to all. SE-3.1.5.7: cards are open, so are shots (SE-3.3.2.14a) and
/// cargo (SE-4.2.9.1b).
#[derive(Clone, Debug)]
pub struct Public {
    /// Options and chart.
    pub world: Arc<World>,
    /// All ships by id.
    pub ships: [Ship; N_SHIPS],
    /// Forts and ruins.
    pub forts: [Fort; MAX_FORTS],
    /// How many of them there are.
    pub n_forts: u8,
    /// Players by seat.
    pub players: [Player; MAX_SEATS],
    /// Ships afloat of each player.
    pub fleets: [ShipSet; MAX_SEATS],
    /// Who is an enemy of whom, as bits.
    pub foes: [u8; MAX_SEATS],
    /// Playing order.
    pub order: [u8; MAX_SEATS],
    /// Spaces with a ship.
    pub occupied: Cells,
    /// Spaces no further ship may enter.
    pub full: Cells,
    /// Goods lying on spaces.
    pub goods: [(Space, u8); MAX_GOODS],
    /// Number of the Turn, 0 before play.
    pub turn: u16,
    /// Who acts, as an index into this Turn's order.
    pub at: u8,
    /// The wind of this Turn.
    pub wind: Wind,
    /// Was the last Turn calm?
    pub was_calm: bool,
    /// Where the game stands.
    pub stage: Stage,
    /// Open windows, the last one first to answer.
    pub windows: Vec<Window>,
    /// A due fireship that has moved and explodes when mines are settled.
    pub fuse: u8,
    /// Something happened that may end the game: to be looked at.
    pub dirty: bool,
    /// The last movement.
    pub passage: Passage,
    /// Movements of this phase, where a shot before boarding asks for them (Admiral).
    pub trails: Vec<Trail>,
    /// Spaces where a mine has gone off.
    pub blown: Cells,
    /// Temporary alliances by pair.
    pub treaties: [Treaty; 15],
    /// Maps that changed hands.
    pub stashes: [Stash; MAX_SEATS],
    /// Treasures that have appeared (Jolly Roger).
    pub appeared: u8,
    /// Reserve types due: galleons, frigates.
    pub due: [bool; 2],
    /// Goods needed to win.
    pub goal: u8,
    /// Counts decisions.
    pub clock: u32,
    /// When each side came to hold at least n goods, unbroken; 0 while it does not.
    pub since: [[u32; 8]; MAX_SEATS],
    /// Pieces still to place: islands, forts, Royal Ports, reefs.
    pub owed: [[u8; 4]; MAX_SEATS],
    /// How it ended.
    pub outcome: Option<Outcome>,
}

/// A mine and what its owner has ordered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mine {
    /// Where.
    pub space: Space,
    /// What to do when an enemy passes (SE-R77).
    pub order: Standing,
}

/// A standing order for a mine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// Ask the owner.
    Ask,
    /// Detonate at the first enemy passage.
    Auto,
    /// Never.
    Hold,
}

/// A treaty offer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Offer {
    /// From whom, or to whom.
    pub seat: u8,
    /// For how many Turns; 0 for open-ended.
    pub turns: u8,
}

/// Known to one seat only.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatSecret {
    /// Undetonated mines.
    pub mines: smallvec::SmallVec<[Mine; 3]>,
    /// Own treasure map.
    pub map: Space,
    /// Captured maps by the pirate who wrote them.
    pub held: [Space; MAX_SEATS],
    /// Offer to answer.
    pub incoming: Option<Offer>,
    /// Offer that waits for its answer.
    pub outgoing: Option<Offer>,
    /// Players already made an offer this phase, as bits.
    pub offered: u8,
}

impl SeatSecret {
    /// Nothing noted yet.
    pub fn new() -> SeatSecret {
        SeatSecret {
            mines: Default::default(),
            map: Space::NONE,
            held: [Space::NONE; MAX_SEATS],
            incoming: None,
            outgoing: None,
            offered: 0,
        }
    }
}

impl Default for SeatSecret {
    fn default() -> Self {
        SeatSecret::new()
    }
}

/// Index of a pair of seats in the table of treaties.
pub(crate) const fn pair_index(a: u8, b: u8) -> usize {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    (high as usize) * (high as usize - 1) / 2 + low as usize
}
