//! Stragglers, struck ships and prizes sail alone.

use super::Ctx;
use crate::board::{Attitude, Dir, Point};
use crate::event::{Event, How};
use crate::illegal::{Illegal, Named};
use crate::setup::ShipId;
use crate::state::{Fleet, Public, Ship, State, mark};
use crate::units::Force;
use admiralty_core::{Dry, SeatSet, Side};
use smallvec::SmallVec;

/// Is she one of those who sail alone?
pub(crate) fn is_single(s: &Ship) -> bool {
    s.at != Point::default()
        && match s.state {
            // FA-6.20: a straggler does not move with her squadron.
            State::Ok => s.line && s.is(mark::STRAGGLER),
            State::Struck | State::Prize => true, // FA-8.77, FA-6.55
            _ => false,
        }
}

/// The slot in which a facing lets a single ship act.
fn slot_of(p: &Public, s: &Ship) -> u8 {
    match (p.force, Attitude::of(s.heading, p.wind)) {
        (Force::Gale, _) | (_, Attitude::Upwind) => 1, // FA-3.68; facing upwind she may only turn.
        (_, attitude) => attitude.max_speed(),         // FA-6.21
    }
}

/// The single ships that act in this slot: one side after the other.
fn acting(p: &Public, slot: u8) -> SmallVec<[ShipId; 16]> {
    let mut list = SmallVec::new();
    if p.force == Force::Calm {
        return list; // FA-3.59
    }
    for side in [p.light_first, p.light_first.other()] {
        for (id, s) in p.all() {
            if p.control_side(id) == side && comes(p, s, slot) && !is_held(p, id) {
                list.push(id);
            }
        }
    }
    list
}

/// Has a single ship her turn in this slot?
// FA-6.32: once in a step.
fn comes(p: &Public, s: &Ship, slot: u8) -> bool {
    is_single(s) && !s.is(mark::ACTED) && slot_of(p, s) == slot
}

/// Does something keep her where she is?
// FA-7.35: nobody leaves a melee.
fn is_held(p: &Public, id: ShipId) -> bool {
    p.ship(id).is(mark::MELEE | mark::AGROUND) || p.is_fouled(id)
}

/// Her station: the point directly astern of her flagship.
// FA-6.22
pub fn goal(p: &Public, s: &Ship) -> Point {
    p.flag_point(s.squad).step(p.flag_heading(s.squad).back())
}

/// May she move ahead?
pub(crate) fn check_ahead(p: &Public, id: ShipId) -> Result<Point, Illegal> {
    let s = p.ship(id);
    let to = s.at.step(s.heading);
    if p.barred(s.heading) {
        return Err(Illegal::HeadsUpwind { dir: s.heading }); // FA-6.27
    }
    if p.battle.extent.has(to) && p.battle.land.has(to) {
        return Err(Illegal::LandAhead { point: to }); // FA-D.21
    }
    if s.state != State::Ok {
        return Ok(to); // FA-6.55: no goal binds struck ships and prizes; FA-D.30
    }
    // FA-6.30: no enemy Group, and not off the map.
    let enemy = p.at(to, |o| o.in_group() && o.side != s.side);
    if !p.battle.extent.has(to) || !enemy.is_empty() {
        return Err(Illegal::Barred { point: to });
    }
    let goal = goal(p, s);
    let (from, then) = (s.at.distance(goal), to.distance(goal));
    if then > from {
        return Err(Illegal::Away { from, to: then }); // FA-6.23; FA-6.24: equal is allowed.
    }
    Ok(to)
}

/// May she act so?
pub(crate) fn check(p: &Public, id: ShipId, go: bool, dir: Option<Dir>) -> Result<(), Illegal> {
    let s = p.ship(id);
    if !is_single(s) {
        return Err(Illegal::NoSingle { ship: Named::ship(&p.battle, id) });
    }
    match (go, check_ahead(p, id)) {
        (true, Err(reason)) => return Err(reason),
        // FA-6.25: a straggler must when she may.
        (false, Ok(_)) if s.state == State::Ok => {
            return Err(Illegal::MustGo { ship: Named::ship(&p.battle, id) });
        }
        _ => {}
    }
    if let Some(dir) = dir {
        // FA-6.26: any facing but upwind and astern.
        if dir == p.wind {
            return Err(Illegal::FaceUpwind { dir });
        }
        if dir == s.heading.back() {
            return Err(Illegal::FaceAstern { dir });
        }
        if dir == s.heading {
            return Err(Illegal::SameFacing { dir });
        }
    }
    Ok(())
}

/// What she may do.
pub(crate) fn options(p: &Public, id: ShipId, out: &mut dyn FnMut(bool, Option<Dir>)) {
    let s = p.ship(id);
    let ahead = check_ahead(p, id).is_ok();
    for go in [true, false] {
        let may = if go { ahead } else { !ahead || s.state != State::Ok };
        if !may {
            continue;
        }
        out(go, None);
        for dir in Dir::ALL {
            if dir != p.wind && dir != s.heading.back() && dir != s.heading {
                out(go, Some(dir));
            }
        }
    }
}

impl Ctx<'_> {
    /// The single ships of a slot have their turn.
    pub(crate) fn open_singles(&mut self, slot: u8) {
        self.p.phase.ships = acting(self.p, slot);
        if self.p.force == Force::Calm {
            return;
        }
        for i in 0..self.p.ships.len() {
            let id = ShipId::new(i as u8);
            // FA-7.48: who is held as well misses her move by the check all the same.
            if self.p.ship(id).is(mark::CHECKED)
                && comes(self.p, self.p.ship(id), slot)
                && is_held(self.p, id)
            {
                self.skip_checked(id);
            }
        }
    }

    /// A checked straggler or prize lets her move pass.
    pub(crate) fn skip_checked(&mut self, id: ShipId) -> bool {
        let s = self.p.ship_mut(id);
        if s.is(mark::CHECKED) {
            s.set(mark::CHECKED, false); // FA-7.48
            s.set(mark::ACTED, true);
            return true;
        }
        false
    }

    /// A single ship acts.
    // FA-6.60: steps 2 to 4 and 9 to 12 of a Group's move.
    pub(crate) fn single(&mut self, id: ShipId, go: bool, dir: Option<Dir>) -> Result<(), Dry> {
        self.p.pending = SeatSet::EMPTY;
        self.p.phase.ships.remove(0);
        self.p.ship_mut(id).set(mark::ACTED, true);
        let s = *self.p.ship(id);
        if go {
            let straggler = s.state == State::Ok;
            self.reveals |= self.hides_cards();
            let bonus = if straggler { self.straggler_bonus(s.squad) } else { 0 };
            if !self.can_sail(id, bonus)? {
                // FA-6.28: she may not turn either.
                self.tell(Event::Stayed { ships: Fleet::only(id), at: s.at });
                if self.p.force == Force::Gale {
                    self.drive_single(id)?;
                }
                return Ok(());
            }
            let to = s.at.step(s.heading);
            if !self.p.battle.extent.has(to) {
                self.withdraw(Fleet::only(id), to);
                return Ok(());
            }
            self.arrive_single(id, to, How::Sailed)?;
        }
        if let Some(dir) = dir
            && self.p.ship(id).at != Point::default()
            && !self.p.ship(id).is(mark::MELEE)
        {
            self.p.ship_mut(id).heading = dir;
            self.tell(Event::Turned { ship: id, heading: dir });
        }
        Ok(())
    }

    /// A gale drives a single ship or frigate to leeward.
    pub(crate) fn drive_single(&mut self, id: ShipId) -> Result<(), Dry> {
        let to = self.p.ship(id).at.step(self.p.wind.back());
        if !self.p.battle.extent.has(to) {
            self.withdraw(Fleet::only(id), to);
        } else if self.p.battle.land.has(to) {
            self.p.ship_mut(id).set(mark::AGROUND, true);
            self.tell(Event::Aground(id));
        } else {
            self.arrive_single(id, to, How::Driven)?;
        }
        Ok(())
    }

    /// A ship alone has come to a point.
    pub(crate) fn arrive_single(&mut self, id: ShipId, to: Point, how: How) -> Result<(), Dry> {
        let s = *self.p.ship(id);
        let ships = Fleet::only(id);
        self.p.ship_mut(id).at = to;
        self.tell(Event::Moved { ships, from: s.at, to, heading: s.heading, how });
        let side: Side = self.p.control_side(id);
        // Struck ships and prizes take nobody and start no melee.
        if s.state == State::Ok {
            let seat = self.p.controller(id);
            self.take(to, side, seat);
            if s.line {
                self.close_action(to, ships)?;
            }
        }
        if s.line && self.is_crowded(to) {
            self.collision_check(to, side)?;
        }
        self.grounding(to, ships)
    }
}
