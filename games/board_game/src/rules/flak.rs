//! Anti-aircraft fire at the groups of a strike.

use crate::board::{Square, squares};
use crate::event::Event;
use crate::rules::air::{next_target, plane_of, raiders};
use crate::rules::dice::{Rolls, Symbol};
use crate::rules::{Tell, features, launch};
use crate::state::{Flying, PlaneKind, Public, Raider, Strike, UnitId};
use crate::units::Feature;
use admiralty_core::{Dice, Dry, Told};

/// Anti-aircraft figure of a unit now, against torpedo or dive bombers.
fn aa_figure(p: &Public, id: UnitId, torpedo: bool) -> u8 {
    let unit = p.unit(id);
    // BG-0-FG14: none in fog. BG-4-CD8, BG-7-G11: none under a token, FLAK or not.
    if p.in_fog(unit) || unit.tokens.on(Feature::Aa) > 0 {
        return 0;
    }
    // BG-4-AA2: one figure against dive, the other against torpedo bombers.
    features::flak(unit, unit.class().aa[usize::from(torpedo)])
}

/// Do bombers of the strike name this unit?
fn is_bombed(p: &Public, strike: &Strike, id: UnitId) -> bool {
    // BG-4-AA9: fighters alone do not make a unit busy.
    strike
        .raiders()
        .any(|raider| raider.target == id && plane_of(p, strike, raider).kind != PlaneKind::Fighter)
}

/// Dice against a group that attacks from `centre`, if no bomber attacks anybody else.
pub(crate) fn flak_figure(p: &Public, target: UnitId, centre: Square, torpedo: bool) -> u8 {
    flak_dice(p, |_| false, target, centre, torpedo)
}

/// Dice against a group: the target's figure and those of its helpers near `centre`.
fn flak_dice(
    p: &Public,
    is_busy: impl Fn(UnitId) -> bool,
    target: UnitId,
    centre: Square,
    torpedo: bool,
) -> u8 {
    let mut sum = aa_figure(p, target, torpedo);
    for (id, unit) in p.afield(target.side()) {
        if id == target || !unit.is_afloat() {
            continue;
        }
        let distance = p.distance(unit.square(), centre);
        // BG-4-DB2: against dive bombers the units adjacent to the target.
        // BG-4-TB2: against torpedo bombers those at distance 0 or 1 from the bombers' square.
        let near = if torpedo { distance <= 1 } else { distance == 1 };
        // BG-4-DB3, BG-4-TB3: not one that bombers of this strike attack too.
        if near && !is_busy(id) {
            sum += aa_figure(p, id, torpedo);
        }
    }
    sum
}

/// Fire at every group, in order.
pub(super) fn flak(
    p: &mut Public,
    strike: &Strike,
    dice: &mut dyn Dice,
    tell: Tell<'_>,
) -> Result<(), Dry> {
    let mut after = None;
    while let Some(target) = next_target(strike, after) {
        after = Some(target);
        // BG-4-AA8: the dive bombers of a target together, its torpedo bombers by square.
        // BG-4-AA5: fighters are in no group.
        let over = p.unit(target).square();
        flak_at(p, strike, target, over, PlaneKind::Dive, dice, tell)?;
        for square in squares(u64::MAX) {
            flak_at(p, strike, target, square, PlaneKind::Torpedo, dice, tell)?;
        }
    }
    Ok(())
}

fn flak_at(
    p: &mut Public,
    strike: &Strike,
    target: UnitId,
    square: Square,
    kind: PlaneKind,
    dice: &mut dyn Dice,
    tell: Tell<'_>,
) -> Result<(), Dry> {
    let torpedo = kind == PlaneKind::Torpedo;
    let in_group = |raider: &Raider| !torpedo || raider.square == square;
    if !raiders(p, strike, target, kind).any(|raider| in_group(&raider)) {
        return Ok(());
    }
    // BG-4-AA1: as many dice as the figures add up to; BG-4-AA6: for every group anew.
    let n = flak_dice(p, |id| is_bombed(p, strike, id), target, square, torpedo);
    if n == 0 {
        return Ok(());
    }
    let faces = Rolls::roll(usize::from(n), dice)?;
    let hits = faces.count(Symbol::AntiAircraft);
    tell(Told::all(Event::Flak { target, square, torpedo, faces, hits }));
    let carrier = strike.carrier;
    for _ in 0..hits {
        // BG-4-AA3: each symbol destroys one squadron. BG-4-AA4: what is left over is lost.
        let Some(raider) = raiders(p, strike, target, kind).find(|raider| in_group(raider)) else {
            break;
        };
        let plane = plane_of(p, strike, &raider);
        launch::set(p, carrier, plane, Flying::Lost);
        tell(Told::all(Event::ShotDown { carrier, plane }));
    }
    Ok(())
}
