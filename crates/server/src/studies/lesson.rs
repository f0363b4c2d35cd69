//! The questions of a study as a lesson: a file of `games/<game>/lessons`, with a part for each.

use super::chapter;
use crate::error::Error;
use crate::store::{ChapterRow, StudyRow};
use admiralty_catalog::{Game, Start, Tree, tomls};
use admiralty_core::{Doc, Tape};
use admiralty_protocol::{StudyAsk, StudyNode, code};

fn broken(why: impl ToString) -> Error {
    Error::Internal(why.to_string())
}

/// The whole file. A lesson is of one game: that of the first question.
pub(super) fn lesson(
    row: &StudyRow,
    find: impl Fn(&str) -> Option<&'static dyn Game>,
) -> Result<String, Error> {
    let asked = |chapter: &&ChapterRow| chapter.nodes().iter().any(|node| node.ask.is_some());
    let Some(first) = row.chapters.iter().find(asked) else {
        let says = "No question is asked in this study: a lesson is made of questions.";
        return Err(Error::new(code::STATE, says));
    };
    let game = find(&first.shown.game).ok_or_else(|| broken("unknown game"))?;
    let mut cases = Vec::new();
    for chapter in row.chapters.iter().filter(|one| one.shown.game == first.shown.game) {
        let tree = chapter.tree(game)?;
        for node in chapter.nodes() {
            let answer = chapter.after(node.id).next();
            if let (Some(ask), Some(answer)) = (&node.ask, answer) {
                let name = format!("{}. {}", cases.len() + 1, chapter.shown.name);
                cases.push(part(&tree, node, ask, answer, name.trim())?);
            }
        }
    }
    if cases.is_empty() {
        let says = "No question has an answer yet: play what should be found.";
        return Err(Error::new(code::STATE, says));
    }
    let title = if row.name.is_empty() { "A study" } else { &row.name };
    let doc = Doc::map()
        .with("game", game.meta().id)
        .with("title", title.to_string())
        .with("case", Doc::List(cases));
    tomls::write(&doc).map_err(broken)
}

/// A part: what leads to the question, and the answer with the first thing that comes of it.
fn part(
    tree: &Tree,
    node: &StudyNode,
    ask: &StudyAsk,
    answer: &StudyNode,
    name: &str,
) -> Result<Doc, Error> {
    let mut table = tree.table(node.id).map_err(broken)?;
    let by = table.parse_actor(&answer.by).ok_or_else(|| broken("no seat"))?;
    let values: Vec<u16> =
        answer.dice.iter().filter_map(|word| chapter::roll(word)).map(|roll| roll.value).collect();
    let played = table.play(by, &answer.action, &mut Tape::new(&values)).map_err(broken)?;
    let clauses = played.events.iter().flat_map(|event| &event.clauses);
    let mut clauses: Vec<String> = clauses.map(ToString::to_string).collect();
    if clauses.is_empty() {
        clauses.extend(tree.game.register().clauses.first().map(|clause| clause.id.clone()));
    }
    clauses.dedup();
    clauses.truncate(3);
    let seen = played.events.first().map(|event| without_null(&event.doc));
    let says = |text: &str, other: &str| {
        let text = if text.is_empty() { other } else { text };
        Doc::Text(text.replace('\n', " ").into())
    };
    let hint = format!("{}: {}", answer.by, answer.action);
    let mut part = Doc::map()
        .with("name", name.to_string())
        .with("text", says(&node.text, &ask.goal))
        .with("goal", says(&ask.goal, ""))
        .with("hint", says(&ask.hint, &hint))
        .with("you", answer.by.clone())
        .with("clauses", texts(clauses));
    part = match &tree.start {
        Start::Setup(setup) => part.with("options", without_null(setup)),
        Start::Position(doc) => part.with("position", without_null(doc)),
    };
    if !tree.begun.is_empty() {
        let dice = tree.begun.iter().map(|roll| Doc::Int(roll.value.into()));
        part = part.with("begin_dice", Doc::List(dice.collect()));
    }
    let way = tree.way(node.id).map_err(broken)?;
    if !way.is_empty() {
        let lines = way.iter().map(|twig| {
            let dice: Vec<String> = twig.rolled.iter().map(|roll| roll.value.to_string()).collect();
            format!("{}: {} [{}]", twig.by, twig.action, dice.join(" "))
        });
        part = part.with("record", texts(lines.collect()));
    }
    let dice = values.iter().map(|value| Doc::Int((*value).into())).collect();
    let mut step = Doc::map()
        .with("by", answer.by.clone())
        .with("play", answer.action.clone())
        .with("dice", Doc::List(dice));
    if let Some(seen) = seen {
        step = step.with("events", Doc::List(vec![seen]));
    }
    Ok(part.with("step", Doc::List(vec![step])))
}

fn texts(all: Vec<String>) -> Doc {
    Doc::List(all.into_iter().map(Doc::from).collect())
}

/// TOML knows nothing that is nothing.
fn without_null(doc: &Doc) -> Doc {
    match doc {
        Doc::Map(fields) => {
            let some = fields.iter().filter(|(_, value)| *value != Doc::Null);
            Doc::Map(some.map(|(key, value)| (key.clone(), without_null(value))).collect())
        }
        Doc::List(items) => Doc::List(items.iter().map(without_null).collect()),
        other => other.clone(),
    }
}
