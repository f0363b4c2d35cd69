//! SQLite in one file: WAL, synchronous=FULL, one writer that commits
//! everything that has queued up at once, and a few readers.
//!
//! Lines of all games go to the end of one table, whatever game they belong
//! to, so that a commit of 500 moves touches a handful of pages and not 500.
//! Each line points to the one before it in its game, snapshots point to
//! theirs, and the last line of every game is noted now and then; what came
//! after the last note is found by reading the end of the table at start.

use super::{
    LineRow, Op, SessionRow, SnapRow, Span, Store, StoreError, TableRow, Then, TokenRow, UserRow,
    pack_live, unpack_live,
};
use admiralty_protocol::{ChatLine, Status, UserNote};
use futures_util::future::BoxFuture;
use rusqlite::{Connection, OptionalExtension, Row, params};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::Instant;

/// How many changes one commit takes at most.
const BATCH: usize = 4096;
/// After how many lines the ends of games are noted.
const NOTE_EVERY: usize = 50_000;

const SCHEMA: &str = include_str!("../../migrations/sqlite/0001.sql");

/// A change that waits for its commit.
type Change = (Vec<Op>, Then);

/// A store in one SQLite file.
pub struct Sqlite {
    inner: Arc<Inner>,
    queue: Mutex<Option<mpsc::Sender<Change>>>,
    writer: Mutex<Option<std::thread::JoinHandle<()>>>,
}

struct Inner {
    path: PathBuf,
    readers: Mutex<Vec<Connection>>,
    /// Where the last line of a game stands, for games whose end is not noted yet.
    ends: Mutex<HashMap<i64, i64>>,
    healthy: AtomicBool,
}

impl Sqlite {
    /// Opens or makes the file.
    pub fn open(path: &Path) -> Result<Sqlite, StoreError> {
        let mut db = connect(path)?;
        db.execute_batch(SCHEMA)?;
        let ends = recover(&mut db)?;
        let inner = Arc::new(Inner {
            path: path.to_path_buf(),
            readers: Mutex::new(Vec::new()),
            ends: Mutex::new(ends),
            healthy: AtomicBool::new(true),
        });
        let (queue, take) = mpsc::channel();
        let shared = Arc::clone(&inner);
        let writer = std::thread::Builder::new()
            .name("store".into())
            .spawn(move || write_all(&shared, db, &take))
            .map_err(|e| StoreError::Broken(e.to_string()))?;
        Ok(Sqlite { inner, queue: Mutex::new(Some(queue)), writer: Mutex::new(Some(writer)) })
    }

    fn read<'a, T: Send + 'static>(
        &'a self,
        f: impl FnOnce(&Inner, &Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> BoxFuture<'a, Result<T, StoreError>> {
        let inner = Arc::clone(&self.inner);
        Box::pin(async move {
            let work = move || {
                let db = lock(&inner.readers).pop();
                let db = match db {
                    Some(db) => db,
                    None => connect(&inner.path)?,
                };
                let found = f(&inner, &db);
                let mut readers = lock(&inner.readers);
                if readers.len() < 8 {
                    readers.push(db);
                }
                found
            };
            tokio::task::spawn_blocking(work)
                .await
                .map_err(|e| StoreError::Broken(e.to_string()))?
        })
    }
}

/// Waits until everything queued is on disk.
impl Drop for Sqlite {
    fn drop(&mut self) {
        lock(&self.queue).take();
        if let Some(writer) = lock(&self.writer).take() {
            // The last reference may be dropped by a callback on the writer itself.
            if writer.thread().id() != std::thread::current().id() {
                let _ = writer.join();
            }
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn connect(path: &Path) -> Result<Connection, StoreError> {
    let db = Connection::open(path)?;
    db.execute_batch(
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;
         PRAGMA busy_timeout=5000; PRAGMA wal_autocheckpoint=4000;",
    )?;
    db.set_prepared_statement_cache_capacity(64);
    Ok(db)
}

/// Finds the last line of every game that was written after the last note.
fn recover(db: &mut Connection) -> Result<HashMap<i64, i64>, StoreError> {
    let mut ends = HashMap::new();
    let noted: i64 = db
        .query_row("SELECT value FROM meta WHERE key = 'noted'", [], |r| r.get(0))
        .optional()?
        .unwrap_or(0);
    {
        let mut all = db.prepare("SELECT id, tbl FROM log WHERE id > ?1 ORDER BY id")?;
        let mut rows = all.query([noted])?;
        while let Some(row) = rows.next()? {
            ends.insert(row.get::<_, i64>(1)?, row.get::<_, i64>(0)?);
        }
    }
    let tx = db.transaction()?;
    note_ends(&tx, &ends)?;
    tx.commit()?;
    Ok(HashMap::new())
}

fn note_ends(db: &Connection, ends: &HashMap<i64, i64>) -> Result<(), StoreError> {
    let mut put = db.prepare_cached("INSERT OR REPLACE INTO ends(tbl, id) VALUES (?1, ?2)")?;
    let mut last = None;
    for (tbl, id) in ends {
        put.execute(params![tbl, id])?;
        last = last.max(Some(*id));
    }
    if let Some(last) = last {
        db.execute("INSERT OR REPLACE INTO meta(key, value) VALUES ('noted', ?1)", [last])?;
    }
    Ok(())
}

fn write_all(inner: &Inner, mut db: Connection, take: &mpsc::Receiver<Change>) {
    let mut since_note = 0;
    let mut batch: Vec<Change> = Vec::new();
    let mut answers: Vec<(Then, Result<(), StoreError>)> = Vec::new();
    while let Ok(first) = take.recv() {
        batch.push(first);
        while batch.len() < BATCH {
            match take.try_recv() {
                Ok(next) => batch.push(next),
                Err(_) => break,
            }
        }
        let begun = Instant::now();
        let n = batch.len();
        let written = write_batch(inner, &mut db, &mut batch, &mut answers);
        since_note += n;
        metrics::counter!("store_commits_total").increment(1);
        metrics::counter!("store_changes_total").increment(n as u64);
        metrics::histogram!("store_commit_seconds").record(begun.elapsed().as_secs_f64());
        if let Err(error) = &written {
            tracing::error!(%error, "the store could not commit");
        }
        inner.healthy.store(written.is_ok(), Ordering::Relaxed);
        for (then, done) in answers.drain(..) {
            then(written.clone().and(done));
        }
        if since_note >= NOTE_EVERY {
            since_note = 0;
            if let Err(error) = note_now(inner, &mut db) {
                tracing::error!(%error, "the ends of games could not be noted");
            }
        }
    }
    if let Err(error) = note_now(inner, &mut db) {
        tracing::error!(%error, "the ends of games could not be noted");
    }
}

fn note_now(inner: &Inner, db: &mut Connection) -> Result<(), StoreError> {
    let ends = lock(&inner.ends).clone();
    let tx = db.transaction()?;
    note_ends(&tx, &ends)?;
    tx.commit()?;
    // Readers that ask from now on find them in the file.
    lock(&inner.ends).clear();
    Ok(())
}

fn write_batch(
    inner: &Inner,
    db: &mut Connection,
    batch: &mut Vec<Change>,
    answers: &mut Vec<(Then, Result<(), StoreError>)>,
) -> Result<(), StoreError> {
    let mut fresh: HashMap<i64, i64> = HashMap::new();
    let mut failed = None;
    let mut tx = db.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate);
    if let Err(error) = &tx {
        failed = Some(StoreError::Broken(error.to_string()));
    }
    for (ops, then) in batch.drain(..) {
        let done = match (&mut tx, &failed) {
            (Ok(tx), None) => {
                let mut done = Ok(());
                for op in &ops {
                    done = apply(inner, tx, &mut fresh, op);
                    if done.is_err() {
                        break;
                    }
                }
                done
            }
            _ => Ok(()),
        };
        // Only a conflict is a matter of this change alone, and it is found
        // before anything of it is written; all else spoils the batch.
        if let Err(error @ StoreError::Broken(_)) = &done {
            failed.get_or_insert(error.clone());
        }
        answers.push((then, done));
    }
    if let Some(error) = failed {
        return Err(error);
    }
    tx?.commit()?;
    lock(&inner.ends).extend(fresh);
    Ok(())
}

fn end_of(inner: &Inner, db: &Connection, num: i64) -> Result<Option<i64>, StoreError> {
    if let Some(&id) = lock(&inner.ends).get(&num) {
        return Ok(Some(id));
    }
    let noted = db
        .prepare_cached("SELECT id FROM ends WHERE tbl = ?1")?
        .query_row([num], |r| r.get(0))
        .optional()?;
    // It may have been noted and forgotten between the two looks, and have
    // grown since: look at the map once more.
    Ok(lock(&inner.ends).get(&num).copied().or(noted))
}

fn apply(
    inner: &Inner,
    db: &Connection,
    fresh: &mut HashMap<i64, i64>,
    op: &Op,
) -> Result<(), StoreError> {
    match op {
        Op::Line(num, row) => {
            let prev = match fresh.get(num) {
                Some(&id) => Some(id),
                None => end_of(inner, db, *num)?,
            };
            let data = serde_json::to_string(row)?;
            db.prepare_cached(
                "INSERT INTO log(tbl, line, prev, at, data) VALUES (?1, ?2, ?3, ?4, ?5)",
            )?
            .execute(params![num, row.line, prev, row.at as i64, data])?;
            fresh.insert(*num, db.last_insert_rowid());
        }
        Op::Snap(num, snap) => {
            let at = match (snap.line, fresh.get(num)) {
                (0, _) => None,
                (_, Some(&id)) => Some(id),
                (_, None) => end_of(inner, db, *num)?,
            };
            let last = snap.last.as_ref().map(serde_json::to_string).transpose()?;
            let when = snap.last.as_ref().map_or(0, |last| last.at) as i64;
            db.prepare_cached(
                "INSERT OR REPLACE INTO snap(tbl, line, id, live, doc, last, at)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            )?
            .execute(params![
                num,
                snap.line,
                at,
                pack_live(&snap.live),
                snap.doc,
                last,
                when
            ])?;
        }
        Op::Table(row) => {
            let body = serde_json::to_string(row)?;
            db.prepare_cached(
                "INSERT INTO tables(num, id, status, public, body) VALUES (?1, ?2, ?3, ?4, ?5)
                 ON CONFLICT(num) DO UPDATE SET status = ?3, public = ?4, body = ?5",
            )?
            .execute(params![row.num, row.id, row.status as i64, row.public, body])?;
            db.prepare_cached("DELETE FROM sits WHERE tbl = ?1")?.execute([row.num])?;
            let mut sit =
                db.prepare_cached("INSERT OR IGNORE INTO sits(user, tbl) VALUES (?1, ?2)")?;
            sit.execute(params![row.host, row.num])?;
            for seat in &row.seats {
                if let super::HolderRow::Person { user, .. } = &seat.holder {
                    sit.execute(params![user, row.num])?;
                }
            }
        }
        Op::Chat(num, user, line) => {
            let body = serde_json::to_string(line)?;
            db.prepare_cached("INSERT INTO chat(tbl, user, body) VALUES (?1, ?2, ?3)")?
                .execute(params![num, user, body])?;
        }
        Op::Note(num, user, note) => {
            let body = serde_json::to_string(note)?;
            db.prepare_cached("INSERT INTO note(tbl, user, body) VALUES (?1, ?2, ?3)")?
                .execute(params![num, user, body])?;
        }
        Op::User(row) => {
            let taken: bool = db
                .prepare_cached("SELECT EXISTS(SELECT 1 FROM user WHERE login = ?1 AND id <> ?2)")?
                .query_row(params![row.login, row.id], |r| r.get(0))?;
            if taken {
                return Err(StoreError::Conflict);
            }
            db.prepare_cached(
                "INSERT OR REPLACE INTO user(id, name, login, password, since)
                 VALUES (?1, ?2, ?3, ?4, ?5)",
            )?
            .execute(params![
                row.id,
                row.name,
                row.login,
                row.password,
                row.since as i64
            ])?;
        }
        Op::Session(row) => {
            db.prepare_cached(
                "INSERT OR REPLACE INTO session(id, user, since) VALUES (?1, ?2, ?3)",
            )?
            .execute(params![row.id, row.user, row.since as i64])?;
        }
        Op::EndSession(id) => {
            db.prepare_cached("DELETE FROM session WHERE id = ?1")?.execute([id])?;
        }
        Op::EndSessions { user, except } => {
            db.prepare_cached("DELETE FROM session WHERE user = ?1 AND id <> ?2")?
                .execute([user, except])?;
        }
        Op::Token(row) => {
            db.prepare_cached(
                "INSERT INTO token(id, user, hash, label, since) VALUES (?1, ?2, ?3, ?4, ?5)",
            )?
            .execute(params![
                row.id,
                row.user,
                row.hash,
                row.label,
                row.since as i64
            ])?;
        }
        Op::EndToken { user, id } => {
            db.prepare_cached("DELETE FROM token WHERE user = ?1 AND id = ?2")?
                .execute([user, id])?;
        }
        Op::DeleteUser(id) => {
            for sql in [
                "DELETE FROM session WHERE user = ?1",
                "DELETE FROM token WHERE user = ?1",
                "DELETE FROM chat WHERE user = ?1",
                "DELETE FROM note WHERE user = ?1",
                "DELETE FROM sits WHERE user = ?1",
                "DELETE FROM user WHERE id = ?1",
            ] {
                db.prepare_cached(sql)?.execute([id])?;
            }
        }
    }
    Ok(())
}

/// Walks from the line at `id` back to the one after line `after`.
fn walk(db: &Connection, id: Option<i64>, after: u32) -> Result<Vec<LineRow>, StoreError> {
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

const SNAP: &str = "SELECT line, id, live, doc, last, at FROM snap WHERE tbl = ?1 AND line";

fn read_snap(row: &Row<'_>) -> Result<SnapRow, StoreError> {
    let line = row.get(0)?;
    let last: Option<String> = row.get(4)?;
    let mut last: Option<LineRow> = last.map(|last| serde_json::from_str(&last)).transpose()?;
    if let Some(last) = &mut last {
        last.line = line;
        last.at = row.get::<_, i64>(5)? as u64;
    }
    Ok(SnapRow { line, live: unpack_live(row.get_ref(2)?.as_blob()?), doc: row.get(3)?, last })
}

fn one_snap(
    db: &Connection,
    tail: &str,
    num: i64,
    line: u32,
) -> Result<Option<SnapRow>, StoreError> {
    let mut get = db.prepare_cached(&format!("{SNAP} {tail}"))?;
    let mut rows = get.query(params![num, line])?;
    rows.next()?.map(read_snap).transpose()
}

fn tables(
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

fn bodies<T: serde::de::DeserializeOwned>(
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

fn user(db: &Connection, sql: &str, key: &str) -> Result<Option<UserRow>, StoreError> {
    let read = |r: &Row<'_>| {
        Ok(UserRow {
            id: r.get(0)?,
            name: r.get(1)?,
            login: r.get(2)?,
            password: r.get(3)?,
            since: r.get::<_, i64>(4)? as u64,
        })
    };
    Ok(db.prepare_cached(sql)?.query_row([key], read).optional()?)
}

fn sessions(db: &Connection, sql: &str, key: &str) -> Result<Vec<SessionRow>, StoreError> {
    let read = |r: &Row<'_>| {
        Ok(SessionRow { id: r.get(0)?, user: r.get(1)?, since: r.get::<_, i64>(2)? as u64 })
    };
    let mut get = db.prepare_cached(sql)?;
    Ok(get.query_map([key], read)?.collect::<Result<_, _>>()?)
}

fn tokens(db: &Connection, sql: &str, key: &str) -> Result<Vec<TokenRow>, StoreError> {
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

impl Store for Sqlite {
    fn commit(&self, change: Vec<Op>, then: Then) {
        let queue = lock(&self.queue);
        let closed = || Err(StoreError::Broken("the store is closed".into()));
        match &*queue {
            Some(queue) => {
                if let Err(mpsc::SendError((_, then))) = queue.send((change, then)) {
                    then(closed());
                }
            }
            None => then(closed()),
        }
    }

    fn last_num(&self) -> BoxFuture<'_, Result<i64, StoreError>> {
        self.read(|_, db| {
            Ok(db.query_row("SELECT COALESCE(MAX(num), 0) FROM tables", [], |r| r.get(0))?)
        })
    }

    fn table<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<Option<TableRow>, StoreError>> {
        let id = id.to_string();
        self.read(move |_, db| {
            Ok(tables(db, "SELECT num, body FROM tables WHERE id = ?1", [id])?.pop())
        })
    }

    fn tail(&self, num: i64) -> BoxFuture<'_, Result<Span, StoreError>> {
        self.read(move |inner, db| {
            let snap = one_snap(db, ">= ?2 ORDER BY line DESC LIMIT 1", num, 0)?;
            let from = snap.as_ref().map_or(0, |snap| snap.line);
            let lines = walk(db, end_of(inner, db, num)?, from)?;
            Ok(Span { snap, lines })
        })
    }

    fn span(&self, num: i64, snap: u32, to: u32) -> BoxFuture<'_, Result<Span, StoreError>> {
        self.read(move |inner, db| {
            let row = one_snap(db, "= ?2", num, snap)?;
            // Begin at the first snapshot behind the end asked for, or at the end of all.
            let at: Option<i64> = db
                .prepare_cached(
                    "SELECT id FROM snap WHERE tbl = ?1 AND line >= ?2 AND id IS NOT NULL
                     ORDER BY line LIMIT 1",
                )?
                .query_row(params![num, to], |r| r.get(0))
                .optional()?;
            let at = match at {
                Some(at) => Some(at),
                None => end_of(inner, db, num)?,
            };
            let mut lines = walk(db, at, snap)?;
            lines.retain(|line| line.line <= to);
            Ok(Span { snap: row, lines })
        })
    }

    fn lines(&self, num: i64) -> BoxFuture<'_, Result<Vec<LineRow>, StoreError>> {
        self.read(move |inner, db| walk(db, end_of(inner, db, num)?, 0))
    }

    fn last_lines(
        &self,
        nums: Vec<i64>,
    ) -> BoxFuture<'_, Result<Vec<Option<LineRow>>, StoreError>> {
        self.read(move |inner, db| {
            let mut found = Vec::with_capacity(nums.len());
            for num in nums {
                let mut get = db.prepare_cached("SELECT line, at, data FROM log WHERE id = ?1")?;
                let mut rows = get.query([end_of(inner, db, num)?])?;
                found.push(match rows.next()? {
                    Some(row) => {
                        let mut read: LineRow = serde_json::from_str(row.get_ref(2)?.as_str()?)?;
                        read.line = row.get(0)?;
                        read.at = row.get::<_, i64>(1)? as u64;
                        Some(read)
                    }
                    None => None,
                });
            }
            Ok(found)
        })
    }

    fn public(
        &self,
        status: Status,
        limit: u32,
    ) -> BoxFuture<'_, Result<Vec<TableRow>, StoreError>> {
        self.read(move |_, db| {
            let sql = "SELECT num, body FROM tables WHERE public = 1 AND status = ?1
                       ORDER BY num DESC LIMIT ?2";
            tables(db, sql, params![status as i64, limit])
        })
    }

    fn tables_of<'a>(
        &'a self,
        user: &'a str,
        over: bool,
        limit: u32,
    ) -> BoxFuture<'a, Result<Vec<TableRow>, StoreError>> {
        let user = user.to_string();
        self.read(move |_, db| {
            let sql = "SELECT t.num, t.body FROM sits s JOIN tables t ON t.num = s.tbl
                       WHERE s.user = ?1 AND (t.status = 2) = ?2 ORDER BY t.num DESC LIMIT ?3";
            tables(db, sql, params![user, over, limit])
        })
    }

    fn playing(&self) -> BoxFuture<'_, Result<Vec<String>, StoreError>> {
        self.read(|_, db| {
            let mut get = db.prepare("SELECT id FROM tables WHERE status = 1")?;
            Ok(get.query_map([], |r| r.get(0))?.collect::<Result<_, _>>()?)
        })
    }

    fn chat(&self, num: i64, limit: u32) -> BoxFuture<'_, Result<Vec<ChatLine>, StoreError>> {
        self.read(move |_, db| {
            let sql = "SELECT body FROM chat WHERE tbl = ?1 ORDER BY id DESC LIMIT ?2";
            let mut lines: Vec<ChatLine> = bodies(db, sql, params![num, limit])?;
            lines.reverse();
            Ok(lines)
        })
    }

    fn chat_of<'a>(&'a self, user: &'a str) -> BoxFuture<'a, Result<Vec<ChatLine>, StoreError>> {
        let user = user.to_string();
        self.read(move |_, db| {
            bodies(db, "SELECT body FROM chat WHERE user = ?1 ORDER BY id", [user])
        })
    }

    fn notes(&self, num: i64) -> BoxFuture<'_, Result<Vec<UserNote>, StoreError>> {
        self.read(move |_, db| {
            bodies(db, "SELECT body FROM note WHERE tbl = ?1 ORDER BY id", [num])
        })
    }

    fn user<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<Option<UserRow>, StoreError>> {
        let id = id.to_string();
        self.read(move |_, db| {
            user(db, "SELECT id, name, login, password, since FROM user WHERE id = ?1", &id)
        })
    }

    fn user_by_login<'a>(
        &'a self,
        login: &'a str,
    ) -> BoxFuture<'a, Result<Option<UserRow>, StoreError>> {
        let login = login.to_string();
        self.read(move |_, db| {
            user(db, "SELECT id, name, login, password, since FROM user WHERE login = ?1", &login)
        })
    }

    fn session<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<Option<SessionRow>, StoreError>> {
        let id = id.to_string();
        self.read(move |_, db| {
            Ok(sessions(db, "SELECT id, user, since FROM session WHERE id = ?1", &id)?.pop())
        })
    }

    fn sessions_of<'a>(
        &'a self,
        user: &'a str,
    ) -> BoxFuture<'a, Result<Vec<SessionRow>, StoreError>> {
        let user = user.to_string();
        self.read(move |_, db| {
            sessions(
                db,
                "SELECT id, user, since FROM session WHERE user = ?1 ORDER BY since",
                &user,
            )
        })
    }

    fn token<'a>(&'a self, hash: &'a str) -> BoxFuture<'a, Result<Option<TokenRow>, StoreError>> {
        let hash = hash.to_string();
        self.read(move |_, db| {
            Ok(tokens(db, "SELECT id, user, hash, label, since FROM token WHERE hash = ?1", &hash)?
                .pop())
        })
    }

    fn tokens_of<'a>(&'a self, user: &'a str) -> BoxFuture<'a, Result<Vec<TokenRow>, StoreError>> {
        let user = user.to_string();
        self.read(move |_, db| {
            tokens(
                db,
                "SELECT id, user, hash, label, since FROM token WHERE user = ?1 ORDER BY since",
                &user,
            )
        })
    }

    fn healthy(&self) -> bool {
        self.inner.healthy.load(Ordering::Relaxed)
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        StoreError::Broken(error.to_string())
    }
}

impl From<rusqlite::types::FromSqlError> for StoreError {
    fn from(error: rusqlite::types::FromSqlError) -> StoreError {
        StoreError::Broken(error.to_string())
    }
}

impl From<serde_json::Error> for StoreError {
    fn from(error: serde_json::Error) -> StoreError {
        StoreError::Broken(error.to_string())
    }
}
