//! What the operator may do to a running server, through its socket file.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

use admiralty_server::admin::{Ask, ask};
use common::{Client, Folder, Kind, Server, duel};
use serde_json::{Value, json};
use std::os::unix::fs::PermissionsExt;
use std::sync::Arc;

/// Asks as the command does, in another thread: it waits.
async fn tell(folder: &Arc<Folder>, what: Ask) -> anyhow::Result<Value> {
    let folder = Arc::clone(folder);
    tokio::task::spawn_blocking(move || ask(&folder.0, &what)).await.unwrap()
}

async fn account(server: &Server, login: &str) -> Client {
    let mut me = Client::guest(server).await;
    let made = me.post("/api/account", json!({"login": login, "password": "calico jack"})).await;
    assert_eq!(made.status, 200, "{}", made.text);
    me.take_cookie(&made);
    me
}

async fn started() -> (Server, Arc<Folder>) {
    let server = Server::start(Kind::Sqlite).await;
    let folder = server.folder.clone().unwrap();
    server.open_admin(&folder.0);
    (server, folder)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn people_are_looked_after() {
    let (server, folder) = started().await;
    let rights = folder.0.join("admin.sock").metadata().unwrap().permissions().mode() & 0o777;
    assert_eq!(rights, 0o600);
    let ann = account(&server, "ann").await;
    let mary = account(&server, "mary").await;
    let who = || "ann".to_string();
    // Listed and looked up, without what nobody may know.
    let people = tell(&folder, Ask::People { text: String::new() }).await.unwrap();
    assert_eq!(people.as_array().unwrap().len(), 2, "{people}");
    let one = tell(&folder, Ask::Person { who: who() }).await.unwrap();
    assert_eq!((&one["login"], &one["sessions"]), (&json!("ann"), &json!(1)));
    assert!(!one.to_string().contains("argon2"));
    let nobody = tell(&folder, Ask::Person { who: "nobody".into() }).await.unwrap_err();
    assert!(nobody.to_string().contains("Nobody is called"), "{nobody}");
    // Renamed: by the same rules as everybody.
    let bad = Ask::Rename { who: who(), name: "A\u{202e}nn".into() };
    assert!(tell(&folder, bad).await.is_err());
    tell(&folder, Ask::Rename { who: who(), name: "Ann Bonny".into() }).await.unwrap();
    assert_eq!(ann.get("/api/me").await.body["name"], "Ann Bonny");
    // Muted at once, on sockets that are open, and for a time.
    let plan = json!({"game": "naval_battle", "public": true,
                      "seats": [{"kind": "me"}, {"kind": "open"}]});
    let table = ann.create(plan).await["id"].as_str().unwrap().to_string();
    let mut socket = ann.socket(&table, "as=0").await;
    socket.until("state").await;
    let chat = |n: u32| json!({"t": "chat", "id": format!("c{n}"), "text": "ahoy"});
    socket.send(chat(1)).await;
    assert_eq!(socket.answer("c1").await["t"], "done");
    tell(&folder, Ask::Mute { who: who(), hours: 2 }).await.unwrap();
    socket.send(chat(2)).await;
    let no = socket.answer("c2").await;
    assert_eq!((&no["t"], &no["code"]), (&json!("no"), &json!("auth/muted")), "{no}");
    assert!(no["says"].as_str().unwrap().contains("120 more minutes"), "{no}");
    server.time.pass(2 * 3_600_000 + 1);
    socket.send(chat(3)).await;
    assert_eq!(socket.answer("c3").await["t"], "done");
    // Banned: sockets close, cookies and passwords do not help, until let in again.
    let why = "insults".to_string();
    tell(&folder, Ask::Ban { who: who(), yes: true, why }).await.unwrap();
    assert_eq!(socket.until("bye").await["code"], "auth/required");
    let refused = ann.get("/api/me").await;
    assert_eq!((refused.status, refused.code()), (403, "auth/credentials"));
    assert!(refused.text.contains("banned"), "{}", refused.text);
    let fresh = Client { addr: server.addr, cookie: String::new() };
    let login = json!({"login": "ann", "password": "calico jack"});
    assert_eq!(fresh.post("/api/login", login.clone()).await.status, 403);
    assert!(ann.try_socket(&table, "as=0", &[]).await.is_err());
    assert_eq!(mary.get("/api/sessions").await.status, 200);
    tell(&folder, Ask::Ban { who: who(), yes: false, why: String::new() }).await.unwrap();
    assert_eq!(fresh.post("/api/login", login.clone()).await.status, 200);
    // Exported and deleted.
    let all = tell(&folder, Ask::Export { who: who() }).await.unwrap();
    assert_eq!(all["chat"].as_array().unwrap().len(), 2, "{all}");
    assert!(!all.to_string().contains("argon2"));
    tell(&folder, Ask::DeletePerson { who: who() }).await.unwrap();
    assert_eq!(fresh.post("/api/login", login).await.status, 403);
    assert!(tell(&folder, Ask::Person { who: who() }).await.is_err());
    // All of it is written down, newest first, and survives the server.
    let said = tell(&folder, Ask::Audit { limit: 100 }).await.unwrap();
    let what: Vec<&str> =
        said.as_array().unwrap().iter().map(|row| row["what"].as_str().unwrap()).collect();
    assert_eq!(
        what,
        ["delete-person", "export", "ban", "ban", "mute", "rename", "person", "people"]
    );
    let detail = said[3]["detail"].as_str().unwrap();
    assert!(detail.starts_with("uid ") && detail.contains("banned: insults"), "{detail}");
    let server = server.restart(5).await;
    server.open_admin(&folder.0);
    let said = tell(&folder, Ask::Audit { limit: 3 }).await.unwrap();
    assert_eq!(said[1]["what"], "delete-person", "{said}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tables_are_looked_after() {
    let (server, folder) = started().await;
    let mut duel = duel(&server).await.deployed().await;
    let table = duel.table.clone();
    let listed = tell(&folder, Ask::Tables { who: None }).await.unwrap();
    assert_eq!(listed[0]["id"], json!(table), "{listed}");
    // A game that is called off is over for everybody, and nobody has won.
    let why = || "a quarrel".to_string();
    tell(&folder, Ask::EndTable { table: table.clone(), why: why() }).await.unwrap();
    let over = duel.w.until("state").await;
    assert_eq!(over["table"]["status"], "over", "{over}");
    assert_eq!(over["table"]["result"]["verdict"], "cancelled", "{over}");
    assert_eq!(over["table"]["result"]["reason"], "operator");
    assert!(tell(&folder, Ask::EndTable { table: table.clone(), why: why() }).await.is_err());
    let record = duel.white.get(&format!("/api/tables/{table}/record")).await;
    assert_eq!(record.status, 200);
    // A table that is deleted is gone, for those who are there too, and for good.
    tell(&folder, Ask::DeleteTable { table: table.clone(), why: why() }).await.unwrap();
    assert_eq!(duel.w.until("bye").await["code"], "table/unknown");
    assert_eq!(duel.white.get(&format!("/api/tables/{table}")).await.status, 404);
    let stats = tell(&folder, Ask::Stats).await.unwrap();
    assert_eq!((&stats["tables"], &stats["lines"]), (&json!(0), &json!(0)), "{stats}");
    assert_eq!(stats["people"], 2);
    let server = server.restart(6).await;
    let me = Client { addr: server.addr, ..duel.white };
    assert_eq!(me.get(&format!("/api/tables/{table}")).await.status, 404);
}

#[tokio::test]
async fn without_a_server_it_says_so() {
    let folder = Arc::new(Folder::new());
    let no = tell(&folder, Ask::Stats).await.unwrap_err();
    assert!(no.to_string().contains("no server runs on the folder"), "{no}");
}
