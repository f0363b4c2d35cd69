//! How everything is written: codes and names here, the rest in files of its own.

pub(crate) mod actions;
pub(crate) mod board;
pub(crate) mod events;
pub(crate) mod position;
pub(crate) mod prompt;
pub(crate) mod view;

use crate::action::Mark;
use crate::state::{Public, RED, Token, WHITE, side_of};
use crate::units::FLEET_SIZE;
use crate::victory;
use admiralty_core::{Doc, Field, Outcome, Seat, Shape, Side, Verdict};
use alloc::format;
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
pub(crate) fn seat_code(seat: Seat) -> &'static str {
    match seat.0 {
        0 => "W",
        1 => "R",
        2 => "WR",
        _ => "RR",
    }
}

/// The seat of this game with this code.
pub(crate) fn seat_from(public: &Public, code: &str) -> Option<Seat> {
    (0..public.options.persons).map(Seat).find(|seat| seat_code(*seat) == code)
}

/// `White`; with four persons `White Strategist`.
pub(crate) fn seat_name(public: &Public, seat: Seat) -> &'static str {
    match (public.options.persons, seat.0) {
        (2, _) => side_name(side_of(seat)),
        (_, 0) => "White Strategist",
        (_, 1) => "Red Strategist",
        (_, 2) => "White Recorder",
        _ => "Red Recorder",
    }
}

/// `White` or `Red` as data.
pub(crate) const SIDE: Shape = Shape::Named("SideCode", &Shape::Words(&["W", "R"]));

/// A type of piece as data.
pub(crate) const KIND: Shape =
    Shape::Named("Rank", &Shape::Words(&["A", "6", "5", "4", "3", "2", "1", "S", "M"]));

/// What [`outcome_doc`] writes.
pub(crate) const OUTCOME: [Field; 3] = [
    Field::new("winner", Shape::Words(&["W", "R", "draw", "cancelled"]), "who has won"),
    Field::new("reason", Shape::Words(&REASONS), "why, in one word"),
    Field::new("clause", Shape::Text, "the clause that ended it"),
];

const REASONS: [&str; 12] = {
    let mut words = [""; 12];
    let mut i = 0;
    while i < words.len() {
        words[i] = victory::REASONS[i].0;
        i += 1;
    }
    words
};

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

/// How a game ended, as a sentence.
pub(crate) fn ending(outcome: &Outcome) -> String {
    let why = match outcome.reason {
        "admiral" => "an Admiral was destroyed",
        "resign" => "the other side resigned",
        "time" => "the other side ran out of time",
        "blockade" => "the other side cannot act",
        "points" => "by fleet points",
        "null" => "only the two Admirals are left",
        "mutual-blockade" => "neither side can act",
        "repetition" => "the position was repeated",
        "quiet" => "nothing was lost for too long",
        "ply-limit" => "the last turn has been played",
        "agreed" => "both sides agreed",
        _ => "somebody left",
    };
    match outcome.verdict {
        Verdict::Won(sides) => {
            format!("{} wins: {why}.", sides.iter().next().map_or("Nobody", side_name))
        }
        Verdict::Drawn => format!("A draw: {why}."),
        Verdict::Cancelled => format!("The game is called off: {why}."),
    }
}

/// Names of all tokens, made once: views name every piece after every move.
static TOKENS: [([u8; 3], u8); 2 * FLEET_SIZE] = {
    let mut names = [([0; 3], 0); 2 * FLEET_SIZE];
    let mut i = 0;
    while i < names.len() {
        let side = if i < FLEET_SIZE { b'W' } else { b'R' };
        let number = (i % FLEET_SIZE) as u8 + 1;
        names[i] = if number < 10 {
            ([side, b'0' + number, 0], 2)
        } else {
            ([side, b'0' + number / 10, b'0' + number % 10], 3)
        };
        i += 1;
    }
    names
};

impl Token {
    /// Its name: `W1` to `R32`.
    pub fn name(self) -> &'static str {
        let (signs, n) = &TOKENS[self.index()];
        core::str::from_utf8(&signs[..*n as usize]).unwrap_or_default()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Square;
    use alloc::string::ToString;

    #[test]
    fn names_that_are_looked_up_are_those_that_are_written() {
        for side in [WHITE, RED] {
            for number in 0..FLEET_SIZE as u8 {
                let token = Token::new(side, number);
                assert_eq!(token.name(), token.to_string());
            }
        }
        for (column, row) in (0..10).flat_map(|column| (0..12).map(move |row| (column, row))) {
            let square = Square::new(column, row).unwrap();
            assert_eq!(square.name(), square.to_string());
        }
        for kind in crate::units::KINDS {
            assert_eq!(kind.sign_text(), kind.sign().to_string());
        }
    }
}
