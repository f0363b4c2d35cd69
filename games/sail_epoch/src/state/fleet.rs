//! Ships: their marks and state, sets of them, and where they have been.

use super::Flag;
use crate::action::Captain;
use crate::board::{Dir, Space};
use crate::units::{FortId, ShipId};
use admiralty_core::Seat;

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
    /// Its sails are mended in this phase, not its hull (Admiral).
    pub const SAILS_FIRST: u16 = 1 << 15;
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
    pub owner: Flag,
    /// Hull damage.
    pub hull: u8,
    /// Goods aboard.
    pub cargo: u8,
    /// Shots left this Turn.
    pub shots: u8,
    /// Fort where it is under repair.
    pub repair: Option<FortId>,
    /// Fort where it works.
    pub work: Option<FortId>,
    /// Ends of Turns spent in an enemy Royal Port's harbour; the first is the entry.
    pub stay: u8,
    /// Bow direction (Admiral).
    pub bow: Dir,
    /// Sail damage (Admiral).
    pub sails: u8,
    /// Its captain (Admiral).
    pub captain: Option<Captain>,
}

impl Ship {
    /// A ship that is not in the game.
    pub const GONE: Ship = Ship {
        space: Space::NONE,
        marks: 0,
        owner: Flag::NOBODY,
        hull: 0,
        cargo: 0,
        shots: 0,
        repair: None,
        work: None,
        stay: 0,
        bow: Dir(0),
        sails: 0,
        captain: None,
    };

    /// Is it on the field?
    #[inline]
    pub const fn is_afloat(&self) -> bool {
        self.space.is_some()
    }

    /// The player it sails for. Every ship afloat has one; a card that is not
    /// in the game counts for the first.
    #[inline]
    pub const fn seat(&self) -> Seat {
        match self.owner.seat() {
            Some(seat) => seat,
            None => Seat(0),
        }
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
    /// Which ship, once one has moved.
    pub ship: Option<ShipId>,
    /// How many spaces.
    pub len: u8,
    /// The spaces, first left out, last included.
    pub spaces: [Space; 12],
}

impl Passage {
    /// Nothing has moved yet.
    pub const NONE: Passage = Passage { ship: None, len: 0, spaces: [Space::NONE; 12] };

    /// A ship that is about to move.
    pub const fn of(ship: ShipId) -> Passage {
        Passage { ship: Some(ship), ..Passage::NONE }
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
