//! Fireships: lit in one phase, gone in the next.

use crate::action::Action;
use crate::event::{Cause, Event};
use crate::illegal::Illegal;
use crate::rules::Play;
use crate::state::{Public, ShipSet, mark};
use crate::units::ShipId;
use admiralty_core::Seat;
use alloc::vec::Vec;

/// May this ship be lit? SE-3.3.2.16a: any ship, SE-3.3.2.16c: several.
pub(crate) fn check(p: &Public, seat: Seat, id: ShipId) -> Result<(), Illegal> {
    Illegal::owned(p, seat, id)?;
    // SE-3.3.2.16d: once lit, for ever.
    if p.ship(id).has(mark::IGNITED) {
        return Err(Illegal::LitAlready { ship: id });
    }
    Illegal::busy(p, id)
}

/// May this fireship be blown up now? SE-R22: in its owner's phase when it is due,
/// SE-3.3.2.16f: in which it may have moved like any ship.
pub(crate) fn check_explode(p: &Public, seat: Seat, id: ShipId) -> Result<(), Illegal> {
    Illegal::owned(p, seat, id)?;
    if p.ship(id).is_due() { Ok(()) } else { Err(Illegal::NotDue { ship: id }) }
}

/// What the seat may light or blow up.
pub(crate) fn list(p: &Public, seat: Seat, out: &mut Vec<Action>) {
    for id in p.fleets[seat.index()].iter() {
        let ship = p.ship(id);
        if ship.is_due() {
            out.push(Action::Explode(id));
        } else if !ship.has(mark::IGNITED | mark::CAPTURED)
            && ship.repair.is_none()
            && ship.work.is_none()
        {
            out.push(Action::Ignite(id));
        }
    }
}

/// SE-3.3.2.16b: declared in the owner's phase; SE-3.3.2.16e: no more shots.
pub(crate) fn ignite(play: &mut Play<'_>, id: ShipId) {
    let ship = &mut play.m().ships[id.index()];
    ship.marks |= mark::IGNITED | mark::NEW_FIRE;
    ship.shots = 0;
    play.say(Event::Ignited { ship: id });
}

/// SE-3.3.2.16g: it explodes after moving. SE-3.3.2.16h, SE-R24: every other
/// ship beside it or alongside is hit, friends and ships under repair too;
/// SE-3.3.2.16i: by its full strength; SE-3.3.2.16j: then it is gone.
pub(crate) fn explode(play: &mut Play<'_>, id: ShipId) {
    let space = play.p().ship(id).space;
    if !space.is_some() {
        return;
    }
    let damage = play.p().max_strength(id);
    let near: ShipSet = play
        .p()
        .fleets
        .iter()
        .flat_map(|fleet| fleet.iter())
        .filter(|&other| other != id && play.p().ship(other).space.distance(space) <= 1)
        .collect();
    play.m().fuse = None;
    play.say(Event::Exploded { ship: id, space });
    // SE-R23: all at once, so another fireship in reach is sunk and does not go off.
    for other in near.iter() {
        play.hurt(other, damage, Cause::Explosion);
    }
    play.sink(id, Cause::Explosion);
}
