//! People who keep away from each other, and reports.

use super::Sqlite;
use crate::store::{MannersOp, MannersStore, ReportRow, ShunRow, StoreError};
use futures_util::future::BoxFuture;
use rusqlite::{Connection, Params, Row, params};

pub(super) fn apply(db: &Connection, op: &MannersOp) -> Result<(), StoreError> {
    match op {
        MannersOp::Shun(ShunRow { user, whom, block, at }) => {
            super::people::is_at(db, whom, None)?;
            let sql = "INSERT OR REPLACE INTO shun(user, whom, block, at) VALUES (?1, ?2, ?3, ?4)";
            db.prepare_cached(sql)?.execute(params![user, whom, block, *at as i64])?;
        }
        MannersOp::Unshun { user, whom } => {
            let sql = "DELETE FROM shun WHERE user = ?1 AND whom = ?2";
            db.prepare_cached(sql)?.execute([user, whom])?;
        }
        MannersOp::Report(ReportRow { id, by, about, at, open, card, body }) => {
            super::people::is_at(db, about, None)?;
            let sql = "INSERT INTO report(id, user, about, at, open, card, body)
                       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
            let values = params![id, by, about, *at as i64, open, card, body];
            db.prepare_cached(sql)?.execute(values)?;
        }
        MannersOp::Settle { id, card } => {
            let sql = "UPDATE report SET open = 0, card = ?2 WHERE id = ?1 AND open = 1";
            if db.prepare_cached(sql)?.execute([id, card])? == 0 {
                return Err(StoreError::Stale);
            }
        }
        MannersOp::Give { from, to } => {
            for sql in [
                "UPDATE OR IGNORE shun SET user = ?2 WHERE user = ?1 AND whom <> ?2",
                "UPDATE OR IGNORE shun SET whom = ?2 WHERE whom = ?1 AND user <> ?2",
                "UPDATE report SET user = ?2 WHERE user = ?1",
                "UPDATE report SET about = ?2 WHERE about = ?1",
            ] {
                db.prepare_cached(sql)?.execute([from, to])?;
            }
        }
        MannersOp::Forget(before) => {
            let sql = "DELETE FROM report WHERE open = 0 AND at < ?1";
            db.prepare_cached(sql)?.execute([*before as i64])?;
        }
    }
    Ok(())
}

fn read(row: &Row<'_>) -> rusqlite::Result<ReportRow> {
    Ok(ReportRow {
        id: row.get(0)?,
        by: row.get(1)?,
        about: row.get(2)?,
        at: row.get::<_, i64>(3)? as u64,
        open: row.get(4)?,
        card: row.get(5)?,
        body: row.get(6)?,
    })
}

fn reports(
    db: &Connection,
    body: &str,
    which: &str,
    args: impl Params,
) -> Result<Vec<ReportRow>, StoreError> {
    let sql = format!("SELECT id, user, about, at, open, card, {body} FROM report WHERE {which}");
    let mut get = db.prepare_cached(&sql)?;
    Ok(get.query_map(args, read)?.collect::<Result<_, _>>()?)
}

impl MannersStore for Sqlite {
    fn shuns_of<'a>(&'a self, user: &'a str) -> BoxFuture<'a, Result<Vec<ShunRow>, StoreError>> {
        let user = user.to_string();
        self.read(move |_, db| {
            let sql = "SELECT user, whom, block, at FROM shun WHERE user = ?1 ORDER BY at, whom";
            let read = |row: &Row<'_>| {
                Ok(ShunRow {
                    user: row.get(0)?,
                    whom: row.get(1)?,
                    block: row.get(2)?,
                    at: row.get::<_, i64>(3)? as u64,
                })
            };
            Ok(db.prepare_cached(sql)?.query_map([user], read)?.collect::<Result<_, _>>()?)
        })
    }

    fn apart_from<'a>(&'a self, user: &'a str) -> BoxFuture<'a, Result<Vec<String>, StoreError>> {
        let user = user.to_string();
        self.read(move |_, db| {
            let sql = "SELECT whom FROM shun WHERE user = ?1 AND block = 1
                       UNION SELECT user FROM shun WHERE whom = ?1 AND block = 1";
            let mut get = db.prepare_cached(sql)?;
            Ok(get.query_map([user], |row| row.get(0))?.collect::<Result<_, _>>()?)
        })
    }

    fn report<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<Option<ReportRow>, StoreError>> {
        let id = id.to_string();
        self.read(move |_, db| Ok(reports(db, "body", "id = ?1", [id])?.pop()))
    }

    fn reports(&self, open: bool, limit: u32) -> BoxFuture<'_, Result<Vec<ReportRow>, StoreError>> {
        let order = if open { "at, id" } else { "at DESC, id" };
        let which = format!("open = ?1 ORDER BY {order} LIMIT ?2");
        self.read(move |_, db| reports(db, "''", &which, params![open, limit]))
    }

    fn reports_with<'a>(
        &'a self,
        user: &'a str,
        limit: u32,
    ) -> BoxFuture<'a, Result<Vec<ReportRow>, StoreError>> {
        let user = user.to_string();
        let which = "user = ?1 OR about = ?1 ORDER BY at DESC, id LIMIT ?2";
        self.read(move |_, db| reports(db, "''", which, params![user, limit]))
    }
}
