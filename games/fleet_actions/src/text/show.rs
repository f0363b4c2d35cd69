//! The view of a seat, its prompt, and the labels of its menu.

use crate::FleetActions;
use crate::action::Pick;
use crate::board::Attitude;
use crate::position;
use crate::setup::{ShipId, SquadId, side_code};
use crate::state::{Ask, Formation, Kind, Public, mark};
use crate::units::CARDS;
use crate::{notation, victory};
use admiralty_core::{Awaiting, Doc, Label, Rules, Seat, Side, Sight, Viewer};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Everything open, and what the viewer has sealed himself.
// FA-3.01: every ship shows nation, name, guns, Strength, damage and state to all.
// FA-3.02, FA-3.78: flagships and marks are visible to all; FA-S.08: all else is open.
pub(super) fn view(sight: Sight<'_, FleetActions>) -> Doc {
    let p = sight.public;
    let b = &*p.battle;
    let mut doc = position::public_doc(p);
    doc.put("title", b.title.clone());
    doc.put("date", b.date.clone());
    doc.put("place", b.place.clone());
    doc.put("orient", b.orient.clone());
    if p.grand.is_none() {
        doc.put("map", Vec::from([b.extent.cols, b.extent.rows]));
        doc.put("land", Doc::list(b.land.iter().map(|q| q.to_string())));
        doc.put("shoal", Doc::list(b.shoal.iter().map(|q| q.to_string())));
    } else if let Some(approach) = &b.approach {
        doc.put("map", Vec::from([approach.extent.cols, approach.extent.rows]));
        doc.put("land", Doc::list(approach.land.iter().map(|q| q.to_string())));
    }
    // FA-10.02: how large a point is drawn, in ships end to end.
    doc.put("point_room", 3);
    doc.put("sides", sides(p));
    doc.put("squads", squads(p));
    doc.put("ships", ships(p));
    doc.put("groups", groups(p));
    doc.put("scores", Vec::from(victory::scores(p)));
    doc.put("team_talk", b.options.team_talk);
    if !b.warnings.is_empty() {
        doc.put("warnings", b.warnings.clone());
    }
    // FA-S.04 to S.07: what a seat has sealed it alone sees.
    let mut sealed = Doc::map();
    let mut hidden = Doc::map();
    for i in 0..b.seats.len() as u8 {
        if let Some(own) = sight.of_seat(Seat(i)) {
            sealed.put(notation::seat(b, Seat(i)), position::sealed_doc(b, own));
        }
    }
    for side in [Side(0), Side(1)] {
        if let Some(shared) = sight.of_side(side) {
            for (i, signal) in shared.cards.iter().enumerate() {
                if signal.is_some() {
                    hidden.put(notation::seat(b, Seat(i as u8)), notation::signal(b, *signal));
                }
            }
        }
    }
    doc.put("sealed", sealed);
    if hidden != Doc::map() {
        doc.put("hidden_cards", hidden);
    }
    doc
}

fn sides(p: &Public) -> Doc {
    let mut doc = Doc::map();
    for side in [Side(0), Side(1)] {
        let s = &p.battle.sides[side.index()];
        let entry = Doc::map()
            .with("name", s.name.clone())
            .with("bold", s.bold)
            .with("doctrine", s.doctrine.name())
            .with("shallow", s.shallow);
        doc.put(side_code(side), entry);
    }
    doc
}

fn squads(p: &Public) -> Doc {
    let b = &*p.battle;
    let mut doc = Doc::map();
    for (i, q) in p.squads.iter().enumerate() {
        let info = &b.squads[i];
        let flag = if q.flag == ShipId::NONE { Doc::Null } else { b.ship_code(q.flag).into() };
        let entry = Doc::map()
            .with("title", info.title.clone())
            .with("admiral", info.admiral.clone())
            .with("nation", info.nation.code())
            .with("seat", notation::seat(b, info.seat))
            .with("cinc", info.cinc)
            .with("marker", q.marker)
            .with("flag", flag)
            .with_if(info.arrive > 0, "arrive", info.arrive);
        doc.put(b.squad_code(SquadId(i as u8)), entry);
    }
    doc
}

fn ships(p: &Public) -> Doc {
    let b = &*p.battle;
    let mut doc = Doc::map();
    for (id, s) in p.all() {
        let info = &b.ships[id.i()];
        let mut entry = position::ship_doc(b, id, s);
        entry.put("name", info.name.clone());
        entry.put("nation", b.squads[s.squad.i()].nation.code());
        entry.put("guns", info.guns);
        entry.put("rating", s.s0);
        entry.put("strength", s.strength());
        entry.put("sd", s.sd);
        entry.put("md", s.md);
        entry.put("state", position::state_word(s.state));
        entry.put("line", s.line);
        let entry = entry
            .with_if(p.squads[s.squad.i()].flag == id, "flagship", true)
            .with_if(s.is(mark::STRAGGLER), "straggler", true)
            .with_if(p.is_fouled(id), "fouled", true);
        doc.put(b.ship_code(id), entry);
    }
    doc
}

fn groups(p: &Public) -> Doc {
    let b = &*p.battle;
    let mut list = Vec::new();
    for squad in p.squad_ids() {
        for g in p.groups(squad) {
            let formation = match g.formation() {
                Formation::LineAhead => "LA".to_string(),
                Formation::LineOfBearing(a) => format!("LB:{a}"),
                Formation::Bunch => "BU".to_string(),
            };
            let order = p.in_order(g.ships);
            list.push(
                Doc::map()
                    .with("unit", notation::group(b, squad, g.at))
                    .with("at", g.at.to_string())
                    .with("squad", b.squad_code(squad))
                    .with("heading", g.heading.name())
                    .with("attitude", Attitude::of(g.heading, p.wind).name())
                    .with("formation", formation)
                    .with("melee", p.melee_at(g.at))
                    .with("ships", Doc::list(order.iter().map(|id| b.ship_code(*id)))),
            );
        }
    }
    Doc::List(list)
}

/// What is expected of the viewer.
pub(super) fn prompt(sight: Sight<'_, FleetActions>) -> String {
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
        let names: Vec<String> = p.pending.iter().map(|s| notation::seat(b, s)).collect();
        return format!("Waiting for {}", names.join(", "));
    }
    let first = p.phase.list.first().copied().unwrap_or(0);
    let ship = || b.ship_name(ShipId(first));
    match p.phase.kind {
        Kind::Confirm => "Do you agree to this set-up?".to_string(),
        Kind::GrandFirst => "You have the weather gauge: which side moves first?".to_string(),
        Kind::GrandMove => "Move your squadrons on the hex map".to_string(),
        Kind::GrandSpeed => "Lay a speed marker for each squadron, face down".to_string(),
        Kind::GrandTurn => format!("Turn the Groups of {}", b.squad_code(SquadId(first))),
        Kind::GrandPlace => format!("Place the frigate {}", ship()),
        Kind::Flag => "Name a new flagship, or shift your flag".to_string(),
        Kind::Head => format!("Order the headings of {}", b.squad_code(SquadId(first))),
        Kind::Speed => "Lay a speed marker for each squadron and choose a signal card".to_string(),
        Kind::Light => "You have the weather gauge: whose light ships move first?".to_string(),
        Kind::Squads | Kind::GrandSlot => match p.moving.as_ref().and_then(|m| m.cur) {
            Some(c) => match c.ask {
                Ask::Enter => format!("Enter {}, or veer?", c.to),
                Ask::Side => format!("The captains will not enter {}: veer which way?", c.to),
                Ask::Course(d) => format!("Keep your course at {}, or conform to {d}?", c.to),
            },
            None => {
                let q = p.phase.list.get(usize::from(p.phase.at)).copied().unwrap_or(0);
                format!("Move {} now, or defer to the next downwind?", b.squad_code(SquadId(q)))
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
pub(super) fn pick(p: &Public, pick: &Pick) -> Label {
    let b = &*p.battle;
    let plain = |kind: &'static str, key: String, text: String| Label {
        kind,
        key,
        text,
        place: None,
        unit: None,
    };
    let unit = |code: String, name: &str| Label {
        kind: "unit",
        key: code.clone(),
        text: format!("{code} {name}").trim_end().to_string(),
        place: None,
        unit: Some(code),
    };
    match *pick {
        Pick::Group(squad, at) => {
            Label { place: Some(at.to_string()), ..unit(notation::group(b, squad, at), "") }
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

/// The viewer of a sight, for the board.
pub(super) fn viewer(sight: Sight<'_, FleetActions>) -> Viewer {
    sight.seat().map_or(Viewer::Spectator, Viewer::Seat)
}
