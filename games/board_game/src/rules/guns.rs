//! Artillery: spaces, range, value, and the comparison with the armour.

use crate::event::Event;
use crate::illegal::Illegal;
use crate::rules::features;
use crate::rules::orders::enemy;
use crate::rules::resolution::Fates;
use crate::rules::sight::{hidden, sees};
use crate::rules::{Tell, afield};
use crate::setup::CritMode;
use crate::state::{Public, Status, Unit, UnitId};
use crate::units::{Battery, Feature};
use admiralty_core::{Side, Told};

/// Spaces of a battery free of tokens.
pub(crate) fn spaces(p: &Public, unit: &Unit, battery: Battery) -> u8 {
    let tokens = unit.tokens.on(battery.feature());
    unit.class().guns(battery).spaces - closed(p, unit, battery, tokens)
}

/// Dice that so many tokens close on a battery.
pub(crate) fn closed(p: &Public, unit: &Unit, battery: Battery, tokens: u8) -> u8 {
    let printed = unit.class().guns(battery).spaces;
    match p.options.crit {
        // BG-4-CD4: a token closes one space.
        CritMode::Space => tokens.min(printed),
        // BG-4-CD5: or the whole battery.
        CritMode::Feature if tokens > 0 => printed,
        CritMode::Feature => 0,
    }
}

/// Range of a battery with these features in force.
pub(crate) fn range(unit: &Unit, battery: Battery, spotter: bool, roll: bool) -> u8 {
    features::range(battery, unit.class().guns(battery).range, spotter, roll)
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
    let printed = unit.class().guns(battery).value;
    // BG-4-AR9: both spaces on one target double the value.
    let value = if doubled && features::doubles(unit, battery) { 2 * printed } else { printed };
    value + features::rapid(unit, battery)
}

/// One attack of guns.
pub(super) fn fire(
    p: &mut Public,
    id: UnitId,
    battery: Battery,
    doubled: bool,
    target: UnitId,
    fates: &mut Fates,
    tell: Tell<'_>,
) {
    let (unit, enemy) = (p.unit(id), p.unit(target));
    let distance = p.distance(unit.square(), enemy.square());
    let range =
        range(unit, battery, unit.has_active(Feature::Spotter), unit.has_active(Feature::Roll));
    // BG-5-RS10: only ROLL makes an order void, and of a split attack only the part out of range.
    if distance > range {
        tell(Told::all(Event::Void { unit: id, battery, target }));
        return;
    }
    let value = value(unit, battery, doubled);
    let armour = features::armour(enemy, distance);
    // BG-4-AR5: effective from the armour on. BG-4-AR8: below it nothing.
    let effective = value >= armour;
    // BG-4-AR7: above it one structure point, whatever the excess.
    let lost = u8::from(value > armour);
    // BG-4-AR14: each attack is compared by itself.
    let fate = &mut fates[target.index()];
    fate.hits += u8::from(effective);
    fate.gun_damage += lost;
    tell(Told::all(Event::Fired {
        unit: id,
        battery,
        target,
        value,
        armour,
        effective,
        damage: lost,
    }));
}
