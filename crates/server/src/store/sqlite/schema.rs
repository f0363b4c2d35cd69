//! The schema, step by step: every file knows which step it stands at, is
//! brought to the last one when it is opened, and is refused when it stands
//! beyond it.

use super::connect;
use crate::store::StoreError;
use rusqlite::{Connection, TransactionBehavior};
use std::path::{Path, PathBuf};

/// The steps. One that has been released is never changed: a new one follows.
const STEPS: [&str; 12] = [
    include_str!("../../../migrations/sqlite/0001.sql"),
    include_str!("../../../migrations/sqlite/0002.sql"),
    include_str!("../../../migrations/sqlite/0003.sql"),
    include_str!("../../../migrations/sqlite/0004.sql"),
    include_str!("../../../migrations/sqlite/0005.sql"),
    include_str!("../../../migrations/sqlite/0006.sql"),
    include_str!("../../../migrations/sqlite/0007.sql"),
    include_str!("../../../migrations/sqlite/0008.sql"),
    include_str!("../../../migrations/sqlite/0009.sql"),
    include_str!("../../../migrations/sqlite/0010.sql"),
    include_str!("../../../migrations/sqlite/0011.sql"),
    include_str!("../../../migrations/sqlite/0012.sql"),
];

/// The step this program writes.
pub(super) const LATEST: u32 = STEPS.len() as u32;

/// The step a file stands at; 0 if there is nothing in it.
pub(super) fn step(db: &Connection) -> Result<u32, StoreError> {
    let noted: u32 = db.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    if noted > 0 {
        return Ok(noted);
    }
    // The first servers did not number what they wrote.
    let sql = "SELECT EXISTS(SELECT 1 FROM sqlite_master WHERE name = 'tables')";
    Ok(db.query_row(sql, [], |row| row.get::<_, bool>(0))?.into())
}

/// Refuses what a newer program has written.
pub(super) fn refuse_newer(db: &Connection) -> Result<u32, StoreError> {
    let step = step(db)?;
    if step > LATEST {
        return Err(StoreError::Broken(format!(
            "it was written by a newer Admiralty (schema {step}, this one knows {LATEST}): \
             upgrade, or restore a backup of the older one"
        )));
    }
    Ok(step)
}

/// Brings a file to the last step: all of it, or nothing. What stood there
/// before is kept beside it.
pub(super) fn migrate(db: &mut Connection, path: &Path) -> Result<(), StoreError> {
    let from = refuse_newer(db)?;
    if (1..LATEST).contains(&from) {
        keep(db, &before(path, from))?;
    }
    let tx = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
    for sql in &STEPS[from as usize..] {
        tx.execute_batch(sql)?;
    }
    tx.pragma_update(None, "user_version", LATEST)?;
    tx.commit()?;
    if from > 0 && from < LATEST {
        tracing::info!(from, to = LATEST, "the database was brought to a new schema");
    }
    Ok(())
}

/// Where the file goes that a new schema replaces.
fn before(path: &Path, step: u32) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".schema-{step}"));
    name.into()
}

fn keep(db: &Connection, copy: &Path) -> Result<(), StoreError> {
    // One that was broken off is of no use.
    let _ = std::fs::remove_file(copy);
    super::private(copy)?;
    db.execute("VACUUM INTO ?1", [copy.to_string_lossy()])?;
    connect(copy)?.query_row("PRAGMA quick_check", [], |row| {
        match row.get_ref(0)?.as_str()? {
            "ok" => Ok(()),
            _ => Err(rusqlite::Error::InvalidQuery),
        }
    })?;
    Ok(())
}
