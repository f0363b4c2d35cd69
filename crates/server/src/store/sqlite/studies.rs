//! Studies: a row each, changed only by whoever has read it as it stands.

use super::Sqlite;
use super::people::is_at;
use crate::store::{StoreError, StudyOp, StudyRow, StudyStore};
use admiralty_protocol::StudyAccess;
use futures_util::future::BoxFuture;
use rusqlite::{Connection, OptionalExtension, Params, params};

pub(super) fn apply(db: &Connection, op: &StudyOp) -> Result<(), StoreError> {
    match op {
        StudyOp::Put { row, after } => {
            let known: Option<i64> = db
                .prepare_cached("SELECT version FROM study WHERE id = ?1")?
                .query_row([&row.id], |row| row.get(0))
                .optional()?;
            if known.unwrap_or(0) as u64 != *after {
                return Err(StoreError::Stale);
            }
            is_at(db, &row.user, None)?;
            db.prepare_cached(
                "INSERT OR REPLACE INTO study(id, user, version, listed, updated, body)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            )?
            .execute(params![
                row.id,
                row.user,
                row.version as i64,
                row.access == StudyAccess::Public,
                row.updated as i64,
                serde_json::to_string(row)?
            ])?;
        }
        StudyOp::End { user, id } => {
            db.prepare_cached("DELETE FROM study WHERE user = ?1 AND id = ?2")?
                .execute([user, id])?;
        }
        StudyOp::Give { from, to } => {
            db.prepare_cached("UPDATE study SET user = ?2 WHERE user = ?1")?.execute([from, to])?;
        }
    }
    Ok(())
}

fn read(db: &Connection, which: &str, args: impl Params) -> Result<Vec<StudyRow>, StoreError> {
    let mut get = db.prepare_cached(&format!("SELECT user, body FROM study WHERE {which}"))?;
    let mut rows = get.query(args)?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        let study: StudyRow = serde_json::from_str(row.get_ref(1)?.as_str()?)?;
        found.push(StudyRow { user: row.get(0)?, ..study });
    }
    Ok(found)
}

impl StudyStore for Sqlite {
    fn study<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<Option<StudyRow>, StoreError>> {
        let id = id.to_string();
        self.read(move |_, db| Ok(read(db, "id = ?1", [id])?.pop()))
    }

    fn studies_of<'a>(&'a self, user: &'a str) -> BoxFuture<'a, Result<Vec<StudyRow>, StoreError>> {
        // Ids of people are words of their own: no other text has one between these signs.
        let (user, text) = (user.to_string(), format!("\"{user}\""));
        let which = "user = ?1 OR instr(body, ?2) > 0 ORDER BY updated DESC, id";
        self.read(move |_, db| {
            let mut rows = read(db, which, [&user, &text])?;
            rows.retain(|row| row.writes(Some(&user)));
            Ok(rows)
        })
    }

    fn public_studies(&self, limit: u32) -> BoxFuture<'_, Result<Vec<StudyRow>, StoreError>> {
        let which = "listed ORDER BY updated DESC, id LIMIT ?1";
        self.read(move |_, db| read(db, which, [limit]))
    }
}
