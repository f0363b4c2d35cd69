//! Time: the server's own, and the clocks of games.

use admiralty_protocol::{ClockInfo, ClockPlan};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// What time it is, in milliseconds since 1970.
pub trait Time: Send + Sync + 'static {
    /// Now.
    fn now(&self) -> u64;
}

/// The system's clock.
#[derive(Debug, Default, Clone, Copy)]
pub struct System;

impl Time for System {
    fn now(&self) -> u64 {
        SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_millis() as u64)
    }
}

/// A clock that tests set.
#[derive(Debug)]
pub struct Manual(AtomicU64);

impl Manual {
    /// Begins at this time.
    pub const fn new(now: u64) -> Manual {
        Manual(AtomicU64::new(now))
    }

    /// Goes on by so many milliseconds.
    pub fn pass(&self, ms: u64) {
        self.0.fetch_add(ms, Ordering::SeqCst);
    }
}

impl Time for Manual {
    fn now(&self) -> u64 {
        self.0.load(Ordering::SeqCst)
    }
}

/// The clocks of one game. They run for the seats that everybody may know to
/// be awaited: a clock that ran for a seat asked in secret would tell.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Clocks {
    /// Milliseconds left per seat.
    pub(crate) left: Vec<u64>,
    /// Seats whose time runs, as bits.
    pub(crate) running: u32,
    /// Since when.
    pub(crate) since: u64,
    /// Seats whose time ran out while the others decide.
    pub(crate) flagged: u32,
}

impl Clocks {
    /// All clocks full, none running.
    pub(crate) fn new(plan: ClockPlan, seats: usize, now: u64) -> Clocks {
        Clocks { left: vec![full(plan); seats], running: 0, since: now, flagged: 0 }
    }

    /// The seat `by` has decided; `awaited` seats decide next.
    pub(crate) fn turn(&mut self, plan: ClockPlan, by: Option<u8>, awaited: u32, now: u64) {
        if plan == ClockPlan::None {
            return;
        }
        self.settle(now);
        if let Some(left) = by.and_then(|seat| self.left.get_mut(usize::from(seat))) {
            match plan {
                ClockPlan::Live { add, .. } => *left += u64::from(add) * 1000,
                ClockPlan::Days { .. } => *left = full(plan),
                ClockPlan::None => {}
            }
        }
        if let ClockPlan::Days { .. } = plan {
            // Whoever is newly asked has the whole time.
            for seat in bits(awaited & !self.running) {
                if let Some(left) = self.left.get_mut(usize::from(seat)) {
                    *left = full(plan);
                }
            }
        }
        self.running = awaited;
    }

    /// Takes the time that has passed from those whose clock runs.
    pub(crate) fn settle(&mut self, now: u64) {
        let passed = now.saturating_sub(self.since);
        for seat in bits(self.running) {
            if let Some(left) = self.left.get_mut(usize::from(seat)) {
                *left = left.saturating_sub(passed);
            }
        }
        self.since = now;
    }

    /// When the next clock runs out.
    pub(crate) fn deadline(&self) -> Option<u64> {
        let running = bits(self.running & !self.flagged);
        running.filter_map(|seat| self.left.get(usize::from(seat))).min().map(|l| self.since + l)
    }

    /// Seats whose time is over now.
    pub(crate) fn out(&self, now: u64) -> u32 {
        let passed = now.saturating_sub(self.since);
        let is_out = |seat: &u8| self.left.get(usize::from(*seat)).is_some_and(|l| *l <= passed);
        bits(self.running & !self.flagged).filter(is_out).fold(0, |set, seat| set | 1 << seat)
    }

    /// As clients see it.
    pub(crate) fn info(&self, now: u64) -> ClockInfo {
        let mut settled = self.clone();
        settled.settle(now);
        ClockInfo {
            now,
            left: settled.left,
            running: bits(self.running).collect(),
            flagged: bits(self.flagged).collect(),
        }
    }

    /// Gives a seat its full time again.
    pub(crate) fn refill(&mut self, plan: ClockPlan, seat: u8, now: u64) {
        self.settle(now);
        if let Some(left) = self.left.get_mut(usize::from(seat)) {
            *left = full(plan);
        }
        self.flagged &= !(1 << seat);
    }
}

fn full(plan: ClockPlan) -> u64 {
    match plan {
        ClockPlan::None => 0,
        ClockPlan::Live { bank, .. } => u64::from(bank) * 1000,
        ClockPlan::Days { days, .. } => u64::from(days) * 24 * 3600 * 1000,
    }
}

/// The numbers of the bits that are set.
pub(crate) fn bits(set: u32) -> impl Iterator<Item = u8> {
    (0..32u8).filter(move |i| set & (1 << i) != 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use admiralty_protocol::Flag;

    #[test]
    fn a_bank_runs_down_and_is_added_to() {
        let plan = ClockPlan::Live { bank: 60, add: 5, flag: Flag::Lose };
        let mut clocks = Clocks::new(plan, 2, 1_000);
        clocks.turn(plan, None, 0b01, 1_000);
        assert_eq!(clocks.deadline(), Some(61_000));
        clocks.turn(plan, Some(0), 0b10, 11_000);
        assert_eq!(clocks.left, [55_000, 60_000]);
        assert_eq!(clocks.out(70_999), 0);
        assert_eq!(clocks.out(71_000), 0b10);
    }

    #[test]
    fn days_are_full_for_each_decision() {
        let plan = ClockPlan::Days { days: 2, flag: Flag::Bot };
        let day = 24 * 3600 * 1000;
        let mut clocks = Clocks::new(plan, 2, 0);
        clocks.turn(plan, None, 0b01, 0);
        clocks.turn(plan, Some(0), 0b10, day);
        clocks.turn(plan, Some(1), 0b01, 2 * day);
        assert_eq!(clocks.left, [2 * day, 2 * day]);
        assert_eq!(clocks.deadline(), Some(4 * day));
    }
}
