//! The server is killed without warning, again and again, under load; after
//! each restart everything it acknowledged is there, once, and replays.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

use common::{Client, Folder};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// How often it is killed; the soak sets `ADMIRALTY_KILLS` to 100.
fn kills() -> usize {
    std::env::var("ADMIRALTY_KILLS").ok().and_then(|n| n.parse().ok()).unwrap_or(20)
}
/// Tables that are being played all the while.
const TABLES: usize = 3;

/// A server in a process of its own: this test program again, which then runs
/// the test `be_the_server` and nothing else.
fn start(folder: &Path) -> (Child, SocketAddr) {
    start_by(Command::new(std::env::current_exe().unwrap()), folder)
}

fn start_by(mut program: Command, folder: &Path) -> (Child, SocketAddr) {
    let mut child = program
        .args(["--exact", "be_the_server", "--nocapture"])
        .env("ADMIRALTY_TEST_SERVER", folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let addr = lines
        .by_ref()
        .map_while(Result::ok)
        .find_map(|line| line.split_once("listening ").and_then(|(_, a)| a.trim().parse().ok()));
    // Somebody must read on, or the child blocks when the pipe is full.
    std::thread::spawn(move || lines.for_each(drop));
    (child, addr.expect("the server says where it listens"))
}

/// Not a test of its own: the body of the child process.
#[test]
fn be_the_server() {
    let Some(folder) = std::env::var_os("ADMIRALTY_TEST_SERVER") else { return };
    let pause = std::env::var("ADMIRALTY_TEST_PAUSE").ok().and_then(|ms| ms.parse().ok());
    let bot_pause = pause.unwrap_or(0);
    let config = admiralty_server::Config { data: folder.into(), bot_pause, ..common::quick() };
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        println!("listening {}", listener.local_addr().unwrap());
        let parts = admiralty_server::parts(config).unwrap();
        admiralty_server::serve_on(listener, None, parts, std::future::pending()).await.unwrap();
    });
}

/// One person at both seats of a table, who writes down what was acknowledged.
struct Table {
    me: Client,
    id: String,
    /// Ids and actions the server said yes to, in order.
    acked: Vec<(String, String)>,
    next: usize,
}

impl Table {
    async fn new(addr: SocketAddr) -> Table {
        let mut me = Client { addr, cookie: String::new() };
        let answer = me.get("/api/me").await;
        me.take_cookie(&answer);
        let plan = json!({"game": "naval_battle", "start": true,
                          "seats": [{"kind": "me"}, {"kind": "me"}]});
        let id = me.create(plan).await["id"].as_str().unwrap().to_string();
        Table { me, id, acked: Vec::new(), next: 0 }
    }

    /// Plays until the server is gone. What was sent last may or may not have
    /// been taken: it is sent again with the same id after the restart.
    async fn play(&mut self, pending: &mut Option<(usize, String, String)>) {
        let _ = self.try_play(pending).await;
    }

    async fn try_play(&mut self, pending: &mut Option<(usize, String, String)>) -> Option<()> {
        let mut seats = Vec::new();
        for seat in 0..2 {
            let mut socket = self.me.try_socket(&self.id, &format!("as={seat}"), &[]).await.ok()?;
            loop {
                if socket.try_next().await?["t"] == "state" {
                    break;
                }
            }
            seats.push(socket);
        }
        loop {
            let (seat, id, action) = match pending.clone() {
                Some(pending) => pending,
                None => {
                    let seat = if seats[0].awaited.contains(&0) { 0 } else { 1 };
                    let action = match self.acked.len() {
                        0 | 2 => "deploy @Citadel".to_string(),
                        1 | 3 => "ready".to_string(),
                        _ => try_action(&mut seats[seat], self.next * 5 + 3).await?,
                    };
                    (seat, format!("{}-{}", self.next, seat), action)
                }
            };
            *pending = Some((seat, id.clone(), action.clone()));
            let n = seats[seat].n;
            let act = json!({"t": "act", "id": id, "n": n, "action": action});
            use futures_util::SinkExt;
            let text = tokio_tungstenite::tungstenite::Message::text(act.to_string());
            seats[seat].ws.send(text).await.ok()?;
            let answer = loop {
                let message = seats[seat].try_next().await?;
                if message["id"] == id.as_str() {
                    break message;
                }
            };
            assert!(answer["t"] == "up" || answer["t"] == "done", "{action}: {answer}");
            self.acked.push((id, action));
            self.next += 1;
            *pending = None;
            if answer["over"].is_object() {
                return None;
            }
            let other = 1 - seat;
            // What the other seat may know of it comes by itself; its own
            // number is what its next action carries.
            if self.acked.len() >= 4 {
                while seats[other].awaited != seats[seat].awaited {
                    seats[other].try_next().await?;
                }
            }
        }
    }

    /// Everything acknowledged is in the game, in order, and nothing twice.
    async fn verify(&self, addr: SocketAddr, pending: &Option<(usize, String, String)>) {
        let me = Client { addr, ..self.me.clone() };
        let path = format!("/api/tables/{}/moment?as=0", self.id);
        let moment = me.get(&path).await;
        assert_eq!(moment.status, 200, "{}", moment.text);
        let entries = moment.body["last"].as_u64().unwrap() as usize;
        // Seat 0 is not told of seat 1's deployment; what was on its way may
        // have been taken without anybody hearing of it.
        let hidden =
            self.acked.iter().filter(|(id, a)| id.ends_with("-1") && a.starts_with("deploy"));
        let entries = entries + hidden.count();
        let most = self.acked.len() + usize::from(pending.is_some());
        assert!(
            (self.acked.len()..=most).contains(&entries),
            "{entries} entries, {} were acknowledged",
            self.acked.len()
        );
    }
}

/// Like `menu_action`, but the server may vanish in the middle.
async fn try_action(socket: &mut common::Socket, pick: usize) -> Option<String> {
    use futures_util::SinkExt;
    let mut draft: Vec<String> = Vec::new();
    loop {
        socket.ids += 1;
        let id = format!("m{}", socket.ids);
        let ask = json!({"t": "menu", "id": id, "draft": draft}).to_string();
        socket.ws.send(tokio_tungstenite::tungstenite::Message::text(ask)).await.ok()?;
        let menu = loop {
            let message = socket.try_next().await?;
            if message["id"] == id.as_str() {
                break message;
            }
        };
        let all = menu["choices"].as_array().cloned().unwrap_or_default();
        let choices: Vec<&Value> = all.iter().filter(|c| c["aside"] != true).collect();
        let choice = choices.get(pick % choices.len().max(1))?;
        if let Some(action) = choice["to"].as_str() {
            return Some(action.into());
        }
        draft.push(choice["key"].as_str()?.into());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_under_load_it_loses_nothing() {
    let folder = Folder::new();
    let (mut child, addr) = start(&folder.0);
    let mut tables = Vec::new();
    for _ in 0..TABLES {
        tables.push((Table::new(addr).await, None));
    }
    // Moments spread over what a few moves take.
    let mut rng = admiralty_core::Seeded::new(20);
    for _ in 0..kills() {
        let wait = Duration::from_millis(20 + u64::from(rng.below(120)));
        let playing = tables.drain(..).map(|(mut table, mut pending)| {
            tokio::spawn(async move {
                table.play(&mut pending).await;
                (table, pending)
            })
        });
        let playing: Vec<_> = playing.collect();
        tokio::time::sleep(wait).await;
        // SIGKILL: no goodbye, no flush.
        child.kill().unwrap();
        child.wait().unwrap();
        for table in playing {
            tables.push(table.await.unwrap());
        }
        let (next, addr) = start(&folder.0);
        child = next;
        for (table, pending) in &mut tables {
            table.verify(addr, pending).await;
            table.me.addr = addr;
        }
    }
    // To the end: each game is resigned and its record verifies.
    for (mut table, mut pending) in tables {
        assert!(table.acked.len() >= 2, "something was played");
        let deadline = Duration::from_millis(400);
        let _ = tokio::time::timeout(deadline, table.play(&mut pending)).await;
        let mut w = table.me.socket(&table.id, "as=0").await;
        w.until("state").await;
        let end = w.act("resign").await;
        assert!(end["t"] == "up" || end["code"] == "play/over", "{end}");
        let path = format!("/api/tables/{}/record", table.id);
        let record = table.me.get(&path).await;
        let verified = admiralty_catalog::verify(admiralty_catalog::games(), &record.text);
        assert!(verified.is_ok(), "{:?}\n{}", verified.err(), record.text);
        // The acknowledged actions stand in the record in their order.
        let mut lines = record.text.lines().filter(|l| l.starts_with(|c: char| c.is_ascii_digit()));
        for (_, action) in &table.acked {
            let line = lines.next().expect("an entry for every acknowledged action");
            assert!(
                line.contains(action.as_str()) || action.starts_with("deploy"),
                "{line}: {action}"
            );
        }
    }
    child.kill().unwrap();
    child.wait().unwrap();
}

/// Two people at a table, on a disk that is really full for a while: again and again somebody decides,
/// the other and a second browser ask for everything, and what they are shown is noted.
#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_disk_that_is_really_full_loses_and_shows_nothing() {
    use common::disk::Disk;
    for disk in Disk::all() {
        let program = std::env::current_exe().unwrap();
        let (mut child, addr) = start_by(disk.command(&program), disk.data());
        let mut pair = Full::new(addr).await;
        for full in [false, true, false, true] {
            match full {
                true => disk.fill(&child),
                false if pair.acked.is_empty() => {}
                false => disk.free(&child),
            }
            pair.play(full).await;
        }
        // SIGKILL with the disk still full; it is emptied before the next start.
        child.kill().unwrap();
        child.wait().unwrap();
        let (next, addr) = match disk {
            Disk::Small { .. } => {
                disk.free(&child);
                start_by(disk.command(&program), disk.data())
            }
            Disk::Limit { .. } => start_by(disk.command(&program), disk.data()),
        };
        child = next;
        pair.verify(addr).await;
        child.kill().unwrap();
        child.wait().unwrap();
    }
}

/// A game on a disk that may be full.
#[cfg(target_os = "linux")]
struct Full {
    people: [Client; 2],
    table: String,
    acked: Vec<String>,
    /// What was asked for and not answered: it may be written or not.
    asked: Vec<String>,
    /// The highest number each seat was ever shown.
    seen: [u64; 2],
    next: usize,
}

#[cfg(target_os = "linux")]
impl Full {
    async fn new(addr: SocketAddr) -> Full {
        let mut people = [0, 1].map(|_| Client { addr, cookie: String::new() });
        for me in &mut people {
            let answer = me.get("/api/me").await;
            me.take_cookie(&answer);
        }
        let plan = json!({"game": "naval_battle", "public": true,
                          "seats": [{"kind": "me"}, {"kind": "open"}]});
        let table = people[0].create(plan).await["id"].as_str().unwrap().to_string();
        let joined = people[1].post(&format!("/api/tables/{table}/join"), json!({})).await;
        assert_eq!(joined.status, 200, "{}", joined.text);
        let (acked, asked) = (Vec::new(), Vec::new());
        Full { people, table, acked, asked, seen: [0, 0], next: 0 }
    }

    /// A socket of a seat with everything it may know; what it shows is noted.
    async fn look(&mut self, seat: usize) -> Option<common::Socket> {
        let query = format!("as={seat}&say=1");
        let mut socket = self.people[seat].try_socket(&self.table, &query, &[]).await.ok()?;
        while socket.try_next().await?["t"] != "state" {}
        self.seen[seat] = self.seen[seat].max(socket.n);
        Some(socket)
    }

    /// Plays so many decisions, or until so many could not be written.
    async fn play(&mut self, full: bool) {
        let (mut done, mut refused) = (0, 0);
        for _ in 0..3_000 {
            if refused >= 6 || !full && done >= 12 {
                break;
            }
            match self.one().await {
                Some(true) => done += 1,
                Some(false) => refused += 1,
                None => {}
            }
        }
        assert_eq!(refused > 0, full, "{done} decisions were written, {refused} were not");
        assert!(full || done >= 12, "only {done} decisions with room on the disk");
    }

    /// One decision; was it acknowledged? Nothing if nobody could even be reached.
    async fn one(&mut self) -> Option<bool> {
        use futures_util::SinkExt;
        let mut sockets = [self.look(0).await?, self.look(1).await?];
        let seat = if sockets[0].awaited.contains(&0) { 0 } else { 1 };
        let action = match self.acked.len() {
            0 | 2 => "deploy @Citadel".to_string(),
            1 | 3 => "ready".to_string(),
            _ => try_action(&mut sockets[seat], self.next * 5 + 3).await?,
        };
        self.next += 1;
        let id = format!("f{}", self.next);
        let act = json!({"t": "act", "id": id, "n": sockets[seat].n, "action": action});
        let text = tokio_tungstenite::tungstenite::Message::text(act.to_string());
        sockets[seat].ws.send(text).await.ok()?;
        // Meanwhile both ask for everything, by the sockets they have and by new ones.
        let sync = json!({"t": "sync"}).to_string();
        for socket in &mut sockets {
            let sync = tokio_tungstenite::tungstenite::Message::text(sync.clone());
            let _ = socket.ws.send(sync).await;
        }
        for seat in [0, 1, 0, 1] {
            drop(self.look(seat).await);
        }
        let mut acked = false;
        for (i, socket) in sockets.iter_mut().enumerate() {
            // Until the state that was asked for, or the end.
            while let Some(message) = socket.try_next().await {
                if message["id"] == id.as_str() {
                    assert!(message["t"] == "up", "{action}: {message}");
                    acked = true;
                }
                if message["t"] == "state" || message["t"] == "bye" {
                    break;
                }
            }
            self.seen[i] = self.seen[i].max(socket.n);
        }
        match acked {
            true => self.acked.push(action),
            false => self.asked.push(action),
        }
        Some(acked)
    }

    /// After the disk and the server are well again.
    async fn verify(&mut self, addr: SocketAddr) {
        for me in &mut self.people {
            me.addr = addr;
        }
        for (seat, seen) in self.seen.into_iter().enumerate() {
            let n = self.look(seat).await.expect("the table can be reached").n;
            assert!(seen <= n, "seat {seat} was shown {seen}, {n} were written");
        }
        let mut w = self.people[0].socket(&self.table, "as=0").await;
        w.until("state").await;
        w.must("resign").await;
        let record = self.people[0].get(&format!("/api/tables/{}/record", self.table)).await.text;
        let verified = admiralty_catalog::verify(admiralty_catalog::games(), &record);
        assert!(verified.is_ok(), "{:?}\n{record}", verified.err());
        // What was acknowledged stands there once and in order; what else is there was at
        // least asked for.
        let entries = record.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit()));
        let mut acked = self.acked.iter().peekable();
        for line in entries {
            let action = line.split_once(": ").and_then(|(_, rest)| rest.rsplit_once(" ["));
            let (action, _) = action.expect("an entry");
            let is = |asked: &String| asked == action || action.starts_with("deploy");
            if acked.next_if(|next| is(next)).is_none() && action != "resign" {
                let at = self.asked.iter().position(is);
                self.asked
                    .remove(at.unwrap_or_else(|| panic!("nobody asked for {line}\n{record}")));
            }
        }
        assert_eq!(acked.next(), None, "was acknowledged and is not there\n{record}");
        assert!(self.acked.len() >= 24, "{} decisions were acknowledged", self.acked.len());
    }
}

/// A server whose bots take their time over every decision, so that no game is over at once.
fn start_slow(folder: &Path) -> (Child, SocketAddr) {
    let mut program = Command::new(std::env::current_exe().unwrap());
    program.env("ADMIRALTY_TEST_PAUSE", "30");
    start_by(program, folder)
}

/// A tournament of bots while the server is killed again and again; in the soak with as
/// many as a club has.
async fn tournament_through_kills(plan: Value, bots: usize, seed: u64) -> Value {
    let folder = Folder::new();
    let (mut child, addr) = start_slow(&folder.0);
    let mut me = Client::at(addr).await;
    let account = json!({"login": "ann", "password": "calico jack"});
    let made = me.post("/api/account", account).await;
    assert_eq!(made.status, 200, "{}", made.text);
    me.take_cookie(&made);
    let made = me.post("/api/tournaments", plan).await;
    assert_eq!(made.status, 201, "{}", made.text);
    let path = format!("/api/tournaments/{}", made.body["card"]["id"].as_str().unwrap());
    let orders = format!("{path}/orders");
    for _ in 0..bots {
        let entered = me.post(&orders, json!({"do": "bot", "level": "random"})).await;
        assert_eq!(entered.status, 200, "{}", entered.text);
    }
    assert_eq!(me.post(&orders, json!({"do": "start"})).await.status, 200);
    let mut rng = admiralty_core::Seeded::new(seed);
    let mut before = me.get(&path).await.body;
    for killed in 0..2000 {
        // The first of them fall before the first game can be over; then seldom enough that
        // rounds end.
        let wait = if killed < 3 { rng.below(60) } else { 100 + rng.below(900) };
        tokio::time::sleep(Duration::from_millis(u64::from(wait))).await;
        let now = me.get(&path).await.body;
        assert!(now["version"].as_u64() >= before["version"].as_u64(), "nothing goes back");
        assert!(killed >= 3 || now["round_over"] == false, "killed in mid-round: {now}");
        if now["card"]["stage"] == "over" {
            child.kill().unwrap();
            child.wait().unwrap();
            return once_each(&me, now, &folder).await;
        }
        before = now;
        child.kill().unwrap();
        child.wait().unwrap();
        let (next, addr) = start_slow(&folder.0);
        (child, me.addr) = (next, addr);
    }
    panic!("it never ends: {before}");
}

/// Every game was played once, at a table of its own, and there are no other tables.
async fn once_each(me: &Client, over: Value, folder: &Folder) -> Value {
    let (mut child, addr) = start(&folder.0);
    let me = Client { addr, ..me.clone() };
    let mut tables = Vec::new();
    let mut met = Vec::new();
    for round in over["rounds"].as_array().unwrap() {
        for one in round["matches"].as_array().unwrap() {
            met.push(one["sides"].clone());
            for game in one["games"].as_array().unwrap() {
                assert_eq!(game["how"], "played", "{one}");
                tables.push(game["table"].as_str().unwrap().to_string());
            }
        }
    }
    for table in &tables {
        let row = me.get(&format!("/api/tables/{table}")).await.body;
        assert_eq!((&row["status"], &row["tournament"]), (&json!("over"), &over["card"]["id"]));
    }
    let mut listed = Vec::new();
    for list in ["mine", "over"] {
        let rows = me.get(&format!("/api/tables?list={list}")).await.body["tables"].clone();
        listed.extend(
            rows.as_array().unwrap().iter().map(|row| row["id"].as_str().unwrap().to_string()),
        );
    }
    tables.sort_unstable();
    listed.sort_unstable();
    // The list of games that are over shows a hundred.
    assert!(tables.len() > 100 || listed == tables, "a table too many: {listed:?} {tables:?}");
    child.kill().unwrap();
    child.wait().unwrap();
    json!({"met": met, "over": over})
}

fn cup(system: &str) -> Value {
    json!({"name": "The Bots' Cup", "game": "sail_epoch", "system": system,
           "clock": {"kind": "live", "bank": 3600, "add": 10, "flag": "lose"}})
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_swiss_of_bots_goes_through_kills() {
    let (bots, rounds) = if kills() >= 100 { (16, 5) } else { (6, 3) };
    let mut plan = cup("swiss");
    plan["rounds"] = json!(rounds);
    let done = tournament_through_kills(plan, bots, 22).await;
    let mut met: Vec<[u64; 2]> = Vec::new();
    for two in done["met"].as_array().unwrap() {
        let mut two = [0, 1].map(|i| two[i].as_u64().unwrap());
        two.sort_unstable();
        assert!(!met.contains(&two), "nobody meets twice");
        met.push(two);
    }
    assert_eq!(met.len(), rounds * bots / 2);
    let rows = done["over"]["standings"].as_array().unwrap().iter();
    let points: f64 = rows.map(|row| row["points"].as_f64().unwrap()).sum();
    assert!((points - met.len() as f64).abs() < 1e-9, "a point for every match");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_knock_out_of_bots_goes_through_kills() {
    let bots = if kills() >= 100 { 8 } else { 4 };
    let done = tournament_through_kills(cup("knockout"), bots, 8).await;
    assert_eq!(done["met"].as_array().unwrap().len(), bots - 1, "everybody but one loses once");
    let rows = done["over"]["standings"].as_array().unwrap();
    assert_eq!((&rows[0]["place"], &rows[1]["place"]), (&json!(1), &json!(2)));
}
