//! Records that were brought along.

use super::Postgres;
use super::read::{number, text};
use crate::store::{RecordRow, Records, StoreError};
use futures_util::future::BoxFuture;
use sqlx::postgres::PgRow;

/// Columns: id, person, game, name, result, at.
fn read(row: PgRow) -> Result<RecordRow, StoreError> {
    Ok(RecordRow {
        id: text(&row, 0)?,
        user: text(&row, 1)?,
        game: text(&row, 2)?,
        name: text(&row, 3)?,
        result: text(&row, 4)?,
        at: number(&row, 5)?,
        text: String::new(),
    })
}

impl Records for Postgres {
    fn record<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<Option<RecordRow>, StoreError>> {
        let sql = "SELECT id, person, game, name, result, at FROM record WHERE id = $1";
        Box::pin(self.one(sqlx::query(sql).bind(id.to_string()), read))
    }

    fn record_text<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<Option<String>, StoreError>> {
        let statement = sqlx::query("SELECT body FROM record WHERE id = $1").bind(id.to_string());
        Box::pin(self.one(statement, |row| text(&row, 0)))
    }

    fn records_of<'a>(
        &'a self,
        user: &'a str,
    ) -> BoxFuture<'a, Result<Vec<RecordRow>, StoreError>> {
        let sql = "SELECT id, person, game, name, result, at FROM record
                   WHERE person = $1 ORDER BY at DESC, id";
        Box::pin(self.all(sqlx::query(sql).bind(user.to_string()), read))
    }
}
