//! Can the goal of a lesson still be reached? A learner who has spoiled it is told so, and why.

use super::pattern::EventPattern;
use super::read::Deed;
use super::trial::{Standing, Trial};
use crate::face::{Objection, Refusal};
use admiralty_core::{Actor, Doc};

/// So many actions of the learner are tried before it is left open.
const TRIES: usize = 240;
/// So many of them in a row.
const DEEP: usize = 2;

/// Why a goal can no longer be reached.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Why {
    /// The rules forbid what would lead there.
    Refused(Refusal),
    /// This has happened, and must not have.
    Happened(String),
    /// Somebody else decides now, or nothing is left to do.
    Gone,
}

impl Trial<'_> {
    /// What must never happen and has.
    pub(super) fn spoiled(&self) -> Option<Why> {
        let task = self.case.task.as_ref()?;
        let (_, never) = task.reached.iter().find(|(name, _)| *name == "never")?;
        let Doc::List(never) = never else { return None };
        let table = self.table();
        let patterns: Vec<EventPattern> =
            never.iter().filter_map(|doc| EventPattern::read(doc, table).ok()).collect();
        let mut events = self.moments().iter().flat_map(|moment| &moment.events);
        let event = events.find(|event| patterns.iter().any(|one| one.matches(event)))?;
        Some(Why::Happened(event.sentence.clone()))
    }

    /// Nothing of the story can be done any more, and nothing else leads to the goal.
    pub(super) fn hopeless(&self) -> Option<Why> {
        let you = Actor::Seat(self.you());
        let last = self.tries().last().map(|action| verb(action));
        let mut why: Option<(bool, Refusal)> = None;
        for step in self.left().iter().filter(|step| self.is_yours(step)) {
            let (Some(Deed::Play(text)) | Some(Deed::Line(text))) = &step.deed else { continue };
            match self.table().check(you, text) {
                Ok(_) => return None,
                Err(Objection::Refused(refusal)) => {
                    // What was just done is why it cannot be done again; else the first step tells most.
                    let again = last == Some(verb(text));
                    if why.as_ref().is_none_or(|(known, _)| again && !known) {
                        why = Some((again, refusal));
                    }
                }
                Err(_) => {}
            }
        }
        let why = why.and_then(|(_, refusal)| worth_telling(refusal));
        let mut tries = TRIES;
        (self.leads(DEEP, &mut tries) == Some(false)).then(|| why.map_or(Why::Gone, Why::Refused))
    }

    /// Does an action of the learner, or another after it, reach the goal? Nothing where there are too
    /// many of them.
    fn leads(&self, deep: usize, tries: &mut usize) -> Option<bool> {
        let all = self.table().actions(self.you(), *tries);
        if !all.complete {
            return None;
        }
        for action in &all.actions {
            *tries = tries.checked_sub(1)?;
            let mut next = self.again()?;
            if next.act(action).is_err() {
                continue;
            }
            match next.judged() {
                Standing::Reached => return Some(true),
                Standing::Open if deep > 1 && next.leads(deep - 1, tries)? => return Some(true),
                Standing::Open | Standing::Missed => {}
            }
        }
        Some(false)
    }
}

/// `move`, `fire`: what kind of action it is.
fn verb(action: &str) -> &str {
    action.split(' ').next().unwrap_or_default()
}

/// That something else is asked by now explains nothing; what stands behind it may.
fn worth_telling(refusal: Refusal) -> Option<Refusal> {
    if !refusal.sentence.contains("now: ") {
        return Some(refusal);
    }
    refusal.behind.map(|behind| *behind)
}
