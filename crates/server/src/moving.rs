//! Everything from one store to another: from a club's file to a database that
//! many nodes share, and back. Nothing is left out, and every game is played again
//! where it has arrived.

use crate::keep::look_at;
use crate::store::{
    CallOp, MannersOp, Op, Postgres, RecordOp, RecordRow, Sqlite, StoreError, StudyOp, UserSet,
    Whole,
};
use anyhow::{Context, anyhow, bail};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// So many parts are written at once.
const CHUNK: usize = 500;

/// Where a store is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// In this file; the key that signs cookies stands in `secret.key` beside it.
    Sqlite(PathBuf),
    /// At this address.
    Postgres(String),
}

impl std::str::FromStr for Place {
    type Err = String;

    fn from_str(text: &str) -> Result<Place, String> {
        if let Some(file) = text.strip_prefix("sqlite:").filter(|file| !file.is_empty()) {
            return Ok(Place::Sqlite(file.into()));
        }
        if text.starts_with("postgres://") || text.starts_with("postgresql://") {
            return Ok(Place::Postgres(text.into()));
        }
        Err(format!("\"{text}\" is neither sqlite:FILE nor postgres://…"))
    }
}

/// What was moved.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Moved {
    /// Tables.
    pub tables: usize,
    /// Lines of games, each played again.
    pub lines: usize,
    /// People.
    pub people: usize,
    /// Tables whose game does not replay, and why. They were moved as they are.
    pub broken: Vec<(String, String)>,
}

/// An open store with its secret.
struct Opened {
    store: Arc<dyn Whole>,
    secret: Option<[u8; 32]>,
}

fn plain(error: StoreError) -> anyhow::Error {
    anyhow!("{error}")
}

/// Copies everything. The source must not be in use by a server that writes, and
/// the target must be empty; both are looked at first.
pub async fn move_all(from: &Place, to: &Place) -> anyhow::Result<Moved> {
    if let Place::Sqlite(file) = from
        && !file.exists()
    {
        bail!("there is no file {}", file.display());
    }
    let source = open(from, None).await.context("cannot open what is to be moved")?;
    let target = open(to, source.secret).await.context("cannot open where it is to go")?;
    let (old, new) = (&*source.store, &*target.store);
    if new.last_num().await.map_err(plain)? > 0
        || !new.find_users("", 1).await.map_err(plain)?.is_empty()
    {
        bail!("there is something already where it is to go: move to an empty store");
    }
    if new.is_busy().await.map_err(plain)? || old.is_busy().await.map_err(plain)? {
        bail!("a server is running on it: stop it first");
    }
    let mut moved = Moved { people: people(old, new).await?, ..Moved::default() };
    let ids = old.ids().await.map_err(plain)?;
    for id in &ids {
        table(old, new, id).await.with_context(|| format!("table {id}"))?;
    }
    let mut after = 0;
    loop {
        let results = old.results(after, CHUNK as u32).await.map_err(plain)?;
        let Some(last) = results.last() else { break };
        after = last.id;
        for result in results {
            commit(new, vec![Op::Result(Box::new(result))]).await?;
        }
    }
    for current in [true, false] {
        let rows = old.tournaments(current, i32::MAX as u32).await.map_err(plain)?;
        for row in rows {
            commit(new, vec![Op::Tournament { row: Box::new(row), after: 0 }]).await?;
        }
    }
    manners(old, new).await?;
    let calls = old.calls().await.map_err(plain)?;
    for some in calls.chunks(CHUNK) {
        let put = |row: &_| Op::Call(Box::new(CallOp::Put(Clone::clone(row))));
        commit(new, some.iter().map(put).collect()).await?;
    }
    commit(new, vec![Op::Ran(old.ran().await.map_err(plain)?)]).await?;
    new.counted().await.map_err(plain)?;
    for id in ids {
        moved.tables += 1;
        same(old, new, &id).await.with_context(|| format!("table {id}"))?;
        match look_at(new.as_store(), &id).await {
            Ok((_, lines)) => moved.lines += lines,
            Err(why) => moved.broken.push((id, why)),
        }
    }
    let counts = [old.counts().await.map_err(plain)?, new.counts().await.map_err(plain)?];
    if counts[0] != counts[1] {
        bail!("not everything has arrived: {:?} became {:?}", counts[0], counts[1]);
    }
    Ok(moved)
}

/// The same for a program that does nothing else meanwhile.
pub fn move_now(from: &Place, to: &Place) -> anyhow::Result<Moved> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(move_all(from, to))
}

async fn open(place: &Place, secret: Option<[u8; 32]>) -> anyhow::Result<Opened> {
    match place {
        Place::Sqlite(file) => {
            let store = Sqlite::open(file).map_err(plain)?;
            let key = file.with_file_name("secret.key");
            let secret = match secret {
                Some(secret) => Some(put_key(&key, secret)?),
                None => match std::fs::read(&key) {
                    Ok(bytes) => {
                        let wrong = |_| anyhow!("{} has not 32 bytes", key.display());
                        Some(bytes.try_into().map_err(wrong)?)
                    }
                    Err(_) => None,
                },
            };
            Ok(Opened { store: Arc::new(store), secret })
        }
        Place::Postgres(url) => {
            let store = Postgres::open(url).await.map_err(plain)?;
            let mut new = [0; 32];
            crate::ids::Entropy::fill(&crate::ids::Os, &mut new);
            let kept = store.secret(secret.unwrap_or(new)).await.map_err(plain)?;
            if secret.is_some_and(|secret| secret != kept) {
                bail!("it has a key of its own already: move to an empty database");
            }
            Ok(Opened { store: Arc::new(store), secret: Some(kept) })
        }
    }
}

fn put_key(key: &Path, secret: [u8; 32]) -> anyhow::Result<[u8; 32]> {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut out = options.open(key).with_context(|| key.display().to_string())?;
    std::io::Write::write_all(&mut out, &secret)?;
    out.sync_all()?;
    Ok(secret)
}

async fn commit(store: &dyn Whole, ops: Vec<Op>) -> anyhow::Result<()> {
    let (done, wait) = tokio::sync::oneshot::channel();
    store.as_store().commit(ops, Box::new(move |written| drop(done.send(written))));
    wait.await?.map_err(plain)
}

async fn people(old: &dyn Whole, new: &dyn Whole) -> anyhow::Result<usize> {
    let users = old.find_users("", i32::MAX as u32).await.map_err(plain)?;
    let count = users.len();
    for user in users {
        let id = user.id.clone();
        let set = UserSet {
            muted: Some(user.muted),
            banned: Some(user.banned),
            mail: user.mail.clone(),
            moderator: Some(user.moderator),
            shut: Some(user.shut),
            ..UserSet::default()
        };
        let mut ops = vec![Op::NewUser(user), Op::SetUser { user: id.clone(), version: None, set }];
        let sessions = old.sessions_of(&id).await.map_err(plain)?;
        ops.extend(sessions.into_iter().map(|row| Op::Session { row, version: None }));
        ops.extend(old.tokens_of(&id).await.map_err(plain)?.into_iter().map(Op::Token));
        ops.extend(old.passkeys_of(&id).await.map_err(plain)?.into_iter().map(Op::Passkey));
        ops.extend(old.kept_of(&id).await.map_err(plain)?.into_iter().map(Op::Keep));
        for card in old.records_of(&id).await.map_err(plain)?.into_iter().rev() {
            let text = old.record_text(&card.id).await.map_err(plain)?.unwrap_or_default();
            ops.push(Op::Record(Box::new(RecordOp::Keep(RecordRow { text, ..card }))));
        }
        for row in old.studies_of(&id).await.map_err(plain)? {
            if row.user == id {
                ops.push(Op::Study(Box::new(StudyOp::Put { row, after: 0 })));
            }
        }
        let hashes = old.recovery_of(&id).await.map_err(plain)?;
        ops.push(Op::Recovery { user: id, hashes });
        commit(new, ops).await?;
    }
    let mut audit = old.audit(i32::MAX as u32).await.map_err(plain)?;
    audit.reverse();
    for row in audit {
        commit(new, vec![Op::Audit(row)]).await?;
    }
    Ok(count)
}

/// Who keeps away from whom, and reports: when everybody is there.
async fn manners(old: &dyn Whole, new: &dyn Whole) -> anyhow::Result<()> {
    let op = |op| vec![Op::Manners(Box::new(op))];
    for user in old.find_users("", i32::MAX as u32).await.map_err(plain)? {
        for row in old.shuns_of(&user.id).await.map_err(plain)? {
            commit(new, op(MannersOp::Shun(row))).await?;
        }
    }
    for open in [true, false] {
        for card in old.reports(open, i32::MAX as u32).await.map_err(plain)? {
            if let Some(row) = old.report(&card.id).await.map_err(plain)? {
                commit(new, op(MannersOp::Report(row))).await?;
            }
        }
    }
    Ok(())
}

async fn table(old: &dyn Whole, new: &dyn Whole, id: &str) -> anyhow::Result<()> {
    let gone = || anyhow!("it is not there any more");
    let row = old.table(id).await.map_err(plain)?.ok_or_else(gone)?;
    let num = row.num;
    let mut ops = vec![Op::Table(Box::new(row))];
    let mut snaps = old.snaps(num).await.map_err(plain)?.into_iter().peekable();
    while snaps.peek().is_some_and(|snap| snap.line == 0) {
        ops.extend(snaps.next().map(|snap| Op::Snap(num, Box::new(snap))));
    }
    for line in old.lines(num).await.map_err(plain)? {
        let n = line.line;
        ops.push(Op::Line(num, line));
        // Where it was taken, so that it stands beside its line again.
        while snaps.peek().is_some_and(|snap| snap.line <= n) {
            ops.extend(snaps.next().map(|snap| Op::Snap(num, Box::new(snap))));
        }
        if ops.len() >= CHUNK {
            commit(new, std::mem::take(&mut ops)).await?;
        }
    }
    let said = old.said(num).await.map_err(plain)?;
    ops.extend(said.into_iter().map(|(user, line)| Op::Chat(num, user, line)));
    let noted = old.noted(num).await.map_err(plain)?;
    ops.extend(noted.into_iter().map(|(user, note)| Op::Note(num, user, note)));
    commit(new, ops).await
}

/// Is a table the same in both?
async fn same(old: &dyn Whole, new: &dyn Whole, id: &str) -> anyhow::Result<()> {
    let rows = [old.table(id).await.map_err(plain)?, new.table(id).await.map_err(plain)?];
    let [Some(a), Some(b)] = &rows else { bail!("it has not arrived") };
    let num = a.num;
    let lines = old.lines(num).await.map_err(plain)? == new.lines(num).await.map_err(plain)?;
    let snaps = old.snaps(num).await.map_err(plain)? == new.snaps(num).await.map_err(plain)?;
    let said = old.said(num).await.map_err(plain)? == new.said(num).await.map_err(plain)?;
    if a != b || !lines || !snaps || !said {
        bail!("it has not arrived as it was");
    }
    Ok(())
}
