//! What a bot is: a sight in, an action out, within a budget.

use admiralty_core::{Rules, Seeded, Sight};
use std::time::{Duration, Instant};

/// Something that decides for a seat.
pub trait Bot<R: Rules>: Send + Sync {
    /// The choice of the seat that looks; `None` if it has nothing to decide.
    /// For a budget of nodes and the same generator the choice is the same.
    fn choose(&self, sight: Sight<'_, R>, budget: Budget, rng: &mut Seeded) -> Option<R::Action>;

    /// What it weighs, the first choice first. Who does not weigh says only what it would do.
    fn think(
        &self,
        sight: Sight<'_, R>,
        budget: Budget,
        rng: &mut Seeded,
    ) -> Vec<Thought<R::Action>> {
        let choice = self.choose(sight, budget, rng);
        choice.map(|action| Thought { action, chance: None, trials: 0 }).into_iter().collect()
    }
}

/// A choice and what is thought of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Thought<A> {
    /// The choice.
    pub action: A,
    /// The chance to win with it, from 0 to 1, if it was tried out.
    pub chance: Option<f32>,
    /// On how many imagined tables.
    pub trials: u32,
}

/// What a bot may spend on one decision. It always answers: a budget too
/// small for thought gives a thoughtless action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budget {
    /// What the bot is described with, but no longer than this: as strong as it is meant to be
    /// on a machine that keeps up, and an answer in time on any other.
    Own(Duration),
    /// So many nodes: an action carried out on an imagined table is one.
    Nodes(u64),
    /// So much time. The choice then hangs on the machine.
    Time(Duration),
    /// So many nodes, and no longer than this.
    Within(u64, Duration),
}

impl Default for Budget {
    fn default() -> Budget {
        Budget::Own(Duration::MAX)
    }
}

/// Between two looks at the clock so many nodes are made.
const GLANCE: u64 = 4;

impl Budget {
    /// So many milliseconds.
    pub const fn ms(ms: u64) -> Budget {
        Budget::Time(Duration::from_millis(ms))
    }

    /// Begins to count, for a bot that is described with so many nodes.
    pub fn meter(self, own: u64) -> Meter {
        let (most, time) = match self {
            Budget::Own(time) => (own, time),
            Budget::Nodes(most) => (most, Duration::MAX),
            Budget::Time(time) => (u64::MAX, time),
            Budget::Within(most, time) => (most, time),
        };
        Meter { most, time, begun: Instant::now(), nodes: 0, late: false }
    }

    /// The same for a bot that never spends more than it is described with.
    pub fn capped(self, own: u64) -> Meter {
        let meter = self.meter(own);
        Meter { most: meter.most.min(own), ..meter }
    }
}

/// Counts what has been spent.
#[derive(Clone, Copy, Debug)]
pub struct Meter {
    most: u64,
    time: Duration,
    begun: Instant,
    nodes: u64,
    late: bool,
}

impl Meter {
    /// Spends nodes.
    pub fn spend(&mut self, nodes: u64) {
        self.nodes += nodes;
        if self.time != Duration::MAX && self.nodes.is_multiple_of(GLANCE) {
            self.late |= self.begun.elapsed() >= self.time;
        }
    }

    /// Nodes spent so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Is everything spent? Asked within a trial, so that no budget is overrun by one.
    pub fn is_out(&self) -> bool {
        self.late || self.nodes >= self.most
    }

    /// How many nodes there are altogether: with time, as many as can be made at the pace so far.
    pub fn reach(&self) -> u64 {
        if self.time == Duration::MAX {
            return self.most;
        }
        let spent = self.begun.elapsed().as_secs_f64();
        let pace = self.nodes.max(1) as f64 / spent.max(1e-9);
        self.most.min((pace * self.time.as_secs_f64()) as u64)
    }

    /// Is there room for this many more nodes? With time, for as many as were
    /// made per second so far.
    pub fn has_room(&self, nodes: u64) -> bool {
        self.nodes + nodes <= self.most
            && (self.time == Duration::MAX || self.has_time(nodes, self.time))
    }

    fn has_time(&self, nodes: u64, most: Duration) -> bool {
        let spent = self.begun.elapsed().as_secs_f64();
        let each = spent / self.nodes.max(1) as f64;
        spent + each * nodes as f64 <= most.as_secs_f64()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_and_time_both_count() {
        let hour = Duration::from_secs(3600);
        let mut meter = Budget::Within(10, hour).meter(0);
        meter.spend(9);
        assert!(meter.has_room(1) && !meter.has_room(2));
        let mut late = Budget::Within(u64::MAX, Duration::ZERO).meter(0);
        late.spend(1);
        assert!(!late.has_room(1));
    }
}
