//! How everything is written: codes here, actions, options, positions and
//! sentences in their own files.

pub(crate) mod actions;
pub(crate) mod options;
pub(crate) mod position;
pub(crate) mod sentences;

use crate::action::Mark;
use crate::state::{Public, RED, Token, WHITE};
use admiralty_core::{Doc, Outcome, Seat, Side, Verdict};
use alloc::string::String;
use core::fmt;

/// `W` or `R`.
pub(crate) fn side_code(side: Side) -> &'static str {
    if side == WHITE { "W" } else { "R" }
}

/// The side with this code.
pub(crate) fn side_from(code: &str) -> Option<Side> {
    match code {
        "W" | "w" => Some(WHITE),
        "R" | "r" => Some(RED),
        _ => None,
    }
}

/// `White` or `Red`.
pub(crate) fn side_name(side: Side) -> &'static str {
    if side == WHITE { "White" } else { "Red" }
}

/// `W`, `R`, and with four persons the Recorders `WR`, `RR`.
pub(crate) fn seat_code(seat: Seat) -> String {
    match seat.0 {
        0 => "W".into(),
        1 => "R".into(),
        2 => "WR".into(),
        _ => "RR".into(),
    }
}

pub(crate) fn seat_name(public: &Public, seat: Seat) -> String {
    let side = side_name(Side(seat.0 % 2));
    match (public.options.persons, seat.0) {
        (2, _) => side.into(),
        (_, 0 | 1) => alloc::format!("{side} Strategist"),
        _ => alloc::format!("{side} Recorder"),
    }
}

/// How a game ended, as data.
pub(crate) fn outcome_doc(outcome: &Outcome) -> Doc {
    Doc::map()
        .with("winner", winner_code(outcome))
        .with("reason", outcome.reason)
        .with("clause", outcome.clause.as_str())
}

pub(crate) fn winner_code(outcome: &Outcome) -> &'static str {
    match outcome.verdict {
        Verdict::Won(sides) => sides.iter().next().map_or("draw", side_code),
        Verdict::Drawn => "draw",
        Verdict::Cancelled => "cancelled",
    }
}

/// `W1` to `R32`.
impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", side_code(self.side()), self.number() + 1)
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Mark::Kind { kind, unsure } => {
                write!(f, "{}{}", kind.sign(), if *unsure { "?" } else { "" })
            }
            Mark::Text(text) => f.write_str(text),
        }
    }
}

impl Mark {
    /// Reads a mark: a type, a type with a question mark, else free text.
    /// An empty text is no mark.
    pub(crate) fn read(text: &str) -> Option<Mark> {
        let mut signs = text.chars();
        let first = signs.next()?;
        let rest = signs.as_str();
        match crate::units::Kind::from_sign(first) {
            Some(kind) if rest.is_empty() => Some(Mark::Kind { kind, unsure: false }),
            Some(kind) if rest == "?" => Some(Mark::Kind { kind, unsure: true }),
            _ => Some(Mark::Text(text.into())),
        }
    }
}
