//! Whose flag something flies, and sets of seats, each in one byte.

use super::MAX_SEATS;
use admiralty_core::Seat;

/// A player, all pirates together, or nobody.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Flag(u8);

impl Flag {
    /// No flag: a neutral fort, a ruin, a card that is not in the game.
    pub const NOBODY: Flag = Flag(u8::MAX);
    /// A fort that all pirates share.
    pub const PIRATES: Flag = Flag(MAX_SEATS as u8);

    /// The flag of a player.
    #[inline]
    pub const fn of(seat: Seat) -> Flag {
        Flag(seat.0)
    }

    /// The player, if it is one's own flag.
    #[inline]
    pub const fn seat(self) -> Option<Seat> {
        if (self.0 as usize) < MAX_SEATS { Some(Seat(self.0)) } else { None }
    }

    /// Does nobody fly it?
    pub const fn is_nobody(self) -> bool {
        self.0 == Flag::NOBODY.0
    }
}

impl Default for Flag {
    fn default() -> Flag {
        Flag::NOBODY
    }
}

impl From<Seat> for Flag {
    #[inline]
    fn from(seat: Seat) -> Flag {
        Flag::of(seat)
    }
}

impl PartialEq<Seat> for Flag {
    #[inline]
    fn eq(&self, seat: &Seat) -> bool {
        self.0 == seat.0
    }
}

/// A set of the six seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Seats(u8);

impl Seats {
    /// Nobody.
    pub const EMPTY: Seats = Seats(0);

    /// Is the seat in it?
    #[inline]
    pub const fn has(self, seat: Seat) -> bool {
        self.0 >> seat.0 & 1 == 1
    }

    /// With one more.
    #[must_use]
    pub const fn with(self, seat: Seat) -> Seats {
        Seats(self.0 | 1 << seat.0)
    }

    /// Is nobody in it?
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Those in the set, in order.
    pub fn iter(self) -> impl Iterator<Item = Seat> + Clone {
        (0..MAX_SEATS as u8).map(Seat).filter(move |&seat| self.has(seat))
    }
}

impl FromIterator<Seat> for Seats {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Seats {
        seats.into_iter().fold(Seats::EMPTY, Seats::with)
    }
}
