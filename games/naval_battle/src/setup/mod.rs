//! Everything fixed before the first decision: options and how play begins.

pub(crate) mod begin;
pub(crate) mod options;
mod placement;
mod templates;

pub use placement::Placement;
pub(crate) use placement::home_water;
pub use templates::{TEMPLATES, Template};

use crate::NavalBattle;
use crate::board::{Board, CLASSIC};
use admiralty_core::Table;
use alloc::boxed::Box;

/// Everything fixed before the first decision.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The options.
    pub options: Options,
    /// How play begins.
    pub start: Start,
}

/// How play begins.
#[derive(Clone, Debug)]
pub enum Start {
    /// Both sides deploy in secret.
    Deploy,
    /// Both placements are given, White's first.
    Placed(Box<[Placement; 2]>),
    /// A position is given: a study, a lesson, an adjourned game.
    From(Box<Table<NavalBattle>>),
}

/// The options of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// The sea.
    pub board: Board,
    /// 2, or 4 with a Recorder for each side.
    // NB-F-14, NB-F-15, NB-T-01
    pub persons: u8,
    /// What the program remembers for the players.
    pub memory_aid: MemoryAid,
    /// What happens to a side that cannot act.
    pub immobile: Immobile,
    /// Shuttles in a row after which the next is barred; 0 never.
    pub shuttle_limit: u8,
    /// Occurrences of a position that end the game; 0 never.
    pub repetition_limit: u8,
    /// Turns without a loss that end the game; 0 never.
    pub quiet_limit: u16,
    /// Turns that end the game; 0 never.
    pub max_plies: u16,
    /// How the limits end it.
    pub adjudicate: Adjudicate,
    /// Seconds for the deployment; 0 no limit.
    pub deploy_seconds: u16,
}

/// What the program remembers for the players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MemoryAid {
    /// Everything.
    Full,
    /// Only what is fresh, and marks made by the team itself.
    Notes,
    /// Only what is fresh.
    Off,
}

/// What happens to a side that cannot act.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Immobile {
    /// It loses.
    Loss,
    /// It passes.
    Pass,
}

/// How a limit ends the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Adjudicate {
    /// As a draw.
    Draw,
    /// For the side with more points on the board.
    Points,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            board: CLASSIC,
            persons: 2,
            memory_aid: MemoryAid::Full,
            immobile: Immobile::Loss,
            shuttle_limit: 3,
            repetition_limit: 3,
            quiet_limit: 100,
            max_plies: 0,
            adjudicate: Adjudicate::Draw,
            deploy_seconds: 0,
        }
    }
}
