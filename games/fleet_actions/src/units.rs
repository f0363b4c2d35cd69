//! The printed and designed tables: ratings by chart, gunnery dice, damage
//! columns, turn lengths, signal cards.

/// Strength of the wind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Force {
    /// No way on any ship.
    Calm,
    /// Long turns.
    Light,
    /// The common case.
    #[default]
    Medium,
    /// Short turns.
    Strong,
    /// No gunnery, ships under storm sails.
    Gale,
}

/// Names of the wind strengths in notation.
pub(crate) const FORCES: [(&str, Force); 5] = [
    ("calm", Force::Calm),
    ("light", Force::Light),
    ("medium", Force::Medium),
    ("strong", Force::Strong),
    ("gale", Force::Gale),
];

impl Force {
    /// Minutes of a turn on the lattice.
    pub const fn turn_minutes(self) -> u16 {
        match self {
            Force::Strong => 6,  // FA-3.06
            Force::Medium => 12, // FA-3.07
            Force::Light => 24,  // FA-3.08
            Force::Calm => 24,   // FA-3.09: a calm as light wind, a gale as strong.
            Force::Gale => 6,
        }
    }

    /// Minutes of a turn on the hex map.
    pub const fn grand_minutes(self) -> u16 {
        match self {
            Force::Strong | Force::Gale => 20, // FA-9.06
            Force::Medium => 40,               // FA-9.07
            Force::Light | Force::Calm => 60,  // FA-9.08
        }
    }

    /// The least roll that repairs a step, if anything can be repaired.
    pub const fn repair(self) -> Option<u8> {
        match self {
            Force::Calm => Some(4),   // FA-8.109
            Force::Light => Some(4),  // FA-8.101
            Force::Medium => Some(5), // FA-8.102
            Force::Strong => Some(6), // FA-8.103
            Force::Gale => None,      // FA-3.71
        }
    }

    /// One level up.
    #[must_use]
    pub const fn up(self) -> Force {
        match self {
            Force::Calm => Force::Light, // FA-3.63
            Force::Light => Force::Medium,
            Force::Medium => Force::Strong,
            Force::Strong | Force::Gale => Force::Gale, // FA-3.64, FA-3.72
        }
    }

    /// One level down.
    #[must_use]
    pub const fn down(self) -> Force {
        match self {
            Force::Gale => Force::Strong,
            Force::Strong => Force::Medium,
            Force::Medium => Force::Light,
            Force::Light | Force::Calm => Force::Calm, // FA-3.58, FA-3.63
        }
    }

    /// Its word in notation.
    pub const fn name(self) -> &'static str {
        FORCES[self as usize].0
    }
}

/// How full the crews are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Crews {
    /// All guns manned.
    #[default]
    Full,
    /// Three quarters of the dice, rounded up.
    ThreeQuarters,
    /// Half the dice, rounded up.
    Half,
}

impl Crews {
    /// Its word in notation.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Crews::Full => "full",
            Crews::ThreeQuarters => "threequarters",
            Crews::Half => "half",
        }
    }
}

/// Number of gunnery dice for one attack; `speed` is that of the faster unit.
pub const fn gunnery_dice(speed: u8, force: Force, crews: Crews) -> u8 {
    // FA-3.11: per row light wind has twice the dice of medium and four times those of strong.
    let row = match speed {
        0 | 1 => [12, 12, 6, 3],
        2 => [12, 6, 3, 2],
        _ => [12, 4, 2, 1],
    };
    let dice: u8 = match force {
        Force::Calm => row[0], // FA-8.111: in a calm everything fires as row 0.
        Force::Light => row[1],
        Force::Medium => row[2],
        Force::Strong => row[3],
        Force::Gale => 0,
    };
    match crews {
        // FA-8.24: crews of the firing side.
        Crews::Full => dice,
        Crews::ThreeQuarters => (dice * 3).div_ceil(4),
        Crews::Half => dice.div_ceil(2),
    }
}

/// A column of the damage table, and the doctrine of a fleet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Doctrine {
    /// Even.
    #[default]
    Normal,
    /// At the hull.
    Low,
    /// At the rigging.
    High,
}

impl Doctrine {
    /// Does this roll of a D6 cost strength (else movement)?
    // FA-8.63: each step is rolled on the column.
    pub const fn is_strength(self, roll: u8) -> bool {
        roll <= match self {
            Doctrine::Normal => 3,
            Doctrine::Low => 4,
            Doctrine::High => 2,
        }
    }

    /// Its word in notation.
    pub const fn name(self) -> &'static str {
        match self {
            Doctrine::Normal => "normal",
            Doctrine::Low => "low",
            Doctrine::High => "high",
        }
    }
}

/// The nation of a ship.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Nation {
    /// English, before 1707.
    En,
    /// British.
    Br,
    /// French.
    Fr,
    /// Spanish.
    Sp,
    /// Dutch.
    Du,
}

/// Codes of the nations.
pub(crate) const NATIONS: [(&str, Nation); 5] = [
    ("EN", Nation::En),
    ("BR", Nation::Br),
    ("FR", Nation::Fr),
    ("SP", Nation::Sp),
    ("DU", Nation::Du),
];

impl Nation {
    /// Its code.
    pub const fn code(self) -> &'static str {
        NATIONS[self as usize].0
    }
}

/// A rating chart: one period of history.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chart {
    /// 1650-1660.
    A,
    /// 1660-1675.
    B,
    /// 1688-1720.
    C,
    /// 1740-1760.
    D,
    /// 1776-1784.
    E,
    /// 1793-1815.
    F,
}

/// Letters of the charts.
pub(crate) const CHARTS: [(&str, Chart); 6] = [
    ("A", Chart::A),
    ("B", Chart::B),
    ("C", Chart::C),
    ("D", Chart::D),
    ("E", Chart::E),
    ("F", Chart::F),
];

/// Lower bounds of guns with the rating from there on.
type Bands = &'static [(u16, u8)];

const A: Bands =
    &[(0, 1), (28, 2), (31, 3), (34, 4), (40, 5), (48, 6), (60, 7), (70, 8), (90, 9), (100, 10)];
const B_ENGLISH: Bands =
    &[(0, 1), (28, 2), (32, 3), (40, 5), (43, 6), (50, 7), (60, 8), (70, 9), (80, 10), (90, 11)];
const B_DUTCH: Bands =
    &[(0, 1), (28, 2), (32, 3), (44, 4), (48, 5), (58, 6), (64, 7), (70, 8), (78, 9)];
const C: Bands =
    &[(0, 2), (50, 3), (60, 4), (68, 5), (71, 6), (82, 7), (90, 8), (96, 9), (100, 11), (104, 12)];
const D: Bands = &[
    (0, 1),
    (30, 2),
    (50, 3),
    (60, 4),
    (64, 5),
    (70, 5),
    (74, 7),
    (80, 8),
    (90, 9),
    (100, 10),
    (101, 12),
    (115, 13),
];
const E: Bands = &[
    (0, 1),
    (32, 2),
    (50, 3),
    (56, 4),
    (64, 5),
    (66, 6),
    (74, 7),
    (80, 8),
    (98, 9),
    (100, 10),
    (101, 12),
    (110, 13),
];
const F: Bands = &[
    (0, 2),
    (36, 3),
    (38, 4),
    (50, 5),
    (64, 7),
    (74, 8),
    (80, 9),
    (98, 10),
    (110, 11),
    (118, 12),
    (130, 13),
];

/// The strength rating of a ship with that many guns.
pub fn rating(chart: Chart, nation: Nation, guns: u16) -> u8 {
    // FA-3.28: inside a printed band the result is one of the printed ratings.
    let bands = match chart {
        Chart::A => A,                               // FA-3.20
        Chart::B if nation == Nation::Du => B_DUTCH, // FA-3.22
        Chart::B => B_ENGLISH,                       // FA-3.21
        Chart::C => C,                               // FA-3.23
        Chart::D => D,                               // FA-3.24
        Chart::E => E,                               // FA-3.25
        Chart::F => F,                               // FA-3.26
    };
    let base = bands.iter().rev().find(|(from, _)| guns >= *from).map_or(1, |(_, r)| *r);
    // A double entry of one gun number goes by nation: French ships were larger.
    let more = match (chart, nation) {
        (Chart::D, Nation::Fr) => matches!(guns, 64..=69 | 74..=89),
        (Chart::E, Nation::Fr) => matches!(guns, 64..=65 | 74..=79),
        (Chart::D | Chart::E, Nation::Br | Nation::En) => guns == 100,
        _ => false,
    };
    base + u8::from(more)
}

/// A signal card.
// FA-C.01: the list; every card may be shown any number of times.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Card(pub u8);

/// What a card asks of those who read it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// Get nearer to the enemy.
    Close,
    /// Keep the line and its order.
    KeepLine,
    /// Open the range.
    StandOff,
    /// Gather prizes.
    Prizes,
}

/// Codes and names of the cards.
pub const CARDS: [(&str, &str); 18] = [
    ("EMC", "Engage More Closely"),
    ("LEB", "Lay the Enemy On Board"),
    ("PEL", "Pass Through the Enemy Line"),
    ("FLB", "Form Line of Battle"),
    ("LOB", "Form Line of Bearing"),
    ("TIS", "Tack in Succession"),
    ("TTG", "Tack Together"),
    ("WEA", "Wear"),
    ("GCH", "General Chase"),
    ("AVN", "Attack the Enemy's Van"),
    ("ACN", "Attack the Enemy's Centre"),
    ("ARR", "Attack the Enemy's Rear"),
    ("DBL", "Double the Enemy"),
    ("CLU", "Close Up"),
    ("MMS", "Make More Sail"),
    ("SHS", "Shorten Sail"),
    ("DIS", "Discontinue the Action"),
    ("TPP", "Take Possession of Prizes"),
];

impl Card {
    /// Engage More Closely.
    pub const EMC: Card = Card(0);
    /// Lay the Enemy On Board.
    pub const LEB: Card = Card(1);
    /// Pass Through the Enemy Line.
    pub const PEL: Card = Card(2);
    /// General Chase.
    pub const GCH: Card = Card(8);
    /// Close Up.
    pub const CLU: Card = Card(13);

    /// All cards.
    pub fn all() -> impl Iterator<Item = Card> {
        (0..CARDS.len() as u8).map(Card)
    }

    /// Its code: `EMC`.
    pub const fn code(self) -> &'static str {
        CARDS[self.0 as usize % CARDS.len()].0
    }

    /// What it says.
    pub const fn name(self) -> &'static str {
        CARDS[self.0 as usize % CARDS.len()].1
    }

    /// Reads a code.
    pub fn parse(text: &str) -> Option<Card> {
        Card::all().find(|c| c.code() == text)
    }

    /// What a team mate or bot makes of it.
    // FA-C.12: bots read the cards of their own side as goals.
    pub const fn goal(self) -> Goal {
        match self.0 {
            0..=2 | 8..=12 | 14 => Goal::Close,
            16 => Goal::StandOff,
            17 => Goal::Prizes,
            _ => Goal::KeepLine,
        }
    }

    /// Does it help captains to close?
    pub const fn is_closing(self) -> bool {
        // FA-C.02, FA-C.03, FA-C.04: these three; FA-C.05: no other card changes a roll.
        matches!(self, Card::EMC | Card::LEB | Card::PEL)
    }
}
