//! How far a game has come: the table, and which entries led there. Where the
//! lines themselves are kept is somebody else's business.

use super::log::{Counted, Entry};
use super::seek::replay;
use crate::face::{ErasedEvent, Objection, Played, TableFace};
use admiralty_core::{Actor, Audience, Dice, Viewer};

/// A game as it stands.
pub struct Course {
    pub(super) table: Box<dyn TableFace>,
    pub(super) counted: Vec<Counted>,
    pub(super) line: u32,
    pub(super) rolls: u64,
}

/// An entry that was made.
pub struct Made {
    /// Its line, from 1.
    pub line: u32,
    /// Who made it.
    pub by: Actor,
    /// The turn it was made in.
    pub turn: u32,
    /// Who notices it.
    pub seen: Audience,
    /// The table before it.
    pub before: Box<dyn TableFace>,
    /// What it did.
    pub played: Played,
}

impl Course {
    /// Before the first decision; `rolls` dice were rolled to get there.
    pub fn new(table: Box<dyn TableFace>, rolls: u64) -> Course {
        Course { table, counted: Vec::new(), line: 0, rolls }
    }

    /// Taken up where it was left, after this line.
    pub fn resume(
        table: Box<dyn TableFace>,
        counted: Vec<Counted>,
        line: u32,
        rolls: u64,
    ) -> Course {
        Course { table, counted, line, rolls }
    }

    /// The table as it is now.
    pub fn table(&self) -> &dyn TableFace {
        &*self.table
    }

    /// The entries that count.
    pub fn counted(&self) -> &[Counted] {
        &self.counted
    }

    /// Lines written so far.
    pub fn line(&self) -> u32 {
        self.line
    }

    /// Index of the next roll: how many dice were rolled in all, those before
    /// the first decision and those of entries taken back included.
    pub fn rolls(&self) -> u64 {
        self.rolls
    }

    /// Makes an entry; on an objection nothing has changed.
    pub fn play(
        &mut self,
        by: Actor,
        action: &str,
        dice: &mut dyn Dice,
    ) -> Result<Made, Objection> {
        let mut next = self.table.clone_box();
        let played = next.play(by, action, dice)?;
        Ok(self.enter(by, next, played))
    }

    /// Makes an entry once more that is written down already. Where it does not
    /// replay, the course is void.
    pub fn follow(&mut self, entry: &Entry, counted: Counted) -> Result<Played, String> {
        let played = replay(&mut *self.table, entry)?;
        self.line = counted.line;
        self.rolls += played.rolled.len() as u64;
        self.counted.push(counted);
        Ok(played)
    }

    pub(super) fn enter(&mut self, by: Actor, next: Box<dyn TableFace>, played: Played) -> Made {
        let turn = self.table.turn();
        let seen = who_sees(&*self.table, &*next, by, &played.events);
        let before = std::mem::replace(&mut self.table, next);
        self.line += 1;
        self.rolls += played.rolled.len() as u64;
        let (bar, kept) = (played.bar, played.kept);
        self.counted.push(Counted { line: self.line, seen, by, bar, kept });
        Made { line: self.line, by, turn, seen, before, played }
    }

    /// Gives back memory that is not needed now.
    pub fn shrink(&mut self) {
        self.counted.shrink_to_fit();
    }
}

/// Who notices an entry: those who are told, who made it, or whose view or
/// awaited seats differ.
fn who_sees(
    before: &dyn TableFace,
    after: &dyn TableFace,
    by: Actor,
    events: &[ErasedEvent],
) -> Audience {
    let sees = |viewer: Viewer| {
        events.iter().any(|event| event.to.includes(viewer))
            || matches!((by, viewer), (Actor::Seat(by), Viewer::Seat(seat)) if by == seat)
            || before.awaited(viewer) != after.awaited(viewer)
            || shows(before, after, viewer)
    };
    let seats = (0..after.n_seats()).map(|i| Viewer::Seat(admiralty_core::Seat(i)));
    let viewers = seats.chain([Viewer::Spectator]);
    viewers.filter(|&viewer| sees(viewer)).fold(Audience::NOBODY, Audience::with)
}

/// Does this viewer see anything else than before?
fn shows(before: &dyn TableFace, after: &dyn TableFace, viewer: Viewer) -> bool {
    match after.changed(before, viewer) {
        Some([old, new]) => old != new,
        None => before.view(viewer) != after.view(viewer),
    }
}
