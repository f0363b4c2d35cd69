//! What ships and directions are called: names instead of codes wherever people read.

use crate::board::Dir;
use crate::state::{Public, ShipSet};
use crate::units::{Class, FortId, ShipId};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// A name for each of the 24 cards, so that a player speaks of ships, not of numbers.
const NAMES: [[&str; 6]; 4] = [
    ["Victory", "Trinidad", "Sovereign", "Santa Ana", "Britannia", "Neptune"],
    ["San Martin", "Concepcion", "San Felipe", "Santa Rosa", "Esperanza", "San Jose"],
    ["Amazon", "Juno", "Hermione", "Mercedes", "Arethusa", "Surprise"],
    ["Mercury", "Raven", "Swift", "Fancy", "Ranger", "Curlew"],
];

/// The name of a ship: `Mercury`.
pub(crate) const fn ship_name(id: ShipId) -> &'static str {
    NAMES[id.class() as usize][id.number() as usize - 1]
}

/// Its type in a sentence: `brig`.
pub(crate) const fn class_word(class: Class) -> &'static str {
    match class {
        Class::FirstRate => "first rate",
        Class::Galleon => "galleon",
        Class::Frigate => "frigate",
        Class::Brig => "brig",
    }
}

/// A ship in a sentence: `the brig Mercury`.
pub(crate) fn the_ship(id: ShipId) -> String {
    format!("the {} {}", class_word(id.class()), ship_name(id))
}

/// Ships in a sentence: `Mercury and Raven`; nobody is `no ship`.
pub(crate) fn the_ships(set: ShipSet) -> String {
    let names: Vec<&str> = set.iter().map(ship_name).collect();
    match names.as_slice() {
        [] => "no ship".to_string(),
        [only] => (*only).to_string(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// A fort in a sentence: `the fort on A1`.
pub(crate) fn the_fort(p: &Public, id: FortId) -> String {
    format!("the fort on {}", p.fort(id).space)
}

/// A direction in a sentence: `north-east`.
pub(crate) const fn dir_word(dir: Dir) -> &'static str {
    match dir.0 {
        0 => "north",
        1 => "north-east",
        2 => "east",
        3 => "south-east",
        4 => "south",
        5 => "south-west",
        6 => "west",
        _ => "north-west",
    }
}

/// A number of things: `one gun`, `3 guns`.
pub(crate) fn count(n: usize, one: &str) -> String {
    if n == 1 { format!("one {one}") } else { format!("{n} {one}s") }
}

/// With a capital letter, as a sentence begins.
pub(crate) fn capital(text: String) -> String {
    let mut signs = text.chars();
    match signs.next() {
        Some(first) => first.to_uppercase().chain(signs).collect(),
        None => text,
    }
}
