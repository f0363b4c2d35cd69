//! What the sentences of refusals are made of: units, players, reasons within reasons.

use crate::action::Unit;
use crate::board::{Dir, Space};
use crate::setup::Scenario;
use crate::state::{Public, Weather, Window};
use crate::units::{Class, ShipId};
use admiralty_core::{Doc, Fact, Seat, facts_as_text};
use core::fmt;

/// A ship or a fort as a sentence calls it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Named {
    /// By type and number.
    Ship(ShipId),
    /// By its space.
    Fort(Space),
}

impl Named {
    /// What a unit is called.
    pub(crate) fn of(p: &Public, unit: Unit) -> Named {
        match (unit.as_ship(), unit.as_fort()) {
            (Some(id), _) => Named::Ship(id),
            (None, fort) => {
                let fort = fort.and_then(|id| p.forts().get(id.index()));
                Named::Fort(fort.map_or(Space::NONE, |fort| fort.space))
            }
        }
    }
}

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Named::Ship(id) => write!(f, "{id}"),
            Named::Fort(space) => write!(f, "the fort on {space}"),
        }
    }
}

/// A player as a sentence calls him.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chair(pub Seat);

impl fmt::Display for Chair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "P{}", self.0.0 + 1)
    }
}

/// A closed set of words: each variant with the word that stands for it.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$inner:meta])* $variant:ident = $word:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum $name { $($(#[$inner])* #[doc = $word] $variant,)* }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self { $($name::$variant => $word,)* })
            }
        }
    };
}

words! {
    /// What stops a movement.
    Obstacle {
        Land = "land",
        Spit = "a spit",
        Corner = "a corner of the land",
        Reef = "a reef",
        Port = "a port",
        Rim = "the edge of the field",
        Ship = "a ship",
        HarbourFull = "two ships",
        CoastTaken = "a ship on a coastal space",
        RoyalHarbour = "the harbour of a Royal Port of his own side",
    }
}

impl Obstacle {
    pub(super) const fn clause(self) -> &'static str {
        match self {
            Obstacle::Land => "SE-3.3.1.3a",
            Obstacle::Spit | Obstacle::Corner => "SE-3.3.1.4b",
            Obstacle::Reef => "SE-3.3.1.3b",
            Obstacle::Port => "SE-3.3.1.3c",
            Obstacle::Rim => "SE-R10",
            Obstacle::Ship => "SE-3.3.1.3d",
            Obstacle::HarbourFull => "SE-3.3.1.3e",
            Obstacle::CoastTaken => "SE-3.3.1.3g",
            Obstacle::RoyalHarbour => "SE-3.1.5.1i",
        }
    }
}

words! {
    /// Why a piece cannot lie there.
    BadSite {
        Outside = "it would lie outside the field",
        Sector = "it is outside your sector",
        Taken = "the space is taken",
        NotCoastal = "it must touch an island",
        NoHarbour = "it would have no harbour",
        NearRoyalPort = "it is too near a Royal Port",
        NearFort = "it is too near a fort",
        CutsOff = "it would cut off a harbour or an objective",
        NoRoom = "a player would find no place for a fort",
        NoneLeft = "none of these is left",
        Uneven = "forts must be equally far from the pearls",
    }
}

impl BadSite {
    pub(super) const fn clause(self) -> &'static str {
        match self {
            BadSite::Outside => "SE-3.1.5.3a",
            BadSite::Sector => "SE-4.4.5a",
            BadSite::Taken => "SE-3.1.5a",
            BadSite::NotCoastal => "SE-3.1.5.2a",
            BadSite::NoHarbour => "SE-R98",
            BadSite::NearRoyalPort => "SE-3.1.5.1k",
            BadSite::NearFort => "SE-3.1.5.2b",
            BadSite::CutsOff => "SE-3.1.5.3b",
            BadSite::NoRoom => "SE-4.4.5d",
            BadSite::NoneLeft => "SE-2e",
            BadSite::Uneven => "SE-4.2.8.4a",
        }
    }
}

/// Why there is no line of fire.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoLine {
    /// The target is on none of the eight lines.
    NotStraight,
    /// Both stand on one space, and that is no line in this game.
    SameSpace,
    /// It is too far.
    OutOfRange {
        /// How far it is.
        distance: u8,
        /// How far the guns reach.
        max: u8,
    },
    /// A coast line lies between.
    Coast {
        /// Where the line meets it.
        space: Space,
    },
    /// Land or a port lies between.
    Solid {
        /// Where.
        space: Space,
    },
    /// A ship lies between.
    Ship {
        /// Where.
        space: Space,
    },
    /// No gun points there.
    Arc {
        /// The direction.
        dir: Dir,
    },
    /// It turns while it crosses the corner.
    Turning,
    /// The boarder was on no line of its guns, wherever it came by.
    NeverOnLine,
}

impl NoLine {
    pub(super) const fn clause(self) -> &'static str {
        match self {
            NoLine::NotStraight => "SE-3.3.2.8",
            NoLine::SameSpace => "SE-R11",
            NoLine::OutOfRange { .. } => "SE-3.3.2.9a",
            NoLine::Coast { .. } | NoLine::Solid { .. } => "SE-3.3.2.9b",
            NoLine::Ship { .. } => "SE-3.3.2.9d",
            NoLine::Arc { .. } => "SE-A2.1a",
            NoLine::Turning => "SE-A2.5.2.3d",
            NoLine::NeverOnLine => "SE-A3.1",
        }
    }
}

impl fmt::Display for NoLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoLine::NotStraight => f.write_str("it is on none of the eight lines"),
            NoLine::SameSpace => f.write_str("they lie on the same space"),
            NoLine::OutOfRange { distance, max } => {
                write!(f, "the distance is {distance}, the range {max}")
            }
            NoLine::Coast { space } => write!(f, "the coast at {space} is in the way"),
            NoLine::Solid { space } => write!(f, "land or a port on {space} is in the way"),
            NoLine::Ship { space } => write!(f, "a ship on {space} is in the way"),
            NoLine::Arc { dir } => write!(f, "no gun points {dir}"),
            NoLine::Turning => f.write_str("it turns while it crosses the corner"),
            NoLine::NeverOnLine => f.write_str("it was never on a line of its guns"),
        }
    }
}

words! {
    /// What is carried in a scenario.
    Goods {
        Gold = "gold",
        Pearls = "pearls",
        Treasure = "treasure",
    }
}

impl Goods {
    /// What the scenario has; nothing in Oceans on Fire.
    pub(crate) const fn of(scenario: Scenario) -> Option<Goods> {
        match scenario {
            Scenario::Treasures => Some(Goods::Gold),
            Scenario::Pearls => Some(Goods::Pearls),
            Scenario::Jolly => Some(Goods::Treasure),
            Scenario::Oceans => None,
        }
    }

    /// The clause on taking it aboard.
    pub(super) const fn loading(self) -> &'static str {
        match self {
            Goods::Gold => "SE-4.1.6a",
            Goods::Pearls => "SE-4.2.9.1a",
            Goods::Treasure => "SE-4.3.13a",
        }
    }

    /// The clause on taking it from a fort.
    pub(super) const fn fetching(self) -> &'static str {
        match self {
            Goods::Gold => "SE-4.1.6a",
            Goods::Pearls => "SE-4.2.9.7a",
            Goods::Treasure => "SE-4.3.13b",
        }
    }

    /// The clause on bringing it ashore.
    pub(super) const fn unloading(self) -> &'static str {
        match self {
            Goods::Gold => "SE-4.1.6d",
            Goods::Pearls => "SE-4.2.9.1c",
            Goods::Treasure => "SE-4.3.14b",
        }
    }

    /// The clause on how much a ship carries.
    pub(super) const fn capacity(self, class: Class) -> &'static str {
        match (self, class) {
            (Goods::Gold, _) => "SE-4.1.7",
            (Goods::Pearls, Class::Brig | Class::Frigate) => "SE-4.2.9.3a",
            (Goods::Pearls, _) => "SE-4.2.9.3c",
            (Goods::Treasure, Class::Galleon) => "SE-4.3.11c",
            (Goods::Treasure, _) => "SE-4.3.11a",
        }
    }
}

words! {
    /// What a ship wants in a harbour.
    Errand {
        Assault = "assault",
        Repair = "repair",
        Works = "works",
        Fetch = "load",
        Unload = "unload",
    }
}

words! {
    /// Why a ship does not row in a calm.
    Oars {
        None = "has no oars and waits for wind; only a brig rows",
        Aslant = "rows one space along a row or a column, never aslant",
        Laden = "is too heavy with cargo to row",
    }
}

words! {
    /// What keeps a ship from being carried off.
    Shelter {
        Harbour = "lies in a harbour",
        Lee = "lies in the lee of land",
        Prize = "was captured this Turn",
    }
}

words! {
    /// What somebody is asked.
    Question {
        Treaty = "accept or decline the alliance",
        Mines = "detonate a mine, or pass",
        Defend = "name ships that defend the fort",
        Allot = "hand out the strength",
        Plunder = "take gold from the wreck, or pass",
        FirstFire = "fire first, or pass",
        Return = "answer the fire, or pass",
        Crossing = "fire at the ship on its way, or pass",
        BoardShot = "fire at the boarders, or pass",
        Piece = "place your next piece",
        Note = "note your mines and your map",
        Ship = "prepare your ships",
    }
}

impl Question {
    /// The question of a window; what goes on by itself asks nothing.
    pub(crate) const fn of(window: &Window) -> Question {
        match window {
            Window::Mines { .. } => Question::Mines,
            Window::Defend { .. } => Question::Defend,
            Window::Allot { .. } => Question::Allot,
            Window::Plunder { .. } => Question::Plunder,
            Window::FirstFire { .. } => Question::FirstFire,
            Window::Return { .. } | Window::Broadside { .. } | Window::Volley { .. } => {
                Question::Return
            }
            Window::Crossing { .. } | Window::Sailing(_) => Question::Crossing,
            Window::BoardShot { .. } | Window::Boarding { .. } => Question::BoardShot,
        }
    }

    /// The clause on who may fire there, and at whom.
    pub(super) const fn answering(self) -> &'static str {
        match self {
            Question::FirstFire => "SE-A2.4.4a",
            Question::Crossing => "SE-R70",
            Question::BoardShot => "SE-A3.1",
            _ => "SE-R68",
        }
    }
}

facts_as_text!(
    Named,
    Chair,
    Obstacle,
    BadSite,
    NoLine,
    Goods,
    Errand,
    Oars,
    Shelter,
    Question,
    ShipId,
    Space,
    Dir,
    super::Illegal,
);

impl Fact for Weather {
    fn fact(&self) -> Doc {
        Doc::from(crate::text::weather(*self))
    }
}
