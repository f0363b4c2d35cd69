//! Fire segments: declarations are collected, then resolved in canonical
//! order; hits are given out and rolled.

use super::gunnery::{self, Shot, When};
use super::{Ctx, declaring};
use crate::event::{Event, Owner, Purpose};
use crate::setup::ShipId;
use crate::state::{Declared, Fleet, Laid, Public, State, Unit};
use crate::text::names;
use crate::units::Doctrine;
use admiralty_core::{Die, Dry, Seat, SeatSet};
use alloc::vec::Vec;
use smallvec::SmallVec;

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
            if declaring::may_declare(self.p, seat, &self.seats[seat], step) {
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
        if !declaring::may_declare(self.p, seat, &self.seats[seat], self.p.phase.step) {
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
                    && let Ok(shot) = gunnery::aim(self.p, d.by, at, when)
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

    // FA-8.112: made in full even if the firing ships have struck meanwhile.
    fn attack(&mut self, shot: &Shot) -> Result<(), Dry> {
        let standing = |p: &Public| -> Fleet {
            shot.targets.iter().filter(|id| p.ship(*id).state == State::Ok).collect()
        };
        // FA-8.73: who is not fired on does not strike.
        // FA-8.72: ships already beaten strike when they are fired on, before the dice.
        for id in standing(self.p).iter() {
            if self.p.ship(id).is_beaten() {
                self.strike(id);
            }
        }
        let targets = standing(self.p);
        if targets.is_empty() {
            return Ok(()); // FA-8.74
        }
        let mut dice: SmallVec<[u8; 12]> = SmallVec::new();
        for _ in 0..shot.dice {
            dice.push(self.dice.roll(Die::D10)? as u8); // FA-2.14
        }
        // FA-2.15, FA-2.16, FA-8.25: at or below the number; FA-8.40: 10 hits with every die.
        let hits = dice.iter().filter(|d| **d <= shot.number).count() as u8;
        let (by, at, number) = (shot.by, shot.at, shot.number);
        let who = match by {
            Unit::Group(..) => gunnery::unpaired(self.p, names::of_unit(self.p, by)),
            Unit::Ship(id) => gunnery::allies(self.p, id),
        };
        self.tell(Event::Fired { by, at, who, whom: targets, number, dice, hits });
        let crossed = shot.crosses.map(|head| {
            let order = self.p.in_order(targets);
            // FA-8.59: all steps to the closest ship.
            if head { order[0] } else { order[order.len() - 1] }
        });
        for _ in 0..hits {
            let ship = crossed.unwrap_or_else(|| least_damaged(self.p, targets));
            self.damage(ship, shot.column)?;
        }
        if self.p.battle.options.strike_at_once {
            for id in standing(self.p).iter() {
                if self.p.ship(id).is_beaten() {
                    self.strike(id);
                }
            }
        }
        Ok(())
    }

    /// One damage step.
    pub(crate) fn damage(&mut self, id: ShipId, column: Doctrine) -> Result<(), Dry> {
        let roll = self.d6(Purpose::Damage, Owner::Ship(id))?;
        let strength = column.is_strength(roll);
        self.mark_damage(id, strength);
        Ok(())
    }

    /// Marks a step of a known kind.
    pub(crate) fn mark_damage(&mut self, id: ShipId, strength: bool) {
        let s = self.p.ship_mut(id);
        if strength {
            s.sd = s.sd.saturating_add(1);
        } else {
            s.md = s.md.saturating_add(1);
        }
        let (sd, md) = (s.sd, s.md);
        self.tell(Event::Damaged { ship: id, strength, sd, md });
    }
}

/// The ship that takes the next step.
pub(crate) fn least_damaged(p: &Public, targets: Fleet) -> ShipId {
    targets
        .iter()
        .min_by_key(|id| {
            let s = p.ship(*id);
            // FA-8.55, FA-8.56: fewest steps of both kinds; FA-8.57: then lowest initial
            // Strength; FA-8.58: then nearest the head.
            (s.sd.saturating_add(s.md), s.s0, s.rank, id.n())
        })
        .unwrap_or(ShipId::new(0))
}
