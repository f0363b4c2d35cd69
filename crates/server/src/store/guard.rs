//! What keeps changes that build on a failed one from landing.

use super::Op;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whoever makes changes in a row holds one: when one of them fails, those
/// queued behind it must not land either, for they build on it. Where nodes
/// share a store it also says by what lease the changes are made.
#[derive(Debug, Clone, Default)]
pub struct Guard {
    broken: Arc<AtomicBool>,
    #[cfg_attr(
        not(feature = "postgres"),
        allow(dead_code, reason = "one node alone has no lease")
    )]
    lease: Option<(i64, u64)>,
}

impl Guard {
    /// For changes of this table, which was given to this node at this epoch.
    pub fn leased(num: i64, epoch: u64) -> Guard {
        Guard { lease: Some((num, epoch)), ..Guard::default() }
    }

    /// Has a change failed?
    pub fn is_broken(&self) -> bool {
        self.broken.load(Ordering::Acquire)
    }

    /// One has.
    pub fn give_up(&self) {
        self.broken.store(true, Ordering::Release);
    }

    /// The table and its epoch.
    #[cfg(feature = "postgres")]
    pub(super) const fn lease(&self) -> Option<(i64, u64)> {
        self.lease
    }

    pub(super) fn of(ops: &[Op]) -> Option<&Guard> {
        ops.iter().find_map(|op| match op {
            Op::Only(guard) => Some(guard),
            _ => None,
        })
    }
}
