//! Who sits where: seats, sides, sets of them, and tables keyed by them.

use core::fmt;
use core::ops::{Index, IndexMut};
use smallvec::SmallVec;

/// A chair at the table. One person may hold several.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Seat(pub u8);

/// A team: seats that win and lose together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Side(pub u8);

impl Seat {
    /// The seat as an index into tables keyed by seat.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl Side {
    /// The side as an index into tables keyed by side.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The other side of a two-sided game.
    pub const fn other(self) -> Side {
        Side(1 - self.0)
    }
}

macro_rules! bitset {
    ($(#[$doc:meta])* $name:ident of $item:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
        pub struct $name(u32);

        impl $name {
            /// Nobody.
            pub const EMPTY: Self = Self(0);

            /// Just this one.
            pub const fn only(item: $item) -> Self {
                Self(1 << item.0)
            }

            /// The first `n`.
            pub const fn first(n: u8) -> Self {
                Self(if n >= 32 { u32::MAX } else { (1 << n) - 1 })
            }

            /// Is it in the set?
            pub const fn has(self, item: $item) -> bool {
                self.0 & (1 << item.0) != 0
            }

            /// The set with `item` added.
            #[must_use]
            pub const fn with(self, item: $item) -> Self {
                Self(self.0 | (1 << item.0))
            }

            /// The set with `item` taken out.
            #[must_use]
            pub const fn without(self, item: $item) -> Self {
                Self(self.0 & !(1 << item.0))
            }

            /// Everybody of either set.
            #[must_use]
            pub const fn union(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }

            /// Everybody of both sets.
            #[must_use]
            pub const fn common(self, other: Self) -> Self {
                Self(self.0 & other.0)
            }

            /// Everybody of this set who is not in `other`.
            #[must_use]
            pub const fn minus(self, other: Self) -> Self {
                Self(self.0 & !other.0)
            }

            /// Is nobody in it?
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// How many are in it.
            pub const fn len(self) -> u32 {
                self.0.count_ones()
            }

            /// The set as a number with one bit for each, for what is written down.
            pub const fn bits(self) -> u32 {
                self.0
            }

            /// The set of such a number.
            pub const fn from_bits(bits: u32) -> Self {
                Self(bits)
            }

            /// Those in the set, in ascending order.
            pub fn iter(self) -> impl Iterator<Item = $item> + Clone {
                (0..32u8).filter(move |i| self.0 & (1 << i) != 0).map($item)
            }
        }

        impl FromIterator<$item> for $name {
            fn from_iter<I: IntoIterator<Item = $item>>(items: I) -> Self {
                items.into_iter().fold(Self::EMPTY, Self::with)
            }
        }
    };
}

bitset! {
    /// A set of seats.
    SeatSet of Seat
}
bitset! {
    /// A set of sides.
    SideSet of Side
}

macro_rules! keyed {
    ($(#[$doc:meta])* $name:ident by $key:ident) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct $name<T>(SmallVec<[T; 2]>);

        impl<T> $name<T> {
            /// One value for each of `n`, made by `make`.
            pub fn new(n: u8, make: impl FnMut($key) -> T) -> Self {
                Self((0..n).map($key).map(make).collect())
            }

            /// How many there are.
            pub fn len(&self) -> u8 {
                self.0.len() as u8
            }

            /// Are there none?
            pub fn is_empty(&self) -> bool {
                self.0.is_empty()
            }

            /// The value of `key`, if there is such a key.
            pub fn get(&self, key: $key) -> Option<&T> {
                self.0.get(key.index())
            }

            /// The values with their keys, in order.
            pub fn iter(&self) -> impl DoubleEndedIterator<Item = ($key, &T)> {
                self.0.iter().enumerate().map(|(i, value)| ($key(i as u8), value))
            }

            /// The values with their keys, in order, to be changed.
            pub fn iter_mut(&mut self) -> impl Iterator<Item = ($key, &mut T)> {
                self.0.iter_mut().enumerate().map(|(i, value)| ($key(i as u8), value))
            }
        }

        impl<T> Index<$key> for $name<T> {
            type Output = T;
            fn index(&self, key: $key) -> &T {
                &self.0[key.index()]
            }
        }

        impl<T> IndexMut<$key> for $name<T> {
            fn index_mut(&mut self, key: $key) -> &mut T {
                &mut self.0[key.index()]
            }
        }
    };
}

keyed! {
    /// One value per side. Two fit without the heap, which is what most games have.
    BySide by Side
}
keyed! {
    /// One value per seat.
    BySeat by Seat
}

/// Who makes an entry in the log.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Actor {
    /// A player.
    Seat(Seat),
    /// Time ran out; the server says so.
    Clock,
    /// The host of the table: somebody left for good, and the like.
    Host,
}

/// Who is looking.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Viewer {
    /// A player at this seat.
    Seat(Seat),
    /// Somebody with no seat.
    Spectator,
    /// The one who knows everything.
    Umpire,
}

/// Who is told an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Audience {
    /// These seats …
    pub seats: SeatSet,
    /// … and perhaps everybody who watches.
    pub spectators: bool,
}

impl Audience {
    /// Everybody, spectators too.
    pub const ALL: Audience = Audience { seats: SeatSet(u32::MAX), spectators: true };

    /// Nobody.
    pub const NOBODY: Audience = Audience { seats: SeatSet::EMPTY, spectators: false };

    /// These seats and nobody else.
    pub const fn seats(seats: SeatSet) -> Audience {
        Audience { seats, spectators: false }
    }

    /// This viewer too. The umpire is in every audience already.
    #[must_use]
    pub const fn with(self, viewer: Viewer) -> Audience {
        match viewer {
            Viewer::Seat(seat) => Audience { seats: self.seats.with(seat), ..self },
            Viewer::Spectator => Audience { spectators: true, ..self },
            Viewer::Umpire => self,
        }
    }

    /// Everybody of either audience.
    #[must_use]
    pub const fn union(self, other: Audience) -> Audience {
        Audience {
            seats: self.seats.union(other.seats),
            spectators: self.spectators || other.spectators,
        }
    }

    /// Everybody of both audiences.
    #[must_use]
    pub const fn common(self, other: Audience) -> Audience {
        Audience {
            seats: self.seats.common(other.seats),
            spectators: self.spectators && other.spectators,
        }
    }

    /// Is this viewer told? The umpire always is.
    pub const fn includes(self, viewer: Viewer) -> bool {
        match viewer {
            Viewer::Seat(seat) => self.seats.has(seat),
            Viewer::Spectator => self.spectators,
            Viewer::Umpire => true,
        }
    }
}

impl fmt::Display for Viewer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Viewer::Seat(seat) => write!(f, "seat {}", seat.0 + 1),
            Viewer::Spectator => f.write_str("spectator"),
            Viewer::Umpire => f.write_str("umpire"),
        }
    }
}
