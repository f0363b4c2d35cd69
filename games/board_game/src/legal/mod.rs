//! Dispatcher: what may be done, and is this allowed?

mod check;
mod list;
mod menu;

pub(crate) use check::check;
pub(crate) use list::legal;
pub(crate) use menu::menu;

use crate::BoardGame;
use crate::state::{SideSecret, seat_of};
use admiralty_core::{Own, Side, Sight};

type Seen<'a> = Sight<'a, BoardGame>;

/// The side that looks, its secret, and whether it is to decide.
fn looker(sight: Seen<'_>) -> Option<(Side, &SideSecret)> {
    match sight.own {
        Own::Seat { side, shared, .. } if sight.public.deciding().has(seat_of(side)) => {
            Some((side, shared))
        }
        _ => None,
    }
}
