//! Prompts, labels, events: what people and programs are told.

use crate::NavalBattle;
use crate::action::Pick;
use crate::board::Square;
use crate::event::Event;
use crate::notation::{outcome_doc, seat_code, side_code, side_name};
use crate::setup::{Placement, Template};
use crate::state::{Phase, Public};
use crate::units::{Combat, Kind};
use admiralty_core::{ClauseId, Doc, Label, Outcome, Own, Side, Sight, Verdict};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// What is expected of this viewer.
pub(crate) fn prompt(sight: Sight<'_, NavalBattle>) -> String {
    let public = sight.public;
    if let Phase::Over(outcome) = public.phase {
        return ending(&outcome);
    }
    let Own::Seat { seat, side, shared, .. } = sight.own else { return watching(public) };
    if public.strategist(side) != seat {
        return "Keep the record: mark enemy pieces and take notes. Your Strategist decides."
            .into();
    }
    match public.phase {
        Phase::Deploy if public.ready[side.index()] => {
            "You are ready. Waiting for the other side to deploy.".into()
        }
        Phase::Deploy => {
            let placement = shared.placement.as_deref().copied().unwrap_or(Placement::EMPTY);
            match placement.missing().iter().map(|(_, n)| u32::from(*n)).sum::<u32>() {
                0 => "Your fleet is complete. Rearrange it, or say that you are ready.".into(),
                n => format!("Place your fleet in secret: {n} pieces are still to be placed."),
            }
        }
        _ if public.to_move != side => watching(public),
        Phase::Series(at) => format!(
            "Your piece on {at} may hop on, or stop. A Mine would destroy it unless it is a Mine Sweeper."
        ),
        _ => "Your turn: move a piece, attack a neighbour, or jump over one.".into(),
    }
}

fn watching(public: &Public) -> String {
    match public.phase {
        Phase::Deploy => "Both sides are placing their fleets.".into(),
        Phase::Series(at) => {
            format!("{} may hop on with the piece on {at}, or stop.", side_name(public.to_move))
        }
        _ => format!("{} is to move.", side_name(public.to_move)),
    }
}

fn ending(outcome: &Outcome) -> String {
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

/// A pick as a person sees it.
pub(crate) fn label(sight: Sight<'_, NavalBattle>, pick: &Pick) -> Label {
    let plain = |kind, key: &str, text: &str| Label {
        kind,
        key: key.into(),
        text: text.into(),
        place: None,
        unit: None,
    };
    let at = |kind, square: Square, key: String, text: String| Label {
        kind,
        key,
        text,
        place: Some(square.to_string()),
        unit: sight.public.token_on(square).map(|token| token.to_string()),
    };
    match *pick {
        Pick::Templates => plain("kind", "templates", "Use a ready-made deployment"),
        Pick::Template(template) => template_label(template, ""),
        Pick::Mirrored(template) => template_label(template, "~"),
        Pick::Place => plain("kind", "place", "Place a piece"),
        Pick::Kind(kind) => plain("type", &kind.sign().to_string(), kind.name()),
        Pick::Swap => plain("kind", "swap", "Exchange two squares"),
        Pick::Clear => plain("kind", "clear", "Take pieces back"),
        Pick::ClearAll => plain("kind", "all", "Take all pieces back"),
        Pick::Ready => plain("kind", "ready", "Ready"),
        Pick::Unready => plain("kind", "unready", "Not ready after all"),
        Pick::Square(square) => at("unit", square, square.to_string(), square.to_string()),
        Pick::Move(square) => at("move", square, format!("-{square}"), format!("Move to {square}")),
        Pick::Attack(square) => {
            at("attack", square, format!("*{square}"), format!("Attack the piece on {square}"))
        }
        Pick::Hop(square) => at("jump", square, format!("^{square}"), format!("Jump to {square}")),
        Pick::Stop => plain("kind", "stop", "Stop here"),
        Pick::Pass => plain("kind", "pass", "Pass"),
        Pick::Resign => plain("kind", "resign", "Resign"),
        Pick::OfferDraw => plain("kind", "offer", "Offer a draw"),
        Pick::AcceptDraw => plain("kind", "accept", "Accept the draw"),
        Pick::DeclineDraw => plain("kind", "decline", "Decline the draw"),
        Pick::Note => plain("kind", "note", "Mark an enemy piece"),
        Pick::Mark(kind) => plain("type", &kind.sign().to_string(), kind.name()),
        Pick::Perhaps(kind) => {
            plain("type", &format!("{}?", kind.sign()), &format!("Perhaps a {}", kind.name()))
        }
        Pick::Wipe => plain("kind", "wipe", "Wipe the mark off"),
    }
}

fn template_label(template: Template, mirror: &str) -> Label {
    let name = template.name();
    Label {
        kind: "template",
        key: format!("@{name}{mirror}"),
        text: format!(
            "{name}{}: {}",
            if mirror.is_empty() { "" } else { ", mirrored" },
            template.idea()
        ),
        place: None,
        unit: None,
    }
}

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
            format!("{} now decides and keeps the record alone.", name(Side(seat.0 % 2)))
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
