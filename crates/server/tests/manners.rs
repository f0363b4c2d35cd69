//! Keeping away from people, reporting them, and what moderators do about it, over real sockets
//! and on every store.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

use admiralty_server::admin::{Ask, ask};
use common::{ALL, Client, Duel, Folder, Kind, Server, duel};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

async fn account(server: &Server, login: &str) -> Client {
    let mut me = Client::guest(server).await;
    let made = me.post("/api/account", json!({"login": login, "password": "calico jack"})).await;
    assert_eq!(made.status, 200, "{}", made.text);
    me.take_cookie(&made);
    let named = me.ask("PUT", "/api/me", Some(json!({"name": login})), "").await;
    assert_eq!(named.status, 200, "{}", named.text);
    me
}

async fn me(client: &Client) -> String {
    client.get("/api/me").await.body["id"].as_str().unwrap().to_string()
}

async fn shun(client: &Client, whom: &str, how: &str) -> Value {
    let path = format!("/api/people/{whom}/shun");
    let answer = client.ask("PUT", &path, Some(json!({"how": how})), "").await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.body
}

/// Asks as the operator does, in another thread: it waits.
async fn tell(folder: &Arc<Folder>, what: Ask) -> Value {
    let folder = Arc::clone(folder);
    tokio::task::spawn_blocking(move || ask(&folder.0, &what)).await.unwrap().unwrap()
}

fn open_table() -> Value {
    json!({"game": "naval_battle", "public": true, "seats": [{"kind": "me"}, {"kind": "open"}]})
}

async fn open_ids(client: &Client) -> Vec<String> {
    let list = client.get("/api/tables?list=open").await.body["tables"].clone();
    let ids = list.as_array().unwrap().iter().map(|table| table["id"].as_str().unwrap().into());
    ids.collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn people_who_are_blocked_are_not_seated_together() {
    for kind in ALL {
        let server = Server::start(kind).await;
        let (ann, mary) = (account(&server, "ann").await, account(&server, "mary").await);
        let (a, m) = (me(&ann).await, me(&mary).await);
        let list = shun(&ann, &m, "block").await;
        assert_eq!((&list[0]["name"], &list[0]["how"]), (&json!("mary"), &json!("block")));
        assert_eq!(mary.get("/api/me/shuns").await.body, json!([]), "nobody is told");
        // Neither takes a seat at a table of the other, or sees it among the open ones.
        for (host, guest) in [(&ann, &mary), (&mary, &ann)] {
            let table = host.create(open_table()).await["id"].as_str().unwrap().to_string();
            assert!(open_ids(host).await.contains(&table));
            assert!(!open_ids(guest).await.contains(&table));
            let no = guest.post(&format!("/api/tables/{table}/join"), json!({})).await;
            assert_eq!((no.status, no.code()), (409, "table/seat"), "{}", no.text);
            let third = Client::guest(&server).await;
            let yes = third.post(&format!("/api/tables/{table}/join"), json!({})).await;
            assert_eq!(yes.status, 200, "{}", yes.text);
        }
        // Looking for a game they do not find each other, while others do.
        let seek = |client: &Client| {
            let client = client.clone();
            async move {
                let begun = client.post("/api/seeks", json!({"game": "naval_battle"})).await;
                assert_eq!(begun.status, 201, "{}", begun.text);
                begun.body["id"].as_str().unwrap().to_string()
            }
        };
        let (sa, sm) = (seek(&ann).await, seek(&mary).await);
        let third = Client::guest(&server).await;
        let st = seek(&third).await;
        let found = third.get(&format!("/api/seeks/{st}")).await.body["table"].clone();
        let other =
            match ann.get(&format!("/api/tables/{}", found.as_str().unwrap())).await.body["seats"]
                .to_string()
            {
                seats if seats.contains("\"ann\"") => (&mary, sm),
                _ => (&ann, sa),
            };
        server.time.pass(30_000);
        let ended = other.0.ask("DELETE", &format!("/api/seeks/{}", other.1), None, "").await;
        assert_eq!(ended.status, 204, "they still look: {}", ended.text);
        // It is kept, and goes when either goes.
        if kind.survives() {
            let server = server.restart(3).await;
            let ann = Client { addr: server.addr, ..ann };
            let mary = Client { addr: server.addr, ..mary };
            assert_eq!(ann.get("/api/me/shuns").await.body[0]["person"], json!(m));
            let table = ann.create(open_table()).await["id"].as_str().unwrap().to_string();
            let path = format!("/api/tables/{table}/join");
            assert_eq!(mary.post(&path, json!({})).await.status, 409);
            assert_eq!(shun(&ann, &m, "none").await, json!([]));
            assert_eq!(mary.post(&path, json!({})).await.status, 200);
            shun(&mary, &a, "block").await;
            let farewell = json!({"login": "ann", "password": "calico jack"});
            let gone = ann.ask("DELETE", "/api/account", Some(farewell), "").await;
            assert_eq!(gone.status, 204, "{}", gone.text);
            assert_eq!(mary.get("/api/me/shuns").await.body, json!([]));
        }
    }
}

/// Who blocks while both look for a game is not paired any more.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_block_counts_while_both_look_and_for_a_rematch() {
    let server = Server::start(Kind::Memory).await;
    let Duel { table, white, red, mut w, mut r } = duel(&server).await.deployed().await;
    let r_id = me(&red).await;
    w.must("resign").await;
    r.until("up").await;
    shun(&white, &r_id, "block").await;
    for client in [&white, &red] {
        let no = client.post(&format!("/api/tables/{table}/rematch"), json!({"swap": true})).await;
        assert_eq!((no.status, no.code()), (409, "table/seat"), "{}", no.text);
    }
    shun(&white, &r_id, "none").await;
    // Far apart they are not paired at once; then one of them blocks the other.
    let wish = |within: u32| json!({"game": "naval_battle", "within": within});
    let one = white.post("/api/seeks", wish(500)).await.body["id"].as_str().unwrap().to_string();
    shun(&white, &r_id, "block").await;
    red.post("/api/seeks", wish(500)).await;
    server.time.pass(30_000);
    tokio::time::sleep(std::time::Duration::from_millis(1_200)).await;
    let ended = white.ask("DELETE", &format!("/api/seeks/{one}"), None, "").await;
    assert_eq!(ended.status, 204);
    let mine = white.get("/api/tables?list=mine").await.body;
    assert_eq!(mine["tables"], json!([]), "{mine}");
}

async fn say(socket: &mut common::Socket, text: &str) {
    socket.ids += 1;
    let id = format!("c{}", socket.ids);
    socket.send(json!({"t": "chat", "id": id, "text": text})).await;
    let done = socket.answer(&id).await;
    assert_eq!(done["t"], "done", "{done}");
}

/// Everything that was heard so far.
async fn heard(socket: &mut common::Socket) -> String {
    socket.send(json!({"t": "ping"})).await;
    socket.until("pong").await;
    let chat = socket.bytes.iter().filter(|text| text.contains("\"t\":\"chat\""));
    chat.cloned().collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_said_by_somebody_muted_is_not_heard() {
    for kind in ALL {
        let server = Server::start(kind).await;
        let Duel { table, white, red, mut w, mut r } = duel(&server).await.deployed().await;
        let loud = Client::guest(&server).await;
        let mut l = loud.socket(&table, "").await;
        l.until("state").await;
        let quiet = Client::guest(&server).await;
        let mut q = quiet.socket(&table, "").await;
        q.until("state").await;
        say(&mut r, "first").await;
        assert_eq!(w.until("chat").await["line"]["text"], "first");
        // By the seat; what comes then is not told, also to who comes back.
        let path = format!("/api/tables/{table}/shun");
        let at = json!({"who": {"kind": "seat", "seat": 1}, "how": "mute"});
        let list = white.post(&path, at).await;
        assert_eq!((list.status, &list.body[0]["how"]), (200, &json!("mute")), "{}", list.text);
        say(&mut r, "second").await;
        assert!(!heard(&mut w).await.contains("second"));
        let mut again = white.socket(&table, "as=0").await;
        let state = again.until("state").await;
        assert_eq!(state["chat"], json!([]), "{state}");
        // A spectator by what they said; nobody is meant by what one may not read.
        say(&mut l, "noise").await;
        assert_eq!(q.until("chat").await["line"]["text"], "noise");
        let line = |channel: &str, n: u32| json!({"who": {"kind": "line", "channel": channel, "n": n}, "how": "mute"});
        assert_eq!(white.post(&path, line("watchers", 1)).await.status, 404);
        assert_eq!(quiet.post(&path, line("players", 1)).await.status, 404);
        assert_eq!(quiet.post(&path, line("watchers", 1)).await.status, 200);
        say(&mut l, "more noise").await;
        assert!(!heard(&mut q).await.contains("more noise"));
        // At the end everybody hears everything but that.
        say(&mut w, "farewell").await;
        w.must("resign").await;
        r.until("table").await;
        q.until("table").await;
        let (white_heard, red_heard) = (heard(&mut w).await, heard(&mut r).await);
        let quiet_heard = heard(&mut q).await;
        assert!(white_heard.contains("noise") && !white_heard.contains("second"), "{white_heard}");
        assert!(red_heard.contains("farewell") && red_heard.contains("more noise"));
        assert!(quiet_heard.contains("second") && !quiet_heard.contains("more noise"));
        // A mute does not keep apart, and ends.
        assert_eq!(white.get("/api/me/shuns").await.body.as_array().unwrap().len(), 1);
        let again = white.post(&format!("/api/tables/{table}/rematch"), json!({})).await;
        assert_eq!(again.status, 200, "{}", again.text);
        let none = json!({"who": {"kind": "seat", "seat": 1}, "how": "none"});
        assert_eq!(white.post(&path, none).await.body, json!([]));
        let mut back = white.socket(&table, "as=0").await;
        assert!(back.until("state").await["chat"].to_string().contains("second"));
        drop(red);
    }
}

/// A guest who signs in is kept away from as before.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn signing_in_ends_no_block() {
    for kind in ALL {
        let server = Server::start(kind).await;
        let ann = account(&server, "ann").await;
        account(&server, "mary").await;
        let (guest, a) = (Client::guest(&server).await, me(&ann).await);
        shun(&ann, &me(&guest).await, "block").await;
        shun(&guest, &a, "mute").await;
        let mut mary = guest.clone();
        let signed = guest.post("/api/login", json!({"login": "mary", "password": "calico jack"}));
        mary.take_cookie(&signed.await);
        let list = ann.get("/api/me/shuns").await.body;
        assert_eq!((&list[0]["name"], &list[0]["how"]), (&json!("mary"), &json!("block")));
        let list = mary.get("/api/me/shuns").await.body;
        assert_eq!((&list[0]["name"], &list[0]["how"]), (&json!("ann"), &json!("mute")));
    }
}

async fn with_moderator(kind: Kind) -> (Server, Arc<Folder>, Client) {
    let server = Server::start(kind).await;
    let folder = Arc::new(Folder::new());
    server.open_admin(&folder.0);
    let anne = account(&server, "judge").await;
    tell(&folder, Ask::Moderator { who: "judge".into(), yes: true }).await;
    assert_eq!(anne.get("/api/me").await.body["moderator"], true);
    (server, folder, anne)
}

fn about(seat: u8, why: &str) -> Value {
    json!({"who": {"kind": "seat", "seat": seat}, "why": why, "text": "see for yourself"})
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_report_shows_what_its_reporter_could_see() {
    for kind in ALL {
        let (server, folder, judge) = with_moderator(kind).await;
        let Duel { table, white, red, mut w, mut r } = duel(&server).await.deployed().await;
        let third = Client::guest(&server).await;
        let mut t = third.socket(&table, "").await;
        t.until("state").await;
        say(&mut r, "you play like a landsman").await;
        say(&mut w, "mind your words").await;
        say(&mut t, "a bystander").await;
        let path = format!("/api/tables/{table}/report");
        let done = white.post(&path, about(1, "talk")).await;
        assert_eq!(done.status, 204, "{}", done.text);
        // Not for everybody.
        assert_eq!(white.get("/api/moderation/reports").await.status, 403);
        let list = judge.get("/api/moderation/reports").await.body;
        assert_eq!(list.as_array().unwrap().len(), 1, "{list}");
        let id = list[0]["id"].as_str().unwrap().to_string();
        let one = judge.get(&format!("/api/moderation/reports/{id}")).await.body;
        // The very view of the reporter's seat, and nothing of the other's.
        let seen = w.fresh_view().await;
        assert_eq!((&one["as"], &one["moment"]["view"]), (&json!("0"), &seen));
        assert_ne!(one["moment"]["view"], r.fresh_view().await, "the fleets are hidden");
        let said: Vec<&str> = one["chat"]
            .as_array()
            .unwrap()
            .iter()
            .map(|line| line["text"].as_str().unwrap())
            .collect();
        assert_eq!(said, ["you play like a landsman", "mind your words"]);
        assert_eq!(
            (&one["chat"][0]["theirs"], &one["chat"][1]["theirs"]),
            (&json!(true), &json!(false))
        );
        // What happens later is not in it; one about the same at the same table is enough.
        let action = w.menu_action(1).await.unwrap();
        w.must(&action).await;
        let still = judge.get(&format!("/api/moderation/reports/{id}")).await.body;
        assert_eq!(still["moment"], one["moment"]);
        let twice = white.post(&path, about(1, "play")).await;
        assert_eq!((twice.status, twice.code()), (409, "table/state"), "{}", twice.text);
        assert_eq!(white.post(&path, about(0, "talk")).await.status, 409, "not oneself");
        assert_eq!(third.post(&path, about(1, "talk")).await.status, 409, "a guest who watches");
        // It was written down who has looked, and it goes with whom it is about.
        let audit = tell(&folder, Ask::Audit { limit: 10 }).await.to_string();
        assert!(audit.contains("report-read") && audit.contains("judge"), "{audit}");
        assert_eq!(red.ask("DELETE", "/api/account", Some(Value::Null), "").await.status, 204);
        assert_eq!(judge.get("/api/moderation/reports").await.body, json!([]));
        assert_eq!(judge.get(&format!("/api/moderation/reports/{id}")).await.status, 404);
    }
}

/// A moderator who sits at the table sees nothing of a report about it, and decides nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_moderator_who_plays_is_told_nothing() {
    let (server, folder, judge) = with_moderator(Kind::Memory).await;
    let other = account(&server, "mary").await;
    let host = account(&server, "ann").await;
    let plan = json!({"game": "sail_epoch", "public": true, "options": {"players": 3},
                      "seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]});
    let table = host.create(plan).await["id"].as_str().unwrap().to_string();
    for client in [&other, &judge] {
        let joined = client.post(&format!("/api/tables/{table}/join"), json!({})).await;
        assert_eq!(joined.status, 200, "{}", joined.text);
    }
    let done = host.post(&format!("/api/tables/{table}/report"), about(1, "play")).await;
    assert_eq!(done.status, 204, "{}", done.text);
    let id =
        tell(&folder, Ask::Reports { done: false }).await[0]["id"].as_str().unwrap().to_string();
    assert_eq!(judge.get("/api/moderation/reports").await.body, json!([]));
    let path = format!("/api/moderation/reports/{id}");
    assert_eq!(judge.get(&path).await.status, 404);
    let wish = json!({"what": "warn", "why": "because"});
    assert_eq!(judge.post(&path, wish.clone()).await.status, 404);
    // Another can; one who is reported, or no moderator any more, cannot.
    account(&server, "peer").await;
    tell(&folder, Ask::Moderator { who: "mary".into(), yes: true }).await;
    assert_eq!(other.get(&path).await.status, 404);
    let mut peer = Client::guest(&server).await;
    let signed = peer.post("/api/login", json!({"login": "peer", "password": "calico jack"})).await;
    peer.take_cookie(&signed);
    tell(&folder, Ask::Moderator { who: "peer".into(), yes: true }).await;
    assert_eq!(peer.get(&path).await.status, 200);
    let no = peer.post(&path, wish.clone()).await;
    assert_eq!((no.status, no.code()), (409, "table/state"), "about moderators the host decides");
    tell(&folder, Ask::Moderator { who: "mary".into(), yes: false }).await;
    tell(&folder, Ask::Moderator { who: "peer".into(), yes: false }).await;
    assert_eq!(peer.post(&path, wish).await.status, 403);
}

/// Reports Red's player and lets the moderator decide.
async fn measured(server: &Server, judge: &Client, red: &Client, what: Value) -> (u16, Value) {
    static N: AtomicU32 = AtomicU32::new(0);
    let ann = account(server, &format!("ann{}", N.fetch_add(1, Ordering::Relaxed))).await;
    let table = ann.create(open_table()).await["id"].as_str().unwrap().to_string();
    let joined = red.post(&format!("/api/tables/{table}/join"), json!({})).await;
    assert_eq!(joined.status, 200, "{}", joined.text);
    let done = ann.post(&format!("/api/tables/{table}/report"), about(1, "talk")).await;
    assert_eq!(done.status, 204, "{}", done.text);
    let list = judge.get("/api/moderation/reports").await.body;
    let id = list[0]["id"].as_str().unwrap();
    let done = judge.post(&format!("/api/moderation/reports/{id}"), what).await;
    (done.status, done.body)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn measures_are_told_with_reason_and_end() {
    for kind in ALL {
        let (server, folder, judge) = with_moderator(kind).await;
        let red = account(&server, "red").await;
        let id = me(&red).await;
        // A reason and a time are asked for.
        let mute = |hours: u32, why: &str| json!({"what": "mute", "hours": hours, "why": why});
        let (status, _) = measured(&server, &judge, &red, mute(0, "shouting")).await;
        assert_eq!(status, 400);
        let open = judge.get("/api/moderation/reports").await.body[0]["id"].clone();
        let path = format!("/api/moderation/reports/{}", open.as_str().unwrap());
        assert_eq!(judge.post(&path, mute(1, " ")).await.status, 400);
        let warn = json!({"what": "warn", "why": "Be kind."});
        assert_eq!(judge.post(&path, warn.clone()).await.status, 200);
        let late = judge.post(&path, warn).await;
        assert_eq!((late.status, late.code()), (409, "table/state"), "{}", late.text);
        assert!(late.text.contains("already"), "{}", late.text);
        // Warned: they read it once.
        let notices = red.get("/api/me").await.body["notices"].clone();
        assert_eq!((&notices[0]["what"], &notices[0]["why"]), (&json!("warn"), &json!("Be kind.")));
        assert_eq!(red.post("/api/me/notices", json!({})).await.status, 204);
        assert_eq!(red.get("/api/me").await.body["notices"], Value::Null);
        assert_eq!(red.get("/api/me/notices").await.body[0]["read"], true);
        // Muted: they are told why and until when, and it ends.
        let (status, _) = measured(&server, &judge, &red, mute(2, "shouting")).await;
        assert_eq!(status, 200);
        let table = red.create(open_table()).await["id"].as_str().unwrap().to_string();
        let mut socket = red.socket(&table, "as=0").await;
        socket.until("state").await;
        socket.send(json!({"t": "chat", "id": "c", "text": "ahoy"})).await;
        let no = socket.answer("c").await;
        assert_eq!(no["code"], "auth/muted", "{no}");
        let says = no["says"].as_str().unwrap();
        assert!(says.contains("until 15 November 2023") && says.ends_with(": shouting"), "{says}");
        server.time.pass(2 * 3_600_000 + 1_000);
        say(&mut socket, "ahoy").await;
        // Banned: sockets close at once, no way in works, until it is over.
        let ban = json!({"what": "ban", "hours": 24, "why": "again"});
        let (status, settled) = measured(&server, &judge, &red, ban).await;
        assert_eq!((status, &settled["settled"]["what"]), (200, &json!("ban")), "{settled}");
        assert_eq!(socket.until("bye").await["code"], "auth/required");
        let shut = red.get("/api/me").await;
        assert_eq!((shut.status, shut.code()), (403, "auth/credentials"));
        let says = shut.body["says"].as_str().unwrap();
        assert!(says.contains("until 16 November 2023") && says.ends_with(": again"), "{says}");
        let login = json!({"login": "red", "password": "calico jack"});
        let fresh = Client { addr: server.addr, cookie: String::new() };
        assert_eq!(fresh.post("/api/login", login.clone()).await.status, 403);
        server.time.pass(24 * 3_600_000 + 1_000);
        assert_eq!(red.get("/api/me").await.status, 200);
        assert_eq!(fresh.post("/api/login", login).await.status, 200);
        // All of it stands in the audit table and with the person.
        let audit = tell(&folder, Ask::Audit { limit: 100 }).await.to_string();
        for word in ["report-warn", "report-mute", "report-ban", "until", "shouting", id.as_str()] {
            assert!(audit.contains(word), "{word}: {audit}");
        }
        let done = judge.get("/api/moderation/reports?list=done").await.body;
        assert_eq!(done.as_array().unwrap().len(), 3, "{done}");
        let all = red.get("/api/me/notices").await.body;
        assert_eq!(all.as_array().unwrap().len(), 3, "{all}");
        // The host can let somebody in before that.
        let ban = json!({"what": "ban", "hours": 24, "why": "once more"});
        measured(&server, &judge, &red, ban).await;
        assert_eq!(red.get("/api/me").await.status, 403);
        tell(&folder, Ask::Ban { who: "red".into(), yes: false, why: String::new() }).await;
        assert_eq!(red.get("/api/me").await.status, 200);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reports_have_a_limit() {
    let (server, _folder, judge) = with_moderator(Kind::Sqlite).await;
    let ann = account(&server, "ann").await;
    for n in 0..11 {
        let table = ann.create(open_table()).await["id"].as_str().unwrap().to_string();
        let other = Client::guest(&server).await;
        let joined = other.post(&format!("/api/tables/{table}/join"), json!({})).await;
        assert_eq!(joined.status, 200, "{}", joined.text);
        let done = ann.post(&format!("/api/tables/{table}/report"), about(1, "other")).await;
        match n {
            10 => assert_eq!((done.status, done.code()), (429, "limit/rate"), "{}", done.text),
            _ => assert_eq!(done.status, 204, "{}", done.text),
        }
        let long =
            json!({"who": {"kind": "seat", "seat": 1}, "why": "talk", "text": "x".repeat(501)});
        assert_eq!(ann.post(&format!("/api/tables/{table}/report"), long).await.status, 400);
    }
    assert_eq!(judge.get("/api/moderation/reports").await.body.as_array().unwrap().len(), 10);
    // What one has reported is one's own to have, and goes with the account.
    let export = ann.get("/api/me/export").await.body;
    assert_eq!(export["reports"].as_array().unwrap().len(), 10);
    let farewell = json!({"login": "ann", "password": "calico jack"});
    assert_eq!(ann.ask("DELETE", "/api/account", Some(farewell), "").await.status, 204);
    assert_eq!(judge.get("/api/moderation/reports").await.body, json!([]));
}
