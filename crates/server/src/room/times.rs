//! What the clocks of a table show: how much time each seat has, and how much of it is the
//! bank's. What follows from it is the business of `clocks.rs`.

use super::rest::{DAY, Rest};
use crate::hub::When;
use crate::store::{AwayRow, LineRow, TableRow, TimesRow};
use admiralty_core::{BySeat, Seat, SeatSet};
use admiralty_protocol::{ClockInfo, ClockPlan, Status};

/// They run for the seats that everybody may know to be awaited: a clock that
/// ran for a seat asked in secret would tell.
pub(super) struct Clocks {
    pub(super) plan: ClockPlan,
    /// Milliseconds left, the bank among them.
    left: BySeat<u64>,
    /// So many of them are the bank's, at tables by days.
    banks: BySeat<u64>,
    /// Holidays.
    away: BySeat<Option<AwayRow>>,
    /// Seats whose time runs.
    pub(super) running: SeatSet,
    /// Since when. What counts is the time the server has run: time in which no server
    /// ran is nobody's loss, and setting the system's clock changes nothing. The calendar
    /// only says how much of it was rest.
    pub(super) since: When,
    /// Seats whose time ran out while the others decide.
    pub(super) flagged: SeatSet,
    /// Grows with every change; a timer of an older one is void.
    pub(super) turn: u64,
}

impl Clocks {
    /// All clocks of a table full, none running.
    pub(super) fn new(row: &TableRow, when: When) -> Clocks {
        let plan = row.clock;
        let seats = row.seats.len() as u8;
        let away = |seat: Seat| row.seats.get(seat.index()).and_then(|row| row.away);
        Clocks {
            plan,
            left: BySeat::new(seats, |_| each(plan) + bank(plan)),
            banks: BySeat::new(seats, |_| bank(plan)),
            away: BySeat::new(seats, away),
            running: SeatSet::EMPTY,
            since: when,
            flagged: SeatSet::EMPTY,
            turn: 0,
        }
    }

    /// The clocks of a table as they were written down after its last line, brought up to now.
    pub(super) fn resume(
        row: &TableRow,
        last: Option<&LineRow>,
        awaited: SeatSet,
        when: When,
    ) -> Clocks {
        let line = last.map_or(0, |last| last.line);
        let noted = row.times.as_ref().filter(|times| times.line == line);
        // Time during which no server ran is nobody's loss.
        let (at, ran, left, banks): (_, _, &[u64], &[u64]) = match (noted, last) {
            (Some(times), _) => (times.at, Some(times.ran), &times.left, &times.banks),
            (None, Some(last)) => (last.at, last.ran, &last.left, &last.banks),
            (None, None) => (row.begun, row.begun_ran, &[], &[]),
        };
        let ran = ran.unwrap_or(when.ran).min(when.ran);
        let mut clocks = Clocks::new(row, When { now: at.min(when.now), ran });
        for ((_, mine), left) in clocks.left.iter_mut().zip(left) {
            *mine = *left;
        }
        for ((_, mine), bank) in clocks.banks.iter_mut().zip(banks) {
            *mine = *bank;
        }
        if row.status == Status::Playing && clocks.plan != ClockPlan::None {
            clocks.running = awaited;
            clocks.settle(when);
        }
        clocks
    }

    /// The seat `by` has decided; `awaited` seats decide next. A flag that nobody
    /// has claimed by then falls.
    pub(super) fn turn(&mut self, by: Option<Seat>, awaited: SeatSet, when: When) {
        if self.plan == ClockPlan::None {
            return;
        }
        self.settle(when);
        if by.is_some() {
            self.flagged = SeatSet::EMPTY;
        }
        if let Some(seat) = by.filter(|seat| self.left.get(*seat).is_some()) {
            match self.plan {
                ClockPlan::Live { add, .. } => self.left[seat] += u64::from(add) * 1000,
                ClockPlan::Days { .. } => self.fill(SeatSet::only(seat)),
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

    /// The whole time for a decision, and what is still in the bank.
    fn fill(&mut self, seats: SeatSet) {
        let each = each(self.plan);
        for (seat, left) in self.left.iter_mut().filter(|(seat, _)| seats.has(*seat)) {
            *left = each + self.banks[seat];
        }
    }

    pub(super) fn rest(&self, seat: Seat) -> Rest {
        match self.plan {
            ClockPlan::Days { weekends, .. } => {
                Rest { weekends, away: self.away.get(seat).copied().flatten() }
            }
            ClockPlan::Live { .. } | ClockPlan::None => Rest::default(),
        }
    }

    /// How much time a seat's clock has lost since then. If the server stood still as well,
    /// nobody knows whether it did so in a rest: then it was so, for the good of the seat.
    fn lost(&self, seat: Seat, when: When) -> u64 {
        let passed = when.ran.saturating_sub(self.since.ran);
        passed.saturating_sub(self.rest(seat).within(self.since.now, when.now))
    }

    /// Takes the time that has passed from those whose clock runs.
    pub(super) fn settle(&mut self, when: When) {
        let known = SeatSet::first(self.left.iter().count() as u8);
        for seat in self.running.common(known).iter() {
            let left = self.left[seat].saturating_sub(self.lost(seat, when));
            self.left[seat] = left;
            if let ClockPlan::Days { .. } = self.plan {
                self.banks[seat] = self.banks[seat].min(left);
            }
        }
        self.since = when;
    }

    fn at_risk(&self) -> impl Iterator<Item = (Seat, u64)> {
        let risk = self.running.minus(self.flagged);
        self.left.iter().filter(move |(seat, _)| risk.has(*seat)).map(|(seat, left)| (seat, *left))
    }

    /// When the time of the first of these seats runs out, by the calendar.
    pub(super) fn due(&self, seats: SeatSet) -> Option<u64> {
        if self.plan == ClockPlan::None {
            return None;
        }
        let those = self.at_risk().filter(|(seat, _)| seats.has(*seat));
        those.map(|(seat, left)| self.rest(seat).after(self.since.now, left)).min()
    }

    /// When the next clock runs out, stands still or goes on, in the time the server has run.
    pub(super) fn deadline(&self) -> Option<u64> {
        let since = self.since;
        let turns = self.at_risk().filter_map(|(seat, _)| self.rest(seat).turns(since.now));
        let next = self.due(self.running).into_iter().chain(turns).min()?;
        Some(since.ran + (next - since.now))
    }

    /// Seats whose time is over now.
    pub(super) fn out(&self, when: When) -> SeatSet {
        self.at_risk()
            .filter(|(seat, left)| *left <= self.lost(*seat, when))
            .map(|(seat, _)| seat)
            .collect()
    }

    /// The others decide what becomes of a seat whose time is over.
    pub(super) fn flag(&mut self, seat: Seat, when: When) {
        self.settle(when);
        self.flagged = self.flagged.with(seat);
        self.turn += 1;
    }

    /// Gives a seat its full time again.
    pub(super) fn refill(&mut self, seat: Seat, when: When) {
        self.settle(when);
        self.fill(SeatSet::only(seat));
        self.flagged = self.flagged.without(seat);
        self.turn += 1;
    }

    /// Somebody goes on holiday or comes back: what has passed is counted as it was.
    pub(super) fn set_away(&mut self, seats: SeatSet, away: Option<AwayRow>, when: When) {
        self.settle(when);
        for (_, mine) in self.away.iter_mut().filter(|(seat, _)| seats.has(*seat)) {
            *mine = away;
        }
        self.turn += 1;
    }

    /// The game is over.
    pub(super) fn stop(&mut self) {
        self.running = SeatSet::EMPTY;
        self.turn += 1;
    }

    /// As clients see them, if there are any.
    pub(super) fn info(&self, when: When) -> Option<ClockInfo> {
        if self.plan == ClockPlan::None {
            return None;
        }
        let left = self.left.iter().map(|(seat, left)| match self.running.has(seat) {
            true => left.saturating_sub(self.lost(seat, when)),
            false => *left,
        });
        let left: Vec<u64> = left.collect();
        let banks = match bank(self.plan) {
            0 => Vec::new(),
            _ => self.banks.iter().zip(&left).map(|((_, bank), left)| *bank.min(left)).collect(),
        };
        let resting = self.running.iter().filter(|seat| self.rest(*seat).over(when.now).is_some());
        Some(ClockInfo {
            now: when.now,
            left,
            running: self.running.iter().map(|seat| seat.0).collect(),
            flagged: self.flagged.iter().map(|seat| seat.0).collect(),
            banks,
            resting: resting.map(|seat| seat.0).collect(),
        })
    }

    /// What is written down with a line: nothing at a table without clocks.
    pub(super) fn left(&self) -> (Vec<u64>, Vec<u64>) {
        let list = |times: &BySeat<u64>| times.iter().map(|(_, left)| *left).collect();
        match self.plan {
            ClockPlan::None => (Vec::new(), Vec::new()),
            plan if bank(plan) == 0 || matches!(plan, ClockPlan::Live { .. }) => {
                (list(&self.left), Vec::new())
            }
            _ => (list(&self.left), list(&self.banks)),
        }
    }

    /// What is written down where no line tells of it.
    pub(super) fn times(&self, line: u32) -> TimesRow {
        let (left, banks) = self.left();
        let When { now: at, ran } = self.since;
        TimesRow { line, at, ran, left, banks }
    }
}

/// When the time runs out at a table that is not awake here: of one's own seats, else of any.
pub(crate) fn due_of(
    row: &TableRow,
    last: &LineRow,
    awaited: SeatSet,
    own: SeatSet,
    when: When,
) -> Option<u64> {
    let clocks = Clocks::resume(row, Some(last), awaited, when);
    clocks.due(own).or_else(|| clocks.due(awaited))
}

/// What each decision has, in milliseconds.
fn each(plan: ClockPlan) -> u64 {
    match plan {
        ClockPlan::None => 0,
        ClockPlan::Live { bank, .. } => u64::from(bank) * 1000,
        ClockPlan::Days { days, .. } => u64::from(days) * DAY,
    }
}

/// What is kept for the decisions that take longer.
fn bank(plan: ClockPlan) -> u64 {
    match plan {
        ClockPlan::Days { bank, .. } => u64::from(bank) * DAY,
        ClockPlan::Live { .. } | ClockPlan::None => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use admiralty_protocol::Flag;

    const W: Seat = Seat(0);
    const R: Seat = Seat(1);

    fn row(clock: ClockPlan) -> TableRow {
        let seat = serde_json::json!({"code": "", "name": "", "holder": "Open", "salt": ""});
        let row = serde_json::json!({
            "id": "", "game": "", "setup": "", "status": "playing", "public": false, "host": "",
            "seats": [seat, seat], "clock": clock, "created": 0, "begun": 0, "begun_rolls": 0,
            "invite": "", "key": "", "result": null, "rematch": null,
        });
        serde_json::from_value(row).unwrap()
    }

    fn at(now: u64) -> When {
        When { now, ran: now }
    }

    fn clocks(plan: ClockPlan, now: u64) -> Clocks {
        let mut clocks = Clocks::new(&row(plan), at(now));
        clocks.turn(None, SeatSet::only(W), at(now));
        clocks
    }

    const fn days(days: u32, bank: u32, weekends: bool) -> ClockPlan {
        ClockPlan::Days { days, bank, weekends, flag: Flag::Bot }
    }

    #[test]
    fn a_bank_runs_down_and_is_added_to() {
        let plan = ClockPlan::Live { bank: 60, add: 5, flag: Flag::Lose };
        let mut clocks = clocks(plan, 1_000);
        assert_eq!(clocks.deadline(), Some(61_000));
        clocks.turn(Some(W), SeatSet::only(R), at(11_000));
        assert_eq!(clocks.left().0, [55_000, 60_000]);
        assert_eq!(clocks.out(at(70_999)), SeatSet::EMPTY);
        assert_eq!(clocks.out(at(71_000)), SeatSet::only(R));
    }

    #[test]
    fn days_are_full_for_each_decision() {
        let mut clocks = clocks(days(2, 0, false), 0);
        clocks.turn(Some(W), SeatSet::only(R), at(DAY));
        clocks.turn(Some(R), SeatSet::only(W), at(2 * DAY));
        assert_eq!(clocks.left(), (vec![2 * DAY, 2 * DAY], vec![]));
        assert_eq!(clocks.deadline(), Some(4 * DAY));
    }

    #[test]
    fn a_bank_of_days_is_used_when_a_decision_takes_longer() {
        let mut clocks = clocks(days(2, 3, false), 0);
        assert_eq!(clocks.due(SeatSet::only(W)), Some(5 * DAY));
        // A day too long: two are left in the bank, and what was saved before is not kept.
        clocks.turn(Some(W), SeatSet::only(R), at(3 * DAY));
        clocks.turn(Some(R), SeatSet::only(W), at(3 * DAY + 5));
        assert_eq!(clocks.left(), (vec![4 * DAY, 5 * DAY], vec![2 * DAY, 3 * DAY]));
        // Somebody else's decision meanwhile does not mix the two.
        clocks.turn(Some(R), SeatSet::only(W), at(4 * DAY + 5));
        assert_eq!(clocks.left(), (vec![3 * DAY, 5 * DAY], vec![2 * DAY, 3 * DAY]));
        let info = clocks.info(at(6 * DAY + 5)).unwrap();
        assert_eq!((info.left[0], info.banks[0]), (DAY, DAY));
        clocks.turn(Some(W), SeatSet::only(R), at(6 * DAY + 5));
        assert_eq!(clocks.left().0[0], 3 * DAY);
        assert_eq!(clocks.out(at(7 * DAY + 4)), SeatSet::EMPTY);
    }

    /// 1970 began on a Thursday.
    #[test]
    fn at_weekends_no_clock_runs_where_it_was_agreed() {
        let mut clocks = clocks(days(2, 0, true), DAY);
        assert_eq!(clocks.due(SeatSet::only(W)), Some(5 * DAY), "all of Friday, all of Monday");
        assert_eq!(clocks.deadline(), Some(2 * DAY), "it stands still first");
        let info = clocks.info(at(3 * DAY)).unwrap();
        assert_eq!((info.left[0], &*info.resting), (DAY, &[0][..]));
        clocks.settle(at(3 * DAY));
        assert_eq!(clocks.deadline(), Some(4 * DAY), "it goes on");
        assert_eq!(clocks.due(SeatSet::only(W)), Some(5 * DAY));
        assert!(clocks.out(at(5 * DAY - 1)).is_empty());
        assert_eq!(clocks.out(at(5 * DAY)), SeatSet::only(W));
    }

    #[test]
    fn a_holiday_stops_the_clock_of_one_seat() {
        let mut clocks = clocks(days(2, 0, false), 0);
        clocks.turn(None, SeatSet::first(2), at(0));
        let away = Some(AwayRow { from: DAY, until: 11 * DAY });
        clocks.set_away(SeatSet::only(W), away, at(DAY));
        assert_eq!(clocks.due(SeatSet::only(W)), Some(12 * DAY));
        assert_eq!(clocks.due(SeatSet::first(2)), Some(2 * DAY), "the other's goes on");
        // Back sooner: what passed was rest, what comes is not.
        clocks.set_away(SeatSet::only(W), Some(AwayRow { from: DAY, until: 3 * DAY }), at(3 * DAY));
        assert_eq!(clocks.due(SeatSet::only(W)), Some(4 * DAY));
    }

    /// Whatever was written down, with a line or without, is taken up as it was.
    #[test]
    fn clocks_are_taken_up_as_they_stood() {
        let plan = days(2, 3, true);
        let mut before = clocks(plan, 0);
        before.turn(Some(W), SeatSet::first(2), at(DAY / 2));
        let (left, banks) = before.left();
        let line =
            LineRow { line: 7, at: DAY / 2, ran: Some(DAY / 2), left, banks, ..LineRow::default() };
        let seats = SeatSet::first(2);
        let now = |days: u64| When { now: days * DAY, ran: days * DAY };
        let after = Clocks::resume(&row(plan), Some(&line), seats, now(5));
        assert_eq!(after.due(seats), before.due(seats));
        // A day without a server later it is as much later.
        let down = When { now: 6 * DAY, ran: 5 * DAY };
        let after = Clocks::resume(&row(plan), Some(&line), seats, down);
        assert_eq!(after.due(seats), before.due(seats).map(|due| due + DAY));
        before.refill(W, now(5));
        let times = Some(before.times(7));
        let after = Clocks::resume(&TableRow { times, ..row(plan) }, Some(&line), seats, now(5));
        assert_eq!(after.left(), before.left());
        // A line that came later knows better.
        let times = Some(TimesRow { line: 6, ..before.times(7) });
        let after = Clocks::resume(&TableRow { times, ..row(plan) }, Some(&line), seats, now(0));
        assert_eq!(after.left().0, line.left);
    }

    #[test]
    fn a_flag_nobody_claimed_falls_with_the_next_move() {
        let plan = ClockPlan::Live { bank: 60, add: 5, flag: Flag::Table };
        let mut clocks = clocks(plan, 0);
        clocks.flag(W, at(60_000));
        assert_eq!(clocks.deadline(), None);
        clocks.turn(Some(W), SeatSet::only(R), at(61_000));
        assert!(clocks.flagged.is_empty());
        clocks.turn(Some(R), SeatSet::only(W), at(62_000));
        assert_eq!(clocks.deadline(), Some(67_000), "it runs again");
    }
}
