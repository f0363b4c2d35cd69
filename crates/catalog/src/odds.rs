//! What may come of an action, as far as its seat can know.
//!
//! Hidden facts are drawn from what the seat is shown (`imagine_shown`): the
//! table as it is plays no part, nor what a memory option has let fade. Over the dice the result is exact: a tape that runs
//! dry is lengthened by every face, on copies. Where that would take too many
//! tapes the dice are rolled instead. Whatever is drawn or rolled has an
//! error, and the error is stated.

use crate::face::{ErasedEvent, Objection, Played, TableFace};
use admiralty_core::{Actor, Doc, Seat, Seeded, Tape, Viewer};
use std::collections::BTreeMap;
use std::fmt;

/// Standard errors that are stated: the truth lies farther away once in a
/// thousand times.
const Z: f64 = 3.290_527;

/// All imagined tables together may try so many times the tapes of one.
const SHARED: u32 = 8;

/// How much is spent on an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// Imagined tables, at most. One is enough if nothing is hidden.
    pub tables: u32,
    /// Tapes tried per table before the dice are rolled instead.
    pub tapes: u32,
    /// Rolls of all dice, over all tables, where they are rolled.
    pub rolls: u32,
    /// Seed of everything drawn.
    pub seed: u64,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort { tables: 400, tapes: 4_096, rolls: 8_000, seed: 1 }
    }
}

/// One thing that may come of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Chance {
    /// What: the outcomes of the events that the seat is told, in order.
    pub outcome: String,
    /// How likely, from 0 to 1.
    pub chance: f64,
    /// How far that may be off; 0 if it is exact.
    pub error: f64,
}

/// What may come of an action.
#[derive(Clone, PartialEq, Debug)]
pub struct Odds {
    /// The action as the game writes it.
    pub action: String,
    /// The outcomes, likeliest first.
    pub chances: Vec<Chance>,
    /// Imagined tables looked at; 1 if nothing hidden matters.
    pub tables: u32,
    /// Rolls of the dice; 0 if every fall of the dice was counted.
    pub rolls: u64,
    /// What the game counts of it, by name.
    pub counts: BTreeMap<&'static str, Count>,
}

/// A number that may come of an action: damage, ships sunk.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Count {
    /// How likely it is more than nothing, from 0 to 1.
    pub chance: f64,
    /// How much it is on average.
    pub mean: f64,
    /// The most it came to.
    pub most: i32,
}

impl Odds {
    /// Is there only one thing that can come of it?
    pub fn is_certain(&self) -> bool {
        self.chances.len() < 2
    }

    /// Is every number exact?
    pub fn is_exact(&self) -> bool {
        self.chances.iter().all(|chance| chance.error == 0.0)
    }

    /// How the numbers were found, in a few words.
    pub fn how(&self) -> String {
        let dice = match self.rolls {
            0 => "every fall of the dice counted".to_string(),
            n => format!("dice rolled {n} times"),
        };
        match self.tables {
            1 => dice,
            n => format!("{n} tables imagined, {dice}"),
        }
    }

    /// As data.
    pub fn doc(&self) -> Doc {
        let chances = self.chances.iter().map(|chance| {
            Doc::map()
                .with("outcome", chance.outcome.clone())
                .with("chance", per_mille(chance.chance))
                .with("error", per_mille(chance.error))
        });
        Doc::map()
            .with("action", self.action.clone())
            .with("exact", self.is_exact())
            .with("tables", self.tables)
            .with("rolls", self.rolls as i64)
            .with("odds", Doc::list(chances))
    }
}

/// Documents have no fractions: a share as a decimal text with five digits.
fn per_mille(share: f64) -> String {
    format!("{share:.5}")
}

impl fmt::Display for Odds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for chance in &self.chances {
            write!(f, "{:>6.1} %", 100.0 * chance.chance)?;
            if chance.error > 0.0 {
                write!(f, " ±{:.1}", 100.0 * chance.error)?;
            }
            writeln!(f, "  {}", chance.outcome)?;
        }
        write!(f, "({})", self.how())
    }
}

/// What may come of this action of this seat. The objection is the one the
/// action itself would meet.
pub fn odds(
    table: &dyn TableFace,
    seat: Seat,
    action: &str,
    effort: Effort,
) -> Result<Odds, Objection> {
    odds_within(table, seat, action, effort, || true)
}

/// The same, for as long as `goes_on` says so: with less effort the numbers have
/// larger errors. One imagined table is always looked at.
pub fn odds_within(
    table: &dyn TableFace,
    seat: Seat,
    action: &str,
    effort: Effort,
    mut goes_on: impl FnMut() -> bool,
) -> Result<Odds, Objection> {
    let action = table.check(Actor::Seat(seat), action)?;
    let worlds = imagined(table, seat, effort, &mut goes_on)?;
    weigh(&worlds, seat, action, effort, &mut goes_on)
}

/// The same for many actions over the same imagined tables, for as long as `goes_on` says so.
/// Actions that may not be done are left out; the first of the others is always answered.
pub fn glance(
    table: &dyn TableFace,
    seat: Seat,
    actions: &[String],
    effort: Effort,
    mut goes_on: impl FnMut() -> bool,
) -> Result<Vec<Odds>, Objection> {
    let worlds = imagined(table, seat, effort, &mut goes_on)?;
    let mut found = Vec::new();
    for action in actions {
        if !found.is_empty() && !goes_on() {
            break;
        }
        if let Ok(written) = table.check(Actor::Seat(seat), action) {
            let odds = weigh(&worlds, seat, written, effort, &mut goes_on)?;
            // Under the name it was asked for by.
            found.push(Odds { action: action.clone(), ..odds });
        }
    }
    Ok(found)
}

fn weigh(
    worlds: &[Box<dyn TableFace>],
    seat: Seat,
    action: String,
    effort: Effort,
    goes_on: &mut dyn FnMut() -> bool,
) -> Result<Odds, Objection> {
    let by = Actor::Seat(seat);
    let mut sum = Sum::default();
    let rolls_each = u64::from(effort.rolls).div_ceil(worlds.len() as u64).max(2);
    // All tables together get no more than a few times what one may take: where
    // one has too many falls of the dice, the next has too, and people wait.
    let mut left = effort.tapes.saturating_mul(SHARED);
    for (i, world) in worlds.iter().enumerate() {
        if i > 0 && !goes_on() {
            break;
        }
        let most = effort.tapes.min(left);
        let found = match counted(&**world, by, seat, &action, most, &mut left, goes_on)? {
            Some(shares) => shares,
            None => {
                let mut dice = Seeded::new(mix(effort.seed, 2, i as u64));
                let (shares, n) =
                    rolled(&**world, by, seat, &action, rolls_each, &mut dice, goes_on)?;
                sum.rolls += n;
                shares
            }
        };
        sum.add(found);
    }
    let tables = sum.tables;
    Ok(sum.odds(action, tables))
}

/// Tables the seat cannot rule out. If the first few are all the same, what is
/// hidden does not reach the table and one stands for all.
fn imagined(
    table: &dyn TableFace,
    seat: Seat,
    effort: Effort,
    goes_on: &mut dyn FnMut() -> bool,
) -> Result<Vec<Box<dyn TableFace>>, Objection> {
    const TRIED: u32 = 24;
    let mut dice = Seeded::new(mix(effort.seed, 1, 0));
    let mut worlds: Vec<Box<dyn TableFace>> = Vec::new();
    let mut alike = true;
    for i in 0..effort.tables.max(1) {
        if i > 0 && !goes_on() {
            break;
        }
        let world = table.imagine_shown(Viewer::Seat(seat), &mut dice).map_err(Objection::Dry)?;
        alike = alike
            && i < TRIED
            && worlds.first().is_none_or(|first| first.digest() == world.digest());
        worlds.push(world);
        if alike && i + 1 == TRIED {
            worlds.truncate(1);
            break;
        }
    }
    if alike {
        worlds.truncate(1);
    }
    Ok(worlds)
}

/// How likely each outcome is on one table, and what is counted of it.
#[derive(Default)]
struct Shares {
    of: BTreeMap<String, f64>,
    counts: BTreeMap<&'static str, Count>,
}

impl Shares {
    fn add(&mut self, played: &Played, seat: Seat, share: f64) {
        *self.of.entry(outcome(played, seat)).or_default() += share;
        let mut tally: BTreeMap<&'static str, i32> = BTreeMap::new();
        let told = played.events.iter().filter(|event| event.to.includes(Viewer::Seat(seat)));
        for (name, number) in told.flat_map(|event| &event.tally) {
            let sum = tally.entry(name).or_default();
            *sum = sum.saturating_add(*number);
        }
        for (name, number) in tally {
            let count = self.counts.entry(name).or_default();
            count.chance += if number > 0 { share } else { 0.0 };
            count.mean += share * f64::from(number);
            count.most = count.most.max(number);
        }
    }
}

/// Every fall of the dice; `None` if there are too many.
fn counted(
    world: &dyn TableFace,
    by: Actor,
    seat: Seat,
    action: &str,
    most: u32,
    left: &mut u32,
    goes_on: &mut dyn FnMut() -> bool,
) -> Result<Option<Shares>, Objection> {
    let mut shares = Shares::default();
    let mut tapes: Vec<(Vec<u16>, f64)> = vec![(Vec::new(), 1.0)];
    let mut tried = 0;
    while let Some((tape, share)) = tapes.pop() {
        tried += 1;
        if tried > most || (tried % 64 == 0 && !goes_on()) {
            return Ok(None);
        }
        *left = left.saturating_sub(1);
        match world.clone_box().play(by, action, &mut Tape::new(&tape)) {
            Ok(played) => shares.add(&played, seat, share),
            Err(Objection::Dry(dry)) => {
                let Some(die) = dry.wanted() else { return Err(Objection::Dry(dry)) };
                let faces = die.0.max(1);
                if tapes.len() as u64 + u64::from(faces) > u64::from(most) {
                    return Ok(None);
                }
                for face in 1..=faces {
                    let mut longer = tape.clone();
                    longer.push(face);
                    tapes.push((longer, share / f64::from(faces)));
                }
            }
            Err(other) => return Err(other),
        }
    }
    Ok(Some(shares))
}

fn rolled(
    world: &dyn TableFace,
    by: Actor,
    seat: Seat,
    action: &str,
    rolls: u64,
    dice: &mut Seeded,
    goes_on: &mut dyn FnMut() -> bool,
) -> Result<(Shares, u64), Objection> {
    let mut all = Vec::new();
    for i in 0..rolls {
        // Two at least: of one no error can be told.
        if i > 1 && i % 16 == 0 && !goes_on() {
            break;
        }
        all.push(world.clone_box().play(by, action, dice)?);
    }
    let mut shares = Shares::default();
    all.iter().for_each(|played| shares.add(played, seat, 1.0 / all.len() as f64));
    Ok((shares, all.len() as u64))
}

/// What came of it, as far as the seat is told.
pub fn outcome(played: &Played, seat: Seat) -> String {
    told(played.events.iter().filter(|event| event.to.includes(Viewer::Seat(seat))))
}

/// What events come to, in few words.
pub fn told<'a>(events: impl Iterator<Item = &'a ErasedEvent>) -> String {
    let parts: Vec<&str> = events.filter_map(|event| event.outcome.as_deref()).collect();
    if parts.is_empty() { "nothing to speak of".into() } else { parts.join(", ") }
}

/// Means over tables, and how far they scatter.
#[derive(Default)]
struct Sum {
    tables: u32,
    rolls: u64,
    /// Sum and sum of squares of each outcome's share.
    of: BTreeMap<String, (f64, f64)>,
    /// Sums of what is counted.
    counts: BTreeMap<&'static str, Count>,
}

impl Sum {
    fn add(&mut self, shares: Shares) {
        self.tables += 1;
        for (name, found) in shares.counts {
            let count = self.counts.entry(name).or_default();
            count.chance += found.chance;
            count.mean += found.mean;
            count.most = count.most.max(found.most);
        }
        for (outcome, share) in shares.of {
            let entry = self.of.entry(outcome).or_default();
            entry.0 += share;
            entry.1 += share * share;
        }
    }

    fn odds(self, action: String, tables: u32) -> Odds {
        let n = f64::from(self.tables);
        let exact = self.tables == 1 && self.rolls == 0;
        let error = |mean: f64, squares: f64| {
            if exact {
                return 0.0;
            }
            // With one table only the dice are drawn, with several each table
            // is one draw, dice and all.
            let draws = if self.tables == 1 { self.rolls as f64 } else { n };
            let spread = if self.tables == 1 {
                mean * (1.0 - mean)
            } else {
                ((squares / n - mean * mean).max(0.0)) * n / (n - 1.0)
            };
            // Where all draws agree the truth may still be off by what so many
            // draws would miss once in a thousand times.
            (Z * (spread / draws).sqrt()).max(1.0 - 0.001f64.powf(1.0 / draws)).min(1.0)
        };
        let mut chances: Vec<Chance> = self
            .of
            .iter()
            .map(|(outcome, &(sum, squares))| Chance {
                outcome: outcome.clone(),
                chance: sum / n,
                error: error(sum / n, squares),
            })
            .collect();
        chances
            .sort_by(|a, b| b.chance.total_cmp(&a.chance).then_with(|| a.outcome.cmp(&b.outcome)));
        let counts = self.counts.iter().map(|(&name, sum)| {
            (name, Count { chance: sum.chance / n, mean: sum.mean / n, most: sum.most })
        });
        Odds { action, chances, tables, rolls: self.rolls, counts: counts.collect() }
    }
}

/// Mixes numbers into a seed (splitmix64).
fn mix(a: u64, b: u64, c: u64) -> u64 {
    let mut x = a ^ b.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ c.wrapping_mul(0xD1B5_4A32_D192_ED03);
    x = x.wrapping_add(0x9E37_79B9_7F4A_7C15);
    x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}
