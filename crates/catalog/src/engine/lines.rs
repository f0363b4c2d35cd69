//! Where the past of a game comes from: memory, or a store that has to be
//! waited for.

use super::log::{Counted, Entry};
use super::snapshots::Snapshots;
use super::{Line, MatchError};
use crate::face::TableFace;
use std::future::{Future, ready};
use std::pin::pin;
use std::task::{Context, Poll, Waker};

/// Where lines and kept positions come from.
pub trait Lines {
    /// The last kept position after at most `from` of these entries, which all
    /// count, and the entries after it up to the last of them.
    fn stretch(
        &self,
        counted: &[Counted],
        from: usize,
    ) -> impl Future<Output = Result<Stretch, MatchError>> + Send;
}

/// A kept position and the entries after it.
pub struct Stretch {
    /// How many entries the position has behind it.
    pub n: usize,
    /// The position.
    pub table: Box<dyn TableFace>,
    /// The entries that count after it.
    pub entries: Vec<Entry>,
}

/// Lines in memory.
pub(super) struct Memory {
    pub(super) lines: Vec<Line>,
    pub(super) snapshots: Snapshots,
}

impl Lines for Memory {
    fn stretch(
        &self,
        counted: &[Counted],
        from: usize,
    ) -> impl Future<Output = Result<Stretch, MatchError>> + Send {
        let (n, table) = self.snapshots.before(from);
        let entry = |counted: &Counted| self.lines.get(counted.line as usize - 1)?.entry().cloned();
        let entries = counted[n..].iter().filter_map(entry).collect();
        ready(Ok(Stretch { n, table, entries }))
    }
}

/// The result of something that memory has at once.
pub(super) fn at_once<T>(future: impl Future<Output = T>) -> T {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(done) => done,
        Poll::Pending => unreachable!("memory does not wait"),
    }
}
