//! What may be picked next.

use super::list::list;
use crate::NavalBattle;
use crate::action::{Action, Pick};
use crate::board::squares;
use crate::rules::{deployment, draws, notes};
use crate::state::{Phase, Public, Secret};
use admiralty_core::{Menu, Own, Side, Sight};
use alloc::vec::Vec;

/// What may be picked next.
pub(crate) fn menu(sight: Sight<'_, NavalBattle>, draft: &[Pick], out: &mut Menu<Pick, Action>) {
    let Own::Seat { seat, side, shared, .. } = sight.own else { return };
    let public = sight.public;
    if matches!(public.phase, Phase::Over(_)) || public.has_left(seat) {
        return;
    }
    if public.strategist(side) == seat {
        if public.phase == Phase::Deploy {
            return deployment::menu(public, shared, side, draft, out);
        }
        if public.to_move == side {
            board_menu(public, shared, side, draft, out);
        }
        if draft.is_empty() {
            if draws::check_offer(public, side).is_ok() {
                out.aside(Pick::OfferDraw, Action::OfferDraw);
            }
            if draws::check_answer(public, side).is_ok() {
                out.aside(Pick::AcceptDraw, Action::AcceptDraw);
                out.aside(Pick::DeclineDraw, Action::DeclineDraw);
            }
            out.aside(Pick::Resign, Action::Resign);
        }
    }
    notes::menu(public, shared, seat, side, draft, out);
}

fn board_menu(
    public: &Public,
    secret: &Secret,
    side: Side,
    draft: &[Pick],
    out: &mut Menu<Pick, Action>,
) {
    let mut actions = Vec::new();
    list(public, secret, side, &mut actions);
    let from_of = |action: &Action| match action {
        Action::Move { from, .. } | Action::Attack { from, .. } | Action::Hop { from, .. } => {
            Some(*from)
        }
        _ => None,
    };
    match draft {
        [] => {
            let movers: u128 =
                actions.iter().filter_map(from_of).fold(0, |set, from| set | from.bit());
            for from in squares(movers) {
                out.on(Pick::Square(from));
            }
            for action in actions {
                match action {
                    Action::HopOn { to } => out.to(Pick::Hop(to), action),
                    Action::Stop => out.to(Pick::Stop, action),
                    Action::Pass => out.to(Pick::Pass, action),
                    _ => {}
                }
            }
        }
        [Pick::Square(from)] => {
            for action in actions.into_iter().filter(|action| from_of(action) == Some(*from)) {
                match action {
                    Action::Move { to, .. } => out.to(Pick::Move(to), action),
                    Action::Attack { to, .. } => out.to(Pick::Attack(to), action),
                    Action::Hop { to, .. } => out.to(Pick::Hop(to), action),
                    _ => {}
                }
            }
        }
        _ => {}
    }
}
