//! What is read: rows as they stand in the file.

use super::{End, Inner, lock};
use crate::store::{
    LineRow, SessionRow, SnapRow, Span, StoreError, TableRow, TokenRow, UserRow, unpack_live,
};
use rusqlite::{Connection, OptionalExtension, Row, params};

/// Where the last line of a game stands.
pub(super) fn end_of(inner: &Inner, db: &Connection, num: i64) -> Result<Option<i64>, StoreError> {
    if let Some(&(id, _)) = lock(&inner.ends).get(&num) {
        return Ok(Some(id));
    }
    let noted = db
        .prepare_cached("SELECT id FROM ends WHERE tbl = ?1")?
        .query_row([num], |r| r.get(0))
        .optional()?;
    // It may have been noted and forgotten between the two looks, and have
    // grown since: look at the map once more.
    Ok(lock(&inner.ends).get(&num).map(|(id, _)| *id).or(noted))
}

/// The last line of a game with its number, for the one who writes the next.
pub(super) fn end_line(
    inner: &Inner,
    db: &Connection,
    num: i64,
) -> Result<Option<End>, StoreError> {
    if let Some(&end) = lock(&inner.ends).get(&num) {
        return Ok(Some(end));
    }
    let sql = "SELECT l.id, l.line FROM ends e JOIN log l ON l.id = e.id WHERE e.tbl = ?1";
    let mut get = db.prepare_cached(sql)?;
    Ok(get.query_row([num], |r| Ok((r.get(0)?, r.get(1)?))).optional()?)
}

/// Walks from the line at `id` back to the one after line `after`.
pub(super) fn walk(
    db: &Connection,
    id: Option<i64>,
    after: u32,
) -> Result<Vec<LineRow>, StoreError> {
    let mut get = db.prepare_cached("SELECT line, prev, at, data FROM log WHERE id = ?1")?;
    let mut lines = Vec::new();
    let mut here = id;
    while let Some(id) = here {
        let mut rows = get.query([id])?;
        let Some(row) = rows.next()? else { break };
        let line: u32 = row.get(0)?;
        if line <= after {
            break;
        }
        let mut read: LineRow = serde_json::from_str(row.get_ref(3)?.as_str()?)?;
        read.line = line;
        read.at = row.get::<_, i64>(2)? as u64;
        here = row.get(1)?;
        lines.push(read);
    }
    lines.reverse();
    Ok(lines)
}

/// The last snapshot of a game and the lines after it.
pub(super) fn tail(inner: &Inner, db: &Connection, num: i64) -> Result<Span, StoreError> {
    let snap = one_snap(db, ">= ?2 ORDER BY line DESC LIMIT 1", num, 0)?;
    let from = snap.as_ref().map_or(0, |snap| snap.line);
    let lines = walk(db, end_of(inner, db, num)?, from)?;
    Ok(Span { snap, lines })
}

/// The last line of a game.
pub(super) fn last_line(
    inner: &Inner,
    db: &Connection,
    num: i64,
) -> Result<Option<LineRow>, StoreError> {
    let mut get = db.prepare_cached("SELECT line, at, data FROM log WHERE id = ?1")?;
    let mut rows = get.query([end_of(inner, db, num)?])?;
    let Some(row) = rows.next()? else { return Ok(None) };
    let mut read: LineRow = serde_json::from_str(row.get_ref(2)?.as_str()?)?;
    read.line = row.get(0)?;
    read.at = row.get::<_, i64>(1)? as u64;
    Ok(Some(read))
}

const SNAP: &str = "SELECT line, id, live, doc, last, at FROM snap WHERE tbl = ?1 AND line";

pub(super) fn read_snap(row: &Row<'_>) -> Result<SnapRow, StoreError> {
    let line = row.get(0)?;
    let last: Option<String> = row.get(4)?;
    let mut last: Option<LineRow> = last.map(|last| serde_json::from_str(&last)).transpose()?;
    if let Some(last) = &mut last {
        last.line = line;
        last.at = row.get::<_, i64>(5)? as u64;
    }
    Ok(SnapRow { line, live: unpack_live(row.get_ref(2)?.as_blob()?), doc: row.get(3)?, last })
}

pub(super) fn one_snap(
    db: &Connection,
    tail: &str,
    num: i64,
    line: u32,
) -> Result<Option<SnapRow>, StoreError> {
    let mut get = db.prepare_cached(&format!("{SNAP} {tail}"))?;
    let mut rows = get.query(params![num, line])?;
    rows.next()?.map(read_snap).transpose()
}

pub(super) fn tables(
    db: &Connection,
    sql: &str,
    args: impl rusqlite::Params,
) -> Result<Vec<TableRow>, StoreError> {
    let mut get = db.prepare_cached(sql)?;
    let mut rows = get.query(args)?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        let mut table: TableRow = serde_json::from_str(row.get_ref(1)?.as_str()?)?;
        table.num = row.get(0)?;
        found.push(table);
    }
    Ok(found)
}

/// Tables for a list: one that cannot be read is left out, and the operator told.
pub(super) fn listed(
    db: &Connection,
    sql: &str,
    args: impl rusqlite::Params,
) -> Result<Vec<TableRow>, StoreError> {
    let mut get = db.prepare_cached(sql)?;
    let mut rows = get.query(args)?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        let num: i64 = row.get(0)?;
        let read = row.get_ref(1)?.as_str().map_err(StoreError::from);
        match read.and_then(|text| Ok(serde_json::from_str::<TableRow>(text)?)) {
            Ok(table) => found.push(TableRow { num, ..table }),
            Err(error) => {
                metrics::counter!("tables_unreadable_total").increment(1);
                tracing::error!(table = num, %error, "a table cannot be read");
            }
        }
    }
    Ok(found)
}

/// Columns: user, body.
pub(super) fn signed<T: serde::de::DeserializeOwned>(
    db: &Connection,
    sql: &str,
    args: impl rusqlite::Params,
) -> Result<Vec<(String, T)>, StoreError> {
    let mut get = db.prepare_cached(sql)?;
    let mut rows = get.query(args)?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        found.push((row.get(0)?, serde_json::from_str(row.get_ref(1)?.as_str()?)?));
    }
    Ok(found)
}

pub(super) fn bodies<T: serde::de::DeserializeOwned>(
    db: &Connection,
    sql: &str,
    args: impl rusqlite::Params,
) -> Result<Vec<T>, StoreError> {
    let mut get = db.prepare_cached(sql)?;
    let mut rows = get.query(args)?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        found.push(serde_json::from_str(row.get_ref(0)?.as_str()?)?);
    }
    Ok(found)
}

/// People by a condition.
pub(super) fn users(
    db: &Connection,
    which: &str,
    args: impl rusqlite::Params,
) -> Result<Vec<UserRow>, StoreError> {
    let read = |r: &Row<'_>| {
        Ok(UserRow {
            id: r.get(0)?,
            name: r.get(1)?,
            login: r.get(2)?,
            password: r.get(3)?,
            since: r.get::<_, i64>(4)? as u64,
            version: r.get::<_, i64>(5)? as u64,
            muted: r.get::<_, i64>(6)? as u64,
            banned: r.get(7)?,
            mail: r.get(8)?,
            bot: r.get(9)?,
            moderator: r.get(10)?,
            shut: r.get::<_, i64>(11)? as u64,
        })
    };
    let sql = format!(
        "SELECT id, name, login, password, since, version, muted, banned, mail, bot,
                moderator, shut FROM user {which}"
    );
    let mut get = db.prepare_cached(&sql)?;
    Ok(get.query_map(args, read)?.collect::<Result<_, _>>()?)
}

pub(super) fn sessions(
    db: &Connection,
    sql: &str,
    key: &str,
) -> Result<Vec<SessionRow>, StoreError> {
    let read = |r: &Row<'_>| {
        Ok(SessionRow {
            id: r.get(0)?,
            user: r.get(1)?,
            since: r.get::<_, i64>(2)? as u64,
            seen: r.get::<_, i64>(3)? as u64,
        })
    };
    let mut get = db.prepare_cached(sql)?;
    Ok(get.query_map([key], read)?.collect::<Result<_, _>>()?)
}

pub(super) fn tokens(db: &Connection, sql: &str, key: &str) -> Result<Vec<TokenRow>, StoreError> {
    let read = |r: &Row<'_>| {
        Ok(TokenRow {
            id: r.get(0)?,
            user: r.get(1)?,
            hash: r.get(2)?,
            label: r.get(3)?,
            since: r.get::<_, i64>(4)? as u64,
        })
    };
    let mut get = db.prepare_cached(sql)?;
    Ok(get.query_map([key], read)?.collect::<Result<_, _>>()?)
}
