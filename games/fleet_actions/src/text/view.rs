//! The view of a seat.

use super::position;
use crate::FleetActions;
use crate::board::Attitude;
use crate::setup::{SquadId, side_code};
use crate::state::{Formation, Public, mark};
use crate::{text, victory};
use admiralty_core::{Doc, Seat, Side, Sight};
use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;

/// Everything open, and what the viewer has sealed himself.
// FA-3.01: every ship shows nation, name, guns, Strength, damage and state to all.
// FA-3.02, FA-3.78: flagships and marks are visible to all; FA-S.08: all else is open.
pub(crate) fn view(sight: Sight<'_, FleetActions>) -> Doc {
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
            sealed.put(text::seat(b, Seat(i)), position::sealed_doc(b, own));
        }
    }
    for side in [Side(0), Side(1)] {
        if let Some(shared) = sight.of_side(side) {
            for (i, signal) in shared.cards.iter().enumerate() {
                if signal.is_some() {
                    hidden.put(text::seat(b, Seat(i as u8)), text::signal(b, *signal));
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
            .with("crews", s.crews.name())
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
        let flag = q.flag.map(|id| b.ship_code(id));
        let entry = Doc::map()
            .with("title", info.title.clone())
            .with("admiral", info.admiral.clone())
            .with("nation", info.nation.code())
            .with("seat", text::seat(b, info.seat))
            .with("cinc", info.cinc)
            .with("marker", q.marker)
            .with("flag", flag)
            .with_if(info.arrive.is_some(), "arrive", info.arrive);
        doc.put(b.squad_code(SquadId(i as u8)), entry);
    }
    doc
}

fn ships(p: &Public) -> Doc {
    let b = &*p.battle;
    let mut doc = Doc::map();
    for (id, s) in p.all() {
        let info = &b.ships[id.i()];
        let mut entry = position::ship_doc(p, id, s);
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
            .with_if(p.squads[s.squad.i()].flag == Some(id), "flagship", true)
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
                    .with("unit", text::group(b, squad, g.at))
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
