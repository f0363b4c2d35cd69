//! What time it is: the system's, or a test's.

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
