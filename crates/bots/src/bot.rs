//! What a bot is: a sight in, an action out, within a budget.

use admiralty_core::{Rules, Seeded, Sight};
use std::time::{Duration, Instant};

/// Something that decides for a seat.
pub trait Bot<R: Rules>: Send + Sync {
    /// The choice of the seat that looks; `None` if it has nothing to decide.
    /// For a budget of nodes and the same generator the choice is the same.
    fn choose(&self, sight: Sight<'_, R>, budget: Budget, rng: &mut Seeded) -> Option<R::Action>;
}

/// What a bot may spend on one decision. It always answers: a budget too
/// small for thought gives a thoughtless action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budget {
    /// So many nodes: an action carried out on an imagined table is one.
    Nodes(u64),
    /// So much time. The choice then hangs on the machine.
    Time(Duration),
    /// So many nodes, and no longer than this: as strong as the level is
    /// described on a machine that keeps up, and an answer in time on any other.
    Within(u64, Duration),
}

impl Default for Budget {
    /// What a level is described with.
    fn default() -> Budget {
        Budget::Nodes(4_000)
    }
}

impl Budget {
    /// So many milliseconds.
    pub const fn ms(ms: u64) -> Budget {
        Budget::Time(Duration::from_millis(ms))
    }

    /// Begins to count.
    pub fn meter(self) -> Meter {
        Meter { budget: self, begun: Instant::now(), nodes: 0 }
    }
}

/// Counts what has been spent.
#[derive(Clone, Copy, Debug)]
pub struct Meter {
    budget: Budget,
    begun: Instant,
    nodes: u64,
}

impl Meter {
    /// Spends nodes.
    pub fn spend(&mut self, nodes: u64) {
        self.nodes += nodes;
    }

    /// Nodes spent so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Is there room for this many more nodes? With time, for as many as were
    /// made per second so far.
    pub fn has_room(&self, nodes: u64) -> bool {
        match self.budget {
            Budget::Nodes(most) => self.nodes + nodes <= most,
            Budget::Time(most) => self.has_time(nodes, most),
            Budget::Within(most, time) => self.nodes + nodes <= most && self.has_time(nodes, time),
        }
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
        let mut meter = Budget::Within(10, hour).meter();
        meter.spend(9);
        assert!(meter.has_room(1) && !meter.has_room(2));
        let mut late = Budget::Within(u64::MAX, Duration::ZERO).meter();
        late.spend(1);
        assert!(!late.has_room(1));
    }
}
