//! Lost and shifted flags.

use super::Ctx;
use crate::event::Event;
use crate::illegal::{Illegal, Named};
use crate::setup::{ShipId, SquadId};
use crate::state::{Public, Ship, mark};
use admiralty_core::SeatSet;
use smallvec::SmallVec;

/// The line ships of a squadron that could carry the flag.
fn able(p: &Public, squad: SquadId) -> SmallVec<[ShipId; 12]> {
    p.line_of(squad).filter(|id| p.ship(*id).is_line_ok()).collect()
}

/// Must the squadron name a new flagship?
// FA-D.02; FA-D.04: with no line ship left it ceases to order.
pub fn must_name(p: &Public, squad: SquadId) -> bool {
    p.squads[squad.i()].flag.is_none() && !able(p, squad).is_empty()
}

/// Is a flagship hurt enough to be left?
fn is_hurt(flag: &Ship) -> bool {
    flag.md >= 3 || 2 * flag.sd >= flag.s0
}

/// May the flag be shifted to this ship?
pub(crate) fn check(p: &Public, squad: SquadId, ship: Option<ShipId>) -> Result<(), Illegal> {
    let named = |id: ShipId| Named::ship(&p.battle, id);
    let q = &p.squads[squad.i()];
    if let Some(none) = ship.filter(|id| id.i() >= p.ships.len()) {
        return Err(Illegal::FlagShip { ship: named(none) });
    }
    let Some(ship) = ship else {
        return if must_name(p, squad) {
            Err(Illegal::FlagNeeded { squad: Named::squad(&p.battle, squad) })
        } else {
            Ok(())
        };
    };
    if !able(p, squad).contains(&ship) || Some(ship) == q.flag {
        return Err(Illegal::FlagShip { ship: named(ship) });
    }
    let Some(old) = q.flag else { return Ok(()) };
    let flag = p.ship(old);
    // FA-D.05: only a flagship that is hurt, and not out of a melee.
    if !is_hurt(flag) {
        return Err(Illegal::FlagSound { ship: named(old) });
    }
    if flag.is(mark::MELEE) {
        return Err(Illegal::InMelee { group: named(old) });
    }
    // FA-D.06: to a ship on the same or an adjacent point.
    if p.ship(ship).at.distance(flag.at) > 1 {
        return Err(Illegal::FlagFar { ship: named(ship) });
    }
    Ok(())
}

/// The ships the flag may go to.
pub(crate) fn options(p: &Public, squad: SquadId) -> SmallVec<[ShipId; 12]> {
    // Asked in every turn for every squadron: a sound flagship is the rule, and no sentence
    // is to be made of it for each of her ships.
    if p.flagship(squad).is_some_and(|flag| !is_hurt(flag)) {
        return SmallVec::new();
    }
    able(p, squad).into_iter().filter(|id| check(p, squad, Some(*id)).is_ok()).collect()
}

/// The squadrons that must or may decide about their flag now.
pub(crate) fn deciding(p: &Public) -> impl Iterator<Item = SquadId> + '_ {
    p.squad_ids().filter(|q| !p.squads[q.i()].flag_done && !options(p, *q).is_empty())
}

impl Ctx<'_> {
    /// Flags: where only one ship is left the choice is made.
    pub(crate) fn open_flags(&mut self) {
        for squad in self.p.squad_ids() {
            if must_name(self.p, squad)
                && let [only] = options(self.p, squad)[..]
            {
                self.hoist(squad, only);
            }
        }
        self.ask_flags();
    }

    /// Who has still to decide?
    fn ask_flags(&mut self) {
        self.p.pending = deciding(self.p).map(|q| self.p.seat_of(q)).collect::<SeatSet>();
    }

    /// A seat decides about a flag: it goes to another ship, or stays where it is.
    pub(crate) fn decide_flag(&mut self, squad: SquadId, ship: Option<ShipId>) {
        match ship {
            Some(ship) => self.hoist(squad, ship),
            None => self.p.squads[squad.i()].flag_done = true,
        }
        self.ask_flags();
    }

    /// The flag goes to a ship.
    fn hoist(&mut self, squad: SquadId, ship: ShipId) {
        let q = &mut self.p.squads[squad.i()];
        q.shifted = q.flag.is_some();
        q.flag = Some(ship);
        q.flag_done = true;
        self.tell(Event::Flag { squad, ship });
        if self.p.ship(ship).is(mark::STRAGGLER) {
            self.rejoin(ship);
        }
        self.review_squad(squad); // FA-D.03
    }
}
