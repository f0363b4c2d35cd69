//! Positions as documents: written so that a person can read and write them,
//! with whatever stands at its default left out.

mod read;
mod write;

pub(crate) use read::load;
pub(crate) use write::{public_doc, save, sealed_doc, ship_doc};

use crate::FleetActions;
use crate::action::Action;
use crate::invariants::broken;
use crate::state::{Kind, Public, State, mark};
use crate::text;
use admiralty_core::{Actor, ClauseId, Fault, Faults, Rules, Seeded, Table, Viewer};
use alloc::format;
use alloc::vec::Vec;

const STATES: [(&str, State); 6] = [
    ("waiting", State::Waiting),
    ("ok", State::Ok),
    ("struck", State::Struck),
    ("prize", State::Prize),
    ("withdrawn", State::Withdrawn),
    ("wrecked", State::Wrecked),
];

/// Words for the marks of a ship.
pub(crate) const MARKS: [(&str, u16); 9] = [
    ("straggler", mark::STRAGGLER),
    ("checked", mark::CHECKED),
    ("aground", mark::AGROUND),
    ("melee", mark::MELEE),
    ("boarding", mark::BOARDING),
    ("acted", mark::ACTED),
    ("ordered", mark::ORDERED),
    ("locked", mark::LOCKED),
    ("unrepaired", mark::REPAIRED),
];

const REASONS: [(&str, &str); 7] = [
    ("annihilation", "FA-V.22"),
    ("broken", "FA-V.21"),
    ("nightfall", "FA-D.35"),
    ("quiet", "FA-V.23"),
    ("agreement", "FA-V.25"),
    ("concession", "FA-V.24"),
    ("unmet", "FA-9.36"),
];

/// Word of a state.
pub(crate) fn state_word(state: State) -> &'static str {
    STATES.iter().find(|s| s.1 == state).map_or("ok", |s| s.0)
}

/// A loaded position must hold together.
fn check(table: &Table<FleetActions>) -> Result<(), Faults> {
    let p = &table.public;
    if let Some(reason) = broken(p) {
        return Err(Fault::new("", reason).into());
    }
    if p.over.is_some() {
        return Ok(());
    }
    if p.pending.is_empty() {
        return Err(Fault::new("pending", "nobody is to decide").into());
    }
    if p.is_night() && (p.cards.iter().any(Option::is_some) || shown(table)) {
        let fault = Fault::new("cards", "no card can be seen at night");
        return Err(fault.by(ClauseId("FA-D.36")).into());
    }
    fits_map(p)?;
    if p.phase.kind == Kind::Confirm {
        return leads_on(table);
    }
    for seat in p.pending.iter() {
        let mut options = Vec::new();
        crate::legal::legal(table.sight(Viewer::Seat(seat)), &mut options);
        if options.is_empty() {
            let code = text::seat(&p.battle, seat);
            let reason = format!("{code} has nothing to decide in this phase");
            return Err(Fault::new("pending", reason).into());
        }
    }
    Ok(())
}

/// Is a card displayed that only one side may see?
fn shown(table: &Table<FleetActions>) -> bool {
    table.sides.iter().any(|(_, shared)| shared.cards.iter().any(Option::is_some))
}

/// Phases of the hex map are played there, and the others on the lattice.
fn fits_map(p: &Public) -> Result<(), Faults> {
    let kind = if p.phase.kind == Kind::Confirm { p.phase.resume } else { p.phase.kind };
    let on_hexes = matches!(
        kind,
        Kind::GrandFirst | Kind::GrandMove | Kind::GrandSpeed | Kind::GrandSlot | Kind::GrandTurn
    );
    if on_hexes == p.grand.is_some() {
        return Ok(());
    }
    let place = if on_hexes { "on the hex map" } else { "on the lattice" };
    let reason = format!("\"{}\" is played {place}, where the fleets are not", kind.word());
    Err(Fault::new("phase", reason).into())
}

/// A position to be agreed on must lead to a decision.
fn leads_on(table: &Table<FleetActions>) -> Result<(), Faults> {
    let mut trial = table.clone();
    for seat in table.public.pending.iter() {
        let mut dice = Seeded::new(0);
        let agreed = FleetActions::apply(
            &mut trial,
            Actor::Seat(seat),
            &Action::Begin,
            &mut dice,
            &mut |_| {},
        );
        let stuck = trial.public.over.is_none() && trial.public.pending.is_empty();
        if agreed.is_err() || stuck {
            let reason = "agreed on, this position never comes to a decision";
            return Err(Fault::new("phase", reason).into());
        }
    }
    Ok(())
}
