//! Bots that think at other nodes: machines of their own for it. If nobody
//! answers, the seat thinks where its table is.

use crate::App;
use crate::bots::{Minds, OwnMinds};
use crate::bus::Bus;
use crate::cluster::talk::Question;
use crate::fair::For;
use admiralty_catalog::{TableFace, json};
use admiralty_core::Seat;
use admiralty_protocol::BotLevel;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;

/// What a bot is to think about.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Thought {
    game: String,
    position: String,
    level: String,
    seat: u8,
    seed: u64,
    budget: u64,
    /// Whoever asks: those who ask are served by turns.
    node: String,
}

/// Bots that think elsewhere.
#[cfg_attr(not(feature = "nats"), allow(dead_code, reason = "one node alone has no elsewhere"))]
pub(crate) struct Elsewhere {
    pub(crate) bus: Arc<dyn Bus>,
    pub(crate) runtime: tokio::runtime::Handle,
    pub(crate) node: String,
}

impl Minds for Elsewhere {
    fn levels(&self, game: &str) -> Vec<BotLevel> {
        OwnMinds.levels(game)
    }

    fn choose(
        &self,
        level: &str,
        table: &dyn TableFace,
        seat: Seat,
        seed: u64,
        budget: Duration,
    ) -> Option<String> {
        let thought = Thought {
            game: table.game().meta().id.into(),
            position: table.save().to_string(),
            level: level.into(),
            seat: seat.0,
            seed,
            budget: budget.as_millis() as u64,
            node: self.node.clone(),
        };
        let question = serde_json::to_vec(&Question::Think(thought)).ok()?;
        let answer = self.bus.talk().map(|talk| self.runtime.block_on(talk.ask_any(question)));
        let chosen: Option<String> =
            answer.and_then(Result::ok).and_then(|answer| serde_json::from_slice(&answer).ok()?);
        chosen.or_else(|| OwnMinds.choose(level, table, seat, seed, budget))
    }
}

/// Thinks for another node.
pub(crate) async fn answer(app: &App, thought: Thought) -> Option<String> {
    let hub = app.hub();
    let game = hub.game(&thought.game)?;
    let whom = For { address: thought.node.clone(), person: String::new() };
    let place = hub.thinkers.place(&whom).await;
    let minds = Arc::clone(&hub.parts.minds);
    let thinking = tokio::task::spawn_blocking(move || {
        let _place = place;
        let position = json::read(&thought.position).ok()?;
        let table = game.load(&position).ok()?;
        let budget = Duration::from_millis(thought.budget);
        minds.choose(&thought.level, &*table, Seat(thought.seat), thought.seed, budget)
    });
    thinking.await.ok().flatten()
}
