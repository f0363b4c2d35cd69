//! When a clock by days stands still: at weekends where the table has agreed on that, and
//! while the holder of the seat is on holiday.

use crate::store::AwayRow;

/// A day, in milliseconds.
pub(crate) const DAY: u64 = 24 * 3600 * 1000;

/// What one seat's clock has a rest from.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Rest {
    /// Saturdays and Sundays, by universal time: a table has people in several zones.
    pub(super) weekends: bool,
    /// A holiday of whoever holds the seat.
    pub(super) away: Option<AwayRow>,
}

/// Days since Monday. The first day of 1970 was a Thursday.
const fn weekday(at: u64) -> u64 {
    (at / DAY + 3) % 7
}

impl Rest {
    /// When the rest ends that this moment lies in, if it does.
    pub(super) fn over(self, at: u64) -> Option<u64> {
        let mut end = at;
        // One rest may lead into the next.
        loop {
            let day = weekday(end);
            if self.weekends && day >= 5 {
                end = (end / DAY + 7 - day) * DAY;
            } else if let Some(away) = self.away.filter(|a| a.from <= end && end < a.until) {
                end = away.until;
            } else {
                return (end > at).then_some(end);
            }
        }
    }

    /// When the next rest begins after this moment, which lies in none.
    fn next(self, at: u64) -> Option<u64> {
        let weekend = self.weekends.then(|| (at / DAY + 5 - weekday(at)) * DAY);
        let away = self.away.filter(|a| a.from > at && a.from < a.until).map(|a| a.from);
        weekend.into_iter().chain(away).min()
    }

    /// When this changes next: a rest begins or ends.
    pub(super) fn turns(self, at: u64) -> Option<u64> {
        self.over(at).or_else(|| self.next(at))
    }

    /// How much of a stretch of time is rest.
    pub(super) fn within(self, from: u64, to: u64) -> u64 {
        let (mut at, mut rest) = (from, 0);
        while at < to {
            if let Some(over) = self.over(at) {
                rest += over.min(to) - at;
                at = over;
            } else if let Some(next) = self.next(at) {
                at = next;
            } else {
                break;
            }
        }
        rest
    }

    /// When so much time has passed that was no rest.
    pub(super) fn after(self, from: u64, mut left: u64) -> u64 {
        let mut at = from;
        loop {
            at = self.over(at).unwrap_or(at);
            match self.next(at) {
                Some(next) if next - at < left => {
                    left -= next - at;
                    at = next;
                }
                _ => return at.saturating_add(left),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A Monday, at midnight.
    const MONDAY: u64 = 19_674 * DAY;

    #[test]
    fn weekends_are_saturday_and_sunday() {
        assert_eq!(weekday(0), 3, "a Thursday");
        assert_eq!(weekday(MONDAY), 0);
        let rest = Rest { weekends: true, away: None };
        let (friday, saturday) = (MONDAY + 4 * DAY, MONDAY + 5 * DAY);
        assert_eq!(rest.over(friday + DAY - 1), None);
        assert_eq!(rest.over(saturday), Some(MONDAY + 7 * DAY));
        assert_eq!(rest.turns(friday), Some(saturday));
        assert_eq!(rest.turns(saturday + 5), Some(MONDAY + 7 * DAY));
        assert_eq!(rest.within(MONDAY, MONDAY + 14 * DAY), 4 * DAY);
        assert_eq!(rest.within(saturday + DAY, MONDAY + 8 * DAY), DAY);
        // Two days from Friday noon: half of Friday, all of Monday, half of Tuesday.
        assert_eq!(rest.after(friday + DAY / 2, 2 * DAY), MONDAY + 8 * DAY + DAY / 2);
        assert_eq!(rest.after(friday, DAY), saturday, "the last moment before the weekend");
        assert_eq!(Rest::default().after(friday, DAY), saturday);
    }

    #[test]
    fn a_holiday_may_lead_into_a_weekend() {
        let away = AwayRow { from: MONDAY + 3 * DAY, until: MONDAY + 5 * DAY + 7 };
        let rest = Rest { weekends: true, away: Some(away) };
        assert_eq!(rest.over(MONDAY + 3 * DAY), Some(MONDAY + 7 * DAY));
        assert_eq!(rest.within(MONDAY, MONDAY + 7 * DAY), 4 * DAY);
        assert_eq!(rest.after(MONDAY, 4 * DAY), MONDAY + 8 * DAY);
        let only = Rest { weekends: false, away: Some(away) };
        assert_eq!(only.turns(MONDAY), Some(away.from));
        assert_eq!(only.turns(away.until), None);
        assert_eq!(only.after(MONDAY, 3 * DAY), MONDAY + 3 * DAY);
        assert_eq!(only.after(MONDAY, 3 * DAY + 1), away.until + 1);
    }

    /// Whatever is left is worked off exactly when what passed without rest is as much.
    #[test]
    fn what_is_left_and_what_has_passed_agree() {
        let away = AwayRow { from: MONDAY + 11 * DAY + 5, until: MONDAY + 16 * DAY + 9 };
        for rest in [
            Rest { weekends: true, away: Some(away) },
            Rest { weekends: true, away: None },
            Rest { weekends: false, away: Some(away) },
        ] {
            for from in (0..40).map(|n| MONDAY + n * DAY / 3 + n) {
                for left in (1..30).map(|n| n * DAY / 2 + n) {
                    let due = rest.after(from, left);
                    assert_eq!(due - from - rest.within(from, due), left, "{rest:?} {from} {left}");
                    assert!(due - 1 - from - rest.within(from, due - 1) < left);
                }
            }
        }
    }
}
