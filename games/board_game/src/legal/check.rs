//! May this be done?

use super::{Seen, looker};
use crate::action::Action;
use crate::illegal::Illegal;
use crate::rules::{
    air, critical, deployment, features, fleet, launch, movement, orders, repair, scenery, standby,
    strike, submarines,
};
use crate::state::{Phase, Public};
use crate::units::Window;
use admiralty_core::Actor;

/// May this be done?
pub(crate) fn check(sight: Seen<'_>, by: Actor, action: &Action) -> Result<(), Illegal> {
    let p = sight.public;
    if !matches!(by, Actor::Seat(_)) {
        // BG-8-VC10: losing by the clock or by leaving is like resigning.
        return match action {
            Action::Forfeit(side) if side.0 < 2 && p.phase != Phase::Over => Ok(()),
            _ => Err(Illegal::NotASeat {}),
        };
    }
    let Some((side, secret)) = looker(sight) else { return Err(Illegal::NotAwaited {}) };
    let window = |p: &Public| match p.phase {
        Phase::Movement => Ok(Window::Movement),
        Phase::Air => Ok(Window::Air),
        _ => Err(Illegal::WrongPhase {}),
    };
    match (p.phase, action) {
        (_, Action::Resign) => Ok(()),
        (Phase::Scenery, Action::Lay(square, card)) => scenery::check(p, side, *square, *card),
        (Phase::Scenery, Action::LayNone) => Ok(()),
        (Phase::Fleet, Action::Fleet(cards)) => fleet::check(p, cards),
        (Phase::Deploy, Action::Deploy(spots)) => deployment::check(p, secret, side, spots),
        (Phase::Subs, Action::Subs(spots)) => submarines::check(p, secret, side, spots),
        (Phase::Standby, Action::Enter(spots)) => standby::check(p, side, spots),
        (Phase::First, Action::First(first)) if first.0 < 2 => Ok(()),
        (Phase::Movement, Action::Move { unit, die, path, finish }) => {
            movement::check(p, side, *unit, *die, *path, *finish)
        }
        (_, Action::Fx { unit, feature, arg }) => {
            features::check_green(p, side, window(p)?, *unit, *feature, *arg)
        }
        (_, Action::Rx { unit, feature }) => {
            features::check_red(p, side, window(p)?, *unit, *feature)
        }
        (Phase::Movement, Action::Repair { unit, movement, artillery }) => {
            repair::check(p, side, *unit, *movement, *artillery)
        }
        (Phase::Movement, Action::Launch { carrier, flights }) => {
            launch::check(p, side, *carrier, flights)
        }
        (Phase::Air, Action::Strike { carrier, aims }) => strike::check(p, side, *carrier, aims),
        (Phase::Movement | Phase::Air, Action::Pass) => Ok(()),
        (Phase::Intercept, Action::Intercept(plane)) => air::check_intercept(p, *plane),
        (Phase::Bombs, Action::Bombs(target, groups)) => air::check_bombs(p, *target, *groups),
        (Phase::Crit | Phase::AirCrit, Action::Crit(unit, feature)) => {
            critical::check(p, side, *unit, *feature)
        }
        (Phase::Orders, Action::Orders(list)) => orders::check(p, side, list),
        _ => Err(Illegal::WrongPhase {}),
    }
}
