//! Answers given in advance: carried out when the question comes, by the rules, after a while that
//! says nothing, over a restart; and nobody else learns that there are any.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

use common::{ALL, Client, Kind, Server, Socket};
use serde_json::{Value, json};

const MINUTE: u64 = 60_000;

fn plan(clock: Value) -> Value {
    json!({"game": "naval_battle", "public": true, "clock": clock,
           "options": {"deploy": {"W": "@Citadel", "R": "@Citadel"}},
           "seats": [{"kind": "me"}, {"kind": "open"}]})
}

fn days() -> Value {
    json!({"kind": "days", "days": 3, "flag": "table"})
}

async fn begun(server: &Server, clock: Value) -> (String, Client, Client) {
    let (white, red) = (Client::guest(server).await, Client::guest(server).await);
    let table = white.create(plan(clock)).await["id"].as_str().unwrap().to_string();
    let joined = red.post(&format!("/api/tables/{table}/join"), json!({})).await;
    assert_eq!(joined.status, 200, "{}", joined.text);
    (table, white, red)
}

async fn give(client: &Client, table: &str, answers: Value) -> common::Answer {
    let path = format!("/api/tables/{table}/answers");
    client.ask("PUT", &path, Some(json!({ "answers": answers })), "").await
}

async fn standing(client: &Client, table: &str) -> Value {
    let answer = client.get(&format!("/api/tables/{table}/answers")).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.body
}

/// Whatever is on its way has come.
async fn all_of(socket: &mut Socket) -> usize {
    socket.send(json!({"t": "ping"})).await;
    socket.until("pong").await;
    socket.bytes.len()
}

/// A move to an empty place, as a question of White's names it.
async fn quiet(socket: &mut Socket) -> String {
    common::quiet_moves(socket).await.into_iter().next().unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_is_given_when_the_question_comes_and_dropped_when_it_is_not_legal() {
    for kind in ALL {
        let mut server = Server::start(kind).await;
        let (table, mut white, mut red) = begun(&server, days()).await;
        let mut w = white.socket(&table, "as=0").await;
        let mut r = red.socket(&table, "as=1").await;
        w.until("state").await;
        r.until("state").await;
        let action = quiet(&mut w).await;
        let now = standing(&white, &table).await["now"].clone();
        assert_eq!(now.as_array().unwrap().len(), 1, "{now}");
        assert_eq!(standing(&red, &table).await["now"], json!([]), "Red is asked nothing");
        // Giving it tells nobody anything.
        let before = all_of(&mut r).await;
        let answer = json!([{"seat": 0, "asked": now[0]["asked"], "action": action}]);
        let given = give(&white, &table, answer.clone()).await;
        assert_eq!(given.body["answers"], answer, "{}", given.text);
        assert_eq!(all_of(&mut r).await, before + 1, "nothing but the answer to a ping");
        assert!(!red.get(&format!("/api/tables/{table}")).await.text.contains("answers"));
        // Not at once, and not before two minutes.
        server.look_at_clocks();
        server.time.pass(2 * MINUTE - 1);
        server.look_at_clocks();
        assert_eq!(all_of(&mut r).await, before + 2);
        if kind.survives() {
            drop((w, r));
            server = server.restart(5).await;
            white.addr = server.addr;
            red.addr = server.addr;
            w = white.socket(&table, "as=0").await;
            r = red.socket(&table, "as=1").await;
            w.until("state").await;
            r.until("state").await;
        }
        server.time.pass(21 * MINUTE);
        server.look_at_clocks();
        server.time.pass(21 * MINUTE);
        server.look_at_clocks();
        w.until("up").await;
        r.until("up").await;
        // Red answers; then the same question, to which the answer is not legal any more.
        let reply = quiet(&mut r).await;
        r.must(&reply).await;
        w.until("up").await;
        assert_eq!(standing(&white, &table).await["now"][0]["asked"], now[0]["asked"]);
        let seen = all_of(&mut r).await;
        for _ in 0..3 {
            server.time.pass(21 * MINUTE);
            server.look_at_clocks();
            all_of(&mut w).await;
        }
        let dropped = standing(&white, &table).await["answers"][0].clone();
        assert!(dropped["dropped"].is_string(), "{dropped}");
        assert_eq!(all_of(&mut r).await, seen + 1, "Red sees that White has not moved, no more");
        // Dropped is dropped; a decision of one's own goes on.
        let action = quiet(&mut w).await;
        w.must(&action).await;
        r.until("up").await;
        assert_eq!(give(&white, &table, json!([])).await.body["answers"], json!([]));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_ones_own_seats_in_games_by_days_and_not_too_many() {
    let server = Server::start(Kind::Memory).await;
    let (table, white, red) = begun(&server, days()).await;
    let one = |seat: u8| json!([{"seat": seat, "asked": "What now?", "action": "resign"}]);
    assert_eq!(give(&white, &table, one(1)).await.code(), "table/seat");
    let stranger = Client::guest(&server).await;
    assert_eq!(give(&stranger, &table, one(0)).await.code(), "table/seat");
    assert_eq!(stranger.get(&format!("/api/tables/{table}/answers")).await.status, 409);
    let many: Vec<Value> = (0..21).map(|_| one(0)[0].clone()).collect();
    assert_eq!(give(&white, &table, many.into()).await.status, 400);
    // Each reads only their own; another question than the one that is asked is not answered.
    assert_eq!(give(&white, &table, one(0)).await.status, 200);
    assert_eq!(standing(&red, &table).await["answers"], json!([]));
    for _ in 0..3 {
        server.time.pass(21 * MINUTE);
        server.look_at_clocks();
    }
    let info = white.get(&format!("/api/tables/{table}")).await.body;
    assert_eq!(info["status"], "playing");
    // They go with whoever gave them.
    assert_eq!(white.ask("DELETE", "/api/account", Some(Value::Null), "").await.status, 204);
    let live = json!({"kind": "live", "bank": 600, "add": 0, "flag": "table"});
    let (table, white, _red) = begun(&server, live).await;
    let no = give(&white, &table, one(0)).await;
    assert_eq!((no.status, no.code()), (409, "table/state"), "{}", no.text);
}
