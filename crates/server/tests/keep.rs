//! What is kept: one server on a folder, older files brought up to date, newer
//! ones refused, copies made while people play, and copies taken up again.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

use common::{Client, Folder, Kind, Server, quick};
use serde_json::json;
use std::path::Path;
use std::sync::Arc;

/// A database as the first released schema wrote it, with the key of its
/// cookies: an account with a token, a guest, tables that wait, are played by
/// two with a clock, were resigned, and are played against a bot with dice.
const OLD: &str = include_str!("data/schema-1.sql");
const OLD_KEY: &str = "ae3cdec3f3da0a046ae66ae5d37b3f51f4576c268bbed4de19fd2ab91b29d728";
const ANN: &str = "admiralty=u3gz7hqk8fdsmm32kbexg9j79z.b9aff9f8a36b9a633f8515b5da0ad98e";
const MARY: &str = "admiralty=q8z5by3544r3jyau7dnpzfzxer.0b207dfcc76b3b739d28520d744e3806";
const TOKEN: &str = "adm_kqm26b6cni6qvg2mazcb3eqbfn6u47ji";
const WAITING: &str = "3463amhs5tpf8wta";
const PLAYING: &str = "sse5nr2cwfwhvyxi";
const OVER: &str = "z3e9z859mzr2rdxc";
const DICE: &str = "itjvrkkejqaijsdd";

fn unhex(text: &str) -> Vec<u8> {
    (0..text.len() / 2).map(|i| u8::from_str_radix(&text[2 * i..2 * i + 2], 16).unwrap()).collect()
}

/// A data folder as the first released server left it.
fn old_data() -> Arc<Folder> {
    let folder = Folder::new();
    let db = rusqlite::Connection::open(folder.0.join("admiralty.db")).unwrap();
    db.execute_batch(OLD).unwrap();
    std::fs::write(folder.0.join("secret.key"), unhex(OLD_KEY)).unwrap();
    Arc::new(folder)
}

fn step(file: &Path) -> u32 {
    let db = rusqlite::Connection::open(file).unwrap();
    db.query_row("PRAGMA user_version", [], |row| row.get(0)).unwrap()
}

fn config(folder: &Folder) -> admiralty_server::Config {
    admiralty_server::Config { data: folder.0.clone(), ..quick() }
}

#[tokio::test]
async fn two_servers_do_not_share_a_folder() {
    let folder = Folder::new();
    let first = admiralty_server::parts(config(&folder)).unwrap();
    let second = admiralty_server::parts(config(&folder)).err().expect("it is refused");
    let says = format!("{second:#}");
    let me = std::process::id();
    assert!(says.contains("another Admiralty") && says.contains(&me.to_string()), "{says}");
    assert!(says.contains("--data"), "{says}");
    drop(first);
    admiralty_server::parts(config(&folder)).expect("the first is gone");
}

#[tokio::test]
async fn a_database_of_the_first_schema_goes_on() {
    let folder = old_data();
    let file = folder.0.join("admiralty.db");
    assert_eq!(step(&file), 0);
    let server = Server::on_data(Arc::clone(&folder), quick()).await;
    assert!(step(&file) >= 2);
    // What stood there before is kept beside it.
    assert_eq!(step(&folder.0.join("admiralty.db.schema-1")), 0);
    let ann = Client { addr: server.addr, cookie: ANN.into() };
    let mary = Client { addr: server.addr, cookie: MARY.into() };
    let me = ann.get("/api/me").await.body;
    assert_eq!((&me["name"], &me["login"]), (&json!("Ann Bonny"), &json!("ann")));
    assert_eq!(mary.get("/api/me").await.body["name"], "Mary Read");
    let bearer = format!("Authorization: Bearer {TOKEN}\r\n");
    let nobody = Client { addr: server.addr, cookie: String::new() };
    assert_eq!(nobody.ask("GET", "/api/me", None, &bearer).await.body["login"], "ann");
    let signed =
        nobody.post("/api/login", json!({"login": "ann", "password": "calico jack"})).await;
    assert_eq!(signed.status, 200, "{}", signed.text);
    // A table that waits is joined.
    let joined = mary.post(&format!("/api/tables/{WAITING}/join"), json!({})).await;
    assert_eq!(joined.body["status"], "playing", "{}", joined.text);
    // One that is being played goes on, with what was said at it.
    let mut w = ann.socket(PLAYING, "as=0").await;
    let state = w.until("state").await;
    assert!(state.to_string().contains("fair winds"), "{state}");
    let mut r = mary.socket(PLAYING, "as=1").await;
    r.until("state").await;
    let to_move = if w.awaited.contains(&0) { &mut w } else { &mut r };
    let action = to_move.menu_action(3).await.unwrap();
    to_move.must(&action).await;
    // One that is over is told again and verifies.
    let record = ann.get(&format!("/api/tables/{OVER}/record")).await.text;
    admiralty_catalog::verify(admiralty_catalog::games(), &record).unwrap();
    let notes = ann.get(&format!("/api/tables/{OVER}/notes")).await.text;
    assert!(notes.contains("here it was lost"), "{notes}");
    // One with dice: they go on where they were.
    let mut w = ann.socket(DICE, "as=0").await;
    w.until("state").await;
    w.must("resign").await;
    let record = ann.get(&format!("/api/tables/{DICE}/record")).await.text;
    let (_, report) = admiralty_catalog::verify(admiralty_catalog::games(), &record).unwrap();
    assert!(report.proved && report.dice > 3, "{report:?}");
}

#[tokio::test]
async fn a_newer_file_is_refused_and_left_alone() {
    let folder = Folder::new();
    drop(admiralty_server::parts(config(&folder)).unwrap());
    let file = folder.0.join("admiralty.db");
    let db = rusqlite::Connection::open(&file).unwrap();
    db.pragma_update(None, "user_version", 9999).unwrap();
    drop(db);
    let refused = admiralty_server::parts(config(&folder)).err().expect("it is refused");
    let says = format!("{refused:#}");
    assert!(says.contains("newer Admiralty") && says.contains("9999"), "{says}");
    assert_eq!(step(&file), 9999);
}

/// A file that was half brought up to date when the power went is as it was.
#[tokio::test]
async fn a_step_that_fails_changes_nothing() {
    let folder = old_data();
    let file = folder.0.join("admiralty.db");
    let db = rusqlite::Connection::open(&file).unwrap();
    // Something stands in the way of the second half of the step.
    db.execute_batch("CREATE TABLE audit(way INTEGER)").unwrap();
    drop(db);
    assert!(admiralty_server::parts(config(&folder)).is_err());
    assert_eq!(step(&file), 0);
    let db = rusqlite::Connection::open(&file).unwrap();
    assert!(db.prepare("SELECT version FROM user").is_err());
    db.execute_batch("DROP TABLE audit").unwrap();
    drop(db);
    admiralty_server::parts(config(&folder)).unwrap();
    assert!(step(&file) >= 2);
}

#[cfg(unix)]
#[tokio::test]
async fn only_the_owner_may_read_what_is_kept() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    let data = folder.0.join("data");
    let config = admiralty_server::Config { data: data.clone(), ..quick() };
    let parts = admiralty_server::parts(config).unwrap();
    let rights = |path: &Path| path.metadata().unwrap().permissions().mode() & 0o777;
    assert_eq!(rights(&data), 0o700);
    for entry in std::fs::read_dir(&data).unwrap() {
        let path = entry.unwrap().path();
        assert_eq!(rights(&path), 0o600, "{}", path.display());
    }
    drop(parts);
    // Also where an older server was less careful.
    let old = old_data();
    let file = old.0.join("admiralty.db");
    std::fs::set_permissions(&file, PermissionsExt::from_mode(0o644)).unwrap();
    let server = Server::on_data(Arc::clone(&old), quick()).await;
    assert_eq!(rights(&file), 0o600);
    assert_eq!(server.kind, Kind::Sqlite);
}
