//! The view: what a viewer sees, as data.

use super::can::{CAN, can};
use super::position::{PHASE_WORDS, REASON_WORDS, STATUS_WORDS, public_doc, secret_doc, unit_doc};
use super::{FACE, FEATURE, HEADING, InTheAir, PLANE, SIDE, SQUARE, Seen, Task, UNIT, in_the_air};
use crate::rules::guns;
use crate::setup::{READY_FLEETS, write_fleet};
use crate::state::{NORTH, Phase, Public, SOUTH, Tokens, Unit, letter};
use crate::units::{Battery, CardId, Class, Feature, features};
use crate::victory;
use admiralty_core::{Doc, Field, Shape};
use alloc::string::ToString;
use alloc::vec::Vec;

const fn by_side(shape: &'static Shape) -> [Field; 2] {
    [Field::new("S", *shape, "South's"), Field::new("N", *shape, "North's")]
}

const GUNS: Shape = Shape::Map(&[
    Field::new("value", Shape::Int, "value of one die"),
    Field::new("range", Shape::Int, "range in squares"),
    Field::new("spaces", Shape::Int, "how many dice it takes"),
]);

const CARD: Shape = Shape::Map(&[
    Field::new("navy", Shape::Words(&["US", "UK", "JP", "DE", "IT"]), "its navy"),
    Field::new("type", Shape::Words(&["BB", "BC", "CA", "CL", "DD", "CV", "SS", "TR"]), "its type"),
    Field::new("class", Shape::Text, "its class"),
    Field::new("sp", Shape::Int, "structure points"),
    Field::new("armour", Shape::Int, "armour"),
    Field::new("movement", Shape::Int, "movement at the surface"),
    Field::new("art1", Shape::Maybe(&GUNS), "main battery"),
    Field::new("art2", Shape::Maybe(&GUNS), "secondary battery"),
    Field::new("torpedoes", Shape::Int, "torpedoes for the whole game"),
    Field::new(
        "aa",
        Shape::Tuple(&[Shape::Int, Shape::Int]),
        "flak against dive and torpedo bombers",
    ),
    Field::new(
        "squadrons",
        Shape::Tuple(&[Shape::Int, Shape::Int, Shape::Int]),
        "fighter, dive and torpedo squadrons",
    ),
    Field::new("features", Shape::List(&FEATURE), "features at the surface"),
    Field::new("sub_movement", Shape::Int, "movement of a submerged boat"),
    Field::new("sub_features", Shape::List(&FEATURE), "features of a submerged boat"),
    Field::new("id", Shape::Text, "its id"),
    Field::new("name", Shape::Text, "its name"),
    Field::new("flag", Shape::Bool, "does it bear the Admiral symbol"),
    Field::new("tp", Shape::Int, "its price"),
]);

const SHIP: Shape = Shape::Map(&[
    Field::new("side", SIDE, "whose it is"),
    Field::new("card", Shape::Text, "the id of its card"),
    Field::new("print", Shape::Named("Card", &CARD), "what is printed on its card"),
    Field::optional("at", SQUARE, "its square on the battlefield"),
    Field::optional("heading", HEADING, "its heading at the surface"),
    Field::optional("status", Shape::Words(&STATUS_WORDS), "where it is, if not afloat"),
    Field::new("sp", Shape::Int, "structure left"),
    Field::new("torpedoes", Shape::Int, "torpedoes left"),
    Field::optional("moved", Shape::Bool, "it has had its Movement die"),
    Field::optional("launched", Shape::Bool, "it has launched this round"),
    Field::optional("struck", Shape::Bool, "it has made its strike"),
    Field::optional("hit", Shape::Bool, "it was hit this round"),
    Field::optional("repairs", Shape::Int, "repairs this round"),
    Field::optional("owed", Shape::Int, "tokens the enemy has still to place on it"),
    Field::optional("tokens", Shape::Text, "features closed this round"),
    Field::optional("next", Shape::Text, "features closed next round"),
    Field::optional(
        "shut",
        Shape::Dict(&Shape::Int),
        "gun dice closed this round, as ART1: 1, where it is not all of the battery",
    ),
    Field::optional("shut_next", Shape::Dict(&Shape::Int), "the same for the next round"),
    Field::optional("used", Shape::Text, "special features in force"),
    Field::optional(
        "air",
        Shape::Dict(&Shape::Text),
        "its squadrons: aboard, screen S1, at d4, spent, lost",
    ),
]);

const FLIGHT: Shape = Shape::Map(&[
    Field::new("carrier", UNIT, "its carrier"),
    Field::new("plane", PLANE, "the squadron on that carrier"),
    Field::new("at", SQUARE, "the square it flies over"),
    Field::optional("screens", UNIT, "the unit it protects"),
    Field::optional("attacks", UNIT, "its target in the strike under way"),
]);

const OPTIONS: Shape = Shape::Map(&[
    Field::optional("scenario", Shape::Text, "its key; left out in a free battle"),
    Field::optional("tp", Shape::Int, "points of a fleet"),
    Field::optional("rounds", Shape::Int, "how many rounds"),
    Field::optional("victory", Shape::Text, "how the game ends"),
    Field::optional("scenery", Shape::Text, "how scenery is laid"),
    Field::optional("metric", Shape::Text, "how ranges are counted"),
    Field::optional("crit", Shape::Text, "what a token on a battery closes"),
    Field::optional("repair", Shape::Int, "repairs per unit and round"),
    Field::optional("navies", Shape::Text, "which navies a fleet may mix"),
    Field::optional("transports", Shape::Text, "may transports be chosen"),
    Field::optional("whatif", Shape::Text, "may ships be chosen that never fought"),
]);

const STRIKE: Shape = Shape::Map(&[
    Field::new("carrier", UNIT, "whose strike it is"),
    Field::new("target", UNIT, "the target whose step is under way"),
    Field::new("raiders", Shape::List(&Shape::Text), "its squadrons, such as D1>N1@c8"),
]);

const END: Shape = Shape::Map(&[
    Field::new("winner", Shape::Words(&["S", "N", "draw"]), "who has won"),
    Field::new("reason", Shape::Words(&REASON_WORDS), "why"),
]);

const SECRET: Shape = Shape::Map(&[
    Field::optional("fleet", Shape::Text, "the fleet as far as it is hidden"),
    Field::optional("cards", Shape::List(&Shape::Named("Card", &CARD)), "its cards"),
    Field::optional("places", Shape::Text, "the deployment until both are ready"),
    Field::optional("orders", Shape::Text, "the orders until both are ready"),
]);

const GOAL: Shape = Shape::Map(&[
    Field::new("side", SIDE, "whom it pays"),
    Field::new("text", Shape::Text, "for what"),
    Field::new("points", Shape::Int, "how much"),
]);

const SCORE: Shape = Shape::Map(&[
    Field::new("side", SIDE, "for whom it counts"),
    Field::optional("unit", UNIT, "which unit brings it"),
    Field::new(
        "why",
        Shape::Words(&["sunk", "half", "bonus", "exit", "smaller"]),
        "sunk, at half her structure, a bonus, left the board, or the smaller fleet",
    ),
    Field::new("points", Shape::Int, "how much"),
]);

const READY_FLEET: Shape = Shape::Map(&[
    Field::new("key", Shape::Text, "its key"),
    Field::new("cards", Shape::Text, "the ids of its cards"),
]);

/// The form of views.
pub(crate) const VIEW: Shape = Shape::Map(&[
    Field::new("options", OPTIONS, "the options that are not at their defaults"),
    Field::new("scenery", Shape::Text, "scenery, such as c4=IS d5=FG"),
    Field::optional("smoke", Shape::Text, "squares under smoke"),
    Field::new("round", Shape::Int, "the round; 0 before the first"),
    Field::new("phase", Shape::Words(&PHASE_WORDS), "what is being decided"),
    Field::new("actor", SIDE, "by whom, where only one decides"),
    Field::new("first", SIDE, "the first player of the round"),
    Field::new("units", Shape::Dict(&Shape::Named("Unit", &SHIP)), "every known unit"),
    Field::optional(
        "flights",
        Shape::List(&Shape::Named("Flight", &FLIGHT)),
        "the squadrons in the air that have still to fight",
    ),
    Field::new("pool", Shape::Map(&by_side(&Shape::Text)), "available dice"),
    Field::new("exhausted", Shape::Map(&by_side(&Shape::Text)), "dice used this round"),
    Field::new("open", Shape::List(&SIDE), "whose fleets were agreed openly"),
    Field::optional("stood_down", Shape::List(&SIDE), "who has stood down"),
    Field::optional("late_move", Shape::List(&SIDE), "who has moved after standing down"),
    Field::optional("passes", Shape::Int, "passes in a row"),
    Field::optional("ready", Shape::List(&SIDE), "who is ready"),
    Field::optional("laid", Shape::Tuple(&[Shape::Int, Shape::Int]), "scenery laid in turn"),
    Field::optional(
        "scenery_roll",
        Shape::Tuple(&[FACE, FACE]),
        "what South and North rolled for the first card",
    ),
    Field::optional("strike", STRIKE, "the strike under way"),
    Field::optional("end", END, "the result"),
    Field::optional("points", Shape::Map(&by_side(&Shape::Int)), "what each would score now"),
    Field::optional("scores", Shape::List(&Shape::Named("Score", &SCORE)), "where they come from"),
    Field::new(
        "secret",
        Shape::Map(&[
            Field::optional("S", SECRET, "what South knows, to those who may know it"),
            Field::optional("N", SECRET, "what North knows, to those who may know it"),
        ]),
        "what is hidden from the others",
    ),
    Field::optional("rounds", Shape::Int, "the last round"),
    Field::optional("goals", Shape::List(&GOAL), "what pays beyond the price of what is sunk"),
    Field::optional("can", Shape::Named("Can", &CAN), "what the viewer can do, if it is to decide"),
    Field::optional("ready_fleets", Shape::List(&READY_FLEET), "fleets to choose at once"),
]);

fn class_doc(class: &Class) -> Doc {
    let battery = |i: usize| {
        let b = class.art[i];
        if b.spaces == 0 {
            return Doc::Null;
        }
        Doc::map().with("value", b.value).with("range", b.range).with("spaces", b.spaces)
    };
    let list = |set: u64| Doc::list(features(set).map(Feature::code));
    Doc::map()
        .with("navy", class.navy.code())
        .with("type", class.kind.code())
        .with("class", class.name)
        .with("sp", class.sp)
        .with("armour", class.arm)
        .with("movement", class.mv)
        .with("art1", battery(0))
        .with("art2", battery(1))
        .with("torpedoes", class.torp)
        .with("aa", Doc::list(class.aa))
        .with("squadrons", Doc::list(class.squadrons))
        .with("features", list(class.front))
        .with("sub_movement", class.sub_mv)
        .with("sub_features", list(class.back))
}

/// A card as a person reads it.
fn card_doc(card: CardId) -> Doc {
    class_doc(card.class())
        .with("id", card.card().id)
        .with("name", card.card().name)
        .with("flag", card.card().flag)
        .with("tp", card.tp())
}

fn flight_doc(flight: &InTheAir) -> Doc {
    let doc = Doc::map()
        .with("carrier", flight.carrier.to_string())
        .with("plane", flight.plane.to_string())
        .with("at", flight.at.to_string());
    match flight.task {
        Task::Waits => doc,
        Task::Screens(unit) => doc.with("screens", unit.to_string()),
        Task::Attacks(unit) => doc.with("attacks", unit.to_string()),
    }
}

/// The dice that tokens close on batteries of which something is left.
fn shut(p: &Public, unit: &Unit, tokens: Tokens) -> Option<Doc> {
    let mut doc = Doc::map();
    let mut any = false;
    for battery in [Battery::Main, Battery::Secondary] {
        let closed = guns::closed(p, unit, battery, tokens.on(battery.feature()));
        if closed > 0 && closed < unit.class().guns(battery).spaces {
            doc.put(battery.feature().code(), closed);
            any = true;
        }
    }
    any.then_some(doc)
}

/// Where the points of both sides come from.
fn scores(p: &Public) -> Vec<Doc> {
    let mut list = Vec::new();
    for side in [SOUTH, NORTH] {
        victory::each_score(p, side, |score| {
            let mut doc = Doc::map().with("side", letter(side));
            if let Some(unit) = score.unit {
                doc.put("unit", unit.to_string());
            }
            list.push(doc.with("why", score.why.word()).with("points", score.points));
        });
    }
    list
}

/// What the viewer sees.
pub(crate) fn view(sight: Seen<'_>) -> Doc {
    let p = sight.public;
    let mut doc = public_doc(p);
    if let Doc::Map(fields) = &mut doc
        && let Some((_, Doc::Map(options))) = fields.iter_mut().find(|(key, _)| key == "options")
    {
        // A scenario of one's own is told by everything else here.
        options.retain(|(key, value)| key != "scenario" || value.as_text().is_some());
    }
    let mut units = Doc::map();
    for side in [SOUTH, NORTH] {
        for (id, unit) in p.of_side(side) {
            let mut doc =
                unit_doc(p, id, unit).with("side", letter(side)).with("print", card_doc(unit.card));
            for (field, tokens) in [("shut", unit.tokens), ("shut_next", unit.next)] {
                if let Some(shut) = shut(p, unit, tokens) {
                    doc.put(field, shut);
                }
            }
            units.put(id.to_string(), doc);
        }
    }
    doc.put("units", units);
    let flights = in_the_air(p);
    if !flights.is_empty() {
        doc.put("flights", Doc::list(flights.iter().map(flight_doc)));
    }
    if p.round > 0 {
        let points = |side| Doc::from(victory::points(p, side));
        doc.put("points", Doc::map().with("S", points(SOUTH)).with("N", points(NORTH)));
        let scores = scores(p);
        if !scores.is_empty() {
            doc.put("scores", Doc::list(scores));
        }
    }
    doc.put("rounds", victory::last_round(p));
    let goals = victory::goals(p);
    if !goals.is_empty() {
        doc.put(
            "goals",
            Doc::list(goals.into_iter().map(|(side, text, points)| {
                Doc::map().with("side", letter(side)).with("text", text).with("points", points)
            })),
        );
    }
    if let Some(can) = can(sight) {
        doc.put("can", can);
    }
    let mut secrets = Doc::map();
    for side in [SOUTH, NORTH] {
        if let Some(secret) = sight.of_side(side) {
            let cards = Doc::list(secret.fleet.iter().map(|card| card_doc(*card)));
            let own = secret_doc(secret);
            secrets.put(
                letter(side),
                if secret.fleet.is_empty() { own } else { own.with("cards", cards) },
            );
        }
    }
    doc.put("secret", secrets);
    if p.phase == Phase::Fleet && sight.side().is_some() {
        doc.put(
            "ready_fleets",
            Doc::list(READY_FLEETS.iter().map(|fleet| {
                Doc::map().with("key", fleet.key).with("cards", write_fleet(&fleet.cards()))
            })),
        );
    }
    doc
}
