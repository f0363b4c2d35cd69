//! Errors: one form for every channel, and the list of codes.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// What every failed request answers with.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct ApiError {
    /// What went wrong, for programs: one of the codes in `docs/protocol.md`.
    pub code: String,
    /// The same for people, one plain sentence.
    pub says: String,
    /// Each thing that is wrong, where a set-up has several faults.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<Faulty>,
}

/// One thing wrong with a set-up.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct Faulty {
    /// Path of the field.
    pub place: String,
    /// Why it will not do.
    pub reason: String,
    /// The clause it breaks, if it is a rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub clause: Option<String>,
}

/// Error codes. They are part of the contract: clients may compare them.
pub mod code {
    /// The action is against the rules; the refusal names the clause.
    pub const ILLEGAL: &str = "play/illegal";
    /// The seat has acted or been asked anew since the number the request carries.
    pub const STALE: &str = "play/stale";
    /// The action or the draft cannot be read.
    pub const UNREADABLE: &str = "play/unreadable";
    /// The viewer of this socket holds no seat.
    pub const NOT_A_SEAT: &str = "play/not-a-seat";
    /// Nothing can be undone, with the reason.
    pub const NO_UNDO: &str = "play/no-undo";
    /// The seat must first show the salt it has sealed, or what it shows is another.
    pub const SALT: &str = "play/salt";
    /// No rewind is asked for, or the moment does not exist.
    pub const NO_REWIND: &str = "play/no-rewind";
    /// The game is over.
    pub const OVER: &str = "play/over";
    /// The game has not begun.
    pub const NOT_BEGUN: &str = "play/not-begun";
    /// There is no such table, or it is not yours to see.
    pub const NO_TABLE: &str = "table/unknown";
    /// The seat is taken, does not exist or belongs to somebody else.
    pub const SEAT: &str = "table/seat";
    /// Only the host may do this.
    pub const NOT_HOST: &str = "table/not-host";
    /// The table is not in a state for this: already begun, not full, not over.
    pub const STATE: &str = "table/state";
    /// The set-up is faulty; `faults` lists everything.
    pub const SETUP: &str = "table/setup";
    /// The table cannot be read back from the disk; other tables are not concerned.
    pub const UNREADABLE_TABLE: &str = "table/unreadable";
    /// The record file does not verify: the line and the reason.
    pub const RECORD: &str = "record/faulty";
    /// There is no such game.
    pub const NO_GAME: &str = "game/unknown";
    /// Nobody is signed in, or the cookie or token is not valid.
    pub const WHO: &str = "auth/required";
    /// Name or password are wrong.
    pub const CREDENTIALS: &str = "auth/credentials";
    /// It is for bot accounts alone, or for people alone.
    pub const NOT_BOT: &str = "auth/bot";
    /// The name is taken.
    pub const TAKEN: &str = "auth/taken";
    /// The host of the server has taken the word from this person for a while.
    pub const MUTED: &str = "auth/muted";
    /// It may not be done from this origin.
    pub const ORIGIN: &str = "auth/origin";
    /// Too much in too short a time.
    pub const RATE: &str = "limit/rate";
    /// Too many tables of this person or from this address.
    pub const TABLES: &str = "limit/tables";
    /// Too large.
    pub const SIZE: &str = "limit/size";
    /// The request or message cannot be read.
    pub const MALFORMED: &str = "request/malformed";
    /// There is no such address.
    pub const NOT_FOUND: &str = "request/not-found";
    /// The server could not do it; the log has the reason.
    pub const INTERNAL: &str = "server/internal";
    /// The server is stopping; connect again.
    pub const STOPPING: &str = "server/stopping";
}
