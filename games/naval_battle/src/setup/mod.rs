//! Everything fixed before the first decision: options and how play begins.

pub(crate) mod begin;
pub(crate) mod options;
mod placement;
mod scenario;
mod templates;

pub use placement::Placement;
pub(crate) use placement::home_water;
pub use scenario::SCENARIOS;
pub use templates::{TEMPLATES, Template};

use crate::board::{Board, CLASSIC};
use alloc::boxed::Box;
use core::num::NonZeroU16;

/// Everything fixed before the first decision.
#[derive(Clone, Debug)]
pub struct Setup {
    pub(crate) options: Options,
    pub(crate) start: Start,
}

/// How play begins.
#[derive(Clone, Debug)]
pub(crate) enum Start {
    /// Both sides deploy in secret.
    Deploy,
    /// Both placements are given, White's first.
    Placed(Box<[Placement; 2]>),
}

/// The options of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Options {
    /// The sea.
    pub(crate) board: Board,
    /// 2, or 4 with a Recorder for each side.
    pub(crate) persons: u8,
    /// What the program remembers for the players.
    pub(crate) memory_aid: MemoryAid,
    /// What happens to a side that cannot act.
    pub(crate) immobile: Immobile,
    /// Shuttles in a row after which the next is barred.
    pub(crate) shuttle_limit: Limit,
    /// Occurrences of a position that end the game.
    pub(crate) repetition_limit: Limit,
    /// Turns without a loss that end the game.
    pub(crate) quiet_limit: Limit,
    /// Turns that end the game.
    pub(crate) max_plies: Limit,
    /// How the limits end it.
    pub(crate) adjudicate: Adjudicate,
    /// Seconds for the deployment.
    pub(crate) deploy_seconds: Limit,
}

/// A number that something may reach, or none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Limit(Option<NonZeroU16>);

impl Limit {
    pub(crate) const OFF: Limit = Limit(None);

    /// As options write it: 0 is none.
    pub(crate) const fn of(n: u16) -> Limit {
        Limit(NonZeroU16::new(n))
    }

    /// As options write it: 0 is none.
    pub(crate) fn number(self) -> u16 {
        self.0.map_or(0, NonZeroU16::get)
    }

    pub(crate) fn get(self) -> Option<u16> {
        self.0.map(NonZeroU16::get)
    }

    /// Is there a limit, and has it come so far?
    pub(crate) fn reached(self, n: u16) -> bool {
        self.get().is_some_and(|limit| n >= limit)
    }
}

/// What the program remembers for the players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MemoryAid {
    /// Everything.
    Full,
    /// Only what is fresh, and marks made by the team itself.
    Notes,
    /// Only what is fresh.
    Off,
}

/// What happens to a side that cannot act.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Immobile {
    /// It loses.
    Loss,
    /// It passes.
    Pass,
}

/// How a limit ends the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Adjudicate {
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
            shuttle_limit: Limit::of(3),
            repetition_limit: Limit::of(3),
            quiet_limit: Limit::of(100),
            max_plies: Limit::OFF,
            adjudicate: Adjudicate::Draw,
            deploy_seconds: Limit::OFF,
        }
    }
}
