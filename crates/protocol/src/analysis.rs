//! Games that are over, studied: chances along the way, and what else could have been done.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// `GET /api/tables/{id}/analysis?as=…` and `/api/records/{id}/analysis`: the chances to win along a game
/// that is over. Every request adds a second of trials to what is known and answers with all of
/// it: whoever wants to know better asks again, and whoever stops asking has cancelled it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct Analysis {
    /// The last moment there is, as this viewer counts them.
    pub last: u32,
    /// The sides by name.
    pub sides: Vec<String>,
    /// What is known so far, in the order of the game.
    pub points: Vec<Outlook>,
    /// Where the chances changed most, and by more than their error, the greatest first.
    pub turning: Vec<Turning>,
    /// Trials made so far.
    pub trials: u32,
    /// Trials that will have been made when it is done.
    pub wanted: u32,
    /// Is it done? Then asking again adds nothing.
    pub done: bool,
    /// Bots of games that are played were thinking: they go first, and little was added.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>", optional)]
    pub waited: bool,
}

/// The chances at one moment.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct Outlook {
    /// The moment.
    pub at: u32,
    /// The turn.
    pub turn: u32,
    /// The chance of each side, 0 to 1.
    pub chances: Vec<Chance>,
    /// From so many trials; none where the game is over and nothing is left to chance.
    pub trials: u32,
}

/// A chance, and how wrong it may be.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct Chance {
    /// The mean of the trials.
    pub mean: f32,
    /// Nineteen times in twenty it is at least this, as far as the number of trials goes …
    pub low: f32,
    /// … and at most this.
    pub high: f32,
}

/// A moment at which the chances changed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct Turning {
    /// The moment after it.
    pub at: u32,
    /// The last moment before it whose chances are known.
    pub from: u32,
    /// Whose chance rose.
    pub side: u8,
    /// By how much.
    pub by: f32,
}

/// `GET /api/tables/{id}/thoughts?as=…&at=N&known=…` and `/api/records/{id}/thoughts`: what else could
/// have been done instead of what led to this moment, as the strongest bot sees it: from what
/// the seat could know then, or with everything known.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct Thoughts {
    /// The moment.
    pub at: u32,
    /// Whose decision it was.
    pub seat: u8,
    /// What was considered, the best first.
    pub ideas: Vec<IdeaInfo>,
}

/// Something that could have been done.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct IdeaInfo {
    /// The action, in the notation of the game.
    pub action: String,
    /// What it does, if that does not hang on dice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub says: Option<String>,
    /// The chance it gives the seat's side, if it was tried out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub chance: Option<Chance>,
    /// From so many trials.
    pub trials: u32,
    /// It is what was done.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>", optional)]
    pub played: bool,
}
