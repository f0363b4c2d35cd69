//! The Repair Phase: rigging, fouled pairs, ships aground.

use super::gunnery::{When, aim};
use super::{Ctx, declaring};
use crate::event::{Event, Owner, Purpose};
use crate::illegal::{Illegal, Named};
use crate::setup::ShipId;
use crate::state::{Public, Ship, State, Unit, mark};
use crate::units::Force;
use admiralty_core::{Dry, Seat, SeatSet};
use smallvec::SmallVec;

/// Has she rigging to repair?
fn is_torn(p: &Public, s: &Ship) -> bool {
    // FA-8.100: more than two steps; FA-8.104: never below two; FA-8.105: rigging alone;
    // FA-8.108: no struck ship or prize; FA-8.110: once a turn.
    s.state == State::Ok && s.md > 2 && !s.is(mark::REPAIRED) && p.force.repair().is_some()
}

/// May she try to repair?
pub(crate) fn check(p: &Public, id: ShipId) -> Result<(), Illegal> {
    let code = || Named::ship(&p.battle, id);
    if !is_torn(p, p.ship(id)) {
        return Err(Illegal::RepairLittle { ship: code() });
    }
    if under_guns(p, id) {
        return Err(Illegal::RepairUnderFire { ship: code() }); // FA-8.107: masked she may.
    }
    Ok(())
}

/// The ships that will repair, in canonical order.
fn eligible(p: &Public) -> SmallVec<[ShipId; 16]> {
    let mut list: SmallVec<[ShipId; 16]> = p
        .all()
        .filter(|(id, s)| is_torn(p, s) && check(p, *id).is_ok())
        .map(|(id, _)| id)
        .collect();
    list.sort_by_key(|id| {
        let s = p.ship(*id);
        let class = if s.in_group() { 0 } else { 1 + u8::from(!s.line) };
        (s.squad, class, if class == 0 { s.at } else { crate::board::Point::default() }, id.n())
    });
    list
}

/// The ships a seat might leave unrepaired.
pub(crate) fn of_seat(p: &Public, seat: Seat) -> impl Iterator<Item = ShipId> + '_ {
    eligible(p).into_iter().filter(move |id| p.controller(*id) == seat)
}

impl Ctx<'_> {
    /// Owners may decline; who has no ship to repair is not asked.
    pub(crate) fn open_repair(&mut self) {
        for s in &mut self.p.ships {
            s.set(mark::REPAIRED, false);
        }
        self.p.pending =
            eligible(self.p).into_iter().map(|id| self.p.controller(id)).collect::<SeatSet>();
    }

    /// A ship is left as she is.
    pub(crate) fn decline(&mut self, seat: Seat, id: ShipId) {
        self.p.ship_mut(id).set(mark::REPAIRED, true);
        self.tell(Event::NoRepair(id));
        if of_seat(self.p, seat).next().is_none() {
            self.p.pending = self.p.pending.without(seat);
        }
    }

    /// All repairs of the turn.
    pub(crate) fn resolve_repair(&mut self) -> Result<(), Dry> {
        let needed = self.p.force.repair();
        if let Some(needed) = needed {
            for id in eligible(self.p) {
                let (_, ok) = self.roll(6, Purpose::Repair, Owner::Ship(id), 0, Some(needed))?;
                if ok {
                    let s = self.p.ship_mut(id);
                    s.md -= 1;
                    let md = s.md;
                    self.tell(Event::Repaired { ship: id, md });
                }
            }
            // FA-7.47: fouled pairs by the same numbers, enemy or not.
            let mut fouls = self.p.fouls.clone();
            fouls.sort_unstable();
            for (a, b) in fouls {
                let owner = Owner::Pair(a, b);
                if self.roll(6, Purpose::Unfoul, owner, 0, Some(needed))?.1 {
                    self.p.fouls.retain(|pair| *pair != (a, b));
                    self.tell(Event::Cleared(a, b));
                }
            }
        }
        for i in 0..self.p.ships.len() {
            let id = ShipId::new(i as u8);
            if !self.p.ship(id).is(mark::AGROUND) || !self.p.ship(id).afloat() {
                continue;
            }
            // FA-D.25: she floats on 5 or more.
            let (_, floats) = self.roll(6, Purpose::Float, Owner::Ship(id), 0, Some(5))?;
            if floats {
                self.p.ship_mut(id).set(mark::AGROUND, false);
                self.tell(Event::Floats(id));
                continue;
            }
            // FA-D.26: strong wind and gale break her up.
            if self.p.force >= Force::Strong {
                self.mark_damage(id, true);
            }
            // FA-D.27: with no Strength left she is wrecked.
            if self.p.ship(id).strength() == 0 {
                let at = self.p.ship(id).at;
                self.leave_fight(id, State::Wrecked);
                self.tell(Event::Wrecked(id));
                self.review_melee(at);
            }
        }
        for s in &mut self.p.ships {
            s.set(mark::REPAIRED, false);
        }
        Ok(())
    }
}

impl Force {
    /// The least roll that repairs a step, if anything can be repaired.
    pub const fn repair(self) -> Option<u8> {
        match self {
            Force::Calm => Some(4),   // FA-8.109
            Force::Light => Some(4),  // FA-8.101
            Force::Medium => Some(5), // FA-8.102
            Force::Strong => Some(6), // FA-8.103
            Force::Gale => None,      // FA-3.71
        }
    }
}

/// Could any enemy unit attack this ship from where both stand?
fn under_guns(p: &Public, id: ShipId) -> bool {
    let s: &Ship = p.ship(id);
    let unit = if s.in_group() { Unit::Group(s.squad, s.at) } else { Unit::Ship(id) };
    let mut units = SmallVec::new();
    for seat in p.battle.seats_of(s.side.other()) {
        declaring::firing_units(p, seat, &mut units);
    }
    // FA-8.106: arc, range, masking, friends and an effective number; activity does not matter.
    units.into_iter().any(|by| {
        declaring::unit_point(p, by).distance(s.at) <= 2
            && [unit, Unit::Ship(id)]
                .into_iter()
                .any(|at| aim(p, by, at, When::Ever).is_ok_and(|shot| shot.targets.has(id)))
    })
}
