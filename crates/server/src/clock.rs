//! What time it is: the system's, or a test's.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// What time it is, in milliseconds since 1970.
pub trait Time: Send + Sync + 'static {
    /// Now.
    fn now(&self) -> u64;

    /// Milliseconds since it was first asked; setting the clock changes nothing.
    fn running(&self) -> u64;
}

/// The system's clock.
#[derive(Debug, Default, Clone, Copy)]
pub struct System;

impl Time for System {
    fn now(&self) -> u64 {
        SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_millis() as u64)
    }

    fn running(&self) -> u64 {
        static BEGAN: OnceLock<Instant> = OnceLock::new();
        BEGAN.get_or_init(Instant::now).elapsed().as_millis() as u64
    }
}

/// A clock that tests set.
#[derive(Debug)]
pub struct Manual(AtomicU64, u64);

impl Manual {
    /// Begins at this time.
    pub const fn new(now: u64) -> Manual {
        Manual(AtomicU64::new(now), now)
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

    fn running(&self) -> u64 {
        self.now().saturating_sub(self.1)
    }
}
