//! Messages that are to be sent.

use super::Postgres;
use super::read::{number, text};
use crate::store::{CallRow, Calls, StoreError};
use futures_util::future::BoxFuture;
use sqlx::postgres::PgRow;

/// Columns: id, person, at, tries, body.
pub(super) fn read(row: PgRow) -> Result<CallRow, StoreError> {
    Ok(CallRow {
        id: text(&row, 0)?,
        user: text(&row, 1)?,
        at: number(&row, 2)?,
        due: None,
        tries: number(&row, 3)? as u32,
        body: text(&row, 4)?,
    })
}

impl Calls for Postgres {
    /// Of several nodes each takes what no other is just taking.
    fn take_calls(
        &self,
        now: u64,
        until: u64,
        limit: u32,
    ) -> BoxFuture<'_, Result<Vec<CallRow>, StoreError>> {
        let sql = "UPDATE call SET due = $2 WHERE id IN (
                       SELECT id FROM call WHERE due <= $1 ORDER BY due LIMIT $3
                       FOR UPDATE SKIP LOCKED)
                   RETURNING id, person, at, tries::BIGINT, body";
        let statement = sqlx::query(sql).bind(now as i64).bind(until as i64);
        Box::pin(self.all(statement.bind(i64::from(limit)), read))
    }
}
