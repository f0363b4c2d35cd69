//! Prompts, and the labels of picks.

use super::{Seen, closed, ship};
use crate::action::{Groups, Pick};
use crate::board::Square;
use crate::rules::{critical, features};
use crate::setup::READY_FLEETS;
use crate::state::{NORTH, Phase, Public, SOUTH, UnitId, letter, name, seat_of};
use crate::victory;
use admiralty_core::{Doc, Label, Verdict};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// What is expected of the viewer.
pub(crate) fn prompt(sight: Seen<'_>) -> String {
    let p = sight.public;
    if let Some(end) = p.end {
        let how = victory::word(end.reason);
        return match end.verdict {
            Verdict::Won(sides) if sides.has(SOUTH) => {
                format!("South has won ({how})")
            }
            Verdict::Won(_) => format!("North has won ({how})"),
            _ => "The battle is drawn".into(),
        };
    }
    let mine = sight.side().is_some_and(|side| p.deciding().has(seat_of(side)));
    if !mine {
        let waiting: Vec<&str> = [SOUTH, NORTH]
            .into_iter()
            .filter(|side| p.deciding().has(seat_of(*side)))
            .map(name)
            .collect();
        return format!("Waiting for {}", waiting.join(" and "));
    }
    let side = sight.side().unwrap_or(SOUTH);
    let target = || p.strike.map_or(String::new(), |strike| ship(p, strike.target));
    match p.phase {
        Phase::Scenery => match p.scenery_roll {
            Some([south, north]) => format!(
                "South has rolled {south} and North {north}, so you begin: lay a card of scenery on ranks 3 to 6, or pass"
            ),
            None => "Lay a card of scenery on ranks 3 to 6, or pass".into(),
        },
        Phase::Fleet => format!("Choose your fleet: up to {} points", p.options.tp),
        Phase::Deploy => "Place your units on your two nearest rows, with their headings".into(),
        Phase::Subs => "Place your submarines in your half".into(),
        Phase::Standby => "Bring stand-by units in, or let them wait".into(),
        Phase::First => {
            "You have the initiative, and whoever moves last sees more: who moves first this round?"
                .into()
        }
        Phase::Movement if p.stood_down[side.index()] => {
            "You have stood down: a feature, a launch, one Admiral move, or pass".into()
        }
        Phase::Movement => {
            "You and the other side do one thing each by turns: move a ship, repair, launch or use a feature"
                .into()
        }
        Phase::Air => "Strike from the air, use a feature, or pass".into(),
        Phase::Intercept => {
            format!("Bombers come for {}: which one shall your screen attack?", target())
        }
        Phase::Bombs => {
            format!("How shall your dive bombers attack {}, together or in groups?", target())
        }
        Phase::AirCrit | Phase::Crit => {
            "Your hits are critical: choose what fails on the enemy next round".into()
        }
        Phase::Orders => "Give your orders in secret: who fires at whom".into(),
        Phase::Over => String::new(),
    }
}

/// A pick as a person sees it.
pub(crate) fn label(sight: Seen<'_>, pick: &Pick) -> Label {
    let p = sight.public;
    let make = |kind: &'static str, key: String, text: String| Label {
        kind,
        key,
        text,
        ..Label::default()
    };
    let unit = |kind: &'static str, key: String, text: String, id: UnitId| {
        let place =
            (p.knows(id) && p.unit(id).is_afield()).then(|| p.unit(id).square().to_string());
        Label { kind, key, text, place, unit: Some(id.to_string()), ..Label::default() }
    };
    let place = |kind: &'static str, key: String, text: String, square: Square| Label {
        kind,
        key,
        text,
        place: Some(square.to_string()),
        ..Label::default()
    };
    match *pick {
        Pick::Scenery(card) => make("scenery", card.code().into(), card.name().into()),
        Pick::Square(square) => place("place", square.to_string(), square.to_string(), square),
        Pick::Card(card) => make(
            "card",
            card.card().id.into(),
            format!(
                "{} ({} {}, {} points)",
                card.card().name,
                card.class().name,
                card.class().kind.code(),
                card.tp()
            ),
        ),
        Pick::ReadyFleet(i) => {
            let fleet = READY_FLEETS.get(usize::from(i));
            let key = fleet.map_or("?", |fleet| fleet.key);
            let cards = fleet.map(|fleet| fleet.cards()).unwrap_or_default();
            let ships: Vec<&str> = cards.iter().map(|card| card.card().name).collect();
            make("ready", key.into(), format!("the ready fleet {key}: {}", ships.join(", ")))
        }
        Pick::ReadyLine => make("ready", "ready".into(), "the ready line-up".into()),
        Pick::Unit(id) => {
            let named = own_name(sight, id);
            unit("unit", id.to_string(), format!("{id} {named}"), id)
        }
        Pick::Standby => make("standby", "standby".into(), "to the stand-by area".into()),
        Pick::Heading(dir) => make("heading", dir.code().into(), format!("heading {}", dir.code())),
        Pick::Side(side) => {
            let text = if sight.side() == Some(side) {
                "you move first".into()
            } else {
                format!("{} moves first", name(side))
            };
            make("side", letter(side).into(), text)
        }
        Pick::Move(id) => unit("unit", id.to_string(), format!("move {}", ship(p, id)), id),
        Pick::Die(face) => make("die", face.code().into(), format!("with a die {}", face.code())),
        Pick::Step(dir, square) => {
            place("step", square.to_string(), format!("{} to {square}", dir.code()), square)
        }
        Pick::Stop => make("stop", "stop".into(), "stop here".into()),
        Pick::Pivot(dir) => {
            make("pivot", format!("/{}", dir.code()), format!("turn to {}", dir.code()))
        }
        Pick::Dive => make("dive", "dive".into(), "dive".into()),
        Pick::Up(dir) => {
            make("up", format!("up{}", dir.code()), format!("surface heading {}", dir.code()))
        }
        Pick::Exit => make("exit", "exit".into(), "leave the board".into()),
        Pick::Fx(id, feature) => unit(
            "green",
            format!("fx-{id}-{}", feature.code()),
            format!("{} of {}", feature.name(), ship(p, id)),
            id,
        ),
        Pick::Rx(id, feature) => unit(
            "red",
            format!("rx-{id}-{}", feature.code()),
            format!("{} of enemy {}", feature.name(), ship(p, id)),
            id,
        ),
        Pick::Sp => make("sp", "sp".into(), "regain a structure point".into()),
        Pick::Feature(feature) => {
            make("feature", feature.code().into(), format!("mend the hit on {}", feature.name()))
        }
        Pick::Repair(id) => {
            unit("repair", format!("rep-{id}"), format!("repair {}", ship(p, id)), id)
        }
        Pick::Dice(a, b) => make(
            "dice",
            format!("{}+{}", a.code(), b.code()),
            format!("with {} and {}", a.code(), b.code()),
        ),
        Pick::Launch(id) => {
            unit("launch", format!("launch-{id}"), format!("launch from {}", ship(p, id)), id)
        }
        Pick::Strike(id) => {
            unit("strike", format!("strike-{id}"), format!("strike from {}", ship(p, id)), id)
        }
        Pick::Plane(plane) => make("plane", plane.to_string(), format!("squadron {plane}")),
        Pick::Screen(id) => {
            unit("screen", format!("screen-{id}"), format!("screen {}", ship(p, id)), id)
        }
        Pick::Target(id) => unit("target", id.to_string(), format!("against {}", ship(p, id)), id),
        Pick::Split(id) => unit(
            "split",
            format!("split-{id}"),
            format!("one die against {}, one elsewhere", ship(p, id)),
            id,
        ),
        Pick::Torpedo(id) => {
            unit("torpedo", format!("one-{id}"), format!("one torpedo at {}", ship(p, id)), id)
        }
        Pick::Gun(id, battery) => unit(
            "gun",
            format!("art-{id}-{}", battery.number()),
            format!("{battery} of {}", ship(p, id)),
            id,
        ),
        Pick::Tubes(id) => {
            unit("tubes", format!("tor-{id}"), format!("torpedoes of {}", ship(p, id)), id)
        }
        Pick::Charges(id) => {
            unit("charges", format!("dc-{id}"), format!("depth charges of {}", ship(p, id)), id)
        }
        Pick::Salvo(tm, x) => {
            make("salvo", format!("{tm}+{x}"), format!("{tm} Torpedo and {x} Admiral dice"))
        }
        Pick::Groups(groups) => {
            let sizes: Vec<String> = groups.iter().map(|n| n.to_string()).collect();
            make("groups", sizes.join("+"), bombing(p, groups))
        }
        Pick::Token(id, feature) => {
            let one_of = critical::one_of(p, p.unit(id), feature);
            let what = closed(feature, one_of);
            Label {
                facts: (one_of > 0).then(|| Doc::map().with("one_of", one_of)),
                ..unit(
                    "token",
                    format!("{id}-{}", feature.code()),
                    format!("{what} of {}", ship(p, id)),
                    id,
                )
            }
        }
        Pick::Done => make("done", "done".into(), "that is all".into()),
        Pick::Pass => make("pass", "pass".into(), pass_text(p).into()),
        Pick::Resign => make("resign", "resign".into(), "resign".into()),
    }
}

fn pass_text(p: &Public) -> &'static str {
    match p.phase {
        Phase::Movement => "pass and move no more",
        Phase::Orders => "no attack",
        Phase::Standby => "let them wait",
        Phase::Intercept => "attack no bomber",
        _ => "pass",
    }
}

/// A way to divide dive bombers, with what it would do.
fn bombing(p: &Public, groups: Groups) -> String {
    let sizes: Vec<u8> = groups.iter().collect();
    let how = match *sizes {
        [1] => "one squadron".into(),
        [_] => "all together".into(),
        _ if sizes.iter().all(|n| *n == 1) => "one by one".into(),
        _ => {
            let sizes: Vec<String> = sizes.iter().map(|n| n.to_string()).collect();
            format!("in groups of {}", sizes.join(" and "))
        }
    };
    let Some(strike) = p.strike else { return how };
    let armour = features::deck_armour(p.unit(strike.target));
    let values: Vec<String> = sizes.iter().map(|n| (2 * n).to_string()).collect();
    let through = sizes.iter().filter(|n| 2 * **n > armour).count();
    let hits = sizes.iter().filter(|n| 2 * **n >= armour).count();
    let does = match (through, hits) {
        (_, 0) => "no effect".into(),
        (0, _) => "a critical hit, no structure".into(),
        (1, _) => "costs 1 structure".into(),
        (n, _) => format!("costs {n} structure"),
    };
    format!("{how}: {} against armour {armour}, {does}", values.join(" and "))
}

/// The name behind a handle, from the open or the own secret fleet.
fn own_name(sight: Seen<'_>, id: UnitId) -> &'static str {
    let p = sight.public;
    if p.knows(id) {
        return p.unit(id).card.card().name;
    }
    let Some(secret) = sight.of_side(id.side()) else { return "" };
    let before = usize::from(p.n_units[id.side().index()]);
    id.number()
        .checked_sub(before)
        .and_then(|i| secret.fleet.get(i))
        .map_or("", |card| card.card().name)
}
