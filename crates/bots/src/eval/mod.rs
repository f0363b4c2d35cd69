//! The games' own parts: one folder per game, which lists its levels in `LEVELS`, weakest first,
//! and in `BOTS` what stays as it is for comparison.

use crate::Erased;
use crate::search::Shipyard;

#[cfg(feature = "board_game")]
mod board_game;
#[cfg(feature = "fleet_actions")]
mod fleet_actions;
#[cfg(feature = "naval_battle")]
pub(crate) mod naval_battle;
#[cfg(feature = "sail_epoch")]
mod sail_epoch;

type Bots = &'static [&'static dyn Erased];

/// The levels of a game and its yardsticks beside `random`.
fn of(game: &str) -> [Bots; 2] {
    match game {
        #[cfg(feature = "naval_battle")]
        "naval_battle" => [naval_battle::LEVELS, naval_battle::BOTS],
        #[cfg(feature = "sail_epoch")]
        "sail_epoch" => [sail_epoch::LEVELS, sail_epoch::BOTS],
        #[cfg(feature = "board_game")]
        "board_game" => [board_game::LEVELS, board_game::BOTS],
        #[cfg(feature = "fleet_actions")]
        "fleet_actions" => [fleet_actions::LEVELS, fleet_actions::BOTS],
        _ => [&[], &[]],
    }
}

/// The levels of a game, weakest first.
pub(crate) fn levels(game: &str) -> Bots {
    of(game)[0]
}

/// What a game keeps as it is for comparison.
pub(crate) fn yardsticks(game: &str) -> Bots {
    of(game)[1]
}

/// Where the levels of a game are built.
pub fn shipyard(game: &str) -> Option<&'static dyn Shipyard> {
    match game {
        #[cfg(feature = "naval_battle")]
        "naval_battle" => Some(naval_battle::YARD),
        #[cfg(feature = "sail_epoch")]
        "sail_epoch" => Some(sail_epoch::YARD),
        #[cfg(feature = "board_game")]
        "board_game" => Some(board_game::YARD),
        #[cfg(feature = "fleet_actions")]
        "fleet_actions" => Some(fleet_actions::YARD),
        _ => None,
    }
}
