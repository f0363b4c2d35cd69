//! What people and archives read: small words that all of it shares.

mod actions;
mod board;
mod events;
mod position;
mod prompt;
mod view;

pub(crate) use actions::{read, write};
pub(crate) use board::board;
pub(crate) use events::{clauses, event, fact, outcome, sentence};
pub(crate) use position::{load, save};
pub(crate) use prompt::{label, prompt};
pub(crate) use view::view;

use crate::BoardGame;
use crate::state::{Public, UnitId};
use admiralty_core::Sight;
use alloc::format;
use alloc::string::{String, ToString};

type Seen<'a> = Sight<'a, BoardGame>;

/// `S1 Exeter`.
pub(crate) fn ship(p: &Public, id: UnitId) -> String {
    if p.knows(id) { format!("{id} {}", p.unit(id).card.card().name) } else { id.to_string() }
}
