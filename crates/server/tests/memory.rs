//! What a viewer may still be shown: memory that fades, and notes that stay with
//! their side, on every way to the past.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

use common::{Client, Duel, Kind, Server};
use serde_json::{Value, json};

/// A duel in which enemies' types fade at once, or notes are kept.
async fn duel(server: &Server, aid: &str) -> Duel {
    let (white, red) = (Client::guest(server).await, Client::guest(server).await);
    let plan = json!({"game": "naval_battle", "public": true, "options": {"memory_aid": aid},
                      "seats": [{"kind": "me"}, {"kind": "open"}]});
    let table = white.create(plan).await["id"].as_str().unwrap().to_string();
    assert_eq!(red.post(&format!("/api/tables/{table}/join"), json!({})).await.status, 200);
    let mut w = white.socket(&table, "as=0&say=1").await;
    let mut r = red.socket(&table, "as=1&say=1").await;
    w.until("state").await;
    r.until("state").await;
    Duel { table, white, red, w, r }.deployed().await
}

/// NB-I-21: what has faded is shown neither in a moment, nor in the story, nor to a socket
/// that asks for everything again; not to players, not to spectators.
#[tokio::test]
async fn what_has_faded_is_on_no_way_to_the_past() {
    let server = Server::start(Kind::Memory).await;
    let mut duel = duel(&server, "off").await;
    for turn in 0..12 {
        let (mover, other) =
            if turn % 2 == 0 { (&mut duel.w, &mut duel.r) } else { (&mut duel.r, &mut duel.w) };
        let moves = common::quiet_moves(mover).await;
        mover.must(moves.iter().next().unwrap()).await;
        other.until("up").await;
    }
    let watcher = Client::guest(&server).await;
    for (client, viewer) in [(&duel.white, "0"), (&watcher, "spectator")] {
        let past = |path: &str| format!("/api/tables/{}/{path}as={viewer}", duel.table);
        let moment = client.get(&past("moment?at=5&")).await;
        assert_eq!(moment.status, 409, "{}", moment.text);
        let now = client.get(&past("moment?")).await;
        assert_eq!(now.status, 200, "{}", now.text);
        let story = client.get(&past("story?")).await.body;
        let steps = story["steps"].as_array().unwrap();
        assert!(steps.len() > 10, "{story}");
        let (old, new) = steps.split_at(6);
        let empty = |step: &Value| step["e"] == json!([]) && step["p"] == json!({});
        assert!(old.iter().all(empty), "{story}");
        assert!(!new.iter().all(empty), "what is still known is still told: {story}");
        let mut again = client.socket(&duel.table, &format!("as={viewer}&say=1&from=0")).await;
        again.until("state").await;
        let moves = |text: &str| text.matches("\"kind\":\"moved\"").count();
        let (sent, kept) = (moves(&again.bytes.join("\n")), moves(&story.to_string()));
        assert!(0 < kept && sent <= kept && kept < 12, "{sent} sent, {kept} still to be told");
    }
}

/// NB-T-06: after the end everybody may look through every seat, but nobody reads the
/// notes of a side they did not sit at, and the record verifies without.
#[tokio::test]
async fn notes_stay_with_their_side_after_the_end() {
    let server = Server::start(Kind::Memory).await;
    let mut duel = duel(&server, "notes").await;
    duel.w.must("note b7=M?").await;
    duel.w.must("note *=their left is weak").await;
    let moves = common::quiet_moves(&mut duel.w).await;
    duel.w.must(moves.iter().next().unwrap()).await;
    duel.r.until("up").await;
    duel.r.must("resign").await;
    duel.w.until("up").await;
    let stranger = Client::guest(&server).await;
    let path = |path: &str| format!("/api/tables/{}/{path}", duel.table);
    for (client, reads) in [(&duel.white, true), (&duel.red, false), (&stranger, false)] {
        for way in ["record", "moment?as=0", "story?as=0", "moment?as=umpire", "story?as=umpire"] {
            let answer = client.get(&path(way)).await;
            assert_eq!(answer.status, 200, "{way}: {}", answer.text);
            let found = answer.text.contains("their left is weak");
            assert_eq!(found, reads, "{way}: {}", answer.text);
        }
        let record = client.get(&path("record")).await.text;
        let games = admiralty_catalog::games();
        let verified = admiralty_catalog::verify(games, &record);
        assert!(verified.is_ok(), "{:?}", verified.err());
    }
}
