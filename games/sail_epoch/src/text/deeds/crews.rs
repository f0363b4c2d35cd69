//! The cards of the ships: names, classes, and their state as it is spoken.

use crate::board::Dir;
use crate::rules::movement;
use crate::state::{Public, mark};
use crate::text::names::{class_word, count, dir_word, ship_name};
use crate::text::{fort, goods, name};
use crate::units::ShipId;
use admiralty_core::Doc;
use alloc::format;
use alloc::string::{String, ToString};

/// The cards of all ships, those that are gone or wait too: they still have names.
pub(crate) fn crews(p: &Public) -> Doc {
    let mut all = Doc::map();
    for i in 0..p.ships.len() {
        let id = ShipId(i as u8);
        let ship = p.ship(id);
        let [straight, slant] = [Dir(0), Dir(1)].map(|dir| movement::fresh(p, id, dir));
        let mut card = Doc::map()
            .with("name", ship_name(id))
            .with("class", class_word(id.class()))
            .with("guns", p.supply(id))
            .with("room", p.capacity(id))
            .with("straight", straight)
            .with("slant", slant)
            .with("range", id.card().range.orth)
            .with("range_slant", id.card().range.diag);
        if ship.is_afloat() {
            card.put("says", state_of(p, id));
        }
        all.put(id.name(), card);
    }
    all
}

/// The state of a ship as it is spoken: `brig Mercury of Player 2, bow north-west, strength 3
/// of 3, 1 gun left`.
fn state_of(p: &Public, id: ShipId) -> String {
    let ship = p.ship(id);
    let mut says =
        format!("{} {} of {}", class_word(id.class()), ship_name(id), name(p, ship.owner));
    if p.has_bows() && ship.is_afloat() {
        says.push_str(&format!(", bow {}", dir_word(ship.bow)));
    }
    says.push_str(&format!(", strength {} of {}", p.strength(id), p.max_strength(id)));
    if ship.sails > 0 {
        says.push_str(&format!(", sail damage {}", ship.sails));
    }
    says.push_str(&match ship.shots {
        0 => ", no gun left".to_string(),
        n => format!(", {} left", count(n as usize, "gun")),
    });
    if ship.cargo > 0 {
        says.push_str(&format!(", carries {}", goods(p, ship.cargo)));
    }
    if let Some(to) = ship.repair {
        says.push_str(&format!(
            ", under repair at the fort on {}",
            fort(p, to).trim_start_matches('@')
        ));
    }
    if let Some(to) = ship.work {
        says.push_str(&format!(", at work on the fort on {}", fort(p, to).trim_start_matches('@')));
    }
    for (bit, word) in [
        (mark::IGNITED, ", a fireship"),
        (mark::MOVED, ", has moved"),
        (mark::CAPTURED, ", just captured"),
        (mark::RESERVE, ", in reserve"),
    ] {
        if ship.has(bit) {
            says.push_str(word);
        }
    }
    says
}
