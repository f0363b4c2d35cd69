//! Events as data.

use super::{cause, faces};
use crate::action::{Finish, FlightTo};
use crate::board::Square;
use crate::event::Event;
use crate::rules::dice::Face;
use crate::state::{SOUTH, UnitId, letter};
use crate::text::actions::{order_text, path_text};
use crate::text::position::REASON_WORDS;
use crate::text::{
    FACE, FEATURE, HEADING, MAYBE_SIDE, MAYBE_SQUARE, PLANE, SCENERY, SIDE, SQUARE, UNIT,
};
use crate::victory;
use admiralty_core::{Doc, Field, Kind, Shape, Side, Verdict};
use alloc::string::ToString;

/// The form of events.
pub(crate) const EVENT: Shape = Shape::Kinds(&[
    Kind::new(
        "scenery-rolled",
        &[
            Field::new("faces", Shape::Tuple(&[FACE, FACE]), "South's die and North's"),
            Field::new("first", SIDE, "who lays first"),
        ],
    ),
    Kind::new(
        "laid",
        &[
            Field::new("by", SIDE, "who laid it"),
            Field::new("at", SQUARE, "where"),
            Field::new("card", Shape::Words(&SCENERY), "what"),
        ],
    ),
    Kind::new("laid-none", &[Field::new("by", SIDE, "who lays nothing")]),
    Kind::new("ready", &[Field::new("by", SIDE, "who is ready")]),
    Kind::new(
        "revealed",
        &[
            Field::new("unit", UNIT, "whose card is turned up"),
            Field::new("card", Shape::Text, "its card"),
            Field::new("at", MAYBE_SQUARE, "its square, or nothing in stand-by"),
            Field::optional("heading", HEADING, "its heading"),
        ],
    ),
    Kind::new(
        "boat",
        &[
            Field::new("unit", UNIT, "the boat"),
            Field::new("card", Shape::Text, "its card"),
            Field::new("at", SQUARE, "where it is placed"),
        ],
    ),
    Kind::new(
        "boats",
        &[
            Field::new("by", SIDE, "who has placed its boats"),
            Field::new("n", Shape::Int, "how many"),
        ],
    ),
    Kind::new("round", &[Field::new("round", Shape::Int, "the round that begins")]),
    Kind::new(
        "entered",
        &[
            Field::new("unit", UNIT, "who enters"),
            Field::new("at", SQUARE, "where"),
            Field::new("heading", HEADING, "its heading"),
        ],
    ),
    Kind::new(
        "initiative",
        &[
            Field::optional("south", Shape::Text, "South's dice, if any were rolled"),
            Field::optional("north", Shape::Text, "North's dice"),
            Field::new("winner", MAYBE_SIDE, "who wins it; nobody: all dice again"),
        ],
    ),
    Kind::new(
        "first",
        &[
            Field::new("by", SIDE, "who names the first player"),
            Field::new("first", SIDE, "who it is"),
        ],
    ),
    Kind::new(
        "pool",
        &[
            Field::new("by", SIDE, "who rolls"),
            Field::new("dice", Shape::Text, "faces in the order they fell"),
            Field::new("n", Shape::Int, "how many"),
        ],
    ),
    Kind::new(
        "moved",
        &[
            Field::new("unit", UNIT, "who moves"),
            Field::new("die", FACE, "the die that pays"),
            Field::new("from", SQUARE, "from where"),
            Field::new("to", MAYBE_SQUARE, "to where; nothing: off the board"),
            Field::new("heading", HEADING, "its heading afterwards"),
            Field::new("path", Shape::Text, "the steps and how they end"),
            Field::optional("dived", Shape::Bool, "it goes under"),
            Field::optional("surfaced", Shape::Bool, "it comes up"),
            Field::optional("exited", Shape::Bool, "it leaves the board"),
        ],
    ),
    Kind::new(
        "green",
        &[Field::new("unit", UNIT, "whose feature"), Field::new("feature", FEATURE, "which")],
    ),
    Kind::new(
        "red",
        &[Field::new("unit", UNIT, "whose feature"), Field::new("feature", FEATURE, "which")],
    ),
    Kind::new("smoke", &[Field::new("at", SQUARE, "where smoke lies")]),
    Kind::new(
        "token-off",
        &[
            Field::new("unit", UNIT, "whose token"),
            Field::new("feature", FEATURE, "what works again"),
            Field::optional("one_of", Shape::Int, "one die of so many; left out: all of it"),
        ],
    ),
    Kind::new(
        "mended",
        &[
            Field::new("unit", UNIT, "who is mended"),
            Field::new("sp", Shape::Int, "structure afterwards"),
        ],
    ),
    Kind::new("crash-dived", &[Field::new("unit", UNIT, "the boat")]),
    Kind::new(
        "launched",
        &[
            Field::new("carrier", UNIT, "its carrier"),
            Field::new("plane", PLANE, "the squadron"),
            Field::optional("screens", UNIT, "whom it screens"),
            Field::optional("at", SQUARE, "over which square it waits"),
        ],
    ),
    Kind::new(
        "passed",
        &[
            Field::new("by", SIDE, "who passes"),
            Field::optional("stands_down", Shape::Bool, "its first pass in Movement"),
        ],
    ),
    Kind::new(
        "strike",
        &[
            Field::new("carrier", UNIT, "its carrier"),
            Field::new("plane", PLANE, "the squadron"),
            Field::new("target", UNIT, "whom it attacks"),
            Field::new("at", SQUARE, "from where"),
        ],
    ),
    Kind::new(
        "dogfight",
        &[
            Field::new("target", UNIT, "over whom"),
            Field::new("carrier", UNIT, "the striker's carrier"),
            Field::new("plane", PLANE, "the striker's squadron"),
            Field::new("screen_carrier", UNIT, "the screen's carrier"),
            Field::new("screen", PLANE, "the screen's squadron"),
            Field::new("faces", Shape::Tuple(&[FACE, FACE]), "the striker's die and the screen's"),
            Field::new("winner", MAYBE_SIDE, "who wins; nobody: again"),
        ],
    ),
    Kind::new(
        "interception",
        &[
            Field::new("target", UNIT, "over whom"),
            Field::new("carrier", UNIT, "the bomber's carrier"),
            Field::new("plane", PLANE, "the bomber"),
            Field::new("screen_carrier", UNIT, "the screen's carrier"),
            Field::new("screen", PLANE, "the screen"),
            Field::new("face", FACE, "the screen's die"),
            Field::new("destroyed", Shape::Bool, "is the bomber lost"),
        ],
    ),
    Kind::new(
        "intercept-none",
        &[Field::new("target", UNIT, "whose screen lets the bombers pass")],
    ),
    Kind::new(
        "flak",
        &[
            Field::new("target", UNIT, "who is attacked"),
            Field::new("at", SQUARE, "where the bombers are"),
            Field::new("against", Shape::Words(&["dive", "torpedo"]), "which bombers"),
            Field::new("dice", Shape::Text, "faces in the order they fell"),
            Field::new("n", Shape::Int, "how many dice"),
            Field::new("hits", Shape::Int, "how many hit"),
        ],
    ),
    Kind::new(
        "shot-down",
        &[Field::new("carrier", UNIT, "its carrier"), Field::new("plane", PLANE, "the squadron")],
    ),
    Kind::new(
        "bombed",
        &[
            Field::new("target", UNIT, "who is bombed"),
            Field::new("size", Shape::Int, "squadrons in the group"),
            Field::new("value", Shape::Int, "their value"),
            Field::new("armour", Shape::Int, "the armour"),
            Field::new("effective", Shape::Bool, "is it a hit"),
            Field::new("damage", Shape::Int, "structure it costs"),
        ],
    ),
    Kind::new(
        "air-torpedo",
        &[
            Field::new("target", UNIT, "who is hit"),
            Field::new("carrier", UNIT, "the squadron's carrier"),
            Field::new("plane", PLANE, "the squadron"),
        ],
    ),
    Kind::new(
        "ordered",
        &[
            Field::new("by", SIDE, "whose order"),
            Field::new("order", Shape::Text, "the order in notation"),
        ],
    ),
    Kind::new(
        "fired",
        &[
            Field::new("unit", UNIT, "who fires"),
            Field::new("battery", Shape::Int, "1: main, 2: secondary battery"),
            Field::new("target", UNIT, "at whom"),
            Field::new("value", Shape::Int, "the value"),
            Field::new("armour", Shape::Int, "the armour"),
            Field::new("effective", Shape::Bool, "is it a hit"),
            Field::new("damage", Shape::Int, "structure it costs"),
        ],
    ),
    Kind::new(
        "void",
        &[
            Field::new("unit", UNIT, "whose attack comes to nothing"),
            Field::new("battery", Shape::Int, "1: main, 2: secondary battery"),
            Field::new("target", UNIT, "at whom"),
        ],
    ),
    Kind::new(
        "torpedo",
        &[
            Field::new("unit", UNIT, "who launched it"),
            Field::new("target", UNIT, "who is hit"),
            Field::new("damage", Shape::Int, "structure it costs; 0: a dud"),
        ],
    ),
    Kind::new(
        "charged",
        &[
            Field::new("unit", UNIT, "who drops the charges"),
            Field::new("target", UNIT, "the boat"),
            Field::new("face", Shape::Maybe(&FACE), "a deep boat's die"),
            Field::new("sunk", Shape::Bool, "is the boat sunk"),
        ],
    ),
    Kind::new(
        "extra",
        &[Field::new("unit", UNIT, "who loses one more"), Field::new("feature", FEATURE, "why")],
    ),
    Kind::new(
        "damaged",
        &[
            Field::new("unit", UNIT, "who loses structure"),
            Field::new("lost", Shape::Int, "how much"),
            Field::new("sp", Shape::Int, "what is left"),
        ],
    ),
    Kind::new("sunk", &[Field::new("unit", UNIT, "who is sunk")]),
    Kind::new(
        "token",
        &[
            Field::new("unit", UNIT, "on whom"),
            Field::new("feature", FEATURE, "what is closed next round"),
            Field::optional("one_of", Shape::Int, "one die of so many; left out: all of it"),
        ],
    ),
    Kind::new("token-lost", &[Field::new("unit", UNIT, "who has nothing left to close")]),
    Kind::new(
        "ditched",
        &[
            Field::new("carrier", UNIT, "the sunk carrier"),
            Field::new("plane", PLANE, "the squadron that is lost"),
        ],
    ),
    Kind::new("round-over", &[Field::new("round", Shape::Int, "the round that is over")]),
    Kind::new("resigned", &[Field::new("by", SIDE, "who gives up")]),
    Kind::new("forfeited", &[Field::new("by", SIDE, "who is out of time or has left")]),
    Kind::new(
        "over",
        &[
            Field::new("winner", Shape::Words(&["S", "N", "draw"]), "who has won"),
            Field::new("reason", Shape::Words(&REASON_WORDS), "why"),
            Field::new(
                "points",
                Shape::Map(&[
                    Field::new("S", Shape::Int, "South's points"),
                    Field::new("N", Shape::Int, "North's points"),
                ]),
                "the score",
            ),
        ],
    ),
]);

fn who(side: Option<Side>) -> Doc {
    side.map(letter).into()
}

fn at(square: impl Into<Option<Square>>) -> Doc {
    square.into().map(|square| square.to_string()).into()
}

/// The event as data.
pub(crate) fn event(event: &Event) -> Doc {
    let kind = |kind: &'static str| Doc::map().with("kind", kind);
    let id = |unit: UnitId| unit.to_string();
    match *event {
        Event::SceneryRolled { faces, first } => kind("scenery-rolled")
            .with("faces", Doc::list(faces.map(Face::code)))
            .with("first", letter(first)),
        Event::Laid { by, square, card } => {
            kind("laid").with("by", letter(by)).with("at", at(square)).with("card", card.code())
        }
        Event::LaidNone { by } => kind("laid-none").with("by", letter(by)),
        Event::Ready { by } => kind("ready").with("by", letter(by)),
        Event::Revealed { unit, card, square, heading } => kind("revealed")
            .with("unit", id(unit))
            .with("card", card.card().id)
            .with("at", at(square))
            .with_if(square.is_some(), "heading", heading.code()),
        Event::BoatPlaced { unit, card, square } => {
            kind("boat").with("unit", id(unit)).with("card", card.card().id).with("at", at(square))
        }
        Event::BoatsDone { by, n } => kind("boats").with("by", letter(by)).with("n", n),
        Event::Round { round } => kind("round").with("round", round),
        Event::Entered { unit, square, heading } => kind("entered")
            .with("unit", id(unit))
            .with("at", at(square))
            .with("heading", heading.code()),
        Event::Initiative { south, north, winner } => kind("initiative")
            .with("south", faces(south))
            .with("north", faces(north))
            .with("winner", who(winner)),
        Event::InitiativeFree { winner } => kind("initiative").with("winner", letter(winner)),
        Event::First { by, first } => {
            kind("first").with("by", letter(by)).with("first", letter(first))
        }
        Event::Pool { by, faces: rolls } => {
            kind("pool").with("by", letter(by)).with("dice", faces(rolls)).with("n", rolls.len())
        }
        Event::Moved { unit, die, from, to, heading, path, finish } => kind("moved")
            .with("unit", id(unit))
            .with("die", die.code())
            .with("from", at(from))
            .with("to", at(to))
            .with("heading", heading.code())
            .with("path", path_text(path, finish))
            .with_if(finish == Finish::Dive, "dived", true)
            .with_if(matches!(finish, Finish::Up(_)), "surfaced", true)
            .with_if(finish == Finish::Exit, "exited", true),
        Event::Green { unit, feature } => {
            kind("green").with("unit", id(unit)).with("feature", feature.code())
        }
        Event::Red { unit, feature } => {
            kind("red").with("unit", id(unit)).with("feature", feature.code())
        }
        Event::Smoke { square } => kind("smoke").with("at", at(square)),
        Event::TokenOff { unit, feature, one_of } => kind("token-off")
            .with("unit", id(unit))
            .with("feature", feature.code())
            .with_if(one_of > 0, "one_of", one_of),
        Event::Mended { unit, sp } => kind("mended").with("unit", id(unit)).with("sp", sp),
        Event::CrashDived { unit } => kind("crash-dived").with("unit", id(unit)),
        Event::Launched { carrier, plane, to } => {
            let doc =
                kind("launched").with("carrier", id(carrier)).with("plane", plane.to_string());
            match to {
                FlightTo::Screen(unit) => doc.with("screens", id(unit)),
                FlightTo::Square(square) => doc.with("at", at(square)),
            }
        }
        Event::Passed { by, stands_down } => {
            kind("passed").with("by", letter(by)).with_if(stands_down, "stands_down", true)
        }
        Event::Strike { carrier, plane, target, square } => kind("strike")
            .with("carrier", id(carrier))
            .with("plane", plane.to_string())
            .with("target", id(target))
            .with("at", at(square)),
        Event::Dogfight { target, carrier, plane, screen_carrier, screen, faces, winner } => {
            kind("dogfight")
                .with("target", id(target))
                .with("carrier", id(carrier))
                .with("plane", plane.to_string())
                .with("screen_carrier", id(screen_carrier))
                .with("screen", screen.to_string())
                .with("faces", Doc::list(faces.map(Face::code)))
                .with("winner", who(winner))
        }
        Event::Interception { target, carrier, plane, screen_carrier, screen, face, destroyed } => {
            kind("interception")
                .with("target", id(target))
                .with("carrier", id(carrier))
                .with("plane", plane.to_string())
                .with("screen_carrier", id(screen_carrier))
                .with("screen", screen.to_string())
                .with("face", face.code())
                .with("destroyed", destroyed)
        }
        Event::InterceptNone { target } => kind("intercept-none").with("target", id(target)),
        Event::Flak { target, square, torpedo, faces: rolls, hits } => kind("flak")
            .with("target", id(target))
            .with("at", at(square))
            .with("against", if torpedo { "torpedo" } else { "dive" })
            .with("dice", faces(rolls))
            .with("n", rolls.len())
            .with("hits", hits),
        Event::ShotDown { carrier, plane } => {
            kind("shot-down").with("carrier", id(carrier)).with("plane", plane.to_string())
        }
        Event::Bombed { target, size, value, armour, effective, damage } => kind("bombed")
            .with("target", id(target))
            .with("size", size)
            .with("value", value)
            .with("armour", armour)
            .with("effective", effective)
            .with("damage", damage),
        Event::AirTorpedo { target, carrier, plane } => kind("air-torpedo")
            .with("target", id(target))
            .with("carrier", id(carrier))
            .with("plane", plane.to_string()),
        Event::Ordered { by, order } => {
            kind("ordered").with("by", letter(by)).with("order", order_text(&order))
        }
        Event::Fired { unit, battery, target, value, armour, effective, damage } => kind("fired")
            .with("unit", id(unit))
            .with("battery", battery.number())
            .with("target", id(target))
            .with("value", value)
            .with("armour", armour)
            .with("effective", effective)
            .with("damage", damage),
        Event::Void { unit, battery, target } => kind("void")
            .with("unit", id(unit))
            .with("battery", battery.number())
            .with("target", id(target)),
        Event::TorpedoHit { unit, target, damage } => {
            kind("torpedo").with("unit", id(unit)).with("target", id(target)).with("damage", damage)
        }
        Event::Charged { unit, target, face, sunk } => kind("charged")
            .with("unit", id(unit))
            .with("target", id(target))
            .with("face", face.map(Face::code))
            .with("sunk", sunk),
        Event::Extra { unit, cause: why } => {
            kind("extra").with("unit", id(unit)).with("feature", cause(why).code())
        }
        Event::Damaged { unit, lost, sp } => {
            kind("damaged").with("unit", id(unit)).with("lost", lost).with("sp", sp)
        }
        Event::Sunk { unit } => kind("sunk").with("unit", id(unit)),
        Event::Token { unit, feature, one_of } => kind("token")
            .with("unit", id(unit))
            .with("feature", feature.code())
            .with_if(one_of > 0, "one_of", one_of),
        Event::TokenLost { unit } => kind("token-lost").with("unit", id(unit)),
        Event::Ditched { carrier, plane } => {
            kind("ditched").with("carrier", id(carrier)).with("plane", plane.to_string())
        }
        Event::RoundOver { round } => kind("round-over").with("round", round),
        Event::Resigned { by } => kind("resigned").with("by", letter(by)),
        Event::Forfeited { by } => kind("forfeited").with("by", letter(by)),
        Event::Over { verdict, reason, points } => {
            let winner = match verdict {
                Verdict::Won(sides) if sides.has(SOUTH) => "S",
                Verdict::Won(_) => "N",
                _ => "draw",
            };
            kind("over")
                .with("winner", winner)
                .with("reason", victory::word(reason))
                .with("points", Doc::map().with("S", points[0]).with("N", points[1]))
        }
    }
}
