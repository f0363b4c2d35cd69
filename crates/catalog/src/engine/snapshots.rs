//! Copies of the table along the way, so that looking back costs the same in
//! the tenth turn and in the thousandth: dense near the end, where people
//! undo, and evenly spaced before.

use crate::face::TableFace;
use std::collections::BTreeMap;

pub(super) struct Snapshots {
    at: BTreeMap<usize, Box<dyn TableFace>>,
    stride: usize,
}

impl Snapshots {
    const NEAR: usize = 16;
    const MOST: usize = 64;

    pub(super) fn new(first: Box<dyn TableFace>) -> Snapshots {
        Snapshots { at: BTreeMap::from([(0, first)]), stride: Snapshots::NEAR }
    }

    /// The table after `n` entries.
    pub(super) fn keep(&mut self, n: usize, table: &dyn TableFace) {
        if !n.is_multiple_of(Snapshots::NEAR) {
            return;
        }
        self.at.insert(n, table.clone_box());
        if self.at.len() > Snapshots::MOST {
            self.stride *= 2;
            let stride = self.stride;
            self.at.retain(|&k, _| k.is_multiple_of(stride) || k + 4 * Snapshots::NEAR > n);
        }
    }

    pub(super) fn forget_after(&mut self, n: usize) {
        self.at.retain(|&k, _| k <= n);
    }

    /// The last one after at most `n` entries.
    pub(super) fn before(&self, n: usize) -> (usize, Box<dyn TableFace>) {
        let (k, table) = self.at.range(..=n).next_back().expect("the first table is always kept");
        (*k, table.clone_box())
    }
}
