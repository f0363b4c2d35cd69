//! Tournaments: a row each, changed only by whoever has read it as it stands, which
//! another node may have done as well.

use super::{Postgres, broken};
use crate::store::{StoreError, TournamentRow, TournamentStore};
use futures_util::future::BoxFuture;
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, Row};

pub(super) async fn put(
    db: &mut PgConnection,
    row: &TournamentRow,
    after: u64,
) -> Result<(), StoreError> {
    let sql = match after {
        0 => {
            "INSERT INTO tournament(id, version, created, current, body)
             VALUES ($1, $2, $3, $4, $5) ON CONFLICT(id) DO NOTHING"
        }
        _ => {
            "UPDATE tournament SET version = $2, created = $3, current = $4, body = $5
             WHERE id = $1 AND version = $6"
        }
    };
    let statement = sqlx::query(sql)
        .bind(row.id.clone())
        .bind(row.version as i64)
        .bind(row.created as i64)
        .bind(row.is_current())
        .bind(serde_json::to_string(row)?);
    let statement = if after == 0 { statement } else { statement.bind(after as i64) };
    match statement.execute(db).await.map_err(broken)?.rows_affected() {
        0 => Err(StoreError::Stale),
        _ => Ok(()),
    }
}

fn read(row: PgRow) -> Result<TournamentRow, StoreError> {
    Ok(serde_json::from_str(row.try_get::<&str, _>(0).map_err(broken)?)?)
}

impl TournamentStore for Postgres {
    fn tournament<'a>(
        &'a self,
        id: &'a str,
    ) -> BoxFuture<'a, Result<Option<TournamentRow>, StoreError>> {
        let statement = sqlx::query("SELECT body FROM tournament WHERE id = $1");
        Box::pin(self.one(statement.bind(id.to_string()), read))
    }

    fn tournaments(
        &self,
        current: bool,
        limit: u32,
    ) -> BoxFuture<'_, Result<Vec<TournamentRow>, StoreError>> {
        let sql = "SELECT body FROM tournament WHERE current = $1
                   ORDER BY created DESC, id LIMIT $2";
        Box::pin(self.all(sqlx::query(sql).bind(current).bind(i64::from(limit)), read))
    }

    fn tournaments_of<'a>(
        &'a self,
        user: &'a str,
    ) -> BoxFuture<'a, Result<Vec<TournamentRow>, StoreError>> {
        // Ids of people are words of their own: no other text has one between these signs.
        let sql = "SELECT body FROM tournament WHERE position($1 IN body) > 0";
        Box::pin(self.all(sqlx::query(sql).bind(format!("\"{user}\"")), read))
    }
}
