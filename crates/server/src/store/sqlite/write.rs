//! The writer: one thread that commits everything that has queued up at once.

use super::read::{end_line, end_of};
use super::{End, Inner, lock, people, results, tournaments};
use crate::store::{Guard, HolderRow, Op, StoreError, Then, pack_live};
use rusqlite::{Connection, OptionalExtension, params};
use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

/// How many changes one commit takes at most.
const BATCH: usize = 4096;
/// A commit costs the same for one change as for thirty. If the last one took
/// this many, others are on their way and the next waits for them …
const CROWD: usize = 8;
/// … so long. A lone player waits at most once, just after a crowd.
const GATHER: Duration = Duration::from_micros(1500);
/// Where hundreds come at once, all of them wait for the processor rather than for
/// the disk: fewer commits serve everybody sooner.
const THRONG: usize = 100;
/// What a throng waits.
const GATHER_LONGER: Duration = Duration::from_micros(3000);
/// After how many lines the ends of games are noted.
const NOTE_EVERY: usize = 50_000;

/// A change that waits for its commit.
pub(super) type Change = (Vec<Op>, Then);
/// One that was tried, and what came of it.
type Answer = (Then, Option<Guard>, Result<(), StoreError>);

/// Finds the last line of every game that was written after the last note.
pub(super) fn recover(db: &mut Connection) -> Result<HashMap<i64, End>, StoreError> {
    let mut ends = HashMap::new();
    let noted: i64 = db
        .query_row("SELECT value FROM meta WHERE key = 'noted'", [], |r| r.get(0))
        .optional()?
        .unwrap_or(0);
    {
        let mut all = db.prepare("SELECT id, tbl, line FROM log WHERE id > ?1 ORDER BY id")?;
        let mut rows = all.query([noted])?;
        while let Some(row) = rows.next()? {
            ends.insert(row.get::<_, i64>(1)?, (row.get(0)?, row.get(2)?));
        }
    }
    let tx = db.transaction()?;
    note_ends(&tx, &ends)?;
    tx.commit()?;
    Ok(HashMap::new())
}

fn note_ends(db: &Connection, ends: &HashMap<i64, End>) -> Result<(), StoreError> {
    let mut put = db.prepare_cached("INSERT OR REPLACE INTO ends(tbl, id) VALUES (?1, ?2)")?;
    let mut last = None;
    for (tbl, (id, _)) in ends {
        put.execute(params![tbl, id])?;
        last = last.max(Some(*id));
    }
    if let Some(last) = last {
        db.execute("INSERT OR REPLACE INTO meta(key, value) VALUES ('noted', ?1)", [last])?;
    }
    Ok(())
}

pub(super) fn write_all(inner: &Inner, mut db: Connection, take: &mpsc::Receiver<Change>) {
    let mut since_note = 0;
    let mut batch: Vec<Change> = Vec::new();
    let mut answers: Vec<Answer> = Vec::new();
    let mut n = 0;
    while let Ok(first) = take.recv() {
        batch.push(first);
        match n {
            ..CROWD => {}
            CROWD..THRONG => thread::sleep(GATHER),
            THRONG.. => thread::sleep(GATHER_LONGER),
        }
        while batch.len() < BATCH {
            match take.try_recv() {
                Ok(next) => batch.push(next),
                Err(_) => break,
            }
        }
        let begun = Instant::now();
        n = batch.len();
        let written = write_batch(inner, &mut db, &mut batch, &mut answers);
        since_note += n;
        metrics::counter!("store_commits_total").increment(1);
        metrics::counter!("store_changes_total").increment(n as u64);
        metrics::histogram!("store_commit_seconds").record(begun.elapsed().as_secs_f64());
        if let Err(error) = &written {
            tracing::error!(%error, "the store could not commit");
        }
        inner.healthy.store(written.is_ok(), Ordering::Relaxed);
        if written.is_err() {
            // Before anybody hears of it: nothing that builds on it may land.
            answers.iter().filter_map(|(_, guard, _)| guard.as_ref()).for_each(Guard::give_up);
        }
        for (then, _, done) in answers.drain(..) {
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
    inner.step()?;
    let tx = db.transaction()?;
    note_ends(&tx, &ends)?;
    inner.step()?;
    tx.commit()?;
    // Readers that ask from now on find them in the file.
    lock(&inner.ends).clear();
    Ok(())
}

fn write_batch(
    inner: &Inner,
    db: &mut Connection,
    batch: &mut Vec<Change>,
    answers: &mut Vec<Answer>,
) -> Result<(), StoreError> {
    let mut fresh: HashMap<i64, End> = HashMap::new();
    let mut failed = inner.step().err();
    let mut tx = db.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate);
    if let Err(error) = &tx {
        failed = Some(StoreError::Broken(error.to_string()));
    }
    for (ops, then) in batch.drain(..) {
        let guard = Guard::of(&ops).cloned();
        let done = match (&mut tx, &failed) {
            _ if guard.as_ref().is_some_and(Guard::is_broken) => Err(StoreError::Stale),
            (Ok(tx), None) => apply_all(inner, tx, &mut fresh, &ops),
            _ => Ok(()),
        };
        if let (Some(guard), Err(_)) = (&guard, &done) {
            guard.give_up();
        }
        // What is refused is a matter of this change alone; all else spoils the
        // batch.
        if let Err(error @ StoreError::Broken(_)) = &done {
            failed.get_or_insert(error.clone());
        }
        answers.push((then, guard, done));
    }
    if let Some(error) = failed {
        return Err(error);
    }
    inner.step()?;
    tx?.commit()?;
    lock(&inner.ends).extend(fresh);
    Ok(())
}

/// All of a change, or nothing of it if a part is refused.
fn apply_all(
    inner: &Inner,
    db: &Connection,
    fresh: &mut HashMap<i64, End>,
    ops: &[Op],
) -> Result<(), StoreError> {
    follows(inner, db, fresh, ops)?;
    let mut each = || ops.iter().try_for_each(|op| apply(inner, db, fresh, op));
    // Moves are never refused: they need no way back of their own.
    if !ops.iter().any(people::may_refuse) {
        return each();
    }
    db.execute_batch("SAVEPOINT change")?;
    let done = each();
    if done.is_err() {
        db.execute_batch("ROLLBACK TO change")?;
    }
    db.execute_batch("RELEASE change")?;
    done
}

/// Does every line of the change bear the number that comes next in its game? If
/// not, it builds on something that never came to be written.
fn follows(
    inner: &Inner,
    db: &Connection,
    fresh: &mut HashMap<i64, End>,
    ops: &[Op],
) -> Result<(), StoreError> {
    let mut last: Option<(i64, u32)> = None;
    for op in ops {
        let Op::Line(num, row) = op else { continue };
        let before = match (last, fresh.get(num)) {
            (Some((game, line)), _) if game == *num => line,
            (_, Some(&(_, line))) => line,
            _ => match end_line(inner, db, *num)? {
                Some(end) => fresh.entry(*num).or_insert(end).1,
                None => 0,
            },
        };
        if row.line != before + 1 {
            tracing::error!(table = num, line = row.line, before, "a line out of order is refused");
            return Err(StoreError::Stale);
        }
        last = Some((*num, row.line));
    }
    Ok(())
}

fn apply(
    inner: &Inner,
    db: &Connection,
    fresh: &mut HashMap<i64, End>,
    op: &Op,
) -> Result<(), StoreError> {
    inner.step()?;
    match op {
        Op::Only(_) => {}
        Op::Ran(ran) => {
            db.prepare_cached("INSERT OR REPLACE INTO meta(key, value) VALUES ('ran', ?1)")?
                .execute([*ran as i64])?;
        }
        Op::Line(num, row) => {
            let prev = match fresh.get(num) {
                Some(&(id, _)) => Some(id),
                None => end_of(inner, db, *num)?,
            };
            let data = serde_json::to_string(row)?;
            db.prepare_cached(
                "INSERT INTO log(tbl, line, prev, at, data) VALUES (?1, ?2, ?3, ?4, ?5)",
            )?
            .execute(params![num, row.line, prev, row.at as i64, data])?;
            fresh.insert(*num, (db.last_insert_rowid(), row.line));
        }
        Op::Snap(num, snap) => {
            let at = match (snap.line, fresh.get(num)) {
                (0, _) => None,
                (_, Some(&(id, _))) => Some(id),
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
                if let HolderRow::Person { user, .. } = &seat.holder {
                    sit.execute(params![user, row.num])?;
                }
            }
        }
        Op::Chat(num, user, line) => {
            let body = serde_json::to_string(line)?;
            let players = line.channel == "players";
            db.prepare_cached(
                "INSERT INTO chat(tbl, user, body, players) VALUES (?1, ?2, ?3, ?4)",
            )?
            .execute(params![num, user, body, players])?;
        }
        Op::Note(num, user, note) => {
            let body = serde_json::to_string(note)?;
            db.prepare_cached("INSERT INTO note(tbl, user, body) VALUES (?1, ?2, ?3)")?
                .execute(params![num, user, body])?;
        }
        Op::DeleteTable(num) => {
            for sql in [
                "DELETE FROM tables WHERE num = ?1",
                "DELETE FROM sits WHERE tbl = ?1",
                "DELETE FROM log WHERE tbl = ?1",
                "DELETE FROM ends WHERE tbl = ?1",
                "DELETE FROM snap WHERE tbl = ?1",
                "DELETE FROM chat WHERE tbl = ?1",
                "DELETE FROM note WHERE tbl = ?1",
            ] {
                db.prepare_cached(sql)?.execute([num])?;
            }
        }
        Op::Result(row) => results::add(db, row)?,
        Op::RateAgain => results::again(db)?,
        Op::Tournament { row, after } => tournaments::put(db, row, *after)?,
        Op::Probe => {
            db.prepare_cached("INSERT OR REPLACE INTO meta(key, value) VALUES ('probe', 1)")?
                .execute([])?;
        }
        other => people::apply(db, other)?,
    }
    Ok(())
}
