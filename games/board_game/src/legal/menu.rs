//! What may be picked next.

use super::{Seen, looker};
use crate::action::{Action, Pick};
use crate::rules::{
    Choices, bombs, critical, deployment, dogfights, features, fleet, initiative, launch, movement,
    orders, repair, scenery, standby, strike, submarines,
};
use crate::state::Phase;
use crate::units::Window;
use admiralty_core::Side;

/// The first level of the phases whose actions are single.
pub(super) fn root(sight: Seen<'_>, side: Side, out: &mut Choices) {
    let p = sight.public;
    match p.phase {
        Phase::First => initiative::menu(out),
        Phase::Movement => {
            out.to(Pick::Pass, Action::Pass);
            movement::each_mover(p, side, |unit| out.on(Pick::Move(unit)));
            if !p.stood_down[side.index()] {
                repair::menu_root(p, side, out);
            }
            features::menu_root(p, side, Window::Movement, out);
            for carrier in p.carriers(side) {
                if launch::can(p, side, carrier) {
                    out.on(Pick::Launch(carrier));
                }
            }
        }
        Phase::Air => {
            out.to(Pick::Pass, Action::Pass);
            features::menu_root(p, side, Window::Air, out);
            for carrier in strike::carriers(p, side) {
                out.on(Pick::Strike(carrier));
            }
        }
        Phase::Intercept => dogfights::menu_intercept(p, out),
        Phase::Bombs => bombs::menu_bombs(p, out),
        Phase::Crit | Phase::AirCrit => critical::menu(p, side, out),
        _ => {}
    }
}

/// What may be picked next.
pub(crate) fn menu(sight: Seen<'_>, draft: &[Pick], out: &mut Choices) {
    let Some((side, secret)) = looker(sight) else { return };
    let p = sight.public;
    match (p.phase, draft) {
        (Phase::Scenery, _) => scenery::menu(p, side, draft, out),
        (Phase::Fleet, _) => fleet::menu(p, draft, out),
        (Phase::Deploy, _) => deployment::menu(p, secret, side, draft, out),
        (Phase::Subs, _) => submarines::menu(p, secret, side, draft, out),
        (Phase::Standby, _) => standby::menu(p, side, draft, out),
        (Phase::Orders, _) => orders::menu(p, side, draft, out),
        (_, []) => root(sight, side, out),
        (Phase::Movement, [Pick::Move(unit), rest @ ..]) => {
            movement::menu(p, side, *unit, rest, out);
        }
        (Phase::Movement, [Pick::Fx(unit, feature)]) => {
            features::menu(p, side, *unit, *feature, out);
        }
        (Phase::Movement, [Pick::Repair(unit)]) => repair::menu(p, side, *unit, out),
        (Phase::Movement, [Pick::Launch(unit), rest @ ..]) => {
            launch::menu(p, side, *unit, rest, out);
        }
        (Phase::Air, [Pick::Strike(unit), rest @ ..]) => strike::menu(p, side, *unit, rest, out),
        _ => {}
    }
    if draft.is_empty() {
        // BG-8-VC10: resigning is possible at any decision.
        out.aside(Pick::Resign, Action::Resign);
    }
}
