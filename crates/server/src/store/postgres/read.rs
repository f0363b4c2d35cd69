//! What is read: rows as they stand in the database.

use super::broken;
use crate::store::{
    AuditRow, KeptRow, LineRow, PasskeyRow, SessionRow, SnapRow, StoreError, TableRow, TokenRow,
    UserRow, unpack_live,
};
use serde::de::DeserializeOwned;
use sqlx::Row;
use sqlx::postgres::PgRow;

/// A whole number of ours that PostgreSQL keeps with a sign.
pub(super) fn number(row: &PgRow, i: usize) -> Result<u64, StoreError> {
    row.try_get::<i64, _>(i).map(|n| n as u64).map_err(broken)
}

pub(super) fn text(row: &PgRow, i: usize) -> Result<String, StoreError> {
    row.try_get(i).map_err(broken)
}

/// Columns: line, at, data.
pub(super) fn line(row: PgRow) -> Result<LineRow, StoreError> {
    let mut read: LineRow = serde_json::from_str(row.try_get::<&str, _>(2).map_err(broken)?)?;
    read.line = row.try_get::<i32, _>(0).map_err(broken)? as u32;
    read.at = number(&row, 1)?;
    Ok(read)
}

/// Columns: line, live, doc, last, at.
pub(super) fn snap(row: PgRow) -> Result<SnapRow, StoreError> {
    let line = row.try_get::<i32, _>(0).map_err(broken)? as u32;
    let last: Option<&str> = row.try_get(3).map_err(broken)?;
    let mut last: Option<LineRow> = last.map(serde_json::from_str).transpose()?;
    if let Some(last) = &mut last {
        last.line = line;
        last.at = number(&row, 4)?;
    }
    let live = unpack_live(row.try_get(1).map_err(broken)?);
    Ok(SnapRow { line, live, doc: text(&row, 2)?, last })
}

/// Columns: person, key, body.
pub(super) fn kept(row: PgRow) -> Result<KeptRow, StoreError> {
    Ok(KeptRow { user: text(&row, 0)?, key: text(&row, 1)?, body: text(&row, 2)? })
}

/// Columns: num, body.
pub(super) fn table(row: PgRow) -> Result<TableRow, StoreError> {
    let mut table: TableRow = serde_json::from_str(row.try_get::<&str, _>(1).map_err(broken)?)?;
    table.num = row.try_get(0).map_err(broken)?;
    Ok(table)
}

/// Tables for a list: one that cannot be read is left out, and the operator told.
pub(super) fn listed(rows: Vec<PgRow>) -> Vec<TableRow> {
    let read = |row: PgRow| {
        let num: i64 = row.try_get(0).unwrap_or_default();
        let unread = |error: &StoreError| {
            metrics::counter!("tables_unreadable_total").increment(1);
            tracing::error!(table = num, %error, "a table cannot be read");
        };
        table(row).inspect_err(unread).ok()
    };
    rows.into_iter().filter_map(read).collect()
}

/// Columns: person, body.
pub(super) fn signed<T: DeserializeOwned>(row: PgRow) -> Result<(String, T), StoreError> {
    let body = serde_json::from_str(row.try_get::<&str, _>(1).map_err(broken)?)?;
    Ok((text(&row, 0)?, body))
}

/// Column: body.
pub(super) fn body<T: DeserializeOwned>(row: PgRow) -> Result<T, StoreError> {
    Ok(serde_json::from_str(row.try_get::<&str, _>(0).map_err(broken)?)?)
}

pub(super) const USER: &str = "SELECT id, name, login, password, since, version, muted, banned, mail, bot, \
     moderator, shut FROM person";

pub(super) fn user(row: PgRow) -> Result<UserRow, StoreError> {
    Ok(UserRow {
        id: text(&row, 0)?,
        name: text(&row, 1)?,
        login: row.try_get(2).map_err(broken)?,
        password: row.try_get(3).map_err(broken)?,
        since: number(&row, 4)?,
        version: number(&row, 5)?,
        muted: number(&row, 6)?,
        banned: row.try_get(7).map_err(broken)?,
        mail: row.try_get(8).map_err(broken)?,
        bot: row.try_get(9).map_err(broken)?,
        moderator: row.try_get(10).map_err(broken)?,
        shut: number(&row, 11)?,
    })
}

/// Columns: id, person, since, seen.
pub(super) fn session(row: PgRow) -> Result<SessionRow, StoreError> {
    Ok(SessionRow {
        id: text(&row, 0)?,
        user: text(&row, 1)?,
        since: number(&row, 2)?,
        seen: number(&row, 3)?,
    })
}

/// Columns: id, person, hash, label, since.
pub(super) fn token(row: PgRow) -> Result<TokenRow, StoreError> {
    Ok(TokenRow {
        id: text(&row, 0)?,
        user: text(&row, 1)?,
        hash: text(&row, 2)?,
        label: text(&row, 3)?,
        since: number(&row, 4)?,
    })
}

/// Columns: id, person, cred, label, body, since.
pub(super) fn passkey(row: PgRow) -> Result<PasskeyRow, StoreError> {
    Ok(PasskeyRow {
        id: text(&row, 0)?,
        user: text(&row, 1)?,
        cred: text(&row, 2)?,
        label: text(&row, 3)?,
        body: text(&row, 4)?,
        since: number(&row, 5)?,
    })
}

/// Columns: at, what, about, detail.
pub(super) fn audit(row: PgRow) -> Result<AuditRow, StoreError> {
    Ok(AuditRow {
        at: number(&row, 0)?,
        what: text(&row, 1)?,
        about: text(&row, 2)?,
        detail: text(&row, 3)?,
    })
}
