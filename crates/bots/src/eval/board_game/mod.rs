//! Admiral: The Board Game. Rules of thumb instead of search: a move is judged
//! by what the ship could hit and be hit by from where it ends, orders are taken
//! by value per die. Fast enough to balance scenarios with thousands of games.

mod air;
mod craft;
mod movement;
mod orders;
mod plan;
mod prospects;
mod scene;
mod setup;
mod weights;

pub(super) use craft::{LEVELS, YARD};

use crate::{Bot, Budget, Erased, Named};
use admiralty_core::{Actor, Own, Rules, Seeded, Side, Sight, sample};
use board_game::{Action, BoardGame, Phase};
use scene::Scene;

/// The bot.
pub(super) struct Captain;

/// What the catalog offers.
pub(super) const BOTS: &[&dyn Erased] = &[&GREEDY];

static GREEDY: Named<BoardGame, Captain> = Named::new(
    "greedy",
    "",
    "Closes in, fires where it hurts most per die, strikes from the air, hunts boats and uses \
     every ship's special features.",
    Captain,
);

impl Bot<BoardGame> for Captain {
    fn choose(&self, sight: Sight<'_, BoardGame>, _: Budget, rng: &mut Seeded) -> Option<Action> {
        let Own::Seat { seat, side, .. } = sight.own else { return None };
        let thought = think(sight, side, rng);
        let by = Actor::Seat(seat);
        match thought {
            Some(action) if BoardGame::check(sight, by, &action).is_ok() => Some(action),
            _ => sample::<BoardGame>(sight, rng, &mut Vec::new()),
        }
    }
}

fn think(sight: Sight<'_, BoardGame>, side: Side, rng: &mut Seeded) -> Option<Action> {
    let p = sight.public;
    match p.phase {
        Phase::Fleet => setup::fleet(sight, rng),
        Phase::Deploy => setup::deploy(sight, side, rng),
        Phase::Subs => setup::boats(sight, side, rng),
        Phase::Standby => setup::enter(p, side),
        // Whoever moves last finds the others where they can no longer run.
        Phase::First => Some(Action::First(side.other())),
        Phase::Movement => Some(movement::choose(&Scene::new(p, side), rng)),
        Phase::Air => Some(air::choose(&Scene::new(p, side))),
        Phase::Intercept => Some(air::intercept(p)),
        Phase::Bombs => air::bombs(p),
        Phase::AirCrit | Phase::Crit => orders::token(&Scene::new(p, side)),
        Phase::Orders => Some(orders::choose(&Scene::new(p, side))),
        Phase::Scenery => Some(Action::LayNone),
        Phase::Over => None,
    }
}
