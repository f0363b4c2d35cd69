//! Ships: sets of them, what has become of each, and the marks they carry.

use crate::board::{Dir, Point};
use crate::setup::{ShipId, SquadId};
use admiralty_core::{Seat, Side};
use core::num::NonZeroU8;

/// A set of ships.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Fleet(pub u128);

impl Fleet {
    /// No ship.
    pub const EMPTY: Fleet = Fleet(0);

    /// Just this one.
    pub const fn only(ship: ShipId) -> Fleet {
        Fleet(1 << (ship.n() & 127))
    }

    /// Is she in it?
    pub const fn has(self, ship: ShipId) -> bool {
        self.0 >> (ship.n() & 127) & 1 == 1
    }

    /// With her.
    #[must_use]
    pub const fn with(self, ship: ShipId) -> Fleet {
        Fleet(self.0 | 1 << (ship.n() & 127))
    }

    /// Without those.
    #[must_use]
    pub const fn minus(self, other: Fleet) -> Fleet {
        Fleet(self.0 & !other.0)
    }

    /// Those of both.
    #[must_use]
    pub const fn common(self, other: Fleet) -> Fleet {
        Fleet(self.0 & other.0)
    }

    /// Those of either.
    #[must_use]
    pub const fn union(self, other: Fleet) -> Fleet {
        Fleet(self.0 | other.0)
    }

    /// Nobody?
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many.
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// In ascending order.
    pub fn iter(self) -> impl Iterator<Item = ShipId> + Clone {
        let mut left = self.0;
        core::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let i = left.trailing_zeros() as u8;
            left &= left - 1;
            Some(ShipId::new(i))
        })
    }
}

impl FromIterator<ShipId> for Fleet {
    fn from_iter<I: IntoIterator<Item = ShipId>>(ships: I) -> Fleet {
        ships.into_iter().fold(Fleet::EMPTY, Fleet::with)
    }
}

/// What has become of a ship.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// Not yet on the map.
    Waiting,
    /// Fighting.
    Ok,
    /// Her flag is down; her own captain still sails her.
    Struck,
    /// In the hands of a seat.
    Prize,
    /// Left the map.
    Withdrawn,
    /// Lost.
    Wrecked,
}

/// Marks a ship can carry.
pub mod mark {
    /// Belongs to no Group until she is back with her flagship.
    pub const STRAGGLER: u16 = 1;
    /// Misses her next move.
    pub const CHECKED: u16 = 2;
    /// Fast on a shoal.
    pub const AGROUND: u16 = 4;
    /// Locked in close action.
    pub const MELEE: u16 = 8;
    /// In a boarding battle.
    pub const BOARDING: u16 = 16;
    /// Has moved, or failed to, in this step.
    pub const ACTED: u16 = 32;
    /// Has her heading order.
    pub const ORDERED: u16 = 64;
    /// Was in melee when the turn began.
    pub const LOCKED: u16 = 128;
    /// Has declined repairs, or made them.
    pub const REPAIRED: u16 = 256;
}

/// What a Group is to do besides sailing ahead, kept with each ship so that
/// those left behind keep it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// Sail on.
    Steady,
    /// Go through the wind at the next move.
    Tack {
        /// All at once (else in succession).
        together: bool,
    },
    /// Go where a Group has just been: the one that this ship headed when it was ordered.
    Follow(ShipId),
    /// The tail of a divided Group, to go off on this heading.
    Tail(Dir),
    /// The tail of a divided Group, to wait one move and keep this heading.
    Hold(Dir),
}

/// A ship.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ship {
    /// Where she is, if on the map.
    pub at: Point,
    /// Her heading.
    pub heading: Dir,
    /// The axis of her Group's Line of Bearing.
    pub axis: Option<Dir>,
    /// Her place from head to tail.
    pub rank: u8,
    /// Strength damage.
    pub sd: u8,
    /// Movement damage.
    pub md: u8,
    /// What has become of her.
    pub state: State,
    /// Who holds a prize.
    pub holder: Seat,
    /// Marks.
    pub marks: u16,
    /// What her Group is to do.
    pub order: Order,
    /// The ship that headed her Group when somebody was told to follow it: the Group's name
    /// for its followers, whatever becomes of that ship.
    pub muster: ShipId,
    /// Her die in close action.
    pub die: Option<NonZeroU8>,
    /// The enemies she is paired with.
    pub foes: [Option<ShipId>; 2],
    /// The edges she left by: N 1, E 2, S 4, W 8.
    pub edges: u8,
    /// Her squadron.
    pub squad: SquadId,
    /// Her side.
    pub side: Side,
    /// Initial Strength.
    pub s0: u8,
    /// Ship of the line?
    pub line: bool,
}

impl Ship {
    /// Does she carry the mark?
    pub const fn is(&self, mark: u16) -> bool {
        self.marks & mark != 0
    }

    /// Sets or clears a mark.
    pub const fn set(&mut self, mark: u16, on: bool) {
        if on {
            self.marks |= mark;
        } else {
            self.marks &= !mark;
        }
    }

    /// On the map?
    pub const fn afloat(&self) -> bool {
        matches!(self.state, State::Ok | State::Struck | State::Prize)
    }

    /// A line ship still fighting.
    pub const fn is_line_ok(&self) -> bool {
        self.line && matches!(self.state, State::Ok)
    }

    /// A member of a Group.
    // FA-2.05, FA-2.06, FA-2.07: stragglers, prizes and struck ships belong to none.
    pub const fn in_group(&self) -> bool {
        self.is_line_ok() && self.marks & mark::STRAGGLER == 0
    }

    /// The enemies she is paired with.
    pub fn partners(&self) -> impl Iterator<Item = ShipId> + use<> {
        self.foes.into_iter().flatten()
    }

    /// Is she paired muzzle-to-muzzle?
    pub const fn is_paired(&self) -> bool {
        self.foes[0].is_some()
    }
}
