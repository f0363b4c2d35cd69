//! Why something is refused, as clients are told.

use admiralty_catalog::Objection;
use admiralty_protocol::{Refusal, code};

/// Why something is refused.
pub(crate) type No = Box<Refusal>;

/// A refusal without a clause.
pub(crate) fn refuse(code: &str, says: impl Into<String>) -> No {
    let says = says.into();
    Box::new(Refusal { code: code.into(), says, clause: None, text: None, facts: None })
}

/// What failed is ours, not theirs.
pub(crate) fn failed() -> No {
    refuse(code::INTERNAL, "The server could not do this.")
}

/// What a game objects.
pub(crate) fn object(objection: Objection) -> No {
    match objection {
        Objection::Unreadable(error) => refuse(code::UNREADABLE, error.to_string()),
        Objection::Dry(dry) => refuse(code::INTERNAL, dry.to_string()),
        Objection::Refused(refusal) => Box::new(Refusal {
            code: code::ILLEGAL.into(),
            says: refusal.sentence,
            clause: Some(refusal.clause.to_string()),
            text: (!refusal.clause_text.is_empty()).then_some(refusal.clause_text),
            facts: Some(crate::json::value(&refusal.facts)),
        }),
    }
}
