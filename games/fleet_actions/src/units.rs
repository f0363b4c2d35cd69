//! What the books print: wind strengths, crews, doctrines, nations, ratings by chart.

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
