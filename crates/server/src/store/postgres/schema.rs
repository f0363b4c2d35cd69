//! The schema, step by step, as in a file: a database knows at which step it
//! stands, one node at a time brings it to the last, and what stands beyond it
//! is refused.

use super::broken;
use crate::store::StoreError;
use sqlx::{Connection, PgConnection, Row};

/// The steps. One that has been released is never changed: a new one follows.
const STEPS: [&str; 8] = [
    include_str!("../../../migrations/postgres/0001.sql"),
    include_str!("../../../migrations/postgres/0002.sql"),
    include_str!("../../../migrations/postgres/0003.sql"),
    include_str!("../../../migrations/postgres/0004.sql"),
    include_str!("../../../migrations/postgres/0005.sql"),
    include_str!("../../../migrations/postgres/0006.sql"),
    include_str!("../../../migrations/postgres/0007.sql"),
    include_str!("../../../migrations/postgres/0008.sql"),
];

/// No two nodes change the schema at once.
const LOCK: i64 = 0x0ad3_17a1;

pub(super) async fn migrate(db: &mut PgConnection) -> Result<(), StoreError> {
    let mut tx = db.begin().await.map_err(broken)?;
    sqlx::query("SELECT pg_advisory_xact_lock($1)")
        .bind(LOCK)
        .execute(&mut *tx)
        .await
        .map_err(broken)?;
    sqlx::raw_sql("CREATE TABLE IF NOT EXISTS schema_step(step INTEGER NOT NULL)")
        .execute(&mut *tx)
        .await
        .map_err(broken)?;
    let row = sqlx::query("SELECT COALESCE(MAX(step), 0) FROM schema_step")
        .fetch_one(&mut *tx)
        .await
        .map_err(broken)?;
    let step: i32 = row.try_get(0).map_err(broken)?;
    let (from, last) = (step as usize, STEPS.len());
    if from > last {
        return Err(StoreError::Broken(format!(
            "it was written by a newer Admiralty (schema {from}, this one knows {last}): \
             upgrade, or restore a backup of the older one"
        )));
    }
    for (i, sql) in STEPS.iter().enumerate().skip(from) {
        sqlx::raw_sql(*sql).execute(&mut *tx).await.map_err(broken)?;
        sqlx::query("INSERT INTO schema_step(step) VALUES ($1)")
            .bind(i as i32 + 1)
            .execute(&mut *tx)
            .await
            .map_err(broken)?;
    }
    tx.commit().await.map_err(broken)
}
