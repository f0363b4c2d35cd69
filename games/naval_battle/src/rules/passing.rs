//! Passing: for a side that has no plain move.

use crate::NavalBattle;
use crate::event::Event;
use crate::illegal::Illegal;
use crate::rules::movement;
use crate::sequence::Came;
use crate::state::{Public, QuietTurn, Secret};
use admiralty_core::{Side, Table, Told};

/// May this side pass?
pub(crate) fn check(public: &Public, secret: &Secret, side: Side) -> Result<(), Illegal> {
    // NB-A-07: no attack is compulsory. NB-D-12: with `immobile = pass` one passes when nothing at
    // all is possible; with `immobile = loss` the game has ended before it comes to that.
    if movement::has_move(public, secret, side) {
        Err(Illegal::CanMove) // NB-A-08
    } else {
        Ok(())
    }
}

pub(crate) fn apply(
    table: &mut Table<NavalBattle>,
    side: Side,
    tell: &mut dyn FnMut(Told<Event>),
) -> Came {
    table.public.shuttles[side.index()] = None;
    tell(Told::all(Event::Passed(side)));
    Came::Quiet(QuietTurn::PASS)
}
