//! Guessing passwords: every failure makes the next try from the same place at
//! the same account wait longer. Nobody elsewhere can make the owner wait.

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

impl Guesses {
    /// May somebody try now? Else after how many seconds. A try counts as a
    /// failure until it is known to be right, so that many at once are no way
    /// around.
    pub(crate) fn begin(&self, account: &str, from: Option<IpAddr>, now: u64) -> Result<(), u64> {
        let from = from.map(net);
        let mut failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        if failed.len() > 50_000 {
            failed.retain(|_, failures| failures.last + FORGOTTEN > now);
        }
        let keys = [(key((account, from)), FREE), (key(from), FREE_HERE)];
        let wait = keys.iter().filter_map(|(key, free)| Some(failed.get(key)?.wait(*free, now)));
        if let Some(wait) = wait.max().filter(|wait| *wait > 0) {
            return Err(wait.div_ceil(1000));
        }
        for (key, _) in keys {
            let failures = failed.entry(key).or_default();
            if failures.last + FORGOTTEN < now {
                failures.n = 0;
            }
            failures.n = failures.n.saturating_add(1);
            failures.last = now;
        }
        Ok(())
    }

    /// The try was right: what this place failed at this account is forgotten.
    pub(crate) fn right(&self, account: &str, from: Option<IpAddr>) {
        let from = from.map(net);
        let mut failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        let here = failed.remove(&key((account, from))).map_or(0, |failures| failures.n);
        if let Some(all) = failed.get_mut(&key(from)) {
            all.n = all.n.saturating_sub(here);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delays_grow_and_stay_where_they_were_earned() {
        let guesses = Guesses::default();
        let (here, there) = ("10.0.0.1".parse().ok(), "10.0.0.2".parse().ok());
        for _ in 0..FREE {
            assert_eq!(guesses.begin("ann", here, 0), Ok(()));
        }
        assert_eq!(guesses.begin("ann", here, 0), Err(1));
        assert_eq!(guesses.begin("ann", here, 1_000), Ok(()));
        assert_eq!(guesses.begin("ann", here, 2_000), Err(1));
        assert_eq!(guesses.begin("ann", here, 3_000), Ok(()));
        assert_eq!(guesses.begin("ann", here, 4_000), Err(3));
        assert_eq!(guesses.begin("ann", there, 4_000), Ok(()));
        guesses.right("ann", there);
        assert_eq!(guesses.begin("ann", here, 4_000), Err(3));
        guesses.right("ann", here);
        assert_eq!(guesses.begin("ann", here, 4_000), Ok(()));
        // One place at many accounts.
        let found = (0..100).find(|i| guesses.begin(&format!("x{i}"), here, 5_000).is_err());
        assert!(found.is_some_and(|n| (20..=30).contains(&n)), "{found:?}");
        let six = |text: &str| net(text.parse().unwrap());
        assert_eq!(six("2001:db8:1:2:3::4"), six("2001:db8:1:2:ffff::1"));
        assert_ne!(six("2001:db8:1:2::"), six("2001:db8:1:3::"));
        assert_eq!(six("::ffff:10.0.0.1"), six("10.0.0.1"));
    }
}
