//! Positions as documents: written so that a person can read and write them,
//! with whatever stands at its default left out; and what must hold in each.

mod read;
mod write;

pub(crate) use read::load;
pub(crate) use write::{public_doc, save, sealed_doc, ship_doc};

use crate::FleetActions;
use crate::board::Point;
use crate::notation;
use crate::setup::ShipId;
use crate::state::{Kind, Public, State, mark};
use admiralty_core::{Fault, Faults, Table, Viewer};
use alloc::format;
use alloc::string::{String, ToString};
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

/// `hh:mm`.
pub(crate) fn clock(minutes: u16) -> String {
    format!("{:02}:{:02}", minutes / 60, minutes % 60)
}

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
            let code = notation::seat(&p.battle, seat);
            let reason = format!("{code} has nothing to decide in this phase");
            return Err(Fault::new("pending", reason).into());
        }
    }
    Ok(())
}

/// The first condition of a sound table that does not hold.
pub(crate) fn broken(p: &Public) -> Option<String> {
    let b = &*p.battle;
    for (id, s) in p.all() {
        let code = b.ship_code(id);
        let name = || format!("{code} ({})", b.ship_name(id));
        let off = s.at == Point::default();
        if s.state == State::Ok && !b.is_sea(s.at) {
            return Some(format!("{} is fighting at {}, which is no sea", name(), s.at));
        }
        if s.afloat() && !off && !b.is_sea(s.at) {
            return Some(format!("{} is at {}, which is no sea", name(), s.at));
        }
        if s.is(mark::MELEE) && !s.is_line_ok() {
            return Some(format!("{} is in melee but does not fight", name()));
        }
        for foe in s.foes.into_iter().filter(|f| *f != ShipId::NONE) {
            let other = p.ships.get(foe.i())?;
            if other.side == s.side || other.at != s.at || !other.foes.contains(&id) {
                return Some(format!("{} is paired with {} alone", name(), b.ship_code(foe)));
            }
        }
        if s.is_paired() && !s.is(mark::MELEE) {
            return Some(format!("{} is paired without a melee", name()));
        }
    }
    for squad in p.squad_ids() {
        for g in p.groups(squad) {
            let odd = g.ships.iter().find(|id| p.ship(*id).heading != g.heading);
            if let Some(odd) = odd {
                return Some(format!("{} does not head as her Group", b.ship_code(odd)));
            }
        }
        let q = &p.squads[squad.i()];
        let lost =
            q.flag != ShipId::NONE && !matches!(p.ship(q.flag).state, State::Ok | State::Waiting);
        if lost {
            return Some(format!("{} is led by a lost ship", b.squad_code(squad)));
        }
    }
    if let Some(grand) = &p.grand {
        for (squad, _, c) in grand.counters() {
            let same = || grand.counters().filter(|(_, _, o)| o.hex == c.hex);
            if same().count() > 3 || same().any(|(o, ..)| b.side(o) != b.side(squad)) {
                return Some(format!("hex {} is overfull", c.hex));
            }
        }
    }
    if p.moving.is_some() != (p.phase.kind == Kind::Squads && p.moving.is_some()) {
        return Some("a squadron moves out of turn".to_string());
    }
    None
}
