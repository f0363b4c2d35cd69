//! Manners: people one keeps away from, reports, and what moderators make of them.

use crate::{ChatLine, Moment};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// How far somebody is kept away.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Shun {
    /// Not at all.
    None,
    /// What they say is not shown.
    Mute,
    /// That, and the two are never seated together by a search, a table or a rematch.
    Block,
}

/// `PUT /api/people/{id}/shun`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ShunWish {
    /// How far.
    pub how: Shun,
}

/// `POST /api/tables/{id}/shun`: somebody at a table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ShunAt {
    /// Who is meant.
    pub who: Meant,
    /// How far.
    pub how: Shun,
}

/// Somebody at a table: whoever sits there, or said this.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum Meant {
    /// Whoever holds the seat.
    Seat {
        /// The seat.
        seat: u8,
    },
    /// Whoever said the line.
    Line {
        /// Its channel.
        channel: String,
        /// Its number there.
        n: u32,
    },
}

/// `GET /api/me/shuns`: one whom one keeps away from. They are not told.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct Shunned {
    /// Id, for `PUT /api/people/{id}/shun`.
    pub person: String,
    /// What they are called now.
    pub name: String,
    /// How far.
    pub how: Shun,
    /// Since when.
    #[ts(type = "number")]
    pub at: u64,
}

/// What a report is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ReportWhy {
    /// What was said.
    Talk,
    /// How they play: stalling, playing with two accounts.
    Play,
    /// What they call themselves.
    Name,
    /// Something else.
    Other,
}

/// `POST /api/tables/{id}/report`: for the moderators. What the reporter may see of the game
/// goes with it, and what the two have said.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewReport {
    /// About whom.
    pub who: Meant,
    /// What it is about.
    pub why: ReportWhy,
    /// In the reporter's words; up to 500 signs.
    #[serde(default)]
    pub text: String,
}

/// What a moderator does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Measure {
    /// Nothing.
    Dismiss,
    /// A word to the person.
    Warn,
    /// They may not speak for a while.
    Mute,
    /// They may not come in for a while.
    Ban,
}

/// `POST /api/moderation/reports/{id}`: what is done about a report.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewMeasure {
    /// What.
    pub what: Measure,
    /// For how long: 1 to 8,760, where somebody is muted or banned.
    #[serde(default)]
    pub hours: u32,
    /// Why; the person reads it.
    #[serde(default)]
    pub why: String,
}

/// Something a moderator has decided about somebody, as they read it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct Notice {
    /// What.
    pub what: Measure,
    /// When.
    #[ts(type = "number")]
    pub at: u64,
    /// Until when, where somebody is muted or banned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(type = "number", optional)]
    pub until: Option<u64>,
    /// Why.
    pub why: String,
    /// Has the person read it?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>", optional)]
    pub read: bool,
}

/// Somebody in a report.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct Named {
    /// Id.
    pub id: String,
    /// What they were called then.
    pub name: String,
}

/// What became of a report.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct Settled {
    /// By which moderator.
    pub by: Named,
    /// What was done, when and why.
    #[serde(flatten)]
    pub notice: Notice,
}

/// `GET /api/moderation/reports?list=open|done`, for moderators.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct ReportCard {
    /// Id.
    pub id: String,
    /// When.
    #[ts(type = "number")]
    pub at: u64,
    /// Who reports.
    pub by: Named,
    /// Whom.
    pub about: Named,
    /// The table.
    pub table: String,
    /// Its game.
    pub game: String,
    /// What it is about.
    pub why: ReportWhy,
    /// In the reporter's words.
    pub text: String,
    /// What became of it; nothing yet if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub settled: Option<Settled>,
}

/// `GET /api/moderation/reports/{id}`: a report with what goes with it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct ReportInfo {
    /// The report.
    #[serde(flatten)]
    pub card: ReportCard,
    /// Through whose eyes the game is seen: a seat, or `spectator`.
    #[serde(rename = "as")]
    pub viewer: String,
    /// The game at that moment, as the reporter saw it; none before it began.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub moment: Option<Moment>,
    /// What the reporter and the reported had said, oldest first.
    pub chat: Vec<ReportLine>,
    /// What was decided about the reported before, newest first.
    pub past: Vec<Notice>,
    /// Other reports about them that nobody has looked at yet.
    pub others: u32,
}

/// A line of a report.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct ReportLine {
    /// The line.
    #[serde(flatten)]
    pub line: ChatLine,
    /// Is it the reported person's?
    pub theirs: bool,
}
