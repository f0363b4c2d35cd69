//! Sail Epoch: rules of thumb ship by ship. Goods are fetched and delivered,
//! guns fire where they kill, damaged ships go home for repair, and a ship
//! sails to where it hits best and is hit least, away from reefs and lee shores.

mod craft;
mod guns;
mod sailing;
mod weights;
mod windows;

pub(super) use craft::{LEVELS, YARD};

use crate::{Bot, Budget, Erased, Named};
use admiralty_core::{Actor, Own, Rules, Seat, Seeded, Sight, sample};
use sail_epoch::{Action, FortId, Hold, Public, SPAIN, SailEpoch, Scenario, Stage};

/// The bot.
pub(super) struct Admiral;

/// What the catalog offers.
pub(super) const BOTS: &[&dyn Erased] = &[&GREEDY];

static GREEDY: Named<SailEpoch, Admiral> = Named::new(
    "greedy",
    "",
    "Fetches and delivers, fires where it kills, keeps off reefs and repairs in time.",
    Admiral,
);

impl Bot<SailEpoch> for Admiral {
    fn choose(&self, sight: Sight<'_, SailEpoch>, _: Budget, rng: &mut Seeded) -> Option<Action> {
        let Own::Seat { seat, .. } = sight.own else { return None };
        let by = Actor::Seat(seat);
        match think(sight, seat, rng) {
            Some(action) if SailEpoch::check(sight, by, &action).is_ok() => Some(action),
            _ => {
                let fallback = Action::End;
                if SailEpoch::check(sight, by, &fallback).is_ok() {
                    return Some(fallback);
                }
                sample::<SailEpoch>(sight, rng, &mut Vec::new())
            }
        }
    }
}

fn think(sight: Sight<'_, SailEpoch>, seat: Seat, rng: &mut Seeded) -> Option<Action> {
    let p = sight.public;
    let mut actions = Vec::new();
    SailEpoch::legal(sight, &mut actions);
    if p.stage != Stage::Phase || !p.windows.is_empty() || p.acting() != seat {
        return windows::answer(p, seat, &actions, rng);
    }
    if actions.iter().any(|action| matches!(action, Action::Accept)) {
        return Some(Action::Decline);
    }
    cargo(p, seat, &actions)
        .or_else(|| housekeeping(p, seat, &actions))
        .or_else(|| guns::fire(p, seat, guns::When::Sure))
        .or_else(|| boarding(p, seat, &actions))
        .or_else(|| sailing::sail(p, seat, &actions))
        .or_else(|| guns::fire(p, seat, guns::When::Any))
        .or_else(|| repair(p, seat, &actions))
        .or(Some(Action::End))
}

/// Unloads where it counts, loads what lies there.
fn cargo(p: &Public, seat: Seat, actions: &[Action]) -> Option<Action> {
    let counts = |fort: FortId| match p.options().scenario {
        Scenario::Jolly => sailing::is_destination(p, seat, fort),
        _ => true,
    };
    let best_unload = actions
        .iter()
        .filter(|action| matches!(action, Action::Unload { fort, .. } if counts(*fort)))
        .max_by_key(|action| {
            matches!(action, Action::Unload { n, .. } if *n > 0).then_some(amount(action))
        });
    if let Some(action) = best_unload {
        return Some(action.clone());
    }
    actions
        .iter()
        .filter(|action| match action {
            Action::Load { from: Hold::Field | Hold::Map(_), .. } => true,
            Action::Load { from: Hold::Fort(_), .. } => p.options().scenario == Scenario::Jolly,
            _ => false,
        })
        .max_by_key(|action| amount(action))
        .cloned()
}

fn amount(action: &Action) -> u8 {
    match action {
        Action::Load { n, .. } | Action::Unload { n, .. } => *n,
        _ => 0,
    }
}

/// Reserves, flags over rebuilt forts, works of a player who has no fort.
fn housekeeping(p: &Public, seat: Seat, actions: &[Action]) -> Option<Action> {
    let find = |wanted: fn(&Action) -> bool| actions.iter().find(|action| wanted(action)).cloned();
    find(|action| matches!(action, Action::Deploy { .. }))
        .or_else(|| find(|action| matches!(action, Action::Raise(_))))
        .or_else(|| {
            let fortless = p.players[seat.index()].fortless > 0;
            fortless.then(|| find(|action| matches!(action, Action::Work { .. }))).flatten()
        })
        .or_else(|| {
            find(|action| matches!(action, Action::Explode(_))).filter(
                |action| matches!(action, Action::Explode(id) if sailing::blast(p, seat, *id) > 0),
            )
        })
}

/// Boards when the lead is safe and the prize is worth the lost strength.
fn boarding(p: &Public, seat: Seat, actions: &[Action]) -> Option<Action> {
    let value = |action: &Action| -> Option<i32> {
        match action {
            Action::Board { attackers, target } => {
                let mut ours: i32 = attackers.iter().map(|id| i32::from(p.strength(id))).sum();
                let mut theirs = i32::from(p.strength(*target));
                let enemy = p.ship(*target);
                if p.is_pirate(seat) && enemy.owner == SPAIN {
                    ours += attackers.len() as i32;
                } else if p.options().scenario == Scenario::Jolly && enemy.owner != SPAIN {
                    theirs += 1;
                }
                let lead = ours - theirs;
                let prize = 20 * i32::from(enemy.cargo) + 4 * theirs;
                let wanted = enemy.cargo > 0 || p.options().scenario == Scenario::Jolly;
                (lead >= 3 && wanted).then(|| prize + lead - 3 * attackers.len() as i32)
            }
            Action::Assault { attackers, fort } => {
                let ours: i32 = attackers.iter().map(|id| i32::from(p.strength(id))).sum();
                let theirs = i32::from(p.fort(*fort).strength()) + 5;
                (ours - theirs >= 4).then_some(ours - theirs)
            }
            _ => None,
        }
    };
    actions
        .iter()
        .filter_map(|action| Some((value(action)?, action)))
        .max_by_key(|(value, _)| *value)
        .map(|(_, action)| action.clone())
}

/// Strikes the flag of a badly damaged ship where no enemy is near.
fn repair(p: &Public, seat: Seat, actions: &[Action]) -> Option<Action> {
    actions
        .iter()
        .find(|action| match action {
            Action::Repair { ship, .. } => {
                2 * p.strength(*ship) <= p.max_strength(*ship) + 1
                    && p.ship(*ship).cargo == 0
                    && sailing::nearest_enemy(p, seat, p.ship(*ship).space) > 5
            }
            _ => false,
        })
        .cloned()
}
