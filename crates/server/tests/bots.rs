//! Bots think for everybody by turns: whoever fills the queue alone waits alone.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

use admiralty_catalog::TableFace;
use admiralty_core::Seat;
use admiralty_protocol::BotLevel;
use admiralty_server::bots::{Minds, OwnMinds};
use common::worlds::{asked, same};
use common::{Client, Server, Socket, quick, quiet_moves};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// The bots of the house, each of which takes a moment; who was asked is written down.
#[derive(Default)]
struct Watched {
    /// For every choice: was it for the one who plays alone?
    asked: Mutex<Vec<bool>>,
}

const CROWD: &str = "random";
const LONE: &str = "lone";
/// Long enough that a few hundred waiting tables are a long queue.
const THINKS: Duration = Duration::from_millis(15);

impl Minds for Watched {
    fn levels(&self, game: &str) -> Vec<BotLevel> {
        OwnMinds.levels(game)
    }

    fn spelt(&self, _game: &str, level: &str) -> Result<String, String> {
        Ok(level.into())
    }

    fn choose(
        &self,
        level: &str,
        table: &dyn TableFace,
        seat: Seat,
        seed: u64,
        budget: Duration,
    ) -> Option<String> {
        self.asked.lock().unwrap().push(level == LONE);
        std::thread::sleep(THINKS);
        OwnMinds.choose(CROWD, table, seat, seed, budget)
    }
}

/// Somebody behind the proxy, as it names them.
struct Caller {
    client: Client,
    header: String,
}

impl Caller {
    async fn new(server: &Server, address: &str) -> Caller {
        let header = format!("X-Forwarded-For: {address}\r\n");
        let mut client = Client { addr: server.addr, cookie: String::new() };
        let answer = client.ask("GET", "/api/me", None, &header).await;
        client.take_cookie(&answer);
        Caller { client, header }
    }

    async fn table(&self, seats: Value) -> common::Answer {
        let plan = json!({"game": "naval_battle", "start": true, "seats": seats});
        self.client.ask("POST", "/api/tables", Some(plan), &self.header).await
    }

    async fn socket(&self, table: &str) -> Socket {
        let address = self.header.trim_end().split_once(": ").unwrap().1;
        let headers = [("x-forwarded-for", address)];
        let mut socket = self.client.try_socket(table, "as=0", &headers).await.unwrap();
        socket.until("state").await;
        socket
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn three_hundred_tables_of_one_delay_nobody_elses_bot() {
    let minds = Arc::new(Watched::default());
    let config = admiralty_server::Config { proxy: true, ..quick() };
    let server = Server::thinking(config, minds.clone()).await;
    let bots = json!([{"kind": "bot", "level": CROWD}, {"kind": "bot", "level": CROWD}]);
    // One address under many names, since one name is stopped before that.
    let mut tables = 0;
    while tables < 300 {
        let guest = Caller::new(&server, "192.0.2.1").await;
        let mut own = 0;
        let refused = loop {
            let answer = guest.table(bots.clone()).await;
            if answer.status != 201 {
                break answer;
            }
            own += 1;
            assert!(own < 300, "one person begins as many games of bots as they like");
        };
        assert_eq!((refused.status, refused.code()), (429, "limit/rate"), "{}", refused.text);
        assert!(own >= 10, "only {own} games with bots");
        tables += own;
    }
    // Somebody else plays one game against one bot.
    let lone = Caller::new(&server, "198.51.100.7").await;
    let table = lone.table(json!([{"kind": "me"}, {"kind": "bot", "level": LONE}])).await;
    let mut w = lone.socket(table.body["id"].as_str().unwrap()).await;
    w.must("deploy @Citadel").await;
    w.must("ready").await;
    let mut waits = Vec::new();
    for turn in 0..6 {
        while w.awaited != [0] {
            w.until("up").await;
        }
        let moves: Vec<String> = quiet_moves(&mut w).await.into_iter().collect();
        let before = minds.asked.lock().unwrap().len();
        w.must(&moves[(turn * 7 + 3) % moves.len()]).await;
        while w.awaited != [0] {
            w.until("up").await;
        }
        let asked = minds.asked.lock().unwrap();
        let others = asked[before..].iter().take_while(|lone| !**lone).count();
        assert!(asked[before..].contains(&true), "its bot was asked");
        waits.push(others);
    }
    // In one long line it would have been some three hundred.
    waits.sort_unstable();
    assert!(waits[3] < 60, "served before the one who plays alone: {waits:?}");
    // Chances are counted in the same places, by the same turns.
    for (i, kind) in ["odds", "glance"].into_iter().enumerate() {
        let action = quiet_moves(&mut w).await.into_iter().next().unwrap();
        let before = minds.asked.lock().unwrap().len();
        let id = format!("c{i}");
        w.send(json!({"t": kind, "id": id, "action": action, "actions": [action]})).await;
        let answer = w.answer(&id).await;
        assert_eq!(answer["t"], *kind, "{answer}");
        let others = minds.asked.lock().unwrap().len() - before;
        assert!(others < 60, "served before the one who asks for {kind}: {others}");
    }
}

/// Two fleets whose units that can move stand in the same places.
const FLEETS: [&str; 2] =
    ["deploy 13M21M41/2S452S31/MM361S2S/AM5S4321", "deploy 31M12M14/S2542S13/M3M612SS/AM5S3412"];

/// A bot that deploys this fleet, and then does what everybody can see that it can.
struct Secretive(&'static str);

impl Minds for Secretive {
    fn levels(&self, game: &str) -> Vec<BotLevel> {
        OwnMinds.levels(game)
    }

    fn choose(
        &self,
        _level: &str,
        table: &dyn TableFace,
        seat: Seat,
        _seed: u64,
        _budget: Duration,
    ) -> Option<String> {
        let by = admiralty_core::Actor::Seat(seat);
        let plan = ["ready", self.0, "a7-a6", "b7-b6", "d7-d6", "e7-e6", "g7-g6", "h7-h6"];
        let may = |action: &&&str| table.check(by, action).is_ok();
        plan.iter().find(may).map(|action| action.to_string())
    }
}

/// One person, a bot and somebody who watches; White has this fleet and plays these moves.
/// What White and the watcher heard, what they can ask for, and White's menus.
async fn with_a_bot(
    minds: Arc<dyn Minds>,
    fleet: &str,
    moves: &[&str],
) -> ([Vec<String>; 2], Vec<String>) {
    let config = admiralty_server::Config { bot_time: 600_000, ..quick() };
    let server = Server::thinking(config, minds).await;
    let (white, watcher) = (Client::guest(&server).await, Client::guest(&server).await);
    let plan = json!({"game": "naval_battle", "public": true, "start": true,
                      "seats": [{"kind": "me"}, {"kind": "bot", "level": "Midshipman"}]});
    let table = white.create(plan).await["id"].as_str().unwrap().to_string();
    let mut w = white.socket(&table, "as=0&say=2").await;
    w.until("state").await;
    // The bot is ready before anybody else comes and before White decides anything.
    while w.awaited != [0] {
        w.until("up").await;
    }
    let mut s = watcher.socket(&table, "as=spectator&say=2").await;
    s.until("state").await;
    w.until("here").await;
    w.must(fleet).await;
    w.must("ready").await;
    let mut menus = Vec::new();
    for action in moves {
        menus.push(format!("{:?}", quiet_moves(&mut w).await));
        w.must(action).await;
        while w.awaited != [0] {
            w.until("up").await;
        }
    }
    w.fresh_view().await;
    while s.n < w.n - 1 {
        s.until("up").await;
    }
    s.fresh_view().await;
    let (own, open) =
        (asked(&white, &table, "0").await, asked(&watcher, &table, "spectator").await);
    w.bytes.extend(own);
    s.bytes.extend(open);
    ([w.bytes, s.bytes], menus)
}

const FORWARD: [&str; 5] = ["a4-a5", "b4-b5", "d4-d5", "e4-e5", "h4-h5"];

/// Two worlds in which a bot has another fleet and does the same: nobody can tell.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_bot_keeps_secret_shows_nothing() {
    let mut worlds = Vec::new();
    for fleet in FLEETS {
        let minds = Arc::new(Secretive(fleet));
        worlds.push(with_a_bot(minds, FLEETS[0], &FORWARD).await);
    }
    let [a, b] = &worlds[..] else { panic!("two worlds") };
    same(&a.0[0], &b.0[0], "the bot's opponent");
    same(&a.0[1], &b.0[1], "the watcher");
    assert_eq!(a.1, b.1, "menus");
}

/// Two worlds in which White has another fleet and does the same: a bot of the house
/// answers the same, for it cannot know either, and the watcher hears the same until
/// something is revealed.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_does_not_know_what_its_opponent_hides() {
    let mut worlds = Vec::new();
    for fleet in FLEETS {
        let ([white, watcher], _) = with_a_bot(Arc::new(OwnMinds), fleet, &FORWARD[..2]).await;
        let hidden = |text: &&String| !text.contains("\"kind\":\"revealed\"");
        let until: Vec<String> = watcher.iter().take_while(hidden).cloned().collect();
        // Whom it attacks is decided before anything is revealed.
        let attack = watcher.get(until.len()).map(|text| text.split("revealed").next());
        let attack = attack.flatten().unwrap_or_default().to_string();
        worlds.push((white, until, attack));
    }
    let [a, b] = &worlds[..] else { panic!("two worlds") };
    assert_ne!(a.0, b.0, "White itself sees its own fleet");
    let answers = a.1.iter().filter(|text| text.starts_with("{\"t\":\"up\"")).count();
    assert!(answers >= 4, "the bot has answered before anything is revealed: {answers}");
    same(&a.1, &b.1, "the watcher");
    assert_eq!(a.2, b.2, "what the bot attacks");
}
