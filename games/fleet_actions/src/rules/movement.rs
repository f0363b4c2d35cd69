//! The move of a squadron, Group by Group: who stays, who enters, who veers,
//! and what comes of it.

use super::Ctx;
use super::captains::{self, Verdict};
use super::{formations, headings};
use crate::action::Veer;
use crate::board::{self, Dir, Point};
use crate::event::{Event, How, Owner, Purpose};
use crate::illegal::{Illegal, Named};
use crate::setup::{ShipId, SquadId};
use crate::state::{Ask, Current, Fleet, Moving, Order, Public, mark};
use crate::units::{Doctrine, Force};
use admiralty_core::{Dry, SeatSet};
use alloc::boxed::Box;
use smallvec::SmallVec;

impl Ctx<'_> {
    /// A squadron begins its move of this slot.
    pub(crate) fn begin_squad(&mut self, squad: SquadId) {
        let tacks_only = self.p.squads[squad.i()].marker == 0; // FA-6.07, FA-5.28
        let first = self.p.squads[squad.i()].moves == 0;
        let mut todo: SmallVec<[Fleet; 4]> = SmallVec::new();
        for g in self.p.groups(squad) {
            // FA-6.31, FA-6.32: who has acted in this step stays out of it.
            let free: Fleet =
                g.ships.iter().filter(|id| !self.p.ship(*id).is(mark::ACTED)).collect();
            let of = |want: fn(&Order) -> bool| -> Fleet {
                free.iter().filter(|id| want(&self.p.ship(*id).order)).collect()
            };
            let tail = of(|o| matches!(o, Order::Tail(_)));
            let hold = of(|o| matches!(o, Order::Hold(_)));
            let head = free.minus(tail).minus(hold);
            let tacks = head.iter().any(|id| matches!(self.p.ship(id).order, Order::Tack { .. }));
            // FA-5.29: with marker 1 the other Groups sail on while one tacks.
            if !head.is_empty() && (tacks || !tacks_only) {
                todo.push(head);
            }
            if !tail.is_empty() && !tacks_only {
                todo.push(tail);
            }
            // FA-D.13: a holding tail lets the first move pass.
            if !hold.is_empty() && !tacks_only && !first {
                todo.push(hold);
            }
            for id in hold.iter() {
                self.p.ship_mut(id).set(mark::ACTED, true);
            }
        }
        self.p.moving = Some(Box::new(Moving { squad, todo, left: SmallVec::new(), cur: None }));
    }

    /// Goes on with the moving squadron until somebody must decide or it is done.
    pub(crate) fn continue_squad(&mut self) -> Result<(), Dry> {
        loop {
            let Some(moving) = &mut self.p.moving else { return Ok(()) };
            if moving.cur.is_some() {
                return Ok(());
            }
            let squad = moving.squad;
            self.part_ways(squad);
            self.settle(squad)?;
            let next = self.p.moving.as_ref().map_or(0, |m| next_part(self.p, m));
            let Some(m) = &mut self.p.moving else { return Ok(()) };
            if m.todo.is_empty() {
                break;
            }
            let part = m.todo.remove(next);
            self.move_part(part)?;
        }
        self.finish_squad()
    }

    /// Ships that have had their move and stayed are joined by those that came meanwhile.
    // FA-6.58: with a check if their courses are not parallel.
    fn settle(&mut self, squad: SquadId) -> Result<(), Dry> {
        let later = self
            .p
            .moving
            .as_ref()
            .map_or(Fleet::EMPTY, |m| m.todo.iter().fold(Fleet::EMPTY, |a, b| a.union(*b)));
        for g in self.p.groups(squad) {
            let ships = g.ships.minus(later);
            let order = self.p.in_order(ships);
            let Some(first) = order.first().copied() else { continue };
            let heading = self.p.ship(first).heading;
            let of = |p: &Public, h: Dir| -> Fleet {
                ships.iter().filter(|id| p.ship(*id).heading == h).collect()
            };
            let there = of(self.p, heading);
            if there == ships {
                continue;
            }
            // FA-D.24: a ship aground has the heading of the Group on her point.
            let parallel = ships.iter().all(|id| {
                let s = self.p.ship(id);
                s.is(mark::AGROUND) || s.heading.is_parallel(heading)
            });
            self.join(there, ships.minus(there));
            if !parallel && !self.p.melee_at(g.at) {
                self.collision_check(g.at, self.p.battle.side(squad))?;
            }
        }
        Ok(())
    }

    fn finish_squad(&mut self) -> Result<(), Dry> {
        let Some(moving) = self.p.moving.take() else { return Ok(()) };
        let squad = moving.squad;
        let q = &mut self.p.squads[squad.i()];
        q.moves = q.moves.saturating_add(1);
        // The parts of a divided Group that are still on one point are one Group from here.
        self.part_ways(squad);
        for id in self.p.line_of(squad) {
            let s = self.p.ship_mut(id);
            if matches!(s.order, Order::Tail(_) | Order::Hold(_)) {
                s.order = Order::Steady;
            }
        }
        self.settle(squad)?;
        self.review_squad(squad);
        Ok(())
    }

    /// As soon as a tail part stands alone it has its own heading.
    // FA-D.14: not before; FA-D.13: unchanged, if it holds.
    fn part_ways(&mut self, squad: SquadId) {
        for id in self.p.line_of(squad) {
            let s = *self.p.ship(id);
            let (Order::Tail(own) | Order::Hold(own)) = s.order else { continue };
            let with_others = self.p.line_of(squad).any(|other| {
                let o = self.p.ship(other);
                let tail = matches!(o.order, Order::Tail(_) | Order::Hold(_));
                o.in_group() && o.at == s.at && !tail
            });
            if s.in_group() && !with_others {
                self.p.ship_mut(id).heading = own;
            }
        }
    }

    fn part_done(&mut self, part: Fleet, left: Fleet, from: Point) {
        // A tail that has sailed off is divided no longer.
        for id in left.iter() {
            let s = self.p.ship_mut(id);
            if matches!(s.order, Order::Tail(_) | Order::Hold(_)) {
                s.order = Order::Steady;
            }
        }
        if let Some(m) = &mut self.p.moving {
            m.left.push((part, left, from));
        }
    }

    /// One Group moves (or tacks), up to its first decision.
    // FA-6.05, FA-6.06: one point in its heading; FA-6.08: not by choice.
    fn move_part(&mut self, part: Fleet) -> Result<(), Dry> {
        let order = self.p.in_order(part);
        let Some(head) = order.first().copied() else { return Ok(()) };
        let from = self.p.ship(head).at;
        for id in &order {
            self.p.ship_mut(*id).set(mark::ACTED, true);
        }
        if self.p.melee_at(from) {
            // FA-7.35: nobody leaves; FA-5.55: a tack lapses; FA-7.44: a check is used up.
            for id in &order {
                self.p.ship_mut(*id).set(mark::CHECKED, false);
                if matches!(self.p.ship(*id).order, Order::Tack { .. }) {
                    self.p.ship_mut(*id).order = Order::Steady;
                }
            }
            self.tell(Event::Stayed { ships: part, at: from });
            self.part_done(part, Fleet::EMPTY, from);
            return Ok(());
        }
        let lead = self.p.ship(head).order;
        if let Order::Tack { together } = lead {
            return self.tack(part, from, together);
        }
        let Some((dir, to)) = self.destination(head, lead, from) else {
            self.tell(Event::Stayed { ships: part, at: from });
            self.part_done(part, Fleet::EMPTY, from);
            return Ok(());
        };
        // FA-D.20, FA-3.13: land ahead; FA-6.59: a heading nobody can sail.
        if self.p.barred(dir) || (self.p.battle.extent.has(to) && !self.p.battle.is_sea(to)) {
            self.tell(Event::Stayed { ships: part, at: from });
            self.part_done(part, Fleet::EMPTY, from);
            return Ok(());
        }
        let (movers, driven) = self.who_moves(&order)?;
        let stayed = part.minus(movers).minus(driven);
        if !stayed.is_empty() {
            self.tell(Event::Stayed { ships: stayed, at: from });
        }
        if !movers.is_empty() || !driven.is_empty() {
            formations::left_behind(self.p, stayed);
        }
        self.drive(driven, from)?;
        if movers.is_empty() {
            self.part_done(part, Fleet::EMPTY, from);
            return Ok(());
        }
        if !self.p.battle.extent.has(to) {
            self.withdraw(movers, to);
            self.part_done(part, movers, from);
            return Ok(());
        }
        let cur = Current { part, movers, from, to, heading: dir, ask: Ask::Enter };
        // FA-7.01: a Group may enter an occupied point, if its captains will.
        if captains::obstacles(self.p, to, movers).is_empty() {
            return self.place(&cur, dir, How::Sailed);
        }
        match self.captains(&cur)? {
            Verdict::Enter => self.entered(cur),
            Verdict::Veer(dir) => self.veer(cur, dir),
            Verdict::Ask(ask) => {
                self.ask(Current { ask, ..cur });
                Ok(())
            }
        }
    }

    /// Where a Group goes: ahead, or after its leader.
    fn destination(&self, head: ShipId, order: Order, from: Point) -> Option<(Dir, Point)> {
        match order {
            Order::Follow(group) => {
                // FA-5.33: only if the leader has left its point in this slot: of a Group that
                // has parted, those who sailed on, the foremost of them if they parted again.
                let m = self.p.moving.as_ref()?;
                let gone = m.left.iter().filter_map(|l| Some((foremost(self.p, l.1, group)?, l.2)));
                let (_, to) = gone.min_by_key(|(rank, _)| *rank)?;
                // FA-5.54: only if that point is adjacent and not upwind.
                let dir = from.towards(to)?;
                (!self.p.barred(dir)).then_some((dir, to)) // FA-5.32
            }
            Order::Tail(dir) | Order::Hold(dir) => Some((dir, from.step(dir))),
            Order::Steady | Order::Tack { .. } => {
                let dir = self.p.ship(head).heading;
                Some((dir, from.step(dir)))
            }
        }
    }

    /// The ships that can move, and those a gale drives to leeward.
    fn who_moves(&mut self, order: &[ShipId]) -> Result<(Fleet, Fleet), Dry> {
        let (mut movers, mut driven) = (Fleet::EMPTY, Fleet::EMPTY);
        for id in order {
            // FA-7.44: the check is used up by this move, whatever else holds her.
            let checked = self.p.ship(*id).is(mark::CHECKED);
            self.p.ship_mut(*id).set(mark::CHECKED, false);
            if checked || self.p.is_fouled(*id) || self.p.ship(*id).is(mark::AGROUND) {
                continue; // FA-7.45, FA-D.24
            }
            if self.can_sail(*id, 0)? {
                movers = movers.with(*id);
            } else if self.p.force == Force::Gale {
                driven = driven.with(*id);
            }
        }
        Ok((movers, driven))
    }

    /// The movement roll of a damaged ship; in a gale failing it costs a step.
    pub(crate) fn can_sail(&mut self, id: ShipId, bonus: u8) -> Result<bool, Dry> {
        let md = self.p.ship(id).md;
        let ok = match md {
            0 | 1 => true, // FA-8.88
            // FA-8.85, FA-8.86: at least her movement damage.
            2..=6 => self.roll(6, Purpose::Movement, Owner::Ship(id), bonus, Some(md))?.1,
            _ => false, // FA-8.89
        };
        if !ok && self.p.force == Force::Gale {
            self.damage(id, Doctrine::Normal)?; // FA-3.69
        }
        Ok(ok) // FA-8.87: else she stays while the others go on.
    }

    fn ask(&mut self, cur: Current) {
        if let Some(m) = &mut self.p.moving {
            m.cur = Some(cur);
        }
    }

    /// The answer of a Group that may enter or veer.
    pub(crate) fn answer_veer(&mut self, way: Veer) -> Result<(), Dry> {
        self.p.pending = SeatSet::EMPTY;
        let Some(cur) = self.p.moving.as_mut().and_then(|m| m.cur.take()) else { return Ok(()) };
        match way {
            Veer::In => self.entered(cur),
            Veer::Left => self.veer(cur, cur.heading.left(1)),
            Veer::Right => self.veer(cur, cur.heading.right(1)),
        }
    }

    /// The answer of a Group that may keep its course or turn parallel.
    pub(crate) fn answer_keep(&mut self, keep: bool) -> Result<(), Dry> {
        self.p.pending = SeatSet::EMPTY;
        let Some(cur) = self.p.moving.as_mut().and_then(|m| m.cur.take()) else { return Ok(()) };
        let Ask::Course(reference) = cur.ask else { return Ok(()) };
        // FA-7.27: it may conform without a roll.
        if keep && self.course_roll(&cur)? {
            return self.place(&cur, cur.heading, How::Sailed);
        }
        let heading = captains::conforming(self.p, cur.heading, reference);
        self.tell(Event::Conformed { ships: cur.movers, heading });
        formations::in_line(self.p, cur.movers, heading); // FA-4.17
        self.place(&cur, heading, How::Sailed)
    }

    fn veer(&mut self, cur: Current, dir: Dir) -> Result<(), Dry> {
        formations::in_line(self.p, cur.movers, dir); // FA-7.12
        let cur = Current { to: cur.from.step(dir), ..cur };
        self.place(&cur, dir, How::Veered)
    }

    /// A Group has made up its mind to enter: does its course matter?
    fn entered(&mut self, cur: Current) -> Result<(), Dry> {
        match captains::reference(self.p, cur.to, cur.movers, cur.heading) {
            Some(g) => {
                self.ask(Current { ask: Ask::Course(g.heading), ..cur });
                Ok(())
            }
            None => self.place(&cur, cur.heading, How::Sailed),
        }
    }

    fn place(&mut self, cur: &Current, heading: Dir, how: How) -> Result<(), Dry> {
        for id in cur.movers.iter() {
            let s = self.p.ship_mut(id);
            if s.heading != heading {
                s.axis = None;
            }
            s.heading = heading;
        }
        self.part_done(cur.part, cur.movers, cur.from);
        self.arrive(cur.movers, cur.from, cur.to, heading, how)
    }

    /// Ships of a Group have come to a point: joining, taking, fighting, colliding, grounding.
    pub(crate) fn arrive(
        &mut self,
        movers: Fleet,
        from: Point,
        to: Point,
        heading: Dir,
        how: How,
    ) -> Result<(), Dry> {
        let Some(first) = movers.iter().next() else { return Ok(()) };
        let (squad, side) = (self.p.ship(first).squad, self.p.ship(first).side);
        for id in movers.iter() {
            self.p.ship_mut(id).at = to;
        }
        self.tell(Event::Moved { ships: movers, from, to, heading, how });
        // FA-6.58: who has still to move in this slot is not joined yet.
        let later = self
            .p
            .moving
            .as_ref()
            .map_or(Fleet::EMPTY, |m| m.todo.iter().fold(Fleet::EMPTY, |a, b| a.union(*b)));
        let mut parallel = true;
        let mut own = Fleet::EMPTY;
        for g in self.p.groups_on(to) {
            let ships = g.ships.minus(movers).minus(later);
            if ships.is_empty() || self.p.battle.side(g.squad) != side {
                continue;
            }
            let there = self.p.ship(self.p.in_order(ships)[0]).heading;
            parallel &= there.is_parallel(heading);
            if g.squad == squad {
                own = ships;
            }
        }
        self.join(own, movers);
        let seat = self.p.seat_of(squad);
        self.take(to, side, seat);
        self.close_action(to, movers)?;
        // FA-7.41: friendly Groups not parallel; FA-7.52: not in melee; FA-7.51: crowds every time.
        if self.is_crowded(to) || (!parallel && !self.p.melee_at(to)) {
            self.collision_check(to, side)?;
        }
        self.grounding(to, movers)
    }

    /// The next move of a tacking Group is spent turning.
    // FA-5.26, FA-5.27
    fn tack(&mut self, part: Fleet, from: Point, together: bool) -> Result<(), Dry> {
        let order = self.p.in_order(part);
        let old = self.p.ship(order[0]).heading;
        let mut failed = Fleet::EMPTY;
        for id in &order {
            self.p.ship_mut(*id).order = Order::Steady;
            // FA-5.55: fouled, checked and aground ships turn without a roll.
            let s = self.p.ship(*id);
            let still = self.p.is_fouled(*id) || s.is(mark::AGROUND | mark::CHECKED);
            self.p.ship_mut(*id).set(mark::CHECKED, false);
            if !still && !self.can_sail(*id, 0)? {
                failed = failed.with(*id);
            }
        }
        let passed = part.minus(failed);
        if let (Some(new), false) = (headings::other_tack(old, self.p.wind), passed.is_empty()) {
            formations::turn(self.p, passed, new, together); // FA-8.93, FA-5.36
            self.tell(Event::Tacked { ships: passed, at: from, heading: new });
        }
        self.part_done(part, Fleet::EMPTY, from);
        if !failed.is_empty() {
            self.tell(Event::MissedStays(failed));
            let heading = board::missed_stays(old, self.p.wind); // FA-8.92
            formations::in_line(self.p, failed, heading);
            self.drive(failed, from)?; // FA-8.91
        }
        Ok(())
    }

    /// Ships are driven one point to leeward, their heading unchanged.
    // FA-3.70, FA-8.113: no Captains Roll, no course roll, nobody turns parallel.
    pub(crate) fn drive(&mut self, ships: Fleet, from: Point) -> Result<(), Dry> {
        let Some(first) = ships.iter().next() else { return Ok(()) };
        let to = from.step(self.p.wind.back());
        // FA-8.94: off the map she withdraws, on land she is aground where she is.
        if !self.p.battle.extent.has(to) {
            self.withdraw(ships, to);
            return Ok(());
        }
        if self.p.battle.land.has(to) {
            for id in ships.iter() {
                self.p.ship_mut(id).set(mark::AGROUND, true);
                self.tell(Event::Aground(id));
            }
            return Ok(());
        }
        let heading = self.p.ship(first).heading;
        // FA-8.95: a melee may come of it, which `arrive` looks for.
        self.arrive(ships, from, to, heading, How::Driven)
    }
}

/// The rank of the foremost of these ships that belong to a Group somebody follows.
fn foremost(p: &Public, ships: Fleet, group: ShipId) -> Option<u8> {
    ships.iter().map(|id| p.ship(id)).filter(|s| s.muster == group).map(|s| s.rank).min()
}

/// May the Group before an occupied point answer so?
pub(crate) fn check_veer(p: &Public, squad: SquadId, at: Point, way: Veer) -> Result<(), Illegal> {
    let cur = p.moving.as_ref().filter(|m| m.squad == squad).and_then(|m| m.cur);
    let Some(cur) = cur.filter(|cur| cur.from == at) else {
        return Err(Illegal::NoSuch { what: Named::group(&p.battle, squad, at) });
    };
    match way {
        Veer::In if cur.ask == Ask::Side => Err(Illegal::MustVeer),
        Veer::In => Ok(()),
        Veer::Left => captains::check_veer(p, at, cur.heading.left(1)).map(|_| ()),
        Veer::Right => captains::check_veer(p, at, cur.heading.right(1)).map(|_| ()),
    }
}

/// May the Group on this point decide about its course?
pub(crate) fn check_keep(p: &Public, squad: SquadId, at: Point) -> Result<(), Illegal> {
    let cur = p.moving.as_ref().filter(|m| m.squad == squad).and_then(|m| m.cur);
    match cur {
        Some(cur) if cur.to == at => Ok(()),
        _ => Err(Illegal::NoSuch { what: Named::group(&p.battle, squad, at) }),
    }
}

/// Which of the Groups still to move comes next.
fn next_part(p: &Public, m: &Moving) -> usize {
    let follows = |part: &Fleet| -> Option<ShipId> {
        match p.ship(p.in_order(*part)[0]).order {
            Order::Follow(group) => Some(group),
            _ => None,
        }
    };
    // Followers move directly after the Group they follow.
    for (done, _, _) in m.left.iter().rev() {
        let after = |group| foremost(p, *done, group).is_some();
        let next = m.todo.iter().position(|part| follows(part).is_some_and(after));
        if let Some(i) = next {
            return i;
        }
    }
    // FA-6.15: a Group ahead clears its point before the next one enters.
    let at = |part: &Fleet| p.ship(p.in_order(*part)[0]).at;
    let clear = m.todo.iter().position(|part| {
        if follows(part).is_some() {
            return false;
        }
        let s = p.ship(p.in_order(*part)[0]);
        let to = match s.order {
            Order::Tail(d) | Order::Hold(d) => s.at.step(d),
            Order::Tack { .. } => s.at,
            _ => s.at.step(s.heading),
        };
        !m.todo.iter().any(|other| other != part && at(other) == to)
    });
    clear.or_else(|| m.todo.iter().position(|part| follows(part).is_none())).unwrap_or(0)
}
