//! PostgreSQL, for many nodes: a pool for readers, a connection of its own for
//! each of two writers, and leases that say whose a table is.

mod batch;
mod calls;
mod lease;
mod manners;
mod people;
mod read;
mod records;
mod results;
mod schema;
mod studies;
mod tournaments;
mod whole;
mod write;

use super::{
    AuditRow, KeptRow, Leases, LineRow, Op, PasskeyRow, PastRow, RatingRow, ResultRow, SessionRow,
    Span, Store, StoreError, TableRow, Then, TokenRow, UserRow, Woken,
};
use admiralty_protocol::{ChatLine, Status, UserNote};
use futures_util::future::BoxFuture;
use sqlx::postgres::{PgArguments, PgConnectOptions, PgPoolOptions, PgRow};
use sqlx::query::Query;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, PgConnection, PgPool, Row};
use std::collections::HashMap;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::time::Duration;
use tokio::sync::mpsc;
use write::Change;

/// Connections for readers.
const READERS: u32 = 12;
/// So long a reader waits for one.
const PATIENCE: Duration = Duration::from_secs(5);

/// A store in PostgreSQL.
pub struct Postgres {
    inner: Arc<Inner>,
    rooms: mpsc::UnboundedSender<Change>,
    people: mpsc::UnboundedSender<Change>,
}

struct Inner {
    pool: PgPool,
    options: PgConnectOptions,
    healthy: AtomicBool,
    /// This node's number; 0 before it has joined others.
    node: AtomicI64,
}

impl Inner {
    async fn connect(&self) -> Result<PgConnection, StoreError> {
        self.options.connect().await.map_err(broken)
    }
}

fn broken(error: sqlx::Error) -> StoreError {
    StoreError::Broken(error.to_string())
}

type Statement = Query<'static, sqlx::Postgres, PgArguments>;

impl Postgres {
    /// Connects to a database (`postgres://user:password@host/name`) and brings it
    /// to the schema of this program.
    pub async fn open(url: &str) -> Result<Postgres, StoreError> {
        let options = PgConnectOptions::from_str(url).map_err(broken)?;
        // A node that was cut off must not hold locks that others wait for.
        let options = options
            .application_name("admiralty")
            .options([("statement_timeout", "20s"), ("idle_in_transaction_session_timeout", "5s")]);
        let mut first = options.connect().await.map_err(broken)?;
        schema::migrate(&mut first).await?;
        first.close().await.map_err(broken)?;
        let pool = PgPoolOptions::new()
            .max_connections(READERS)
            .acquire_timeout(PATIENCE)
            .connect_lazy_with(options.clone());
        let inner = Arc::new(Inner {
            pool,
            options,
            healthy: AtomicBool::new(true),
            node: AtomicI64::new(0),
        });
        let (rooms, of_rooms) = mpsc::unbounded_channel();
        let (people, of_people) = mpsc::unbounded_channel();
        tokio::spawn(write::write_rooms(Arc::clone(&inner), of_rooms));
        tokio::spawn(write::write_people(Arc::clone(&inner), of_people));
        Ok(Postgres { inner, rooms, people })
    }

    /// The key that signs cookies, which all nodes share: `new` if there is none yet.
    pub async fn secret(&self, new: [u8; 32]) -> Result<[u8; 32], StoreError> {
        sqlx::query("INSERT INTO secret(key) VALUES ($1) ON CONFLICT DO NOTHING")
            .bind(new.to_vec())
            .execute(&self.inner.pool)
            .await
            .map_err(broken)?;
        let row = sqlx::query("SELECT key FROM secret").fetch_one(&self.inner.pool).await;
        let key: Vec<u8> = row.and_then(|row| row.try_get(0)).map_err(broken)?;
        key.try_into().map_err(|_| StoreError::Broken("the secret has not 32 bytes".into()))
    }

    fn node(&self) -> i64 {
        self.inner.node.load(Ordering::Acquire)
    }

    async fn all<T>(
        &self,
        statement: Statement,
        read: impl Fn(PgRow) -> Result<T, StoreError>,
    ) -> Result<Vec<T>, StoreError> {
        let rows = statement.fetch_all(&self.inner.pool).await.map_err(broken)?;
        rows.into_iter().map(read).collect()
    }

    async fn one<T>(
        &self,
        statement: Statement,
        read: impl Fn(PgRow) -> Result<T, StoreError>,
    ) -> Result<Option<T>, StoreError> {
        let row = statement.fetch_optional(&self.inner.pool).await.map_err(broken)?;
        row.map(read).transpose()
    }

    async fn tail_of(&self, num: i64) -> Result<Span, StoreError> {
        let sql = "SELECT line, live, doc, last, at FROM snap WHERE tbl = $1
                   ORDER BY line DESC LIMIT 1";
        let snap = self.one(sqlx::query(sql).bind(num), read::snap).await?;
        let from = snap.as_ref().map_or(0, |snap| snap.line);
        Ok(Span { snap, lines: self.between(num, from, u32::MAX).await? })
    }

    /// The lines after one, up to another.
    async fn between(&self, num: i64, after: u32, to: u32) -> Result<Vec<LineRow>, StoreError> {
        let sql = "SELECT line, at, data FROM log WHERE tbl = $1 AND line > $2 AND line <= $3
                   ORDER BY line";
        let to = i32::try_from(to).unwrap_or(i32::MAX);
        self.all(sqlx::query(sql).bind(num).bind(after as i32).bind(to), read::line).await
    }
}

const TABLE: &str = "SELECT num, body FROM tables WHERE id = $1";
const SESSION: &str = "SELECT id, person, since, seen FROM session";
const TOKEN: &str = "SELECT id, person, hash, label, since FROM token";
const PASSKEY: &str = "SELECT id, person, cred, label, body, since FROM passkey";

/// A statement put together of parts of this file.
fn query(parts: &[&str]) -> Statement {
    sqlx::query(AssertSqlSafe(parts.join(" ")))
}

impl Store for Postgres {
    fn commit(&self, change: Vec<Op>, then: Then) {
        let queue = if write::is_of_rooms(&change) { &self.rooms } else { &self.people };
        if let Err(mpsc::error::SendError((_, then))) = queue.send((change, then)) {
            then(Err(StoreError::Broken("the store is closed".into())));
        }
    }

    fn last_num(&self) -> BoxFuture<'_, Result<i64, StoreError>> {
        Box::pin(async {
            let row = sqlx::query("SELECT COALESCE(MAX(num), 0) FROM tables")
                .fetch_one(&self.inner.pool)
                .await;
            row.and_then(|row| row.try_get(0)).map_err(broken)
        })
    }

    fn fresh_num(&self) -> BoxFuture<'_, Result<Option<i64>, StoreError>> {
        Box::pin(async {
            let row = sqlx::query("SELECT nextval('table_num')").fetch_one(&self.inner.pool).await;
            row.and_then(|row| row.try_get(0)).map(Some).map_err(broken)
        })
    }

    fn leases(&self) -> Option<&dyn Leases> {
        Some(self)
    }

    fn table<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<Option<TableRow>, StoreError>> {
        Box::pin(
            async move { self.one(sqlx::query(TABLE).bind(id.to_string()), read::table).await },
        )
    }

    fn wake<'a>(
        &'a self,
        id: &'a str,
        chat: u32,
    ) -> BoxFuture<'a, Result<Option<Woken>, StoreError>> {
        Box::pin(async move {
            let Some(row) = self.table(id).await? else { return Ok(None) };
            let span = match row.status {
                Status::Waiting => None,
                _ => Some(self.tail_of(row.num).await?),
            };
            let chat = self.chat(row.num, chat).await?;
            Ok(Some(Woken { row, span, chat }))
        })
    }

    fn tail(&self, num: i64) -> BoxFuture<'_, Result<Span, StoreError>> {
        Box::pin(self.tail_of(num))
    }

    fn span(&self, num: i64, snap: u32, to: u32) -> BoxFuture<'_, Result<Span, StoreError>> {
        Box::pin(async move {
            let sql = "SELECT line, live, doc, last, at FROM snap WHERE tbl = $1 AND line = $2";
            let statement = sqlx::query(sql).bind(num).bind(snap as i32);
            let row = self.one(statement, read::snap).await?;
            Ok(Span { snap: row, lines: self.between(num, snap, to).await? })
        })
    }

    fn lines(&self, num: i64) -> BoxFuture<'_, Result<Vec<LineRow>, StoreError>> {
        Box::pin(self.between(num, 0, u32::MAX))
    }

    fn last_lines(
        &self,
        nums: Vec<i64>,
    ) -> BoxFuture<'_, Result<Vec<Option<LineRow>>, StoreError>> {
        Box::pin(async move {
            let sql = "SELECT l.line, l.at, l.data, a.num FROM unnest($1::BIGINT[]) AS a(num),
                       LATERAL (SELECT line, at, data FROM log WHERE tbl = a.num
                                ORDER BY line DESC LIMIT 1) AS l";
            let statement = sqlx::query(sql).bind(nums.clone());
            let read = |row: PgRow| {
                let num: i64 = row.try_get(3).map_err(broken)?;
                // One that cannot be read is not a reason to hide the others.
                let line = read::line(row).inspect_err(|error| {
                    tracing::error!(table = num, %error, "a line cannot be read");
                });
                Ok((num, line.ok()))
            };
            let mut found: HashMap<i64, Option<LineRow>> =
                self.all(statement, read).await?.into_iter().collect();
            Ok(nums.iter().map(|num| found.remove(num).flatten()).collect())
        })
    }

    fn public(
        &self,
        status: Status,
        limit: u32,
    ) -> BoxFuture<'_, Result<Vec<TableRow>, StoreError>> {
        Box::pin(async move {
            let sql = "SELECT num, body FROM tables WHERE public AND status = $1
                       ORDER BY num DESC LIMIT $2";
            let statement = sqlx::query(sql).bind(status as i16).bind(i64::from(limit));
            self.all(statement, Ok).await.map(read::listed)
        })
    }

    fn tables_of<'a>(
        &'a self,
        user: &'a str,
        over: bool,
        limit: u32,
    ) -> BoxFuture<'a, Result<Vec<TableRow>, StoreError>> {
        Box::pin(async move {
            let sql = "SELECT t.num, t.body FROM sits s JOIN tables t ON t.num = s.tbl
                       WHERE s.person = $1 AND (t.status = 2) = $2 ORDER BY t.num DESC LIMIT $3";
            let statement = sqlx::query(sql).bind(user.to_string()).bind(over);
            self.all(statement.bind(i64::from(limit)), Ok).await.map(read::listed)
        })
    }

    fn playing(&self) -> BoxFuture<'_, Result<Vec<String>, StoreError>> {
        Box::pin(async {
            let statement = sqlx::query("SELECT id FROM tables WHERE status = 1");
            self.all(statement, |row| row.try_get(0).map_err(broken)).await
        })
    }

    fn ran(&self) -> BoxFuture<'_, Result<u64, StoreError>> {
        Box::pin(async {
            let statement = sqlx::query("SELECT value FROM meta WHERE key = 'ran'");
            let ran = self.one(statement, |row| row.try_get::<i64, _>(0).map_err(broken)).await?;
            Ok(ran.unwrap_or(0) as u64)
        })
    }

    fn chat(
        &self,
        num: i64,
        limit: u32,
    ) -> BoxFuture<'_, Result<Vec<(String, ChatLine)>, StoreError>> {
        Box::pin(async move {
            let sql = "SELECT person, body FROM (
                         (SELECT id, person, body FROM chat WHERE tbl = $1 AND players
                          ORDER BY id DESC LIMIT $2)
                         UNION ALL
                         (SELECT id, person, body FROM chat WHERE tbl = $1 AND NOT players
                          ORDER BY id DESC LIMIT $2)) AS said ORDER BY id";
            self.all(sqlx::query(sql).bind(num).bind(i64::from(limit)), read::signed).await
        })
    }

    fn chat_of<'a>(&'a self, user: &'a str) -> BoxFuture<'a, Result<Vec<ChatLine>, StoreError>> {
        Box::pin(async move {
            let sql = "SELECT body FROM chat WHERE person = $1 ORDER BY id";
            self.all(sqlx::query(sql).bind(user.to_string()), read::body).await
        })
    }

    fn notes(&self, num: i64) -> BoxFuture<'_, Result<Vec<UserNote>, StoreError>> {
        Box::pin(async move {
            let sql = "SELECT body FROM note WHERE tbl = $1 ORDER BY id";
            self.all(sqlx::query(sql).bind(num), read::body).await
        })
    }

    fn user<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<Option<UserRow>, StoreError>> {
        let statement = query(&[read::USER, "WHERE id = $1"]).bind(id.to_string());
        Box::pin(self.one(statement, read::user))
    }

    fn user_by_login<'a>(
        &'a self,
        login: &'a str,
    ) -> BoxFuture<'a, Result<Option<UserRow>, StoreError>> {
        let statement = query(&[read::USER, "WHERE login = $1"]).bind(login.to_string());
        Box::pin(self.one(statement, read::user))
    }

    fn session<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<Option<SessionRow>, StoreError>> {
        let statement = query(&[SESSION, "WHERE id = $1"]).bind(id.to_string());
        Box::pin(self.one(statement, read::session))
    }

    fn sessions_of<'a>(
        &'a self,
        user: &'a str,
    ) -> BoxFuture<'a, Result<Vec<SessionRow>, StoreError>> {
        let statement = query(&[SESSION, "WHERE person = $1 ORDER BY since"]);
        Box::pin(self.all(statement.bind(user.to_string()), read::session))
    }

    fn token<'a>(&'a self, hash: &'a str) -> BoxFuture<'a, Result<Option<TokenRow>, StoreError>> {
        let statement = query(&[TOKEN, "WHERE hash = $1"]).bind(hash.to_string());
        Box::pin(self.one(statement, read::token))
    }

    fn tokens_of<'a>(&'a self, user: &'a str) -> BoxFuture<'a, Result<Vec<TokenRow>, StoreError>> {
        let statement = query(&[TOKEN, "WHERE person = $1 ORDER BY since"]);
        Box::pin(self.all(statement.bind(user.to_string()), read::token))
    }

    fn has_recovery<'a>(
        &'a self,
        user: &'a str,
        hash: &'a str,
    ) -> BoxFuture<'a, Result<bool, StoreError>> {
        let statement = sqlx::query("SELECT 1 FROM recovery WHERE person = $1 AND hash = $2")
            .bind(user.to_string())
            .bind(hash.to_string());
        Box::pin(async move { Ok(self.one(statement, |_| Ok(())).await?.is_some()) })
    }

    fn passkeys_of<'a>(
        &'a self,
        user: &'a str,
    ) -> BoxFuture<'a, Result<Vec<PasskeyRow>, StoreError>> {
        let statement = query(&[PASSKEY, "WHERE person = $1 ORDER BY since"]);
        Box::pin(self.all(statement.bind(user.to_string()), read::passkey))
    }

    fn kept_of<'a>(&'a self, user: &'a str) -> BoxFuture<'a, Result<Vec<KeptRow>, StoreError>> {
        let sql = "SELECT person, key, body FROM kept WHERE person = $1 ORDER BY key";
        Box::pin(self.all(sqlx::query(sql).bind(user.to_string()), read::kept))
    }

    fn passkey<'a>(
        &'a self,
        cred: &'a str,
    ) -> BoxFuture<'a, Result<Option<PasskeyRow>, StoreError>> {
        let statement = query(&[PASSKEY, "WHERE cred = $1"]).bind(cred.to_string());
        Box::pin(self.one(statement, read::passkey))
    }

    fn find_users<'a>(
        &'a self,
        text: &'a str,
        limit: u32,
    ) -> BoxFuture<'a, Result<Vec<UserRow>, StoreError>> {
        let which = "WHERE id = $1 OR login = $1 OR position($1 IN name) > 0 OR $1 = ''
                     ORDER BY since DESC LIMIT $2";
        let statement = query(&[read::USER, which]).bind(text.to_string());
        Box::pin(self.all(statement.bind(i64::from(limit)), read::user))
    }

    fn bots_of<'a>(&'a self, owner: &'a str) -> BoxFuture<'a, Result<Vec<UserRow>, StoreError>> {
        let statement = query(&[read::USER, "WHERE bot = $1 ORDER BY since, id"]);
        Box::pin(self.all(statement.bind(owner.to_string()), read::user))
    }

    fn audit(&self, limit: u32) -> BoxFuture<'_, Result<Vec<AuditRow>, StoreError>> {
        let sql = "SELECT at, what, about, detail FROM audit ORDER BY id DESC LIMIT $1";
        Box::pin(self.all(sqlx::query(sql).bind(i64::from(limit)), read::audit))
    }

    fn ladder<'a>(
        &'a self,
        pool: &'a str,
        surest: f64,
        limit: u32,
    ) -> BoxFuture<'a, Result<Vec<RatingRow>, StoreError>> {
        Box::pin(self.best(pool, surest, limit))
    }

    fn ratings_of<'a>(
        &'a self,
        user: &'a str,
    ) -> BoxFuture<'a, Result<Vec<RatingRow>, StoreError>> {
        Box::pin(self.rated(user))
    }

    fn rating_past<'a>(
        &'a self,
        pool: &'a str,
        user: &'a str,
        limit: u32,
    ) -> BoxFuture<'a, Result<Vec<PastRow>, StoreError>> {
        Box::pin(self.past(pool, user, limit))
    }

    fn results(&self, after: i64, limit: u32) -> BoxFuture<'_, Result<Vec<ResultRow>, StoreError>> {
        Box::pin(self.ended_after(after, limit))
    }

    fn counts(&self) -> BoxFuture<'_, Result<Vec<(String, u64)>, StoreError>> {
        Box::pin(async {
            let mut counts = Vec::new();
            for (name, from) in [
                ("people", "person"),
                ("accounts", "person WHERE login IS NOT NULL"),
                ("sessions", "session"),
                ("tables", "tables"),
                ("tables_waiting", "tables WHERE status = 0"),
                ("tables_playing", "tables WHERE status = 1"),
                ("tables_over", "tables WHERE status = 2"),
                ("lines", "log"),
                ("remarks", "chat"),
                ("shuns", "shun"),
                ("reports", "report"),
                ("calls", "call"),
            ] {
                let row = query(&["SELECT COUNT(*) FROM", from]).fetch_one(&self.inner.pool).await;
                let n: i64 = row.and_then(|row| row.try_get(0)).map_err(broken)?;
                counts.push((name.to_string(), n as u64));
            }
            Ok(counts)
        })
    }

    fn healthy(&self) -> bool {
        self.inner.healthy.load(Ordering::Relaxed)
    }
}
