//! Everything, for whoever copies the whole file.

use super::Sqlite;
use super::read::{read_snap, signed};
use crate::store::{CallRow, SnapRow, Store, StoreError, Whole};
use admiralty_protocol::{ChatLine, UserNote};
use futures_util::future::BoxFuture;

impl Whole for Sqlite {
    fn as_store(&self) -> &dyn Store {
        self
    }

    fn ids(&self) -> BoxFuture<'_, Result<Vec<String>, StoreError>> {
        self.read(|_, db| {
            let mut get = db.prepare("SELECT id FROM tables ORDER BY num")?;
            Ok(get.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?)
        })
    }

    fn snaps(&self, num: i64) -> BoxFuture<'_, Result<Vec<SnapRow>, StoreError>> {
        self.read(move |_, db| {
            let sql = "SELECT line, id, live, doc, last, at FROM snap WHERE tbl = ?1 ORDER BY line";
            let mut get = db.prepare_cached(sql)?;
            let mut rows = get.query([num])?;
            let mut found = Vec::new();
            while let Some(row) = rows.next()? {
                found.push(read_snap(row)?);
            }
            Ok(found)
        })
    }

    fn said(&self, num: i64) -> BoxFuture<'_, Result<Vec<(String, ChatLine)>, StoreError>> {
        self.read(move |_, db| {
            signed(db, "SELECT user, body FROM chat WHERE tbl = ?1 ORDER BY id", [num])
        })
    }

    fn noted(&self, num: i64) -> BoxFuture<'_, Result<Vec<(String, UserNote)>, StoreError>> {
        self.read(move |_, db| {
            signed(db, "SELECT user, body FROM note WHERE tbl = ?1 ORDER BY id", [num])
        })
    }

    fn calls(&self) -> BoxFuture<'_, Result<Vec<CallRow>, StoreError>> {
        self.read(|_, db| super::calls::all(db))
    }

    fn recovery_of<'a>(&'a self, user: &'a str) -> BoxFuture<'a, Result<Vec<String>, StoreError>> {
        let user = user.to_string();
        self.read(move |_, db| {
            let mut get =
                db.prepare_cached("SELECT hash FROM recovery WHERE user = ?1 ORDER BY hash")?;
            Ok(get.query_map([user], |row| row.get(0))?.collect::<Result<_, _>>()?)
        })
    }
}
