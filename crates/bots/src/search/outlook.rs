//! What a game that is looked back at promised: chances at a table, and what else could have been done.

use super::craft::{Craft, chance};
use super::fit::Yard;
use super::trial::play_on;
use super::{Search, Weighed};
use crate::{Budget, Thought};
use admiralty_catalog::TableFace;
use admiralty_core::{Actor, Awaiting, Rules, Seat, Seeded, Side, Table, Text, Viewer};

/// So many decisions a trial plays on, and then to the end of the turn, so that every side has had
/// the same …
const DECISIONS: u32 = 24;
/// … but no more than this.
const MOST: u32 = 96;
/// Ideas that are weighed beside what was done.
const IDEAS: usize = 10;
/// Turns for which they are tried out.
const TURNS: u32 = 2;

/// Whose knowledge a table is looked at with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Eyes {
    /// Everything is known.
    All,
    /// Only what this seat may know; the rest is imagined anew for every trial.
    Seat(Seat),
}

/// Chances and choices at any table of a game, for whoever knows none of its rules.
pub trait Outlook: Send + Sync {
    /// One trial: the quick policy plays on for all seats for a while, then the table is judged. The
    /// chance of each side to win; nothing for a table of another game.
    fn trial(&self, table: &dyn TableFace, eyes: Eyes, seed: u64) -> Option<Vec<f32>>;

    /// What a seat might have done, the best first, with the chances that gives it. What was `played`
    /// is among them, if it could be tried.
    fn weigh(
        &self,
        table: &dyn TableFace,
        seat: Seat,
        eyes: Eyes,
        played: Option<&str>,
        budget: Budget,
        seed: u64,
    ) -> Vec<Thought<String>>;
}

impl<R: Rules + Text, C: Craft<R>> Outlook for Yard<R, C> {
    fn trial(&self, table: &dyn TableFace, eyes: Eyes, seed: u64) -> Option<Vec<f32>> {
        let table = table.as_any().downcast_ref::<Table<R>>()?;
        let mut rng = Seeded::new(seed);
        let mut world = match eyes {
            Eyes::All => table.clone(),
            Eyes::Seat(seat) => {
                let sight = table.sight(Viewer::Seat(seat));
                self.craft.imagine(sight, &self.craft.hunch(sight), &mut rng).ok()?
            }
        };
        if !matches!(R::awaiting(table), Awaiting::Over(_)) {
            let first = R::turn(&world.public);
            let last = |table: &Table<R>, n: u32| {
                n >= MOST || n >= DECISIONS && R::turn(&table.public) > first
            };
            let mut whims = Seeded::new(rng.next_u64());
            let mut meter = Budget::default().meter(u64::MAX);
            play_on(&self.craft, &mut world, &mut rng, &mut whims, &mut meter, last)?;
        }
        Some((0..world.sides.len()).map(|side| chance(&self.craft, &world, Side(side))).collect())
    }

    fn weigh(
        &self,
        table: &dyn TableFace,
        seat: Seat,
        eyes: Eyes,
        played: Option<&str>,
        budget: Budget,
        seed: u64,
    ) -> Vec<Thought<String>> {
        let Some(table) = table.as_any().downcast_ref::<Table<R>>() else { return Vec::new() };
        let sight = table.sight(Viewer::Seat(seat));
        let by = Actor::Seat(seat);
        let read = |text: &str| R::parse_action(&table.public, text).ok();
        let played = played.and_then(read).filter(|action| R::check(sight, by, action).is_ok());
        let weighed = Weighed { known: (eyes == Eyes::All).then_some(table), played };
        let search = Search { ideas: IDEAS, turns: TURNS, doubt: 0.0 };
        let mut meter = budget.meter(u64::MAX);
        let mut rng = Seeded::new(seed);
        let mut thoughts = search.weigh(&self.craft, sight, weighed, &mut meter, &mut rng);
        let worth = |thought: &Thought<R::Action>| thought.chance.unwrap_or(0.0);
        thoughts.sort_by(|a, b| worth(b).total_cmp(&worth(a)));
        let write = |thought: Thought<R::Action>| Thought {
            action: R::write_action(&table.public, &thought.action),
            chance: thought.chance,
            trials: thought.trials,
        };
        let mut said: Vec<Thought<String>> = Vec::with_capacity(thoughts.len());
        for thought in thoughts.into_iter().map(write) {
            // What is written alike is the same to whoever reads it.
            if said.iter().all(|known| known.action != thought.action) {
                said.push(thought);
            }
        }
        said
    }
}
