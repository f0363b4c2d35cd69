//! What is expected of a viewer, and picks as a person sees them.

use crate::NavalBattle;
use crate::action::Pick;
use crate::board::Square;
use crate::illegal::to_be_placed;
use crate::setup::{Placement, Template};
use crate::state::{Phase, Public};
use crate::text::{ending, side_name};
use admiralty_core::{Label, Own, Sight};
use alloc::format;
use alloc::string::{String, ToString};

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
            match placement.n_missing() {
                0 => "Your fleet is complete. Rearrange it, or say that you are ready.".into(),
                n => format!("Place your fleet in secret: {}.", to_be_placed(n)),
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

/// A pick as a person sees it.
pub(crate) fn label(sight: Sight<'_, NavalBattle>, pick: &Pick) -> Label {
    let plain = |kind, key: &str, text: &str| Label {
        kind,
        key: key.into(),
        text: text.into(),
        ..Label::default()
    };
    let at = |kind, square: Square, key: String, text: String| Label {
        kind,
        key,
        text,
        place: Some(square.to_string()),
        unit: sight.public.token_on(square).map(|token| token.to_string()),
        ..Label::default()
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
        ..Label::default()
    }
}
