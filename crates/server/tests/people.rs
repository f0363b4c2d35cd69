//! People who change, sign in and out, guess, and take each other's names, in
//! every order and at the same moment.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

use common::{ALL, Answer, Client, Kind, Server, duel, quick};
use mimalloc::MiMalloc;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::time::{Duration, timeout};

/// The binary's own: what a flood may hold hangs on how the allocator gives back.
#[global_allocator]
static GLOBAL: MiMalloc = MiMalloc;

const PASSWORD: &str = "calico jack";

async fn account(server: &Server, login: &str) -> Client {
    let mut me = Client::guest(server).await;
    let wish = json!({"login": login, "password": PASSWORD});
    let made = me.post("/api/account", wish).await;
    assert_eq!(made.status, 200, "{}", made.text);
    me.take_cookie(&made);
    me
}

async fn sign_in(server: &Server, login: &str, password: &str) -> (Client, Answer) {
    let mut me = Client { addr: server.addr, cookie: String::new() };
    let answer = me.post("/api/login", json!({"login": login, "password": password})).await;
    if answer.status == 200 {
        me.take_cookie(&answer);
    }
    (me, answer)
}

async fn put_password(me: &Client, old: &str, new: &str) -> Answer {
    let body = json!({"old": old, "new": new});
    me.ask("PUT", "/api/account/password", Some(body), "").await
}

/// Somebody who changes their name without a pause until told to stop.
fn renamer(me: &Client) -> (Arc<AtomicBool>, tokio::task::JoinHandle<()>) {
    let stop = Arc::new(AtomicBool::new(false));
    let (me, told) = (me.clone(), Arc::clone(&stop));
    let task = tokio::spawn(async move {
        let mut i = 0;
        while !told.load(Ordering::Relaxed) {
            i += 1;
            me.ask("PUT", "/api/me", Some(json!({"name": format!("Ann {i}")})), "").await;
        }
    });
    (stop, task)
}

/// Changing a name writes the name: whatever else happens to the person at the
/// same moment stays done.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_new_name_undoes_nothing() {
    for kind in ALL {
        let server = Server::start(kind).await;
        for i in 0..6 {
            // A registration.
            let mut me = Client::guest(&server).await;
            let login = format!("ann{i}");
            let (stop, task) = renamer(&me);
            tokio::time::sleep(Duration::from_millis(20)).await;
            let made = me.post("/api/account", json!({"login": login, "password": PASSWORD})).await;
            assert_eq!(made.status, 200, "{}", made.text);
            tokio::time::sleep(Duration::from_millis(20)).await;
            stop.store(true, Ordering::Relaxed);
            task.await.unwrap();
            me.take_cookie(&made);
            assert_eq!(me.get("/api/me").await.body["login"], json!(login));
            // A new password.
            let (stop, task) = renamer(&me);
            tokio::time::sleep(Duration::from_millis(20)).await;
            let changed = put_password(&me, PASSWORD, "mary read 1720").await;
            assert_eq!(changed.status, 204, "{}", changed.text);
            tokio::time::sleep(Duration::from_millis(20)).await;
            stop.store(true, Ordering::Relaxed);
            task.await.unwrap();
            assert_eq!(sign_in(&server, &login, PASSWORD).await.1.status, 403);
            let (me, signed) = sign_in(&server, &login, "mary read 1720").await;
            assert_eq!(signed.status, 200, "{}", signed.text);
            // The end of an account.
            let (stop, task) = renamer(&me);
            tokio::time::sleep(Duration::from_millis(20)).await;
            let all = json!({"login": login, "password": "mary read 1720"});
            let gone = me.ask("DELETE", "/api/account", Some(all.clone()), "").await;
            assert_eq!(gone.status, 204, "{}", gone.text);
            tokio::time::sleep(Duration::from_millis(20)).await;
            stop.store(true, Ordering::Relaxed);
            task.await.unwrap();
            assert_eq!(me.post("/api/login", all).await.status, 403);
        }
    }
}

/// Of two who change a password at the same moment one is told that it failed.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_new_passwords_one_counts() {
    let server = Server::start(Kind::Sqlite).await;
    account(&server, "ann").await;
    let (a, _) = sign_in(&server, "ann", PASSWORD).await;
    let (b, _) = sign_in(&server, "ann", PASSWORD).await;
    let (x, y) = tokio::join!(
        put_password(&a, PASSWORD, "mary read 1720"),
        put_password(&b, PASSWORD, "anne read 1721")
    );
    assert_eq!(u32::from(x.status == 204) + u32::from(y.status == 204), 1);
    let right = if x.status == 204 { "mary read 1720" } else { "anne read 1721" };
    assert_eq!(sign_in(&server, "ann", right).await.1.status, 200);
}

/// Reads until the socket is told to go; what it was told.
async fn told_to_go(socket: &mut common::Socket) -> Value {
    let bye = timeout(Duration::from_secs(5), socket.until("bye")).await;
    let bye = bye.expect("the socket is told to go");
    assert!(socket.try_next().await.is_none());
    bye
}

/// Whatever ends a session ends its sockets, and no others.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sockets_end_with_their_session() {
    for kind in ALL {
        let server = Server::start(kind).await;
        let duel = duel(&server).await;
        let table = &duel.table;
        account(&server, "ann").await;
        let watch = |me: Client| async move {
            let mut socket = me.socket(table, "as=spectator").await;
            socket.until("state").await;
            socket
        };
        // Signing out.
        let (me, _) = sign_in(&server, "ann", PASSWORD).await;
        let (other, _) = sign_in(&server, "ann", PASSWORD).await;
        let (mut mine, mut others) = (watch(me.clone()).await, watch(other.clone()).await);
        assert_eq!(me.post("/api/logout", json!({})).await.status, 204);
        assert_eq!(told_to_go(&mut mine).await["code"], "auth/required");
        assert_eq!(me.get("/api/sessions").await.status, 401);
        others.send(json!({"t": "ping"})).await;
        others.until("pong").await;
        // Ending a session from another.
        let (me, _) = sign_in(&server, "ann", PASSWORD).await;
        let mut mine = watch(me.clone()).await;
        let sessions = me.get("/api/sessions").await.body;
        let this = sessions.as_array().unwrap().iter().find(|s| s["this"] == true).unwrap();
        let path = format!("/api/sessions/{}", this["id"].as_str().unwrap());
        assert_eq!(other.ask("DELETE", &path, None, "").await.status, 204);
        told_to_go(&mut mine).await;
        // A token, and its end.
        let made = other.post("/api/tokens", json!({"label": "x"})).await.body;
        let bearer = format!("Bearer {}", made["token"].as_str().unwrap());
        let nobody = Client { addr: server.addr, cookie: String::new() };
        let headers = [("authorization", bearer.as_str())];
        let mut by_token = nobody.try_socket(table, "as=spectator", &headers).await.unwrap();
        by_token.until("state").await;
        let path = format!("/api/tokens/{}", made["id"].as_str().unwrap());
        assert_eq!(other.ask("DELETE", &path, None, "").await.status, 204);
        told_to_go(&mut by_token).await;
        // A new password ends all else, tokens too.
        let made = other.post("/api/tokens", json!({"label": "y"})).await.body;
        let bearer = format!("Bearer {}", made["token"].as_str().unwrap());
        let headers = [("authorization", bearer.as_str())];
        let mut by_token = nobody.try_socket(table, "as=spectator", &headers).await.unwrap();
        by_token.until("state").await;
        let (mut me, _) = sign_in(&server, "ann", PASSWORD).await;
        let changed = put_password(&me, PASSWORD, "mary read 1720").await;
        assert_eq!(changed.status, 204, "{}", changed.text);
        told_to_go(&mut others).await;
        told_to_go(&mut by_token).await;
        let header = format!("Authorization: {bearer}\r\n");
        assert_eq!(nobody.ask("GET", "/api/me", None, &header).await.status, 401);
        me.take_cookie(&changed);
        // The end of the account.
        let mut mine = watch(me.clone()).await;
        let all = json!({"login": "ann", "password": "mary read 1720"});
        assert_eq!(me.ask("DELETE", "/api/account", Some(all), "").await.status, 204);
        told_to_go(&mut mine).await;
        // Whoever else was there is still there.
        let mut w = duel.w;
        w.send(json!({"t": "ping"})).await;
        w.until("pong").await;
    }
}

/// A cookie that was signed out stays out, whatever was being looked up.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_cookie_that_was_signed_out_stays_out() {
    let server = Server::start(Kind::Sqlite).await;
    account(&server, "ann").await;
    for _ in 0..20 {
        let (me, _) = sign_in(&server, "ann", PASSWORD).await;
        let asking: Vec<_> = (0..6)
            .map(|_| {
                let me = me.clone();
                tokio::spawn(async move {
                    for _ in 0..6 {
                        me.get("/api/sessions").await;
                        // A rename makes everybody look again.
                        me.ask("PUT", "/api/me", Some(json!({"name": "Ann"})), "").await;
                    }
                })
            })
            .collect();
        tokio::time::sleep(Duration::from_millis(5)).await;
        me.post("/api/logout", json!({})).await;
        for task in asking {
            task.await.unwrap();
        }
        assert_eq!(me.get("/api/sessions").await.status, 401);
    }
}

/// Whoever guesses waits ever longer, by every way in; the owner elsewhere
/// does not.
#[tokio::test]
async fn guessing_is_slow_and_locks_nobody_out() {
    let config = admiralty_server::Config { proxy: true, ..quick() };
    let server = Server::with(Kind::Memory, config).await;
    let mut owner = account(&server, "ann").await;
    let nobody = Client { addr: server.addr, cookie: String::new() };
    let evil = "X-Forwarded-For: 203.0.113.9\r\n";
    let home = "X-Forwarded-For: 198.51.100.7\r\n";
    let wrong = || Some(json!({"login": "ann", "password": "wrong one"}));
    let right = || Some(json!({"login": "ann", "password": PASSWORD}));
    let mut told = Vec::new();
    for _ in 0..12 {
        let answer = nobody.ask("POST", "/api/login", wrong(), evil).await;
        told.push(answer.status);
    }
    assert_eq!(told.iter().filter(|status| **status == 403).count(), 5, "{told:?}");
    let refused = nobody.ask("POST", "/api/login", right(), evil).await;
    assert_eq!((refused.status, refused.code()), (429, "limit/rate"));
    assert_eq!(refused.header("retry-after"), Some("1"));
    // Each further failure doubles the wait.
    let mut waits = Vec::new();
    for _ in 0..6 {
        let wait = nobody.ask("POST", "/api/login", wrong(), evil).await;
        let wait: u64 = wait.header("retry-after").unwrap().parse().unwrap();
        waits.push(wait);
        server.time.pass(wait * 1000);
        assert_eq!(nobody.ask("POST", "/api/login", wrong(), evil).await.status, 403);
    }
    assert!(waits.windows(2).all(|pair| pair[1] == 2 * pair[0]), "{waits:?}");
    // At home nothing is noticed of it.
    let signed = nobody.ask("POST", "/api/login", right(), home).await;
    assert_eq!(signed.status, 200, "{}", signed.text);
    owner.take_cookie(&signed);
    // A session that somebody left open is no better place to guess from.
    let mut told = Vec::new();
    for i in 0..8 {
        let answer = if i % 2 == 0 {
            let body = json!({"old": "wrong one", "new": "mary read 1720"});
            owner.ask("PUT", "/api/account/password", Some(body), evil).await
        } else {
            owner.ask("DELETE", "/api/account", wrong(), evil).await
        };
        told.push(answer.status);
    }
    assert!(told.contains(&429) && !told.contains(&204), "{told:?}");
    // One place at many accounts.
    let spray = "X-Forwarded-For: 203.0.113.77\r\n";
    let mut last = 0;
    for i in 0..40 {
        let body = json!({"login": format!("person{i}"), "password": "wrong one"});
        last = nobody.ask("POST", "/api/login", Some(body), spray).await.status;
    }
    assert_eq!(last, 429);
    // The operator sees it: how many were wrong, and how many had to wait.
    let counted = Client { addr: server.ops, cookie: String::new() }.get("/metrics").await.text;
    let count = |result: &str| -> u64 {
        let name = format!("sign_ins_total{{result=\"{result}\"}} ");
        let line = counted.lines().find_map(|line| line.strip_prefix(&name));
        line.and_then(|n| n.parse().ok()).unwrap_or(0)
    };
    assert!(count("wrong") > 30 && count("delayed") > 10 && count("right") > 0, "{counted}");
}

/// Hundreds of sign-ins at once: a few are worked at, some wait, the rest are
/// told to come back, and memory stays where it was.
#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flood_of_sign_ins_takes_no_memory() {
    fn resident() -> u64 {
        let status = std::fs::read_to_string("/proc/self/status").unwrap();
        let line = status.lines().find(|line| line.starts_with("VmRSS")).unwrap();
        line.split_whitespace().nth(1).unwrap().parse().unwrap()
    }
    let server =
        Server::with(Kind::Memory, admiralty_server::Config { proxy: true, ..quick() }).await;
    let addr = server.addr;
    let before = resident();
    let tasks: Vec<_> = (0..300)
        .map(|i| {
            tokio::spawn(async move {
                let nobody = Client { addr, cookie: String::new() };
                let body = json!({"login": format!("n{i}"), "password": "wrong one"});
                let from = format!("X-Forwarded-For: 10.1.{}.{}\r\n", i / 250, i % 250);
                nobody.ask("POST", "/api/login", Some(body), &from).await.status
            })
        })
        .collect();
    let mut most = 0;
    while !tasks.iter().all(tokio::task::JoinHandle::is_finished) {
        most = most.max(resident());
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let mut refused = 0;
    for task in tasks {
        let status = task.await.unwrap();
        // 0: the client's own patience of 3 s ended first.
        assert!([403, 429, 0].contains(&status), "{status}");
        refused += u32::from(status == 429);
    }
    assert!(refused > 100, "{refused} were told to come back");
    assert!(most < before + 250_000, "from {before} to {most} kB");
}

#[tokio::test]
async fn an_account_begins_with_a_new_session_and_ends_when_nobody_comes() {
    for kind in ALL {
        let server = Server::start(kind).await;
        let mut me = Client::guest(&server).await;
        let before = me.clone();
        let made = me.post("/api/account", json!({"login": "ann", "password": PASSWORD})).await;
        me.take_cookie(&made);
        assert_ne!(me.cookie, before.cookie);
        assert_eq!(before.get("/api/sessions").await.status, 401);
        assert_eq!(me.get("/api/sessions").await.status, 200);
        let day = 24 * 3600 * 1000;
        // Used now and then it goes on, and the cookie with it.
        for _ in 0..3 {
            server.time.pass(60 * day);
            let answer = me.get("/api/sessions").await;
            assert_eq!(answer.status, 200);
            assert!(answer.header("set-cookie").unwrap().contains("Max-Age=7776000"));
        }
        server.time.pass(91 * day);
        assert_eq!(me.get("/api/sessions").await.status, 401);
    }
}

#[tokio::test]
async fn common_passwords_are_refused() {
    let server = Server::start(Kind::Memory).await;
    let me = Client::guest(&server).await;
    for password in ["12345678", "Password1!", "qwertyuiop", "admiralty", "ann-ann-", "short"] {
        let answer = me.post("/api/account", json!({"login": "ann", "password": password})).await;
        assert_eq!((answer.status, answer.code()), (400, "request/malformed"), "{password}");
    }
    let made = me.post("/api/account", json!({"login": "ann", "password": PASSWORD})).await;
    assert_eq!(made.status, 200);
}

/// A code from the day of registration opens the door once, and shuts all others.
#[tokio::test]
async fn a_lost_password_is_recovered_by_a_code() {
    for kind in ALL {
        let server = Server::start(kind).await;
        let mut me = Client::guest(&server).await;
        let made = me.post("/api/account", json!({"login": "ann", "password": PASSWORD})).await;
        me.take_cookie(&made);
        let codes: Vec<String> = serde_json::from_value(made.body["codes"].clone()).unwrap();
        assert!(codes.len() == 8 && codes.iter().all(|code| code.len() == 23), "{codes:?}");
        let nobody = Client { addr: server.addr, cookie: String::new() };
        let recover = |code: &str, new: &str| {
            nobody.post("/api/recover", json!({"login": "Ann", "code": code, "password": new}))
        };
        assert_eq!(recover("aaaaa-aaaaa-aaaaa-aaaaa", "mary read 1").await.status, 403);
        assert_eq!(recover(&codes[0], "password").await.status, 400);
        let back = recover(&codes[0], "mary read 1720").await;
        assert_eq!((back.status, &back.body["login"]), (200, &json!("ann")), "{}", back.text);
        assert_eq!(me.get("/api/sessions").await.status, 401);
        assert_eq!(sign_in(&server, "ann", PASSWORD).await.1.status, 403);
        me.take_cookie(&back);
        // Once is once, and of others' there is nothing to be had.
        assert_eq!(recover(&codes[0], "anne read 1721").await.status, 403);
        // New codes for the password; the old ones are void.
        let wrong = me.post("/api/account/codes", json!({"login": "ann", "password": "no no no"}));
        assert_eq!(wrong.await.status, 403);
        let own = json!({"login": "ann", "password": "mary read 1720"});
        let fresh = me.post("/api/account/codes", own).await;
        assert_eq!(fresh.body["codes"].as_array().unwrap().len(), 8, "{}", fresh.text);
        assert_eq!(recover(&codes[1], "anne read 1721").await.status, 403);
        let code = fresh.body["codes"][0].as_str().unwrap();
        assert_eq!(recover(&code.to_uppercase(), "anne read 1721").await.status, 200);
    }
}

/// Names are what they look like, and nobody at a table looks like another.
#[tokio::test]
async fn nobody_is_taken_for_another() {
    let server = Server::start(Kind::Sqlite).await;
    let (ann, evil, other) =
        (Client::guest(&server).await, Client::guest(&server).await, Client::guest(&server).await);
    let name = |me: &Client, name: &str| {
        let (me, body) = (me.clone(), json!({"name": name}));
        async move { me.ask("PUT", "/api/me", Some(body), "").await }
    };
    for bad in
        ["An\u{200b}n", "\u{202e}nnA", "\u{3164}", "Аnn", "A\u{300}\u{301}\u{302}n", "\u{1b}[31m"]
    {
        let answer = name(&evil, bad).await;
        assert_eq!((answer.status, answer.code()), (400, "request/malformed"), "{bad:?}");
        assert!(answer.body["says"].as_str().unwrap().starts_with("A name"), "{}", answer.text);
    }
    assert_eq!(name(&ann, "Ann").await.status, 200);
    assert_eq!(name(&evil, "ANN.").await.status, 200);
    assert_eq!(name(&other, "Αnn").await.status, 400);
    assert_eq!(name(&other, "Ａnn").await.status, 200);
    let plan = json!({"game": "naval_battle", "public": true,
                      "seats": [{"kind": "me"}, {"kind": "open"}]});
    let table = ann.create(plan).await["id"].as_str().unwrap().to_string();
    let joined = evil.post(&format!("/api/tables/{table}/join"), json!({})).await;
    assert_eq!(joined.body["seats"][0]["holder"]["name"], "Ann");
    assert_eq!(joined.body["seats"][1]["holder"]["name"], "ANN. (2)", "{}", joined.text);
    // Nor among those who watch.
    let mut watcher = other.socket(&table, "as=spectator").await;
    watcher.until("state").await;
    watcher.send(json!({"t": "chat", "id": "c", "text": "I am Ann"})).await;
    let line = watcher.until("chat").await;
    assert_eq!(line["line"]["name"], "Ａnn (3)", "{line}");
}

/// Where it counts nobody plays against themselves; at one table they may, and
/// it is said.
#[tokio::test]
async fn nobody_plays_both_sides_in_public() {
    let server = Server::start(Kind::Memory).await;
    let me = Client::guest(&server).await;
    for second in [json!({"kind": "me"}), json!({"kind": "same", "name": "Mary"})] {
        let plan = json!({"game": "naval_battle", "public": true, "start": true,
                          "seats": [{"kind": "me"}, second]});
        let refused = me.post("/api/tables", plan).await;
        assert_eq!((refused.status, refused.code()), (422, "table/setup"), "{}", refused.text);
        assert!(refused.text.contains("against themselves"), "{}", refused.text);
    }
    let open = json!({"game": "naval_battle", "public": true,
                      "seats": [{"kind": "me"}, {"kind": "open"}]});
    let made = me.create(open).await;
    assert!(made.get("same").is_none());
    let table = made["id"].as_str().unwrap();
    let join = format!("/api/tables/{table}/join");
    let refused = me.post(&join, json!({})).await;
    assert_eq!((refused.status, refused.code()), (409, "table/seat"), "{}", refused.text);
    // A token of the same person is the same person.
    let token = me.post("/api/tokens", json!({"label": "my bot"})).await.body;
    let bearer = format!("Authorization: Bearer {}\r\n", token["token"].as_str().unwrap());
    let nobody = Client { addr: server.addr, cookie: String::new() };
    assert_eq!(nobody.ask("POST", &join, Some(json!({})), &bearer).await.status, 409);
    assert_eq!(Client::guest(&server).await.post(&join, json!({})).await.status, 200);
    // At one table it is wanted.
    let plan = json!({"game": "naval_battle", "start": true,
                      "seats": [{"kind": "me"}, {"kind": "same", "name": "Mary"}]});
    let made = me.create(plan).await;
    assert_eq!(made["same"], true, "{made}");
    let watched = me.get(&format!("/api/tables/{}", made["id"].as_str().unwrap())).await;
    assert_eq!(watched.body["same"], true);
}

/// A hundred empty tables hide nobody's, and go away by themselves.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn empty_tables_do_not_hide_the_lobby() {
    for kind in ALL {
        let config = admiralty_server::Config { proxy: true, ..quick() };
        let server = Server::with(kind, config).await;
        let plan = json!({"game": "naval_battle", "public": true,
                          "seats": [{"kind": "me"}, {"kind": "open"}]});
        let ann = Client::guest(&server).await;
        let waited = ann.create(plan.clone()).await["id"].as_str().unwrap().to_string();
        let mut here = ann.socket(&waited, "as=0").await;
        here.until("state").await;
        // One person, then ever new ones from one place: both are told.
        let evil = Client::guest(&server).await;
        let from = "X-Forwarded-For: 203.0.113.9\r\n";
        let mut said = String::new();
        for _ in 0..25 {
            let made = evil.ask("POST", "/api/tables", Some(plan.clone()), from).await;
            if made.status != 201 {
                assert_eq!((made.status, made.code()), (429, "limit/tables"));
                said = made.body["says"].as_str().unwrap().to_string();
            }
        }
        assert!(said.contains("20 tables"), "{said}");
        let more = Client::guest(&server).await;
        let refused = more.ask("POST", "/api/tables", Some(plan.clone()), from).await;
        assert_eq!((refused.status, refused.code()), (429, "limit/tables"), "{}", refused.text);
        // From many places: listed, but behind those where somebody waits.
        for i in 0..110 {
            let someone = Client::guest(&server).await;
            let from = format!("X-Forwarded-For: 198.51.100.{i}\r\n");
            let made = someone.ask("POST", "/api/tables", Some(plan.clone()), &from).await;
            assert_eq!(made.status, 201, "{}", made.text);
        }
        let open = ann.get("/api/tables?list=open").await.body;
        let tables = open["tables"].as_array().unwrap();
        assert_eq!(tables.len(), 100);
        assert_eq!(tables[0]["id"], json!(waited));
        // An hour later only she is still there.
        server.clear_lobby().await;
        server.time.pass(61 * 60_000);
        assert_eq!(server.clear_lobby().await, 130);
        let open = ann.get("/api/tables?list=open").await.body;
        assert_eq!(open["tables"].as_array().unwrap().len(), 1);
        assert_eq!(evil.get("/api/tables?list=mine").await.body["tables"], json!([]));
        // And when she leaves, her table too.
        drop(here);
        for _ in 0..100 {
            if ann.get(&format!("/api/tables/{waited}")).await.body["seats"][0]["present"] == false
            {
                break;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        assert_eq!(server.clear_lobby().await, 0);
        server.time.pass(61 * 60_000);
        assert_eq!(server.clear_lobby().await, 1);
        assert_eq!(ann.get(&format!("/api/tables/{waited}")).await.status, 404);
        let joined = ann.post(&format!("/api/tables/{waited}/join"), json!({})).await;
        assert_eq!(joined.code(), "table/unknown");
    }
}

/// What somebody keeps with their profile is theirs in every browser, nobody else's, limited, and
/// gone with them.
#[tokio::test]
async fn things_are_kept_with_the_profile() {
    let put = |me: Client, key: &str, body: &str| {
        let kept = json!({"key": key, "body": body});
        async move { me.ask("PUT", "/api/me/kept", Some(kept), "").await }
    };
    for kind in ALL {
        let server = Server::start(kind).await;
        let ann = account(&server, "ann").await;
        assert_eq!(ann.get("/api/me/kept").await.body, json!([]));
        let fleets = r#"[{"name":"Hunters","ids":["US-CHICAGO"]}]"#;
        assert_eq!(put(ann.clone(), "board_game.fleets", "old").await.status, 204);
        assert_eq!(put(ann.clone(), "board_game.fleets", fleets).await.status, 204);
        let all = json!([{"key": "board_game.fleets", "body": fleets}]);
        // A guest elsewhere keeps something too, and signs in as Ann: what Ann has stays.
        let mut guest = Client::guest(&server).await;
        assert_eq!(guest.get("/api/me/kept").await.body, json!([]));
        put(guest.clone(), "board_game.fleets", "[]").await;
        put(guest.clone(), "board_game.lines", "{}").await;
        let wish = json!({"login": "ann", "password": PASSWORD});
        let signed = guest.post("/api/login", wish.clone()).await;
        guest.take_cookie(&signed);
        let both = json!([all[0], {"key": "board_game.lines", "body": "{}"}]);
        assert_eq!(guest.get("/api/me/kept").await.body, both);
        assert_eq!(ann.get("/api/me/export").await.body["kept"], both);
        // Nothing is kept any more under an empty body.
        assert_eq!(put(ann.clone(), "board_game.lines", "").await.status, 204);
        assert_eq!(ann.get("/api/me/kept").await.body, all);
        // Limits: of keys, of length, of number.
        for key in ["", "../x", "two words", &"k".repeat(65)] {
            assert_eq!(put(ann.clone(), key, "x").await.status, 400, "{key}");
        }
        assert_eq!(put(ann.clone(), "long", &"x".repeat(16 * 1024)).await.status, 204);
        let long = put(ann.clone(), "long", &"x".repeat(16 * 1024 + 1)).await;
        assert_eq!(long.status, 413, "{}", long.text);
        for n in 2..32 {
            assert_eq!(put(ann.clone(), &format!("k{n}"), "x").await.status, 204);
        }
        assert_eq!(put(ann.clone(), "one-more", "x").await.status, 409);
        assert_eq!(put(ann.clone(), "k2", "y").await.status, 204);
        // It is gone with the account.
        assert_eq!(ann.ask("DELETE", "/api/account", Some(wish), "").await.status, 204);
        let anew = account(&server, "ann").await;
        assert_eq!(anew.get("/api/me/kept").await.body, json!([]));
    }
}
