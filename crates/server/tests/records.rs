//! Record files that people bring along, and games that go on from a moment of another.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

use admiralty_core::{Seat, Viewer};
use common::{ALL, Client, Kind, Server, duel};
use serde_json::{Value, json};

/// A record of each game, as its own golden replays have it.
const RECORDS: [(&str, &str); 4] = [
    (
        "naval_battle",
        include_str!("../../../games/naval_battle/tests/data/replays/grand10_points.adm"),
    ),
    (
        "sail_epoch",
        include_str!("../../../games/sail_epoch/tests/data/replays/admiral_treasures.adm"),
    ),
    ("board_game", include_str!("../../../games/board_game/tests/data/replays/ironbottom.adm")),
    (
        "fleet_actions",
        include_str!("../../../games/fleet_actions/tests/data/replays/evolutions.adm"),
    ),
];

async fn brought(me: &Client, name: &str, text: &str) -> Value {
    let answer = me.post("/api/records", json!({"name": name, "text": text})).await;
    assert_eq!(answer.status, 201, "{name}: {}", answer.text);
    answer.body
}

fn id(info: &Value) -> String {
    info["id"].as_str().unwrap().into()
}

/// Oneself at every seat of a record.
fn alone(info: &Value) -> Value {
    info["seats"].as_array().unwrap().iter().map(|_| json!({"kind": "me"})).collect()
}

#[tokio::test]
async fn a_record_of_every_game_is_checked_kept_and_shown() {
    for kind in ALL {
        let server = Server::start(kind).await;
        let (me, other) = (Client::guest(&server).await, Client::guest(&server).await);
        for (game, text) in RECORDS {
            let info = brought(&me, &format!("{game}.adm"), text).await;
            assert_eq!((&info["game"], &info["name"]), (&json!(game), &json!(game)));
            assert_eq!(info["own"], true);
            let id = id(&info);
            // Whoever has the address may look, through every seat.
            let info = other.get(&format!("/api/records/{id}")).await.body;
            assert_eq!((&info["own"], &info["game"]), (&json!(false), &json!(game)));
            let at = |what: &str| format!("/api/records/{id}/{what}");
            let first = other.get(&at("moment?as=umpire&at=0")).await.body;
            let last = first["last"].as_u64().unwrap();
            assert!(last > 3, "{first}");
            let end = other.get(&at(&format!("moment?as=umpire&at={last}"))).await;
            assert_eq!(end.body["over"], info["over"], "{}", end.text);
            let story = other.get(&at("story?as=umpire")).await.body;
            assert_eq!(story["steps"].as_array().unwrap().len() as u64, last.min(200));
            for seat in info["seats"].as_array().unwrap() {
                let seen = other.get(&at(&format!("moment?as={}&at=1", seat["seat"]))).await;
                assert_eq!(seen.status, 200, "{}", seen.text);
            }
            assert_eq!(other.get(&at("moment?as=99")).await.code(), "table/seat");
            assert_eq!(other.get(&at("moment?at=99999")).await.code(), "request/not-found");
            assert_eq!(other.get(&at("record")).await.text, text);
            // The odds of every roll of the others take longer than this client waits.
            if game == "naval_battle" {
                assert_eq!(other.get(&at("luck")).await.status, 200);
            }
        }
        let list = me.get("/api/records").await.body;
        assert_eq!(list.as_array().unwrap().len(), 4, "{list}");
        assert_eq!(other.get("/api/records").await.body, json!([]));
        let export = me.get("/api/me/export").await.body;
        assert_eq!(export["records"], list);
        // Only its owner gives it up.
        let id = id(&list[0]);
        let path = format!("/api/records/{id}");
        other.ask("DELETE", &path, None, "").await;
        assert_eq!(me.get(&path).await.status, 200);
        assert_eq!(me.ask("DELETE", &path, None, "").await.status, 204);
        assert_eq!(me.get(&path).await.code(), "request/not-found");
        if kind.survives() {
            let server = server.restart(2).await;
            let me = Client { addr: server.addr, ..me };
            let list = me.get("/api/records").await.body;
            assert_eq!(list.as_array().unwrap().len(), 3, "{list}");
            let path = format!("/api/records/{}/moment?at=2", self::id(&list[0]));
            assert_eq!(me.get(&path).await.body["at"], 2);
        }
    }
}

#[tokio::test]
async fn a_record_that_does_not_verify_is_refused_with_line_and_reason() {
    let server = Server::start(Kind::Memory).await;
    let me = Client::guest(&server).await;
    for (game, text) in RECORDS {
        // Another digest in the third entry.
        let lines: Vec<&str> = text.lines().collect();
        let at = lines.iter().position(|line| line.starts_with("3. ")).unwrap();
        let (said, _) = lines[at].rsplit_once('#').unwrap();
        let spoilt = format!("{said}#0123456789abcdef");
        let mut lines = lines.clone();
        lines[at] = &spoilt;
        let answer = me.post("/api/records", json!({"text": lines.join("\n")})).await;
        assert_eq!((answer.status, answer.code()), (422, "record/faulty"), "{}", answer.text);
        let fault = &answer.body["faults"][0];
        assert_eq!(fault["place"], format!("line {}", at + 1), "{game}: {fault}");
        assert!(fault["reason"].as_str().unwrap().contains("0123456789abcdef"), "{fault}");
        let says = answer.body["says"].as_str().unwrap();
        assert!(says.contains(&format!("line {}: entry 3", at + 1)), "{says}");
    }
    for text in
        ["", "[Format \"adm 1\"]\n= unfinished\n", "Dear diary\n", "[Game \"chess\"]\n= draw\n"]
    {
        let answer = me.post("/api/records", json!({"text": text})).await;
        assert_eq!(answer.code(), "record/faulty", "{text}: {}", answer.text);
    }
    let long = "; a remark\n".repeat(100_000);
    let answer = me.post("/api/records", json!({"text": long})).await;
    assert_eq!((answer.status, answer.code()), (413, "limit/size"), "{}", answer.text);
    assert_eq!(me.get("/api/records").await.body, json!([]));
}

#[tokio::test]
async fn so_many_records_are_kept_and_they_go_with_their_owner() {
    let server = Server::start(Kind::Memory).await;
    let mut ann = Client::guest(&server).await;
    let account = json!({"login": "ann", "password": "calico jack"});
    let answer = ann.post("/api/account", account.clone()).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    ann.take_cookie(&answer);
    let (game, text) = RECORDS[0];
    brought(&ann, game, text).await;
    // What a guest has brought goes to the account they sign in to.
    let mut guest = Client::guest(&server).await;
    for n in 0..49 {
        brought(&guest, &format!("{n}"), text).await;
    }
    let answer = guest.post("/api/login", account).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    guest.take_cookie(&answer);
    assert_eq!(guest.get("/api/records").await.body.as_array().unwrap().len(), 50);
    let more = guest.post("/api/records", json!({"text": text})).await;
    assert_eq!(more.code(), "table/state", "{}", more.text);
    ann.cookie = guest.cookie.clone();
    let id = id(&ann.get("/api/records").await.body[7]);
    assert_eq!(ann.ask("DELETE", &format!("/api/records/{id}"), None, "").await.status, 204);
    brought(&ann, game, text).await;
}

/// What is nothing does not travel.
fn bare(view: Value) -> Value {
    match view {
        Value::Object(fields) => {
            let some = fields.into_iter().filter(|(_, value)| !value.is_null());
            some.map(|(key, value)| (key, bare(value))).collect()
        }
        Value::Array(list) => list.into_iter().map(bare).collect(),
        other => other,
    }
}

/// From any moment of a record of any game a new table goes on, at the same position, with dice of
/// its own, and its record says where it comes from.
#[tokio::test]
async fn every_game_goes_on_from_a_moment_of_a_record() {
    let server = Server::start(Kind::Memory).await;
    let me = Client::guest(&server).await;
    for (game, text) in RECORDS {
        let info = brought(&me, game, text).await;
        let record = id(&info);
        let (played, _) = admiralty_catalog::verify(admiralty_catalog::games(), text).unwrap();
        let at = |what: &str| format!("/api/records/{record}/{what}");
        let last = me.get(&at("moment?at=0")).await.body["last"].as_u64().unwrap();
        for moment in [0, last / 2, last - 1] {
            let then = me.get(&at(&format!("moment?as=umpire&at={moment}"))).await.body;
            let plan = json!({"at": moment, "seats": alone(&info), "start": true});
            let answer = me.post(&at("play"), plan).await;
            assert_eq!(answer.status, 201, "{game} {moment}: {}", answer.text);
            let table = answer.body;
            assert_eq!(table["status"], "playing");
            assert_eq!(table["from"], json!({"id": record, "record": true, "entry": moment}));
            assert_eq!(table["options"]["position"], "hidden");
            assert_eq!(table["options"]["scenario"], info["options"]["scenario"]);
            assert_eq!(table["awaited"], then["awaited"], "{game} {moment}");
            let mut seats = Vec::new();
            for seat in info["seats"].as_array().unwrap() {
                let query = format!("as={}", seat["seat"]);
                let mut socket = me.socket(table["id"].as_str().unwrap(), &query).await;
                let state = socket.until("state").await;
                // Each seat sees what it saw then.
                let seat = Seat(seat["seat"].as_u64().unwrap() as u8);
                let view = played.seek(moment as usize).unwrap().view(Viewer::Seat(seat));
                let view = admiralty_catalog::json::value(&view);
                assert_eq!(state["view"], bare(view), "{game} {moment} {seat:?}");
                seats.push(socket);
            }
            let awaited = then["awaited"][0].as_u64().unwrap() as usize;
            let action = seats[awaited].menu_action(0).await.expect("something can be done");
            seats[awaited].must(&action).await;
        }
        let plan = json!({"at": last, "seats": alone(&info)});
        let ended = me.post(&at("play"), plan).await;
        let over = !info["over"].is_null();
        assert_eq!(ended.code(), if over { "table/state" } else { "" }, "{}", ended.text);
        let few = me.post(&at("play"), json!({"at": 0, "seats": [{"kind": "me"}]})).await;
        let n = info["seats"].as_array().unwrap().len();
        assert_eq!(few.code(), if n == 1 { "" } else { "table/setup" }, "{}", few.text);
    }
}

#[tokio::test]
async fn a_game_that_is_over_goes_on_and_one_that_runs_does_not() {
    for kind in ALL {
        let server = Server::start(kind).await;
        let mut duel = duel(&server).await.deployed().await;
        let at = |what: &str| format!("/api/tables/{}/{what}", duel.table);
        let action = duel.w.menu_action(0).await.unwrap();
        duel.w.must(&action).await;
        let seats = json!([{"kind": "me"}, {"kind": "me"}]);
        let plan = json!({"at": 4, "seats": seats, "start": true});
        // Not while it is played, through whatever eyes.
        for viewer in ["umpire", "spectator", "0", "1"] {
            let mut plan = plan.clone();
            plan["as"] = viewer.into();
            let answer = duel.white.post(&at("play"), plan).await;
            assert_eq!(answer.code(), "table/state", "{viewer}: {}", answer.text);
        }
        duel.w.must("note a9=M?").await;
        duel.w.must("resign").await;
        // Whoever was there may go on, and any stranger who may look.
        let stranger = Client::guest(&server).await;
        for who in [&duel.white, &duel.red, &stranger] {
            let answer = who.post(&at("play"), plan.clone()).await;
            assert_eq!(answer.status, 201, "{}", answer.text);
            let table = answer.body;
            assert_eq!(table["from"]["id"], duel.table);
            let new = id(&table);
            let mut w = who.socket(&new, "as=0").await;
            w.until("state").await;
            w.must("resign").await;
            let record = who.get(&format!("/api/tables/{new}/record")).await.text;
            assert!(record.contains(&format!("[From \"{} 4\"]", duel.table)), "{record}");
            // It replays for ever, wherever it is brought.
            let again = brought(who, "again", &record).await;
            assert_eq!(again["over"]["reason"], "resign", "{again}");
        }
        // A game that was called off shows nothing that was placed.
        let plan = json!({"game": "naval_battle", "start": true,
                          "seats": [{"kind": "me"}, {"kind": "me"}]});
        let off = id(&stranger.create(plan).await);
        assert_eq!(stranger.post(&format!("/api/tables/{off}/leave"), json!({})).await.status, 200);
        let answer = stranger
            .post(&format!("/api/tables/{off}/play"), json!({"at": 0, "seats": seats}))
            .await;
        assert_eq!(answer.code(), "table/state", "{}", answer.text);
    }
}

/// The notes of a side stay with it in a game that goes on from another.
#[tokio::test]
async fn notes_do_not_go_on_with_strangers() {
    let server = Server::start(Kind::Memory).await;
    let mut duel = duel(&server).await.deployed().await;
    let enemy = duel.w.view["tokens"][40]["place"].as_str().unwrap_or("a9").to_string();
    duel.w.must(&format!("note {enemy}=M?")).await;
    duel.w.must("resign").await;
    let plan = json!({"at": 4, "as": "umpire", "start": true,
                      "seats": [{"kind": "me"}, {"kind": "me"}]});
    for (who, kept) in [(&duel.white, true), (&duel.red, false)] {
        let path = format!("/api/tables/{}/play", duel.table);
        let last = who.get(&format!("/api/tables/{}/moment?as=umpire", duel.table)).await;
        let at = last.body["last"].as_u64().unwrap() - 1;
        let mut plan = plan.clone();
        plan["at"] = at.into();
        let answer = who.post(&path, plan).await;
        assert_eq!(answer.status, 201, "{}", answer.text);
        let mut w = who.socket(answer.body["id"].as_str().unwrap(), "as=0").await;
        let view = w.until("state").await["view"].to_string();
        assert_eq!(view.contains("M?"), kept, "{view}");
    }
}

/// Chances along a record of every game, surer with every request; what else could have been done; and
/// where the luck was.
#[tokio::test]
async fn a_record_of_every_game_is_studied() {
    let server = Server::start(Kind::Memory).await;
    let me = Client::guest(&server).await;
    for (game, text) in RECORDS {
        let info = brought(&me, game, text).await;
        let record = id(&info);
        let at = |what: &str| format!("/api/records/{record}/{what}");
        let first = me.get(&at("analysis")).await;
        assert_eq!(first.status, 200, "{game}: {}", first.text);
        let points = first.body["points"].as_array().unwrap().clone();
        assert!(!points.is_empty(), "{}", first.text);
        let sides = first.body["sides"].as_array().unwrap().len();
        for point in &points {
            let chances = point["chances"].as_array().unwrap();
            assert_eq!(chances.len(), sides, "{point}");
            for chance in chances {
                let [low, mean, high] =
                    ["low", "mean", "high"].map(|key| chance[key].as_f64().unwrap());
                assert!(0.0 <= low && low <= mean && mean <= high && high <= 1.0, "{point}");
            }
        }
        let trials = |answer: &Value| answer["trials"].as_u64().unwrap();
        let more = me.get(&at("analysis")).await.body;
        assert!(trials(&more) > trials(&first.body), "{more}");
        assert!(trials(&more) <= more["wanted"].as_u64().unwrap(), "{more}");
        // From what one seat could know.
        let seat = me.get(&at("analysis?as=0")).await;
        assert_eq!(seat.status, 200, "{game}: {}", seat.text);
        // What was done is among what could have been.
        let last = me.get(&at("moment?at=0")).await.body["last"].as_u64().unwrap();
        let mut ideas = 0;
        for moment in last / 2..(last / 2 + 4).min(last) {
            for known in [false, true] {
                let path = at(&format!("thoughts?at={moment}&known={known}"));
                let answer = me.get(&path).await;
                assert_eq!(answer.status, 200, "{game}: {}", answer.text);
                let found = answer.body["ideas"].as_array().unwrap();
                let played = found.iter().filter(|idea| idea["played"] == true).count();
                assert_eq!(played, 1, "{game} {moment}: {}", answer.text);
                ideas += found.len();
            }
        }
        assert!(ideas > 8, "{game}: {ideas}");
        assert_eq!(me.get(&at("thoughts?at=0")).await.code(), "table/state");
    }
}

/// Nothing of a game that is played is studied, through whatever eyes, by whoever asks; nor of one that
/// was called off.
#[tokio::test]
async fn a_running_game_is_not_studied() {
    let server = Server::start(Kind::Memory).await;
    let mut duel = duel(&server).await.deployed().await;
    let stranger = Client::guest(&server).await;
    let at = |what: &str| format!("/api/tables/{}/{what}", duel.table);
    for who in [&duel.white, &duel.red, &stranger] {
        for viewer in ["", "&as=umpire", "&as=spectator", "&as=0", "&as=1"] {
            for what in ["analysis?known=true", "thoughts?at=2&known=true", "thoughts?at=2"] {
                let answer = who.get(&at(&format!("{what}{viewer}"))).await;
                assert_eq!((answer.status, answer.code()), (409, "table/state"), "{}", answer.text);
            }
        }
        assert_eq!(who.get(&at("luck")).await.code(), "table/state");
    }
    duel.w.must("resign").await;
    let over = stranger.get(&at("analysis")).await;
    assert_eq!(over.status, 200, "{}", over.text);
    let last = over.body["points"].as_array().unwrap().last().unwrap().clone();
    assert_eq!(last["chances"][1], json!({"mean": 1.0, "low": 1.0, "high": 1.0}), "{last}");
    // One thing at a time for one person; others wait for their turn.
    let (path, other) = (at("analysis"), at("analysis?as=0"));
    let (a, b) = tokio::join!(stranger.get(&path), stranger.get(&other));
    assert_eq!(a.status.min(b.status), 200, "{} {}", a.text, b.text);
    assert!([200, 429].contains(&a.status.max(b.status)), "{} {}", a.text, b.text);
    let plan =
        json!({"game": "naval_battle", "start": true, "seats": [{"kind": "me"}, {"kind": "me"}]});
    let off = id(&stranger.create(plan).await);
    assert_eq!(stranger.post(&format!("/api/tables/{off}/leave"), json!({})).await.status, 200);
    let answer = stranger.get(&format!("/api/tables/{off}/analysis")).await;
    assert_eq!(answer.code(), "table/state", "{}", answer.text);
}
