//! What only somebody asks who copies a whole store.

use super::{CallRow, SnapRow, Store, StoreError};
use admiralty_protocol::{ChatLine, UserNote};
use futures_util::future::BoxFuture;

/// A store that can be copied as a whole.
pub(crate) trait Whole: Store {
    /// Itself, for those who need no more.
    fn as_store(&self) -> &dyn Store;
    /// Every table's id, in the order they were made.
    fn ids(&self) -> BoxFuture<'_, Result<Vec<String>, StoreError>>;
    /// Every position kept of a game, in order.
    fn snaps(&self, num: i64) -> BoxFuture<'_, Result<Vec<SnapRow>, StoreError>>;
    /// Everything said at a table, and by whom.
    fn said(&self, num: i64) -> BoxFuture<'_, Result<Vec<(String, ChatLine)>, StoreError>>;
    /// Every comment on a game, and by whom.
    fn noted(&self, num: i64) -> BoxFuture<'_, Result<Vec<(String, UserNote)>, StoreError>>;
    /// Hashes of a person's recovery codes.
    fn recovery_of<'a>(&'a self, user: &'a str) -> BoxFuture<'a, Result<Vec<String>, StoreError>>;
    /// Every message, sent or waiting, by ids.
    fn calls(&self) -> BoxFuture<'_, Result<Vec<CallRow>, StoreError>>;
    /// Is a server running on it? A file would not have been opened then.
    fn is_busy(&self) -> BoxFuture<'_, Result<bool, StoreError>> {
        Box::pin(async { Ok(false) })
    }
    /// Tables were written with numbers of their own: new ones go on after them.
    fn counted(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async { Ok(()) })
    }
}
