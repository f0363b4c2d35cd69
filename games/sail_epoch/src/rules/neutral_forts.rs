//! Neutral forts shoot back by themselves.

use crate::action::{Aim, Guns, Unit, Volley};
use crate::event::{Cause, Event};
use crate::rules::Play;
use crate::rules::gunfire;
use crate::state::{Flag, Public};
use crate::units::{FortId, ShipId};
use admiralty_core::{Dry, Seat};

/// Somebody attacked a fort. SE-3.3.2.11c, SE-3.3.5.1d1: a neutral one
/// remembers him, and fires at once (SE-3.3.2.11d).
pub(crate) fn attacked(play: &mut Play<'_>, fort: FortId, seat: Seat) -> Result<(), Dry> {
    let it = &mut play.m().forts[fort.index()];
    if !it.is_neutral() {
        return Ok(());
    }
    it.hostile = it.hostile.with(seat);
    it.last_hostile = Flag::of(seat);
    shoot(play, fort)
}

/// At the end of a hostile player's phase. SE-R133: by column, then by row.
pub(crate) fn end_of_phase(play: &mut Play<'_>, seat: Seat) -> Result<(), Dry> {
    let mut forts: smallvec::SmallVec<[FortId; 8]> = play
        .p()
        .fort_ids()
        .filter(|&f| {
            let fort = &play.p().forts[f.index()];
            fort.is_neutral() && fort.hostile.has(seat)
        })
        .collect();
    forts.sort_by_key(|&f| {
        let space = play.p().forts[f.index()].space;
        (space.col(), space.row())
    });
    for fort in forts {
        shoot(play, fort)?;
    }
    Ok(())
}

/// SE-R21: all shots left, one die each, at the best target.
fn shoot(play: &mut Play<'_>, fort: FortId) -> Result<(), Dry> {
    while play.p().forts[fort.index()].shots > 0 {
        let Some(target) = target(play.p(), fort) else { return Ok(()) };
        play.m().forts[fort.index()].shots -= 1;
        let guns = Guns::NONE.with(Unit::fort(fort), 1);
        let volley = Volley { guns, target: Unit::ship(target), aim: Aim::Hull };
        // SE-3.3.5.1d3: the normal dice.
        let hits = gunfire::hit_set(play.p(), &volley);
        let die = play.d6()?;
        let hit = hits.has(die);
        play.say(Event::Fired { by: None, volley, die, hits, shots: 1 });
        if hit {
            play.hurt(target, 1, Cause::NeutralFort);
        }
    }
    Ok(())
}

/// SE-3.3.5.1d2: the nearest ship of a hostile player; ties as SE-R21 says:
/// the last attacker's, then the weakest, then by type and number.
fn target(p: &Public, fort: FortId) -> Option<ShipId> {
    let it = &p.forts[fort.index()];
    p.seats()
        .filter(|&seat| it.hostile.has(seat))
        .flat_map(|seat| p.fleets[seat.index()].iter())
        .filter(|&id| p.ship(id).repair.is_none())
        .filter_map(|id| {
            let (_, n) = gunfire::line(p, Unit::fort(fort), Unit::ship(id)).ok()?;
            let last = p.ship(id).owner == it.last_hostile;
            Some((n, !last, p.strength(id), id))
        })
        .min()
        .map(|(.., id)| id)
}
