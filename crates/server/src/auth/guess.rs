//! Guessing passwords: every failure makes the next try from the same place at
//! the same account wait longer. Nobody elsewhere can make the owner wait.

use crate::App;
use crate::bus::News;
use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

/// So many failures cost nothing: people mistype.
const FREE: u32 = 5;
/// And so many from one place at all accounts together.
const FREE_HERE: u32 = 30;
/// Nobody waits longer than this, in milliseconds.
const LONGEST: u64 = 15 * 60_000;
/// So long after the last failure all is forgotten.
const FORGOTTEN: u64 = 60 * 60_000;

#[derive(Debug, Clone, Copy, Default)]
struct Failures {
    n: u32,
    last: u64,
}

impl Failures {
    /// Milliseconds that still have to be waited.
    fn wait(&self, free: u32, now: u64) -> u64 {
        let Some(beyond) = self.n.checked_sub(free) else { return 0 };
        let delay = (1000 << beyond.min(20)).min(LONGEST);
        (self.last + delay).saturating_sub(now)
    }
}

/// Whoever has failed lately.
#[derive(Default)]
pub(crate) struct Guesses {
    failed: Mutex<HashMap<u64, Failures>>,
}

fn key(of: impl Hash) -> u64 {
    let mut hasher = std::hash::DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish()
}

/// The network somebody asks from: a whole house has one.
pub(crate) fn net(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => address.into(),
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            std::net::Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
        }
    }
}

/// An account at a place, and the place with all accounts.
fn keys(account: &str, from: Option<IpAddr>) -> [u64; 2] {
    let from = from.map(net);
    [key((account, from)), key(from)]
}

impl Guesses {
    /// May somebody try now? Else after how many seconds. A try counts as a
    /// failure until it is known to be right, so that many at once are no way
    /// around.
    fn begin(&self, of: [u64; 2], now: u64) -> Result<(), u64> {
        let mut failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        if failed.len() > 50_000 {
            failed.retain(|_, failures| failures.last + FORGOTTEN > now);
        }
        let tries = of.iter().zip([FREE, FREE_HERE]);
        let wait = tries.filter_map(|(key, free)| Some(failed.get(key)?.wait(free, now)));
        if let Some(wait) = wait.max().filter(|wait| *wait > 0) {
            return Err(wait.div_ceil(1000));
        }
        fail(&mut failed, of, now);
        Ok(())
    }

    /// A try, here or at another node: it failed at this moment, or was right.
    pub(crate) fn hear(&self, of: [u64; 2], failed_at: Option<u64>) {
        let mut failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(at) = failed_at {
            return fail(&mut failed, of, at);
        }
        // What this place failed at this account is forgotten.
        let here = failed.remove(&of[0]).map_or(0, |failures| failures.n);
        if let Some(all) = failed.get_mut(&of[1]) {
            all.n = all.n.saturating_sub(here);
        }
    }
}

fn fail(failed: &mut HashMap<u64, Failures>, of: [u64; 2], at: u64) {
    for key in of {
        let failures = failed.entry(key).or_default();
        if failures.last + FORGOTTEN < at {
            failures.n = 0;
        }
        failures.n = failures.n.saturating_add(1);
        failures.last = failures.last.max(at);
    }
}

impl App {
    /// May somebody try a password now? Else after how many seconds. All nodes count
    /// together, as far as they can talk to each other.
    pub(crate) fn guess(&self, account: &str, from: Option<IpAddr>) -> Result<(), u64> {
        let (of, now) = (keys(account, from), self.hub().now());
        self.0.guesses.begin(of, now)?;
        self.tell_guess(of, Some(now));
        Ok(())
    }

    /// The try was right.
    pub(crate) fn guessed_right(&self, account: &str, from: Option<IpAddr>) {
        let of = keys(account, from);
        self.0.guesses.hear(of, None);
        self.tell_guess(of, None);
    }

    fn tell_guess(&self, of: [u64; 2], failed: Option<u64>) {
        self.hub().parts.bus.publish(News::Guess { node: self.0.node, of, failed });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delays_grow_and_stay_where_they_were_earned() {
        let guesses = Guesses::default();
        let begin = |account: &str, from, now| guesses.begin(keys(account, from), now);
        let right = |account: &str, from| guesses.hear(keys(account, from), None);
        let (here, there) = ("10.0.0.1".parse().ok(), "10.0.0.2".parse().ok());
        for _ in 0..FREE {
            assert_eq!(begin("ann", here, 0), Ok(()));
        }
        assert_eq!(begin("ann", here, 0), Err(1));
        assert_eq!(begin("ann", here, 1_000), Ok(()));
        assert_eq!(begin("ann", here, 2_000), Err(1));
        assert_eq!(begin("ann", here, 3_000), Ok(()));
        assert_eq!(begin("ann", here, 4_000), Err(3));
        assert_eq!(begin("ann", there, 4_000), Ok(()));
        right("ann", there);
        assert_eq!(begin("ann", here, 4_000), Err(3));
        right("ann", here);
        assert_eq!(begin("ann", here, 4_000), Ok(()));
        // One place at many accounts.
        let found = (0..100).find(|i| begin(&format!("x{i}"), here, 5_000).is_err());
        assert!(found.is_some_and(|n| (20..=30).contains(&n)), "{found:?}");
        let six = |text: &str| net(text.parse().unwrap());
        assert_eq!(six("2001:db8:1:2:3::4"), six("2001:db8:1:2:ffff::1"));
        assert_ne!(six("2001:db8:1:2::"), six("2001:db8:1:3::"));
        assert_eq!(six("::ffff:10.0.0.1"), six("10.0.0.1"));
    }
}
