//! Events as data.

use super::owner;
use crate::event::{Event, How};
use crate::setup::{ShipId, side_code};
use crate::state::{Fleet, Public};
use crate::text::{self, DIRS, ENDS, SIDES, WINDS, clock};
use admiralty_core::{Doc, Field, Kind, Shape};
use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;

use Shape::{Bool, Int, Maybe, Text, Words};

const SHIP: Field = Field::new("ship", Text, "the ship");
const SHIPS: Field = Field::new("ships", Shape::List(&Text), "the ships");
const WHO: Field = Field::new("who", Shape::List(&Text), "the ships that fire");
const WHOM: Field = Field::new("whom", Shape::List(&Text), "the ships that may be hit");
const WITH: Field = Field::new("with", Text, "the other ship");
const SQUAD: Field = Field::new("squad", Text, "the squadron");
const SEAT: Field = Field::new("seat", Text, "the seat");
const SIDE: Field = Field::new("side", Words(SIDES), "the side");
const SPEED: Field = Field::new("speed", Int, "the marker");
const CARD: Field = Field::new("card", Text, "the card and the squadron it is for, or \"-\"");
const AT: Field = Field::new("at", Text, "the point");
const HEADING: Field = Field::new("heading", Words(DIRS), "the heading now");
const YES: Field = Field::new("yes", Bool, "does she board?");

/// What an event looks like as data.
pub(crate) const EVENT: Shape = Shape::Kinds(&[
    Kind::new("begun", &[]),
    Kind::new(
        "rolled",
        &[
            Field::new("purpose", Text, "what the die was rolled for"),
            Field::new("owner", Text, "whose die it is"),
            Field::new("die", Words(&["d6", "d10"]), "the die"),
            Field::new("value", Int, "what it shows"),
            Field::optional("bonus", Int, "added to it"),
            Field::optional("ok", Bool, "did it succeed?"),
        ],
    ),
    Kind::new(
        "wind",
        &[
            Field::new("dir", Words(DIRS), "where it comes from"),
            Field::new("force", Words(WINDS), "how strong it is"),
        ],
    ),
    Kind::new("arrived", &[SQUAD]),
    Kind::new("flag", &[SHIP, SQUAD]),
    Kind::new("flag lost", &[SQUAD]),
    Kind::new(
        "ordered",
        &[
            Field::new("group", Text, "the Group"),
            SHIPS,
            Field::new("order", Text, "its order, in notation"),
            HEADING,
        ],
    ),
    Kind::new("speed laid", &[SQUAD, SPEED]),
    Kind::new("card laid", &[SEAT, CARD]),
    Kind::new("speed", &[SQUAD, SPEED]),
    Kind::new("card", &[SEAT, CARD]),
    Kind::new("light first", &[SIDE]),
    Kind::new("step", &[Field::new("step", Int, "1 to 4")]),
    Kind::new("deferred", &[SQUAD]),
    Kind::new(
        "moved",
        &[
            SHIPS,
            Field::new("from", Text, "the point they left"),
            Field::new("to", Text, "the point they came to"),
            HEADING,
            Field::new("how", Words(&["sailed", "veered", "driven"]), "how they came there"),
        ],
    ),
    Kind::new("stayed", &[SHIPS, AT]),
    Kind::new("tacked", &[SHIPS, AT, HEADING]),
    Kind::new("missed stays", &[SHIPS]),
    Kind::new("conformed", &[SHIPS, HEADING]),
    Kind::new("turned", &[SHIP, HEADING]),
    Kind::new("withdrew", &[SHIPS]),
    Kind::new("straggles", &[SHIP]),
    Kind::new("rejoined", &[SHIP]),
    Kind::new("melee", &[AT]),
    Kind::new("paired", &[SHIP, WITH]),
    Kind::new("melee over", &[AT]),
    Kind::new("collided", &[SHIP, WITH, Field::new("fouled", Bool, "fouled, or only checked?")]),
    Kind::new("cleared", &[SHIP, WITH]),
    Kind::new("aground", &[SHIP]),
    Kind::new("floats", &[SHIP]),
    Kind::new("wrecked", &[SHIP]),
    Kind::new(
        "declared",
        &[
            Field::new("by", Text, "the unit that fires"),
            Field::new("at", Maybe(&Text), "its target, if it does not hold its fire"),
            WHO,
            WHOM,
        ],
    ),
    Kind::new("attacks", &[Field::new("n", Int, "how many there are")]),
    Kind::new(
        "fired",
        &[
            Field::new("by", Text, "the unit that fires"),
            Field::new("at", Text, "its target"),
            WHO,
            WHOM,
            Field::new("number", Int, "the Target Number"),
            Field::new("dice", Shape::List(&Int), "the gunnery dice"),
            Field::new("hits", Int, "how many of them hit"),
        ],
    ),
    Kind::new(
        "damaged",
        &[
            SHIP,
            Field::new("what", Words(&["strength", "movement"]), "what she lost a step of"),
            Field::new("sd", Int, "strength damage now"),
            Field::new("md", Int, "movement damage now"),
        ],
    ),
    Kind::new("struck", &[SHIP]),
    Kind::new("prize", &[SHIP, SEAT]),
    Kind::new("board laid", &[SHIP, YES]),
    Kind::new("board choice", &[SHIP, YES]),
    Kind::new("boarded", &[SHIP, WITH]),
    Kind::new("repaired", &[SHIP, Field::new("md", Int, "movement damage left")]),
    Kind::new("no repair", &[SHIP]),
    Kind::new(
        "turn over",
        &[Field::new("turn", Int, "which"), Field::new("clock", Text, "the time")],
    ),
    Kind::new("points", &[SIDE, Field::new("points", Int, "how many")]),
    Kind::new("grand moved", &[SQUAD, Field::new("hexes", Int, "how far")]),
    Kind::new("grand turned", &[SQUAD]),
    Kind::new("grand first", &[SIDE]),
    Kind::new("contact", &[SQUAD, Field::new("met", Text, "the squadron that it meets")]),
    Kind::new("placed", &[SHIP, AT]),
    Kind::new("agreed", &[SEAT]),
    Kind::new("offer", &[SEAT]),
    Kind::new("fought on", &[SEAT]),
    Kind::new("conceded", &[SIDE]),
    Kind::new("timed out", &[SEAT]),
    Kind::new("left", &[SEAT]),
    Kind::new(
        "over",
        &[
            Field::new("score", Shape::Tuple(&[Int, Int]), "points of both sides"),
            Field::new("reason", Words(ENDS), "why"),
        ],
    ),
]);

fn one(p: &Public, kind: &'static str, ship: ShipId) -> Doc {
    Doc::map().with("kind", kind).with("ship", p.battle.ship_code(ship))
}

fn many(p: &Public, kind: &'static str, ships: Fleet) -> Doc {
    Doc::map().with("kind", kind).with("ships", codes(p, ships))
}

fn codes(p: &Public, ships: Fleet) -> Doc {
    Doc::list(ships.iter().map(|id| p.battle.ship_code(id)))
}

/// The event as data.
pub(crate) fn event(p: &Public, event: &Event) -> Doc {
    let b = &*p.battle;
    let kind = |kind: &'static str| Doc::map().with("kind", kind);
    match event {
        Event::Begun => kind("begun"),
        Event::Rolled { purpose, owner: who, faces, value, bonus, ok } => kind("rolled")
            .with("purpose", purpose.name())
            .with("owner", owner(p, *who))
            .with("die", format!("d{faces}"))
            .with("value", *value)
            .with_if(*bonus > 0, "bonus", *bonus)
            .with_if(ok.is_some(), "ok", *ok),
        Event::Wind { dir, force } => {
            kind("wind").with("dir", dir.name()).with("force", force.name())
        }
        Event::Arrived(q) => kind("arrived").with("squad", b.squad_code(*q)),
        Event::Flag { squad, ship } => one(p, "flag", *ship).with("squad", b.squad_code(*squad)),
        Event::FlagLost(q) => kind("flag lost").with("squad", b.squad_code(*q)),
        Event::Ordered { squad, at, ships, order, heading } => kind("ordered")
            .with("group", text::group(b, *squad, *at))
            .with("ships", codes(p, *ships))
            .with("order", text::actions::head_order(*order))
            .with("heading", heading.name()),
        Event::SpeedLaid { squad, speed } => {
            kind("speed laid").with("squad", b.squad_code(*squad)).with("speed", *speed)
        }
        Event::CardLaid { seat, signal } => kind("card laid")
            .with("seat", text::seat(b, *seat))
            .with("card", text::signal(b, *signal)),
        Event::Speed { squad, speed } => {
            kind("speed").with("squad", b.squad_code(*squad)).with("speed", *speed)
        }
        Event::Card { seat, signal } => kind("card")
            .with("seat", text::seat(b, *seat))
            .with("card", text::signal(b, Some(*signal))),
        Event::LightFirst(side) => kind("light first").with("side", side_code(*side)),
        Event::Step(step) => kind("step").with("step", *step),
        Event::Deferred(q) => kind("deferred").with("squad", b.squad_code(*q)),
        Event::Moved { ships, from, to, heading, how } => many(p, "moved", *ships)
            .with("from", from.to_string())
            .with("to", to.to_string())
            .with("heading", heading.name())
            .with("how", how_word(*how)),
        Event::Stayed { ships, at } => many(p, "stayed", *ships).with("at", at.to_string()),
        Event::Tacked { ships, at, heading } => {
            many(p, "tacked", *ships).with("at", at.to_string()).with("heading", heading.name())
        }
        Event::MissedStays(ships) => many(p, "missed stays", *ships),
        Event::Conformed { ships, heading } => {
            many(p, "conformed", *ships).with("heading", heading.name())
        }
        Event::Turned { ship, heading } => one(p, "turned", *ship).with("heading", heading.name()),
        Event::Withdrew(ships) => many(p, "withdrew", *ships),
        Event::Straggles(id) => one(p, "straggles", *id),
        Event::Rejoined(id) => one(p, "rejoined", *id),
        Event::Melee(at) => kind("melee").with("at", at.to_string()),
        Event::Paired(x, y) => one(p, "paired", *x).with("with", b.ship_code(*y)),
        Event::MeleeOver(at) => kind("melee over").with("at", at.to_string()),
        Event::Collided { a, b: other, fouled } => {
            one(p, "collided", *a).with("with", b.ship_code(*other)).with("fouled", *fouled)
        }
        Event::Cleared(x, y) => one(p, "cleared", *x).with("with", b.ship_code(*y)),
        Event::Aground(id) => one(p, "aground", *id),
        Event::Floats(id) => one(p, "floats", *id),
        Event::Wrecked(id) => one(p, "wrecked", *id),
        Event::Declared { by, at, who, whom } => kind("declared")
            .with("by", text::unit(b, *by))
            .with("at", at.map(|u| text::unit(b, u)))
            .with("who", codes(p, *who))
            .with("whom", codes(p, *whom)),
        Event::Attacks(n) => kind("attacks").with("n", *n),
        Event::Fired { by, at, who, whom, number, dice, hits } => kind("fired")
            .with("by", text::unit(b, *by))
            .with("at", text::unit(b, *at))
            .with("who", codes(p, *who))
            .with("whom", codes(p, *whom))
            .with("number", *number)
            .with("dice", Doc::list(dice.iter().copied()))
            .with("hits", *hits),
        Event::Damaged { ship, strength, sd, md } => one(p, "damaged", *ship)
            .with("what", if *strength { "strength" } else { "movement" })
            .with("sd", *sd)
            .with("md", *md),
        Event::Struck(id) => one(p, "struck", *id),
        Event::Prize { ship, seat } => one(p, "prize", *ship).with("seat", text::seat(b, *seat)),
        Event::BoardLaid { ship, yes } => one(p, "board laid", *ship).with("yes", *yes),
        Event::BoardChoice { ship, yes } => one(p, "board choice", *ship).with("yes", *yes),
        Event::Boarded(x, y) => one(p, "boarded", *x).with("with", b.ship_code(*y)),
        Event::Repaired { ship, md } => one(p, "repaired", *ship).with("md", *md),
        Event::NoRepair(id) => one(p, "no repair", *id),
        Event::TurnOver { turn, clock: t } => {
            kind("turn over").with("turn", *turn).with("clock", clock(*t))
        }
        Event::Points { side, points } => {
            kind("points").with("side", side_code(*side)).with("points", *points)
        }
        Event::GrandMoved { squad, hexes } => {
            kind("grand moved").with("squad", b.squad_code(*squad)).with("hexes", *hexes)
        }
        Event::GrandTurned(q) => kind("grand turned").with("squad", b.squad_code(*q)),
        Event::GrandFirst(side) => kind("grand first").with("side", side_code(*side)),
        Event::Contact { squad, met } => {
            kind("contact").with("squad", b.squad_code(*squad)).with("met", b.squad_code(*met))
        }
        Event::Placed { ship, at } => one(p, "placed", *ship).with("at", at.to_string()),
        Event::Agreed(seat) => kind("agreed").with("seat", text::seat(b, *seat)),
        Event::Offer(seat) => kind("offer").with("seat", text::seat(b, *seat)),
        Event::Conceded(side) => kind("conceded").with("side", side_code(*side)),
        Event::FoughtOn(seat) => kind("fought on").with("seat", text::seat(b, *seat)),
        Event::TimedOut(seat) => kind("timed out").with("seat", text::seat(b, *seat)),
        Event::Left(seat) => kind("left").with("seat", text::seat(b, *seat)),
        Event::Over { score, reason } => {
            kind("over").with("score", Vec::from(*score)).with("reason", *reason)
        }
    }
}

fn how_word(how: How) -> &'static str {
    match how {
        How::Sailed => "sailed",
        How::Veered => "veered",
        How::Driven => "driven",
    }
}
