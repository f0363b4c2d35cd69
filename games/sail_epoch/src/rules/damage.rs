//! Damage, sinking and capture of ships, whatever brought it about.

use super::Play;
use super::{cargo, works};
use crate::event::{Cause, Event};
use crate::state::{Flag, Ship, mark};
use crate::units::ShipId;
use admiralty_core::Seat;

impl Play<'_> {
    /// Hull damage to a ship. SE-3.3.2.5, SE-3.3.1.6.3e: tokens against its
    /// strength; SE-3.3.1.6.3f: nothing else changes; SE-R112: surplus is lost.
    pub(crate) fn hurt(&mut self, id: ShipId, damage: u8, cause: Cause) {
        let max = self.p().max_strength(id);
        let ship = &mut self.m().ships[id.index()];
        if !ship.is_afloat() || damage == 0 {
            return;
        }
        ship.hull = (ship.hull + damage).min(max);
        let left = max - ship.hull;
        self.say(Event::Damaged { ship: id, damage, left, cause });
        // SE-3.3.1.6.3g: damage that reaches the strength sinks it.
        if left == 0 {
            self.sink(id, cause);
        }
    }

    /// SE-3.3.1.6.3h, SE-3.3.3.7b: a sunk ship is removed at once.
    pub(crate) fn sink(&mut self, id: ShipId, cause: Cause) {
        let space = self.p().ship(id).space;
        if !space.is_some() {
            return;
        }
        let owner = self.p().ship(id).seat();
        self.say(Event::Sunk { ship: id, owner, space, cause });
        cargo::goes_down(self, id, cause);
        self.remove(id, cause);
    }

    /// Takes a ship off the field for good.
    pub(crate) fn remove(&mut self, id: ShipId, cause: Cause) {
        works::leave(self, id);
        let p = self.m();
        let owner = p.ship(id).seat();
        p.lift(id);
        p.fleets[owner.index()] = p.fleets[owner.index()].without(id);
        // SE-R87: who sank or took the last ship in a boarding gets the map.
        p.players[owner.index()].victor = match cause {
            Cause::Boarding { victor } => Flag::of(victor),
            _ => Flag::NOBODY,
        };
        p.ships[id.index()] = Ship { owner: Flag::of(owner), ..Ship::GONE };
        p.fuse = p.fuse.filter(|&fuse| fuse != id);
        p.dirty = true;
    }

    /// A ship changes hands. SE-3.3.3.7a, SE-2j: it flies the winner's flag.
    /// SE-R29: it cannot act for the rest of the Turn; repair and works end.
    pub(crate) fn capture(&mut self, id: ShipId, by: Seat) {
        works::leave(self, id);
        let p = self.m();
        let owner = p.ship(id).seat();
        p.fleets[owner.index()] = p.fleets[owner.index()].without(id);
        p.players[owner.index()].victor = Flag::of(by);
        let ship = &mut p.ships[id.index()];
        ship.owner = Flag::of(by);
        ship.marks &= !(mark::NEW_REPAIR | mark::RELEASED | mark::SAILS_FIRST);
        ship.marks |= mark::CAPTURED | mark::MOVED;
        // SE-R25: a captured fireship burns on, due in the new owner's next phase.
        if ship.has(mark::IGNITED) {
            ship.marks |= mark::NEW_FIRE;
        }
        ship.shots = 0;
        ship.repair = None;
        ship.stay = 0;
        ship.captain = None;
        p.fleets[by.index()] = p.fleets[by.index()].with(id);
        p.dirty = true;
        // SE-R35, SE-R143: a prize is an enemy ship where it lies.
        let space = p.ship(id).space;
        works::seen_on_passage(p, id, &[space]);
        self.say(Event::Captured { ship: id, by });
    }
}
