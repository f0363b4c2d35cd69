//! What keeps changes that build on a failed one from landing.

use super::Op;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whoever makes changes in a row holds one: when one of them fails, those
/// queued behind it must not land either, for they build on it.
#[derive(Debug, Clone, Default)]
pub struct Guard(Arc<AtomicBool>);

impl Guard {
    /// Has a change failed?
    pub fn is_broken(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }

    /// One has.
    pub fn give_up(&self) {
        self.0.store(true, Ordering::Release);
    }

    pub(super) fn of(ops: &[Op]) -> Option<&Guard> {
        ops.iter().find_map(|op| match op {
            Op::Only(guard) => Some(guard),
            _ => None,
        })
    }
}
