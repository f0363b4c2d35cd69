//! Messages that are to be sent.

use super::Sqlite;
use crate::store::{CallOp, CallRow, Calls, Op, Store, StoreError};
use futures_util::future::BoxFuture;
use rusqlite::{Connection, Row, params};

pub(super) fn apply(db: &Connection, op: &CallOp) -> Result<(), StoreError> {
    let time = |due: &Option<u64>| due.map(|due| due as i64);
    match op {
        CallOp::Put(row) => {
            let sql = "INSERT OR IGNORE INTO call(id, user, at, due, tries, body)
                       VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
            let CallRow { id, user, at, due, tries, body } = row;
            let values = params![id, user, *at as i64, time(due), tries, body];
            db.prepare_cached(sql)?.execute(values)?;
        }
        CallOp::Set { id, due, tries } => {
            db.prepare_cached("UPDATE call SET due = ?2, tries = ?3 WHERE id = ?1")?
                .execute(params![id, time(due), tries])?;
        }
        CallOp::Forget(before) => {
            db.prepare_cached("DELETE FROM call WHERE due IS NULL AND at < ?1")?
                .execute([*before as i64])?;
        }
    }
    Ok(())
}

fn read(row: &Row<'_>) -> rusqlite::Result<CallRow> {
    Ok(CallRow {
        id: row.get(0)?,
        user: row.get(1)?,
        at: row.get::<_, i64>(2)? as u64,
        due: row.get::<_, Option<i64>>(3)?.map(|due| due as u64),
        tries: row.get(4)?,
        body: row.get(5)?,
    })
}

/// All there are, by ids.
#[cfg(feature = "postgres")]
pub(super) fn all(db: &Connection) -> Result<Vec<CallRow>, StoreError> {
    let sql = "SELECT id, user, at, due, tries, body FROM call ORDER BY id";
    Ok(db.prepare(sql)?.query_map([], read)?.collect::<Result<_, _>>()?)
}

impl Calls for Sqlite {
    /// The file has one server, which asks for one part after another.
    fn take_calls(
        &self,
        now: u64,
        until: u64,
        limit: u32,
    ) -> BoxFuture<'_, Result<Vec<CallRow>, StoreError>> {
        let due = self.read(move |_, db| {
            let sql = "SELECT id, user, at, due, tries, body FROM call
                       WHERE due <= ?1 ORDER BY due LIMIT ?2";
            let mut get = db.prepare_cached(sql)?;
            Ok(get
                .query_map([now as i64, i64::from(limit)], read)?
                .collect::<Result<Vec<_>, _>>()?)
        });
        Box::pin(async move {
            let rows = due.await?;
            if rows.is_empty() {
                return Ok(rows);
            }
            let set = |row: &CallRow| CallOp::Set {
                id: row.id.clone(),
                due: Some(until),
                tries: row.tries,
            };
            let ops = rows.iter().map(|row| Op::Call(Box::new(set(row)))).collect();
            let (done, wait) = tokio::sync::oneshot::channel();
            let then = |written| {
                let _ = done.send(written);
            };
            self.commit(ops, Box::new(then));
            let closed = |_| Err(StoreError::Broken("the store is closed".into()));
            wait.await.unwrap_or_else(closed)?;
            Ok(rows)
        })
    }
}
