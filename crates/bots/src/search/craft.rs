//! What a game brings to the search: its quick policy, its ideas and its judge of tables.

use crate::greedy::listed_or_sampled;
use admiralty_core::{Awaiting, Dry, Rules, Seat, SeatSet, Seeded, Side, Sight, Table, Verdict};

/// A game's seamanship. One value of it serves all levels.
///
/// Tables handed to it are imagined. It may read all of them, for they hold nothing that the
/// seat which thinks does not know or has not made up.
pub trait Craft<R: Rules>: Send + Sync + Copy + 'static {
    /// What is reckoned once per decision for drawing tables: beliefs.
    type Hunch;

    /// What the quick policy does.
    fn habit(&self, sight: Sight<'_, R>, rng: &mut Seeded) -> Option<R::Action>;

    /// The same in imagined play, perhaps with less care: so many of these are wanted.
    fn reply(&self, sight: Sight<'_, R>, rng: &mut Seeded) -> Option<R::Action> {
        self.habit(sight, rng)
    }

    /// What it says to something that lies on the table beside the game, such as an offer to end
    /// it, before it decides anything else.
    fn answer(&self, _sight: Sight<'_, R>) -> Option<R::Action> {
        None
    }

    /// Other actions worth a trial, the most promising first. `out` comes empty.
    fn ideas(&self, sight: Sight<'_, R>, rng: &mut Seeded, out: &mut Vec<R::Action>) {
        listed_or_sampled(sight, 24, rng, out);
    }

    /// An honest mistake: what a beginner might do who has not looked closely. Never absurd.
    fn slip(&self, sight: Sight<'_, R>, rng: &mut Seeded) -> Option<R::Action> {
        let mut ideas = Vec::new();
        self.ideas(sight, rng, &mut ideas);
        if ideas.is_empty() {
            return self.habit(sight, rng);
        }
        let i = rng.below(ideas.len() as u32) as usize;
        Some(ideas.swap_remove(i))
    }

    /// Is this decision worth thinking about? Not where only taste decides, such as a deployment.
    fn ponders(&self, _sight: Sight<'_, R>) -> bool {
        true
    }

    /// Reckons what tables are drawn by.
    fn hunch(&self, sight: Sight<'_, R>) -> Self::Hunch;

    /// A table that the seat cannot rule out, likely ones more often.
    fn imagine(
        &self,
        sight: Sight<'_, R>,
        _hunch: &Self::Hunch,
        rng: &mut Seeded,
    ) -> Result<Table<R>, Dry> {
        R::imagine(sight, rng)
    }

    /// Takes back what others than this seat have sealed on an imagined table, where it was drawn
    /// at random, and says who has to decide anew: the policy does it for them.
    fn unseal(&self, _table: &mut Table<R>, _seat: Seat) -> SeatSet {
        SeatSet::EMPTY
    }

    /// What the judge looks at, by name.
    const FEATURES: &'static [&'static str];

    /// The features of a table that is not over, for a side: its own less those of its strongest
    /// rival, each about 1 where it matters much. `out` is as long as [`Craft::FEATURES`].
    fn features(&self, table: &Table<R>, side: Side, out: &mut [f32]);

    /// The fitted weights of the features for tables of this kind.
    fn weights(&self, public: &R::Public) -> &'static [f32];

    /// Into which kind a table falls; each has its own weights.
    fn kind(&self, _public: &R::Public) -> usize {
        0
    }

    /// The names of those kinds.
    const KINDS: &'static [&'static str] = &["all"];

    /// What a draw is worth.
    fn drawn(&self) -> f32 {
        0.5
    }
}

/// From anything to between 0 and 1.
pub fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// The chance of a side to win, as the game judges the table.
pub fn chance<R: Rules, C: Craft<R>>(craft: &C, table: &Table<R>, side: Side) -> f32 {
    if let Awaiting::Over(outcome) = R::awaiting(table) {
        return match outcome.verdict {
            Verdict::Won(sides) => f32::from(u8::from(sides.has(side))),
            Verdict::Drawn | Verdict::Cancelled => craft.drawn(),
        };
    }
    let mut features = [0.0; 16];
    let features = &mut features[..C::FEATURES.len()];
    craft.features(table, side, features);
    let weights = craft.weights(&table.public);
    logistic(features.iter().zip(weights).map(|(feature, weight)| feature * weight).sum())
}
