//! Critical damage: tokens that close features in the next round.

use crate::action::{Action, Pick};
use crate::event::Event;
use crate::illegal::Illegal;
use crate::rules::{Choices, Tell, no_feature};
use crate::setup::CritMode;
use crate::state::{Public, Unit, UnitId};
use crate::units::{Battery, Feature, RED, features};
use admiralty_core::{Side, Told};

/// How many tokens a feature takes for one round.
fn room(p: &Public, unit: &Unit, feature: Feature) -> u8 {
    match feature {
        // BG-4-CD4: a battery takes one per space; BG-4-CD5: or one closes it all.
        Feature::Art1 if p.options.crit == CritMode::Space => {
            unit.class().guns(Battery::Main).spaces
        }
        Feature::Art2 if p.options.crit == CritMode::Space => {
            unit.class().guns(Battery::Secondary).spaces
        }
        // BG-4-CD6: everything else one.
        _ => 1,
    }
}

/// The dice of a battery of which a token closes one; none where it closes all of the feature.
pub(crate) fn one_of(p: &Public, unit: &Unit, feature: Feature) -> u8 {
    match room(p, unit, feature) {
        1 => 0,
        dice => dice,
    }
}

/// May a token for the next round go there?
fn takes(p: &Public, unit: &Unit, feature: Feature) -> bool {
    // BG-4-CD13: the flag is no feature, so it is never among the printed ones.
    unit.printed() & feature.bit() & !RED != 0 && unit.next.on(feature) < room(p, unit, feature)
}

/// The features that take a token.
fn options<'a>(p: &'a Public, unit: &'a Unit) -> impl Iterator<Item = Feature> + 'a {
    features(unit.printed() & !RED).filter(move |feature| takes(p, unit, *feature))
}

/// Drops tokens that find no feature; is any left to place on the unit?
pub(crate) fn settle(p: &mut Public, id: UnitId, tell: Tell<'_>) -> bool {
    let unit = *p.unit(id);
    if unit.owed == 0 {
        return false;
    }
    if options(p, &unit).next().is_none() {
        // BG-4-CD7: lost.
        for _ in 0..unit.owed {
            tell(Told::all(Event::TokenLost { unit: id }));
        }
        p.unit_mut(id).owed = 0;
        return false;
    }
    true
}

/// May the side place a token there?
pub(crate) fn check(p: &Public, side: Side, id: UnitId, feature: Feature) -> Result<(), Illegal> {
    // BG-4-CD1: the attacker chooses, where a token is owed.
    if !p.knows(id) || id.side() == side || p.unit(id).owed == 0 {
        return Err(Illegal::NoToken { unit: id });
    }
    // BG-4-CD2: black or green.
    if feature.is_red() {
        return Err(Illegal::TokenOnRed { feature });
    }
    let unit = p.unit(id);
    if unit.printed() & feature.bit() == 0 {
        return Err(no_feature(id, unit, feature));
    }
    if !takes(p, unit, feature) {
        return Err(Illegal::TokenFull { unit: id, feature });
    }
    Ok(())
}

/// Every token the side may place now.
pub(crate) fn each_option(p: &Public, side: Side, mut each: impl FnMut(UnitId, Feature)) {
    for (id, unit) in p.of_side(side.other()) {
        if unit.owed > 0 {
            for feature in options(p, unit) {
                each(id, feature);
            }
        }
    }
}

/// The tokens as a menu.
pub(crate) fn menu(p: &Public, side: Side, out: &mut Choices) {
    each_option(p, side, |unit, feature| {
        out.to(Pick::Token(unit, feature), Action::Crit(unit, feature));
    });
}

/// Places one.
pub(crate) fn apply(p: &mut Public, id: UnitId, feature: Feature, tell: Tell<'_>) {
    // BG-4-CD3: it binds in the next round only. BG-4-CD14: whatever binds now.
    let one_of = one_of(p, p.unit(id), feature);
    let unit = p.unit_mut(id);
    unit.next.add(feature);
    unit.owed -= 1;
    tell(Told::all(Event::Token { unit: id, feature, one_of }));
}
