//! Positions as documents: their words, and which positions are sound.

mod read;
mod write;

pub(crate) use read::load;
pub(crate) use write::{public_doc, save, secret_doc, unit_doc};

use crate::action::Order;
use crate::board::squares;
use crate::rules::Board;
use crate::state::{
    EndReason, HIT, LAUNCHED, MOVED, NORTH, Phase, SOUTH, STRUCK, Status, UnitId, letter,
};
use admiralty_core::{Fault, Faults, Side};
use alloc::format;
use alloc::string::{String, ToString};

const PHASES: [(&str, Phase); 14] = [
    ("scenery", Phase::Scenery),
    ("fleet", Phase::Fleet),
    ("deploy", Phase::Deploy),
    ("subs", Phase::Subs),
    ("standby", Phase::Standby),
    ("first", Phase::First),
    ("movement", Phase::Movement),
    ("air", Phase::Air),
    ("intercept", Phase::Intercept),
    ("bombs", Phase::Bombs),
    ("air-crit", Phase::AirCrit),
    ("orders", Phase::Orders),
    ("crit", Phase::Crit),
    ("over", Phase::Over),
];

const STATUS: [(&str, Status); 6] = [
    ("waiting", Status::Waiting),
    ("standby", Status::Standby),
    ("afloat", Status::Afloat),
    ("submerged", Status::Submerged),
    ("sunk", Status::Sunk),
    ("exited", Status::Exited),
];

const REASONS: [(&str, EndReason); 4] = [
    ("annihilation", EndReason::Annihilation),
    ("points", EndReason::Points),
    ("losses", EndReason::Losses),
    ("resigned", EndReason::Resigned),
];

const FLAGS: [(&str, u8); 4] =
    [("moved", MOVED), ("launched", LAUNCHED), ("struck", STRUCK), ("hit", HIT)];

fn word_of<T: PartialEq>(words: &[(&'static str, T)], value: T) -> &'static str {
    words.iter().find(|(_, v)| *v == value).map_or("", |(word, _)| word)
}

/// The word for a phase.
pub(crate) fn phase_word(phase: Phase) -> &'static str {
    word_of(&PHASES, phase)
}

/// The word for where a unit is.
pub(crate) fn status_word(status: Status) -> &'static str {
    word_of(&STATUS, status)
}

/// A position that no game can be in would dead-lock or mislead; such ones are refused.
fn sound(t: &Board) -> Result<(), Faults> {
    let p = &t.public;
    let mut faults = Faults::default();
    let strikes = matches!(p.phase, Phase::Intercept | Phase::Bombs | Phase::AirCrit);
    if strikes != (p.strike.n > 0) {
        faults.add(Fault::new("strike", "stands in a strike, and only there"));
    }
    if (p.phase == Phase::Over) != p.end.is_some() {
        faults.add(Fault::new("end", "stands when the game is over, and only then"));
    }
    let simultaneous = matches!(p.phase, Phase::Fleet | Phase::Deploy | Phase::Orders);
    if p.ready == [true; 2] || (!simultaneous && p.ready != [false; 2]) {
        faults.add(Fault::new("ready", "somebody must still decide"));
    }
    for side in [SOUTH, NORTH] {
        let list: &[Order] = &t.sides[side].orders;
        if !list.is_empty()
            && let Err(why) = crate::rules::orders::check(p, side, list)
        {
            faults.add(Fault::new(format!("secret.{}.orders", letter(side)), why.to_string()));
        }
    }
    let owed = |side: Side| p.of_side(side.other()).any(|(_, unit)| unit.owed > 0);
    if matches!(p.phase, Phase::Crit | Phase::AirCrit) && !owed(p.actor) {
        faults.add(Fault::new("phase", "no token is to be placed"));
    }
    faults.or(())
}

/// What does not hold in a table that is reachable.
pub(crate) fn broken(t: &Board) -> Option<String> {
    let p = &t.public;
    for side in [SOUTH, NORTH] {
        for (id, unit) in p.of_side(side) {
            let class = unit.class();
            if unit.sp > class.sp || unit.torpedoes > class.torp {
                return Some(format!("{id} has more than its card"));
            }
            if unit.is_afield() && unit.sp == 0 {
                return Some(format!("{id} floats without structure"));
            }
            let at = match unit.status {
                Status::Afloat => p.surface_at(unit.square),
                Status::Submerged => p.below_at(unit.square),
                _ => continue,
            };
            if at != Some(id) {
                return Some(format!("{id} is not where it stands"));
            }
            let closed = if unit.status == Status::Submerged {
                p.sea.closed_below()
            } else {
                p.sea.closed()
            };
            if closed & unit.square.bit() != 0 {
                return Some(format!("{id} stands on closed ground"));
            }
        }
    }
    let afield = |map: &[UnitId; 64], status: Status| {
        let on_map = map.iter().filter(|id| **id != UnitId::NONE).count();
        let units = [SOUTH, NORTH].into_iter().flat_map(|side| p.of_side(side));
        on_map == units.filter(|(_, unit)| unit.status == status).count()
    };
    if !afield(&p.surface, Status::Afloat) || !afield(&p.below, Status::Submerged) {
        return Some("a square names a unit that is not there".into());
    }
    for square in squares(u64::MAX) {
        // BG-6-SS6: never two boats on one square.
        let above = p.surface_at(square).is_some_and(|id| p.unit(id).is_boat());
        if above && p.below_at(square).is_some() {
            return Some(format!("two boats on {square}"));
        }
    }
    None
}
