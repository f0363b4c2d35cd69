//! What is expected of a viewer, and the picks of the menu as a person sees them.

use super::aim::weather_line;
use super::events::sentence;
use super::names::{
    capital, class_word, count, dir_word, ship_name, the_fort, the_ship, the_ships,
};
use super::{actions, fort, goods, name, part, player, unit};
use crate::SailEpoch;
use crate::action::{Helm, Hold, Pick, Unit, Verb};
use crate::event::Event;
use crate::legal::{Asked, asked};
use crate::state::{Public, Stage, Standing, Window, mark};
use admiralty_core::{Label, Sight};
use alloc::format;
use alloc::string::{String, ToString};

/// What is expected of this viewer.
pub(crate) fn prompt(sight: Sight<'_, SailEpoch>) -> String {
    let p = sight.public;
    if let Some(outcome) = p.outcome {
        return sentence(p, &Event::Over { outcome });
    }
    let Some(seat) = sight.seat() else {
        return format!("{} acts in Turn {}: {}.", name(p, p.acting()), p.turn, weather_line(p));
    };
    match asked(p, sight.of_seat(seat), seat) {
        Asked::Nothing => waiting(p),
        Asked::Treaty => {
            let offer = sight.of_seat(seat).and_then(|own| own.incoming);
            let who = offer.map_or(String::new(), |offer| name(p, offer.seat));
            match offer.map_or(0, |offer| offer.turns) {
                0 => format!("{who} offers an open-ended alliance: accept or decline."),
                turns => {
                    format!("{who} offers an alliance for {turns} Turns: accept or decline.")
                }
            }
        }
        Asked::Window(window) => question(p, &window),
        Asked::Ship if p.has_bows() => {
            // Only what there is to do in this game.
            let waits = p.ships.iter().any(|ship| ship.has(mark::RESERVE));
            let bring = if waits { "Bring your ships, " } else { "" };
            let name = if p.options().a8 { "name captains, " } else { "" };
            capital(format!("{bring}{name}point the bows or leave them as they lie, then end."))
        }
        Asked::Piece => placing(p),
        Asked::Note => "Note your secret mines or your map: nobody else sees them.".to_string(),
        Asked::Ship => "Put your next ship into a harbour.".to_string(),
        Asked::Phase => {
            format!("Your phase in Turn {}: {}.", p.turn, weather_line(p))
        }
    }
}

/// What a window asks, in a sentence.
fn question(p: &Public, window: &Window) -> String {
    match *window {
        Window::Mines { ship, .. } => {
            let whom = the_ship(ship);
            capital(format!("{whom} has passed: detonate a mine on her way, or pass."))
        }
        Window::Allot { points, .. } => {
            let points = count(points.into(), "point");
            format!("You have won the fight. Hand out {points} of strength: who gets none is lost.")
        }
        Window::Defend { fort: at, by, .. } => {
            let (what, who) = (the_fort(p, at), name(p, by));
            capital(format!("{what} is stormed by {who}: name ships that help to defend it."))
        }
        Window::Plunder { gold, .. } => {
            format!("Take {} from the wreck, or pass.", goods(p, gold))
        }
        Window::FirstFire { ship, attackers, .. } => capital(format!(
            "{} is attacked by {}: her captain may fire first, or pass.",
            the_ship(ship),
            the_ships(attackers)
        )),
        Window::Return { ship, attackers, .. } => capital(format!(
            "{} was fired at by {}: answer, or pass.",
            the_ship(ship),
            the_ships(attackers)
        )),
        Window::Crossing { ship, .. } => {
            capital(format!("{} crosses your line of fire: fire, or pass.", the_ship(ship)))
        }
        Window::BoardShot { ship, attackers, .. } => capital(format!(
            "{} is boarded by {}: fire one shot first, or pass.",
            the_ship(ship),
            the_ships(attackers)
        )),
        Window::Broadside { .. }
        | Window::Volley { .. }
        | Window::Sailing(_)
        | Window::Boarding { .. } => waiting(p),
    }
}

/// While others decide.
fn waiting(p: &Public) -> String {
    if p.turn == 0 {
        return "The others prepare. Wait for them.".to_string();
    }
    format!("Turn {}: {}. Wait for the others.", p.turn, weather_line(p))
}

/// Which piece is placed next.
fn placing(p: &Public) -> String {
    let Stage::Placing { kind, .. } = p.stage else {
        return "Place your next piece.".to_string();
    };
    match kind {
        0 => "Place your next piece: an island.",
        1 => "Place your next piece: a fort on a coast.",
        2 => "Place your next piece: your Royal Port.",
        _ => "Place your next piece: a reef.",
    }
    .to_string()
}

const fn verb(verb: Verb) -> (&'static str, &'static str) {
    match verb {
        Verb::Move => ("move", "sail"),
        Verb::Drift => ("drift", "let the storm carry it"),
        Verb::Fire => ("fire", "fire"),
        Verb::Waste => ("waste", "fire at nothing"),
        Verb::Ignite => ("ignite", "make it a fireship"),
        Verb::Explode => ("explode", "blow it up"),
        Verb::Board => ("board", "board"),
        Verb::Assault => ("assault", "storm a fort"),
        Verb::Repair => ("repair", "begin repair"),
        Verb::Unrepair => ("unrepair", "end repair"),
        Verb::Mend => ("mend", "mend the sails first"),
        Verb::Work => ("work", "begin works"),
        Verb::Release => ("release", "end works"),
        Verb::Raise => ("raise", "hoist the flag"),
        Verb::Load => ("load", "load"),
        Verb::Unload => ("unload", "unload"),
        Verb::Deploy => ("deploy", "bring onto the field"),
        Verb::Give => ("give", "give to a team mate"),
        Verb::Offer => ("offer", "offer an alliance"),
        Verb::Notice => ("notice", "give notice of an alliance"),
        Verb::Break => ("break", "break an alliance"),
        Verb::End => ("end", "end the phase"),
        Verb::Pass => ("pass", "pass"),
        Verb::Accept => ("accept", "accept"),
        Verb::Decline => ("decline", "decline"),
        Verb::Resign => ("resign", "give up"),
        Verb::Island => ("island", "place an island"),
        Verb::Fort => ("fort", "place a fort"),
        Verb::RoyalPort => ("rp", "place a Royal Port"),
        Verb::Reef => ("reef", "place a reef"),
        Verb::Mine => ("mine", "note a mine"),
        Verb::Map => ("map", "draw the map"),
        Verb::Order => ("order", "orders for a mine"),
        Verb::Detonate => ("detonate", "detonate"),
        Verb::Defend => ("defend", "defend"),
        Verb::Plunder => ("plunder", "plunder"),
        Verb::Turn => ("turn", "turn in the space"),
        Verb::Bow => ("bow", "point the bow"),
        Verb::Captain => ("captain", "give a captain"),
    }
}

/// A pick as a person sees it.
pub(crate) fn label(sight: Sight<'_, SailEpoch>, pick: &Pick) -> Label {
    let p = sight.public;
    let plain = |kind: &'static str, key: String, text: String| Label {
        kind,
        key,
        text,
        ..Label::default()
    };
    let about = |kind: &'static str, it: Unit, lead: &str| {
        let key = unit(p, it);
        let space = crate::rules::gunfire::space_of(p, it);
        Label {
            kind,
            text: match it.as_ship() {
                Some(id) => format!("{lead}{}, {}", ship_name(id), class_word(id.class())),
                None => {
                    it.as_fort().map_or(String::new(), |at| format!("{lead}{}", the_fort(p, at)))
                }
            },
            place: space.is_some().then(|| space.name().into()),
            unit: Some(key.into()),
            key: key.into(),
            ..Label::default()
        }
    };
    match pick {
        Pick::Unit(it) => about("unit", *it, ""),
        Pick::Target(it) => {
            Label { key: format!(">{}", unit(p, *it)), ..about("target", *it, "at ") }
        }
        Pick::Do(what) => {
            let (key, text) = verb(*what);
            plain("verb", key.into(), text.into())
        }
        Pick::Place(space) => Label {
            kind: "place",
            key: space.name().into(),
            text: space.name().into(),
            place: Some(space.name().into()),
            ..Label::default()
        },
        Pick::Number(n) => plain("number", n.to_string(), n.to_string()),
        Pick::Player(seat) => plain("player", player(*seat).into(), name(p, *seat)),
        Pick::Isle(isle, turns) => plain(
            "isle",
            format!("{}-r{}", isle.name(), turns * 90),
            format!("{} turned by {}°", isle.name(), turns * 90),
        ),
        Pick::Standing(order) => {
            let (key, text) = match order {
                Standing::Ask => ("ask", "ask me"),
                Standing::Auto => ("auto", "detonate under the first enemy"),
                Standing::Hold => ("hold", "never detonate"),
            };
            plain("order", key.into(), text.into())
        }
        Pick::From(from) => match from {
            Hold::Field => plain("from", "field".into(), "from this space".into()),
            Hold::Fort(at) => {
                plain("from", fort(p, *at).into(), format!("at {}", the_fort(p, *at)))
            }
            Hold::Map(seat) => {
                plain("from", format!("map-{}", player(*seat)), "from under the map".into())
            }
        },
        Pick::Aim(aim) => plain("aim", part(*aim).into(), format!("at the {}", part(*aim))),
        Pick::Helm(helm, space) => {
            let way = match helm {
                Helm::Ahead => "ahead",
                Helm::Port => "to port",
                Helm::Starboard => "to starboard",
            };
            Label {
                kind: "helm",
                key: format!("{}-{space}", helm.letter()),
                text: format!("{way} to {space}"),
                place: Some(space.name().into()),
                ..Label::default()
            }
        }
        Pick::Pivot(by) => {
            let (key, side) = if *by < 0 { ('L', "port") } else { ('R', "starboard") };
            let n = by.unsigned_abs();
            plain("pivot", format!("{key}{n}"), format!("turn {}° to {side}", u16::from(n) * 45))
        }
        Pick::Toward(dir) => {
            plain("toward", dir.name().into(), format!("bow to the {}", dir_word(*dir)))
        }
        Pick::Card(card) => {
            let word = actions::captain(*card);
            plain("card", word.into(), word.into())
        }
        Pick::Also => plain("also", "also".into(), "the other broadside too".into()),
        Pick::Done => plain("done", "done".into(), "that is all".into()),
    }
}
