//! Collisions of friends, fouling and grounding.

use super::Ctx;
use crate::board::Point;
use crate::event::{Event, Owner, Purpose};
use crate::setup::ShipId;
use crate::state::{Fleet, mark};
use admiralty_core::{Dry, Side};
use smallvec::SmallVec;

impl Ctx<'_> {
    /// Is the point so crowded that ships of one course collide?
    pub(crate) fn is_crowded(&self, at: Point) -> bool {
        self.p.crowd(at) > 6 // FA-7.49, FA-7.50: line ships of any side and state.
    }

    /// The line ships of a side on a point roll; equal dice have collided.
    pub(crate) fn collision_check(&mut self, at: Point, side: Side) -> Result<(), Dry> {
        let ships: SmallVec<[ShipId; 12]> = self
            .p
            .line_at(at)
            .iter()
            .filter(|id| self.p.ship(*id).side == side && !self.p.is_fouled(*id)) // FA-7.53
            .collect();
        let mut dice: SmallVec<[u8; 12]> = SmallVec::new();
        for id in &ships {
            dice.push(self.d6(Purpose::Collision, Owner::Ship(*id))?); // FA-7.42
        }
        for number in 1..=6 {
            let cluster: SmallVec<[ShipId; 12]> =
                ships.iter().zip(&dice).filter(|(_, d)| **d == number).map(|(id, _)| *id).collect();
            if cluster.len() < 2 {
                continue;
            }
            // FA-7.43: pairs 1-2, 3-4 …; an odd last ship with the one before.
            let mut i = 0;
            while i < cluster.len() {
                let (a, b) = if i + 1 < cluster.len() {
                    (cluster[i], cluster[i + 1])
                } else {
                    (cluster[i - 1], cluster[i])
                };
                self.collide(a, b)?;
                i += 2;
            }
        }
        Ok(())
    }

    fn collide(&mut self, a: ShipId, b: ShipId) -> Result<(), Dry> {
        let die = self.d6(Purpose::Foul, Owner::Pair(a, b))?;
        let fouled = die % 2 == 1;
        if fouled {
            self.p.fouls.push((a, b)); // FA-7.45; FA-7.46: with each she must be cleared.
        } else {
            // FA-7.44: they miss their next move and are free then.
            self.p.ship_mut(a).set(mark::CHECKED, true);
            self.p.ship_mut(b).set(mark::CHECKED, true);
        }
        self.tell(Event::Collided { a, b, fouled });
        Ok(())
    }

    /// Line ships that ended a move on a shoal may ground.
    pub(crate) fn grounding(&mut self, at: Point, movers: Fleet) -> Result<(), Dry> {
        if !self.p.battle.shoal.has(at) {
            return Ok(());
        }
        for id in self.p.in_order(movers) {
            let s = *self.p.ship(id);
            // FA-D.23: frigates and shallow fleets ignore shoals.
            if !s.line || self.p.battle.sides[s.side.index()].shallow || s.is(mark::AGROUND) {
                continue;
            }
            // FA-D.22: aground on 1 or 2.
            let (_, clear) = self.roll(6, Purpose::Grounding, Owner::Ship(id), 0, Some(3))?;
            if !clear {
                self.p.ship_mut(id).set(mark::AGROUND, true);
                self.tell(Event::Aground(id));
            }
        }
        Ok(())
    }
}
