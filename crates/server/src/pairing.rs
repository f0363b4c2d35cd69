//! Who plays whom: seeks that fit each other, the longest wait first, near
//! ratings before far ones, and nobody twice in a row while somebody else waits.

use admiralty_protocol::ClockPlan;
use std::collections::{HashMap, HashSet};

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
    /// With whom they are not paired, whoever wished it.
    pub(crate) apart: HashSet<String>,
}

impl Seeker {
    /// How far this one has come to look, whatever the wish.
    fn patience(&self, now: u64) -> f64 {
        let waited = now.saturating_sub(self.since) as f64 / 1000.0;
        NEAR + WIDER * waited
    }

    /// How far somebody else's rating may be from this one's now.
    fn reach(&self, now: u64) -> f64 {
        let reach = self.patience(now);
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
        if self.apart.contains(&other.user) || other.apart.contains(&self.user) {
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
    for group in kinds.into_values() {
        found.extend(Round::new(seekers, group, now).pairs());
    }
    found.sort_unstable();
    found
}

/// A wish for a set-up and one for a clock, as numbers; 0: none.
type Wish = [u32; 2];

/// People in the order of their ratings, from which whoever was looked after is taken: the next
/// one who is still there is found without looking at those who are not.
#[derive(Default)]
struct Queue {
    /// Places in the list of all.
    people: Vec<usize>,
    /// From a place the next that is still there, or on the way to it: upwards, and downwards one
    /// more than it is.
    up: Vec<usize>,
    down: Vec<usize>,
}

impl Queue {
    fn ready(&mut self) {
        self.up = (0..=self.people.len()).collect();
        self.down = self.up.clone();
    }

    fn find(way: &mut [usize], mut at: usize) -> usize {
        while way[at] != at {
            way[at] = way[way[at]];
            at = way[at];
        }
        at
    }

    /// The next at this place or above.
    fn above(&mut self, at: usize) -> Option<usize> {
        Some(Queue::find(&mut self.up, at)).filter(|at| *at < self.people.len())
    }

    /// The next below this place.
    fn below(&mut self, at: usize) -> Option<usize> {
        Queue::find(&mut self.down, at).checked_sub(1)
    }

    fn take(&mut self, at: usize) {
        self.up[at] = at + 1;
        self.down[at + 1] = at;
    }
}

/// Who of one kind is still free. Each stands in four queues, with those of the same two wishes, of
/// the same wish for a set-up, for a clock, and with all: so that one looks at those around
/// oneself who have no other wish, and at nobody else.
struct Round<'a> {
    seekers: &'a [Seeker],
    now: u64,
    wishes: HashMap<usize, Wish>,
    queues: Vec<Queue>,
    /// Which queue has whoever wishes this; nothing in place of a wish: whatever it is.
    named: HashMap<[Option<u32>; 2], usize>,
    /// In which queues somebody stands, and where.
    stands: HashMap<usize, [(usize, usize); 4]>,
    /// By rating.
    order: Vec<usize>,
}

impl<'a> Round<'a> {
    fn new(seekers: &'a [Seeker], mut order: Vec<usize>, now: u64) -> Round<'a> {
        order.sort_by(|a, b| seekers[*a].rating.total_cmp(&seekers[*b].rating).then(a.cmp(b)));
        let (mut setups, mut clocks) = (HashMap::new(), Vec::new());
        let mut round = Round {
            seekers,
            now,
            wishes: HashMap::new(),
            queues: Vec::new(),
            named: HashMap::new(),
            stands: HashMap::new(),
            order: Vec::new(),
        };
        for &i in &order {
            let Seeker { options, clock, .. } = &seekers[i];
            let next = setups.len() as u32 + 1;
            let setup = if options.is_empty() { 0 } else { *setups.entry(options).or_insert(next) };
            if !clocks.contains(clock) && clock.is_some() {
                clocks.push(*clock);
            }
            let clock = clocks.iter().position(|known| known == clock);
            let wish = [setup, clock.map_or(0, |at| at as u32 + 1)];
            let [setup, clock] = wish.map(Some);
            let stands = [[setup, clock], [setup, None], [None, clock], [None, None]].map(|name| {
                let next = round.queues.len();
                let queue = *round.named.entry(name).or_insert(next);
                if queue == next {
                    round.queues.push(Queue::default());
                }
                round.queues[queue].people.push(i);
                (queue, round.queues[queue].people.len() - 1)
            });
            round.wishes.insert(i, wish);
            round.stands.insert(i, stands);
        }
        round.queues.iter_mut().for_each(Queue::ready);
        round.order = order;
        round
    }

    /// The longest wait chooses first.
    fn pairs(mut self) -> Vec<(usize, usize)> {
        let mut by_age = self.order.clone();
        by_age.sort_by_key(|i| (self.seekers[*i].since, *i));
        let mut taken: HashSet<usize> = HashSet::new();
        let mut found = Vec::new();
        for one in by_age {
            if !taken.insert(one) {
                continue;
            }
            // Whoever comes after fits this one no better than this one fits them.
            self.take(one);
            if let Some(other) = self.best_for(one) {
                self.take(other);
                taken.insert(other);
                found.push((one, other));
            }
        }
        found
    }

    fn take(&mut self, one: usize) {
        for (queue, at) in self.stands[&one] {
            self.queues[queue].take(at);
        }
    }

    /// The queues of all who have no other wish than this one.
    fn fitting(&self, [setup, clock]: Wish) -> Vec<usize> {
        let names = match (setup, clock) {
            (0, 0) => vec![[None, None]],
            (0, clock) => vec![[None, Some(clock)], [None, Some(0)]],
            (setup, 0) => vec![[Some(setup), None], [Some(0), None]],
            (setup, clock) => {
                let both = |setup| [[Some(setup), Some(clock)], [Some(setup), Some(0)]];
                [both(setup), both(0)].concat()
            }
        };
        names.iter().filter_map(|name| self.named.get(name).copied()).collect()
    }

    /// Who fits best, the nearest first; of two alike whoever has waited longer.
    fn best_for(&mut self, at: usize) -> Option<usize> {
        let (seekers, now) = (self.seekers, self.now);
        let one = &seekers[at];
        // Nobody who is left has waited longer, and so reaches farther.
        let widest = one.patience(now).min(one.within.map_or(f64::INFINITY, f64::from));
        let mut ways: Vec<(usize, bool, Option<usize>)> = Vec::new();
        for queue in self.fitting(self.wishes[&at]) {
            let people = &self.queues[queue].people;
            let from = people.partition_point(|i| seekers[*i].rating < one.rating);
            ways.push((queue, true, self.queues[queue].above(from)));
            ways.push((queue, false, self.queues[queue].below(from)));
        }
        let mut best: Option<(f64, u64, usize)> = None;
        loop {
            let mut nearest: Option<(f64, usize, usize)> = None;
            for (way, (queue, _, place)) in ways.iter().enumerate() {
                let Some(place) = place else { continue };
                let other = self.queues[*queue].people[*place];
                let far = (seekers[other].rating - one.rating).abs();
                if nearest.is_none_or(|(known, ..)| far < known) {
                    nearest = Some((far, way, other));
                }
            }
            let enough = |far: f64| best.is_some_and(|(cost, ..)| cost < far);
            let next = nearest.filter(|(far, ..)| *far <= widest && !enough(*far));
            let Some((_, way, index)) = next else { return best.map(|(.., index)| index) };
            let other = &seekers[index];
            if let Some(cost) = one.fit(other, now)
                && best.is_none_or(|known| (cost, other.since, index) < known)
            {
                best = Some((cost, other.since, index));
            }
            let (queue, upwards, place) = &mut ways[way];
            let (queue, from) = (&mut self.queues[*queue], place.unwrap_or(0));
            *place = if *upwards { queue.above(from + 1) } else { queue.below(from) };
        }
    }
}

/// How long a round takes while so many wait, and how many pairs it makes: people of all strengths who
/// have waited up to a minute, some with wishes; if `alone`, with wishes that nobody shares.
pub fn measured_round(people: usize, seed: u64, alone: bool) -> (std::time::Duration, usize) {
    let mut state = seed.wrapping_mul(2).wrapping_add(1);
    let mut draw = |most: u64| {
        // A small generator is enough to spread people.
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % most
    };
    let waiting: Vec<Seeker> = (0..people)
        .map(|i| Seeker {
            user: format!("person{i}"),
            kind: "naval_battle rated".into(),
            options: match draw(4) {
                _ if alone => format!("{{\"scenario\":\"{i}\"}}"),
                0 => "{\"scenario\":\"duel\"}".into(),
                _ => String::new(),
            },
            clock: match draw(3) {
                0 => Some(ClockPlan::Live {
                    bank: 900,
                    add: 10,
                    flag: admiralty_protocol::Flag::Lose,
                }),
                _ => None,
            },
            rating: 900.0 + draw(1400) as f64,
            within: (draw(5) == 0).then_some(200),
            since: draw(60_000),
            last: (draw(2) == 0).then(|| format!("person{}", draw(people as u64))),
            apart: HashSet::new(),
        })
        .collect();
    let begun = std::time::Instant::now();
    let met = pairs(&waiting, 60_000);
    (begun.elapsed(), met.len())
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
            apart: HashSet::new(),
        }
    }

    #[test]
    fn whoever_is_kept_apart_is_never_paired() {
        let mut all = [seeker("a", 1500.0, 0), seeker("b", 1500.0, 1), seeker("c", 1590.0, 2)];
        all[1].apart.insert("a".into());
        assert_eq!(pairs(&all, 10), [(0, 2)]);
        assert_eq!(pairs(&all[..2], 3_600_000), []);
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

    /// What a round does, worked out by looking at everybody.
    fn plainly(seekers: &[Seeker], now: u64) -> Vec<(usize, usize)> {
        let mut by_age: Vec<usize> = (0..seekers.len()).collect();
        by_age.sort_by_key(|i| (seekers[*i].since, *i));
        let (mut taken, mut found) = (vec![false; seekers.len()], Vec::new());
        for (k, &one) in by_age.iter().enumerate() {
            let free = by_age[k + 1..].iter().filter(|other| !taken[**other] && !taken[one]);
            let fits =
                free.filter_map(|&other| Some((seekers[one].fit(&seekers[other], now)?, other)));
            if let Some((_, other)) = fits.min_by(|a, b| a.0.total_cmp(&b.0)) {
                (taken[one], taken[other]) = (true, true);
                found.push((one, other));
            }
        }
        found.sort_unstable();
        found
    }

    #[test]
    fn a_round_is_the_same_as_if_everybody_were_looked_at() {
        let mut state = 7u64;
        let mut draw = |most: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) % most
        };
        for _ in 0..200 {
            let n = draw(40) as usize;
            let all: Vec<Seeker> = (0..n)
                .map(|i| {
                    let mut one =
                        seeker(&format!("p{i}"), 1000.0 + 50.0 * draw(20) as f64, draw(30_000));
                    one.within = (draw(4) == 0).then(|| draw(300) as u32);
                    one.options = ["", "", "x", "y"][draw(4) as usize].into();
                    one.clock = match draw(4) {
                        0 | 1 => None,
                        bank => Some(ClockPlan::Live {
                            bank: 60 * bank as u32,
                            add: 0,
                            flag: admiralty_protocol::Flag::Lose,
                        }),
                    };
                    if draw(4) == 0 {
                        one.apart.insert(format!("p{}", draw(n as u64)));
                    }
                    one.last = (draw(2) == 0).then(|| format!("p{}", draw(n as u64)));
                    one
                })
                .collect();
            assert_eq!(pairs(&all, 30_000), plainly(&all, 30_000));
        }
    }

    /// Twenty people play game after game: whoever meets the same one again had nobody else to meet,
    /// and everybody plays.
    #[test]
    fn over_many_rounds_nobody_meets_the_same_one_again_while_others_wait() {
        let mut waiting: Vec<Seeker> =
            (0..20).map(|i| seeker(&format!("p{i}"), 1200.0 + 40.0 * f64::from(i), 0)).collect();
        let mut playing: Vec<(u64, Seeker)> = Vec::new();
        let mut played: HashMap<String, u32> = HashMap::new();
        for second in 0..1_200u64 {
            let now = second * 1000;
            let (back, on): (Vec<_>, Vec<_>) =
                playing.into_iter().partition(|(end, _)| *end <= now);
            playing = on;
            waiting.extend(back.into_iter().map(|(_, one)| Seeker { since: now, ..one }));
            let met = pairs(&waiting, now);
            let pair_of = |i: usize| met.iter().any(|(a, b)| *a == i || *b == i);
            for &(a, b) in &met {
                let (one, two) = (&waiting[a], &waiting[b]);
                if one.last.as_ref() != Some(&two.user) {
                    continue;
                }
                let left = (0..waiting.len()).filter(|i| !pair_of(*i)).map(|i| &waiting[i]);
                let free = |other: &&Seeker| {
                    let new = |me: &Seeker| {
                        me.last.as_ref() != Some(&other.user)
                            && other.last.as_ref() != Some(&me.user)
                    };
                    [one, two].iter().any(|me| new(me) && me.fit(other, now).is_some())
                };
                assert_eq!(left.filter(free).count(), 0, "{} and {}", one.user, two.user);
            }
            let mut gone: Vec<usize> = met.iter().flat_map(|(a, b)| [*a, *b]).collect();
            for (a, b) in met {
                let names = [waiting[a].user.clone(), waiting[b].user.clone()];
                waiting[a].last = Some(names[1].clone());
                waiting[b].last = Some(names[0].clone());
                names.into_iter().for_each(|name| *played.entry(name).or_default() += 1);
            }
            gone.sort_unstable();
            for i in gone.into_iter().rev() {
                let one = waiting.swap_remove(i);
                playing.push((now + 5_000 + (now / 1000 * 7919 + i as u64) % 20_000, one));
            }
        }
        assert!(played.len() == 20 && played.values().all(|games| *games > 20), "{played:?}");
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
