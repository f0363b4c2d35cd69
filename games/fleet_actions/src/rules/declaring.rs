//! A fire segment: which units fire, what they may attack, what is declared; then all is turned
//! up and resolved in canonical order.

use super::Ctx;
use super::formations::{Broadside, Formation};
use super::gunnery::{Shot, When, aim, aim_at, allies, look, of_group, unpaired};
use crate::board::Point;
use crate::event::Event;
use crate::illegal::{Illegal, Named};
use crate::setup::ShipId;
use crate::state::{Declared, Fleet, Group, Laid, Public, Sealed, State, Unit};
use crate::text::names;
use admiralty_core::{Dry, Seat, SeatSet, Side};
use alloc::vec::Vec;
use smallvec::SmallVec;

/// Units of a seat that could fire, in canonical order.
pub(crate) fn firing_units(p: &Public, seat: Seat, out: &mut SmallVec<[Unit; 24]>) {
    for squad in p.squad_ids() {
        if p.seat_of(squad) != seat {
            continue;
        }
        for g in p.groups(squad) {
            if !unpaired(p, g.ships).is_empty() {
                out.push(Unit::Group(squad, g.at));
            }
            for id in g.ships.iter().filter(|id| p.ship(*id).is_paired()) {
                if allies(p, id).iter().next() == Some(id) {
                    out.push(Unit::Ship(id));
                }
            }
        }
        let info = &p.battle.squads[squad.i()];
        for id in (info.first.n()..info.end.n()).map(ShipId::new) {
            let s = p.ship(id);
            if s.state != State::Ok || s.in_group() {
                continue;
            }
            if !s.is_paired() || allies(p, id).iter().next() == Some(id) {
                out.push(Unit::Ship(id));
            }
        }
    }
}

/// A unit that may be named as a target: with its point, and as a Group if it is one.
pub(crate) type Target = (Unit, Point, Option<Group>);

/// Every unit and paired ship of a side that may be named as a target.
pub(crate) fn target_units(p: &Public, side: Side) -> SmallVec<[Target; 24]> {
    let mut out = SmallVec::new();
    for squad in p.squad_ids().filter(|q| p.battle.side(*q) == side) {
        for g in p.groups(squad) {
            out.push((Unit::Group(squad, g.at), g.at, Some(g)));
            for id in g.ships.iter().filter(|id| p.ship(*id).is_paired()) {
                out.push((Unit::Ship(id), g.at, None));
            }
        }
        let info = &p.battle.squads[squad.i()];
        for id in (info.first.n()..info.end.n()).map(ShipId::new) {
            let s = p.ship(id);
            if s.state == State::Ok && !s.in_group() {
                out.push((Unit::Ship(id), s.at, None));
            }
        }
    }
    out
}

/// The point of a unit.
pub(crate) fn unit_point(p: &Public, unit: Unit) -> Point {
    match unit {
        Unit::Group(_, at) => at,
        Unit::Ship(id) => p.ship(id).at,
    }
}

/// Are the points within gunshot of each other?
fn in_gunshot(a: Point, b: Point) -> bool {
    a.col.abs_diff(b.col) <= 2 && a.distance(b) <= 2
}

/// The attacks a unit may make in this step, in the order of `target_units`.
pub(crate) fn attacks(
    p: &Public,
    by: Unit,
    targets: &[Target],
    when: When,
    mut found: impl FnMut(Shot) -> bool,
) {
    let here = unit_point(p, by);
    let mut near = targets.iter().filter(|(_, at, _)| in_gunshot(here, *at)).peekable();
    // Most units have nobody in range: those are not looked at any closer.
    if near.peek().is_none() {
        return;
    }
    let Some(from) = look(p, by) else { return };
    for (unit, _, group) in near {
        let to = match group {
            Some(g) => of_group(p, g),
            None => match look(p, *unit) {
                Some(to) => to,
                None => continue,
            },
        };
        if let Ok(shot) = aim_at(p, by, &from, *unit, &to, when)
            && !found(shot)
        {
            return;
        }
    }
}

/// Has the unit anything it may do now?
pub(crate) fn has_attack(p: &Public, by: Unit, targets: &[Target], when: When) -> bool {
    let mut any = false;
    attacks(p, by, targets, when, |_| {
        any = true;
        false
    });
    any
}

/// The side of a unit.
pub(crate) fn unit_side(p: &Public, unit: Unit) -> Side {
    match unit {
        Unit::Group(squad, _) => p.battle.side(squad),
        Unit::Ship(id) => p.ship(id).side,
    }
}

/// Is it a unit that fires at all?
pub(crate) fn check_firer(p: &Public, by: Unit) -> Result<(), Illegal> {
    let unit = || Named::unit(&p.battle, by);
    match state_of(p, by) {
        Some(State::Ok) => Ok(()),
        Some(State::Struck) => Err(Illegal::FirerStruck { unit: unit() }), // FA-8.75
        Some(State::Prize) => Err(Illegal::FirerPrize { unit: unit() }),   // FA-8.80
        _ => Err(Illegal::NoUnit { unit: unit() }),
    }
}

/// Is it something that can be fired at?
fn check_target(p: &Public, at: Unit) -> Result<(), Illegal> {
    let unit = || Named::unit(&p.battle, at);
    match state_of(p, at) {
        Some(State::Ok) => Ok(()),
        // FA-8.17
        Some(State::Struck | State::Prize) => Err(Illegal::TargetBeaten { unit: unit() }),
        _ => Err(Illegal::NoUnit { unit: unit() }),
    }
}

/// The state of a ship; a Group is there or it is not.
fn state_of(p: &Public, unit: Unit) -> Option<State> {
    match unit {
        Unit::Group(squad, at) => p.group_at(squad, at).map(|_| State::Ok),
        Unit::Ship(id) => p.ships.get(id.i()).map(|s| s.state),
    }
}

/// May the unit declare this attack, besides what it has declared?
pub(crate) fn check(p: &Public, sealed: &Sealed, d: Declared, step: u8) -> Result<(), Illegal> {
    let code = || Named::unit(&p.battle, d.by);
    let when = When::Step(step);
    check_firer(p, d.by)?;
    d.at.map_or(Ok(()), |at| check_target(p, at))?;
    let mut earlier = sealed.attacks.iter().filter(|e| e.by == d.by);
    match (earlier.next(), earlier.next()) {
        (None, _) => match d.at {
            Some(at) => aim(p, d.by, at, when).map(|_| ()),
            None => {
                let targets = target_units(p, unit_side(p, d.by).other());
                if has_attack(p, d.by, &targets, when) {
                    Ok(()) // FA-8.12: it may hold its fire.
                } else {
                    Err(Illegal::NoGun { unit: code() }) // FA-8.39
                }
            }
        },
        (Some(first), None) => match seconds(p, *first, when) {
            Some(options) if d.at.is_none_or(|at| options.contains(&at)) => Ok(()),
            _ => Err(Illegal::Declared { unit: code() }),
        },
        _ => Err(Illegal::Declared { unit: code() }),
    }
}

/// With both broadsides in use, what a Group in Line Ahead may still attack
/// after its first declaration; `None` if it is not asked again.
pub(crate) fn seconds(p: &Public, first: Declared, when: When) -> Option<SmallVec<[Unit; 8]>> {
    // FA-8.13: one to port, one to starboard; FA-8.11: otherwise one attack in all.
    if !p.battle.options.both_broadsides {
        return None;
    }
    let Unit::Group(squad, at) = first.by else { return None };
    let group = p.group_at(squad, at)?;
    if group.formation() != Formation::LineAhead || p.melee_at(at) {
        return None;
    }
    let mut shots: SmallVec<[(Unit, Option<Broadside>); 8]> = SmallVec::new();
    let targets = target_units(p, unit_side(p, first.by).other());
    attacks(p, first.by, &targets, when, |shot| {
        shots.push((shot.at, shot.broadside));
        true
    });
    // A target on the same point counts for either side.
    let fits = |a: &(Unit, Option<Broadside>), b: &(Unit, Option<Broadside>)| {
        a.0 != b.0 && (a.1.is_none() || a.1 != b.1)
    };
    // FA-R84: whether it is asked again hangs on what all can see and not on what it
    // declared, or the question would tell that it fired.
    if !shots.iter().any(|a| shots.iter().any(|b| fits(a, b))) {
        return None;
    }
    let used = first.at.and_then(|at| shots.iter().find(|s| s.0 == at));
    Some(shots.iter().filter(|s| used.is_none_or(|u| fits(u, s))).map(|s| s.0).collect())
}

/// Everything a seat may declare now.
pub(crate) fn declarations(
    p: &Public,
    seat: Seat,
    sealed: &Sealed,
    step: u8,
    out: &mut dyn FnMut(Declared),
) {
    let Some(side) = p.battle.seats.get(seat.index()).and_then(|s| s.side) else { return };
    let targets = target_units(p, side.other());
    let when = When::Step(step);
    let mut units = SmallVec::new();
    firing_units(p, seat, &mut units);
    for by in units {
        let mut earlier = sealed.attacks.iter().filter(|e| e.by == by);
        match (earlier.next(), earlier.next()) {
            (None, _) => {
                let mut any = false;
                attacks(p, by, &targets, when, |shot| {
                    any = true;
                    out(Declared { by, at: Some(shot.at) });
                    true
                });
                if any {
                    out(Declared { by, at: None });
                }
            }
            (Some(first), None) => {
                if let Some(options) = seconds(p, *first, when) {
                    options.into_iter().for_each(|at| out(Declared { by, at: Some(at) }));
                    out(Declared { by, at: None });
                }
            }
            _ => {}
        }
    }
}

/// Has the seat anything left to declare?
pub(crate) fn may_declare(p: &Public, seat: Seat, sealed: &Sealed, step: u8) -> bool {
    let Some(side) = p.battle.seats.get(seat.index()).and_then(|s| s.side) else { return false };
    let targets = target_units(p, side.other());
    let when = When::Step(step);
    let mut units = SmallVec::new();
    firing_units(p, seat, &mut units);
    units.into_iter().any(|by| {
        let mut earlier = sealed.attacks.iter().filter(|e| e.by == by);
        match (earlier.next(), earlier.next()) {
            (None, _) => has_attack(p, by, &targets, when),
            (Some(first), None) => seconds(p, *first, when).is_some(),
            _ => false,
        }
    })
}

/// Canonical order of firing units.
fn key(p: &Public, unit: Unit) -> (u8, u8, u16, u8, u8) {
    match unit {
        Unit::Group(squad, at) => (squad.0, 0, u16::from(at.col) * 100 + u16::from(at.row), 0, 0),
        Unit::Ship(id) => {
            let s = p.ship(id);
            if s.in_group() {
                (s.squad.0, 0, u16::from(s.at.col) * 100 + u16::from(s.at.row), 1, id.n())
            } else {
                (s.squad.0, 1 + u8::from(!s.line), 0, 0, id.n())
            }
        }
    }
}

impl Ctx<'_> {
    /// A fire segment begins: who may declare anything?
    // FA-8.01: one at the end of M2, M3 and M4.
    pub(crate) fn open_fire(&mut self) {
        self.p.laid.clear();
        let step = self.p.phase.step;
        let mut pending = SeatSet::EMPTY;
        for i in 0..self.seats.len() {
            let seat = Seat(i);
            self.seats[seat].attacks.clear();
            if may_declare(self.p, seat, &self.seats[seat], step) {
                pending = pending.with(seat);
            }
        }
        self.p.fired |= !pending.is_empty();
        self.p.pending = pending;
    }

    /// A seat declares an attack, or holds a unit's fire.
    pub(crate) fn declare(&mut self, seat: Seat, d: Declared) {
        self.p.laid.push(Laid::Attack(d.by));
        self.seats[seat].attacks.push(d);
        let who = names::of_unit(self.p, d.by);
        let whom = d.at.map_or(Fleet::EMPTY, |at| names::of_unit(self.p, at));
        self.tell_seat(seat, Event::Declared { by: d.by, at: d.at, who, whom });
        if !may_declare(self.p, seat, &self.seats[seat], self.p.phase.step) {
            self.p.pending = self.p.pending.without(seat);
        }
    }

    /// All declarations are in: they are turned up and resolved.
    pub(crate) fn resolve_fire(&mut self) -> Result<(), Dry> {
        self.p.laid.clear();
        let when = When::Step(self.p.phase.step);
        let mut shots: Vec<Shot> = Vec::new();
        let asked = self.seats.iter().any(|(_, sealed)| !sealed.attacks.is_empty());
        // FA-8.20: Strengths at the start of the segment set all Target Numbers.
        for (_, sealed) in self.seats.iter() {
            for d in &sealed.attacks {
                if let Some(at) = d.at
                    && let Ok(shot) = aim(self.p, d.by, at, when)
                {
                    shots.push(shot);
                }
            }
        }
        for (_, sealed) in self.seats.iter_mut() {
            sealed.attacks.clear();
        }
        if !asked {
            return Ok(());
        }
        self.reveals = true; // FA-S.06: now they are known.
        self.tell(Event::Attacks(shots.len() as u8));
        // FA-8.21: canonical order; damage counts at once for later distribution.
        shots.sort_by_key(|shot| key(self.p, shot.by));
        for shot in &shots {
            self.attack(shot)?;
        }
        Ok(())
    }
}
