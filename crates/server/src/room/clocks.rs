//! The timers of a table, and what happens when time runs out.

use super::{Batch, Frames, Inner, Room, play};
use crate::hub::{Hub, When};
use crate::refusal::{No, refuse};
use crate::store::AwayRow;
use admiralty_core::{Actor, Around, Seat, SeatSet, Viewer};
use admiralty_protocol::{ClaimWhat, ClockPlan, Flag, ResultInfo, code};
use std::sync::Arc;
use std::time::Duration;

/// Sets a timer for the clock that runs out, stands still or goes on first.
pub(super) fn set_timer(room: &Arc<Room>, hub: &Arc<Hub>, inner: &Inner) {
    if !inner.card.is_playing() {
        return;
    }
    let Some(deadline) = inner.clocks.deadline() else { return };
    // A server that stops is not held up by a clock.
    let (room, weak, turn) = (Arc::downgrade(room), Arc::downgrade(hub), inner.clocks.turn);
    hub.runtime.spawn(async move {
        let ran = || weak.upgrade().map(|hub| hub.ran());
        while let Some(ran) = ran() {
            let wait = deadline.saturating_sub(ran);
            if wait == 0 {
                break;
            }
            // Long waits in parts: a machine may have slept.
            tokio::time::sleep(Duration::from_millis(wait.min(60_000))).await;
            match room.upgrade() {
                Some(room) if room.lock().clocks.turn == turn => {}
                _ => return,
            }
        }
        if let (Some(room), Some(hub)) = (room.upgrade(), weak.upgrade()) {
            run_out(&room, &hub, turn);
        }
    });
}

/// Where the set-up limits the time for a secret deployment, the game says what
/// happens when it is over.
pub(super) fn set_setup_timer(room: &Arc<Room>, hub: &Arc<Hub>, inner: &Inner) {
    let Ok(table) = inner.table() else { return };
    let (true, Some(seconds)) = (inner.card.is_playing(), table.setup_seconds()) else { return };
    if table.around(Around::SetupTimeOut).is_none() {
        return;
    }
    let begun = inner.card.row().begun_ran.unwrap_or_else(|| hub.ran());
    let deadline = begun + u64::from(seconds) * 1000;
    let (room, weak) = (Arc::downgrade(room), Arc::downgrade(hub));
    let wait = deadline.saturating_sub(hub.ran());
    hub.runtime.spawn(async move {
        tokio::time::sleep(Duration::from_millis(wait)).await;
        let (Some(room), Some(hub2)) = (room.upgrade(), weak.upgrade()) else { return };
        let mut inner = room.lock();
        let action = inner.table().ok().and_then(|table| table.around(Around::SetupTimeOut));
        if let (true, Some(action)) = (inner.card.is_playing(), action) {
            by_the_clock(&room, &hub2, &mut inner, &action);
        }
    });
}

/// The clock makes an entry; false if the game did not let it.
fn by_the_clock(room: &Arc<Room>, hub: &Arc<Hub>, inner: &mut Inner, action: &str) -> bool {
    match play::enter(room, hub, inner, Actor::Clock, action, "") {
        Ok(()) => true,
        Err(refusal) => {
            tracing::error!(table = room.id, says = refusal.says, "the clock was refused");
            false
        }
    }
}

/// Has somebody's time run out?
pub(crate) fn look(room: &Arc<Room>, hub: &Arc<Hub>) {
    let turn = room.lock().clocks.turn;
    run_out(room, hub, turn);
}

/// Somebody's time is over.
fn run_out(room: &Arc<Room>, hub: &Arc<Hub>, turn: u64) {
    let mut inner = room.lock();
    if inner.clocks.turn != turn || !inner.card.is_playing() {
        return;
    }
    let when = hub.when();
    let out = inner.clocks.out(when);
    let flag = match inner.clocks.plan {
        ClockPlan::Live { flag, .. } | ClockPlan::Days { flag, .. } => flag,
        ClockPlan::None => return,
    };
    if out.is_empty() {
        rests(room, hub, &mut inner, when);
        return;
    }
    for seat in out.iter() {
        match flag {
            Flag::Lose => lose(room, hub, &mut inner, seat),
            Flag::Bot => bot_takes(room, hub, &mut inner, seat),
            Flag::Table => {
                inner.clocks.flag(seat, when);
                let mut frames = Frames::new();
                inner.tell_tables(&mut frames);
                inner.tell_states(&mut frames, when);
                room.deliver(hub, frames);
            }
        }
        if !inner.card.is_playing() {
            return;
        }
    }
    set_timer(room, hub, &inner);
}

/// A weekend or a holiday may have begun or ended: whoever looks sees clocks stand or go.
fn rests(room: &Arc<Room>, hub: &Arc<Hub>, inner: &mut Inner, when: When) {
    let running = inner.clocks.running.iter();
    let turned = |seat: Seat| {
        let turns = inner.clocks.rest(seat).turns(inner.clocks.since.now);
        turns.is_some_and(|at| at <= when.now)
    };
    if !running.into_iter().any(turned) {
        return;
    }
    inner.clocks.settle(when);
    let mut frames = Frames::new();
    inner.tell_states(&mut frames, when);
    room.deliver(hub, frames);
    set_timer(room, hub, inner);
}

/// The holder of these seats goes on holiday, or comes back. It is on the card already.
pub(super) fn away(
    room: &Arc<Room>,
    hub: &Arc<Hub>,
    inner: &mut Inner,
    seats: SeatSet,
    away: Option<AwayRow>,
) {
    let when = hub.when();
    inner.clocks.set_away(seats, away, when);
    keep_times(inner);
    let mut batch = Batch::default();
    batch.ops.push(inner.card.op());
    inner.tell_tables(&mut batch.frames);
    inner.tell_states(&mut batch.frames, when);
    room.commit(hub, batch);
    set_timer(room, hub, inner);
}

/// Puts the clocks on the card: no line tells how they stand now.
fn keep_times(inner: &mut Inner) {
    if let Some(game) = inner.game.as_ref().filter(|_| inner.card.has_clock()) {
        let times = inner.clocks.times(game.course().line());
        inner.card.change(|row| row.times = Some(times));
    }
}

/// A seat loses on time: by the game's own rule where it has one, else by the server's.
fn lose(room: &Arc<Room>, hub: &Arc<Hub>, inner: &mut Inner, seat: Seat) {
    let Ok(table) = inner.table() else { return };
    if let Some(action) = table.around(Around::TimeOut(seat))
        && by_the_clock(room, hub, inner, &action)
    {
        return;
    }
    let Ok(table) = inner.table() else { return };
    let lost = table.side_of(seat).map(|side| side.0);
    let sides: Vec<u8> = (0..table.n_sides()).filter(|side| Some(*side) != lost).collect();
    let won = |seat: &u8| table.side_of(Seat(*seat)).is_some_and(|side| sides.contains(&side.0));
    let result = ResultInfo {
        verdict: "won".into(),
        seats: (0..table.n_seats()).filter(won).collect(),
        sides,
        reason: "time".into(),
        degree: String::new(),
        clause: String::new(),
    };
    let mut batch = Batch::default();
    play::end(inner, result, hub.when(), &mut batch);
    inner.tell_states(&mut batch.frames, hub.when());
    room.commit(hub, batch);
}

/// A bot plays on for a seat.
fn bot_takes(room: &Arc<Room>, hub: &Arc<Hub>, inner: &mut Inner, seat: Seat) {
    let levels = hub.parts.minds.levels(&inner.card.row().game);
    let Some(level) = levels.get(levels.len() / 2) else { return };
    inner.card.seat_bot(seat, level.id.clone());
    inner.clocks.refill(seat, hub.when());
    keep_times(inner);
    let mut batch = Batch { kick: true, ..Batch::default() };
    inner.tell_tables(&mut batch.frames);
    inner.crowd.close_seat(seat);
    batch.ops.push(inner.card.op());
    room.commit(hub, batch);
}

/// What the others want when a seat's time ran out.
pub(crate) fn claim(
    room: &Arc<Room>,
    hub: &Arc<Hub>,
    viewer: Viewer,
    seat: u8,
    what: ClaimWhat,
) -> Result<(), No> {
    let mut inner = room.lock();
    let own = inner.seat_at_play(viewer)?;
    let seat = inner.clocks.flagged.iter().find(|flagged| flagged.0 == seat && *flagged != own);
    let Some(seat) = seat else {
        return Err(refuse(code::STATE, "That seat's time has not run out."));
    };
    match what {
        ClaimWhat::Win => lose(room, hub, &mut inner, seat),
        ClaimWhat::Bot => bot_takes(room, hub, &mut inner, seat),
        ClaimWhat::Wait => {
            inner.clocks.refill(seat, hub.when());
            keep_times(&mut inner);
            let mut batch = Batch::default();
            batch.ops.push(inner.card.op());
            inner.tell_states(&mut batch.frames, hub.when());
            room.commit(hub, batch);
        }
    }
    set_timer(room, hub, &inner);
    Ok(())
}
