//! Everything, for whoever copies the whole database.

use super::read::{self, signed};
use super::{Postgres, broken};
use crate::store::{CallRow, SnapRow, Store, StoreError, Whole};
use admiralty_protocol::{ChatLine, UserNote};
use futures_util::future::BoxFuture;
use sqlx::Row;
use sqlx::postgres::PgRow;

impl Whole for Postgres {
    fn as_store(&self) -> &dyn Store {
        self
    }

    fn ids(&self) -> BoxFuture<'_, Result<Vec<String>, StoreError>> {
        let statement = sqlx::query("SELECT id FROM tables ORDER BY num");
        Box::pin(self.all(statement, |row| row.try_get(0).map_err(broken)))
    }

    fn snaps(&self, num: i64) -> BoxFuture<'_, Result<Vec<SnapRow>, StoreError>> {
        let sql = "SELECT line, live, doc, last, at FROM snap WHERE tbl = $1 ORDER BY line";
        Box::pin(self.all(sqlx::query(sql).bind(num), read::snap))
    }

    fn said(&self, num: i64) -> BoxFuture<'_, Result<Vec<(String, ChatLine)>, StoreError>> {
        let sql = "SELECT person, body FROM chat WHERE tbl = $1 ORDER BY id";
        Box::pin(self.all(sqlx::query(sql).bind(num), signed))
    }

    fn noted(&self, num: i64) -> BoxFuture<'_, Result<Vec<(String, UserNote)>, StoreError>> {
        let sql = "SELECT person, body FROM note WHERE tbl = $1 ORDER BY id";
        Box::pin(self.all(sqlx::query(sql).bind(num), signed))
    }

    fn calls(&self) -> BoxFuture<'_, Result<Vec<CallRow>, StoreError>> {
        let sql =
            "SELECT id, person, at, tries::BIGINT, body, due FROM call ORDER BY id COLLATE \"C\"";
        let read = |row: PgRow| {
            let due = row.try_get::<Option<i64>, _>(5).map_err(broken)?.map(|due| due as u64);
            Ok(CallRow { due, ..super::calls::read(row)? })
        };
        Box::pin(self.all(sqlx::query(sql), read))
    }

    fn recovery_of<'a>(&'a self, user: &'a str) -> BoxFuture<'a, Result<Vec<String>, StoreError>> {
        let statement = sqlx::query("SELECT hash FROM recovery WHERE person = $1 ORDER BY hash");
        let read = |row: PgRow| row.try_get(0).map_err(broken);
        Box::pin(self.all(statement.bind(user.to_string()), read))
    }

    fn is_busy(&self) -> BoxFuture<'_, Result<bool, StoreError>> {
        Box::pin(async {
            let statement =
                sqlx::query("SELECT 1 FROM node WHERE until > clock_timestamp() LIMIT 1");
            Ok(self.one(statement, |_| Ok(())).await?.is_some())
        })
    }

    fn counted(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async {
            let sql = "SELECT setval('table_num', GREATEST(1, (SELECT MAX(num) FROM tables)))";
            self.one(sqlx::query(sql), |_| Ok(())).await.map(drop)
        })
    }
}
