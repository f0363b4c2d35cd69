//! What lies on the table: ships, forts, players, the wind, open windows.
//!
//! Everything is public except a seat's mines, maps and treaty offers. The
//! state is flat and small, so that a clone is a copy of about a kilobyte;
//! what never changes during play (options and chart) is shared.

mod fleet;
mod lookup;
mod seats;
mod windows;

pub use fleet::{Passage, Ship, ShipSet, Trail, mark};
pub use lookup::SPAIN;
pub use seats::{Flag, Seats};
pub use windows::{Allot, Point, Sailing, Window};

use crate::board::{Cells, Chart, Dir, Space};
use crate::setup::Options;
use crate::units::{FORT_STRENGTH, N_SHIPS, ShipId};
use admiralty_core::{Outcome, Seat};
use alloc::sync::Arc;
use alloc::vec::Vec;

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

/// A fort or its ruin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fort {
    /// Where it stands.
    pub space: Space,
    /// Nobody's if it is neutral or a ruin.
    pub owner: Flag,
    /// Owner at the beginning.
    pub first: Flag,
    /// Damage.
    pub hull: u8,
    /// Is it destroyed?
    pub ruin: bool,
    /// Points of an unfinished reconstruction.
    pub points: u8,
    /// Whose points they are, and who works here.
    pub worker: Flag,
    /// Shots left this Turn.
    pub shots: u8,
    /// The two ships at work.
    pub works: Option<[ShipId; 2]>,
    /// Turn in which the works were declared.
    pub since: u16,
    /// Was an enemy in the harbour this Turn?
    pub seen: bool,
    /// Was it assaulted this Turn?
    pub assaulted: bool,
    /// Goods stored here or lying beside it.
    pub goods: u8,
    /// Seats that attacked it while neutral.
    pub hostile: Seats,
    /// The seat that attacked it last.
    pub last_hostile: Flag,
}

impl Fort {
    /// A whole fort.
    pub const fn new(space: Space, owner: Flag) -> Fort {
        Fort {
            space,
            owner,
            first: owner,
            hull: 0,
            ruin: false,
            points: 0,
            worker: Flag::NOBODY,
            shots: 0,
            works: None,
            since: 0,
            seen: false,
            assaulted: false,
            goods: 0,
            hostile: Seats::EMPTY,
            last_hostile: Flag::NOBODY,
        }
    }

    /// Standing with nobody's flag.
    pub const fn is_neutral(&self) -> bool {
        !self.ruin && self.owner.is_nobody()
    }

    /// Strength left.
    pub const fn strength(&self) -> u8 {
        if self.ruin { 0 } else { FORT_STRENGTH - self.hull }
    }

    /// Are two ships at work here?
    pub const fn has_works(&self) -> bool {
        self.works.is_some()
    }
}

/// A player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Player {
    /// Out of the game.
    pub out: bool,
    /// Gone: out as soon as no question is open (SE-R142).
    pub gone: bool,
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
    /// Who took or sank his latest lost ship in a boarding; nobody for other causes.
    pub victor: Flag,
}

/// Treasures under a captured map (Jolly Roger).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stash {
    /// Who holds the map.
    pub holder: Flag,
    /// How many treasures lie there.
    pub goods: u8,
    /// Where, once it has been shown.
    pub shown: Space,
}

impl Stash {
    /// No map has changed hands.
    pub const NONE: Stash = Stash { holder: Flag::NOBODY, goods: 0, shown: Space::NONE };
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

/// Where the game stands. SE-3.1: preparation, then play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Pieces are placed one by one; the kind is the index into what is owed.
    Placing {
        /// 0 islands, 1 forts, 2 Royal Ports, 3 reefs.
        kind: u8,
        /// Whose piece is next.
        seat: Seat,
    },
    /// Mines and maps are noted secretly by everybody.
    Secrets,
    /// Ships are put into the harbours, one player after another.
    Deploy {
        /// Whose ships.
        seat: Seat,
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
    /// Who is an enemy of whom.
    pub foes: [Seats; MAX_SEATS],
    /// Playing order.
    pub order: [Seat; MAX_SEATS],
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
    pub fuse: Option<ShipId>,
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
    pub seat: Seat,
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
    /// Players already made an offer this phase.
    pub offered: Seats,
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
            offered: Seats::EMPTY,
        }
    }
}

impl Default for SeatSecret {
    fn default() -> Self {
        SeatSecret::new()
    }
}

/// Index of a pair of seats in the table of treaties.
pub(crate) const fn pair_index(a: Seat, b: Seat) -> usize {
    let (a, b) = (a.index(), b.index());
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    high * (high - 1) / 2 + low
}
