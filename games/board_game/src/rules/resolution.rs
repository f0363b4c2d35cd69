//! Resolution: orders revealed, every attack determined, losses added up, ships sunk.

use crate::action::Order;
use crate::event::{Cause, Event};
use crate::rules::{Board, Tell, charges, features, guns, launch, orders, torpedoes};
use crate::state::{Flying, HIT, MAX_UNITS, NORTH, Public, SOUTH, Status, UnitId};
use crate::units::Feature;
use admiralty_core::{Dice, Dry, Told};

/// What befalls one unit in Resolution.
#[derive(Clone, Copy, Default)]
pub(super) struct Fate {
    /// Effective hits of guns.
    pub(super) hits: u8,
    /// Structure lost to guns.
    pub(super) gun_damage: u8,
    /// Torpedo hits, and structure lost to them.
    pub(super) torpedoes: u8,
    pub(super) torpedo_damage: u8,
    /// A depth charge sank it.
    pub(super) charged: bool,
}

/// What befalls each unit.
pub(super) type Fates = [Fate; 2 * MAX_UNITS];

/// Takes structure points.
pub(crate) fn damage(p: &mut Public, id: UnitId, lost: u8, tell: Tell<'_>) {
    if lost == 0 {
        return;
    }
    // BG-5-RS3: not below 0. BG-0-UC6: both sides of a submarine share them.
    let unit = p.unit_mut(id);
    let lost = lost.min(unit.sp);
    unit.sp -= lost;
    let sp = unit.sp;
    tell(Told::all(Event::Damaged { unit: id, lost, sp }));
}

/// Takes a sunk unit off the board.
pub(crate) fn sink(p: &mut Public, id: UnitId, tell: Tell<'_>) {
    // BG-2-AD13: the pool of its side is not touched.
    p.unit_mut(id).sp = 0;
    p.unit_mut(id).owed = 0;
    p.lift(id, Status::Sunk);
    launch::release_screens(p, id);
    tell(Told::all(Event::Sunk { unit: id }));
    // BG-4-AC7: squadrons aboard go down with their carrier; those in the air at the end of the round.
    let class = p.unit(id).class();
    if let Some(deck) = p.deck_mut(id) {
        for (slot, flying) in deck.squadrons.iter_mut().enumerate() {
            if *flying == Flying::Aboard {
                *flying = Flying::Lost;
                let plane = crate::state::Plane::at(class, slot);
                tell(Told::all(Event::Ditched { carrier: id, plane }));
            }
        }
    }
}

/// Reveals both lists and resolves them.
pub(crate) fn resolve(t: &mut Board, dice: &mut dyn Dice, tell: Tell<'_>) -> Result<(), Dry> {
    let lists =
        [core::mem::take(&mut t.sides[SOUTH].orders), core::mem::take(&mut t.sides[NORTH].orders)];
    let p = &mut t.public;
    for (side, list) in [SOUTH, NORTH].into_iter().zip(&lists) {
        for order in list {
            // BG-9-HI2: only now are they known.
            tell(Told::reveal(Event::Ordered { by: side, order: *order }));
            orders::each_die(order, |face, n| {
                for _ in 0..n {
                    p.exhaust(side, face);
                }
            });
        }
    }
    // BG-7-FX6: features of both sides before any attack is determined.
    for order in lists.iter().flatten() {
        match *order {
            Order::Fx(unit, feature) => {
                let unit = p.unit_mut(unit);
                unit.used |= feature.bit();
                if feature == Feature::Reload {
                    unit.torpedoes = features::reloaded(unit);
                }
            }
            Order::Rx(unit, feature) => p.unit_mut(unit).used |= feature.bit(),
            _ => {}
        }
    }
    for order in lists.iter().flatten() {
        if let Order::Torp { unit, torpedo_dice, admiral_dice, .. } = *order {
            // BG-4-TO10: spent whatever comes of it; BG-6-SS12: an empty boat stays at 0.
            let unit = p.unit_mut(unit);
            unit.torpedoes = unit.torpedoes.saturating_sub(torpedo_dice + admiral_dice);
        }
    }
    // BG-5-RS1: everything is determined from this position, so BG-4-AT3: whoever
    // is being sunk attacks all the same.
    let mut fates = [Fate::default(); 2 * MAX_UNITS];
    for order in lists.iter().flatten() {
        match *order {
            Order::Art { unit, battery, dice, targets } => {
                let doubled = dice.1.is_some() && targets.1.is_none();
                for target in [Some(targets.0), targets.1].into_iter().flatten() {
                    guns::fire(p, unit, battery, doubled, target, &mut fates, tell);
                }
            }
            Order::Torp { unit, targets, .. } => {
                for target in targets.iter() {
                    torpedoes::torpedo(p, unit, target, &mut fates, tell);
                }
            }
            _ => {}
        }
    }
    charges::charges(p, &lists, &mut fates, dice, tell)?;
    losses(p, &fates, tell);
    Ok(())
}

/// Adds up what each unit loses, then sinks.
fn losses(p: &mut Public, fates: &Fates, tell: Tell<'_>) {
    for (index, fate) in fates.iter().enumerate() {
        let id = UnitId::at(index);
        if !p.knows(id) || !p.unit(id).is_afield() {
            continue;
        }
        let unit = p.unit_mut(id);
        if fate.hits > 0 || fate.torpedoes > 0 {
            unit.flags |= HIT;
        }
        let unit = *unit;
        let mut lost = fate.gun_damage + fate.torpedo_damage;
        // BG-5-RS7: extra losses after all hits are known. BG-5-RS9: they add up.
        let mut extra = |cause| {
            lost += 1;
            tell(Told::all(Event::Extra { unit: id, cause }));
        };
        // BG-7-R7: MAGAZINE if guns cost structure.
        if unit.has_active(Feature::Magazine) && fate.gun_damage > 0 {
            extra(Cause::Magazine);
        }
        // BG-7-R10: VOLATILE if guns hit and torpedoes are left after the launches.
        if unit.has_active(Feature::Volatile) && fate.hits > 0 && unit.torpedoes > 0 {
            extra(Cause::Volatile);
            p.unit_mut(id).torpedoes = 0;
        }
        // BG-7-R6: AVGAS after any such hit of the round, from the air too.
        if unit.has_active(Feature::AvGas) && unit.has(HIT) {
            extra(Cause::AvGas);
        }
        // BG-4-AT2: only now do guns, torpedoes and charges take effect.
        damage(p, id, lost, tell);
        // BG-4-AR6: a token for each effective hit of guns; BG-4-TO4: and for each torpedo.
        p.unit_mut(id).owed = fate.hits + fate.torpedoes;
    }
    for (index, fate) in fates.iter().enumerate() {
        let id = UnitId::at(index);
        // BG-5-RS2: without structure a unit is sunk. BG-4-DC1: so is a charged boat.
        if p.knows(id) && p.unit(id).is_afield() && (p.unit(id).sp == 0 || fate.charged) {
            // BG-5-RS8: its square is free from the next round on; nothing moves before.
            sink(p, id, tell);
        }
    }
}
