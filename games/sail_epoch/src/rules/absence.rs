//! Players who are gone: out of time, or away for good (SE-R142).
//!
//! The table goes on without them whatever was waited for: before play their
//! pieces, notes and ships are left out; in play an open question is answered
//! by the least, and as soon as none is open they have given up.

use crate::action::Action;
use crate::event::{Event, Gone, Out};
use crate::illegal::Illegal;
use crate::rules::Play;
use crate::rules::{alliances, assault, boarding, mines, plunder};
use crate::state::{Public, ShipSet, Stage, Window};
use crate::{sequence, victory};
use admiralty_core::{Around, Dry, Seat};
use alloc::vec::Vec;

/// The entry for what happens around the table.
pub(crate) fn around(p: &Public, what: Around) -> Option<Action> {
    let (seat, action) = match what {
        Around::TimeOut(seat) => (seat, Action::TimeOut(seat)),
        Around::Left(seat) => (seat, Action::Left(seat)),
        // No time is set for the preparation alone.
        Around::SetupTimeOut => return None,
    };
    check(p, seat).is_ok().then_some(action)
}

/// Can this player still go?
pub(crate) fn check(p: &Public, seat: Seat) -> Result<(), Illegal> {
    if p.outcome.is_some() {
        return Err(Illegal::Over);
    }
    if !p.has_seat(seat) {
        return Err(Illegal::NotAPlayer);
    }
    let player = &p.players[seat.index()];
    if player.out || player.gone { Err(Illegal::IsOut) } else { Ok(()) }
}

/// The player goes. SE-R142.
pub(crate) fn go(play: &mut Play<'_>, seat: Seat, why: Gone) -> Result<(), Dry> {
    play.say(Event::Gone { seat, why });
    alliances::fall_silent(play, seat);
    if play.p().turn > 0 {
        // The sequence settles the rest, at once or after open questions.
        play.m().players[seat.index()].gone = true;
        return Ok(());
    }
    play.m().owed[seat.index()] = [0; 4];
    victory::eliminate(play, seat, Out::Resigned);
    victory::forsaken(play);
    match play.p().stage {
        Stage::Placing { seat: due, .. } if due == seat => sequence::next_piece(play, seat),
        Stage::Secrets => sequence::noted(play),
        Stage::Deploy { seat: due } if due == seat => sequence::next_after(play, seat),
        _ => Ok(()),
    }
}

/// Somebody who is gone and has not given up yet.
pub(crate) fn waiting(p: &Public) -> Option<Seat> {
    p.seats().find(|seat| p.players[seat.index()].gone && !p.players[seat.index()].out)
}

/// Answers the question on top for somebody who is gone: nothing is fired,
/// detonated, defended or taken, and strength goes to the first who can bear it.
pub(crate) fn answer(play: &mut Play<'_>, window: Window) -> Result<(), Dry> {
    match window {
        Window::Mines { seat, .. } => mines::pass(play, seat),
        Window::Defend { seat, .. } => assault::defend(play, seat, ShipSet::EMPTY)?,
        Window::Plunder { .. } => plunder::take(play, &[]),
        Window::Allot { .. } => {
            let mut draft = Vec::new();
            while let Some(&most) = boarding::next_numbers(play.p(), &draft).last() {
                draft.push(most);
            }
            if let Some(Action::Allot(shares)) = boarding::allotment(play.p(), &draft) {
                boarding::allot(play, &shares)?;
            }
        }
        _ => {
            play.m().windows.pop();
        }
    }
    Ok(())
}
