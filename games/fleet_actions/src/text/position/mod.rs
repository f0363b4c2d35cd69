//! Positions as documents: written so that a person can read and write them,
//! with whatever stands at its default left out.

mod read;
mod write;

pub(crate) use read::load;
pub(crate) use write::{public_doc, save, sealed_doc, ship_doc};

use crate::FleetActions;
use crate::invariants::broken;
use crate::state::{State, mark};
use crate::text;
use admiralty_core::{Fault, Faults, Table, Viewer};
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
