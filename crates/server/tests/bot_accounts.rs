//! Programs with accounts: made by a person or by the host, called when they are wanted, and
//! marked as what they are wherever they are seen.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

use common::{ALL, Client, Kind, Server, Socket, duel};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::net::TcpStream;

async fn account(server: &Server, login: &str) -> Client {
    let mut me = Client::guest(server).await;
    let made = me.post("/api/account", json!({"login": login, "password": "calico jack"})).await;
    assert_eq!(made.status, 200, "{}", made.text);
    me.take_cookie(&made);
    me
}

/// A program with its token.
struct Program {
    client: Client,
    id: String,
    token: String,
}

impl Program {
    fn new(server: &Server, made: &Value) -> Program {
        let text = |key: &str| made[key].as_str().unwrap().to_string();
        let client = Client { addr: server.addr, cookie: String::new() };
        Program { client, id: text("id"), token: text("token") }
    }

    fn head(&self) -> String {
        format!("Authorization: Bearer {}\r\n", self.token)
    }

    async fn get(&self, path: &str) -> common::Answer {
        self.client.ask("GET", path, None, &self.head()).await
    }

    async fn post(&self, path: &str, body: Value) -> common::Answer {
        self.client.ask("POST", path, Some(body), &self.head()).await
    }

    async fn socket(&self, table: &str, seat: u64) -> Socket {
        let (query, head) = (format!("as={seat}"), format!("Bearer {}", self.token));
        let headers = [("authorization", head.as_str())];
        let mut socket = self.client.try_socket(table, &query, &headers).await.unwrap();
        socket.until("state").await;
        socket
    }

    async fn events(&self) -> Events {
        let mut stream = TcpStream::connect(self.client.addr).await.unwrap();
        let head = self.head();
        let ask = format!("GET /api/events HTTP/1.1\r\nHost: {}\r\n{head}\r\n", self.client.addr);
        stream.write_all(ask.as_bytes()).await.unwrap();
        Events(BufReader::new(stream).lines())
    }
}

/// What a program hears.
struct Events(Lines<BufReader<TcpStream>>);

impl Events {
    /// The next event; nothing if the server has closed.
    async fn try_next(&mut self) -> Option<Value> {
        loop {
            let line = tokio::time::timeout(Duration::from_secs(40), self.0.next_line()).await;
            let line = line.expect("something is heard").ok()??;
            // Between them stand the lengths of what is sent.
            if line.starts_with('{') {
                return Some(serde_json::from_str(&line).unwrap());
            }
        }
    }

    async fn until(&mut self, kind: &str) -> Value {
        loop {
            let event = self.try_next().await.expect("the line is open");
            if event["t"] == kind {
                return event;
            }
        }
    }
}

const OPEN: &str =
    r#"{"game": "naval_battle", "public": true, "seats": [{"kind": "me"}, {"kind": "open"}]}"#;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_finds_a_game_and_plays_it() {
    for kind in ALL {
        let server = Server::start(kind).await;
        let ann = account(&server, "ann").await;
        let made = ann.post("/api/bots", json!({"name": "Deep Sea"})).await;
        assert_eq!(made.status, 201, "{}", made.text);
        let bot = Program::new(&server, &made.body);
        let mut events = bot.events().await;
        let table = ann.create(serde_json::from_str(OPEN).unwrap()).await;
        let id = table["id"].as_str().unwrap();
        let offered = events.until("offered").await;
        let wanted = json!({"t": "offered", "table": id, "game": "naval_battle", "seat": 1});
        assert_eq!(offered, wanted);
        let joined = bot.post(&format!("/api/tables/{id}/join"), json!({"seat": 1})).await;
        assert_eq!(joined.status, 200, "{}", joined.text);
        // Both fleets are to be placed.
        let turn = events.until("turn").await;
        assert_eq!((&turn["table"], &turn["seat"]), (&json!(id), &json!(1)));
        let mut red = bot.socket(id, 1).await;
        let mut white = ann.socket(id, "as=0").await;
        white.until("state").await;
        red.send(json!({"t": "actions", "id": "x", "limit": 3})).await;
        let some = red.answer("x").await;
        assert_eq!(
            (some["actions"].as_array().unwrap().len(), &some["complete"]),
            (3, &json!(false))
        );
        red.must("deploy @Vault").await;
        red.must("ready").await;
        white.must("deploy @Citadel").await;
        white.must("ready").await;
        for _ in 0..3 {
            let id = white.menu_action(0).await.unwrap();
            white.must(&id).await;
            // It is called for every turn of its own.
            assert_eq!(events.until("turn").await["seat"], 1);
            red.until("up").await;
            red.send(json!({"t": "actions", "id": "all"})).await;
            let all = red.answer("all").await;
            assert_eq!(all["complete"], true, "{all}");
            let action = all["actions"][0].as_str().unwrap().to_string();
            red.must(&action).await;
            white.until("up").await;
        }
        // Who comes late is told what waits.
        let action = white.menu_action(0).await.unwrap();
        white.must(&action).await;
        let mut late = bot.events().await;
        assert_eq!(late.until("turn").await["table"], id);
        white.must("resign").await;
        let over = events.until("over").await;
        assert_eq!((&over["table"], &over["result"]["seats"]), (&json!(id), &json!([1])));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_is_marked_wherever_it_is_seen() {
    let server = Server::start(Kind::Sqlite).await;
    let ann = account(&server, "ann").await;
    let bot = ann.post("/api/bots", json!({"name": "Deep Sea"})).await.body;
    let bot = Program::new(&server, &bot);
    let me = bot.get("/api/me").await.body;
    assert_eq!(
        (&me["bot"], &me["guest"], &me["name"]),
        (&json!(true), &json!(false), &json!("Deep Sea"))
    );
    let table = ann.create(serde_json::from_str(OPEN).unwrap()).await;
    let id = table["id"].as_str().unwrap();
    let joined = bot.post(&format!("/api/tables/{id}/join"), json!({})).await.body;
    let holder = &joined["seats"][1]["holder"];
    assert_eq!((&holder["kind"], &holder["bot"]), (&json!("person"), &json!(true)), "{holder}");
    assert!(joined["seats"][0]["holder"].get("bot").is_none());
    let name = me_name(&ann).await;
    // After a restart as well.
    let server = server.restart(7).await;
    let ann = Client { addr: server.addr, ..ann };
    let seen = ann.get(&format!("/api/tables/{id}")).await.body;
    assert_eq!(seen["seats"][1]["holder"]["bot"], true, "{seen}");
    let page = ann.get(&format!("/api/people/{}", bot.id)).await.body;
    assert_eq!((&page["bot"], &page["owner"]), (&json!(true), &name));
    let bot = Program { client: Client { addr: server.addr, cookie: String::new() }, ..bot };
    let mut red = bot.socket(id, 1).await;
    red.send(json!({"t": "chat", "id": "c", "text": "ahoy"})).await;
    assert_eq!(red.until("chat").await["line"]["name"], "Deep Sea (bot)");
}

async fn me_name(me: &Client) -> Value {
    me.get("/api/me").await.body["name"].clone()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_bots_may_not_do() {
    let server = Server::start(Kind::Memory).await;
    let guest = Client::guest(&server).await;
    assert_eq!(guest.post("/api/bots", json!({"name": "X"})).await.status, 409);
    let ann = account(&server, "ann").await;
    let made = ann.post("/api/bots", json!({"name": "Deep Sea"})).await.body;
    let bot = Program::new(&server, &made);
    // It is no person, and nobody is taken for one.
    for (path, body, code) in [
        ("/api/account", json!({"login": "deep", "password": "calico jack"}), "table/state"),
        ("/api/tokens", json!({"label": "more"}), "auth/required"),
        ("/api/bots", json!({"name": "Mini"}), "auth/required"),
        ("/api/seeks", json!({"game": "naval_battle"}), "auth/bot"),
    ] {
        let answer = bot.post(path, body).await;
        assert_eq!(answer.code(), code, "{path}: {}", answer.text);
    }
    let clock = json!({"kind": "live", "bank": 600, "add": 5, "flag": "lose"});
    let plan = json!({"game": "naval_battle", "public": true, "rated": true, "clock": clock,
                      "seats": [{"kind": "me"}, {"kind": "open"}]});
    let rated = ann.create(plan).await["id"].as_str().unwrap().to_string();
    let joined = bot.post(&format!("/api/tables/{rated}/join"), json!({})).await;
    assert!(joined.text.contains("games with bots are not rated"), "{}", joined.text);
    // Events are for programs.
    let answer = ann.get("/api/events").await;
    assert_eq!((answer.status, answer.code()), (403, "auth/bot"));
    // Whoever has the old token is shown out when there is a new one.
    let mut events = bot.events().await;
    assert_eq!(bot.get("/api/me").await.status, 200);
    let mary = account(&server, "mary").await;
    let path = format!("/api/bots/{}/token", bot.id);
    assert_eq!(mary.post(&path, json!({})).await.status, 404);
    let renewed = ann.post(&path, json!({})).await;
    assert_eq!(renewed.status, 200, "{}", renewed.text);
    assert_eq!(events.until("bye").await["code"], "auth/required");
    assert!(events.try_next().await.is_none());
    assert_eq!(bot.get("/api/me").await.status, 401);
    let bot = Program::new(&server, &renewed.body);
    assert_eq!(bot.get("/api/me").await.status, 200);
    // Five at most, and they go with whoever made them.
    for i in 0..4 {
        assert_eq!(ann.post("/api/bots", json!({"name": format!("B{i}")})).await.status, 201);
    }
    assert_eq!(ann.post("/api/bots", json!({"name": "B5"})).await.status, 409);
    let list = ann.get("/api/bots").await.body;
    let last = list[4]["id"].as_str().unwrap();
    assert_eq!(ann.ask("DELETE", &format!("/api/bots/{last}"), None, "").await.status, 204);
    assert_eq!(ann.get("/api/bots").await.body.as_array().unwrap().len(), 4);
    let proof = json!({"login": "ann", "password": "calico jack"});
    assert_eq!(ann.ask("DELETE", "/api/account", Some(proof), "").await.status, 204);
    assert_eq!(bot.get("/api/me").await.status, 401);
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_host_makes_bots_too() {
    use admiralty_server::admin::{Ask, ask};
    let server = Server::start(Kind::Sqlite).await;
    let folder = server.folder.clone().unwrap();
    server.open_admin(&folder.0);
    let tell = |what: Ask| {
        let folder = folder.clone();
        tokio::task::spawn_blocking(move || ask(&folder.0, &what))
    };
    let ann = account(&server, "ann").await;
    let made = tell(Ask::Bot { name: "House".into(), of: None }).await.unwrap().unwrap();
    let own = Ask::Bot { name: "Hers".into(), of: Some("ann".into()) };
    tell(own).await.unwrap().unwrap();
    assert_eq!(ann.get("/api/bots").await.body[0]["name"], "Hers");
    let all = tell(Ask::Bots { of: None }).await.unwrap().unwrap();
    assert_eq!((all.as_array().unwrap().len(), &all[0]["bot"]), (1, &json!(true)), "{all}");
    let bot = Program::new(&server, &made);
    assert_eq!(bot.get("/api/me").await.body["bot"], true);
    let page = ann.get(&format!("/api/people/{}", bot.id)).await.body;
    assert!(page["bot"] == true && page.get("owner").is_none(), "{page}");
    let renewed = tell(Ask::BotToken { who: bot.id.clone() }).await.unwrap().unwrap();
    assert_eq!(bot.get("/api/me").await.status, 401);
    assert_eq!(Program::new(&server, &renewed).get("/api/me").await.status, 200);
    assert!(tell(Ask::BotToken { who: "ann".into() }).await.unwrap().is_err());
    // Nothing of a token is written down.
    let audit = tell(Ask::Audit { limit: 50 }).await.unwrap().unwrap().to_string();
    assert!(audit.contains("\"bot\"") && !audit.contains("adm_"), "{audit}");
}

/// The conversation of docs/protocol.md, said to a real server: `…` stands for anything.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_conversation_of_the_document_is_true() {
    let document = include_str!("../../../docs/protocol.md");
    let server = Server::start(Kind::Memory).await;
    let mut duel = duel(&server).await.deployed().await;
    let mut w = duel.white.socket(&duel.table, "as=0").await;
    w.until("state").await;
    let first = w.n;
    // The example begins in the middle of a game, where the number is 6.
    let here = |line: &str| {
        let marked = line.replace("\"n\":6,", "\"n\":<,").replace("\"n\":7,", "\"n\":>,");
        marked.replace('<', &first.to_string()).replace('>', &(first + 1).to_string())
    };
    let mut said = 0;
    for line in document.lines() {
        if let Some(message) = line.strip_prefix("→ ") {
            w.send(serde_json::from_str(&here(message)).unwrap()).await;
            said += 1;
        }
        if let Some(told) = line.strip_prefix("← ") {
            let heard = loop {
                let next = w.next().await;
                // Others say something too: who is here, the head of the transcript.
                if next.get("id").is_some() || next["t"] == "pong" {
                    break w.bytes.last().unwrap().clone();
                }
            };
            assert!(is_like(&here(told), &heard), "told:  {told}\nheard: {heard}");
        }
    }
    assert!(said >= 6, "only {said} messages");
    duel.r.until("up").await;
}

/// Is this what was told, with anything where it has dots?
fn is_like(told: &str, heard: &str) -> bool {
    let mut rest = heard;
    let parts: Vec<&str> = told.split('…').collect();
    for (i, part) in parts.iter().enumerate() {
        let found = if i == 0 { rest.starts_with(part).then_some(0) } else { rest.find(part) };
        let Some(at) = found else { return false };
        rest = &rest[at + part.len()..];
    }
    parts.len() > 1 || rest.is_empty()
}
