//! Studies: a row each, changed only by whoever has read it as it stands, which another node may
//! have done as well.

use super::people::is_at;
use super::{Postgres, broken};
use crate::store::{StoreError, StudyOp, StudyRow, StudyStore};
use admiralty_protocol::StudyAccess;
use futures_util::future::BoxFuture;
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, Row};

pub(super) async fn apply(db: &mut PgConnection, op: &StudyOp) -> Result<(), StoreError> {
    let (statement, must) = match op {
        StudyOp::Put { row, after } => {
            is_at(db, &row.user, None).await?;
            let sql = match after {
                0 => {
                    "INSERT INTO study(id, person, version, listed, updated, body)
                     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT(id) DO NOTHING"
                }
                _ => {
                    "UPDATE study SET person = $2, version = $3, listed = $4, updated = $5, body = $6
                     WHERE id = $1 AND version = $7"
                }
            };
            let statement = sqlx::query(sql)
                .bind(row.id.clone())
                .bind(row.user.clone())
                .bind(row.version as i64)
                .bind(row.access == StudyAccess::Public)
                .bind(row.updated as i64)
                .bind(serde_json::to_string(row)?);
            (if *after == 0 { statement } else { statement.bind(*after as i64) }, true)
        }
        StudyOp::End { user, id } => {
            let sql = "DELETE FROM study WHERE person = $1 AND id = $2";
            (sqlx::query(sql).bind(user.clone()).bind(id.clone()), false)
        }
        StudyOp::Give { from, to } => {
            let sql = "UPDATE study SET person = $2 WHERE person = $1";
            (sqlx::query(sql).bind(from.clone()).bind(to.clone()), false)
        }
    };
    match statement.execute(db).await.map_err(broken)?.rows_affected() {
        0 if must => Err(StoreError::Stale),
        _ => Ok(()),
    }
}

/// Columns: person, body.
fn read(row: PgRow) -> Result<StudyRow, StoreError> {
    let study: StudyRow = serde_json::from_str(row.try_get::<&str, _>(1).map_err(broken)?)?;
    Ok(StudyRow { user: row.try_get(0).map_err(broken)?, ..study })
}

impl StudyStore for Postgres {
    fn study<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<Option<StudyRow>, StoreError>> {
        let statement = sqlx::query("SELECT person, body FROM study WHERE id = $1");
        Box::pin(self.one(statement.bind(id.to_string()), read))
    }

    fn studies_of<'a>(&'a self, user: &'a str) -> BoxFuture<'a, Result<Vec<StudyRow>, StoreError>> {
        // Ids of people are words of their own: no other text has one between these signs.
        let sql = "SELECT person, body FROM study WHERE person = $1 OR position($2 IN body) > 0
                   ORDER BY updated DESC, id";
        let statement = sqlx::query(sql).bind(user.to_string()).bind(format!("\"{user}\""));
        Box::pin(async move {
            let mut rows: Vec<StudyRow> = self.all(statement, read).await?;
            rows.retain(|row| row.writes(Some(user)));
            Ok(rows)
        })
    }

    fn public_studies(&self, limit: u32) -> BoxFuture<'_, Result<Vec<StudyRow>, StoreError>> {
        let sql = "SELECT person, body FROM study WHERE listed ORDER BY updated DESC, id LIMIT $1";
        Box::pin(self.all(sqlx::query(sql).bind(i64::from(limit)), read))
    }
}
