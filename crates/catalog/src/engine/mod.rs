//! The match engine: what a running game is, once for everybody.
//!
//! - [`Course`] is how far a game has come: the table and which entries led
//!   there. It makes entries, says what may be undone and finds the way to
//!   every position of the past.
//! - [`Lines`] is where the lines and kept positions come from: memory, or a
//!   store that has to be waited for.
//! - [`Match`] is a course with its lines in memory: story per viewer, record,
//!   verification. Terminal, engine command, case files and tests use it; the
//!   server's room holds a course and keeps the lines in its store.

mod course;
mod draws;
mod lines;
mod log;
mod record;
mod seek;
mod snapshots;
mod story;
mod tree;
mod undo;
mod verify;

pub use course::{Course, Made};
pub use draws::{Draws, Shown, Signed};
pub use lines::{Lines, Stretch};
pub use log::{Counted, Entry, Line, Log, Rewind};
pub use seek::{Path, Step, replay};
pub use story::{Recall, StoryLine};
pub use tree::{Tree, TreeFault, Twig};
pub use undo::{Again, Back, BackError, Gone, Ready};
pub use verify::{Report, VerifyError, file_lines, verify};

use crate::face::BeginError;
use crate::face::{ErasedEvent, Objection, Played, TableFace};
use crate::game::Game;
use admiralty_core::{
    Actor, Commitment, Dice, Doc, Faults, Key, NoUndo, Rolled, Salt, Seat, SeatSet, Tape,
};
use lines::{Memory, at_once};
use snapshots::Snapshots;
use std::collections::VecDeque;
use std::fmt;

/// What a game began from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Start {
    /// Scenario and options, everything filled in.
    Setup(Doc),
    /// A position.
    Position(Doc),
}

/// What lets players verify the dice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    /// Published before the first salt.
    pub commitment: Commitment,
    /// One salt per seat.
    pub salts: Vec<Salt>,
    /// Published after the end, and put into the record only then.
    pub key: Option<Key>,
}

/// A game as it goes on, with all its lines in memory.
pub struct Match {
    game: &'static dyn Game,
    id: String,
    start: Start,
    begun: Vec<Rolled>,
    course: Course,
    memory: Memory,
    /// What was told, for every line.
    told: Vec<Told>,
    /// Unseen entries that are to be made again after an undo.
    unseen: VecDeque<(Actor, String)>,
    /// What lets players verify the dice, if they can.
    pub proof: Option<Proof>,
    /// The same for dice that nobody could choose.
    pub draws: Option<Draws>,
    /// Further tags of the record, such as the players' names.
    pub tags: Vec<(String, String)>,
}

/// What was told in a line.
#[derive(Default)]
struct Told {
    events: Vec<ErasedEvent>,
    /// It was made again after an undo of something before it.
    again: bool,
}

/// Why a game cannot be looked at or continued.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MatchError {
    /// There are not so many entries.
    NoEntry {
        /// The number asked for.
        asked: usize,
        /// How many count.
        len: usize,
    },
    /// The game does not replay, which is a mistake of the program.
    Broken {
        /// The entry, from 1.
        entry: usize,
        /// Why.
        reason: String,
    },
    /// The lines cannot be read.
    Unreadable(String),
}

impl fmt::Display for MatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MatchError::NoEntry { asked, len } => {
                write!(f, "there is no entry {asked}, only {len}")
            }
            MatchError::Broken { entry, reason } => {
                write!(f, "entry {entry} does not replay: {reason}")
            }
            MatchError::Unreadable(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for MatchError {}

impl Match {
    /// Begins a new game.
    pub fn begin(
        game: &'static dyn Game,
        id: impl Into<String>,
        setup: &Doc,
        dice: &mut dyn Dice,
    ) -> Result<Match, BeginError> {
        let setup = game.setup(setup).map_err(BeginError::Setup)?;
        let (table, begun) = game.begin(&setup, dice)?;
        Ok(Match::at(game, id.into(), Start::Setup(setup), begun, table))
    }

    /// Begins from a position.
    pub fn load(
        game: &'static dyn Game,
        id: impl Into<String>,
        position: &Doc,
    ) -> Result<Match, Faults> {
        let table = game.load(position)?;
        let start = Start::Position(table.save());
        Ok(Match::at(game, id.into(), start, Vec::new(), table))
    }

    /// Goes on from a table, whose past is not told.
    pub fn from_table(table: Box<dyn TableFace>) -> Match {
        let start = Start::Position(table.save());
        Match::at(table.game(), String::new(), start, Vec::new(), table)
    }

    fn at(
        game: &'static dyn Game,
        id: String,
        start: Start,
        begun: Vec<Rolled>,
        table: Box<dyn TableFace>,
    ) -> Match {
        let snapshots = Snapshots::new(table.clone_box());
        Match {
            game,
            id,
            start,
            course: Course::new(table, begun.len() as u64),
            begun,
            memory: Memory { lines: Vec::new(), snapshots },
            told: Vec::new(),
            unseen: VecDeque::new(),
            proof: None,
            draws: None,
            tags: Vec::new(),
        }
    }

    /// The game.
    pub fn game(&self) -> &'static dyn Game {
        self.game
    }
    /// The id of this match, part of what its dice are derived from.
    pub fn id(&self) -> &str {
        &self.id
    }
    /// What it began from.
    pub fn start(&self) -> &Start {
        &self.start
    }
    /// The dice rolled before the first decision.
    pub fn begun(&self) -> &[Rolled] {
        &self.begun
    }
    /// The table as it is now.
    pub fn table(&self) -> &dyn TableFace {
        self.course.table()
    }
    /// How far it has come.
    pub fn course(&self) -> &Course {
        &self.course
    }
    /// Its lines, for whoever goes a way of the course.
    pub fn lines(&self) -> &impl Lines {
        &self.memory
    }
    /// The log.
    pub fn log(&self) -> Log<'_> {
        Log { lines: &self.memory.lines, counted: self.course.counted() }
    }
    /// Index of the next roll.
    pub fn n_rolls(&self) -> u64 {
        self.course.rolls()
    }

    /// Makes an entry; on an objection nothing has changed.
    pub fn play(
        &mut self,
        by: Actor,
        action: &str,
        dice: &mut dyn Dice,
    ) -> Result<Played, Objection> {
        let made = self.course.play(by, action, dice)?;
        Ok(self.note(made))
    }

    /// Makes the entries of a typed line; what it did stands in the result.
    pub fn play_line(
        &mut self,
        by: Actor,
        line: &str,
        dice: &mut dyn Dice,
    ) -> Result<crate::LinePlayed, Objection> {
        // The table plays the whole line on a copy, which says what the parts
        // are; each is then entered by itself, so that log and snapshots see it.
        let mut ahead = self.table().clone_box();
        let done = ahead.play_line(by, line, dice)?;
        for played in &done.played {
            let values: Vec<u16> = played.rolled.iter().map(|roll| roll.value).collect();
            self.play(by, &played.action, &mut Tape::new(&values))?;
        }
        Ok(done)
    }

    fn note(&mut self, made: Made) -> Played {
        let Made { by, turn, played, .. } = made;
        let again =
            self.unseen.front().is_some_and(|(who, what)| *who == by && *what == played.action);
        if again {
            self.unseen.pop_front();
        } else {
            self.unseen.clear();
        }
        self.memory.lines.push(Line::Entry(Entry {
            by,
            action: played.action.clone(),
            rolled: played.rolled.clone(),
            bar: played.bar,
            turn,
            digest: Some(self.course.table().digest()),
            kept: played.kept,
        }));
        self.told.push(Told { events: played.events.clone(), again });
        self.memory.snapshots.keep(self.course.counted().len(), self.course.table());
        played
    }

    /// What happened in the entry that counts as number `i`, from 0.
    pub fn events(&self, i: usize) -> &[ErasedEvent] {
        let line = self.course.counted().get(i).map(|counted| counted.line as usize - 1);
        line.map_or(&[], |line| &self.told[line].events)
    }

    /// May this seat take its last entry back? How many entries would be left.
    pub fn can_undo(&self, seat: Seat) -> Result<usize, NoUndo> {
        self.course.can_undo(seat)
    }

    /// Takes the last entry of this seat back. Unseen decisions of others after
    /// it are made again, so that the log may grow by more than one line.
    pub fn undo(&mut self, seat: Seat) -> Result<(), NoUndo> {
        let back = self.course.undo(seat)?;
        match at_once(back.ready(&self.memory)) {
            Ok(ready) => {
                self.go_back(ready);
                Ok(())
            }
            Err(BackError::No(why)) => Err(why),
            Err(BackError::Past(_)) => Err(NoUndo::Nothing),
        }
    }

    /// Goes back to an earlier moment; that all agree is the caller's to know.
    pub fn rewind(&mut self, keep: usize, by: SeatSet) -> Result<(), MatchError> {
        let back = self.course.rewind(keep, by)?;
        match at_once(back.ready(&self.memory)) {
            Ok(ready) => {
                self.go_back(ready);
                Ok(())
            }
            Err(BackError::Past(why)) => Err(why),
            Err(BackError::No(why)) => Err(MatchError::Unreadable(why.to_string())),
        }
    }

    fn go_back(&mut self, ready: Ready) {
        let taken: Vec<u32> = self.course.counted().iter().map(|counted| counted.line).collect();
        let Some(gone) = self.course.go_back(ready) else { return };
        let after = taken.iter().skip(gone.keep + 1).filter(|_| gone.by.len() == 1);
        let entry = |line: &u32| self.memory.lines.get(*line as usize - 1)?.entry();
        self.unseen =
            after.filter_map(entry).map(|entry| (entry.by, entry.action.clone())).collect();
        self.memory.snapshots.forget_after(gone.keep);
        self.memory.lines.push(Line::Rewind(Rewind { keep: gone.keep, by: gone.by }));
        self.told.push(Told::default());
        for again in gone.again {
            let made = self.course.make_again(again);
            self.note(made);
        }
    }

    /// The table after the first `n` entries that count.
    pub fn seek(&self, n: usize) -> Result<Box<dyn TableFace>, MatchError> {
        if n == self.course.counted().len() {
            return Ok(self.table().clone_box());
        }
        at_once(self.course.path(n, n)?.walk(&self.memory, |_| ()))
    }
}

impl fmt::Debug for Match {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Match")
            .field("game", &self.game.meta().id)
            .field("id", &self.id)
            .field("entries", &self.course.counted().len())
            .finish_non_exhaustive()
    }
}
