//! What people and archives read: small words that all of it shares.

mod actions;
mod board;
mod can;
mod events;
mod position;
mod prompt;
mod view;

pub(crate) use actions::{read, typed_for, write};
pub(crate) use board::board;
pub(crate) use events::{EVENT, clauses, closed, dice, event, fact, outcome, rollers, sentence};
pub(crate) use position::{load, save};
pub(crate) use prompt::{label, prompt};
pub(crate) use view::{VIEW, view};

use crate::BoardGame;
use crate::board::Square;
use crate::state::{Flying, Plane, Public, Strike, UnitId};
use admiralty_core::{Shape, Sight};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

type Seen<'a> = Sight<'a, BoardGame>;

/// `S1 Exeter`.
pub(crate) fn ship(p: &Public, id: UnitId) -> String {
    if p.knows(id) { format!("{id} {}", p.unit(id).card.card().name) } else { id.to_string() }
}

/// A squadron in the air that has still to fight.
struct InTheAir {
    carrier: UnitId,
    plane: Plane,
    /// The square it is drawn over.
    at: Square,
    task: Task,
}

/// What it is there for.
enum Task {
    /// It was placed for the Air step.
    Waits,
    /// It protects this unit.
    Screens(UnitId),
    /// It attacks this unit in the strike under way.
    Attacks(UnitId),
}

/// The squadrons in the air that have still to fight, carrier by carrier.
fn in_the_air(p: &Public) -> Vec<InTheAir> {
    let mut list = Vec::new();
    for deck in p.all_decks() {
        let (carrier, class) = (deck.carrier, p.unit(deck.carrier).class());
        for (slot, flying) in deck.squadrons.iter().enumerate() {
            let plane = Plane::at(class, slot);
            let raids = |strike: &Strike| {
                let mut raiders =
                    strike.raiders().filter(|raider| usize::from(raider.slot) == slot);
                raiders.next().copied().filter(|_| strike.carrier == carrier)
            };
            let (at, task) = match *flying {
                Flying::Screen(unit) => (p.unit(unit).at, Task::Screens(unit)),
                Flying::Placed(square) => (Some(square), Task::Waits),
                Flying::Spent => match p.strike.as_ref().and_then(raids) {
                    Some(raider) => (Some(raider.square), Task::Attacks(raider.target)),
                    None => continue,
                },
                Flying::Absent | Flying::Aboard | Flying::Lost => continue,
            };
            list.extend(at.map(|at| InTheAir { carrier, plane, at, task }));
        }
    }
    list
}

/// A side by its letter.
const SIDE: Shape = Shape::Named("Side", &Shape::Words(&["S", "N"]));
/// A side, or nobody.
const MAYBE_SIDE: Shape = Shape::Maybe(&SIDE);
/// A square such as d4.
const SQUARE: Shape = Shape::Text;
/// A square, or none.
const MAYBE_SQUARE: Shape = Shape::Maybe(&SQUARE);
/// A unit by its handle, such as S1.
const UNIT: Shape = Shape::Text;
/// A squadron by its number on its carrier, such as F1.
const PLANE: Shape = Shape::Text;
/// A heading.
const HEADING: Shape = Shape::Named("Heading", &Shape::Words(&["N", "E", "S", "W"]));
/// A face of the die.
const FACE: Shape = Shape::Named("Face", &Shape::Words(&["M", "MF", "AF", "AD", "TM", "X"]));
/// A feature of a card by its code, such as ART1.
const FEATURE: Shape = Shape::Text;
/// Codes of scenery.
const SCENERY: [&str; 4] = ["IS", "SH", "FG", "SB"];

/// The words of a table of words and values.
const fn words<T: Copy, const N: usize>(pairs: &[(&'static str, T); N]) -> [&'static str; N] {
    let mut words = [""; N];
    let mut i = 0;
    while i < N {
        words[i] = pairs[i].0;
        i += 1;
    }
    words
}
