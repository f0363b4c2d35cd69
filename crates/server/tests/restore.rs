//! The restore drill: a backup made while the server runs, a new folder made of
//! it, and the games in it played on with dice that nobody has seen.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

use admiralty_catalog::verify;
use admiralty_core::Link;
use admiralty_server::store::Sqlite;
use admiralty_server::{backup, restore};
use common::{Client, Folder, Server, Socket, quick};
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;

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

async fn open(socket: &mut Socket, link: Link) -> Value {
    ask(socket, json!({"t": "open", "link": link.hex()})).await
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

/// A folder as an ordinary server has it.
fn data() -> Arc<Folder> {
    let folder = Folder::new();
    drop(Sqlite::open(&folder.0.join("admiralty.db")).unwrap());
    std::fs::write(folder.0.join("secret.key"), [9; 32]).unwrap();
    Arc::new(folder)
}

struct Game {
    table: String,
    white: Client,
    red: Client,
}

/// A drawn game in which both fleets stand, the last lines still in the log of
/// the database and not in its file.
async fn begun(server: &Server) -> Game {
    let (white, red) = (Client::guest(server).await, Client::guest(server).await);
    let plan = json!({"game": "naval_battle", "public": true, "salted": true,
                      "seats": [{"kind": "me"}, {"kind": "open"}]});
    let table = white.create(plan).await["id"].as_str().unwrap().to_string();
    let mut w = white.socket(&table, "as=0&say=1").await;
    w.until("state").await;
    ask(&mut w, json!({"t": "seal", "seal": chain(1).number(0).hex()})).await;
    red.post(&format!("/api/tables/{table}/join"), json!({"salted": true})).await;
    let mut r = red.socket(&table, "as=1&say=1").await;
    r.until("state").await;
    ask(&mut r, json!({"t": "seal", "seal": chain(2).number(0).hex()})).await;
    open(&mut w, chain(1).number(1)).await;
    open(&mut r, chain(2).number(1)).await;
    for socket in [&mut w, &mut r] {
        playing(socket).await;
        socket.must("deploy @Citadel").await;
    }
    Game { table, white, red }
}

async fn in_a_thread<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    tokio::task::spawn_blocking(work).await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_restore_drill() {
    let folder = data();
    let mut server = Server::on_data(Arc::clone(&folder), quick()).await;
    let game = begun(&server).await;
    let plan = json!({"game": "naval_battle", "public": true, "seats": [{"kind": "me"}, {"kind": "open"}]});
    let waiting = game.white.create(plan).await["id"].as_str().unwrap().to_string();
    // While the server runs; a plain copy of the file would lack what stands in its log.
    let elsewhere = Folder::new();
    let file = elsewhere.0.join("backup.db");
    let (from, to) = (folder.0.clone(), file.clone());
    in_a_thread(move || backup(&from, &to).unwrap()).await;
    assert!(file.exists() && !elsewhere.0.join("backup.db-wal").exists());
    let (from, to) = (folder.0.clone(), file.clone());
    let twice = in_a_thread(move || backup(&from, &to).unwrap_err().to_string()).await;
    assert!(twice.contains("already there"), "{twice}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(&file).unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "it holds secrets");
    }
    server.stop().await;
    // Never over something that is there.
    let (from, over) = (file.clone(), folder.0.clone());
    let refused = in_a_thread(move || restore(&from, &over, false).unwrap_err().to_string()).await;
    assert!(refused.contains("already there"), "{refused}");
    let new = Arc::new(Folder(elsewhere.0.join("new")));
    let (from, into) = (file.clone(), new.0.clone());
    let found = in_a_thread(move || restore(&from, &into, false).unwrap()).await;
    assert_eq!((found.tables, found.lines, found.redrawn), ([1, 1, 0], 2, 2), "{found:?}");
    assert!(found.broken.is_empty(), "{found:?}");
    let server = Server::on_data(Arc::clone(&new), quick()).await;
    let at = |client: &Client| Client { addr: server.addr, ..client.clone() };
    let (white, red) = (at(&game.white), at(&game.red));
    let mut w = white.socket(&game.table, "as=0&say=1").await;
    let state = w.until("state").await;
    assert_eq!(state["table"]["dice"]["draw"], 2, "their cookies are good, their dice are new");
    assert_eq!(state["table"]["dice"]["open"], json!([0]));
    let mut r = red.socket(&game.table, "as=1&say=1").await;
    r.until("state").await;
    // What was shown in the first draw is of no use any more.
    assert_eq!(w.act("ready").await["code"], "play/salt");
    assert_eq!(open(&mut w, chain(1).number(1)).await["code"], "play/salt");
    open(&mut w, chain(1).number(2)).await;
    open(&mut r, chain(2).number(2)).await;
    w.must("ready").await;
    r.must("ready").await;
    w.until("up").await;
    w.must("resign").await;
    w.until("head").await;
    let text = white.get(&format!("/api/tables/{}/record", game.table)).await.text;
    let (_, report) = verify(admiralty_catalog::games(), &text).unwrap();
    assert!(report.proved, "{report:?}");
    assert_eq!(report.remarks, ["draw 2 was begun: restored from a backup"]);
    assert!(text.contains("\nredraw 2 restored from a backup\n"), "{text}");
    let last = w.bytes.iter().rev().find(|text| text.contains("\"head\"")).unwrap();
    let head = admiralty_core::Record::parse(&text).unwrap();
    assert!(last.contains(head.tag("Head").unwrap()), "{last}");
    // A table that was waiting draws its dice from links nobody has seen either.
    red.post(&format!("/api/tables/{waiting}/join"), json!({})).await;
    let info = white.get(&format!("/api/tables/{waiting}")).await.body;
    assert_eq!((&info["status"], &info["dice"]["draw"]), (&json!("playing"), &json!(2)));
}

fn damage(file: &Path, sql: &str) {
    let db = rusqlite::Connection::open(file).unwrap();
    assert!(db.execute(sql, []).unwrap() > 0, "{sql}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_damaged_backup_is_found_out() {
    let folder = data();
    let mut server = Server::on_data(Arc::clone(&folder), quick()).await;
    let game = begun(&server).await;
    server.stop().await;
    let elsewhere = Folder::new();
    let whole = elsewhere.0.join("whole.db");
    let (from, to) = (folder.0.clone(), whole.clone());
    in_a_thread(move || backup(&from, &to).unwrap()).await;
    for (n, sql) in [
        "UPDATE log SET data = replace(data, 'Citadel', 'Citadelle') WHERE line = 1",
        "UPDATE log SET line = 7 WHERE line = 2",
        "UPDATE tables SET body = '{'",
    ]
    .into_iter()
    .enumerate()
    {
        let file = elsewhere.0.join(format!("{n}.db"));
        std::fs::copy(&whole, &file).unwrap();
        damage(&file, sql);
        let (from, into) = (file.clone(), elsewhere.0.join(format!("into-{n}")));
        let found = in_a_thread(move || restore(&from, &into, false).unwrap()).await;
        assert_eq!(found.broken.len(), 1, "{sql}: {found:?}");
        assert_eq!(found.broken[0].0, game.table);
        assert!(!elsewhere.0.join(format!("into-{n}/admiralty.db")).exists(), "{sql}");
        let (from, into) = (file, elsewhere.0.join(format!("into-{n}")));
        in_a_thread(move || restore(&from, &into, true).unwrap()).await;
        assert!(elsewhere.0.join(format!("into-{n}/admiralty.db")).exists(), "{sql}");
    }
    let half = elsewhere.0.join("half.db");
    let bytes = std::fs::read(&whole).unwrap();
    std::fs::write(&half, &bytes[..bytes.len() / 2]).unwrap();
    let into = elsewhere.0.join("into-half");
    assert!(in_a_thread(move || restore(&half, &into, true).is_err()).await);
}
