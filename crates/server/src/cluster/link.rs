//! A socket at one node, its table at another: what passes between them. Both
//! directions are numbered. A node that sees a gap in what it was sent asks for
//! it again; if that is gone, or something the client said was lost, the link ends
//! and the client comes back, which it can do at any time.

use super::Came;
use super::talk::{self, Question};
use crate::App;
use crate::auth::Person;
use crate::error::Error;
use crate::hub::Found;
use crate::room::{End, Next, Outlet};
use crate::ws::{Here, Wish};
use admiralty_protocol::{ToClient, code};
use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::mpsc;
use tokio_tungstenite::tungstenite::Utf8Bytes;

/// So many bytes of what was sent last are kept for who asks again.
const KEPT: usize = 32 * 1024;
/// A table whose node does not answer is looked for again, so often …
const TRIES: usize = 20;
/// … and after so long.
const PAUSE: Duration = Duration::from_millis(250);

static KEYS: AtomicU64 = AtomicU64::new(1);

/// What passes over a link.
#[derive(Debug, PartialEq, Eq)]
enum Part<'a> {
    /// A message for the client.
    Frame(u64, &'a str),
    /// No more come; the client was too slow, or was told why.
    End { slow: bool },
    /// So many were sent so far.
    Sent(u64),
    /// There is no such link.
    Unknown,
    /// A message of the client.
    Said(u64, &'a str),
    /// Once more from this one on, please; the client has said so many.
    Again { from: u64, said: u64 },
    /// The client has gone.
    Gone,
}

/// The node that holds the socket and its name for the link come first.
fn write(edge: i64, key: u64, part: &Part<'_>) -> Vec<u8> {
    let (letter, a, b, text) = match part {
        Part::Frame(n, text) => (b'f', *n, 0, *text),
        Part::End { slow } => (b'e', u64::from(*slow), 0, ""),
        Part::Sent(n) => (b's', *n, 0, ""),
        Part::Unknown => (b'u', 0, 0, ""),
        Part::Said(n, text) => (b't', *n, 0, *text),
        Part::Again { from, said } => (b'a', *from, *said, ""),
        Part::Gone => (b'g', 0, 0, ""),
    };
    let mut bytes = Vec::with_capacity(33 + text.len());
    bytes.push(letter);
    bytes.extend(edge.to_le_bytes());
    bytes.extend([key, a, b].iter().flat_map(|n| n.to_le_bytes()));
    bytes.extend(text.as_bytes());
    bytes
}

fn read(bytes: &[u8]) -> Option<(i64, u64, Part<'_>)> {
    let number = |i: usize| Some(u64::from_le_bytes(bytes.get(i..i + 8)?.try_into().ok()?));
    let (edge, key, a, b) = (number(1)? as i64, number(9)?, number(17)?, number(25)?);
    let text = std::str::from_utf8(bytes.get(33..)?).ok()?;
    let part = match bytes[0] {
        b'f' => Part::Frame(a, text),
        b'e' => Part::End { slow: a == 1 },
        b's' => Part::Sent(a),
        b'u' => Part::Unknown,
        b't' => Part::Said(a, text),
        b'a' => Part::Again { from: a, said: b },
        b'g' => Part::Gone,
        _ => return None,
    };
    Some((edge, key, part))
}

/// All links of this node.
#[derive(Default)]
pub(crate) struct Links {
    /// Sockets here, tables elsewhere.
    out: Mutex<HashMap<u64, Arc<Leading>>>,
    /// Sockets elsewhere, tables here, by their node and its name for them.
    into: Mutex<HashMap<(i64, u64), mpsc::UnboundedSender<Reached>>>,
}

/// A link to a table at another node.
struct Leading {
    node: i64,
    edge: i64,
    out: Outlet,
    /// The number that comes next.
    next: AtomicU64,
    said: AtomicU64,
}

/// What reaches the table's end of a link.
enum Reached {
    Said(u64, String),
    Again { from: u64, said: u64 },
    Gap,
    Gone,
}

/// The socket's end of a link.
pub(crate) struct Link {
    app: App,
    key: u64,
    leading: Arc<Leading>,
}

impl Drop for Link {
    fn drop(&mut self) {
        self.app.links().out().remove(&self.key);
        self.tell(&Part::Gone);
    }
}

impl Link {
    fn tell(&self, part: &Part<'_>) {
        if let Some(talk) = self.app.hub().parts.bus.talk() {
            talk.tell(self.leading.node, write(self.leading.edge, self.key, part));
        }
    }

    /// A message of the client.
    pub(crate) fn say(&self, text: &str) {
        let n = self.leading.said.fetch_add(1, Ordering::AcqRel) + 1;
        self.tell(&Part::Said(n, text));
    }
}

/// The client comes back, to this node or another, and resumes.
fn come_back(out: &Outlet) {
    let says = "This table moves to another machine; come back.".into();
    let bye: ToClient = ToClient::Bye { code: code::STOPPING.into(), says };
    out.send_last(serde_json::to_string(&bye).unwrap_or_default().into());
}

impl Links {
    fn out(&self) -> MutexGuard<'_, HashMap<u64, Arc<Leading>>> {
        self.out.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn into(&self) -> MutexGuard<'_, HashMap<(i64, u64), mpsc::UnboundedSender<Reached>>> {
        self.into.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A node has gone: so have the tables there and the sockets there.
    pub(crate) fn lost(&self, node: i64) {
        let lost = |leading: &&Arc<Leading>| leading.node == node;
        self.out().values().filter(lost).for_each(|leading| come_back(&leading.out));
        self.into().retain(|(edge, _), _| *edge != node);
    }

    /// This node stops: its sockets come back elsewhere.
    pub(crate) fn stop(&self) {
        self.out().values().for_each(|leading| come_back(&leading.out));
    }

    /// Something may have been lost on the way: every link is looked after.
    pub(crate) fn gap(&self, app: &App) {
        let Some(talk) = app.hub().parts.bus.talk() else { return };
        for (key, leading) in self.out().iter() {
            talk.tell(leading.node, write(leading.edge, *key, &leading.again()));
        }
        self.into().values().for_each(|link| drop(link.send(Reached::Gap)));
    }

    /// Something came over a link.
    pub(crate) fn told(&self, app: &App, bytes: &[u8]) {
        let Some(talk) = app.hub().parts.bus.talk() else { return };
        let Some((edge, key, part)) = read(bytes) else {
            tracing::warn!("another node said something that cannot be read");
            return;
        };
        let reached = match part {
            Part::Said(n, text) => Reached::Said(n, text.into()),
            Part::Again { from, said } => Reached::Again { from, said },
            Part::Gone => Reached::Gone,
            part => {
                let leading = self.out().get(&key).filter(|leading| leading.edge == edge).cloned();
                if let Some(leading) = leading
                    && leading.take(part)
                {
                    talk.tell(leading.node, write(edge, key, &leading.again()));
                }
                return;
            }
        };
        let gone = matches!(reached, Reached::Gone);
        let link = self.into().get(&(edge, key)).cloned();
        let taken = link.is_some_and(|link| link.send(reached).is_ok());
        if !taken && !gone {
            talk.tell(edge, write(edge, key, &Part::Unknown));
        }
    }
}

impl Leading {
    fn again(&self) -> Part<'static> {
        let from = self.next.load(Ordering::Acquire);
        Part::Again { from, said: self.said.load(Ordering::Acquire) }
    }

    /// Hands on what came in its order; true if something is missing before it.
    fn take(&self, part: Part<'_>) -> bool {
        let next = self.next.load(Ordering::Acquire);
        match part {
            Part::Frame(n, text) if n == next => {
                self.next.store(next + 1, Ordering::Release);
                self.out.send(text.into());
            }
            Part::Frame(n, _) => return n > next,
            Part::Sent(n) => return n >= next,
            Part::End { slow: true } => self.out.end(End::Slow),
            Part::End { slow: false } => self.out.end(End::Said),
            _ => come_back(&self.out),
        }
        false
    }
}

/// Where a table is, for a client that has just come.
pub(crate) async fn find(app: &App, id: &str) -> Result<Found, Error> {
    app.hub().find(id, Came::Directly).await
}

/// Links a socket to its table at another node. If that node does not answer, it is
/// asked who has the table now.
pub(crate) async fn open(
    app: &App,
    mut node: i64,
    id: &str,
    user: Option<&str>,
    wish: &Wish,
    out: &Outlet,
) -> Result<Link, Error> {
    let (Some(cluster), Some(_)) = (&app.hub().cluster, app.hub().parts.bus.talk()) else {
        return Err(super::moving());
    };
    let key = KEYS.fetch_add(1, Ordering::Relaxed);
    for _ in 0..TRIES {
        let edge = cluster.node();
        let next = AtomicU64::new(1);
        let leading =
            Arc::new(Leading { node, edge, out: out.clone(), next, said: AtomicU64::new(0) });
        app.links().out().insert(key, Arc::clone(&leading));
        let link = Link { app: app.clone(), key, leading };
        let question = Question::Open {
            table: id.into(),
            edge,
            key,
            user: user.map(Into::into),
            wish: wish.clone(),
        };
        match talk::ask(app, node, id, &question).await {
            Ok(answer) => {
                return match serde_json::from_slice(&answer) {
                    Ok(None) => Ok(link),
                    Ok(Some(talk::Refused { code, says })) => Err(talk::refusal(&code, says)),
                    Err(_) => Err(super::moving()),
                };
            }
            Err(_) => drop(link),
        }
        tokio::time::sleep(PAUSE).await;
        match app.hub().find(id, Came::Directly).await? {
            Found::There(other) => node = other,
            // It came here meanwhile: the client finds it when it comes back.
            Found::Here(_) => return Err(super::moving()),
        }
    }
    Err(super::moving())
}

/// A socket at another node comes to a table here.
pub(crate) async fn enter(
    app: &App,
    table: &str,
    edge: i64,
    key: u64,
    user: Option<String>,
    wish: &Wish,
) -> Result<(), Error> {
    let room = app.hub().room(table).await?;
    let person = match user {
        None => None,
        Some(user) => {
            let row = app.hub().store().user(&user).await?;
            let gone = || Error::new(code::WHO, "This account is gone.");
            app.hub().deaf.learn(app.hub().store(), &user).await?;
            Some(Arc::new(Person::from_row(row.ok_or_else(gone)?)))
        }
    };
    let out = Outlet::default();
    let here = Here::new(app.clone(), room, person, wish, &out)?;
    let (reach, reached) = mpsc::unbounded_channel();
    app.links().into().insert((edge, key), reach);
    here.connect(wish.from);
    let app = app.clone();
    tokio::spawn(async move {
        Entered { app: &app, edge, key, here, sent: VecDeque::new(), n: 0 }.run(reached).await;
        app.links().into().remove(&(edge, key));
    });
    Ok(())
}

/// The table's end of a link.
struct Entered<'a> {
    app: &'a App,
    edge: i64,
    key: u64,
    here: Here,
    /// What was sent last, with its number.
    sent: VecDeque<(u64, Utf8Bytes)>,
    n: u64,
}

impl Entered<'_> {
    fn tell(&self, part: &Part<'_>) {
        if let Some(talk) = self.app.hub().parts.bus.talk() {
            talk.tell(self.edge, write(self.edge, self.key, part));
        }
    }

    async fn run(mut self, mut reached: mpsc::UnboundedReceiver<Reached>) {
        let mut said = 0;
        loop {
            tokio::select! {
                next = self.here.out.next() => match next {
                    Next::Frame(frame) => self.send(frame),
                    Next::End(end) => return self.tell(&Part::End { slow: end == End::Slow }),
                },
                reached = reached.recv() => match reached {
                    Some(Reached::Said(n, text)) if n == said + 1 => {
                        said = n;
                        if self.here.hear(&text).await.is_err() {
                            tracing::warn!("refused: an unreadable message");
                            let says = "That message cannot be read.".into();
                            let bye: ToClient = ToClient::Bye { code: code::MALFORMED.into(), says };
                            let bye = serde_json::to_string(&bye).unwrap_or_default();
                            self.here.out.send_last(bye.into());
                        }
                    }
                    // It was heard already.
                    Some(Reached::Said(n, _)) if n <= said => {}
                    Some(Reached::Again { from, said: all }) if all <= said => {
                        if !self.repeat(from) {
                            return self.tell(&Part::Unknown);
                        }
                    }
                    Some(Reached::Gap) => self.tell(&Part::Sent(self.n)),
                    // Something the client said is lost: it comes back and says it again.
                    Some(Reached::Said(..) | Reached::Again { .. }) => {
                        return self.tell(&Part::Unknown);
                    }
                    Some(Reached::Gone) | None => return,
                },
            }
        }
    }

    fn send(&mut self, frame: Utf8Bytes) {
        self.n += 1;
        self.tell(&Part::Frame(self.n, frame.as_str()));
        self.sent.push_back((self.n, frame));
        let mut size: usize = self.sent.iter().map(|(_, frame)| frame.len()).sum();
        while size > KEPT
            && let Some((_, old)) = self.sent.pop_front()
        {
            size -= old.len();
        }
    }

    /// Sends once more what was sent from this number on; false if it is gone.
    fn repeat(&self, from: u64) -> bool {
        let kept = self.sent.front().map_or(self.n + 1, |(n, _)| *n);
        if from < kept {
            return false;
        }
        let again = self.sent.iter().filter(|(n, _)| *n >= from);
        again.for_each(|(n, frame)| self.tell(&Part::Frame(*n, frame.as_str())));
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        for part in [
            Part::Frame(7, "{\"t\":\"up\"}"),
            Part::End { slow: true },
            Part::End { slow: false },
            Part::Sent(3),
            Part::Unknown,
            Part::Said(u64::MAX, "é"),
            Part::Again { from: 2, said: 9 },
            Part::Gone,
        ] {
            let bytes = write(-4, 12, &part);
            assert_eq!(read(&bytes), Some((-4, 12, part)));
        }
        assert_eq!(read(b""), None);
        assert_eq!(read(&[b'x'; 40]), None);
    }

    #[test]
    fn a_gap_is_noticed_and_nothing_is_handed_on_twice() {
        let out = Outlet::default();
        let next = AtomicU64::new(1);
        let leading = Leading { node: 1, edge: 2, out: out.clone(), next, said: AtomicU64::new(0) };
        assert!(!leading.take(Part::Frame(1, "a")));
        assert!(leading.take(Part::Frame(3, "c")), "the second is missing");
        assert!(leading.take(Part::Sent(2)), "the second is missing");
        assert!(!leading.take(Part::Frame(2, "b")));
        assert!(!leading.take(Part::Frame(2, "b")));
        assert!(!leading.take(Part::Frame(3, "c")));
        assert!(!leading.take(Part::Sent(3)));
        for wanted in ["a", "b", "c"] {
            assert!(matches!(out.try_next(), Some(Next::Frame(text)) if text.as_str() == wanted));
        }
        assert!(out.try_next().is_none());
    }
}
