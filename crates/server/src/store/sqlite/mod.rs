//! SQLite in one file: WAL, synchronous=FULL, one writer that commits
//! everything that has queued up at once, and a few readers.
//!
//! Lines of all games go to the end of one table, whatever game they belong
//! to, so that a commit of 500 moves touches a handful of pages and not 500.
//! Each line points to the one before it in its game, snapshots point to
//! theirs, and the last line of every game is noted now and then; what came
//! after the last note is found by reading the end of the table at start.

mod calls;
mod copy;
mod manners;
mod people;
mod read;
mod records;
mod results;
mod schema;
mod studies;
mod tournaments;
#[cfg(feature = "postgres")]
mod whole;
mod write;

use super::{
    AuditRow, Faults, KeptRow, LineRow, Op, PasskeyRow, PastRow, RatingRow, ResultRow, SessionRow,
    Span, Store, StoreError, TableRow, Then, TokenRow, UserRow, Woken,
};
use admiralty_protocol::{ChatLine, Status, UserNote};
use futures_util::future::BoxFuture;
use read::{
    bodies, end_of, last_line, listed, one_snap, sessions, tables, tail, tokens, users, walk,
};
use rusqlite::{Connection, OptionalExtension, params};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use write::{Change, recover, write_all};

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
    ends: Mutex<HashMap<i64, End>>,
    healthy: AtomicBool,
    /// Of tests.
    faults: Option<Arc<Faults>>,
    /// Held as long as the file is open.
    _lock: std::fs::File,
}

/// The last line of a game: where it stands, and its number.
type End = (i64, u32);

impl Inner {
    /// A step of a change; tests let it fail.
    fn step(&self) -> Result<(), StoreError> {
        self.faults.as_ref().map_or(Ok(()), |faults| faults.write())
    }
}

impl Sqlite {
    /// Opens or makes the file, which nobody else may have open, and brings it
    /// to the schema of this program.
    pub fn open(path: &Path) -> Result<Sqlite, StoreError> {
        Sqlite::open_on(path, None)
    }

    /// The same, failing on purpose.
    pub fn open_faulty(path: &Path, faults: Arc<Faults>) -> Result<Sqlite, StoreError> {
        Sqlite::open_on(path, Some(faults))
    }

    fn open_on(path: &Path, faults: Option<Arc<Faults>>) -> Result<Sqlite, StoreError> {
        let held = hold(path)?;
        private(path)?;
        let mut db = connect(path)?;
        schema::migrate(&mut db, path)?;
        let ends = recover(&mut db)?;
        let inner = Arc::new(Inner {
            path: path.to_path_buf(),
            readers: Mutex::new(Vec::new()),
            ends: Mutex::new(ends),
            healthy: AtomicBool::new(true),
            faults,
            _lock: held,
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
                inner.faults.as_ref().map_or(Ok(()), |faults| faults.read())?;
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

/// Makes the file if it is not there; only its owner may read it. What SQLite
/// puts beside it has the same rights.
fn private(path: &Path) -> Result<(), StoreError> {
    let broken = |error: std::io::Error| StoreError::Broken(format!("{}: {error}", path.display()));
    let mut options = std::fs::OpenOptions::new();
    options.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(path).map_err(broken)?;
    #[cfg(unix)]
    file.set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o600)).map_err(broken)?;
    drop(file);
    Ok(())
}

/// Two servers on one file would give the same numbers to different tables:
/// whoever comes second is refused. The lock goes with the process.
pub(crate) fn hold(path: &Path) -> Result<std::fs::File, StoreError> {
    use std::io::{Read, Write};
    let lock = path.with_extension("lock");
    let broken = |error: std::io::Error| StoreError::Broken(format!("{}: {error}", lock.display()));
    let mut options = std::fs::OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&lock).map_err(broken)?;
    match file.try_lock() {
        Ok(()) => {
            file.set_len(0).map_err(broken)?;
            writeln!(file, "{}", std::process::id()).map_err(broken)?;
            Ok(file)
        }
        Err(std::fs::TryLockError::WouldBlock) => {
            let mut who = String::new();
            let _ = (&mut file).take(20).read_to_string(&mut who);
            Err(StoreError::Broken(format!(
                "another Admiralty (process {}) is using it: stop that one, or choose another \
                 folder with --data",
                who.trim()
            )))
        }
        Err(std::fs::TryLockError::Error(error)) => Err(broken(error)),
    }
}

const TABLE: &str = "SELECT num, body FROM tables WHERE id = ?1";

fn last_chat(db: &Connection, num: i64, limit: u32) -> Result<Vec<(String, ChatLine)>, StoreError> {
    let sql = "SELECT user, body FROM (
                 SELECT * FROM (SELECT id, user, body FROM chat WHERE tbl = ?1 AND players = 1
                                ORDER BY id DESC LIMIT ?2)
                 UNION ALL
                 SELECT * FROM (SELECT id, user, body FROM chat WHERE tbl = ?1 AND players = 0
                                ORDER BY id DESC LIMIT ?2))
               ORDER BY id";
    read::signed(db, sql, params![num, limit])
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
        self.read(move |_, db| Ok(tables(db, TABLE, [id])?.pop()))
    }

    fn tail(&self, num: i64) -> BoxFuture<'_, Result<Span, StoreError>> {
        self.read(move |inner, db| tail(inner, db, num))
    }

    fn wake<'a>(
        &'a self,
        id: &'a str,
        chat: u32,
    ) -> BoxFuture<'a, Result<Option<Woken>, StoreError>> {
        let id = id.to_string();
        self.read(move |inner, db| {
            let Some(row) = tables(db, TABLE, [id])?.pop() else { return Ok(None) };
            let span = match row.status {
                Status::Waiting => None,
                _ => Some(tail(inner, db, row.num)?),
            };
            let chat = last_chat(db, row.num, chat)?;
            Ok(Some(Woken { row, span, chat }))
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
        // One that cannot be read is not a reason to hide the others.
        let last = |inner: &Inner, db: &Connection, num| {
            last_line(inner, db, num).unwrap_or_else(|error| {
                tracing::error!(table = num, %error, "a line cannot be read");
                None
            })
        };
        self.read(move |inner, db| Ok(nums.into_iter().map(|num| last(inner, db, num)).collect()))
    }

    fn public(
        &self,
        status: Status,
        limit: u32,
    ) -> BoxFuture<'_, Result<Vec<TableRow>, StoreError>> {
        self.read(move |_, db| {
            let sql = "SELECT num, body FROM tables WHERE public = 1 AND status = ?1
                       ORDER BY num DESC LIMIT ?2";
            listed(db, sql, params![status as i64, limit])
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
            listed(db, sql, params![user, over, limit])
        })
    }

    fn playing(&self) -> BoxFuture<'_, Result<Vec<String>, StoreError>> {
        self.read(|_, db| {
            let mut get = db.prepare("SELECT id FROM tables WHERE status = 1")?;
            Ok(get.query_map([], |r| r.get(0))?.collect::<Result<_, _>>()?)
        })
    }

    fn ran(&self) -> BoxFuture<'_, Result<u64, StoreError>> {
        self.read(|_, db| {
            let ran = db
                .query_row("SELECT value FROM meta WHERE key = 'ran'", [], |r| r.get::<_, i64>(0))
                .optional()?;
            Ok(ran.unwrap_or(0) as u64)
        })
    }

    fn chat(
        &self,
        num: i64,
        limit: u32,
    ) -> BoxFuture<'_, Result<Vec<(String, ChatLine)>, StoreError>> {
        self.read(move |_, db| last_chat(db, num, limit))
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
        self.read(move |_, db| Ok(users(db, "WHERE id = ?1", [id])?.pop()))
    }

    fn user_by_login<'a>(
        &'a self,
        login: &'a str,
    ) -> BoxFuture<'a, Result<Option<UserRow>, StoreError>> {
        let login = login.to_string();
        self.read(move |_, db| Ok(users(db, "WHERE login = ?1", [login])?.pop()))
    }

    fn session<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<Option<SessionRow>, StoreError>> {
        let id = id.to_string();
        self.read(move |_, db| {
            Ok(sessions(db, "SELECT id, user, since, seen FROM session WHERE id = ?1", &id)?.pop())
        })
    }

    fn sessions_of<'a>(
        &'a self,
        user: &'a str,
    ) -> BoxFuture<'a, Result<Vec<SessionRow>, StoreError>> {
        let user = user.to_string();
        self.read(move |_, db| {
            let sql = "SELECT id, user, since, seen FROM session WHERE user = ?1 ORDER BY since";
            sessions(db, sql, &user)
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

    fn has_recovery<'a>(
        &'a self,
        user: &'a str,
        hash: &'a str,
    ) -> BoxFuture<'a, Result<bool, StoreError>> {
        let args = [user.to_string(), hash.to_string()];
        self.read(move |_, db| {
            let sql = "SELECT EXISTS(SELECT 1 FROM recovery WHERE user = ?1 AND hash = ?2)";
            Ok(db.prepare_cached(sql)?.query_row(args, |r| r.get(0))?)
        })
    }

    fn passkeys_of<'a>(
        &'a self,
        user: &'a str,
    ) -> BoxFuture<'a, Result<Vec<PasskeyRow>, StoreError>> {
        let user = user.to_string();
        self.read(move |_, db| people::passkeys(db, "WHERE user = ?1 ORDER BY since", &user))
    }

    fn kept_of<'a>(&'a self, user: &'a str) -> BoxFuture<'a, Result<Vec<KeptRow>, StoreError>> {
        let user = user.to_string();
        self.read(move |_, db| people::kept(db, &user))
    }

    fn passkey<'a>(
        &'a self,
        cred: &'a str,
    ) -> BoxFuture<'a, Result<Option<PasskeyRow>, StoreError>> {
        let cred = cred.to_string();
        self.read(move |_, db| Ok(people::passkeys(db, "WHERE cred = ?1", &cred)?.pop()))
    }

    fn find_users<'a>(
        &'a self,
        text: &'a str,
        limit: u32,
    ) -> BoxFuture<'a, Result<Vec<UserRow>, StoreError>> {
        let text = text.to_string();
        self.read(move |_, db| {
            let which = "WHERE id = ?1 OR login = ?1 OR instr(name, ?1) > 0 OR ?1 = ''
                         ORDER BY since DESC LIMIT ?2";
            users(db, which, params![text, limit])
        })
    }

    fn bots_of<'a>(&'a self, owner: &'a str) -> BoxFuture<'a, Result<Vec<UserRow>, StoreError>> {
        let owner = owner.to_string();
        self.read(move |_, db| users(db, "WHERE bot = ?1 ORDER BY since, id", params![owner]))
    }

    fn audit(&self, limit: u32) -> BoxFuture<'_, Result<Vec<AuditRow>, StoreError>> {
        self.read(move |_, db| people::audit(db, limit))
    }

    fn ladder<'a>(
        &'a self,
        pool: &'a str,
        surest: f64,
        limit: u32,
    ) -> BoxFuture<'a, Result<Vec<RatingRow>, StoreError>> {
        let pool = pool.to_string();
        self.read(move |_, db| results::ladder(db, &pool, surest, limit))
    }

    fn ratings_of<'a>(
        &'a self,
        user: &'a str,
    ) -> BoxFuture<'a, Result<Vec<RatingRow>, StoreError>> {
        let user = user.to_string();
        self.read(move |_, db| results::of(db, &user))
    }

    fn rating_past<'a>(
        &'a self,
        pool: &'a str,
        user: &'a str,
        limit: u32,
    ) -> BoxFuture<'a, Result<Vec<PastRow>, StoreError>> {
        let (pool, user) = (pool.to_string(), user.to_string());
        self.read(move |_, db| results::past(db, &pool, &user, limit))
    }

    fn results(&self, after: i64, limit: u32) -> BoxFuture<'_, Result<Vec<ResultRow>, StoreError>> {
        self.read(move |_, db| results::results(db, after, limit))
    }

    fn counts(&self) -> BoxFuture<'_, Result<Vec<(String, u64)>, StoreError>> {
        self.read(|_, db| people::counts(db))
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
        StoreError::Unreadable(error.to_string())
    }
}

impl From<serde_json::Error> for StoreError {
    fn from(error: serde_json::Error) -> StoreError {
        StoreError::Unreadable(error.to_string())
    }
}
