//! Two writers: one for rooms, which commits everything that has queued up in
//! one round trip, and one for people, a transaction each.

use super::batch::{Batch, table_of};
use super::{Inner, broken, people};
use crate::store::{Guard, Op, StoreError, Then};
use sqlx::{Connection, PgConnection};
use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tokio::sync::mpsc;

/// How many changes one commit takes at most.
const BATCH: usize = 4096;
/// If the last commit took this many, others are on their way and the next
/// waits for them …
const CROWD: usize = 4;
/// … so long.
const GATHER: Duration = Duration::from_micros(1500);
/// A commit that takes longer than this is given up: the database, or the way to
/// it, has gone.
const PATIENCE: Duration = Duration::from_secs(5);

/// A change that waits for its commit.
pub(super) type Change = (Vec<Op>, Then);

/// Does it go to the writer of rooms?
pub(super) fn is_of_rooms(ops: &[Op]) -> bool {
    ops.iter().all(|op| {
        table_of(op).is_some()
            || matches!(
                op,
                Op::Only(_) | Op::DeleteTable(_) | Op::Result(_) | Op::Ran(_) | Op::Probe
            )
    })
}

/// Must it be written by itself?
fn is_alone(ops: &[Op]) -> bool {
    let mut tables = ops.iter().filter_map(table_of);
    let first = tables.next();
    tables.any(|table| Some(table) != first)
        || ops.iter().any(|op| table_of(op).is_none() && !matches!(op, Op::Only(_)))
}

/// A connection of a writer's own, made anew when it has failed.
struct Line<'a> {
    inner: &'a Inner,
    db: Option<PgConnection>,
}

impl Line<'_> {
    /// Runs something on the connection; whatever goes wrong with it, or takes
    /// too long, costs the connection.
    async fn run<T>(
        &mut self,
        work: impl AsyncFnOnce(&mut PgConnection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let whole = async {
            let mut db = match self.db.take() {
                Some(db) => db,
                None => self.inner.connect().await?,
            };
            let done = work(&mut db).await;
            Ok::<_, StoreError>((db, done))
        };
        match tokio::time::timeout(PATIENCE, whole).await {
            Ok(Ok((db, done))) => {
                if !matches!(done, Err(StoreError::Broken(_))) {
                    self.db = Some(db);
                }
                done
            }
            Ok(Err(error)) => Err(error),
            Err(_) => Err(StoreError::Broken("the database does not answer".into())),
        }
    }
}

/// The writer of people: each change is a transaction.
pub(super) async fn write_people(inner: Arc<Inner>, mut take: mpsc::UnboundedReceiver<Change>) {
    let mut line = Line { inner: &inner, db: None };
    while let Some((ops, then)) = take.recv().await {
        let done = write_alone(&inner, &mut line, &ops).await;
        then(done);
    }
}

/// The writer of rooms.
pub(super) async fn write_rooms(inner: Arc<Inner>, mut take: mpsc::UnboundedReceiver<Change>) {
    let mut line = Line { inner: &inner, db: None };
    let mut queue: Vec<Change> = Vec::new();
    let mut n = 0;
    while let Some(first) = take.recv().await {
        queue.push(first);
        if n >= CROWD {
            tokio::time::sleep(GATHER).await;
        }
        while queue.len() < BATCH {
            match take.try_recv() {
                Ok(next) => queue.push(next),
                Err(_) => break,
            }
        }
        n = queue.len();
        let begun = Instant::now();
        let mut gathered = Vec::new();
        let mut batch = Batch::default();
        for (ops, then) in queue.drain(..) {
            if is_alone(&ops) || batch.is_at_odds(&ops) {
                flush(&inner, &mut line, &mut batch, &mut gathered).await;
            }
            if is_alone(&ops) {
                let done = match Guard::of(&ops) {
                    Some(guard) if guard.is_broken() => Err(StoreError::Stale),
                    _ => write_alone(&inner, &mut line, &ops).await,
                };
                answer(&ops, then, done);
                continue;
            }
            gathered.push(gather(&mut batch, ops, then));
        }
        flush(&inner, &mut line, &mut batch, &mut gathered).await;
        metrics::counter!("store_commits_total").increment(1);
        metrics::counter!("store_changes_total").increment(n as u64);
        metrics::histogram!("store_commit_seconds").record(begun.elapsed().as_secs_f64());
    }
}

/// A change that waits for its batch, or what it was refused for.
struct Gathered {
    ops: Vec<Op>,
    then: Then,
    refused: Option<StoreError>,
}

fn gather(batch: &mut Batch, ops: Vec<Op>, then: Then) -> Gathered {
    let refused = match Guard::of(&ops) {
        Some(guard) if guard.is_broken() => Some(StoreError::Stale),
        _ => batch.add(&ops).err(),
    };
    if let (Some(_), Some(guard)) = (&refused, Guard::of(&ops)) {
        guard.give_up();
    }
    Gathered { ops, then, refused }
}

fn answer(ops: &[Op], then: Then, done: Result<(), StoreError>) {
    if let (Some(guard), Err(_)) = (Guard::of(ops), &done) {
        guard.give_up();
    }
    then(done);
}

/// Writes what has gathered, and answers in order.
async fn flush(
    inner: &Inner,
    line: &mut Line<'_>,
    batch: &mut Batch,
    gathered: &mut Vec<Gathered>,
) {
    let batch = std::mem::take(batch);
    let node = inner.node.load(Ordering::Acquire);
    let written = match batch.is_empty() {
        true => Ok(Vec::new()),
        false => line.run(async |db| batch.write(db, node, false).await).await,
    };
    if !batch.is_empty() {
        inner.healthy.store(written.is_ok(), Ordering::Relaxed);
    }
    if let Err(error) = &written {
        tracing::error!(%error, "the store could not commit");
        // Before anybody hears of it: nothing that builds on it may land.
        gathered.iter().filter_map(|one| Guard::of(&one.ops)).for_each(Guard::give_up);
    }
    let written = written.map(|refused| refused.into_iter().collect::<HashSet<i64>>());
    if let Ok(refused) = &written
        && !refused.is_empty()
    {
        metrics::counter!("store_refused_total").increment(refused.len() as u64);
        tracing::warn!(tables = refused.len(), "the store refused what is not this node's");
    }
    for Gathered { ops, then, refused } in gathered.drain(..) {
        let touches = |tables: &HashSet<i64>| {
            ops.iter().filter_map(table_of).any(|table| tables.contains(&table))
        };
        let done = match (&written, refused) {
            (_, Some(error)) => Err(error),
            (Err(error), None) => Err(error.clone()),
            (Ok(tables), None) if touches(tables) => Err(StoreError::Stale),
            (Ok(_), None) => Ok(()),
        };
        answer(&ops, then, done);
    }
}

/// A transaction for one change.
async fn write_alone(inner: &Inner, line: &mut Line<'_>, ops: &[Op]) -> Result<(), StoreError> {
    let node = inner.node.load(Ordering::Acquire);
    let mut batch = Batch::default();
    batch.add(ops)?;
    let done = line
        .run(async |db| {
            let mut tx = db.begin().await.map_err(broken)?;
            if !batch.is_empty() && !batch.write(&mut tx, node, true).await?.is_empty() {
                tx.rollback().await.map_err(broken)?;
                return Err(StoreError::Stale);
            }
            for op in ops {
                if let Err(error) = people::apply(&mut tx, op).await {
                    tx.rollback().await.map_err(broken)?;
                    return Err(error);
                }
            }
            tx.commit().await.map_err(broken)
        })
        .await;
    match &done {
        Err(StoreError::Broken(error)) => {
            inner.healthy.store(false, Ordering::Relaxed);
            tracing::error!(error, "the store could not commit");
        }
        _ => inner.healthy.store(true, Ordering::Relaxed),
    }
    done
}
