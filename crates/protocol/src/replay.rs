//! Replays: moments, the story, dice.

use crate::{ResultInfo, Tell};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;
use utoipa::ToSchema;

/// `GET /api/tables/{id}/moment?as=…&at=N`: the position after the first `N`
/// entries that this viewer may know of. `as` is a seat of one's own or
/// `spectator`; when the game is over any seat or `umpire`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct Moment {
    /// Which moment: the viewer's number.
    pub at: u32,
    /// The last moment there is.
    pub last: u32,
    /// The turn.
    pub turn: u32,
    /// The game's view.
    #[ts(type = "unknown")]
    #[schema(value_type = Object)]
    pub view: Value,
    /// The board as text.
    pub board: String,
    /// What was told at this moment.
    pub e: Vec<Tell>,
    /// Who is awaited.
    pub awaited: Vec<u8>,
    /// How it ended, at the last moment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub over: Option<ResultInfo>,
}

/// `GET /api/tables/{id}/story?as=…&from=A&to=B`: what happened, update by
/// update, at most 200 at once.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct Story {
    /// The last moment there is.
    pub last: u32,
    /// The steps asked for.
    pub steps: Vec<StoryStep>,
}

/// One step of a story.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct StoryStep {
    /// The moment after it.
    pub at: u32,
    /// The turn.
    pub turn: u32,
    /// What was told.
    pub e: Vec<Tell>,
    /// What changed in the view, as in an update.
    #[ts(type = "unknown")]
    #[schema(value_type = Object)]
    pub p: Value,
}

/// `GET /api/tables/{id}/dice`: what is needed to compute every roll again.
/// Before the end there is only the commitment.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct DiceProof {
    /// Hash of the key, published before the first salt.
    pub commitment: String,
    /// The id that goes into every roll.
    pub game_id: String,
    /// The last key, once the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub key: Option<String>,
    /// Every roll, once the game is over.
    pub rolls: Vec<RollProof>,
    /// Does the record verify? Said by the server; the page computes it again from the record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub verified: Option<bool>,
}

/// One roll.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct RollProof {
    /// Index, from 0, over the whole game.
    #[ts(type = "number")]
    pub index: u64,
    /// Faces of the die.
    pub die: u16,
    /// What it showed.
    pub value: u16,
}

/// `GET /api/tables/{id}/luck`: who had the luck in a finished game.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, TS, ToSchema)]
pub struct LuckInfo {
    /// Each side that rolled, and at the end what nobody's dice showed.
    pub sides: Vec<LuckSide>,
    /// What was least likely of all that the dice decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub turning: Option<LuckMoment>,
    /// What decided the game, as its judge sees it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub decisive: Option<DecisiveMoment>,
    /// How the luck of each side ran: after every moment in which it rolled.
    pub curve: Vec<LuckPoint>,
    /// What was least likely of all that the dice decided, the least likely first.
    pub moments: Vec<LuckMoment>,
}

/// The moment that decided a game, and why it is that one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct DecisiveMoment {
    /// The moment, in the umpire's numbering.
    pub at: u32,
    /// The chance of who won before it, 0 to 1.
    pub was: f32,
    /// And after it.
    pub now: f32,
    /// What came of it, in the words that everybody was told; none if nobody was.
    pub says: String,
}

/// The luck of a side up to a moment.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct LuckPoint {
    /// The moment, in the umpire's numbering.
    pub at: u32,
    /// The side.
    pub side: u8,
    /// Standard deviations of all its dice above what was to be expected so far.
    pub sum: f64,
}

/// The dice of one side.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct LuckSide {
    /// The side.
    pub name: String,
    /// How many dice.
    pub dice: u32,
    /// What they showed in all.
    pub shown: f64,
    /// What they should have shown on the mean.
    pub expected: f64,
    /// Standard deviations above that.
    pub deviations: f64,
}

/// A moment that the dice decided.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct LuckMoment {
    /// The moment, in the umpire's numbering.
    pub at: u32,
    /// Who rolled, as records write it.
    pub by: String,
    /// What came of it.
    pub outcome: String,
    /// How likely that was, 0 to 1.
    pub chance: f64,
}

/// `POST /api/tables/{id}/notes`: a comment on a moment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct UserNoteMade {
    /// The moment.
    pub at: u32,
    /// 1 to 1,000 signs of plain text.
    pub text: String,
}

/// A comment on a moment of a game that is over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct UserNote {
    /// The moment, in the umpire's numbering.
    pub at: u32,
    /// Who wrote it.
    pub name: String,
    /// Plain text.
    pub text: String,
    /// When.
    #[ts(type = "number")]
    pub when: u64,
}
