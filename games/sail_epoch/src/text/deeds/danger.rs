//! Where enemy guns can fire: now at who sails past, and before a player moves again at who stays.

use crate::action::Unit;
use crate::board::Space;
use crate::rules::gunfire;
use crate::state::{Public, mark};
use crate::units::{FORT_SHOTS, FortId, ShipId};
use admiralty_core::Seat;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// Units with the shots they have.
pub(super) type Guns = Vec<(Unit, u8)>;

/// What all enemies have loaded at this moment.
pub(super) fn loaded(p: &Public, seat: Seat) -> Guns {
    let foes = p.seats().filter(|&other| p.may_attack(seat, other));
    foes.flat_map(|other| gunfire::gunners(p, other)).collect()
}

/// What enemies can fire in their phases before the next one of this player: who still acts in
/// this Turn what he has left, who acts in the next one all his guns, which are full again by
/// then (SE-3.2.3b). Who has no phase before it fires nothing, however many guns are loaded.
pub(super) fn before_next(p: &Public, seat: Seat) -> Guns {
    let mut most: BTreeMap<Unit, u8> = BTreeMap::new();
    for (other, turn) in p.coming(seat) {
        if !p.may_attack(seat, other) {
            continue;
        }
        let guns = if turn == p.turn {
            gunfire::gunners(p, other).into_iter().collect()
        } else {
            full(p, other)
        };
        for (unit, shots) in guns {
            let known = most.entry(unit).or_default();
            *known = shots.max(*known);
        }
    }
    most.into_iter().collect()
}

/// What a player has when a Turn begins; in a storm it may be less, but that nobody knows.
fn full(p: &Public, seat: Seat) -> Guns {
    let ships = p.fleets[seat.index()].iter().filter(|&id| {
        let ship = p.ship(id);
        ship.repair.is_none() && !ship.has(mark::IGNITED)
    });
    let forts = (0..p.forts().len() as u8).map(FortId::new);
    let forts = forts.filter(|&id| !p.fort(id).ruin && p.commands(seat, p.fort(id)));
    ships
        .map(|id| (Unit::ship(id), id.card().shots))
        .chain(forts.map(|id| (Unit::fort(id), FORT_SHOTS)))
        .filter(|&(_, shots)| shots > 0)
        .collect()
}

/// The sea without this ship, which covers nobody any more.
pub(super) fn without(p: &Public, id: ShipId) -> Public {
    let mut gone = p.clone();
    gone.lift(id);
    gone
}

/// Shots among these that bear on a ship on that space.
pub(super) fn on(p: &Public, guns: &Guns, space: Space) -> u8 {
    guns.iter().map(|&(unit, shots)| gunfire::covering(p, unit, space, shots)).sum()
}
