//! The clock of a side has run out.

use crate::NavalBattle;
use crate::event::Event;
use crate::illegal::Illegal;
use crate::state::{Phase, Public};
use crate::victory;
use admiralty_core::{Side, Table, Told};

/// Can the flag of this side fall now?
// NB-D-15: time runs for the side that has to act, also in its series.
// NB-R33: while fleets are placed, for each side that is not ready.
pub(crate) fn check(public: &Public, side: Side) -> Result<(), Illegal> {
    match public.phase {
        Phase::Over(_) => Err(Illegal::Over),
        Phase::Deploy if public.is_ready(side) => Err(Illegal::ClockStands),
        Phase::Deploy => Ok(()),
        _ if side != public.to_move => Err(Illegal::NotYourTurn),
        _ => Ok(()),
    }
}

pub(crate) fn apply(table: &mut Table<NavalBattle>, side: Side, tell: &mut dyn FnMut(Told<Event>)) {
    victory::lost(table, side, "time", "NB-D-15", tell);
}
