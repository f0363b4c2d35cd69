//! Who plays whom: seeks that fit each other, the longest wait first, near
//! ratings before far ones, and nobody twice in a row while somebody else waits.

use admiralty_protocol::ClockPlan;
use std::collections::HashMap;

/// So far apart two ratings may be at once …
const NEAR: f64 = 100.0;
/// … and so much more with every second one has waited.
const WIDER: f64 = 20.0;
/// Somebody one has just played is met again after so many milliseconds without anybody else.
const AGAIN: u64 = 15_000;

/// Somebody who looks for a game.
#[derive(Debug, Clone)]
pub(crate) struct Seeker {
    pub(crate) user: String,
    /// What must be the same on both sides: the game, and whether it counts.
    pub(crate) kind: String,
    /// The set-up that is wished for, as text; empty: any.
    pub(crate) options: String,
    pub(crate) clock: Option<ClockPlan>,
    pub(crate) rating: f64,
    /// How far the other may be from it.
    pub(crate) within: Option<u32>,
    /// Since when.
    pub(crate) since: u64,
    /// Whom they played last.
    pub(crate) last: Option<String>,
}

impl Seeker {
    /// How far somebody else's rating may be from this one's now.
    fn reach(&self, now: u64) -> f64 {
        let waited = now.saturating_sub(self.since) as f64 / 1000.0;
        let reach = NEAR + WIDER * waited;
        self.within.map_or(reach, |within| reach.min(within.into()))
    }

    /// How well the two fit: the less, the better; nothing if not at all.
    fn fit(&self, other: &Seeker, now: u64) -> Option<f64> {
        let same = self.user == other.user || self.kind != other.kind;
        let options = differ(&self.options, &other.options, String::is_empty);
        let clock = differ(&self.clock, &other.clock, Option::is_none);
        if same || options || clock {
            return None;
        }
        let apart = (self.rating - other.rating).abs();
        // Who came just now does not narrow what the other's patience has widened,
        // except by a wish.
        let wish = |seeker: &Seeker| seeker.within.is_none_or(|within| apart <= within.into());
        let reach = self.reach(now).max(other.reach(now));
        if apart > reach || !wish(self) || !wish(other) {
            return None;
        }
        let met =
            self.last.as_ref() == Some(&other.user) || other.last.as_ref() == Some(&self.user);
        let patience = now.saturating_sub(self.since.max(other.since));
        match met && patience < AGAIN {
            true => None,
            // Whoever else is there goes first.
            false => Some(apart + if met { 1e6 } else { 0.0 }),
        }
    }
}

fn differ<T: PartialEq>(a: &T, b: &T, any: impl Fn(&T) -> bool) -> bool {
    !any(a) && !any(b) && a != b
}

/// The pairs to be made now, as places in the list; nobody stands in two.
pub(crate) fn pairs(seekers: &[Seeker], now: u64) -> Vec<(usize, usize)> {
    let mut kinds: HashMap<&str, Vec<usize>> = HashMap::new();
    for (i, seeker) in seekers.iter().enumerate() {
        kinds.entry(&seeker.kind).or_default().push(i);
    }
    let mut found = Vec::new();
    let mut taken = vec![false; seekers.len()];
    for group in kinds.values_mut() {
        group.sort_by_key(|i| (seekers[*i].since, *i));
        for (k, &one) in group.iter().enumerate() {
            if taken[one] {
                continue;
            }
            let free = group[k + 1..].iter().filter(|other| !taken[**other]);
            let fits =
                free.filter_map(|&other| Some((seekers[one].fit(&seekers[other], now)?, other)));
            if let Some((_, other)) = fits.min_by(|a, b| a.0.total_cmp(&b.0)) {
                taken[one] = true;
                taken[other] = true;
                found.push((one, other));
            }
        }
    }
    found.sort_unstable();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seeker(user: &str, rating: f64, since: u64) -> Seeker {
        Seeker {
            user: user.into(),
            kind: "naval_battle".into(),
            options: String::new(),
            clock: None,
            rating,
            within: None,
            since,
            last: None,
        }
    }

    #[test]
    fn the_nearest_is_met_first() {
        let all = [seeker("a", 1500.0, 0), seeker("b", 1590.0, 1), seeker("c", 1510.0, 2)];
        assert_eq!(pairs(&all, 10), [(0, 2)]);
    }

    #[test]
    fn patience_widens_the_search_and_a_wish_does_not() {
        let far = [seeker("a", 1500.0, 0), seeker("b", 1900.0, 0)];
        assert_eq!(pairs(&far, 1_000), []);
        assert_eq!(pairs(&far, 20_000), [(0, 1)]);
        let mut choosy = far.clone();
        choosy[1].within = Some(200);
        assert_eq!(pairs(&choosy, 3_600_000), []);
    }

    #[test]
    fn wishes_must_fit() {
        let flag = admiralty_protocol::Flag::Lose;
        let days = |days| ClockPlan::Days { days, bank: 0, weekends: false, flag };
        let (fast, slow) = (days(1), days(3));
        let clock = |clock| Seeker { clock, ..seeker("a", 1500.0, 0) };
        let other = |clock| Seeker { clock, ..seeker("b", 1500.0, 0) };
        assert_eq!(pairs(&[clock(Some(fast)), other(Some(slow))], 99_000), []);
        assert_eq!(pairs(&[clock(Some(fast)), other(None)], 0), [(0, 1)]);
        let rated = Seeker { kind: "naval_battle rated".into(), ..seeker("b", 1500.0, 0) };
        assert_eq!(pairs(&[seeker("a", 1500.0, 0), rated], 99_000), []);
        assert_eq!(pairs(&[seeker("a", 1500.0, 0), seeker("a", 1500.0, 0)], 99_000), []);
    }

    #[test]
    fn nobody_twice_in_a_row_while_others_wait() {
        let mut all = [seeker("a", 1500.0, 0), seeker("b", 1500.0, 0), seeker("c", 1580.0, 0)];
        all[0].last = Some("b".into());
        all[1].last = Some("a".into());
        assert_eq!(pairs(&all, 100), [(0, 2)]);
        assert_eq!(pairs(&all[..2], 100), []);
        assert_eq!(pairs(&all[..2], AGAIN), [(0, 1)]);
    }

    /// Somebody comes every second, of any strength: nobody waits for ever.
    #[test]
    fn nobody_waits_for_ever() {
        let mut waiting: Vec<Seeker> = Vec::new();
        let mut longest = 0;
        for second in 0..600u64 {
            let now = second * 1000;
            let strength = 900.0 + ((second * 7919) % 1400) as f64;
            waiting.push(seeker(&format!("p{second}"), strength, now));
            let met = pairs(&waiting, now);
            let mut gone: Vec<usize> = met.iter().flat_map(|(a, b)| [*a, *b]).collect();
            gone.sort_unstable();
            for i in gone.into_iter().rev() {
                longest = longest.max(now - waiting.swap_remove(i).since);
            }
        }
        let oldest = waiting.iter().map(|seeker| 600_000 - seeker.since).max().unwrap_or(0);
        assert!(longest.max(oldest) <= 60_000, "{longest} {oldest}");
    }

    #[test]
    fn everybody_is_in_one_pair_at_most() {
        let all: Vec<Seeker> = (0..501)
            .map(|i| {
                seeker(&format!("p{i}"), 1000.0 + f64::from(i * 37 % 900), u64::from(i as u32))
            })
            .collect();
        let met = pairs(&all, 60_000);
        let mut seen: Vec<usize> = met.iter().flat_map(|(a, b)| [*a, *b]).collect();
        assert_eq!(met.len(), 250);
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), 500);
    }
}
