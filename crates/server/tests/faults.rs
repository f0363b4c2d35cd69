//! The disk fails: at every step of every change, for as long as somebody holds
//! the database, and for good. Nothing acknowledged is lost, nothing that was
//! not written down is seen, and what cannot be read spoils nothing else.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

use admiralty_server::store::{Faults, Sqlite, Store};
use common::{Client, Folder, Kind, Server, Socket, duel, quick, quiet_moves};
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// A player who comes back until it is done: what was not answered is sent
/// again with the same id.
struct Player {
    me: Client,
    table: String,
    seat: usize,
    socket: Option<Socket>,
    /// The highest number ever seen, in an update or a whole state.
    seen: u64,
    ids: u32,
}

impl Player {
    fn new(me: Client, table: &str, seat: usize) -> Player {
        Player { me, table: table.into(), seat, socket: None, seen: 0, ids: 0 }
    }

    async fn socket(&mut self) -> &mut Socket {
        for _ in 0..100 {
            if self.socket.is_none()
                && let Ok(mut socket) =
                    self.me.try_socket(&self.table, &format!("as={}&say=1", self.seat), &[]).await
                && wait(&mut socket, |m| m["t"] == "state").await.is_some()
            {
                self.seen = self.seen.max(socket.n);
                self.socket = Some(socket);
            }
            if self.socket.is_some() {
                break;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        self.socket.as_mut().expect("the table can be reached again")
    }

    /// Sends until it is answered.
    async fn say(&mut self, mut message: Value) -> Value {
        use futures_util::SinkExt;
        self.ids += 1;
        let id = format!("{}-{}", self.seat, self.ids);
        message["id"] = json!(id);
        for _ in 0..20 {
            let socket = self.socket().await;
            message["n"] = json!(socket.n);
            let text = tokio_tungstenite::tungstenite::Message::text(message.to_string());
            let sent = socket.ws.send(text).await.is_ok();
            let answer = match sent {
                true => wait(socket, |m| m["id"] == id.as_str()).await,
                false => None,
            };
            let n = socket.n;
            self.seen = self.seen.max(n);
            match answer {
                Some(answer) => return answer,
                None => self.socket = None,
            }
        }
        panic!("never answered: {message}");
    }

    async fn act(&mut self, action: &str) {
        let answer = self.say(json!({"t": "act", "action": action})).await;
        assert!(answer["t"] == "up" || answer["t"] == "done", "{action}: {answer}");
    }

    /// A second socket of the same seat asks for everything.
    async fn look(&mut self) {
        let query = format!("as={}", self.seat);
        if let Ok(mut socket) = self.me.try_socket(&self.table, &query, &[]).await
            && wait(&mut socket, |m| m["t"] == "state").await.is_some()
        {
            self.seen = self.seen.max(socket.n);
        }
    }
}

async fn wait(socket: &mut Socket, wanted: impl Fn(&Value) -> bool) -> Option<Value> {
    loop {
        let message = socket.try_next().await?;
        if message["t"] == "bye" {
            return None;
        }
        if wanted(&message) {
            return Some(message);
        }
    }
}

/// A request that may be refused by a failing disk, again and again until it is not.
async fn ask(client: &Client, method: &str, path: &str, body: Option<Value>) -> Value {
    for _ in 0..20 {
        let answer = client.ask(method, path, body.clone(), "").await;
        if answer.status < 300 {
            return answer.body;
        }
        assert!(answer.status >= 500 || answer.status == 409, "{path}: {}", answer.text);
        if answer.status == 409 {
            // It had been done before the answer was lost.
            return Value::Null;
        }
    }
    panic!("{path} is never answered");
}

async fn guest(server: &Server) -> Client {
    let mut client = Client { addr: server.addr, cookie: String::new() };
    for _ in 0..5 {
        let answer = client.get("/api/me").await;
        if answer.status == 200 {
            client.take_cookie(&answer);
            return client;
        }
    }
    panic!("nobody can come in");
}

/// Everything that is written in a game: seats, decisions hidden and open, undo, a
/// rewind by consent, talk, the end.
async fn scenario(server: &Server) -> (String, [Player; 2]) {
    let (white, red) = (guest(server).await, guest(server).await);
    let plan = json!({"game": "naval_battle", "public": true,
                      "seats": [{"kind": "me"}, {"kind": "open"}]});
    let table = ask(&white, "POST", "/api/tables", Some(plan)).await;
    let table = table["id"].as_str().unwrap().to_string();
    ask(&red, "POST", &format!("/api/tables/{table}/join"), Some(json!({}))).await;
    let mut w = Player::new(white, &table, 0);
    let mut r = Player::new(red, &table, 1);
    w.act("deploy @Citadel").await;
    r.act("deploy @Citadel").await;
    w.act("ready").await;
    r.look().await;
    r.say(json!({"t": "chat", "text": "Good luck"})).await;
    r.act("ready").await;
    for i in 0..4 {
        let (mover, other) = if i % 2 == 0 { (&mut w, &mut r) } else { (&mut r, &mut w) };
        let mut action = None;
        if let Ok(mut socket) =
            mover.me.try_socket(&table, &format!("as={}", mover.seat), &[]).await
            && wait(&mut socket, |m| m["t"] == "state").await.is_some()
        {
            action = quiet_moves(&mut socket).await.into_iter().next();
        }
        if let Some(action) = action {
            let answer = mover.say(json!({"t": "act", "action": action})).await;
            assert!(["up", "done", "no"].contains(&answer["t"].as_str().unwrap()), "{answer}");
        }
        other.look().await;
        mover.look().await;
    }
    w.say(json!({"t": "rewind", "to": 4})).await;
    r.say(json!({"t": "agree", "yes": true})).await;
    ask(&w.me, "GET", &format!("/api/tables/{table}/moment?as=0"), None).await;
    ask(&w.me, "GET", &format!("/api/tables/{table}/story?as=0&from=1&to=99"), None).await;
    w.say(json!({"t": "undo"})).await;
    w.act("resign").await;
    (table, [w, r])
}

/// What stands on the disk: numbers without a gap or a repeat, each viewer's number
/// at the end, and a game that replays.
async fn on_disk(file: &Path, table: &str) -> Vec<u32> {
    let store = Arc::new(common::open_when_free(file).await);
    let row = store.table(table).await.unwrap().expect("the table is there");
    let lines = store.lines(row.num).await.unwrap();
    let numbers: Vec<u32> = lines.iter().map(|line| line.line).collect();
    assert_eq!(numbers, (1..=lines.len() as u32).collect::<Vec<_>>(), "every line once, in order");
    let server = Server::on_store(quick(), store.clone(), 3).await;
    let me = guest(&server).await;
    let record = me.get(&format!("/api/tables/{table}/record")).await;
    assert_eq!(record.status, 200, "{}", record.text);
    let verified = admiralty_catalog::verify(admiralty_catalog::games(), &record.text);
    assert!(verified.is_ok(), "{:?}", verified.err());
    lines.last().map(|line| line.nums.clone()).unwrap_or_default()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_step_of_every_operation_may_fail_once() {
    let mut tried = 0;
    for step in 0.. {
        let folder = Folder::new();
        let file = folder.0.join("a.db");
        let faults = Arc::new(Faults::new(true));
        let store = Arc::new(Sqlite::open_faulty(&file, Arc::clone(&faults)).unwrap());
        let mut server = Server::on_store(quick(), store, 1).await;
        // Not while it starts: that is another test.
        for _ in 0..100 {
            if guest(&server).await.get("/readyz").await.status == 200 {
                break;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        faults.after(step);
        let (table, players) = scenario(&server).await;
        let done = faults.is_set();
        faults.clear();
        server.stop().await;
        drop(server);
        let disk = on_disk(&file, &table).await;
        for player in &players {
            let written = u64::from(disk[player.seat]);
            assert!(
                player.seen <= written,
                "fault at step {}: seat {} saw {}, of which {written} were written",
                step,
                player.seat,
                player.seen
            );
        }
        tried += 1;
        if done {
            break;
        }
    }
    assert!(tried > 20, "only {tried} steps");
}

/// What the audit did: the write lock is held for longer than the server waits,
/// changes are queued behind it, somebody comes back in between.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lock_held_for_long_loses_and_shows_nothing() {
    let server = Server::start(Kind::Sqlite).await;
    let file = server.folder.as_ref().unwrap().0.join("a.db");
    let mut game = duel(&server).await;
    let other = rusqlite::Connection::open(&file).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    for (i, action) in ["deploy @Citadel", "ready"].into_iter().enumerate() {
        let id = format!("held{i}");
        game.w.send(json!({"t": "act", "id": id, "n": game.w.n, "action": action})).await;
    }
    tokio::time::sleep(Duration::from_millis(300)).await;
    // A second socket of the same seat must not learn what is not written.
    let mut second = game.white.socket(&game.table, "as=0&say=1").await;
    let late = tokio::spawn(async move {
        second.send(json!({"t": "sync"})).await;
        let mut heard = Vec::new();
        while let Some(message) = second.try_next().await {
            heard.push(message);
        }
        heard
    });
    tokio::time::sleep(Duration::from_secs(6)).await;
    other.execute_batch("ROLLBACK").unwrap();
    while game.w.try_next().await.is_some() {}
    let heard = late.await.unwrap();
    assert!(heard.iter().all(|m| m["t"] == "bye" || m["t"] == "here"), "{heard:?}");
    let told = game.w.bytes.iter().filter(|text| text.contains("\"up\"")).count();
    assert_eq!(told, 0, "nothing was written, nothing is told");
    // The game goes on from what the disk has, also after a restart.
    let mut w = game.white.socket(&game.table, "as=0&say=1").await;
    assert_eq!(w.until("state").await["n"], 0);
    w.must("deploy @Citadel").await;
    w.must("ready").await;
    let (table, white) = (game.table.clone(), game.white.clone());
    let server = server.restart(2).await;
    let white = Client { addr: server.addr, ..white };
    let mut w = white.socket(&table, "as=0&say=1").await;
    assert_eq!(w.until("state").await["n"], 2);
}

/// One bad row is one bad table: its players are told, lists and bots go on.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_that_cannot_be_read_spoils_nothing_else() {
    let mut server = Server::start(Kind::Sqlite).await;
    let folder = server.folder.clone().unwrap();
    let bad = duel(&server).await.deployed().await;
    let worse = duel(&server).await.deployed().await;
    let good = duel(&server).await.deployed().await;
    let me = Client::guest(&server).await;
    let plan = json!({"game": "naval_battle", "start": true, "public": true,
                      "seats": [{"kind": "bot", "level": "random"},
                                {"kind": "bot", "level": "random"}]});
    let bots = me.create(plan).await["id"].as_str().unwrap().to_string();
    server.stop().await;
    {
        let db = rusqlite::Connection::open(folder.0.join("a.db")).unwrap();
        let sql = "UPDATE tables SET body = 'no table' WHERE id = ?1";
        assert_eq!(db.execute(sql, [&bad.table]).unwrap(), 1);
        let sql = "UPDATE log SET data = '{' WHERE tbl = (SELECT num FROM tables WHERE id = ?1)";
        assert!(db.execute(sql, [&worse.table]).unwrap() > 0);
    }
    let server = server.restart_stopped(2).await;
    for _ in 0..200 {
        if me_at(&me, &server).get("/readyz").await.status == 200 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let me = me_at(&me, &server);
    assert_eq!(me.get("/readyz").await.status, 200);
    let live = me.get("/api/tables?list=live").await;
    assert_eq!(live.status, 200, "{}", live.text);
    let ids: Vec<&str> =
        live.body["tables"].as_array().unwrap().iter().filter_map(|t| t["id"].as_str()).collect();
    assert!(ids.contains(&good.table.as_str()), "{ids:?}");
    for broken in [&bad, &worse] {
        let white = me_at(&broken.white, &server);
        let answer = white.get(&format!("/api/tables/{}", broken.table)).await;
        assert_eq!((answer.status, answer.code()), (500, "table/unreadable"), "{}", answer.text);
        assert!(white.try_socket(&broken.table, "as=0", &[]).await.is_err());
    }
    let mut w = me_at(&good.white, &server).socket(&good.table, "as=0&say=1").await;
    w.until("state").await;
    // The bots' table goes on by itself.
    let mut watch = me.socket(&bots, "as=spectator").await;
    let state = watch.until("state").await;
    if state["over"].is_null() {
        watch.until("up").await;
    }
}

fn me_at(client: &Client, server: &Server) -> Client {
    Client { addr: server.addr, ..client.clone() }
}

/// Time in which no server runs is nobody's loss, time in which one runs is.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn clocks_count_the_time_the_server_runs() {
    let server = Server::start(Kind::Sqlite).await;
    let (white, red) = (Client::guest(&server).await, Client::guest(&server).await);
    let plan = json!({"game": "naval_battle", "seats": [{"kind": "me"}, {"kind": "open"}],
                      "public": true, "clock": {"kind": "live", "bank": 100, "add": 0, "flag": "table"}});
    let table = white.create(plan).await["id"].as_str().unwrap().to_string();
    red.post(&format!("/api/tables/{table}/join"), json!({})).await;
    let mut w = white.socket(&table, "as=0&say=1").await;
    let mut r = red.socket(&table, "as=1&say=1").await;
    w.until("state").await;
    r.until("state").await;
    server.time.pass(10_000);
    w.must("deploy @Citadel").await;
    server.time.pass(20_000);
    let server = server.restart(2).await;
    // It was down for an hour; a new process counts from its own beginning.
    server.time.pass(5_000);
    let white = me_at(&white, &server);
    let mut w = white.socket(&table, "as=0&say=1").await;
    let state = w.until("state").await;
    let left = state["clock"]["left"].as_array().unwrap();
    assert_eq!(left[0], 65_000, "10 + 20 before, 5 after: {state}");
    // A flag that nobody claims falls with the next move.
    server.time.pass(65_000);
    server.look_at_clocks();
    let state = w.until("state").await;
    assert!(state["clock"]["flagged"].as_array().unwrap().contains(&json!(0)), "{state}");
    let up = w.must("ready").await;
    assert!(up["c"].get("flagged").is_none_or(|flagged| *flagged == json!([])), "{up}");
}

/// Whoever watches cannot talk the players' talk away, now or after a restart.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn spectators_talk_in_a_room_of_their_own() {
    for kind in common::ALL {
        let server = Server::start(kind).await;
        let mut game = duel(&server).await;
        game.w.send(json!({"t": "chat", "id": "c", "text": "Keep your word"})).await;
        game.w.answer("c").await;
        let loud = Client::guest(&server).await;
        let mut watch = loud.socket(&game.table, "as=spectator").await;
        for i in 0..150 {
            let id = format!("x{i}");
            watch.send(json!({"t": "chat", "id": id, "text": format!("noise {i}")})).await;
            watch.answer(&id).await;
        }
        let said = |state: &Value| -> Vec<String> {
            let lines = state["chat"].as_array().unwrap().iter();
            lines.map(|line| line["text"].as_str().unwrap().to_string()).collect()
        };
        game.w.send(json!({"t": "sync"})).await;
        assert_eq!(said(&game.w.until("state").await), ["Keep your word"], "{kind:?}");
        watch.send(json!({"t": "sync"})).await;
        let noise = said(&watch.until("state").await);
        assert_eq!((noise.len(), noise[0].as_str()), (100, "noise 50"), "{kind:?}");
        if kind.survives() {
            let (table, white) = (game.table.clone(), game.white.clone());
            let server = server.restart(2).await;
            let mut w = me_at(&white, &server).socket(&table, "as=0").await;
            assert_eq!(said(&w.until("state").await), ["Keep your word"], "after a restart");
        }
    }
}
