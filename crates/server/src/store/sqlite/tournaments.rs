//! Tournaments: a row each, changed only by whoever has read it as it stands.

use super::Sqlite;
use crate::store::{StoreError, TournamentRow, TournamentStore};
use futures_util::future::BoxFuture;
use rusqlite::{Connection, OptionalExtension, Params, params};

pub(super) fn put(db: &Connection, row: &TournamentRow, after: u64) -> Result<(), StoreError> {
    let known: Option<i64> = db
        .prepare_cached("SELECT version FROM tournament WHERE id = ?1")?
        .query_row([&row.id], |row| row.get(0))
        .optional()?;
    if known.unwrap_or(0) as u64 != after {
        return Err(StoreError::Stale);
    }
    db.prepare_cached(
        "INSERT OR REPLACE INTO tournament(id, version, created, current, body)
         VALUES (?1, ?2, ?3, ?4, ?5)",
    )?
    .execute(params![
        row.id,
        row.version as i64,
        row.created as i64,
        row.is_current(),
        serde_json::to_string(row)?
    ])?;
    Ok(())
}

fn read(db: &Connection, which: &str, args: impl Params) -> Result<Vec<TournamentRow>, StoreError> {
    let mut get = db.prepare_cached(&format!("SELECT body FROM tournament WHERE {which}"))?;
    let mut rows = get.query(args)?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        found.push(serde_json::from_str(row.get_ref(0)?.as_str()?)?);
    }
    Ok(found)
}

impl TournamentStore for Sqlite {
    fn tournament<'a>(
        &'a self,
        id: &'a str,
    ) -> BoxFuture<'a, Result<Option<TournamentRow>, StoreError>> {
        let id = id.to_string();
        self.read(move |_, db| Ok(read(db, "id = ?1", [id])?.pop()))
    }

    fn tournaments(
        &self,
        current: bool,
        limit: u32,
    ) -> BoxFuture<'_, Result<Vec<TournamentRow>, StoreError>> {
        let which = "current = ?1 ORDER BY created DESC, id LIMIT ?2";
        self.read(move |_, db| read(db, which, params![current, limit]))
    }

    fn tournaments_of<'a>(
        &'a self,
        user: &'a str,
    ) -> BoxFuture<'a, Result<Vec<TournamentRow>, StoreError>> {
        // Ids of people are words of their own: no other text has one between these signs.
        let text = format!("\"{user}\"");
        self.read(move |_, db| read(db, "instr(body, ?1) > 0", [text]))
    }
}
