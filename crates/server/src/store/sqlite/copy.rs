//! Copies of the whole file: a backup while the server runs, and the file a
//! restore begins with.

use super::{Sqlite, connect, private, schema};
use crate::store::StoreError;
use rusqlite::{Connection, OpenFlags, OptionalExtension};
use std::path::{Path, PathBuf};

fn io(path: &Path) -> impl Fn(std::io::Error) -> StoreError + '_ {
    move |error| StoreError::Broken(format!("{}: {error}", path.display()))
}

fn part_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    name.into()
}

/// Puts a finished file in its place, and both on the disk.
fn settle(part: &Path, path: &Path) -> Result<(), StoreError> {
    std::fs::File::open(part).and_then(|file| file.sync_all()).map_err(io(part))?;
    std::fs::rename(part, path).map_err(io(path))?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    std::fs::File::open(folder).and_then(|folder| folder.sync_all()).map_err(io(folder))
}

/// Is every page and index of it sound?
fn check(db: &Connection) -> Result<(), StoreError> {
    let said: String = db.query_row("PRAGMA integrity_check", [], |row| row.get(0))?;
    match said.as_str() {
        "ok" => Ok(()),
        said => Err(StoreError::Broken(format!("the file is damaged: {said}"))),
    }
}

impl Sqlite {
    /// Copies the database as it is at one moment, with everything that still
    /// stands in its log, to a new file; other programs may be writing to it. The
    /// secret that signs cookies and transcripts goes with it.
    pub fn backup(from: &Path, to: &Path, secret: Option<&[u8]>) -> Result<(), StoreError> {
        if to.exists() {
            return Err(StoreError::Broken(format!("{} is already there", to.display())));
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let db = Connection::open_with_flags(from, flags)?;
        db.execute_batch("PRAGMA busy_timeout=30000;")?;
        schema::refuse_newer(&db)?;
        let part = part_of(to);
        let _ = std::fs::remove_file(&part);
        private(&part)?;
        db.execute("VACUUM INTO ?1", [part.to_string_lossy()])?;
        let copy = Connection::open(&part)?;
        copy.execute_batch("PRAGMA journal_mode=DELETE;")?;
        if let Some(secret) = secret {
            let sql = "INSERT OR REPLACE INTO meta(key, value) VALUES ('secret', ?1)";
            copy.execute(sql, [secret])?;
        }
        check(&copy)?;
        copy.close().map_err(|(_, error)| error)?;
        settle(&part, to)
    }

    /// Copies a backup to a file beside the place where it will stand, checks it and
    /// brings it to the schema of this program; the secret that came with it.
    pub(crate) fn unpack(
        from: &Path,
        path: &Path,
    ) -> Result<(PathBuf, Option<Vec<u8>>), StoreError> {
        let part = part_of(path);
        for old in ["", "-wal", "-shm"] {
            let mut name = part.as_os_str().to_owned();
            name.push(old);
            let _ = std::fs::remove_file(PathBuf::from(name));
        }
        private(&part)?;
        std::fs::copy(from, &part).map_err(io(from))?;
        let mut db = connect(&part)?;
        check(&db)?;
        schema::refuse_newer(&db)?;
        schema::migrate(&mut db, &part)?;
        let sql = "SELECT value FROM meta WHERE key = 'secret'";
        let secret = db.query_row(sql, [], |row| row.get(0)).optional()?;
        db.execute("DELETE FROM meta WHERE key = 'secret'", [])?;
        Ok((part, secret))
    }

    /// Every table's id.
    pub(crate) fn ids(path: &Path) -> Result<Vec<String>, StoreError> {
        let db = connect(path)?;
        let mut get = db.prepare("SELECT id FROM tables ORDER BY num")?;
        Ok(get.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?)
    }

    /// Puts an unpacked file in its place; nobody may have it open.
    pub(crate) fn put_in_place(part: &Path, path: &Path) -> Result<(), StoreError> {
        let db = connect(part)?;
        db.execute_batch("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode=DELETE;")?;
        db.close().map_err(|(_, error)| error)?;
        let _ = std::fs::remove_file(part.with_extension("lock"));
        settle(part, path)
    }
}
