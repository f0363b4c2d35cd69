//! Messages that are to be sent, as they are kept: each once, whichever node sends it.

use super::memory::Memory;
use super::{StoreError, memory};
use futures_util::future::BoxFuture;

/// A message. One that was sent stays for a while, so that it is not written again.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct CallRow {
    /// What it is about and which way it goes: there is never a second one.
    pub id: String,
    /// To whom.
    pub user: String,
    /// Since when.
    pub at: u64,
    /// When it is to be sent, or tried again; nothing if that is done.
    pub due: Option<u64>,
    /// How often it was tried.
    pub tries: u32,
    /// What it says, as JSON.
    pub body: String,
}

/// What becomes of messages.
#[derive(Debug, Clone)]
pub enum CallOp {
    /// One more, unless it is there.
    Put(CallRow),
    /// It is to be sent at another time, or never again.
    Set {
        /// Which.
        id: String,
        /// When; nothing if it is done.
        due: Option<u64>,
        /// How often it was tried.
        tries: u32,
    },
    /// Those that were done before this are forgotten.
    Forget(u64),
}

/// The part of a store that has messages.
pub trait Calls {
    /// Takes so many messages that are due: nobody else gets them before `until`.
    fn take_calls(
        &self,
        now: u64,
        until: u64,
        limit: u32,
    ) -> BoxFuture<'_, Result<Vec<CallRow>, StoreError>>;
}

/// Messages in memory.
#[derive(Debug, Default)]
pub(super) struct Outbox(Vec<CallRow>);

impl Outbox {
    pub(super) fn apply(&mut self, op: CallOp) {
        match op {
            CallOp::Put(row) => {
                if self.0.iter().all(|known| known.id != row.id) {
                    self.0.push(row);
                }
            }
            CallOp::Set { id, due, tries } => {
                if let Some(row) = self.0.iter_mut().find(|row| row.id == id) {
                    (row.due, row.tries) = (due, tries);
                }
            }
            CallOp::Forget(before) => {
                self.0.retain(|row| row.due.is_some() || row.at >= before);
            }
        }
    }

    pub(super) fn take(&mut self, now: u64, until: u64, limit: u32) -> Vec<CallRow> {
        let due = self.0.iter_mut().filter(|row| row.due.is_some_and(|due| due <= now));
        let take = |row: &mut CallRow| {
            row.due = Some(until);
            row.clone()
        };
        due.take(limit as usize).map(take).collect()
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// A person is gone.
    pub(super) fn forget(&mut self, user: &str) {
        self.0.retain(|row| row.user != user);
    }
}

impl Calls for Memory {
    fn take_calls(
        &self,
        at: u64,
        until: u64,
        limit: u32,
    ) -> BoxFuture<'_, Result<Vec<CallRow>, StoreError>> {
        memory::now(self.all().calls.take(at, until, limit))
    }
}
