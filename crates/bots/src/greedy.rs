//! One ply over imagined tables, for every game that can say how good a table is.
//!
//! The bot draws whole tables that its seat cannot rule out (`Rules::imagine`),
//! carries each candidate out on each of them, and takes the action with the
//! best mean. In one imagined table every candidate meets the same dice, so
//! that they are compared and not their luck. After each doubling of the
//! tables the worse half of the candidates is dropped.

use crate::{Bot, Budget};
use admiralty_core::{
    Actor, Awaiting, Listed, Own, Rules, Seat, Seeded, Side, Sight, Table, Verdict, Viewer, sample,
};

/// Worth of a won game. Evaluations stay well below.
pub const WIN: i32 = 1_000_000;

/// Nodes that a decision of it is described with.
const NODES: u64 = 4_000;

/// How good a table is: what a game adds to have a greedy bot.
///
/// Tables handed to it are imagined. It may read all of them, for they hold
/// nothing that the bot's seat does not know or has not made up.
pub trait Eval<R: Rules>: Send + Sync {
    /// Worth of a table that is not over, for a side.
    fn eval(&self, table: &Table<R>, side: Side) -> i32;

    /// An action taken without looking ahead, where that is wiser or the only
    /// way (a secret deployment). `None`: look ahead.
    fn at_once(&self, _sight: Sight<'_, R>, _rng: &mut Seeded) -> Option<R::Action> {
        None
    }

    /// The actions worth looking at. By default everything legal; where that
    /// cannot be listed, two dozen random ones. `out` comes empty.
    fn candidates(&self, sight: Sight<'_, R>, rng: &mut Seeded, out: &mut Vec<R::Action>) {
        listed_or_sampled(sight, 24, rng, out);
    }

    /// Added to the mean of an action: what the table after it does not show
    /// (a secret given away, a turn wasted).
    fn bias(&self, _sight: Sight<'_, R>, _action: &R::Action) -> i32 {
        0
    }

    /// So many decisions that follow an action are played on the imagined
    /// table before it is judged, by [`Eval::reply`]. Games with sealed orders
    /// want at least one per other seat, or nothing will have happened yet.
    fn follow(&self) -> u32 {
        0
    }

    /// How somebody answers on an imagined table; by default at random.
    fn reply(&self, sight: Sight<'_, R>, rng: &mut Seeded) -> Option<R::Action> {
        sample::<R>(sight, rng, &mut Vec::new())
    }
}

/// The bot: an evaluation and how it is used.
#[derive(Clone, Copy, Debug)]
pub struct Greedy<E> {
    /// The game's part.
    pub eval: E,
    /// Imagined tables per decision, at most; the budget may allow fewer.
    pub worlds: u32,
    /// So many choices of a hundred are made at random.
    pub careless: u32,
}

impl<R: Rules, E: Eval<R>> Bot<R> for Greedy<E> {
    fn choose(&self, sight: Sight<'_, R>, budget: Budget, rng: &mut Seeded) -> Option<R::Action> {
        let careless = rng.below(100) < self.careless;
        if let Some(action) = self.eval.at_once(sight, rng) {
            return Some(action);
        }
        let Own::Seat { seat, side, .. } = sight.own else {
            // A gamemaster plays for no side.
            return sample::<R>(sight, rng, &mut Vec::new());
        };
        if careless {
            return sample::<R>(sight, rng, &mut Vec::new());
        }
        let mut actions = Vec::new();
        self.eval.candidates(sight, rng, &mut actions);
        if actions.len() < 2 {
            return actions.pop().or_else(|| sample::<R>(sight, rng, &mut Vec::new()));
        }
        self.best(sight, seat, side, actions, budget, rng)
    }
}

struct Candidate<A> {
    action: A,
    bias: i64,
    total: i64,
    tables: i64,
    /// Breaks ties, so that equal actions are not always taken in list order.
    lot: u64,
}

impl<A> Candidate<A> {
    fn mean(&self) -> i64 {
        self.bias + self.total / self.tables.max(1)
    }
}

impl<E> Greedy<E> {
    fn best<R: Rules>(
        &self,
        sight: Sight<'_, R>,
        seat: Seat,
        side: Side,
        actions: Vec<R::Action>,
        budget: Budget,
        rng: &mut Seeded,
    ) -> Option<R::Action>
    where
        E: Eval<R>,
    {
        let mut meter = budget.meter(NODES);
        let mut candidates: Vec<Candidate<R::Action>> = actions
            .into_iter()
            .map(|action| Candidate {
                bias: i64::from(self.eval.bias(sight, &action)),
                action,
                total: 0,
                tables: 0,
                lot: rng.next_u64(),
            })
            .collect();
        let each = 1 + u64::from(self.eval.follow());
        for world in 0..self.worlds.max(1) {
            if world > 0 && !meter.has_room(each * candidates.len() as u64) {
                break;
            }
            let Ok(table) = R::imagine(sight, rng) else { break };
            let luck = rng.next_u64();
            for candidate in &mut candidates {
                let value = self.outcome(&table, seat, side, &candidate.action, luck);
                candidate.total += i64::from(value);
                candidate.tables += 1;
                meter.spend(each);
            }
            if (world + 1).is_power_of_two() && candidates.len() > 2 {
                sort(&mut candidates);
                candidates.truncate(candidates.len().div_ceil(2));
            }
        }
        sort(&mut candidates);
        candidates.into_iter().next().map(|candidate| candidate.action)
    }

    fn outcome<R: Rules>(
        &self,
        table: &Table<R>,
        seat: Seat,
        side: Side,
        action: &R::Action,
        luck: u64,
    ) -> i32
    where
        E: Eval<R>,
    {
        let mut table = table.clone();
        let mut dice = Seeded::new(luck);
        // What is legal by the sight is legal on every table imagined from it;
        // an action that is not after all counts as lost.
        let by = Actor::Seat(seat);
        if R::check(table.sight_of(by), by, action).is_err()
            || R::apply(&mut table, by, action, &mut dice, &mut |_| {}).is_err()
        {
            return -WIN;
        }
        for _ in 0..self.eval.follow() {
            let Awaiting::Seats(seats) = R::awaiting(&table) else { break };
            let next = seats.iter().find(|&s| s != seat).or(seats.iter().next());
            let Some(next) = next else { break };
            let Some(reply) = self.eval.reply(table.sight(Viewer::Seat(next)), &mut dice) else {
                break;
            };
            let by = Actor::Seat(next);
            if R::apply(&mut table, by, &reply, &mut dice, &mut |_| {}).is_err() {
                break;
            }
        }
        verdict::<R>(&table, side).unwrap_or_else(|| self.eval.eval(&table, side))
    }
}

fn sort<A>(candidates: &mut [Candidate<A>]) {
    candidates.sort_by(|a, b| b.mean().cmp(&a.mean()).then(a.lot.cmp(&b.lot)));
}

/// Worth of a table that is over: [`WIN`], its negative, or 0; `None` while it goes on.
pub fn verdict<R: Rules>(table: &Table<R>, side: Side) -> Option<i32> {
    let Awaiting::Over(outcome) = R::awaiting(table) else { return None };
    Some(match outcome.verdict {
        Verdict::Won(sides) if sides.has(side) => WIN,
        Verdict::Won(_) => -WIN,
        Verdict::Drawn | Verdict::Cancelled => 0,
    })
}

/// Everything legal, or `most` different random actions where that cannot be listed.
pub(crate) fn listed_or_sampled<R: Rules>(
    sight: Sight<'_, R>,
    most: usize,
    rng: &mut Seeded,
    out: &mut Vec<R::Action>,
) {
    if R::legal(sight, out) == Listed::Complete {
        return;
    }
    out.clear();
    let mut room = Vec::new();
    for _ in 0..most {
        match sample::<R>(sight, rng, &mut room) {
            Some(action) if !out.contains(&action) => out.push(action),
            Some(_) => {}
            None => break,
        }
    }
}
