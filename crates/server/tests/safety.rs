//! What people of ill will may try: a clear error or a closed door, and the
//! server goes on.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

use common::{ALL, Client, Kind, Server, duel, quick, raw};
use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use tokio_tungstenite::tungstenite::Message;

async fn healthy(server: &Server) {
    let answer = raw(server.addr, b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    assert_eq!(answer.await.status, 200);
}

#[tokio::test]
async fn headers_keep_browsers_safe() {
    let server = Server::start(Kind::Memory).await;
    let me = Client::guest(&server).await;
    for path in ["/", "/api/harbour", "/api/nothing", "/healthz"] {
        let answer = me.get(path).await;
        let policy = answer.header("content-security-policy").unwrap_or_default().to_string();
        assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe-eval"), "{path}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(answer.header("x-frame-options"), Some("DENY"));
        assert!(answer.header("x-request-id").is_some());
    }
    // One kind of page may be shown in frames of other sites, and nothing else.
    let framed = me.get("/embed/table/k3x9").await;
    assert_eq!(framed.header("x-frame-options"), None);
    let policy = framed.header("content-security-policy").unwrap_or_default();
    assert!(policy.contains("frame-ancestors *") && policy.contains("form-action 'none'"));
    for path in ["/embedded", "/replay/k3x9", "/api/embed/k3x9", "/study/k3x9"] {
        let answer = me.get(path).await;
        let policy = answer.header("content-security-policy").unwrap_or_default();
        assert!(policy.contains("frame-ancestors 'none'"), "{path}");
        assert_eq!(answer.header("x-frame-options"), Some("DENY"), "{path}");
    }
    let fresh = Client { addr: server.addr, cookie: String::new() };
    let cookie = fresh.get("/api/me").await.header("set-cookie").unwrap().to_string();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"), "{cookie}");
}

#[tokio::test]
async fn a_forged_cookie_is_nobody() {
    let server = Server::start(Kind::Memory).await;
    let mut me = Client::guest(&server).await;
    let id = me.get("/api/me").await.body["id"].clone();
    let last = me.cookie.pop().unwrap();
    me.cookie.push(if last == '0' { '1' } else { '0' });
    assert_eq!(me.get("/api/sessions").await.code(), "auth/required");
    assert_ne!(me.get("/api/me").await.body["id"], id);
    for cookie in ["admiralty=", "admiralty=.", "admiralty=x.y", "admiralty=\u{e9}.0"] {
        me.cookie = cookie.into();
        assert_eq!(me.get("/api/sessions").await.status, 401, "{cookie}");
    }
    let token = me.ask("GET", "/api/me", None, "Authorization: Bearer adm_wrong\r\n").await;
    assert_eq!((token.status, token.code()), (401, "auth/required"));
}

#[tokio::test]
async fn other_sites_may_not_act() {
    let server = Server::start(Kind::Memory).await;
    let duel = duel(&server).await;
    let plan = json!({"game": "naval_battle", "seats": [{"kind": "me"}, {"kind": "open"}]});
    let evil = "Origin: https://evil.example\r\n";
    let answer = duel.white.ask("POST", "/api/tables", Some(plan.clone()), evil).await;
    assert_eq!((answer.status, answer.code()), (403, "auth/origin"));
    let own = format!("Origin: http://{}\r\n", server.addr);
    assert_eq!(duel.white.ask("POST", "/api/tables", Some(plan), &own).await.status, 201);
    let headers = [("origin", "https://evil.example")];
    assert!(duel.white.try_socket(&duel.table, "as=0", &headers).await.is_err());
    // A form of another site cannot send JSON.
    let form = format!(
        "POST /api/tables HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nCookie: {}\r\n\
         Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 3\r\n\r\na=b",
        server.addr, duel.white.cookie
    );
    let answer = raw(server.addr, form.as_bytes()).await;
    assert_eq!((answer.status, answer.code()), (400, "request/malformed"));
}

#[tokio::test]
async fn malformed_and_oversized_input_is_refused() {
    let server = Server::start(Kind::Memory).await;
    let mut duel = duel(&server).await;
    for body in
        ["{", "[]", "null", "{\"game\":1}", "{\"game\":\"naval_battle\",\"seats\":[],\"x\":1}"]
    {
        let text = format!(
            "POST /api/tables HTTP/1.1\r\nHost: x\r\nConnection: close\r\nCookie: {}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            duel.white.cookie,
            body.len()
        );
        let answer = raw(server.addr, text.as_bytes()).await;
        assert_eq!((answer.status, answer.code()), (400, "request/malformed"), "{body}");
        // In our words, not in those of the library that reads it.
        let says = answer.body["says"].as_str().unwrap_or_default();
        assert!(says.starts_with("The body "), "{body}: {}", answer.text);
    }
    let deep = format!("{}{}", "[".repeat(5000), "]".repeat(5000));
    let plan = format!("{{\"game\":\"naval_battle\",\"seats\":[],\"options\":{deep}}}");
    let large = "x".repeat(400_000);
    for (body, status) in [(plan, 400), (format!("{{\"game\":\"{large}\",\"seats\":[]}}"), 413)] {
        let text = format!(
            "POST /api/tables HTTP/1.1\r\nHost: x\r\nConnection: close\r\nCookie: {}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            duel.white.cookie,
            body.len()
        );
        assert_eq!(raw(server.addr, text.as_bytes()).await.status, status);
    }
    let wrong = json!({"game": "naval_battle", "options": {"board": "oval", "colour": 3},
                       "seats": [{"kind": "me"}, {"kind": "open"}]});
    let answer = duel.white.post("/api/tables", wrong).await;
    assert_eq!((answer.status, answer.code()), (422, "table/setup"));
    assert!(answer.body["faults"].as_array().unwrap().len() >= 2, "{}", answer.text);
    let seats = json!({"game": "naval_battle", "seats": [{"kind": "me"}]});
    assert_eq!(duel.white.post("/api/tables", seats).await.code(), "table/setup");
    let game = json!({"game": "chess", "seats": []});
    assert_eq!(duel.white.post("/api/tables", game).await.code(), "game/unknown");
    // Sockets: the message is refused by name, then the door closes.
    for text in ["", "{}", "{\"t\":\"fly\"}", "{\"t\":\"act\"}", "[1", "{\"t\":\"act\",\"id\":1}"] {
        let mut socket = duel.white.socket(&duel.table, "as=0").await;
        socket.until("state").await;
        socket.ws.send(Message::text(text)).await.unwrap();
        assert_eq!(socket.until("bye").await["code"], "request/malformed", "{text}");
        assert!(socket.try_next().await.is_none());
    }
    let mut socket = duel.white.socket(&duel.table, "as=0").await;
    socket.until("state").await;
    socket.ws.send(Message::binary(vec![1, 2, 3])).await.unwrap();
    assert_eq!(socket.until("bye").await["code"], "request/malformed");
    let mut socket = duel.white.socket(&duel.table, "as=0").await;
    socket.until("state").await;
    let _ = socket.ws.send(Message::text("x".repeat(100_000))).await;
    while let Some(Ok(_)) = socket.ws.next().await {}
    // Ids that are too long, drafts that lead nowhere.
    let act = json!({"t": "act", "id": "x".repeat(33), "n": 0, "action": "deploy @Citadel"});
    duel.w.send(act).await;
    assert_eq!(duel.w.until("no").await["code"], "request/malformed");
    duel.w.send(json!({"t": "menu", "id": "m", "draft": ["no", "such"]})).await;
    assert_eq!(duel.w.answer("m").await["code"], "play/unreadable");
    duel.w.send(json!({"t": "act", "id": "both", "n": 0, "action": "x", "draft": []})).await;
    assert_eq!(duel.w.answer("both").await["code"], "play/unreadable");
    healthy(&server).await;
}

#[tokio::test]
async fn floods_are_limited() {
    let config = admiralty_server::Config { rate_http: 30, rate_socket: 20, ..quick() };
    let server = Server::with(Kind::Memory, config).await;
    let mut duel = duel(&server).await;
    for i in 0..200 {
        if duel.w.ws.send(Message::text(format!("{{\"t\":\"ping\",\"x\":{i}}}"))).await.is_err() {
            break;
        }
    }
    // First it is slowed and told so, and only who goes on is cut off.
    let slow = duel.w.until("slow").await;
    assert_eq!(slow["rate"], 20);
    assert!(slow["says"].as_str().unwrap().contains("20 a second"), "{slow}");
    assert_eq!(duel.w.until("bye").await["code"], "limit/rate");
    let mut refused = None;
    for _ in 0..40 {
        let answer = duel.red.get("/api/harbour").await;
        assert!(answer.header("ratelimit-limit").is_some());
        if answer.status == 429 {
            refused = Some(answer);
            break;
        }
    }
    let refused = refused.expect("the limit is reached");
    assert_eq!(refused.code(), "limit/rate");
    assert!(refused.header("retry-after").is_some());
    server.time.pass(60_000);
    assert_eq!(duel.red.get("/api/harbour").await.status, 200);
}

#[tokio::test]
async fn the_limit_of_a_person_is_told_too() {
    let config = admiralty_server::Config { rate_http: 20, proxy: true, ..quick() };
    let server = Server::with(Kind::Memory, config).await;
    let me = Client::guest(&server).await;
    let mut refused = None;
    for i in 0..30 {
        // From ever new addresses, but always the same person.
        let from = format!("X-Forwarded-For: 10.0.0.{i}\r\n");
        let answer = me.ask("GET", "/api/harbour", None, &from).await;
        let left: u32 = answer.header("ratelimit-remaining").unwrap().parse().unwrap();
        assert!(left < 20);
        if answer.status == 429 {
            assert_eq!((left, answer.code()), (0, "limit/rate"));
            refused = Some(i);
            break;
        }
    }
    assert_eq!(refused, Some(19));
}

#[tokio::test]
async fn what_libraries_refuse_has_a_code_too() {
    let server = Server::start(Kind::Memory).await;
    let duel = duel(&server).await;
    let table = &duel.table;
    for (method, path, status, code) in [
        ("GET", format!("/api/tables/{table}/moment?at=x"), 400, "request/malformed"),
        ("GET", format!("/api/tables/{table}/socket?as=0"), 400, "request/malformed"),
        ("DELETE", format!("/api/tables/{table}"), 404, "request/not-found"),
        ("GET", "/api/nowhere".into(), 404, "request/not-found"),
        ("GET", "/api/tables?list=none".into(), 400, "request/malformed"),
    ] {
        let answer = duel.white.ask(method, &path, None, "").await;
        assert_eq!((answer.status, answer.code()), (status, code), "{path}: {}", answer.text);
        assert!(answer.body["says"].is_string());
    }
}

/// Keeps what is logged.
#[derive(Clone, Default)]
struct Logged(std::sync::Arc<std::sync::Mutex<Vec<u8>>>);

impl std::io::Write for Logged {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn no_secret_is_logged() {
    let logged = Logged::default();
    let writer = logged.clone();
    let log = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::DEBUG)
        .with_writer(move || writer.clone())
        .finish();
    let _log = tracing::subscriber::set_default(log);
    let server = Server::start(Kind::Sqlite).await;
    let mut me = Client::guest(&server).await;
    let plan = json!({"game": "naval_battle", "seats": [{"kind": "me"}, {"kind": "invite"}]});
    let table = me.create(plan).await;
    let (id, invite) = (table["id"].as_str().unwrap(), table["invite"].as_str().unwrap());
    let account = json!({"login": "ann", "password": "calico jack"});
    let made = me.post("/api/account", account.clone()).await;
    assert_eq!(made.status, 200);
    me.take_cookie(&made);
    let token = me.post("/api/tokens", json!({"label": "bot"})).await.body["token"].clone();
    let signed = me.post("/api/login", account).await;
    me.take_cookie(&signed);
    let wrong = json!({"login": "ann", "password": "calico jim"});
    assert_eq!(me.post("/api/login", wrong).await.status, 403);
    let stranger = Client::guest(&server).await;
    stranger.get(&format!("/api/tables/{id}?invite={invite}")).await;
    stranger.get(&format!("/api/tables/{id}?invite=wrong")).await;
    let forged = Client { addr: server.addr, cookie: format!("{}x", stranger.cookie) };
    forged.get("/api/sessions").await;
    assert!(stranger.try_socket(id, "as=0&invite=wrong", &[]).await.is_err());
    let text = String::from_utf8(logged.0.lock().unwrap().clone()).unwrap();
    assert!(text.contains(id) && text.contains("refused"), "the log says something: {text}");
    let (session, sign) = me.cookie.split_once('=').unwrap().1.split_once('.').unwrap();
    let (guest, _) = stranger.cookie.split_once('=').unwrap().1.split_once('.').unwrap();
    for secret in ["calico", "argon2", invite, token.as_str().unwrap(), session, sign, guest] {
        assert!(!text.contains(secret), "{secret} in {text}");
    }
}

#[tokio::test]
async fn tricks_with_paths_lead_nowhere() {
    let server = Server::start(Kind::Memory).await;
    for path in [
        "/../../etc/passwd",
        "/..%2f..%2fetc/passwd",
        "/%2e%2e/secret.key",
        "/assets/../secret.key",
        "//etc/passwd",
        "/api/../admiralty.db",
        "/admiralty.db",
        "/secret.key",
        "/api/tables/%00",
        "/api/tables/..%2f..",
        "/api/games/%2e%2e",
        "/\\..\\secret.key",
    ] {
        let request = format!("GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
        let answer = raw(server.addr, request.as_bytes()).await;
        let page = answer.text.contains("<html") || answer.text.contains("<!doctype");
        assert!(answer.status == 404 || answer.status == 400 || page, "{path}: {}", answer.status);
        assert!(!answer.text.contains("root:"), "{path}");
    }
    for request in
        ["GET / HTTP/1.1\r\n\r\n", "\0\0\0\r\n\r\n", "GET /api/me HTTP/9.9\r\nHost: x\r\n\r\n"]
    {
        raw(server.addr, request.as_bytes()).await;
    }
    healthy(&server).await;
}

#[tokio::test]
async fn accounts_come_and_go() {
    for kind in ALL {
        let server = Server::start(kind).await;
        let mut me = Client::guest(&server).await;
        let plan = json!({"game": "naval_battle", "seats": [{"kind": "me"}, {"kind": "open"}]});
        let table = me.create(plan.clone()).await["id"].clone();
        let named = me.ask("PUT", "/api/me", Some(json!({"name": "  Ann   Bonny "})), "").await;
        assert_eq!(named.body["name"], "Ann Bonny");
        assert_eq!(me.ask("PUT", "/api/me", Some(json!({"name": ""})), "").await.status, 400);
        let account = json!({"login": "Ann", "password": "calico jack"});
        assert_eq!(
            me.post("/api/account", json!({"login": "a", "password": "x"})).await.status,
            400
        );
        let made = me.post("/api/account", account.clone()).await;
        assert_eq!((made.status, &made.body["guest"]), (200, &json!(false)), "{}", made.text);
        me.take_cookie(&made);
        let other = Client::guest(&server).await;
        let taken =
            other.post("/api/account", json!({"login": "ANN", "password": "mary read 1"})).await;
        assert_eq!((taken.status, taken.code()), (409, "auth/taken"));
        // A token plays for the account, and makes no further ones.
        let token = me.post("/api/tokens", json!({"label": "my bot"})).await.body;
        let bearer = format!("Authorization: Bearer {}\r\n", token["token"].as_str().unwrap());
        let nobody = Client { addr: server.addr, cookie: String::new() };
        assert_eq!(nobody.ask("GET", "/api/me", None, &bearer).await.body["login"], "ann");
        let label = Some(json!({"label": "x"}));
        assert_eq!(nobody.ask("POST", "/api/tokens", label, &bearer).await.status, 401);
        // Another browser signs in; its guest's games come along.
        let mut second = Client::guest(&server).await;
        let theirs = second.create(plan.clone()).await["id"].clone();
        let wrong =
            second.post("/api/login", json!({"login": "ann", "password": "wrong one"})).await;
        assert_eq!((wrong.status, wrong.code()), (403, "auth/credentials"));
        let nobody_there = json!({"login": "nobody", "password": "wrong one"});
        assert_eq!(second.post("/api/login", nobody_there).await.code(), "auth/credentials");
        let signed = second.post("/api/login", account.clone()).await;
        assert_eq!(signed.status, 200, "{}", signed.text);
        second.take_cookie(&signed);
        let mine = second.get("/api/tables?list=mine").await.text;
        assert!(mine.contains(table.as_str().unwrap()) && mine.contains(theirs.as_str().unwrap()));
        assert_eq!(second.get("/api/sessions").await.body.as_array().unwrap().len(), 2);
        // A new password ends the other session.
        let change = json!({"old": "calico jack", "new": "mary read 1720"});
        let changed = second.ask("PUT", "/api/account/password", Some(change), "").await;
        assert_eq!(changed.status, 204, "{}", changed.text);
        second.take_cookie(&changed);
        assert_eq!(me.get("/api/sessions").await.status, 401);
        // And every token: whoever made one may have been the reason.
        assert_eq!(nobody.ask("GET", "/api/me", None, &bearer).await.status, 401);
        let back =
            me.post("/api/login", json!({"login": "ann", "password": "mary read 1720"})).await;
        me.take_cookie(&back);
        let export = me.get("/api/me/export").await.body;
        assert_eq!(export["tables"].as_array().unwrap().len(), 2);
        assert!(!export.to_string().contains("argon2"));
        assert!(!export.to_string().contains(token["token"].as_str().unwrap()));
        // Gone is gone; the games remain without a name.
        let no = me.ask("DELETE", "/api/account", Some(account), "").await;
        assert_eq!(no.code(), "auth/credentials");
        let yes = json!({"login": "ann", "password": "mary read 1720"});
        assert_eq!(me.ask("DELETE", "/api/account", Some(yes.clone()), "").await.status, 204);
        assert_eq!(second.get("/api/sessions").await.status, 401);
        assert_eq!(nobody.post("/api/login", yes).await.code(), "auth/credentials");
    }
}

#[tokio::test]
async fn machines_find_what_they_look_for() {
    let server = Server::start(Kind::Sqlite).await;
    let me = Client::guest(&server).await;
    // Nothing of the operator's is where players are.
    for path in ["/readyz", "/metrics"] {
        let page = me.get(path).await;
        assert!(page.status == 404 || page.text.starts_with("<!doctype html>"), "{path}");
    }
    let watch = Client { addr: server.ops, ..me.clone() };
    assert_eq!(watch.get("/readyz").await.text, "ready\n");
    assert_eq!(watch.get("/api/harbour").await.status, 404);
    let api = me.get("/api/openapi.json").await.body;
    assert!(api["paths"]["/api/tables/{id}/join"]["post"].is_object(), "{api}");
    assert!(api["components"]["schemas"]["TableInfo"].is_object());
    assert!(api["components"]["securitySchemes"]["token"].is_object());
    for (path, operations) in api["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            let told = operation["parameters"].as_array().cloned().unwrap_or_default();
            let told = told.iter().filter(|it| it["in"] == "path").count();
            assert_eq!(told, path.matches('{').count(), "{method} {path}");
        }
    }
    assert!(watch.get("/metrics").await.text.contains("guests_total"));
    let harbour = me.get("/api/harbour").await.body;
    let games = harbour["games"].as_array().unwrap();
    assert!(games.iter().any(|game| game["id"] == "naval_battle"));
    let game = me.get("/api/games/naval_battle").await.body;
    let bots = game["bots"].as_array().unwrap();
    assert_eq!((bots.len(), &bots[0]["title"]), (8, &serde_json::json!("Ship's Boy")), "{bots:?}");
    let rules = me.get("/api/games/naval_battle/rules").await.body;
    assert!(rules["clauses"].as_array().unwrap().len() > 50);
}

/// docs/security.md says by which test each point is shown: all of them exist.
#[test]
fn every_test_named_in_the_document_exists() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    fn all(folder: &std::path::Path, text: &mut String) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.extension().and_then(|end| end.to_str()) {
                Some("rs" | "ts") => text.push_str(&std::fs::read_to_string(path).unwrap()),
                _ if path.is_dir() => all(&path, text),
                _ => {}
            }
        }
    }
    let mut code = String::new();
    for folder in ["crates/server/src", "crates/server/tests", "crates/bots/tests", "web/e2e"] {
        all(&root.join(folder), &mut code);
    }
    let document = std::fs::read_to_string(root.join("docs/security.md")).unwrap();
    let (_, points) = document.split_once("## OWASP").unwrap();
    let (points, _) = points.split_once("## What is kept").unwrap();
    let mut n = 0;
    for line in points.lines().filter(|line| line.starts_with('|')) {
        let Some(shown) = line.trim_end_matches('|').rsplit('|').next() else { continue };
        for name in shown.split('`').skip(1).step_by(2) {
            let known = match name.contains(' ') {
                true => code.contains(&format!("('{name}")),
                false => code.contains(&format!("fn {name}(")) || !name.contains('_'),
            };
            assert!(known, "docs/security.md names `{name}`, which is no test");
            n += 1;
        }
    }
    assert!(n > 60, "{n}");
}
