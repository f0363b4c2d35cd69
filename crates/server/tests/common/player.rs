//! Somebody who plays on whatever happens to the server: comes back when the
//! connection goes, says again what was not answered, and writes down what was
//! acknowledged. On the way every number a viewer is given is compared with the
//! one before.

use super::{Client, Socket};
use futures_util::SinkExt;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio_tungstenite::tungstenite::Message;

/// So long an answer is waited for before the connection is given up.
const PATIENCE: Duration = Duration::from_secs(6);

/// One person at both seats of a table.
pub struct Player {
    pub me: Client,
    pub id: String,
    /// Where the server may be reached.
    pub at: Arc<Vec<SocketAddr>>,
    /// Ids and actions that were acknowledged, in order.
    pub acked: Vec<(String, String)>,
    /// What was said and not answered yet.
    pub pending: Option<(usize, String, String)>,
    /// The seats as last seen: kept over connections.
    seats: [Option<Socket>; 2],
    /// How long it took from one acknowledgement to the next, at most, and when the
    /// last one was.
    pub last: Instant,
    pub breaks: Vec<Duration>,
    /// The game has ended.
    pub over: bool,
    next: usize,
}

impl Player {
    /// Somebody new with a table of their own.
    pub async fn new(at: &Arc<Vec<SocketAddr>>, n: usize) -> Player {
        let mut me = Client { addr: at[n % at.len()], cookie: String::new() };
        let answer = me.get("/api/me").await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        me.take_cookie(&answer);
        let plan = json!({"game": "naval_battle", "start": true,
                          "seats": [{"kind": "me"}, {"kind": "me"}]});
        let id = me.create(plan).await["id"].as_str().unwrap().to_string();
        Player {
            me,
            id,
            at: Arc::clone(at),
            acked: Vec::new(),
            pending: None,
            seats: [None, None],
            last: Instant::now(),
            breaks: Vec::new(),
            over: false,
            next: n,
        }
    }

    /// Plays until it is told to stop, or so many actions were acknowledged.
    pub async fn play(&mut self, stop: &AtomicBool, most: usize, pause: Duration) {
        while !stop.load(Ordering::Relaxed) && !self.over && self.acked.len() < most {
            if self.go(stop, most, pause).await.is_none() {
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }

    /// One connection's worth of it. Nothing: the connection is gone.
    async fn go(&mut self, stop: &AtomicBool, most: usize, pause: Duration) -> Option<()> {
        for seat in 0..2 {
            self.come_back(seat).await?;
        }
        while !stop.load(Ordering::Relaxed) && !self.over && self.acked.len() < most {
            self.one().await?;
            tokio::time::sleep(pause).await;
        }
        Some(())
    }

    /// Opens the socket of a seat somewhere, from where it was.
    async fn come_back(&mut self, seat: usize) -> Option<()> {
        self.next += 1;
        self.me.addr = self.at[self.next % self.at.len()];
        let old = self.seats[seat].take();
        let from = old.as_ref().map(|old| format!("&from={}", old.n)).unwrap_or_default();
        let query = format!("as={seat}{from}");
        let opening = self.me.try_socket(&self.id, &query, &[]);
        let opened = tokio::time::timeout(PATIENCE, opening).await.ok().and_then(Result::ok);
        let Some(mut socket) = opened else {
            self.seats[seat] = old;
            return None;
        };
        let before = old.as_ref().map_or(0, |old| old.n);
        if let Some(old) = old {
            (socket.n, socket.view, socket.awaited) = (old.n, old.view, old.awaited);
        }
        // What it missed and who is here, or everything.
        let ready = loop {
            match next(&mut socket).await {
                Some(message) if message["t"] == "state" || message["t"] == "here" => break true,
                Some(message) if message["t"] == "bye" => break false,
                Some(_) => {}
                None => break false,
            }
        };
        assert!(socket.n >= before, "a viewer's numbers never fall");
        self.seats[seat] = Some(socket);
        ready.then_some(())
    }

    /// Says something and waits for the answer.
    async fn one(&mut self) -> Option<()> {
        let (seat, id, action) = match self.pending.clone() {
            Some(pending) => pending,
            None => {
                let first = self.seats[0].as_ref()?.awaited.contains(&0);
                let seat = if first { 0 } else { 1 };
                let n = self.acked.len();
                let action = match n {
                    0 | 2 => "deploy @Citadel".to_string(),
                    1 | 3 => "ready".to_string(),
                    _ => self.choose(seat).await?,
                };
                (seat, format!("{n}-{seat}"), action)
            }
        };
        self.pending = Some((seat, id.clone(), action.clone()));
        let socket = self.seats[seat].as_mut()?;
        let n = socket.n;
        let act = json!({"t": "act", "id": id, "n": n, "action": action});
        socket.ws.send(Message::text(act.to_string())).await.ok()?;
        let answer = answer(socket, &id).await?;
        match answer["t"].as_str() {
            Some("up" | "done") => {}
            // It was written down, and the game had ended by it.
            Some("no") if answer["code"] == "play/over" => {}
            // Something happened that it had not seen yet.
            Some("no") if answer["code"] == "play/stale" => return None,
            _ => panic!("{action}: {answer}"),
        }
        self.over |= answer["over"].is_object() || answer["code"] == "play/over";
        self.pending = None;
        self.acked.push((id, action));
        self.breaks.push(self.last.elapsed());
        self.last = Instant::now();
        if self.acked.len() >= 4 && !self.over {
            let awaited = self.seats[seat].as_ref()?.awaited.clone();
            let other = self.seats[1 - seat].as_mut()?;
            while other.awaited != awaited {
                next(other).await?;
            }
        }
        Some(())
    }

    /// Something the menu offers: one way down it after the other, for some lead nowhere.
    async fn choose(&mut self, seat: usize) -> Option<String> {
        for way in 0..40 {
            if let Some(action) = self.walk(seat, self.acked.len() * 5 + 3 + way).await? {
                return Some(action);
            }
        }
        None
    }

    /// Goes down the menu, always the `pick`-th way; nothing if the connection is gone.
    async fn walk(&mut self, seat: usize, pick: usize) -> Option<Option<String>> {
        let socket = self.seats[seat].as_mut()?;
        let mut draft: Vec<String> = Vec::new();
        for _ in 0..50 {
            socket.ids += 1;
            let id = format!("m{}", socket.ids);
            let ask = json!({"t": "menu", "id": id, "draft": draft}).to_string();
            socket.ws.send(Message::text(ask)).await.ok()?;
            let menu = answer(socket, &id).await?;
            if menu["code"] == "play/over" {
                self.over = true;
                return None;
            }
            let all = menu["choices"].as_array().cloned().unwrap_or_default();
            let choices: Vec<&Value> = all.iter().filter(|c| c["aside"] != true).collect();
            let Some(choice) = choices.get(pick % choices.len().max(1)) else { return Some(None) };
            if let Some(action) = choice["to"].as_str() {
                return Some(Some(action.into()));
            }
            let Some(key) = choice["key"].as_str() else { return Some(None) };
            draft.push(key.into());
        }
        Some(None)
    }

    /// To the end, and everything is compared: what this person was shown with what
    /// the server has, and what was acknowledged with the record.
    pub async fn finish(mut self) -> usize {
        let mut done = None;
        for _ in 0..100 {
            done = self.try_finish().await;
            if done.is_some() {
                break;
            }
            tokio::time::sleep(Duration::from_millis(300)).await;
        }
        let record = done.expect("the table can be finished");
        let verified = admiralty_catalog::verify(admiralty_catalog::games(), &record);
        assert!(verified.is_ok(), "{:?}\n{record}", verified.err());
        let mut lines = record.lines().filter(|l| l.starts_with(|c: char| c.is_ascii_digit()));
        for (_, action) in &self.acked {
            let line = lines.next().expect("an entry for every acknowledged action");
            let same = line.contains(action.as_str()) || action.starts_with("deploy");
            assert!(same, "{line}: {action}\n{record}");
        }
        // Resigning, or not even that if the game was over.
        assert!(lines.count() <= 1, "nothing was written that nobody acknowledged\n{record}");
        self.acked.len()
    }

    async fn try_finish(&mut self) -> Option<String> {
        for seat in 0..2 {
            self.come_back(seat).await?;
        }
        if self.pending.is_some() {
            self.one().await?;
        }
        for seat in 0..2 {
            // What it made of all updates is what a fresh look shows.
            let socket = self.seats[seat].as_mut()?;
            let shown = (socket.n, socket.view.clone());
            socket.ws.send(Message::text(json!({"t": "sync"}).to_string())).await.ok()?;
            while next(socket).await?["t"] != "state" {}
            assert!(shown.0 <= socket.n);
            if shown.0 == socket.n {
                assert_eq!(shown.1, socket.view, "what was shown is what there is");
            }
        }
        let socket = self.seats[0].as_mut()?;
        let n = socket.n;
        let resign = json!({"t": "act", "id": "end", "n": n, "action": "resign"});
        socket.ws.send(Message::text(resign.to_string())).await.ok()?;
        let end = answer(socket, "end").await?;
        let over = end["code"] == "play/over";
        assert!(end["t"] == "up" || end["t"] == "done" || over, "{end}");
        let record = self.me.get(&format!("/api/tables/{}/record", self.id)).await;
        (record.status == 200).then_some(record.text)
    }
}

/// The next message; nothing if the connection is gone or has fallen silent.
async fn next(socket: &mut Socket) -> Option<Value> {
    tokio::time::timeout(PATIENCE, socket.try_next()).await.ok().flatten()
}

async fn answer(socket: &mut Socket, id: &str) -> Option<Value> {
    loop {
        let message = next(socket).await?;
        if message["id"] == id {
            return Some(message);
        }
        if message["t"] == "bye" {
            return None;
        }
    }
}
