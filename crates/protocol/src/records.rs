//! Record files that people have brought along, and games that go on from a moment of another.

use crate::{ClockPlan, ResultInfo, SeatPlan};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;
use utoipa::ToSchema;

/// `POST /api/records`: a record file (`docs/records.md`) that is to be checked and kept. The answer
/// is its [`RecordInfo`]; one that does not verify is refused with the line and the reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordFile {
    /// What it is called: the name of the file. At most 80 signs are kept.
    #[serde(default)]
    pub name: String,
    /// The whole file, at most a mebibyte.
    pub text: String,
}

/// `GET /api/records`: a record that is kept for the one who asks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct RecordCard {
    /// Id used in addresses; cannot be guessed, and whoever has it may look.
    pub id: String,
    /// The game.
    pub game: String,
    /// What it is called.
    pub name: String,
    /// How it ended, as records write it.
    pub result: String,
    /// Since when it is kept.
    #[ts(type = "number")]
    pub created: u64,
}

/// `GET /api/records/{id}`: a record that has been checked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct RecordInfo {
    /// What it is.
    #[serde(flatten)]
    #[ts(flatten)]
    pub card: RecordCard,
    /// Is it the one's who asks?
    pub own: bool,
    /// The set-up as it may be shown.
    #[ts(type = "Record<string, unknown>")]
    #[schema(value_type = Object)]
    pub options: Value,
    /// The seats.
    pub seats: Vec<RecordSeat>,
    /// Entries replayed, those taken back included.
    pub entries: u32,
    /// Dice compared.
    pub dice: u32,
    /// Were the dice derived again from the umpire's key?
    pub proved: bool,
    /// What is not wrong, but worth knowing about the dice.
    pub remarks: Vec<String>,
    /// How it ended, if it has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub over: Option<ResultInfo>,
}

/// A seat of a record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct RecordSeat {
    /// The seat.
    pub seat: u8,
    /// How it is written.
    pub code: String,
    /// How it is called.
    pub name: String,
    /// Its side; nothing for a gamemaster.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub side: Option<u8>,
    /// Who sat there, as the record says; often empty.
    pub who: String,
}

/// `POST /api/tables/{id}/play` and `/api/records/{id}/play`: a new table that goes on from a moment
/// of a finished game or of a record, with dice of its own. The answer is its
/// [`TableInfo`](crate::TableInfo).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayOn {
    /// The moment, as this viewer counts them.
    pub at: u32,
    /// Whose numbers those are: a seat's number, `spectator` or `umpire`.
    #[serde(default = "umpire", rename = "as")]
    pub viewer: String,
    /// One plan per seat, in the order of the game.
    pub seats: Vec<SeatPlan>,
    /// By what clock.
    #[serde(default)]
    pub clock: ClockPlan,
    /// Begin as soon as every seat is taken and the dice are drawn.
    #[serde(default)]
    pub start: bool,
    /// This client seals and opens salts for the dice, as `docs/dice.md` says.
    #[serde(default)]
    #[ts(optional)]
    pub salted: Option<bool>,
}

fn umpire() -> String {
    "umpire".into()
}

/// Where a game that goes on from another comes from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Origin {
    /// The table or the record.
    pub id: String,
    /// Is it a record?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>", optional)]
    pub record: bool,
    /// After so many entries.
    pub entry: u32,
}
