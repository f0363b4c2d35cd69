//! Watching: spectators who are behind get what the log says of an earlier moment and nothing else,
//! on every way they have; who talks to whom; which games are shown first.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

use common::{ALL, Client, Folder, Kind, Server, Socket, quiet_moves};
use serde_json::{Value, json};

/// A table of Naval Battle with somebody who watches.
struct Watched {
    table: String,
    white: Client,
    w: Socket,
    r: Socket,
    watcher: Client,
    s: Socket,
}

async fn table(server: &Server, watch: Value) -> Watched {
    let (white, red) = (Client::guest(server).await, Client::guest(server).await);
    let mut plan = json!({"game": "naval_battle", "seats": [{"kind": "me"}, {"kind": "open"}],
                          "public": true});
    if !watch.is_null() {
        plan["watch"] = watch;
    }
    let table = white.create(plan).await["id"].as_str().unwrap().to_string();
    let joined = red.post(&format!("/api/tables/{table}/join"), json!({})).await;
    assert_eq!(joined.status, 200, "{}", joined.text);
    let mut w = white.socket(&table, "as=0&say=1").await;
    let mut r = red.socket(&table, "as=1&say=1").await;
    w.until("state").await;
    r.until("state").await;
    let watcher = Client::guest(server).await;
    let mut s = watcher.socket(&table, "as=spectator&say=2").await;
    s.until("state").await;
    Watched { table, white, w, r, watcher, s }
}

impl Watched {
    async fn act(&mut self, seat: usize, action: &str) {
        let [mine, other] = match seat {
            0 => [&mut self.w, &mut self.r],
            _ => [&mut self.r, &mut self.w],
        };
        mine.must(action).await;
        settle(other).await;
        settle(&mut self.s).await;
    }

    /// What somebody who only watches can ask for, all of it at once.
    async fn asked(&self) -> Value {
        let get = |what: &str| {
            let path = format!("/api/tables/{}{what}", self.table);
            async move { self.watcher.get(&path).await }
        };
        let moment = get("/moment?as=spectator").await.body;
        let beyond = moment["last"].as_u64().unwrap() + 1;
        let next = get(&format!("/moment?as=spectator&at={beyond}")).await;
        let story = get("/story?as=spectator").await.body;
        let info = get("").await.body;
        let live = self.watcher.get("/api/tables?list=live").await.body;
        let listed = live["tables"].as_array().unwrap().iter();
        let listed = listed.filter(|table| table["id"] == *self.table).map(about);
        let watch = self.watcher.get("/api/watch").await.body;
        let shown = watch["games"].as_array().unwrap().iter().map(|game| &game["table"]);
        let shown = shown.filter(|table| table["id"] == *self.table).map(about);
        let seat = get("/moment?as=0").await;
        let record = get("/record").await;
        let mut fresh = self.watcher.socket(&self.table, "as=spectator&say=2").await;
        let state = fresh.until("state").await;
        let state = ["n", "view", "board", "awaited", "prompt", "past", "over"]
            .map(|key| state[key].clone());
        json!({"moment": moment, "next": next.status, "steps": story, "info": about(&info),
               "live": listed.collect::<Vec<_>>(), "watch": shown.collect::<Vec<_>>(),
               "seat": seat.code(), "record": record.code(), "state": state})
    }
}

/// What a table says of how far its game is.
fn about(table: &Value) -> Value {
    json!([table["turn"], table["awaited"], table["status"], table["result"]])
}

/// Everything that was on its way has come.
async fn settle(socket: &mut Socket) {
    socket.send(json!({"t": "ping"})).await;
    socket.until("pong").await;
}

/// The updates that came, as they came.
fn ups(socket: &Socket) -> Vec<Value> {
    let all = socket.bytes.iter().map(|text| serde_json::from_str::<Value>(text).unwrap());
    all.filter(|message| message["t"] == "up").collect()
}

const OPENING: [(usize, &str); 4] =
    [(0, "deploy @Citadel"), (1, "deploy @Citadel"), (0, "ready"), (1, "ready")];

/// One game twice, once with spectators three moves behind: they are told, shown and answered at
/// every moment what the others were three moves ago, byte for byte.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_is_behind_gets_an_earlier_moment_of_the_log_on_every_way() {
    for kind in ALL {
        let server = Server::start(kind).await;
        let mut plain = table(&server, Value::Null).await;
        let mut behind = table(&server, json!({"delay": {"kind": "moves", "moves": 3}})).await;
        let mut log = vec![plain.asked().await];
        assert_eq!(behind.asked().await, log[0], "{kind:?}");
        for i in 0..12 {
            let (seat, action) = match OPENING.get(i) {
                Some((seat, action)) => (*seat, (*action).to_string()),
                None => {
                    let mover = if i % 2 == 0 { &mut plain.w } else { &mut plain.r };
                    (i % 2, quiet_moves(mover).await.pop_first().unwrap())
                }
            };
            plain.act(seat, &action).await;
            behind.act(seat, &action).await;
            // Secret deployments are no moment of theirs.
            log.truncate(plain.s.n as usize);
            log.push(plain.asked().await);
            let then = log.len().saturating_sub(4);
            assert_eq!(behind.asked().await, log[then], "{kind:?}, after {action}");
            let told = ups(&plain.s);
            assert_eq!(ups(&behind.s), told[..then], "{kind:?}, after {action}");
            assert_eq!(behind.s.view, log[then]["moment"]["view"], "{kind:?}, after {action}");
        }
        // Players are never behind, and one who is may be taken back without knowing it.
        assert_eq!(behind.w.view, plain.w.view);
        let knows = behind.asked().await;
        let to = behind.w.n - 2;
        behind.w.send(json!({"t": "rewind", "id": "b", "to": to})).await;
        behind.r.until("rewind").await;
        behind.r.send(json!({"t": "agree", "id": "y", "yes": true})).await;
        behind.w.until("up").await;
        settle(&mut behind.s).await;
        assert_eq!(behind.asked().await, knows, "{kind:?}");
        assert!(!behind.s.bytes.iter().any(|text| text.contains("rewind\"")), "{kind:?}");
        settle(&mut behind.r).await;
        // Beyond what they have seen, they go back too.
        let to = behind.w.n - 5;
        behind.w.send(json!({"t": "rewind", "id": "c", "to": to})).await;
        behind.r.until("rewind").await;
        behind.r.send(json!({"t": "agree", "id": "z", "yes": true})).await;
        behind.s.until("state").await;
        let earlier = behind.asked().await;
        assert!(log.iter().any(|then| then["moment"]["view"] == earlier["moment"]["view"]));
        let back = earlier["moment"]["last"].as_u64().unwrap();
        assert!(back < knows["moment"]["last"].as_u64().unwrap(), "{kind:?}");
        assert_eq!(behind.s.view, earlier["moment"]["view"]);
        if kind.survives() {
            drop((behind.s, behind.w, behind.r, plain));
            let server = server.restart(2).await;
            let watcher = Client { addr: server.addr, ..behind.watcher };
            let path = format!("/api/tables/{}", behind.table);
            let moment = watcher.get(&format!("{path}/moment?as=spectator")).await;
            // What was taken back brought them nearer; now they are three moves behind again.
            let last = moment.body["last"].as_u64().unwrap();
            assert_eq!(last, back - 3, "{kind:?}");
            let then = &log[last as usize]["moment"]["view"];
            assert_eq!(moment.body["view"], *then, "{kind:?}");
            let mut s = watcher.socket(&behind.table, "as=spectator&say=2").await;
            s.until("state").await;
            assert_eq!(s.view, *then, "{kind:?}");
            let white = Client { addr: server.addr, ..behind.white };
            let mut w = white.socket(&behind.table, "as=0").await;
            w.until("state").await;
            w.must("resign").await;
            ended(&mut s, &watcher, &behind.table).await;
        } else {
            settle(&mut behind.w).await;
            behind.w.must("resign").await;
            ended(&mut behind.s, &behind.watcher, &behind.table).await;
        }
    }
}

/// When the game is over nothing is held back.
async fn ended(s: &mut Socket, watcher: &Client, table: &str) {
    let state = s.until("state").await;
    assert_eq!(state["over"]["verdict"], "won", "{state}");
    let moment = watcher.get(&format!("/api/tables/{table}/moment?as=spectator")).await.body;
    assert_eq!(moment["view"], state["view"]);
    assert_eq!(watcher.get(&format!("/api/tables/{table}/record")).await.status, 200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn minutes_behind_go_by_the_clock() {
    for kind in ALL {
        let server = Server::start(kind).await;
        let watch = json!({"delay": {"kind": "minutes", "minutes": 10}, "talk": true});
        let mut behind = table(&server, watch).await;
        let first = behind.s.view.clone();
        for (seat, action) in OPENING {
            behind.act(seat, action).await;
            server.time.pass(60_000);
        }
        behind.w.send(json!({"t": "chat", "id": "c", "text": "my flagship is on c3"})).await;
        behind.r.until("chat").await;
        server.time.pass(5 * 60_000);
        server.look_at_clocks();
        settle(&mut behind.s).await;
        assert_eq!(behind.s.view, first, "{kind:?}: nine minutes are less than ten");
        // What they may see was done after two minutes and after three.
        server.time.pass(3 * 60_000);
        server.look_at_clocks();
        assert_eq!(behind.s.until("up").await["n"], 1, "{kind:?}");
        settle(&mut behind.s).await;
        assert_eq!(behind.s.n, 1, "{kind:?}");
        server.time.pass(60_000);
        server.look_at_clocks();
        settle(&mut behind.s).await;
        assert_eq!(behind.s.n, 2, "{kind:?}");
        assert!(!behind.s.bytes.iter().any(|text| text.contains("flagship")), "{kind:?}");
        server.time.pass(60_000);
        server.look_at_clocks();
        let said = behind.s.until("chat").await;
        assert_eq!(said["line"]["text"], "my flagship is on c3", "{kind:?}");
        // After ten more minutes they are where the players are.
        assert_eq!(behind.s.view, behind.asked().await["moment"]["view"]);
    }
}

#[tokio::test]
async fn a_delay_is_within_bounds() {
    let server = Server::start(Kind::Memory).await;
    let white = Client::guest(&server).await;
    for delay in [
        json!({"kind": "moves", "moves": 0}),
        json!({"kind": "moves", "moves": 51}),
        json!({"kind": "minutes", "minutes": 0}),
        json!({"kind": "minutes", "minutes": 1441}),
    ] {
        let plan = json!({"game": "naval_battle", "seats": [{"kind": "me"}, {"kind": "open"}],
                          "public": true, "watch": {"delay": delay}});
        let refused = white.post("/api/tables", plan).await;
        assert_eq!((refused.status, refused.code()), (422, "table/setup"), "{delay}");
    }
}

/// Spectators talk apart; what players say they read only where the table allows it, and a player
/// who looks through nobody's eyes is still a player.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn spectators_talk_apart_from_players() {
    let server = Server::start(Kind::Memory).await;
    for (watch, reads) in [(Value::Null, false), (json!({"talk": true}), true)] {
        let mut at = table(&server, watch).await;
        for (seat, action) in OPENING {
            at.act(seat, action).await;
        }
        let say = |text: &str| json!({"t": "chat", "id": text, "text": text});
        let mut also = at.white.socket(&at.table, "as=spectator").await;
        also.until("state").await;
        at.s.send(say("look at white")).await;
        at.s.until("chat").await;
        at.w.send(say("good luck")).await;
        at.r.until("chat").await;
        for socket in [&mut at.s, &mut at.w, &mut at.r, &mut also] {
            settle(socket).await;
        }
        let has = |socket: &Socket, text: &str| socket.bytes.iter().any(|all| all.contains(text));
        for player in [&at.w, &at.r, &also] {
            assert!(has(player, "good luck") && !has(player, "look at white"));
        }
        assert_eq!(has(&at.s, "good luck"), reads);
        // What a player says there the players hear.
        also.send(say("thanks")).await;
        assert_eq!(at.r.until("chat").await["line"]["seat"], 0);
        at.w.must("resign").await;
        settle(&mut at.r).await;
        settle(&mut at.s).await;
        assert!(has(&at.r, "look at white") && has(&at.s, "good luck"));
        let told = at.s.bytes.iter().filter(|text| text.contains("good luck")).count();
        assert_eq!(told, 1, "nothing is told twice");
    }
}

/// The operator's mark first, then whoever most people watch.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_to_be_watched_come_in_order() {
    let server = Server::start(Kind::Memory).await;
    let folder = Folder::new();
    server.open_admin(&folder.0);
    let (one, two, three) = (
        table(&server, Value::Null).await,
        table(&server, Value::Null).await,
        table(&server, Value::Null).await,
    );
    let more = one.watcher.socket(&two.table, "as=spectator").await;
    let order = || async {
        let all = one.watcher.get("/api/watch").await.body;
        let games = all["games"].as_array().unwrap().clone();
        games.into_iter().map(|game| game["table"]["id"].as_str().unwrap().to_string()).collect()
    };
    let found: Vec<String> = order().await;
    assert_eq!(found, [&*two.table, &*three.table, &*one.table]);
    let ask = admiralty_server::admin::Ask::Feature { table: one.table.clone(), yes: true };
    let data = folder.0.clone();
    tokio::task::spawn_blocking(move || admiralty_server::admin::ask(&data, &ask).unwrap())
        .await
        .unwrap();
    let found: Vec<String> = order().await;
    assert_eq!(found, [&*one.table, &*two.table, &*three.table]);
    let all = one.watcher.get("/api/watch").await.body;
    assert_eq!(all["games"][0]["marked"], true);
    assert_eq!(all["games"][1]["watchers"], 2);
    drop(more);
}
