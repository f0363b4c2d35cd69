//! Spectators who are behind: where a table has a delay, they see an earlier position, which goes on
//! as what was done since becomes old enough. Whatever they are told comes from here: the state, the
//! updates, who is awaited, the turn, the moments, the players' talk. When the game is over nothing is
//! held back any more.

use super::events::Events;
use super::lines;
use super::streams::{May, News};
use super::{Frames, Inner, Room, chat, crowd};
use crate::hub::{Hub, When};
use admiralty_catalog::{Counted, Course, Entry, Made, Recall, TableFace, replay};
use admiralty_core::{Audience, SeatSet, SideSet, Viewer};
use admiralty_protocol::{Delay, Past, ToClient, WatchPlan};
use serde_json::value::RawValue;
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

/// So many entries are kept for the log of spectators who come new.
const PAST: usize = 12;

pub(super) struct Lag {
    delay: Delay,
    /// The position they see.
    table: Box<dyn TableFace>,
    /// So many of the entries that count have led there.
    n: usize,
    /// What was done since, the oldest first.
    waiting: VecDeque<Waiting>,
    /// What they were lately told.
    past: VecDeque<Told>,
    /// When what they saw last was done.
    at: u64,
    /// Until when they know what was said.
    heard: u64,
    /// Is a timer set?
    timed: bool,
}

struct Waiting {
    entry: Entry,
    counted: Counted,
    at: u64,
}

struct Told {
    n: u32,
    turn: u32,
    events: Events,
}

impl Lag {
    fn new(delay: Delay, table: Box<dyn TableFace>, n: usize) -> Lag {
        let (waiting, past) = (VecDeque::new(), VecDeque::new());
        Lag { delay, table, n, waiting, past, at: 0, heard: 0, timed: false }
    }

    /// A game begins; nothing where nobody is behind.
    pub(super) fn begin(watch: WatchPlan, table: &dyn TableFace) -> Option<Lag> {
        let behind = watch.delay != Delay::None;
        behind.then(|| Lag::new(watch.delay, table.clone_box(), 0))
    }

    /// The position that spectators see.
    pub(super) fn table(&self) -> &dyn TableFace {
        &*self.table
    }

    /// How many of the entries that count they may know of.
    pub(super) fn shown(&self) -> usize {
        self.n
    }

    /// When what they saw last was done.
    pub(super) fn at(&self) -> u64 {
        self.at
    }

    /// Until when they know what was said.
    pub(super) fn heard(&self) -> u64 {
        self.heard
    }

    /// What they were lately told.
    pub(super) fn past(&self) -> Vec<Past> {
        let viewer = Viewer::Spectator;
        let recall = Recall::of(self.table(), viewer);
        let read = |text: &RawValue| serde_json::from_str(text.get()).ok();
        let shown = self.past.iter().filter(|told| recall.shows(told.turn));
        let past = |told: &Told| Past {
            n: told.n,
            e: told.events.told_to(viewer).filter_map(read).collect(),
        };
        shown.map(past).collect()
    }

    /// An entry was made, which they will see later.
    pub(super) fn wait(&mut self, made: &Made, at: u64) {
        let Made { line, by, turn, seen, played, .. } = made;
        let (bar, kept, action) = (played.bar, played.kept, played.action.clone());
        let rolled = played.rolled.clone();
        let entry = Entry { by: *by, action, rolled, bar, turn: *turn, digest: None, kept };
        let counted = Counted { line: *line, seen: *seen, by: *by, bar, kept };
        self.waiting.push_back(Waiting { entry, counted, at });
    }

    /// Something was taken back, and the game stands there; did they know of it?
    pub(super) fn go_back(&mut self, course: &Course) -> bool {
        let left = course.counted().len();
        if left >= self.n {
            self.waiting.truncate(left - self.n);
            return false;
        }
        self.table = course.table().clone_box();
        self.n = left;
        self.waiting.clear();
        self.past.clear();
        true
    }

    /// What was said until then they may know.
    fn horizon(&self, now: u64) -> u64 {
        if let Delay::Minutes { minutes } = self.delay {
            return now.saturating_sub(millis(minutes));
        }
        let next = self.waiting.iter().find(|waiting| waiting.counted.seen.spectators);
        next.map_or(now, |next| next.at.saturating_sub(1))
    }
}

/// So many entries at the front are old enough.
fn due(delay: Delay, waiting: &VecDeque<Waiting>, now: u64) -> usize {
    match delay {
        Delay::None => waiting.len(),
        Delay::Moves { moves } => {
            let seen = waiting.iter().rev().enumerate();
            let mut seen = seen.filter(|(_, waiting)| waiting.counted.seen.spectators);
            // What they notice nothing of goes with what they do.
            let first = moves.checked_sub(1).and_then(|n| seen.nth(n as usize));
            first.map_or(0, |(i, _)| waiting.len() - 1 - i)
        }
        Delay::Minutes { minutes } => {
            let old = |waiting: &&Waiting| waiting.at + millis(minutes) <= now;
            waiting.iter().take_while(old).count()
        }
    }
}

fn millis(minutes: u32) -> u64 {
    u64::from(minutes) * 60_000
}

/// Tells spectators what has become old enough.
pub(super) fn release(inner: &mut Inner, now: u64, frames: &mut Frames) {
    let Inner { lag: Some(lag), streams, crowd, .. } = inner else { return };
    for _ in 0..due(lag.delay, &lag.waiting, now) {
        let Some(next) = lag.waiting.pop_front() else { break };
        let before = lag.table.clone_box();
        let played = match replay(&mut *lag.table, &next.entry) {
            Ok(played) => played,
            Err(why) => {
                tracing::error!(why, "spectators cannot be shown what was played");
                lag.table = before;
                lag.waiting.push_front(next);
                break;
            }
        };
        lag.n += 1;
        if !next.counted.seen.spectators {
            continue;
        }
        lag.at = next.at;
        let (events, turn) = (Events::new(&played.events), next.entry.turn);
        let news = News {
            before: &*before,
            after: &*lag.table,
            events: &events,
            turn,
            by: None,
            back: None,
            over: None,
            clock: None,
            now,
        };
        let to = Audience { seats: SeatSet::EMPTY, spectators: true };
        streams.update(&news, to, |_| May::Watches, crowd, frames);
        if lag.past.len() == PAST {
            lag.past.pop_front();
        }
        lag.past.push_back(Told { n: streams.number(Viewer::Spectator), turn, events });
    }
    let (from, to) = (lag.heard, lag.horizon(now).max(lag.heard));
    lag.heard = to;
    for said in inner.chat.since(from) {
        let line = &said.line;
        let message = ToClient::Chat { line: line.clone() };
        let new = |socket: &super::Socket| {
            let (viewer, user) = (socket.viewer, socket.user.as_deref());
            line.channel == chat::PLAYERS && !inner.is_player(viewer, user)
        };
        inner.crowd.tell_some(frames, &message, |socket| {
            new(socket) && inner.hears(socket.viewer, socket.user.as_deref(), said)
        });
    }
}

/// The same later, as often as something waits.
pub(super) fn set_timer(room: &Arc<Room>, hub: &Arc<Hub>, inner: &mut Inner) {
    let talks = inner.card.row().watch.talk;
    let Inner { lag: Some(lag), chat, .. } = inner else { return };
    let Delay::Minutes { minutes } = lag.delay else { return };
    let said = chat.since(lag.heard).filter(|_| talks).map(|said| said.line.at).next();
    let first = lag.waiting.front().map(|waiting| waiting.at).into_iter().chain(said).min();
    let Some(due) = first.map(|at| at + millis(minutes)) else { return };
    if lag.timed {
        return;
    }
    lag.timed = true;
    let (room, weak) = (Arc::downgrade(room), Arc::downgrade(hub));
    let wait = due.saturating_sub(hub.now()).clamp(1, 60_000);
    hub.runtime.spawn(async move {
        // Long waits in parts: a machine may have slept.
        tokio::time::sleep(Duration::from_millis(wait)).await;
        let (Some(room), Some(hub)) = (room.upgrade(), weak.upgrade()) else { return };
        if let Some(lag) = &mut room.lock().lag {
            lag.timed = false;
        }
        look(&room, &hub);
    });
}

/// Has something become old enough?
pub(crate) fn look(room: &Arc<Room>, hub: &Arc<Hub>) {
    let mut inner = room.lock();
    let mut frames = Frames::new();
    release(&mut inner, hub.now(), &mut frames);
    room.deliver(hub, frames);
    set_timer(room, hub, &mut inner);
}

/// Spectators are shown everything anew.
pub(super) fn tell_anew(inner: &mut Inner, when: When, frames: &mut Frames) {
    let moments = inner.moments_shown();
    inner.streams.renumber(Viewer::Spectator, moments);
    for socket in inner.crowd.of(Viewer::Spectator) {
        let state = inner.state(Viewer::Spectator, socket.user.as_deref(), when);
        frames.push((socket.out.clone(), crowd::frame(&state)));
    }
}

impl Inner {
    /// How many moments spectators have seen.
    fn moments_shown(&self) -> u32 {
        let Some(game) = &self.game else { return 0 };
        let moments = game.course().moments(Viewer::Spectator, SideSet::EMPTY);
        let shown = self.lag.as_ref().map_or(usize::MAX, Lag::shown);
        moments.partition_point(|n| *n <= shown) as u32
    }

    /// Is this somebody who is behind?
    pub(super) fn is_behind(&self, viewer: Viewer) -> bool {
        self.lag.is_some() && matches!(viewer, Viewer::Spectator | Viewer::Umpire)
    }
}

/// A table is taken up: where do its spectators stand?
pub(crate) async fn wake(room: &Room, hub: &Hub) -> Result<(), String> {
    let (watch, counted) = {
        let inner = room.lock();
        let watch = inner.card.row().watch;
        let Some(game) = inner.game.as_ref().filter(|_| inner.card.is_playing()) else {
            return Ok(());
        };
        if watch.delay == Delay::None {
            return Ok(());
        }
        (watch, game.course().counted().to_vec())
    };
    let broken = |why: &dyn std::fmt::Display| why.to_string();
    let rows = hub.store().lines(room.num).await.map_err(|e| broken(&e))?;
    let mut waiting = VecDeque::new();
    for entry in &counted {
        let row = rows.get(entry.line as usize - 1).ok_or("a line is missing")?;
        waiting.push_back(Waiting { entry: lines::entry(row), counted: *entry, at: row.at });
    }
    let due = due(watch.delay, &waiting, hub.now());
    let way = room.lock().game.as_ref().map(|game| game.course().path(due.saturating_sub(1), due));
    let way = way.ok_or("the game is gone")?.map_err(|e| broken(&e))?;
    let table = way.walk(&room.stored(hub)?, |_| {}).await.map_err(|e| broken(&e))?;
    let mut lag = Lag { waiting, ..Lag::new(watch.delay, table, due) };
    let seen = lag.waiting.drain(..due).filter(|waiting| waiting.counted.seen.spectators);
    lag.at = seen.map(|waiting| waiting.at).next_back().unwrap_or(0);
    lag.heard = lag.horizon(hub.now());
    let mut inner = room.lock();
    inner.lag = Some(lag);
    let moments = inner.moments_shown();
    inner.streams.renumber(Viewer::Spectator, moments);
    Ok(())
}
