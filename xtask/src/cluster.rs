//! `cargo xtask cluster`: PostgreSQL, NATS, three nodes and a balancer on the
//! loopback, for anybody who wants to see it; with `--check` games are played
//! through the balancer while a node dies.

use crate::rust::FEATURES;
use crate::services;
use crate::steps::cargo;
use admiralty_services::{Balancer, Durable, Nats, Postgres, free_port, new_database};
use anyhow::{Context, Result, bail};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// So many nodes.
const NODES: usize = 3;

/// A node and the file it writes its log to.
struct Node {
    child: Child,
    addr: SocketAddr,
    log: PathBuf,
}

/// It is told to stop, and killed if it does not.
impl Drop for Node {
    fn drop(&mut self) {
        let _ = admiralty_services::signal(self.child.id(), "TERM");
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_secs(12) {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// True if everything went well.
pub(crate) fn run(root: &Path, check: bool) -> Result<bool> {
    services::install(&["postgresql", "nats-server", "haproxy"])?;
    let binary = binary(root)?;
    let postgres = Postgres::start(Durable::Yes).context("PostgreSQL")?;
    let nats = Nats::start().context("NATS")?;
    let database = new_database(&postgres.url("postgres"), "admiralty").context("a database")?;
    let folder = std::env::temp_dir().join(format!("admiralty-cluster-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let mut nodes = Vec::new();
    for n in 1..=NODES {
        nodes.push(start(&binary, &folder, n, &database, &nats.url())?);
    }
    let addrs: Vec<SocketAddr> = nodes.iter().map(|node| node.addr).collect();
    let balancer = Balancer::start(&addrs).context("HAProxy")?;
    println!("\nThe harbour is at http://{}\n", balancer.addr());
    println!("  PostgreSQL  {database}");
    println!("  NATS        {}", nats.url());
    for (n, node) in (1..).zip(&nodes) {
        let (addr, pid, log) = (node.addr, node.child.id(), node.log.display());
        println!("  node {n}      http://{addr}  process {pid}  log {log}");
    }
    let good = match check {
        true => play(root, balancer.addr(), nodes[1].child.id())?,
        false => {
            println!("\nEnter (or Ctrl-C) ends all of it.");
            let _ = std::io::stdin().read_line(&mut String::new());
            true
        }
    };
    drop(balancer);
    drop(nodes);
    let _ = std::fs::remove_dir_all(&folder);
    println!("{}", if good { "everything is ended" } else { "the check has failed" });
    Ok(good)
}

/// The binary with everything in it: as `ADMIRALTY_BIN` says, else built now.
fn binary(root: &Path) -> Result<PathBuf> {
    if let Some(binary) = std::env::var_os("ADMIRALTY_BIN") {
        return Ok(binary.into());
    }
    println!("building the binary with PostgreSQL and NATS");
    let built = cargo()
        .args(["build", "--release", "-p", "admiralty", "--features", "nats"])
        .current_dir(root)
        .status()?;
    if !built.success() {
        bail!("the binary could not be built");
    }
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), Into::into);
    Ok(target.join("release").join("admiralty"))
}

fn start(binary: &Path, folder: &Path, n: usize, store: &str, bus: &str) -> Result<Node> {
    let addr = SocketAddr::from(([127, 0, 0, 1], free_port()?));
    let ops = SocketAddr::from(([127, 0, 0, 1], free_port()?));
    let log = folder.join(format!("node{n}.log"));
    let out = std::fs::File::create(&log)?;
    let child = Command::new(binary)
        .args(["serve", "--proxy", "--store", store, "--bus", bus])
        .args(["--listen", &addr.to_string(), "--ops", &ops.to_string()])
        .arg("--data")
        .arg(folder)
        .stdin(Stdio::null())
        .stdout(out.try_clone()?)
        .stderr(out)
        .spawn()
        .with_context(|| format!("cannot start {}", binary.display()))?;
    let mut node = Node { child, addr, log };
    let begun = Instant::now();
    while TcpStream::connect(addr).is_err() {
        if begun.elapsed() > Duration::from_secs(30) || !matches!(node.child.try_wait(), Ok(None)) {
            let said = std::fs::read_to_string(&node.log).unwrap_or_default();
            bail!("node {n} does not begin:\n{said}");
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    Ok(node)
}

/// Plays through the balancer while a node dies; the games compare everything.
fn play(root: &Path, at: SocketAddr, victim: u32) -> Result<bool> {
    let test = "twenty_games_through_the_balancer";
    let status = cargo()
        // As all tests are built, so that nothing is built for this alone.
        .args(["test", "--workspace"])
        .args(FEATURES)
        .args(["--test", "chaos", "--", "--exact", test, "--nocapture"])
        .env("ADMIRALTY_CHECK_AT", at.to_string())
        .env("ADMIRALTY_CHECK_KILL", victim.to_string())
        .current_dir(root)
        .status()?;
    Ok(status.success())
}
