//! Draw offers and their answers.

use crate::NavalBattle;
use crate::event::Event;
use crate::illegal::Illegal;
use crate::state::{Phase, Public};
use crate::victory;
use admiralty_core::{Side, Table, Told};

/// Plies that must pass between two offers of one side.
const PAUSE: u16 = 10;

/// May this side offer a draw now? Play has started and is not over.
pub(crate) fn check_offer(public: &Public, side: Side) -> Result<(), Illegal> {
    not_in_series(public)?;
    // NB-W-10: by the side to move, one at a time, and not again at once.
    if public.to_move != side {
        return Err(Illegal::OfferOutOfTurn);
    }
    if public.offer.is_some() {
        return Err(Illegal::OfferOpen);
    }
    match public.offered[side.index()] {
        Some(last) if public.ply < last + PAUSE => {
            Err(Illegal::OfferTooSoon { from: last + PAUSE })
        }
        _ => Ok(()),
    }
}

/// May this side accept or decline now?
pub(crate) fn check_answer(public: &Public, side: Side) -> Result<(), Illegal> {
    not_in_series(public)?;
    if public.offer == Some(side.other()) { Ok(()) } else { Err(Illegal::NoOffer) }
}

// NB-W-13
fn not_in_series(public: &Public) -> Result<(), Illegal> {
    match public.phase {
        Phase::Series(_) => Err(Illegal::OfferInSeries),
        _ => Ok(()),
    }
}

pub(crate) fn offer(table: &mut Table<NavalBattle>, side: Side, tell: &mut dyn FnMut(Told<Event>)) {
    table.public.offer = Some(side);
    table.public.offered[side.index()] = Some(table.public.ply);
    tell(Told::all(Event::DrawOffered(side)));
}

pub(crate) fn accept(table: &mut Table<NavalBattle>, tell: &mut dyn FnMut(Told<Event>)) {
    victory::drawn(table, "agreed", "NB-W-10", tell);
}

pub(crate) fn decline(
    table: &mut Table<NavalBattle>,
    side: Side,
    tell: &mut dyn FnMut(Told<Event>),
) {
    table.public.offer = None;
    tell(Told::all(Event::DrawDeclined(side)));
}

/// Whoever goes on playing declines.
// NB-W-10
pub(crate) fn decline_by_playing(
    table: &mut Table<NavalBattle>,
    side: Side,
    tell: &mut dyn FnMut(Told<Event>),
) {
    if table.public.offer == Some(side.other()) {
        decline(table, side, tell);
    }
}
