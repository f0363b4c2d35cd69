//! Three nodes in processes of their own, tables under load, and one fault after the
//! other: nodes are killed and stopped for longer than their lease, PostgreSQL and
//! NATS are killed and started again, a node is cut off from either. What every player
//! was told is compared with what the database has in the end.

#![cfg(feature = "nats")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

use admiralty_server::{Config, StoreKind};
use admiralty_services::{Balancer, Durable, Nats, Postgres, free_port, new_database, signal};
use common::player::Player;
use common::quick;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// A number from the environment; the soak sets larger ones.
fn number(name: &str, else_: usize) -> usize {
    std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(else_)
}

/// Not a test of its own: the body of a node's process.
#[test]
fn be_a_node() {
    let Ok(listen) = std::env::var("ADMIRALTY_TEST_LISTEN") else { return };
    let env = |name: &str| std::env::var(name).unwrap();
    let config = Config {
        listen: listen.parse().unwrap(),
        store: StoreKind::Postgres(env("ADMIRALTY_TEST_STORE_AT")),
        bus: Some(env("ADMIRALTY_TEST_BUS_AT")),
        ..quick()
    };
    if std::env::var("ADMIRALTY_TEST_LOGS").is_ok() {
        tracing_subscriber::fmt().with_ansi(false).with_writer(std::io::stderr).init();
    }
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let listener = TcpListener::bind(config.listen).await.unwrap();
        let parts = admiralty_server::open_parts(config).await.unwrap();
        println!("listening {}", listener.local_addr().unwrap());
        let stop = async {
            let kind = tokio::signal::unix::SignalKind::terminate();
            tokio::signal::unix::signal(kind).unwrap().recv().await;
        };
        admiralty_server::serve_on(listener, None, parts, stop).await.unwrap();
    });
}

/// A way to a service that can be cut: then nothing passes any more, and nobody is
/// told.
struct Wire {
    port: u16,
    cut: Arc<AtomicBool>,
}

impl Wire {
    async fn to(port: u16) -> Wire {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let cut = Arc::new(AtomicBool::new(false));
        let wire = Wire { port: listener.local_addr().unwrap().port(), cut: Arc::clone(&cut) };
        tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                let cut = Arc::clone(&cut);
                tokio::spawn(async move {
                    let Ok(far) = TcpStream::connect(("127.0.0.1", port)).await else { return };
                    let (near, far) = (near.into_split(), far.into_split());
                    let there = pass(near.0, far.1, Arc::clone(&cut));
                    let back = pass(far.0, near.1, cut);
                    tokio::select! { () = there => {}, () = back => {} }
                });
            }
        });
        wire
    }
}

async fn pass(
    mut from: tokio::net::tcp::OwnedReadHalf,
    mut to: tokio::net::tcp::OwnedWriteHalf,
    cut: Arc<AtomicBool>,
) {
    let mut bytes = vec![0; 16 * 1024];
    while let Ok(n @ 1..) = from.read(&mut bytes).await {
        if cut.load(Ordering::Relaxed) {
            // What is on its way is lost, and the connection with it, unheard.
            while cut.load(Ordering::Relaxed) {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
            return;
        }
        if to.write_all(&bytes[..n]).await.is_err() {
            return;
        }
    }
}

/// A node, its process, and its ways to both services.
struct Node {
    child: Child,
    addr: SocketAddr,
    store: Wire,
    bus: Wire,
    database: String,
}

impl Node {
    async fn start(database: &str, postgres: u16, nats: u16) -> Node {
        let addr = SocketAddr::from(([127, 0, 0, 1], free_port().unwrap()));
        let (store, bus) = (Wire::to(postgres).await, Wire::to(nats).await);
        let child = run(addr, database, &store, &bus);
        Node { child, addr, store, bus, database: database.into() }
    }

    fn again(&mut self) {
        self.child = run(self.addr, &self.database, &self.store, &self.bus);
    }

    fn signal(&self, name: &str) {
        signal(self.child.id(), name).unwrap();
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn run(addr: SocketAddr, database: &str, store: &Wire, bus: &Wire) -> Child {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "be_a_node", "--nocapture"])
        .env("ADMIRALTY_TEST_LISTEN", addr.to_string())
        .env(
            "ADMIRALTY_TEST_STORE_AT",
            format!("postgres://postgres@127.0.0.1:{}/{database}", store.port),
        )
        .env("ADMIRALTY_TEST_BUS_AT", format!("nats://127.0.0.1:{}", bus.port))
        .stdout(Stdio::piped())
        .stderr(log(addr))
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let up = lines.by_ref().map_while(Result::ok).any(|line| line.contains("listening "));
    assert!(up, "the node says where it listens");
    // Somebody must read on, or the child blocks when the pipe is full.
    std::thread::spawn(move || lines.for_each(drop));
    child
}

/// Where a node's log goes: to a file of `ADMIRALTY_TEST_LOGS`, for whoever looks for
/// the reason of a failure.
fn log(addr: SocketAddr) -> Stdio {
    match std::env::var("ADMIRALTY_TEST_LOGS") {
        Ok(folder) => {
            let file = format!("{folder}/node-{}.log", addr.port());
            std::fs::File::options().append(true).create(true).open(file).unwrap().into()
        }
        Err(_) => Stdio::null(),
    }
}

/// What goes wrong.
#[derive(Debug, Clone, Copy)]
enum Fault {
    Kill,
    Pause,
    Postgres,
    Nats,
    CutStore,
    CutBus,
}

const FAULTS: [Fault; 6] =
    [Fault::Kill, Fault::Pause, Fault::Nats, Fault::CutBus, Fault::CutStore, Fault::Postgres];

/// Longer than a lease.
const LONG: Duration = Duration::from_secs(6);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_goes_wrong_nothing_is_lost_doubled_or_shown_too_early() {
    let mut postgres = Postgres::start(Durable::No).unwrap();
    let mut nats = Nats::start().unwrap();
    new_database(&postgres.url("postgres"), "chaos").unwrap();
    let mut nodes = Vec::new();
    for _ in 0..3 {
        nodes.push(Node::start("chaos", postgres.port(), nats.port()).await);
    }
    tokio::time::sleep(Duration::from_secs(2)).await;
    let at: Arc<Vec<SocketAddr>> = Arc::new(nodes.iter().map(|node| node.addr).collect());
    let stop = Arc::new(AtomicBool::new(false));
    let acked = Arc::new(AtomicUsize::new(0));
    let mut playing = Vec::new();
    for n in 0..number("ADMIRALTY_CHAOS_TABLES", 24) {
        let mut player = Player::new(&at, n).await;
        let (stop, acked) = (Arc::clone(&stop), Arc::clone(&acked));
        playing.push(tokio::spawn(async move {
            while !stop.load(Ordering::Relaxed) {
                let before = player.acked.len();
                player.play(&stop, before + 1, Duration::from_millis(60)).await;
                acked.fetch_add(player.acked.len() - before, Ordering::Relaxed);
            }
            player
        }));
    }
    for n in 0..number("ADMIRALTY_CHAOS_FAULTS", 6) {
        tokio::time::sleep(Duration::from_secs(2)).await;
        let (fault, victim) = (FAULTS[n % FAULTS.len()], (n * 7 / 6) % 3);
        let before = acked.load(Ordering::Relaxed);
        println!("{fault:?} at node {victim}, after {before} actions");
        match fault {
            Fault::Kill => {
                nodes[victim].child.kill().unwrap();
                nodes[victim].child.wait().unwrap();
                tokio::time::sleep(LONG).await;
                nodes[victim].again();
            }
            Fault::Pause => {
                nodes[victim].signal("STOP");
                tokio::time::sleep(LONG).await;
                nodes[victim].signal("CONT");
            }
            Fault::Postgres => {
                postgres.kill().unwrap();
                tokio::time::sleep(Duration::from_secs(1)).await;
                postgres.restart().unwrap();
            }
            Fault::Nats => {
                nats.kill().unwrap();
                tokio::time::sleep(Duration::from_secs(2)).await;
                nats.restart().unwrap();
            }
            Fault::CutStore => cut_for(&nodes[victim].store, LONG).await,
            Fault::CutBus => cut_for(&nodes[victim].bus, LONG).await,
        }
        // Whatever it was, play goes on.
        let begun = Instant::now();
        let seen = acked.load(Ordering::Relaxed);
        while acked.load(Ordering::Relaxed) < seen + 10 {
            assert!(begun.elapsed() < Duration::from_secs(60), "nobody plays after {fault:?}");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
    tokio::time::sleep(Duration::from_secs(2)).await;
    stop.store(true, Ordering::Relaxed);
    let mut all = 0;
    let mut breaks = Vec::new();
    for player in playing {
        let player = player.await.unwrap();
        breaks.extend(player.breaks.iter().copied());
        all += player.finish().await;
    }
    breaks.sort();
    println!("{all} actions, each in its log once; the longest break {:?}", breaks.last().unwrap());
    let ask = |sql: &str| postgres.ask("chaos", sql).unwrap();
    let broken = ask("SELECT COUNT(*) FROM (SELECT tbl FROM log GROUP BY tbl
         HAVING MIN(line) <> 1 OR MAX(line) <> COUNT(*)) AS b");
    assert_eq!(broken, "0", "every log is unbroken");
    let moved: usize = ask("SELECT COUNT(*) FROM owner WHERE epoch > 1").parse().unwrap();
    assert!(moved > 0, "tables have changed hands");
}

async fn cut_for(wire: &Wire, long: Duration) {
    wire.cut.store(true, Ordering::Relaxed);
    tokio::time::sleep(long).await;
    wire.cut.store(false, Ordering::Relaxed);
}

/// How long a table is without an owner that takes moves: after the death of its node,
/// and after a drain.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_takes_moves_again_soon_after_its_owner_is_gone() {
    let (postgres, nats) = (Postgres::start(Durable::No).unwrap(), Nats::start().unwrap());
    new_database(&postgres.url("postgres"), "soon").unwrap();
    let mut nodes = Vec::new();
    for _ in 0..2 {
        nodes.push(Node::start("soon", postgres.port(), nats.port()).await);
    }
    tokio::time::sleep(Duration::from_secs(2)).await;
    let stop = AtomicBool::new(false);
    let mut took = [Vec::new(), Vec::new()];
    for round in 0..number("ADMIRALTY_FAILOVERS", 2) * 2 {
        let kill = round % 2 == 0;
        // Made at the first node, so it is the first node's.
        let first = Arc::new(vec![nodes[0].addr]);
        let mut player = Player::new(&first, 0).await;
        player.play(&stop, 6, Duration::ZERO).await;
        player.at = Arc::new(vec![nodes[1].addr]);
        let begun = Instant::now();
        nodes[0].signal(if kill { "KILL" } else { "TERM" });
        player.play(&stop, 7, Duration::ZERO).await;
        took[usize::from(!kill)].push(begun.elapsed());
        nodes[0].child.wait().unwrap();
        nodes[0].again();
        tokio::time::sleep(Duration::from_millis(1500)).await;
        player.finish().await;
    }
    for (what, took) in ["killed", "drained"].iter().zip(&mut took) {
        took.sort();
        println!("{what}: median {:?}, all {took:?}", took[took.len() / 2]);
    }
    assert!(took[0].iter().all(|took| *took < Duration::from_secs(15)), "{took:?}");
    assert!(took[1].iter().all(|took| *took < Duration::from_secs(8)), "{took:?}");
}

/// Twenty games through a balancer, one node dying on the way. `cargo xtask cluster
/// --check` runs this against the nodes it has started; by itself it starts its own.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn twenty_games_through_the_balancer() {
    let given = std::env::var("ADMIRALTY_CHECK_AT").ok();
    let mut own = None;
    let (at, victim) = match given {
        Some(at) => (at.parse().unwrap(), number("ADMIRALTY_CHECK_KILL", 0) as u32),
        None => {
            let (postgres, nats) = (Postgres::start(Durable::No).unwrap(), Nats::start().unwrap());
            new_database(&postgres.url("postgres"), "check").unwrap();
            let mut nodes = Vec::new();
            for _ in 0..3 {
                nodes.push(Node::start("check", postgres.port(), nats.port()).await);
            }
            let addrs: Vec<SocketAddr> = nodes.iter().map(|node| node.addr).collect();
            let balancer = Balancer::start(&addrs).unwrap();
            let found = (balancer.addr(), nodes[1].child.id());
            tokio::time::sleep(Duration::from_secs(2)).await;
            own = Some((postgres, nats, nodes, balancer));
            found
        }
    };
    let at = Arc::new(vec![at]);
    let stop = Arc::new(AtomicBool::new(false));
    let acked = Arc::new(AtomicUsize::new(0));
    let mut games = Vec::new();
    for n in 0..20 {
        let mut player = Player::new(&at, n).await;
        let (stop, acked) = (Arc::clone(&stop), Arc::clone(&acked));
        games.push(tokio::spawn(async move {
            for n in 1..=30 {
                player.play(&stop, n, Duration::from_millis(50)).await;
                acked.fetch_add(1, Ordering::Relaxed);
            }
            player
        }));
    }
    while acked.load(Ordering::Relaxed) < 200 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    signal(victim, "KILL").unwrap();
    println!("a node was killed after {} actions", acked.load(Ordering::Relaxed));
    let mut all = 0;
    let mut longest = Duration::ZERO;
    for game in games {
        let player = game.await.unwrap();
        longest = longest.max(player.breaks.iter().copied().max().unwrap_or_default());
        all += player.finish().await;
    }
    println!("20 games, {all} actions, every record verifies; the longest break {longest:?}");
    drop(own);
}
