//! One search for every game.
//!
//! What the quick policy would do is compared with a few other ideas. Each is tried on the same
//! imagined tables with the same dice, so that differences are paired: the policy plays all seats
//! on for some turns, each with its own sight, and then the table is judged. After each share
//! of the budget the worse half of the ideas is dropped. The policy's choice stands unless another
//! is better by more than its error.

mod craft;
mod fit;
mod outlook;
mod trial;

pub use craft::{Craft, chance, logistic};
pub use fit::{Choice, Fitted, Sample, Shipyard, Yard, fit};
pub use outlook::{Eyes, Outlook};

use crate::Thought;
use crate::bot::Meter;
use admiralty_core::{Own, Rules, Seeded, Sight, Table};
use trial::Trials;

/// How a decision is searched.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Search {
    /// Ideas beside the policy's choice, at most.
    pub ideas: usize,
    /// Turns that are played on.
    pub turns: u32,
    /// So many standard errors an idea must be better by.
    pub doubt: f32,
}

/// What somebody knows who looks back at a decision.
pub struct Weighed<'a, R: Rules> {
    /// The table as it really stood; without it, what the seat could know.
    pub known: Option<&'a Table<R>>,
    /// What was done.
    pub played: Option<R::Action>,
}

/// An idea and how it compares with the policy's choice.
struct Idea<A> {
    action: A,
    /// Sum of the differences, and of their squares.
    sum: f64,
    squares: f64,
    n: u32,
}

impl<A> Idea<A> {
    fn mean(&self) -> f64 {
        self.sum / f64::from(self.n.max(1))
    }

    /// Standard error of the mean. A few trials that happen to agree are not believed to be
    /// exact, so a little is added to their spread.
    fn error(&self) -> f64 {
        let n = f64::from(self.n.max(1));
        let spread = (self.squares - self.sum * self.sum / n).max(0.0) + 0.02;
        (spread / (n * (n - 1.0).max(1.0))).sqrt()
    }
}

/// Tables that every idea is tried on at least, before the first are dropped.
const LEAST: u64 = 2;

impl Search {
    /// What is thought of the policy's choice and of the other ideas, the best first. The seat
    /// that looks must be awaited.
    pub fn think<R: Rules, C: Craft<R>>(
        &self,
        craft: &C,
        sight: Sight<'_, R>,
        meter: &mut Meter,
        rng: &mut Seeded,
    ) -> Vec<Thought<R::Action>> {
        self.weigh(craft, sight, Weighed { known: None, played: None }, meter, rng)
    }

    /// The same for whoever looks back.
    pub fn weigh<R: Rules, C: Craft<R>>(
        &self,
        craft: &C,
        sight: Sight<'_, R>,
        Weighed { known, played }: Weighed<'_, R>,
        meter: &mut Meter,
        rng: &mut Seeded,
    ) -> Vec<Thought<R::Action>> {
        let Own::Seat { seat, side, .. } = sight.own else { return Vec::new() };
        let habit = craft.habit(sight, rng);
        // What was done stands in the place of the policy's choice, which nothing drops.
        let (habit, other) = match played {
            Some(played) => (Some(played), habit),
            None => (habit, None),
        };
        let Some(habit) = habit else { return Vec::new() };
        let plain = |action| vec![Thought { action, chance: None, trials: 0 }];
        if meter.is_out() {
            return plain(habit);
        }
        let mut actions = Vec::new();
        craft.ideas(sight, rng, &mut actions);
        actions.retain(|action| Some(action) != other.as_ref());
        actions.splice(0..0, other);
        actions.retain(|action| *action != habit);
        actions.dedup();
        if actions.is_empty() {
            return plain(habit);
        }
        let trials = Trials::new(craft, sight, seat, side, self.turns, known);
        // The first trial tells how long they are, and so how many ideas there is time for.
        let Some(first) = trials.next(rng) else { return plain(habit) };
        let Some(base) = trials.play(&first, &habit, meter) else { return plain(habit) };
        let length = meter.nodes().max(1);
        let reach = meter.reach();
        let mut most = self.ideas.min(actions.len());
        while most > 1 && cost(most) * length > reach {
            most -= 1;
        }
        actions.truncate(most);
        let mut ideas: Vec<Idea<R::Action>> = actions
            .into_iter()
            .map(|action| Idea { action, sum: 0.0, squares: 0.0, n: 0 })
            .collect();
        let (mut total, mut worlds) = (f64::from(base), 1u32);
        let mut world = first;
        let mut of_habit = base;
        let rounds = u64::from(ideas.len().ilog2()) + 1;
        'rounds: for round in 1..=rounds {
            let until = reach * round / rounds;
            loop {
                for idea in &mut ideas {
                    let Some(value) = trials.play(&world, &idea.action, meter) else {
                        break 'rounds;
                    };
                    let better = f64::from(value - of_habit);
                    idea.sum += better;
                    idea.squares += better * better;
                    idea.n += 1;
                }
                let Some(next) = trials.next(rng) else { break 'rounds };
                let Some(value) = trials.play(&next, &habit, meter) else { break 'rounds };
                (world, of_habit) = (next, value);
                total += f64::from(value);
                worlds += 1;
                if meter.nodes() >= until {
                    break;
                }
            }
            sort(&mut ideas);
            ideas.truncate(ideas.len().div_ceil(2));
        }
        // Those dropped on the way have fewer trials; among the rest the mean decides.
        sort(&mut ideas);
        let base = total / f64::from(worlds);
        let mut thoughts: Vec<Thought<R::Action>> = Vec::with_capacity(ideas.len() + 1);
        let departs = ideas
            .first()
            .is_some_and(|idea| idea.n > 1 && idea.mean() > f64::from(self.doubt) * idea.error());
        for idea in ideas.into_iter().filter(|idea| idea.n > 0) {
            let chance = Some((base + idea.mean()).clamp(0.0, 1.0) as f32);
            thoughts.push(Thought { action: idea.action, chance, trials: idea.n });
        }
        let at = usize::from(departs);
        let chance = Some(base.clamp(0.0, 1.0) as f32);
        thoughts.insert(at.min(thoughts.len()), Thought { action: habit, chance, trials: worlds });
        thoughts
    }
}

/// Trials that halving so many ideas takes at least.
fn cost(ideas: usize) -> u64 {
    (ideas as u64 + 1) * LEAST * (u64::from(ideas.ilog2()) + 1)
}

fn sort<A>(ideas: &mut [Idea<A>]) {
    ideas.sort_by(|a, b| b.mean().total_cmp(&a.mean()));
}

#[cfg(all(test, feature = "naval_battle"))]
mod tests {
    use crate::{Budget, Thought, find};
    use admiralty_core::{Actor, Doc, Seat, Seeded};

    /// A table of the middle of a game, and the seat that is to move.
    fn table() -> Box<dyn admiralty_catalog::TableFace> {
        let game = admiralty_catalog::game("naval_battle").expect("the game is built in");
        let mut dice = Seeded::new(1);
        let (mut table, _) = game.begin(&Doc::map(), &mut dice).expect("the usual game");
        for action in ["deploy @Citadel", "ready"] {
            for seat in [0, 1] {
                table.play(Actor::Seat(Seat(seat)), action, &mut dice).expect("legal");
            }
        }
        table
    }

    #[test]
    fn the_first_thought_is_the_choice_and_each_has_a_chance() {
        let (table, bot) = (table(), find("naval_battle", "Admiral", "").expect("a level"));
        let thoughts = bot.think(&*table, Seat(0), Budget::Nodes(400), 7);
        let choice = bot.choose(&*table, Seat(0), Budget::Nodes(400), 7);
        assert!(thoughts.len() > 1, "{thoughts:?}");
        let chances = |thought: &Thought<String>| thought.chance.expect("it was tried out");
        assert!(thoughts.iter().all(|thought| (0.0..=1.0).contains(&chances(thought))));
        assert!(thoughts.iter().any(|thought| Some(&thought.action) == choice.as_ref()));
    }

    #[test]
    fn no_budget_is_overrun() {
        use crate::search::{Craft, Search};
        use admiralty_core::{Rules, Table, Viewer};
        fn spent<R: Rules, C: Craft<R>>(craft: &C, table: &Table<R>, nodes: u64) -> u64 {
            let search = Search { ideas: 12, turns: 3, doubt: 0.0 };
            let mut meter = Budget::Nodes(nodes).meter(0);
            let sight = table.sight(Viewer::Seat(Seat(0)));
            search.think(craft, sight, &mut meter, &mut Seeded::new(3));
            meter.nodes()
        }
        let table = table();
        let table = table.as_any().downcast_ref().expect("of this game");
        let craft = crate::eval::naval_battle::Seaman;
        for nodes in [0, 1, 7, 100, 501] {
            let spent = spent(&craft, table, nodes);
            assert!(spent <= nodes && (nodes < 100 || 2 * spent > nodes), "{spent} of {nodes}");
        }
    }
}
