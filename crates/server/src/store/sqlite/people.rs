//! People as they are written: column by column, and only if they are still
//! there and as they were when somebody decided about them.

use crate::store::{AuditRow, KeptRow, Op, PasskeyRow, StoreError};
use rusqlite::{Connection, OptionalExtension, params};

/// Can this be refused after something before it was written?
pub(super) const fn may_refuse(op: &Op) -> bool {
    matches!(
        op,
        Op::NewUser(_)
            | Op::SetUser { .. }
            | Op::Session { .. }
            | Op::Token(_)
            | Op::Passkey(_)
            | Op::UseRecovery { .. }
            | Op::Tournament { .. }
            | Op::Manners(_)
            | Op::Study(_)
    )
}

pub(super) fn apply(db: &Connection, op: &Op) -> Result<(), StoreError> {
    match op {
        Op::NewUser(row) => {
            login_is_free(db, &row.id, row.login.as_deref())?;
            db.prepare_cached(
                "INSERT INTO user(id, name, login, password, since, bot)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            )?
            .execute(params![
                row.id,
                row.name,
                row.login,
                row.password,
                row.since as i64,
                row.bot
            ])?;
        }
        Op::SetUser { user, version, set } => {
            login_is_free(db, user, set.login.as_deref())?;
            is_at(db, user, *version)?;
            db.prepare_cached(
                "UPDATE user SET name = COALESCE(?2, name), login = COALESCE(?3, login),
                     password = COALESCE(?4, password), muted = COALESCE(?5, muted),
                     banned = COALESCE(?6, banned), mail = NULLIF(COALESCE(?7, mail), ''),
                     version = version + ?8, moderator = COALESCE(?9, moderator),
                     shut = COALESCE(?10, shut) WHERE id = ?1",
            )?
            .execute(params![
                user,
                set.name,
                set.login,
                set.password,
                set.muted.map(|until| until as i64),
                set.banned,
                set.mail,
                set.signs_in(),
                set.moderator,
                set.shut.map(|until| until as i64)
            ])?;
        }
        Op::Session { row, version } => {
            is_at(db, &row.user, *version)?;
            db.prepare_cached(
                "INSERT OR REPLACE INTO session(id, user, since, seen) VALUES (?1, ?2, ?3, ?4)",
            )?
            .execute(params![row.id, row.user, row.since as i64, row.seen as i64])?;
        }
        Op::Seen { session, at } => {
            db.prepare_cached("UPDATE session SET seen = ?2 WHERE id = ?1")?
                .execute(params![session, *at as i64])?;
        }
        Op::EndIdle(before) => {
            db.prepare_cached("DELETE FROM session WHERE seen < ?1")?.execute([*before as i64])?;
        }
        Op::EndSession(id) => {
            db.prepare_cached("DELETE FROM session WHERE id = ?1")?.execute([id])?;
        }
        Op::EndSessions { user, except } => {
            db.prepare_cached("DELETE FROM session WHERE user = ?1 AND id <> ?2")?
                .execute([user, except])?;
        }
        Op::Token(row) => {
            is_at(db, &row.user, None)?;
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
        Op::EndTokens(user) => {
            db.prepare_cached("DELETE FROM token WHERE user = ?1")?.execute([user])?;
        }
        Op::Recovery { user, hashes } => {
            db.prepare_cached("DELETE FROM recovery WHERE user = ?1")?.execute([user])?;
            let mut put =
                db.prepare_cached("INSERT OR IGNORE INTO recovery(user, hash) VALUES (?1, ?2)")?;
            for hash in hashes {
                put.execute([user, hash])?;
            }
        }
        Op::UseRecovery { user, hash } => {
            let used = db
                .prepare_cached("DELETE FROM recovery WHERE user = ?1 AND hash = ?2")?
                .execute([user, hash])?;
            if used == 0 {
                return Err(StoreError::Gone);
            }
        }
        Op::Passkey(row) => {
            is_at(db, &row.user, None)?;
            let sql = "SELECT EXISTS(SELECT 1 FROM passkey WHERE cred = ?1)";
            if db.prepare_cached(sql)?.query_row([&row.cred], |r| r.get(0))? {
                return Err(StoreError::Conflict);
            }
            db.prepare_cached(
                "INSERT INTO passkey(id, user, cred, label, body, since)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            )?
            .execute(params![
                row.id,
                row.user,
                row.cred,
                row.label,
                row.body,
                row.since as i64
            ])?;
        }
        Op::UsedPasskey { id, body } => {
            db.prepare_cached("UPDATE passkey SET body = ?2 WHERE id = ?1")?.execute([id, body])?;
        }
        Op::EndPasskey { user, id } => {
            db.prepare_cached("DELETE FROM passkey WHERE user = ?1 AND id = ?2")?
                .execute([user, id])?;
        }
        Op::EndPasskeys(user) => {
            db.prepare_cached("DELETE FROM passkey WHERE user = ?1")?.execute([user])?;
        }
        Op::Keep(row) => {
            is_at(db, &row.user, None)?;
            if row.body.is_empty() {
                db.prepare_cached("DELETE FROM kept WHERE user = ?1 AND key = ?2")?
                    .execute([&row.user, &row.key])?;
            } else {
                db.prepare_cached(
                    "INSERT OR REPLACE INTO kept(user, key, body) VALUES (?1, ?2, ?3)",
                )?
                .execute([&row.user, &row.key, &row.body])?;
            }
        }
        Op::Record(op) => super::records::apply(db, op)?,
        Op::Study(op) => super::studies::apply(db, op)?,
        Op::Call(op) => super::calls::apply(db, op)?,
        Op::Manners(op) => super::manners::apply(db, op)?,
        Op::Audit(row) => {
            db.prepare_cached(
                "INSERT INTO audit(at, what, about, detail) VALUES (?1, ?2, ?3, ?4)",
            )?
            .execute(params![row.at as i64, row.what, row.about, row.detail])?;
        }
        Op::DeleteUser(id) => {
            for sql in [
                "DELETE FROM session WHERE user = ?1",
                "DELETE FROM token WHERE user = ?1",
                "DELETE FROM recovery WHERE user = ?1",
                "DELETE FROM passkey WHERE user = ?1",
                "DELETE FROM kept WHERE user = ?1",
                "DELETE FROM record WHERE user = ?1",
                "DELETE FROM study WHERE user = ?1",
                "DELETE FROM call WHERE user = ?1",
                "DELETE FROM chat WHERE user = ?1",
                "DELETE FROM shun WHERE user = ?1 OR whom = ?1",
                "DELETE FROM report WHERE user = ?1 OR about = ?1",
                "DELETE FROM note WHERE user = ?1",
                "DELETE FROM sits WHERE user = ?1",
                "DELETE FROM rating WHERE user = ?1",
                "DELETE FROM rating_past WHERE user = ?1",
                "DELETE FROM user WHERE id = ?1",
            ] {
                db.prepare_cached(sql)?.execute([id])?;
            }
        }
        Op::Only(_)
        | Op::Ran(_)
        | Op::Table(_)
        | Op::Line(..)
        | Op::Snap(..)
        | Op::Chat(..)
        | Op::Note(..)
        | Op::DeleteTable(_)
        | Op::Result(_)
        | Op::RateAgain
        | Op::Tournament { .. }
        | Op::Probe => {}
    }
    Ok(())
}

fn login_is_free(db: &Connection, user: &str, login: Option<&str>) -> Result<(), StoreError> {
    let Some(login) = login else { return Ok(()) };
    let sql = "SELECT EXISTS(SELECT 1 FROM user WHERE login = ?1 AND id <> ?2)";
    match db.prepare_cached(sql)?.query_row([login, user], |r| r.get(0))? {
        true => Err(StoreError::Conflict),
        false => Ok(()),
    }
}

/// Is the person there, and at this version?
pub(super) fn is_at(db: &Connection, user: &str, version: Option<u64>) -> Result<(), StoreError> {
    let found: Option<i64> = db
        .prepare_cached("SELECT version FROM user WHERE id = ?1")?
        .query_row([user], |r| r.get(0))
        .optional()?;
    match (found, version) {
        (None, _) => Err(StoreError::Gone),
        (Some(found), Some(version)) if found as u64 != version => Err(StoreError::Stale),
        _ => Ok(()),
    }
}

pub(super) fn passkeys(
    db: &Connection,
    which: &str,
    key: &str,
) -> Result<Vec<PasskeyRow>, StoreError> {
    let sql = format!("SELECT id, user, cred, label, body, since FROM passkey {which}");
    let mut get = db.prepare_cached(&sql)?;
    let read = |r: &rusqlite::Row<'_>| {
        Ok(PasskeyRow {
            id: r.get(0)?,
            user: r.get(1)?,
            cred: r.get(2)?,
            label: r.get(3)?,
            body: r.get(4)?,
            since: r.get::<_, i64>(5)? as u64,
        })
    };
    Ok(get.query_map([key], read)?.collect::<Result<_, _>>()?)
}

pub(super) fn kept(db: &Connection, user: &str) -> Result<Vec<KeptRow>, StoreError> {
    let mut get =
        db.prepare_cached("SELECT user, key, body FROM kept WHERE user = ?1 ORDER BY key")?;
    let read =
        |r: &rusqlite::Row<'_>| Ok(KeptRow { user: r.get(0)?, key: r.get(1)?, body: r.get(2)? });
    Ok(get.query_map([user], read)?.collect::<Result<_, _>>()?)
}

pub(super) fn audit(db: &Connection, limit: u32) -> Result<Vec<AuditRow>, StoreError> {
    let sql = "SELECT at, what, about, detail FROM audit ORDER BY id DESC LIMIT ?1";
    let mut get = db.prepare_cached(sql)?;
    let read = |r: &rusqlite::Row<'_>| {
        Ok(AuditRow {
            at: r.get::<_, i64>(0)? as u64,
            what: r.get(1)?,
            about: r.get(2)?,
            detail: r.get(3)?,
        })
    };
    Ok(get.query_map([limit], read)?.collect::<Result<_, _>>()?)
}

pub(super) fn counts(db: &Connection) -> Result<Vec<(String, u64)>, StoreError> {
    let mut counts = Vec::new();
    for (name, from) in [
        ("people", "user"),
        ("accounts", "user WHERE login IS NOT NULL"),
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
        let sql = format!("SELECT COUNT(*) FROM {from}");
        let n: i64 = db.query_row(&sql, [], |r| r.get(0))?;
        counts.push((name.to_string(), n as u64));
    }
    Ok(counts)
}
