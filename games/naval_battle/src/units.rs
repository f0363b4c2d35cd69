//! The fleet: nine types of piece, and how many of each.

use alloc::format;
use alloc::string::String;
use core::fmt;

/// A type of piece.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Kind {
    /// `S`: clears mines, loses to every ship.
    // NB-F-13: below every numbered ship, so its strength is 0.
    Sweeper = 0,
    /// `1`.
    Submarine = 1,
    /// `2`.
    Convoy = 2,
    /// `3`.
    Destroyer = 3,
    /// `4`.
    Cruiser = 4,
    /// `5`.
    HelicopterCarrier = 5,
    /// `6`.
    AircraftCarrier = 6,
    /// `A`: best in attack, worst in defence; its loss is the game's.
    Admiral = 7,
    /// `M`: never moves, destroys what touches it.
    Mine = 8,
}

/// All types, as the books list them.
pub const KINDS: [Kind; 9] = [
    Kind::Admiral,
    Kind::AircraftCarrier,
    Kind::HelicopterCarrier,
    Kind::Cruiser,
    Kind::Destroyer,
    Kind::Convoy,
    Kind::Submarine,
    Kind::Sweeper,
    Kind::Mine,
];

/// Pieces of a fleet.
// NB-F-02
pub const FLEET_SIZE: usize = 32;

impl Kind {
    /// How many of them a fleet has.
    pub const fn count(self) -> u8 {
        match self {
            Kind::Admiral => 1,           // NB-F-03
            Kind::AircraftCarrier => 1,   // NB-F-04
            Kind::HelicopterCarrier => 2, // NB-F-05
            Kind::Cruiser => 3,           // NB-F-06
            Kind::Destroyer => 4,         // NB-F-07
            Kind::Convoy => 5,            // NB-F-08
            Kind::Submarine => 6,         // NB-F-09
            Kind::Mine => 5,              // NB-F-10
            Kind::Sweeper => 5,           // NB-F-11
        }
    }

    /// The clause that sets the count.
    pub(crate) const fn count_clause(self) -> &'static str {
        match self {
            Kind::Admiral => "NB-F-03",
            Kind::AircraftCarrier => "NB-F-04",
            Kind::HelicopterCarrier => "NB-F-05",
            Kind::Cruiser => "NB-F-06",
            Kind::Destroyer => "NB-F-07",
            Kind::Convoy => "NB-F-08",
            Kind::Submarine => "NB-F-09",
            Kind::Mine => "NB-F-10",
            Kind::Sweeper => "NB-F-11",
        }
    }

    /// Its sign in notation.
    pub const fn sign(self) -> char {
        match self {
            Kind::Sweeper => 'S',
            Kind::Admiral => 'A',
            Kind::Mine => 'M',
            numbered => (b'0' + numbered as u8) as char,
        }
    }

    /// Its sign as a text.
    pub const fn sign_text(self) -> &'static str {
        match self {
            Kind::Sweeper => "S",
            Kind::Admiral => "A",
            Kind::Mine => "M",
            numbered => ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"][numbered as usize % 10],
        }
    }

    /// The type with this sign.
    pub(crate) fn from_sign(sign: char) -> Option<Kind> {
        KINDS.into_iter().find(|kind| kind.sign() == sign.to_ascii_uppercase())
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Sweeper => "Mine Sweeper",
            Kind::Submarine => "Submarine",
            Kind::Convoy => "Convoy",
            Kind::Destroyer => "Destroyer",
            Kind::Cruiser => "Cruiser",
            Kind::HelicopterCarrier => "Helicopter Carrier",
            Kind::AircraftCarrier => "Aircraft Carrier",
            Kind::Admiral => "Admiral",
            Kind::Mine => "Mine",
        }
    }

    /// So many of them: `no Mines`, `1 Cruiser`, `3 Cruisers`.
    pub(crate) fn counted(self, n: u8) -> String {
        match n {
            0 => format!("no {self}s"),
            1 => format!("1 {self}"),
            n => format!("{n} {self}s"),
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
