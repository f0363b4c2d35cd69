//! Record files that people have brought along, as they are kept, and where games go on from.

use super::StoreError;
use admiralty_protocol::Origin;
use futures_util::future::BoxFuture;
use serde::{Deserialize, Serialize};

/// Where a game goes on from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FromRow {
    /// The table or record, and after how many entries.
    pub origin: Origin,
    /// The set-up of that game, as everybody may see it: the position has it all, but hidden.
    pub setup: String,
}

/// A record that is kept. Its text never changes.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RecordRow {
    /// Id in addresses.
    pub id: String,
    /// Whose.
    pub user: String,
    /// The game.
    pub game: String,
    /// What it is called.
    pub name: String,
    /// How it ended.
    pub result: String,
    /// Since when.
    pub at: u64,
    /// The file; empty where only the card is read.
    pub text: String,
}

/// What becomes of records.
#[derive(Debug, Clone)]
pub enum RecordOp {
    /// One more, of a person who is there.
    Keep(RecordRow),
    /// One less.
    End {
        /// Whose.
        user: String,
        /// Which.
        id: String,
    },
    /// All of one person become another's.
    Give {
        /// Whose they were.
        from: String,
        /// Whose they are now.
        to: String,
    },
}

/// The part of a store that has records.
pub trait Records {
    /// A record by its id, without its text.
    fn record<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<Option<RecordRow>, StoreError>>;
    /// The text of a record.
    fn record_text<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<Option<String>, StoreError>>;
    /// The records of a person without their texts, the newest first.
    fn records_of<'a>(&'a self, user: &'a str)
    -> BoxFuture<'a, Result<Vec<RecordRow>, StoreError>>;
}
