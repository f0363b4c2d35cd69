//! Lessons are played without a table: the learner brings all they have done.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

use common::{Client, Kind, Server};
use serde_json::{Value, json};

async fn begin() -> (Server, Client) {
    let server = Server::start(Kind::Memory).await;
    let client = Client::guest(&server).await;
    (server, client)
}

#[tokio::test]
async fn every_part_of_every_lesson_can_be_opened() {
    let (_server, client) = begin().await;
    let games = client.get("/api/harbour").await.body["games"].as_array().unwrap().clone();
    for game in games {
        let id = game["id"].as_str().unwrap();
        let list = client.get(&format!("/api/games/{id}/lessons")).await.body;
        let lessons = list["lessons"].as_array().unwrap();
        assert!(lessons.len() >= 5, "{id}");
        for lesson in lessons {
            for i in 0..lesson["parts"].as_array().unwrap().len() {
                let path =
                    format!("/api/games/{id}/lessons/{}/{i}", lesson["id"].as_str().unwrap());
                let said = json!({"entries": [], "say": {"t": "sync"}});
                let heard = client.post(&path, said).await;
                assert_eq!(heard.status, 200, "{path}: {}", heard.text);
                assert_eq!(heard.body["standing"], "open", "{path}");
                let state = &heard.body["hears"][0];
                assert_eq!(state["t"], "state");
                let seat = &lesson["parts"][i]["seat"];
                assert!(
                    state["awaited"].as_array().unwrap().contains(seat),
                    "{path}: the learner is to decide, not {}",
                    state["awaited"]
                );
            }
        }
    }
    assert_eq!(client.get("/api/games/chess/lessons").await.status, 404);
}

#[tokio::test]
async fn a_learner_tries_takes_back_and_reaches_the_goal() {
    let (_server, client) = begin().await;
    let path = "/api/games/naval_battle/lessons/1-fight/0";
    let say = async |entries: Value, say: Value| {
        let heard = client.post(path, json!({"entries": entries, "say": say})).await;
        assert_eq!(heard.status, 200, "{}", heard.text);
        heard.body
    };
    let menu = say(json!([]), json!({"t": "menu", "id": "m", "draft": []})).await;
    assert_eq!(menu["hears"][0]["t"], "menu");
    let act = |action: &str| json!({"t": "act", "id": "a", "n": 0, "action": action});
    let refused = say(json!([]), act("d5-d9")).await;
    assert_eq!(refused["hears"][0]["t"], "no");
    assert_eq!(refused["entries"], json!([]));
    assert!(refused["hears"][0]["clause"].is_string());
    let wrong = say(json!([]), act("d5-d4")).await;
    assert_eq!((&wrong["standing"], &wrong["entries"]), (&json!("missed"), &json!(["d5-d4"])));
    let back = say(wrong["entries"].clone(), json!({"t": "undo", "id": "u"})).await;
    assert_eq!((&back["standing"], &back["entries"]), (&json!("open"), &json!([])));
    let right = say(json!([]), act("d5*d6")).await;
    assert_eq!(right["standing"], "reached");
    assert_eq!(right["hears"][0]["t"], "up");
    assert_eq!(right["hears"][0]["id"], "a");
    assert_eq!(right["hears"][0]["n"], 1);
    let odds = say(json!([]), json!({"t": "odds", "id": "o", "action": "d5*d6"})).await;
    assert_eq!(odds["hears"][0]["odds"]["lines"][0]["chance"], 1.0);
    let why = say(json!([]), json!({"t": "why", "id": "w", "action": "d5-d9"})).await;
    assert!(why["hears"][0]["no"]["says"].is_string());
}

#[tokio::test]
async fn what_makes_no_sense_is_refused_politely() {
    let (_server, client) = begin().await;
    let path = "/api/games/naval_battle/lessons/1-fight/0";
    let said = json!({"entries": [], "say": {"t": "chat", "id": "c", "text": "hello"}});
    assert_eq!(client.post(path, said).await.status, 400);
    let sync = json!({"t": "sync"});
    let many = json!({"entries": vec!["d5-d4"; 100], "say": sync});
    assert_eq!(client.post(path, many).await.status, 413);
    let wild = json!({"entries": ["\u{0}"], "say": sync});
    assert_eq!(client.post(path, wild).await.status, 409);
    let nowhere = "/api/games/naval_battle/lessons/1-fight/7";
    let said = json!({"entries": [], "say": sync});
    assert_eq!(client.post(nowhere, said.clone()).await.status, 404);
    assert_eq!(client.post("/api/games/naval_battle/lessons/x/0", said).await.status, 404);
}
