//! One table in memory: the game, who sits and watches, what they were told.
//!
//! Whoever wants something locks the room, changes it, and hands the store the
//! change together with the messages it causes. The store sends them when the
//! change is on disk, in the order they were handed over; so nothing is told
//! that could still be lost, and a room never waits for a disk.

mod ask;
mod back;
mod frames;
mod live;
mod outlet;
mod play;
mod replay;
mod seats;
mod talk;
mod time;

pub(crate) use ask::{count, glance, picks};
pub(crate) use frames::{result_info, tell};
pub(crate) use live::{Play, Stream, viewer_to_index};
pub(crate) use outlet::{End, Next, Outlet};
pub(crate) use play::{No, Wanted, object, refuse};
pub(crate) use seats::{NewTable, clean_name, same};
pub(crate) use talk::Comer;

use crate::clock::Clocks;
use crate::hub::Hub;
use crate::store::{HolderRow, TableRow, Woken};
use admiralty_core::{Seat, Seeded};
use admiralty_protocol::{ChatLine, ClockPlan, Status};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio_tungstenite::tungstenite::Utf8Bytes;

/// After so many budgets of time a bot is no longer waited for.
const PATIENCE: u32 = 4;

pub(crate) struct Room {
    pub(crate) id: String,
    pub(crate) num: i64,
    /// Changes on their way to the disk.
    pending: AtomicU32,
    /// A change could not be made: memory and disk differ, so memory goes.
    broken: AtomicBool,
    /// When it was last used.
    used: AtomicU64,
    /// What `used` was when memory was last saved.
    dozed: AtomicU64,
    inner: Mutex<Inner>,
}

pub(crate) struct Inner {
    pub(crate) row: TableRow,
    pub(crate) play: Option<Box<Play>>,
    /// What each viewer was told: the seats in order, then spectators.
    pub(crate) streams: Vec<Stream>,
    pub(crate) sockets: Vec<Socket>,
    pub(crate) chat: Vec<ChatLine>,
    pub(crate) ask: Option<Ask>,
    pub(crate) clocks: Clocks,
    /// Bots that are thinking, as bits.
    thinking: u32,
    /// Grows with every change of the clocks; a timer of an older one is void.
    clock_turn: u64,
}

/// A rewind that is asked for.
#[derive(Debug, Clone)]
pub(crate) struct Ask {
    pub(crate) by: u8,
    pub(crate) keep: usize,
    /// The moment in each viewer's numbering.
    pub(crate) to: Vec<u32>,
    pub(crate) agreed: u32,
}

/// An open socket.
pub(crate) struct Socket {
    pub(crate) key: u64,
    /// Index of its stream.
    pub(crate) viewer: usize,
    pub(crate) say: u8,
    pub(crate) user: Option<String>,
    pub(crate) out: Outlet,
}

/// Messages ready to be sent.
pub(crate) type Frames = Vec<(Outlet, Utf8Bytes)>;

fn send_all(frames: Frames) {
    for (out, frame) in frames {
        out.send(frame);
    }
}

impl Room {
    pub(crate) fn new(row: TableRow) -> Room {
        let streams = (0..=row.seats.len()).map(|_| Stream::default()).collect();
        Room {
            id: row.id.clone(),
            num: row.num,
            pending: AtomicU32::new(0),
            broken: AtomicBool::new(false),
            used: AtomicU64::new(0),
            dozed: AtomicU64::new(0),
            inner: Mutex::new(Inner {
                row,
                play: None,
                streams,
                sockets: Vec::new(),
                chat: Vec::new(),
                ask: None,
                clocks: Clocks::default(),
                thinking: 0,
                clock_turn: 0,
            }),
        }
    }

    /// From the store.
    pub(crate) fn wake(hub: &Hub, woken: Woken) -> Result<Room, String> {
        let Woken { row, span, chat } = woken;
        let game = hub.game(&row.game).ok_or_else(|| format!("unknown game {}", row.game))?;
        let room = Room::new(row);
        room.used.store(hub.now(), Ordering::Relaxed);
        {
            let mut inner = room.lock();
            inner.chat = chat;
            if let Some(span) = span {
                inner.load(game, span)?;
            }
        }
        Ok(room)
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn use_now(&self, now: u64) {
        self.used.store(now, Ordering::Relaxed);
    }

    pub(crate) fn is_broken(&self) -> bool {
        self.broken.load(Ordering::Relaxed)
    }

    pub(crate) fn may_sleep(&self, unused_since: u64) -> bool {
        if self.used.load(Ordering::Relaxed) > unused_since || self.pending() > 0 {
            return false;
        }
        let inner = self.lock();
        let clock = inner.row.clock != ClockPlan::None && inner.row.status == Status::Playing;
        inner.sockets.is_empty() && !clock && inner.thinking == 0
    }

    fn pending(&self) -> u32 {
        self.pending.load(Ordering::Acquire)
    }

    /// Makes a change and sends the frames when it is on disk.
    fn commit(
        self: &Arc<Room>,
        hub: &Arc<Hub>,
        ops: Vec<crate::store::Op>,
        frames: Frames,
        kick: bool,
    ) {
        self.pending.fetch_add(1, Ordering::AcqRel);
        let room = Arc::clone(self);
        let hub2 = Arc::clone(hub);
        hub.store().commit(
            ops,
            Box::new(move |done| {
                match done {
                    Ok(()) => send_all(frames),
                    Err(_) => {
                        room.broken.store(true, Ordering::Release);
                        let room = Arc::clone(&room);
                        hub2.runtime.clone().spawn(async move { room.give_up() });
                    }
                }
                room.pending.fetch_sub(1, Ordering::AcqRel);
                if kick && !room.is_broken() {
                    let hub3 = Arc::clone(&hub2);
                    hub2.runtime.spawn(async move { room.kick_bots(&hub3) });
                }
            }),
        );
    }

    /// Sends frames, after whatever is still on its way to the disk: they may
    /// speak of it.
    pub(crate) fn deliver(self: &Arc<Room>, hub: &Arc<Hub>, frames: Frames) {
        if frames.is_empty() {
            return;
        }
        if self.pending() == 0 {
            send_all(frames);
        } else {
            self.commit(hub, Vec::new(), frames, false);
        }
    }

    /// Waits until everything known here is on disk.
    pub(crate) async fn settled(&self, hub: &Hub) -> Result<(), crate::store::StoreError> {
        if self.pending() == 0 { Ok(()) } else { hub.commit(Vec::new()).await }
    }

    /// Memory is ahead of a disk that failed: everybody out; who comes back
    /// finds the table as the disk has it.
    fn give_up(&self) {
        let mut inner = self.lock();
        for socket in inner.sockets.drain(..) {
            socket.out.send_last(Utf8Bytes::from_static(
                r#"{"t":"bye","code":"server/internal","says":"The server could not write this down."}"#,
            ));
        }
    }

    /// The server stops: everybody is told to come back.
    pub(crate) fn stop(&self) {
        let inner = self.lock();
        for socket in &inner.sockets {
            socket.out.send_last(Utf8Bytes::from_static(
                r#"{"t":"bye","code":"server/stopping","says":"The server is stopping; come back."}"#,
            ));
        }
    }

    /// What must go on by itself: bots and clocks.
    pub(crate) fn begin_running(self: &Arc<Room>, hub: &Arc<Hub>) {
        self.kick_bots(hub);
        self.set_timer(hub);
        self.set_setup_timer(hub);
    }

    /// Lets bots think that are to decide.
    pub(crate) fn kick_bots(self: &Arc<Room>, hub: &Arc<Hub>) {
        let mut inner = self.lock();
        let Some(play) = &inner.play else { return };
        if inner.row.status != Status::Playing {
            return;
        }
        let awaited = play.table.awaiting().seats();
        let mut jobs = Vec::new();
        for seat in awaited.iter() {
            let Some(row) = inner.row.seats.get(seat.index()) else { continue };
            if let HolderRow::Bot { level } = &row.holder
                && inner.thinking & (1 << seat.0) == 0
            {
                jobs.push((seat, level.clone(), play.table.clone_box(), play.line));
            }
        }
        for (seat, ..) in &jobs {
            inner.thinking |= 1 << seat.0;
        }
        drop(inner);
        for (seat, level, table, line) in jobs {
            let (room, hub) = (Arc::clone(self), Arc::clone(hub));
            hub.runtime.clone().spawn(async move {
                room.think(&hub, seat, level, table, line).await;
            });
        }
    }

    async fn think(
        self: Arc<Room>,
        hub: &Arc<Hub>,
        seat: Seat,
        level: String,
        table: Box<dyn admiralty_catalog::TableFace>,
        line: u32,
    ) {
        let begun = tokio::time::Instant::now();
        let mut seed = [0; 8];
        hub.parts.entropy.fill(&mut seed);
        let seed = u64::from_le_bytes(seed);
        let budget = std::time::Duration::from_millis(hub.parts.config.bot_time);
        let chosen = {
            let place = Arc::clone(&hub.thinkers).acquire_owned().await;
            let (minds, table) = (Arc::clone(&hub.parts.minds), table.clone_box());
            let thinking = tokio::task::spawn_blocking(move || {
                let _place = place;
                minds.choose(&level, &*table, seat, seed, budget)
            });
            // A mind that forgets the time is left alone; the game goes on.
            tokio::time::timeout(budget * PATIENCE, thinking).await
        };
        let chosen = match chosen {
            Ok(Ok(Some(action))) => Some(action),
            Ok(Ok(None)) => {
                tracing::error!(table = self.id, seat = seat.0, "a bot has no choice");
                None
            }
            Ok(Err(error)) => {
                tracing::error!(table = self.id, %error, "a bot fell over");
                table.sample(seat, &mut Seeded::new(seed))
            }
            Err(_) => {
                tracing::error!(table = self.id, seat = seat.0, "a bot thought for too long");
                table.sample(seat, &mut Seeded::new(seed))
            }
        };
        let pause = std::time::Duration::from_millis(hub.parts.config.bot_pause);
        tokio::time::sleep_until(begun + pause).await;
        let mut inner = self.lock();
        inner.thinking &= !(1 << seat.0);
        // What it thought about may be gone: then it begins anew.
        if inner.play.as_ref().is_some_and(|play| play.line == line) {
            let by = admiralty_core::Actor::Seat(seat);
            if let Some(action) = chosen
                && let Err(refusal) = self.enter(hub, &mut inner, by, &action, "")
            {
                tracing::error!(table = self.id, says = refusal.says, "a bot chose badly");
            }
        } else {
            drop(inner);
            self.kick_bots(hub);
        }
    }
}
