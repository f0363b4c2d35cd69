//! Several nodes behind one name: with `ADMIRALTY_TEST_NODES=2` every server of a
//! test is two on one database, and each request and socket goes to either of them.

use super::{Folder, Kind};
use admiralty_server::{App, Parts, clock};
use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, LazyLock, Mutex};
use tokio::net::TcpListener;

/// Which nodes stand beside one, and how often one of them was chosen: every server of
/// a test has the same turns, so that two worlds are served alike.
static BESIDE: LazyLock<Mutex<Beside>> = LazyLock::new(Mutex::default);
type Beside = HashMap<SocketAddr, (Vec<SocketAddr>, u64)>;

/// One node in this process.
pub struct Node {
    pub addr: SocketAddr,
    pub ops: SocketAddr,
    pub app: App,
    pub stop: Option<tokio::sync::oneshot::Sender<()>>,
    pub done: Option<tokio::task::JoinHandle<anyhow::Result<()>>>,
}

impl Node {
    pub async fn start(parts: Parts) -> Node {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let addr = listener.local_addr().unwrap();
        let watch = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let ops = watch.local_addr().unwrap();
        let (stop, stopped) = tokio::sync::oneshot::channel();
        let app = App::new(parts).await.unwrap();
        let done = tokio::spawn(app.clone().serve_on(listener, Some(watch), async {
            let _ = stopped.await;
        }));
        Node { addr, ops, app, stop: Some(stop), done: Some(done) }
    }
}

fn count() -> usize {
    std::env::var("ADMIRALTY_TEST_NODES").ok().and_then(|n| n.parse().ok()).unwrap_or(1)
}

/// Several nodes need a store they can share.
pub fn kind(kind: Kind) -> Kind {
    #[cfg(feature = "postgres")]
    if count() > 1 {
        return Kind::Postgres;
    }
    kind
}

/// The NATS of this run: the one `cargo xtask test` has started, else one of this
/// process.
#[cfg(feature = "nats")]
pub fn nats() -> String {
    use admiralty_services::Nats;
    static OWN: std::sync::OnceLock<Nats> = std::sync::OnceLock::new();
    std::env::var("ADMIRALTY_TEST_NATS")
        .unwrap_or_else(|_| OWN.get_or_init(|| Nats::start().expect("NATS")).url())
}

/// Starts the other nodes, and lets the first one talk to them.
#[cfg(feature = "nats")]
pub async fn start(
    parts: &mut Parts,
    folder: Option<&Folder>,
    time: &Arc<clock::Manual>,
    seed: u64,
) -> Vec<Node> {
    use admiralty_server::{bus, ids, store};
    let url = folder.and_then(|folder| std::fs::read_to_string(folder.0.join("url")).ok());
    let Some(url) = url.filter(|_| count() > 1) else { return Vec::new() };
    let (_, name) = url.rsplit_once('/').unwrap();
    parts.config.bus = Some(nats());
    parts.bus = Arc::new(bus::Nats::connect(&nats(), name).await.unwrap());
    let mut others = Vec::new();
    for n in 1..count() {
        others.push(
            Node::start(Parts {
                config: parts.config.clone(),
                store: Arc::new(store::Postgres::open(&url).await.unwrap()),
                time: time.clone(),
                entropy: Arc::new(ids::Scripted::new(seed + 1000 * n as u64)),
                games: parts.games,
                minds: Arc::clone(&parts.minds),
                bus: Arc::new(bus::Nats::connect(&nats(), name).await.unwrap()),
                secret: parts.secret,
            })
            .await,
        );
    }
    others
}

#[cfg(not(feature = "nats"))]
pub async fn start(_: &mut Parts, _: Option<&Folder>, _: &Arc<clock::Manual>, _: u64) -> Vec<Node> {
    Vec::new()
}

/// These stand beside the first.
pub fn know(first: SocketAddr, others: &[Node]) {
    let all = others.iter().map(|node| node.addr).chain([first]).collect();
    BESIDE.lock().unwrap().insert(first, (all, 0));
}

/// One of the nodes behind a name, by turns that follow no pattern of the test.
pub fn one_of(addr: SocketAddr) -> SocketAddr {
    let mut beside = BESIDE.lock().unwrap();
    let Some((all, turn)) = beside.get_mut(&addr).filter(|(all, _)| all.len() > 1) else {
        return addr;
    };
    *turn += 1;
    all[(turn.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as usize % all.len()]
}

impl super::Server {
    /// Stops, and starts again on the same data after so many milliseconds.
    pub async fn restart_after(mut self, seed: u64, ms: u64) -> super::Server {
        use admiralty_server::clock::Time;
        self.stop().await;
        let (kind, config, folder) = (self.kind, self.config.clone(), self.folder.clone());
        let begins = self.time.now() + ms;
        drop(self);
        let store = super::open(kind, folder.as_deref()).await;
        let minds = Arc::new(admiralty_server::bots::OwnMinds);
        super::Server::built(kind, config, folder, seed, store, [7; 32], minds, begins).await
    }
}
