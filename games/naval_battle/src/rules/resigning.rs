//! Resigning.

use crate::NavalBattle;
use crate::event::Event;
use crate::victory;
use admiralty_core::{Side, Table, Told};

/// Gives the game up; nothing can forbid it once play has started.
// NB-W-09: at any time, also in the other side's turn and in its series.
pub(crate) fn apply(table: &mut Table<NavalBattle>, side: Side, tell: &mut dyn FnMut(Told<Event>)) {
    victory::lost(table, side, "resign", "NB-W-09", tell);
}
