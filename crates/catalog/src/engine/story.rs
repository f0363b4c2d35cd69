//! What a viewer was told, and what it may still be shown of it.

use super::course::Course;
use super::log::{Counted, Line, Rewind};
use super::{Match, Told};
use crate::face::{ErasedEvent, TableFace};
use admiralty_core::{Actor, Doc, Outcome, SideSet, Viewer};
use std::collections::VecDeque;

/// What a viewer may still be shown of the past. Log, story, moments, resuming
/// and whatever else looks back ask here and nowhere else.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Recall {
    viewer: Viewer,
    from: u32,
    withheld: SideSet,
    end: Option<Outcome>,
}

impl Recall {
    /// As the table stands now.
    pub fn of(now: &dyn TableFace, viewer: Viewer) -> Recall {
        let (from, end) = (now.recalls_from(viewer), now.end());
        Recall { viewer, from, withheld: SideSet::EMPTY, end }
    }

    /// For a stranger who looks through that viewer: what these sides keep to themselves
    /// even after the end stays with them.
    #[must_use]
    pub fn withholding(self, sides: SideSet) -> Recall {
        Recall { withheld: sides, ..self }
    }

    /// The table as far as it may be looked at.
    pub fn open(self, table: &dyn TableFace) -> Box<dyn TableFace> {
        let mut open = table.clone_box();
        self.withheld.iter().for_each(|side| open.withhold(side, self.end));
        open
    }

    /// Did nothing happen between these two but what is withheld?
    pub fn hides(self, before: &dyn TableFace, after: &dyn TableFace) -> bool {
        !self.withheld.is_empty()
            && before.digest() != after.digest()
            && self.open(before).digest() == self.open(after).digest()
    }

    /// Is what was told in this turn still shown?
    pub fn shows(self, turn: u32) -> bool {
        turn >= self.from
    }

    /// The events of an entry that are still shown.
    pub fn events(self, turn: u32, events: &[ErasedEvent]) -> impl Iterator<Item = &ErasedEvent> {
        let told = move |event: &&ErasedEvent| event.to.includes(self.viewer);
        events.iter().filter(move |_| self.shows(turn)).filter(told)
    }

    /// May the view of an earlier position be shown? Not if anything that it
    /// shows may have faded since.
    pub fn shows_view(self, then: &dyn TableFace) -> bool {
        self.from <= then.recalls_from(self.viewer)
    }
}

/// One sentence of what a viewer was told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoryLine {
    /// Counted for this viewer alone, from 1, without gaps.
    pub number: usize,
    /// The turn it happened in.
    pub turn: u32,
    /// The sentence.
    pub sentence: String,
    /// The event as data; `Null` for a line about something taken back.
    pub event: Doc,
    /// Has it been taken back since?
    pub undone: bool,
}

impl Course {
    /// A viewer's moments: the numbers, from 1, of the entries that count and
    /// that it noticed. For a stranger who looks through that viewer, what these
    /// sides keep to themselves was no moment.
    pub fn moments(&self, viewer: Viewer, withheld: SideSet) -> Vec<usize> {
        let side = |entry: &Counted| match entry.by {
            Actor::Seat(seat) => self.table.side_of(seat),
            Actor::Clock | Actor::Host => None,
        };
        let is_withheld =
            |entry: &Counted| entry.kept && side(entry).is_some_and(|side| withheld.has(side));
        let seen = |entry: &Counted| entry.seen.includes(viewer) && !is_withheld(entry);
        let numbered = self.counted.iter().zip(1..);
        numbered.filter(|(entry, _)| seen(entry)).map(|(_, n)| n).collect()
    }
}

impl Match {
    /// What this viewer was told, as far as the game lets it recall it. During
    /// play this is all of the record a viewer may have: the text of an entry
    /// may say more than its events tell.
    pub fn story(&self, viewer: Viewer) -> Vec<StoryLine> {
        let mut teller = Teller { game: self, viewer, story: Vec::new(), live: Vec::new() };
        // Entries that are made again, for a viewer that saw nothing go.
        let mut unmoved: VecDeque<Lived> = VecDeque::new();
        for (line, told) in self.log().lines().iter().zip(&self.told) {
            match line {
                Line::Entry(_) if told.again && !unmoved.is_empty() => {
                    teller.live.extend(unmoved.pop_front());
                }
                Line::Entry(entry) => {
                    unmoved.clear();
                    teller.tell(entry.turn, told);
                }
                Line::Rewind(rewind) => unmoved = teller.take_back(rewind),
            }
        }
        let recall = Recall::of(self.table(), viewer);
        teller.story.retain(|line| recall.shows(line.turn));
        teller.story
    }
}

/// Where the lines of an entry that counts begin and end, and its turn.
struct Lived {
    first: usize,
    end: usize,
    turn: u32,
}

struct Teller<'a> {
    game: &'a Match,
    viewer: Viewer,
    story: Vec<StoryLine>,
    live: Vec<Lived>,
}

impl Teller<'_> {
    fn push(&mut self, turn: u32, sentence: String, event: Doc) {
        let number = self.story.len() + 1;
        self.story.push(StoryLine { number, turn, sentence, event, undone: false });
    }

    fn tell(&mut self, turn: u32, told: &Told) {
        let (first, viewer) = (self.story.len(), self.viewer);
        for event in told.events.iter().filter(|event| event.to.includes(viewer)) {
            self.push(turn, event.sentence.clone(), event.doc.clone());
        }
        self.live.push(Lived { first, end: self.story.len(), turn });
    }

    /// Whoever was told nothing of what is taken back is not told that it is
    /// gone, nor again what is made again: that is returned.
    fn take_back(&mut self, rewind: &Rewind) -> VecDeque<Lived> {
        if rewind.keep >= self.live.len() {
            return VecDeque::new();
        }
        let mut taken: VecDeque<Lived> = self.live.split_off(rewind.keep).into();
        let undo = rewind.by.len() == 1;
        let told = |lived: &Lived| lived.end > lived.first;
        let knew = if undo { taken.front().is_some_and(told) } else { taken.iter().any(told) };
        let turn = taken.front().map_or(0, |lived| lived.turn);
        if !knew && self.viewer != Viewer::Umpire {
            taken.pop_front();
            return if undo { taken } else { VecDeque::new() };
        }
        for lived in taken {
            self.story[lived.first..lived.end].iter_mut().for_each(|line| line.undone = true);
        }
        let table = self.game.table();
        let names: Vec<String> = rewind.by.iter().map(|seat| table.seat_name(seat)).collect();
        self.push(turn, format!("Taken back by {}.", names.join(", ")), Doc::Null);
        VecDeque::new()
    }
}
