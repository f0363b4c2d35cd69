//! Bots think for everybody by turns: whoever fills the queue alone waits alone.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

use admiralty_catalog::TableFace;
use admiralty_core::Seat;
use admiralty_protocol::BotLevel;
use admiralty_server::bots::{Minds, OwnMinds};
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
}
