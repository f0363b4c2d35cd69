//! Frigates move singly, by choice, and first of all.

use super::Ctx;
use crate::board::{Attitude, Dir};
use crate::event::{Event, How};
use crate::illegal::{Illegal, Named};
use crate::setup::ShipId;
use crate::state::{Fleet, Public, Ship, State, mark};
use crate::units::Force;
use admiralty_core::{Dry, SeatSet};
use smallvec::SmallVec;

/// The frigates that may move in this slot (slot 0 is the first step): one
/// side after the other.
pub(crate) fn acting(p: &Public, slot: u8) -> SmallVec<[ShipId; 16]> {
    let mut list = SmallVec::new();
    if p.force == Force::Calm {
        return list;
    }
    for side in [p.light_first, p.light_first.other()] {
        for (id, s) in p.all() {
            // FA-6.40: singly; FA-6.48: at most once in a step.
            if !is_frigate(s) || s.side != side {
                continue;
            }
            if s.is(mark::ACTED | mark::AGROUND) {
                continue;
            }
            // FA-6.41: in M1 whatever the facing; FA-6.42, FA-6.47: later by the facing of the
            // moment; facing upwind not at all; FA-3.68: in a gale only in M1 and M4.
            let speed = match (p.force, Attitude::of(s.heading, p.wind)) {
                (_, Attitude::Upwind) => 0,
                (Force::Gale, _) => 1,
                (_, attitude) => attitude.max_speed(),
            };
            if (slot == 0 || speed == slot) && Dir::ALL.iter().any(|d| check(p, id, *d).is_ok()) {
                list.push(id);
            }
        }
    }
    list
}

/// Is she a frigate that sails and fights?
pub(crate) fn is_frigate(s: &Ship) -> bool {
    !s.line && s.state == State::Ok
}

/// Is she one of those who move by this chapter?
pub(crate) fn check_ship(p: &Public, id: ShipId) -> Result<(), Illegal> {
    match p.ships.get(id.i()) {
        Some(s) if is_frigate(s) => Ok(()),
        _ => Err(Illegal::NoFrigate { ship: Named::ship(&p.battle, id) }),
    }
}

/// May she go that way, or stay?
pub(crate) fn check_move(p: &Public, id: ShipId, dir: Option<Dir>) -> Result<(), Illegal> {
    check_ship(p, id)?;
    dir.map_or(Ok(()), |dir| check(p, id, dir))
}

/// May she go that way?
pub(crate) fn check(p: &Public, id: ShipId, dir: Dir) -> Result<(), Illegal> {
    let s = p.ship(id);
    if dir == p.wind {
        return Err(Illegal::FrigateUpwind { dir }); // FA-6.44
    }
    if dir == s.heading.back() {
        return Err(Illegal::FrigateAstern { dir }); // FA-6.45
    }
    if p.barred(dir) {
        return Err(Illegal::GaleCloseHauled { dir });
    }
    let to = s.at.step(dir);
    if p.battle.extent.has(to) && p.battle.land.has(to) {
        return Err(Illegal::FrigateLand { point: to }); // FA-6.49: any point that is not land.
    }
    Ok(())
}

impl Ctx<'_> {
    /// A frigate moves, or stays.
    // FA-6.43: she may always stay.
    pub(crate) fn frigate(&mut self, id: ShipId, dir: Option<Dir>) -> Result<(), Dry> {
        self.p.pending = SeatSet::EMPTY;
        self.p.phase.ships.remove(0);
        let Some(dir) = dir else { return Ok(()) };
        self.p.ship_mut(id).set(mark::ACTED, true);
        let from = self.p.ship(id).at;
        if !self.can_sail(id, 0)? {
            self.tell(Event::Stayed { ships: Fleet::only(id), at: from });
            if self.p.force == Force::Gale {
                self.drive_single(id)?;
            }
            return Ok(());
        }
        self.p.ship_mut(id).heading = dir; // FA-6.46
        let to = from.step(dir);
        if !self.p.battle.extent.has(to) {
            self.withdraw(Fleet::only(id), to);
            return Ok(());
        }
        self.arrive_single(id, to, How::Sailed)
    }
}
