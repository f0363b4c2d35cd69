//! Studies: branches on finished games, written together, kept, and never of a game that goes on.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

use admiralty_catalog::{Tree, cases::run_cases, games};
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

async fn made(me: &Client, of: Value) -> Value {
    let answer = me.post("/api/studies", json!({"name": "A study", "of": of})).await;
    assert_eq!(answer.status, 201, "{}", answer.text);
    answer.body
}

async fn of_record(me: &Client, text: &str) -> Value {
    let record = me.post("/api/records", json!({"text": text})).await.body;
    made(me, json!({"kind": "record", "id": record["id"]})).await
}

fn path(study: &Value, what: &str) -> String {
    format!("/api/studies/{}{what}", study["id"].as_str().unwrap())
}

fn nodes(study: &Value) -> &Vec<Value> {
    study["chapters"][0]["nodes"].as_array().unwrap()
}

/// What is said at a moment of the first chapter.
async fn say(me: &Client, study: &Value, node: u64, seat: u64, say: Value, more: Value) -> Value {
    let chapter = &study["chapters"][0]["id"];
    let mut said = json!({"chapter": chapter, "node": node, "seat": seat, "all": true, "say": say});
    for (key, value) in more.as_object().unwrap() {
        said[key] = value.clone();
    }
    let answer = me.post(&path(study, "/try"), said).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.body
}

/// The first action that a seat is offered, by its menu.
async fn offered(me: &Client, study: &Value, node: u64, seat: u64, line: &Value) -> Vec<String> {
    let menu = json!({"t": "menu", "id": "m", "draft": [], "deep": 8});
    let heard = say(me, study, node, seat, menu, json!({"line": line})).await;
    let mut found = Vec::new();
    collect(&heard["hears"][0]["choices"], &mut found);
    found
}

fn collect(choices: &Value, found: &mut Vec<String>) {
    for choice in choices.as_array().into_iter().flatten() {
        if choice["aside"] != true
            && let Some(to) = choice["to"].as_str()
        {
            found.push(to.into());
        }
        collect(&choice["next"], found);
    }
}

#[tokio::test]
async fn every_game_is_tried_out_from_any_moment_for_any_side() {
    let server = Server::start(Kind::Memory).await;
    let me = Client::guest(&server).await;
    for (game, text) in RECORDS {
        let study = of_record(&me, text).await;
        let count = nodes(&study).len() as u64;
        assert_eq!(study["chapters"][0]["played"], count - 1, "{game}");
        let mut tried = 0;
        for node in [count / 3, count / 2, count * 2 / 3] {
            let heard = say(&me, &study, node, 0, json!({"t": "sync"}), json!({})).await;
            assert_eq!(heard["hears"][0]["t"], "state", "{game}");
            let Some(seat) = heard["awaited"][0].as_u64() else { continue };
            let all = offered(&me, &study, node, seat, &json!([])).await;
            let Some(action) = all.first() else { continue };
            tried += 1;
            let why = json!({"t": "why", "id": "w", "action": action});
            let heard = say(&me, &study, node, seat, why, json!({})).await;
            assert_eq!(heard["hears"][0]["no"], Value::Null, "{game} {action}");
            let act = json!({"t": "act", "id": "a", "n": 0, "action": action});
            // Tried, and kept: a branch, found again by everybody.
            let heard = say(&me, &study, node, seat, act.clone(), json!({})).await;
            assert_eq!(heard["hears"][0]["t"], "up", "{game}: {heard}");
            assert_eq!(
                (&heard["node"], &heard["line"][0]["action"]),
                (&json!(node), &json!(action))
            );
            let heard = say(&me, &study, node, seat, act.clone(), json!({"keep": true})).await;
            let new = heard["node"].as_u64().unwrap();
            assert!(new >= count || new == node + 1, "{game}: {heard}");
            let found = me.get(&path(&study, "")).await.body;
            let kept = nodes(&found).iter().find(|one| one["id"] == new).unwrap();
            assert_eq!((&kept["parent"], &kept["action"]), (&json!(node), &json!(action)));
            // The dice it had fall again, whoever goes there.
            let there = say(&me, &study, new, seat, json!({"t": "sync"}), json!({})).await;
            assert_eq!(there["dice"], kept["dice"]);
            let expected = say(&me, &study, node, seat, act, json!({"dice": "expected"})).await;
            assert_eq!(expected["hears"][0]["t"], "up", "{game}: {expected}");
            // What is not legal is refused with its clause, as at a table.
            let nonsense = json!({"t": "act", "id": "a", "n": 0, "action": "sail to the moon"});
            let heard = say(&me, &study, node, seat, nonsense, json!({})).await;
            assert_eq!(heard["hears"][0]["t"], "no", "{game}");
        }
        assert!(tried > 0, "{game}");
        // Written as a file, and read again as it was.
        let file = me.get(&path(&study, "/file")).await.text;
        let tree = Tree::read(games(), &file).unwrap();
        assert_eq!(tree.record().unwrap().to_string().trim(), without_chapter(&file).trim());
        let again = made(&me, json!({"kind": "file", "text": file})).await;
        assert_eq!(again["chapters"][0]["game"], game);
        let same = |study: &Value| -> Vec<Value> {
            nodes(study).iter().map(|one| one["action"].clone()).collect()
        };
        let mut before = same(&me.get(&path(&study, "")).await.body);
        let mut after = same(&again);
        before.sort_by_key(ToString::to_string);
        after.sort_by_key(ToString::to_string);
        assert_eq!(before, after, "{game}");
    }
}

fn without_chapter(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.starts_with("[Chapter"));
    lines.map(|line| format!("{line}\n")).collect()
}

/// Dice are rolled, forced or what is to be expected.
#[tokio::test]
async fn dice_are_forced_in_order_and_what_is_left_over_is_rolled() {
    let server = Server::start(Kind::Memory).await;
    let me = Client::guest(&server).await;
    let position = "scenario oceans\nplayers 2\nwind N fresh\nship P1 FR1 L7\nship P2 BR4 L6\nship P2 BR5 A1\n";
    let of = json!({"kind": "position", "game": "sail_epoch", "position": position});
    let study = made(&me, of).await;
    let act = json!({"t": "act", "id": "a", "n": 0, "action": "fire FR1 > BR4"});
    let hit = say(&me, &study, 0, 0, act.clone(), json!({"dice": {"forced": [5]}})).await;
    assert_eq!(hit["line"][0]["dice"][0], 5, "{hit}");
    let wrong = say(&me, &study, 0, 0, act.clone(), json!({"dice": {"forced": [9]}})).await;
    assert_eq!(wrong["hears"][0]["t"], "no", "{wrong}");
    let odds = json!({"t": "odds", "id": "o", "action": "fire FR1 > BR4"});
    let odds = say(&me, &study, 0, 0, odds, json!({})).await;
    assert_eq!(odds["hears"][0]["t"], "odds", "{odds}");
    // Every other roll is a branch of its own.
    for value in [5, 2, 5] {
        let more = json!({"dice": {"forced": [value]}, "keep": true});
        say(&me, &study, 0, 0, act.clone(), more).await;
    }
    let found = me.get(&path(&study, "")).await.body;
    assert_eq!(nodes(&found).len(), 3, "{found}");
}

async fn edit(me: &Client, study: &Value, change: Value) -> Value {
    let answer = me.post(&path(study, "/edits"), change).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.body
}

#[tokio::test]
async fn branches_are_named_promoted_and_removed_and_the_game_stays() {
    let server = Server::start(Kind::Memory).await;
    let me = Client::guest(&server).await;
    let study = of_record(&me, RECORDS[0].1).await;
    let (node, seat) = (4, 0);
    let all = offered(&me, &study, node, seat, &json!([])).await;
    let mut kept = Vec::new();
    for action in all.iter().take(3) {
        let act = json!({"t": "act", "id": "a", "n": 0, "action": action});
        let heard = say(&me, &study, node, seat, act, json!({"keep": true})).await;
        kept.push(heard["node"].as_u64().unwrap());
    }
    kept.retain(|id| *id > study["chapters"][0]["played"].as_u64().unwrap());
    assert!(kept.len() >= 2);
    let last = *kept.last().unwrap();
    let note = json!({"do": "note", "chapter": 1, "node": last, "name": "Calmer", "text": "One.\n\nTwo.",
        "sign": "!", "marks": [{"at": "a1", "to": "b2"}, {"at": "c3"}], "ask": {"goal": "What now?"}});
    edit(&me, &study, note).await;
    let found = edit(&me, &study, json!({"do": "promote", "chapter": 1, "node": last})).await;
    let after: Vec<u64> = nodes(&found)
        .iter()
        .filter(|one| one["parent"] == node && one["id"] != 0)
        .map(|one| one["id"].as_u64().unwrap())
        .collect();
    assert_eq!(after[..2], [node + 1, last], "before other branches, behind the game");
    // What was said goes into the file and comes back.
    let file = me.get(&path(&study, "/file")).await.text;
    for line in
        ["( Calmer", "; One.", "; Two.", "@arrow a1 > b2", "@mark c3", "@sign !", "@ask What now?"]
    {
        assert!(file.lines().any(|one| one == line), "{line}\n{file}");
    }
    let again = made(&me, json!({"kind": "file", "text": file})).await;
    let noted = nodes(&again).iter().find(|one| one["name"] == "Calmer").unwrap();
    assert_eq!(noted["text"], "One.\n\nTwo.");
    assert_eq!(noted["marks"], json!([{"at": "a1", "to": "b2"}, {"at": "c3"}]));
    assert_eq!(noted["ask"]["goal"], "What now?");
    let gone = edit(&me, &study, json!({"do": "remove", "chapter": 1, "node": last})).await;
    assert!(nodes(&gone).iter().all(|one| one["id"] != last));
    let no =
        me.post(&path(&study, "/edits"), json!({"do": "remove", "chapter": 1, "node": 3})).await;
    assert_eq!(no.code(), "table/state", "{}", no.text);
}

/// A game that goes on is in no study, whoever asks and however.
#[tokio::test]
async fn a_running_game_is_refused_from_whatever_side_one_asks() {
    let server = Server::start(Kind::Memory).await;
    let duel = duel(&server).await;
    let stranger = Client::guest(&server).await;
    for who in [&duel.white, &duel.red, &stranger] {
        let of = json!({"kind": "table", "id": duel.table});
        let answer = who.post("/api/studies", json!({"of": of})).await;
        assert!(["table/state", "table/unknown"].contains(&answer.code()), "{}", answer.text);
        let own = made(
            who,
            json!({"kind": "position", "game": "naval_battle",
            "position": "W:Aa1,1d5 R:Ah10,6d6,2h9 T:W"}),
        )
        .await;
        let add = json!({"do": "addChapter", "of": of});
        let answer = who.post(&path(&own, "/edits"), add).await;
        assert!(["table/state", "table/unknown"].contains(&answer.code()), "{}", answer.text);
        let of = json!({"kind": "record", "id": duel.table});
        let answer = who.post("/api/studies", json!({"of": of})).await;
        assert_eq!(answer.code(), "request/not-found", "{}", answer.text);
    }
}

#[tokio::test]
async fn who_may_look_and_who_may_write() {
    for kind in ALL {
        let server = Server::start(kind).await;
        let (me, other) = (Client::guest(&server).await, Client::guest(&server).await);
        let study = of_record(&me, RECORDS[0].1).await;
        let at = path(&study, "");
        assert_eq!(other.get(&at).await.code(), "request/not-found");
        assert_eq!(other.get(&path(&study, "/file")).await.code(), "request/not-found");
        edit(&me, &study, json!({"do": "access", "access": "link"})).await;
        let seen = other.get(&at).await.body;
        assert_eq!((&seen["writes"], &seen["pen"]), (&json!(false), &Value::Null));
        let listed = |list: Value| list["public"].as_array().unwrap().len();
        assert_eq!(listed(other.get("/api/studies").await.body), 0);
        edit(&me, &study, json!({"do": "access", "access": "public"})).await;
        assert_eq!(listed(other.get("/api/studies").await.body), 1);
        // Whoever reads keeps nothing.
        let rename = json!({"do": "nameChapter", "chapter": 1, "name": "Mine"});
        let no = other.post(&path(&study, "/edits"), rename.clone()).await;
        assert_eq!(no.code(), "table/not-host", "{}", no.text);
        let no = other.post(&path(&study, "/join"), json!({"pen": "wrong"})).await;
        assert_eq!(no.code(), "request/not-found");
        let pen = me.get(&at).await.body["pen"].clone();
        let joined = other.post(&path(&study, "/join"), json!({"pen": pen})).await;
        assert_eq!(joined.body["writes"], true, "{}", joined.text);
        edit(&other, &study, rename).await;
        assert_eq!(other.get("/api/studies").await.body["mine"].as_array().unwrap().len(), 1);
        let no = other.post(&path(&study, "/edits"), json!({"do": "rename", "name": "x"})).await;
        assert_eq!(no.code(), "table/not-host");
        other.ask("DELETE", &at, None, "").await;
        assert_eq!(me.get(&at).await.body["chapters"][0]["name"], "Mine");
        // The pen goes with whoever is let go.
        let id = other.get("/api/me").await.body["id"].clone();
        edit(&me, &study, json!({"do": "dismiss", "id": id})).await;
        let no = other.post(&path(&study, "/join"), json!({"pen": pen})).await;
        assert_eq!(no.code(), "request/not-found");
        let (me, server) = match kind.survives() {
            true => {
                let server = server.restart(2).await;
                (Client { addr: server.addr, ..me }, server)
            }
            false => (me, server),
        };
        assert_eq!(me.get(&at).await.body["chapters"][0]["name"], "Mine", "{kind:?}");
        assert_eq!(me.ask("DELETE", &at, None, "").await.status, 204);
        assert_eq!(me.get(&at).await.code(), "request/not-found");
        drop(server);
    }
}

/// Whoever looks is told at once, and what has not changed is not sent again.
#[tokio::test]
async fn two_who_write_see_each_other_at_once() {
    let server = Server::start(Kind::Memory).await;
    let (me, other) = (Client::guest(&server).await, Client::guest(&server).await);
    let study = of_record(&me, RECORDS[0].1).await;
    let joined = other.post(&path(&study, "/join"), json!({"pen": study["pen"]})).await.body;
    let version = joined["version"].as_u64().unwrap();
    let waits = path(&study, &format!("?after={version}"));
    let writes = async {
        let note = json!({"do": "note", "chapter": 1, "node": 2, "text": "Look here."});
        edit(&other, &study, note).await
    };
    let (heard, _) = tokio::join!(me.get(&waits), writes);
    let heard = heard.body;
    assert!(heard["version"].as_u64().unwrap() > version);
    let node = nodes(&heard).iter().find(|one| one["id"] == 2).unwrap();
    assert_eq!(node["text"], "Look here.");
    // Both write at the same moment, and nothing is lost.
    let note =
        |node: u64, text: &str| json!({"do": "note", "chapter": 1, "node": node, "text": text});
    tokio::join!(edit(&me, &study, note(3, "mine")), edit(&other, &study, note(4, "yours")));
    let found = me.get(&path(&study, "")).await.body;
    let text = |id: u64| nodes(&found).iter().find(|one| one["id"] == id).unwrap()["text"].clone();
    assert_eq!((text(3), text(4)), (json!("mine"), json!("yours")));
    let version = found["version"].as_u64().unwrap();
    let rename = edit(&me, &study, json!({"do": "rename", "name": "Another"})).await;
    let news = other.get(&path(&study, &format!("?after={version}"))).await.body;
    assert_eq!((&news["name"], &news["version"]), (&json!("Another"), &rename["version"]));
    assert_eq!(news["chapters"][0]["nodes"], Value::Null, "nothing of it has changed");
}

/// A question is answered by the rules, and a study of questions is a lesson.
#[tokio::test]
async fn a_question_is_checked_by_the_rules_and_makes_a_lesson() {
    let server = Server::start(Kind::Memory).await;
    let me = Client::guest(&server).await;
    let of = json!({"kind": "position", "game": "naval_battle",
        "position": "W:Aa1,1d5 R:Ah10,6d6,2h9 T:W"});
    let study = made(&me, of).await;
    let no = me.get(&path(&study, "/lesson")).await;
    assert_eq!(no.code(), "table/state", "{}", no.text);
    let act = |action: &str| json!({"t": "act", "id": "a", "n": 0, "action": action});
    say(&me, &study, 0, 0, act("d5^d7"), json!({"keep": true})).await;
    let ask = json!({"goal": "Take the six.", "hint": "Jump."});
    let note = json!({"do": "note", "chapter": 1, "node": 0, "text": "A jump beats any value.", "ask": ask});
    edit(&me, &study, note).await;
    let right = say(&me, &study, 0, 0, act("d5^d7"), json!({})).await;
    assert_eq!(right["right"], true, "{right}");
    let wrong = say(&me, &study, 0, 0, act("d5-d4"), json!({})).await;
    assert_eq!(wrong["right"], false, "{wrong}");
    let lesson = me.get(&path(&study, "/lesson")).await.text;
    let reports = run_cases(games(), &lesson, "a study");
    assert!(!reports.is_empty());
    for report in reports {
        assert!(report.failures.is_empty(), "{:?}\n{lesson}", report.failures);
    }
}

/// Studies go with their owner, and with a guest to the account they sign in to.
#[tokio::test]
async fn studies_go_with_their_owner() {
    let server = Server::start(Kind::Memory).await;
    let mut me = Client::guest(&server).await;
    let account = json!({"login": "ann", "password": "calico jack"});
    let answer = me.post("/api/account", account.clone()).await;
    me.take_cookie(&answer);
    let mut guest = Client::guest(&server).await;
    let study = of_record(&guest, RECORDS[0].1).await;
    let answer = guest.post("/api/login", account.clone()).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    guest.take_cookie(&answer);
    assert_eq!(guest.get(&path(&study, "")).await.body["own"], true);
    let export = guest.get("/api/me/export").await.body;
    assert_eq!(export["studies"][0]["id"], study["id"]);
    edit(&guest, &study, json!({"do": "access", "access": "link"})).await;
    assert_eq!(guest.ask("DELETE", "/api/account", Some(account), "").await.status, 204);
    assert_eq!(
        Client::guest(&server).await.get(&path(&study, "")).await.code(),
        "request/not-found"
    );
}

/// All faults at once, each with its place; and what can be played is shown.
#[tokio::test]
async fn positions_are_looked_at_while_they_are_set_up() {
    let server = Server::start(Kind::Memory).await;
    let me = Client::guest(&server).await;
    for (game, _) in RECORDS {
        let at = format!("/api/games/{game}/position");
        let begun = me.post(&at, json!({})).await.body;
        assert_eq!(begun["faults"], json!([]), "{game}: {begun}");
        let position = begun["seen"]["position"].clone();
        // As it is written, it is read.
        let again = me.post(&at, json!({"position": position})).await.body;
        assert_eq!(again["seen"]["position"], position, "{game}");
        let mut spoilt = position.clone();
        spoilt["nonsense"] = json!(1);
        spoilt["more"] = json!(2);
        let faults = me.post(&at, json!({"position": spoilt})).await.body;
        assert!(faults["faults"].as_array().unwrap().len() >= 2, "{game}: {faults}");
        assert_eq!(faults["seen"], Value::Null);
    }
}
