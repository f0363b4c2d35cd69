//! What each weapon can be ordered to do, target by target: what a player points at.

use crate::board::{Dir, Square};
use crate::illegal::Illegal;
use crate::rules::dice::{Face, Symbol};
use crate::rules::{Does, charges, features, guns, torpedoes};
use crate::state::{Public, Unit, UnitId};
use crate::units::{Battery, Feature, Window};
use admiralty_core::Side;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Which weapon of a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum With {
    /// A battery.
    Guns(Battery),
    /// Torpedoes.
    Tubes,
    /// Depth charges.
    Charges,
}

/// A weapon that has a target.
pub(crate) struct Weapon {
    /// Whose it is.
    pub unit: UnitId,
    /// Which.
    pub with: With,
    /// How many dice it takes.
    pub most: u8,
    /// The faces that serve it, the cheapest first.
    pub dice: Vec<Face>,
    /// What it can be aimed at.
    pub targets: Vec<Aimed>,
    /// What lies in range and cannot be seen, and why.
    pub hidden: Vec<(UnitId, Illegal)>,
}

/// A target of a weapon.
pub(crate) struct Aimed {
    /// The enemy.
    pub unit: UnitId,
    /// The feature without which it is out of reach.
    pub needs: Option<Feature>,
    /// What comes of one die, of two, and so on, unless a feature of the orders changes it.
    pub does: Vec<Does>,
}

/// May the feature still be ordered?
fn spare(p: &Public, side: Side, id: UnitId, feature: Feature) -> bool {
    p.dice(side, Face::X) > 0 && features::may_green(p, side, Window::Orders, id, feature).is_ok()
}

/// The faces of the pool that serve a symbol on this unit, Admiral dice last.
fn serving(p: &Public, side: Side, unit: &Unit, symbol: Symbol) -> Vec<Face> {
    // AF before AD: the depth charge of AD serves nothing else.
    [Face::TM, Face::AF, Face::AD, Face::X]
        .into_iter()
        .filter(|face| match face {
            Face::X => !unit.has_active(Feature::Signals),
            face => face.shows(symbol),
        })
        .filter(|face| p.dice(side, *face) > 0)
        .collect()
}

/// May a star of the enemy still wake this weakness of the unit, in orders that nobody has seen?
fn weak(p: &Public, side: Side, id: UnitId, feature: Feature) -> bool {
    let enemy = side.other();
    p.dice(enemy, Face::X) > 0 && features::may_red(p, enemy, Window::Orders, id, feature).is_ok()
}

fn shot(p: &Public, unit: &Unit, battery: Battery, target: &Unit, dice: u8) -> Does {
    let value = guns::value(unit, battery, dice > 1);
    let armour = features::armour(target, p.distance(unit.square(), target.square()));
    let loses = u8::from(value > armour);
    let tokens = u8::from(value >= armour);
    Does { value, armour, tokens, loses, sinks: loses >= target.sp, unless: 0 }
}

fn battery(p: &Public, side: Side, id: UnitId, battery: Battery) -> Option<Weapon> {
    let unit = p.unit(id);
    guns::may_fire(p, id, battery).ok()?;
    let most = guns::spaces(p, unit, battery);
    let dice = serving(p, side, unit, Symbol::Artillery);
    if most == 0 || dice.is_empty() {
        return None;
    }
    let main = battery == Battery::Main;
    let spotter = main && spare(p, side, id, Feature::Spotter);
    let radar = spare(p, side, id, Feature::Radar);
    let (roll, turrets) =
        (main && weak(p, side, id, Feature::Roll), main && weak(p, side, id, Feature::Turrets));
    let (mut targets, mut hidden) = (Vec::new(), Vec::new());
    for (target, enemy) in p.afield(side.other()) {
        let may = |spotter, radar| guns::may_target(p, side, id, battery, target, spotter, radar);
        let needs = match may(false, false) {
            Ok(()) => None,
            Err(_) if spotter && may(true, false).is_ok() => Some(Feature::Spotter),
            Err(_) if radar && may(false, true).is_ok() => Some(Feature::Radar),
            Err(why) if is_hidden(&why) => {
                hidden.push((target, why));
                continue;
            }
            Err(_) => continue,
        };
        let distance = p.distance(unit.square(), enemy.square());
        let short = distance > guns::range(unit, battery, needs == Some(Feature::Spotter), true);
        let single = shot(p, unit, battery, enemy, 1);
        let does = (1..=most)
            .map(|n| {
                let does = shot(p, unit, battery, enemy, n);
                let less = (single.tokens, single.loses) != (does.tokens, does.loses);
                let falls_short = roll && short && does.tokens > 0;
                let unless = if falls_short { Feature::Roll.bit() } else { 0 }
                    | if turrets && less { Feature::Turrets.bit() } else { 0 };
                Does { unless, ..does }
            })
            .collect();
        targets.push(Aimed { unit: target, needs, does });
    }
    Some(Weapon { unit: id, with: With::Guns(battery), most, dice, targets, hidden })
}

/// What a unit would see from another square, as all others stand now.
#[derive(Default)]
pub(crate) struct Outlook {
    /// Whom her guns would reach and see.
    pub aims: Vec<UnitId>,
    /// Who is in range of them and hidden, and by what.
    pub hides: Vec<(UnitId, Illegal)>,
}

/// The unit as it would stand elsewhere.
fn moved(p: &Public, id: UnitId, at: Square, heading: Dir) -> Public {
    let mut there = p.clone();
    let status = p.unit(id).status;
    there.lift(id, status);
    there.place(id, status, at, heading);
    there
}

/// The batteries that take a die.
fn armed(p: &Public, unit: &Unit) -> impl Iterator<Item = Battery> {
    let open = [Battery::Main, Battery::Secondary].map(|one| (one, guns::spaces(p, unit, one) > 0));
    open.into_iter().filter_map(|(battery, open)| open.then_some(battery))
}

/// Is something in the way?
const fn is_hidden(why: &Illegal) -> bool {
    matches!(
        why,
        Illegal::Blocked { .. }
            | Illegal::InSmoke { .. }
            | Illegal::Concealed { .. }
            | Illegal::CornerShut { .. }
    )
}

/// What is in the way, in short: it is said of every square a unit can reach.
pub(crate) fn in_the_way(why: &Illegal) -> String {
    match why {
        Illegal::Blocked { square, .. } => square.to_string(),
        Illegal::Concealed { by, .. } => by.to_string(),
        Illegal::CornerShut { one, other, .. } => format!("{one} {other}"),
        _ => "smoke".into(),
    }
}

/// What she would see from there.
pub(crate) fn outlook(p: &Public, side: Side, id: UnitId, at: Square) -> Outlook {
    let unit = *p.unit(id);
    let mut found = Outlook::default();
    if !unit.is_afloat() {
        return found;
    }
    let there = moved(p, id, at, unit.heading);
    if armed(p, &unit).all(|battery| guns::may_fire(&there, id, battery).is_err()) {
        return found;
    }
    for (target, _) in p.afield(side.other()) {
        let mut hides = None;
        let aims = armed(p, &unit).any(|battery| {
            match guns::may_target(&there, side, id, battery, target, false, false) {
                Ok(()) => true,
                Err(why) if is_hidden(&why) => {
                    hides = Some(why);
                    false
                }
                Err(_) => false,
            }
        });
        if aims {
            found.aims.push(target);
        } else if let Some(why) = hides {
            found.hides.push((target, why));
        }
    }
    found
}

/// Whom her torpedoes would reach from there with the bow like that.
pub(crate) fn abeam(p: &Public, side: Side, id: UnitId, at: Square, heading: Dir) -> Vec<UnitId> {
    let unit = p.unit(id);
    let near = p.afield(side.other()).any(|(_, enemy)| p.distance(at, enemy.square()) == 1);
    if !near || torpedoes::most(unit, false) == 0 {
        return Vec::new();
    }
    let there = moved(p, id, at, heading);
    if torpedoes::may_launch(&there, id).is_err() {
        return Vec::new();
    }
    p.afield(side.other())
        .map(|(target, _)| target)
        .filter(|target| torpedoes::may_target(&there, side, id, *target, false).is_ok())
        .collect()
}

/// Why a unit has nothing to order: `hidden`, what could be hit is out of sight; `die`, nothing is there to
/// pay with; `range`, nobody is in reach.
pub(crate) fn idle(p: &Public, side: Side, id: UnitId) -> &'static str {
    let unit = p.unit(id);
    let (mut reach, mut hidden) = (false, false);
    for (target, _) in p.afield(side.other()) {
        for battery in armed(p, unit).filter(|battery| guns::may_fire(p, id, *battery).is_ok()) {
            match guns::may_target(p, side, id, battery, target, false, false) {
                Ok(()) => reach = true,
                Err(why) => hidden |= is_hidden(&why),
            }
        }
        reach |= torpedoes::most(unit, false) > 0
            && torpedoes::may_launch(p, id).is_ok()
            && torpedoes::may_target(p, side, id, target, false).is_ok();
        reach |= charges::may_drop(p, id).is_ok()
            && charges::may_target(p, side, id, target, false).is_ok();
    }
    match (reach, hidden) {
        (true, _) => "die",
        (false, true) => "hidden",
        _ => "range",
    }
}

fn tubes(p: &Public, side: Side, id: UnitId) -> Option<Weapon> {
    let unit = p.unit(id);
    torpedoes::may_launch(p, id).ok()?;
    let dice = serving(p, side, unit, Symbol::Torpedo);
    let reload = spare(p, side, id, Feature::Reload);
    let (now, then) = (torpedoes::most(unit, false), torpedoes::most(unit, reload));
    let most = if now == 0 { then } else { now };
    if most == 0 || dice.is_empty() {
        return None;
    }
    let lance = spare(p, side, id, Feature::Lance);
    let duds = weak(p, side, id, Feature::Duds);
    let mut targets = Vec::new();
    for (target, enemy) in p.afield(side.other()) {
        let may = |lance| torpedoes::may_target(p, side, id, target, lance).is_ok();
        let needs = match (may(false), now == 0) {
            (true, false) => None,
            (true, true) => Some(Feature::Reload),
            (false, false) if lance && may(true) => Some(Feature::Lance),
            _ => continue,
        };
        // BG-4-TO4: armour is no help; each torpedo costs a point and places a token.
        let does = (1..=most)
            .map(|n| {
                let loses = if unit.has_active(Feature::Duds) { 0 } else { n };
                let unless = if duds { Feature::Duds.bit() } else { 0 };
                Does { tokens: n, loses, sinks: loses >= enemy.sp, unless, ..Does::default() }
            })
            .collect();
        targets.push(Aimed { unit: target, needs, does });
    }
    Some(Weapon { unit: id, with: With::Tubes, most, dice, targets, hidden: Vec::new() })
}

fn racks(p: &Public, side: Side, id: UnitId) -> Option<Weapon> {
    let unit = p.unit(id);
    charges::may_drop(p, id).ok()?;
    let dice = serving(p, side, unit, Symbol::DepthCharge);
    if dice.is_empty() {
        return None;
    }
    let asdic = spare(p, side, id, Feature::Asdic);
    let mut targets = Vec::new();
    for (target, enemy) in p.afield(side.other()) {
        let may = |far| charges::may_target(p, side, id, target, far).is_ok();
        let noisy = || {
            p.dice(side, Face::X) > 0
                && features::may_red(p, side, Window::Orders, target, Feature::Noisy).is_ok()
        };
        let needs = match may(false) {
            true => None,
            false if !may(true) => continue,
            false if asdic => Some(Feature::Asdic),
            false if noisy() => Some(Feature::Noisy),
            false => continue,
        };
        let sinks = !enemy.has_active(Feature::Deep);
        let does = [Does { loses: if sinks { enemy.sp } else { 0 }, sinks, ..Does::default() }];
        targets.push(Aimed { unit: target, needs, does: does.into() });
    }
    Some(Weapon { unit: id, with: With::Charges, most: 1, dice, targets, hidden: Vec::new() })
}

/// Every weapon of the side that has a target, or something hidden in its range.
pub(crate) fn all(p: &Public, side: Side) -> Vec<Weapon> {
    let mut list = Vec::new();
    for (id, _) in p.afield(side) {
        list.extend(battery(p, side, id, Battery::Main));
        list.extend(battery(p, side, id, Battery::Secondary));
        list.extend(tubes(p, side, id));
        list.extend(racks(p, side, id));
    }
    list.retain(|weapon| !weapon.targets.is_empty() || !weapon.hidden.is_empty());
    list
}
