//! Backup and restore: one file that has everything, and a way back that
//! looks at every game before it lets anybody play on.

use crate::store::{AuditRow, Op, RedrawRow, Sqlite, Store, TableRow};
use admiralty_catalog::{games, verify};
use admiralty_protocol::Status;
use anyhow::{Context, anyhow, bail};
use std::path::Path;
use std::sync::Arc;

/// Copies everything in a data folder to one new file, also while a server runs.
pub fn backup(data: &Path, file: &Path) -> anyhow::Result<()> {
    let from = data.join("admiralty.db");
    if !from.exists() {
        bail!("there is no server's data in {}", data.display());
    }
    let secret = std::fs::read(data.join("secret.key")).ok();
    Sqlite::backup(&from, file, secret.as_deref()).map_err(|error| anyhow!("{error}"))
}

/// What a restore found.
#[derive(Debug, Default)]
pub struct Restored {
    /// Tables: waiting, being played, over.
    pub tables: [usize; 3],
    /// Lines that were played again.
    pub lines: usize,
    /// Tables whose dice are drawn anew from here on.
    pub redrawn: usize,
    /// Tables whose game does not replay, and why.
    pub broken: Vec<(String, String)>,
}

/// Makes a data folder of a backup. Every game is played again from its lines; if
/// one does not replay nothing is put in place, unless it is wanted `anyway`.
pub fn restore(file: &Path, data: &Path, anyway: bool) -> anyhow::Result<Restored> {
    let path = data.join("admiralty.db");
    let key = data.join("secret.key");
    for there in [&path, &key] {
        if there.exists() {
            bail!("{} is already there: restore into an empty folder", there.display());
        }
    }
    let mut make = std::fs::DirBuilder::new();
    make.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut make, 0o700);
    make.create(data).with_context(|| data.display().to_string())?;
    let (part, secret) = Sqlite::unpack(file, &path).map_err(|error| anyhow!("{error}"))?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let found = runtime.block_on(look(&part))?;
    if !found.broken.is_empty() && !anyway {
        let _ = std::fs::remove_file(&part);
        return Ok(found);
    }
    Sqlite::put_in_place(&part, &path).map_err(|error| anyhow!("{error}"))?;
    if let Some(secret) = secret {
        let mut options = std::fs::OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut out = options.open(&key).with_context(|| key.display().to_string())?;
        std::io::Write::write_all(&mut out, &secret)?;
        out.sync_all()?;
    }
    Ok(found)
}

/// Plays every game again; tables that go on get dice nobody has seen.
async fn look(part: &Path) -> anyhow::Result<Restored> {
    let ids = Sqlite::ids(part).map_err(|error| anyhow!("{error}"))?;
    let store = Arc::new(Sqlite::open(part).map_err(|error| anyhow!("{error}"))?);
    let mut found = Restored::default();
    let mut change = Vec::new();
    for id in ids {
        match look_at(&*store, &id).await {
            Ok((row, lines)) => {
                found.tables[row.status as usize] += 1;
                found.lines += lines;
                if let Some(row) = drawn_anew(row, lines) {
                    found.redrawn += 1;
                    change.push(Op::Table(Box::new(row)));
                }
            }
            Err(why) => found.broken.push((id, why)),
        }
    }
    let detail =
        format!("{} tables, {} drawn anew", found.tables.iter().sum::<usize>(), found.redrawn);
    let now = crate::clock::Time::now(&crate::clock::System);
    change.push(Op::Audit(AuditRow {
        at: now,
        what: "restore".into(),
        about: String::new(),
        detail,
    }));
    let (done, wait) = tokio::sync::oneshot::channel();
    store.commit(change, Box::new(move |written| drop(done.send(written))));
    wait.await?.map_err(|error| anyhow!("{error}"))?;
    Ok(found)
}

/// Plays one game again; its row and its lines.
pub(crate) async fn look_at(store: &dyn Store, id: &str) -> Result<(TableRow, usize), String> {
    let text = |error: crate::store::StoreError| error.to_string();
    let row = store.table(id).await.map_err(text)?.ok_or("it is not there")?;
    let lines = store.lines(row.num).await.map_err(text)?;
    if !lines.iter().zip(1..).all(|(line, n)| line.line == n) {
        return Err("its lines are not numbered one after the other".into());
    }
    if row.status == Status::Waiting {
        return Ok((row, 0));
    }
    let game = games().iter().copied().find(|game| game.meta().id == row.game);
    let game = game.ok_or_else(|| format!("unknown game {}", row.game))?;
    let played = row.rebuild(game, &lines, None)?;
    if row.status == Status::Over {
        verify(games(), &played.record().to_string()).map_err(|error| error.to_string())?;
    }
    Ok((row, lines.len()))
}

/// Somebody may have seen what the backup does not know of: the next links of all chains.
fn drawn_anew(mut row: TableRow, lines: usize) -> Option<TableRow> {
    if !row.is_drawn() || row.draw_number() >= admiralty_core::Link::LAST {
        return None;
    }
    match row.status {
        Status::Over => return None,
        Status::Waiting => row.drawn.push(vec!["-"; row.seats.len()].join(",")),
        Status::Playing => {
            let why = "restored from a backup".into();
            row.redraws.push(RedrawRow { after: lines as u32, why });
        }
    }
    Some(row)
}
