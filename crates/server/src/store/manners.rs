//! People who keep away from each other, and reports, as they are kept.

use super::memory::Memory;
use super::{StoreError, memory};
use futures_util::future::BoxFuture;

/// Somebody keeps away from somebody.
#[derive(Debug, Clone, PartialEq)]
pub struct ShunRow {
    /// Who.
    pub user: String,
    /// From whom.
    pub whom: String,
    /// Are the two kept apart? Else only what is said is not shown.
    pub block: bool,
    /// Since when.
    pub at: u64,
}

/// A report. It goes with whoever made it, and with whom it is about.
#[derive(Debug, Clone, PartialEq)]
pub struct ReportRow {
    /// Id.
    pub id: String,
    /// Who reports.
    pub by: String,
    /// Whom.
    pub about: String,
    /// When.
    pub at: u64,
    /// Has nobody decided about it yet?
    pub open: bool,
    /// What lists show, as JSON.
    pub card: String,
    /// What goes with it, as JSON; empty in lists.
    pub body: String,
}

/// What becomes of them.
#[derive(Debug, Clone)]
pub enum MannersOp {
    /// Somebody keeps away, or otherwise than before.
    Shun(ShunRow),
    /// No more.
    Unshun {
        /// Who.
        user: String,
        /// From whom.
        whom: String,
    },
    /// A new report.
    Report(ReportRow),
    /// Somebody has decided about a report, if nobody had.
    Settle {
        /// Which.
        id: String,
        /// What lists show from now on.
        card: String,
    },
    /// A guest has become somebody.
    Give {
        /// The guest.
        from: String,
        /// Who they are.
        to: String,
    },
    /// Reports that were settled and made before this are forgotten.
    Forget(u64),
}

/// The part of a store that has them.
pub trait MannersStore {
    /// From whom somebody keeps away, the first first.
    fn shuns_of<'a>(&'a self, user: &'a str) -> BoxFuture<'a, Result<Vec<ShunRow>, StoreError>>;
    /// Whom somebody blocks, and who blocks them.
    fn apart_from<'a>(&'a self, user: &'a str) -> BoxFuture<'a, Result<Vec<String>, StoreError>>;
    /// A report with all that goes with it.
    fn report<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<Option<ReportRow>, StoreError>>;
    /// Reports nobody has decided about, the oldest first; or those settled, the newest first.
    fn reports(&self, open: bool, limit: u32) -> BoxFuture<'_, Result<Vec<ReportRow>, StoreError>>;
    /// Reports that somebody made, or that are about them, the newest first.
    fn reports_with<'a>(
        &'a self,
        user: &'a str,
        limit: u32,
    ) -> BoxFuture<'a, Result<Vec<ReportRow>, StoreError>>;
}

/// All of it in memory.
#[derive(Debug, Default)]
pub(super) struct Book {
    pub(super) shuns: Vec<ShunRow>,
    pub(super) reports: Vec<ReportRow>,
}

impl Book {
    pub(super) fn apply(&mut self, op: MannersOp) -> Result<(), StoreError> {
        match op {
            MannersOp::Shun(row) => {
                self.unshun(&row.user, &row.whom);
                self.shuns.push(row);
            }
            MannersOp::Unshun { user, whom } => self.unshun(&user, &whom),
            MannersOp::Report(row) => self.reports.push(row),
            MannersOp::Settle { id, card } => {
                let open = self.reports.iter_mut().find(|row| row.id == id && row.open);
                let row = open.ok_or(StoreError::Stale)?;
                (row.open, row.card) = (false, card);
            }
            MannersOp::Give { from, to } => {
                let given = std::mem::take(&mut self.shuns);
                let swap = |id: String| if id == from { to.clone() } else { id };
                for row in given {
                    let (user, whom) = (swap(row.user), swap(row.whom));
                    if user != whom
                        && self.shuns.iter().all(|known| known.user != user || known.whom != whom)
                    {
                        self.shuns.push(ShunRow { user, whom, ..row });
                    }
                }
                for row in &mut self.reports {
                    for id in [&mut row.by, &mut row.about].into_iter().filter(|id| **id == from) {
                        id.clone_from(&to);
                    }
                }
            }
            MannersOp::Forget(before) => {
                self.reports.retain(|row| row.open || row.at >= before);
            }
        }
        Ok(())
    }

    fn unshun(&mut self, user: &str, whom: &str) {
        self.shuns.retain(|row| row.user != user || row.whom != whom);
    }

    /// A person is gone.
    pub(super) fn forget(&mut self, user: &str) {
        self.shuns.retain(|row| row.user != user && row.whom != user);
        self.reports.retain(|row| row.by != user && row.about != user);
    }
}

fn listed<'a>(rows: impl Iterator<Item = &'a ReportRow>, limit: u32) -> Vec<ReportRow> {
    let card = |row: &ReportRow| ReportRow { body: String::new(), ..row.clone() };
    rows.take(limit as usize).map(card).collect()
}

impl MannersStore for Memory {
    fn shuns_of<'a>(&'a self, user: &'a str) -> BoxFuture<'a, Result<Vec<ShunRow>, StoreError>> {
        let all = self.all();
        memory::now(all.manners.shuns.iter().filter(|row| row.user == user).cloned().collect())
    }

    fn apart_from<'a>(&'a self, user: &'a str) -> BoxFuture<'a, Result<Vec<String>, StoreError>> {
        let all = self.all();
        let blocks = all.manners.shuns.iter().filter(|row| row.block);
        let other = |row: &ShunRow| match () {
            () if row.user == user => Some(row.whom.clone()),
            () if row.whom == user => Some(row.user.clone()),
            () => None,
        };
        memory::now(blocks.filter_map(other).collect())
    }

    fn report<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<Option<ReportRow>, StoreError>> {
        memory::now(self.all().manners.reports.iter().find(|row| row.id == id).cloned())
    }

    fn reports(&self, open: bool, limit: u32) -> BoxFuture<'_, Result<Vec<ReportRow>, StoreError>> {
        let all = self.all();
        let rows = all.manners.reports.iter().filter(|row| row.open == open);
        memory::now(if open { listed(rows, limit) } else { listed(rows.rev(), limit) })
    }

    fn reports_with<'a>(
        &'a self,
        user: &'a str,
        limit: u32,
    ) -> BoxFuture<'a, Result<Vec<ReportRow>, StoreError>> {
        let all = self.all();
        let with = |row: &&ReportRow| row.by == user || row.about == user;
        memory::now(listed(all.manners.reports.iter().rev().filter(with), limit))
    }
}
