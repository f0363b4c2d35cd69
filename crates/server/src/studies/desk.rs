//! A moment of a chapter as a table: what is tried there is played by the rules.

use super::chapter;
use crate::App;
use crate::error::Error;
use crate::store::{ChapterRow, StudyRow};
use admiralty_catalog::{ErasedEvent, Objection, Played, TableFace};
use admiralty_core::{Actor, Dice, Die, Dry, Seeded, Tape};
use admiralty_protocol::{StudyDice, StudyNode, StudyTry, code};
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

/// So many tables are kept.
const KEPT: usize = 128;
/// What happened in so many entries before is told.
const TOLD: usize = 40;
/// So many entries are tried without being kept.
const TRIED: usize = 200;
/// So often dice are rolled to see what comes most.
const ROLLS: u64 = 96;

/// A table at a moment, and what happened last on the way there.
#[derive(Clone)]
pub(crate) struct Stand {
    pub(crate) table: Arc<dyn TableFace>,
    /// How many entries led there.
    pub(crate) n: u32,
    /// Of the last of them: what happened.
    pub(crate) past: VecDeque<(u32, Vec<ErasedEvent>)>,
}

impl Stand {
    fn after(&self, table: Box<dyn TableFace>, played: &Played) -> Stand {
        let mut past = self.past.clone();
        past.push_back((self.n + 1, played.events.clone()));
        while past.len() > TOLD {
            past.pop_front();
        }
        Stand { table: table.into(), n: self.n + 1, past }
    }
}

/// Which moment: study, chapter, entry. An entry never changes, and no number is used twice.
type Key = (String, u32, u32);

/// Tables that were played to, the last ones first.
#[derive(Default)]
pub(super) struct Stands(Mutex<VecDeque<(Key, Stand)>>);

impl Stands {
    fn get(&self, key: &Key) -> Option<Stand> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = all.iter().position(|(known, _)| known == key)?;
        let found = all.remove(at)?;
        let stand = found.1.clone();
        all.push_front(found);
        Some(stand)
    }

    fn put(&self, key: Key, stand: Stand) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.push_front((key, stand));
        all.truncate(KEPT);
    }
}

/// An action that was carried out.
pub(crate) struct Tried {
    pub(crate) stand: Stand,
    pub(crate) played: Played,
    /// As an entry of the study.
    pub(crate) entry: StudyNode,
}

/// Forced dice first, then rolled ones.
struct Mixed<'a> {
    tape: Tape<'a>,
    seeded: Seeded,
}

impl Dice for Mixed<'_> {
    fn roll(&mut self, die: Die) -> Result<u16, Dry> {
        match self.tape.roll(die) {
            Err(Dry::Ended { .. }) => self.seeded.roll(die),
            rolled => rolled,
        }
    }
}

/// Carries an action out.
pub(crate) fn carry_out(
    stand: &Stand,
    by: Actor,
    action: &str,
    dice: &StudyDice,
    seed: u64,
) -> Result<Tried, Objection> {
    let before = &*stand.table;
    let values = match dice {
        StudyDice::Rolled => Vec::new(),
        StudyDice::Forced(values) => values.clone(),
        StudyDice::Expected => expected(before, by, action)?,
    };
    let mut table = before.clone_box();
    let mut dice = Mixed { tape: Tape::new(&values), seeded: Seeded::new(seed) };
    let played = table.play(by, action, &mut dice)?;
    let entry = StudyNode {
        by: before.actor_code(by),
        action: played.action.clone(),
        dice: chapter::words(&played.rolled),
        says: chapter::says(&played.events),
        turn: before.turn(),
        ..StudyNode::default()
    };
    Ok(Tried { stand: stand.after(table, &played), played, entry })
}

/// Dice of the outcome that comes most often.
fn expected(table: &dyn TableFace, by: Actor, action: &str) -> Result<Vec<u16>, Objection> {
    let mut seen: BTreeMap<String, (usize, usize, Vec<u16>)> = BTreeMap::new();
    for n in 0..ROLLS {
        let mut copy = table.clone_box();
        let played = copy.play(by, action, &mut Seeded::new(n))?;
        if played.rolled.is_empty() {
            return Ok(Vec::new());
        }
        let told: Vec<&str> =
            played.events.iter().filter_map(|event| event.outcome.as_deref()).collect();
        let key = match told.is_empty() {
            true => format!("{:016x}", copy.digest()),
            false => told.join("|"),
        };
        let values = played.rolled.iter().map(|roll| roll.value).collect();
        let order = seen.len();
        seen.entry(key).or_insert((0, order, values)).0 += 1;
    }
    // Of those that come as often, the first.
    let most = seen.into_values().max_by_key(|(times, order, _)| (*times, usize::MAX - order));
    Ok(most.map(|(_, _, values)| values).unwrap_or_default())
}

impl App {
    /// The chapter of a study.
    pub(crate) fn chapter(row: &StudyRow, id: u32) -> Result<&ChapterRow, Error> {
        let none = || Error::new(code::NOT_FOUND, "There is no such chapter any more.");
        row.chapters.iter().find(|chapter| chapter.shown.id == id).ok_or_else(none)
    }

    /// The table after an entry, and after what was tried there.
    pub(crate) async fn stand(
        &self,
        row: &StudyRow,
        chapter: u32,
        node: u32,
        line: &[StudyTry],
    ) -> Result<Stand, Error> {
        if line.len() > TRIED {
            return Err(Error::new(code::SIZE, "So much is not tried without being kept."));
        }
        let chapter = App::chapter(row, chapter)?.clone();
        chapter.node(node)?;
        let game = self.hub().game(&chapter.shown.game);
        let game = game.ok_or_else(|| Error::Internal("unknown game".into()))?;
        let (app, study, line) = (self.clone(), row.id.clone(), line.to_vec());
        let work = move || {
            let stands = &app.0.studies.stands;
            let key = |node: u32| (study.clone(), chapter.shown.id, node);
            let broken = |why: String| Error::Internal(why);
            // From the nearest table that is kept.
            let tree = chapter.tree(game)?;
            let way = tree.way(node).map_err(|fault| broken(fault.to_string()))?;
            let mut from = way.len();
            let mut stand = loop {
                let at = if from == 0 { 0 } else { way[from - 1].id };
                if let Some(found) = stands.get(&key(at)) {
                    break found;
                }
                if from == 0 {
                    let root = tree.root().map_err(|fault| broken(fault.to_string()))?;
                    break Stand { table: root.into(), n: 0, past: VecDeque::new() };
                }
                from -= 1;
            };
            for twig in &way[from..] {
                let values: Vec<u16> = twig.rolled.iter().map(|roll| roll.value).collect();
                let by = stand.table.parse_actor(&twig.by);
                let by = by.ok_or_else(|| broken("there is no such seat".into()))?;
                let mut table = stand.table.clone_box();
                let played = table.play(by, &twig.action, &mut Tape::new(&values));
                stand = stand.after(table, &played.map_err(|why| broken(why.to_string()))?);
            }
            if from < way.len() || way.is_empty() {
                stands.put(key(node), stand.clone());
            }
            for tried in &line {
                let none = || Error::new(code::STATE, "There is no such seat.");
                let by = stand.table.parse_actor(&tried.by).ok_or_else(none)?;
                let dice = StudyDice::Forced(tried.dice.clone());
                let done = carry_out(&stand, by, &tried.action, &dice, 0);
                let done = done.map_err(|no| Error::new(code::STATE, no.to_string()))?;
                stand = done.stand;
            }
            Ok(stand)
        };
        let done = tokio::task::spawn_blocking(work).await;
        done.map_err(|error| Error::Internal(error.to_string()))?
    }

    /// Is this entry an answer to the question at the moment before it? Nothing if none is asked.
    pub(crate) fn answers(
        chapter: &ChapterRow,
        node: u32,
        stand: &Stand,
        tried: &Tried,
        by: Actor,
    ) -> Option<bool> {
        chapter.node(node).ok()?.ask.as_ref()?;
        let right = chapter.after(node).enumerate().filter(|(i, one)| *i == 0 || one.sign == "!");
        let mut right = right.map(|(_, one)| one);
        Some(right.any(|one| {
            if one.by != tried.entry.by {
                return false;
            }
            if one.action == tried.entry.action {
                return true;
            }
            // Written in another way, but the same by the rules.
            let values: Vec<u16> =
                one.dice.iter().filter_map(|word| chapter::roll(word)).map(|r| r.value).collect();
            let dice = StudyDice::Forced(values);
            let play = |action: &str| carry_out(stand, by, action, &dice, 0).ok();
            let both = play(&one.action).zip(play(&tried.entry.action));
            both.is_some_and(|(a, b)| a.stand.table.digest() == b.stand.table.digest())
        }))
    }
}
