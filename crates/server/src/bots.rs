//! Who plays for seats without a person. A trait, so that the server does not
//! know how a bot thinks.

use admiralty_bots::{BotInfo, Budget};
use admiralty_catalog::TableFace;
use admiralty_core::{Seat, Seeded};
use admiralty_protocol::BotLevel;
use std::time::Duration;

/// Chooses for bots.
pub trait Minds: Send + Sync + 'static {
    /// The levels on offer for a game, weakest first.
    fn levels(&self, game: &str) -> Vec<BotLevel>;
    /// How a bot that somebody asks for is spelt, on offer or not (`random` is for tests and
    /// tools); else why there is none.
    fn spelt(&self, game: &str, level: &str) -> Result<String, String> {
        let found = admiralty_bots::find(game, level, "");
        found.map(|bot| bot.info().to_string()).map_err(|error| error.to_string())
    }
    /// A legal action of the seat, from what the seat may know, within the
    /// budget; called on a thread of its own. `None` if the seat has nothing to
    /// decide. Whoever takes several budgets is not waited for.
    fn choose(
        &self,
        level: &str,
        table: &dyn TableFace,
        seat: Seat,
        seed: u64,
        budget: Duration,
    ) -> Option<String>;
}

/// The bots of `admiralty-bots`.
#[derive(Debug, Clone, Copy, Default)]
pub struct OwnMinds;

impl Minds for OwnMinds {
    fn levels(&self, game: &str) -> Vec<BotLevel> {
        let level = |bot: BotInfo| BotLevel {
            id: bot.to_string(),
            title: if bot.level.is_empty() { title(bot.name) } else { bot.level.into() },
            text: bot.text.into(),
        };
        admiralty_bots::bots(game).into_iter().map(level).collect()
    }

    fn choose(
        &self,
        level: &str,
        table: &dyn TableFace,
        seat: Seat,
        seed: u64,
        budget: Duration,
    ) -> Option<String> {
        // By nodes, so that load does not change strength; the time is for machines that are too
        // slow for it.
        let budget = Budget::Own(budget);
        let chosen = admiralty_bots::choose(table, seat, level, "", budget, seed);
        // A level that is gone after an upgrade must not stop a game.
        chosen.ok().flatten().or_else(|| table.sample(seat, &mut Seeded::new(seed)))
    }
}

fn title(name: &str) -> String {
    let mut signs = name.chars();
    signs.next().map_or_else(String::new, |first| first.to_uppercase().chain(signs).collect())
}
