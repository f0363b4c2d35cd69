//! Rate limits: a bucket of tokens per address and per person.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// A bucket that fills steadily and is emptied by requests.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bucket {
    tokens: f64,
    at: u64,
}

/// What is left after a request.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Left {
    /// May it be done?
    pub(crate) ok: bool,
    /// How many at once.
    pub(crate) limit: u32,
    /// How many are left.
    pub(crate) remaining: u32,
    /// Seconds until there is one again, or until the bucket is full.
    pub(crate) reset: u64,
}

impl Bucket {
    pub(crate) fn full(limit: f64, now: u64) -> Bucket {
        Bucket { tokens: limit, at: now }
    }

    /// Takes a token; `per_ms` flow in, `limit` fit.
    pub(crate) fn take(&mut self, limit: f64, per_ms: f64, now: u64) -> Left {
        let passed = now.saturating_sub(self.at) as f64;
        self.tokens = (self.tokens + passed * per_ms).min(limit);
        self.at = now;
        let ok = self.tokens >= 1.0;
        if ok {
            self.tokens -= 1.0;
        }
        let wanted = if ok { limit } else { 1.0 };
        Left {
            ok,
            limit: limit as u32,
            remaining: self.tokens as u32,
            reset: ((wanted - self.tokens) / per_ms / 1000.0).ceil().max(0.0) as u64,
        }
    }
}

/// Seconds for which a client may send more than is read before it is cut off.
const FLOODING: f64 = 4.0;

/// How much a client says: who says too much is read slowly, who goes on is cut off.
pub(crate) struct Flood {
    bucket: Bucket,
    /// Messages a second; 0 sets no limit.
    rate: f64,
    /// Messages in a row that had to wait.
    slowed: u32,
}

/// What becomes of a message.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Flow {
    Free,
    /// It waits; the first in a row is told so.
    Slow {
        first: bool,
        wait: Duration,
    },
    Cut,
}

impl Flood {
    pub(crate) fn new(rate: f64, now: u64) -> Flood {
        Flood { bucket: Bucket::full(rate * 2.0, now), rate, slowed: 0 }
    }

    /// One message.
    pub(crate) fn take(&mut self, now: u64) -> Flow {
        if self.rate <= 0.0 {
            return Flow::Free;
        }
        let left = self.bucket.take(self.rate * 2.0, self.rate / 1000.0, now);
        if left.ok {
            // Only a pause ends it, not the trickle by which it is read.
            if f64::from(left.remaining) >= self.rate {
                self.slowed = 0;
            }
            if self.slowed == 0 {
                return Flow::Free;
            }
        }
        self.slowed += 1;
        if f64::from(self.slowed) > self.rate * FLOODING {
            return Flow::Cut;
        }
        Flow::Slow { first: self.slowed == 1, wait: Duration::from_secs_f64(1.0 / self.rate) }
    }
}

/// Buckets by key, so many requests a minute each.
pub(crate) struct Limiter {
    per_minute: u32,
    shards: Vec<Mutex<HashMap<u64, Bucket>>>,
}

impl Limiter {
    pub(crate) fn new(per_minute: u32) -> Limiter {
        Limiter { per_minute, shards: (0..16).map(|_| Mutex::default()).collect() }
    }

    /// One request of this key; `None` if there is no limit.
    pub(crate) fn take(&self, key: impl Hash, now: u64) -> Option<Left> {
        if self.per_minute == 0 {
            return None;
        }
        let mut hasher = DefaultHasher::new();
        key.hash(&mut hasher);
        let key = hasher.finish();
        let limit = f64::from(self.per_minute).max(1.0);
        let per_ms = limit / 60_000.0;
        let shard = &self.shards[key as usize % self.shards.len()];
        let mut shard = shard.lock().unwrap_or_else(PoisonError::into_inner);
        if shard.len() > 20_000 {
            // Whoever has been quiet for a minute has a full bucket anyway.
            shard.retain(|_, bucket| now.saturating_sub(bucket.at) < 60_000);
        }
        let bucket = shard.entry(key).or_insert_with(|| Bucket::full(limit, now));
        Some(bucket.take(limit, per_ms, now))
    }
}

/// How many of something are open, by key.
#[derive(Default)]
pub(crate) struct Counts(Mutex<HashMap<IpAddr, u32>>);

/// One of them; counted until it is dropped.
pub(crate) struct Counted {
    app: crate::App,
    key: IpAddr,
}

impl crate::App {
    /// One more socket from this network, if it has fewer than `most`.
    pub(crate) fn count_socket(&self, key: IpAddr, most: u32) -> Option<Counted> {
        let mut open = self.0.sockets.0.lock().unwrap_or_else(PoisonError::into_inner);
        let n = open.entry(key).or_default();
        if most > 0 && *n >= most {
            return None;
        }
        *n += 1;
        Some(Counted { app: self.clone(), key })
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut open = self.app.0.sockets.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(n) = open.get_mut(&self.key) {
            *n -= 1;
            if *n == 0 {
                open.remove(&self.key);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_is_slowed_then_cut_and_a_pause_forgives() {
        let mut flood = Flood::new(10.0, 0);
        let said: Vec<Flow> = (0..62).map(|_| flood.take(0)).collect();
        let wait = Duration::from_millis(100);
        assert_eq!(said.iter().filter(|flow| **flow == Flow::Free).count(), 20);
        assert_eq!(said[20], Flow::Slow { first: true, wait });
        assert_eq!(said[21], Flow::Slow { first: false, wait });
        assert_eq!(said.iter().position(|flow| *flow == Flow::Cut), Some(60));
        let mut flood = Flood::new(10.0, 0);
        for _ in 0..25 {
            flood.take(0);
        }
        assert_eq!(flood.take(100), Flow::Slow { first: false, wait });
        assert_eq!(flood.take(5_000), Flow::Free);
        assert_eq!(Flood::new(0.0, 0).take(0), Flow::Free);
    }

    #[test]
    fn a_bucket_empties_and_fills_again() {
        let limiter = Limiter::new(60);
        let all: Vec<bool> = (0..61).filter_map(|_| limiter.take("a", 0)).map(|l| l.ok).collect();
        assert_eq!(all.iter().filter(|ok| **ok).count(), 60);
        let left = limiter.take("a", 500).unwrap();
        assert!(!left.ok && left.reset == 1);
        assert!(limiter.take("a", 1_000).unwrap().ok);
        assert!(limiter.take("b", 0).unwrap().ok);
        assert!(Limiter::new(0).take("a", 0).is_none());
    }
}
