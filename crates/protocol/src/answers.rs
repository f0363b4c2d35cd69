//! Answers given in advance, at tables by days: whenever a seat is asked this, it answers that.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// An answer in advance. It is checked by the rules when the question comes; one that is
/// not legal then is dropped, and its owner is asked as usual.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct StandingAnswer {
    /// A seat of one's own.
    pub seat: u8,
    /// The question, as the seat is asked: the prompt, word for word.
    pub asked: String,
    /// The action.
    pub action: String,
    /// Why it was dropped; it counts no more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub dropped: Option<String>,
}

/// What a seat is asked just now.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct AskedNow {
    /// The seat.
    pub seat: u8,
    /// The question.
    pub asked: String,
    /// Some actions that would answer it.
    pub actions: Vec<String>,
}

/// `GET /api/tables/{id}/answers`: one's own, and what could be answered in advance.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct StandingAnswers {
    /// Questions that one's seats are asked now.
    pub now: Vec<AskedNow>,
    /// The answers, in the order in which they are tried.
    pub answers: Vec<StandingAnswer>,
}

/// `PUT /api/tables/{id}/answers`: these and no others.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewAnswers {
    /// Up to twenty.
    pub answers: Vec<StandingAnswer>,
}
