//! Faults on purpose: for tests that ask what becomes of everything when the
//! disk fails at this step or that.

use super::StoreError;
use std::sync::atomic::{AtomicI64, Ordering};

/// Fails one step of a store, counted from when it is set. Steps are the
/// beginning of a transaction, each part of a change, the commit, and each read.
#[derive(Debug)]
pub struct Faults {
    /// Steps until it fails; below 0: never.
    left: AtomicI64,
    /// Reads fail too.
    reads: bool,
}

impl Faults {
    /// Never fails until it is told to.
    pub const fn new(reads: bool) -> Faults {
        Faults { left: AtomicI64::new(-1), reads }
    }

    /// Lets so many steps pass, then fails one.
    pub fn after(&self, steps: u32) {
        self.left.store(steps.into(), Ordering::SeqCst);
    }

    /// None is to come any more.
    pub fn clear(&self) {
        self.left.store(-1, Ordering::SeqCst);
    }

    /// Is one still to come?
    pub fn is_set(&self) -> bool {
        self.left.load(Ordering::SeqCst) >= 0
    }

    pub(super) fn write(&self) -> Result<(), StoreError> {
        let next = |left: i64| (left >= 0).then(|| left - 1);
        match self.left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, next) {
            Ok(0) => Err(StoreError::Broken("a fault on purpose".into())),
            _ => Ok(()),
        }
    }

    pub(super) fn read(&self) -> Result<(), StoreError> {
        if self.reads { self.write() } else { Ok(()) }
    }
}
