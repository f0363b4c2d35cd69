//! Games that are over, studied: the chances to win along the way, by trials that the bots' quick
//! policy plays on and their judge decides, and what else could have been done.
//!
//! There is no job that runs by itself. Every request adds about a second of trials to the curve of
//! its game, on the one place for studies, and steps aside as soon as a bot of a game that is played
//! wants to think. Whoever stops asking has cancelled it.

use crate::error::Error;
use crate::fair::For;
use crate::hub::Hub;
use crate::past::{Looker, Past};
use admiralty_bots::Budget;
use admiralty_bots::eval::shipyard;
use admiralty_bots::search::{Eyes, Shipyard};
use admiralty_core::{Actor, Seeded, Viewer};
use admiralty_protocol::{Analysis, Chance, IdeaInfo, Outlook, Thoughts, Turning, code};
use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A request adds trials for so long.
const SLICE: Duration = Duration::from_millis(800);
/// So long it waits for bots that think, before it adds the one trial that it may always add.
const PATIENCE: Duration = Duration::from_millis(1_500);
/// How often it looks whether they do.
const GLANCE: Duration = Duration::from_millis(25);
/// The first curve has so many moments, about.
const COARSE: usize = 24;
/// No curve has more.
const FINEST: usize = 240;
/// Trials at every moment of the first curve, and of finer ones.
const FEW: u32 = 6;
/// Trials at every moment, when all of them have few.
const MORE: [u32; 3] = [12, 24, 48];
/// Nineteen times in twenty.
const SURE: f32 = 1.96;
/// A chance that changed by less has decided nothing.
const SWING: f32 = 0.08;
/// So many turning points are named.
const TURNINGS: usize = 5;
/// A decision is weighed for so long, and with so many nodes at most.
const WEIGHING: Duration = Duration::from_millis(1_500);
const NODES: u64 = 12_000;

/// Who studies at this moment: one thing at a time for each person.
#[derive(Default)]
pub(crate) struct Studying(Mutex<HashSet<String>>);

/// Somebody's turn at studying, until it is dropped.
struct Turn<'a>(&'a Studying, String);

impl Studying {
    fn begin(&self, user: &str) -> Result<Turn<'_>, Error> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match all.insert(user.into()) {
            true => Ok(Turn(self, user.into())),
            false => {
                Err(Error::new(code::RATE, "One study at a time: the other one is still going on."))
            }
        }
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.1);
    }
}

/// What is known of a game's chances, through one viewer's eyes.
pub(crate) struct Curve {
    /// Which of the viewer's moments it looks at, in order.
    points: Vec<Point>,
    /// How far apart the points of the first curve are, among those.
    stride: usize,
    /// Trials made by it, for seeds of their own.
    seed: u64,
}

#[derive(Clone)]
struct Point {
    at: u32,
    turn: u32,
    /// The game is over there.
    sure: bool,
    n: u32,
    /// Of each side.
    sums: Vec<f64>,
}

impl Curve {
    fn new(last: u32) -> Curve {
        let every = (last as usize + 1).div_ceil(FINEST).max(1);
        let mut moments: Vec<u32> = (0..=last).step_by(every).collect();
        if moments.last() != Some(&last) {
            moments.push(last);
        }
        let stride = (moments.len() / COARSE).max(1).next_power_of_two();
        let point = |at| Point { at, turn: 0, sure: false, n: 0, sums: Vec::new() };
        Curve { points: moments.into_iter().map(point).collect(), stride, seed: 0 }
    }

    /// How far apart points are in each round, and how many trials each is to have then. The first
    /// goes once over the whole game.
    fn rounds(&self) -> impl Iterator<Item = (usize, u32)> {
        let first = [(self.stride, 1), (self.stride, FEW / 2)];
        let strides = std::iter::successors(Some(self.stride), |n| (*n > 1).then(|| n / 2));
        let finer = strides.map(|stride| (stride, FEW));
        first.into_iter().chain(finer).chain(MORE.map(|trials| (1, trials)))
    }

    /// The point that wants a trial next: coarse before fine, few before many.
    fn next(&self) -> Option<usize> {
        let last = self.points.len() - 1;
        let poor = |(stride, want): (usize, u32)| {
            (0..=last).find(|&i| {
                let point = &self.points[i];
                (i % stride == 0 || i == last) && !point.sure && point.n < want
            })
        };
        self.rounds().find_map(poor)
    }

    fn trials(&self) -> u32 {
        self.points.iter().map(|point| point.n).sum()
    }

    fn wanted(&self) -> u32 {
        let most = MORE[MORE.len() - 1];
        self.points.iter().map(|point| if point.sure { point.n } else { most }).sum()
    }
}

/// The interval in which a share of so many trials lies (Wilson's). Trials that were judged before
/// their end count like whole games that were won or lost, which makes it wider, never
/// narrower.
fn chance(mean: f64, n: u32, sure: bool) -> Chance {
    let p = mean as f32;
    if sure {
        return Chance { mean: p, low: p, high: p };
    }
    let n = n.max(1) as f32;
    let z = SURE * SURE / n;
    let middle = (p + z / 2.0) / (1.0 + z);
    let half = SURE / (1.0 + z) * (p * (1.0 - p) / n + z / (4.0 * n)).sqrt();
    Chance { mean: p, low: (middle - half).max(0.0).min(p), high: (middle + half).min(1.0).max(p) }
}

impl Point {
    fn mean(&self, side: usize) -> f64 {
        self.sums.get(side).copied().unwrap_or(0.5) / f64::from(self.n.max(1))
    }

    /// The square of the standard error of a mean, never quite nothing where something is left to chance.
    fn doubt(&self, side: usize) -> f64 {
        if self.sure {
            return 0.0;
        }
        let n = f64::from(self.n.max(1));
        let p = (self.mean(side) * n + 1.0) / (n + 2.0);
        p * (1.0 - p) / n
    }

    fn outlook(&self, sides: usize) -> Outlook {
        let chances = (0..sides).map(|side| chance(self.mean(side), self.n, self.sure));
        let trials = if self.sure { 0 } else { self.n };
        Outlook { at: self.at, turn: self.turn, chances: chances.collect(), trials }
    }
}

/// Where a side's chance rose most from one point to the next, and by more than their error.
fn turning(points: &[&Point], sides: usize) -> Vec<Turning> {
    let mut found = Vec::new();
    for two in points.windows(2) {
        let [a, b] = two else { continue };
        let rises = (0..sides).map(|side| {
            let by = b.mean(side) - a.mean(side);
            (side, by, by / (a.doubt(side) + b.doubt(side)).sqrt().max(1e-6))
        });
        let best = rises.max_by(|(_, a, _), (_, b, _)| a.total_cmp(b));
        let Some((side, by, sure)) = best else { continue };
        if by as f32 >= SWING && sure as f32 >= SURE {
            found.push(Turning { at: b.at, from: a.at, side: side as u8, by: by as f32 });
        }
    }
    found.sort_by(|a, b| b.by.total_cmp(&a.by));
    found.truncate(TURNINGS);
    found
}

fn judge(past: &Past) -> Result<&'static dyn Shipyard, Error> {
    let game = past.game.game().meta().id;
    shipyard(game).ok_or_else(|| Error::new(code::STATE, "This game has no judge yet."))
}

fn eyes(viewer: Viewer) -> Eyes {
    match viewer {
        Viewer::Seat(seat) => Eyes::Seat(seat),
        Viewer::Umpire | Viewer::Spectator => Eyes::All,
    }
}

/// The curve, with a second of trials more.
pub(crate) async fn analysis(
    hub: &Hub,
    user: &str,
    past: Arc<Past>,
    looker: Looker,
) -> Result<Analysis, Error> {
    let judge = judge(&past)?;
    let curve = past.curve(looker, Curve::new);
    let done = curve.lock().unwrap_or_else(PoisonError::into_inner).next().is_none();
    let mut waited = false;
    if !done {
        let _turn = hub.studying.begin(user)?;
        let (place, busy) = quiet(hub, &hub.whom(user)).await;
        waited = busy;
        let thinkers = Arc::clone(&hub.thinkers);
        let (past, curve) = (Arc::clone(&past), Arc::clone(&curve));
        let work = move || {
            let until = Instant::now() + SLICE;
            loop {
                add(&past, judge, looker, &curve)?;
                if thinkers.is_busy() || Instant::now() >= until {
                    drop(place);
                    return Ok::<_, Error>(());
                }
            }
        };
        let worked = tokio::task::spawn_blocking(work).await;
        worked.map_err(|error| Error::Internal(error.to_string()))??;
    }
    let table = past.game.table();
    let sides: Vec<String> =
        (0..table.n_sides()).map(|side| table.side_name(admiralty_core::Side(side))).collect();
    let curve = curve.lock().unwrap_or_else(PoisonError::into_inner);
    let known: Vec<&Point> = curve.points.iter().filter(|point| point.n > 0).collect();
    Ok(Analysis {
        last: curve.points.last().map_or(0, |point| point.at),
        turning: turning(&known, sides.len()),
        points: known.iter().map(|point| point.outlook(sides.len())).collect(),
        trials: curve.trials(),
        wanted: curve.wanted(),
        done: curve.next().is_none(),
        waited,
        sides,
    })
}

/// A place for studies, when no bot of a game thinks, or after so long anyway; whether it was the latter.
async fn quiet(hub: &Hub, whom: &For) -> (crate::fair::Place, bool) {
    let place = hub.studies.place(whom).await;
    let until = Instant::now() + PATIENCE;
    while hub.thinkers.is_busy() {
        if Instant::now() >= until {
            return (place, true);
        }
        tokio::time::sleep(GLANCE).await;
    }
    (place, false)
}

/// One trial more, at the point that wants it most.
fn add(
    past: &Past,
    judge: &dyn Shipyard,
    looker: Looker,
    curve: &Mutex<Curve>,
) -> Result<(), Error> {
    let lock = || curve.lock().unwrap_or_else(PoisonError::into_inner);
    let (i, at, seed) = {
        let mut curve = lock();
        let Some(i) = curve.next() else { return Ok(()) };
        curve.seed += 1;
        (i, curve.points[i].at, curve.seed)
    };
    let (table, _) = past.table(looker, at)?;
    let found = judge.trial(&*table, eyes(looker.viewer), seed);
    let n_sides = usize::from(table.n_sides());
    // A table that cannot be imagined says nothing.
    let chances = found.unwrap_or_else(|| vec![0.5; n_sides]);
    let mut curve = lock();
    let point = &mut curve.points[i];
    point.turn = table.turn();
    point.sure = table.end().is_some();
    if point.sums.is_empty() {
        point.sums = vec![0.0; n_sides];
    }
    for (sum, chance) in point.sums.iter_mut().zip(chances) {
        *sum += f64::from(chance);
    }
    point.n += 1;
    Ok(())
}

/// What else could have been done instead of what led to a moment.
pub(crate) async fn thoughts(
    hub: &Hub,
    user: &str,
    past: Arc<Past>,
    looker: Looker,
    at: u32,
    known: bool,
) -> Result<Thoughts, Error> {
    let judge = judge(&past)?;
    let entry = looker.entry(past.game.course(), at)?;
    let done = entry.checked_sub(1).and_then(|i| past.game.log().entries().nth(i).cloned());
    let nobody = || Error::new(code::STATE, "Nobody decided anything at this moment.");
    let done = done.ok_or_else(nobody)?;
    let Actor::Seat(seat) = done.by else { return Err(nobody()) };
    let _turn = hub.studying.begin(user)?;
    let (place, _) = quiet(hub, &hub.whom(user)).await;
    let work = move || {
        let _place = place;
        let table = past.before(looker, entry)?;
        let eyes = if known { Eyes::All } else { Eyes::Seat(seat) };
        let budget = Budget::Within(NODES, WEIGHING);
        let seed = table.digest();
        let found = judge.weigh(&*table, seat, eyes, Some(&done.action), budget, seed);
        let ideas = found.into_iter().map(|thought| IdeaInfo {
            says: says(&*table, Actor::Seat(seat), &thought.action),
            chance: thought.chance.map(|p| chance(f64::from(p), thought.trials, false)),
            trials: thought.trials,
            played: thought.action == done.action,
            action: thought.action,
        });
        Ok(Thoughts { at, seat: seat.0, ideas: ideas.collect() })
    };
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|error| Error::Internal(error.to_string()))?
}

/// What an action does, as a sentence, where no die decides it.
fn says(table: &dyn admiralty_catalog::TableFace, by: Actor, action: &str) -> Option<String> {
    let played = table.clone_box().play(by, action, &mut Seeded::new(1)).ok()?;
    let told = played.events.into_iter().find(|event| !event.sentence.is_empty());
    told.filter(|_| played.rolled.is_empty()).map(|event| event.sentence)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_is_coarse_first_and_every_moment_has_its_trials_in_the_end() {
        let mut curve = Curve::new(199);
        let mut order = Vec::new();
        while let Some(i) = curve.next() {
            order.push(i);
            curve.points[i].n += 1;
        }
        let once: HashSet<usize> = order[..COARSE].iter().copied().collect();
        assert_eq!(once.len(), COARSE, "once over the whole game: {order:?}");
        let first: HashSet<usize> = order[..COARSE * FEW as usize].iter().copied().collect();
        assert!((20..=30).contains(&first.len()), "{}", first.len());
        assert!(first.contains(&0) && first.iter().any(|i| *i > 180), "{first:?}");
        assert!(curve.points.iter().all(|point| point.n == 48));
        assert_eq!((curve.trials(), curve.wanted()), (200 * 48, 200 * 48));
        assert!(Curve::new(9_999).points.len() <= FINEST + 1);
        assert_eq!(Curve::new(9_999).points.last().map(|point| point.at), Some(9_999));
        assert_eq!(Curve::new(0).points.len(), 1);
    }

    #[test]
    fn a_band_holds_its_mean_narrows_with_trials_and_never_ends_in_certainty() {
        for mean in [0.0, 0.02, 0.5, 0.97, 1.0] {
            let mut width = f32::INFINITY;
            for n in [1, 6, 12, 48, 1_000] {
                let Chance { mean: p, low, high } = chance(mean, n, false);
                assert!(0.0 <= low && low <= p && p <= high && high <= 1.0, "{mean} {n}");
                assert!(high - low < width && high > low, "{mean} {n}: {low} {high}");
                width = high - low;
            }
        }
        assert_eq!(chance(1.0, 1, true), Chance { mean: 1.0, low: 1.0, high: 1.0 });
    }

    #[test]
    fn what_may_be_chance_is_no_turning_point() {
        let point = |at, mean: f64, n: u32| Point {
            at,
            turn: at,
            sure: false,
            n,
            sums: vec![mean * f64::from(n), (1.0 - mean) * f64::from(n)],
        };
        let few = [point(1, 0.5, 6), point(2, 0.7, 6)];
        assert_eq!(turning(&few.iter().collect::<Vec<_>>(), 2), []);
        let many = [point(1, 0.5, 48), point(2, 0.8, 48), point(3, 0.3, 48), point(4, 0.32, 48)];
        let found = turning(&many.iter().collect::<Vec<_>>(), 2);
        let said: Vec<_> = found.iter().map(|one| (one.from, one.at, one.side)).collect();
        assert_eq!(said, [(2, 3, 1), (1, 2, 0)]);
    }
}
