//! What games say, as it travels: events, menus, outcomes.

use crate::json::{self, Json};
use admiralty_catalog::{ErasedChoice, ErasedEvent, ErasedLeads, TableFace};
use admiralty_core::{Awaiting, Outcome, Seat, SideSet, Verdict};
use admiralty_protocol::{MenuChoice, ResultInfo, Tell};

/// An event as clients are told it.
pub(crate) fn tell(event: &ErasedEvent) -> Tell {
    let Tell { d: Json(doc), s, c, r } = telling(event);
    let c = c.into_iter().map(String::from).collect();
    Tell { d: json::value(doc), s: s.map(String::from), c, r }
}

/// The same, to be written at once.
pub(crate) fn telling(event: &ErasedEvent) -> Tell<Json<'_>, &str> {
    Tell {
        d: Json(&event.doc),
        s: Some(&event.sentence),
        c: event.clauses.iter().map(|clause| clause.as_str()).collect(),
        r: event.dice.iter().map(|roll| [roll.die.0, roll.value]).collect(),
    }
}

/// A menu as clients see it.
pub(crate) fn choices(menu: Vec<ErasedChoice>) -> Vec<MenuChoice> {
    let choices = menu.into_iter().map(|choice| {
        let (to, aside) = match choice.leads {
            ErasedLeads::On => (None, false),
            ErasedLeads::To(action) => (Some(action), false),
            ErasedLeads::Aside(action) => (Some(action), true),
        };
        MenuChoice {
            key: choice.label.key,
            kind: choice.label.kind.into(),
            text: choice.label.text,
            place: choice.label.place,
            unit: choice.label.unit,
            to,
            aside,
            rare: choice.label.rare,
            facts: choice.label.facts.as_ref().map(json::value),
            next: choices(choice.next),
        }
    });
    choices.collect()
}

/// The outcome as clients see it.
pub(crate) fn result_info(table: &dyn TableFace) -> Option<ResultInfo> {
    let Awaiting::Over(Outcome { verdict, reason, degree, clause }) = table.awaiting() else {
        return None;
    };
    let (verdict, sides) = match verdict {
        Verdict::Won(sides) => ("won", sides),
        Verdict::Drawn => ("drawn", SideSet::EMPTY),
        Verdict::Cancelled => ("cancelled", SideSet::EMPTY),
    };
    let seats = (0..table.n_seats()).map(Seat);
    let won = seats.filter(|&seat| table.side_of(seat).is_some_and(|side| sides.has(side)));
    Some(ResultInfo {
        verdict: verdict.into(),
        sides: sides.iter().map(|side| side.0).collect(),
        seats: won.map(|seat| seat.0).collect(),
        reason: reason.into(),
        degree: degree.into(),
        clause: clause.to_string(),
    })
}
