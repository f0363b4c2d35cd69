//! What the strait is made of: knowledge, decisions, events, refusals.

use admiralty_core::{ClauseId, IllegalMove, SeatSet};
use std::fmt;

/// Everything fixed before the first decision.
#[derive(Clone, Debug)]
pub struct Setup {
    pub(super) rounds: u8,
}

/// What is going on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Phase {
    /// Everybody lays mines.
    Laying,
    /// This ship may sail.
    Sailing(u8),
    /// This ship has entered the spaces up to the second number, from behind the first.
    Passing(u8, u8, u8),
    /// It is over; the winner's ship, or nobody's.
    Over(Option<u8>),
}

/// Known to all.
#[derive(Clone, Debug)]
pub struct Public {
    pub(super) rounds: u8,
    pub(super) turn: u32,
    pub(super) phase: Phase,
    pub(super) ready: SeatSet,
    pub(super) at: [u8; 3],
    pub(super) afloat: [bool; 3],
    pub(super) mines_left: [u8; 3],
    pub(super) blown: Vec<u8>,
    pub(super) strengths: [u8; 3],
    pub(super) current: Option<u8>,
}

/// Known to one captain.
#[derive(Clone, Debug, Default)]
pub struct Secret {
    pub(super) mines: Vec<u8>,
    pub(super) strength: u8,
    pub(super) asked: bool,
}

/// Known to nobody: whether the current sets ships back.
#[derive(Clone, Debug)]
pub struct Depths {
    pub(super) current: u8,
}

/// What is decided.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Action {
    /// Mines on these spaces, a ship of this strength.
    Lay(u8, u8, u8),
    /// Sails so many spaces.
    Sail(u8),
    /// The own mine there goes off.
    Blow(u8),
    /// It does not.
    Hold,
    /// The gamemaster lets it pass, or sends a squall.
    Wave(bool),
    /// A private number, at any time.
    Note(u8),
    /// Gives up, at any time.
    Strike,
}

/// One step on the way.
#[derive(Clone, PartialEq, Debug)]
pub enum Pick {
    /// A space.
    Space(u8),
    /// A strength.
    Strength(u8),
    /// A word.
    Word(&'static str),
    /// A number.
    Number(u8),
}

/// What came of it.
#[derive(Clone, Debug)]
pub enum Event {
    Ready { ship: u8 },
    Laid { ship: u8, mines: [u8; 2], strength: u8 },
    Began,
    Sailed { ship: u8, to: u8 },
    Asked { ship: u8 },
    Blew { owner: u8, space: u8, die: u16, sunk: bool },
    Squall { ship: u8, to: u8 },
    Current { set: u8, ship: u8, to: u8 },
    Fought { winner: u8, loser: u8, strengths: [u8; 3] },
    Noted { seat: u8 },
    Struck { ship: u8 },
    Ended { winner: Option<u8> },
}

/// Why not.
#[derive(Clone, PartialEq, Debug)]
pub enum Illegal {
    NotAsked,
    Over,
    Mines { a: u8, b: u8 },
    Strength(u8),
    Distance { from: u8, by: u8 },
    NoMine(u8),
    NotMaster,
    Note(u8),
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Illegal::NotAsked => f.write_str("this seat is not asked for that now"),
            Illegal::Over => f.write_str("the game is over"),
            Illegal::Mines { a, b } => {
                write!(f, "mines lie on two spaces from 2 to 10 in order, not on {a} and {b}")
            }
            Illegal::Strength(s) => write!(f, "a strength is 1 to 3, not {s}"),
            Illegal::Distance { from, by } => {
                write!(f, "from space {from} a ship sails 1 to 3 spaces, not {by}")
            }
            Illegal::NoMine(space) => write!(f, "no own mine on the way lies on space {space}"),
            Illegal::NotMaster => f.write_str("only the gamemaster does that"),
            Illegal::Note(n) => write!(f, "a note is a number from 0 to 9, not {n}"),
        }
    }
}

impl IllegalMove for Illegal {
    fn clause(&self) -> ClauseId {
        ClauseId(match self {
            Illegal::NotAsked => "ST-1",
            Illegal::Over => "ST-9",
            Illegal::Mines { .. } => "ST-2",
            Illegal::Strength(_) => "ST-3",
            Illegal::Distance { .. } => "ST-4",
            Illegal::NoMine(_) => "ST-5",
            Illegal::NotMaster => "ST-7",
            Illegal::Note(_) => "ST-8",
        })
    }
}

pub(super) const CLAUSES: &str = r#"
[[clause]]
id = "ST-1"
text = "Captains act in turn, and otherwise only when they are asked."
status = "done"
[[clause]]
id = "ST-2"
text = "Each captain lays two mines in secret on different spaces from 2 to 10."
status = "done"
[[clause]]
id = "ST-3"
text = "Each captain chooses a strength from 1 to 3 in secret."
status = "done"
[[clause]]
id = "ST-4"
text = "A ship sails one to three spaces and not beyond the end."
status = "done"
[[clause]]
id = "ST-5"
text = "Who has mines on the spaces a ship entered may let them go off; on 4 or more the ship sinks."
status = "done"
[[clause]]
id = "ST-6"
text = "Two ships on one space fight; the stronger stays, a die decides between equals."
status = "done"
[[clause]]
id = "ST-7"
text = "The gamemaster lets a ship pass or sends a squall that sets it back one space."
status = "done"
[[clause]]
id = "ST-8"
text = "A seat may keep a private number."
status = "done"
[[clause]]
id = "ST-9"
text = "The first at the end wins, or the last afloat; after the last round nobody does."
status = "done"
"#;
