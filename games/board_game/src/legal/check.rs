//! May this be done?

use super::Seen;
use crate::action::Action;
use crate::illegal::Illegal;
use crate::rules::{
    bombs, critical, deployment, dogfights, features, fleet, launch, movement, orders, repair,
    scenery, standby, strike, submarines,
};
use crate::state::{Phase, Public, SideSecret, seat_of};
use crate::units::Window;
use admiralty_core::{Actor, Own, Side};
use alloc::boxed::Box;

/// May this be done?
pub(crate) fn check(sight: Seen<'_>, by: Actor, action: &Action) -> Result<(), Illegal> {
    let p = sight.public;
    match (by, action) {
        _ if p.phase == Phase::Over => Err(Illegal::Over),
        // BG-8-VC10: losing by the clock or by leaving is like resigning.
        (Actor::Clock | Actor::Host, Action::Forfeit(side)) if side.0 < 2 => Ok(()),
        (Actor::Clock | Actor::Host, _) => Err(Illegal::NotASeat),
        (Actor::Seat(_), Action::Forfeit(_)) => Err(Illegal::ForfeitBySeat),
        (Actor::Seat(_), _) => match sight.own {
            Own::Seat { side, shared, .. } => {
                let allowed = in_phase(p, side, shared, action);
                if p.deciding().has(seat_of(side)) {
                    return allowed;
                }
                // What would forbid it anyway is said too, unless it is only that the phase is another.
                let why = allowed.err().filter(|why| !matches!(why, Illegal::WrongPhase { .. }));
                Err(Illegal::NotAwaited { instead: why.map(Box::new) })
            }
            _ => Err(Illegal::NotASeat),
        },
    }
}

/// May the side do this in the present phase?
fn in_phase(p: &Public, side: Side, secret: &SideSecret, action: &Action) -> Result<(), Illegal> {
    let window = || match p.phase {
        Phase::Movement => Ok(Window::Movement),
        Phase::Air => Ok(Window::Air),
        phase => Err(Illegal::WrongPhase { phase }),
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
            features::check_green(p, side, window()?, *unit, *feature, *arg)
        }
        (_, Action::Rx { unit, feature }) => {
            features::check_red(p, side, window()?, *unit, *feature)
        }
        (Phase::Movement, Action::Repair { unit, movement, artillery }) => {
            repair::check(p, side, *unit, *movement, *artillery)
        }
        (Phase::Movement, Action::Launch { carrier, flights }) => {
            launch::check(p, side, *carrier, flights)
        }
        (Phase::Air, Action::Strike { carrier, aims }) => strike::check(p, side, *carrier, aims),
        (Phase::Movement | Phase::Air, Action::Pass) => Ok(()),
        (Phase::Intercept, Action::Intercept(plane)) => dogfights::check_intercept(p, *plane),
        (Phase::Bombs, Action::Bombs(target, groups)) => bombs::check_bombs(p, *target, *groups),
        (Phase::Crit | Phase::AirCrit, Action::Crit(unit, feature)) => {
            critical::check(p, side, *unit, *feature)
        }
        (Phase::Orders, Action::Orders(list)) => orders::check(p, side, list),
        _ => Err(Illegal::WrongPhase { phase: p.phase }),
    }
}
