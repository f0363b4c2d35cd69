//! The view: what a viewer sees, as data.

use super::Seen;
use super::position::{public_doc, secret_doc, unit_doc};
use crate::setup::{READY_FLEETS, write_fleet};
use crate::state::{NORTH, Phase, SOUTH, letter};
use crate::units::{CardId, Class, Feature, features};
use crate::victory;
use admiralty_core::Doc;
use alloc::string::ToString;

fn class_doc(class: &Class) -> Doc {
    let battery = |i: usize| {
        let b = class.art[i];
        if b.spaces == 0 {
            return Doc::Null;
        }
        Doc::map().with("value", b.value).with("range", b.range).with("spaces", b.spaces)
    };
    let list = |set: u64| Doc::list(features(set).map(Feature::code));
    Doc::map()
        .with("navy", class.navy.code())
        .with("type", class.kind.code())
        .with("class", class.name)
        .with("sp", class.sp)
        .with("armour", class.arm)
        .with("movement", class.mv)
        .with("art1", battery(0))
        .with("art2", battery(1))
        .with("torpedoes", class.torp)
        .with("aa", Doc::list(class.aa))
        .with("squadrons", Doc::list(class.squadrons))
        .with("features", list(class.front))
        .with("sub_movement", class.sub_mv)
        .with("sub_features", list(class.back))
}

/// A card as a person reads it.
fn card_doc(card: CardId) -> Doc {
    class_doc(card.class())
        .with("id", card.card().id)
        .with("name", card.card().name)
        .with("flag", card.card().flag)
        .with("tp", card.tp())
}

/// What the viewer sees.
pub(crate) fn view(sight: Seen<'_>) -> Doc {
    let p = sight.public;
    let mut doc = public_doc(p);
    let mut units = Doc::map();
    for side in [SOUTH, NORTH] {
        for (id, unit) in p.of_side(side) {
            units.put(
                id.to_string(),
                unit_doc(p, id, unit).with("side", letter(side)).with("print", card_doc(unit.card)),
            );
        }
    }
    doc.put("units", units);
    if p.round > 0 {
        let points = |side| Doc::from(victory::points(p, side));
        doc.put("points", Doc::map().with("S", points(SOUTH)).with("N", points(NORTH)));
    }
    let mut secrets = Doc::map();
    for side in [SOUTH, NORTH] {
        if let Some(secret) = sight.of_side(side) {
            let cards = Doc::list(secret.fleet.iter().map(|card| card_doc(*card)));
            let own = secret_doc(secret);
            secrets.put(
                letter(side),
                if secret.fleet.is_empty() { own } else { own.with("cards", cards) },
            );
        }
    }
    doc.put("secret", secrets);
    if p.phase == Phase::Fleet && sight.side().is_some() {
        doc.put(
            "ready_fleets",
            Doc::list(READY_FLEETS.iter().map(|fleet| {
                Doc::map().with("key", fleet.key).with("cards", write_fleet(&fleet.cards()))
            })),
        );
    }
    doc
}
