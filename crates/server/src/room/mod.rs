//! One table in memory. Each file has one part of it and is the only one that
//! changes it:
//!
//! | file | owns |
//! | --- | --- |
//! | `card.rs` | the row of the table: who sits where, begun, over |
//! | `running.rs` | the running game: the match engine's course, its dice, what was lately done |
//! | `streams.rs` | what each viewer was told, and its numbers |
//! | `crowd.rs` | the open sockets |
//! | `chat.rs` | what was said |
//! | `rewind.rs` | the rewind that is asked for |
//! | `times.rs` | the clocks |
//! | `bots.rs` | which bots are thinking |
//! | `calls.rs` | which programs with accounts were called |
//! | `draw.rs` | how far the dice are drawn before the game |
//! | `lag.rs` | what spectators see who are behind |
//! | `answers.rs` | when an answer given in advance is due |
//!
//! Around them stand `seats.rs` (before the game and after it), `pair.rs` (a table for two
//! who looked for a game), `play.rs` and
//! `undo.rs` (decisions made and taken back), `ask.rs` and `replay.rs` (what may be
//! asked of the present and the past), `state.rs` (everything a viewer knows),
//! `house.rs` (what the house does to a table), `clocks.rs` (timers, and time that runs out), `rest.rs` (weekends and holidays), `manners.rs` (who is meant, and what they said), `lines.rs` (the game as the store
//! keeps it), `events.rs` (what an entry told, as text) and `outlet.rs` (what waits to be sent).
//!
//! Whoever wants something locks the room, changes it, and hands the store the
//! change together with the messages it causes. The store sends them when the
//! change is on disk, in the order they were handed over; so nothing is told
//! that could still be lost, and a room never waits for a disk.

pub(crate) mod answers;
pub(crate) mod ask;
mod bots;
mod calls;
mod card;
pub(crate) mod chat;
pub(crate) mod clocks;
pub(crate) mod crowd;
pub(crate) mod draw;
mod events;
pub(crate) mod house;
pub(crate) mod lag;
mod lines;
mod manners;
mod outlet;
pub(crate) mod pair;
pub(crate) mod play;
pub(crate) mod replay;
pub(crate) mod rest;
pub(crate) mod rewind;
mod running;
pub(crate) mod seats;
mod state;
mod streams;
mod times;
pub(crate) mod undo;

pub(crate) use crowd::{Say, Socket};
pub(crate) use outlet::{End, Next, Outlet};
pub(crate) use times::due_of;

use crate::bus::News;
use crate::dice::Signer;
use crate::hub::Hub;
use crate::manners::Deaf;
use crate::store::{Guard, Op, StoreError, TableRow, Woken};
use admiralty_core::Viewer;
use admiralty_protocol::{Status, TableInfo, code};
use card::Card;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio_tungstenite::tungstenite::Utf8Bytes;

pub(crate) struct Room {
    pub(crate) id: String,
    pub(crate) num: i64,
    /// Changes on their way to the disk.
    pending: AtomicU32,
    /// When a change could not be made memory and disk differ, so memory goes:
    /// nothing of it, message or change, may leave any more.
    guard: Guard,
    /// When it was last used.
    used: AtomicU64,
    /// What `used` was when memory was last saved.
    dozed: AtomicU64,
    inner: Mutex<Inner>,
}

struct Inner {
    card: Card,
    game: Option<Box<running::Running>>,
    streams: streams::Streams,
    crowd: crowd::Crowd,
    chat: chat::Chat,
    rewind: rewind::Rewind,
    clocks: times::Clocks,
    thinking: bots::Thinking,
    calls: calls::Calls,
    drawing: draw::Drawing,
    lag: Option<lag::Lag>,
    due: answers::Due,
    signer: Arc<Signer>,
    /// Whom those who are here do not hear.
    deaf: Arc<Deaf>,
}

/// Messages ready to be sent.
type Frames = Vec<(Outlet, Utf8Bytes)>;

/// A change: what is written, and what is told when it is written.
#[derive(Default)]
struct Batch {
    ops: Vec<Op>,
    frames: Frames,
    /// Bots may be awaited after it, or programs with accounts.
    kick: bool,
    /// The lists of tables change with it.
    listed: bool,
    /// The tournament that goes on with it.
    tournament: Option<String>,
}

fn broken() -> StoreError {
    StoreError::Broken("this table could not be written down".into())
}

fn send_all(frames: Frames) {
    for (out, frame) in frames {
        out.send(frame);
    }
}

impl Room {
    /// A table whose game has not begun.
    pub(crate) fn new(hub: &Hub, row: TableRow) -> Room {
        let n_seats = row.seats.len();
        Room {
            id: row.id.clone(),
            num: row.num,
            pending: AtomicU32::new(0),
            guard: hub.guard(row.num),
            used: AtomicU64::new(hub.now()),
            dozed: AtomicU64::new(0),
            inner: Mutex::new(Inner {
                clocks: times::Clocks::new(&row, hub.when()),
                card: Card::new(hub.game(&row.game), row),
                game: None,
                streams: streams::Streams::new(n_seats),
                crowd: crowd::Crowd::default(),
                chat: chat::Chat::default(),
                rewind: rewind::Rewind::default(),
                thinking: bots::Thinking::default(),
                calls: calls::Calls::default(),
                drawing: draw::Drawing::default(),
                lag: None,
                due: answers::Due::default(),
                signer: Arc::clone(&hub.signer),
                deaf: Arc::clone(&hub.deaf),
            }),
        }
    }

    /// From the store.
    pub(crate) fn wake(hub: &Hub, woken: Woken) -> Result<Room, String> {
        let Woken { row, span, chat } = woken;
        let mut room = Room::new(hub, row);
        let inner = room.inner.get_mut().unwrap_or_else(PoisonError::into_inner);
        inner.chat = chat::Chat::new(chat);
        let Some(span) = span else { return Ok(room) };
        let card = &inner.card;
        let row = card.row();
        let game = card.game().ok_or_else(|| format!("unknown game {}", row.game))?;
        let (game, last) = running::Running::wake(game, span, row)?;
        let awaited = game.table().awaited(Viewer::Spectator).seats();
        inner.clocks = times::Clocks::resume(row, last.as_ref(), awaited, hub.when());
        if let Some(last) = last {
            inner.streams.resume(&last.nums);
        }
        inner.game = Some(Box::new(game));
        Ok(room)
    }

    /// What must go on by itself: bots and clocks.
    pub(crate) fn begin_running(self: &Arc<Room>, hub: &Arc<Hub>) {
        bots::ask(self, hub);
        answers::look(self, hub);
        let mut inner = self.lock();
        draw::resume(self, hub, &mut inner);
        clocks::set_timer(self, hub, &inner);
        clocks::set_setup_timer(self, hub, &inner);
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn use_now(&self, now: u64) {
        self.used.store(now, Ordering::Relaxed);
    }

    pub(crate) fn is_broken(&self) -> bool {
        self.guard.is_broken()
    }

    /// Does a clock run here?
    pub(crate) fn is_timed(&self) -> bool {
        let inner = self.lock();
        inner.card.has_clock() && inner.card.is_playing()
    }

    pub(crate) fn status(&self) -> Status {
        self.lock().card.status()
    }

    /// As this person may see it.
    pub(crate) fn info(&self, user: Option<&str>) -> TableInfo {
        self.lock().info(user)
    }

    /// How many watch.
    pub(crate) fn watchers(&self) -> u32 {
        self.lock().crowd.of(Viewer::Spectator).count() as u32
    }

    /// The number of a viewer's last update.
    pub(crate) fn number(&self, viewer: Viewer) -> u32 {
        self.lock().streams.number(viewer)
    }

    /// Changes the row of the table and waits until that is on disk.
    pub(crate) async fn rewrite(
        &self,
        hub: &Hub,
        change: impl FnOnce(&mut TableRow),
    ) -> Result<(), StoreError> {
        let (done, wait) = tokio::sync::oneshot::channel();
        {
            let mut inner = self.lock();
            inner.card.change(change);
            // Queued while the room is locked: in the order of its changes.
            let ops = vec![Op::Only(self.guard.clone()), inner.card.op()];
            let then = |written| {
                let _ = done.send(written);
            };
            hub.store().commit(ops, Box::new(then));
        }
        let written = wait.await.unwrap_or_else(|_| Err(broken()));
        if written.is_err() {
            self.give_up();
        }
        written
    }

    /// The lines of this table, for whoever looks back.
    fn stored<'a>(&self, hub: &'a Hub) -> Result<lines::Stored<'a>, String> {
        let game = self.lock().card.game().ok_or("unknown game")?;
        Ok(lines::Stored { store: hub.store(), num: self.num, game, read: Mutex::default() })
    }

    fn pending(&self) -> u32 {
        self.pending.load(Ordering::Acquire)
    }

    /// Makes a change and sends the frames when it is on disk.
    fn commit(self: &Arc<Room>, hub: &Arc<Hub>, batch: Batch) {
        let Batch { mut ops, frames, kick, listed, tournament } = batch;
        if self.is_broken() {
            return;
        }
        ops.push(Op::Only(self.guard.clone()));
        self.pending.fetch_add(1, Ordering::AcqRel);
        let room = Arc::clone(self);
        let hub2 = Arc::clone(hub);
        hub.store().commit(
            ops,
            Box::new(move |done| {
                if done.is_ok() && !room.is_broken() {
                    send_all(frames);
                    if listed {
                        hub2.parts.bus.publish(News::Listed(room.id.clone()));
                    }
                    if let Some(tournament) = tournament {
                        hub2.parts.bus.publish(News::Tournament(tournament));
                    }
                } else {
                    room.guard.give_up();
                    let room = Arc::clone(&room);
                    hub2.runtime.clone().spawn(async move { room.give_up() });
                }
                room.pending.fetch_sub(1, Ordering::AcqRel);
                if kick && !room.is_broken() {
                    let hub3 = Arc::clone(&hub2);
                    hub2.runtime.spawn(async move {
                        calls::call(&room, &hub3);
                        bots::ask(&room, &hub3);
                        answers::look(&room, &hub3);
                    });
                }
            }),
        );
    }

    /// Sends frames, after whatever is still on its way to the disk: they may
    /// speak of it.
    fn deliver(self: &Arc<Room>, hub: &Arc<Hub>, frames: Frames) {
        if frames.is_empty() || self.is_broken() || !hub.holds() {
            return;
        }
        if self.pending() == 0 {
            send_all(frames);
        } else {
            self.commit(hub, Batch { frames, ..Batch::default() });
        }
    }

    /// Waits until everything known here is on disk.
    pub(crate) async fn settled(&self, hub: &Hub) -> Result<(), StoreError> {
        if self.pending() > 0 {
            hub.commit(Vec::new()).await?;
        }
        if self.is_broken() { Err(broken()) } else { Ok(()) }
    }

    /// Memory is ahead of a disk that failed: everybody out; who comes back
    /// finds the table as the disk has it.
    fn give_up(&self) {
        self.guard.give_up();
        let mut inner = self.lock();
        inner.crowd.say_goodbye(code::INTERNAL, "The server could not write this down.");
        inner.crowd.clear();
    }

    /// The server stops: everybody is told to come back.
    pub(crate) fn stop(&self) {
        self.lock().crowd.say_goodbye(code::STOPPING, "The server is stopping; come back.");
    }

    /// Can it be taken up again later without anybody noticing?
    pub(crate) fn may_sleep(&self, unused_since: u64) -> bool {
        if self.used.load(Ordering::Relaxed) > unused_since || self.pending() > 0 {
            return false;
        }
        let inner = self.lock();
        let clock = inner.card.has_clock() && inner.card.is_playing();
        inner.crowd.is_empty() && !clock && inner.thinking.is_empty()
    }

    /// Saves memory at a table where nothing happens.
    pub(crate) fn doze(&self, unused_since: u64) {
        let used = self.used.load(Ordering::Relaxed);
        // Nothing has happened since it last did.
        if used > unused_since || self.dozed.swap(used, Ordering::Relaxed) == used {
            return;
        }
        let mut inner = self.lock();
        inner.streams.forget();
        inner.crowd.shrink();
        if let Some(game) = &mut inner.game {
            game.shrink();
        }
    }
}
