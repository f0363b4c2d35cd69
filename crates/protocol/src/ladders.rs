//! How strong people are: ratings, ladders, profiles, and looking for somebody
//! of one's own strength.

use crate::{ClockPlan, TableInfo};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;
use utoipa::ToSchema;

/// A rating of somebody in a pool.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct RatingInfo {
    /// The game.
    pub game: String,
    /// `live` or `days`.
    pub pace: String,
    /// Is it for games of teams or of more than two sides?
    pub many: bool,
    /// The rating, rounded.
    pub rating: i32,
    /// How uncertain it is, rounded: two times out of three the truth is that near.
    pub deviation: u32,
    /// Too few games yet to stand on a ladder?
    pub provisional: bool,
    /// Games won.
    pub won: u32,
    /// Games drawn.
    pub drawn: u32,
    /// Games lost.
    pub lost: u32,
    /// When the last of them ended.
    #[ts(type = "number")]
    pub at: u64,
}

/// A rung of a ladder.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct Rung {
    /// From 1.
    pub place: u32,
    /// Id of the person, for their page.
    pub person: String,
    /// Their name.
    pub name: String,
    /// How strong they are.
    pub rating: RatingInfo,
}

/// `GET /api/ladders/{game}/{pace}`: the strongest first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct Ladder {
    /// The game.
    pub game: String,
    /// `live` or `days`.
    pub pace: String,
    /// Of teams and more than two sides?
    pub many: bool,
    /// The rungs.
    pub rungs: Vec<Rung>,
}

/// A point of somebody's curve.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct CurvePoint {
    /// When.
    #[ts(type = "number")]
    pub at: u64,
    /// The rating then.
    pub rating: i32,
    /// How uncertain it was.
    pub deviation: u32,
}

/// A rating with how it came about.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct Curve {
    /// Where it stands.
    pub rating: RatingInfo,
    /// How it got there, oldest first.
    pub points: Vec<CurvePoint>,
}

/// How somebody fared with a side of a scenario.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct Tallied {
    /// The game.
    pub game: String,
    /// The scenario; empty where the game has none.
    pub scenario: String,
    /// The seat's name: `White`.
    pub side: String,
    /// Games won.
    pub won: u32,
    /// Games drawn.
    pub drawn: u32,
    /// Games lost.
    pub lost: u32,
}

/// `GET /api/people/{id}`: what everybody may know of somebody with an account.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct Profile {
    /// Id.
    pub id: String,
    /// Name.
    pub name: String,
    /// Since when they are here.
    #[ts(type = "number")]
    pub since: u64,
    /// Is it a program's account?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>", optional)]
    pub bot: bool,
    /// Whose program it is; left out if it is the host's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub owner: Option<String>,
    /// Ratings with their curves.
    pub ratings: Vec<Curve>,
    /// Public games that ended, by game, scenario and side; the most played first.
    pub record: Vec<Tallied>,
    /// The last public games, newest first.
    pub games: Vec<TableInfo>,
}

/// `POST /api/seeks`: looks for somebody to play with. The answer is a
/// [`SeekInfo`]; `GET /api/seeks/{id}` waits for news of it, `DELETE` ends it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewSeek {
    /// The game.
    pub game: String,
    /// Its set-up; whatever is left out is as the other wishes, or as usual.
    #[serde(default)]
    #[ts(type = "Record<string, unknown>", optional)]
    #[schema(value_type = Object)]
    pub options: Value,
    /// By what clock; as the other wishes if left out.
    #[serde(default)]
    #[ts(optional)]
    pub clock: Option<ClockPlan>,
    /// Should it count? Guests play for nothing.
    #[serde(default)]
    pub rated: bool,
    /// How far the other's rating may be from one's own; any if left out.
    #[serde(default)]
    #[ts(optional)]
    pub within: Option<u32>,
    /// This client seals and opens salts for the dice, as `docs/dice.md` says.
    #[serde(default)]
    #[ts(optional)]
    pub salted: Option<bool>,
}

/// How a seek stands.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct SeekInfo {
    /// Id of it.
    pub id: String,
    /// The game.
    pub game: String,
    /// The table at which both sit, once somebody was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub table: Option<String>,
    /// For how many milliseconds it has waited.
    #[ts(type = "number")]
    pub waited: u64,
    /// How many others look for a game of this kind.
    pub others: u32,
}
