//! Special features: who may activate what, when, what happens at once, and what becomes of
//! the figures of a card.

use crate::action::{Action, FxArg, Pick};
use crate::board::{Square, neighbours, squares};
use crate::event::Event;
use crate::illegal::Illegal;
use crate::rules::dice::Face;
use crate::rules::submarines::may_dive;
use crate::rules::{Choices, Tell, afield, critical, known, launch, no_feature};
use crate::state::{LAUNCHED, Public, Status, Unit, UnitId};
use crate::units::{Battery, Feature, GREEN, RED, Window, features, window};
use admiralty_core::{Side, Told};

/// Has the side an Admiral die for this?
fn admiral(p: &Public, side: Side) -> Result<(), Illegal> {
    // BG-2-AS5: green and red features take Admiral dice only.
    if p.dice(side, Face::X) == 0 { Err(Illegal::NoAdmiral) } else { Ok(()) }
}

/// May the owner activate the feature in this window, its own conditions apart?
pub(crate) fn may_green(
    p: &Public,
    side: Side,
    when: Window,
    id: UnitId,
    feature: Feature,
) -> Result<(), Illegal> {
    let unit = known(p, id)?;
    if id.side() != side {
        return Err(Illegal::EnemyAdmiral { unit: id });
    }
    afield(id, unit)?;
    // BG-2-AS3: a green feature of an own unit. BG-2-AS6: never an own red one.
    if !feature.is_green() {
        return Err(Illegal::NotGreen { unit: id, feature });
    }
    if unit.printed() & feature.bit() == 0 {
        return Err(no_feature(id, unit, feature));
    }
    if window(when) & feature.bit() == 0 {
        return Err(Illegal::OutsideWindow { feature });
    }
    // BG-7-FX2: once a round.
    if unit.has_active(feature) {
        return Err(Illegal::UsedAlready { unit: id, feature });
    }
    // BG-4-CD11: not under a token.
    if unit.tokens.on(feature) > 0 {
        return Err(Illegal::Disabled { unit: id, feature });
    }
    // BG-7-R3: SIGNALS bars every Admiral die of the owner.
    if unit.has_active(Feature::Signals) {
        return Err(Illegal::UnderSignals { unit: id });
    }
    Ok(())
}

/// May the side activate a red feature of this unit in this window?
pub(crate) fn may_red(
    p: &Public,
    side: Side,
    when: Window,
    id: UnitId,
    feature: Feature,
) -> Result<(), Illegal> {
    let unit = known(p, id)?;
    // BG-2-AS4: a red feature of an enemy unit. BG-2-AS6: of no own unit.
    if id.side() == side || !feature.is_red() {
        return Err(Illegal::NotRed { unit: id, feature });
    }
    // BG-7-FX5: any enemy unit on the battlefield, without range or sight.
    if !unit.is_afield() {
        return Err(Illegal::RedTarget { unit: id });
    }
    if unit.printed() & feature.bit() == 0 {
        return Err(no_feature(id, unit, feature));
    }
    if window(when) & feature.bit() == 0 {
        return Err(Illegal::OutsideWindow { feature });
    }
    if unit.has_active(feature) {
        return Err(Illegal::UsedAlready { unit: id, feature });
    }
    Ok(())
}

/// Where a unit may lay smoke.
fn smoke_squares(p: &Public, unit: &Unit) -> u64 {
    // BG-7-G1: its own square or an adjacent one.
    unit.square().bit() | neighbours(p.metric(), unit.square())
}

/// Has the unit a token on this feature now?
fn has_token(unit: &Unit, feature: Feature) -> bool {
    unit.tokens.on(feature) > 0
}

/// May the feature be used on this?
fn may_use(p: &Public, id: UnitId, feature: Feature, arg: FxArg) -> Result<(), Illegal> {
    let unit = p.unit(id);
    match (feature, arg) {
        (Feature::Smoke, FxArg::Square(square)) => {
            if smoke_squares(p, unit) & square.bit() == 0 {
                return Err(Illegal::SmokeReach { unit: id, square });
            }
            Ok(())
        }
        // BG-7-FX8: DAMCON needs lost structure or a token, CRASHDIVE a boat that
        // may dive, DECKLOAD a carrier that has not launched; others need nothing.
        (Feature::DamCon, FxArg::Sp) if unit.sp < unit.class().sp => Ok(()),
        (Feature::DamCon, FxArg::Token(f)) if !f.is_red() && has_token(unit, f) => Ok(()),
        (Feature::DamCon, FxArg::Sp | FxArg::Token(_)) => Err(Illegal::NothingToMend { unit: id }),
        (Feature::CrashDive, FxArg::None) => match may_dive(p, id, unit, unit.square()) {
            Err(slow @ Illegal::SlowToDive { .. }) => Err(slow),
            Err(_) => Err(Illegal::CannotCrashDive { unit: id }),
            Ok(()) => Ok(()),
        },
        (Feature::DeckLoad, FxArg::None) if unit.has(LAUNCHED) => {
            Err(Illegal::LaunchedBefore { unit: id })
        }
        (Feature::Smoke | Feature::DamCon, _) => Err(Illegal::NoChoice { feature }),
        (_, FxArg::None) => Ok(()),
        _ => Err(Illegal::NoChoice { feature }),
    }
}

/// May the action be taken?
pub(crate) fn check_green(
    p: &Public,
    side: Side,
    when: Window,
    id: UnitId,
    feature: Feature,
    arg: FxArg,
) -> Result<(), Illegal> {
    may_green(p, side, when, id, feature)?;
    admiral(p, side)?;
    may_use(p, id, feature, arg)
}

/// May the action be taken?
pub(crate) fn check_red(
    p: &Public,
    side: Side,
    when: Window,
    id: UnitId,
    feature: Feature,
) -> Result<(), Illegal> {
    may_red(p, side, when, id, feature)?;
    admiral(p, side)
}

/// Could DAMCON do anything?
fn can_mend(unit: &Unit) -> bool {
    unit.sp < unit.class().sp || !unit.tokens.is_empty()
}

/// Every special feature the side may activate now.
pub(crate) fn menu_root(p: &Public, side: Side, when: Window, out: &mut Choices) {
    if p.dice(side, Face::X) == 0 {
        return;
    }
    let open = window(when);
    for (id, unit) in p.afield(side) {
        let set =
            unit.printed() & open & GREEN & !unit.used & !u64::from(unit.tokens.0 & 0x3f_ffff);
        if set == 0 || unit.has_active(Feature::Signals) {
            continue;
        }
        for feature in features(set) {
            match feature {
                Feature::Smoke => out.on(Pick::Fx(id, feature)),
                Feature::DamCon if can_mend(unit) => out.on(Pick::Fx(id, feature)),
                Feature::DamCon => {}
                _ if may_use(p, id, feature, FxArg::None).is_ok() => {
                    out.to(
                        Pick::Fx(id, feature),
                        Action::Fx { unit: id, feature, arg: FxArg::None },
                    );
                }
                _ => {}
            }
        }
    }
    for (id, unit) in p.afield(side.other()) {
        for feature in features(unit.printed() & open & RED & !unit.used) {
            out.to(Pick::Rx(id, feature), Action::Rx { unit: id, feature });
        }
    }
}

/// Is there any special feature the side may activate now?
pub(crate) fn has_any(p: &Public, side: Side, when: Window) -> bool {
    if p.dice(side, Face::X) == 0 {
        return false;
    }
    let open = window(when);
    let green = p.afield(side).any(|(id, unit)| {
        let set =
            unit.printed() & open & GREEN & !unit.used & !u64::from(unit.tokens.0 & 0x3f_ffff);
        !unit.has_active(Feature::Signals)
            && features(set).any(|feature| match feature {
                Feature::Smoke => true,
                Feature::DamCon => can_mend(unit),
                _ => may_use(p, id, feature, FxArg::None).is_ok(),
            })
    });
    green || p.afield(side.other()).any(|(_, unit)| unit.printed() & open & RED & !unit.used != 0)
}

/// What may follow the pick of a feature.
pub(crate) fn menu(p: &Public, side: Side, id: UnitId, feature: Feature, out: &mut Choices) {
    if check_green(p, side, Window::Movement, id, feature, FxArg::None)
        .is_err_and(|why| !matches!(why, Illegal::NoChoice { .. }))
    {
        return;
    }
    let unit = p.unit(id);
    let action = |arg| Action::Fx { unit: id, feature, arg };
    match feature {
        Feature::Smoke => {
            for square in squares(smoke_squares(p, unit)) {
                out.to(Pick::Square(square), action(FxArg::Square(square)));
            }
        }
        Feature::DamCon => {
            if unit.sp < unit.class().sp {
                out.to(Pick::Sp, action(FxArg::Sp));
            }
            for f in features(u64::from(unit.tokens.0 & 0x3f_ffff)) {
                out.to(Pick::Feature(f), action(FxArg::Token(f)));
            }
        }
        _ => {}
    }
}

/// Activates a green feature as an action of its own.
pub(crate) fn apply_green(
    p: &mut Public,
    id: UnitId,
    feature: Feature,
    arg: FxArg,
    tell: Tell<'_>,
) {
    // BG-7-FX1: one Admiral die. BG-7-FX3: `used` is cleared at the end of the round.
    p.exhaust(id.side(), Face::X);
    p.unit_mut(id).used |= feature.bit();
    tell(Told::all(Event::Green { unit: id, feature }));
    match (feature, arg) {
        (Feature::Smoke, FxArg::Square(square)) => {
            p.smoke |= square.bit();
            tell(Told::all(Event::Smoke { square }));
        }
        // BG-7-G7: a token off, usable at once, or a structure point.
        (_, FxArg::Sp) => {
            let unit = p.unit_mut(id);
            unit.sp = (unit.sp + 1).min(unit.class().sp);
            let sp = unit.sp;
            tell(Told::all(Event::Mended { unit: id, sp }));
        }
        (_, FxArg::Token(token)) => {
            p.unit_mut(id).tokens.remove(token);
            let one_of = critical::one_of(p, p.unit(id), token);
            tell(Told::all(Event::TokenOff { unit: id, feature: token, one_of }));
        }
        // BG-7-G8: under at once, without a die; it may still move.
        (Feature::CrashDive, _) => {
            let (square, heading) = (p.unit(id).square(), p.unit(id).heading);
            p.lift(id, Status::Submerged);
            p.place(id, Status::Submerged, square, heading);
            launch::release_screens(p, id);
            tell(Told::all(Event::CrashDived { unit: id }));
        }
        _ => {}
    }
}

/// Activates a red feature as an action of its own.
pub(crate) fn apply_red(p: &mut Public, id: UnitId, feature: Feature, tell: Tell<'_>) {
    p.exhaust(id.side().other(), Face::X);
    p.unit_mut(id).used |= feature.bit();
    tell(Told::all(Event::Red { unit: id, feature }));
}

/// The square under smoke that bars artillery between two squares, if any.
pub(crate) fn smoke_bars(p: &Public, from: Square, to: Square) -> bool {
    // BG-7-G3: distance 1 is never barred; torpedoes, charges and aircraft never ask.
    // BG-7-G2: out of, into or through smoke.
    p.smoke != 0
        && p.distance(from, to) >= 2
        && ((from.bit() | to.bit()) & p.smoke != 0
            || crate::rules::sight::is_cut(from, to, p.smoke))
}

/// Points of movement as features change them.
pub(crate) fn speed(unit: &Unit, mut points: u8) -> u8 {
    // BG-7-G5: FLANK adds one.
    if unit.has_active(Feature::Flank) {
        points += 1;
    }
    // BG-7-R1: ENGINE takes one, not below none.
    if unit.has_active(Feature::Engine) {
        points = points.saturating_sub(1);
    }
    points
}

/// The range of a battery as features change it.
pub(crate) fn range(battery: Battery, range: u8, spotter: bool, roll: bool) -> u8 {
    // BG-7-G15: SPOTTER reaches one further, ART1 only. BG-7-R9: ROLL one less.
    let main = battery == Battery::Main;
    (range + u8::from(main && spotter)).saturating_sub(u8::from(main && roll))
}

/// Do two dice on one target double the value of this battery?
pub(crate) fn doubles(unit: &Unit, battery: Battery) -> bool {
    // BG-7-R8: under TURRETS those of ART1 do not.
    !(battery == Battery::Main && unit.has_active(Feature::Turrets))
}

/// What is added to the value of an attack, after doubling.
pub(crate) fn rapid(unit: &Unit, battery: Battery) -> u8 {
    // BG-7-G16: RAPID adds one to ART1.
    u8::from(battery == Battery::Main && unit.has_active(Feature::Rapid))
}

/// Armour against guns fired from this distance.
pub(crate) fn armour(unit: &Unit, distance: u8) -> u8 {
    // BG-7-G6: EVADE adds one (torpedoes never ask for armour).
    // BG-7-R5: THINDECK takes one from distance 4 on.
    (unit.class().arm + u8::from(unit.has_active(Feature::Evade)))
        .saturating_sub(u8::from(distance >= 4 && unit.has_active(Feature::ThinDeck)))
}

/// Armour against dive bombers.
pub(crate) fn deck_armour(unit: &Unit) -> u8 {
    // BG-7-FX7: printed, +1 EVADE, -1 THINDECK, not below 0; as against guns from afar.
    armour(unit, u8::MAX)
}

/// An anti-aircraft figure as features change it.
pub(crate) fn flak(unit: &Unit, mut figure: u8) -> u8 {
    // BG-7-G10: FLAK adds two.
    if unit.has_active(Feature::Flak) {
        figure += 2;
    }
    // BG-7-R4: WEAKAA takes one, not below none.
    if unit.has_active(Feature::WeakAa) {
        figure = figure.saturating_sub(1);
    }
    figure
}

/// Torpedoes at hand after RELOAD.
pub(crate) fn reloaded(unit: &Unit) -> u8 {
    // BG-7-G19: two come back before launching, up to the printed figure.
    (unit.torpedoes + 2).min(unit.class().torp)
}
