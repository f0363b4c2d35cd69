//! Storm: ships are carried with the wind, onto reefs and into each other.

use crate::action::Action;
use crate::board::{Chart, Dir, Space, Terrain};
use crate::event::{Cause, Event};
use crate::illegal::{Illegal, Shelter};
use crate::rules::Play;
use crate::rules::{admiral, movement};
use crate::state::{Passage, Public, Weather, mark};
use crate::units::ShipId;
use admiralty_core::Seat;
use alloc::vec::Vec;

/// What keeps the ship safe where it is. SE-3.3.1.6.3l: any port's harbour,
/// SE-3.3.5.1f3: also a ruin's; SE-3.3.1.6.3n: the lee of Land; SE-R29: just captured.
fn shelter(p: &Public, id: ShipId) -> Option<Shelter> {
    let ship = p.ship(id);
    if ship.has(mark::CAPTURED) {
        Some(Shelter::Prize)
    } else if p.chart().harbours.has(ship.space) {
        Some(Shelter::Harbour)
    } else {
        p.chart().is_lee(ship.space, p.wind.to).then_some(Shelter::Lee)
    }
}

/// Must the storm still carry this ship? SE-3.3.1.6.3a: whatever its owner wants.
/// SE-R122: loading does not hold it.
pub(crate) fn must_drift(p: &Public, id: ShipId) -> bool {
    p.wind.weather == Weather::Storm
        && p.ship(id).is_afloat()
        && !p.ship(id).has(mark::DRIFTED)
        && shelter(p, id).is_none()
}

/// Ships of the seat that may be let go now. SE-R13: in the order their owner likes.
pub(crate) fn list(p: &Public, seat: Seat, out: &mut Vec<Action>) {
    if p.wind.weather == Weather::Storm {
        let fleet = p.fleets[seat.index()];
        out.extend(fleet.iter().filter(|&id| must_drift(p, id)).map(Action::Drift));
    }
}

/// May this ship be let go?
pub(crate) fn check(p: &Public, seat: Seat, id: ShipId) -> Result<(), Illegal> {
    Illegal::owned(p, seat, id)?;
    if p.wind.weather != Weather::Storm {
        return Err(Illegal::NoStorm);
    }
    if p.ship(id).has(mark::DRIFTED) {
        return Err(Illegal::HasMoved { ship: id });
    }
    match shelter(p, id) {
        Some(by) => Err(Illegal::Sheltered { ship: id, by }),
        None => Ok(()),
    }
}

/// The next ship that is carried off at the end of its owner's phase: the one
/// farthest downwind, then by type and number.
pub(crate) fn next_left(p: &Public, seat: Seat) -> Option<ShipId> {
    let (x, y) = p.wind.to.delta();
    let downwind = |id: ShipId| {
        let space = p.ship(id).space;
        i16::from(space.col()) * i16::from(x) + i16::from(space.row()) * i16::from(y)
    };
    let fleet = p.fleets[seat.index()];
    fleet
        .iter()
        .filter(|&id| must_drift(p, id))
        .max_by_key(|&id| (downwind(id), core::cmp::Reverse(id)))
}

/// Where a storm takes a ship.
pub(crate) struct Drift {
    /// The spaces it is carried over.
    pub passage: Passage,
    /// Where it comes to lie.
    pub at: Space,
    /// Spaces it cannot travel.
    pub left: u8,
    /// What it runs into, if that hurts.
    pub struck: Option<Struck>,
}

/// Where the storm takes the ship as things stand now.
pub(crate) fn drift(p: &Public, id: ShipId) -> Drift {
    let seat = p.ship(id).seat();
    let dir = p.wind.to;
    let mut passage = Passage::of(id);
    let mut at = p.ship(id).space;
    let mut left = id.card().storm.of(dir.is_diagonal());
    let mut struck = None;
    while left > 0 {
        if !movement::is_open(p, seat, at, dir) {
            struck = strikes(p, at);
            break;
        }
        at = at.next(dir);
        passage.push(at);
        left -= 1;
        // SE-3.3.1.6.3m: a harbour stops it.
        if p.chart().harbours.has(at) {
            break;
        }
    }
    Drift { passage, at, left, struck }
}

/// Carries the ship off. SE-3.3.1.6.3b: as far as its card says for that
/// direction; SE-R7: nothing changes that.
pub(crate) fn carry(play: &mut Play<'_>, id: ShipId) {
    if play.p().has_bows() {
        face_wind(play, id);
        return admiral::crossing::set_adrift(play, id);
    }
    let from = play.p().ship(id).space;
    let Drift { passage, at, left, struck } = drift(play.p(), id);
    play.say(Event::Drifted { ship: id, from, to: at });
    // The damage comes before the mines are asked: the ship has arrived hurt.
    if let Some(what) = struck {
        run_into(play, id, at, passage, left, what);
    } else {
        movement::arrive(play, id, at, passage, mark::MOVED | mark::DRIFTED);
    }
}

/// SE-A1.3.1, SE-R62, SE-R130: its bow turns to where the wind blows before the
/// first space, even if it cannot move.
fn face_wind(play: &mut Play<'_>, id: ShipId) {
    let to = play.p().wind.to;
    if play.p().ship(id).bow != to {
        play.m().ships[id.index()].bow = to;
        play.say(Event::Turned { ship: id, bow: to });
    }
}

pub(crate) enum Struck {
    Reef(Space),
    Ship(ShipId),
}

/// What a carried ship runs into. SE-3.3.1.6.3c, SE-3.3.1.6.3k: it stops
/// before any obstacle; SE-3.3.1.6.3j: only a reef does damage, SE-5.2.1a
/// with C2 also a ship that has finished being driven, outside harbours (SE-R54).
/// SE-3.1.5.1j: its own Royal Port's harbour stops it undamaged.
pub(crate) fn strikes(p: &Public, at: Space) -> Option<Struck> {
    let dir = p.wind.to;
    let chart = p.chart();
    let next = at.offset(dir, 1).filter(|&s| chart.contains(s) && chart.line_open(at, dir))?;
    // SE-3.1.5.4c: reefs are dangerous only in a storm.
    if chart.reefs.has(next) {
        return Some(Struck::Reef(next));
    }
    let other = p.ships_on(next).next()?;
    // SE-5.2.1c: own and foreign ships alike.
    let collides = p.options().c2 && !chart.harbours.has(next) && p.ship(other).has(mark::DRIFTED);
    collides.then_some(Struck::Ship(other))
}

pub(crate) fn run_into(
    play: &mut Play<'_>,
    id: ShipId,
    at: Space,
    passage: Passage,
    left: u8,
    what: Struck,
) {
    let marks = mark::MOVED | mark::DRIFTED;
    {
        let p = play.m();
        p.ships[id.index()].marks |= marks;
        if passage.len > 0 {
            p.lift(id);
            p.put(id, at);
        }
    }
    // SE-3.3.1.6.3d, SE-R16: as much as it could not travel.
    match what {
        Struck::Reef(space) => {
            play.say(Event::Stranded { ship: id, reef: space });
            play.hurt(id, left, Cause::Reef);
        }
        Struck::Ship(other) => {
            // SE-5.2.1b: the same for both.
            play.say(Event::Collided { ship: id, other });
            play.hurt(other, left, Cause::Collision);
            play.hurt(id, left, Cause::Collision);
        }
    }
    if play.p().ship(id).is_afloat() {
        movement::arrive(play, id, at, passage, marks);
    } else {
        // A ship sunk on the way was seen all the same.
        super::works::seen_on_passage(play.m(), id, passage.spaces());
    }
}

impl Chart {
    /// Is a ship here sheltered from a storm blowing to `wind`?
    /// SE-3.3.1.6.3n: Land on the side the storm comes from, sharing an edge
    /// (SE-3.3.1.6.3o) or, for a diagonal storm, a corner (SE-3.3.1.6.3p).
    /// SE-R14: a coastal neighbour is no lee, a spit of the own space is.
    pub fn is_lee(&self, space: Space, wind: Dir) -> bool {
        let from = wind.opposite();
        self.spits(space) & from.bit() != 0
            || space.offset(from, 1).is_some_and(|s| self.terrain(s) == Terrain::Land)
    }
}
