//! The fleet: nine types of piece, their numbers, and who beats whom.

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

/// How a combat ends for the attacker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Combat {
    /// The attacker takes the defender's square.
    Wins,
    /// The attacker is destroyed, the defender stays.
    Loses,
    /// Both are removed.
    Both,
}

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

    /// What it is worth when a limit is decided by points.
    // NB-D-14: a numbered ship its number, sweeper and mine 1, the Admiral nothing.
    pub const fn points(self) -> u32 {
        match self {
            Kind::Admiral => 0,
            Kind::Sweeper | Kind::Mine => 1,
            numbered => numbered as u32,
        }
    }

    /// Individual combat: `self` attacks `defender`.
    // NB-C-28: the whole table, in order of precedence.
    pub const fn attacks(self, defender: Kind) -> Combat {
        match (self, defender) {
            // NB-C-11: a sweeper clears the mine and stands on its square.
            (Kind::Sweeper, Kind::Mine) => Combat::Wins,
            // NB-C-08, NB-C-10, NB-C-12, NB-C-20: every other attacker dies, the Carrier and the Admiral too.
            (_, Kind::Mine) => Combat::Loses,
            // NB-C-21, NB-C-22, NB-C-23: whoever attacks an Admiral destroys it, even a sweeper or the other Admiral.
            (_, Kind::Admiral) => Combat::Wins,
            // NB-C-18, NB-C-19: an attacking Admiral beats every ship.
            (Kind::Admiral, _) => Combat::Wins,
            // NB-F-12, NB-C-13, NB-C-14, NB-C-16: by number, the sweeper being 0.
            (attacker, defender) if attacker as u8 > defender as u8 => Combat::Wins, // NB-C-05
            (attacker, defender) if (attacker as u8) < defender as u8 => Combat::Loses, // NB-C-06
            // NB-C-07, NB-C-15, NB-C-17: equals destroy each other, sweepers and Carriers too.
            _ => Combat::Both,
        }
    }

    /// Does a piece of this type survive jumping over `victim`?
    // NB-J-19, NB-J-24, NB-J-28: only a sweeper lives through jumping a mine.
    pub(crate) const fn survives_jump_over(self, victim: Kind) -> bool {
        !matches!(victim, Kind::Mine) || matches!(self, Kind::Sweeper)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
