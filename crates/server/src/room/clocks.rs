//! The clocks of a table: how much time each seat has, timers, and what happens
//! when time runs out.

use super::{Batch, Frames, Inner, Room, play};
use crate::hub::Hub;
use crate::refusal::{No, refuse};
use admiralty_core::{Actor, Around, BySeat, Seat, SeatSet, Viewer};
use admiralty_protocol::{ClaimWhat, ClockInfo, ClockPlan, Flag, ResultInfo, code};
use std::sync::Arc;
use std::time::Duration;

/// They run for the seats that everybody may know to be awaited: a clock that
/// ran for a seat asked in secret would tell.
pub(super) struct Clocks {
    plan: ClockPlan,
    /// Milliseconds left.
    left: BySeat<u64>,
    /// Seats whose time runs.
    running: SeatSet,
    /// Since when, in the time the server has run: time in which no server ran is
    /// nobody's loss, and setting the system's clock changes nothing.
    since: u64,
    /// Seats whose time ran out while the others decide.
    flagged: SeatSet,
    /// Grows with every change; a timer of an older one is void.
    turn: u64,
}

impl Clocks {
    /// All clocks full, none running.
    pub(super) fn new(plan: ClockPlan, seats: usize, now: u64) -> Clocks {
        let left = BySeat::new(seats as u8, |_| full(plan));
        let (running, flagged) = (SeatSet::EMPTY, SeatSet::EMPTY);
        Clocks { plan, left, running, since: now, flagged, turn: 0 }
    }

    /// Takes them up as they were written down.
    pub(super) fn resume(&mut self, left: &[u64], running: SeatSet) {
        for ((_, mine), left) in self.left.iter_mut().zip(left) {
            *mine = *left;
        }
        if self.plan != ClockPlan::None {
            self.running = running;
        }
    }

    /// The seat `by` has decided; `awaited` seats decide next. A flag that nobody
    /// has claimed by then falls.
    pub(super) fn turn(&mut self, by: Option<Seat>, awaited: SeatSet, ran: u64) {
        if self.plan == ClockPlan::None {
            return;
        }
        self.settle(ran);
        if by.is_some() {
            self.flagged = SeatSet::EMPTY;
        }
        if let Some(seat) = by.filter(|seat| self.left.get(*seat).is_some()) {
            match self.plan {
                ClockPlan::Live { add, .. } => self.left[seat] += u64::from(add) * 1000,
                ClockPlan::Days { .. } => self.left[seat] = full(self.plan),
                ClockPlan::None => {}
            }
        }
        if let ClockPlan::Days { .. } = self.plan {
            // Whoever is newly asked has the whole time.
            self.fill(awaited.minus(self.running));
        }
        self.running = awaited;
        self.turn += 1;
    }

    fn fill(&mut self, seats: SeatSet) {
        let full = full(self.plan);
        let those = self.left.iter_mut().filter(|(seat, _)| seats.has(*seat));
        those.for_each(|(_, left)| *left = full);
    }

    /// Takes the time that has passed from those whose clock runs.
    fn settle(&mut self, ran: u64) {
        let passed = ran.saturating_sub(self.since);
        let running = self.running;
        for (_, left) in self.left.iter_mut().filter(|(seat, _)| running.has(*seat)) {
            *left = left.saturating_sub(passed);
        }
        self.since = ran;
    }

    fn at_risk(&self) -> impl Iterator<Item = (Seat, u64)> {
        let risk = self.running.minus(self.flagged);
        self.left.iter().filter(move |(seat, _)| risk.has(*seat)).map(|(seat, left)| (seat, *left))
    }

    /// When the next clock runs out.
    fn deadline(&self) -> Option<u64> {
        self.at_risk().map(|(_, left)| self.since + left).min()
    }

    /// Seats whose time is over now.
    fn out(&self, ran: u64) -> SeatSet {
        let passed = ran.saturating_sub(self.since);
        self.at_risk().filter(|(_, left)| *left <= passed).map(|(seat, _)| seat).collect()
    }

    /// The others decide what becomes of a seat whose time is over.
    fn flag(&mut self, seat: Seat, ran: u64) {
        self.settle(ran);
        self.flagged = self.flagged.with(seat);
        self.turn += 1;
    }

    /// Gives a seat its full time again.
    fn refill(&mut self, seat: Seat, ran: u64) {
        self.settle(ran);
        self.fill(SeatSet::only(seat));
        self.flagged = self.flagged.without(seat);
        self.turn += 1;
    }

    /// The game is over.
    pub(super) fn stop(&mut self) {
        self.running = SeatSet::EMPTY;
        self.turn += 1;
    }

    /// As clients see them, if there are any.
    pub(super) fn info(&self, now: u64, ran: u64) -> Option<ClockInfo> {
        if self.plan == ClockPlan::None {
            return None;
        }
        let passed = ran.saturating_sub(self.since);
        let left = self.left.iter().map(|(seat, left)| match self.running.has(seat) {
            true => left.saturating_sub(passed),
            false => *left,
        });
        Some(ClockInfo {
            now,
            left: left.collect(),
            running: self.running.iter().map(|seat| seat.0).collect(),
            flagged: self.flagged.iter().map(|seat| seat.0).collect(),
        })
    }

    /// What is written down: nothing at a table without clocks.
    pub(super) fn left(&self) -> Vec<u64> {
        match self.plan {
            ClockPlan::None => Vec::new(),
            _ => self.left.iter().map(|(_, left)| *left).collect(),
        }
    }
}

fn full(plan: ClockPlan) -> u64 {
    match plan {
        ClockPlan::None => 0,
        ClockPlan::Live { bank, .. } => u64::from(bank) * 1000,
        ClockPlan::Days { days, .. } => u64::from(days) * 24 * 3600 * 1000,
    }
}

/// Sets a timer for the clock that runs out first.
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
    let (now, ran) = (hub.now(), hub.ran());
    let out = inner.clocks.out(ran);
    let flag = match inner.clocks.plan {
        ClockPlan::Live { flag, .. } | ClockPlan::Days { flag, .. } if !out.is_empty() => flag,
        _ => return,
    };
    for seat in out.iter() {
        match flag {
            Flag::Lose => lose(room, hub, &mut inner, seat),
            Flag::Bot => bot_takes(room, hub, &mut inner, seat),
            Flag::Table => {
                inner.clocks.flag(seat, ran);
                let mut frames = Frames::new();
                inner.tell_tables(&mut frames);
                inner.tell_states(&mut frames, now, ran);
                room.deliver(hub, frames);
            }
        }
        if !inner.card.is_playing() {
            return;
        }
    }
    set_timer(room, hub, &inner);
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
    play::end(inner, result, hub.now(), &mut batch);
    inner.tell_states(&mut batch.frames, hub.now(), hub.ran());
    room.commit(hub, batch);
}

/// A bot plays on for a seat.
fn bot_takes(room: &Arc<Room>, hub: &Arc<Hub>, inner: &mut Inner, seat: Seat) {
    let levels = hub.parts.minds.levels(&inner.card.row().game);
    let Some(level) = levels.get(levels.len() / 2) else { return };
    inner.card.seat_bot(seat, level.id.clone());
    inner.clocks.refill(seat, hub.ran());
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
            inner.clocks.refill(seat, hub.ran());
            let mut frames = Frames::new();
            inner.tell_states(&mut frames, hub.now(), hub.ran());
            room.deliver(hub, frames);
        }
    }
    set_timer(room, hub, &inner);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const W: Seat = Seat(0);
    const R: Seat = Seat(1);

    #[test]
    fn a_bank_runs_down_and_is_added_to() {
        let plan = ClockPlan::Live { bank: 60, add: 5, flag: Flag::Lose };
        let mut clocks = Clocks::new(plan, 2, 1_000);
        clocks.turn(None, SeatSet::only(W), 1_000);
        assert_eq!(clocks.deadline(), Some(61_000));
        clocks.turn(Some(W), SeatSet::only(R), 11_000);
        assert_eq!(clocks.left(), [55_000, 60_000]);
        assert_eq!(clocks.out(70_999), SeatSet::EMPTY);
        assert_eq!(clocks.out(71_000), SeatSet::only(R));
    }

    #[test]
    fn days_are_full_for_each_decision() {
        let plan = ClockPlan::Days { days: 2, flag: Flag::Bot };
        let day = 24 * 3600 * 1000;
        let mut clocks = Clocks::new(plan, 2, 0);
        clocks.turn(None, SeatSet::only(W), 0);
        clocks.turn(Some(W), SeatSet::only(R), day);
        clocks.turn(Some(R), SeatSet::only(W), 2 * day);
        assert_eq!(clocks.left(), [2 * day, 2 * day]);
        assert_eq!(clocks.deadline(), Some(4 * day));
    }

    #[test]
    fn a_flag_nobody_claimed_falls_with_the_next_move() {
        let plan = ClockPlan::Live { bank: 60, add: 5, flag: Flag::Table };
        let mut clocks = Clocks::new(plan, 2, 0);
        clocks.turn(None, SeatSet::only(W), 0);
        clocks.flag(W, 60_000);
        assert_eq!(clocks.deadline(), None);
        clocks.turn(Some(W), SeatSet::only(R), 61_000);
        assert!(clocks.flagged.is_empty());
        clocks.turn(Some(R), SeatSet::only(W), 62_000);
        assert_eq!(clocks.deadline(), Some(67_000), "it runs again");
    }
}
