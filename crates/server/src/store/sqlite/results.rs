//! Rated games and ratings: worked out within the transaction that ends the
//! game, so that neither can stand there without the other.

use crate::ratings;
use crate::store::{PastRow, RatingRow, ResultRow, StoreError};
use rusqlite::{Connection, OptionalExtension, Params, Row, params};

const COLUMNS: &str = "SELECT pool, user, rating, deviation, volatility, won, drawn, lost, at";

pub(super) fn add(db: &Connection, result: &ResultRow) -> Result<(), StoreError> {
    let body = serde_json::to_string(result)?;
    // A game ends once, whatever is tried again.
    let made = db
        .prepare_cached("INSERT OR IGNORE INTO result(tbl, at, body) VALUES (?1, ?2, ?3)")?
        .execute(params![result.num, result.at as i64, body])?;
    if made == 0 {
        return Ok(());
    }
    let id = db.last_insert_rowid();
    let mut before = Vec::new();
    for played in &result.people {
        let sql = format!("{COLUMNS} FROM rating WHERE pool = ?1 AND user = ?2");
        let known =
            db.prepare_cached(&sql)?.query_row([&result.pool, &played.user], rating).optional()?;
        before.push(known.unwrap_or_else(|| ratings::unknown(&result.pool, &played.user)));
    }
    for row in ratings::after(result, &before) {
        put(db, &row)?;
        put_past(db, &row, id)?;
    }
    Ok(())
}

pub(super) fn put(db: &Connection, row: &RatingRow) -> Result<(), StoreError> {
    db.prepare_cached(
        "INSERT OR REPLACE INTO rating(pool, user, rating, deviation, volatility, won, drawn, lost, at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
    )?
    .execute(params![
        row.pool,
        row.user,
        row.rating,
        row.deviation,
        row.volatility,
        row.won,
        row.drawn,
        row.lost,
        row.at as i64
    ])?;
    Ok(())
}

fn put_past(db: &Connection, row: &RatingRow, result: i64) -> Result<(), StoreError> {
    db.prepare_cached(
        "INSERT OR REPLACE INTO rating_past(pool, user, result, at, rating, deviation)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    )?
    .execute(params![row.pool, row.user, result, row.at as i64, row.rating, row.deviation])?;
    Ok(())
}

/// All of it anew, from the results alone.
pub(super) fn again(db: &Connection) -> Result<(), StoreError> {
    db.execute_batch("DELETE FROM rating; DELETE FROM rating_past;")?;
    let mut standing = ratings::Standing::default();
    let mut from = 0;
    loop {
        let some = results(db, from, 1000)?;
        let Some(last) = some.last() else { break };
        from = last.id;
        for result in &some {
            for row in standing.add(result) {
                put_past(db, &row, result.id)?;
            }
        }
    }
    standing.rows().try_for_each(|row| put(db, row))?;
    // Whoever has left has no rating any more.
    db.execute_batch(
        "DELETE FROM rating WHERE user NOT IN (SELECT id FROM user);
         DELETE FROM rating_past WHERE user NOT IN (SELECT id FROM user);",
    )?;
    Ok(())
}

fn rating(row: &Row<'_>) -> rusqlite::Result<RatingRow> {
    Ok(RatingRow {
        pool: row.get(0)?,
        user: row.get(1)?,
        rating: row.get(2)?,
        deviation: row.get(3)?,
        volatility: row.get(4)?,
        won: row.get(5)?,
        drawn: row.get(6)?,
        lost: row.get(7)?,
        at: row.get::<_, i64>(8)? as u64,
    })
}

fn ratings(db: &Connection, which: &str, args: impl Params) -> Result<Vec<RatingRow>, StoreError> {
    let mut get = db.prepare_cached(&format!("{COLUMNS} FROM rating {which}"))?;
    Ok(get.query_map(args, rating)?.collect::<Result<_, _>>()?)
}

pub(super) fn ladder(
    db: &Connection,
    pool: &str,
    surest: f64,
    limit: u32,
) -> Result<Vec<RatingRow>, StoreError> {
    let which = "WHERE pool = ?1 AND deviation <= ?2 ORDER BY rating DESC, user LIMIT ?3";
    ratings(db, which, params![pool, surest, limit])
}

pub(super) fn of(db: &Connection, user: &str) -> Result<Vec<RatingRow>, StoreError> {
    ratings(db, "WHERE user = ?1 ORDER BY pool", [user])
}

pub(super) fn past(
    db: &Connection,
    pool: &str,
    user: &str,
    limit: u32,
) -> Result<Vec<PastRow>, StoreError> {
    let sql = "SELECT result, at, rating, deviation FROM (
                 SELECT * FROM rating_past WHERE pool = ?1 AND user = ?2
                 ORDER BY result DESC LIMIT ?3) ORDER BY result";
    let mut get = db.prepare_cached(sql)?;
    let rows = get.query_map(params![pool, user, limit], |row| {
        Ok(PastRow {
            result: row.get(0)?,
            at: row.get::<_, i64>(1)? as u64,
            rating: row.get(2)?,
            deviation: row.get(3)?,
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

pub(super) fn results(
    db: &Connection,
    after: i64,
    limit: u32,
) -> Result<Vec<ResultRow>, StoreError> {
    let sql = "SELECT id, tbl, at, body FROM result WHERE id > ?1 ORDER BY id LIMIT ?2";
    let mut get = db.prepare_cached(sql)?;
    let mut rows = get.query(params![after, limit])?;
    let mut all = Vec::new();
    while let Some(row) = rows.next()? {
        let body: String = row.get(3)?;
        let mut result: ResultRow = serde_json::from_str(&body)?;
        result.id = row.get(0)?;
        result.num = row.get(1)?;
        result.at = row.get::<_, i64>(2)? as u64;
        all.push(result);
    }
    Ok(all)
}
