//! Positions: a document with every fact, or the short string of the
//! specification (`W:Aa1,3d4 R:Ah10 T:W`).

mod load;
mod record;
mod save;
mod short;

pub(crate) use load::load;
pub(crate) use save::save;

use crate::NavalBattle;
use crate::board::{Square, squares};
use crate::state::Token;
use admiralty_core::{ClauseId, Fault, Side, Table};
use alloc::format;
use alloc::string::String;

/// Breaks a condition of set-up positions.
// NB-N-06
pub(super) fn unfit(place: impl Into<String>, reason: impl Into<String>) -> Fault {
    Fault::new(place, reason).by(ClauseId("NB-N-06"))
}

pub(super) fn tokens(
    table: &Table<NavalBattle>,
    side: Side,
) -> impl Iterator<Item = (Square, Token)> + '_ {
    squares(table.public.occupied[side.index()])
        .filter_map(|square| Some((square, table.public.token_on(square)?)))
}

pub(super) fn square(text: &str) -> Result<Square, String> {
    Square::parse(text).ok_or_else(|| format!("\"{text}\" is no square"))
}
