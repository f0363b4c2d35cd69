//! Tournaments of people and bots over HTTP and real sockets, on every store: from
//! joining to the last standing, with a clock that is moved by hand.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

use common::{ALL, Client, Kind, Server};
use serde_json::{Value, json};
use std::time::Duration;

const DAY: u64 = 24 * 3600 * 1000;

async fn account(server: &Server, login: &str) -> Client {
    let mut me = Client::guest(server).await;
    let made = me.post("/api/account", json!({"login": login, "password": "calico jack"})).await;
    assert_eq!(made.status, 200, "{}", made.text);
    me.take_cookie(&made);
    let named = me.ask("PUT", "/api/me", Some(json!({"name": login})), "").await;
    assert_eq!(named.status, 200, "{}", named.text);
    me
}

async fn accounts<const N: usize>(server: &Server, logins: [&str; N]) -> Vec<Client> {
    let mut all = Vec::new();
    for login in logins {
        all.push(account(server, login).await);
    }
    all
}

fn live(system: &str) -> Value {
    json!({"name": "The Nore Cup", "game": "naval_battle", "system": system,
           "clock": {"kind": "live", "bank": 600, "add": 5, "flag": "lose"}})
}

/// A new tournament of the first, with everybody on its list.
async fn made(people: &[Client], plan: Value) -> String {
    let made = people[0].post("/api/tournaments", plan).await;
    assert_eq!(made.status, 201, "{}", made.text);
    assert_eq!(made.body["card"]["stage"], "open");
    let id = made.body["card"]["id"].as_str().unwrap().to_string();
    for one in people {
        let joined = one.post(&format!("/api/tournaments/{id}/join"), json!({})).await;
        assert_eq!(joined.status, 200, "{}", joined.text);
    }
    id
}

async fn order(me: &Client, id: &str, order: Value) -> common::Answer {
    me.post(&format!("/api/tournaments/{id}/orders"), order).await
}

async fn look(me: &Client, id: &str) -> Value {
    let answer = me.get(&format!("/api/tournaments/{id}")).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.body
}

/// Waits until it is so; a server is given all the time it takes.
async fn until(me: &Client, id: &str, what: &str, so: impl Fn(&Value) -> bool) -> Value {
    let mut last = Value::Null;
    for _ in 0..600 {
        last = look(me, id).await;
        if so(&last) {
            return last;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("{what}: {last}");
}

fn games(tournament: &Value, round: usize) -> Vec<&Value> {
    let matches = tournament["rounds"][round]["matches"].as_array().unwrap();
    matches.iter().flat_map(|one| one["games"].as_array().unwrap()).collect()
}

/// Is the round drawn, and has each of its games a table?
fn is_seated(tournament: &Value, round: usize) -> bool {
    tournament["rounds"].as_array().unwrap().len() > round
        && games(tournament, round).iter().all(|game| game["table"].is_string() || has_end(game))
}

fn has_end(game: &Value) -> bool {
    game["points"].is_array()
}

async fn seat_at(me: &Client, table: &str) -> usize {
    let info = me.get(&format!("/api/tables/{table}")).await.body;
    let seats = info["seats"].as_array().unwrap();
    seats.iter().position(|seat| seat["you"] == true).unwrap()
}

/// One of two gives a game up.
async fn resign(table: &str, loser: &Client, winner: &Client) {
    let mut sockets = Vec::new();
    for one in [loser, winner] {
        let seat = seat_at(one, table).await;
        let mut socket = one.socket(table, &format!("as={seat}")).await;
        socket.until("state").await;
        socket.must("deploy @Citadel").await;
        sockets.push((seat, socket));
    }
    sockets.sort_by_key(|(seat, _)| *seat);
    sockets[0].1.must("ready").await;
    sockets[1].1.until("up").await;
    sockets[1].1.must("ready").await;
    sockets[0].1.until("up").await;
    let lost = seat_at(loser, table).await;
    sockets[lost].1.must("resign").await;
}

/// Plays a round in which whoever joined earlier wins.
async fn play_round(people: &[Client], id: &str, round: usize) {
    let what = format!("round {round} is seated");
    let now = until(&people[0], id, &what, |now| is_seated(now, round)).await;
    for one in now["rounds"][round]["matches"].as_array().unwrap() {
        let mut two = [0, 1].map(|i| one["sides"][i].as_u64().unwrap() as usize);
        two.sort_unstable();
        for game in one["games"].as_array().unwrap() {
            if !has_end(game) {
                let table = game["table"].as_str().unwrap();
                resign(table, &people[two[1]], &people[two[0]]).await;
            }
        }
    }
}

fn order_of(tournament: &Value) -> Vec<u64> {
    let rows = tournament["standings"].as_array().unwrap();
    rows.iter().map(|row| row["entrant"].as_u64().unwrap()).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rated_round_robin_from_joining_to_the_last_standing() {
    for kind in ALL {
        let server = Server::start(kind).await;
        let people = accounts(&server, ["ann", "mary", "jack"]).await;
        let mut plan = live("robin");
        plan["rated"] = json!(true);
        let id = made(&people, plan).await;
        let listed = people[1].get("/api/tournaments").await.body;
        let card = &listed["current"][0];
        assert_eq!((&card["name"], &card["entrants"]), (&json!("The Nore Cup"), &json!(3)));
        assert_eq!(card["yours"], true);
        let no = order(&people[1], &id, json!({"do": "start"})).await;
        assert_eq!(no.status, 403, "only the organiser begins: {}", no.text);
        let no = people[0].post(&format!("/api/tournaments/{id}/join"), json!({})).await;
        assert_eq!(no.status, 409, "nobody takes part twice: {}", no.text);
        assert_eq!(order(&people[0], &id, json!({"do": "start"})).await.status, 200);
        for round in 0..3 {
            play_round(&people, &id, round).await;
        }
        let late = account(&server, "bess").await;
        let no = late.post(&format!("/api/tournaments/{id}/join"), json!({})).await;
        assert_eq!(no.status, 409, "{}", no.text);
        let over = until(&people[0], &id, "it ends", |now| now["card"]["stage"] == "over").await;
        assert_eq!(order_of(&over), [0, 1, 2]);
        let points: Vec<f64> =
            (0..3).map(|i| over["standings"][i]["points"].as_f64().unwrap()).collect();
        assert_eq!(points, [2.0, 1.0, 0.0]);
        assert_eq!(over["rounds"].as_array().unwrap().len(), 3);
        // They were games like any other: ratings have moved, and the tables say whose they are.
        let table = games(&over, 0)[0]["table"].as_str().unwrap().to_string();
        let info = people[0].get(&format!("/api/tables/{table}")).await.body;
        assert_eq!((&info["tournament"], &info["rated"]), (&json!(id), &json!(true)));
        let me = people[2].get("/api/me").await.body["id"].as_str().unwrap().to_string();
        let last = people[2].get(&format!("/api/people/{me}")).await.body;
        assert_eq!(last["ratings"][0]["rating"]["lost"], 2, "{last}");
        let listed = people[1].get("/api/tournaments").await.body;
        assert_eq!(listed["past"][0]["id"], json!(id));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_round_goes_on_after_a_restart_and_everybody_hears_of_it() {
    let server = Server::start(Kind::Sqlite).await;
    let people = accounts(&server, ["ann", "mary", "jack", "bess"]).await;
    let id = made(&people, live("knockout")).await;
    assert_eq!(order(&people[0], &id, json!({"do": "start"})).await.status, 200);
    let now = until(&people[0], &id, "seated", |now| is_seated(now, 0)).await;
    let version = now["version"].as_u64().unwrap();
    let server = server.restart(3).await;
    let people: Vec<Client> =
        people.into_iter().map(|one| Client { addr: server.addr, ..one }).collect();
    let again = look(&people[0], &id).await;
    assert_eq!(again["rounds"], now["rounds"], "nothing is drawn or seated twice");
    // Who waits for a later version is answered when there is one.
    let waits = people[3].clone();
    let path = format!("/api/tournaments/{id}?after={version}");
    let waiting = tokio::spawn(async move {
        // The client of these tests hangs up after three seconds without a word.
        for _ in 0..60 {
            let heard = waits.get(&path).await.body["version"].as_u64();
            if heard.is_some_and(|heard| heard > version) {
                return;
            }
        }
        panic!("nobody was told that it went on");
    });
    play_round(&people, &id, 0).await;
    waiting.await.unwrap();
    play_round(&people, &id, 1).await;
    let over = until(&people[0], &id, "it ends", |now| now["card"]["stage"] == "over").await;
    assert_eq!(order_of(&over)[0], 0);
    assert_eq!(over["rounds"].as_array().unwrap().len(), 2);
}

/// Somebody is asked for their first decision, and has neither come nor decided.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_does_not_come_has_lost_and_may_come_back() {
    for kind in [Kind::Memory, Kind::Sqlite] {
        let server = Server::start(kind).await;
        let people = accounts(&server, ["ann", "mary", "jack", "bess"]).await;
        let mut plan = live("swiss");
        plan["grace"] = json!(120);
        plan["rounds"] = json!(2);
        plan["by_hand"] = json!(true);
        let id = made(&people, plan).await;
        assert_eq!(order(&people[0], &id, json!({"do": "start"})).await.status, 200);
        let now = until(&people[0], &id, "seated", |now| is_seated(now, 0)).await;
        // At the first table one has come; at the second nobody.
        let two = &now["rounds"][0]["matches"][0];
        let sides = [0, 1].map(|i| two["sides"][i].as_u64().unwrap());
        let here = &people[sides[0] as usize];
        let table = two["games"][0]["table"].as_str().unwrap();
        let mut socket = here.socket(table, &format!("as={}", seat_at(here, table).await)).await;
        socket.until("state").await;
        server.time.pass(119_000);
        server.look_at_tournaments().await;
        assert!(games(&look(here, &id).await, 0).iter().all(|game| !has_end(game)), "in time");
        server.time.pass(2_000);
        server.look_at_tournaments().await;
        let ended = |now: &Value| games(now, 0).iter().all(|game| has_end(game));
        let now = until(here, &id, "both tables are ended", ended).await;
        let ends = games(&now, 0);
        assert_eq!((&ends[0]["points"], &ends[0]["how"]), (&json!([1.0, 0.0]), &json!("absent")));
        assert_eq!((&ends[1]["points"], &ends[1]["how"]), (&json!([0.0, 0.0]), &json!("absent")));
        let out: Vec<bool> = (0..4).map(|i| now["entrants"][i]["out"].as_bool().unwrap()).collect();
        assert_eq!(out.iter().filter(|out| **out).count(), 3, "{out:?}");
        assert!(!out[sides[0] as usize]);
        let info = here.get(&format!("/api/tables/{table}")).await.body;
        assert_eq!(
            (&info["status"], &info["result"]["reason"]),
            (&json!("over"), &json!("absent"))
        );
        // One of them comes back and is paired again.
        let back = &people[sides[1] as usize];
        let joined = back.post(&format!("/api/tournaments/{id}/join"), json!({})).await;
        assert_eq!(joined.status, 200, "{}", joined.text);
        assert_eq!(order(&people[0], &id, json!({"do": "next"})).await.status, 200);
        let now = until(here, &id, "the second round", |now| is_seated(now, 1)).await;
        assert_eq!(now["rounds"][1]["matches"].as_array().unwrap().len(), 1, "{now}");
        // The organiser decides it, and the table ends with it.
        let rule = json!({"do": "rule", "pair": 0, "game": 0, "points": [0.5, 0.5]});
        assert_eq!(order(&people[0], &id, rule).await.status, 200);
        let over = until(here, &id, "it is over", |now| now["card"]["stage"] == "over").await;
        assert_eq!(games(&over, 1)[0]["how"], "ruled");
    }
}

/// Weeks go by: it begins by itself, rounds have pauses, and who never moves loses on time.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_slow_tournament_on_a_moved_clock() {
    let mut server = Server::start(Kind::Sqlite).await;
    let people = accounts(&server, ["ann", "mary", "jack", "bess"]).await;
    let mut plan = live("swiss");
    plan["clock"] = json!({"kind": "days", "days": 3, "flag": "lose"});
    plan["starts"] = json!(common::NOW + 7 * DAY);
    plan["pause"] = json!(24 * 3600);
    plan["rounds"] = json!(3);
    plan["late"] = json!(2);
    plan["mirrored"] = json!(true);
    let id = made(&people, plan).await;
    server.time.pass(6 * DAY);
    server.look_at_tournaments().await;
    assert_eq!(look(&people[0], &id).await["card"]["stage"], "open");
    server.time.pass(DAY);
    server.look_at_tournaments().await;
    let now = until(&people[0], &id, "it begins", |now| is_seated(now, 0)).await;
    assert_eq!(games(&now, 0).len(), 4, "each pair plays both sides");
    // One match is played; in the other nobody moves for three days.
    let one = &now["rounds"][0]["matches"][0];
    let two = [0, 1].map(|i| one["sides"][i].as_u64().unwrap() as usize);
    for game in one["games"].as_array().unwrap() {
        let table = game["table"].as_str().unwrap();
        resign(table, &people[two[1]], &people[two[0]]).await;
    }
    server.time.pass(3 * DAY + 1);
    server.look_at_clocks();
    server.look_at_tournaments().await;
    let ended = |now: &Value| now["round_over"] == true;
    let now = until(&people[0], &id, "the round is over", ended).await;
    assert_eq!(games(&now, 0)[0]["how"], "played");
    let how: Vec<&Value> = games(&now, 0)[2..].iter().map(|game| &game["how"]).collect();
    assert!(how.contains(&&json!("absent")), "{how:?}");
    let out = (0..4).filter(|i| now["entrants"][*i]["out"] == true).count();
    assert!(out >= 1, "who never moved is not waited for again");
    // Somebody comes late, and the server is down for a while; then the pause is over.
    let late = account(&server, "nell").await;
    let joined = late.post(&format!("/api/tournaments/{id}/join"), json!({})).await;
    assert_eq!(joined.status, 200, "{}", joined.text);
    server.time.pass(DAY / 2);
    server.look_at_tournaments().await;
    assert_eq!(look(&late, &id).await["card"]["round"], 1, "the pause is not over");
    let passed = 7 * DAY + 3 * DAY + 1 + DAY / 2;
    server = server.restart(5).await;
    // A new server's clock begins where tests begin.
    server.time.pass(passed + DAY / 2 + 60_000);
    server.look_at_tournaments().await;
    let late = Client { addr: server.addr, ..late };
    let now = until(&late, &id, "the second round", |now| is_seated(now, 1)).await;
    assert_eq!(now["entrants"][4]["from"], 2);
    let plays = |one: &Value| one["sides"].as_array().unwrap().contains(&json!(4));
    let seated = now["rounds"][1]["matches"].as_array().unwrap().iter().any(plays);
    let free = now["rounds"][1]["byes"].as_array().unwrap().contains(&json!(4));
    assert!(seated || free, "who came late is drawn: {now}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_will_not_do_is_refused() {
    let server = Server::start(Kind::Memory).await;
    let people = accounts(&server, ["ann", "mary"]).await;
    let guest = Client::guest(&server).await;
    assert_eq!(guest.post("/api/tournaments", live("swiss")).await.status, 409);
    for (key, value) in [
        ("clock", json!({"kind": "none"})),
        ("clock", json!({"kind": "live", "bank": 600, "add": 5, "flag": "bot"})),
        ("rounds", json!(0)),
        ("most", json!(1)),
        ("most", json!(100_000)),
        ("team", json!(2)),
        ("grace", json!(1)),
        ("starts", json!(5)),
        ("options", json!({"scenario": "nowhere"})),
    ] {
        let mut plan = live("swiss");
        plan[key] = value;
        let no = people[0].post("/api/tournaments", plan.clone()).await;
        assert_eq!(no.status, 422, "{plan}: {}", no.text);
    }
    let id = made(&people[..1], live("swiss")).await;
    let no = guest.post(&format!("/api/tournaments/{id}/join"), json!({})).await;
    assert_eq!(no.status, 409, "guests do not play tournaments: {}", no.text);
    let no = order(&people[0], &id, json!({"do": "start"})).await;
    assert_eq!(no.status, 409, "nobody plays alone: {}", no.text);
    assert_eq!(people[0].get("/api/tournaments/nothing").await.status, 404);
    // Before it begins one leaves without a trace; the organiser calls it off.
    let left = people[0].post(&format!("/api/tournaments/{id}/leave"), json!({})).await;
    assert_eq!((left.status, &left.body["entrants"]), (200, &json!([])), "{}", left.text);
    assert_eq!(order(&people[0], &id, json!({"do": "cancel"})).await.status, 200);
    assert_eq!(order(&people[0], &id, json!({"do": "start"})).await.status, 409);
    // Nobody organises everything.
    for _ in 0..5 {
        assert_eq!(people[0].post("/api/tournaments", live("swiss")).await.status, 201);
    }
    assert_eq!(people[0].post("/api/tournaments", live("swiss")).await.status, 429);
}

/// Who withdraws in mid-round loses what is being played; who leaves for good has no name.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn leaving_in_mid_round() {
    for kind in ALL {
        let server = Server::start(kind).await;
        let people = accounts(&server, ["ann", "mary", "jack"]).await;
        let id = made(&people, live("robin")).await;
        let bot = order(&people[0], &id, json!({"do": "bot", "level": "random"})).await;
        assert_eq!(bot.status, 200, "{}", bot.text);
        assert_eq!(order(&people[0], &id, json!({"do": "start"})).await.status, 200);
        let now = until(&people[0], &id, "seated", |now| is_seated(now, 0)).await;
        let matches = now["rounds"][0]["matches"].as_array().unwrap();
        let of = |who: u64| {
            matches.iter().find(|one| one["sides"].as_array().unwrap().contains(&json!(who)))
        };
        let table = of(1).unwrap()["games"][0]["table"].as_str().unwrap();
        let left = people[1].post(&format!("/api/tournaments/{id}/leave"), json!({})).await;
        assert_eq!(left.status, 200, "{}", left.text);
        let mut over = Value::Null;
        for _ in 0..600 {
            over = people[0].get(&format!("/api/tables/{table}")).await.body;
            if over["status"] == "over" {
                break;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        assert_eq!(over["result"]["reason"], "left", "the game ends with it: {over}");
        let gone = json!({"login": "jack", "password": "calico jack"});
        let gone = people[2].ask("DELETE", "/api/account", Some(gone), "").await;
        assert!(gone.status < 300, "{} {}", gone.status, gone.text);
        let now = look(&people[0], &id).await;
        assert_eq!(
            (&now["entrants"][2]["name"], &now["entrants"][2]["out"]),
            (&json!("Somebody"), &json!(true))
        );
        assert!(!now.to_string().contains("jack"), "{now}");
    }
}

/// Two teams of two in Sail Epoch: each person holds a seat of their side, and the team has
/// the point.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn teams_sit_together() {
    let server = Server::start(Kind::Sqlite).await;
    let people = accounts(&server, ["ann", "mary", "jack", "bess"]).await;
    let mut plan = live("knockout");
    plan["game"] = json!("sail_epoch");
    plan["options"] = json!({"players": 4, "variant": "team"});
    plan["team"] = json!(3);
    let no = people[0].post("/api/tournaments", plan.clone()).await;
    assert_eq!(no.status, 422, "a side has two seats: {}", no.text);
    plan["team"] = json!(2);
    let made = people[0].post("/api/tournaments", plan).await;
    assert_eq!(made.status, 201, "{}", made.text);
    let id = made.body["card"]["id"].as_str().unwrap().to_string();
    let join = format!("/api/tournaments/{id}/join");
    assert_eq!(people[0].post(&join, json!({})).await.status, 422, "a team has a name");
    for (one, team) in people.iter().zip(["Nore", "Nore", "Spithead", "Spithead"]) {
        let joined = one.post(&join, json!({"team": team})).await;
        assert_eq!(joined.status, 200, "{}", joined.text);
    }
    let late = account(&server, "nell").await;
    let full = late.post(&join, json!({"team": "Nore"})).await;
    assert_eq!(full.status, 409, "{}", full.text);
    assert_eq!(order(&people[0], &id, json!({"do": "start"})).await.status, 200);
    let now = until(&people[0], &id, "seated", |now| is_seated(now, 0)).await;
    assert_eq!(now["entrants"].as_array().unwrap().len(), 2);
    let table = games(&now, 0)[0]["table"].as_str().unwrap();
    let info = people[0].get(&format!("/api/tables/{table}")).await.body;
    let side = |name: &str| {
        let seats = info["seats"].as_array().unwrap();
        let own = |seat: &&Value| seat["holder"]["name"] == name;
        let own: Vec<&Value> = seats.iter().filter(own).map(|seat| &seat["side"]).collect();
        assert_eq!(own.len(), 1, "{name} has a seat: {info}");
        own[0].as_u64().unwrap()
    };
    assert_eq!(side("ann"), side("mary"));
    assert_eq!(side("jack"), side("bess"));
    assert_ne!(side("ann"), side("bess"));
    // One leaves the team to the other; when the last goes, the match is lost.
    let leave = format!("/api/tournaments/{id}/leave");
    assert_eq!(people[2].post(&leave, json!({})).await.status, 200);
    assert_eq!(look(&people[0], &id).await["card"]["stage"], "playing");
    assert_eq!(people[3].post(&leave, json!({})).await.status, 200);
    let over = until(&people[0], &id, "it is over", |now| now["card"]["stage"] == "over").await;
    let first = over["standings"][0]["entrant"].as_u64().unwrap() as usize;
    assert_eq!(over["entrants"][first]["name"], "Nore");
}
