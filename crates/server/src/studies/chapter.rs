//! A chapter as it is kept, and as a tree that is played.

use crate::error::Error;
use crate::store::ChapterRow;
use admiralty_catalog::{Game, Start, Tree, TreeFault, Twig, json};
use admiralty_core::{Die, Rolled, Seat, rolls_text};
use admiralty_protocol::{Origin, RecordSeat, StudyAsk, StudyChapter, StudyMark, StudyNode, code};
use serde_json::{Value, json};
use std::collections::HashMap;

/// A chapter has at most so many entries.
pub(super) const NODES: usize = 3_000;
/// What happened is told in so many signs.
const SAYS: usize = 160;

/// A roll as records write it.
pub(super) fn roll(word: &str) -> Option<Rolled> {
    let (die, value) = word.strip_prefix('d')?.split_once('=')?;
    Some(Rolled { die: Die(die.parse().ok()?), value: value.parse().ok()? })
}

pub(super) fn rolls(text: &str) -> Vec<Rolled> {
    text.split(' ').filter_map(roll).collect()
}

pub(super) fn words(rolled: &[Rolled]) -> Vec<String> {
    rolled.iter().map(|roll| rolls_text(&[*roll])).collect()
}

fn broken(fault: TreeFault) -> Error {
    Error::Internal(fault.to_string())
}

/// What happened, in a few words.
pub(super) fn says(events: &[admiralty_catalog::ErasedEvent]) -> String {
    let said = events.iter().map(|event| event.sentence.trim()).find(|said| !said.is_empty());
    said.unwrap_or_default().chars().take(SAYS).collect()
}

/// A chapter of a tree. It must have been played before, as whatever is read is.
pub(super) fn row(
    tree: &Tree,
    id: u32,
    name: String,
    from: Option<Origin>,
    played: bool,
) -> Result<ChapterRow, Error> {
    if tree.twigs.len() > NODES {
        return Err(Error::new(code::SIZE, format!("A chapter has at most {NODES} entries.")));
    }
    let mut told = HashMap::new();
    let walk = tree.walk(|twig, done, before, _| {
        told.insert(twig.id, (says(&done.events), before.turn()));
    });
    walk.map_err(broken)?;
    let mut line = 0;
    if played {
        let mut now = 0;
        while let Some(next) = tree.after(now).next() {
            (now, line) = (next.id, line + 1);
        }
    }
    let root = tree.root().map_err(broken)?;
    let seats = (0..root.n_seats()).map(|n| {
        let (seat, code) = (Seat(n), root.seat_code(Seat(n)));
        let side = root.side_of(seat);
        let tag = code.replace(|sign: char| !sign.is_ascii_alphanumeric(), "_");
        let names = [
            format!("Seat.{tag}"),
            format!("Bot.{}", side.map(|side| root.side_code(side)).unwrap_or_default()),
        ];
        let who = tree.tags.iter().find(|(key, _)| names.contains(key));
        RecordSeat {
            seat: n,
            name: root.seat_name(seat),
            code,
            side: side.map(|side| side.0),
            who: who.map(|(_, name)| name.chars().take(80).collect()).unwrap_or_default(),
        }
    });
    let nodes = tree.twigs.iter().map(|twig| {
        let (says, turn) = told.remove(&twig.id).unwrap_or_default();
        node(twig, says, turn)
    });
    let start = match &tree.start {
        Start::Setup(doc) => json!({ "setup": exact(&doc.to_string()) }),
        Start::Position(doc) => json!({ "position": exact(&doc.to_string()) }),
    };
    Ok(ChapterRow {
        start,
        begun: rolls_text(&tree.begun),
        tags: tree.tags.clone(),
        next: tree.twigs.iter().map(|twig| twig.id + 1).max().unwrap_or(1),
        shown: StudyChapter {
            id,
            version: 0,
            name,
            game: tree.game.meta().id.into(),
            seats: seats.collect(),
            from,
            played: line,
            nodes: Some(nodes.collect()),
        },
    })
}

/// A document as JSON with everything in it, as records have it.
fn exact(text: &str) -> Value {
    Value::String(text.into())
}

fn node(twig: &Twig, says: String, turn: u32) -> StudyNode {
    let mut node = StudyNode {
        id: twig.id,
        parent: twig.parent,
        by: twig.by.clone(),
        action: twig.action.clone(),
        dice: words(&twig.rolled),
        says,
        turn,
        name: twig.name.clone(),
        text: twig.text.clone(),
        ..StudyNode::default()
    };
    let (mut goal, mut hint) = (None, String::new());
    for (key, text) in &twig.notes {
        match key.as_str() {
            "arrow" => {
                if let Some((at, to)) = text.split_once(" > ") {
                    node.marks.push(StudyMark { at: at.into(), to: Some(to.into()) });
                }
            }
            "mark" => node.marks.push(StudyMark { at: text.clone(), to: None }),
            "sign" if ["!", "?"].contains(&text.as_str()) => node.sign.clone_from(text),
            "ask" => goal = Some(text.clone()),
            "hint" => hint.clone_from(text),
            _ => {}
        }
    }
    node.ask = goal.map(|goal| StudyAsk { goal, hint });
    node
}

fn twig(node: &StudyNode) -> Twig {
    let mut notes = Vec::new();
    let mut note = |key: &str, text: String| notes.push((key.to_string(), text));
    for mark in &node.marks {
        match &mark.to {
            Some(to) => note("arrow", format!("{} > {to}", mark.at)),
            None => note("mark", mark.at.clone()),
        }
    }
    if !node.sign.is_empty() {
        note("sign", node.sign.clone());
    }
    if let Some(ask) = &node.ask {
        note("ask", ask.goal.clone());
        if !ask.hint.is_empty() {
            note("hint", ask.hint.clone());
        }
    }
    Twig {
        id: node.id,
        parent: node.parent,
        by: node.by.clone(),
        action: node.action.clone(),
        rolled: node.dice.iter().filter_map(|word| roll(word)).collect(),
        name: node.name.clone(),
        text: node.text.clone(),
        notes,
    }
}

impl ChapterRow {
    /// Its entries.
    pub(super) fn nodes(&self) -> &[StudyNode] {
        self.shown.nodes.as_deref().unwrap_or_default()
    }

    pub(super) fn nodes_mut(&mut self) -> &mut Vec<StudyNode> {
        self.shown.nodes.get_or_insert_default()
    }

    pub(super) fn node(&self, id: u32) -> Result<&StudyNode, Error> {
        let none = || Error::new(code::NOT_FOUND, "There is no such moment any more.");
        self.nodes().iter().find(|node| node.id == id).ok_or_else(none)
    }

    /// The entries that follow one, the line itself first.
    pub(super) fn after(&self, id: u32) -> impl Iterator<Item = &StudyNode> {
        self.nodes().iter().filter(move |node| node.id > 0 && node.parent == id)
    }

    /// As it is played.
    pub(super) fn tree(&self, game: &'static dyn Game) -> Result<Tree, Error> {
        let doc = |value: &Value| {
            let read = json::read(value.as_str().unwrap_or_default());
            read.map_err(|fault| Error::Internal(fault.to_string()))
        };
        let start = match self.start.get("setup") {
            Some(setup) => Start::Setup(doc(setup)?),
            None => Start::Position(doc(&self.start["position"])?),
        };
        let mut tree = Tree::new(game, start, rolls(&self.begun));
        tree.tags.clone_from(&self.tags);
        tree.twigs = self.nodes().iter().map(twig).collect();
        Ok(tree)
    }
}
