//! The Air step: the course of a strike, from the air battle (`dogfights`) over the
//! anti-aircraft fire (`flak`) to the hits (`bombs`).

use crate::action::Groups;
use crate::rules::bombs::hit;
use crate::rules::dogfights::{can_intercept, dogfights};
use crate::rules::flak::flak;
use crate::rules::{Board, Tell, features, strike};
use crate::state::{Flying, Phase, Plane, PlaneKind, Public, Raider, Strike, UnitId};
use crate::units::Window;
use admiralty_core::{Dice, Dry, Side};

/// Has the side anything to do in the Air step but pass?
pub(crate) fn has_action(p: &Public, side: Side) -> bool {
    features::has_any(p, side, Window::Air) || strike::carriers(p, side).next().is_some()
}

/// The strike under way; there is one in every step that comes here.
pub(super) fn under_way(p: &Public) -> Strike {
    p.strike.expect("a strike is under way")
}

pub(super) fn plane_of(p: &Public, strike: &Strike, raider: &Raider) -> Plane {
    Plane::at(p.unit(strike.carrier).class(), usize::from(raider.slot))
}

/// Does the squadron still fly?
fn lives(p: &Public, strike: &Strike, raider: &Raider) -> bool {
    p.deck(strike.carrier)
        .is_some_and(|deck| deck.squadrons[usize::from(raider.slot).min(7)] != Flying::Lost)
}

/// The living squadrons of a kind against a target, in order.
pub(super) fn raiders(
    p: &Public,
    strike: &Strike,
    target: UnitId,
    kind: PlaneKind,
) -> impl Iterator<Item = Raider> {
    strike.raiders().copied().filter(move |raider| {
        raider.target == target
            && lives(p, strike, raider)
            && plane_of(p, strike, raider).kind == kind
    })
}

/// The targets of the strike after this one, in the order of the handles.
pub(super) fn next_target(strike: &Strike, after: Option<UnitId>) -> Option<UnitId> {
    strike
        .raiders()
        .map(|raider| raider.target)
        .filter(|target| after.is_none_or(|last| *target > last))
        .min()
}

/// Goes on with the strike after its start or an interception, up to the next decision.
pub(crate) fn fight(
    t: &mut Board,
    mut after: Option<UnitId>,
    dice: &mut dyn Dice,
    tell: Tell<'_>,
) -> Result<(), Dry> {
    let p = &mut t.public;
    // BG-4-SF2: the air battle comes before the flak. BG-9-DS4: target by target.
    let strike = under_way(p);
    while let Some(target) = next_target(&strike, after) {
        p.strike = Some(strike.at(target));
        dogfights(p, &strike, target, dice, tell)?;
        if can_intercept(p) {
            p.phase = Phase::Intercept;
            p.actor = target.side();
            return Ok(());
        }
        after = Some(target);
    }
    flak(p, &strike, dice, tell)?;
    hits(t, None, dice, tell)
}

/// The hits, target by target, after this one.
fn hits(
    t: &mut Board,
    mut after: Option<UnitId>,
    dice: &mut dyn Dice,
    tell: Tell<'_>,
) -> Result<(), Dry> {
    // BG-4-AA7: only now, after the flak.
    let strike = under_way(&t.public);
    while let Some(target) = next_target(&strike, after) {
        let p = &mut t.public;
        p.strike = Some(strike.at(target));
        let n = raiders(p, &strike, target, PlaneKind::Dive).count() as u8;
        if n >= 2 {
            p.phase = Phase::Bombs;
            p.actor = target.side().other();
            return Ok(());
        }
        if hit(p, target, Groups([n, 0, 0, 0, 0]), tell) {
            p.phase = Phase::AirCrit;
            p.actor = target.side().other();
            return Ok(());
        }
        after = Some(target);
    }
    over(t, dice, tell)
}

/// Drops the bombs as divided.
pub(crate) fn bombs(
    t: &mut Board,
    target: UnitId,
    groups: Groups,
    dice: &mut dyn Dice,
    tell: Tell<'_>,
) -> Result<(), Dry> {
    if hit(&mut t.public, target, groups, tell) {
        t.public.phase = Phase::AirCrit;
        return Ok(());
    }
    after_hit(t, dice, tell)
}

/// Goes on after the tokens of one target are placed.
pub(crate) fn after_hit(t: &mut Board, dice: &mut dyn Dice, tell: Tell<'_>) -> Result<(), Dry> {
    let target = under_way(&t.public).target;
    hits(t, Some(target), dice, tell)
}

/// The strike is over: the other side acts.
fn over(t: &mut Board, dice: &mut dyn Dice, tell: Tell<'_>) -> Result<(), Dry> {
    let side = under_way(&t.public).carrier.side();
    t.public.strike = None;
    t.public.phase = Phase::Air;
    t.public.actor = side;
    crate::sequence::air_next(t, false, dice, tell)
}
