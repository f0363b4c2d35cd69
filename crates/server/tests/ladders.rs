//! Rated games, ladders, profiles, and finding somebody to play with, over real
//! sockets, on every store.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

use admiralty_server::admin::{Ask, ask};
use common::{ALL, Client, Folder, Kind, Server};
use serde_json::{Value, json};
use std::sync::Arc;

async fn account(server: &Server, login: &str) -> Client {
    let mut me = Client::guest(server).await;
    let made = me.post("/api/account", json!({"login": login, "password": "calico jack"})).await;
    assert_eq!(made.status, 200, "{}", made.text);
    me.take_cookie(&made);
    me
}

const CLOCK: &str = r#"{"kind": "live", "bank": 600, "add": 5, "flag": "lose"}"#;

fn rated() -> Value {
    json!({"game": "naval_battle", "public": true, "rated": true,
           "clock": serde_json::from_str::<Value>(CLOCK).unwrap(),
           "seats": [{"kind": "me"}, {"kind": "open"}]})
}

/// A game of two accounts that the first loses at once.
async fn lose(loser: &Client, winner: &Client) -> String {
    lose_with(loser, winner, rated()).await
}

async fn lose_with(loser: &Client, winner: &Client, plan: Value) -> String {
    let table = loser.create(plan).await["id"].as_str().unwrap().to_string();
    let joined = winner.post(&format!("/api/tables/{table}/join"), json!({})).await;
    assert_eq!(joined.status, 200, "{}", joined.text);
    let mut w = loser.socket(&table, "as=0").await;
    let mut r = winner.socket(&table, "as=1").await;
    w.until("state").await;
    r.until("state").await;
    for socket in [&mut w, &mut r] {
        socket.must("deploy @Citadel").await;
    }
    w.must("ready").await;
    r.until("up").await;
    r.must("ready").await;
    w.until("up").await;
    w.must("resign").await;
    table
}

async fn me(client: &Client) -> String {
    client.get("/api/me").await.body["id"].as_str().unwrap().to_string()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rated_game_moves_both_ratings() {
    for kind in ALL {
        let server = Server::start(kind).await;
        let ann = account(&server, "ann").await;
        let mary = account(&server, "mary").await;
        let table = lose(&ann, &mary).await;
        let loser = ann.get(&format!("/api/people/{}", me(&ann).await)).await;
        assert_eq!(loser.status, 200, "{}", loser.text);
        let curve = &loser.body["ratings"][0];
        assert!(curve["rating"]["rating"].as_i64().unwrap() < 1500, "{curve}");
        assert_eq!(
            (&curve["rating"]["lost"], &curve["rating"]["provisional"]),
            (&json!(1), &json!(true))
        );
        assert_eq!(curve["points"].as_array().unwrap().len(), 1);
        assert_eq!(loser.body["games"][0]["id"], json!(table));
        assert_eq!(loser.body["record"][0]["lost"], 1);
        // Whoever only looks sees it, too, and nothing of how they sign in.
        let stranger = Client { addr: server.addr, cookie: String::new() };
        let seen = stranger.get(&format!("/api/people/{}", me(&mary).await)).await;
        assert!(seen.body["ratings"][0]["rating"]["rating"].as_i64().unwrap() > 1500);
        assert!(!seen.text.contains("login") && !seen.text.contains("mail"), "{}", seen.text);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_ladder_shows_who_is_known_well_enough() {
    let server = Server::start(Kind::Sqlite).await;
    let (ann, mary) = (account(&server, "ann").await, account(&server, "mary").await);
    let ladder = || ann.get("/api/ladders/naval_battle/live");
    lose(&ann, &mary).await;
    assert_eq!(ladder().await.body["rungs"], json!([]), "one game says little");
    for _ in 0..12 {
        lose(&ann, &mary).await;
        lose(&mary, &ann).await;
    }
    let rungs = ladder().await.body["rungs"].clone();
    assert_eq!(rungs.as_array().unwrap().len(), 2, "{rungs}");
    let rating = |i: usize| rungs[i]["rating"]["rating"].as_i64().unwrap();
    assert!(rating(0) >= rating(1));
    assert_eq!(rungs[0]["place"], 1);
    assert_eq!(ann.get("/api/ladders/chess/live").await.status, 404);
    assert_eq!(ann.get("/api/ladders/naval_battle/slow").await.status, 404);
    // All of it survives a restart.
    let server = server.restart(3).await;
    let ann = Client { addr: server.addr, ..ann };
    assert_eq!(ann.get("/api/ladders/naval_battle/live").await.body["rungs"], rungs);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_does_not_count_is_refused_or_left_out() {
    let server = Server::start(Kind::Memory).await;
    let (ann, guest) = (account(&server, "ann").await, Client::guest(&server).await);
    let says = |answer: &common::Answer| answer.body["faults"][0]["reason"].to_string();
    let mut plan = rated();
    plan["clock"] = json!({"kind": "none"});
    let no = ann.post("/api/tables", plan.clone()).await;
    assert!(no.status == 422 && says(&no).contains("has a clock"), "{}", no.text);
    let mut plan = rated();
    plan["seats"][1] = json!({"kind": "bot", "level": "random"});
    let no = ann.post("/api/tables", plan).await;
    assert!(no.status == 422 && says(&no).contains("bots are not rated"), "{}", no.text);
    let mut plan = rated();
    plan["clock"]["flag"] = json!("bot");
    assert_eq!(ann.post("/api/tables", plan).await.status, 422);
    let no = guest.post("/api/tables", rated()).await;
    assert!(no.status == 422 && says(&no).contains("with an account"), "{}", no.text);
    let table = ann.create(rated()).await["id"].as_str().unwrap().to_string();
    let no = guest.post(&format!("/api/tables/{table}/join"), json!({})).await;
    assert_eq!((no.status, no.code()), (409, "table/seat"), "{}", no.text);
    // A game that does not count moves nothing.
    let mary = account(&server, "mary").await;
    let mut plan = rated();
    plan["rated"] = json!(false);
    lose_with(&ann, &mary, plan).await;
    let ann_id = me(&ann).await;
    assert_eq!(ann.get(&format!("/api/people/{ann_id}")).await.body["ratings"], json!([]));
    assert_eq!(ann.get("/api/people/nobody").await.status, 404);
    let guest_id = me(&guest).await;
    assert_eq!(
        ann.get(&format!("/api/people/{guest_id}")).await.status,
        404,
        "guests have no page"
    );
}

/// Time that runs out counts as a loss.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flag_counts() {
    let server = Server::start(Kind::Memory).await;
    let (ann, mary) = (account(&server, "ann").await, account(&server, "mary").await);
    let table = ann.create(rated()).await["id"].as_str().unwrap().to_string();
    mary.post(&format!("/api/tables/{table}/join"), json!({})).await;
    let mut w = ann.socket(&table, "as=0").await;
    w.until("state").await;
    let mut r = mary.socket(&table, "as=1").await;
    r.until("state").await;
    w.must("deploy @Citadel").await;
    w.must("ready").await;
    server.time.pass(601_000);
    server.look_at_clocks();
    for _ in 0..100 {
        let page = ann.get(&format!("/api/people/{}", me(&ann).await)).await;
        if page.body["ratings"][0]["rating"]["won"] == 1 {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("the one who had time left has won");
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ratings_are_worked_out_again_to_the_same_numbers() {
    let server = Server::start(Kind::Sqlite).await;
    let folder: Arc<Folder> = server.folder.clone().unwrap();
    server.open_admin(&folder.0);
    let (ann, mary) = (account(&server, "ann").await, account(&server, "mary").await);
    let john = account(&server, "john").await;
    for (loser, winner) in [(&ann, &mary), (&mary, &john), (&john, &ann), (&ann, &mary)] {
        lose(loser, winner).await;
    }
    let page = format!("/api/people/{}", me(&ann).await);
    let before = ann.get(&page).await.body["ratings"].clone();
    let tell = |what: Ask| {
        let folder = Arc::clone(&folder);
        async move { tokio::task::spawn_blocking(move || ask(&folder.0, &what)).await.unwrap() }
    };
    let found = tell(Ask::Ratings { again: false }).await.unwrap();
    assert_eq!(found, json!({"results": 4, "ratings": 3, "wrong": 0}));
    tell(Ask::Ratings { again: true }).await.unwrap();
    assert_eq!(ann.get(&page).await.body["ratings"], before);
    // Whoever leaves takes their rating with them, also when all is worked out again.
    let gone = ann
        .ask("DELETE", "/api/account", Some(json!({"login": "ann", "password": "calico jack"})), "")
        .await;
    assert!(gone.status < 300, "{}", gone.text);
    tell(Ask::Ratings { again: true }).await.unwrap();
    let found = tell(Ask::Ratings { again: false }).await.unwrap();
    assert_eq!(found, json!({"results": 4, "ratings": 2, "wrong": 0}));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_who_look_find_each_other() {
    for kind in ALL {
        let server = Server::start(kind).await;
        let (ann, mary) = (account(&server, "ann").await, account(&server, "mary").await);
        let wish = json!({"game": "naval_battle", "rated": true});
        let first = ann.post("/api/seeks", wish.clone()).await;
        assert_eq!(first.status, 201, "{}", first.text);
        assert_eq!(first.body["table"], Value::Null);
        let id = first.body["id"].as_str().unwrap().to_string();
        let waits = tokio::spawn({
            let ann = ann.clone();
            async move { ann.get(&format!("/api/seeks/{id}")).await }
        });
        let second = mary.post("/api/seeks", wish).await;
        let id = second.body["id"].as_str().unwrap();
        let met = mary.get(&format!("/api/seeks/{id}")).await;
        let table = met.body["table"].as_str().unwrap().to_string();
        assert_eq!(waits.await.unwrap().body["table"], json!(table));
        let info = ann.get(&format!("/api/tables/{table}")).await.body;
        assert_eq!((&info["status"], &info["rated"]), (&json!("playing"), &json!(true)), "{info}");
        let own = |who: &Value| {
            who["seats"].as_array().unwrap().iter().filter(|s| s["you"] == true).count()
        };
        assert_eq!(own(&info), 1);
        assert_eq!(own(&mary.get(&format!("/api/tables/{table}")).await.body), 1);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn wishes_are_kept_and_can_be_given_up() {
    let server = Server::start(Kind::Memory).await;
    let (ann, guest) = (account(&server, "ann").await, Client::guest(&server).await);
    let days = json!({"kind": "days", "days": 2, "flag": "lose"});
    let slow = ann.post("/api/seeks", json!({"game": "naval_battle", "clock": days})).await;
    let live: Value = serde_json::from_str(CLOCK).unwrap();
    let quick = guest.post("/api/seeks", json!({"game": "naval_battle", "clock": live})).await;
    assert_eq!((slow.status, quick.status), (201, 201));
    assert_eq!(quick.body["others"], 1);
    let id = slow.body["id"].as_str().unwrap();
    // Nobody else may ask after it or end it.
    assert_eq!(guest.ask("DELETE", &format!("/api/seeks/{id}"), None, "").await.status, 404);
    assert_eq!(ann.ask("DELETE", &format!("/api/seeks/{id}"), None, "").await.status, 204);
    assert_eq!(ann.get(&format!("/api/seeks/{id}")).await.status, 404);
    // What cannot be is said at once.
    let no = guest.post("/api/seeks", json!({"game": "naval_battle", "rated": true})).await;
    assert_eq!((no.status, no.code()), (409, "table/state"), "{}", no.text);
    let no =
        ann.post("/api/seeks", json!({"game": "naval_battle", "options": {"board": "moon"}})).await;
    assert_eq!(no.status, 422, "{}", no.text);
    let no = ann
        .post("/api/seeks", json!({"game": "sail_epoch", "options": {"scenario": "nowhere"}}))
        .await;
    assert_eq!(no.status, 422, "{}", no.text);
}
