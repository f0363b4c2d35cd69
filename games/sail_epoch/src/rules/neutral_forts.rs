//! Neutral forts shoot back by themselves.

use crate::action::{Aim, Guns, Unit, Volley};
use crate::event::{Cause, Event};
use crate::rules::gunfire;
use crate::rules::play::Play;
use crate::state::{NONE, Public};
use crate::units::ShipId;
use admiralty_core::Dry;

/// Somebody attacked a fort. SE-3.3.2.11c, SE-3.3.5.1d1: a neutral one
/// remembers him, and fires at once (SE-3.3.2.11d).
pub(crate) fn attacked(play: &mut Play<'_>, fort: u8, seat: u8) -> Result<(), Dry> {
    let it = &mut play.m().forts[fort as usize];
    if !it.is_neutral() {
        return Ok(());
    }
    it.hostile |= 1 << seat;
    it.last_hostile = seat;
    shoot(play, fort)
}

/// At the end of a hostile player's phase. SE-R133: by column, then by row.
pub(crate) fn end_of_phase(play: &mut Play<'_>, seat: u8) -> Result<(), Dry> {
    let n = play.p().n_forts;
    let mut forts: smallvec::SmallVec<[u8; 8]> = (0..n)
        .filter(|&f| {
            let fort = &play.p().forts[f as usize];
            fort.is_neutral() && fort.hostile >> seat & 1 == 1
        })
        .collect();
    forts.sort_by_key(|&f| {
        let space = play.p().forts[f as usize].space;
        (space.col(), space.row())
    });
    for fort in forts {
        shoot(play, fort)?;
    }
    Ok(())
}

/// SE-R21: all shots left, one die each, at the best target.
fn shoot(play: &mut Play<'_>, fort: u8) -> Result<(), Dry> {
    while play.p().forts[fort as usize].shots > 0 {
        let Some(target) = target(play.p(), fort) else { return Ok(()) };
        play.m().forts[fort as usize].shots -= 1;
        let guns = Guns::NONE.with(Unit::fort(fort), 1);
        let volley = Volley { guns, target: Unit::ship(target), aim: Aim::Hull };
        // SE-3.3.5.1d3: the normal dice.
        let hits = gunfire::hit_set(play.p(), &volley);
        let die = play.d6()?;
        let hit = hits.has(die);
        play.say(Event::Fired { volley, die, hit, shots: 1 });
        if hit {
            play.hurt(target, 1, Cause::NeutralFort);
        }
    }
    Ok(())
}

/// SE-3.3.5.1d2: the nearest ship of a hostile player; ties as SE-R21 says:
/// the last attacker's, then the weakest, then by type and number.
fn target(p: &Public, fort: u8) -> Option<ShipId> {
    let it = &p.forts[fort as usize];
    p.seats()
        .filter(|seat| it.hostile >> seat & 1 == 1)
        .flat_map(|seat| p.fleets[seat as usize].iter())
        .filter(|&id| p.ship(id).repair == NONE)
        .filter_map(|id| {
            let (_, n) = gunfire::line(p, Unit::fort(fort), Unit::ship(id)).ok()?;
            let last = p.ship(id).owner == it.last_hostile;
            Some((n, !last, p.strength(id), id))
        })
        .min()
        .map(|(.., id)| id)
}
