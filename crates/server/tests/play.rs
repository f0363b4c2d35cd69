//! Playing at a table: the same scenarios over memory and SQLite.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

use common::{ALL, Client, Duel, Kind, Server, duel, quick, quiet_moves};
use serde_json::{Value, json};

/// A few moves by each side, found through the menu.
async fn some_moves(duel: &mut Duel, n: usize) {
    for i in 0..n {
        let (mover, other) = if duel.w.awaited == [0] {
            (&mut duel.w, &mut duel.r)
        } else {
            (&mut duel.r, &mut duel.w)
        };
        let moves: Vec<String> = quiet_moves(mover).await.into_iter().collect();
        let action = moves[(i * 7 + 3) % moves.len()].clone();
        mover.must(&action).await;
        let (n, awaited) = (mover.n, mover.awaited.clone());
        while other.n < n {
            other.until("up").await;
        }
        assert_eq!(other.awaited, awaited);
    }
}

#[tokio::test]
async fn two_guests_play_and_see_their_own_board() {
    for kind in ALL {
        let server = Server::start(kind).await;
        let mut duel = duel(&server).await.deployed().await;
        some_moves(&mut duel, 6).await;
        // What was patched together is what the server has.
        let (w, r) = (duel.w.view.clone(), duel.r.view.clone());
        assert_eq!(w, duel.w.fresh_view().await);
        assert_eq!(r, duel.r.fresh_view().await);
        assert_ne!(w, r);
    }
}

/// A client that asks for no words is told what changed and nothing else.
#[tokio::test]
async fn an_update_to_the_mover_is_lean() {
    let server = Server::start(Kind::Memory).await;
    let mut duel = duel(&server).await.deployed().await;
    let mut lean = [duel.white.socket(&duel.table, "as=0").await];
    let mut red = [duel.red.socket(&duel.table, "as=1&say=0").await];
    let mut sizes = Vec::new();
    for socket in lean.iter_mut().chain(&mut red) {
        socket.until("state").await;
    }
    for i in 0..60 {
        let mover = if duel.w.awaited == [0] { &mut lean[0] } else { &mut red[0] };
        let moves: Vec<String> = quiet_moves(mover).await.into_iter().collect();
        let up = mover.must(&moves[(i * 7 + 3) % moves.len()]).await;
        assert_eq!(up.get("e"), None, "{up}");
        sizes.push(mover.bytes.last().unwrap().len());
        for socket in [&mut duel.w, &mut duel.r, &mut lean[0], &mut red[0]] {
            while socket.n < up["n"].as_u64().unwrap() {
                socket.until("up").await;
            }
        }
        if duel.w.awaited.is_empty() {
            break;
        }
    }
    sizes.sort_unstable();
    assert!(sizes.len() > 30, "{} moves", sizes.len());
    assert!(sizes[sizes.len() / 2] <= 90, "median update to the mover: {sizes:?}");
    // What was patched together is what the server has.
    for socket in lean.iter_mut().chain(&mut red) {
        let view = socket.view.clone();
        assert_eq!(view, socket.fresh_view().await);
    }
}

/// What a unit can do comes with one question, and what may come of each with another.
#[tokio::test]
async fn a_whole_menu_and_its_chances_in_one_answer_each() {
    let server = Server::start(Kind::Memory).await;
    let mut duel = duel(&server).await.deployed().await;
    duel.w.send(json!({"t": "menu", "id": "one", "draft": []})).await;
    let one = duel.w.answer("one").await;
    duel.w.send(json!({"t": "menu", "id": "all", "draft": [], "deep": 8})).await;
    let all = duel.w.answer("all").await;
    assert_eq!(all["cut"], Value::Null, "nothing was left out");
    let mut actions = Vec::new();
    for (bare, whole) in
        one["choices"].as_array().unwrap().iter().zip(all["choices"].as_array().unwrap())
    {
        assert_eq!(bare["key"], whole["key"]);
        assert_eq!(bare["next"], Value::Null);
        if whole["kind"] != "unit" {
            continue;
        }
        duel.w.send(json!({"t": "menu", "id": "next", "draft": [whole["key"]]})).await;
        assert_eq!(duel.w.answer("next").await["choices"], whole["next"]);
        let next = whole["next"].as_array().unwrap();
        actions.extend(next.iter().filter_map(|choice| choice["to"].as_str().map(String::from)));
    }
    assert!(actions.len() > 5, "{actions:?}");
    let asked: Vec<&str> = actions.iter().map(String::as_str).take(5).chain(["a1-j10"]).collect();
    duel.w.send(json!({"t": "glance", "id": "g", "actions": asked})).await;
    let seen = duel.w.answer("g").await;
    assert_eq!(seen["n"], duel.w.n);
    let of: Vec<&str> =
        seen["of"].as_array().unwrap().iter().filter_map(|g| g["action"].as_str()).collect();
    assert_eq!(of, asked[..5], "what may not be done is left out");
    assert_eq!(seen["of"][0]["sure"], true, "a plain move: {seen}");
    // A spectator may ask for neither.
    let watcher = Client::guest(&server).await;
    let mut watcher = watcher.socket(&duel.table, "as=spectator").await;
    watcher.send(json!({"t": "glance", "id": "g", "actions": ["a1-a2"]})).await;
    assert_eq!(watcher.answer("g").await["t"], "no");
}

#[tokio::test]
async fn a_refusal_names_its_clause_and_changes_nothing() {
    for kind in ALL {
        let server = Server::start(kind).await;
        let mut duel = duel(&server).await.deployed().await;
        let before = duel.w.view.clone();
        let no = duel.w.act("a1-j10").await;
        assert_eq!(no["t"], "no");
        assert_eq!(no["code"], "play/illegal");
        assert!(no["clause"].as_str().is_some_and(|clause| clause.starts_with("NB-")), "{no}");
        assert!(no["says"].as_str().is_some_and(|says| !says.is_empty()));
        assert!(no["text"].as_str().is_some_and(|text| !text.is_empty()), "{no}");
        assert_eq!(duel.w.act("nonsense").await["code"], "play/unreadable");
        // Red is not awaited; the rules say so with their own clause.
        assert_eq!(duel.r.act("a1-a2").await["t"], "no");
        assert_eq!(duel.w.fresh_view().await, before);
        duel.w.send(json!({"t": "why", "id": "w", "action": "a1-j10"})).await;
        assert_eq!(duel.w.answer("w").await["no"]["code"], "play/illegal");
        let good = duel.w.menu_action(0).await.unwrap();
        duel.w.send(json!({"t": "why", "id": "v", "action": good})).await;
        assert_eq!(duel.w.answer("v").await.get("no"), None);
        duel.w.send(json!({"t": "odds", "id": "o", "action": good})).await;
        let odds = duel.w.answer("o").await;
        let lines = odds["odds"]["lines"].as_array().unwrap();
        let sum: f64 = lines.iter().map(|line| line["chance"].as_f64().unwrap()).sum();
        assert!((sum - 1.0).abs() < 1e-6, "{odds}");
    }
}

#[tokio::test]
async fn a_repeat_is_acknowledged_and_not_played_twice() {
    for kind in ALL {
        let server = Server::start(kind).await;
        let mut duel = duel(&server).await.deployed().await;
        let action = duel.w.menu_action(3).await.unwrap();
        let act = json!({"t": "act", "id": "once", "n": duel.w.n, "action": action});
        duel.w.send(act.clone()).await;
        duel.w.send(act.clone()).await;
        assert_eq!(duel.w.answer("once").await["t"], "up");
        let done = duel.w.answer("once").await;
        assert_eq!((done["t"].as_str(), done["n"].as_u64()), (Some("done"), Some(duel.w.n)));
        let server = if kind.survives() { server.restart(2).await } else { continue };
        let white = Client { addr: server.addr, ..duel.white.clone() };
        let mut w = white.socket(&duel.table, "as=0").await;
        w.until("state").await;
        w.send(act).await;
        assert_eq!(w.answer("once").await["t"], "done");
    }
}

#[tokio::test]
async fn an_action_on_an_old_position_is_stale() {
    for kind in ALL {
        let server = Server::start(kind).await;
        let mut duel = duel(&server).await.deployed().await;
        let old = duel.w.n;
        some_moves(&mut duel, 2).await;
        let action = duel.w.menu_action(1).await.unwrap();
        duel.w.send(json!({"t": "act", "id": "s", "n": old, "action": action})).await;
        assert_eq!(duel.w.answer("s").await["code"], "play/stale");
        duel.w.must(&action).await;
    }
}

#[tokio::test]
async fn what_others_decide_meanwhile_does_not_make_mine_stale() {
    let server = Server::start(Kind::Memory).await;
    let mut duel = duel(&server).await;
    let before = duel.w.n;
    duel.r.must("deploy @Citadel").await;
    duel.r.must("ready").await;
    // White sees that Red is ready, and nothing of the fleet before that.
    duel.w.until("up").await;
    assert_eq!(duel.w.n, before + 1, "what one may not know of has no number");
    duel.w.send(json!({"t": "act", "id": "d", "n": before, "action": "deploy @Citadel"})).await;
    assert_eq!(duel.w.answer("d").await["t"], "up");
}

#[tokio::test]
async fn a_dropped_client_resumes_by_number() {
    for kind in ALL {
        let server = Server::start(kind).await;
        let mut duel = duel(&server).await.deployed().await;
        some_moves(&mut duel, 2).await;
        let (n, view) = (duel.r.n, duel.r.view.clone());
        duel.r.ws.close(None).await.unwrap();
        duel.w.until("here").await;
        let action = duel.w.menu_action(2).await.unwrap();
        duel.w.must(&action).await;
        let mut r = duel.red.socket(&duel.table, &format!("as=1&say=1&from={n}")).await;
        (r.n, r.view) = (n, view);
        assert_eq!(r.next().await["t"], "up");
        let whole = r.view.clone();
        assert_eq!(whole, r.fresh_view().await);
        // A number the server cannot continue from brings everything.
        let mut other = duel.red.socket(&duel.table, "as=1&from=4000000000").await;
        assert_eq!(other.next().await["t"], "state");
    }
}

#[tokio::test]
async fn a_restart_and_a_sleep_lose_nothing() {
    let config = admiralty_server::Config { sleep_after: 0, ..quick() };
    let server = Server::with(Kind::Sqlite, config).await;
    let mut duel = duel(&server).await.deployed().await;
    some_moves(&mut duel, 70).await;
    let (n, view) = (duel.w.n, duel.w.view.clone());
    let table = duel.table.clone();
    let server = server.restart(2).await;
    let white = Client { addr: server.addr, ..duel.white.clone() };
    let red = Client { addr: server.addr, ..duel.red.clone() };
    let mut w = white.socket(&table, "as=0&say=1").await;
    let state = w.until("state").await;
    assert_eq!((state["n"].as_u64(), &state["view"]), (Some(n), &view));
    assert!(!state["past"].as_array().unwrap().is_empty());
    let r = red.socket(&table, "as=1&say=1").await;
    let mut duel = Duel { table, white, red, w, r };
    duel.r.until("state").await;
    some_moves(&mut duel, 3).await;
}

#[tokio::test]
async fn spectators_watch_and_do_not_play() {
    for kind in ALL {
        let server = Server::start(kind).await;
        let mut duel = duel(&server).await.deployed().await;
        let watcher = Client::guest(&server).await;
        let mut s = watcher.socket(&duel.table, "as=spectator&say=2").await;
        let state = s.until("state").await;
        assert!(state["board"].as_str().is_some_and(|board| !board.is_empty()));
        some_moves(&mut duel, 2).await;
        s.until("up").await;
        let up = s.until("up").await;
        assert!(up["b"].is_string() && up["e"][0]["s"].is_string(), "{up}");
        assert_eq!(s.act("a1-a2").await["code"], "play/not-a-seat");
        s.send(json!({"t": "undo", "id": "u"})).await;
        assert_eq!(s.answer("u").await["code"], "play/not-a-seat");
        let (patched, text) = (s.view.clone(), s.view.to_string());
        assert_eq!(patched, s.fresh_view().await);
        assert!(!text.contains("Citadel"));
    }
}

#[tokio::test]
async fn undo_before_the_others_have_decided_and_not_after() {
    for kind in ALL {
        let server = Server::start(kind).await;
        let mut duel = duel(&server).await;
        let view = duel.w.view.clone();
        duel.w.must("deploy @Citadel").await;
        assert_ne!(duel.w.view, view);
        duel.w.send(json!({"t": "undo", "id": "u"})).await;
        let up = duel.w.answer("u").await;
        assert_eq!(up["t"], "up", "{up}");
        assert!(up["back"].is_u64());
        assert_eq!(duel.w.view, view);
        assert_eq!(duel.w.awaited, [0, 1]);
        let mut duel = duel.deployed().await;
        let action = quiet_moves(&mut duel.w).await.pop_first().unwrap();
        duel.w.must(&action).await;
        duel.w.send(json!({"t": "undo", "id": "x"})).await;
        let no = duel.w.answer("x").await;
        assert_eq!(no["code"], "play/no-undo", "{no}");
        // Red, who has done nothing since, cannot take White's move back either.
        duel.r.send(json!({"t": "undo", "id": "y"})).await;
        assert_eq!(duel.r.answer("y").await["code"], "play/no-undo");
    }
}

#[tokio::test]
async fn a_rewind_needs_everybody() {
    for kind in ALL {
        let server = Server::start(kind).await;
        let mut duel = duel(&server).await.deployed().await;
        some_moves(&mut duel, 2).await;
        let (wn, wv, rv) = (duel.w.n, duel.w.view.clone(), duel.r.view.clone());
        some_moves(&mut duel, 3).await;
        duel.w.send(json!({"t": "rewind", "id": "q", "to": wn})).await;
        let asked = duel.r.until("rewind").await;
        assert_eq!(asked["asked"]["open"], json!([1]));
        duel.r.send(json!({"t": "agree", "id": "n", "yes": false})).await;
        assert_eq!(duel.r.until("rewind").await["asked"], Value::Null);
        duel.w.send(json!({"t": "rewind", "id": "q2", "to": wn})).await;
        duel.r.until("rewind").await;
        duel.r.send(json!({"t": "agree", "id": "y", "yes": true})).await;
        let up = duel.r.until("up").await;
        assert!(up["back"].is_u64(), "{up}");
        assert_eq!(duel.r.view, rv);
        duel.w.until("up").await;
        assert_eq!(duel.w.view, wv);
        let (w, r) = (duel.w.view.clone(), duel.r.view.clone());
        assert_eq!(w, duel.w.fresh_view().await);
        assert_eq!(r, duel.r.fresh_view().await);
        some_moves(&mut duel, 2).await;
        // Back to where fleets were placed: nothing of the board is left.
        duel.w.send(json!({"t": "rewind", "id": "q3", "to": 1})).await;
        duel.r.until("rewind").await;
        duel.r.send(json!({"t": "agree", "id": "y3", "yes": true})).await;
        for socket in [&mut duel.w, &mut duel.r] {
            socket.until("up").await;
            let patched = socket.view.clone();
            assert_eq!(patched["tokens"], json!([]));
            assert_eq!(patched, socket.fresh_view().await);
        }
        duel.w.must("ready").await;
        duel.r.until("up").await;
        duel.r.must("ready").await;
        duel.w.until("up").await;
        some_moves(&mut duel, 2).await;
        duel.w.send(json!({"t": "rewind", "id": "z", "to": 100_000})).await;
        assert_eq!(duel.w.answer("z").await["code"], "play/no-rewind");
    }
}

#[tokio::test]
async fn players_chat_is_hidden_from_spectators_until_the_end() {
    for kind in ALL {
        let server = Server::start(kind).await;
        let mut duel = duel(&server).await.deployed().await;
        let watcher = Client::guest(&server).await;
        let mut s = watcher.socket(&duel.table, "as=spectator").await;
        s.until("state").await;
        duel.w.send(json!({"t": "chat", "id": "c", "text": "<b>hello</b>"})).await;
        assert_eq!(duel.r.until("chat").await["line"]["text"], "<b>hello</b>");
        s.send(json!({"t": "chat", "id": "c", "text": "psst"})).await;
        assert_eq!(s.answer("c").await["t"], "done");
        s.send(json!({"t": "chat", "id": "d", "text": ""})).await;
        assert_eq!(s.answer("d").await["t"], "no");
        assert!(!s.bytes.join("").contains("hello"));
        duel.w.must("resign").await;
        let line = s.until("chat").await;
        assert_eq!(line["line"]["text"], "<b>hello</b>");
        assert!(!duel.r.bytes.join("").contains("psst"));
    }
}

#[tokio::test]
async fn the_end_shows_key_record_and_dice() {
    for kind in ALL {
        let server = Server::start(kind).await;
        let mut duel = duel(&server).await.deployed().await;
        some_moves(&mut duel, 5).await;
        let table = duel.table.clone();
        let early = duel.white.get(&format!("/api/tables/{table}/record")).await;
        assert_eq!((early.status, early.code()), (409, "table/state"));
        let info = duel.white.get(&format!("/api/tables/{table}")).await.body;
        assert_eq!(info.get("key"), None);
        let up = duel.r.must("resign").await;
        assert_eq!(up["over"]["verdict"], "won");
        assert_eq!(duel.r.act("resign").await["code"], "play/over");
        let after = duel.white.get(&format!("/api/tables/{table}")).await.body;
        assert_eq!(after["status"], "over");
        let key = admiralty_core::Link::from_hex(after["key"].as_str().unwrap()).unwrap();
        assert_eq!(key.before().hex(), info["commitment"].as_str().unwrap());
        let record = duel.white.get(&format!("/api/tables/{table}/record")).await;
        assert_eq!(record.status, 200);
        let verified = admiralty_catalog::verify(admiralty_catalog::games(), &record.text);
        assert!(verified.is_ok(), "{:?}\n{}", verified.err(), record.text);
        let dice = duel.white.get(&format!("/api/tables/{table}/dice")).await.body;
        assert_eq!(dice["verified"], true);
        // Replays: any viewer now, the umpire too.
        let last = duel.white.get(&format!("/api/tables/{table}/moment?as=umpire")).await.body;
        assert_eq!(last["over"]["verdict"], "won");
        let n = last["last"].as_u64().unwrap();
        assert_eq!(n, 4 + 5 + 1);
        let story = duel.white.get(&format!("/api/tables/{table}/story?as=1&from=1&to=50")).await;
        let steps = story.body["steps"].as_array().unwrap().clone();
        let mut view = duel.white.get(&format!("/api/tables/{table}/moment?as=1&at=0")).await.body
            ["view"]
            .clone();
        for step in &steps {
            admiralty_protocol::apply_patch(&mut view, &step["p"]);
        }
        assert_eq!(view, duel.r.fresh_view().await);
        // A rematch with the seats swapped, the same for both.
        let a =
            duel.white.post(&format!("/api/tables/{table}/rematch"), json!({"swap": true})).await;
        let b = duel.red.post(&format!("/api/tables/{table}/rematch"), json!({"swap": true})).await;
        assert_eq!(a.body["id"], b.body["id"]);
        assert_eq!(a.body["seats"][1]["you"], true);
    }
}

#[tokio::test]
async fn a_bot_plays_and_goes_on_after_a_restart() {
    for kind in ALL {
        let server = Server::start(kind).await;
        let me = Client::guest(&server).await;
        let plan = json!({"game": "naval_battle", "start": true,
                          "seats": [{"kind": "me"}, {"kind": "bot", "level": "random"}]});
        let table = me.create(plan).await["id"].as_str().unwrap().to_string();
        let mut w = me.socket(&table, "as=0&say=1").await;
        w.until("state").await;
        w.must("deploy @Citadel").await;
        w.must("ready").await;
        while w.awaited != [0] {
            w.until("up").await;
        }
        for i in 0..5 {
            let action = w.menu_action(i).await.unwrap();
            w.must(&action).await;
            while w.awaited != [0] {
                w.until("up").await;
            }
        }
        if kind.survives() {
            let server = server.restart(3).await;
            let me = Client { addr: server.addr, ..me };
            let mut w = me.socket(&table, "as=0&say=1").await;
            w.until("state").await;
            while w.awaited != [0] {
                w.until("up").await;
            }
        }
    }
}

#[tokio::test]
async fn one_browser_may_hold_several_seats() {
    let server = Server::start(Kind::Memory).await;
    let me = Client::guest(&server).await;
    let plan = json!({"game": "naval_battle", "start": true,
                      "seats": [{"kind": "me"}, {"kind": "same", "name": "Sister"}]});
    let table = me.create(plan).await;
    assert_eq!(table["seats"][1]["holder"]["name"], "Sister");
    let id = table["id"].as_str().unwrap();
    let mut w = me.socket(id, "as=0").await;
    let mut r = me.socket(id, "as=1").await;
    w.until("state").await;
    r.until("state").await;
    w.must("deploy @Citadel").await;
    r.must("deploy @Citadel").await;
}

#[tokio::test]
async fn a_clock_runs_out() {
    for flag in ["lose", "bot", "table"] {
        let server = Server::start(Kind::Memory).await;
        let (white, red) = (Client::guest(&server).await, Client::guest(&server).await);
        let clock = json!({"kind": "live", "bank": 10, "add": 1, "flag": flag});
        let plan = json!({"game": "naval_battle", "public": true, "clock": clock,
                          "seats": [{"kind": "me"}, {"kind": "open"}]});
        let table = white.create(plan).await["id"].as_str().unwrap().to_string();
        red.post(&format!("/api/tables/{table}/join"), json!({})).await;
        let mut w = white.socket(&table, "as=0").await;
        let mut r = red.socket(&table, "as=1").await;
        w.until("state").await;
        r.until("state").await;
        w.must("deploy @Citadel").await;
        w.must("ready").await;
        r.must("deploy @Citadel").await;
        server.time.pass(2_000);
        let up = r.must("ready").await;
        assert_eq!(up["c"]["left"], json!([12_000, 10_000]), "{up}");
        w.until("up").await;
        // White thinks for too long. The timer was set for twelve seconds; the
        // server's clock jumps there, so somebody has to look at it.
        server.time.pass(11_999);
        server.look_at_clocks();
        server.time.pass(1);
        server.look_at_clocks();
        match flag {
            "lose" => {
                let over = r.until("table").await;
                assert_eq!(over["table"]["result"]["seats"], json!([1]), "{over}");
            }
            "bot" => {
                let table = r.until("table").await;
                assert_eq!(table["table"]["seats"][0]["holder"]["kind"], "bot");
                assert_eq!(w.until("bye").await["code"], "table/seat");
                r.until("up").await;
            }
            _ => {
                let state = r.until("state").await;
                assert_eq!(state["clock"]["flagged"], json!([0]), "{state}");
                w.send(json!({"t": "claim", "id": "c", "seat": 0, "what": "win"})).await;
                assert_eq!(w.answer("c").await["code"], "table/state");
                r.send(json!({"t": "claim", "id": "c", "seat": 0, "what": "win"})).await;
                let over = r.until("table").await;
                assert_eq!(over["table"]["result"]["seats"], json!([1]), "{over}");
            }
        }
    }
}

#[tokio::test]
async fn what_a_seat_does_not_see_bars_no_undo_and_stays() {
    for kind in ALL {
        let server = Server::start(kind).await;
        let mut duel = duel(&server).await;
        let view = duel.w.view.clone();
        let up = duel.w.must("deploy @Citadel").await;
        assert_eq!(up["u"], true, "{up}");
        // Red decides after White, unseen: White is told nothing, not even by a refusal.
        duel.r.must("deploy random:5").await;
        let red = (duel.r.n, duel.r.view.clone());
        duel.w.send(json!({"t": "undo", "id": "u"})).await;
        let up = duel.w.answer("u").await;
        assert_eq!((up["t"].as_str(), up["back"].as_u64()), (Some("up"), Some(0)), "{up}");
        assert_eq!(duel.w.view, view);
        assert_eq!(duel.w.n, 2, "its own decision and its taking back");
        // For Red nothing has happened; what it decided stands and can be taken back.
        assert_eq!(red, (duel.r.n, duel.r.fresh_view().await));
        let table = duel.table.clone();
        let story = duel.red.get(&format!("/api/tables/{table}/story?as=1")).await.body;
        assert_eq!(story["last"], 1, "{story}");
        if kind.survives() {
            let server = server.restart(2).await;
            let client = Client { addr: server.addr, ..duel.red.clone() };
            let mut r = client.socket(&table, "as=1&say=1").await;
            let state = r.until("state").await;
            assert_eq!((state["n"].as_u64(), &state["view"]), (Some(red.0), &red.1));
            assert_eq!(state["undo"], true);
            r.must("ready").await;
            continue;
        }
        duel.r.send(json!({"t": "undo", "id": "v"})).await;
        assert_eq!(duel.r.answer("v").await["t"], "up");
        let mut duel = duel.deployed().await;
        duel.w.must("resign").await;
        let record = duel.white.get(&format!("/api/tables/{table}/record")).await;
        let verified = admiralty_catalog::verify(admiralty_catalog::games(), &record.text);
        assert!(verified.is_ok(), "{:?}\n{}", verified.err(), record.text);
    }
}
