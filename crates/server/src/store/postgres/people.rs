//! People as they are written: column by column, and only if they are still
//! there and as they were when somebody decided about them. Whoever is decided
//! about is locked first, for other nodes decide at the same time.

use super::{broken, manners, results, studies, tournaments};
use crate::store::{CallOp, Op, RecordOp, StoreError};
use sqlx::postgres::PgArguments;
use sqlx::query::Query;
use sqlx::{PgConnection, Postgres, Row};

type Statement = Query<'static, Postgres, PgArguments>;

/// Runs a statement; how many rows it touched.
pub(super) async fn run(db: &mut PgConnection, statement: Statement) -> Result<u64, StoreError> {
    match statement.execute(db).await {
        Ok(done) => Ok(done.rows_affected()),
        Err(sqlx::Error::Database(error)) if error.is_unique_violation() => {
            Err(StoreError::Conflict)
        }
        Err(error) => Err(broken(error)),
    }
}

/// Is the person there, and at this version?
pub(super) async fn is_at(
    db: &mut PgConnection,
    user: &str,
    version: Option<u64>,
) -> Result<(), StoreError> {
    let found = sqlx::query("SELECT version FROM person WHERE id = $1 FOR UPDATE")
        .bind(user.to_string())
        .fetch_optional(db)
        .await
        .map_err(broken)?;
    let Some(found) = found else { return Err(StoreError::Gone) };
    let found: i64 = found.try_get(0).map_err(broken)?;
    match version {
        Some(version) if found as u64 != version => Err(StoreError::Stale),
        _ => Ok(()),
    }
}

/// Is the login nobody else's?
async fn is_free(db: &mut PgConnection, user: &str, login: &str) -> Result<(), StoreError> {
    let sql = "SELECT 1 FROM person WHERE login = $1 AND id <> $2";
    let found = sqlx::query(sql).bind(login).bind(user).fetch_optional(db).await.map_err(broken)?;
    if found.is_some() { Err(StoreError::Conflict) } else { Ok(()) }
}

pub(super) async fn apply(db: &mut PgConnection, op: &Op) -> Result<(), StoreError> {
    let statement = match op {
        Op::NewUser(row) => {
            if let Some(login) = &row.login {
                is_free(db, &row.id, login).await?;
            }
            sqlx::query(
                "INSERT INTO person(id, name, login, password, since, bot)
                 VALUES ($1, $2, $3, $4, $5, $6)",
            )
            .bind(row.id.clone())
            .bind(row.name.clone())
            .bind(row.login.clone())
            .bind(row.password.clone())
            .bind(row.since as i64)
            .bind(row.bot.clone())
        }
        Op::SetUser { user, version, set } => {
            if let Some(login) = &set.login {
                is_free(db, user, login).await?;
            }
            is_at(db, user, *version).await?;
            sqlx::query(
                "UPDATE person SET name = COALESCE($2, name), login = COALESCE($3, login),
                     password = COALESCE($4, password), muted = COALESCE($5, muted),
                     banned = COALESCE($6, banned), mail = NULLIF(COALESCE($7, mail), ''),
                     version = version + $8, moderator = COALESCE($9, moderator),
                     shut = COALESCE($10, shut) WHERE id = $1",
            )
            .bind(user.clone())
            .bind(set.name.clone())
            .bind(set.login.clone())
            .bind(set.password.clone())
            .bind(set.muted.map(|until| until as i64))
            .bind(set.banned)
            .bind(set.mail.clone())
            .bind(i64::from(set.signs_in()))
            .bind(set.moderator)
            .bind(set.shut.map(|until| until as i64))
        }
        Op::Session { row, version } => {
            is_at(db, &row.user, *version).await?;
            sqlx::query(
                "INSERT INTO session(id, person, since, seen) VALUES ($1, $2, $3, $4)
                 ON CONFLICT(id) DO UPDATE SET person = $2, since = $3, seen = $4",
            )
            .bind(row.id.clone())
            .bind(row.user.clone())
            .bind(row.since as i64)
            .bind(row.seen as i64)
        }
        Op::Token(row) => {
            is_at(db, &row.user, None).await?;
            sqlx::query(
                "INSERT INTO token(id, person, hash, label, since) VALUES ($1, $2, $3, $4, $5)",
            )
            .bind(row.id.clone())
            .bind(row.user.clone())
            .bind(row.hash.clone())
            .bind(row.label.clone())
            .bind(row.since as i64)
        }
        Op::Passkey(row) => {
            is_at(db, &row.user, None).await?;
            sqlx::query(
                "INSERT INTO passkey(id, person, cred, label, body, since)
                 VALUES ($1, $2, $3, $4, $5, $6)",
            )
            .bind(row.id.clone())
            .bind(row.user.clone())
            .bind(row.cred.clone())
            .bind(row.label.clone())
            .bind(row.body.clone())
            .bind(row.since as i64)
        }
        Op::Keep(row) => {
            is_at(db, &row.user, None).await?;
            let statement = match row.body.is_empty() {
                true => sqlx::query("DELETE FROM kept WHERE person = $1 AND key = $2"),
                false => sqlx::query(
                    "INSERT INTO kept(person, key, body) VALUES ($1, $2, $3)
                     ON CONFLICT(person, key) DO UPDATE SET body = $3",
                ),
            };
            let statement = statement.bind(row.user.clone()).bind(row.key.clone());
            if row.body.is_empty() { statement } else { statement.bind(row.body.clone()) }
        }
        Op::Call(op) => match &**op {
            CallOp::Put(row) => sqlx::query(
                "INSERT INTO call(id, person, at, due, tries, body)
                 VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING",
            )
            .bind(row.id.clone())
            .bind(row.user.clone())
            .bind(row.at as i64)
            .bind(row.due.map(|due| due as i64))
            .bind(row.tries as i32)
            .bind(row.body.clone()),
            CallOp::Set { id, due, tries } => {
                sqlx::query("UPDATE call SET due = $2, tries = $3 WHERE id = $1")
                    .bind(id.clone())
                    .bind(due.map(|due| due as i64))
                    .bind(*tries as i32)
            }
            CallOp::Forget(before) => {
                sqlx::query("DELETE FROM call WHERE due IS NULL AND at < $1").bind(*before as i64)
            }
        },
        Op::Record(op) => match &**op {
            RecordOp::Keep(row) => {
                is_at(db, &row.user, None).await?;
                sqlx::query(
                    "INSERT INTO record(id, person, game, name, result, at, body)
                     VALUES ($1, $2, $3, $4, $5, $6, $7)",
                )
                .bind(row.id.clone())
                .bind(row.user.clone())
                .bind(row.game.clone())
                .bind(row.name.clone())
                .bind(row.result.clone())
                .bind(row.at as i64)
                .bind(row.text.clone())
            }
            RecordOp::End { user, id } => {
                sqlx::query("DELETE FROM record WHERE person = $1 AND id = $2")
                    .bind(user.clone())
                    .bind(id.clone())
            }
            RecordOp::Give { from, to } => {
                sqlx::query("UPDATE record SET person = $2 WHERE person = $1")
                    .bind(from.clone())
                    .bind(to.clone())
            }
        },
        Op::UseRecovery { user, hash } => {
            let delete = sqlx::query("DELETE FROM recovery WHERE person = $1 AND hash = $2")
                .bind(user.clone())
                .bind(hash.clone());
            return match run(db, delete).await? {
                0 => Err(StoreError::Gone),
                _ => Ok(()),
            };
        }
        Op::Recovery { user, hashes } => {
            let old = sqlx::query("DELETE FROM recovery WHERE person = $1").bind(user.clone());
            run(db, old).await?;
            sqlx::query(
                "INSERT INTO recovery(person, hash) SELECT $1, unnest($2::TEXT[])
                 ON CONFLICT DO NOTHING",
            )
            .bind(user.clone())
            .bind(hashes.clone())
        }
        Op::Manners(op) => return manners::apply(db, op).await,
        Op::Study(op) => return studies::apply(db, op).await,
        Op::Result(row) => return results::add(db, row).await,
        Op::RateAgain => return results::again(db).await,
        Op::Tournament { row, after } => return tournaments::put(db, row, *after).await,
        Op::DeleteUser(id) => return every(db, DELETE_USER, |s| s.bind(id.clone())).await,
        Op::DeleteTable(num) => return every(db, DELETE_TABLE, |s| s.bind(*num)).await,
        other => match simple(other) {
            Some(statement) => statement,
            None => return Ok(()),
        },
    };
    run(db, statement).await.map(drop)
}

const DELETE_USER: &[&str] = &[
    "DELETE FROM session WHERE person = $1",
    "DELETE FROM token WHERE person = $1",
    "DELETE FROM recovery WHERE person = $1",
    "DELETE FROM passkey WHERE person = $1",
    "DELETE FROM kept WHERE person = $1",
    "DELETE FROM record WHERE person = $1",
    "DELETE FROM study WHERE person = $1",
    "DELETE FROM call WHERE person = $1",
    "DELETE FROM chat WHERE person = $1",
    "DELETE FROM shun WHERE person = $1 OR whom = $1",
    "DELETE FROM report WHERE person = $1 OR about = $1",
    "DELETE FROM note WHERE person = $1",
    "DELETE FROM sits WHERE person = $1",
    "DELETE FROM rating WHERE person = $1",
    "DELETE FROM rating_past WHERE person = $1",
    "DELETE FROM person WHERE id = $1",
];

const DELETE_TABLE: &[&str] = &[
    "DELETE FROM tables WHERE num = $1",
    "DELETE FROM sits WHERE tbl = $1",
    "DELETE FROM log WHERE tbl = $1",
    "DELETE FROM snap WHERE tbl = $1",
    "DELETE FROM chat WHERE tbl = $1",
    "DELETE FROM note WHERE tbl = $1",
    "DELETE FROM owner WHERE tbl = $1",
];

async fn every(
    db: &mut PgConnection,
    all: &'static [&'static str],
    bind: impl Fn(Statement) -> Statement,
) -> Result<(), StoreError> {
    for &sql in all {
        run(db, bind(sqlx::query(sql))).await?;
    }
    Ok(())
}

/// What needs one statement and no look before it.
fn simple(op: &Op) -> Option<Statement> {
    Some(match op {
        Op::Ran(ran) => sqlx::query(
            "INSERT INTO meta(key, value) VALUES ('ran', $1)
             ON CONFLICT(key) DO UPDATE SET value = GREATEST(meta.value, $1)",
        )
        .bind(*ran as i64),
        Op::Probe => sqlx::query(
            "INSERT INTO meta(key, value) VALUES ('probe', 1)
             ON CONFLICT(key) DO UPDATE SET value = meta.value + 1",
        ),
        Op::Seen { session, at } => sqlx::query("UPDATE session SET seen = $2 WHERE id = $1")
            .bind(session.clone())
            .bind(*at as i64),
        Op::EndIdle(before) => {
            sqlx::query("DELETE FROM session WHERE seen < $1").bind(*before as i64)
        }
        Op::EndSession(id) => sqlx::query("DELETE FROM session WHERE id = $1").bind(id.clone()),
        Op::EndSessions { user, except } => {
            sqlx::query("DELETE FROM session WHERE person = $1 AND id <> $2")
                .bind(user.clone())
                .bind(except.clone())
        }
        Op::EndToken { user, id } => sqlx::query("DELETE FROM token WHERE person = $1 AND id = $2")
            .bind(user.clone())
            .bind(id.clone()),
        Op::EndTokens(user) => {
            sqlx::query("DELETE FROM token WHERE person = $1").bind(user.clone())
        }
        Op::UsedPasskey { id, body } => sqlx::query("UPDATE passkey SET body = $2 WHERE id = $1")
            .bind(id.clone())
            .bind(body.clone()),
        Op::EndPasskey { user, id } => {
            sqlx::query("DELETE FROM passkey WHERE person = $1 AND id = $2")
                .bind(user.clone())
                .bind(id.clone())
        }
        Op::EndPasskeys(user) => {
            sqlx::query("DELETE FROM passkey WHERE person = $1").bind(user.clone())
        }
        Op::Audit(row) => {
            sqlx::query("INSERT INTO audit(at, what, about, detail) VALUES ($1, $2, $3, $4)")
                .bind(row.at as i64)
                .bind(row.what.clone())
                .bind(row.about.clone())
                .bind(row.detail.clone())
        }
        _ => return None,
    })
}
