//! Looking back at a game, wherever its lines are: moments, the story, the luck. Games that are over
//! and looked at are whole in memory for a while, so that nobody plays them again for every question.

use crate::error::Error;
use crate::fair::For;
use crate::hub::Hub;
use crate::json;
use crate::patch::{NoPatch, Patch};
use crate::study::Curve;
use crate::wire::{result_info, tell};
use admiralty_bots::luck::{Luck, luck_at_leisure};
use admiralty_catalog::{Course, Lines, Match, MatchError, Path, Recall, Report, TableFace};
use admiralty_core::{Doc, SideSet, Viewer};
use admiralty_protocol::{
    DecisiveMoment, LuckInfo, LuckMoment, LuckPoint, LuckSide, Moment, Story, StoryStep, code,
};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// So long the next odds wait for a bot that thinks, and how often they look.
const PATIENCE: Duration = Duration::from_millis(500);
const GLANCE: Duration = Duration::from_millis(25);
/// So many games that are over are whole in memory.
const WHOLE: usize = 24;
/// What happens less often is luck that is worth a word …
const RARE: f64 = 0.1;
/// … and so much of it is told.
const RARITIES: usize = 40;
/// A story tells so many steps at once.
const STEPS: u32 = 200;

/// Through whose eyes somebody looks back, and what is kept from them.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Looker {
    pub(crate) viewer: Viewer,
    /// Sides whose own affairs, such as notes, are not shown.
    pub(crate) withheld: SideSet,
    /// So many entries may be known of; all of them if left out.
    pub(crate) until: Option<usize>,
}

impl Looker {
    /// The entries, from 1, that are moments of this viewer.
    fn moments(self, course: &Course) -> Vec<usize> {
        let mut moments = course.moments(self.viewer, self.withheld);
        moments.truncate(moments.partition_point(|n| self.until.is_none_or(|until| *n <= until)));
        moments
    }

    /// Which entry, from 1, this viewer's moment is; 0 before the first.
    pub(crate) fn entry(self, course: &Course, at: u32) -> Result<usize, Error> {
        let moments = self.moments(course);
        let last = moments.len();
        let entry = match at.checked_sub(1) {
            None => Some(0),
            Some(i) => moments.get(i as usize).copied(),
        };
        let says = || Error::new(code::NOT_FOUND, format!("There is no moment {at}, only {last}."));
        entry.ok_or_else(says)
    }
}

fn internal(error: MatchError) -> Error {
    Error::Internal(error.to_string())
}

/// The way to a viewer's moment.
pub(crate) struct Way {
    path: Path,
    at: u32,
    last: u32,
    viewer: Viewer,
    recall: Recall,
}

/// The way to the moment `at`, or to the last.
pub(crate) fn way(course: &Course, looker: Looker, at: Option<u32>) -> Result<Way, Error> {
    let Looker { viewer, withheld, .. } = looker;
    let last = looker.moments(course).len() as u32;
    let at = at.unwrap_or(last);
    let n = looker.entry(course, at)?;
    let path = course.path(n.saturating_sub(1), n).map_err(internal)?;
    let recall = Recall::of(course.table(), viewer).withholding(withheld);
    Ok(Way { path, at, last, viewer, recall })
}

impl Way {
    /// What is to be seen at its end.
    pub(crate) async fn go(self, lines: &impl Lines) -> Result<Moment, Error> {
        let Way { path, at, last, viewer, recall } = self;
        let mut told = Vec::new();
        let walk = path.walk(lines, |step| {
            if !recall.hides(step.before, step.after) {
                told = recall.events(step.entry.turn, &step.played.events).map(tell).collect();
            }
        });
        let table = walk.await.map_err(internal)?;
        if !recall.shows_view(&*table) {
            return Err(Error::new(code::STATE, "What was to be seen then has faded."));
        }
        let table = recall.open(&*table);
        Ok(Moment {
            at,
            last,
            turn: table.turn(),
            view: json::value(&table.view(viewer)),
            board: table.board(viewer),
            e: told,
            awaited: table.awaited(viewer).seats().iter().map(|seat| seat.0).collect(),
            over: result_info(&*table),
        })
    }
}

/// A stretch of what a viewer was told.
pub(crate) struct Tale {
    /// Nothing if there is nothing to tell.
    path: Option<Path>,
    moments: Vec<usize>,
    from: u32,
    viewer: Viewer,
    recall: Recall,
}

pub(crate) fn tale(course: &Course, looker: Looker, from: u32, to: u32) -> Result<Tale, Error> {
    let Looker { viewer, withheld, .. } = looker;
    let moments = looker.moments(course);
    let from = from.max(1);
    let to = to.min(moments.len() as u32).min(from.saturating_add(STEPS - 1));
    let path = match from <= to {
        true => Some(course.path(moments[from as usize - 1] - 1, moments[to as usize - 1])),
        false => None,
    };
    let path = path.transpose().map_err(internal)?;
    let recall = Recall::of(course.table(), viewer).withholding(withheld);
    Ok(Tale { path, moments, from, viewer, recall })
}

impl Tale {
    pub(crate) async fn tell(self, lines: &impl Lines) -> Result<Story, Error> {
        let Tale { path, moments, from, viewer, recall } = self;
        let mut steps: Vec<StoryStep> = Vec::new();
        if let Some(path) = path {
            let walk = path.walk(lines, |step| {
                if moments.binary_search(&step.n).is_err() {
                    return;
                }
                let p = match recall.shows_view(step.after) {
                    true => changed(
                        &recall.open(step.before).view(viewer),
                        &recall.open(step.after).view(viewer),
                    ),
                    false => serde_json::Value::Object(serde_json::Map::new()),
                };
                let (at, turn) = (from + steps.len() as u32, step.entry.turn);
                let e = match recall.hides(step.before, step.after) {
                    true => Vec::new(),
                    false => recall.events(turn, &step.played.events).map(tell).collect(),
                };
                steps.push(StoryStep { at, turn, e, p });
            });
            walk.await.map_err(internal)?;
        }
        Ok(Story { last: moments.len() as u32, steps })
    }
}

/// What changed; the whole new view where no patch can say it.
fn changed(old: &Doc, new: &Doc) -> serde_json::Value {
    match Patch::between(old, new) {
        Ok(Some(patch)) => serde_json::to_value(patch).unwrap_or_default(),
        Ok(None) => serde_json::Value::Object(serde_json::Map::new()),
        Err(NoPatch) => json::value(new),
    }
}

/// A game that is over, or a record: whole, and never changed any more.
pub(crate) struct Past {
    pub(crate) game: Match,
    /// What its check found, if it is a record.
    pub(crate) report: Option<Report>,
    luck: OnceLock<Luck>,
    /// What is known of its chances, by who looks.
    curves: Mutex<Vec<(Looker, Arc<Mutex<Curve>>)>>,
}

impl Past {
    pub(crate) fn new(game: Match) -> Past {
        Past { game, report: None, luck: OnceLock::new(), curves: Mutex::default() }
    }

    pub(crate) fn of_record(game: Match, report: Report) -> Past {
        Past { report: Some(report), ..Past::new(game) }
    }

    /// The table at a moment of this viewer, without what is kept from whoever looks, and after how
    /// many entries it stands.
    pub(crate) fn table(
        &self,
        looker: Looker,
        at: u32,
    ) -> Result<(Box<dyn TableFace>, usize), Error> {
        let entry = looker.entry(self.game.course(), at)?;
        let table = self.game.seek(entry).map_err(internal)?;
        Ok((self.open(looker, &*table), entry))
    }

    /// The table before an entry, counted from 1.
    pub(crate) fn before(&self, looker: Looker, entry: usize) -> Result<Box<dyn TableFace>, Error> {
        let table = self.game.seek(entry.saturating_sub(1)).map_err(internal)?;
        Ok(self.open(looker, &*table))
    }

    fn open(&self, looker: Looker, table: &dyn TableFace) -> Box<dyn TableFace> {
        let recall = Recall::of(self.game.table(), looker.viewer).withholding(looker.withheld);
        recall.open(table)
    }

    /// The curve of whoever looks, begun if it is the first time.
    pub(crate) fn curve(&self, looker: Looker, new: fn(u32) -> Curve) -> Arc<Mutex<Curve>> {
        let mut curves = self.curves.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, curve)) = curves.iter().find(|(whose, _)| *whose == looker) {
            return Arc::clone(curve);
        }
        let last = looker.moments(self.game.course()).len() as u32;
        let curve = Arc::new(Mutex::new(new(last)));
        curves.push((looker, Arc::clone(&curve)));
        curve
    }

    /// The same, to be played on from: as a set-up has it.
    pub(crate) fn position(&self, looker: Looker, at: u32) -> Result<(Doc, u32), Error> {
        let (table, entry) = self.table(looker, at)?;
        if table.end().is_some() {
            return Err(Error::new(
                code::STATE,
                "The game is over at this moment: go back a little.",
            ));
        }
        Ok((Doc::map().with("position", table.save()), entry as u32))
    }

    /// Who had the luck, in the numbering of the umpire as this person has it.
    pub(crate) async fn luck(
        self: &Arc<Past>,
        hub: &Hub,
        withheld: SideSet,
    ) -> Result<LuckInfo, Error> {
        let found = self.counted(hub).await?;
        let found = found.luck.get().ok_or_else(|| Error::Internal("no luck".into()))?;
        let moments = self.game.course().moments(Viewer::Umpire, withheld);
        let at = |entry: usize| moments.partition_point(|n| *n <= entry) as u32;
        let rolled = found.sums.iter().filter(|(_, sum)| sum.dice > 0);
        let sides = rolled.map(|(name, sum)| LuckSide {
            name: name.clone(),
            dice: sum.dice,
            shown: sum.shown,
            expected: sum.expected,
            deviations: sum.deviations(),
        });
        let decided = found.entries.iter().filter_map(|entry| Some((entry, entry.chance?)));
        let rare = decided.map(|(entry, chance)| LuckMoment {
            at: at(entry.number),
            by: entry.by.clone(),
            outcome: entry.outcome.clone(),
            chance,
        });
        let mut rare: Vec<LuckMoment> = rare.collect();
        rare.sort_by(|a, b| a.chance.total_cmp(&b.chance));
        let turning = rare.first().cloned();
        rare.retain(|moment| moment.chance <= RARE);
        rare.truncate(RARITIES);
        let n_sides = usize::from(self.game.table().n_sides());
        let mut sums = vec![0.0; n_sides];
        let mut curve = Vec::new();
        for entry in &found.entries {
            for (side, sum) in sums.iter_mut().enumerate() {
                let own = entry.rolled.iter().filter(|roll| {
                    roll.side.is_some_and(|whose| whose.index() == side) && roll.is_luck()
                });
                let more: Vec<f64> = own.map(|roll| roll.counts - roll.expected).collect();
                if !more.is_empty() {
                    *sum += more.iter().sum::<f64>();
                    let sum = *sum / found.sums[side].1.variance.sqrt().max(1e-9);
                    curve.push(LuckPoint { at: at(entry.number), side: side as u8, sum });
                }
            }
        }
        let decisive = found.decisive.as_ref().map(|it| DecisiveMoment {
            at: at(it.entry),
            was: it.was,
            now: it.now,
            says: it.says.clone(),
        });
        Ok(LuckInfo { sides: sides.collect(), turning, decisive, curve, moments: rare })
    }

    /// Itself, when the luck is counted: that takes a while, once.
    async fn counted(self: &Arc<Past>, hub: &Hub) -> Result<Arc<Past>, Error> {
        let past = Arc::clone(self);
        if past.luck.get().is_some() {
            return Ok(past);
        }
        let _place = hub.counting.place(&For::default()).await;
        let thinkers = Arc::clone(&hub.thinkers);
        let work = move || {
            // Bots of games that are played go first, for a while.
            let pause = || {
                let until = Instant::now() + PATIENCE;
                while thinkers.is_busy() && Instant::now() < until {
                    std::thread::sleep(GLANCE);
                }
            };
            if past.luck.get().is_none() {
                let luck = luck_at_leisure(&past.game, &pause).map_err(internal)?;
                let _ = past.luck.set(luck);
            }
            Ok(past)
        };
        let done = tokio::task::spawn_blocking(work).await;
        done.map_err(|error| Error::Internal(error.to_string()))?
    }
}

/// Games that were looked at last, by the ids of their tables and records.
#[derive(Default)]
pub(crate) struct Pasts(Mutex<VecDeque<(String, Arc<Past>)>>);

impl Pasts {
    fn lock(&self) -> MutexGuard<'_, VecDeque<(String, Arc<Past>)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn get(&self, id: &str) -> Option<Arc<Past>> {
        let mut all = self.lock();
        let at = all.iter().position(|(known, _)| known == id)?;
        let found = all.remove(at)?;
        let past = Arc::clone(&found.1);
        all.push_front(found);
        Some(past)
    }

    /// Two may have asked at the same moment: both get the same.
    pub(crate) fn put(&self, id: &str, past: Past) -> Arc<Past> {
        if let Some(known) = self.get(id) {
            return known;
        }
        let past = Arc::new(past);
        let mut all = self.lock();
        all.push_front((id.into(), Arc::clone(&past)));
        all.truncate(WHOLE);
        past
    }
}
