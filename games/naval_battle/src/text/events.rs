//! Events: as data, as sentences, with their clauses, what they make known,
//! and how outcomes are counted.

use crate::board::Square;
use crate::event::Event;
use crate::rules::combat::Combat;
use crate::state::side_of;
use crate::text::{KIND, OUTCOME, SIDE, ending, outcome_doc, seat_code, side_code, side_name};
use crate::units::Kind;
use admiralty_core::{ClauseId, Doc, Field, Kind as EventKind, Shape, Side};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// What [`event`] writes.
pub(crate) const EVENT: &Shape = &Shape::Kinds(&[
    EventKind::new("placed", &[BY_SIDE]),
    EventKind::new("ready", &[BY_SIDE]),
    EventKind::new("unready", &[BY_SIDE]),
    EventKind::new(
        "started",
        &[
            Field::new("W", Shape::Text, "where White's Admiral stands"),
            Field::new("R", Shape::Text, "where Red's Admiral stands"),
        ],
    ),
    EventKind::new("moved", &[TOKEN, FROM, TO]),
    EventKind::new("attack", &[FROM, TO]),
    EventKind::new("revealed", &[TOKEN, TYPE]),
    EventKind::new(
        "combat",
        &[Field::new("result", Shape::Words(&[">", "<", "="]), "for the attacker")],
    ),
    EventKind::new("removed", &[TOKEN, TYPE, Field::new("by", SIDE, "the side that takes it")]),
    EventKind::new("hopped", &[TOKEN, FROM, TO]),
    EventKind::new("series", &[Field::new("at", Shape::Text, "where the jumper stands")]),
    EventKind::new("stopped", &[]),
    EventKind::new("passed", &[BY_SIDE]),
    EventKind::new("turn_ended", &[]),
    EventKind::new("draw_offered", &[BY_SIDE]),
    EventKind::new("draw_declined", &[BY_SIDE]),
    EventKind::new("noted", &[BY_SIDE]),
    EventKind::new("took_over", &[Field::new("seat", Shape::Text, "who now holds both roles")]),
    EventKind::new("over", &OUTCOME),
    EventKind::new("all_revealed", &[]),
]);

const BY_SIDE: Field = Field::new("side", SIDE, "whose doing it is");
const TOKEN: Field = Field::new("token", Shape::Text, "the piece");
const TYPE: Field = Field::new("type", KIND, "what it is");
const FROM: Field = Field::new("from", Shape::Text, "from this square");
const TO: Field = Field::new("to", Shape::Text, "to this square");

/// The event as data.
// NB-I-10: tokens by number, nothing else of them.
pub(crate) fn event(event: &Event) -> Doc {
    let of = |kind: &'static str| Doc::map().with("kind", kind);
    let way =
        |doc: Doc, from: Square, to: Square| doc.with("from", from.name()).with("to", to.name());
    match *event {
        Event::Placed(side) => of("placed").with("side", side_code(side)),
        Event::Ready(side) => of("ready").with("side", side_code(side)),
        Event::Unready(side) => of("unready").with("side", side_code(side)),
        Event::PlayStarted([white, red]) => {
            of("started").with("W", white.to_string()).with("R", red.to_string())
        }
        Event::Moved { token, from, to, .. } => {
            way(of("moved").with("token", token.name()), from, to)
        }
        Event::AttackDeclared { from, to } => way(of("attack"), from, to),
        Event::Revealed { token, kind } => {
            of("revealed").with("token", token.name()).with("type", kind.sign().to_string())
        }
        Event::Fought(result) => of("combat").with("result", sign(result)),
        Event::Removed { token, kind, by } => of("removed")
            .with("token", token.name())
            .with("type", kind.sign().to_string())
            .with("by", side_code(by)),
        Event::Hopped { token, from, to, .. } => {
            way(of("hopped").with("token", token.name()), from, to)
        }
        Event::SeriesOpen(at) => of("series").with("at", at.name()),
        Event::Stopped => of("stopped"),
        Event::Passed(side) => of("passed").with("side", side_code(side)),
        Event::TurnEnded => of("turn_ended"),
        Event::DrawOffered(side) => of("draw_offered").with("side", side_code(side)),
        Event::DrawDeclined(side) => of("draw_declined").with("side", side_code(side)),
        Event::Noted(side) => of("noted").with("side", side_code(side)),
        Event::TookOver(seat) => of("took_over").with("seat", seat_code(seat)),
        Event::GameOver(outcome) => match outcome_doc(&outcome) {
            Doc::Map(fields) => {
                fields.into_iter().fold(of("over"), |doc, (key, value)| doc.with(key, value))
            }
            _ => of("over"),
        },
        Event::AllRevealed => of("all_revealed"),
    }
}

fn sign(result: Combat) -> &'static str {
    match result {
        Combat::Wins => ">",
        Combat::Loses => "<",
        Combat::Both => "=",
    }
}

/// The event as a sentence.
pub(crate) fn sentence(event: &Event) -> String {
    let name = |side: Side| side_name(side);
    match *event {
        Event::Placed(side) => format!("{} rearranges its fleet.", name(side)),
        Event::Ready(side) => format!("{} is ready.", name(side)),
        Event::Unready(side) => format!("{} is not ready after all.", name(side)),
        Event::PlayStarted([white, red]) => {
            format!(
                "Both fleets are placed. White's Admiral stands on {white}, Red's on {red}. White begins."
            )
        }
        Event::Moved { token, from, to, .. } => {
            format!("{} moves from {from} to {to}.", name(token.side()))
        }
        Event::AttackDeclared { from, to } => format!("The piece on {from} attacks {to}."),
        Event::Revealed { token, kind } => {
            format!("{}'s piece is {}.", name(token.side()), a(kind))
        }
        Event::Fought(Combat::Wins) => "The attacker wins.".into(),
        Event::Fought(Combat::Loses) => "The attacker loses.".into(),
        Event::Fought(Combat::Both) => "Equal values: both are destroyed.".into(),
        Event::Removed { token, kind, by } => {
            format!("{} loses {} to {}.", name(token.side()), a(kind), name(by))
        }
        Event::Hopped { token, from, to, .. } => {
            format!("{} jumps from {from} to {to}.", name(token.side()))
        }
        Event::SeriesOpen(at) => format!("The piece on {at} may jump on."),
        Event::Stopped => "It stops there.".into(),
        Event::Passed(side) => format!("{} passes.", name(side)),
        Event::TurnEnded => "The turn is over.".into(),
        Event::DrawOffered(side) => format!("{} offers a draw.", name(side)),
        Event::DrawDeclined(side) => format!("{} declines the draw.", name(side)),
        Event::Noted(side) => format!("{} takes a note.", name(side)),
        Event::TookOver(seat) => {
            format!("{} now decides and keeps the record alone.", name(side_of(seat)))
        }
        Event::GameOver(outcome) => ending(&outcome),
        Event::AllRevealed => "All pieces are shown.".into(),
    }
}

/// A type with its article.
fn a(kind: Kind) -> String {
    match kind {
        Kind::Admiral => "the Admiral".into(),
        Kind::AircraftCarrier => "an Aircraft Carrier (6)".into(),
        Kind::Sweeper | Kind::Mine => format!("a {}", kind.name()),
        numbered => format!("a {} ({})", numbered.name(), numbered.sign()),
    }
}

/// The clauses behind an event.
pub(crate) fn clauses(event: &Event) -> Vec<ClauseId> {
    let ids: &[&'static str] = match event {
        Event::PlayStarted(_) => &["NB-P-11", "NB-P-06"],
        Event::Moved { .. } => &["NB-M-04"],
        Event::AttackDeclared { .. } => &["NB-C-01"],
        Event::Revealed { .. } => &["NB-I-03"],
        Event::Fought(Combat::Wins) => &["NB-C-05"],
        Event::Fought(Combat::Loses) => &["NB-C-06"],
        Event::Fought(Combat::Both) => &["NB-C-07"],
        Event::Removed { .. } => &["NB-C-25"],
        Event::Hopped { .. } => &["NB-J-01"],
        Event::SeriesOpen(_) => &["NB-J-08"],
        Event::Stopped => &["NB-J-14"],
        Event::Passed(_) => &["NB-A-07"],
        Event::DrawOffered(_) | Event::DrawDeclined(_) => &["NB-W-10"],
        Event::TookOver(_) => &["NB-T-09"],
        Event::GameOver(outcome) => return alloc::vec![outcome.clause],
        Event::AllRevealed => &["NB-W-11"],
        _ => &[],
    };
    ids.iter().map(|id| ClauseId(id)).collect()
}

/// What an event makes known.
pub(crate) fn fact(event: &Event) -> Option<String> {
    match event {
        Event::PlayStarted(_) => {
            Some("the squares both fleets stand on and the two Admirals".into())
        }
        Event::Moved { token, first: true, .. } | Event::Hopped { token, first: true, .. } => {
            Some(format!("{token} is no Mine"))
        }
        Event::Revealed { token, .. } | Event::Removed { token, .. } => {
            Some(format!("the type of {token}"))
        }
        Event::GameOver(_) | Event::AllRevealed => Some("the types of all pieces".into()),
        _ => None,
    }
}

/// By what outcomes are counted when odds are asked for.
pub(crate) fn outcome(event: &Event) -> Option<String> {
    match event {
        Event::Fought(result) => Some(
            match result {
                Combat::Wins => "wins",
                Combat::Loses => "loses",
                Combat::Both => "both destroyed",
            }
            .into(),
        ),
        Event::Removed { token, kind, .. } => {
            Some(format!("{} loses {}", side_name(token.side()), a(*kind)))
        }
        Event::GameOver(outcome) => Some(ending(outcome)),
        _ => None,
    }
}
