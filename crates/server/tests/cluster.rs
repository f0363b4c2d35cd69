//! Nodes on one database: whose a table is, what a node may still do that has lost
//! its lease, and what two nodes show of one table.

#![cfg(feature = "nats")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

use admiralty_server::store::{
    CallOp, CallRow, Calls, Claim, Guard, Leases, LineRow, MannersOp, MannersStore, Memory, Op,
    Postgres, ReportRow, ShunRow, Sqlite, Store, StoreError, TournamentStore, UserRow, UserSet,
};
use admiralty_server::{Config, Parts, Role, bots, bus, clock, ids};
use common::nodes::{Node, nats};
use common::{Client, Folder, database, quick};
use serde_json::json;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

async fn commit(store: &dyn Store, ops: Vec<Op>) -> Result<(), StoreError> {
    let (done, wait) = tokio::sync::oneshot::channel();
    store.commit(ops, Box::new(move |written| drop(done.send(written))));
    wait.await.unwrap()
}

fn line(num: i64, line: u32) -> Op {
    let row = LineRow { line, act: format!("act {line}"), nums: vec![line], ..LineRow::default() };
    Op::Line(num, row)
}

async fn joined(url: &str) -> (Postgres, i64) {
    let store = Postgres::open(url).await.unwrap();
    let node = store.join("test", true).await.unwrap();
    (store, node)
}

/// Takes a lease away as if its time had run out.
fn expire(url: &str, node: i64) {
    let sql =
        format!("UPDATE node SET until = clock_timestamp() - INTERVAL '1 s' WHERE id = {node}");
    let out = std::process::Command::new("psql").args(["-X", "-q", "-c", &sql, url]).status();
    assert!(out.unwrap().success());
}

#[tokio::test]
async fn one_owner_writes_and_a_paused_one_is_refused() {
    let url = database();
    let (a, node_a) = joined(&url).await;
    let (b, node_b) = joined(&url).await;
    let num = a.fresh_num().await.unwrap().unwrap();
    assert_eq!(a.claim(num).await.unwrap(), Claim::Mine(1));
    assert_eq!(a.claim(num).await.unwrap(), Claim::Mine(1), "its own it may take again");
    assert_eq!(b.claim(num).await.unwrap(), Claim::Theirs(node_a));
    let guard = || Guard::leased(num, 1);
    commit(&a, vec![line(num, 1), Op::Only(guard())]).await.unwrap();
    // The other one cannot write by a lease it does not have.
    let refused = commit(&b, vec![line(num, 2), Op::Only(guard())]).await;
    assert_eq!(refused, Err(StoreError::Stale));

    // The owner is paused past its lease: another takes the table, and what the owner
    // had meant to write is refused, as is everything of it from then on.
    expire(&url, node_a);
    assert_eq!(b.claim(num).await.unwrap(), Claim::Mine(2));
    let late = guard();
    let refused = commit(&a, vec![line(num, 2), Op::Only(late.clone())]).await;
    assert_eq!(refused, Err(StoreError::Stale));
    assert!(late.is_broken(), "it learns that from the first refusal");
    assert!(!a.renew(0).await.unwrap().held, "a lease that is over is not renewed");
    assert_eq!(a.claim(num).await.unwrap(), Claim::Lapsed);
    commit(&b, vec![line(num, 2), Op::Only(Guard::leased(num, 2))]).await.unwrap();
    // Even if it joins again the old epoch is void.
    a.join("again", true).await.unwrap();
    let refused = commit(&a, vec![line(num, 3), Op::Only(guard())]).await;
    assert_eq!(refused, Err(StoreError::Stale));
    assert_eq!(a.claim(num).await.unwrap(), Claim::Theirs(node_b));
    b.leave().await.unwrap();
    assert_eq!(a.claim(num).await.unwrap(), Claim::Mine(3), "what is given back is free at once");
    let lines = a.lines(num).await.unwrap();
    assert_eq!(lines.iter().map(|line| line.line).collect::<Vec<_>>(), [1, 2]);
}

#[tokio::test]
async fn of_many_tables_in_one_commit_each_may_fail_alone() {
    let url = database();
    let (a, _) = joined(&url).await;
    let mut waits = Vec::new();
    for num in 1..=50 {
        // Every seventh is not this node's, every eleventh has a gap in its lines.
        let epoch = if num % 7 == 0 { 9 } else { 1 };
        a.claim(num).await.unwrap();
        let first = if num % 11 == 0 { 2 } else { 1 };
        let guard = Guard::leased(num, epoch);
        for n in first..first + 3 {
            let (done, wait) = tokio::sync::oneshot::channel();
            let ops = vec![line(num, n), Op::Only(guard.clone())];
            a.commit(ops, Box::new(move |written| drop(done.send(written))));
            waits.push((num, wait));
        }
    }
    for (num, wait) in waits {
        let good = num % 7 != 0 && num % 11 != 0;
        assert_eq!(wait.await.unwrap().is_ok(), good, "table {num}");
    }
    for num in 1..=50 {
        let good = num % 7 != 0 && num % 11 != 0;
        let lines = a.lines(num).await.unwrap();
        assert_eq!(lines.len(), if good { 3 } else { 0 }, "table {num}");
    }
}

#[tokio::test]
async fn lines_have_one_number_each_whoever_writes_without_a_lease() {
    let url = database();
    let (a, b) = (Postgres::open(&url).await.unwrap(), Postgres::open(&url).await.unwrap());
    commit(&a, vec![line(5, 1), line(5, 2)]).await.unwrap();
    assert_eq!(commit(&b, vec![line(5, 2)]).await, Err(StoreError::Stale));
    assert_eq!(commit(&b, vec![line(5, 4)]).await, Err(StoreError::Stale));
    commit(&b, vec![line(5, 3)]).await.unwrap();
    // The three stores agree on what follows.
    let folder = Folder::new();
    let file = Sqlite::open(&folder.0.join("a.db")).unwrap();
    let memory = Memory::default();
    for store in [&file as &dyn Store, &memory] {
        commit(store, vec![line(5, 1), line(5, 2)]).await.unwrap();
        assert_eq!(commit(store, vec![line(5, 2)]).await, Err(StoreError::Stale));
    }
}

/// A node in this process, with the real clock.
async fn node(url: &str, roles: &[Role]) -> Node {
    let store = Postgres::open(url).await.unwrap();
    let secret = store.secret([9; 32]).await.unwrap();
    let (_, name) = url.rsplit_once('/').unwrap();
    let nats = nats();
    Node::start(Parts {
        config: Config { bus: Some(nats.clone()), roles: roles.to_vec(), ..quick() },
        store: Arc::new(store),
        time: Arc::new(clock::System),
        entropy: Arc::new(ids::Os),
        games: admiralty_catalog::games(),
        minds: Arc::new(bots::OwnMinds),
        bus: Arc::new(bus::Nats::connect(&nats, name).await.unwrap()),
        secret,
    })
    .await
}

const ALL: [Role; 3] = [Role::Edge, Role::Room, Role::Bots];

async fn guest(addr: SocketAddr) -> Client {
    let mut client = Client { addr, cookie: String::new() };
    let answer = client.get("/api/me").await;
    client.take_cookie(&answer);
    client
}

#[tokio::test]
async fn a_game_over_two_nodes_and_its_owner_drains() {
    let url = database();
    let (mut a, b) = (node(&url, &ALL).await, node(&url, &ALL).await);
    // Let each know the other.
    tokio::time::sleep(Duration::from_millis(1500)).await;
    let (white, red) = (guest(a.addr).await, guest(b.addr).await);
    let plan = json!({"game": "naval_battle", "seats": [{"kind": "me"}, {"kind": "open"}],
                      "public": true});
    let table = white.create(plan).await["id"].as_str().unwrap().to_string();
    let joined = red.post(&format!("/api/tables/{table}/join"), json!({})).await;
    assert_eq!(joined.status, 200, "{}", joined.text);
    let mut w = white.socket(&table, "as=0").await;
    let mut r = red.socket(&table, "as=1").await;
    for socket in [&mut w, &mut r] {
        loop {
            let state = socket.until("state").await;
            if state["table"]["status"] == "playing" || state["view"].is_object() {
                break;
            }
        }
    }
    for socket in [&mut w, &mut r] {
        socket.must("deploy @Citadel").await;
        socket.must("ready").await;
    }
    let refused = r.act("nonsense").await;
    assert_eq!(refused["t"], "no", "{refused}");
    // A spectator at the other node sees what spectators see, and no more.
    let mut s = Client { addr: b.addr, cookie: String::new() }.socket(&table, "").await;
    s.until("state").await;
    let at_owner = Client { addr: a.addr, cookie: String::new() };
    let mut t = at_owner.socket(&table, "").await;
    t.until("state").await;
    assert_eq!(s.view, t.view);

    // The owner is told to stop: both come to the other node, and the game goes on.
    let begun = Instant::now();
    a.stop.take().unwrap().send(()).unwrap();
    let bye = r.until("bye").await;
    assert_eq!(bye["code"], "server/stopping", "{bye}");
    let mut r2 = loop {
        match red.try_socket(&table, &format!("as=1&from={}", r.n), &[]).await {
            Ok(socket) => break socket,
            Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
        }
    };
    r2.n = r.n;
    let here = r2.next().await;
    assert!(here["t"] == "here" || here["t"] == "state", "{here}");
    let took = begun.elapsed();
    println!("after a drain the table is taken up in {} ms", took.as_millis());
    assert!(took < Duration::from_secs(8), "{took:?}");
    tokio::time::timeout(Duration::from_secs(10), a.done.take().unwrap())
        .await
        .expect("it is gone within 10 s")
        .unwrap()
        .unwrap();
    let white = Client { addr: b.addr, ..white };
    let mut w2 = white.socket(&table, "as=0").await;
    w2.until("state").await;
    let end = w2.act("resign").await;
    assert_eq!(end["t"], "up", "{end}");
    let record = white.get(&format!("/api/tables/{table}/record")).await;
    admiralty_catalog::verify(admiralty_catalog::games(), &record.text).unwrap();
}

#[tokio::test]
async fn a_session_ended_at_one_node_ends_at_the_other() {
    let url = database();
    let (a, b) = (node(&url, &ALL).await, node(&url, &ALL).await);
    tokio::time::sleep(Duration::from_millis(1200)).await;
    let me = guest(a.addr).await;
    let plan = json!({"game": "naval_battle", "start": true,
                      "seats": [{"kind": "me"}, {"kind": "me"}]});
    let table = me.create(plan).await["id"].as_str().unwrap().to_string();
    let there = Client { addr: b.addr, ..me.clone() };
    let mut socket = there.socket(&table, "as=0").await;
    socket.until("state").await;
    let begun = Instant::now();
    let out = me.post("/api/logout", json!({})).await;
    assert!(out.status < 300, "{}", out.text);
    let bye = socket.until("bye").await;
    assert_eq!(bye["code"], "auth/required", "{bye}");
    println!("a session ended elsewhere after {} ms", begun.elapsed().as_millis());
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
}

/// Each node knows what the others have let one address open.
#[tokio::test]
async fn what_one_address_opens_is_counted_by_all_nodes() {
    let url = database();
    let nodes = [node(&url, &ALL).await, node(&url, &ALL).await];
    let plan = json!({"game": "naval_battle", "public": true,
                      "seats": [{"kind": "me"}, {"kind": "open"}]});
    let (mut made, mut refused) = (0, [false; 2]);
    // Ever new people by turns, until both nodes refuse.
    for i in 0..60 {
        let me = guest(nodes[i % 2].addr).await;
        let answer = me.post("/api/tables", plan.clone()).await;
        match answer.status {
            201 => made += 1,
            _ => {
                assert_eq!((answer.status, answer.code()), (429, "limit/tables"));
                refused[i % 2] = true;
            }
        }
        if refused == [true; 2] {
            break;
        }
    }
    assert_eq!(refused, [true; 2], "{made} tables were made");
    // Twenty, and what was on its way; each node alone would have let twenty pass.
    assert!((20..30).contains(&made), "{made} tables were made");
}

#[tokio::test]
async fn bots_think_at_machines_of_their_own() {
    let url = database();
    let room = node_thinking_elsewhere(&url).await;
    let thinker = node(&url, &[Role::Bots]).await;
    tokio::time::sleep(Duration::from_millis(1200)).await;
    let me = guest(room.addr).await;
    let plan = json!({"game": "naval_battle", "start": true,
                      "seats": [{"kind": "me"}, {"kind": "bot", "level": "random"}]});
    let table = me.create(plan).await["id"].as_str().unwrap().to_string();
    let mut socket = me.socket(&table, "as=0").await;
    socket.until("state").await;
    socket.must("deploy @Citadel").await;
    socket.must("ready").await;
    // The bot deploys as well: then somebody is awaited to move.
    while socket.awaited.is_empty() {
        socket.next().await;
    }
    drop(thinker);
}

async fn node_thinking_elsewhere(url: &str) -> Node {
    let config = Config {
        store: admiralty_server::StoreKind::Postgres(url.into()),
        bus: Some(nats()),
        roles: vec![Role::Edge, Role::Room],
        ..quick()
    };
    Node::start(admiralty_server::open_parts(config).await.unwrap()).await
}

#[test]
fn everything_moves_to_postgres_and_back() {
    use admiralty_server::{Place, move_now};
    let url = database();
    let [old, back] = [Folder::new(), Folder::new()];
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let config = || Config { data: old.0.clone(), ..quick() };
    let table = runtime.block_on(async {
        let parts = admiralty_server::parts(config()).unwrap();
        let mut node = Node::start(parts).await;
        let me = guest(node.addr).await;
        let account = json!({"login": "anson", "password": "a long voyage round"});
        let made = me.post("/api/account", account).await;
        assert!(made.status < 300, "{}", made.text);
        let mut me = me;
        me.take_cookie(&made);
        let plan = json!({"game": "naval_battle", "start": true,
                          "seats": [{"kind": "me"}, {"kind": "me"}]});
        let table = me.create(plan).await["id"].as_str().unwrap().to_string();
        let cup = json!({"name": "The Nore Cup", "game": "naval_battle", "system": "swiss",
                         "clock": {"kind": "days", "days": 3, "flag": "lose"}});
        assert_eq!(me.post("/api/tournaments", cup).await.status, 201);
        for seat in ["as=0", "as=1"] {
            let mut socket = me.socket(&table, seat).await;
            socket.until("state").await;
            socket.must("deploy @Citadel").await;
            socket.must("ready").await;
            socket.send(json!({"t": "chat", "id": "c", "text": "Well met"})).await;
            socket.answer("c").await;
        }
        node.stop.take().unwrap().send(()).unwrap();
        node.done.take().unwrap().await.unwrap().unwrap();
        table
    });
    let more = runtime.block_on(async {
        let store = common::open_when_free(&old.0.join("admiralty.db")).await;
        with_manners_and_calls(&store).await
    });
    drop(runtime);
    std::thread::sleep(Duration::from_millis(300));
    let file = Place::Sqlite(old.0.join("admiralty.db"));
    let base = Place::Postgres(url.clone());
    let moved = move_now(&file, &base).unwrap();
    assert_eq!((moved.tables, moved.broken.len()), (1, 0), "{moved:?}");
    assert!(moved.lines >= 4 && moved.people >= 1, "{moved:?}");
    let again = move_now(&file, &base).unwrap_err();
    assert!(format!("{again:#}").contains("empty store"), "{again:#}");
    let returned = Place::Sqlite(back.0.join("admiralty.db"));
    assert_eq!(move_now(&base, &returned).unwrap(), moved);
    let keys = [&old, &back].map(|folder| std::fs::read(folder.0.join("secret.key")).unwrap());
    assert_eq!(keys[0], keys[1]);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let stores = [&old, &back].map(|f| Sqlite::open(&f.0.join("admiralty.db")).unwrap());
        let rows = [stores[0].table(&table).await.unwrap(), stores[1].table(&table).await.unwrap()];
        assert_eq!(rows[0], rows[1]);
        let row = rows[0].as_ref().unwrap();
        let lines =
            [stores[0].lines(row.num).await.unwrap(), stores[1].lines(row.num).await.unwrap()];
        assert_eq!(lines[0], lines[1]);
        let users = [
            stores[0].user_by_login("anson").await.unwrap(),
            stores[1].user_by_login("anson").await.unwrap(),
        ];
        assert_eq!(users[0].as_ref().unwrap().password, users[1].as_ref().unwrap().password);
        let cups = [
            stores[0].tournaments(true, 9).await.unwrap(),
            stores[1].tournaments(true, 9).await.unwrap(),
        ];
        assert_eq!((cups[0].len(), &cups[0]), (1, &cups[1]));
        // Who keeps away from whom, reports, moderators, and messages that wait or were sent.
        assert_eq!(manners_and_calls(&stores[1]).await, more);
        assert_eq!(manners_and_calls(&stores[0]).await.1.len(), 2, "taking them shows them all");
    });
}

/// Everything that one person has to do with another, and the messages that wait.
type More = (String, Vec<CallRow>);

async fn with_manners_and_calls(store: &Sqlite) -> More {
    let mine = store.user_by_login("anson").await.unwrap().unwrap().id;
    let other = UserRow { id: "other".into(), name: "Bligh".into(), ..UserRow::default() };
    let shun = ShunRow { user: mine.clone(), whom: "other".into(), block: true, at: 7 };
    let report = |id: &str, open| ReportRow {
        id: id.into(),
        by: mine.clone(),
        about: "other".into(),
        at: 8,
        open,
        card: format!("{{\"id\":\"{id}\"}}"),
        body: "{\"as\":\"0\"}".into(),
    };
    let call = |id: &str, due| CallRow {
        id: id.into(),
        user: mine.clone(),
        at: 9,
        due,
        tries: 1,
        body: "{}".into(),
    };
    let set = UserSet { moderator: Some(true), shut: Some(99), ..UserSet::default() };
    let manners = |op| Op::Manners(Box::new(op));
    let put = |row| Op::Call(Box::new(CallOp::Put(row)));
    let ops = vec![
        Op::NewUser(other),
        Op::SetUser { user: mine.clone(), version: None, set },
        manners(MannersOp::Shun(shun)),
        manners(MannersOp::Report(report("open", true))),
        manners(MannersOp::Report(report("done", false))),
        put(call("a", Some(10))),
        put(call("b", Some(20))),
        put(call("sent", None)),
    ];
    commit(store, ops).await.unwrap();
    manners_and_calls(store).await
}

async fn manners_and_calls(store: &Sqlite) -> More {
    let user = store.user_by_login("anson").await.unwrap().unwrap();
    let shuns = store.shuns_of(&user.id).await.unwrap();
    let reports = [store.report("open").await.unwrap(), store.report("done").await.unwrap()];
    let counts = store.counts().await.unwrap();
    let counts: Vec<_> = counts.iter().filter(|(name, _)| name == "calls").collect();
    let says = format!("{} {} {shuns:?} {reports:?} {counts:?}", user.moderator, user.shut);
    let mut calls = store.take_calls(30, 30, 9).await.unwrap();
    calls.sort_by(|a, b| a.id.cmp(&b.id));
    calls.iter_mut().for_each(|call| call.due = None);
    (says, calls)
}

/// Two who look for a game at two nodes find each other, whichever of them has the search; and
/// who keeps away from somebody is not paired with them, at whichever node that was said.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_who_look_at_two_nodes_find_each_other() {
    let url = database();
    let nodes = [node(&url, &ALL).await, node(&url, &ALL).await];
    for node in &nodes {
        node.app.look_for_nodes().await;
    }
    let people = [guest(nodes[0].addr).await, guest(nodes[1].addr).await];
    let mut seeks = Vec::new();
    for me in &people {
        let begun = me.post("/api/seeks", json!({"game": "naval_battle"})).await;
        assert_eq!(begun.status, 201, "{}", begun.text);
        seeks.push(begun.body["id"].as_str().unwrap().to_string());
    }
    let mut tables = Vec::new();
    for (me, id) in people.iter().zip(&seeks) {
        let found = me.get(&format!("/api/seeks/{id}")).await;
        tables.push(found.body["table"].as_str().expect("a table").to_string());
        // Any node answers, and each only to whose it is.
        let elsewhere = Client { addr: nodes[1].addr, ..me.clone() };
        assert_eq!(elsewhere.get(&format!("/api/seeks/{id}")).await.status, 200);
    }
    assert_eq!(tables[0], tables[1]);
    assert_eq!(people[0].get(&format!("/api/seeks/{}", seeks[1])).await.status, 404);
    // One of two others blocks the other at the node that has no search, while both look.
    let others = [guest(nodes[0].addr).await, guest(nodes[1].addr).await];
    let whom = others[1].get("/api/me").await.body["id"].as_str().unwrap().to_string();
    let wish = json!({"game": "fleet_actions"});
    let one = others[0].post("/api/seeks", wish.clone()).await;
    let one = one.body["id"].as_str().unwrap().to_string();
    for addr in [nodes[0].addr, nodes[1].addr] {
        let me = Client { addr, ..others[0].clone() };
        let how = Some(json!({"how": "block"}));
        let kept = me.ask("PUT", &format!("/api/people/{whom}/shun"), how, "").await;
        assert_eq!(kept.status, 200, "{}", kept.text);
    }
    tokio::time::sleep(Duration::from_millis(300)).await;
    let two = others[1].post("/api/seeks", wish).await.body["id"].as_str().unwrap().to_string();
    for (me, id) in others.iter().zip([one, two]) {
        let alone = me.get(&format!("/api/seeks/{id}")).await;
        assert_eq!((alone.status, alone.body.get("table")), (200, None), "{}", alone.text);
    }
}

/// Whoever watches at the node that has the table and whoever watches at the other are as far
/// behind as the table says, and are told the same, byte for byte.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn spectators_at_two_nodes_see_the_same_and_as_late() {
    let url = database();
    let nodes = [node(&url, &ALL).await, node(&url, &ALL).await];
    for node in &nodes {
        node.app.look_for_nodes().await;
    }
    let (white, red) = (guest(nodes[0].addr).await, guest(nodes[1].addr).await);
    let plan = json!({"game": "naval_battle", "seats": [{"kind": "me"}, {"kind": "open"}],
                      "public": true, "options": {"deploy": {"W": "@Citadel", "R": "@Citadel"}},
                      "watch": {"delay": {"kind": "moves", "moves": 2}, "talk": false}});
    let table = white.create(plan).await["id"].as_str().unwrap().to_string();
    let joined = red.post(&format!("/api/tables/{table}/join"), json!({})).await;
    assert_eq!(joined.status, 200, "{}", joined.text);
    let mut players = [white.socket(&table, "as=0").await, red.socket(&table, "as=1").await];
    let watchers = nodes.each_ref().map(|node| Client { addr: node.addr, cookie: String::new() });
    let mut watching = [
        watchers[0].socket(&table, "as=spectator&say=2").await,
        watchers[1].socket(&table, "as=spectator&say=2").await,
    ];
    for socket in players.iter_mut().chain(&mut watching) {
        socket.until("state").await;
    }
    let begin = watching[0].view.clone();
    for n in 0..4 {
        let [one, other] = &mut players;
        let (mover, waiter) = if one.awaited.contains(&0) { (one, other) } else { (other, one) };
        let action = common::quiet_moves(mover).await.into_iter().next().unwrap();
        mover.must(&action).await;
        waiter.until("up").await;
        for socket in &mut watching {
            if n >= 2 {
                socket.until("up").await;
            }
            socket.send(json!({"t": "sync"})).await;
            socket.until("state").await;
        }
        assert_eq!(watching[0].view == begin, n < 2, "two moves behind");
        assert_eq!(watching[0].view, watching[1].view);
        let mut moments = Vec::new();
        for watcher in &watchers {
            let moment = watcher.get(&format!("/api/tables/{table}/moment?as=spectator")).await;
            assert_eq!(moment.status, 200, "{}", moment.text);
            moments.push(moment.body);
        }
        assert_eq!(moments[0], moments[1]);
        assert_eq!(moments[0]["view"], watching[0].view);
    }
    let ups = |socket: &common::Socket| {
        let ups = socket.bytes.iter().filter(|text| text.contains("\"t\":\"up\""));
        ups.cloned().collect::<Vec<String>>()
    };
    assert_eq!(ups(&watching[0]).len(), 2);
    assert_eq!(ups(&watching[0]), ups(&watching[1]));
    // Both nodes list it among the games that are watched.
    for watcher in &watchers {
        assert!(watcher.get("/api/watch").await.text.contains(&table));
    }
}
