//! A server of its own for every test, and clients that talk to it over real
//! sockets on the loopback.
#![allow(
    dead_code,
    unreachable_pub,
    clippy::unwrap_used,
    reason = "not every test file uses everything"
)]

#[cfg(target_os = "linux")]
pub mod disk;
pub mod nodes;
pub mod office;
pub mod player;
pub mod worlds;

use admiralty_server::store::{Memory, Sqlite, Store};
use admiralty_server::{Config, Parts, bots, bus, clock, ids};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{self, Message};

/// Which store a scenario runs on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Kind {
    Memory,
    Sqlite,
    #[cfg(feature = "postgres")]
    Postgres,
}

#[cfg(feature = "postgres")]
pub const ALL: [Kind; 3] = [Kind::Memory, Kind::Sqlite, Kind::Postgres];
#[cfg(not(feature = "postgres"))]
pub const ALL: [Kind; 2] = [Kind::Memory, Kind::Sqlite];

impl Kind {
    /// Is what it keeps there after a restart?
    pub fn survives(self) -> bool {
        self != Kind::Memory
    }
}

/// The PostgreSQL of this run: the one `cargo xtask test` has started, else one of
/// this process.
#[cfg(feature = "postgres")]
pub fn postgres() -> String {
    use admiralty_services::{Durable, Postgres};
    static OWN: std::sync::OnceLock<Postgres> = std::sync::OnceLock::new();
    std::env::var("ADMIRALTY_TEST_POSTGRES").unwrap_or_else(|_| {
        OWN.get_or_init(|| Postgres::start(Durable::No).expect("PostgreSQL")).url("postgres")
    })
}

/// A new database; its address.
#[cfg(feature = "postgres")]
pub fn database() -> String {
    static N: AtomicU32 = AtomicU32::new(0);
    let n = N.fetch_add(1, Ordering::Relaxed);
    let name = format!("t{}_{n}", std::process::id());
    admiralty_services::new_database(&postgres(), &name).expect("a database")
}

/// The store of this kind in a folder; in PostgreSQL the folder says which database.
async fn open(kind: Kind, folder: Option<&Folder>) -> Arc<dyn Store> {
    match (kind, folder) {
        (Kind::Memory, _) => Arc::new(Memory::default()),
        (Kind::Sqlite, Some(folder)) => Arc::new(open_when_free(&folder.0.join("a.db")).await),
        #[cfg(feature = "postgres")]
        (Kind::Postgres, Some(folder)) => {
            let file = folder.0.join("url");
            let url = std::fs::read_to_string(&file).unwrap_or_else(|_| {
                let url = database();
                std::fs::write(&file, &url).unwrap();
                url
            });
            Arc::new(admiralty_server::store::Postgres::open(&url).await.unwrap())
        }
        (_, None) => panic!("this store needs a folder"),
    }
}

/// A folder that goes away with the test.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new() -> Folder {
        static N: AtomicU32 = AtomicU32::new(0);
        let n = N.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("admiralty-test-{}-{n}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

pub struct Server {
    pub addr: SocketAddr,
    /// Where `/readyz` and `/metrics` are.
    pub ops: SocketAddr,
    pub time: Arc<clock::Manual>,
    pub folder: Option<Arc<Folder>>,
    stop: Option<tokio::sync::oneshot::Sender<()>>,
    done: Option<tokio::task::JoinHandle<anyhow::Result<()>>>,
    pub kind: Kind,
    config: Config,
    app: admiralty_server::App,
    others: Vec<nodes::Node>,
}

/// A time that tests begin at.
pub const NOW: u64 = 1_700_000_000_000;

impl Server {
    pub async fn start(kind: Kind) -> Server {
        Server::with(kind, quick()).await
    }

    pub async fn with(kind: Kind, config: Config) -> Server {
        let kind = nodes::kind(kind);
        let folder = kind.survives().then(|| Arc::new(Folder::new()));
        Server::run(kind, config, folder, 1).await
    }

    /// In memory, with bots of the test's own.
    pub async fn thinking(config: Config, minds: Arc<dyn bots::Minds>) -> Server {
        Server::made_of(Kind::Memory, config, None, 1, minds).await
    }

    /// On data that an ordinary server keeps in this folder, with its own key.
    pub async fn on_data(folder: Arc<Folder>, config: Config) -> Server {
        let file = folder.0.join("admiralty.db");
        let secret = std::fs::read(folder.0.join("secret.key")).unwrap().try_into().unwrap();
        let store: Arc<dyn Store> = Arc::new(open_when_free(&file).await);
        Server::built(
            Kind::Sqlite,
            config,
            Some(folder),
            7,
            store,
            secret,
            Arc::new(bots::OwnMinds),
            NOW,
        )
        .await
    }

    /// On a store of the test's own.
    pub async fn on_store(config: Config, store: Arc<dyn Store>, seed: u64) -> Server {
        let minds = Arc::new(bots::OwnMinds);
        Server::built(Kind::Sqlite, config, None, seed, store, [7; 32], minds, NOW).await
    }

    pub async fn run(kind: Kind, config: Config, folder: Option<Arc<Folder>>, seed: u64) -> Server {
        Server::made_of(kind, config, folder, seed, Arc::new(bots::OwnMinds)).await
    }

    async fn made_of(
        kind: Kind,
        config: Config,
        folder: Option<Arc<Folder>>,
        seed: u64,
        minds: Arc<dyn bots::Minds>,
    ) -> Server {
        let store = open(kind, folder.as_deref()).await;
        Server::built(kind, config, folder, seed, store, [7; 32], minds, NOW).await
    }

    #[allow(clippy::too_many_arguments, reason = "all that tests vary")]
    async fn built(
        kind: Kind,
        config: Config,
        folder: Option<Arc<Folder>>,
        seed: u64,
        store: Arc<dyn Store>,
        secret: [u8; 32],
        minds: Arc<dyn bots::Minds>,
        begins: u64,
    ) -> Server {
        let time = Arc::new(clock::Manual::new(begins));
        let mut parts = Parts {
            config: config.clone(),
            store,
            time: time.clone(),
            entropy: Arc::new(ids::Scripted::new(seed)),
            games: admiralty_catalog::games(),
            minds,
            bus: Arc::new(bus::Local::default()),
            secret,
        };
        let others = nodes::start(&mut parts, folder.as_deref(), &time, seed).await;
        let node = nodes::Node::start(parts).await;
        let (addr, ops, app) = (node.addr, node.ops, node.app.clone());
        nodes::know(addr, &others);
        // Two worlds must be alike: whether a node has already heard of the others decides
        // which id a new table gets.
        for other in &others {
            other.app.look_for_nodes().await;
        }
        let (stop, done) = (node.stop, node.done);
        Server { addr, ops, time, folder, stop, done, kind, config, app, others }
    }

    /// Time was set by hand: whose clock has run out?
    pub fn look_at_clocks(&self) {
        self.app.look_at_clocks();
        self.others.iter().for_each(|node| node.app.look_at_clocks());
    }

    /// Time was set by hand: has a tournament something to do?
    pub async fn look_at_tournaments(&self) {
        self.app.look_at_tournaments().await;
        for node in &self.others {
            node.app.look_at_tournaments().await;
        }
    }

    /// Clears open tables away where nobody is; how many.
    pub async fn clear_lobby(&self) -> usize {
        self.app.clear_lobby().await
    }

    /// Takes questions of the operator at a socket in this folder.
    #[cfg(unix)]
    pub fn open_admin(&self, data: &std::path::Path) {
        self.app.open_admin(data).unwrap();
    }

    /// Stops in good order.
    pub async fn stop(&mut self) {
        for node in &mut self.others {
            node.stop.take().unwrap().send(()).unwrap();
            node.done.take().unwrap().await.unwrap().unwrap();
        }
        self.stop.take().unwrap().send(()).unwrap();
        self.done.take().unwrap().await.unwrap().unwrap();
    }

    /// Stops and starts again on the same data; SQLite only.
    pub async fn restart(mut self, seed: u64) -> Server {
        self.stop().await;
        self.restart_stopped(seed).await
    }

    /// Starts again on the same data.
    pub async fn restart_stopped(self, seed: u64) -> Server {
        let (kind, config, folder) = (self.kind, self.config.clone(), self.folder.clone());
        drop(self);
        Server::run(kind, config, folder, seed).await
    }
}

/// A server that has just stopped may still be closing its file.
pub async fn open_when_free(file: &std::path::Path) -> Sqlite {
    for _ in 0..100 {
        match Sqlite::open(file) {
            Err(error) if error.to_string().contains("is using it") => {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
            opened => return opened.unwrap(),
        }
    }
    panic!("the file is still in use");
}

/// Settings for tests: no limits, no pauses.
pub fn quick() -> Config {
    Config { rate_http: 0, rate_socket: 0, bot_pause: 0, ..Config::default() }
}

/// Somebody with a cookie.
#[derive(Clone)]
pub struct Client {
    pub addr: SocketAddr,
    pub cookie: String,
}

pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: Value,
    pub text: String,
}

impl Answer {
    pub fn code(&self) -> &str {
        self.body["code"].as_str().unwrap_or("")
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }
}

/// One request as bytes, one answer.
pub async fn raw(addr: SocketAddr, request: &[u8]) -> Answer {
    let mut stream = TcpStream::connect(nodes::one_of(addr)).await.unwrap();
    // A server that refuses early may close before everything is written.
    let _ = stream.write_all(request).await;
    let mut bytes = Vec::new();
    let _ = tokio::time::timeout(Duration::from_secs(3), stream.read_to_end(&mut bytes)).await;
    let all = String::from_utf8_lossy(&bytes).into_owned();
    let (head, text) = all.split_once("\r\n\r\n").unwrap_or((&all, ""));
    let status = head.split(' ').nth(1).and_then(|word| word.parse().ok()).unwrap_or(0);
    let body = serde_json::from_str(text).unwrap_or(Value::Null);
    Answer { status, head: head.into(), body, text: text.into() }
}

impl Client {
    /// Somebody new.
    pub async fn guest(server: &Server) -> Client {
        Client::at(server.addr).await
    }

    pub async fn at(addr: SocketAddr) -> Client {
        let mut client = Client { addr, cookie: String::new() };
        let answer = client.get("/api/me").await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        client.take_cookie(&answer);
        client
    }

    pub fn take_cookie(&mut self, answer: &Answer) {
        let cookie = answer.header("set-cookie").expect("a cookie");
        self.cookie = cookie.split(';').next().unwrap().to_string();
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, None, "").await
    }

    pub async fn post(&self, path: &str, body: Value) -> Answer {
        self.ask("POST", path, Some(body), "").await
    }

    pub async fn ask(&self, method: &str, path: &str, body: Option<Value>, more: &str) -> Answer {
        let body = body.map(|body| body.to_string()).unwrap_or_default();
        let cookie = match self.cookie.as_str() {
            "" => String::new(),
            cookie => format!("Cookie: {cookie}\r\n"),
        };
        let kind = if body.is_empty() { "" } else { "Content-Type: application/json\r\n" };
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{cookie}{kind}{more}\
             Content-Length: {}\r\n\r\n{body}",
            self.addr,
            body.len()
        );
        raw(self.addr, request.as_bytes()).await
    }

    /// A new table; its info.
    pub async fn create(&self, plan: Value) -> Value {
        let answer = self.post("/api/tables", plan).await;
        assert_eq!(answer.status, 201, "{}", answer.text);
        answer.body
    }

    pub async fn socket(&self, table: &str, query: &str) -> Socket {
        self.try_socket(table, query, &[]).await.expect("the socket opens")
    }

    pub async fn try_socket(
        &self,
        table: &str,
        query: &str,
        headers: &[(&'static str, &str)],
    ) -> Result<Socket, tungstenite::Error> {
        let to = nodes::one_of(self.addr);
        let tcp = TcpStream::connect(to).await.map_err(tungstenite::Error::Io)?;
        let address = format!("ws://{}/api/tables/{table}/socket?{query}", self.addr);
        let mut request = address.into_client_request().unwrap();
        if !self.cookie.is_empty() {
            request.headers_mut().insert("cookie", self.cookie.parse().unwrap());
        }
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse().unwrap());
        }
        let (ws, _) = tokio_tungstenite::client_async(request, tcp).await?;
        Ok(Socket { ws, n: 0, ids: 0, view: Value::Null, bytes: Vec::new(), awaited: Vec::new() })
    }
}

/// The socket of one viewer, which keeps its view as a client does.
pub struct Socket {
    pub ws: WebSocketStream<TcpStream>,
    pub n: u64,
    pub ids: u32,
    pub view: Value,
    /// Every text that was received.
    pub bytes: Vec<String>,
    pub awaited: Vec<u64>,
}

impl Socket {
    pub async fn send(&mut self, message: Value) {
        self.ws.send(Message::text(message.to_string())).await.unwrap();
    }

    /// The next message, or nothing if the server closed.
    pub async fn try_next(&mut self) -> Option<Value> {
        loop {
            let next = tokio::time::timeout(Duration::from_secs(20), self.ws.next()).await;
            match next.expect("the server says something within 20 s")?.ok()? {
                Message::Text(text) => {
                    self.bytes.push(text.to_string());
                    let message: Value = serde_json::from_str(&text).unwrap();
                    self.take(&message);
                    return Some(message);
                }
                Message::Close(_) => return None,
                _ => {}
            }
        }
    }

    pub async fn next(&mut self) -> Value {
        self.try_next().await.expect("the server has not closed")
    }

    fn take(&mut self, message: &Value) {
        match message["t"].as_str() {
            Some("state") => {
                self.n = message["n"].as_u64().unwrap();
                self.view = message["view"].clone();
                self.awaited = numbers(&message["awaited"]);
            }
            Some("up") => {
                let n = message["n"].as_u64().unwrap();
                assert_eq!(n, self.n + 1, "numbers have no gaps: {message}");
                self.n = n;
                if let Some(patch) = message.get("p") {
                    admiralty_protocol::apply_patch(&mut self.view, patch);
                }
                if let Some(view) = message.get("v") {
                    self.view = view.clone();
                }
                if message.get("a").is_some() {
                    self.awaited = numbers(&message["a"]);
                }
                // What travels is what the protocol declares.
                let typed: admiralty_protocol::ToClient =
                    serde_json::from_value(message.clone()).expect("an update of the protocol");
                assert!(matches!(typed, admiralty_protocol::ToClient::Up(_)));
            }
            _ => {}
        }
    }

    /// Reads until a message of this kind.
    pub async fn until(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next().await;
            if message["t"] == kind {
                return message;
            }
        }
    }

    /// Reads until the answer to this id.
    pub async fn answer(&mut self, id: &str) -> Value {
        loop {
            let message = self.next().await;
            if message["id"] == id {
                return message;
            }
        }
    }

    pub async fn act(&mut self, action: &str) -> Value {
        self.ids += 1;
        let id = format!("a{}-{}", self.ids, self.n);
        self.send(json!({"t": "act", "id": id, "n": self.n, "action": action})).await;
        self.answer(&id).await
    }

    /// Acts, and it must be accepted.
    pub async fn must(&mut self, action: &str) -> Value {
        let answer = self.act(action).await;
        assert_eq!(answer["t"], "up", "{action}: {answer}");
        answer
    }

    /// The view as the server has it now.
    pub async fn fresh_view(&mut self) -> Value {
        self.send(json!({"t": "sync"})).await;
        self.until("state").await["view"].clone()
    }

    /// A complete action, found by going down the menu, always the `pick`-th way.
    pub async fn menu_action(&mut self, pick: usize) -> Option<String> {
        let mut draft: Vec<String> = Vec::new();
        for _ in 0..200 {
            self.ids += 1;
            let id = format!("m{}", self.ids);
            self.send(json!({"t": "menu", "id": id, "draft": draft})).await;
            let menu = self.answer(&id).await;
            let all = menu["choices"].as_array().cloned().unwrap_or_default();
            let choices: Vec<&Value> = all.iter().filter(|c| c["aside"] != true).collect();
            let choice = choices.get(pick % choices.len().max(1))?;
            if let Some(action) = choice["to"].as_str() {
                return Some(action.into());
            }
            draft.push(choice["key"].as_str().unwrap().into());
        }
        None
    }
}

fn numbers(list: &Value) -> Vec<u64> {
    list.as_array().map(|all| all.iter().filter_map(Value::as_u64).collect()).unwrap_or_default()
}

/// A table of Naval Battle for two guests, begun, with both sockets open.
pub async fn duel(server: &Server) -> Duel {
    let (white, red) = (Client::guest(server).await, Client::guest(server).await);
    let plan = json!({"game": "naval_battle", "seats": [{"kind": "me"}, {"kind": "open"}],
                      "public": true});
    let table = white.create(plan).await["id"].as_str().unwrap().to_string();
    let joined = red.post(&format!("/api/tables/{table}/join"), json!({})).await;
    assert_eq!(joined.status, 200, "{}", joined.text);
    let mut w = white.socket(&table, "as=0&say=1").await;
    let mut r = red.socket(&table, "as=1&say=1").await;
    w.until("state").await;
    r.until("state").await;
    Duel { table, white, red, w, r }
}

pub struct Duel {
    pub table: String,
    pub white: Client,
    pub red: Client,
    pub w: Socket,
    pub r: Socket,
}

impl Duel {
    /// Both fleets stand on the board.
    pub async fn deployed(mut self) -> Duel {
        self.w.must("deploy @Citadel").await;
        self.r.must("deploy @Citadel").await;
        self.w.must("ready").await;
        self.r.until("up").await;
        self.r.must("ready").await;
        self.w.until("up").await;
        self
    }
}

/// Every move to an empty place that the mover has, from its menu.
pub async fn quiet_moves(socket: &mut Socket) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    socket.ids += 1;
    let id = format!("q{}", socket.ids);
    socket.send(json!({"t": "menu", "id": id, "draft": []})).await;
    let top = socket.answer(&id).await;
    for choice in top["choices"].as_array().unwrap() {
        if choice["aside"] == true || choice["to"].is_string() {
            continue;
        }
        socket.ids += 1;
        let id = format!("q{}", socket.ids);
        socket.send(json!({"t": "menu", "id": id, "draft": [choice["key"]]})).await;
        let next = socket.answer(&id).await;
        let leaves = next["choices"].as_array().unwrap().iter();
        let moves = leaves.filter_map(|c| c["to"].as_str()).filter(|to| to.contains('-'));
        found.extend(moves.map(String::from));
    }
    found
}
