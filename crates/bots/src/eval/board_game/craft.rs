//! Admiral: The Board Game for the search: moves, strikes and orders to try, and a judge.

use super::scene::Scene;
use super::weights::WEIGHTS;
use super::{Captain, air, movement, orders};
use crate::greedy::listed_or_sampled;
use crate::levels::{Level, Skill, careless, levels, offered};
use crate::search::{Choice, Craft, Search, Shipyard, Yard};
use crate::{Bot, Budget, Erased, Named};
use admiralty_core::{Actor, Rules, Seat, SeatSet, Seeded, Side, Sight, Table, sample};
use board_game::{Action, BoardGame, Flying, Phase, Public, Status, last_round, points};

const fn searcher(slips: u32, thinks: u32, nodes: u64, ideas: usize, turns: u32) -> Skill {
    Skill { slips, thinks, nodes, search: Search { ideas, turns, doubt: 0.3 } }
}

static STEPS: [Named<BoardGame, Level<Seaman>>; 8] = levels(
    Seaman,
    [
        careless(80),
        careless(45),
        careless(15),
        searcher(0, 10, 600, 8, 2),
        searcher(0, 30, 600, 8, 2),
        searcher(0, 60, 600, 8, 2),
        searcher(0, 100, 600, 8, 2),
        searcher(0, 100, 12_000, 24, 2),
    ],
);

pub(crate) static LEVELS: &[&dyn Erased] = offered!(STEPS);
pub(crate) static YARD: &dyn Shipyard = &Yard::<BoardGame, Seaman>::new(Seaman, SETUPS);

/// Where levels are measured.
const SETUPS: &[(&str, &[Choice])] = &[
    ("free battle", &[("scenario", "free")]),
    ("SC-3", &[("scenario", "SC-3")]),
    ("SC-4, carriers", &[("scenario", "SC-4")]),
];

/// What the game brings to the search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seaman;

/// So many of the best moves of each unit are ideas.
const MOVES: usize = 3;
/// And so many things that nobody would think of first: surfacing, a feature, a screen.
const WHIMS: usize = 6;

impl Craft<BoardGame> for Seaman {
    type Hunch = ();

    fn habit(&self, sight: Sight<'_, BoardGame>, rng: &mut Seeded) -> Option<Action> {
        Captain.choose(sight, Budget::default(), rng)
    }

    fn ideas(&self, sight: Sight<'_, BoardGame>, rng: &mut Seeded, out: &mut Vec<Action>) {
        let (Some(seat), Some(side)) = (sight.seat(), sight.side()) else { return };
        let scene = Scene::new(sight.public, side);
        match sight.public.phase {
            Phase::Movement => {
                let mut moves = movement::choices(&scene, MOVES).into_iter();
                out.extend(moves.by_ref().take(6));
                out.push(Action::Pass);
                whims(sight, rng, out);
                out.extend(moves);
            }
            Phase::Air => {
                out.extend(air::choices(&scene).into_iter().take(10));
                out.push(Action::Pass);
                whims(sight, rng, out);
            }
            Phase::Orders => {
                out.push(orders::plain(&scene));
                for &(quarry, _) in &scene.enemies {
                    let bent = Scene::new(sight.public, side).bent_on(quarry);
                    for action in [orders::choose(&bent), orders::plain(&bent)] {
                        if !out.contains(&action) {
                            out.push(action);
                        }
                    }
                }
            }
            _ => listed_or_sampled(sight, 16, rng, out),
        }
        let by = Actor::Seat(seat);
        out.retain(|action| BoardGame::check(sight, by, action).is_ok());
    }

    fn ponders(&self, sight: Sight<'_, BoardGame>) -> bool {
        use Phase::{Deploy, Fleet, Scenery, Subs};
        !matches!(sight.public.phase, Scenery | Fleet | Deploy | Subs)
    }

    fn hunch(&self, _sight: Sight<'_, BoardGame>) {}

    /// Orders that lie on the table are no random orders: their writer gives them anew.
    fn unseal(&self, table: &mut Table<BoardGame>, seat: Seat) -> SeatSet {
        let other = Side(1 - seat.0);
        if table.public.phase != Phase::Orders || !table.public.ready[other.index()] {
            return SeatSet::EMPTY;
        }
        table.public.ready[other.index()] = false;
        table.sides[other].orders.clear();
        SeatSet::only(Seat(other.0))
    }

    const FEATURES: &'static [&'static str] =
        &["points", "points late", "units", "structure", "torpedoes", "squadrons"];

    fn features(&self, table: &Table<BoardGame>, side: Side, out: &mut [f32]) {
        let p = &table.public;
        let (ours, theirs) = (standing(p, side), standing(p, side.other()));
        let price = |side: Side| p.of_side(side).map(|(_, unit)| f32::from(unit.card.tp()));
        let scale = (price(side).sum::<f32>() + price(side.other()).sum::<f32>()).max(20.0) / 8.0;
        let ahead = f32::from(points(p, side)) - f32::from(points(p, side.other()));
        let late = f32::from(p.round) / f32::from(last_round(p).max(1));
        out[0] = ahead / scale;
        out[1] = late * late * ahead / scale;
        out[2] = (ours[0] - theirs[0]) / 3.0;
        out[3] = (ours[1] - theirs[1]) / scale;
        out[4] = (ours[2] - theirs[2]) / 6.0;
        out[5] = (ours[3] - theirs[3]) / 6.0;
    }

    fn weights(&self, _public: &Public) -> &'static [f32] {
        &WEIGHTS[0]
    }
}

/// A few actions at random.
fn whims(sight: Sight<'_, BoardGame>, rng: &mut Seeded, out: &mut Vec<Action>) {
    let mut room = Vec::new();
    for _ in 0..WHIMS {
        if let Some(action) = sample::<BoardGame>(sight, rng, &mut room)
            && !out.contains(&action)
        {
            out.push(action);
        }
    }
}

/// Units, the price of what is left of them, torpedoes, squadrons.
fn standing(p: &Public, side: Side) -> [f32; 4] {
    let mut s = [0.0; 4];
    for (_, unit) in p.of_side(side) {
        if !(unit.is_afield() || matches!(unit.status, Status::Standby | Status::Waiting)) {
            continue;
        }
        s[0] += 1.0;
        let whole = f32::from(unit.class().sp.max(1));
        s[1] += f32::from(unit.card.tp()) * f32::from(unit.sp) / whole;
        s[2] += f32::from(unit.torpedoes);
    }
    let flying = |flying: &&Flying| !matches!(flying, Flying::Lost | Flying::Absent);
    for carrier in p.carriers(side) {
        if let Some(deck) = p.deck(carrier).filter(|_| p.unit(carrier).is_afield()) {
            s[3] += deck.squadrons.iter().filter(flying).count() as f32;
        }
    }
    s
}
