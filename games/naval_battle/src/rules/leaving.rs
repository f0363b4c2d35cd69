//! Somebody leaves for good.

use crate::NavalBattle;
use crate::event::Event;
use crate::illegal::Illegal;
use crate::state::{Phase, Public, seat_side, seats_of, side_of};
use crate::text::seat_name;
use crate::victory;
use admiralty_core::{Seat, Table, Told};

/// Can this seat be left now?
pub(crate) fn check(public: &Public, seat: Seat) -> Result<(), Illegal> {
    match public.phase {
        Phase::Over(_) => Err(Illegal::Over),
        _ => still_there(public, seat),
    }
}

/// Does this game have the seat, and does somebody sit there?
pub(crate) fn still_there(public: &Public, seat: Seat) -> Result<(), Illegal> {
    match seat_side(public, seat) {
        None => Err(Illegal::NoRecorders),
        Some(_) if public.has_left(seat) => Err(Illegal::HasLeft { who: seat_name(public, seat) }),
        Some(_) => Ok(()),
    }
}

pub(crate) fn apply(table: &mut Table<NavalBattle>, seat: Seat, tell: &mut dyn FnMut(Told<Event>)) {
    table.public.left = table.public.left.with(seat);
    let side = side_of(seat);
    match seats_of(&table.public, side).find(|seat| !table.public.has_left(*seat)) {
        // NB-T-09, NB-T-13: the other member now holds both roles.
        Some(stays) => tell(Told::all(Event::TookOver(stays))),
        // NB-W-12: without a result before play starts.
        None if table.public.phase == Phase::Deploy => victory::cancelled(table, tell),
        // NB-T-13: during play the side has resigned.
        None => victory::lost(table, side, "resign", "NB-W-09", tell),
    }
}
