//! Records that were brought along.

use super::Sqlite;
use super::people::is_at;
use crate::store::{RecordOp, RecordRow, Records, StoreError};
use futures_util::future::BoxFuture;
use rusqlite::{Connection, Row, params};

pub(super) fn apply(db: &Connection, op: &RecordOp) -> Result<(), StoreError> {
    match op {
        RecordOp::Keep(row) => {
            is_at(db, &row.user, None)?;
            let sql = "INSERT INTO record(id, user, game, name, result, at, body)
                       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
            let RecordRow { id, user, game, name, result, at, text } = row;
            let values = params![id, user, game, name, result, *at as i64, text];
            db.prepare_cached(sql)?.execute(values)?;
        }
        RecordOp::End { user, id } => {
            db.prepare_cached("DELETE FROM record WHERE user = ?1 AND id = ?2")?
                .execute([user, id])?;
        }
        RecordOp::Give { from, to } => {
            db.prepare_cached("UPDATE record SET user = ?2 WHERE user = ?1")?
                .execute([from, to])?;
        }
    }
    Ok(())
}

/// Columns: id, user, game, name, result, at.
fn read(row: &Row<'_>) -> rusqlite::Result<RecordRow> {
    Ok(RecordRow {
        id: row.get(0)?,
        user: row.get(1)?,
        game: row.get(2)?,
        name: row.get(3)?,
        result: row.get(4)?,
        at: row.get::<_, i64>(5)? as u64,
        text: String::new(),
    })
}

impl Records for Sqlite {
    fn record<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<Option<RecordRow>, StoreError>> {
        let id = id.to_string();
        self.read(move |_, db| {
            let sql = "SELECT id, user, game, name, result, at FROM record WHERE id = ?1";
            let mut get = db.prepare_cached(sql)?;
            Ok(get.query_map([id], read)?.next().transpose()?)
        })
    }

    fn record_text<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<Option<String>, StoreError>> {
        let id = id.to_string();
        self.read(move |_, db| {
            let mut get = db.prepare_cached("SELECT body FROM record WHERE id = ?1")?;
            Ok(get.query_map([id], |row| row.get(0))?.next().transpose()?)
        })
    }

    fn records_of<'a>(
        &'a self,
        user: &'a str,
    ) -> BoxFuture<'a, Result<Vec<RecordRow>, StoreError>> {
        let user = user.to_string();
        self.read(move |_, db| {
            let sql = "SELECT id, user, game, name, result, at FROM record
                       WHERE user = ?1 ORDER BY at DESC, id";
            let mut get = db.prepare_cached(sql)?;
            Ok(get.query_map([user], read)?.collect::<Result<_, _>>()?)
        })
    }
}
