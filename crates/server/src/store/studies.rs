//! Studies as they are kept: one row each, changed only by whoever has read it as it stands, so
//! that two who write at the same time both write.

use super::{Memory, StoreError};
use admiralty_protocol::{StudyAccess, StudyChapter, StudyPerson};
use futures_util::future::{BoxFuture, ready};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// A study.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StudyRow {
    /// Id in addresses.
    pub id: String,
    /// Whose it is.
    #[serde(skip)]
    pub user: String,
    /// Grows by one with every change.
    pub version: u64,
    /// What it is called.
    pub name: String,
    /// When it was made.
    pub created: u64,
    /// When it was last changed.
    pub updated: u64,
    /// Who may look.
    pub access: StudyAccess,
    /// The secret of whoever is asked to write.
    pub pen: String,
    /// Who else writes.
    pub writers: Vec<StudyPerson>,
    /// The number of the next chapter.
    pub next: u32,
    /// Its chapters.
    pub chapters: Vec<ChapterRow>,
}

/// A chapter.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ChapterRow {
    /// What everybody sees of it.
    #[serde(flatten)]
    pub shown: StudyChapter,
    /// What it begins from: `{"setup": …}` or `{"position": …}`.
    pub start: Value,
    /// The dice before the first decision, as records write them.
    pub begun: String,
    /// Further tags of its record.
    pub tags: Vec<(String, String)>,
    /// The number of the next entry.
    pub next: u32,
}

impl StudyRow {
    /// May this person write in it?
    pub fn writes(&self, user: Option<&str>) -> bool {
        user.is_some_and(|user| {
            self.user == user || self.writers.iter().any(|writer| writer.id == user)
        })
    }
}

/// What becomes of studies.
#[derive(Debug, Clone)]
pub enum StudyOp {
    /// As it is from now on, if it still stands at this version; 0 if it is new.
    Put {
        /// The study.
        row: StudyRow,
        /// The version that was changed.
        after: u64,
    },
    /// A guest has signed in: what was theirs is the account's.
    Give {
        /// The guest.
        from: String,
        /// The account.
        to: String,
    },
    /// It is removed, if it is this person's.
    End {
        /// Who removes it.
        user: String,
        /// The study.
        id: String,
    },
}

/// The part of a store that has studies.
pub trait StudyStore {
    /// One of them.
    fn study<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<Option<StudyRow>, StoreError>>;
    /// Those of a person and those they write in, changed last first.
    fn studies_of<'a>(&'a self, user: &'a str) -> BoxFuture<'a, Result<Vec<StudyRow>, StoreError>>;
    /// Public ones, changed last first.
    fn public_studies(&self, limit: u32) -> BoxFuture<'_, Result<Vec<StudyRow>, StoreError>>;
}

/// Studies in memory.
#[derive(Default)]
pub(super) struct Shelf(BTreeMap<String, StudyRow>);

impl Shelf {
    pub(super) fn apply(&mut self, op: StudyOp) -> Result<(), StoreError> {
        match op {
            StudyOp::Put { row, after } => {
                let known = self.0.get(&row.id).map_or(0, |known| known.version);
                if known != after {
                    return Err(StoreError::Stale);
                }
                self.0.insert(row.id.clone(), row);
            }
            StudyOp::End { user, id } => self.0.retain(|_, row| row.id != id || row.user != user),
            StudyOp::Give { from, to } => {
                for row in self.0.values_mut().filter(|row| row.user == from) {
                    row.user.clone_from(&to);
                }
            }
        }
        Ok(())
    }

    pub(super) fn forget(&mut self, user: &str) {
        self.0.retain(|_, row| row.user != user);
    }

    fn sorted(&self, fits: impl Fn(&StudyRow) -> bool) -> Vec<StudyRow> {
        let mut rows: Vec<StudyRow> = self.0.values().filter(|row| fits(row)).cloned().collect();
        rows.sort_by(|a, b| b.updated.cmp(&a.updated).then(a.id.cmp(&b.id)));
        rows
    }
}

impl StudyStore for Memory {
    fn study<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<Option<StudyRow>, StoreError>> {
        Box::pin(ready(Ok(self.all().studies.0.get(id).cloned())))
    }

    fn studies_of<'a>(&'a self, user: &'a str) -> BoxFuture<'a, Result<Vec<StudyRow>, StoreError>> {
        Box::pin(ready(Ok(self.all().studies.sorted(|row| row.writes(Some(user))))))
    }

    fn public_studies(&self, limit: u32) -> BoxFuture<'_, Result<Vec<StudyRow>, StoreError>> {
        let mut rows = self.all().studies.sorted(|row| row.access == StudyAccess::Public);
        rows.truncate(limit as usize);
        Box::pin(ready(Ok(rows)))
    }
}
