//! Close action: a melee starts, ships are paired by equal dice, and it ends.

use super::gunnery::{self, When};
use super::{Ctx, declaring};
use crate::board::Point;
use crate::event::{Event, Owner, Purpose};
use crate::setup::ShipId;
use crate::state::{Fleet, Public, mark};
use crate::units::Force;
use admiralty_core::{Dry, Side};
use core::num::NonZeroU8;
use smallvec::SmallVec;

impl Ctx<'_> {
    /// Ships have ended a move here: does a melee start, or do they join one?
    pub(crate) fn close_action(&mut self, at: Point, movers: Fleet) -> Result<(), Dry> {
        // FA-3.74, FA-3.62: never in a gale, and nothing new in a calm.
        if matches!(self.p.force, Force::Gale | Force::Calm) {
            return Ok(());
        }
        let Some(first) = movers.iter().next() else { return Ok(()) };
        let (side, heading) = (self.p.ship(first).side, self.p.ship(first).heading);
        let there = self.p.line_at(at);
        let on = self.p.melee_at(at);
        // FA-7.20: opposing line ships, Groups or stragglers, on courses not parallel.
        let starts = there.iter().any(|id| {
            let s = self.p.ship(id);
            s.side != side && !s.heading.is_parallel(heading)
        });
        if !on && !starts {
            return Ok(());
        }
        // FA-7.30: at the start everybody rolls; FA-7.38: later the newcomers and the unpaired.
        let rolling =
            if on { movers.union(gunnery::unpaired(self.p, there)).common(there) } else { there };
        let old: Fleet = there.minus(rolling);
        self.tell(Event::Melee(at));
        for id in there.iter() {
            self.p.ship_mut(id).set(mark::MELEE, true);
        }
        for id in rolling.iter() {
            let die = self.d6(Purpose::CloseAction, Owner::Ship(id))?;
            self.p.ship_mut(id).die = NonZeroU8::new(die);
        }
        self.pair_up(rolling, old);
        Ok(())
    }

    fn pair_up(&mut self, rolling: Fleet, old: Fleet) {
        for number in (1..=6).map(NonZeroU8::new) {
            // FA-7.32: equal dice of one side alone mean nothing.
            let of = |p: &Public, side: u8| -> SmallVec<[ShipId; 8]> {
                rolling
                    .iter()
                    .filter(|id| p.ship(*id).side == Side(side) && p.ship(*id).die == number)
                    .collect()
            };
            let (a, b) = (of(self.p, 0), of(self.p, 1));
            let (more, fewer) = if a.len() >= b.len() { (a, b) } else { (b, a) };
            // FA-7.31: opposing ships with equal dice; FA-7.33: at most two on one;
            // FA-7.34: dealt one each, then a second each, the rest ignored.
            if !fewer.is_empty() {
                for (i, id) in more.iter().take(2 * fewer.len()).enumerate() {
                    self.pair(*id, fewer[i % fewer.len()]);
                }
            }
            // FA-7.39: a newcomer may also be the second against an enemy already paired.
            for id in rolling.iter() {
                let s = self.p.ship(id);
                if s.die != number || s.is_paired() {
                    continue;
                }
                let side = s.side;
                let foe = old.iter().find(|f| {
                    let f = self.p.ship(*f);
                    f.side != side
                        && f.die == number
                        && matches!(f.foes, [Some(foe), None] if self.p.ship(foe).foes[1].is_none())
                });
                if let Some(foe) = foe {
                    let running = self.p.ship(foe).is(mark::BOARDING);
                    self.pair(id, foe);
                    self.p.ship_mut(id).set(mark::BOARDING, running);
                }
            }
        }
        for id in rolling.iter() {
            if !self.p.ship(id).is_paired() {
                self.p.ship_mut(id).die = None;
            }
        }
    }

    fn pair(&mut self, id: ShipId, foe: ShipId) {
        for (x, y) in [(id, foe), (foe, id)] {
            let foes = &mut self.p.ship_mut(x).foes;
            match foes[0] {
                None => foes[0] = Some(y),
                Some(_) => {
                    foes[1] = Some(y);
                    foes.sort_unstable();
                }
            }
        }
        let (a, b) = if self.p.ship(id).side.0 == 0 { (id, foe) } else { (foe, id) };
        self.tell(Event::Paired(a, b));
    }

    /// Ends the melee on a point if one side has nobody left there.
    pub(crate) fn review_melee(&mut self, at: Point) {
        if !self.p.melee_at(at) {
            return;
        }
        let there = self.p.line_at(at);
        let sides =
            [Side(0), Side(1)].map(|side| there.iter().any(|id| self.p.ship(id).side == side));
        if sides != [true, true] {
            self.end_melee(at); // FA-7.36
        }
    }

    /// The ships on a point are locked no longer.
    pub(crate) fn end_melee(&mut self, at: Point) {
        for id in self.p.line_at(at).iter() {
            let s = self.p.ship_mut(id);
            s.set(mark::MELEE | mark::BOARDING, false);
            s.foes = [None; 2];
            s.die = None;
        }
        self.tell(Event::MeleeOver(at));
    }

    /// The points with a melee, ascending.
    pub(crate) fn melees(&self) -> SmallVec<[Point; 8]> {
        let mut points: SmallVec<[Point; 8]> =
            self.p.ships.iter().filter(|s| s.is(mark::MELEE)).map(|s| s.at).collect();
        points.sort_unstable();
        points.dedup();
        points
    }

    /// At the close of the Boarding Phase: a melee in which nobody can do anything ends.
    pub(crate) fn review_deadlocks(&mut self) {
        for at in self.melees() {
            self.review_melee(at);
            if !self.p.melee_at(at) {
                continue;
            }
            let there = self.p.line_at(at);
            let boarding = there.iter().any(|id| self.p.ship(id).is(mark::BOARDING));
            // FA-7.37: no boarding battle and no attack with a number of 1 or more.
            if !boarding && !self.can_fight(at) {
                self.end_melee(at);
            }
        }
    }

    fn can_fight(&self, at: Point) -> bool {
        [Side(0), Side(1)].into_iter().any(|side| {
            let targets = declaring::target_units(self.p, side.other());
            let mut units = SmallVec::new();
            for seat in self.p.battle.seats_of(side) {
                declaring::firing_units(self.p, seat, &mut units);
            }
            units.into_iter().any(|unit| {
                declaring::unit_point(self.p, unit) == at
                    && declaring::has_attack(self.p, unit, &targets, When::Ever)
            })
        })
    }
}
