//! Secrecy on the wire: two worlds that differ only in what a viewer may not
//! know send that viewer the same bytes, in the same order, until a reveal.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

use common::worlds::{asked, same};
use common::{Client, Duel, Kind, Server, Socket, duel, quiet_moves};
use serde_json::{Value, json};

/// Two fleets with the Admiral in the same place, which everybody is told.
const FLEETS: [&str; 2] =
    ["deploy 13M21M41/2S452S31/MM361S2S/AM5S4321", "deploy 31M12M14/S2542S13/M3M612SS/AM5S3412"];

struct World {
    duel: Duel,
    watcher: Client,
    s: Socket,
    server: Server,
}

async fn world(kind: Kind, red: &str) -> World {
    let server = Server::start(kind).await;
    let mut duel = duel(&server).await;
    let watcher = Client::guest(&server).await;
    let mut s = watcher.socket(&duel.table, "as=spectator&say=2").await;
    s.until("state").await;
    duel.w.until("here").await;
    duel.w.until("here").await;
    // Red changes its mind once: an undo of something hidden.
    duel.r.must("deploy @Citadel").await;
    duel.r.send(json!({"t": "undo", "id": "u"})).await;
    duel.r.answer("u").await;
    duel.r.must(red).await;
    if red == FLEETS[1] {
        // One world has an entry more that White may not know of.
        duel.r.must("deploy @Citadel").await;
        duel.r.must(red).await;
    }
    // White changes its mind too, and in one world Red has decided in between:
    // whether White may undo tells nothing of that.
    duel.w.must("deploy @Citadel~").await;
    if red == FLEETS[1] {
        duel.r.must("deploy @Citadel").await;
        duel.r.must(red).await;
    }
    duel.w.send(json!({"t": "sync"})).await;
    duel.w.until("state").await;
    duel.w.send(json!({"t": "undo", "id": "u"})).await;
    duel.w.answer("u").await;
    duel.r.must("ready").await;
    duel.w.until("up").await;
    s.until("up").await;
    duel.w.must("deploy @Citadel").await;
    duel.w.must("ready").await;
    duel.r.until("up").await;
    s.until("up").await;
    World { duel, watcher, s, server }
}

#[tokio::test]
async fn two_worlds_look_the_same_until_something_is_revealed() {
    for kind in [Kind::Memory, Kind::Sqlite] {
        // The fleets of Red differ; White and the watcher cannot know how.
        let mut a = world(kind, FLEETS[0]).await;
        let mut b = world(kind, FLEETS[1]).await;
        assert_ne!(a.duel.r.view, b.duel.r.view, "the worlds differ");
        for turn in 0..12 {
            let (one, two) = match turn % 2 {
                0 => (quiet_moves(&mut a.duel.w).await, quiet_moves(&mut b.duel.w).await),
                _ => (quiet_moves(&mut a.duel.r).await, quiet_moves(&mut b.duel.r).await),
            };
            if turn % 2 == 0 {
                assert_eq!(one, two, "White's menu does not depend on what it cannot know");
            }
            let both: Vec<&String> = one.intersection(&two).collect();
            let action = both[turn * 3 % both.len()].clone();
            for world in [&mut a, &mut b] {
                let duel = &mut world.duel;
                let (mover, other) = if turn % 2 == 0 {
                    (&mut duel.w, &mut duel.r)
                } else {
                    (&mut duel.r, &mut duel.w)
                };
                mover.must(&action).await;
                other.until("up").await;
                world.s.until("up").await;
            }
        }
        for world in [&mut a, &mut b] {
            // Talk, refusals, questions, a broken connection, and looking back.
            let duel = &mut world.duel;
            duel.r.send(json!({"t": "chat", "id": "c", "text": "good sailing"})).await;
            duel.w.until("chat").await;
            duel.w.act("a1-j9").await;
            duel.w.send(json!({"t": "undo", "id": "no"})).await;
            duel.w.answer("no").await;
            duel.w.ws.close(None).await.unwrap();
            duel.r.until("here").await;
            let n = duel.w.n;
            for query in [format!("as=0&say=1&from={}", n - 3), "as=0&say=2".into()] {
                let mut again = duel.white.socket(&duel.table, &query).await;
                again.n = n - 3;
                for _ in 0..3 {
                    let message = again.next().await;
                    if message["t"] == "state" {
                        break;
                    }
                }
                duel.w.bytes.append(&mut again.bytes);
                again.ws.close(None).await.unwrap();
                duel.r.until("here").await;
                duel.r.until("here").await;
            }
            let table = duel.table.clone();
            let answers = asked(&duel.white, &table, "0").await;
            duel.w.bytes.extend(answers);
            let answers = asked(&world.watcher, &table, "spectator").await;
            world.s.bytes.extend(answers);
            // Nobody looks through a seat that is not theirs.
            for path in [
                format!("/api/tables/{table}/moment?as=1"),
                format!("/api/tables/{table}/story?as=umpire"),
            ] {
                assert_eq!(world.duel.white.get(&path).await.status, 409);
            }
        }
        assert!(a.duel.w.bytes.len() > 30);
        same(&a.duel.w.bytes, &b.duel.w.bytes, "White");
        same(&a.s.bytes, &b.s.bytes, "the watcher");
        // The test can fail: Red itself is told different things.
        assert_ne!(a.duel.r.bytes, b.duel.r.bytes);
        a.server.stop().await;
        b.server.stop().await;
    }
}

#[tokio::test]
async fn nobody_sees_or_acts_through_another_seat() {
    let server = Server::start(Kind::Memory).await;
    let duel = duel(&server).await.deployed().await;
    let stranger = Client::guest(&server).await;
    for (who, seat) in [(&duel.white, 1), (&duel.red, 0), (&stranger, 0), (&stranger, 1)] {
        let refused = who.try_socket(&duel.table, &format!("as={seat}"), &[]).await;
        assert!(refused.is_err(), "seat {seat}");
    }
    assert!(stranger.try_socket(&duel.table, "as=umpire", &[]).await.is_err());
    assert!(stranger.try_socket(&duel.table, "as=255", &[]).await.is_err());
    let seen = stranger.get(&format!("/api/tables/{}", duel.table)).await.body;
    assert_eq!(seen.get("invite"), None);
    assert_eq!(seen["seats"][0]["you"], false);
    assert!(!seen.to_string().contains(&duel.white.cookie[10..30]));
}

#[tokio::test]
async fn a_private_table_does_not_exist_for_strangers() {
    let server = Server::start(Kind::Memory).await;
    let (host, friend) = (Client::guest(&server).await, Client::guest(&server).await);
    let plan = json!({"game": "naval_battle", "seats": [{"kind": "me"}, {"kind": "invite"}]});
    let table = host.create(plan).await;
    let (id, invite) = (table["id"].as_str().unwrap(), table["invite"].as_str().unwrap());
    for path in ["", "/moment", "/story", "/record", "/dice", "/notes"] {
        let answer = friend.get(&format!("/api/tables/{id}{path}")).await;
        assert_eq!((answer.status, answer.code()), (404, "table/unknown"), "{path}");
    }
    assert!(friend.try_socket(id, "as=spectator", &[]).await.is_err());
    let join = format!("/api/tables/{id}/join");
    assert_eq!(friend.post(&join, json!({})).await.status, 404);
    assert_eq!(friend.post(&join, json!({"invite": "x".repeat(20)})).await.status, 404);
    let seen = friend.get(&format!("/api/tables/{id}?invite={invite}")).await;
    assert_eq!(seen.status, 200);
    let joined = friend.post(&join, json!({"invite": invite})).await;
    assert_eq!((joined.status, &joined.body["status"]), (200, &json!("playing")));
    let list = friend.get("/api/tables?list=live").await.body;
    assert_eq!(list["tables"], json!([]));
    let mine: Value = friend.get("/api/tables?list=mine").await.body;
    assert_eq!(mine["tables"][0]["id"], id);
    assert_eq!(mine["tables"][0]["awaited"], json!([0, 1]));
}

/// A battle on a sea that was rolled with dice. Both fleets are chosen and
/// deployed in secret; the second seat goes its `pick`-th way.
async fn sealed(server: &Server, pick: usize) -> (Duel, Socket) {
    let (white, red) = (Client::guest(server).await, Client::guest(server).await);
    let plan = json!({"game": "board_game", "public": true, "options": {"scenery": "random"},
                      "seats": [{"kind": "me"}, {"kind": "open"}]});
    let table = white.create(plan).await["id"].as_str().unwrap().to_string();
    assert_eq!(red.post(&format!("/api/tables/{table}/join"), json!({})).await.status, 200);
    let mut w = white.socket(&table, "as=0&say=2").await;
    w.until("state").await;
    let mut r = red.socket(&table, "as=1").await;
    r.until("state").await;
    let mut s = Client::guest(server).await.socket(&table, "as=spectator&say=1").await;
    s.until("state").await;
    w.until("here").await;
    w.until("here").await;
    for _ in 0..3 {
        assert_eq!(w.awaited, [0, 1]);
        let action = r.menu_action(pick).await.unwrap();
        r.must(&action).await;
        for socket in [&mut w, &mut s] {
            socket.fresh_view().await;
        }
        if r.awaited == [0] {
            break;
        }
    }
    (Duel { table, white, red, w, r }, s)
}

#[tokio::test]
async fn a_sealed_choice_in_a_game_with_dice_shows_nothing_to_the_others() {
    let mut worlds = Vec::new();
    for pick in [0, 1] {
        let server = Server::start(Kind::Memory).await;
        let (mut duel, mut s) = sealed(&server, pick).await;
        for (socket, client, viewer) in
            [(&mut duel.w, &duel.white, "0"), (&mut s, &duel.white, "spectator")]
        {
            socket.fresh_view().await;
            socket.send(json!({"t": "undo", "id": "u"})).await;
            socket.answer("u").await;
            let answers = asked(client, &duel.table, viewer).await;
            socket.bytes.extend(answers);
        }
        worlds.push((duel.w.bytes.clone(), s.bytes.clone(), duel.r.bytes.clone()));
    }
    let [a, b] = &worlds[..] else { panic!("two worlds") };
    assert_ne!(a.2, b.2, "the worlds differ for the one who chose");
    same(&a.0, &b.0, "the opponent");
    same(&a.1, &b.1, "the watcher");
}

/// Plays its `pick`-th way down the menu when both are to decide in secret, and the first way
/// until then and for `on` decisions after.
async fn hidden(game: &str, options: &Value, pick: usize, on: usize) -> [Vec<String>; 3] {
    let server = Server::start(Kind::Memory).await;
    let (white, red) = (Client::guest(&server).await, Client::guest(&server).await);
    let plan = json!({"game": game, "public": true, "options": options,
                      "seats": [{"kind": "me"}, {"kind": "open"}]});
    let table = white.create(plan).await["id"].as_str().unwrap().to_string();
    assert_eq!(red.post(&format!("/api/tables/{table}/join"), json!({})).await.status, 200);
    let mut w = white.socket(&table, "as=0&say=2").await;
    w.until("state").await;
    let mut r = red.socket(&table, "as=1&say=1").await;
    r.until("state").await;
    let watcher = Client::guest(&server).await;
    let mut s = watcher.socket(&table, "as=spectator&say=2").await;
    s.until("state").await;
    w.until("here").await;
    w.until("here").await;
    for _ in 0..30 {
        w.fresh_view().await;
        r.fresh_view().await;
        if w.awaited == [0, 1] {
            break;
        }
        let mover = if w.awaited == [0] { &mut w } else { &mut r };
        let action = mover.menu_action(0).await.unwrap();
        mover.must(&action).await;
    }
    assert_eq!(w.awaited, [0, 1], "{game}: both decide in secret");
    // Red decides, changes its mind, decides again; in one world once more.
    let action = r.menu_action(pick).await.unwrap();
    r.must(&action).await;
    r.send(json!({"t": "undo", "id": "u"})).await;
    if r.answer("u").await["t"] == "up" {
        r.must(&action).await;
    }
    // White asks whatever can be asked, and comes back over a new line.
    let mine = w.menu_action(0).await.unwrap();
    for (i, kind) in ["why", "odds"].into_iter().enumerate() {
        let id = format!("k{i}");
        w.send(json!({"t": kind, "id": id, "action": mine})).await;
        w.answer(&id).await;
    }
    w.send(json!({"t": "glance", "id": "g", "actions": [mine]})).await;
    w.answer("g").await;
    w.send(json!({"t": "undo", "id": "no"})).await;
    w.answer("no").await;
    w.fresh_view().await;
    s.fresh_view().await;
    let mut again = white.socket(&table, &format!("as=0&say=1&from={}", w.n)).await;
    again.send(json!({"t": "sync"})).await;
    again.until("state").await;
    w.bytes.append(&mut again.bytes);
    for _ in 0..on {
        // The secret lies where it was laid, and both play on.
        let mover = if w.awaited.contains(&0) { &mut w } else { &mut r };
        let action = mover.menu_action(0).await.unwrap();
        mover.must(&action).await;
        for socket in [&mut w, &mut r, &mut s] {
            socket.fresh_view().await;
        }
    }
    let told = asked(&white, &table, "0").await;
    w.bytes.extend(told);
    let told = asked(&watcher, &table, "spectator").await;
    s.bytes.extend(told);
    [w.bytes, s.bytes, r.bytes]
}

async fn shows_nothing(game: &str, options: Value, on: usize) {
    let [a, b] = [hidden(game, &options, 0, on).await, hidden(game, &options, 1, on).await];
    assert_ne!(a[2], b[2], "{game}: the worlds differ for the one who chose");
    same(&a[0], &b[0], game);
    same(&a[1], &b[1], game);
}

#[tokio::test]
async fn a_secret_mine_of_sail_epoch_shows_nothing() {
    shows_nothing("sail_epoch", json!({"mines": true}), 8).await;
}

#[tokio::test]
async fn a_secret_order_of_fleet_actions_shows_nothing() {
    shows_nothing("fleet_actions", json!({}), 0).await;
}

#[tokio::test]
async fn a_secret_fleet_of_the_board_game_shows_nothing() {
    shows_nothing("board_game", json!({}), 0).await;
}

/// Naval Battle where memory is the players' own: what has faded, and what one notes.
#[tokio::test]
async fn memory_options_show_nothing_more() {
    for aid in ["off", "notes"] {
        let mut worlds = Vec::new();
        for fleet in FLEETS {
            let server = Server::start(Kind::Memory).await;
            let (white, red) = (Client::guest(&server).await, Client::guest(&server).await);
            let plan = json!({"game": "naval_battle", "public": true,
                              "options": {"memory_aid": aid},
                              "seats": [{"kind": "me"}, {"kind": "open"}]});
            let table = white.create(plan).await["id"].as_str().unwrap().to_string();
            red.post(&format!("/api/tables/{table}/join"), json!({})).await;
            let mut w = white.socket(&table, "as=0&say=2").await;
            w.until("state").await;
            let mut r = red.socket(&table, "as=1&say=1").await;
            r.until("state").await;
            r.must(fleet).await;
            r.must("ready").await;
            w.until("up").await;
            w.must("deploy @Citadel").await;
            w.must("ready").await;
            r.until("up").await;
            let moves = quiet_moves(&mut w).await;
            w.must(moves.first().unwrap()).await;
            w.fresh_view().await;
            let told = asked(&white, &table, "0").await;
            w.bytes.extend(told);
            worlds.push((w.bytes, r.bytes));
        }
        let [a, b] = &worlds[..] else { panic!("two worlds") };
        assert_ne!(a.1, b.1);
        same(&a.0, &b.0, aid);
    }
}

/// Two games that differ in what one side noted for itself, in how many notes there are and
/// in whether one was taken back, and are over: whoever looks back, through whatever eyes, and
/// the other side too, reads the same to the last byte, heads of the transcript included.
#[tokio::test]
async fn what_a_side_noted_stays_its_own_when_the_game_is_over() {
    let mut worlds = Vec::new();
    for notes in [&["note h7=3", "note *=a trap"][..], &["note h7=M"], &[]] {
        let server = Server::start(Kind::Memory).await;
        let (white, red) = (Client::guest(&server).await, Client::guest(&server).await);
        let watcher = Client::guest(&server).await;
        let plan = json!({"game": "naval_battle", "public": true, "options": {"memory_aid": "notes"},
                          "seats": [{"kind": "me"}, {"kind": "open"}]});
        let table = white.create(plan).await["id"].as_str().unwrap().to_string();
        red.post(&format!("/api/tables/{table}/join"), json!({})).await;
        let mut w = white.socket(&table, "as=0&say=1").await;
        w.until("state").await;
        let mut r = red.socket(&table, "as=1&say=2").await;
        r.until("state").await;
        r.must("deploy @Citadel").await;
        r.must("ready").await;
        w.until("up").await;
        w.must("deploy @Citadel").await;
        w.must("ready").await;
        r.until("up").await;
        for note in notes {
            w.must(note).await;
        }
        if !notes.is_empty() {
            w.must("note *=a slip of the pen").await;
            w.send(json!({"t": "undo", "id": "slip"})).await;
            assert_eq!(w.answer("slip").await["t"], "up");
        }
        w.must("a4-a5").await;
        r.until("up").await;
        for note in notes {
            w.must(note).await;
        }
        // Everybody agrees to go back, behind some of the notes, and to play on.
        server.time.pass(20_000);
        r.must("h7-h6").await;
        w.until("up").await;
        r.send(json!({"t": "rewind", "id": "back", "to": 4})).await;
        r.answer("back").await;
        w.until("rewind").await;
        w.send(json!({"t": "agree", "id": "yes", "yes": true})).await;
        w.answer("yes").await;
        r.until("up").await;
        server.time.pass(20_000);
        r.must("h7-h6").await;
        w.until("up").await;
        w.must("resign").await;
        r.until("table").await;
        let mut seen = r.bytes;
        assert!(seen.iter().filter(|text| text.starts_with("{\"t\":\"head\"")).count() > 2);
        for (client, viewer) in [
            (&red, "1"),
            (&red, "0"),
            (&red, "umpire"),
            (&watcher, "spectator"),
            (&watcher, "0"),
            (&watcher, "umpire"),
        ] {
            seen.extend(asked(client, &table, viewer).await);
        }
        // The test can fail: White has its notes in its own record, which verifies with them
        // and has the same signed head.
        let record = white.get(&format!("/api/tables/{table}/record")).await.text;
        let verified = admiralty_catalog::verify(admiralty_catalog::games(), &record);
        assert!(verified.is_ok_and(|(_, report)| report.proved), "{record}");
        for note in notes {
            assert!(record.contains(&format!("W~ {note} []")), "{record}");
        }
        let head = record.lines().find(|line| line.starts_with("[Head ")).unwrap().to_string();
        assert!(seen.iter().any(|text| text.contains(&head)), "{head}");
        worlds.push((seen, record));
    }
    for other in &worlds[1..] {
        assert_ne!(worlds[0].1, other.1);
        assert_eq!(worlds[0].0, other.0, "whoever did not write them");
    }
}
