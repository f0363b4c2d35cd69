//! Clocks of a table: timers, and what happens when one runs out.

use super::play::{No, refuse};
use super::{Frames, Inner, Room};
use crate::hub::Hub;
use crate::store::{HolderRow, Op};
use admiralty_core::{Actor, Around, Seat};
use admiralty_protocol::{ClaimWhat, ClockPlan, Flag, ResultInfo, Status, code};
use std::sync::Arc;

impl Room {
    /// Sets a timer for the clock that runs out first.
    pub(crate) fn set_timer(self: &Arc<Room>, hub: &Arc<Hub>) {
        let mut inner = self.lock();
        self.set_timer_for(hub, &mut inner);
    }

    pub(super) fn set_timer_for(self: &Arc<Room>, hub: &Arc<Hub>, inner: &mut Inner) {
        if inner.row.status != Status::Playing || inner.row.clock == ClockPlan::None {
            return;
        }
        let Some(deadline) = inner.clocks.deadline() else { return };
        let (room, hub2, turn) = (Arc::downgrade(self), Arc::clone(hub), inner.clock_turn);
        hub.runtime.spawn(async move {
            loop {
                let wait = deadline.saturating_sub(hub2.now());
                if wait == 0 {
                    break;
                }
                // Long waits in parts: the system's clock may be set.
                let wait = std::time::Duration::from_millis(wait.min(60_000));
                tokio::time::sleep(wait).await;
                match room.upgrade() {
                    Some(room) if room.lock().clock_turn == turn => {}
                    _ => return,
                }
            }
            if let Some(room) = room.upgrade() {
                room.flag(&hub2, turn);
            }
        });
    }

    /// Where the set-up limits the time for a secret deployment
    /// (`deploy_seconds`), the game says what happens when it is over.
    pub(crate) fn set_setup_timer(self: &Arc<Room>, hub: &Arc<Hub>) {
        let begun = {
            let inner = self.lock();
            let setup: serde_json::Value =
                serde_json::from_str(&inner.row.setup).unwrap_or_default();
            let seconds = setup["deploy_seconds"].as_u64().filter(|seconds| *seconds > 0);
            match (inner.row.status, seconds, inner.table()) {
                (Status::Playing, Some(seconds), Ok(table))
                    if table.around(Around::SetupTimeOut).is_some() =>
                {
                    inner.row.begun + seconds * 1000
                }
                _ => return,
            }
        };
        let (room, hub2) = (Arc::downgrade(self), Arc::clone(hub));
        hub.runtime.spawn(async move {
            let wait = begun.saturating_sub(hub2.now());
            tokio::time::sleep(std::time::Duration::from_millis(wait)).await;
            let Some(room) = room.upgrade() else { return };
            let mut inner = room.lock();
            let action = inner.table().ok().and_then(|table| table.around(Around::SetupTimeOut));
            if let (Status::Playing, Some(action)) = (inner.row.status, action)
                && let Err(refusal) = room.enter(&hub2, &mut inner, Actor::Clock, &action, "")
            {
                tracing::error!(table = room.id, says = refusal.says, "the clock was refused");
            }
        });
    }

    /// Has somebody's time run out?
    pub(crate) fn look_at_clock(self: &Arc<Room>, hub: &Arc<Hub>) {
        let turn = self.lock().clock_turn;
        self.flag(hub, turn);
    }

    /// Somebody's time is over.
    fn flag(self: &Arc<Room>, hub: &Arc<Hub>, turn: u64) {
        let mut inner = self.lock();
        if inner.clock_turn != turn || inner.row.status != Status::Playing {
            return;
        }
        let now = hub.now();
        let out = inner.clocks.out(now);
        if out == 0 {
            return;
        }
        let flag = match inner.row.clock {
            ClockPlan::None => return,
            ClockPlan::Live { flag, .. } | ClockPlan::Days { flag, .. } => flag,
        };
        for seat in crate::clock::bits(out) {
            match flag {
                Flag::Lose => self.lose_on_time(hub, &mut inner, Seat(seat)),
                Flag::Bot => self.bot_takes(hub, &mut inner, seat),
                Flag::Table => {
                    inner.clocks.settle(now);
                    inner.clocks.flagged |= 1 << seat;
                    let mut frames = Frames::new();
                    inner.tell_tables(&mut frames);
                    inner.tell_states(&mut frames, now);
                    self.deliver(hub, frames);
                }
            }
            if inner.row.status != Status::Playing {
                return;
            }
        }
        inner.clock_turn += 1;
        self.set_timer_for(hub, &mut inner);
    }

    /// By the game's own rule where it has one, else by the server's.
    fn lose_on_time(self: &Arc<Room>, hub: &Arc<Hub>, inner: &mut Inner, seat: Seat) {
        let Ok(table) = inner.table() else { return };
        if let Some(action) = table.around(Around::TimeOut(seat)) {
            match self.enter(hub, inner, Actor::Clock, &action, "") {
                Ok(()) => return,
                Err(refusal) => {
                    tracing::error!(table = self.id, says = refusal.says, "the clock was refused");
                }
            }
        }
        let Ok(table) = inner.table() else { return };
        let lost = table.side_of(seat);
        let others = (0..table.n_sides()).filter(|side| Some(*side) != lost.map(|s| s.0));
        let sides: Vec<u8> = others.collect();
        let seats = (0..table.n_seats())
            .filter(|s| table.side_of(Seat(*s)).is_some_and(|side| sides.contains(&side.0)));
        let result = ResultInfo {
            verdict: "won".into(),
            seats: seats.collect(),
            sides,
            reason: "time".into(),
            degree: String::new(),
            clause: String::new(),
        };
        let (mut ops, mut frames) = (Vec::new(), Frames::new());
        self.end(inner, result, &mut ops, &mut frames);
        inner.tell_states(&mut frames, hub.now());
        self.commit(hub, ops, frames, false);
    }

    fn bot_takes(self: &Arc<Room>, hub: &Arc<Hub>, inner: &mut Inner, seat: u8) {
        let levels = hub.parts.minds.levels(&inner.row.game);
        let Some(level) = levels.get(levels.len() / 2) else { return };
        inner.row.seats[usize::from(seat)].holder = HolderRow::Bot { level: level.id.clone() };
        let plan = inner.row.clock;
        inner.clocks.refill(plan, seat, hub.now());
        let mut frames = Frames::new();
        inner.tell_tables(&mut frames);
        inner.close_seat(usize::from(seat));
        self.commit(hub, vec![Op::Table(Box::new(inner.row.clone()))], frames, true);
    }

    /// What the others want when a seat's time ran out.
    pub(crate) fn claim(
        self: &Arc<Room>,
        hub: &Arc<Hub>,
        viewer: usize,
        seat: u8,
        what: ClaimWhat,
    ) -> Result<(), No> {
        let mut inner = self.lock();
        let own = inner.seat_at_play(viewer)?;
        if seat >= 32 || inner.clocks.flagged & (1 << seat) == 0 || own.0 == seat {
            return Err(refuse(code::STATE, "That seat's time has not run out."));
        }
        match what {
            ClaimWhat::Win => self.lose_on_time(hub, &mut inner, Seat(seat)),
            ClaimWhat::Bot => self.bot_takes(hub, &mut inner, seat),
            ClaimWhat::Wait => {
                let plan = inner.row.clock;
                inner.clocks.refill(plan, seat, hub.now());
                let mut frames = Frames::new();
                inner.tell_states(&mut frames, hub.now());
                self.deliver(hub, frames);
            }
        }
        inner.clock_turn += 1;
        self.set_timer_for(hub, &mut inner);
        Ok(())
    }
}
