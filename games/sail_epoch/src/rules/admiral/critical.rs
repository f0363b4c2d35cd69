//! The critical roll (A4).

use super::{crossing, sails};
use crate::action::{Aim, Volley};
use crate::event::{Cause, Event};
use crate::rules::Play;
use crate::state::Public;
use admiralty_core::{Dry, Seat};

/// Has this group, which has hit, a critical roll? SE-R67: against ships only,
/// and not with a fort among the guns.
pub(crate) fn is_due(p: &Public, volley: &Volley) -> bool {
    let Some(target) = volley.target.as_ship() else { return false };
    if !p.options().a4 || volley.guns.iter().any(|(unit, _)| unit.as_fort().is_some()) {
        return false;
    }
    // Sails that are gone cannot be hit worse.
    if volley.aim == Aim::Sails && p.ship(target).sails >= sails::most(target) {
        return false;
    }
    let ships = volley.guns.ships();
    match ships.len() {
        // SE-A2.3a: one ship: the last shot of the Turn.
        1 => ships.iter().all(|id| p.ship(id).shots == 0),
        // SE-R134: shots paid once for both broadsides count in each group.
        // SE-A2.3d: several: all of them with all shots of the Turn in this one salvo.
        _ => volley
            .guns
            .iter()
            .all(|(unit, shots)| unit.as_ship().is_some_and(|id| shots == p.supply(id))),
    }
}

/// Is it this face? SE-A2.3b.
pub(crate) const fn strikes(die: u16) -> bool {
    die == 6
}

/// Rolls. SE-A2.3b: on 6 a hull target sinks whatever its damage, SE-A2.3c: a
/// sails target loses all its sails.
pub(crate) fn roll(play: &mut Play<'_>, seat: Seat, volley: &Volley) -> Result<(), Dry> {
    let Some(ship) = volley.target.as_ship() else { return Ok(()) };
    let die = play.d6()?;
    let struck = strikes(die);
    play.say(Event::Critical { by: seat, ship, aim: volley.aim, die, struck });
    match volley.aim {
        Aim::Hull if struck => {
            crossing::sinks_ahead(play, ship);
            play.sink(ship, Cause::Gunfire { seat });
        }
        Aim::Sails if struck => {
            let left = sails::most(ship) - play.p().ship(ship).sails;
            sails::tear(play, ship, left);
        }
        _ => {}
    }
    Ok(())
}
