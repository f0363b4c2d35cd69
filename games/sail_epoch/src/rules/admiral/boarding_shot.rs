//! The shot before boarding (A7).

use super::answers;
use super::guns::{self, Battery};
use crate::action::{Aim, Unit, Volley};
use crate::board::{Dir, Space};
use crate::illegal::{Illegal, Named, NoLine};
use crate::rules::Play;
use crate::rules::gunfire;
use crate::rules::gunfire::HitSet;
use crate::state::{Public, ShipSet, Window, mark};
use crate::units::ShipId;
use admiralty_core::Seat;

/// A boarding is declared: asks the defender, if he can fire. Returns whether he is asked.
pub(crate) fn ask(play: &mut Play<'_>, seat: Seat, attackers: ShipSet, target: ShipId) -> bool {
    let owner = play.p().ship(target).seat();
    let window = Window::BoardShot { seat: owner, ship: target, attackers };
    if !play.p().options().a7 || answers::aims(play.p(), &window).is_empty() {
        return false;
    }
    play.m().windows.push(Window::Boarding { seat, attackers, target });
    play.m().windows.push(window);
    true
}

/// Where the attacker stood on the defender's firing line: direction and the
/// shortest distance. SE-A3.1, SE-R73: at the start, on the way or at the end of
/// its movement, by the defender's present bow.
pub(crate) fn best(p: &Public, ship: ShipId, attacker: ShipId) -> Option<(Option<Dir>, u8)> {
    let here = p.ship(attacker).space;
    let trail = p.trails.iter().find(|trail| trail.passage.ship == Some(attacker));
    let way = trail.iter().flat_map(|t| core::iter::once(&t.from).chain(t.passage.spaces()));
    way.chain(core::iter::once(&here))
        .filter_map(|&space| line(p, ship, attacker, space))
        .min_by_key(|&(dir, n)| (n, guns::battery(p, Unit::ship(ship), dir)))
}

fn line(p: &Public, ship: ShipId, attacker: ShipId, to: Space) -> Option<(Option<Dir>, u8)> {
    let from = p.ship(ship).space;
    if from == to {
        return p.options().same_space.then_some((None, 0));
    }
    let (dir, n) = from.line_to(to)?;
    let unit = Unit::ship(ship);
    let in_range = n <= gunfire::range_of(unit).of(dir.is_diagonal());
    if !in_range || guns::most(p, unit, Some(dir), 1) == 0 {
        return None;
    }
    let mut at = from;
    for i in 1..=n {
        if !p.chart().line_open(at, dir) {
            return None;
        }
        at = at.next(dir);
        // SE-R73: others block from where they stand now, the attacker itself does not.
        let blocked =
            i < n && (p.chart().solid.has(at) || p.ships_on(at).any(|other| other != attacker));
        if blocked {
            return None;
        }
    }
    Some((Some(dir), n))
}

/// May this shot be fired?
pub(crate) fn check(p: &Public, seat: Seat, volley: &Volley) -> Result<(), Illegal> {
    for (unit, shots) in volley.guns.iter() {
        gunfire::can_fire(p, seat, unit)?;
        // SE-A3.1: one shot in all.
        if shots > 1 {
            return Err(Illegal::OneShot);
        }
    }
    if volley.aim == Aim::Sails && !p.options().a3 {
        return Err(Illegal::NoSails);
    }
    match of(p, volley) {
        Some(_) => Ok(()),
        None => match volley.guns.iter().next() {
            Some((unit, _)) => {
                let why = NoLine::NeverOnLine;
                Err(Illegal::NoLine {
                    unit: Named::of(p, unit),
                    target: Named::of(p, volley.target),
                    why,
                })
            }
            None => Err(Illegal::NoGuns),
        },
    }
}

fn of(p: &Public, volley: &Volley) -> Option<(Unit, Option<Dir>, u8)> {
    let (unit, _) = volley.guns.iter().next()?;
    let (dir, n) = best(p, unit.as_ship()?, volley.target.as_ship()?)?;
    Some((unit, dir, n))
}

/// The faces that hit.
pub(crate) fn hits(p: &Public, volley: &Volley) -> HitSet {
    match of(p, volley) {
        Some((unit, dir, n)) => guns::with_captain(p, volley, guns::unit_hits(p, unit, dir, n)),
        None => HitSet(0),
    }
}

/// Marks a shot by bow or stern guns.
pub(crate) fn mark_chaser(p: &mut Public, volley: &Volley) {
    if let Some((unit, dir, _)) = of(p, volley)
        && let Some(id) = unit.as_ship()
        && guns::battery(p, unit, dir) == Some(Battery::Chaser)
    {
        p.ships[id.index()].marks |= mark::CHASER;
    }
}
