//! Load for a server on the loopback: tables of Naval Battle with two sockets
//! each, one move in flight per table, players alternate. A move counts when
//! both players have the update; latency is the mover's. Prints one JSON line.
//!
//!   load [--addr 127.0.0.1:8640] [--tables 500] [--seconds 4] [--warmup 1]
//!        [--rate MOVES_PER_S] [--idle] [--wake MOVES] [--asleep WAVES]
//!        [--server-pid P] [--label TEXT] [--say 0|1|2]
//!
//! Without --rate the load is a closed loop; with it moves are paced over the
//! tables and latency counts from the scheduled time. --idle opens everything
//! and holds it, to read the server's memory. --wake plays so many moves at
//! each table, leaves, and measures how long a sleeping table takes to answer
//! (start the server with --sleep-after 0). --asleep opens so many tables, plays
//! a little, leaves them and waits until they sleep, wave after wave: what the
//! server grows by from wave to wave is what sleeping tables hold. The server
//! must run with --rate-http 0 --rate-socket 0. --say is how much each socket is told:
//! 0 what changed, 1 sentences too, as the web client has it.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a tool for people who measure")]

use clap::Parser;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::net::SocketAddr;
use std::rc::Rc;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

type Ws = WebSocketStream<TcpStream>;
type Res<T> = Result<T, Box<dyn std::error::Error>>;

#[derive(Parser, Clone)]
struct Args {
    #[arg(long, default_value = "127.0.0.1:8640")]
    addr: SocketAddr,
    #[arg(long, visible_alias = "matches", default_value_t = 500)]
    tables: usize,
    #[arg(long, default_value_t = 4.0)]
    seconds: f64,
    #[arg(long, default_value_t = 1.0)]
    warmup: f64,
    #[arg(long, default_value_t = 0.0)]
    rate: f64,
    #[arg(long)]
    idle: bool,
    #[arg(long, default_value_t = 0)]
    wake: usize,
    #[arg(long, default_value_t = 0)]
    asleep: usize,
    #[arg(long)]
    server_pid: Option<u32>,
    #[arg(long, default_value = "admiralty")]
    label: String,
    #[arg(long, default_value_t = 0)]
    say: u8,
}

/// A piece goes out and back: legal for ever when the limits are off.
const MOVES: [&str; 4] = ["a4-a5", "h7-h6", "a5-a4", "h6-h7"];

struct Table {
    id: String,
    cookie: String,
    socks: Vec<Ws>,
    /// Each viewer's number.
    n: [u32; 2],
    moves: usize,
}

async fn http(
    addr: SocketAddr,
    method: &str,
    path: &str,
    cookie: &str,
    body: &str,
) -> Res<(String, Value)> {
    let mut stream = TcpStream::connect(addr).await?;
    let cookie = if cookie.is_empty() { String::new() } else { format!("Cookie: {cookie}\r\n") };
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: {addr}\r\nConnection: close\r\n{cookie}\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await?;
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).await?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let (head, body) = text.split_once("\r\n\r\n").ok_or("no body")?;
    Ok((head.to_string(), serde_json::from_str(body).map_err(|_| text.clone())?))
}

async fn socket(args: &Args, table: &str, cookie: &str, seat: usize) -> Res<Ws> {
    let (addr, say) = (args.addr, args.say);
    let tcp = TcpStream::connect(addr).await?;
    tcp.set_nodelay(true)?;
    let mut request = format!("ws://{addr}/api/tables/{table}/socket?as={seat}&say={say}")
        .into_client_request()?;
    request.headers_mut().insert("cookie", cookie.parse()?);
    let config = WebSocketConfig::default().read_buffer_size(4096);
    let (ws, _) = tokio_tungstenite::client_async_with_config(request, tcp, Some(config)).await?;
    Ok(ws)
}

/// Reads until an update; its number and size. Anything refused is an error.
async fn update(ws: &mut Ws) -> Res<(u32, usize)> {
    loop {
        match ws.next().await.ok_or("closed")?? {
            Message::Text(text) => {
                if let Some(rest) = text.strip_prefix("{\"t\":\"up\",\"n\":") {
                    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
                    return Ok((rest[..end].parse()?, text.len()));
                }
                if text.starts_with("{\"t\":\"no\"") || text.starts_with("{\"t\":\"bye\"") {
                    return Err(text.to_string().into());
                }
            }
            Message::Close(close) => return Err(format!("closed: {close:?}").into()),
            _ => {}
        }
    }
}

async fn state(ws: &mut Ws) -> Res<u32> {
    loop {
        if let Message::Text(text) = ws.next().await.ok_or("closed")??
            && let Some(rest) = text.strip_prefix("{\"t\":\"state\",\"n\":")
        {
            let end = rest.find(',').ok_or("no number")?;
            return Ok(rest[..end].parse()?);
        }
    }
}

async fn act(ws: &mut Ws, id: usize, n: u32, action: &str) -> Res<()> {
    let text = format!("{{\"t\":\"act\",\"id\":\"{id}\",\"n\":{n},\"action\":\"{action}\"}}");
    Ok(ws.send(Message::text(text)).await?)
}

impl Table {
    async fn open(args: &Args) -> Res<Table> {
        let addr = args.addr;
        let (head, _) = http(addr, "GET", "/api/me", "", "").await?;
        let cookie = head
            .lines()
            .find_map(|line| line.strip_prefix("set-cookie: "))
            .and_then(|cookie| cookie.split(';').next())
            .ok_or("no cookie")?
            .to_string();
        let plan = json!({"game": "naval_battle", "start": true,
            "seats": [{"kind": "me"}, {"kind": "me"}],
            "options": {"shuttle_limit": 0, "repetition_limit": 0, "quiet_limit": 0,
                        "max_plies": 5000}});
        let (_, made) = http(addr, "POST", "/api/tables", &cookie, &plan.to_string()).await?;
        let id = made["id"].as_str().ok_or_else(|| made.to_string())?.to_string();
        let mut table = Table { id, cookie, socks: Vec::new(), n: [0; 2], moves: 0 };
        table.connect(args).await?;
        for (i, seat) in [0, 1].into_iter().enumerate() {
            act(&mut table.socks[seat], 900_000 + i, table.n[seat], "deploy @Citadel").await?;
            table.n[seat] = update(&mut table.socks[seat]).await?.0;
            act(&mut table.socks[seat], 910_000 + i, table.n[seat], "ready").await?;
            for viewer in 0..2 {
                table.n[viewer] = update(&mut table.socks[viewer]).await?.0;
            }
        }
        Ok(table)
    }

    async fn connect(&mut self, args: &Args) -> Res<()> {
        for seat in 0..2 {
            let mut ws = socket(args, &self.id, &self.cookie, seat).await?;
            self.n[seat] = state(&mut ws).await?;
            self.socks.push(ws);
        }
        Ok(())
    }

    /// One move, told to both; when the mover saw it, and how long its update was.
    async fn step(&mut self) -> Res<(Instant, usize)> {
        let mover = self.moves % 2;
        let action = MOVES[self.moves % 4];
        act(&mut self.socks[mover], self.moves, self.n[mover], action).await?;
        let (n, size) = update(&mut self.socks[mover]).await?;
        let seen = Instant::now();
        self.n[mover] = n;
        self.n[1 - mover] = update(&mut self.socks[1 - mover]).await?.0;
        self.moves += 1;
        Ok((seen, size))
    }
}

#[derive(Default)]
struct Tally {
    latencies_us: Vec<u32>,
    sizes: Vec<u32>,
    errors: u64,
    last_error: String,
}

async fn play(
    args: Args,
    mut table: Table,
    index: usize,
    t0: Instant,
    tally: Rc<RefCell<Tally>>,
) -> Table {
    let begin = t0 + Duration::from_secs_f64(args.warmup);
    let end = begin + Duration::from_secs_f64(args.seconds);
    let period = if args.rate > 0.0 { args.tables as f64 / args.rate } else { 0.0 };
    let mut due = t0 + Duration::from_secs_f64(period * index as f64 / args.tables as f64);
    loop {
        if args.rate > 0.0 {
            tokio::time::sleep_until(due.into()).await;
        }
        let start = if args.rate > 0.0 { due } else { Instant::now() };
        if Instant::now() >= end {
            return table;
        }
        match tokio::time::timeout(Duration::from_secs(20), table.step()).await {
            Ok(Ok((seen, size))) => {
                if seen >= begin && seen < end {
                    let mut tally = tally.borrow_mut();
                    tally.latencies_us.push(seen.duration_since(start).as_micros() as u32);
                    tally.sizes.push(size as u32);
                }
            }
            other => {
                let mut tally = tally.borrow_mut();
                tally.errors += 1;
                tally.last_error = match other {
                    Ok(Err(error)) => error.to_string(),
                    _ => "no update within 20 s".into(),
                };
                return table;
            }
        }
        due += Duration::from_secs_f64(period);
    }
}

fn proc_field(pid: u32, file: &str) -> String {
    std::fs::read_to_string(format!("/proc/{pid}/{file}")).unwrap_or_default()
}

/// Resident memory of the server in KiB.
fn rss_kib(pid: u32) -> u64 {
    let status = proc_field(pid, "status");
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap_or_default();
    line.split_whitespace().nth(1).and_then(|n| n.parse().ok()).unwrap_or(0)
}

/// CPU time of the server in seconds (clock tick of 100 Hz).
fn cpu_s(pid: u32) -> f64 {
    let stat = proc_field(pid, "stat");
    let fields: Vec<&str> = stat
        .rsplit_once(')')
        .map(|(_, rest)| rest.split_whitespace().collect())
        .unwrap_or_default();
    let tick = |i: usize| fields.get(i).and_then(|f| f.parse::<f64>().ok()).unwrap_or(0.0);
    (tick(11) + tick(12)) / 100.0
}

fn quantile(sorted: &[u32], q: f64) -> f64 {
    if sorted.is_empty() {
        return 0.0;
    }
    f64::from(sorted[((sorted.len() - 1) as f64 * q).round() as usize])
}

async fn run(args: Args) -> Res<()> {
    // The load stays on this machine.
    if !args.addr.ip().is_loopback() {
        return Err("only the loopback is loaded".into());
    }
    let pid = args.server_pid.unwrap_or(0);
    if args.asleep > 0 {
        return asleep(&args).await;
    }
    if args.wake > 0 {
        return wake(&args).await;
    }
    let rss0 = rss_kib(pid);
    let opened = Instant::now();
    let opening = futures_util::stream::iter(0..args.tables).map(|_| Table::open(&args));
    let mut opening = opening.buffer_unordered(8);
    let mut tables = Vec::with_capacity(args.tables);
    while let Some(table) = opening.next().await {
        let mut table = table?;
        if args.idle {
            // Somebody must read, or the server takes them for dead.
            for mut ws in table.socks.drain(..) {
                tokio::spawn(async move { while let Some(Ok(_)) = ws.next().await {} });
            }
        }
        tables.push(table);
    }
    let connect_s = opened.elapsed().as_secs_f64();
    if args.idle {
        tokio::time::sleep(Duration::from_secs_f64(args.seconds.max(25.0))).await;
        let c0 = cpu_s(pid);
        tokio::time::sleep(Duration::from_secs(5)).await;
        let rss = rss_kib(pid);
        let out = json!({"label": args.label, "idle": true, "matches": args.tables, "sockets": 2 * args.tables,
            "rss0_kib": rss0, "rss_kib": rss, "kib_per_match": (rss - rss0) as f64 / args.tables as f64,
            "idle_cpu": (cpu_s(pid) - c0) / 5.0, "opened_per_s": args.tables as f64 / connect_s});
        println!("{out}");
        return Ok(());
    }
    let tally = Rc::new(RefCell::new(Tally::default()));
    let local = tokio::task::LocalSet::new();
    let (t0, c) = (Instant::now(), args.clone());
    let shared = Rc::clone(&tally);
    let (cpu, wall) = local
        .run_until(async move {
            let tasks: Vec<_> = tables
                .into_iter()
                .enumerate()
                .map(|(i, table)| {
                    tokio::task::spawn_local(play(c.clone(), table, i, t0, Rc::clone(&shared)))
                })
                .collect();
            tokio::time::sleep_until((t0 + Duration::from_secs_f64(c.warmup)).into()).await;
            let (c0, w0) = (cpu_s(pid), Instant::now());
            tokio::time::sleep(Duration::from_secs_f64(c.seconds)).await;
            let spent = (cpu_s(pid) - c0, w0.elapsed().as_secs_f64());
            for task in tasks {
                let _ = task.await;
            }
            spent
        })
        .await;
    let mut tally = tally.borrow_mut();
    tally.latencies_us.sort_unstable();
    tally.sizes.sort_unstable();
    let moves = tally.latencies_us.len();
    println!(
        "{}",
        json!({"label": args.label, "matches": args.tables, "rate": args.rate, "moves": moves,
            "moves_per_s": moves as f64 / wall, "p50_ms": quantile(&tally.latencies_us, 0.5) / 1000.0,
            "p99_ms": quantile(&tally.latencies_us, 0.99) / 1000.0,
            "server_cpu_us_per_move": cpu * 1e6 / moves.max(1) as f64,
            "bytes_per_update": quantile(&tally.sizes, 0.5), "rss_kib": rss_kib(pid),
            "errors": tally.errors, "last_error": tally.last_error})
    );
    Ok(())
}

/// The server looks for sleepers every five seconds.
const SLEEP: Duration = Duration::from_secs(13);

/// What the server grows by with every wave of tables that have gone to sleep.
async fn asleep(args: &Args) -> Res<()> {
    let pid = args.server_pid.unwrap_or(0);
    let mut rss = Vec::new();
    for _ in 0..args.asleep {
        for _ in 0..args.tables {
            let mut table = Table::open(args).await?;
            for _ in 0..4 {
                table.step().await?;
            }
        }
        tokio::time::sleep(SLEEP).await;
        rss.push(rss_kib(pid));
    }
    // The first waves fill caches that stay.
    let half = rss.len() / 2;
    let grown = rss[rss.len() - 1] as f64 - rss[half] as f64;
    let slept = (args.tables * (rss.len() - 1 - half)) as f64;
    println!(
        "{}",
        json!({"label": args.label, "asleep": args.tables * args.asleep, "rss_kib": rss,
            "kib_per_sleeping_table": grown / slept})
    );
    Ok(())
}

/// How long a sleeping table takes from the knock to everything it knows.
async fn wake(args: &Args) -> Res<()> {
    let mut asleep = Vec::new();
    for _ in 0..args.tables {
        let mut table = Table::open(args).await?;
        for _ in 0..args.wake {
            table.step().await?;
        }
        table.socks.clear();
        asleep.push(table);
    }
    tokio::time::sleep(SLEEP).await;
    let rss = rss_kib(args.server_pid.unwrap_or(0));
    let mut times = Vec::new();
    for table in &asleep {
        let start = Instant::now();
        let mut ws = socket(args, &table.id, &table.cookie, 0).await?;
        state(&mut ws).await?;
        times.push(start.elapsed().as_micros() as u32);
    }
    times.sort_unstable();
    println!(
        "{}",
        json!({"label": args.label, "wake": args.wake, "matches": args.tables, "rss_asleep_kib": rss,
            "p50_ms": quantile(&times, 0.5) / 1000.0, "p99_ms": quantile(&times, 0.99) / 1000.0})
    );
    Ok(())
}

fn main() -> Res<()> {
    let args = Args::parse();
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(run(args))
}
