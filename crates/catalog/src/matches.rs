//! A running game: its log, the table it has led to, and snapshots, so that
//! looking back costs the same in the tenth turn and in the thousandth.

use crate::face::{ErasedEvent, Objection, Played, TableFace};
use crate::game::{BeginError, Game};
use admiralty_core::{
    Actor, Commitment, Dice, Doc, Entry, Faults, Key, Line, Log, NoUndo, Record, RecordLine,
    Rolled, Salt, Seat, Tape, Viewer,
};
use std::collections::BTreeMap;
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

/// A game as it goes on.
pub struct Match {
    game: &'static dyn Game,
    id: String,
    start: Start,
    begun: Vec<Rolled>,
    table: Box<dyn TableFace>,
    log: Log,
    /// What happened, for every line of the log.
    events: Vec<Vec<ErasedEvent>>,
    /// For every entry that counts: its line in the log.
    live: Vec<usize>,
    snapshots: Snapshots,
    /// What lets players verify the dice, if they can.
    pub proof: Option<Proof>,
    /// Further tags of the record, such as the players' names.
    pub tags: Vec<(String, String)>,
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
        }
    }
}

impl std::error::Error for MatchError {}

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
            begun,
            table,
            log: Log::new(),
            events: Vec::new(),
            live: Vec::new(),
            snapshots,
            proof: None,
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
        &*self.table
    }
    /// The log.
    pub fn log(&self) -> &Log {
        &self.log
    }

    /// Index of the next roll: how many dice were rolled in all, those before
    /// the first decision and those of entries taken back included.
    pub fn n_rolls(&self) -> u64 {
        self.begun.len() as u64 + self.log.n_rolls()
    }

    /// Makes an entry; on an objection nothing has changed.
    pub fn play(
        &mut self,
        by: Actor,
        action: &str,
        dice: &mut dyn Dice,
    ) -> Result<Played, Objection> {
        let turn = self.table.turn();
        let played = self.table.play(by, action, dice)?;
        self.note(by, &played, turn, self.table.digest());
        Ok(played)
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
        let mut ahead = self.table.clone_box();
        let done = ahead.play_line(by, line, dice)?;
        for played in &done.played {
            let turn = self.table.turn();
            let values: Vec<u16> = played.rolled.iter().map(|roll| roll.value).collect();
            self.table.play(by, &played.action, &mut Tape::new(&values))?;
            self.note(by, played, turn, self.table.digest());
        }
        Ok(done)
    }

    fn note(&mut self, by: Actor, played: &Played, turn: u32, digest: u64) {
        self.log.push(Entry {
            by,
            action: played.action.clone(),
            rolled: played.rolled.clone(),
            digest,
            bar: played.bar,
            turn,
        });
        self.live.push(self.events.len());
        self.events.push(played.events.clone());
        self.snapshots.keep(self.log.len(), &*self.table);
    }

    /// What happened in the entry that counts as number `i`, from 0.
    pub fn events(&self, i: usize) -> &[ErasedEvent] {
        self.live.get(i).map_or(&[], |&line| &self.events[line])
    }

    /// May this seat take its last entry back? How many entries would be left.
    /// Never across a roll, a reveal, a turn that passed or a decision of
    /// another; but a decision of which the seat was told nothing does not
    /// stand in the way, or the refusal would tell that there was one.
    pub fn can_undo(&self, seat: Seat) -> Result<usize, NoUndo> {
        let mut unseen_bar = false;
        for i in (0..self.log.len()).rev() {
            let entry = self.log.entry(i).expect("entries below the length exist");
            if entry.by == Actor::Seat(seat) {
                return match entry.bar {
                    Some(bar) => Err(NoUndo::Barred(bar)),
                    None if unseen_bar => Err(NoUndo::NotYours),
                    None => Ok(i),
                };
            }
            if self.events(i).iter().any(|event| event.to.includes(Viewer::Seat(seat))) {
                return Err(match entry.bar {
                    Some(bar) => NoUndo::Barred(bar),
                    None => NoUndo::NotYours,
                });
            }
            unseen_bar |= entry.bar.is_some();
        }
        Err(NoUndo::Nothing)
    }

    /// Takes the last entry of this seat back. Unseen decisions of others after
    /// it are made again, as far as they can be, so that the log may grow by
    /// more than one line.
    pub fn undo(&mut self, seat: Seat) -> Result<(), NoUndo> {
        let keep = self.can_undo(seat)?;
        let unseen: Vec<Entry> = self.log.entries().skip(keep + 1).cloned().collect();
        self.rewind(keep, vec![seat]).map_err(|_| NoUndo::Nothing)?;
        for entry in unseen {
            // What only made sense after the entry that is gone goes with it.
            let _ = self.play(entry.by, &entry.action, &mut admiralty_core::NoDice);
        }
        Ok(())
    }

    /// Goes back to an earlier moment; that all agree is the caller's to know.
    pub fn rewind(&mut self, keep: usize, by: Vec<Seat>) -> Result<(), MatchError> {
        if keep >= self.log.len() {
            return Err(MatchError::NoEntry { asked: keep + 1, len: self.log.len() });
        }
        self.table = self.seek(keep)?;
        self.snapshots.forget_after(keep);
        self.log.rewind(keep, by);
        self.live.truncate(keep);
        self.events.push(Vec::new());
        Ok(())
    }

    /// The table after the first `n` entries that count.
    pub fn seek(&self, n: usize) -> Result<Box<dyn TableFace>, MatchError> {
        let len = self.log.len();
        if n > len {
            return Err(MatchError::NoEntry { asked: n, len });
        }
        if n == len {
            return Ok(self.table.clone_box());
        }
        let (from, mut table) = self.snapshots.before(n);
        for i in from..n {
            let entry = self.log.entry(i).expect("entries below the length exist");
            let values: Vec<u16> = entry.rolled.iter().map(|roll| roll.value).collect();
            table.play(entry.by, &entry.action, &mut Tape::new(&values)).map_err(|objection| {
                MatchError::Broken { entry: i + 1, reason: objection.to_string() }
            })?;
        }
        Ok(table)
    }

    /// What this viewer was told, as far as the game lets it recall it. During
    /// play this is all of the record a viewer may have: the text of an entry
    /// may say more than its events tell.
    pub fn story(&self, viewer: Viewer) -> Vec<StoryLine> {
        let from = self.table.recalls_from(viewer);
        let mut story: Vec<StoryLine> = Vec::new();
        // For each entry that counts: where its lines begin, and its turn.
        let mut live: Vec<(usize, u32)> = Vec::new();
        for (line, events) in self.log.lines().iter().zip(&self.events) {
            match line {
                Line::Entry(entry) => {
                    live.push((story.len(), entry.turn));
                    for event in events.iter().filter(|event| event.to.includes(viewer)) {
                        story.push(StoryLine {
                            number: story.len() + 1,
                            turn: entry.turn,
                            sentence: event.sentence.clone(),
                            event: event.doc.clone(),
                            undone: false,
                        });
                    }
                }
                Line::Rewind(rewind) => {
                    let Some(&(first, turn)) = live.get(rewind.keep) else { continue };
                    live.truncate(rewind.keep);
                    // Who was told nothing of an entry is not told that it is gone.
                    let told = story[first..].iter().any(|line| !line.undone);
                    if !told && viewer != Viewer::Umpire {
                        continue;
                    }
                    story[first..].iter_mut().for_each(|line| line.undone = true);
                    let names: Vec<String> =
                        rewind.by.iter().map(|&seat| self.table.seat_name(seat)).collect();
                    story.push(StoryLine {
                        number: story.len() + 1,
                        turn,
                        sentence: format!("Taken back by {}.", names.join(", ")),
                        event: Doc::Null,
                        undone: false,
                    });
                }
            }
        }
        story.retain(|line| line.turn >= from);
        story
    }

    /// The whole record. It says everything: for the umpire, or after the end.
    pub fn record(&self) -> Record {
        let mut tags = vec![
            ("Format".to_string(), "adm 1".to_string()),
            ("Game".to_string(), self.game.meta().id.to_string()),
        ];
        if !self.id.is_empty() {
            tags.push(("Id".into(), self.id.clone()));
        }
        match &self.start {
            Start::Setup(doc) => tags.push(("Setup".into(), doc.to_string())),
            Start::Position(doc) => tags.push(("Position".into(), doc.to_string())),
        }
        if !self.begun.is_empty() {
            tags.push(("Begin".into(), write_rolls(&self.begun)));
        }
        if let Some(proof) = &self.proof {
            tags.push(("Commitment".into(), proof.commitment.hex()));
            let salts: Vec<&str> = proof.salts.iter().map(Salt::as_str).collect();
            tags.push(("Salts".into(), salts.join(",")));
            if let Some(key) = &proof.key {
                tags.push(("Key".into(), key.hex()));
            }
        }
        tags.extend(self.tags.iter().cloned());
        let code = |seat: &Seat| self.table.seat_code(*seat);
        let lines = self
            .log
            .lines()
            .iter()
            .map(|line| match line {
                Line::Entry(entry) => RecordLine::Entry {
                    by: self.table.actor_code(entry.by),
                    action: entry.action.clone(),
                    rolled: entry.rolled.clone(),
                    digest: entry.digest,
                },
                Line::Rewind(rewind) => RecordLine::Rewind {
                    keep: rewind.keep,
                    by: rewind.by.iter().map(code).collect(),
                },
            })
            .collect();
        Record { tags, lines, result: self.table.result() }
    }
}

impl fmt::Debug for Match {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Match")
            .field("game", &self.game.meta().id)
            .field("id", &self.id)
            .field("entries", &self.log.len())
            .finish_non_exhaustive()
    }
}

/// Dice as records write them: `d6=5 d720=45`.
pub(crate) fn write_rolls(rolls: &[Rolled]) -> String {
    let words: Vec<String> =
        rolls.iter().map(|roll| format!("{}={}", roll.die, roll.value)).collect();
    words.join(" ")
}

/// Copies of the table along the way: dense near the end, where people undo,
/// and evenly spaced before.
struct Snapshots {
    at: BTreeMap<usize, Box<dyn TableFace>>,
    stride: usize,
}

impl Snapshots {
    const NEAR: usize = 16;
    const MOST: usize = 64;

    fn new(first: Box<dyn TableFace>) -> Snapshots {
        Snapshots { at: BTreeMap::from([(0, first)]), stride: Snapshots::NEAR }
    }

    fn keep(&mut self, n: usize, table: &dyn TableFace) {
        if !n.is_multiple_of(Snapshots::NEAR) {
            return;
        }
        self.at.insert(n, table.clone_box());
        if self.at.len() > Snapshots::MOST {
            self.stride *= 2;
            let stride = self.stride;
            self.at.retain(|&k, _| k.is_multiple_of(stride) || k + 4 * Snapshots::NEAR > n);
        }
    }

    fn forget_after(&mut self, n: usize) {
        self.at.retain(|&k, _| k <= n);
    }

    fn before(&self, n: usize) -> (usize, Box<dyn TableFace>) {
        let (k, table) = self.at.range(..=n).next_back().expect("the first table is always kept");
        (*k, table.clone_box())
    }
}
