//! What whoever is to decide can do, laid out unit by unit: a page lights it up
//! at once, and every action that can be put together from it is legal.

mod reach;
mod weapons;

use self::reach::{Way, end_of};
use self::weapons::{Weapon, With};
use super::{FEATURE, PLANE, SQUARE, Seen, UNIT};
use crate::action::{Action, Pick};
use crate::board::{Dir, neighbours, squares};
use crate::rules::dice::Face;
use crate::rules::{Choices, Does, bombs, features, flak, launch, orders, repair, strike};
use crate::state::{Phase, PlaneKind, Public, Status, UnitId, seat_of};
use crate::text::actions::{arg_text, path_text};
use crate::units::{Feature, Window, features as feature_set};
use admiralty_core::{Doc, Field, Leads, Shape, Side};
use alloc::string::{String, ToString};
use alloc::vec::Vec;

const REACH: Shape = Shape::Map(&[
    Field::new("at", SQUARE, "the square"),
    Field::new("cost", Shape::Int, "the fewest points it takes"),
    Field::new("first", Shape::Text, "the end that is reached with the fewest points"),
    Field::new(
        "ways",
        Shape::Dict(&Shape::Text),
        "the path for each end: a heading, below, dive, upN, exit",
    ),
    Field::optional("aims", Shape::Text, "the enemies whom her guns reach and see from there"),
    Field::optional(
        "hides",
        Shape::Dict(&Shape::Text),
        "the enemies in range whom she does not see from there, and what is in the way: a unit, one \
         square, two that shut a corner, or smoke",
    ),
    Field::optional(
        "abeam",
        Shape::Dict(&Shape::Text),
        "the enemies whom her torpedoes reach from there, end by end",
    ),
]);

const MOVES: Shape = Shape::Map(&[
    Field::new("points", Shape::Int, "how far it may go"),
    Field::new("dice", Shape::Text, "the dice that may pay, the cheapest first"),
    Field::new("to", Shape::List(&Shape::Named("Reach", &REACH)), "where it can get"),
]);

const LAUNCH: Shape = Shape::Map(&[
    Field::new("most", Shape::Int, "how many squadrons"),
    Field::new("planes", Shape::Text, "those aboard"),
    Field::new("screens", Shape::Text, "the units fighters may screen"),
    Field::new("over", Shape::Bool, "may they be placed over squares?"),
]);

const FROM: Shape = Shape::Map(&[
    Field::new("at", SQUARE, "the square the bombers attack from"),
    Field::new("flak", Shape::Int, "dice of flak there"),
]);

const DOES: Shape = Shape::Map(&[
    Field::optional("value", Shape::Int, "value of the attack"),
    Field::optional("armour", Shape::Int, "armour it is compared with"),
    Field::optional("tokens", Shape::Int, "critical tokens it places"),
    Field::optional("loses", Shape::Int, "structure it costs"),
    Field::optional("sinks", Shape::Bool, "it sinks the target"),
    Field::optional(
        "unless",
        Shape::Text,
        "weaknesses of the attacker with which a star of the enemy would still make it less",
    ),
]);

const PREY: Shape = Shape::Map(&[
    Field::new("unit", UNIT, "the target"),
    Field::new(
        "from",
        Shape::List(&Shape::Named("From", &FROM)),
        "from where, the least flak first",
    ),
    Field::optional(
        "does",
        Shape::List(&Shape::Named("Does", &DOES)),
        "what one squadron of this kind does if it gets through, two together, and so on",
    ),
    Field::optional("screens", Shape::Int, "fighters that screen it"),
]);

const RAIDER: Shape = Shape::Map(&[
    Field::new("plane", PLANE, "the squadron"),
    Field::new("targets", Shape::List(&Shape::Named("Prey", &PREY)), "what it may attack"),
]);

const STRIKE: Shape = Shape::Map(&[
    Field::new("most", Shape::Int, "how many squadrons"),
    Field::new("placed", Shape::Bool, "they were placed in the Movement phase and cost no die"),
    Field::new("planes", Shape::List(&Shape::Named("Raider", &RAIDER)), "those that may take part"),
]);

const AIMED: Shape = Shape::Map(&[
    Field::new("unit", UNIT, "the target"),
    Field::optional("needs", FEATURE, "only with this feature"),
    Field::new(
        "does",
        Shape::List(&Shape::Named("Does", &DOES)),
        "what one die does, two, and so on",
    ),
]);

const HIDDEN: Shape = Shape::Map(&[
    Field::new("unit", UNIT, "an enemy in range that cannot be seen"),
    Field::new("why", Shape::Text, "what is in the way"),
]);

const WEAPON: Shape = Shape::Map(&[
    Field::new("unit", UNIT, "whose it is"),
    Field::new("with", Shape::Words(&["art1", "art2", "torp", "dc"]), "which weapon"),
    Field::new("most", Shape::Int, "how many dice it takes"),
    Field::new("dice", Shape::Text, "the dice that serve, the cheapest first"),
    Field::new("targets", Shape::List(&Shape::Named("Aimed", &AIMED)), "its targets"),
    Field::optional("hidden", Shape::List(&HIDDEN), "what it cannot see"),
]);

const SPECIAL: Shape = Shape::Map(&[
    Field::new("unit", UNIT, "whose feature"),
    Field::new("feature", FEATURE, "which"),
    Field::optional("red", Shape::Bool, "it is the enemy's weakness"),
    Field::optional("on", Shape::List(&Shape::Text), "what it may be used on: d4, sp, crit ART1"),
    Field::optional(
        "extra",
        Shape::Words(&["cost", "hit"]),
        "she loses one point more if guns cost her structure, or if anything hits her",
    ),
]);

/// The form of it.
pub(super) const CAN: Shape = Shape::Map(&[
    Field::optional("moves", Shape::Dict(&Shape::Named("Moves", &MOVES)), "who can move where"),
    Field::optional(
        "repairs",
        Shape::Dict(&Shape::List(&Shape::Text)),
        "who can be repaired, with which two dice",
    ),
    Field::optional("launches", Shape::Dict(&Shape::Named("Launch", &LAUNCH)), "who can launch"),
    Field::optional("strikes", Shape::Dict(&Shape::Named("StrikePlan", &STRIKE)), "who can strike"),
    Field::optional(
        "attacks",
        Shape::List(&Shape::Named("Weapon", &WEAPON)),
        "weapons with targets",
    ),
    Field::optional(
        "idle",
        Shape::Dict(&Shape::Words(&["die", "hidden", "range"])),
        "why a unit has no weapon with a target: no die, something is in the way, nobody in reach",
    ),
    Field::optional(
        "specials",
        Shape::List(&Shape::Named("Special", &SPECIAL)),
        "features to activate",
    ),
]);

fn joined<T: ToString>(items: impl IntoIterator<Item = T>) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(" ")
}

/// What the viewer can do now, if it is to decide.
pub(super) fn can(sight: Seen<'_>) -> Option<Doc> {
    let p = sight.public;
    let side = sight.side()?;
    if !p.deciding().has(seat_of(side)) {
        return None;
    }
    let doc = match p.phase {
        Phase::Movement => Doc::map()
            .with("moves", by_unit(p, side, moves))
            .with("repairs", by_unit(p, side, repairs))
            .with("launches", by_unit(p, side, launches))
            .with("specials", specials(p, side, Window::Movement)),
        Phase::Air => Doc::map()
            .with("strikes", by_unit(p, side, strikes))
            .with("specials", specials(p, side, Window::Air)),
        Phase::Orders => {
            let attacks = weapons::all(p, side);
            let mut idle = Doc::map();
            for (id, _) in p.afield(side) {
                if !attacks.iter().any(|one| one.unit == id && !one.targets.is_empty()) {
                    idle.put(id.to_string(), weapons::idle(p, side, id));
                }
            }
            Doc::map()
                .with("attacks", Doc::list(attacks.iter().map(weapon)))
                .with("idle", idle)
                .with("specials", ordered(p, side))
        }
        _ => return None,
    };
    Some(doc)
}

fn by_unit(p: &Public, side: Side, one: fn(&Public, Side, UnitId) -> Option<Doc>) -> Doc {
    let mut doc = Doc::map();
    for (id, _) in p.of_side(side) {
        if let Some(what) = one(p, side, id) {
            doc.put(id.to_string(), what);
        }
    }
    doc
}

fn moves(p: &Public, side: Side, id: UnitId) -> Option<Doc> {
    let below = p.unit(id).status == Status::Submerged;
    let ways = reach::ways(p, side, id);
    if ways.is_empty() {
        return None;
    }
    let points = crate::rules::movement::allowance(p, p.unit(id));
    let to = ways.chunk_by(|one, next| one.at == next.at).map(|ends: &[Way]| {
        let mut paths = Doc::map();
        let mut abeam = Doc::map();
        let mut any = false;
        for way in ends {
            let end = end_of(*way, below);
            paths.put(end, path_text(way.path, way.finish));
            let heading = Dir::HEADINGS.into_iter().find(|dir| dir.code() == end);
            // A boat below strikes on every side, whatever her bow.
            let Some(heading) = heading.or((end == "below").then_some(p.unit(id).heading)) else {
                continue;
            };
            let reached = joined(weapons::abeam(p, side, id, way.at, heading));
            if !reached.is_empty() {
                abeam.put(end, reached);
                any = true;
            }
        }
        let outlook = weapons::outlook(p, side, id, ends[0].at);
        let aims = joined(outlook.aims);
        let mut hides = Doc::map();
        for (unit, why) in &outlook.hides {
            hides.put(unit.to_string(), weapons::in_the_way(why));
        }
        Doc::map()
            .with("at", ends[0].at.to_string())
            .with("cost", ends[0].cost() as u8)
            .with("first", end_of(ends[0], below))
            .with("ways", paths)
            .with_if(!aims.is_empty(), "aims", aims)
            .with_if(!outlook.hides.is_empty(), "hides", hides)
            .with_if(any, "abeam", abeam)
    });
    let dice = joined(reach::dice(p, side, id).into_iter().map(Face::code));
    Some(Doc::map().with("points", points).with("dice", dice).with("to", Doc::list(to)))
}

/// The complete actions one pick further.
fn pairs(menu: impl FnOnce(&mut Choices), text: impl Fn(&Action) -> Option<String>) -> Vec<String> {
    let mut choices = Choices::default();
    menu(&mut choices);
    let actions = choices.choices.iter().filter_map(|choice| match &choice.leads {
        Leads::To(action) => text(action),
        _ => None,
    });
    actions.collect()
}

fn repairs(p: &Public, side: Side, id: UnitId) -> Option<Doc> {
    let dice = pairs(
        |out| repair::menu(p, side, id, out),
        |action| match action {
            Action::Repair { movement, artillery, .. } => Some(joined([movement, artillery])),
            _ => None,
        },
    );
    (!dice.is_empty()).then(|| Doc::list(dice))
}

fn launches(p: &Public, side: Side, id: UnitId) -> Option<Doc> {
    if p.deck(id).is_none() || !launch::can(p, side, id) {
        return None;
    }
    let fog = p.in_fog(p.unit(id));
    let planes = launch::aboard(p, id).filter(|plane| !fog || plane.kind == PlaneKind::Fighter);
    let screens = p.afield(side).filter(|(_, unit)| unit.is_afloat()).map(|(unit, _)| unit);
    Some(
        Doc::map()
            .with("most", launch::limit(p.unit(id)) as u8)
            .with("planes", joined(planes))
            .with("screens", joined(screens))
            .with("over", !fog),
    )
}

fn strikes(p: &Public, side: Side, id: UnitId) -> Option<Doc> {
    if p.deck(id).is_none() || !strike::can(p, side, id) {
        return None;
    }
    let most = strike::most(p, id) as u8;
    let planes = strike::planes(p, id).filter_map(|plane| {
        let prey = strike::prey(p, side, id, plane);
        let targets = prey.into_iter().map(|target| {
            let over = p.unit(target).square();
            let torpedo = plane.kind == PlaneKind::Torpedo;
            let placed = launch::placed_at(p, id, plane);
            let mut from: Vec<_> = match (plane.kind, placed) {
                (PlaneKind::Torpedo, Some(placed)) => [placed].into(),
                (PlaneKind::Torpedo, None) => squares(neighbours(p.metric(), over)).collect(),
                _ => [over].into(),
            };
            let flak = |at| match plane.kind {
                PlaneKind::Fighter => 0,
                _ => flak::flak_figure(p, target, at, torpedo),
            };
            from.sort_by_key(|at| flak(*at));
            let from = from
                .into_iter()
                .map(|at| Doc::map().with("at", at.to_string()).with("flak", flak(at)));
            let screens = launch::screens(p, target).count();
            let together = (1..=most).map(|n| does(&bombs::does(p.unit(target), plane.kind, n)));
            Doc::map()
                .with("unit", target.to_string())
                .with("from", Doc::list(from))
                .with_if(plane.kind != PlaneKind::Fighter, "does", Doc::list(together))
                .with_if(screens > 0, "screens", screens as u8)
        });
        let targets = Doc::list(targets);
        let any = targets.as_list().is_some_and(|list| !list.is_empty());
        any.then(|| Doc::map().with("plane", plane.to_string()).with("targets", targets))
    });
    Some(
        Doc::map()
            .with("most", most)
            .with("placed", strike::has_launched(p, id))
            .with("planes", Doc::list(planes)),
    )
}

fn does(one: &Does) -> Doc {
    Doc::map()
        .with_if(one.value > 0, "value", one.value)
        .with_if(one.value > 0, "armour", one.armour)
        .with_if(one.tokens > 0, "tokens", one.tokens)
        .with_if(one.loses > 0, "loses", one.loses)
        .with_if(one.sinks, "sinks", true)
        .with_if(one.unless != 0, "unless", joined(feature_set(one.unless).map(Feature::code)))
}

fn weapon(weapon: &Weapon) -> Doc {
    let with = match weapon.with {
        With::Guns(battery) if battery.number() == 1 => "art1",
        With::Guns(_) => "art2",
        With::Tubes => "torp",
        With::Charges => "dc",
    };
    let targets = weapon.targets.iter().map(|aimed| {
        let mut doc = Doc::map().with("unit", aimed.unit.to_string());
        if let Some(feature) = aimed.needs {
            doc.put("needs", feature.code());
        }
        doc.with("does", Doc::list(aimed.does.iter().map(does)))
    });
    let hidden = weapon
        .hidden
        .iter()
        .map(|(unit, why)| Doc::map().with("unit", unit.to_string()).with("why", why.to_string()));
    Doc::map()
        .with("unit", weapon.unit.to_string())
        .with("with", with)
        .with("most", weapon.most)
        .with("dice", joined(weapon.dice.iter().map(|face| face.code())))
        .with("targets", Doc::list(targets))
        .with_if(!weapon.hidden.is_empty(), "hidden", Doc::list(hidden))
}

fn special(unit: UnitId, feature: Feature, on: Vec<String>) -> Doc {
    Doc::map()
        .with("unit", unit.to_string())
        .with("feature", feature.code())
        .with_if(feature.is_red(), "red", true)
        .with_if(feature == Feature::Magazine, "extra", "cost")
        .with_if(feature == Feature::AvGas, "extra", "hit")
        .with_if(!on.is_empty(), "on", Doc::list(on))
}

fn specials(p: &Public, side: Side, when: Window) -> Doc {
    let mut choices = Choices::default();
    features::menu_root(p, side, when, &mut choices);
    Doc::list(choices.choices.into_iter().filter_map(|choice| match choice.pick {
        Pick::Fx(unit, feature) => {
            let on = pairs(
                |out| features::menu(p, side, unit, feature, out),
                |action| match action {
                    Action::Fx { arg, .. } => Some(arg_text(*arg)),
                    _ => None,
                },
            );
            Some(special(unit, feature, on))
        }
        Pick::Rx(unit, feature) => Some(special(unit, feature, Vec::new())),
        _ => None,
    }))
}

/// The features that may stand in the orders.
fn ordered(p: &Public, side: Side) -> Doc {
    let mut list = Vec::new();
    orders::each_special(p, side, |unit, feature| list.push(special(unit, feature, Vec::new())));
    Doc::list(list)
}
