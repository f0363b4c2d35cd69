//! Lost passwords by mail: with a server for mail that this test plays.

#![cfg(feature = "mail")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

use admiralty_server::Config;
use common::office::post_office;
use common::{ALL, Client, Kind, Server, quick};
use serde_json::json;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::timeout;

fn code(letter: &str) -> String {
    let line = letter.lines().find(|line| line.starts_with("    ")).expect("a code");
    line.trim().to_string()
}

async fn next(got: &mut mpsc::UnboundedReceiver<(String, String)>) -> (String, String) {
    timeout(Duration::from_secs(5), got.recv()).await.expect("a letter comes").unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lost_password_comes_by_mail() {
    for kind in ALL {
        let (url, mut got) = post_office().await;
        let config = Config {
            smtp: Some(url),
            mail_from: Some("Admiralty <admiralty@club.example>".into()),
            ..quick()
        };
        let server = Server::with(kind, config).await;
        let mut me = Client::guest(&server).await;
        let made =
            me.post("/api/account", json!({"login": "ann", "password": "calico jack"})).await;
        me.take_cookie(&made);
        assert_eq!(me.get("/api/harbour").await.body["mail"], true);
        let set = |password: &str, mail: &str| {
            let body = json!({"password": password, "mail": mail});
            let me = me.clone();
            async move { me.ask("PUT", "/api/account/mail", Some(body), "").await }
        };
        // The password, an address, and the code that was sent to it.
        assert_eq!(set("wrong one", "ann@club.example").await.status, 403);
        let evil = set("calico jack", "a@x.example\r\nBcc: all@club.example").await;
        assert_eq!(evil.status, 400, "{}", evil.text);
        assert_eq!(set("calico jack", "ann@club.example").await.status, 204);
        let (to, letter) = next(&mut got).await;
        assert_eq!(to, "ann@club.example");
        assert_eq!(me.get("/api/me").await.body.get("mail"), None);
        let wrong = me.post("/api/account/mail", json!({"code": "aaaaa-aaaaa-aaaaa"})).await;
        assert_eq!(wrong.status, 403);
        let right = me.post("/api/account/mail", json!({"code": code(&letter)})).await;
        assert_eq!((right.status, &right.body["mail"]), (200, &json!(true)), "{}", right.text);
        assert_eq!(me.get("/api/me/export").await.body["mail"], "ann@club.example");
        // Whether there is such an account is told to nobody.
        let nobody = Client { addr: server.addr, cookie: String::new() };
        let lost = |login: &str| nobody.post("/api/recover/mail", json!({"login": login}));
        let (known, unknown) = (lost("Ann").await, lost("nobody").await);
        assert_eq!((known.status, known.text), (unknown.status, unknown.text));
        let (to, letter) = next(&mut got).await;
        assert_eq!(to, "ann@club.example");
        let recover = |code: String, new: &str| {
            nobody.post("/api/recover", json!({"login": "ann", "code": code, "password": new}))
        };
        assert_eq!(recover("aaaaa-aaaaa-aaaaa".into(), "mary read 1720").await.status, 403);
        let back = recover(code(&letter), "mary read 1720").await;
        assert_eq!(back.status, 200, "{}", back.text);
        assert_eq!(me.get("/api/sessions").await.status, 401);
        // Once is once, and no flood of letters.
        assert_eq!(recover(code(&letter), "anne read 1721").await.status, 403);
        lost("ann").await;
        let (_, first) = next(&mut got).await;
        lost("ann").await;
        assert!(timeout(Duration::from_millis(500), got.recv()).await.is_err());
        // An hour is an hour.
        server.time.pass(3_600_001);
        assert_eq!(recover(code(&first), "anne read 1721").await.status, 403);
    }
}

#[tokio::test]
async fn without_a_server_for_mail_nobody_is_asked() {
    let server = Server::start(Kind::Memory).await;
    let nobody = Client { addr: server.addr, cookie: String::new() };
    assert_eq!(nobody.get("/api/harbour").await.body["mail"], false);
    let lost = nobody.post("/api/recover/mail", json!({"login": "ann"})).await;
    assert_eq!((lost.status, lost.code()), (404, "request/not-found"));
}
