//! People who keep away from each other, and reports.

use super::people::{is_at, run};
use super::read::{number, text};
use super::{Postgres, broken};
use crate::store::{MannersOp, MannersStore, ReportRow, ShunRow, StoreError};
use futures_util::future::BoxFuture;
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, Row};

pub(super) async fn apply(db: &mut PgConnection, op: &MannersOp) -> Result<(), StoreError> {
    let statement = match op {
        MannersOp::Shun(ShunRow { user, whom, block, at }) => {
            is_at(db, whom, None).await?;
            sqlx::query(
                "INSERT INTO shun(person, whom, block, at) VALUES ($1, $2, $3, $4)
                 ON CONFLICT(person, whom) DO UPDATE SET block = $3, at = $4",
            )
            .bind(user.clone())
            .bind(whom.clone())
            .bind(*block)
            .bind(*at as i64)
        }
        MannersOp::Unshun { user, whom } => {
            sqlx::query("DELETE FROM shun WHERE person = $1 AND whom = $2")
                .bind(user.clone())
                .bind(whom.clone())
        }
        MannersOp::Report(ReportRow { id, by, about, at, open, card, body }) => {
            is_at(db, about, None).await?;
            sqlx::query(
                "INSERT INTO report(id, person, about, at, open, card, body)
                 VALUES ($1, $2, $3, $4, $5, $6, $7)",
            )
            .bind(id.clone())
            .bind(by.clone())
            .bind(about.clone())
            .bind(*at as i64)
            .bind(*open)
            .bind(card.clone())
            .bind(body.clone())
        }
        MannersOp::Settle { id, card } => {
            let sql = "UPDATE report SET open = FALSE, card = $2 WHERE id = $1 AND open";
            let statement = sqlx::query(sql).bind(id.clone()).bind(card.clone());
            return match run(db, statement).await? {
                0 => Err(StoreError::Stale),
                _ => Ok(()),
            };
        }
        MannersOp::Give { from, to } => {
            for sql in [
                "INSERT INTO shun SELECT $2, whom, block, at FROM shun
                 WHERE person = $1 AND whom <> $2 ON CONFLICT DO NOTHING",
                "INSERT INTO shun SELECT person, $2, block, at FROM shun
                 WHERE whom = $1 AND person <> $2 ON CONFLICT DO NOTHING",
                "UPDATE report SET person = $2 WHERE person = $1",
                "UPDATE report SET about = $2 WHERE about = $1",
            ] {
                run(db, sqlx::query(sql).bind(from.clone()).bind(to.clone())).await?;
            }
            let sql = "DELETE FROM shun WHERE person = $1 OR whom = $1";
            sqlx::query(sql).bind(from.clone())
        }
        MannersOp::Forget(before) => {
            sqlx::query("DELETE FROM report WHERE NOT open AND at < $1").bind(*before as i64)
        }
    };
    run(db, statement).await.map(drop)
}

/// Columns: id, person, about, at, open, card, body.
fn read(row: PgRow) -> Result<ReportRow, StoreError> {
    Ok(ReportRow {
        id: text(&row, 0)?,
        by: text(&row, 1)?,
        about: text(&row, 2)?,
        at: number(&row, 3)?,
        open: row.try_get(4).map_err(broken)?,
        card: text(&row, 5)?,
        body: text(&row, 6)?,
    })
}

impl MannersStore for Postgres {
    fn shuns_of<'a>(&'a self, user: &'a str) -> BoxFuture<'a, Result<Vec<ShunRow>, StoreError>> {
        let sql = "SELECT person, whom, at, block FROM shun WHERE person = $1 ORDER BY at, whom";
        let read = |row: PgRow| {
            Ok(ShunRow {
                user: text(&row, 0)?,
                whom: text(&row, 1)?,
                at: number(&row, 2)?,
                block: row.try_get(3).map_err(broken)?,
            })
        };
        Box::pin(self.all(sqlx::query(sql).bind(user.to_string()), read))
    }

    fn apart_from<'a>(&'a self, user: &'a str) -> BoxFuture<'a, Result<Vec<String>, StoreError>> {
        let sql = "SELECT whom FROM shun WHERE person = $1 AND block
                   UNION SELECT person FROM shun WHERE whom = $1 AND block";
        let read = |row: PgRow| text(&row, 0);
        Box::pin(self.all(sqlx::query(sql).bind(user.to_string()), read))
    }

    fn report<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<Option<ReportRow>, StoreError>> {
        let sql = "SELECT id, person, about, at, open, card, body FROM report WHERE id = $1";
        Box::pin(self.one(sqlx::query(sql).bind(id.to_string()), read))
    }

    fn reports(&self, open: bool, limit: u32) -> BoxFuture<'_, Result<Vec<ReportRow>, StoreError>> {
        let sql = match open {
            true => {
                "SELECT id, person, about, at, open, card, '' FROM report
                 WHERE open ORDER BY at, id LIMIT $1"
            }
            false => {
                "SELECT id, person, about, at, open, card, '' FROM report
                 WHERE NOT open ORDER BY at DESC, id LIMIT $1"
            }
        };
        Box::pin(self.all(sqlx::query(sql).bind(i64::from(limit)), read))
    }

    fn reports_with<'a>(
        &'a self,
        user: &'a str,
        limit: u32,
    ) -> BoxFuture<'a, Result<Vec<ReportRow>, StoreError>> {
        let sql = "SELECT id, person, about, at, open, card, '' FROM report
                   WHERE person = $1 OR about = $1 ORDER BY at DESC, id LIMIT $2";
        let statement = sqlx::query(sql).bind(user.to_string()).bind(i64::from(limit));
        Box::pin(self.all(statement, read))
    }
}
