//! Slow games: days for each decision with a bank, weekends off, holidays, and clocks that
//! are right after a restart.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

use common::{ALL, Client, NOW, Server, Socket, quick};
use serde_json::{Value, json};

const DAY: u64 = 24 * 3600 * 1000;

struct Slow {
    white: Client,
    red: Client,
    table: String,
    w: Socket,
}

async fn slow(server: &Server, clock: Value) -> Slow {
    let (white, red) = (Client::guest(server).await, Client::guest(server).await);
    let plan = json!({"game": "naval_battle", "seats": [{"kind": "me"}, {"kind": "open"}],
                      "public": true, "clock": clock});
    let table = white.create(plan).await["id"].as_str().unwrap().to_string();
    red.post(&format!("/api/tables/{table}/join"), json!({})).await;
    let mut w = white.socket(&table, "as=0").await;
    w.until("state").await;
    Slow { white, red, table, w }
}

/// By when this person has to decide, as their list of tables says.
async fn due(client: &Client) -> u64 {
    let mine = client.get("/api/tables?list=mine").await;
    mine.body["tables"][0]["due"].as_u64().unwrap_or_else(|| panic!("{}", mine.text))
}

/// Tests begin on a Tuesday at 22:13:20.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn days_have_a_bank_weekends_and_holidays() {
    for kind in ALL {
        let server = Server::start(kind).await;
        let clock = json!({"kind": "days", "days": 2, "bank": 3, "weekends": true, "flag": "lose"});
        let Slow { white, red, table, mut w } = slow(&server, clock).await;
        // Five days, and two more for the weekend between.
        assert_eq!(due(&red).await, NOW + 7 * DAY);
        server.time.pass(4 * DAY);
        server.look_at_clocks();
        let state = w.until("state").await;
        assert_eq!(state["clock"]["resting"], json!([0, 1]), "{state}");
        let left = 2 * DAY - 6_400_000;
        assert_eq!(state["clock"]["left"], json!([left, left]), "what was left of Friday counts");
        server.time.pass(2 * DAY);
        server.look_at_clocks();
        assert!(w.until("state").await["clock"].get("resting").is_none());
        // The bank had to help: of its three days one is left.
        let up = w.must("deploy @Citadel").await;
        assert_eq!(up["c"]["left"], json!([3 * DAY, DAY]), "{up}");
        assert_eq!(up["c"]["banks"], json!([DAY, DAY]), "{up}");
        // Monday, 22:13:20: Red goes on holiday.
        let holiday = |days: u64| red.post("/api/me/holiday", json!({"days": days}));
        assert_eq!(red.get("/api/me/holiday").await.body, json!({"days": 28, "left": 28}));
        assert_eq!(holiday(29).await.status, 409);
        assert_eq!(holiday(0).await.status, 409);
        let until = NOW + 9 * DAY;
        let taken = holiday(3).await;
        assert_eq!(taken.body, json!({"days": 28, "left": 25, "until": until}), "{}", taken.text);
        assert_eq!(holiday(3).await.status, 409);
        // Everybody sees it, and the clock stands.
        let seen = white.get(&format!("/api/tables/{table}")).await;
        assert_eq!(seen.body["seats"][1]["away"], until, "{}", seen.text);
        assert_eq!(due(&red).await, NOW + 10 * DAY);
        drop(w);
        let server = match kind.survives() {
            // Down for a day of it.
            true => server.restart_after(2, DAY).await,
            false => {
                server.time.pass(DAY);
                server
            }
        };
        let red = Client { addr: server.addr, ..red };
        let white = Client { addr: server.addr, ..white };
        assert_eq!(due(&red).await, NOW + 10 * DAY, "{kind:?}");
        // Back on Tuesday: of the three days one was used.
        let back = red.ask("DELETE", "/api/me/holiday", None, "").await;
        assert_eq!(back.body, json!({"days": 28, "left": 27}), "{}", back.text);
        assert_eq!(red.ask("DELETE", "/api/me/holiday", None, "").await.status, 409);
        assert_eq!(due(&red).await, NOW + 8 * DAY);
        let mut w = white.socket(&table, "as=0").await;
        w.until("state").await;
        server.time.pass(DAY - 1);
        server.look_at_clocks();
        assert_eq!(white.get(&format!("/api/tables/{table}")).await.body["status"], "playing");
        server.time.pass(1);
        server.look_at_clocks();
        let over = w.until("table").await;
        assert_eq!(over["table"]["result"]["seats"], json!([0]), "{over}");
    }
}

/// What a restart must not lose: time that the others have given back, and the bank.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn clocks_by_days_are_right_after_a_restart() {
    for kind in ALL.into_iter().filter(|kind| kind.survives()) {
        let server = Server::start(kind).await;
        let clock = json!({"kind": "days", "days": 1, "bank": 1, "flag": "table"});
        let Slow { white, red, table, mut w } = slow(&server, clock).await;
        w.must("deploy @Citadel").await;
        w.must("ready").await;
        server.time.pass(2 * DAY);
        server.look_at_clocks();
        let state = w.until("state").await;
        assert!(state["clock"]["flagged"].as_array().unwrap().contains(&json!(1)), "{state}");
        w.send(json!({"t": "claim", "id": "c", "seat": 1, "what": "wait"})).await;
        w.until("state").await;
        drop(w);
        // The bank is empty: one more day, of which no server runs for an hour.
        let server = server.restart_after(2, 3_600_000).await;
        let red = Client { addr: server.addr, ..red };
        assert_eq!(due(&red).await, NOW + 3 * DAY + 3_600_000, "{kind:?}");
        server.time.pass(DAY - 1);
        server.look_at_clocks();
        let mut w = Client { addr: server.addr, ..white }.socket(&table, "as=0").await;
        let state = w.until("state").await;
        assert_eq!(state["clock"]["left"][1], 1, "{state}");
        assert_eq!(state["clock"]["banks"][1], 0, "{state}");
    }
}

/// Whoever is on holiday already and sits down plays by the same clock.
#[tokio::test]
async fn a_holiday_counts_at_tables_that_come_later() {
    let server = Server::with(common::Kind::Memory, quick()).await;
    let red = Client::guest(&server).await;
    red.post("/api/me/holiday", json!({"days": 5})).await;
    let white = Client::guest(&server).await;
    let clock = json!({"kind": "days", "days": 1, "flag": "lose"});
    let plan = json!({"game": "naval_battle", "seats": [{"kind": "me"}, {"kind": "open"}],
                      "public": true, "clock": clock});
    let table = white.create(plan).await["id"].as_str().unwrap().to_string();
    red.post(&format!("/api/tables/{table}/join"), json!({})).await;
    assert_eq!(due(&red).await, NOW + 6 * DAY);
    assert_eq!(due(&white).await, NOW + DAY);
    // A server may grant none.
    let config = admiralty_server::Config { holidays: 0, ..quick() };
    let none = Server::with(common::Kind::Memory, config).await;
    let guest = Client::guest(&none).await;
    assert_eq!(guest.post("/api/me/holiday", json!({"days": 1})).await.status, 409);
}
