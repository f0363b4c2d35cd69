//! A game is its log: set-up plus entries rebuild every position.
//!
//! The log only grows. Taking something back is itself a line; the dice that
//! the lines before it used stay used, so nobody can fish for luck.

use crate::{Actor, Doc, Rolled, Seat, UndoBar};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use sha2::{Digest, Sha256};

/// One decision and what came of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Who decided.
    pub by: Actor,
    /// What, in notation.
    pub action: String,
    /// The dice it used.
    pub rolled: Vec<Rolled>,
    /// Digest of the position after it.
    pub digest: u64,
    /// What stands in the way of undoing it.
    pub bar: Option<UndoBar>,
    /// The turn it was made in: what `Rules::turn` said before it.
    pub turn: u32,
}

/// The game goes on from an earlier moment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rewind {
    /// How many of the entries that counted still count.
    pub keep: usize,
    /// Who took it back: one seat an undo, all seats a rewind by consent.
    pub by: Vec<Seat>,
}

/// A line of the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Line {
    /// A decision.
    Entry(Entry),
    /// Something taken back.
    Rewind(Rewind),
}

/// All lines of a game, and which entries count.
#[derive(Clone, Debug, Default)]
pub struct Log {
    lines: Vec<Line>,
    live: Vec<usize>,
    n_rolls: u64,
}

/// Why nothing can be undone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoUndo {
    /// There is no entry.
    Nothing,
    /// The last entry is another's.
    NotYours,
    /// The last entry cannot be taken back.
    Barred(UndoBar),
}

impl fmt::Display for NoUndo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoUndo::Nothing => f.write_str("there is nothing to undo"),
            NoUndo::NotYours => f.write_str("somebody else has decided since"),
            NoUndo::Barred(bar) => f.write_str(bar.sentence()),
        }
    }
}

impl core::error::Error for NoUndo {}

impl Log {
    /// An empty log.
    pub fn new() -> Log {
        Log::default()
    }

    /// Every line, in the order it was written.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// How many entries count.
    pub fn len(&self) -> usize {
        self.live.len()
    }

    /// Does no entry count?
    pub fn is_empty(&self) -> bool {
        self.live.is_empty()
    }

    /// How many dice have been rolled in all, also in entries taken back: the
    /// index of the next roll.
    pub fn n_rolls(&self) -> u64 {
        self.n_rolls
    }

    /// The entry that counts as number `i`, from 0.
    pub fn entry(&self, i: usize) -> Option<&Entry> {
        match &self.lines[*self.live.get(i)?] {
            Line::Entry(entry) => Some(entry),
            Line::Rewind(_) => None,
        }
    }

    /// The entries that count, in order.
    pub fn entries(&self) -> impl DoubleEndedIterator<Item = &Entry> {
        (0..self.live.len()).filter_map(|i| self.entry(i))
    }

    /// Adds an entry.
    pub fn push(&mut self, entry: Entry) {
        self.n_rolls += entry.rolled.len() as u64;
        self.live.push(self.lines.len());
        self.lines.push(Line::Entry(entry));
    }

    /// Takes everything after the first `keep` entries back. Whether that is
    /// allowed is the caller's to ask ([`Log::undo_point`], or consent).
    pub fn rewind(&mut self, keep: usize, by: Vec<Seat>) {
        self.live.truncate(keep);
        self.lines.push(Line::Rewind(Rewind { keep, by }));
    }

    /// How many entries would be left if this seat took its last one back.
    /// Never across a roll, a reveal, a turn that passed or another's decision.
    pub fn undo_point(&self, seat: Seat) -> Result<usize, NoUndo> {
        let last = self.entries().next_back().ok_or(NoUndo::Nothing)?;
        if let Some(bar) = last.bar {
            return Err(NoUndo::Barred(bar));
        }
        if last.by != Actor::Seat(seat) {
            return Err(NoUndo::NotYours);
        }
        Ok(self.live.len() - 1)
    }
}

/// A short fingerprint of a position: the first eight bytes of the SHA-256 of
/// its document.
pub fn digest(position: &Doc) -> u64 {
    let hash = Sha256::digest(position.to_string().as_bytes());
    let mut first = [0; 8];
    first.copy_from_slice(&hash[..8]);
    u64::from_be_bytes(first)
}
