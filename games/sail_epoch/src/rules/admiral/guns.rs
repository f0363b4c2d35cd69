//! Guns of ships with a bow: two sides, bow and stern (A2).

use super::{crossing, sails};
use crate::action::{Captain, Unit, Volley};
use crate::board::Dir;
use crate::illegal::{Illegal, NoLine};
use crate::rules::gunfire;
use crate::rules::gunfire::{HitSet, Reach};
use crate::state::{Public, mark};

/// Which guns fire.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Battery {
    /// A side, or any gun of a fort.
    Side,
    /// Bow or stern.
    Chaser,
}

/// The guns that point in this direction. SE-A0c: two sides, bow and stern;
/// SE-A2.1a: so a diag bow fires only diag and an orth bow only orth. SE-R11: at
/// a ship on the same space the sides fire.
pub(crate) fn battery(p: &Public, unit: Unit, dir: Option<Dir>) -> Option<Battery> {
    let (Some(id), Some(dir), true) = (unit.as_ship(), dir, p.has_bows()) else {
        return Some(Battery::Side);
    };
    match dir.turned(-(p.ship(id).bow.0 as i8)).0 {
        0 | 4 => Some(Battery::Chaser),
        2 | 6 => Some(Battery::Side),
        _ => None,
    }
}

/// The override of a line of fire: the direction must suit the bow, and a ship
/// that crosses a corner is hit there.
#[inline]
pub(crate) fn special_line(
    p: &Public,
    from: Unit,
    to: Unit,
) -> Option<Result<(Option<Dir>, u8), NoLine>> {
    if p.has_bows() { crossing::corner_line(p, from, to) } else { None }
}

/// Do the unit's guns point in this direction?
#[inline]
pub(crate) fn bears(p: &Public, unit: Unit, dir: Dir) -> Result<(), NoLine> {
    if battery(p, unit, Some(dir)).is_some() { Ok(()) } else { Err(NoLine::Arc { dir }) }
}

/// How many of its shots a unit may fire in this direction. SE-A2.1.1a, SE-R64:
/// one from bow or stern in a Turn; SE-A2.1.1b: the others go by other guns.
pub(crate) fn most(p: &Public, unit: Unit, dir: Option<Dir>, shots: u8) -> u8 {
    match (battery(p, unit, dir), unit.as_ship()) {
        (Some(Battery::Chaser), Some(id)) if p.ship(id).has(mark::CHASER) => 0,
        (Some(Battery::Chaser), Some(_)) => shots.min(1),
        (Some(_), _) => shots,
        (None, _) => 0,
    }
}

/// The check that goes with [`most`].
pub(crate) fn check(p: &Public, unit: Unit, dir: Option<Dir>, shots: u8) -> Result<(), Illegal> {
    match unit.as_ship() {
        Some(ship) if shots > most(p, unit, dir, shots) => {
            Err(Illegal::OneChaser { ship, used: p.ship(ship).has(mark::CHASER) })
        }
        _ => Ok(()),
    }
}

/// Does the ship fire by a side in this direction? Both broadsides need that.
pub(crate) fn is_side(p: &Public, unit: Unit, dir: Dir) -> bool {
    battery(p, unit, Some(dir)) == Some(Battery::Side)
}

/// The faces that hit for one unit at a distance.
pub(crate) fn unit_hits(p: &Public, unit: Unit, dir: Option<Dir>, n: u8) -> HitSet {
    let range = gunfire::range_of(unit).of(dir.is_some_and(Dir::is_diagonal));
    let reach = Reach::of(n, range);
    // SE-A2.1b: the sides by the normal tables.
    let hits = reach.hits().common(sails::accuracy(p, unit));
    match battery(p, unit, dir) {
        // SE-A2.1.2a, SE-A2.1.2b, SE-A2.1.2c: bow and stern guns; SE-R63: less
        // what damage takes.
        Some(Battery::Chaser) => hits.common(match reach {
            Reach::Long => HitSet::of(&[5]),
            Reach::Normal => HitSet::of(&[5, 6]),
            Reach::Close => HitSet::of(&[4, 5, 6]),
        }),
        _ => hits,
    }
}

/// The faces that hit for a group: what is common to all.
pub(crate) fn hit_set(p: &Public, volley: &Volley) -> HitSet {
    let mut hits = HitSet(0x7E);
    for (unit, _) in volley.guns.iter() {
        let (dir, n) = gunfire::line(p, unit, volley.target).unwrap_or((None, 0));
        hits = hits.common(unit_hits(p, unit, dir, n));
    }
    with_captain(p, volley, hits)
}

/// SE-A2.1.3, SE-R65: with a Target captain in every ship 2 hits as well.
pub(crate) fn with_captain(p: &Public, volley: &Volley, hits: HitSet) -> HitSet {
    let all = volley.guns.iter().all(|(unit, _)| {
        unit.as_ship().is_some_and(|id| p.ship(id).captain == Some(Captain::Target))
    });
    if all { HitSet(hits.0 | 1 << 2) } else { hits }
}

/// Marks the ships of a group that use their bow or stern guns.
pub(crate) fn mark_chasers(p: &mut Public, volley: &Volley) {
    for id in volley.guns.ships().iter() {
        let unit = Unit::ship(id);
        let dir = gunfire::line(p, unit, volley.target).ok().and_then(|(dir, _)| dir);
        if battery(p, unit, dir) == Some(Battery::Chaser) {
            p.ships[id.index()].marks |= mark::CHASER;
        }
    }
}
