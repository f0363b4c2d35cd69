//! Positions of the past: played again from the nearest one that is kept.

use super::course::Course;
use super::lines::Lines;
use super::log::{Counted, Entry};
use super::{MatchError, lines::Stretch};
use crate::face::{Played, TableFace};
use admiralty_core::Tape;

/// The way to a moment of the past. It borrows nothing, so that whoever guards
/// a course need not hold it while a store is read.
#[derive(Clone, Debug)]
pub struct Path {
    counted: Vec<Counted>,
    from: usize,
}

/// One entry on the way.
pub struct Step<'a> {
    /// Its number among those that count, from 1.
    pub n: usize,
    /// The entry in short.
    pub counted: Counted,
    /// The entry.
    pub entry: &'a Entry,
    /// The table before it.
    pub before: &'a dyn TableFace,
    /// The table after it.
    pub after: &'a dyn TableFace,
    /// What it did.
    pub played: &'a Played,
}

impl Course {
    /// The way to the position after `to` entries; the steps after the first
    /// `from` are looked at.
    pub fn path(&self, from: usize, to: usize) -> Result<Path, MatchError> {
        match self.counted.get(..to) {
            Some(counted) => Ok(Path { counted: counted.to_vec(), from: from.min(to) }),
            None => Err(MatchError::NoEntry { asked: to, len: self.counted.len() }),
        }
    }
}

impl Path {
    /// Goes the way; the table at its end.
    pub async fn walk(
        self,
        lines: &impl Lines,
        mut each: impl FnMut(Step<'_>),
    ) -> Result<Box<dyn TableFace>, MatchError> {
        let Stretch { n, mut table, entries } = lines.stretch(&self.counted, self.from).await?;
        if n + entries.len() != self.counted.len() {
            let reason = "its line is missing".to_string();
            return Err(MatchError::Broken { entry: n + entries.len() + 1, reason });
        }
        for (entry, i) in entries.iter().zip(n..) {
            let looked_at = i >= self.from;
            let before = looked_at.then(|| table.clone_box());
            let played = replay(&mut *table, entry)
                .map_err(|reason| MatchError::Broken { entry: i + 1, reason })?;
            if let Some(before) = before {
                let counted = self.counted[i];
                let (before, after) = (&*before, &*table);
                each(Step { n: i + 1, counted, entry, before, after, played: &played });
            }
        }
        Ok(table)
    }
}

/// Plays an entry again with the dice it had.
pub fn replay(table: &mut dyn TableFace, entry: &Entry) -> Result<Played, String> {
    let values: Vec<u16> = entry.rolled.iter().map(|roll| roll.value).collect();
    table
        .play(entry.by, &entry.action, &mut Tape::new(&values))
        .map_err(|objection| objection.to_string())
}
