//! Ship cards and forts: the printed numbers.

use core::fmt;
use core::num::NonZeroU8;

/// A type of ship, in the order in which ties are broken.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Class {
    /// Three-decker: slow to turn away, deadly.
    FirstRate,
    /// Floating battery and best carrier.
    Galleon,
    /// Fastest class, fights in storms.
    Frigate,
    /// Light, cheap, rows in a calm.
    Brig,
}

/// A distance or a range: along rows and columns, and along diagonals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pair {
    /// Along a row or a column.
    pub orth: u8,
    /// Along a diagonal.
    pub diag: u8,
}

const fn pair(orth: u8, diag: u8) -> Pair {
    Pair { orth, diag }
}

impl Pair {
    /// The figure for a direction.
    pub const fn of(self, diagonal: bool) -> u8 {
        if diagonal { self.diag } else { self.orth }
    }
}

/// The printed card of a ship type.
#[derive(Clone, Copy, Debug)]
pub struct Card {
    /// Two letters of the notation.
    pub code: &'static str,
    /// The name people see.
    pub name: &'static str,
    /// Maximum strength.
    pub strength: u8,
    /// Distance in a fresh breeze straight before the wind.
    pub fresh: Pair,
    /// Distance in a dead calm.
    pub calm: Pair,
    /// Distance a storm carries it.
    pub storm: Pair,
    /// Range of its guns.
    pub range: Pair,
    /// Shots in a Turn.
    pub shots: u8,
    /// Shots in a Turn of storm.
    pub storm_shots: u8,
}

/// The four types in order.
pub const CLASSES: [Class; 4] = [Class::FirstRate, Class::Galleon, Class::Frigate, Class::Brig];

// SE-2b: four types with these cards. SE-3.3.1.6.1c: orth and diag differ.
// SE-R5: unprinted speeds FG 6/5, GA 4/3, BR diag 4. SE-R6: only the brig rows, 1/0.
// SE-3.3.1.6.2b: calm distances differ as well. SE-R8: storm shots FR 1, FG 1.
// SE-3.3.2.6a: ranges are on the cards. SE-R4: galleon and frigate have strength 4.
const CARDS: [Card; 4] = [
    Card {
        code: "FR",
        name: "First Rate",
        strength: 7,
        fresh: pair(5, 4),
        calm: pair(0, 0),
        storm: pair(3, 2),
        range: pair(6, 5),
        shots: 3,
        storm_shots: 1,
    },
    Card {
        code: "GA",
        name: "Galleon",
        strength: 4,
        fresh: pair(4, 3),
        calm: pair(0, 0),
        storm: pair(5, 4),
        range: pair(4, 3),
        shots: 2,
        storm_shots: 0,
    },
    Card {
        code: "FG",
        name: "Frigate",
        strength: 4,
        fresh: pair(6, 5),
        calm: pair(0, 0),
        storm: pair(3, 2),
        range: pair(5, 4),
        shots: 1,
        storm_shots: 1,
    },
    Card {
        code: "BR",
        name: "Brig",
        strength: 3,
        fresh: pair(5, 4),
        calm: pair(1, 0),
        storm: pair(4, 3),
        range: pair(3, 2),
        shots: 1,
        storm_shots: 0,
    },
];

/// Strength of a fort. SE-3.3.5.1e1: three.
pub(crate) const FORT_STRENGTH: u8 = 3;
/// Shots of a fort in a Turn. SE-3.3.2.11a: two, SE-3.3.2.11b: in any weather.
pub(crate) const FORT_SHOTS: u8 = 2;
/// Range of a fort. SE-3.3.2.6b: 5 orth, 4 diag.
pub(crate) const FORT_RANGE: Pair = pair(5, 4);
/// Damage of a mine. SE-3.3.6.2: three.
pub(crate) const MINE_DAMAGE: u8 = 3;
/// How many ships of one type there are. SE-2a: six, numbered 1 to 6.
pub(crate) const PER_CLASS: u8 = 6;
/// How many ships there are.
pub(crate) const N_SHIPS: usize = 24;

impl Class {
    /// Its card.
    pub const fn card(self) -> &'static Card {
        &CARDS[self as usize]
    }

    /// The type with this index, 0 to 3.
    pub const fn from_index(i: u8) -> Class {
        CLASSES[(i & 3) as usize]
    }
}

/// A ship by type and number. SE-2g, SE-2h: type and number name exactly one
/// card, so the pair is the ship.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ShipId(pub u8);

impl ShipId {
    /// The ship of a type with a number from 1 to 6.
    pub const fn new(class: Class, number: u8) -> ShipId {
        ShipId(class as u8 * PER_CLASS + number - 1)
    }

    /// As an index into tables of ships.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its type.
    pub const fn class(self) -> Class {
        Class::from_index(self.0 / PER_CLASS)
    }

    /// Its number, 1 to 6.
    pub const fn number(self) -> u8 {
        self.0 % PER_CLASS + 1
    }

    /// Its card.
    pub const fn card(self) -> &'static Card {
        self.class().card()
    }
}

/// A fort or its ruin, by its number on the field. Never zero inside, so that
/// "no fort" costs no further byte.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct FortId(NonZeroU8);

impl FortId {
    /// The fort with this index, from 0; there are eight at most.
    pub const fn new(index: u8) -> FortId {
        FortId(NonZeroU8::MIN.saturating_add(index))
    }

    /// As an index into tables of forts.
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// Signs of the names of all ships.
const SIGNS: &[[u8; 3]; N_SHIPS] = &{
    let mut signs = [[0; 3]; N_SHIPS];
    let mut i = 0;
    while i < N_SHIPS {
        let id = ShipId(i as u8);
        let code = id.card().code.as_bytes();
        signs[i] = [code[0], code[1], b'0' + id.number()];
        i += 1;
    }
    signs
};

static NAMES: [&str; N_SHIPS] = {
    let mut names = [""; N_SHIPS];
    let mut i = 0;
    while i < N_SHIPS {
        names[i] = match core::str::from_utf8(&SIGNS[i]) {
            Ok(name) => name,
            Err(_) => panic!("letters and digits are text"),
        };
        i += 1;
    }
    names
};

impl ShipId {
    /// Its name in notation: `FR1`.
    pub(crate) fn name(self) -> &'static str {
        NAMES.get(self.index()).copied().unwrap_or_default()
    }
}

impl fmt::Display for ShipId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
