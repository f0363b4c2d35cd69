//! What PostgreSQL and this machine can do at most: a relay that speaks as much of
//! the protocol as `load` needs, writes every move as a line of the same size and
//! commits all that has queued up in one round trip before it tells anybody. No
//! rules, no views, no leases.
//!
//!   relay --listen 127.0.0.1:8791 --store postgres://user@host/database

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a tool for people who measure")]

use axum::Router;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use clap::Parser;
use serde::Deserialize;
use sqlx::PgConnection;
use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

#[derive(Parser)]
struct Args {
    #[arg(long, default_value = "127.0.0.1:8791")]
    listen: SocketAddr,
    #[arg(long)]
    store: String,
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

/// A table: who listens, and how many updates each was told.
#[derive(Default)]
struct Table {
    out: [Option<UnboundedSender<String>>; 2],
    n: [u32; 2],
    line: i32,
}

/// A line to be written, and what is told then.
struct Change {
    table: i64,
    line: i32,
    data: String,
    told: Vec<(UnboundedSender<String>, String)>,
}

struct Relay {
    tables: Mutex<HashMap<i64, Table>>,
    next: AtomicI64,
    queue: UnboundedSender<Change>,
}

#[derive(Deserialize)]
struct Act {
    id: String,
    action: String,
}

#[derive(Deserialize)]
struct Seat {
    #[serde(rename = "as")]
    seat: usize,
}

/// As long as a line of the server.
fn line(seat: usize, act: &Act) -> String {
    format!(
        "{{\"by\":{seat},\"act\":\"{}\",\"turn\":12,\"id\":\"{}\",\"rolls\":0,\
         \"nums\":[120,121,119],\"seen\":7,\"awt\":1,\"aw\":1,\"sat\":1700000000000}}",
        act.action, act.id
    )
}

/// As long as an update of the server.
fn update(n: u32, act: &Act) -> String {
    format!(
        "{{\"t\":\"up\",\"n\":{n},\"id\":\"{}\",\"e\":[{{\"d\":{{\"moved\":\"{}\"}}}}],\
         \"p\":{{\"units\":{{\"12\":{{\"at\":\"a5\"}}}},\"turn\":13}},\"a\":[1]}}",
        act.id, act.action
    )
}

async fn write_all(mut db: PgConnection, mut take: UnboundedReceiver<Change>) {
    let mut many = 0;
    while let Some(first) = take.recv().await {
        let mut batch = vec![first];
        if many >= 4 {
            tokio::time::sleep(Duration::from_micros(1500)).await;
        }
        while let Ok(next) = take.try_recv() {
            batch.push(next);
        }
        many = batch.len();
        let tables: Vec<i64> = batch.iter().map(|change| change.table).collect();
        let lines: Vec<i32> = batch.iter().map(|change| change.line).collect();
        let data: Vec<&str> = batch.iter().map(|change| change.data.as_str()).collect();
        sqlx::query(
            "INSERT INTO relay(tbl, line, at, data)
             SELECT a, b, 1700000000000, c FROM unnest($1::BIGINT[], $2::INT[], $3::TEXT[])
             AS l(a, b, c)",
        )
        .bind(tables)
        .bind(lines)
        .bind(data)
        .execute(&mut db)
        .await
        .unwrap();
        for change in batch {
            change.told.into_iter().for_each(|(out, text)| drop(out.send(text)));
        }
    }
}

async fn serve(
    State(relay): State<Arc<Relay>>,
    Path(id): Path<i64>,
    Query(seat): Query<Seat>,
    upgrade: WebSocketUpgrade,
) -> Response {
    upgrade.read_buffer_size(4096).on_upgrade(move |ws| run(relay, id, seat.seat & 1, ws))
}

async fn run(relay: Arc<Relay>, id: i64, seat: usize, mut ws: WebSocket) {
    let (out, mut told) = unbounded_channel();
    relay.tables.lock().unwrap().entry(id).or_default().out[seat] = Some(out);
    if ws.send(Message::Text("{\"t\":\"state\",\"n\":0,\"view\":{}}".into())).await.is_err() {
        return;
    }
    loop {
        tokio::select! {
            text = told.recv() => {
                let Some(text) = text else { return };
                if ws.send(Message::Text(text.into())).await.is_err() {
                    return;
                }
            }
            message = ws.recv() => {
                let Some(Ok(Message::Text(text))) = message else { return };
                let Ok(act) = serde_json::from_str::<Act>(&text) else { return };
                let mut tables = relay.tables.lock().unwrap();
                let table = tables.entry(id).or_default();
                table.line += 1;
                // A deployment is told to nobody else.
                let private = act.action.starts_with("deploy");
                let mut all = Vec::new();
                for viewer in 0..2 {
                    if (viewer == seat || !private)
                        && let Some(out) = table.out[viewer].clone()
                    {
                        table.n[viewer] += 1;
                        all.push((out, update(table.n[viewer], &act)));
                    }
                }
                let data = line(seat, &act);
                let _ = relay.queue.send(Change { table: id, line: table.line, data, told: all });
            }
        }
    }
}

fn main() {
    let args = Args::parse();
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    runtime.worker_threads(args.threads).enable_all();
    runtime.build().unwrap().block_on(async {
        use sqlx::Connection;
        let mut db = PgConnection::connect(&args.store).await.unwrap();
        let sql = "DROP TABLE IF EXISTS relay; CREATE TABLE relay(tbl BIGINT NOT NULL,
                   line INTEGER NOT NULL, at BIGINT NOT NULL, data TEXT NOT NULL,
                   PRIMARY KEY(tbl, line))";
        sqlx::raw_sql(sql).execute(&mut db).await.unwrap();
        let (queue, take) = unbounded_channel();
        tokio::spawn(write_all(db, take));
        let next = AtomicI64::new(1);
        let relay = Arc::new(Relay { tables: Mutex::default(), next, queue });
        let me = || async { ([(header::SET_COOKIE, "a=b; Path=/")], "{}").into_response() };
        let make = |State(relay): State<Arc<Relay>>| async move {
            format!("{{\"id\":\"{}\"}}", relay.next.fetch_add(1, Ordering::Relaxed))
        };
        let routes = Router::new()
            .route("/api/me", get(me))
            .route("/api/tables", post(make))
            .route("/api/tables/{id}/socket", get(serve))
            .with_state(relay);
        let listener = tokio::net::TcpListener::bind(args.listen).await.unwrap();
        println!("listening {}", args.listen);
        axum::serve(listener, routes).await.unwrap();
    });
}
