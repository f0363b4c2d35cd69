//! Around the game: seats taken and given back, one browser with several
//! seats, teams, draws, bots that forget the time, a server that stops.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

use admiralty_catalog::TableFace;
use admiralty_core::Seat;
use admiralty_protocol::BotLevel;
use admiralty_server::bots::{Minds, OwnMinds};
use common::{ALL, Client, Kind, Server, duel, quick};
use serde_json::json;
use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

#[tokio::test]
async fn seats_are_taken_given_back_and_the_host_starts() {
    for kind in ALL {
        let server = Server::start(kind).await;
        let (host, guest) = (Client::guest(&server).await, Client::guest(&server).await);
        let plan = json!({"game": "naval_battle", "public": true,
                          "seats": [{"kind": "open"}, {"kind": "open"}]});
        let table = host.create(plan).await["id"].as_str().unwrap().to_string();
        let at = |what: &str| format!("/api/tables/{table}/{what}");
        assert!(guest.get("/api/tables?list=open").await.text.contains(&table));
        assert_eq!(guest.post(&at("join"), json!({"seat": 7})).await.code(), "table/seat");
        let joined = guest.post(&at("join"), json!({"seat": 1})).await;
        assert_eq!((joined.status, &joined.body["seats"][1]["you"]), (200, &json!(true)));
        assert_eq!(host.post(&at("join"), json!({"seat": 1})).await.code(), "table/seat");
        assert_eq!(host.post(&at("leave"), json!({})).await.code(), "table/seat");
        // Whoever looks on hears of the seat that is free again.
        let mut s = host.socket(&table, "as=spectator").await;
        s.until("state").await;
        assert_eq!(guest.post(&at("leave"), json!({})).await.status, 200);
        let told = s.until("table").await;
        assert_eq!(told["table"]["seats"][1]["holder"]["kind"], "open");
        assert_eq!(host.post(&at("start"), json!({})).await.code(), "table/state");
        assert_eq!(guest.post(&at("start"), json!({})).await.code(), "table/not-host");
        assert_eq!(s.act("ready").await["code"], "play/not-a-seat");
        assert_eq!(host.get(&at("moment")).await.code(), "play/not-begun");
        host.post(&at("join"), json!({"seat": 0})).await;
        // Whoever has no salt waits for nobody.
        let begun = guest.post(&at("join"), json!({})).await;
        assert_eq!(begun.body["status"], "playing");
        assert_eq!(begun.body["dice"]["seals"], json!(["", ""]));
        assert_eq!(host.post(&at("start"), json!({})).await.code(), "table/state");
        assert_eq!(host.post(&at("rematch"), json!({})).await.code(), "table/state");
        // In a running game one leaves for good, by the game's own rule.
        let left = guest.post(&at("leave"), json!({})).await;
        assert_eq!((left.status, &left.body["status"]), (200, &json!("over")), "{}", left.text);
        assert_eq!(left.body["result"]["verdict"], "cancelled", "{}", left.text);
    }
}

#[tokio::test]
async fn one_browser_plays_several_seats() {
    let server = Server::start(Kind::Memory).await;
    let me = Client::guest(&server).await;
    let plan = json!({"game": "naval_battle", "start": true,
                      "seats": [{"kind": "me"}, {"kind": "same", "name": " My   sister "}]});
    let table = me.create(plan).await;
    assert_eq!(table["seats"][1]["holder"]["name"], "My sister");
    assert_eq!(table["status"], "playing");
    let id = table["id"].as_str().unwrap();
    let (mut w, mut r) = (me.socket(id, "as=0").await, me.socket(id, "as=1").await);
    w.until("state").await;
    r.until("state").await;
    for action in ["deploy @Citadel", "ready"] {
        w.must(action).await;
        r.must(action).await;
    }
    while w.awaited != [0] {
        w.until("up").await;
    }
    // Each socket sees through its own seat alone.
    assert!(w.view["tokens"][0]["type"].is_string() && w.view["tokens"][40]["type"].is_null());
    assert!(r.view["tokens"][0]["type"].is_null() && r.view["tokens"][40]["type"].is_string());
    assert_eq!(w.act("draw?").await["t"], "up");
    r.until("up").await;
    let over = r.must("draw!").await;
    assert_eq!(over["over"]["verdict"], "drawn", "{over}");
}

#[tokio::test]
async fn teams_share_a_side_and_its_secrets() {
    let server = Server::start(Kind::Memory).await;
    let me = Client::guest(&server).await;
    let mate = Client::guest(&server).await;
    let plan = json!({"game": "naval_battle", "options": {"persons": 4},
        "seats": [{"kind": "me"}, {"kind": "me"}, {"kind": "open"}, {"kind": "me"}]});
    let table = me.create(plan).await;
    let sides: Vec<_> = table["seats"].as_array().unwrap().iter().map(|s| &s["side"]).collect();
    assert_eq!(sides, [0, 1, 0, 1]);
    let id = table["id"].as_str().unwrap();
    let invite = json!({"invite": table["invite"]});
    assert_eq!(mate.post(&format!("/api/tables/{id}/join"), invite).await.status, 200);
    let (mut w, mut r) = (me.socket(id, "as=0").await, me.socket(id, "as=1").await);
    let mut recorder = mate.socket(id, "as=2").await;
    for socket in [&mut w, &mut r, &mut recorder] {
        socket.until("state").await;
    }
    for action in ["deploy @Citadel", "ready"] {
        w.must(action).await;
        r.must(action).await;
    }
    let view = recorder.fresh_view().await;
    assert_eq!(view["tokens"][3]["type"], w.fresh_view().await["tokens"][3]["type"]);
    assert!(view["tokens"][3]["type"].is_string() && view["tokens"][40]["type"].is_null());
    // The Recorder keeps the record and does not move.
    assert_eq!(recorder.act("a4-a5").await["t"], "no");
    // A Recorder may leave a running game for good.
    assert_eq!(mate.post(&format!("/api/tables/{id}/leave"), json!({})).await.status, 200);
}

/// Thinks until the test is over.
struct Dreamer(Mutex<Option<mpsc::Receiver<()>>>);

impl Minds for Dreamer {
    fn levels(&self, game: &str) -> Vec<BotLevel> {
        OwnMinds.levels(game)
    }

    fn choose(&self, _: &str, _: &dyn TableFace, _: Seat, _: u64, _: Duration) -> Option<String> {
        let dream = self.0.lock().unwrap().take();
        dream.map(|dream| dream.recv());
        None
    }
}

#[tokio::test]
async fn a_bot_that_forgets_the_time_is_not_waited_for() {
    let (wake, dream) = mpsc::channel();
    let minds = Arc::new(Dreamer(Mutex::new(Some(dream))));
    let config = admiralty_server::Config { bot_time: 5, ..quick() };
    let server = Server::thinking(config, minds).await;
    let me = Client::guest(&server).await;
    let plan = json!({"game": "naval_battle", "start": true,
                      "options": {"deploy": {"W": "@Citadel", "R": "@Citadel"}},
                      "seats": [{"kind": "bot", "level": "random"}, {"kind": "me"}]});
    let table = me.create(plan).await;
    let mut r = me.socket(table["id"].as_str().unwrap(), "as=1").await;
    if r.until("state").await["awaited"] != json!([1]) {
        r.until("up").await;
    }
    assert_eq!(r.awaited, [1]);
    drop(wake);
}

#[tokio::test]
async fn bots_answer_within_their_time() {
    let game = admiralty_catalog::games().iter().find(|game| game.meta().id == "naval_battle");
    let setup = admiralty_core::Doc::map();
    let mut dice = admiralty_core::Seeded::new(1);
    let (mut table, _) = game.unwrap().begin(&setup, &mut dice).unwrap();
    for action in ["deploy @Citadel", "ready"] {
        for seat in [0, 1] {
            table.play(admiralty_core::Actor::Seat(Seat(seat)), action, &mut dice).unwrap();
        }
    }
    for level in OwnMinds.levels("naval_battle") {
        let begun = std::time::Instant::now();
        let chosen = OwnMinds.choose(&level.id, &*table, Seat(0), 7, Duration::ZERO);
        assert!(chosen.is_some(), "{}", level.id);
        // A thoughtless answer takes milliseconds; a thoughtful one is given no time.
        assert!(begun.elapsed() < Duration::from_secs(5), "{}", level.id);
    }
}

#[tokio::test]
async fn a_server_that_stops_says_goodbye() {
    for kind in ALL {
        let mut server = Server::start(kind).await;
        let mut duel = duel(&server).await.deployed().await;
        let action = duel.w.menu_action(0).await.unwrap();
        duel.w.must(&action).await;
        server.stop().await;
        for socket in [&mut duel.w, &mut duel.r] {
            assert_eq!(socket.until("bye").await["code"], "server/stopping");
            assert!(socket.try_next().await.is_none());
        }
    }
}

/// Every scenario of every game can be looked at before it is played, and what the games say of
/// options that matter only with others names options and values that there are.
#[tokio::test]
async fn a_game_is_looked_at_before_it_is_made() {
    let server = Server::start(Kind::Memory).await;
    let me = Client::guest(&server).await;
    let harbour = me.get("/api/harbour").await.body;
    for game in harbour["games"].as_array().unwrap() {
        let id = game["id"].as_str().unwrap();
        let info = me.get(&format!("/api/games/{id}")).await.body;
        let options = info["options"].as_array().unwrap();
        for only in
            options.iter().flat_map(|option| option["only"].as_array().into_iter().flatten())
        {
            let other = options.iter().find(|option| option["key"] == only["key"]);
            for value in only["values"].as_array().unwrap() {
                // Scenarios are chosen from a list of their own.
                let Some(other) = other else {
                    assert_eq!(only["key"], "scenario", "{id}");
                    let scenarios = info["scenarios"].as_array().unwrap();
                    assert!(scenarios.iter().any(|one| one["id"] == *value), "{id}: {value}");
                    continue;
                };
                let value = value.as_str().unwrap();
                let known = match other["values"]["kind"].as_str().unwrap() {
                    "switch" => ["on", "off"].contains(&value),
                    "number" => value.parse::<i64>().is_ok_and(|n| {
                        n >= other["values"]["min"].as_i64().unwrap()
                            && n <= other["values"]["max"].as_i64().unwrap()
                    }),
                    _ => other["values"]["words"].as_array().unwrap().contains(&json!(value)),
                };
                assert!(known, "{id}: {} is no value of {}", value, other["key"]);
            }
        }
        let scenarios = info["scenarios"].as_array().unwrap();
        for scenario in scenarios {
            let options =
                if scenarios.len() > 1 { json!({"scenario": scenario["id"]}) } else { json!({}) };
            let path = format!("/api/games/{id}/preview");
            let seen = me.post(&path, json!({"options": options})).await;
            assert_eq!(seen.status, 200, "{id} {scenario}: {}", seen.text);
            assert!(seen.body["view"].is_object());
            assert!(seen.body["seats"].as_array().unwrap().len() >= 2);
            assert_eq!(seen.body, me.post(&path, json!({"options": options})).await.body);
        }
    }
    let wrong =
        me.post("/api/games/naval_battle/preview", json!({"options": {"board": "moon"}})).await;
    assert_eq!(wrong.code(), "table/setup", "{}", wrong.text);
}

/// Whoever looks at the lists is told that they have changed, and is let go when the server stops.
#[tokio::test]
async fn the_lists_are_live() {
    use futures_util::StreamExt;
    use tokio_tungstenite::tungstenite::Message;
    let mut server = Server::start(Kind::Memory).await;
    let (white, red) = (Client::guest(&server).await, Client::guest(&server).await);
    let address = format!("ws://{}/api/lobby", server.addr);
    let tcp = tokio::net::TcpStream::connect(server.addr).await.unwrap();
    let (mut lists, _) = tokio_tungstenite::client_async(address, tcp).await.unwrap();
    let mut heard = async || loop {
        let next = tokio::time::timeout(Duration::from_secs(20), lists.next()).await;
        match next.expect("something is said").unwrap().unwrap() {
            Message::Text(text) => return text.to_string(),
            Message::Close(_) => return "closed".into(),
            _ => {}
        }
    };
    let plan = |public: bool| json!({"game": "naval_battle", "public": public, "seats": [{"kind": "me"}, {"kind": "open"}]});
    // Of a private table nothing is told.
    white.create(plan(false)).await;
    assert!(tokio::time::timeout(Duration::from_millis(300), heard()).await.is_err());
    let table = white.create(plan(true)).await["id"].as_str().unwrap().to_string();
    assert_eq!(heard().await, r#"{"t":"listed"}"#, "it was made");
    let joined = red.post(&format!("/api/tables/{table}/join"), json!({})).await;
    assert_eq!(joined.status, 200, "{}", joined.text);
    assert_eq!(heard().await, r#"{"t":"listed"}"#, "it began");
    let mut w = white.socket(&table, "as=0").await;
    w.until("state").await;
    w.must("deploy @Citadel").await;
    w.must("ready").await;
    let mut r = red.socket(&table, "as=1").await;
    r.until("state").await;
    r.must("deploy @Citadel").await;
    r.must("ready").await;
    r.must("resign").await;
    assert_eq!(heard().await, r#"{"t":"listed"}"#, "it is over");
    server.stop().await;
    assert_eq!(heard().await, "closed");
}
