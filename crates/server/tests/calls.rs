//! Being called: by requests, by messages of the browser, by letters and by a calendar, with
//! real servers for each; and nothing but the game, the others, the deadline and a link is said.

#![cfg(all(feature = "push", feature = "mail"))]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

use admiralty_protocol::CallNotice;
use admiralty_server::Config;
use admiralty_server::store::{CallOp, CallRow, Memory, Op, Store};
use common::office::{Came, Doorbell, post_office};
use common::{ALL, Client, Kind, NOW, Server, quick};
use serde_json::{Value, json};
use std::process::{Command, Stdio};
use std::sync::Arc;

const DAY: u64 = 24 * 3600 * 1000;

fn config() -> Config {
    let address = Some("https://club.example".into());
    Config { calls_private: true, address, ..quick() }
}

/// White makes a table by days and goes away; Red sits down, and the game begins.
async fn begun(white: &Client, red: &Client) -> String {
    let clock = json!({"kind": "days", "days": 4, "flag": "table"});
    let plan = json!({"game": "naval_battle", "seats": [{"kind": "me"}, {"kind": "open"}],
                      "public": true, "clock": clock});
    let table = white.create(plan).await["id"].as_str().unwrap().to_string();
    let joined = red.post(&format!("/api/tables/{table}/join"), json!({})).await;
    assert_eq!(joined.status, 200, "{}", joined.text);
    table
}

async fn choose(client: &Client, plan: Value) -> Value {
    let answer = client.ask("PUT", "/api/me/calls", Some(plan), "").await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.body
}

/// What a message may say, and not a word more.
fn read(body: &[u8], table: &str) -> CallNotice {
    let notice: CallNotice = serde_json::from_slice(body).expect("only what is declared");
    assert_eq!(notice.game, "Naval Battle");
    assert_eq!(notice.link, format!("https://club.example/table/{table}"));
    notice
}

/// A message is signed with a secret that only its owner was told.
fn is_signed(came: &Came, secret: &str) -> bool {
    let script = "const [t, v] = process.argv[2].split(',').map((part) => part.split('=')[1]);
        const hmac = require('crypto').createHmac('sha256', process.argv[1]);
        console.log(hmac.update(`${t}.`).update(require('fs').readFileSync(0)).digest('hex') === v);";
    node(script, &[secret, came.header("admiralty-signature")], &came.body).trim() == "true"
}

/// Another implementation than ours.
fn node(script: &str, args: &[&str], input: &[u8]) -> String {
    use std::io::Write;
    let mut child = Command::new("node")
        .args(["-e", script])
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("Node is there");
    child.stdin.take().unwrap().write_all(input).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_address_is_called_once_again_if_it_fails_and_no_more_when_it_is_gone() {
    for kind in ALL {
        let server = Server::with(kind, config()).await;
        let (white, red) = (Client::guest(&server).await, Client::guest(&server).await);
        let mut bell = Doorbell::open().await;
        let plan = json!({"turn": ["hook"], "over": ["hook"], "talk": ["hook"], "deadline": ["hook"],
                          "hooks": [{"url": bell.url, "form": "json"}]});
        let chosen = choose(&white, plan).await;
        let secret = chosen["plan"]["hooks"][0]["secret"].as_str().unwrap().to_string();
        let table = begun(&white, &red).await;
        // Somebody who is away for a moment is not called.
        server.send_calls().await;
        assert!(bell.rung().is_none());
        server.time.pass(20_000);
        *bell.status.lock().unwrap() = 500;
        let first = bell.next(&server).await;
        let notice = read(&first.body, &table);
        assert_eq!((notice.event.as_str(), notice.due), ("turn", Some(NOW + 4 * DAY)));
        let name = red.get("/api/me").await.body["name"].as_str().unwrap().to_string();
        assert_eq!(notice.against, name);
        assert!(is_signed(&first, &secret), "{}", first.head);
        assert!(!is_signed(&first, "another"));
        // It is tried again, a minute later and not before.
        *bell.status.lock().unwrap() = 204;
        server.send_calls().await;
        assert!(bell.rung().is_none());
        server.time.pass(60_000);
        let again = bell.next(&server).await;
        assert_eq!(again.body, first.body);
        assert_eq!(again.header("admiralty-id"), first.header("admiralty-id"));
        server.time.pass(600_000);
        server.send_calls().await;
        assert!(bell.rung().is_none(), "once is enough");
        // Talk: what was said is not repeated.
        let mut r = red.socket(&table, "as=1").await;
        r.until("state").await;
        r.send(json!({"t": "chat", "id": "c", "text": "Strike your colours"})).await;
        let talk = read(&bell.next(&server).await.body, &table);
        assert_eq!(talk.event, "talk");
        // A day before the end.
        server.time.pass(3 * DAY - 3_600_000);
        server.send_calls().await;
        assert!(bell.rung().is_none());
        server.time.pass(3_600_000);
        let deadline = read(&bell.next(&server).await.body, &table);
        assert_eq!((deadline.event.as_str(), deadline.due), ("deadline", Some(NOW + 4 * DAY)));
        // An address that is gone is forgotten.
        *bell.status.lock().unwrap() = 410;
        begun(&white, &red).await;
        server.time.pass(20_000);
        bell.next(&server).await;
        for _ in 0..200 {
            if white.get("/api/me/calls").await.body["plan"]["hooks"] == json!([]) {
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
        assert_eq!(white.get("/api/me/calls").await.body["plan"]["hooks"], json!([]), "{kind:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_address_of_this_network_is_called_and_plans_are_checked() {
    let server = Server::with(Kind::Memory, Config { calls_private: false, ..config() }).await;
    let (white, red) = (Client::guest(&server).await, Client::guest(&server).await);
    let mut bell = Doorbell::open().await;
    let refused = |plan: Value| white.ask("PUT", "/api/me/calls", Some(plan), "");
    let hook = |url: &str| json!({"hooks": [{"url": url, "form": "json"}]});
    assert_eq!(refused(hook(&bell.url)).await.status, 400, "not https");
    assert_eq!(refused(json!({"zone": "Atlantis/Capital"})).await.status, 400);
    assert_eq!(refused(json!({"quiet": {"from": 0, "until": 1440}})).await.status, 400);
    assert_eq!(refused(json!({"secrets": true})).await.status, 400);
    let url = bell.url.replace("http://", "https://");
    let plan = json!({"turn": ["hook"], "hooks": [{"url": url, "form": "slack"}]});
    choose(&white, plan).await;
    begun(&white, &red).await;
    for _ in 0..6 {
        server.time.pass(5 * 3_600_000);
        server.send_calls().await;
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    assert!(bell.rung().is_none());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_browser_is_pushed_to_and_can_read_it() {
    let keys = "const ec = require('crypto').createECDH('prime256v1'); ec.generateKeys();
        console.log(JSON.stringify({ p256dh: ec.getPublicKey('base64url'),
            d: ec.getPrivateKey('base64url'), auth: require('crypto').randomBytes(16).toString('base64url') }));";
    let browser: Value = serde_json::from_str(&node(keys, &[], b"")).unwrap();
    let server = Server::with(Kind::Memory, config()).await;
    let (white, red) = (Client::guest(&server).await, Client::guest(&server).await);
    let mut bell = Doorbell::open().await;
    choose(&white, json!({"turn": ["push"]})).await;
    let subscription =
        json!({"endpoint": bell.url, "p256dh": browser["p256dh"], "auth": browser["auth"]});
    let info = white.post("/api/me/calls/push", subscription).await;
    assert_eq!(info.body["browsers"], 1, "{}", info.text);
    let table = begun(&white, &red).await;
    server.time.pass(20_000);
    let came = bell.next(&server).await;
    assert_eq!(came.header("content-encoding"), "aes128gcm");
    assert!(!came.header("ttl").is_empty());
    // RFC 8291 by other hands: what the browser would do.
    let decrypt = "const c = require('crypto'), u = (t) => Buffer.from(t, 'base64url');
        const [d, pub, auth] = process.argv.slice(1).map(u), all = require('fs').readFileSync(0);
        const salt = all.subarray(0, 16), n = all[20], theirs = all.subarray(21, 21 + n), text = all.subarray(21 + n);
        const ec = c.createECDH('prime256v1'); ec.setPrivateKey(d);
        const h = (ikm, salt, info, n) => Buffer.from(c.hkdfSync('sha256', ikm, salt, info, n));
        const ikm = h(ec.computeSecret(theirs), auth, Buffer.concat([Buffer.from('WebPush: info\\0'), pub, theirs]), 32);
        const open = c.createDecipheriv('aes-128-gcm', h(ikm, salt, 'Content-Encoding: aes128gcm\\0', 16),
            h(ikm, salt, 'Content-Encoding: nonce\\0', 12));
        open.setAuthTag(text.subarray(-16));
        const plain = Buffer.concat([open.update(text.subarray(0, -16)), open.final()]);
        if (plain.at(-1) !== 2) throw new Error('no end');
        process.stdout.write(plain.subarray(0, -1));";
    let args: Vec<&str> =
        ["d", "p256dh", "auth"].iter().map(|key| browser[*key].as_str().unwrap()).collect();
    let notice = read(node(decrypt, &args, &came.body).as_bytes(), &table);
    assert_eq!(notice.event, "turn");
    // The push service knows who sends it: RFC 8292.
    let verify = "const c = require('crypto'), [, t, k] = /^vapid t=(.+), k=(.+)$/.exec(process.argv[1]);
        const [h, p, s] = t.split('.'), key = Buffer.from(k, 'base64url'), b = (part) => part.toString('base64url');
        const jwk = { kty: 'EC', crv: 'P-256', x: b(key.subarray(1, 33)), y: b(key.subarray(33)) };
        const good = c.verify('sha256', Buffer.from(`${h}.${p}`), { key: c.createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' }, Buffer.from(s, 'base64url'));
        console.log(JSON.stringify({ good, k, ...JSON.parse(Buffer.from(p, 'base64url')) }));";
    let said = node(verify, &[came.header("authorization")], b"");
    let said: Value = serde_json::from_str(&said).unwrap();
    assert_eq!(said["good"], true);
    assert_eq!(said["k"], info.body["push_key"]);
    assert_eq!(said["aud"], bell.url.trim_end_matches("/bell"));
    // A browser that is gone is forgotten.
    *bell.status.lock().unwrap() = 410;
    begun(&white, &red).await;
    server.time.pass(20_000);
    bell.next(&server).await;
    for _ in 0..200 {
        if white.get("/api/me/calls").await.body["browsers"] == 0 {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("it is still there");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn letters_come_at_once_or_once_a_day_and_can_be_ended() {
    let (url, mut got) = post_office().await;
    let mail_from = Some("Admiralty <admiralty@club.example>".into());
    let store = Arc::new(Memory::default());
    let config = Config { smtp: Some(url), mail_from, ..config() };
    let server = Server::on_store(config, store.clone(), 1).await;
    let (mut white, red) = (Client::guest(&server).await, Client::guest(&server).await);
    let made = white.post("/api/account", json!({"login": "ann", "password": "calico jack"})).await;
    white.take_cookie(&made);
    let address = json!({"password": "calico jack", "mail": "ann@club.example"});
    white.ask("PUT", "/api/account/mail", Some(address), "").await;
    let (_, letter) = got.recv().await.unwrap();
    let code = letter.lines().find(|line| line.starts_with("    ")).unwrap().trim().to_string();
    white.post("/api/account/mail", json!({"code": code})).await;
    let mut letter = async |server: &Server| {
        for n in 1..400 {
            server.send_calls().await;
            if n % 40 == 0 {
                server.time.pass(20_000);
            }
            if let Ok(letter) = got.try_recv() {
                return letter.1;
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
        panic!("no letter comes");
    };
    let plain = |text: &str| text.replace("=\n", "").replace("=3D", "=");
    choose(&white, json!({"turn": ["mail"]})).await;
    let table = begun(&white, &red).await;
    server.time.pass(20_000);
    let text = plain(&letter(&server).await);
    assert!(text.contains("Your move: Naval Battle with "), "{text}");
    assert!(text.contains(&format!("https://club.example/table/{table}")), "{text}");
    let end = text.lines().find(|line| line.starts_with("List-Unsubscribe: ")).unwrap();
    assert!(text.contains("List-Unsubscribe-Post: List-Unsubscribe=One-Click"), "{text}");
    let path = end.split("club.example").nth(1).unwrap().trim_end_matches('>').to_string();
    // Once a day: two games that are due then are in one letter.
    choose(&white, json!({})).await;
    let tables = [begun(&white, &red).await, begun(&white, &red).await];
    choose(&white, json!({"turn": ["digest"], "digest": 480, "zone": "Asia/Tokyo"})).await;
    let user = white.get("/api/me").await.body["id"].as_str().unwrap().to_string();
    let put = |table: &String| {
        let body = json!({"kind": "turn", "way": "digest", "table": table}).to_string();
        let (id, user, due) = (table.clone(), user.clone(), Some(NOW));
        Op::Call(Box::new(CallOp::Put(CallRow { id, user, due, body, ..CallRow::default() })))
    };
    store.commit(tables.iter().map(put).collect(), Box::new(|written| written.unwrap()));
    let text = plain(&letter(&server).await);
    assert!(text.contains("Subject: 2 games of yours"), "{text}");
    assert!(tables.iter().all(|table| text.contains(table.as_str())), "{text}");
    // The link asks, the click ends; nobody else's link does.
    let nobody = Client { addr: server.addr, cookie: String::new() };
    assert!(nobody.get(&path).await.text.contains("End the letters"));
    assert_eq!(nobody.get(&format!("{path}0")).await.status, 404);
    assert_eq!(white.get("/api/me/calls").await.body["plan"]["turn"], json!(["digest"]));
    assert_eq!(nobody.post(&path, json!({})).await.status, 200);
    assert_eq!(white.get("/api/me/calls").await.body["plan"]["turn"], json!([]));
}

#[tokio::test]
async fn deadlines_are_a_calendar_by_a_secret_link() {
    let server = Server::with(Kind::Memory, config()).await;
    let (white, red) = (Client::guest(&server).await, Client::guest(&server).await);
    let table = begun(&white, &red).await;
    let path = white.get("/api/me/calls").await.body["calendar"].as_str().unwrap().to_string();
    let nobody = Client { addr: server.addr, cookie: String::new() };
    let calendar = nobody.get(&path).await;
    assert_eq!(calendar.header("content-type"), Some("text/calendar; charset=utf-8"));
    assert!(calendar.text.contains("DTSTART:20231118T221320Z\r\n"), "{}", calendar.text);
    assert!(calendar.text.contains("SUMMARY:Your move: Naval Battle\r\n"));
    assert!(calendar.text.replace("\r\n ", "").contains(&format!("/table/{table}")));
    assert!(calendar.text.lines().all(|line| line.len() <= 75));
    let renewed = white.post("/api/me/calls/calendar", json!({})).await;
    assert_ne!(renewed.body["calendar"], path.as_str());
    assert_eq!(nobody.get(&path).await.status, 404);
}

/// Of two nodes on one database each takes what the other does not.
#[cfg(feature = "postgres")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_nodes_one_sends() {
    use admiralty_server::store::{Calls, Postgres};
    let url = common::database();
    let stores = [Postgres::open(&url).await.unwrap(), Postgres::open(&url).await.unwrap()];
    let put = |n: u32| {
        let row =
            CallRow { id: n.to_string(), due: Some(5), body: "{}".into(), ..CallRow::default() };
        Op::Call(Box::new(CallOp::Put(row)))
    };
    let (done, wait) = tokio::sync::oneshot::channel();
    stores[0]
        .commit((0..200).chain(0..200).map(put).collect(), Box::new(|r| done.send(r).unwrap()));
    wait.await.unwrap().unwrap();
    let mut all = Vec::new();
    while all.len() < 200 {
        let (a, b) = tokio::join!(stores[0].take_calls(5, 99, 50), stores[1].take_calls(5, 99, 50));
        all.extend(a.unwrap().into_iter().chain(b.unwrap()).map(|row| row.id));
    }
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), 200);
    assert!(stores[1].take_calls(98, 100, 50).await.unwrap().is_empty());
}

/// A game is over, and somebody is seated anew, while they are away.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_end_and_a_seat_are_told() {
    for kind in ALL {
        let server = Server::with(kind, config()).await;
        let (white, red) = (Client::guest(&server).await, Client::guest(&server).await);
        let mut bell = Doorbell::open().await;
        let plan = json!({"over": ["hook"], "seat": ["hook"],
                          "hooks": [{"url": bell.url, "form": "json"}]});
        choose(&white, plan.clone()).await;
        choose(&red, plan).await;
        let clock = json!({"kind": "days", "days": 4, "flag": "table"});
        let plan = json!({"game": "naval_battle", "seats": [{"kind": "me"}, {"kind": "open"}],
                          "public": true, "clock": clock,
                          "options": {"deploy": {"W": "@Citadel", "R": "@Citadel"}}});
        let table = white.create(plan).await["id"].as_str().unwrap().to_string();
        red.post(&format!("/api/tables/{table}/join"), json!({})).await;
        let mut r = red.socket(&table, "as=1").await;
        r.until("state").await;
        r.must("resign").await;
        // Red is there and hears nothing; White hears of it once, and not who won.
        let over = read(&bell.next(&server).await.body, &table);
        assert_eq!((over.event.as_str(), over.due), ("over", None));
        assert!(!over.says.contains("won") && !over.says.contains("lost"), "{}", over.says);
        server.time.pass(600_000);
        server.send_calls().await;
        assert!(bell.rung().is_none(), "{kind:?}");
        // A rematch seats White, who did not ask for it.
        let again = red.post(&format!("/api/tables/{table}/rematch"), json!({"swap": true})).await;
        assert_eq!(again.status, 200, "{}", again.text);
        let next = again.body["id"].as_str().unwrap().to_string();
        let seat = read(&bell.next(&server).await.body, &next);
        assert_eq!(seat.event, "seat");
        assert_eq!(seat.against, red.get("/api/me").await.body["name"].as_str().unwrap());
        server.time.pass(600_000);
        server.send_calls().await;
        assert!(bell.rung().is_none(), "whoever asked for it is not called: {kind:?}");
    }
}
