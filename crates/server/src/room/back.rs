//! Going back: a decision undone by its seat, a rewind by consent, and the
//! positions of the past.

use super::frames::Change;
use super::live::{Events, SNAP_EVERY, number_to_actor, read_position, replay, seat_bits};
use super::play::{Made, No, refuse};
use super::{Ask, Frames, Inner, Room};
use crate::hub::Hub;
use crate::store::{HolderRow, LineRow, Live, Op, SnapRow};
use admiralty_catalog::{Played, TableFace};
use admiralty_core::{NoDice, Viewer};
use admiralty_protocol::{ClockPlan, ToClient, code};
use std::sync::Arc;

impl Room {
    /// Takes the last decision of a seat back.
    pub(crate) async fn undo(
        self: &Arc<Room>,
        hub: &Arc<Hub>,
        viewer: usize,
        id: &str,
    ) -> Result<(), No> {
        for _ in 0..4 {
            let (seat, line, keep) = {
                let inner = self.lock();
                let seat = inner.seat_at_play(viewer)?;
                let Some(play) = &inner.play else { return Err(refuse(code::NOT_BEGUN, "")) };
                let keep = play.undo_to(seat).map_err(|why| refuse(code::NO_UNDO, why))?;
                (seat, play.line, keep)
            };
            let back = Back { keep, with: vec![seat.0], line, by: Some((seat.0, id)) };
            if self.take_back(hub, back).await? {
                return Ok(());
            }
        }
        Err(refuse(code::STALE, "The position keeps changing; try again."))
    }

    /// Goes back to the first `keep` entries; false if the game went on meanwhile.
    async fn take_back(self: &Arc<Room>, hub: &Arc<Hub>, back: Back<'_>) -> Result<bool, No> {
        let Back { keep, with, line, by } = back;
        let broken = |why: String| {
            tracing::error!(table = self.id, why, "cannot go back");
            refuse(code::INTERNAL, "The server could not do this.")
        };
        self.settled(hub).await.map_err(|e| broken(e.to_string()))?;
        let found = self.position(hub, keep).await.map_err(broken)?;
        let last = found.last.as_ref();
        // A seat alone takes back its own last decision. What others decided
        // since, unseen by it, is made again, and whoever saw only that sees nothing.
        let again = match by {
            Some(_) => self.made_since(hub, keep + 1, &*found.table).await?,
            None => Vec::new(),
        };
        let mut inner = self.lock();
        let now = hub.now();
        let n_viewers = inner.streams.len();
        let Some(play) = inner.play.as_mut() else { return Ok(false) };
        if play.line != line {
            return Ok(false);
        }
        let back: Vec<u32> = match last {
            Some(row) => row.nums.clone(),
            None => vec![0; n_viewers],
        };
        let before = std::mem::replace(&mut play.table, found.table);
        let undone = play.live.split_off(keep);
        play.line += 1;
        play.past.retain(|told| told.nums.iter().zip(&back).all(|(n, b)| n <= b));
        let line = play.line;
        let awaited = seat_bits(play.table.awaited(Viewer::Spectator).seats());
        let truth = seat_bits(play.table.awaiting().seats());
        let turn = play.table.turn();
        let plan = inner.row.clock;
        inner.clocks.turn(plan, None, awaited, now);
        inner.clock_turn += 1;
        let texts = &Events::default();
        let back_to = Some(&back[..]);
        let change =
            Change { before: &*before, events: &[], texts, by, back: back_to, over: None, now };
        // Whoever saw nothing of what is taken back sees nothing now.
        let gone = if by.is_some() { &undone[..1] } else { &undone[..] };
        let seen = gone.iter().fold(0, |set, entry| set | u32::from(entry.seen));
        let mut frames = Frames::new();
        inner.updates(&change, seen, &mut frames);
        let nums: Vec<u32> = inner.streams.iter().map(|stream| stream.n).collect();
        let left = match inner.row.clock {
            ClockPlan::None => Vec::new(),
            _ => inner.clocks.left.clone(),
        };
        let Some(play) = inner.play.as_mut() else { return Ok(false) };
        for (i, mark) in play.marks.iter_mut().enumerate() {
            if seen & (1 << i) != 0 {
                *mark = nums[i];
            }
        }
        let row = LineRow {
            line,
            at: now,
            by: last.map_or(-2, |row| row.by),
            bar: last.and_then(|row| row.bar),
            keep: Some(keep as u32),
            with,
            turn,
            rolls: play.rolls,
            nums,
            seen,
            awt: truth,
            aw: awaited,
            sat: play.seen_at,
            left,
            ..LineRow::default()
        };
        // Whoever wakes the table later need not look behind this line.
        let snap = SnapRow {
            line,
            live: play.live.clone(),
            doc: play.table.save().to_string(),
            last: Some(row.clone()),
        };
        let mut ops = vec![Op::Line(self.num, row), Op::Snap(self.num, Box::new(snap))];
        for entry in again {
            let made = Made { again: Some(seen), ..entry.made() };
            self.write(&mut inner, made, now, &mut ops, &mut frames);
        }
        if inner.ask.take().is_some() {
            inner.tell_all(&mut frames, |_, _| ToClient::Rewind { asked: None });
        }
        let has_bots = inner.has_bots();
        self.commit(hub, ops, frames, has_bots);
        if inner.row.clock != ClockPlan::None {
            self.set_timer_for(hub, &mut inner);
        }
        Ok(true)
    }

    /// The entries after the first `n`, made again from another position.
    async fn made_since(
        &self,
        hub: &Hub,
        n: usize,
        table: &dyn TableFace,
    ) -> Result<Vec<Again>, No> {
        let lines: Vec<u32> = {
            let inner = self.lock();
            let live = inner.play.as_ref().and_then(|play| play.live.get(n..));
            live.unwrap_or_default().iter().map(|entry| entry.line).collect()
        };
        let (Some(first), Some(last)) = (lines.first(), lines.last()) else {
            return Ok(Vec::new());
        };
        let failed = |_| refuse(code::INTERNAL, "The server could not do this.");
        let all = hub.store().lines(self.num).await.map_err(failed)?;
        let rows = all.into_iter().filter(|row| (*first..=*last).contains(&row.line));
        let mut table = table.clone_box();
        let mut made = Vec::with_capacity(lines.len());
        for row in rows.filter(|row| lines.contains(&row.line)) {
            // Dice are never rolled again, and what can no longer be done is not lost silently.
            let played = table
                .play(number_to_actor(row.by), &row.act, &mut NoDice)
                .map_err(|_| refuse(code::NO_UNDO, "this cannot be undone"))?;
            made.push(Again { row, table: table.clone_box(), played });
        }
        Ok(made)
    }

    /// Asks everybody to go back to an update of one's own numbering.
    pub(crate) async fn ask_rewind(
        self: &Arc<Room>,
        hub: &Arc<Hub>,
        viewer: usize,
        to: u32,
    ) -> Result<(), No> {
        {
            let inner = self.lock();
            inner.seat_at_play(viewer)?;
            if inner.ask.is_some() {
                return Err(refuse(code::NO_REWIND, "A rewind is asked for already."));
            }
        }
        let failed = |_| refuse(code::INTERNAL, "The server could not do this.");
        self.settled(hub).await.map_err(failed)?;
        let lines = hub.store().lines(self.num).await.map_err(failed)?;
        let done = {
            let mut inner = self.lock();
            inner.seat_at_play(viewer)?;
            let n_viewers = inner.streams.len();
            let Some(play) = &inner.play else { return Err(refuse(code::NOT_BEGUN, "")) };
            let row_of = |live: &Live| lines.get(live.line as usize - 1);
            let keep = play
                .live
                .iter()
                .take_while(|live| row_of(live).is_some_and(|row| row.nums[viewer] <= to))
                .count();
            if keep >= play.live.len() {
                return Err(refuse(code::NO_REWIND, "There is nothing after that moment."));
            }
            let nums = match keep {
                0 => vec![0; n_viewers],
                _ => row_of(&play.live[keep - 1]).map(|r| r.nums.clone()).unwrap_or_default(),
            };
            let bots = inner.row.seats.iter().enumerate();
            let agreed = bots
                .filter(|(_, seat)| !matches!(seat.holder, HolderRow::Person { .. }))
                .fold(1 << viewer, |set, (i, _)| set | 1 << i);
            inner.ask = Some(Ask { by: viewer as u8, keep, to: nums, agreed });
            self.tell_ask(hub, &inner);
            inner.all_agree()
        };
        self.finish_rewind(hub, done).await
    }

    /// Answers a rewind that is asked for.
    pub(crate) async fn agree(
        self: &Arc<Room>,
        hub: &Arc<Hub>,
        viewer: usize,
        yes: bool,
    ) -> Result<(), No> {
        let done = {
            let mut inner = self.lock();
            inner.seat_at_play(viewer)?;
            let Some(ask) = inner.ask.as_mut() else {
                return Err(refuse(code::NO_REWIND, "No rewind is asked for."));
            };
            if yes {
                ask.agreed |= 1 << viewer;
            } else {
                inner.ask = None;
            }
            self.tell_ask(hub, &inner);
            inner.all_agree()
        };
        self.finish_rewind(hub, done).await
    }

    async fn finish_rewind(
        self: &Arc<Room>,
        hub: &Arc<Hub>,
        done: Option<(usize, u32)>,
    ) -> Result<(), No> {
        let Some((keep, line)) = done else { return Ok(()) };
        let all = (0..self.lock().n_seats() as u8).collect();
        match self.take_back(hub, Back { keep, with: all, line, by: None }).await? {
            true => Ok(()),
            false => Err(refuse(code::STALE, "The position has changed since; ask again.")),
        }
    }

    fn tell_ask(self: &Arc<Room>, hub: &Arc<Hub>, inner: &Inner) {
        let mut frames = Frames::new();
        inner.tell_all(&mut frames, |inner, socket| ToClient::Rewind {
            asked: inner.asked(socket.viewer),
        });
        self.deliver(hub, frames);
    }

    /// The position after the first `n` entries that count, with the line of
    /// the last of them; from the store, at the same cost early and late.
    pub(crate) async fn position(&self, hub: &Hub, n: usize) -> Result<Found, String> {
        // At least one entry is played again, so that its events are known.
        let from = n.saturating_sub(1) / SNAP_EVERY * SNAP_EVERY;
        let (game, live) = {
            let inner = self.lock();
            let play = inner.play.as_ref().ok_or("the game has not begun")?;
            let game = hub.game(&inner.row.game).ok_or("unknown game")?;
            if n > play.live.len() {
                return Err(format!("there is no entry {n}"));
            }
            (game, play.live[from.saturating_sub(1)..n].to_vec())
        };
        let base = if from == 0 { 0 } else { live[0].line };
        let to = live.last().map_or(0, |live| live.line);
        let span = hub.store().span(self.num, base, to).await.map_err(|e| e.to_string())?;
        let snap = span.snap.ok_or("a position is missing")?;
        let mut table = read_position(game, &snap.doc)?;
        let mut last = snap.last;
        let mut events = Vec::new();
        let counts = if from == 0 { &live[..] } else { &live[1..] };
        for live in counts {
            let row = span
                .lines
                .iter()
                .find(|row| row.line == live.line)
                .ok_or_else(|| format!("line {} is missing", live.line))?;
            events = replay(&mut *table, row)?.events;
            last = Some(row.clone());
        }
        Ok(Found { table, last: if n == 0 { None } else { last }, events })
    }
}

/// An entry made again after something before it was taken back.
struct Again {
    row: LineRow,
    table: Box<dyn TableFace>,
    played: Played,
}

impl Again {
    fn made(&self) -> Made<'_> {
        let (by, id) = (number_to_actor(self.row.by), &*self.row.id);
        Made { by, id, next: self.table.clone_box(), played: self.played.clone(), again: None }
    }
}

/// What is to be taken back.
struct Back<'a> {
    /// So many entries are left.
    keep: usize,
    /// The seats that want it.
    with: Vec<u8>,
    /// The line at which it was found to be possible.
    line: u32,
    /// The seat that undoes its own decision, with the id of its request.
    by: Option<(u8, &'a str)>,
}

/// A past position.
pub(crate) struct Found {
    pub(crate) table: Box<dyn TableFace>,
    /// The line of the last entry in it.
    pub(crate) last: Option<LineRow>,
    /// What happened in that entry.
    pub(crate) events: Vec<admiralty_catalog::ErasedEvent>,
}

impl Inner {
    fn all_agree(&self) -> Option<(usize, u32)> {
        let ask = self.ask.as_ref()?;
        let all = (0..self.n_seats()).all(|seat| ask.agreed & (1 << seat) != 0);
        let play = self.play.as_ref()?;
        all.then_some((ask.keep, play.line))
    }
}
