//! Who comes to the door: half-said requests, crowds from one place, clients
//! that take nothing, a stop in the middle of it; and what the operator sees.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

use admiralty_server::Config;
use common::{Answer, Client, Folder, Kind, Server, duel, quick, raw};
use futures_util::SinkExt;
use serde_json::json;
use std::net::SocketAddr;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;

/// A connection from another address of this machine.
async fn from(host: u8, to: SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(SocketAddr::from(([127, 0, 0, host], 0))).unwrap();
    socket.connect(to).await.unwrap()
}

const HALF: &[u8] = b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ";

/// Is the connection shut by the other end within this time?
async fn is_shut(stream: &mut TcpStream, within: Duration) -> bool {
    let mut bytes = [0; 4096];
    let ended = async {
        loop {
            match stream.read(&mut bytes).await {
                Ok(0) | Err(_) => return,
                Ok(_) => {}
            }
        }
    };
    timeout(within, ended).await.is_ok()
}

async fn health(addr: SocketAddr) -> Answer {
    raw(addr, b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn half_a_header_from_one_place_shuts_nobody_out() {
    let config = Config { connections_each: 40, patience: 2, ..quick() };
    let server = Server::with(Kind::Memory, config).await;
    let mut slow = Vec::new();
    for _ in 0..1100 {
        let mut stream = from(9, server.addr).await;
        let _ = stream.write_all(HALF).await;
        slow.push(stream);
    }
    // Whoever comes from elsewhere notices nothing.
    assert_eq!(timeout(Duration::from_secs(1), health(server.addr)).await.unwrap().status, 200);
    // All but forty were turned away at once, and those are when they do not go on.
    let begun = Instant::now();
    for stream in &mut slow {
        assert!(is_shut(stream, Duration::from_secs(6)).await);
    }
    assert!(begun.elapsed() < Duration::from_secs(6), "{:?}", begun.elapsed());
    let mut again = from(9, server.addr).await;
    again.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n").await.unwrap();
    let mut bytes = [0; 12];
    again.read_exact(&mut bytes).await.unwrap();
    assert_eq!(&bytes, b"HTTP/1.1 200");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn there_is_room_for_so_many_in_all() {
    let config = Config { connections: 30, connections_each: 20, ..quick() };
    let server = Server::with(Kind::Memory, config).await;
    let mut inside = Vec::new();
    for i in 0..30 {
        let mut stream = from(10 + i / 10, server.addr).await;
        stream.write_all(HALF).await.unwrap();
        inside.push(stream);
    }
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert_eq!(health(server.addr).await.status, 0);
    inside.truncate(25);
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert_eq!(health(server.addr).await.status, 200);
    // Sockets of tables hold their places too.
    drop(inside);
    let duel = duel(&server).await;
    let mut more = Vec::new();
    for _ in 0..18 {
        more.push(duel.white.try_socket(&duel.table, "as=spectator", &[]).await.unwrap());
    }
    assert!(duel.white.try_socket(&duel.table, "as=spectator", &[]).await.is_err());
    drop(more);
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert!(duel.white.try_socket(&duel.table, "as=spectator", &[]).await.is_ok());
}

/// Behind a proxy everybody comes from it: sockets are counted by the address
/// it names, and of IPv6 a whole house counts as one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn behind_a_proxy_sockets_are_counted_by_the_address_it_names() {
    let config = Config { connections_each: 5, proxy: true, ..quick() };
    let server = Server::with(Kind::Memory, config).await;
    let duel = duel(&server).await;
    let mut inside = Vec::new();
    let open = async |from: &str| {
        duel.white.try_socket(&duel.table, "as=spectator", &[("x-forwarded-for", from)]).await
    };
    for i in 0..5 {
        inside.push(open(&format!("198.51.100.1, 2001:db8:1:2::{i}")).await.unwrap());
    }
    assert!(open("2001:db8:1:2:ffff::1").await.is_err());
    assert!(open("2001:db8:1:3::1").await.is_ok());
}

/// What stands before the proxy's own entry anybody can claim, in however many
/// lines.
#[tokio::test]
async fn the_last_hop_counts_whatever_is_claimed_before_it() {
    let server = Server::with(Kind::Memory, Config { rate_http: 20, proxy: true, ..quick() }).await;
    let nobody = Client { addr: server.addr, cookie: String::new() };
    let mut last = 0;
    for i in 0..30 {
        let more =
            format!("X-Forwarded-For: 10.9.0.{i}\r\nX-Forwarded-For: 10.8.0.{i}, 203.0.113.5\r\n");
        last = nobody.ask("GET", "/api/harbour", None, &more).await.status;
    }
    assert_eq!(last, 429);
    let other = "X-Forwarded-For: 203.0.113.5, 203.0.113.6\r\n";
    assert_eq!(nobody.ask("GET", "/api/harbour", None, other).await.status, 200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_takes_nothing_is_given_up() {
    let server = Server::with(Kind::Memory, Config { patience: 1, ..quick() }).await;
    let mut stream = TcpStream::connect(server.addr).await.unwrap();
    let ask = b"GET /api/games/sail_epoch/rules HTTP/1.1\r\nHost: x\r\n\r\n";
    // More than any buffer holds.
    for _ in 0..300 {
        if timeout(Duration::from_millis(100), stream.write_all(ask)).await.is_err() {
            break;
        }
    }
    tokio::time::sleep(Duration::from_secs(4)).await;
    let mut got = Vec::new();
    let all = timeout(Duration::from_secs(5), stream.read_to_end(&mut got)).await;
    assert!(all.is_ok(), "the server still holds the connection");
    let answers = String::from_utf8_lossy(&got).matches("HTTP/1.1 200").count();
    assert!(answers < 300, "{answers}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_server_stops_in_time() {
    let mut server = Server::start(Kind::Sqlite).await;
    let mut duel = duel(&server).await;
    let mut half = TcpStream::connect(server.addr).await.unwrap();
    half.write_all(HALF).await.unwrap();
    let mut body = TcpStream::connect(server.addr).await.unwrap();
    let text = b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{";
    body.write_all(text).await.unwrap();
    tokio::time::sleep(Duration::from_millis(100)).await;
    let begun = Instant::now();
    timeout(Duration::from_secs(10), server.stop()).await.expect("within ten seconds");
    assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
    assert_eq!(duel.w.until("bye").await["code"], "server/stopping");
}

#[tokio::test]
async fn pings_count() {
    let server = Server::with(Kind::Memory, Config { rate_socket: 20, ..quick() }).await;
    let mut duel = duel(&server).await;
    // Forty at once are free, eighty more wait their turn, and that was enough.
    for _ in 0..140 {
        if duel.w.ws.send(Message::Ping("x".into())).await.is_err() {
            break;
        }
    }
    assert_eq!(duel.w.until("slow").await["rate"], 20);
    assert_eq!(duel.w.until("bye").await["code"], "limit/rate");
}

/// A disk that fails and comes back: the server notices both by itself.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn readiness_comes_back_with_the_disk() {
    let server = Server::start(Kind::Sqlite).await;
    let watch = Client { addr: server.ops, cookie: String::new() };
    let mut status = 503;
    // Until the tables are taken up.
    for _ in 0..100 {
        status = watch.get("/readyz").await.status;
        if status == 200 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(status, 200);
    let file = server.folder.as_ref().unwrap().0.join("a.db");
    let other = rusqlite::Connection::open(file).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let nobody = Client { addr: server.addr, cookie: String::new() };
    // A guest cannot be written down; it takes as long as the lock is waited for.
    let asking = tokio::spawn(async move { nobody.get("/api/me").await.status });
    for _ in 0..100 {
        status = watch.get("/readyz").await.status;
        if status == 503 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(status, 503);
    assert_ne!(asking.await.unwrap(), 200);
    other.execute_batch("ROLLBACK").unwrap();
    for _ in 0..100 {
        status = watch.get("/readyz").await.status;
        if status == 200 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(status, 200);
}

/// Not a test of its own: the body of a child process.
#[test]
fn be_the_server() {
    let Some(folder) = std::env::var_os("ADMIRALTY_TEST_LOG") else { return };
    let config = Config {
        data: folder.into(),
        listen: std::env::var("ADMIRALTY_TEST_LISTEN").unwrap().parse().unwrap(),
        log: "debug".into(),
        ..quick()
    };
    admiralty_server::serve(config).unwrap();
}

/// Nothing that anybody sends begins a line of the log or changes its colours.
#[cfg(unix)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn log_lines_cannot_be_forged() {
    let folder = Folder::new();
    let log = folder.0.join("log");
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let mut child = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "be_the_server", "--nocapture"])
        .env("ADMIRALTY_TEST_LOG", folder.0.join("data"))
        .env("ADMIRALTY_TEST_LISTEN", free.to_string())
        .stdout(std::process::Stdio::null())
        .stderr(std::fs::File::create(&log).unwrap())
        .spawn()
        .unwrap();
    let mut me = Client { addr: free, cookie: String::new() };
    for _ in 0..200 {
        if TcpStream::connect(free).await.is_ok() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let answer = me.get("/api/me").await;
    me.take_cookie(&answer);
    let evil = "x\n2026-01-01T00:00:00Z  INFO forged: all is well\u{1b}[31m\r\u{9b}31m";
    me.post("/api/login", json!({"login": evil, "password": evil})).await;
    me.post("/api/recover", json!({"login": evil, "code": evil, "password": "calico jack 9"}))
        .await;
    me.post("/api/tables", json!({"game": evil, "seats": []})).await;
    me.ask("PUT", "/api/me", Some(json!({"name": evil})), "").await;
    me.get("/api/tables/%0aforged%1b%5b31m").await;
    let plan = json!({"game": "naval_battle", "start": true,
                      "seats": [{"kind": "me"}, {"kind": "same", "name": "Ann"}]});
    let table = me.create(plan).await["id"].as_str().unwrap().to_string();
    for message in [json!({"t": evil}), json!({"t": "act", "id": evil})] {
        let mut socket = me.socket(&table, "as=0").await;
        socket.until("state").await;
        socket.send(message).await;
        while socket.try_next().await.is_some() {}
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let log = String::from_utf8(std::fs::read(&log).unwrap()).unwrap();
    assert!(log.contains("refused: a wrong password"), "{log}");
    assert!(log.contains("refused: an unreadable message"), "{log}");
    assert!(!log.lines().any(|line| line.starts_with("2026-01-01")), "{log}");
    assert!(!log.contains(['\u{1b}', '\r', '\u{9b}']), "{log:?}");
}

/// Every clause of every game has an address, with however many dots.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_clause_has_a_page() {
    let server = Server::start(Kind::Memory).await;
    let mut stream = tokio::io::BufReader::new(TcpStream::connect(server.addr).await.unwrap());
    let (mut n, mut dotted) = (0, 0);
    for game in admiralty_catalog::games() {
        let id = game.meta().id;
        let rules = Client { addr: server.addr, cookie: String::new() };
        let rules = rules.get(&format!("/api/games/{id}/rules")).await.body;
        for clause in rules["clauses"].as_array().unwrap() {
            let clause = clause["id"].as_str().unwrap();
            let ask = format!("HEAD /rules/{id}/{clause} HTTP/1.1\r\nHost: x\r\n\r\n");
            stream.write_all(ask.as_bytes()).await.unwrap();
            let mut head = String::new();
            while !head.ends_with("\r\n\r\n") {
                use tokio::io::AsyncBufReadExt;
                assert_ne!(stream.read_line(&mut head).await.unwrap(), 0, "{clause}: {head}");
            }
            assert!(head.starts_with("HTTP/1.1 200"), "{clause}: {head}");
            assert!(head.contains("content-type: text/html"), "{clause}: {head}");
            n += 1;
            dotted += usize::from(clause.contains('.'));
        }
    }
    assert!(n > 1500 && dotted > 500, "{n} clauses, {dotted} with dots");
}
