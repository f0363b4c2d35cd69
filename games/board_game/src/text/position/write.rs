//! Positions written as documents.

use super::{FLAGS, REASONS, phase_word, status_word, word_of};
use crate::board::squares;
use crate::rules::Board;
use crate::rules::dice::Face;
use crate::setup::{write_fleet, write_options, write_sea};
use crate::state::{
    Flying, NORTH, Plane, Public, SOUTH, SideSecret, Status, Tokens, Unit, UnitId, letter,
};
use crate::text::actions::order_text;
use crate::units::{Feature, features};
use admiralty_core::{Doc, Side, Verdict};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

fn codes(set: u64) -> String {
    features(set).map(Feature::code).collect::<Vec<_>>().join(" ")
}

fn token_codes(tokens: Tokens) -> String {
    let mut words = Vec::new();
    for feature in features(u64::from(tokens.0 & 0x3f_ffff)) {
        for _ in 0..tokens.on(feature) {
            words.push(feature.code());
        }
    }
    words.join(" ")
}

fn faces(pool: &[u8; 6]) -> String {
    let mut words = Vec::new();
    for face in Face::ALL {
        for _ in 0..pool[face.index()] {
            words.push(face.code());
        }
    }
    words.join(" ")
}

fn sides(which: [bool; 2]) -> Doc {
    Doc::list([SOUTH, NORTH].into_iter().filter(|side| which[side.index()]).map(letter))
}

fn by_side(value: impl Fn(Side) -> Doc) -> Doc {
    Doc::map().with("S", value(SOUTH)).with("N", value(NORTH))
}

/// A unit as a map.
pub(crate) fn unit_doc(p: &Public, id: UnitId, unit: &Unit) -> Doc {
    let mut doc = Doc::map().with("card", unit.card.card().id);
    let status = unit.status;
    if let Some(square) = unit.at {
        doc.put("at", square.to_string());
    }
    if status == Status::Afloat {
        doc.put("heading", unit.heading.code());
    } else {
        doc.put("status", status_word(status));
    }
    doc = doc.with("sp", unit.sp).with("torpedoes", unit.torpedoes);
    for (word, flag) in FLAGS {
        if unit.has(flag) {
            doc.put(word, true);
        }
    }
    doc = doc
        .with_if(unit.repairs > 0, "repairs", unit.repairs)
        .with_if(unit.owed > 0, "owed", unit.owed)
        .with_if(!unit.tokens.is_empty(), "tokens", token_codes(unit.tokens))
        .with_if(!unit.next.is_empty(), "next", token_codes(unit.next))
        .with_if(unit.used != 0, "used", codes(unit.used));
    if let Some(deck) = p.deck(id) {
        let mut air = Doc::map();
        for (slot, flying) in deck.squadrons.iter().enumerate() {
            let text = match flying {
                Flying::Absent => continue,
                Flying::Aboard => "aboard".to_string(),
                Flying::Screen(unit) => format!("screen {unit}"),
                Flying::Placed(square) => format!("at {square}"),
                Flying::Spent => "spent".to_string(),
                Flying::Lost => "lost".to_string(),
            };
            air.put(Plane::at(unit.class(), slot).to_string(), text);
        }
        doc.put("air", air);
    }
    doc
}

/// Everything public.
pub(crate) fn public_doc(p: &Public) -> Doc {
    let mut units = Doc::map();
    for side in [SOUTH, NORTH] {
        for (id, unit) in p.of_side(side) {
            units.put(id.to_string(), unit_doc(p, id, unit));
        }
    }
    let smoke: Vec<String> = squares(p.smoke).map(|square| square.to_string()).collect();
    let mut doc = Doc::map()
        .with("options", write_options(&p.options, p.scenario()))
        .with("scenery", write_sea(&p.sea))
        .with_if(p.smoke != 0, "smoke", smoke.join(" "))
        .with("round", p.round)
        .with("phase", phase_word(p.phase))
        .with("actor", letter(p.actor))
        .with("first", letter(p.first))
        .with("units", units)
        .with("pool", by_side(|side| faces(&p.pool[side.index()]).into()))
        .with("exhausted", by_side(|side| faces(&p.exhausted[side.index()]).into()))
        .with("open", sides(p.open))
        .with_if(p.stood_down != [false; 2], "stood_down", sides(p.stood_down))
        .with_if(p.late_move != [false; 2], "late_move", sides(p.late_move))
        .with_if(p.passes != 0, "passes", p.passes)
        .with_if(p.ready != [false; 2], "ready", sides(p.ready))
        .with_if(p.laid != [0; 2], "laid", Doc::list(p.laid));
    if let Some(faces) = p.scenery_roll {
        doc.put("scenery_roll", Doc::list(faces.map(Face::code)));
    }
    if let Some(strike) = p.strike {
        let class = p.unit(strike.carrier).class();
        let raiders = strike.raiders().map(|raider| {
            let plane = Plane::at(class, usize::from(raider.slot));
            format!("{plane}>{}@{}", raider.target, raider.square)
        });
        let strike = Doc::map()
            .with("carrier", strike.carrier.to_string())
            .with("target", strike.target.to_string())
            .with("raiders", Doc::list(raiders));
        doc.put("strike", strike);
    }
    if let Some(end) = p.end {
        let mut result = Doc::map();
        match end.verdict {
            Verdict::Won(sides) => {
                let side = if sides.has(SOUTH) { SOUTH } else { NORTH };
                result.put("winner", letter(side));
            }
            _ => result.put("winner", "draw"),
        }
        result.put("reason", word_of(&REASONS, end.reason));
        doc.put("end", result);
    }
    doc
}

/// A side's secret.
pub(crate) fn secret_doc(secret: &SideSecret) -> Doc {
    let places = crate::text::actions::write(&crate::Action::Deploy(secret.places.clone().into()));
    let orders: Vec<String> = secret.orders.iter().map(order_text).collect();
    Doc::map()
        .with_if(!secret.fleet.is_empty(), "fleet", write_fleet(&secret.fleet))
        .with_if(
            !secret.places.is_empty(),
            "places",
            places.strip_prefix("deploy ").unwrap_or_default().to_string(),
        )
        .with_if(!secret.orders.is_empty(), "orders", orders.join("; "))
}

/// The whole table.
pub(crate) fn save(t: &Board) -> Doc {
    let doc = public_doc(&t.public);
    let secret = by_side(|side| secret_doc(&t.sides[side]));
    if t.sides.iter().all(|(_, secret)| *secret == SideSecret::default()) {
        doc
    } else {
        doc.with("secret", secret)
    }
}
