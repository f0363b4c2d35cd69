//! Options and agreed fleets: everything fixed before the first decision.

mod begin;
mod options;
mod ready_fleets;
mod scenario;

pub(crate) use begin::begin;
pub use options::write_fleet;
pub(crate) use options::{
    read, read_fleet, read_options, read_sea, write, write_options, write_sea,
};
pub use ready_fleets::{READY_FLEETS, ReadyFleet};
pub(crate) use scenario::Bonus;
pub(crate) use scenario::Scenario;
pub use scenario::{SCENARIOS, ahead};

use crate::board::{Metric, Sea};
use crate::units::CardId;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::num::NonZero;

/// How a game ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VictoryMode {
    /// After the last round by points, or earlier by annihilation.
    Points,
    /// By annihilation, at the latest after 50 rounds by points.
    Annihilation,
}

/// How scenery is laid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SceneryMode {
    /// Open sea.
    None,
    /// The agreed list.
    Preset,
    /// The players take turns.
    Alternate,
    /// Four cards on random squares.
    Random,
}

/// What a token on a battery closes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CritMode {
    /// One of its spaces.
    Space,
    /// The whole battery.
    Feature,
}

/// Which navies a fleet may mix.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Navies {
    /// One.
    Single,
    /// Of one alliance.
    Alliance,
    /// Any.
    Free,
}

/// The options of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Tactical Points of a fleet in a free battle.
    pub tp: u16,
    /// Rounds.
    pub rounds: u8,
    /// How it ends.
    pub victory: VictoryMode,
    /// How scenery is laid.
    pub scenery: SceneryMode,
    /// How distance is counted.
    pub metric: Metric,
    /// What a token on a battery closes.
    pub crit: CritMode,
    /// Repairs per unit and round, where they are limited.
    pub repair: Option<NonZero<u8>>,
    /// Which navies a fleet may mix.
    pub navies: Navies,
    /// May transports be chosen?
    pub transports: bool,
    /// May ships be chosen that never fought?
    pub whatif: bool,
}

impl Options {
    /// A free battle with every option at its default.
    pub(crate) const DEFAULT: Options = Options {
        tp: 120,
        rounds: 12,
        victory: VictoryMode::Points,
        scenery: SceneryMode::Random,
        metric: Metric::Orth,
        crit: CritMode::Space,
        repair: None,
        navies: Navies::Single,
        transports: false,
        whatif: true,
    };
}

/// A validated set-up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The options.
    pub options: Options,
    /// The scenario; none: a free battle.
    pub(crate) scenario: Option<Arc<Scenario>>,
    /// The scenery of `preset`.
    pub sea: Sea,
    /// Fleets agreed beforehand, known to all; `None`: chosen in secret.
    pub fleets: [Option<Vec<CardId>>; 2],
}

impl Setup {
    /// The scenario, if it is one.
    pub fn scenario(&self) -> Option<&Scenario> {
        self.scenario.as_deref()
    }
}
