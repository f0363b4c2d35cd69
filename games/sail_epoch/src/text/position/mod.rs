//! Positions: saved as a document, read from it or from set-up lines.
//!
//! ```text
//! save     the document of a position
//! shape    … and its form
//! load     reads it: time, ships, players, things, secrets
//! field    … islands, reefs, ports and forts
//! windows  … open questions
//! sound    … and looks whether the whole can be played
//! lines    a position as a person writes it
//! ```

mod field;
mod lines;
mod load;
mod save;
mod shape;
mod sound;
mod windows;

pub(crate) use load::load;
pub(crate) use save::save;
pub(super) use save::{public, secret, spaces};
pub(super) use shape::{DIRECTION, PUBLIC, SECRET, SPACES};

use crate::state::{Point, mark};

/// Names of the marks of a ship.
const MARKS: [(&str, u16); 16] = [
    ("moved", mark::MOVED),
    ("drifted", mark::DRIFTED),
    ("attacked", mark::ATTACKED),
    ("captured", mark::CAPTURED),
    ("fired", mark::FIRED),
    ("released", mark::RELEASED),
    ("new_repair", mark::NEW_REPAIR),
    ("loaded", mark::LOADED),
    ("ignited", mark::IGNITED),
    ("new_fire", mark::NEW_FIRE),
    ("reserve", mark::RESERVE),
    ("chaser", mark::CHASER),
    ("idle", mark::IDLE),
    ("unloaded", mark::UNLOADED),
    ("bowed", mark::BOWED),
    ("sails_first", mark::SAILS_FIRST),
];

/// Moments of a movement.
const POINTS: [(&str, Point); 4] = [
    ("start", Point::Start),
    ("corner", Point::Corner),
    ("passing", Point::Passing),
    ("last", Point::Last),
];

/// Kinds of pieces, as they stand in `owed`.
const KINDS: [&str; 4] = ["islands", "forts", "royal_ports", "reefs"];
