//! Writing answers and errors.

use admiralty_catalog::{
    BeginError, ErasedEvent, ErasedLeads, ErasedMenu, Objection, Refusal, TableFace,
};
use admiralty_core::{Awaiting, Doc, Dry, Faults, Rolled, UndoBar, Verdict, Viewer};

/// Why a request was not carried out. Nothing has changed.
#[derive(Debug)]
pub(super) struct Trouble {
    code: &'static str,
    message: String,
    more: Doc,
}

impl Trouble {
    pub(super) fn new(code: &'static str, message: impl Into<String>) -> Trouble {
        Trouble { code, message: message.into(), more: Doc::map() }
    }

    /// The request has not the form it should have.
    pub(super) fn form(faults: Faults) -> Trouble {
        Trouble::faults("request/form", faults)
    }

    /// The position is none.
    pub(super) fn position(faults: Faults) -> Trouble {
        Trouble::faults("load/position", faults)
    }

    /// The game could not begin.
    pub(super) fn begin(error: BeginError) -> Trouble {
        match error {
            BeginError::Setup(faults) => Trouble::faults("new/options", faults),
            BeginError::Dry(dry) => Trouble::objection(&Objection::Dry(dry)),
        }
    }

    fn faults(code: &'static str, faults: Faults) -> Trouble {
        let list = faults.0.iter().map(|fault| {
            Doc::map()
                .with("place", fault.place.clone())
                .with("reason", fault.reason.clone())
                .with("clause", fault.clause.map(|clause| clause.to_string()))
        });
        let more = Doc::map().with("faults", Doc::list(list));
        Trouble { code, message: faults.to_string(), more }
    }

    /// What the rules or the dice have against an action.
    pub(super) fn objection(objection: &Objection) -> Trouble {
        match objection {
            Objection::Unreadable(error) => Trouble {
                code: "play/unreadable",
                message: error.reason.clone(),
                more: Doc::map().with("column", error.column),
            },
            Objection::Refused(refused) => Trouble {
                code: "play/illegal",
                message: refused.sentence.clone(),
                more: refusal(refused),
            },
            Objection::Dry(dry) => Trouble {
                code: if *dry == Dry::Endless { "play/endless" } else { "play/dry" },
                message: dry.to_string(),
                more: match *dry {
                    Dry::Ended { die, after } => {
                        Doc::map().with("die", die.0).with("after", after).with("found", Doc::Null)
                    }
                    Dry::NoFace { die, after, found } => {
                        Doc::map().with("die", die.0).with("after", after).with("found", found)
                    }
                    Dry::Endless => Doc::map(),
                },
            },
        }
    }

    /// Forced dice that nobody asked for.
    pub(super) fn left(left: usize, of: usize) -> Trouble {
        Trouble {
            code: "play/dice",
            message: format!("{left} of the {of} forced dice are not used"),
            more: Doc::map().with("left", left),
        }
    }

    /// The object under `error`.
    pub(super) fn body(self) -> Doc {
        join(Doc::map().with("code", self.code).with("message", self.message), self.more)
    }

    /// The whole answer.
    pub(super) fn answer(self, id: Option<Doc>) -> String {
        with_id(id, Doc::map().with("error", self.body())).to_string()
    }
}

/// The id of the request first, if it has one.
pub(super) fn with_id(id: Option<Doc>, answer: Doc) -> Doc {
    match id {
        Some(id) => join(Doc::map().with("id", id), answer),
        None => answer,
    }
}

/// The fields of both.
pub(super) fn join(mut one: Doc, two: Doc) -> Doc {
    if let Doc::Map(fields) = two {
        for (key, value) in fields {
            one.put(key, value);
        }
    }
    one
}

pub(super) fn refusal(refusal: &Refusal) -> Doc {
    Doc::map()
        .with("clause", refusal.clause.as_str())
        .with("sentence", refusal.sentence.clone())
        .with("facts", refusal.facts.clone())
        .with("rule", refusal.clause_text.clone())
}

/// Who must decide, or how it ended, as this viewer may know it.
pub(super) fn awaiting(table: &dyn TableFace, viewer: Viewer) -> Doc {
    let awaiting = match viewer {
        Viewer::Umpire => table.awaiting(),
        viewer => table.awaited(viewer),
    };
    match awaiting {
        Awaiting::Seats(seats) => {
            Doc::map().with("awaiting", Doc::list(seats.iter().map(|seat| table.seat_code(seat))))
        }
        Awaiting::Over(outcome) => {
            let over = Doc::map().with("result", table.outcome_text(&outcome));
            let over = match outcome.verdict {
                Verdict::Won(sides) => {
                    over.with("winners", Doc::list(sides.iter().map(|side| table.side_code(side))))
                }
                Verdict::Drawn | Verdict::Cancelled => over.with("winners", Doc::List(Vec::new())),
            };
            let over = over
                .with("reason", outcome.reason)
                .with_if(!outcome.degree.is_empty(), "degree", outcome.degree)
                .with("clause", outcome.clause.as_str());
            Doc::map().with("awaiting", Doc::List(Vec::new())).with("over", over)
        }
    }
}

pub(super) fn menu(menu: &ErasedMenu) -> Doc {
    let choices = menu.choices.iter().map(|choice| {
        let label = &choice.label;
        let doc = Doc::map()
            .with("key", label.key.clone())
            .with("kind", label.kind)
            .with("text", label.text.clone())
            .with_if(label.place.is_some(), "place", label.place.clone())
            .with_if(label.unit.is_some(), "unit", label.unit.clone());
        match &choice.leads {
            ErasedLeads::On => doc.with("more", true),
            ErasedLeads::To(action) => doc.with("action", action.clone()),
            ErasedLeads::Aside(action) => doc.with("action", action.clone()).with("aside", true),
        }
    });
    let doc = Doc::map().with("menu", Doc::list(choices));
    match &menu.action {
        Some(action) => doc.with("action", action.clone()),
        None => doc,
    }
}

pub(super) fn rolls(rolled: &[Rolled]) -> Doc {
    Doc::list(
        rolled.iter().map(|roll| Doc::map().with("die", roll.die.0).with("value", roll.value)),
    )
}

/// May the entry be taken back? If not, why.
pub(super) fn played(bar: Option<UndoBar>) -> Doc {
    match bar {
        None => Doc::map().with("can", true),
        Some(bar) => Doc::map().with("can", false).with("why", bar.sentence()),
    }
}

/// The events as the umpire and as each viewer is told them.
pub(super) fn told_to_each(table: &dyn TableFace, events: &[ErasedEvent]) -> Doc {
    let mut viewers = table.viewers();
    viewers.rotate_right(1);
    let mut doc = Doc::map();
    for viewer in viewers {
        doc.put(table.viewer_code(viewer), Doc::List(told_to(viewer, events)));
    }
    doc
}

/// The events as one viewer is told them.
pub(super) fn told_to(viewer: Viewer, events: &[ErasedEvent]) -> Vec<Doc> {
    events.iter().filter(|event| event.to.includes(viewer)).map(event).collect()
}

/// Chances are decimal texts among ourselves, where equal must mean equal; they go out as the
/// numbers they are.
pub(super) fn numbers(answer: String) -> String {
    let mut answer = answer;
    for key in ["\"chance\":\"", "\"error\":\""] {
        let mut from = 0;
        while let Some(at) = answer[from..].find(key).map(|at| from + at + key.len()) {
            from = at;
            let Some(end) = answer[at..].find('"').map(|end| at + end) else { break };
            let is_number = !answer[at..end].is_empty()
                && answer[at..end].bytes().all(|b| b.is_ascii_digit() || b == b'.');
            if is_number {
                answer.remove(end);
                answer.remove(at - 1);
            }
        }
    }
    answer
}

fn event(event: &ErasedEvent) -> Doc {
    let clauses = event.clauses.iter().map(|clause| clause.as_str());
    Doc::map()
        .with("event", event.doc.clone())
        .with("sentence", event.sentence.clone())
        .with_if(!event.clauses.is_empty(), "clauses", Doc::list(clauses))
        .with_if(event.reveals.is_some(), "reveals", event.reveals.clone())
}
