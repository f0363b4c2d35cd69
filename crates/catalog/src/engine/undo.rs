//! Taking back. A seat takes back its own last entry; further back goes whoever
//! has everybody's consent.
//!
//! What can never be undone is said when an entry is made
//! (`admiralty_core::step`): whatever rolled, revealed, passed the decision on
//! or is binding by a rule. Here stands the rest of the rule: nobody takes back
//! across a decision of another that they noticed, and a decision of which they
//! noticed nothing must not stand in the way, or the refusal would tell that
//! there was one. Such unseen decisions are made again; where they would not
//! do again exactly what they did, the undo is refused. Nothing of others is
//! ever dropped.

use super::MatchError;
use super::course::{Course, Made};
use super::lines::Lines;
use super::log::Counted;
use super::seek::Path;
use crate::face::{Played, TableFace};
use admiralty_core::{Actor, Audience, NoDice, NoUndo, Seat, SeatSet, Viewer};
use std::fmt;

/// What is to be taken back. It borrows nothing, as a [`Path`] does not.
pub struct Back {
    keep: usize,
    by: SeatSet,
    line: u32,
    path: Path,
    undo: bool,
}

/// Everything is at hand to go back.
pub struct Ready {
    keep: usize,
    by: SeatSet,
    line: u32,
    table: Box<dyn TableFace>,
    again: Vec<Again>,
    undo: bool,
}

/// An unseen entry that is made again after one before it was taken back.
pub struct Again {
    by: Actor,
    /// The line it had.
    pub line: u32,
    next: Box<dyn TableFace>,
    played: Played,
}

/// What was taken back.
pub struct Gone {
    /// The line that says so, from 1.
    pub line: u32,
    /// How many entries still count.
    pub keep: usize,
    /// How many of the entries that stand in the transcript, where any of those was
    /// taken back.
    pub open: Option<usize>,
    /// Who took it back.
    pub by: SeatSet,
    /// The table before that.
    pub before: Box<dyn TableFace>,
    /// Who had noticed anything of it.
    pub seen: Audience,
    /// To be made again, one by one: [`Course::make_again`].
    pub again: Vec<Again>,
}

/// Why it was not taken back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BackError {
    /// It may not be.
    No(NoUndo),
    /// The past could not be read.
    Past(MatchError),
}

impl fmt::Display for BackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BackError::No(why) => why.fmt(f),
            BackError::Past(why) => why.fmt(f),
        }
    }
}

impl std::error::Error for BackError {}

impl Course {
    /// May this seat take its last entry back? How many entries would be left.
    pub fn can_undo(&self, seat: Seat) -> Result<usize, NoUndo> {
        for (i, entry) in self.counted.iter().enumerate().rev() {
            if entry.by == Actor::Seat(seat) {
                return entry.bar.map_or(Ok(i), |bar| Err(NoUndo::Barred(bar)));
            }
            if entry.seen.includes(Viewer::Seat(seat)) {
                return Err(NoUndo::NotYours);
            }
        }
        Err(NoUndo::Nothing)
    }

    /// What has to be done for this seat to take its last entry back.
    pub fn undo(&self, seat: Seat) -> Result<Back, NoUndo> {
        let keep = self.can_undo(seat)?;
        let path = self.path(keep, self.counted.len()).map_err(|_| NoUndo::Nothing)?;
        Ok(Back { keep, by: SeatSet::only(seat), line: self.line, path, undo: true })
    }

    /// What has to be done to go back to the first `keep` entries; that all
    /// agree is the caller's to know.
    pub fn rewind(&self, keep: usize, by: SeatSet) -> Result<Back, MatchError> {
        let len = self.counted.len();
        if keep >= len {
            return Err(MatchError::NoEntry { asked: keep + 1, len });
        }
        let path = self.path(keep, keep)?;
        Ok(Back { keep, by, line: self.line, path, undo: false })
    }

    /// Goes back; nothing happens if the game has gone on since.
    pub fn go_back(&mut self, ready: Ready) -> Option<Gone> {
        let Ready { keep, by, line, table, again, undo } = ready;
        if line != self.line {
            return None;
        }
        let before = std::mem::replace(&mut self.table, table);
        let taken = self.counted.split_off(keep);
        // What is made again was not taken from anybody.
        let gone = if undo { &taken[..1] } else { &taken[..] };
        let seen = gone.iter().fold(Audience::NOBODY, |all, entry| all.union(entry.seen));
        self.line += 1;
        let open = |entry: &&Counted| !entry.kept;
        let open = taken
            .iter()
            .any(|entry| open(&entry))
            .then(|| self.counted.iter().filter(open).count());
        Some(Gone { line: self.line, keep, open, by, before, seen, again })
    }

    /// Makes an entry again.
    pub fn make_again(&mut self, again: Again) -> Made {
        self.enter(again.by, again.next, again.played)
    }
}

impl Back {
    /// Reads the past and tries what has to be made again.
    pub async fn ready(self, lines: &impl Lines) -> Result<Ready, BackError> {
        let Back { keep, by, line, path, undo } = self;
        let mut table = None;
        let mut unseen = Vec::new();
        let end = path.walk(lines, |step| {
            if step.n == keep + 1 {
                table = Some(step.before.clone_box());
            } else if step.n > keep + 1 {
                unseen.push((step.counted.line, step.entry.clone(), step.played.clone()));
            }
        });
        let end = end.await.map_err(BackError::Past)?;
        let table = table.unwrap_or(end);
        let mut again: Vec<Again> = Vec::with_capacity(unseen.len());
        for (line, entry, done) in unseen {
            let mut next = again.last().map_or(&table, |made| &made.next).clone_box();
            // Dice are never rolled again, and nobody learns anything else than they did.
            match next.play(entry.by, &entry.action, &mut NoDice) {
                Ok(played) if played == done => {
                    again.push(Again { by: entry.by, line, next, played });
                }
                _ => return Err(BackError::No(NoUndo::Bound)),
            }
        }
        Ok(Ready { keep, by, line, table, again, undo })
    }
}
