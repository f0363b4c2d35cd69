//! Who plays for seats without a person. A trait, so that the server does not
//! know how a bot thinks.

use admiralty_catalog::TableFace;
use admiralty_core::{Seat, Seeded};
use admiralty_protocol::BotLevel;
use std::time::Duration;

/// Chooses for bots.
pub trait Minds: Send + Sync + 'static {
    /// The levels on offer for a game, weakest first.
    fn levels(&self, game: &str) -> Vec<BotLevel>;
    /// A legal action of the seat, from what the seat may know; called on a
    /// thread of its own. `None` if the seat has nothing to decide.
    fn choose(
        &self,
        level: &str,
        table: &dyn TableFace,
        seat: Seat,
        seed: u64,
        budget: Duration,
    ) -> Option<String>;
}

/// Any legal action, each as likely as the other.
#[derive(Debug, Clone, Copy, Default)]
pub struct RandomMinds;

impl Minds for RandomMinds {
    fn levels(&self, _game: &str) -> Vec<BotLevel> {
        vec![BotLevel {
            id: "random".into(),
            title: "Drifter".into(),
            text: "Does anything the rules allow.".into(),
        }]
    }

    fn choose(
        &self,
        _level: &str,
        table: &dyn TableFace,
        seat: Seat,
        seed: u64,
        _budget: Duration,
    ) -> Option<String> {
        table.sample(seat, &mut Seeded::new(seed))
    }
}
