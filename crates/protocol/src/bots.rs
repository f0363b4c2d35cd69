//! Bot accounts: programs that play at a server as somebody, marked as what they are.

use crate::ResultInfo;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// `POST /api/bots`: a bot account of one's own.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct NewBot {
    /// 1 to 24 signs.
    pub name: String,
}

/// `GET /api/bots`: one's bot accounts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct BotAccount {
    /// Id of its page.
    pub id: String,
    /// The name others see.
    pub name: String,
    /// Since when.
    #[ts(type = "number")]
    pub since: u64,
}

/// The answer to `POST /api/bots` and `POST /api/bots/{id}/token`.
#[derive(Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct BotMade {
    /// Id of its page.
    pub id: String,
    /// The name others see.
    pub name: String,
    /// What the program says who it is with; shown only now.
    pub token: String,
}

/// Never printed by accident.
impl std::fmt::Debug for BotMade {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BotMade").field("id", &self.id).finish_non_exhaustive()
    }
}

/// A line of `GET /api/events`. What a bot must know when it comes is told first; something may
/// be told twice, and never too seldom.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "t", rename_all = "lowercase")]
pub enum BotEvent {
    /// A seat at a public table waits for somebody.
    Offered {
        /// The table.
        table: String,
        /// Its game.
        game: String,
        /// The seat, for `POST /api/tables/{id}/join`.
        seat: u8,
    },
    /// A seat of the bot's is to decide.
    Turn {
        /// The table.
        table: String,
        /// Its game.
        game: String,
        /// The seat.
        seat: u8,
    },
    /// A game of the bot's is over.
    Over {
        /// The table.
        table: String,
        /// How it ended.
        result: ResultInfo,
    },
    /// Nothing has happened for a while: the line is still there.
    Beat {},
}
