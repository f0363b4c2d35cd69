//! Events as sentences.

use super::{cause, faces};
use crate::action::{Finish, FlightTo, Order};
use crate::event::Event;
use crate::state::{Public, SOUTH, UnitId, name};
use crate::text::ship;
use crate::units::Feature;
use crate::victory;
use admiralty_core::Verdict;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

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
            winner.map_or("equal, they roll again".into(), |side| format!("{} wins", name(side)))
        ),
        Event::InitiativeFree { winner } => {
            format!("Only {} has a flag unit and wins the initiative", name(winner))
        }
        Event::First { by, first } if by == first => format!("{} moves first", name(first)),
        Event::First { by, first } => format!("{} lets {} move first", name(by), name(first)),
        Event::Pool { by, faces: rolls } => format!("{} rolls {}", name(by), faces(rolls)),
        // Out and back, or round on the spot.
        Event::Moved { unit, die, from, to: Some(to), finish: Finish::Pivot(dir), .. }
            if from == to =>
        {
            format!("{} turns to {} on {to} (die {die})", ship(unit), dir.code())
        }
        Event::Moved { unit, die, from, to: Some(to), finish: Finish::Stop, .. } if from == to => {
            format!("{} circles on {to} (die {die})", ship(unit))
        }
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
        Event::TokenOff { unit, feature, one_of } => {
            format!("{}: {} in action again", ship(unit), closed(feature, one_of))
        }
        Event::Mended { unit, sp } => {
            format!("{} is repaired: structure {sp} of {}", ship(unit), p.unit(unit).class().sp)
        }
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
            "{plane} of {} ({}) meets {screen} of {} ({}): {}",
            ship(carrier),
            faces[0].code(),
            ship(screen_carrier),
            faces[1].code(),
            match winner {
                None => "equal, again".into(),
                Some(side) if side == carrier.side() => {
                    format!("{screen} of {} is destroyed", ship(screen_carrier))
                }
                Some(_) => format!("{plane} of {} is destroyed", ship(carrier)),
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
            "{} fires her {battery} at {}: {value} against armour {armour}, {}",
            ship(unit),
            ship(target),
            effect(effective, damage)
        ),
        Event::Void { unit, battery, target } => {
            format!("The {battery} of {} no longer reach {}", ship(unit), ship(target))
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
            if sunk { "sunk" } else { "she escapes" }
        ),
        Event::Extra { unit, cause: why } => {
            format!("{}: {} loses one more", cause(why).name(), ship(unit))
        }
        Event::Damaged { unit, lost, sp } => {
            format!("{} loses {lost} structure and has {sp}", ship(unit))
        }
        Event::Sunk { unit } => format!("{} is sunk", ship(unit)),
        Event::Token { unit, feature, one_of } => {
            format!("{}: {} out of action next round", ship(unit), closed(feature, one_of))
        }
        Event::TokenLost { unit } => {
            format!("A critical hit finds nothing left to fail on {}", ship(unit))
        }
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

/// What a token closes: one die of a battery, or all of a feature.
pub(crate) fn closed(feature: Feature, one_of: u8) -> String {
    match one_of {
        0 => feature.name().into(),
        dice => format!("{}, one of {dice} dice,", feature.name()),
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
