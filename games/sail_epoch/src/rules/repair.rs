//! Ship repair.

use crate::action::{Action, Unit};
use crate::event::Event;
use crate::illegal::{Errand, Illegal, Named};
use crate::rules::Play;
use crate::state::{Fort, Public, mark};
use crate::units::{FortId, ShipId};
use admiralty_core::Seat;
use alloc::vec::Vec;

/// Does this fort repair ships of this player? SE-3.3.4.2: his own,
/// SE-3.1.2d: or a constant ally's; SE-3.3.5.1a, SE-3.3.5.1f4: not a ruin or lost fort.
pub(crate) fn serves(p: &Public, seat: Seat, fort: &Fort) -> bool {
    !fort.ruin && (p.commands(seat, fort) || p.are_mates(seat, fort.owner))
}

/// May this ship begin repair at that fort? SE-R31: only if damaged, in any
/// own phase; SE-R108: the fort is named.
pub(crate) fn check(p: &Public, seat: Seat, id: ShipId, fort: FortId) -> Result<(), Illegal> {
    Illegal::owned(p, seat, id)?;
    Illegal::busy(p, id)?;
    let it = Illegal::fort(p, fort)?;
    let ship = p.ship(id);
    if ship.has(mark::IGNITED) {
        return Err(Illegal::Burning { ship: id });
    }
    // SE-3.3.4.1: any damaged ship.
    if ship.hull == 0 && ship.sails == 0 {
        return Err(Illegal::NoDamage { unit: Named::Ship(id) });
    }
    if !serves(p, seat, it) {
        return Err(Illegal::NoYard { space: it.space });
    }
    Illegal::inside(p, id, fort, Errand::Repair)
}

/// May its repair be ended? SE-3.3.4.6a: in the owner's phase.
pub(crate) fn check_end(p: &Public, seat: Seat, id: ShipId) -> Result<(), Illegal> {
    Illegal::owned(p, seat, id)?;
    if p.ship(id).repair.is_none() {
        return Err(Illegal::NotInRepair { ship: id });
    }
    // What was declared in this phase ends the ship's actions for this phase.
    if p.ship(id).has(mark::NEW_REPAIR) {
        Err(Illegal::RepairJustBegun { ship: id })
    } else {
        Ok(())
    }
}

/// May its sails be mended instead of its hull? SE-R140: where both are damaged
/// and a token goes in this phase; once.
pub(crate) fn check_mend(p: &Public, seat: Seat, id: ShipId) -> Result<(), Illegal> {
    Illegal::owned(p, seat, id)?;
    let ship = p.ship(id);
    if ship.repair.is_none() {
        return Err(Illegal::NotInRepair { ship: id });
    }
    let chosen = ship.has(mark::NEW_REPAIR | mark::SAILS_FIRST);
    if chosen || ship.hull == 0 || ship.sails == 0 {
        Err(Illegal::NoChoiceOfDamage { ship: id })
    } else {
        Ok(())
    }
}

/// Every beginning and end of repair.
pub(crate) fn list(p: &Public, seat: Seat, out: &mut Vec<Action>) {
    for id in p.fleets[seat.index()].iter() {
        let ship = p.ship(id);
        if ship.repair.is_some() {
            if !ship.has(mark::NEW_REPAIR) {
                out.push(Action::Unrepair(id));
            }
            if ship.sails > 0 && check_mend(p, seat, id).is_ok() {
                out.push(Action::Mend(id));
            }
        } else if (ship.hull > 0 || ship.sails > 0) && p.chart().harbours.has(ship.space) {
            for fort in p.forts_at(ship.space) {
                if check(p, seat, id, fort).is_ok() {
                    out.push(Action::Repair { ship: id, fort });
                }
            }
        }
    }
}

/// SE-3.3.4.3: the flag is struck; SE-3.3.4.5a, SE-3.3.4.5b: no more movement or attack.
pub(crate) fn begin(play: &mut Play<'_>, id: ShipId, fort: FortId) {
    let ship = &mut play.m().ships[id.index()];
    ship.repair = Some(fort);
    ship.marks |= mark::NEW_REPAIR;
    play.say(Event::RepairBegun { ship: id, fort });
}

/// SE-3.3.4.6b, SE-3.3.4.6c: this phase it may fire, not move; SE-3.3.4.7: no token goes.
pub(crate) fn end(play: &mut Play<'_>, id: ShipId) {
    let ship = &mut play.m().ships[id.index()];
    ship.repair = None;
    ship.marks = ship.marks & !(mark::NEW_REPAIR | mark::SAILS_FIRST) | mark::RELEASED;
    play.say(Event::RepairEnded { ship: id });
}

/// The owner chooses the sails for this phase.
pub(crate) fn mend(play: &mut Play<'_>, id: ShipId) {
    play.m().ships[id.index()].marks |= mark::SAILS_FIRST;
    play.say(Event::SailsFirst { ship: id });
}

/// Start of the owner's phase. SE-R32: a whole ship gets its flag back.
pub(crate) fn start_of_phase(play: &mut Play<'_>, seat: Seat) {
    for id in play.p().fleets[seat.index()].iter() {
        let ship = play.p().ship(id);
        if ship.repair.is_some() && ship.hull == 0 && ship.sails == 0 {
            end(play, id);
        }
    }
}

/// End of the owner's phase. SE-3.3.4.4a: not in the phase of the declaration,
/// SE-3.3.4.4b, SE-R33: then one token each; SE-5.6.8: none after an assault.
pub(crate) fn end_of_phase(play: &mut Play<'_>, seat: Seat) {
    for id in play.p().fleets[seat.index()].iter() {
        let p = play.m();
        let ship = &mut p.ships[id.index()];
        let fresh = ship.has(mark::NEW_REPAIR);
        let sails_first = ship.has(mark::SAILS_FIRST) && ship.sails > 0;
        ship.marks &= !(mark::NEW_REPAIR | mark::SAILS_FIRST);
        let Some(yard) = ship.repair else { continue };
        if fresh || p.forts[yard.index()].assaulted {
            continue;
        }
        // SE-3.3.1.6.3i: apart from allotments nothing else takes damage away.
        // SE-R140: hull first unless the owner chose the sails.
        if ship.hull > 0 && !sails_first {
            ship.hull -= 1;
        } else if ship.sails > 0 {
            ship.sails -= 1;
        } else {
            continue;
        }
        let left = ship.hull + ship.sails;
        play.say(Event::Repaired { unit: Unit::ship(id), left });
    }
}
