//! Torpedoes of ships and boats: stock, reach, targets.

use crate::board::{Dir, Square, squares};
use crate::event::Event;
use crate::illegal::Illegal;
use crate::rules::orders::enemy;
use crate::rules::resolution::Fates;
use crate::rules::{Tell, afield, features, submarines};
use crate::state::{Public, Status, Unit, UnitId};
use crate::units::Feature;
use admiralty_core::{Side, Told};

/// May the unit launch at all?
pub(crate) fn may_launch(p: &Public, id: UnitId) -> Result<(), Illegal> {
    let unit = p.unit(id);
    afield(id, unit)?;
    if unit.printed() & Feature::Torp.bit() == 0 {
        return Err(Illegal::NoTubes { unit: id });
    }
    // BG-4-CD9: not under a token. BG-4-CD15: a boat's token binds both sides of its card.
    if unit.tokens.on(Feature::Torp) > 0 {
        return Err(Illegal::TubesDisabled { unit: id });
    }
    // BG-0-FG5: not at the surface in fog. BG-0-FG12: submerged, fog does not matter.
    if p.in_fog(unit) { Err(Illegal::TorpedoInFog { unit: id }) } else { Ok(()) }
}

/// How many torpedoes the unit may launch this round, with or without RELOAD.
pub(crate) fn most(unit: &Unit, reload: bool) -> u8 {
    let left = if reload { features::reloaded(unit) } else { unit.torpedoes };
    // BG-4-TO5: the figure is for the whole game. BG-2-AD7: as many dice as are left.
    submarines::launches(unit, left)
}

/// Does a torpedo run straight through this square?
fn runs_through(p: &Public, square: Square) -> bool {
    // BG-7-G18: surface units, Islands and Sand Banks stop it; submerged boats do not.
    p.surface_at(square).is_none() && p.sea.closed() & square.bit() == 0
}

/// The squares a unit's torpedoes reach.
pub(crate) fn reach(p: &Public, unit: &Unit, lance: bool) -> u64 {
    // BG-4-TO1: range 1. BG-4-TO2: abeam only.
    let (beams, all_round) = (unit.heading.beams(), submarines::all_round(p, unit));
    let dirs: &[Dir] = if all_round.is_some() { &Dir::HEADINGS } else { &beams };
    let mut set = all_round.unwrap_or(0);
    for dir in dirs {
        let Some(near) = unit.square().step(*dir) else { continue };
        set |= near.bit();
        // BG-7-G17: LANCE reaches one square further in line.
        if lance
            && runs_through(p, near)
            && let Some(far) = near.step(*dir)
        {
            set |= far.bit();
        }
    }
    set
}

/// May the unit torpedo whatever is this target, reach apart?
fn is_prey(p: &Public, unit: &Unit, target: UnitId) -> bool {
    let enemy = p.unit(target);
    match enemy.status {
        // BG-0-FG7: no surface unit in fog.
        Status::Afloat => !p.in_fog(enemy),
        Status::Submerged => submarines::hunts(unit),
        _ => false,
    }
}

/// The targets of a unit's torpedoes, in the order of the handles.
pub(crate) fn targets(
    p: &Public,
    side: Side,
    id: UnitId,
    lance: bool,
) -> impl Iterator<Item = UnitId> {
    let unit = *p.unit(id);
    // At most two squares in each of four directions, or eight around: one unit above and one below each.
    let mut found = [id; 16];
    let mut n = 0;
    for square in squares(reach(p, &unit, lance)) {
        for target in [p.surface_at(square), p.below_at(square)].into_iter().flatten() {
            if target.side() != side && is_prey(p, &unit, target) && n < 16 {
                found[n] = target;
                n += 1;
            }
        }
    }
    found[..n].sort_unstable();
    found.into_iter().take(n)
}

/// May the unit torpedo this target?
pub(crate) fn may_target(
    p: &Public,
    side: Side,
    id: UnitId,
    target: UnitId,
    lance: bool,
) -> Result<(), Illegal> {
    let (unit, enemy) = (p.unit(id), enemy(p, side, target)?);
    afield(target, enemy)?;
    let below = unit.status == Status::Submerged;
    // BG-4-TO11: surface units do not reach submerged boats.
    if enemy.status == Status::Submerged && !below {
        return Err(Illegal::TorpedoBelow { target });
    }
    if p.in_fog(enemy) {
        return Err(Illegal::TorpedoFog { target });
    }
    // BG-6-SS10: not into the own square.
    if enemy.square() == unit.square() {
        return Err(Illegal::OwnSquare { unit: id, target });
    }
    // BG-4-TO3: the target's heading plays no part.
    if reach(p, unit, lance) & enemy.square().bit() == 0 {
        return Err(if !below && p.distance(unit.square(), enemy.square()) == 1 {
            Illegal::NotAbeam { unit: id, target }
        } else {
            Illegal::TorpedoFar { unit: id, target }
        });
    }
    Ok(())
}

/// One torpedo.
pub(super) fn torpedo(
    p: &mut Public,
    id: UnitId,
    target: UnitId,
    fates: &mut Fates,
    tell: Tell<'_>,
) {
    // BG-4-TO4: a token and a structure point, whatever the armour.
    // BG-7-R11: DUDS cost no structure.
    let lost = u8::from(!p.unit(id).has_active(Feature::Duds));
    let fate = &mut fates[target.index()];
    fate.torpedoes += 1;
    fate.torpedo_damage += lost;
    tell(Told::all(Event::TorpedoHit { unit: id, target, damage: lost }));
}
