//! What may be done: the check of an action, the list of all, and the menu
//! that leads to them.

mod check;
mod list;
mod menu;

pub(crate) use check::check;
pub(crate) use list::legal;
pub(crate) use menu::menu;

use crate::FleetActions;
use crate::action::Action;
use crate::illegal::Named;
use crate::setup::SquadId;
use crate::state::{Public, Unit};
use admiralty_core::{Own, Seat, Sight};

type See<'a> = Sight<'a, FleetActions>;

/// The seat that looks, if it is a player's.
fn viewer(sight: See<'_>) -> Option<Seat> {
    match sight.own {
        Own::Seat { seat, .. } => Some(seat),
        Own::All(_) | Own::Nobody => None,
    }
}

/// The squadron, Group or ship that an action orders.
fn ordered(action: &Action) -> Option<Ordered> {
    Some(match *action {
        Action::Head { squad, .. }
        | Action::Speed { squad, .. }
        | Action::Flag { squad, .. }
        | Action::Move { squad, .. }
        | Action::Veer { squad, .. }
        | Action::Keep { squad, .. }
        | Action::Grand { squad, .. } => Ordered::Squad(squad),
        Action::Frigate { ship, .. }
        | Action::Single { ship, .. }
        | Action::Board { ship, .. }
        | Action::NoRepair(ship)
        | Action::Place { ship, .. } => Ordered::Unit(Unit::Ship(ship)),
        Action::Attack { by, .. } => Ordered::Unit(by),
        _ => return None,
    })
}

enum Ordered {
    Squad(SquadId),
    Unit(Unit),
}

/// The seat to whom the subject of an action belongs.
fn owner(p: &Public, action: &Action) -> Option<Seat> {
    if let Action::Card { seat, .. } = action {
        return Some(*seat);
    }
    match ordered(action)? {
        Ordered::Squad(squad) | Ordered::Unit(Unit::Group(squad, _)) => {
            p.battle.squads.get(squad.i()).map(|s| s.seat)
        }
        Ordered::Unit(Unit::Ship(id)) => (id.i() < p.ships.len()).then(|| p.controller(id)),
    }
}

fn subject(p: &Public, action: &Action) -> Named {
    match ordered(action) {
        Some(Ordered::Squad(squad)) => Named::squad(&p.battle, squad),
        Some(Ordered::Unit(unit)) => Named::unit(&p.battle, unit),
        None => Named::word("that card"),
    }
}
