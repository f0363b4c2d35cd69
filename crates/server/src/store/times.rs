//! The clocks of a table as they are kept beside its lines.

use serde::{Deserialize, Serialize};

/// A stretch of time in which somebody is on holiday.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct AwayRow {
    /// Since when.
    pub from: u64,
    /// Until when.
    pub until: u64,
}

/// What the clocks showed when something other than a line changed them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimesRow {
    /// After this line; a later one knows better.
    pub line: u32,
    /// When.
    pub at: u64,
    /// For how long the server had run then.
    pub ran: u64,
    /// Milliseconds left per seat.
    pub left: Vec<u64>,
    /// So many of them are the bank's.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub banks: Vec<u64>,
}
