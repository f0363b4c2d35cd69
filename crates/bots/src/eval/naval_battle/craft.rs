//! Naval Battle for the search: the Lieutenant's eye, beliefs for imagined fleets, and a judge.

use super::belief::{Care, Chances, beliefs};
use super::sea::{GAME, plain_worth};
use super::weights::WEIGHTS;
use super::{Judge, Sailor};
use crate::levels::{Level, Skill, careless, levels, offered};
use crate::search::{Choice, Craft, Search, Shipyard, Yard};
use crate::{Bot, Budget, Erased, Named};
use admiralty_core::{Dry, Own, Rules, Seeded, Side, Sight, Table, Viewer, sample};
use naval_battle::{Action, NavalBattle, Phase, Public, Token, imagine_likely};

const fn searcher(slips: u32, thinks: u32, nodes: u64, ideas: usize, turns: u32) -> Skill {
    Skill { slips, thinks, nodes, search: Search { ideas, turns, doubt: 0.0 } }
}

static STEPS: [Named<NavalBattle, Level<Seaman>>; 8] = levels(
    Seaman,
    [
        careless(70),
        careless(40),
        careless(15),
        careless(0),
        searcher(0, 30, 300, 6, 3),
        searcher(0, 100, 300, 6, 3),
        searcher(0, 100, 1_000, 8, 3),
        searcher(0, 100, 4_000, 10, 5),
    ],
);

pub(crate) static LEVELS: &[&dyn Erased] = offered!(STEPS);
pub(crate) static YARD: &dyn Shipyard = &Yard::<NavalBattle, Seaman>::new(Seaman, SETUPS);

/// Where levels are measured.
const SETUPS: &[(&str, &[Choice])] = &[
    ("the usual game", &[]),
    ("open sea", &[("board", "open_sea")]),
    ("reefs", &[("board", "reefs")]),
];

/// What the game brings to the search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seaman;

/// Ideas handed to the search.
const IDEAS: usize = 16;

/// The actions of the seat that looks, each with what the Lieutenant thinks of it, best first.
fn judged(sight: Sight<'_, NavalBattle>, rng: &mut Seeded) -> Vec<(f32, Action)> {
    let Own::Seat { side, shared, .. } = sight.own else { return Vec::new() };
    let judge = Judge::new(sight.public, shared, side, Care::Close);
    let mut actions = Vec::new();
    NavalBattle::legal(sight, &mut actions);
    let mut judged: Vec<(f32, Action)> = actions
        .into_iter()
        .map(|action| {
            let lot = judge.restless * rng.below(1000) as f32 / 1000.0;
            (judge.value(&action) + lot, action)
        })
        .collect();
    judged.sort_by(|a, b| b.0.total_cmp(&a.0));
    judged
}

impl Craft<NavalBattle> for Seaman {
    type Hunch = Vec<(Token, [u16; 9])>;

    fn habit(&self, sight: Sight<'_, NavalBattle>, rng: &mut Seeded) -> Option<Action> {
        Sailor { careless: 0, care: Care::Close }.choose(sight, Budget::default(), rng)
    }

    fn reply(&self, sight: Sight<'_, NavalBattle>, rng: &mut Seeded) -> Option<Action> {
        Sailor { careless: 0, care: Care::Glance }.choose(sight, Budget::default(), rng)
    }

    fn ideas(&self, sight: Sight<'_, NavalBattle>, rng: &mut Seeded, out: &mut Vec<Action>) {
        let judged = judged(sight, rng);
        // A taken Admiral needs no trial, and to give the own away is no idea.
        if judged.first().is_some_and(|(value, _)| *value > GAME * 0.5) {
            return;
        }
        let sane = judged.into_iter().filter(|(value, _)| *value > -GAME * 0.04);
        out.extend(sane.take(IDEAS).map(|(_, action)| action));
    }

    fn slip(&self, sight: Sight<'_, NavalBattle>, rng: &mut Seeded) -> Option<Action> {
        let mut judged = judged(sight, rng);
        judged.retain(|(value, _)| *value > -GAME * 0.04);
        if judged.is_empty() {
            return sample::<NavalBattle>(sight, rng, &mut Vec::new());
        }
        let i = rng.below(judged.len() as u32) as usize;
        Some(judged.swap_remove(i).1)
    }

    fn ponders(&self, sight: Sight<'_, NavalBattle>) -> bool {
        sight.public.phase() != Phase::Deploy
    }

    fn hunch(&self, sight: Sight<'_, NavalBattle>) -> Self::Hunch {
        let Some(side) = sight.side() else { return Vec::new() };
        let open = sight.public.unaccounted(side.other());
        // Beliefs count the pieces that are left already, and the drawing does it again.
        let share = |chances: &Chances| -> [u16; 9] {
            std::array::from_fn(|kind| {
                let left = f32::from(open[kind].max(1));
                (chances[kind] / left * 400.0) as u16
            })
        };
        beliefs(sight.public, side.other(), Care::Close)
            .into_iter()
            .map(|(_, token, chances)| (token, share(&chances)))
            .collect()
    }

    fn imagine(
        &self,
        sight: Sight<'_, NavalBattle>,
        hunch: &Self::Hunch,
        rng: &mut Seeded,
    ) -> Result<Table<NavalBattle>, Dry> {
        let likely = |token: Token| {
            hunch.iter().find(|(known, _)| *known == token).map_or([1; 9], |(_, shares)| *shares)
        };
        imagine_likely(sight, &likely, rng)
    }

    const FEATURES: &'static [&'static str] = &["ships", "standing", "pieces"];

    fn features(&self, table: &Table<NavalBattle>, side: Side, out: &mut [f32]) {
        let public = &table.public;
        let sum = |side: Side| -> (f32, f32) {
            public
                .tokens(side)
                .filter_map(|(_, token)| table.sides[side].kind(token))
                .map(|kind| (plain_worth(kind), 1.0))
                .fold((0.0, 0.0), |a, b| (a.0 + b.0, a.1 + b.1))
        };
        let (ours, theirs) = (sum(side), sum(side.other()));
        out[0] = (ours.0 - theirs.0) / 20.0;
        // Who has just moved knows best what may be lost and won next.
        let stander = public.to_move().other();
        out[1] = standing(table, public, stander) * if stander == side { 1.0 } else { -1.0 };
        out[2] = (ours.1 - theirs.1) / 5.0;
    }

    fn weights(&self, _public: &Public) -> &'static [f32] {
        &WEIGHTS[0]
    }

    fn drawn(&self) -> f32 {
        0.4
    }
}

/// How a side stands that has just moved, by what it can see.
fn standing(table: &Table<NavalBattle>, public: &Public, side: Side) -> f32 {
    let seat = (0..table.seats.len())
        .map(admiralty_core::Seat)
        .find(|&seat| NavalBattle::side_of(public, seat) == Some(side));
    let Some(seat) = seat else { return 0.0 };
    let Own::Seat { shared, .. } = table.sight(Viewer::Seat(seat)).own else { return 0.0 };
    let judge = Judge::new(public, shared, side, Care::Glance);
    judge.stand(&judge.sea).clamp(-60.0, 40.0) / 20.0
}
