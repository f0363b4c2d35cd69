//! Movement in a fresh breeze and in a dead calm, and the Captain manoeuvre.

use crate::action::{Action, Course};
use crate::board::{Dir, Space, Terrain};
use crate::event::Event;
use crate::illegal::{Illegal, Oars, Obstacle};
use crate::rules::Play;
use crate::rules::{admiral, fireship, mines, works};
use crate::state::{Passage, Public, Weather, mark};
use crate::units::ShipId;
use admiralty_core::Seat;
use alloc::vec::Vec;

/// How far the ship may go on a first course in this direction; 0 or less
/// forbids it. SE-3.3.1.6: it depends on the strength of the wind.
#[inline]
pub(crate) fn reach(p: &Public, id: ShipId, dir: Dir) -> i8 {
    // SE-4.1.5b: for children the diagonal distance equals the straight one.
    let diagonal = dir.is_diagonal() && !p.options().kids_diagonal;
    match p.wind.weather {
        // SE-3.3.1.6.2a, SE-3.3.1.6.2c: the calm figure for any direction, SE-3.3.1.6.2d: which
        // may be 0; SE-R6: less cargo.
        Weather::Calm => id.card().calm.of(diagonal) as i8 - p.cargo_penalty(id) as i8,
        // SE-3.3.1.6.1d, SE-3.3.1.6.1e, SE-5.3.2c: then the deviation from the wind.
        Weather::Fresh => fresh(p, id, dir) - dir.deviation(p.wind.to) as i8,
        // SE-R15: no ship sails in a storm.
        Weather::Storm => 0,
    }
}

/// How far a ship as it is now goes with a fresh breeze right behind it, along a row or a
/// column or aslant.
pub(crate) fn fresh(p: &Public, id: ShipId, dir: Dir) -> i8 {
    let ship = p.ship(id);
    let diagonal = dir.is_diagonal() && !p.options().kids_diagonal;
    let mut base = id.card().fresh.of(diagonal) as i8;
    if p.options().c3 {
        // SE-5.3.1: one less per damage, SE-5.3.2a: not below 2 orth,
        // SE-5.3.2b: not below 1 diag. SE-R53: this floor comes first.
        base = (base - ship.hull as i8).max(if dir.is_diagonal() { 1 } else { 2 });
    }
    base - p.cargo_penalty(id) as i8 - ship.sails as i8
}

/// What keeps this ship from rowing in a calm where it cannot.
pub(crate) fn oars(p: &Public, id: ShipId) -> Oars {
    if id.card().calm.orth == 0 {
        Oars::None
    } else if p.cargo_penalty(id) > 0 {
        Oars::Laden
    } else {
        Oars::Aslant
    }
}

/// May this ship be moved by its owner at all now?
pub(crate) fn may_move(p: &Public, seat: Seat, id: ShipId) -> Result<(), Illegal> {
    let ship = p.ship(id);
    Illegal::owned(p, seat, id)?;
    if p.wind.weather == Weather::Storm {
        return Err(Illegal::Storm { ship: id });
    }
    // SE-3.3.1.7c, SE-3.3.3.8b: once per Turn, before or after anything else.
    if ship.has(mark::MOVED) && !ship.has(mark::CAPTURED) {
        return Err(Illegal::HasMoved { ship: id });
    }
    if ship.repair.is_some() {
        return Err(Illegal::CannotMoveInRepair { ship: id });
    }
    Illegal::busy(p, id)?;
    if ship.has(mark::RELEASED) {
        return Err(Illegal::Released { ship: id });
    }
    // SE-4.1.6c: a ship that loaded gold sails on next Turn.
    if ship.has(mark::LOADED) {
        return Err(Illegal::JustLoaded { ship: id });
    }
    Ok(())
}

/// The quick form of [`may_move`] for own ships in a fresh breeze or calm.
/// A fireship moves like any other.
#[inline]
pub(crate) fn is_movable(p: &Public, id: ShipId) -> bool {
    let ship = p.ship(id);
    !ship.has(mark::MOVED | mark::RELEASED | mark::LOADED | mark::CAPTURED)
        && ship.repair.is_none()
        && ship.work.is_none()
}

/// Is one step open for a ship of this player?
#[inline]
pub(crate) fn is_open(p: &Public, seat: Seat, from: Space, dir: Dir) -> bool {
    let chart = p.chart();
    if chart.steps(from) & dir.bit() == 0 {
        return false;
    }
    let to = from.next(dir);
    // SE-3.3.1.3d, SE-3.3.1.3e, SE-3.3.1.3g: no space that is full. SE-3.3.1.3f: a harbour
    // sea space with one ship is not.
    !p.full.has(to) && (chart.royal_ports.is_empty() || !p.is_own_royal_harbour(seat, to))
}

/// What stands in the way of a step, if anything.
pub(crate) fn obstacle(p: &Public, seat: Seat, from: Space, dir: Dir) -> Option<Obstacle> {
    if is_open(p, seat, from, dir) {
        return None;
    }
    let chart = p.chart();
    let Some(to) = from.offset(dir, 1).filter(|&s| chart.contains(s)) else {
        return Some(Obstacle::Rim); // SE-R10: ships never leave the field.
    };
    Some(if !chart.line_open(from, dir) {
        if chart.terrain(to) == Terrain::Land {
            Obstacle::Land
        } else if chart.corner_open(from, dir) {
            Obstacle::Spit
        } else {
            Obstacle::Corner
        }
    } else if chart.reefs.has(to) {
        Obstacle::Reef
    } else if chart.has_port(to) {
        Obstacle::Port
    } else if chart.terrain(to) == Terrain::Land {
        Obstacle::Land
    } else if p.is_own_royal_harbour(seat, to) {
        Obstacle::RoyalHarbour
    } else if chart.terrain(to) == Terrain::Coast {
        Obstacle::CoastTaken
    } else if chart.harbours.has(to) {
        Obstacle::HarbourFull
    } else {
        Obstacle::Ship
    })
}

/// Every legal movement of a ship.
pub(crate) fn list(p: &Public, seat: Seat, id: ShipId, out: &mut Vec<Action>) {
    if p.has_bows() {
        return admiral::movement::list(p, seat, id, out);
    }
    if p.wind.weather == Weather::Storm || !is_movable(p, id) {
        return;
    }
    let from = p.ship(id).space;
    let altering = Altering { p, seat, id };
    // SE-3.3.1.6.1a: any direction, SE-3.3.1.1b: orth or diag.
    for dir in Dir::ALL {
        let limit = reach(p, id, dir);
        let mut at = from;
        for n in 1..=limit {
            if !is_open(p, seat, at, dir) {
                break;
            }
            at = at.next(dir);
            // SE-3.3.1.6.1g: any number of spaces up to the limit.
            let course = Course::straight(dir, n as u8);
            out.push(Action::Move { ship: id, course });
            // SE-5.1.1: manoeuvres only in a fresh breeze. SE-4.1.5a, SE-R121: in
            // Treasures too the level decides.
            if p.options().c1 && p.wind.weather == Weather::Fresh {
                altering.alter(at, dir, limit - n, course, out);
            }
        }
    }
}

/// A ship that alters its course.
struct Altering<'a> {
    p: &'a Public,
    seat: Seat,
    id: ShipId,
}

impl Altering<'_> {
    /// SE-5.1.3a: the course may be altered after a space or more; SE-5.1.3b: the
    /// new limit is what is left less the new deviation; SE-5.1.4: and so on.
    fn alter(&self, from: Space, last: Dir, left: i8, course: Course, out: &mut Vec<Action>) {
        let Altering { p, seat, id } = *self;
        if left <= 0 || course.len() >= Course::MAX_LEGS {
            return;
        }
        // SE-R52: any of the other seven directions.
        for dir in Dir::ALL.into_iter().filter(|&dir| dir != last) {
            let limit = left - dir.deviation(p.wind.to) as i8;
            let mut at = from;
            for n in 1..=limit {
                // The ship leaves its first space: it is no obstacle to itself.
                let own = at.offset(dir, 1) == Some(p.ship(id).space)
                    && p.chart().steps(at) & dir.bit() != 0;
                if !own && !is_open(p, seat, at, dir) {
                    break;
                }
                at = at.next(dir);
                let course = course.then(dir, n as u8);
                out.push(Action::Move { ship: id, course });
                self.alter(at, dir, limit - n, course, out);
            }
        }
    }
}

/// May this ship go this way?
pub(crate) fn check(p: &Public, seat: Seat, id: ShipId, course: Course) -> Result<(), Illegal> {
    if p.has_bows() {
        return Err(Illegal::NeedsBow { ship: id });
    }
    may_move(p, seat, id)?;
    let start = p.ship(id).space;
    let mut at = start;
    let mut left = 0;
    let mut last = None;
    for (i, (dir, n)) in course.legs().enumerate() {
        // SE-5.1.2: the first limit follows the general rules.
        let limit = if i == 0 { reach(p, id, dir) } else { left - dir.deviation(p.wind.to) as i8 };
        if i > 0 {
            // SE-3.3.1.1a, SE-3.3.1.6.1b: one direction without manoeuvres.
            if !p.options().c1 {
                return Err(Illegal::OneCourse { ship: id });
            }
            if p.wind.weather != Weather::Fresh {
                return Err(Illegal::NoManoeuvre { ship: id });
            }
            if last == Some(dir) {
                return Err(Illegal::SameCourse { ship: id, dir });
            }
        }
        if limit <= 0 && i == 0 && p.wind.weather == Weather::Calm {
            return Err(Illegal::Becalmed { ship: id, oars: oars(p, id) });
        }
        // SE-3.3.1.6.1f: a limit of zero or less forbids the direction.
        if limit <= 0 && i == 0 {
            return Err(Illegal::CourseForbidden { ship: id, dir });
        }
        if n == 0 || n as i8 > limit {
            return Err(Illegal::TooFar {
                ship: id,
                dir,
                asked: n,
                max: limit.max(0) as u8,
                leg: i as u8,
                weather: p.wind.weather,
            });
        }
        for _ in 0..n {
            let own = at.offset(dir, 1) == Some(start) && p.chart().steps(at) & dir.bit() != 0;
            if !own && let Some(by) = obstacle(p, seat, at, dir) {
                let space = at.offset(dir, 1).unwrap_or(at);
                return Err(Illegal::Blocked { ship: id, space, by });
            }
            at = at.next(dir);
        }
        left = limit - n as i8;
        last = Some(dir);
    }
    if course.is_empty() { Err(Illegal::OneCourse { ship: id }) } else { Ok(()) }
}

/// Moves the ship. SE-3.3.1.5e: nothing happens in the middle of it.
pub(crate) fn sail(play: &mut Play<'_>, id: ShipId, course: Course) {
    let from = play.p().ship(id).space;
    let mut passage = Passage::of(id);
    let mut at = from;
    for (dir, n) in course.legs() {
        for _ in 0..n {
            at = at.next(dir);
            passage.push(at);
        }
    }
    play.say(Event::Moved { ship: id, from, to: at, course });
    arrive(play, id, at, passage, mark::MOVED);
}

/// Puts a ship where its movement or the storm has brought it, and lets
/// everything happen that follows. SE-3.3.1.7b: it is marked moved.
pub(crate) fn arrive(play: &mut Play<'_>, id: ShipId, to: Space, passage: Passage, marks: u16) {
    let p = play.m();
    p.ships[id.index()].marks |= marks;
    if passage.len > 0 {
        p.lift(id);
        p.put(id, to);
        works::seen_on_passage(p, id, passage.spaces());
        super::royal_port::moved(p, id, passage.spaces());
    }
    p.passage = passage;
    // Mines after the ship has arrived and is marked.
    let asked = mines::passed(play, id);
    if play.p().ship(id).is_due() && play.p().ship(id).is_afloat() {
        // SE-R23: mines are settled before a fireship goes off.
        if asked || !play.p().windows.is_empty() {
            play.m().fuse = Some(id);
        } else {
            fireship::explode(play, id);
        }
    }
}
