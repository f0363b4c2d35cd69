//! Leases in PostgreSQL; what they mean stands in the schema.

use super::{Postgres, broken};
use crate::store::{Claim, LEASE, Leases, Located, Renewed, StoreError};
use futures_util::future::BoxFuture;
use sqlx::Row;
use std::sync::atomic::Ordering;

impl Leases for Postgres {
    fn join<'a>(&'a self, name: &'a str, rooms: bool) -> BoxFuture<'a, Result<i64, StoreError>> {
        Box::pin(async move {
            let sql =
                "INSERT INTO node(id, name, rooms, until) VALUES (nextval('node_num'), $1, $2,
                       clock_timestamp() + $3 * INTERVAL '1 millisecond') RETURNING id";
            let row = sqlx::query(sql)
                .bind(name.to_string())
                .bind(rooms)
                .bind(LEASE.as_millis() as i64)
                .fetch_one(&self.inner.pool)
                .await
                .map_err(broken)?;
            let node = row.try_get(0).map_err(broken)?;
            self.inner.node.store(node, Ordering::Release);
            Ok(node)
        })
    }

    fn renew(&self, ran: u64) -> BoxFuture<'_, Result<Renewed, StoreError>> {
        Box::pin(async move {
            let row = sqlx::query("SELECT held, ran_now FROM renew($1, $2, $3)")
                .bind(self.node())
                .bind(LEASE.as_millis() as i64)
                .bind(ran as i64)
                .fetch_one(&self.inner.pool)
                .await
                .map_err(broken)?;
            let sql = "SELECT id, rooms FROM node WHERE until > clock_timestamp() ORDER BY id";
            let nodes = sqlx::query(sql).fetch_all(&self.inner.pool).await.map_err(broken)?;
            let node = |row: sqlx::postgres::PgRow| Ok((row.try_get(0)?, row.try_get(1)?));
            Ok(Renewed {
                held: row.try_get(0).map_err(broken)?,
                ran: row.try_get::<i64, _>(1).map_err(broken)? as u64,
                nodes: nodes.into_iter().map(node).collect::<Result<_, _>>().map_err(broken)?,
            })
        })
    }

    fn locate<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<Option<Located>, StoreError>> {
        Box::pin(async move {
            let sql = "SELECT t.num, n.id FROM tables t LEFT JOIN owner o ON o.tbl = t.num
                       LEFT JOIN node n ON n.id = o.node AND n.until > clock_timestamp()
                       WHERE t.id = $1";
            let row = sqlx::query(sql)
                .bind(id.to_string())
                .fetch_optional(&self.inner.pool)
                .await
                .map_err(broken)?;
            let Some(row) = row else { return Ok(None) };
            let num = row.try_get(0).map_err(broken)?;
            Ok(Some(Located { num, node: row.try_get(1).map_err(broken)? }))
        })
    }

    fn claim(&self, num: i64) -> BoxFuture<'_, Result<Claim, StoreError>> {
        Box::pin(async move {
            let row = sqlx::query("SELECT holder, at_epoch FROM claim($1, $2)")
                .bind(num)
                .bind(self.node())
                .fetch_one(&self.inner.pool)
                .await
                .map_err(broken)?;
            let holder: i64 = row.try_get(0).map_err(broken)?;
            let epoch: i64 = row.try_get(1).map_err(broken)?;
            Ok(match holder {
                0 => Claim::Lapsed,
                holder if holder == self.node() => Claim::Mine(epoch as u64),
                holder => Claim::Theirs(holder),
            })
        })
    }

    fn orphans(
        &self,
        limit: u32,
        thoroughly: bool,
    ) -> BoxFuture<'_, Result<Vec<String>, StoreError>> {
        Box::pin(async move {
            // A node that has gone is forgotten when nothing of it is to be taken up.
            let sql = "DELETE FROM node n WHERE n.until <= clock_timestamp() AND NOT EXISTS(
                           SELECT 1 FROM owner o JOIN tables t ON t.num = o.tbl AND t.runs
                           WHERE o.node = n.id)";
            sqlx::query(sql).execute(&self.inner.pool).await.map_err(broken)?;
            let sql = match thoroughly {
                false => {
                    "SELECT t.id FROM node n JOIN owner o ON o.node = n.id
                     JOIN tables t ON t.num = o.tbl AND t.runs
                     WHERE n.until <= clock_timestamp() LIMIT $1"
                }
                true => {
                    "SELECT t.id FROM tables t LEFT JOIN owner o ON o.tbl = t.num
                     LEFT JOIN node n ON n.id = o.node AND n.until > clock_timestamp()
                     WHERE t.runs AND n.id IS NULL LIMIT $1"
                }
            };
            let rows = sqlx::query(sql)
                .bind(i64::from(limit))
                .fetch_all(&self.inner.pool)
                .await
                .map_err(broken)?;
            rows.iter().map(|row| row.try_get(0).map_err(broken)).collect()
        })
    }

    fn leave(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async move {
            sqlx::query("UPDATE node SET until = '-infinity' WHERE id = $1")
                .bind(self.node())
                .execute(&self.inner.pool)
                .await
                .map_err(broken)?;
            Ok(())
        })
    }

    fn ended(
        &self,
        sessions: Vec<String>,
        tokens: Vec<String>,
        now: u64,
    ) -> BoxFuture<'_, Result<Vec<String>, StoreError>> {
        Box::pin(async move {
            let sql = "SELECT a.id FROM unnest($1::TEXT[]) AS a(id)
                       WHERE NOT EXISTS(SELECT 1 FROM session s JOIN person p ON p.id = s.person
                                        WHERE s.id = a.id AND NOT p.banned AND p.shut <= $3)
                       UNION ALL SELECT b.id FROM unnest($2::TEXT[]) AS b(id)
                       WHERE NOT EXISTS(SELECT 1 FROM token t JOIN person p ON p.id = t.person
                                        WHERE t.id = b.id AND NOT p.banned AND p.shut <= $3)";
            let rows = sqlx::query(sql)
                .bind(sessions)
                .bind(tokens)
                .bind(now as i64)
                .fetch_all(&self.inner.pool)
                .await
                .map_err(broken)?;
            rows.iter().map(|row| row.try_get(0).map_err(broken)).collect()
        })
    }
}
