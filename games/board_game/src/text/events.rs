//! Events as data and as sentences.

use crate::action::{Finish, FlightTo, Order};
use crate::board::Square;
use crate::event::{Cause, Event};
use crate::rules::dice::{Face, Rolls};
use crate::state::{Public, SOUTH, UnitId, letter, name};
use crate::text::actions::{order_text, path_text};
use crate::text::ship;
use crate::units::Feature;
use crate::victory;
use admiralty_core::{ClauseId, Doc, Side, Verdict};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

fn faces(rolls: Rolls) -> String {
    rolls.iter().map(Face::code).collect::<Vec<_>>().join(" ")
}

fn who(side: Option<Side>) -> Doc {
    side.map(letter).into()
}

fn at(square: impl Into<Option<Square>>) -> Doc {
    square.into().map(|square| square.to_string()).into()
}

const fn cause(cause: Cause) -> Feature {
    match cause {
        Cause::Magazine => Feature::Magazine,
        Cause::Volatile => Feature::Volatile,
        Cause::AvGas => Feature::AvGas,
    }
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
        Event::TokenOff { unit, feature } => {
            kind("token-off").with("unit", id(unit)).with("feature", feature.code())
        }
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
        Event::Token { unit, feature } => {
            kind("token").with("unit", id(unit)).with("feature", feature.code())
        }
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

/// The event as a sentence.
pub(crate) fn sentence(p: &Public, event: &Event) -> String {
    let ship = |id: UnitId| ship(p, id);
    match *event {
        Event::SceneryRolled { faces, first } => format!(
            "South rolls {} and North {} for the scenery: {} begins",
            faces[0],
            faces[1],
            name(first)
        ),
        Event::Laid { by, square, card } => {
            format!("{} lays {} on {square}", name(by), card.name())
        }
        Event::LaidNone { by } => format!("{} lays no scenery", name(by)),
        Event::Ready { by } => format!("{} is ready", name(by)),
        Event::Revealed { unit, card, square: Some(square), heading } => {
            format!("{unit} is {} on {square}, heading {}", card.card().name, heading.code())
        }
        Event::Revealed { unit, card, .. } => {
            format!("{unit} is {}, in stand-by", card.card().name)
        }
        Event::BoatPlaced { unit, card, square } => {
            format!("{unit} is {}, submerged on {square}", card.card().name)
        }
        Event::BoatsDone { by, n: 0 } => format!("{} has no submarines", name(by)),
        Event::BoatsDone { by, n: 1 } => format!("{} has placed one submarine", name(by)),
        Event::BoatsDone { by, n } => format!("{} has placed {n} submarines", name(by)),
        Event::Round { round } => format!("Round {round} begins"),
        Event::Entered { unit, square, .. } => format!("{} enters on {square}", ship(unit)),
        Event::Initiative { south, north, winner } => format!(
            "Initiative: South {}, North {}: {}",
            faces(south),
            faces(north),
            winner.map_or("equal, again".into(), |side| format!("{} wins", name(side)))
        ),
        Event::InitiativeFree { winner } => {
            format!("Only {} has a flag unit and wins the initiative", name(winner))
        }
        Event::First { first, .. } => format!("{} is first player", name(first)),
        Event::Pool { by, faces: rolls } => format!("{} rolls {}", name(by), faces(rolls)),
        Event::Moved { unit, die, to, finish, .. } => {
            let end = match finish {
                Finish::Stop | Finish::Exit => String::new(),
                Finish::Pivot(dir) => format!(", turning to {}", dir.code()),
                Finish::Dive => " and dives".into(),
                Finish::Up(dir) => format!(" and surfaces heading {}", dir.code()),
            };
            match to {
                Some(to) => format!("{} moves to {to}{end} (die {die})", ship(unit)),
                None => format!("{} leaves the board (die {die})", ship(unit)),
            }
        }
        Event::Green { unit, feature } | Event::Red { unit, feature } => {
            format!("{} of {}", feature.name(), ship(unit))
        }
        Event::Smoke { square } => format!("Smoke on {square}"),
        Event::TokenOff { unit, feature } => {
            format!("{} of {} works again", feature.name(), ship(unit))
        }
        Event::Mended { unit, sp } => format!("{} is mended: {sp} structure", ship(unit)),
        Event::CrashDived { unit } => format!("{} crash-dives", ship(unit)),
        Event::Launched { carrier, plane, to } => match to {
            FlightTo::Screen(unit) => {
                format!("{plane} of {} screens {}", ship(carrier), ship(unit))
            }
            FlightTo::Square(square) => format!("{plane} of {} waits over {square}", ship(carrier)),
        },
        Event::Passed { by, stands_down: true } => format!("{} passes and stands down", name(by)),
        Event::Passed { by, .. } => format!("{} passes", name(by)),
        Event::Strike { carrier, plane, target, square } => {
            format!("{plane} of {} attacks {} over {square}", ship(carrier), ship(target))
        }
        Event::Dogfight { carrier, plane, screen_carrier, screen, faces, winner, .. } => format!(
            "{plane} of {carrier} ({}) meets {screen} of {screen_carrier} ({}): {}",
            faces[0].code(),
            faces[1].code(),
            match winner {
                None => "equal, again".into(),
                Some(side) if side == carrier.side() => format!("{screen} is destroyed"),
                Some(_) => format!("{plane} is destroyed"),
            }
        ),
        Event::Interception { plane, screen, face, destroyed, .. } => format!(
            "{screen} attacks {plane} ({}): {}",
            face.code(),
            if destroyed { "destroyed" } else { "it gets through" }
        ),
        Event::InterceptNone { target } => {
            format!("The screen of {} lets the bombers pass", ship(target))
        }
        Event::Flak { target, torpedo, faces: rolls, hits, .. } => format!(
            "Flak around {} against {} bombers: {}, {}",
            ship(target),
            if torpedo { "torpedo" } else { "dive" },
            faces(rolls),
            match hits {
                0 => String::from("no hit"),
                1 => String::from("one hit"),
                n => format!("{n} hits"),
            }
        ),
        Event::ShotDown { carrier, plane } => format!("{plane} of {} is shot down", ship(carrier)),
        Event::Bombed { target, size, value, armour, effective, damage } => format!(
            "{size} dive-bomber squadron{} on {}: {value} against armour {armour}, {}",
            if size == 1 { "" } else { "s" },
            ship(target),
            effect(effective, damage)
        ),
        Event::AirTorpedo { target, plane, .. } => format!("{plane} torpedoes {}", ship(target)),
        Event::Ordered { by, order } => {
            format!("{} orders {}", name(by), order_sentence(p, &order))
        }
        Event::Fired { unit, battery, target, value, armour, effective, damage } => format!(
            "{} fires its {battery} at {}: {value} against armour {armour}, {}",
            ship(unit),
            ship(target),
            effect(effective, damage)
        ),
        Event::Void { unit, battery, target } => {
            format!("The {battery} of {} no longer reaches {}", ship(unit), ship(target))
        }
        Event::TorpedoHit { unit, target, damage } => format!(
            "A torpedo of {} hits {}{}",
            ship(unit),
            ship(target),
            if damage == 0 { " but is a dud" } else { "" }
        ),
        Event::Charged { unit, target, face, sunk } => format!(
            "{} drops depth charges on {}{}: {}",
            ship(unit),
            ship(target),
            face.map_or(String::new(), |face| format!(" ({})", face.code())),
            if sunk { "sunk" } else { "it escapes" }
        ),
        Event::Extra { unit, cause: why } => {
            format!("{}: {} loses one more", cause(why).name(), ship(unit))
        }
        Event::Damaged { unit, lost, sp } => {
            format!("{} loses {lost} structure and has {sp}", ship(unit))
        }
        Event::Sunk { unit } => format!("{} is sunk", ship(unit)),
        Event::Token { unit, feature } => {
            format!("{} of {} is out of action next round", feature.name(), ship(unit))
        }
        Event::TokenLost { unit } => format!("A token finds nothing left on {}", ship(unit)),
        Event::Ditched { carrier, plane } => {
            format!("{plane} of {} is lost with its carrier", ship(carrier))
        }
        Event::RoundOver { round } => format!("Round {round} is over"),
        Event::Resigned { by } => format!("{} resigns", name(by)),
        Event::Forfeited { by } => format!("{} forfeits the battle", name(by)),
        Event::Over { verdict, reason, points } => {
            let score = format!("{} to {}", points[0], points[1]);
            match verdict {
                Verdict::Won(sides) => format!(
                    "{} wins ({}, {score})",
                    name(if sides.has(SOUTH) { SOUTH } else { SOUTH.other() }),
                    victory::word(reason)
                ),
                _ => format!("The battle is drawn ({score})"),
            }
        }
    }
}

const fn effect(effective: bool, damage: u8) -> &'static str {
    match (effective, damage) {
        (false, _) => "no effect",
        (true, 0) => "a critical hit",
        _ => "a critical hit and one structure point",
    }
}

fn order_sentence(p: &Public, order: &Order) -> String {
    match *order {
        Order::Fx(unit, feature) | Order::Rx(unit, feature) => {
            format!("{} of {}", feature.name(), ship(p, unit))
        }
        Order::Art { unit, battery, targets, .. } => {
            let other =
                targets.1.map_or(String::new(), |target| format!(" and {}", ship(p, target)));
            format!("the {battery} of {} on {}{other}", ship(p, unit), ship(p, targets.0))
        }
        Order::Torp { unit, targets, .. } => {
            // They stand in the order of the handles, so those at one target follow each other.
            let aimed: Vec<UnitId> = targets.iter().collect();
            let salvos: Vec<String> = aimed
                .chunk_by(|one, next| one == next)
                .map(|salvo| match salvo.len() {
                    1 => format!("a torpedo of {} at {}", ship(p, unit), ship(p, salvo[0])),
                    n => format!("{n} torpedoes of {} at {}", ship(p, unit), ship(p, salvo[0])),
                })
                .collect();
            salvos.join(" and ")
        }
        Order::Dc { unit, target, .. } => {
            format!("depth charges of {} on {}", ship(p, unit), ship(p, target))
        }
    }
}

/// The clauses behind an event.
pub(crate) fn clauses(event: &Event) -> Vec<ClauseId> {
    let list: &[&'static str] = match event {
        Event::SceneryRolled { .. } | Event::Laid { .. } | Event::LaidNone { .. } => &["BG-0-BF12"],
        Event::Revealed { .. } => &["BG-0-SU3"],
        Event::BoatPlaced { .. } | Event::BoatsDone { .. } => &["BG-6-SS4"],
        Event::Entered { .. } => &["BG-0-SU8"],
        Event::Initiative { .. } => &["BG-1-IN1", "BG-1-IN2"],
        Event::InitiativeFree { .. } => &["BG-1-IN6"],
        Event::First { .. } => &["BG-1-IN4"],
        Event::Pool { .. } => &["BG-2-AD1"],
        Event::Moved { .. } => &["BG-3-MV3"],
        Event::Green { .. } => &["BG-2-AS3"],
        Event::Red { .. } => &["BG-2-AS4"],
        Event::Smoke { .. } => &["BG-7-G1"],
        Event::TokenOff { .. } => &["BG-7-G7"],
        Event::Mended { .. } => &["BG-3-RP1"],
        Event::CrashDived { .. } => &["BG-7-G8"],
        Event::Launched { .. } => &["BG-3-PS1"],
        Event::Passed { stands_down: true, .. } => &["BG-3-MV8"],
        Event::Strike { .. } => &["BG-4-AC1"],
        Event::Dogfight { .. } => &["BG-4-DF1"],
        Event::Interception { .. } => &["BG-4-DF3", "BG-4-DF4"],
        Event::InterceptNone { .. } => &["BG-4-SF4"],
        Event::Flak { .. } => &["BG-4-AA1"],
        Event::ShotDown { .. } => &["BG-4-AA3"],
        Event::Bombed { .. } => &["BG-4-DB6"],
        Event::AirTorpedo { .. } => &["BG-4-TB4"],
        Event::Ordered { .. } => &["BG-4-AT1"],
        Event::Fired { .. } => &["BG-4-AR5", "BG-4-AR7"],
        Event::Void { .. } => &["BG-7-R9"],
        Event::TorpedoHit { .. } => &["BG-4-TO4"],
        Event::Charged { .. } => &["BG-4-DC1"],
        Event::Extra { cause: why, .. } => match why {
            Cause::Magazine => &["BG-7-R7"],
            Cause::Volatile => &["BG-7-R10"],
            Cause::AvGas => &["BG-7-R6"],
        },
        Event::Sunk { .. } => &["BG-5-RS2"],
        Event::Token { .. } => &["BG-4-CD1"],
        Event::TokenLost { .. } => &["BG-4-CD7"],
        Event::Ditched { .. } => &["BG-4-AC7"],
        Event::Resigned { .. } | Event::Forfeited { .. } => &["BG-8-VC10"],
        Event::Over { .. } => &["BG-8-VC1"],
        _ => &[],
    };
    list.iter().map(|id| ClauseId(id)).collect()
}

/// What an event makes known.
pub(crate) fn fact(event: &Event) -> Option<String> {
    match event {
        Event::Revealed { unit, .. } => Some(format!("the card and place of {unit}")),
        Event::BoatPlaced { unit, .. } => Some(format!("the submarine {unit}")),
        Event::BoatsDone { by, .. } => Some(format!("the number of submarines of {}", name(*by))),
        Event::Ordered { by, .. } => Some(format!("the orders of {}", name(*by))),
        _ => None,
    }
}

/// By what outcomes are counted.
pub(crate) fn outcome(p: &Public, event: &Event) -> Option<String> {
    match event {
        Event::Sunk { .. } | Event::Damaged { .. } | Event::ShotDown { .. } => {
            Some(sentence(p, event))
        }
        Event::Dogfight { winner: Some(_), .. }
        | Event::Interception { .. }
        | Event::Charged { .. } => Some(sentence(p, event)),
        _ => None,
    }
}
