//! A game with everything that might have been played instead of it: what a study holds, and what
//! a record with branches says.

use super::verify::VerifyError;
use super::{Match, Start};
use crate::face::{Played, TableFace};
use crate::game::Game;
use admiralty_core::{Record, RecordLine, Rolled, Tape, rolls_text};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// Tags that belong to a game as it was played: they bind its dice, which those of branches are not.
const BOUND: [&str; 17] = [
    "Format",
    "Game",
    "Setup",
    "Position",
    "Begin",
    "Id",
    "Commitment",
    "Salts",
    "Dice",
    "Seals",
    "Draws",
    "Head",
    "Signer",
    "Signature",
    "Seats",
    "Key",
    "Chapter",
];

/// An entry of a tree, or its root.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Twig {
    /// Its number; the root's is 0.
    pub id: u32,
    /// The entry it follows; the root's is its own.
    pub parent: u32,
    /// Seat code, `clock` or `host`; empty for the root.
    pub by: String,
    /// The action in notation.
    pub action: String,
    /// The dice it used.
    pub rolled: Vec<Rolled>,
    /// What the branch that begins here is called.
    pub name: String,
    /// What is said of the moment after it.
    pub text: String,
    /// Notes on that moment: key and text.
    pub notes: Vec<(String, String)>,
}

/// A beginning, and what was or might be played from there. Of the entries that follow one, the
/// first is the line itself, the others are branches.
#[derive(Clone)]
pub struct Tree {
    /// The game.
    pub game: &'static dyn Game,
    /// What it begins from.
    pub start: Start,
    /// The dice rolled before the first decision.
    pub begun: Vec<Rolled>,
    /// Tags that are no part of the beginning: names, where it comes from.
    pub tags: Vec<(String, String)>,
    /// The root first; every entry after the one it follows.
    pub twigs: Vec<Twig>,
}

/// Why a tree cannot be walked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TreeFault {
    /// There is no such entry.
    None(u32),
    /// The beginning is none.
    Start(String),
    /// An entry cannot be played.
    Entry {
        /// Which.
        id: u32,
        /// Why.
        reason: String,
    },
}

impl fmt::Display for TreeFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TreeFault::None(id) => write!(f, "there is no entry {id}"),
            TreeFault::Start(why) => f.write_str(why),
            TreeFault::Entry { id, reason } => write!(f, "entry {id}: {reason}"),
        }
    }
}

impl std::error::Error for TreeFault {}

impl fmt::Debug for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tree").field("game", &self.game.meta().id).finish_non_exhaustive()
    }
}

impl Tree {
    /// A beginning and nothing else.
    pub fn new(game: &'static dyn Game, start: Start, begun: Vec<Rolled>) -> Tree {
        Tree { game, start, begun, tags: Vec::new(), twigs: vec![Twig::default()] }
    }

    /// Reads a record with its branches; everything in it is played and compared. What was taken
    /// back is left out.
    pub fn read(games: &[&'static dyn Game], text: &str) -> Result<Tree, VerifyError> {
        let (game, _) = super::verify(games, text)?;
        let record = Record::parse(text).map_err(|error| VerifyError {
            entry: 0,
            line: Some(error.line),
            reason: error.reason,
        })?;
        let mut tree = Tree::new(game.game(), game.start().clone(), game.begun().to_vec());
        tree.tags = record.tags.iter().filter(|(key, _)| !is_bound(key)).cloned().collect();
        let gone = tree.grow(&record);
        tree.prune(&gone);
        tree.count();
        Ok(tree)
    }

    /// The game of a match as it stands, without branches.
    pub fn of(game: &Match) -> Tree {
        let mut tree = Tree::new(game.game(), game.start().clone(), game.begun().to_vec());
        tree.tags = game.tags.iter().filter(|(key, _)| !is_bound(key)).cloned().collect();
        for (entry, id) in game.log().entries().zip(1..) {
            tree.twigs.push(Twig {
                id,
                parent: id - 1,
                by: game.table().actor_code(entry.by),
                action: entry.action.clone(),
                rolled: entry.rolled.clone(),
                ..Twig::default()
            });
        }
        tree
    }

    /// Takes up the lines of a record; the entries that were taken back later.
    fn grow(&mut self, record: &Record) -> BTreeSet<u32> {
        let (mut now, mut left, mut line) = (0, Vec::new(), Vec::new());
        let (mut gone, mut remarked) = (BTreeSet::new(), BTreeSet::new());
        // The branch that begins with the next entry.
        let mut begins: Option<String> = None;
        for written in &record.lines {
            match written {
                RecordLine::Entry { by, action, rolled, .. } => {
                    let id = self.twigs.len() as u32;
                    let (name, main) = (begins.take(), left.is_empty());
                    let twig = Twig {
                        id,
                        parent: now,
                        by: by.clone(),
                        action: action.clone(),
                        rolled: rolled.clone(),
                        name: name.clone().unwrap_or_default(),
                        ..Twig::default()
                    };
                    let first = self.twigs.iter().position(|t| t.id > 0 && t.parent == now);
                    match (name, first) {
                        // What goes on stands before what leaves the line here.
                        (None, Some(first)) => self.twigs.insert(first, twig),
                        _ => self.twigs.push(twig),
                    }
                    now = id;
                    if main {
                        line.push(id);
                    }
                }
                RecordLine::Rewind { keep, .. } => {
                    gone.extend(line.drain((*keep).min(line.len())..));
                    now = line.last().copied().unwrap_or(0);
                }
                RecordLine::Branch(name) => {
                    left.push(now);
                    begins = Some(name.clone());
                }
                RecordLine::Back => {
                    now = left.pop().unwrap_or(now);
                    begins = None;
                }
                RecordLine::Comment(said) => {
                    if let Some(twig) = self.twigs.iter_mut().find(|twig| twig.id == now) {
                        if !remarked.insert(now) {
                            twig.text.push('\n');
                        }
                        twig.text.push_str(said);
                    }
                }
                RecordLine::Note { key, text } => {
                    if let Some(twig) = self.twigs.iter_mut().find(|twig| twig.id == now) {
                        match key.as_str() {
                            "name" => twig.name.clone_from(text),
                            _ => twig.notes.push((key.clone(), text.clone())),
                        }
                    }
                }
                RecordLine::Open { .. } | RecordLine::Redraw { .. } => {}
            }
        }
        gone
    }

    /// Numbers the entries anew: first the line itself, then all else.
    fn count(&mut self) {
        let mut ids = BTreeMap::from([(0, 0)]);
        let mut now = 0;
        while let Some(next) = self.after(now).next() {
            now = next.id;
            ids.insert(now, ids.len() as u32);
        }
        for twig in &self.twigs {
            let next = ids.len() as u32;
            ids.entry(twig.id).or_insert(next);
        }
        for twig in &mut self.twigs {
            twig.id = ids[&twig.id];
            twig.parent = ids[&twig.parent];
        }
    }

    /// Takes entries out, with all that follows them.
    pub fn prune(&mut self, gone: &BTreeSet<u32>) {
        let mut gone = gone.clone();
        for twig in &self.twigs {
            if twig.id > 0 && gone.contains(&twig.parent) {
                gone.insert(twig.id);
            }
        }
        self.twigs.retain(|twig| !gone.contains(&twig.id));
    }

    /// The entries that follow one, the line itself first.
    pub fn after(&self, id: u32) -> impl Iterator<Item = &Twig> {
        self.twigs.iter().filter(move |twig| twig.id > 0 && twig.parent == id)
    }

    /// The way from the root to an entry, without the root.
    pub fn way(&self, id: u32) -> Result<Vec<&Twig>, TreeFault> {
        let mut way = Vec::new();
        let mut now = id;
        while now > 0 {
            let found = self.twigs.iter().find(|twig| twig.id == now);
            let twig = found.filter(|twig| twig.parent != now).ok_or(TreeFault::None(now))?;
            if way.len() > self.twigs.len() {
                return Err(TreeFault::None(id));
            }
            way.push(twig);
            now = twig.parent;
        }
        way.reverse();
        Ok(way)
    }

    /// The table before the first entry.
    pub fn root(&self) -> Result<Box<dyn TableFace>, TreeFault> {
        match &self.start {
            Start::Setup(setup) => {
                let values: Vec<u16> = self.begun.iter().map(|roll| roll.value).collect();
                let begun = self.game.begin(setup, &mut Tape::new(&values));
                Ok(begun.map_err(|error| TreeFault::Start(error.to_string()))?.0)
            }
            Start::Position(doc) => {
                self.game.load(doc).map_err(|faults| TreeFault::Start(faults.to_string()))
            }
        }
    }

    /// The table after an entry.
    pub fn table(&self, id: u32) -> Result<Box<dyn TableFace>, TreeFault> {
        let mut table = self.root()?;
        for twig in self.way(id)? {
            play(&mut *table, twig)?;
        }
        Ok(table)
    }

    /// Plays everything, line and branches, and shows each entry with the tables before and after it.
    pub fn walk(
        &self,
        mut each: impl FnMut(&Twig, &Played, &dyn TableFace, &dyn TableFace),
    ) -> Result<(), TreeFault> {
        let mut open = vec![(0, self.root()?)];
        while let Some((id, table)) = open.pop() {
            for twig in self.after(id) {
                let mut next = table.clone_box();
                let played = play(&mut *next, twig)?;
                each(twig, &played, &*table, &*next);
                open.push((twig.id, next));
            }
        }
        Ok(())
    }

    /// As a record, with the digest of every entry.
    pub fn record(&self) -> Result<Record, TreeFault> {
        let mut tags = vec![
            ("Format".to_string(), "adm 1".to_string()),
            ("Game".to_string(), self.game.meta().id.to_string()),
        ];
        match &self.start {
            Start::Setup(setup) => tags.push(("Setup".into(), setup.to_string())),
            Start::Position(doc) => tags.push(("Position".into(), doc.to_string())),
        }
        if !self.begun.is_empty() {
            tags.push(("Begin".into(), rolls_text(&self.begun)));
        }
        tags.extend(self.tags.iter().filter(|(key, _)| !is_bound(key)).cloned());
        let mut lines = Vec::new();
        let root = self.twigs.first().ok_or(TreeFault::None(0))?;
        remarks(root, false, &mut lines);
        let end = self.write(0, self.root()?, &mut lines)?;
        Ok(Record { tags, lines, result: end.result() })
    }

    /// Writes what follows an entry; the table at the end of the line.
    fn write(
        &self,
        mut id: u32,
        mut table: Box<dyn TableFace>,
        lines: &mut Vec<RecordLine>,
    ) -> Result<Box<dyn TableFace>, TreeFault> {
        loop {
            let mut after = self.after(id);
            let Some(main) = after.next() else { return Ok(table) };
            for twig in after {
                lines.push(RecordLine::Branch(twig.name.trim().into()));
                let mut aside = table.clone_box();
                entry(&mut *aside, twig, false, lines)?;
                self.write(twig.id, aside, lines)?;
                lines.push(RecordLine::Back);
            }
            entry(&mut *table, main, true, lines)?;
            id = main.id;
        }
    }
}

fn is_bound(key: &str) -> bool {
    BOUND.contains(&key) || key.starts_with("Seal.")
}

fn play(table: &mut dyn TableFace, twig: &Twig) -> Result<Played, TreeFault> {
    let wrong = |reason: String| TreeFault::Entry { id: twig.id, reason };
    let seat = || wrong(format!("there is no seat \"{}\"", twig.by));
    let by = table.parse_actor(&twig.by).ok_or_else(seat)?;
    let values: Vec<u16> = twig.rolled.iter().map(|roll| roll.value).collect();
    table.play(by, &twig.action, &mut Tape::new(&values)).map_err(|why| wrong(why.to_string()))
}

/// Plays an entry and writes it with its remarks.
fn entry(
    table: &mut dyn TableFace,
    twig: &Twig,
    main: bool,
    lines: &mut Vec<RecordLine>,
) -> Result<(), TreeFault> {
    let played = play(table, twig)?;
    lines.push(RecordLine::Entry {
        by: twig.by.clone(),
        action: played.action,
        rolled: played.rolled,
        digest: table.digest(),
        kept: false,
    });
    remarks(twig, main, lines);
    Ok(())
}

fn remarks(twig: &Twig, main: bool, lines: &mut Vec<RecordLine>) {
    if main && !twig.name.is_empty() {
        lines.push(RecordLine::Note { key: "name".into(), text: twig.name.clone() });
    }
    if !twig.text.is_empty() {
        let said = twig.text.split('\n').map(|line| RecordLine::Comment(line.trim_end().into()));
        lines.extend(said);
    }
    let notes = twig.notes.iter();
    lines
        .extend(notes.map(|(key, text)| RecordLine::Note { key: key.clone(), text: text.clone() }));
}
