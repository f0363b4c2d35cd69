//! Events as data.

use super::{gone_word, out_word, piece};
use crate::event::Event;
use crate::state::Public;
use crate::text::{actions, fort, part, player, ships, unit, weather};
use crate::units::ShipId;
use admiralty_core::Doc;
use alloc::string::ToString;

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
        Event::Silent { ship: id, why } => {
            kind("no answer").with("ship", ship(id)).with("why", why.word())
        }
        Event::FiresAcross { seat, ship: id } => {
            kind("fires across").with("seat", player(*seat)).with("ship", ship(id))
        }
        Event::FiresAtBoarders { ship: id } => kind("fires at boarders").with("ship", ship(id)),
        Event::SailsHit { ship: id, hits, damage } => {
            kind("sails hit").with("ship", ship(id)).with("hits", *hits).with("damage", *damage)
        }
        Event::Critical { ship: id, aim, die, struck, .. } => kind("critical")
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
        Event::Fired { volley, die, hits, shots, .. } => kind("fired")
            .with("volley", actions::volley(p, volley))
            .with("target", unit(p, volley.target))
            .with("die", *die)
            .with("hit", hits.has(*die))
            .with("shots", *shots),
        Event::Wasted { unit: who } => kind("wasted").with("unit", unit(p, *who)),
        Event::Damaged { ship: id, damage, left, cause } => kind("damaged")
            .with("ship", ship(id))
            .with("damage", *damage)
            .with("left", *left)
            .with("cause", cause.word()),
        Event::Sunk { ship: id, owner, space, cause } => kind("sunk")
            .with("ship", ship(id))
            .with("owner", player(*owner))
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
        Event::Rolled { unit: who, die, strength, chance, .. } => kind("rolled")
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
        Event::Gone { seat, why } => {
            kind("gone").with("seat", player(*seat)).with("why", gone_word(*why))
        }
        Event::Eliminated { seat, why } => {
            kind("eliminated").with("seat", player(*seat)).with("why", out_word(*why))
        }
        Event::Over { outcome } => kind("over").with("reason", outcome.reason),
    }
}
