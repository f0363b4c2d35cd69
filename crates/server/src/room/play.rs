//! Decisions: checked, carried out with the server's dice, written down, told.

use super::frames::{Change, frame, result_info};
use super::live::{
    SNAP_EVERY, Told, actor_number, letter_to_bar, number_to_actor, read_position, replay,
    seat_bits,
};
use super::{Ask, Frames, Inner, Room};
use crate::hub::Hub;
use crate::store::{HolderRow, LineRow, Live, Op, SnapRow};
use admiralty_bots::odds::{Chance, Effort, odds};
use admiralty_catalog::{ErasedLeads, Objection, TableFace};
use admiralty_core::{Actor, Rolled, Seat, Verifiable, Viewer};
use admiralty_protocol::{
    ClockPlan, MenuChoice, Odds, OddsLine, Refusal, ResultInfo, Status, ToClient, code,
};
use std::sync::Arc;

/// Why something is refused.
pub(crate) type No = Box<Refusal>;

/// A refusal without a clause.
pub(crate) fn refuse(code: &str, says: impl Into<String>) -> No {
    let says = says.into();
    Box::new(Refusal { code: code.into(), says, clause: None, text: None, facts: None })
}

fn object(objection: Objection) -> No {
    match objection {
        Objection::Unreadable(error) => refuse(code::UNREADABLE, error.to_string()),
        Objection::Dry(dry) => refuse(code::INTERNAL, dry.to_string()),
        Objection::Refused(refusal) => Box::new(Refusal {
            code: code::ILLEGAL.into(),
            says: refusal.sentence,
            clause: Some(refusal.clause.to_string()),
            text: (!refusal.clause_text.is_empty()).then_some(refusal.clause_text),
            facts: Some(crate::json::value(&refusal.facts)),
        }),
    }
}

/// What a client says it wants to do.
pub(crate) struct Wanted {
    pub(crate) action: Option<String>,
    pub(crate) draft: Option<Vec<String>>,
}

impl Wanted {
    /// As notation.
    pub(crate) fn action(self, table: &dyn TableFace, viewer: Viewer) -> Result<String, No> {
        match (self.action, self.draft) {
            (Some(action), None) => Ok(action),
            (None, Some(draft)) => match table.menu(viewer, &draft) {
                Ok(menu) => menu
                    .action
                    .ok_or_else(|| refuse(code::UNREADABLE, "the draft is no complete action yet")),
                Err(no) => Err(refuse(code::UNREADABLE, no.to_string())),
            },
            _ => Err(refuse(code::UNREADABLE, "either an action or a draft is wanted")),
        }
    }
}

impl Inner {
    /// The running game and the seat that wants something of it.
    pub(crate) fn seat_at_play(&self, viewer: usize) -> Result<Seat, No> {
        if viewer >= self.n_seats() {
            return Err(refuse(code::NOT_A_SEAT, "Whoever watches does not play."));
        }
        match self.row.status {
            Status::Waiting => Err(refuse(code::NOT_BEGUN, "The game has not begun.")),
            Status::Over => Err(refuse(code::OVER, "The game is over.")),
            Status::Playing => Ok(Seat(viewer as u8)),
        }
    }

    pub(crate) fn table(&self) -> Result<&dyn TableFace, No> {
        match &self.play {
            Some(play) => Ok(&*play.table),
            None => Err(refuse(code::NOT_BEGUN, "The game has not begun.")),
        }
    }
}

impl Room {
    /// A decision of a seat. The update that follows is the answer; a repeat
    /// is answered by `done`.
    pub(crate) fn act(
        self: &Arc<Room>,
        hub: &Arc<Hub>,
        viewer: usize,
        id: &str,
        n: u32,
        wanted: Wanted,
    ) -> Result<Option<ToClient>, No> {
        let mut inner = self.lock();
        if viewer < inner.n_seats()
            && let Some(play) = &inner.play
            && play.ids.iter().any(|(seat, known)| usize::from(*seat) == viewer && known == id)
        {
            return Ok(Some(ToClient::Done { id: id.into(), n: inner.streams[viewer].n }));
        }
        let seat = inner.seat_at_play(viewer)?;
        if id.is_empty() || id.len() > 32 {
            return Err(refuse(code::MALFORMED, "An id has 1 to 32 signs."));
        }
        let action = wanted.action(inner.table()?, Viewer::Seat(seat))?;
        if let Some(play) = &inner.play
            && n < play.marks[viewer]
        {
            return Err(refuse(code::STALE, "The position has changed since; look again."));
        }
        self.enter(hub, &mut inner, Actor::Seat(seat), &action, id).map(|()| None)
    }

    /// Makes an entry: check and apply with the verifiable dice, then write,
    /// then tell.
    pub(crate) fn enter(
        self: &Arc<Room>,
        hub: &Arc<Hub>,
        inner: &mut Inner,
        by: Actor,
        action: &str,
        id: &str,
    ) -> Result<(), No> {
        let now = hub.now();
        let Some(play) = inner.play.as_mut() else {
            return Err(refuse(code::NOT_BEGUN, "The game has not begun."));
        };
        let mut next = play.table.clone_box();
        let turn = next.turn();
        let mut dice =
            Verifiable { key: &play.key, game_id: &self.id, salts: &play.salts, next: play.rolls };
        let played = next.play(by, action, &mut dice).map_err(object)?;
        play.rolls += played.rolled.len() as u64;
        let before = std::mem::replace(&mut play.table, next);
        play.line += 1;
        play.last = Some((by, played.bar));
        let line = play.line;
        let awaited = seat_bits(play.table.awaited(Viewer::Spectator).seats());
        let truth = play.table.awaiting();
        let result = result_info(&*play.table);
        let mut ops = Vec::with_capacity(2);
        if let Actor::Seat(seat) = by
            && !id.is_empty()
        {
            play.remember(seat.0, id);
        }
        let seat = match by {
            Actor::Seat(seat) => Some(seat.0),
            Actor::Clock | Actor::Host => None,
        };
        inner.clocks.turn(inner.row.clock, seat, awaited, now);
        inner.clock_turn += 1;
        let change = Change {
            before: &*before,
            events: &played.events,
            by: seat.map(|seat| (seat, id)),
            back: None,
            over: result.as_ref(),
            now,
        };
        let Some(play) = &inner.play else { return Ok(()) };
        let seen = inner.who_sees(&change, &*play.table);
        let mut frames = Frames::new();
        inner.updates(&change, seen, &mut frames);
        let newly = seat_bits(truth.seats()) & !seat_bits(before.awaiting().seats());
        let nums: Vec<u32> = inner.streams.iter().map(|stream| stream.n).collect();
        let spectators = seen & (1 << inner.n_seats()) != 0;
        let left = match inner.row.clock {
            ClockPlan::None => Vec::new(),
            _ => inner.clocks.left.clone(),
        };
        let Some(play) = inner.play.as_mut() else { return Ok(()) };
        if spectators {
            play.seen_at = now;
        }
        for (i, mark) in play.marks.iter_mut().enumerate() {
            if seat == Some(i as u8) || newly & (1 << i) != 0 {
                *mark = nums[i];
            }
        }
        play.live.push(Live { line, seen });
        let row = LineRow {
            line,
            at: now,
            by: actor_number(by),
            act: played.action,
            dice: played.rolled.iter().map(|Rolled { die, value }| (die.0, *value)).collect(),
            bar: played.bar.map(|bar| bar.letter()),
            turn,
            id: id.into(),
            rolls: play.rolls,
            nums: nums.clone(),
            seen,
            awt: seat_bits(truth.seats()),
            aw: awaited,
            sat: play.seen_at,
            left,
            ..LineRow::default()
        };
        let snap = play.live.len().is_multiple_of(SNAP_EVERY).then(|| SnapRow {
            line,
            live: play.live.clone(),
            doc: play.table.save().to_string(),
            last: Some(row.clone()),
        });
        play.told(Told { nums, seen, turn, events: played.events });
        ops.push(Op::Line(self.num, row));
        if let Some(snap) = snap {
            ops.push(Op::Snap(self.num, Box::new(snap)));
        }
        if let Some(result) = result {
            self.end(inner, result, &mut ops, &mut frames);
        }
        if inner.ask.take().is_some() {
            inner.tell_all(&mut frames, |_, _| ToClient::Rewind { asked: None });
        }
        let has_bots = inner.has_bots();
        self.commit(hub, ops, frames, has_bots);
        if inner.row.clock != ClockPlan::None {
            self.set_timer_for(hub, inner);
        }
        metrics::counter!("entries_total").increment(1);
        Ok(())
    }

    /// The game is over: the result is written, the key of the dice shown.
    pub(super) fn end(
        &self,
        inner: &mut Inner,
        result: ResultInfo,
        ops: &mut Vec<Op>,
        frames: &mut Frames,
    ) {
        inner.row.status = Status::Over;
        inner.row.result = Some(result);
        inner.clocks.running = 0;
        ops.push(Op::Table(Box::new(inner.row.clone())));
        inner.tell_tables(frames);
        let all = inner.readable_chat(0);
        // From now on everybody may read what both sides said.
        for socket in &inner.sockets {
            let own = inner.channel(socket.viewer);
            for line in all.iter().filter(|line| line.channel != own) {
                frames.push((socket.out.clone(), frame(&ToClient::Chat { line: line.clone() })));
            }
        }
    }

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
                match play.undo(Viewer::Seat(seat)) {
                    admiralty_protocol::Undo::May(true) => {}
                    admiralty_protocol::Undo::Why(why) => return Err(refuse(code::NO_UNDO, why)),
                    admiralty_protocol::Undo::May(false) => {
                        return Err(refuse(code::NO_UNDO, "this cannot be undone"));
                    }
                }
                (seat, play.line, play.live.len() - 1)
            };
            if self.take_back(hub, keep, vec![seat.0], line, Some((seat.0, id))).await? {
                return Ok(());
            }
        }
        Err(refuse(code::STALE, "The position keeps changing; try again."))
    }

    /// Goes back to the first `keep` entries; false if the game went on meanwhile.
    async fn take_back(
        self: &Arc<Room>,
        hub: &Arc<Hub>,
        keep: usize,
        with: Vec<u8>,
        line: u32,
        by: Option<(u8, &str)>,
    ) -> Result<bool, No> {
        let broken = |why: String| {
            tracing::error!(table = self.id, why, "cannot go back");
            refuse(code::INTERNAL, "The server could not do this.")
        };
        self.settled(hub).await.map_err(|e| broken(e.to_string()))?;
        let found = self.position(hub, keep).await.map_err(broken)?;
        let mut inner = self.lock();
        let now = hub.now();
        let n_viewers = inner.streams.len();
        let Some(play) = inner.play.as_mut() else { return Ok(false) };
        if play.line != line {
            return Ok(false);
        }
        let last = found.last.as_ref();
        let back: Vec<u32> = match last {
            Some(row) => row.nums.clone(),
            None => vec![0; n_viewers],
        };
        let before = std::mem::replace(&mut play.table, found.table);
        let undone = play.live.split_off(keep);
        play.last = last.map(|row| (number_to_actor(row.by), row.bar.and_then(letter_to_bar)));
        play.line += 1;
        play.past.retain(|told| told.nums.iter().zip(&back).all(|(n, b)| n <= b));
        let line = play.line;
        let awaited = seat_bits(play.table.awaited(Viewer::Spectator).seats());
        let truth = seat_bits(play.table.awaiting().seats());
        let turn = play.table.turn();
        let plan = inner.row.clock;
        inner.clocks.turn(plan, None, awaited, now);
        inner.clock_turn += 1;
        let change =
            Change { before: &*before, events: &[], by, back: Some(&back), over: None, now };
        // Whoever saw nothing of what is taken back sees nothing now.
        let seen = undone.iter().fold(0, |set, entry| set | entry.seen);
        let mut frames = Frames::new();
        inner.updates(&change, seen, &mut frames);
        let nums: Vec<u32> = inner.streams.iter().map(|stream| stream.n).collect();
        let left = match inner.row.clock {
            ClockPlan::None => Vec::new(),
            _ => inner.clocks.left.clone(),
        };
        let Some(play) = inner.play.as_mut() else { return Ok(false) };
        play.marks.copy_from_slice(&nums[..nums.len() - 1]);
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
        if inner.ask.take().is_some() {
            inner.tell_all(&mut frames, |_, _| ToClient::Rewind { asked: None });
        }
        let ops = vec![Op::Line(self.num, row), Op::Snap(self.num, Box::new(snap))];
        let has_bots = inner.has_bots();
        self.commit(hub, ops, frames, has_bots);
        if inner.row.clock != ClockPlan::None {
            self.set_timer_for(hub, &mut inner);
        }
        Ok(true)
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
        match self.take_back(hub, keep, all, line, None).await? {
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

    /// What may be picked next.
    pub(crate) fn menu(&self, viewer: usize, id: String, draft: &[String]) -> Result<ToClient, No> {
        let inner = self.lock();
        let seat = inner.seat_at_play(viewer)?;
        let menu = inner
            .table()?
            .menu(Viewer::Seat(seat), draft)
            .map_err(|no| refuse(code::UNREADABLE, no.to_string()))?;
        let choices = menu.choices.into_iter().map(|choice| {
            let (to, aside) = match choice.leads {
                ErasedLeads::On => (None, false),
                ErasedLeads::To(action) => (Some(action), false),
                ErasedLeads::Aside(action) => (Some(action), true),
            };
            MenuChoice {
                key: choice.label.key,
                kind: choice.label.kind.into(),
                text: choice.label.text,
                place: choice.label.place,
                unit: choice.label.unit,
                to,
                aside,
            }
        });
        Ok(ToClient::Menu { id, n: inner.streams[viewer].n, choices: choices.collect() })
    }

    /// May this be done, and if not, why not?
    pub(crate) fn why(&self, viewer: usize, id: String, wanted: Wanted) -> Result<ToClient, No> {
        let inner = self.lock();
        let seat = inner.seat_at_play(viewer)?;
        let table = inner.table()?;
        let no = match wanted.action(table, Viewer::Seat(seat)) {
            Ok(action) => table.check(Actor::Seat(seat), &action).err().map(object),
            Err(refusal) => Some(refusal),
        };
        Ok(ToClient::Why { id, no: no.map(|no| *no) })
    }

    /// What may come of this, as far as the seat can know.
    pub(crate) async fn odds(&self, hub: &Hub, viewer: usize, wanted: Wanted) -> Result<Odds, No> {
        let (seat, table, action) = {
            let inner = self.lock();
            let seat = inner.seat_at_play(viewer)?;
            let table = inner.table()?;
            let action = wanted.action(table, Viewer::Seat(seat))?;
            (seat, table.clone_box(), action)
        };
        let _place = hub.thinkers.acquire().await;
        let work = move || odds(&*table, seat, &action, Effort::default());
        let found = tokio::task::spawn_blocking(work)
            .await
            .map_err(|_| refuse(code::INTERNAL, "The server could not do this."))?
            .map_err(object)?;
        let line =
            |c: &Chance| OddsLine { what: c.outcome.clone(), chance: c.chance, error: c.error };
        Ok(Odds {
            exact: found.is_exact(),
            lines: found.chances.iter().take(20).map(line).collect(),
        })
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

/// A past position.
pub(crate) struct Found {
    pub(crate) table: Box<dyn TableFace>,
    /// The line of the last entry in it.
    pub(crate) last: Option<LineRow>,
    /// What happened in that entry.
    pub(crate) events: Vec<admiralty_catalog::ErasedEvent>,
}

impl Inner {
    pub(crate) fn has_bots(&self) -> bool {
        self.row.seats.iter().any(|seat| matches!(seat.holder, HolderRow::Bot { .. }))
    }

    fn all_agree(&self) -> Option<(usize, u32)> {
        let ask = self.ask.as_ref()?;
        let all = (0..self.n_seats()).all(|seat| ask.agreed & (1 << seat) != 0);
        let play = self.play.as_ref()?;
        all.then_some((ask.keep, play.line))
    }
}
