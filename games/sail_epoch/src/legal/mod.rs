//! What a seat may do: who is asked for what. The list of actions, the check of
//! one and the menu stand beside it; the rules themselves are in `rules`.

pub(crate) mod check;
pub(crate) mod list;
pub(crate) mod menu;

pub(crate) use check::check;
pub(crate) use list::legal;
pub(crate) use menu::menu;

use crate::state::{Public, SeatSecret, Stage, Window};
use admiralty_core::Seat;

/// What kind of answer is wanted from a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Asked {
    /// Nothing.
    Nothing,
    /// Whether to accept an offer.
    Treaty,
    /// The open window.
    Window(Window),
    /// A piece to place.
    Piece,
    /// A mine or a map to note.
    Note,
    /// A ship to deploy.
    Ship,
    /// An action of the own phase.
    Phase,
}

/// What is wanted from the seat, as far as it may know.
pub(crate) fn asked(p: &Public, own: Option<&SeatSecret>, seat: Seat) -> Asked {
    if p.outcome.is_some() {
        return Asked::Nothing;
    }
    if let Some(own) = own {
        if own.incoming.is_some() {
            return Asked::Treaty;
        }
        if own.outgoing.is_some() {
            return Asked::Nothing;
        }
    }
    if let Some(window) = p.windows.last() {
        return if window.seat() == seat { Asked::Window(*window) } else { Asked::Nothing };
    }
    match p.stage {
        Stage::Placing { seat: due, .. } if due == seat => Asked::Piece,
        Stage::Secrets if p.players[seat.index()].to_note > 0 => Asked::Note,
        Stage::Deploy { seat: due } if due == seat => Asked::Ship,
        Stage::Phase if p.acting() == seat => Asked::Phase,
        _ => Asked::Nothing,
    }
}
