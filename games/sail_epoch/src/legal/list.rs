//! All complete actions of a seat.

use super::{Asked, asked};
use crate::SailEpoch;
use crate::action::Action;
use crate::rules::admiral::{answers, captains};
use crate::rules::{
    alliances, assault, boarding, cargo, drift, fireship, gunfire, mines, movement, placing,
    plunder, repair, works,
};
use crate::state::{Public, SeatSecret, Window};
use admiralty_core::{Listed, Seat, Sight};
use alloc::vec::Vec;

/// All complete actions of the seat that looks.
pub(crate) fn legal(sight: Sight<'_, SailEpoch>, out: &mut Vec<Action>) -> Listed {
    let Some(seat) = sight.seat() else { return Listed::Complete };
    let p = sight.public;
    let own = sight.of_seat(seat);
    let complete = match asked(p, own, seat) {
        Asked::Nothing => true,
        Asked::Window(Window::Mines { .. }) => {
            if let Some(own) = own {
                mines::list_answers(p, own, out);
            }
            true
        }
        Asked::Treaty => {
            out.extend([Action::Accept, Action::Decline]);
            true
        }
        Asked::Window(Window::Allot { .. }) => boarding::list_allotments(p, out),
        Asked::Window(Window::Defend { .. }) => {
            assault::list_defences(p, seat, out);
            true
        }
        Asked::Window(Window::Plunder { .. }) => {
            plunder::list(p, out);
            true
        }
        Asked::Window(window) => answers::list(p, &window, out),
        Asked::Piece => {
            placing::list(p, seat, out);
            true
        }
        Asked::Note => {
            if let Some(own) = own {
                mines::list_notes(p, own, seat, out);
            }
            true
        }
        Asked::Ship => {
            placing::list_deploys(p, seat, out);
            captains::list(p, seat, out);
            true
        }
        Asked::Phase => {
            phase_but_fire(p, own, seat, out);
            gunfire::list(p, seat, out)
        }
    };
    if complete { Listed::Complete } else { Listed::TooMany }
}

/// Everything of a phase except fire, which may be too much to list.
pub(crate) fn phase_but_fire(
    p: &Public,
    own: Option<&SeatSecret>,
    seat: Seat,
    out: &mut Vec<Action>,
) {
    // SE-3.2.2b, SE-R111: with all, some or none of his ships.
    out.push(Action::End);
    // SE-R12: in any order, ship by ship.
    for id in p.fleets[seat.index()].iter() {
        movement::list(p, seat, id, out);
    }
    drift::list(p, seat, out);
    fireship::list(p, seat, out);
    boarding::list(p, seat, out);
    assault::list(p, seat, out);
    quiet(p, own, seat, out);
}

/// Everything of a phase that is neither sailing nor fighting: few actions, always.
pub(crate) fn quiet(p: &Public, own: Option<&SeatSecret>, seat: Seat, out: &mut Vec<Action>) {
    repair::list(p, seat, out);
    works::list(p, seat, out);
    cargo::list(p, own, seat, out);
    placing::list_deploys(p, seat, out);
    alliances::list(p, own, seat, out);
}
