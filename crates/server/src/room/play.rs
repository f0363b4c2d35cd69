//! Decisions: checked, carried out with the server's dice, written down, told.

use super::frames::{Change, frame, result_info, who_sees};
use super::live::{Events, SNAP_EVERY, Told, actor_number, seat_bits};
use super::{Frames, Inner, Room};
use crate::hub::Hub;
use crate::store::{HolderRow, LineRow, Live, Op, SnapRow};
use admiralty_catalog::{Objection, Played, TableFace};
use admiralty_core::{Actor, Rolled, Seat, Verifiable, Viewer};
use admiralty_protocol::{ClockPlan, Refusal, ResultInfo, Status, ToClient, code};
use std::sync::Arc;

/// Why something is refused.
pub(crate) type No = Box<Refusal>;

/// A refusal without a clause.
pub(crate) fn refuse(code: &str, says: impl Into<String>) -> No {
    let says = says.into();
    Box::new(Refusal { code: code.into(), says, clause: None, text: None, facts: None })
}

pub(crate) fn object(objection: Objection) -> No {
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
            && play.remembers(viewer as u8, id)
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
        let Some(play) = inner.play.as_mut() else {
            return Err(refuse(code::NOT_BEGUN, "The game has not begun."));
        };
        let mut next = play.table.clone_box();
        let mut dice =
            Verifiable { key: &play.key, game_id: &self.id, salts: &play.salts, next: play.rolls };
        let played = next.play(by, action, &mut dice).map_err(object)?;
        let made = Made { by, id, next, played, again: None };
        let (mut ops, mut frames) = (Vec::with_capacity(1), Frames::with_capacity(2));
        self.write(inner, made, hub.now(), &mut ops, &mut frames);
        if inner.ask.take().is_some() {
            inner.tell_all(&mut frames, |_, _| ToClient::Rewind { asked: None });
        }
        let has_bots = inner.has_bots();
        self.commit(hub, ops, frames, has_bots);
        if inner.row.clock != ClockPlan::None {
            self.set_timer_for(hub, inner);
        }
        hub.entries.increment(1);
        Ok(())
    }

    /// The line of an entry that was made, and what is told of it.
    pub(super) fn write(
        &self,
        inner: &mut Inner,
        made: Made<'_>,
        now: u64,
        ops: &mut Vec<Op>,
        frames: &mut Frames,
    ) {
        let Made { by, id, next, played, again } = made;
        self.use_now(now);
        let Some(play) = inner.play.as_mut() else { return };
        play.rolls += played.rolled.len() as u64;
        let before = std::mem::replace(&mut play.table, next);
        let turn = before.turn();
        play.line += 1;
        let line = play.line;
        let awaited = seat_bits(play.table.awaited(Viewer::Spectator).seats());
        let truth = seat_bits(play.table.awaiting().seats());
        let result = result_info(&*play.table);
        let seat = match by {
            Actor::Seat(seat) => Some(seat.0),
            Actor::Clock | Actor::Host => None,
        };
        if let Some(seat) = seat
            && !id.is_empty()
            && again.is_none()
        {
            play.remember(seat, id);
        }
        let mover = if again.is_some() { None } else { seat };
        inner.clocks.turn(inner.row.clock, mover, awaited, now);
        inner.clock_turn += 1;
        let events = Events::new(&played.events);
        let change = Change {
            before: &*before,
            events: &played.events,
            texts: &events,
            by: seat.map(|seat| (seat, if again.is_some() { "" } else { id })),
            back: None,
            over: result.as_ref(),
            now,
        };
        let Some(play) = inner.play.as_mut() else { return };
        let seen = who_sees(&change, &*play.table, inner.streams.len());
        play.live.push(Live {
            line,
            seen: seen as u16,
            by: actor_number(by) as i8,
            bar: played.bar,
        });
        inner.updates(&change, seen & again.unwrap_or(u32::MAX), frames);
        let newly = truth & !seat_bits(before.awaiting().seats());
        let nums: Vec<u32> = inner.streams.iter().map(|stream| stream.n).collect();
        let spectators = seen & (1 << inner.n_seats()) != 0;
        let left = match inner.row.clock {
            ClockPlan::None => Vec::new(),
            _ => inner.clocks.left.clone(),
        };
        let Some(play) = inner.play.as_mut() else { return };
        if spectators && again.is_none() {
            play.seen_at = now;
        }
        for (i, mark) in play.marks.iter_mut().enumerate() {
            if seat == Some(i as u8) || newly & (1 << i) != 0 {
                *mark = nums[i];
            }
        }
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
            awt: truth,
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
        play.told(Told { nums, seen, turn, events });
        ops.push(Op::Line(self.num, row));
        if let Some(snap) = snap {
            ops.push(Op::Snap(self.num, Box::new(snap)));
        }
        if let Some(result) = result {
            self.end(inner, result, ops, frames);
        }
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
}

/// An entry that has been carried out and is to be written down.
pub(super) struct Made<'a> {
    pub(super) by: Actor,
    /// The id of the client's request.
    pub(super) id: &'a str,
    /// The table after it.
    pub(super) next: Box<dyn TableFace>,
    pub(super) played: Played,
    /// It was told before: only these viewers are told again.
    pub(super) again: Option<u32>,
}

impl Inner {
    pub(crate) fn has_bots(&self) -> bool {
        self.row.seats.iter().any(|seat| matches!(seat.holder, HolderRow::Bot { .. }))
    }
}
