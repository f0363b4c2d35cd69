//! One attack: its dice, the hits given out and rolled, Strength and rigging lost.

use super::Ctx;
use super::gunnery::{self, Shot};
use crate::event::{Event, Owner, Purpose};
use crate::setup::ShipId;
use crate::state::{Fleet, Public, Ship, State, Unit};
use crate::text::names;
use crate::units::Doctrine;
use admiralty_core::{Die, Dry};
use smallvec::SmallVec;

impl Ctx<'_> {
    // FA-8.112: made in full even if the firing ships have struck meanwhile.
    pub(super) fn attack(&mut self, shot: &Shot) -> Result<(), Dry> {
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
    targets.iter().min_by_key(|id| next_in_line(p, *id, 0)).unwrap_or(ShipId::new(0))
}

/// Whose turn it is to be hit, the least first; `more` steps are already on her way.
pub(crate) fn next_in_line(p: &Public, id: ShipId, more: u8) -> (u8, u8, u8, u8) {
    let s = p.ship(id);
    // FA-8.55, FA-8.56: fewest steps of both kinds; FA-8.57: then lowest initial Strength;
    // FA-8.58: then nearest the head.
    (s.sd.saturating_add(s.md).saturating_add(more), s.s0, s.rank, id.n())
}

impl Doctrine {
    /// Does this roll of a D6 cost strength (else movement)?
    // FA-8.63: each step is rolled on the column.
    pub const fn is_strength(self, roll: u8) -> bool {
        roll <= match self {
            Doctrine::Normal => 3,
            Doctrine::Low => 4,
            Doctrine::High => 2,
        }
    }
}

impl Ship {
    /// Current Strength.
    pub const fn strength(&self) -> u8 {
        self.s0.saturating_sub(self.sd) // FA-8.67: not below 0; sd goes on counting.
    }
}
