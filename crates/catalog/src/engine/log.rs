//! The lines of a game: set-up plus entries rebuild every position.
//!
//! The log only grows. Taking something back is itself a line; the dice that
//! the lines before it used stay used, so nobody can fish for luck.

use admiralty_core::{Actor, Audience, Rolled, SeatSet, UndoBar};

/// One decision and what came of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Who decided.
    pub by: Actor,
    /// What, in notation.
    pub action: String,
    /// The dice it used.
    pub rolled: Vec<Rolled>,
    /// What stands in the way of undoing it.
    pub bar: Option<UndoBar>,
    /// The turn it was made in: what `Rules::turn` said before it.
    pub turn: u32,
    /// Digest of the position after it, where one was noted.
    pub digest: Option<u64>,
    /// Does its side keep it to itself even after the end?
    pub kept: bool,
}

/// The game goes on from an earlier moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rewind {
    /// How many of the entries that counted still count.
    pub keep: usize,
    /// Who took it back: one seat an undo, all seats a rewind by consent.
    pub by: SeatSet,
}

/// A line of the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Line {
    /// A decision.
    Entry(Entry),
    /// Something taken back.
    Rewind(Rewind),
}

impl Line {
    /// The decision, if it is one.
    pub fn entry(&self) -> Option<&Entry> {
        match self {
            Line::Entry(entry) => Some(entry),
            Line::Rewind(_) => None,
        }
    }
}

/// An entry that counts, in short: what undoing and looking back ask of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counted {
    /// Its line, from 1.
    pub line: u32,
    /// Who noticed it.
    pub seen: Audience,
    /// Who made it.
    pub by: Actor,
    /// What stands in the way of undoing it.
    pub bar: Option<UndoBar>,
    /// Does its side keep it to itself even after the end?
    pub kept: bool,
}

/// The lines of a game in memory, and which entries count.
#[derive(Clone, Copy, Debug)]
pub struct Log<'a> {
    pub(super) lines: &'a [Line],
    pub(super) counted: &'a [Counted],
}

impl<'a> Log<'a> {
    /// Every line, in the order it was written.
    pub fn lines(self) -> &'a [Line] {
        self.lines
    }

    /// How many entries count.
    pub fn len(self) -> usize {
        self.counted.len()
    }

    /// Does no entry count?
    pub fn is_empty(self) -> bool {
        self.counted.is_empty()
    }

    /// The entry that counts as number `i`, from 0.
    pub fn entry(self, i: usize) -> Option<&'a Entry> {
        self.lines.get(self.counted.get(i)?.line as usize - 1)?.entry()
    }

    /// The entries that count, in order.
    pub fn entries(self) -> impl DoubleEndedIterator<Item = &'a Entry> {
        (0..self.counted.len()).filter_map(move |i| self.entry(i))
    }
}
