//! Lessons: what they say, and playing one without a table.

use crate::{Refusal, ToClient, ToServer};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// `GET /api/games/{game}/lessons`: in the order they are taught.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct Lessons {
    /// The game.
    pub game: String,
    /// Its lessons.
    pub lessons: Vec<LessonInfo>,
}

/// A lesson.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct LessonInfo {
    /// Id used in addresses.
    pub id: String,
    /// What it is called.
    pub title: String,
    /// What it is about; may be empty.
    pub text: String,
    /// One position each.
    pub parts: Vec<LessonPart>,
}

/// A position with a goal.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct LessonPart {
    /// Its heading.
    pub name: String,
    /// What one has to know.
    pub text: String,
    /// What is to be done.
    pub goal: String,
    /// How it can be done.
    pub hint: String,
    /// The clauses it teaches.
    pub clauses: Vec<String>,
    /// The learner's seat.
    pub seat: u8,
}

/// `POST /api/games/{game}/lessons/{lesson}/{part}`: what a client would say
/// at a table, together with all that the learner has done so far.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LessonSay {
    /// The learner's actions so far, in notation.
    #[serde(default)]
    pub entries: Vec<String>,
    /// As at a table: `sync`, `act`, `menu`, `why`, `odds`, `undo`.
    #[schema(value_type = Object)]
    pub say: ToServer,
}

/// What the table would answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct LessonHears {
    /// The learner's actions, this one included if it was done.
    pub entries: Vec<String>,
    /// How far the learner is.
    pub standing: LessonStanding,
    /// Why the goal can no longer be reached: what the rules say against what would lead there, or what has
    /// happened. Nothing where the moment for it has gone by.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub why: Option<Refusal>,
    /// The messages, in order.
    #[schema(value_type = Vec<Object>)]
    pub hears: Vec<ToClient>,
}

/// How far a learner is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum LessonStanding {
    /// Something is still to be done.
    Open,
    /// The goal is reached.
    Reached,
    /// It can no longer be reached.
    Missed,
}
