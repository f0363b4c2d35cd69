//! What is asked of a seat, and the labels of its menu.

use crate::FleetActions;
use crate::action::Pick;
use crate::setup::side_code;
use crate::state::{Ask, Kind, Public};
use crate::text;
use crate::units::CARDS;
use admiralty_core::{Awaiting, Label, Rules, Sight};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// What is expected of the viewer.
pub(crate) fn prompt(sight: Sight<'_, FleetActions>) -> String {
    let p = sight.public;
    let b = &*p.battle;
    if let Awaiting::Over(o) = FleetActions::awaited(sight) {
        let [a, z] = p.score;
        return format!("The battle is over ({}): {a} to {z} points", o.reason);
    }
    let mine = match sight.seat() {
        Some(seat) => p.pending.has(seat),
        None => false,
    };
    if !mine {
        let names: Vec<String> = p.pending.iter().map(|s| text::seat(b, s)).collect();
        return format!("Waiting for {}", names.join(", "));
    }
    let squad = || p.phase.squads.first().map_or_else(String::new, |q| b.squad_code(*q));
    let ship = || p.phase.ships.first().map_or("", |id| b.ship_name(*id));
    match p.phase.kind {
        Kind::Confirm => "Do you agree to this set-up?".to_string(),
        Kind::GrandFirst => "You have the weather gauge: which side moves first?".to_string(),
        Kind::GrandMove => "Move your squadrons on the hex map".to_string(),
        Kind::GrandSpeed => "Lay a speed marker for each squadron, face down".to_string(),
        Kind::GrandTurn => format!("Turn the Groups of {}", squad()),
        Kind::GrandPlace => format!("Place the frigate {}", ship()),
        Kind::Flag => "Name a new flagship, or shift your flag".to_string(),
        Kind::Head => format!("Order the headings of {}", squad()),
        Kind::Speed => "Lay a speed marker for each squadron and choose a signal card".to_string(),
        Kind::Light => "You have the weather gauge: whose light ships move first?".to_string(),
        Kind::Squads | Kind::GrandSlot => match p.moving.as_ref().and_then(|m| m.cur) {
            Some(c) => match c.ask {
                Ask::Enter => format!("Enter {}, or veer?", c.to),
                Ask::Side => format!("The captains will not enter {}: veer which way?", c.to),
                Ask::Course(d) => format!("Keep your course at {}, or conform to {d}?", c.to),
            },
            None => {
                let asked = p.phase.squads.get(usize::from(p.phase.at));
                let asked = asked.map_or_else(String::new, |q| b.squad_code(*q));
                format!("Move {asked} now, or defer to the next downwind?")
            }
        },
        Kind::Singles => format!("{} sails alone: ahead, and which way does she turn?", ship()),
        Kind::Frigates => format!("The frigate {} may move", ship()),
        Kind::Fire => format!("Declare your attacks after step {}", p.phase.step),
        Kind::Board => "Do the ships of your flagship's Group board?".to_string(),
        Kind::Repair => "Repairs: leave out what you will, then go on".to_string(),
        Kind::Signals | Kind::Movement | Kind::Step | Kind::End | Kind::Over => String::new(),
    }
}

/// A pick as a person sees it.
pub(crate) fn pick(p: &Public, pick: &Pick) -> Label {
    let b = &*p.battle;
    let plain = |kind: &'static str, key: String, text: String| Label {
        kind,
        key,
        text,
        ..Label::default()
    };
    let unit = |code: String, name: &str| Label {
        kind: "unit",
        key: code.clone(),
        text: format!("{code} {name}").trim_end().to_string(),
        unit: Some(code),
        ..Label::default()
    };
    match *pick {
        Pick::Group(squad, at) => {
            Label { place: Some(at.to_string()), ..unit(text::group(b, squad, at), "") }
        }
        Pick::Squad(squad) => {
            let title = b.squads.get(squad.i()).map_or("", |s| s.title.as_str());
            unit(b.squad_code(squad), title)
        }
        Pick::Ship(id) => {
            let place = p.ships.get(id.i()).map(|s| s.at.to_string());
            Label { place, ..unit(b.ship_code(id), b.ship_name(id)) }
        }
        Pick::Dir(d) => plain("direction", d.name().to_string(), d.name().to_string()),
        Pick::Point(at) => {
            let text = at.to_string();
            Label { place: Some(text.clone()), ..plain("place", text.clone(), text) }
        }
        Pick::Side(side) => {
            let name = b.sides[side.index() % 2].name.clone();
            plain("side", side_code(side).to_string(), name)
        }
        Pick::Number(n) => plain("number", n.to_string(), n.to_string()),
        Pick::Card(c) => {
            let (code, name) = CARDS[usize::from(c.0) % CARDS.len()];
            plain("card", code.to_string(), format!("{code} {name}"))
        }
        Pick::Force(force) => plain("force", force.name().to_string(), force.name().to_string()),
        Pick::Word(word) => plain("word", word.to_string(), word.to_string()),
    }
}
