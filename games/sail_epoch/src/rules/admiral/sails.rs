//! Sails as a target, and what hull damage does to the gunners (A3).

use crate::action::Unit;
use crate::event::Event;
use crate::rules::Play;
use crate::rules::gunfire::HitSet;
use crate::state::Public;
use crate::units::{Class, ShipId};

/// Most sail damage of a ship. SE-R66: its orth distance in a fresh breeze.
pub(crate) fn most(id: ShipId) -> u8 {
    id.card().fresh.orth
}

/// Hits on sails. SE-A2.2.1c: each takes one of the distance in a fresh breeze,
/// SE-A2.2.1d, SE-A2.2.1f: and nothing else; SE-A2.2.1e: it cannot sink a ship.
pub(crate) fn tear(play: &mut Play<'_>, id: ShipId, hits: u8) {
    let ship = &mut play.m().ships[id.index()];
    ship.sails = (ship.sails + hits).min(most(id));
    let damage = ship.sails;
    play.say(Event::SailsHit { ship: id, hits, damage });
}

/// What hull damage leaves of the hits. SE-A2.2.2a: Basic, Reduced or Low by the
/// table; SE-A2.2.2b: the last two alike at every range. SE-A2.2.2c: in exchange
/// damage does not slow the ship.
pub(crate) fn accuracy(p: &Public, unit: Unit) -> HitSet {
    let whole = HitSet(0x7E);
    if !p.options().a3 {
        return whole;
    }
    let (damage, reduced, low) = match (unit.as_ship(), unit.as_fort()) {
        (Some(id), _) => {
            let damage = p.ship(id).hull;
            match id.class() {
                Class::FirstRate => (damage, 3, 5),
                Class::Galleon | Class::Frigate => (damage, 2, 3),
                Class::Brig => (damage, 1, 2),
            }
        }
        (None, Some(fort)) => (p.forts().get(fort.index()).map_or(0, |f| f.hull), 1, 2),
        _ => return whole,
    };
    if damage >= low {
        HitSet::of(&[5])
    } else if damage >= reduced {
        HitSet::of(&[3, 5])
    } else {
        whole
    }
}
