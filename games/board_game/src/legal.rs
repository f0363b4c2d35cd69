//! Dispatcher: what may be done, and is this allowed?

use crate::BoardGame;
use crate::action::{Action, Pick};
use crate::illegal::Illegal;
use crate::rules::{
    Choices, air, critical, deployment, features, fleet, initiative, launch, movement, orders,
    repair, scenery, standby, strike, submarines,
};
use crate::state::{Phase, Public, SideSecret, UnitId, seat_of};
use crate::units::Window;
use admiralty_core::{Actor, Listed, Own, Side, Sight};
use alloc::vec::Vec;

type Seen<'a> = Sight<'a, BoardGame>;

/// The side that looks, its secret, and whether it is to decide.
fn looker(sight: Seen<'_>) -> Option<(Side, &SideSecret)> {
    match sight.own {
        Own::Seat { side, shared, .. } if sight.public.deciding().has(seat_of(side)) => {
            Some((side, shared))
        }
        _ => None,
    }
}

/// Every complete action, where they are few.
pub(crate) fn list(sight: Seen<'_>, out: &mut Vec<Action>) -> Listed {
    let Some((side, _)) = looker(sight) else { return Listed::Complete };
    let p = sight.public;
    match p.phase {
        Phase::Movement
        | Phase::Fleet
        | Phase::Deploy
        | Phase::Subs
        | Phase::Orders
        | Phase::Standby => {
            return Listed::TooMany;
        }
        Phase::Air if strike::carriers(p, side).next().is_some() => return Listed::TooMany,
        Phase::Crit | Phase::AirCrit => {
            critical::each_option(p, side, |unit, feature| out.push(Action::Crit(unit, feature)));
        }
        Phase::Scenery => {
            out.push(Action::LayNone);
            scenery::each_option(p, side, |square, card| out.push(Action::Lay(square, card)));
        }
        _ => {
            let mut menu = Choices::default();
            root(sight, side, &mut menu);
            out.extend(menu.choices.into_iter().filter_map(|choice| match choice.leads {
                admiralty_core::Leads::To(action) => Some(action),
                _ => None,
            }));
        }
    }
    Listed::Complete
}

/// The first level of the phases whose actions are single.
fn root(sight: Seen<'_>, side: Side, out: &mut Choices) {
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
            for deck in &p.decks {
                if deck.carrier != UnitId::NONE
                    && deck.carrier.side() == side
                    && launch::can(p, side, deck.carrier)
                {
                    out.on(Pick::Launch(deck.carrier));
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
        Phase::Intercept => air::menu_intercept(p, out),
        Phase::Bombs => air::menu_bombs(p, out),
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
