//! Rated games and ratings: worked out within the transaction that ends the game,
//! one game after the other whichever node it was played at.

use super::{Postgres, broken, query};
use crate::ratings;
use crate::store::{PastRow, RatingRow, ResultRow, StoreError};
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, Row};

/// Games end in one order for everybody.
const LOCK: i64 = 0x0ad3_17a2;
const COLUMNS: &str =
    "SELECT pool, person, rating, deviation, volatility, won, drawn, lost, at FROM rating";

async fn lock(db: &mut PgConnection) -> Result<(), StoreError> {
    let statement = sqlx::query("SELECT pg_advisory_xact_lock($1)").bind(LOCK);
    statement.execute(db).await.map(drop).map_err(broken)
}

pub(super) async fn add(db: &mut PgConnection, result: &ResultRow) -> Result<(), StoreError> {
    lock(db).await?;
    // A game ends once, whatever is tried again.
    let made = sqlx::query(
        "INSERT INTO result(tbl, at, body) VALUES ($1, $2, $3)
         ON CONFLICT(tbl) DO NOTHING RETURNING id",
    )
    .bind(result.num)
    .bind(result.at as i64)
    .bind(serde_json::to_string(result)?)
    .fetch_optional(&mut *db)
    .await
    .map_err(broken)?;
    let Some(made) = made else { return Ok(()) };
    let id: i64 = made.try_get(0).map_err(broken)?;
    let mut before = Vec::new();
    for played in &result.people {
        let known = query(&[COLUMNS, "WHERE pool = $1 AND person = $2"])
            .bind(result.pool.clone())
            .bind(played.user.clone())
            .fetch_optional(&mut *db)
            .await
            .map_err(broken)?;
        let known = known.map(rating).transpose()?;
        before.push(known.unwrap_or_else(|| ratings::unknown(&result.pool, &played.user)));
    }
    for row in ratings::after(result, &before) {
        put(db, &row).await?;
        put_past(db, &row, id).await?;
    }
    Ok(())
}

async fn put(db: &mut PgConnection, row: &RatingRow) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO rating(pool, person, rating, deviation, volatility, won, drawn, lost, at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         ON CONFLICT(pool, person) DO UPDATE SET rating = $3, deviation = $4, volatility = $5,
             won = $6, drawn = $7, lost = $8, at = $9",
    )
    .bind(row.pool.clone())
    .bind(row.user.clone())
    .bind(row.rating)
    .bind(row.deviation)
    .bind(row.volatility)
    .bind(row.won as i32)
    .bind(row.drawn as i32)
    .bind(row.lost as i32)
    .bind(row.at as i64)
    .execute(db)
    .await
    .map(drop)
    .map_err(broken)
}

async fn put_past(db: &mut PgConnection, row: &RatingRow, result: i64) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO rating_past(pool, person, result, at, rating, deviation)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT(pool, person, result) DO UPDATE SET at = $4, rating = $5, deviation = $6",
    )
    .bind(row.pool.clone())
    .bind(row.user.clone())
    .bind(result)
    .bind(row.at as i64)
    .bind(row.rating)
    .bind(row.deviation)
    .execute(db)
    .await
    .map(drop)
    .map_err(broken)
}

/// All of it anew, from the results alone.
pub(super) async fn again(db: &mut PgConnection) -> Result<(), StoreError> {
    lock(db).await?;
    let clear = "DELETE FROM rating; DELETE FROM rating_past;";
    sqlx::raw_sql(clear).execute(&mut *db).await.map_err(broken)?;
    let mut standing = ratings::Standing::default();
    let mut from = 0;
    loop {
        let rows = sqlx::query(RESULTS).bind(from).bind(1000_i64).fetch_all(&mut *db).await;
        let some: Vec<ResultRow> =
            rows.map_err(broken)?.into_iter().map(result).collect::<Result<_, _>>()?;
        let Some(last) = some.last() else { break };
        from = last.id;
        for result in &some {
            for row in standing.add(result) {
                put_past(db, &row, result.id).await?;
            }
        }
    }
    for row in standing.rows() {
        put(db, row).await?;
    }
    // Whoever has left has no rating any more.
    let left = "DELETE FROM rating WHERE person NOT IN (SELECT id FROM person);
                DELETE FROM rating_past WHERE person NOT IN (SELECT id FROM person);";
    sqlx::raw_sql(left).execute(db).await.map(drop).map_err(broken)
}

const RESULTS: &str = "SELECT id, tbl, at, body FROM result WHERE id > $1 ORDER BY id LIMIT $2";

fn result(row: PgRow) -> Result<ResultRow, StoreError> {
    let mut read: ResultRow = serde_json::from_str(row.try_get::<&str, _>(3).map_err(broken)?)?;
    read.id = row.try_get(0).map_err(broken)?;
    read.num = row.try_get(1).map_err(broken)?;
    read.at = row.try_get::<i64, _>(2).map_err(broken)? as u64;
    Ok(read)
}

fn rating(row: PgRow) -> Result<RatingRow, StoreError> {
    let count = |i: usize| row.try_get::<i32, _>(i).map(|n| n as u32).map_err(broken);
    Ok(RatingRow {
        pool: row.try_get(0).map_err(broken)?,
        user: row.try_get(1).map_err(broken)?,
        rating: row.try_get(2).map_err(broken)?,
        deviation: row.try_get(3).map_err(broken)?,
        volatility: row.try_get(4).map_err(broken)?,
        won: count(5)?,
        drawn: count(6)?,
        lost: count(7)?,
        at: row.try_get::<i64, _>(8).map_err(broken)? as u64,
    })
}

impl Postgres {
    pub(super) async fn best(
        &self,
        pool: &str,
        surest: f64,
        limit: u32,
    ) -> Result<Vec<RatingRow>, StoreError> {
        let which = "WHERE pool = $1 AND deviation <= $2 ORDER BY rating DESC, person LIMIT $3";
        let statement = query(&[COLUMNS, which]).bind(pool.to_string()).bind(surest);
        self.all(statement.bind(i64::from(limit)), rating).await
    }

    pub(super) async fn rated(&self, user: &str) -> Result<Vec<RatingRow>, StoreError> {
        let statement = query(&[COLUMNS, "WHERE person = $1 ORDER BY pool"]);
        self.all(statement.bind(user.to_string()), rating).await
    }

    pub(super) async fn past(
        &self,
        pool: &str,
        user: &str,
        limit: u32,
    ) -> Result<Vec<PastRow>, StoreError> {
        let sql = "SELECT result, at, rating, deviation FROM (
                     SELECT * FROM rating_past WHERE pool = $1 AND person = $2
                     ORDER BY result DESC LIMIT $3) AS last ORDER BY result";
        let statement = sqlx::query(sql).bind(pool.to_string()).bind(user.to_string());
        let read = |row: PgRow| {
            Ok(PastRow {
                result: row.try_get(0).map_err(broken)?,
                at: row.try_get::<i64, _>(1).map_err(broken)? as u64,
                rating: row.try_get(2).map_err(broken)?,
                deviation: row.try_get(3).map_err(broken)?,
            })
        };
        self.all(statement.bind(i64::from(limit)), read).await
    }

    pub(super) async fn ended_after(
        &self,
        after: i64,
        limit: u32,
    ) -> Result<Vec<ResultRow>, StoreError> {
        self.all(sqlx::query(RESULTS).bind(after).bind(i64::from(limit)), result).await
    }
}
