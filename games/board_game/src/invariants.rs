//! Conditions that hold in every reachable table.

use crate::board::squares;
use crate::rules::Board;
use crate::state::{NORTH, SOUTH, Status, UnitId};
use alloc::format;
use alloc::string::String;

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
            if unit.is_afield() != unit.at.is_some() {
                return Some(format!("{id} has a square off the battlefield, or none on it"));
            }
            let Some(square) = unit.at else { continue };
            let at = match unit.status {
                Status::Submerged => p.below_at(square),
                _ => p.surface_at(square),
            };
            if at != Some(id) {
                return Some(format!("{id} is not where it stands"));
            }
            let closed = if unit.status == Status::Submerged {
                p.sea.closed_below()
            } else {
                p.sea.closed()
            };
            if closed & square.bit() != 0 {
                return Some(format!("{id} stands on closed ground"));
            }
        }
    }
    let afield = |map: &[Option<UnitId>; 64], status: Status| {
        let on_map = map.iter().flatten().count();
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
