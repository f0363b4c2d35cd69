//! Artillery: spaces, range, line of sight, armour, and the comparison.

use crate::board::{Scenery, crossed, is_cut, shut_corner, squares};
use crate::illegal::Illegal;
use crate::rules::features::smoke_bars;
use crate::rules::{afield, enemy};
use crate::setup::CritMode;
use crate::state::{NORTH, Public, SOUTH, Status, Unit, UnitId};
use crate::units::{Battery, Feature};
use admiralty_core::Side;

/// Spaces of a battery free of tokens.
pub(crate) fn spaces(p: &Public, unit: &Unit, battery: Battery) -> u8 {
    let printed = unit.class().guns(battery).spaces;
    let tokens = unit.tokens.on(battery.feature());
    match p.options.crit {
        // BG-4-CD4: a token closes one space.
        CritMode::Space => printed.saturating_sub(tokens),
        // BG-4-CD5: or the whole battery.
        CritMode::Feature if tokens > 0 => 0,
        CritMode::Feature => printed,
    }
}

/// Range of a battery with these features in force.
pub(crate) fn range(unit: &Unit, battery: Battery, spotter: bool, roll: bool) -> u8 {
    let range = unit.class().guns(battery).range;
    // BG-7-G15: SPOTTER reaches one further, ART1 only. BG-7-R9: ROLL one less.
    let main = battery == Battery::Main;
    (range + u8::from(main && spotter)).saturating_sub(u8::from(main && roll))
}

/// The squares with surface units that conceal a unit of this printed structure.
fn concealing(p: &Public, sp: u8) -> u64 {
    let mut set = 0;
    // BG-4-LS6: units of both sides.
    for side in [SOUTH, NORTH] {
        for (_, unit) in p.of_side(side) {
            // BG-4-LS5: equal or greater structure conceals. BG-4-LS7: the printed figure counts.
            // BG-4-LS8: submerged boats (and squadrons) conceal nothing.
            if unit.is_afloat() && unit.class().sp >= sp {
                set |= unit.square().bit();
            }
        }
    }
    set
}

/// Is the line of sight open?
pub(crate) fn sees(p: &Public, unit: &Unit, target: &Unit, radar: bool) -> bool {
    let (from, to) = (unit.square(), target.square());
    // BG-0-IS2: Islands block. BG-0-SB2: Sand Banks do not. BG-0-SH6: nor do Shallow Waters.
    let islands = p.sea.of(Scenery::Island);
    if radar {
        // BG-7-G13: RADAR ignores fog, smoke and units. BG-7-G14: but not Islands.
        return !is_cut(from, to, islands);
    }
    // BG-0-FG2, BG-4-LS2: fog blocks like an Island. BG-4-LS3: so does a concealing unit.
    let mut blocking = islands | p.sea.of(Scenery::Fog) | concealing(p, target.class().sp);
    if p.smoke != 0 && p.distance(from, to) >= 2 {
        if (from.bit() | to.bit()) & p.smoke != 0 {
            return false;
        }
        blocking |= p.smoke;
    }
    !is_cut(from, to, blocking)
}

/// Why the line of sight is not open.
fn hidden(p: &Public, id: UnitId, target: UnitId, radar: bool) -> Illegal {
    let unit = id;
    let (from, to) = (p.unit(id).square(), p.unit(target).square());
    let islands = p.sea.of(Scenery::Island);
    let ground = if radar { islands } else { islands | p.sea.of(Scenery::Fog) };
    let crossed = crossed(from, to);
    if let Some(square) = squares(crossed & ground).next() {
        return Illegal::Blocked { unit, target, square };
    }
    if !radar && smoke_bars(p, from, to) {
        return Illegal::InSmoke { unit, target };
    }
    let units = if radar { 0 } else { concealing(p, p.unit(target).class().sp) };
    if let Some(by) = squares(crossed & units).find_map(|square| p.surface_at(square)) {
        return Illegal::Concealed { unit, target, by };
    }
    // BG-4-LS4: what is left is a corner both of whose squares block.
    let smoke = if radar { 0 } else { p.smoke };
    match shut_corner(from, to, ground | units | smoke) {
        Some((one, other)) => Illegal::CornerShut { unit, target, one, other },
        None => Illegal::Blocked { unit, target, square: to },
    }
}

/// May the unit fire a battery at all?
pub(crate) fn may_fire(p: &Public, id: UnitId, battery: Battery) -> Result<(), Illegal> {
    let unit = p.unit(id);
    // BG-4-AR17: no guns below the surface.
    if unit.status == Status::Submerged {
        return Err(Illegal::GunsBelow { unit: id });
    }
    afield(id, unit)?;
    if unit.class().guns(battery).spaces == 0 {
        return Err(Illegal::NoBattery { unit: id, battery });
    }
    // BG-0-FG4: none from fog.
    if p.in_fog(unit) { Err(Illegal::GunsInFog { unit: id }) } else { Ok(()) }
}

/// Is the target one for this battery?
// BG-4-AR16: headings play no part.
pub(crate) fn is_target(
    p: &Public,
    id: UnitId,
    battery: Battery,
    target: UnitId,
    spotter: bool,
    radar: bool,
) -> bool {
    let (unit, enemy) = (p.unit(id), p.unit(target));
    enemy.is_afloat()
        && !p.in_fog(enemy)
        && p.distance(unit.square(), enemy.square()) <= range(unit, battery, spotter, false)
        && sees(p, unit, enemy, radar)
}

/// May the battery fire at this target?
pub(crate) fn may_target(
    p: &Public,
    side: Side,
    id: UnitId,
    battery: Battery,
    target: UnitId,
    spotter: bool,
    radar: bool,
) -> Result<(), Illegal> {
    let (unit, enemy) = (p.unit(id), enemy(p, side, target)?);
    afield(target, enemy)?;
    if !enemy.is_afloat() {
        return Err(Illegal::GunTargetBelow { target });
    }
    // BG-0-FG6: none in fog.
    if p.in_fog(enemy) {
        return Err(Illegal::GunTargetFog { target });
    }
    // BG-4-AR1: in range and in sight. BG-4-AR10: two dice do not change the range.
    let (distance, range) =
        (p.distance(unit.square(), enemy.square()), range(unit, battery, spotter, false));
    if distance > range {
        return Err(Illegal::OutOfRange { unit: id, battery, target, distance, range });
    }
    if !sees(p, unit, enemy, radar) {
        return Err(hidden(p, id, target, radar));
    }
    Ok(())
}

/// Value of an attack with the features in force.
pub(crate) fn value(unit: &Unit, battery: Battery, doubled: bool) -> u8 {
    let main = battery == Battery::Main;
    let printed = unit.class().guns(battery).value;
    // BG-4-AR9: both spaces on one target double the value.
    // BG-7-R8: under TURRETS those of ART1 do not.
    let value =
        if doubled && !(main && unit.has_active(Feature::Turrets)) { 2 * printed } else { printed };
    // BG-7-G16: RAPID adds one to ART1 after doubling.
    value + u8::from(main && unit.has_active(Feature::Rapid))
}

/// Armour of a unit against guns fired from this distance.
pub(crate) fn armour(unit: &Unit, distance: u8) -> u8 {
    // BG-7-G6: EVADE adds one (torpedoes never ask for armour).
    // BG-7-R5: THINDECK takes one from distance 4 on.
    (unit.class().arm + u8::from(unit.has_active(Feature::Evade)))
        .saturating_sub(u8::from(distance >= 4 && unit.has_active(Feature::ThinDeck)))
}
