//! Events as data: their fields, the clauses behind them, what they reveal.

use super::sentences::{out_word, part, piece, weather};
use super::{actions, fort, player, ships, unit};
use crate::event::Event;
use crate::state::Public;
use crate::units::ShipId;
use admiralty_core::{ClauseId, Doc};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

/// The event as data.
pub(crate) fn event(p: &Public, event: &Event) -> Doc {
    let kind = |kind: &'static str| Doc::map().with("kind", kind);
    let ship = |id: &ShipId| id.to_string();
    match event {
        Event::Order { order, n } => {
            kind("order").with("order", Doc::list(order[..*n as usize].iter().map(|s| player(*s))))
        }
        Event::Placed { seat, piece: what, space } => kind("placed")
            .with("seat", player(*seat))
            .with("piece", piece(*what).0)
            .with("space", space.to_string()),
        Event::MineLaid { seat } => kind("mine laid").with("seat", player(*seat)),
        Event::MapDrawn { seat } => kind("map drawn").with("seat", player(*seat)),
        Event::Deployed { ship: id, space } => {
            kind("deployed").with("ship", ship(id)).with("space", space.to_string())
        }
        Event::Turn { turn } => kind("turn").with("turn", *turn),
        Event::Wind { seat, wind, value } => kind("wind")
            .with("seat", player(*seat))
            .with("to", wind.to.to_string())
            .with("weather", weather(wind.weather))
            .with("value", *value),
        Event::Phase { seat } => kind("phase").with("seat", player(*seat)),
        Event::Moved { ship: id, from, to, .. } => kind("moved")
            .with("ship", ship(id))
            .with("from", from.to_string())
            .with("to", to.to_string()),
        Event::Sailed { ship: id, from, to, bow } => kind("sailed")
            .with("ship", ship(id))
            .with("from", from.to_string())
            .with("to", to.to_string())
            .with("bow", bow.to_string()),
        Event::Turned { ship: id, bow } => {
            kind("turned").with("ship", ship(id)).with("bow", bow.to_string())
        }
        Event::Bowed { ship: id, bow } => {
            kind("bow").with("ship", ship(id)).with("bow", bow.to_string())
        }
        Event::Commanded { ship: id, card } => {
            kind("captain").with("ship", ship(id)).with("card", actions::captain(*card))
        }
        Event::FiresFirst { ship: id } => kind("fires first").with("ship", ship(id)),
        Event::Answers { ship: id } => kind("answers").with("ship", ship(id)),
        Event::FiresAcross { seat, ship: id } => {
            kind("fires across").with("seat", player(*seat)).with("ship", ship(id))
        }
        Event::FiresAtBoarders { ship: id } => kind("fires at boarders").with("ship", ship(id)),
        Event::SailsHit { ship: id, hits, damage } => {
            kind("sails hit").with("ship", ship(id)).with("hits", *hits).with("damage", *damage)
        }
        Event::Critical { ship: id, aim, die, struck } => kind("critical")
            .with("ship", ship(id))
            .with("aim", part(*aim))
            .with("die", *die)
            .with("struck", *struck),
        Event::Drifted { ship: id, from, to } => kind("drifted")
            .with("ship", ship(id))
            .with("from", from.to_string())
            .with("to", to.to_string()),
        Event::Stranded { ship: id, reef } => {
            kind("stranded").with("ship", ship(id)).with("reef", reef.to_string())
        }
        Event::Collided { ship: id, other } => {
            kind("collided").with("ship", ship(id)).with("other", ship(other))
        }
        Event::Fired { volley, die, hit, shots } => kind("fired")
            .with("volley", actions::volley(p, volley))
            .with("target", unit(p, volley.target))
            .with("die", *die)
            .with("hit", *hit)
            .with("shots", *shots),
        Event::Wasted { unit: who } => kind("wasted").with("unit", unit(p, *who)),
        Event::Damaged { ship: id, damage, left, cause } => kind("damaged")
            .with("ship", ship(id))
            .with("damage", *damage)
            .with("left", *left)
            .with("cause", cause.word()),
        Event::Sunk { ship: id, space, cause } => kind("sunk")
            .with("ship", ship(id))
            .with("space", space.to_string())
            .with("cause", cause.word()),
        Event::Ignited { ship: id } => kind("ignited").with("ship", ship(id)),
        Event::Exploded { ship: id, space } => {
            kind("exploded").with("ship", ship(id)).with("space", space.to_string())
        }
        Event::Boarded { seat, attackers, target } => kind("boarded")
            .with("seat", player(*seat))
            .with("attackers", ships(*attackers))
            .with("target", ship(target)),
        Event::Assaulted { seat, attackers, fort: at } => kind("assaulted")
            .with("seat", player(*seat))
            .with("attackers", ships(*attackers))
            .with("fort", fort(p, *at)),
        Event::Defended { seat, ships: set } => {
            kind("defended").with("seat", player(*seat)).with("ships", ships(*set))
        }
        Event::Rolled { unit: who, die, strength, chance } => kind("rolled")
            .with("unit", unit(p, *who))
            .with("die", *die)
            .with("strength", *strength)
            .with("chance", *chance),
        Event::Points { attack, defence } => {
            kind("points").with("attack", *attack).with("defence", *defence)
        }
        Event::Allotted { unit: who, points } => {
            kind("allotted").with("unit", unit(p, *who)).with("points", *points)
        }
        Event::Captured { ship: id, by } => {
            kind("captured").with("ship", ship(id)).with("by", player(*by))
        }
        Event::RepairBegun { ship: id, fort: at } => {
            kind("repair begun").with("ship", ship(id)).with("fort", fort(p, *at))
        }
        Event::RepairEnded { ship: id } => kind("repair ended").with("ship", ship(id)),
        Event::SailsFirst { ship: id } => kind("sails first").with("ship", ship(id)),
        Event::Repaired { unit: who, left } => {
            kind("repaired").with("unit", unit(p, *who)).with("left", *left)
        }
        Event::Battered { fort: at, left } => {
            kind("battered").with("fort", fort(p, *at)).with("left", *left)
        }
        Event::Destroyed { fort: at, lost } => {
            kind("destroyed").with("fort", fort(p, *at)).with("lost", *lost)
        }
        Event::FortTaken { fort: at, by } => {
            kind("fort taken").with("fort", fort(p, *at)).with("by", player(*by))
        }
        Event::Given { fort: at, by, to } => {
            kind("given").with("fort", fort(p, *at)).with("by", player(*by)).with("to", player(*to))
        }
        Event::WorksBegun { fort: at, ships: set } => {
            kind("works begun").with("fort", fort(p, *at)).with("ships", ships(*set))
        }
        Event::WorksEnded { fort: at } => kind("works ended").with("fort", fort(p, *at)),
        Event::Rebuilt { fort: at, points } => {
            kind("rebuilt").with("fort", fort(p, *at)).with("points", *points)
        }
        Event::Raised { fort: at, owner } => {
            kind("raised").with("fort", fort(p, *at)).with("owner", player(*owner))
        }
        Event::Fortless { seat } => kind("fortless").with("seat", player(*seat)),
        Event::Loaded { ship: id, n, space } => {
            kind("loaded").with("ship", ship(id)).with("n", *n).with("space", space.to_string())
        }
        Event::Unloaded { ship: id, n, fort: at } => {
            kind("unloaded").with("ship", ship(id)).with("n", *n).with("fort", fort(p, *at))
        }
        Event::Plundered { ship: id, n } => kind("plundered").with("ship", ship(id)).with("n", *n),
        Event::Adrift { n, space } => kind("adrift").with("n", *n).with("space", space.to_string()),
        Event::GoodsLost { n } => kind("goods lost").with("n", *n),
        Event::Appeared { fort: at } => kind("treasure").with("fort", fort(p, *at)),
        Event::Goal { goal } => kind("goal").with("goal", *goal),
        Event::Standing { seat, on } => {
            kind("standing").with("seat", player(*seat)).with("on", *on)
        }
        Event::Detonated { seat, space, ship: id } => kind("detonated")
            .with("seat", player(*seat))
            .with("space", space.to_string())
            .with("ship", ship(id)),
        Event::MapTaken { pirate, by } => {
            kind("map taken").with("pirate", player(*pirate)).with("by", player(*by))
        }
        Event::MapShown { pirate, space } => {
            kind("map shown").with("pirate", player(*pirate)).with("space", space.to_string())
        }
        Event::Offered { by, to, turns } => {
            kind("offered").with("by", player(*by)).with("to", player(*to)).with("turns", *turns)
        }
        Event::Declined { by, to } => {
            kind("declined").with("by", player(*by)).with("to", player(*to))
        }
        Event::Allied { one, two, turns } => {
            kind("allied").with("one", player(*one)).with("two", player(*two)).with("turns", *turns)
        }
        Event::NoticeGiven { by, to } => {
            kind("notice").with("by", player(*by)).with("to", player(*to))
        }
        Event::AllianceEnded { one, two } => {
            kind("alliance ended").with("one", player(*one)).with("two", player(*two))
        }
        Event::Blockading { ship: id, turns } => {
            kind("blockading").with("ship", ship(id)).with("turns", *turns)
        }
        Event::PortTaken { owner, by } => {
            kind("royal port taken").with("owner", player(*owner)).with("by", player(*by))
        }
        Event::Resigned { seat } => kind("resigned").with("seat", player(*seat)),
        Event::Eliminated { seat, why } => {
            kind("eliminated").with("seat", player(*seat)).with("why", out_word(*why))
        }
        Event::Over { outcome } => kind("over").with("reason", outcome.reason),
    }
}

/// The clauses behind an event.
pub(crate) fn clauses(event: &Event) -> Vec<ClauseId> {
    let one = |id: &'static str| vec![ClauseId(id)];
    match event {
        Event::Order { .. } => one("SE-3.1.6a"),
        Event::Turn { .. } => one("SE-3.2.3c"),
        Event::Wind { .. } => one("SE-3.2.1a"),
        Event::Phase { .. } => one("SE-3.2.2a"),
        Event::Moved { .. } => one("SE-3.3.1.7b"),
        Event::Sailed { .. } => one("SE-A1.2.3"),
        Event::Turned { .. } => one("SE-A1.2.1a"),
        Event::Bowed { .. } => one("SE-A0a"),
        Event::Commanded { .. } => one("SE-R74"),
        Event::FiresFirst { .. } => one("SE-A2.4.4a"),
        Event::Answers { .. } => one("SE-A2.4.1"),
        Event::FiresAcross { .. } => one("SE-A2.5.2.2a"),
        Event::FiresAtBoarders { .. } => one("SE-A3.1"),
        Event::SailsHit { .. } => one("SE-A2.2.1c"),
        Event::Critical { .. } => one("SE-A2.3a"),
        Event::Drifted { .. } => one("SE-3.3.1.6.3a"),
        Event::Stranded { .. } => one("SE-3.3.1.6.3d"),
        Event::Collided { .. } => one("SE-5.2.1a"),
        Event::Fired { .. } => one("SE-3.3.2.4a"),
        Event::Wasted { .. } => one("SE-3.3.2.2b"),
        Event::Damaged { .. } => one("SE-3.3.2.5"),
        Event::Sunk { .. } => one("SE-3.3.1.6.3g"),
        Event::Ignited { .. } => one("SE-3.3.2.16b"),
        Event::Exploded { .. } => one("SE-3.3.2.16g"),
        Event::Boarded { .. } => one("SE-3.3.3.4a"),
        Event::Assaulted { .. } => one("SE-5.6.1"),
        Event::Defended { .. } => one("SE-5.6.3a"),
        Event::Rolled { .. } => one("SE-3.3.3.4c"),
        Event::Points { .. } => one("SE-3.3.3.4b"),
        Event::Allotted { .. } => one("SE-3.3.3.6b"),
        Event::Captured { .. } => one("SE-3.3.3.7a"),
        Event::RepairBegun { .. } => one("SE-3.3.4.3"),
        Event::RepairEnded { .. } => one("SE-3.3.4.6a"),
        Event::SailsFirst { .. } => one("SE-R140"),
        Event::Repaired { .. } => one("SE-3.3.4.4b"),
        Event::Battered { .. } => one("SE-3.3.5.1e2"),
        Event::Destroyed { .. } => one("SE-3.3.5.1e3"),
        Event::FortTaken { .. } => one("SE-5.6.6b"),
        Event::Given { .. } => one("SE-4.2.7d"),
        Event::WorksBegun { .. } => one("SE-3.3.5.2b2"),
        Event::WorksEnded { .. } => one("SE-3.3.5.2f1"),
        Event::Rebuilt { .. } => one("SE-3.3.5.3b"),
        Event::Raised { .. } => one("SE-3.3.5.3c1"),
        Event::Fortless { .. } => one("SE-R49"),
        Event::Appeared { .. } => one("SE-4.3.10a"),
        Event::Goal { .. } => one("SE-4.1.9"),
        Event::Standing { .. } => one("SE-R77"),
        Event::Detonated { .. } => one("SE-3.3.6.1d"),
        Event::MapTaken { .. } => one("SE-4.3.23b"),
        Event::MapShown { .. } => one("SE-4.3.23d"),
        Event::Blockading { .. } => one("SE-3.1.5.1f"),
        Event::PortTaken { .. } => one("SE-3.1.5.1g"),
        Event::Over { outcome } => vec![outcome.clause],
        _ => Vec::new(),
    }
}

/// What a revealing event makes known.
pub(crate) fn fact(event: &Event) -> Option<String> {
    match event {
        Event::Detonated { space, .. } => Some(format!("a mine on {space}")),
        Event::MapShown { space, .. } => Some(format!("a treasure map: {space}")),
        Event::Standing { seat, .. } => Some(format!("P{} has standing orders or not", seat + 1)),
        Event::Allied { one, two, .. } => {
            Some(format!("an alliance of P{} and P{}", one + 1, two + 1))
        }
        _ => None,
    }
}

/// By what outcomes are counted when odds are asked for.
pub(crate) fn outcome(p: &Public, event: &Event) -> Option<String> {
    match event {
        Event::Fired { hit, .. } => Some(if *hit { "hit" } else { "miss" }.to_string()),
        Event::Sunk { ship, .. } => Some(format!("{ship} sinks")),
        Event::Destroyed { fort: at, .. } => Some(format!("{} destroyed", fort(p, *at))),
        Event::Points { attack, defence } => Some(format!("{attack}:{defence}")),
        _ => None,
    }
}
