//! The dice of a table as browsers have a part in them: sealed before anybody
//! opens, opened when called, late or never; and at the end a record that
//! verifies and in which every head that was sent is found.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

use admiralty_catalog::verify;
use admiralty_core::{Head, Link, Record, RecordLine, Transcript};
use common::{ALL, Client, Kind, Server, Socket, quick};
use serde_json::{Value, json};

/// The end of somebody's chain.
fn chain(of: u8) -> Link {
    Link([of; 32])
}

async fn ask(socket: &mut Socket, mut message: Value) -> Value {
    socket.ids += 1;
    let id = format!("d{}", socket.ids);
    message["id"] = json!(id);
    socket.send(message).await;
    socket.answer(&id).await
}

async fn seal(socket: &mut Socket, end: Link) -> Value {
    ask(socket, json!({"t": "seal", "seal": end.number(0).hex()})).await
}

async fn open(socket: &mut Socket, link: Link) -> Value {
    ask(socket, json!({"t": "open", "link": link.hex()})).await
}

struct Pair {
    table: String,
    white: Client,
    w: Socket,
    r: Socket,
    commitment: String,
}

/// Two people who seal, and whose game is about to begin. The host seals first.
async fn called(server: &Server) -> Pair {
    let (white, red) = (Client::guest(server).await, Client::guest(server).await);
    let plan = json!({"game": "naval_battle", "public": true, "salted": true,
                      "options": {"deploy_seconds": 0},
                      "seats": [{"kind": "me"}, {"kind": "open"}]});
    let made = white.create(plan).await;
    let (table, commitment) = (made["id"].as_str().unwrap(), made["commitment"].clone());
    let mut w = white.socket(table, "as=0&say=1").await;
    let state = w.until("state").await;
    assert_eq!(state["table"]["commitment"], commitment, "it is bound before anybody seals");
    assert_eq!(seal(&mut w, chain(1)).await["t"], "done");
    let joined = red.post(&format!("/api/tables/{table}/join"), json!({"salted": true})).await;
    assert_eq!(joined.body["status"], "waiting", "the dice are not drawn yet: {}", joined.text);
    let mut r = red.socket(table, "as=1&say=1").await;
    let state = r.until("state").await;
    assert_eq!(
        state["table"]["dice"]["call"],
        json!([]),
        "nobody is called before all have sealed"
    );
    assert_eq!(open(&mut w, chain(1).number(1)).await["code"], "play/salt");
    assert_eq!(seal(&mut r, chain(2)).await["t"], "done");
    let commitment = commitment.as_str().unwrap().to_string();
    Pair { table: table.into(), white, w, r, commitment }
}

/// The table when this draw was called; perhaps it was told already.
async fn call_of(socket: &mut Socket, draw: u32) -> Value {
    loop {
        for text in &socket.bytes {
            let message: Value = serde_json::from_str(text).unwrap();
            let dice = &message["table"]["dice"];
            if message["t"] == "table" && dice["call"] != json!([]) && dice["draw"] == draw {
                return message["table"].clone();
            }
        }
        socket.next().await;
    }
}

/// Reads until the game has begun; perhaps it was told already.
async fn playing(socket: &mut Socket) {
    let begun = |text: &String| {
        text.starts_with("{\"t\":\"state\"") && text.contains("\"status\":\"playing\"")
    };
    while !socket.bytes.iter().any(begun) {
        socket.next().await;
    }
}

/// Plays to the end by resigning, with every head that was sent.
async fn finish(pair: &mut Pair) -> (String, Vec<String>) {
    for socket in [&mut pair.w, &mut pair.r] {
        socket.must("deploy @Citadel").await;
        socket.must("ready").await;
    }
    pair.w.until("up").await;
    pair.w.must("resign").await;
    pair.r.until("head").await;
    pair.w.send(json!({"t": "sync"})).await;
    pair.w.until("state").await;
    let path = format!("/api/tables/{}/record", pair.table);
    let record = pair.white.get(&path).await.text;
    let heads = |socket: &Socket| -> Vec<String> {
        let texts = socket.bytes.iter().filter(|text| text.starts_with("{\"t\":\"head\""));
        let head = |text: &String| {
            let message: Value = serde_json::from_str(text).unwrap();
            message["head"].as_str().unwrap().to_string()
        };
        texts.map(head).collect()
    };
    (record, heads(&pair.w).into_iter().chain(heads(&pair.r)).collect())
}

/// Every head that follows from a record.
fn heads_of(text: &str) -> Vec<String> {
    let (game, _) = verify(admiralty_catalog::games(), text).unwrap();
    let draws = game.draws.as_ref().unwrap();
    let record = Record::parse(text).unwrap();
    let tag = |name: &str| record.tag(name).unwrap_or_default().to_string();
    let mut number = draws.drawn.len() as u32;
    let redraws = record.lines.iter().filter(|l| matches!(l, RecordLine::Redraw { .. })).count();
    let last = number + redraws as u32;
    let key = Link::from_hex(&tag("Key")).unwrap();
    let first = draws.first_line(&tag("Game"), &tag("Setup"), &tag("Begin"));
    let mut head = Head::NONE.after(&key.back(last - number), &tag("Id"), &first);
    let mut all = vec![head.hex()];
    let mut transcript = Transcript::default();
    for line in &record.lines {
        if let RecordLine::Redraw { number: n, .. } = line {
            number = *n;
        }
        if let Some(plain) = transcript.line(line) {
            head = head.after(&key.back(last - number), &tag("Id"), &plain);
        }
        all.push(head.hex());
    }
    all
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everybody_seals_then_everybody_opens_then_it_begins() {
    for kind in ALL {
        let server = Server::start(kind).await;
        let mut pair = called(&server).await;
        let table = call_of(&mut pair.w, 1).await;
        assert_eq!(table["dice"]["call"], json!([0, 1]));
        assert_eq!(table["dice"]["draw"], 1);
        let seals = json!([chain(1).number(0).hex(), chain(2).number(0).hex()]);
        assert_eq!(table["dice"]["seals"], seals);
        // The list is closed: nobody can seal something else now.
        assert_eq!(seal(&mut pair.r, chain(9)).await["code"], "table/state");
        // A ground salt, another draw's link, somebody else's: all refused.
        for wrong in [chain(9), chain(2).number(2), chain(1).number(1)] {
            assert_eq!(open(&mut pair.r, wrong).await["code"], "play/salt");
        }
        assert_eq!(open(&mut pair.w, chain(1).number(1)).await["t"], "done");
        // One has opened, and still nobody knows it.
        assert!(!pair.r.bytes.concat().contains(&chain(1).number(1).hex()));
        open(&mut pair.r, chain(2).number(1)).await;
        playing(&mut pair.w).await;
        let (text, sent) = finish(&mut pair).await;
        let (_, report) = verify(admiralty_catalog::games(), &text).unwrap();
        assert!(report.proved && report.remarks.is_empty(), "{report:?}");
        let record = Record::parse(&text).unwrap();
        assert_eq!(record.tag("Commitment"), Some(pair.commitment.as_str()));
        let draws = format!("{},{}", chain(1).number(1).hex(), chain(2).number(1).hex());
        assert_eq!(record.tag("Draws"), Some(draws.as_str()));
        let all = heads_of(&text);
        assert!(sent.len() >= 2, "{sent:?}");
        assert!(sent.iter().all(|head| all.contains(head)), "{sent:?} in {all:?}");
        assert_eq!(record.tag("Head"), all.last().map(String::as_str));
        // A rematch has salts of its own, and waits for nobody who is not there.
        let path = format!("/api/tables/{}/rematch", pair.table);
        let again = pair.white.post(&path, json!({"salted": true})).await.body;
        assert_ne!(again["commitment"], json!(pair.commitment));
        assert_eq!(again["dice"]["seals"], json!(["", ""]));
        let id = again["id"].as_str().unwrap();
        let mut w = pair.white.socket(id, "as=0").await;
        w.until("state").await;
        seal(&mut w, chain(5)).await;
        pair.white.post(&format!("/api/tables/{id}/start"), json!({})).await;
        assert_eq!(call_of(&mut w, 1).await["dice"]["call"], json!([0]));
        open(&mut w, chain(5).number(1)).await;
        playing(&mut w).await;
    }
}

/// Who is called and does not open ends the draw, with its name; the next one is
/// drawn from links that nobody has seen.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_withheld_salt_gives_no_choice() {
    let server = Server::start(Kind::Sqlite).await;
    let mut pair = called(&server).await;
    call_of(&mut pair.w, 1).await;
    open(&mut pair.w, chain(1).number(1)).await;
    // Red keeps silent; after a while white is called alone, for the next link.
    let table = call_of(&mut pair.w, 2).await;
    assert_eq!(table["dice"]["call"], json!([0]));
    assert_eq!(open(&mut pair.w, chain(1).number(1)).await["code"], "play/salt", "used up");
    open(&mut pair.w, chain(1).number(2)).await;
    playing(&mut pair.w).await;
    playing(&mut pair.r).await;
    pair.r.send(json!({"t": "sync"})).await;
    let state = pair.r.until("state").await;
    // Red must open with its first entry: it has no moment to choose.
    assert_eq!(state["table"]["dice"]["open"], json!([1]));
    assert_eq!(pair.r.act("deploy @Citadel").await["code"], "play/salt");
    assert_eq!(open(&mut pair.r, chain(2).number(2)).await["t"], "done");
    let (text, _) = finish(&mut pair).await;
    let (_, report) = verify(admiralty_catalog::games(), &text).unwrap();
    assert_eq!(report.remarks.len(), 1, "{report:?}");
    assert!(report.remarks[0].contains("draw 1: R did not open"), "{report:?}");
    assert!(text.contains(&format!("open R {}", chain(2).number(2).hex())), "{text}");
}

/// A salt that joins late survives the server, and its moment tells nobody.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_late_salt_joins_with_the_first_entry() {
    let server = Server::start(Kind::Sqlite).await;
    let (white, red) = (Client::guest(&server).await, Client::guest(&server).await);
    let plan = json!({"game": "naval_battle", "public": true, "salted": true,
                      "seats": [{"kind": "me"}, {"kind": "open"}]});
    let table = white.create(plan).await["id"].as_str().unwrap().to_string();
    let mut w = white.socket(&table, "as=0&say=1").await;
    w.until("state").await;
    seal(&mut w, chain(1)).await;
    // The host closes the page; a guest without a salt joins, and it begins at once.
    drop(w);
    for _ in 0..100 {
        let info = red.get(&format!("/api/tables/{table}")).await.body;
        if info["seats"][0]["present"] == false {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    let joined = red.post(&format!("/api/tables/{table}/join"), json!({})).await.body;
    assert_eq!(joined["status"], "playing");
    let mut r = red.socket(&table, "as=1&say=1").await;
    r.until("state").await;
    let mut w = white.socket(&table, "as=0&say=1").await;
    assert_eq!(w.until("state").await["table"]["dice"]["open"], json!([0]));
    open(&mut w, chain(1).number(1)).await;
    w.must("deploy @Citadel").await;
    r.must("deploy @Citadel").await;
    assert!(!r.bytes.concat().contains(&chain(1).number(1).hex()), "it would tell of the entry");
    let server = server.restart(2).await;
    let (white, red) = (
        Client { addr: server.addr, ..white.clone() },
        Client { addr: server.addr, ..red.clone() },
    );
    let (mut w, mut r) =
        (white.socket(&table, "as=0&say=1").await, red.socket(&table, "as=1&say=1").await);
    assert_eq!(w.until("state").await["table"]["dice"]["open"], json!([]));
    r.until("state").await;
    w.must("ready").await;
    r.must("ready").await;
    w.until("up").await;
    w.must("resign").await;
    w.until("head").await;
    let text = white.get(&format!("/api/tables/{table}/record")).await.text;
    let (_, report) = verify(admiralty_catalog::games(), &text).unwrap();
    assert!(report.proved, "{report:?}");
    // What the woken server sent last is the head of the whole record.
    let last = w.bytes.iter().rev().find(|text| text.contains("\"head\"")).unwrap();
    let record = Record::parse(&text).unwrap();
    assert!(last.contains(record.tag("Head").unwrap()), "{last}\n{text}");
}

/// Bots have salts too; a person alone with them waits for nobody.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_person_and_a_bot_draw_in_a_moment() {
    let server = Server::with(Kind::Memory, quick()).await;
    let me = Client::guest(&server).await;
    let plan = json!({"game": "naval_battle", "start": true, "salted": true,
                      "seats": [{"kind": "me"}, {"kind": "bot", "level": "random"}]});
    let table = me.create(plan).await;
    assert_eq!(table["status"], "waiting", "the browser seals first");
    let id = table["id"].as_str().unwrap();
    let begun = std::time::Instant::now();
    let mut w = me.socket(id, "as=0&say=1").await;
    w.until("state").await;
    seal(&mut w, chain(1)).await;
    let table = call_of(&mut w, 1).await;
    assert_eq!(table["dice"]["seals"][1].as_str().unwrap().len(), 64, "the bot has sealed");
    open(&mut w, chain(1).number(1)).await;
    playing(&mut w).await;
    assert!(begun.elapsed().as_secs() < 5, "{:?}", begun.elapsed());
    // Nothing stands on the board yet: whoever leaves calls the game off.
    me.post(&format!("/api/tables/{id}/leave"), json!({})).await;
    let text = me.get(&format!("/api/tables/{id}/record")).await.text;
    let (_, report) =
        verify(admiralty_catalog::games(), &text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert!(report.remarks.is_empty(), "{report:?}");
    assert!(!text.contains(",-\"]"), "both seats are in the draw: {text}");
}

/// Whoever promises to seal and never comes holds nobody up for long.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_browser_that_never_seals_is_not_waited_for() {
    let server = Server::with(Kind::Memory, quick()).await;
    let me = Client::guest(&server).await;
    let plan = json!({"game": "naval_battle", "start": true, "salted": true,
                      "seats": [{"kind": "me"}, {"kind": "me"}]});
    let table = me.create(plan).await;
    let id = table["id"].as_str().unwrap();
    let mut w = me.socket(id, "as=0&say=1").await;
    loop {
        let message = w.next().await;
        if message["t"] == "state" && message["table"]["status"] == "playing" {
            break;
        }
    }
    w.must("deploy @Citadel").await;
}
