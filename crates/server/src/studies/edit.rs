//! What writers change in a study.

use super::chapter::NODES;
use crate::error::Error;
use crate::store::{ChapterRow, StudyRow};
use admiralty_protocol::{StudyAsk, StudyEdit, StudyMark, StudyNode, code};
use std::collections::BTreeSet;

/// Signs of a name, of a text, of a place.
const NAME: usize = 80;
const TEXT: usize = 4_000;
const PLACE: usize = 40;
/// Arrows and marks of a moment.
const MARKS: usize = 40;
/// Chapters of a study.
pub(super) const CHAPTERS: usize = 32;
/// So deep branches of branches go.
const DEEPEST: usize = 40;
/// No study is larger, as it is kept.
pub(super) const LARGEST: usize = 2 * 1024 * 1024;

fn refused(says: impl Into<String>) -> Error {
    Error::new(code::STATE, says)
}

/// A line of text without what cannot be shown.
pub(super) fn line(text: &str, most: usize) -> String {
    let plain: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    plain.trim().chars().take(most).collect::<String>().trim_end().into()
}

pub(super) fn name(text: &str) -> String {
    line(text, NAME)
}

/// Some lines of text.
fn text(said: &str) -> String {
    let lines = said.lines().map(|one| line(one, TEXT));
    let lines: Vec<String> = lines.collect();
    lines.join("\n").trim().chars().take(TEXT).collect()
}

fn chapter(row: &mut StudyRow, id: u32) -> Result<&mut ChapterRow, Error> {
    let none = || Error::new(code::NOT_FOUND, "There is no such chapter any more.");
    row.chapters.iter_mut().find(|chapter| chapter.shown.id == id).ok_or_else(none)
}

/// Makes a change; chapters to be added are made already.
pub(super) fn apply(
    row: &mut StudyRow,
    user: &str,
    edit: &StudyEdit,
    made: &[ChapterRow],
) -> Result<(), Error> {
    let owner = row.user == user;
    let of_owner = || Error::new(code::NOT_HOST, "That is for the owner of the study.");
    let now = row.version + 1;
    match edit {
        StudyEdit::Rename { .. } | StudyEdit::Access { .. } if !owner => return Err(of_owner()),
        StudyEdit::Rename { name: new } => row.name = name(new),
        StudyEdit::Access { access } => row.access = *access,
        StudyEdit::Dismiss { id } if !owner && id != user => return Err(of_owner()),
        StudyEdit::Dismiss { id } => row.writers.retain(|writer| writer.id != *id),
        StudyEdit::AddChapter { .. } => {
            if row.chapters.len() + made.len() > CHAPTERS {
                return Err(refused(format!("A study has at most {CHAPTERS} chapters.")));
            }
            for chapter in made {
                let mut chapter = chapter.clone();
                chapter.shown.id = row.next;
                chapter.shown.version = now;
                row.next += 1;
                row.chapters.push(chapter);
            }
        }
        StudyEdit::NameChapter { chapter: id, name: new } => {
            let chapter = chapter(row, *id)?;
            chapter.shown.name = name(new);
            chapter.shown.version = now;
        }
        StudyEdit::EndChapter { chapter: id } => {
            chapter(row, *id)?;
            if row.chapters.len() == 1 {
                return Err(refused("The last chapter stays: remove the study instead."));
            }
            row.chapters.retain(|chapter| chapter.shown.id != *id);
        }
        StudyEdit::MoveChapter { chapter: id, to } => {
            let at = row.chapters.iter().position(|chapter| chapter.shown.id == *id);
            let none = || Error::new(code::NOT_FOUND, "There is no such chapter any more.");
            let chapter = row.chapters.remove(at.ok_or_else(none)?);
            let to = (*to as usize).min(row.chapters.len());
            row.chapters.insert(to, chapter);
        }
        StudyEdit::Note { chapter: id, node, name: new, text: said, sign, marks, ask } => {
            if !["", "!", "?"].contains(&sign.as_str()) || marks.len() > MARKS {
                let says = format!("A sign is ! or ?, and a moment has at most {MARKS} marks.");
                return Err(Error::new(code::MALFORMED, says));
            }
            let chapter = chapter(row, *id)?;
            chapter.node(*node)?;
            chapter.shown.version = now;
            let found = chapter.nodes_mut().iter_mut().find(|one| one.id == *node);
            if let Some(found) = found {
                found.name = name(new);
                found.text = text(said);
                found.sign.clone_from(sign);
                found.marks = marks.iter().filter_map(mark).collect();
                let asked = ask
                    .as_ref()
                    .map(|ask| StudyAsk { goal: line(&ask.goal, 400), hint: line(&ask.hint, 400) });
                found.ask = asked.filter(|ask| !ask.goal.is_empty());
            }
        }
        StudyEdit::Promote { chapter: id, node } => {
            let chapter = chapter(row, *id)?;
            promote(chapter, *node)?;
            chapter.shown.version = now;
        }
        StudyEdit::Remove { chapter: id, node } => {
            let chapter = chapter(row, *id)?;
            chapter.node(*node)?;
            if *node <= chapter.shown.played {
                return Err(refused("The game as it was played stays."));
            }
            let mut gone = BTreeSet::from([*node]);
            for one in chapter.nodes() {
                if gone.contains(&one.parent) && one.id > 0 {
                    gone.insert(one.id);
                }
            }
            chapter.nodes_mut().retain(|one| !gone.contains(&one.id));
            chapter.shown.version = now;
        }
    }
    Ok(())
}

fn mark(mark: &StudyMark) -> Option<StudyMark> {
    let place = |text: &str| Some(line(text, PLACE)).filter(|text| !text.is_empty());
    let to = match &mark.to {
        Some(to) => Some(place(to)?),
        None => None,
    };
    Some(StudyMark { at: place(&mark.at)?, to })
}

/// The entries of the game as it was played are the first ones, in order.
fn promote(chapter: &mut ChapterRow, node: u32) -> Result<(), Error> {
    let parent = chapter.node(node)?.parent;
    let first = chapter.after(parent).next().map(|first| first.id);
    if first == Some(node) || node == 0 {
        return Ok(());
    }
    if first.is_some_and(|first| first <= chapter.shown.played) {
        // Before the other branches, behind the game.
        let second = chapter.after(parent).nth(1).map(|one| one.id);
        if let Some(second) = second {
            swap_before(chapter, node, second);
        }
        return Ok(());
    }
    if let Some(first) = first {
        swap_before(chapter, node, first);
    }
    Ok(())
}

/// An entry with all that follows it goes before another that follows the same one.
fn swap_before(chapter: &mut ChapterRow, node: u32, other: u32) {
    let nodes = chapter.nodes_mut();
    let Some(from) = nodes.iter().position(|one| one.id == node) else { return };
    let moved = nodes.remove(from);
    let to = nodes.iter().position(|one| one.id == other).unwrap_or(from);
    nodes.insert(to, moved);
}

/// How deep in branches an entry stands.
fn depth(chapter: &ChapterRow, node: u32) -> usize {
    let (mut deep, mut now) = (0, node);
    for _ in 0..chapter.nodes().len() {
        let Ok(here) = chapter.node(now) else { break };
        if here.id == 0 {
            break;
        }
        let first = chapter.after(here.parent).next();
        deep += usize::from(first.is_some_and(|first| first.id != now));
        now = here.parent;
    }
    deep
}

/// One more entry; the number of the one that is there already, if it is the same.
pub(super) fn add(row: &mut StudyRow, id: u32, entry: &StudyNode) -> Result<u32, Error> {
    let now = row.version + 1;
    let chapter = chapter(row, id)?;
    chapter.node(entry.parent)?;
    let same = |one: &&StudyNode| {
        (&one.by, &one.action, &one.dice) == (&entry.by, &entry.action, &entry.dice)
    };
    if let Some(known) = chapter.after(entry.parent).find(same) {
        return Ok(known.id);
    }
    if chapter.nodes().len() >= NODES {
        return Err(refused(format!("A chapter has at most {NODES} entries.")));
    }
    if depth(chapter, entry.parent) >= DEEPEST {
        return Err(refused(format!("Branches go {DEEPEST} deep at most.")));
    }
    let id = chapter.next;
    chapter.next += 1;
    chapter.shown.version = now;
    chapter.nodes_mut().push(StudyNode { id, ..entry.clone() });
    Ok(id)
}
