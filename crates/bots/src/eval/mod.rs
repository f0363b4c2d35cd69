//! The games' own parts: one file per game, which lists its bots in `BOTS`,
//! weakest first.

use crate::Erased;

#[cfg(feature = "board_game")]
mod board_game;
#[cfg(feature = "fleet_actions")]
mod fleet_actions;
#[cfg(feature = "naval_battle")]
mod naval_battle;
#[cfg(feature = "sail_epoch")]
mod sail_epoch;

/// The bots of a game beside `random`.
pub(crate) fn of(game: &str) -> &'static [&'static dyn Erased] {
    match game {
        #[cfg(feature = "naval_battle")]
        "naval_battle" => naval_battle::BOTS,
        #[cfg(feature = "sail_epoch")]
        "sail_epoch" => sail_epoch::BOTS,
        #[cfg(feature = "board_game")]
        "board_game" => board_game::BOTS,
        #[cfg(feature = "fleet_actions")]
        "fleet_actions" => fleet_actions::BOTS,
        _ => &[],
    }
}
