//! Who had the luck: every roll of a game beside what was to be expected, and
//! for every entry how likely what came of it was.

use crate::eval::shipyard;
use crate::odds::told;
use admiralty_catalog::{ErasedEvent, Game, Match, MatchError, Objection, TableFace};
use admiralty_core::{Actor, Audience, Awaiting, Doc, Lot, Outcome, Rolled, Side, Tape, Verdict};
use std::fmt;

/// What has more faces is a wheel or a pack of cards, turned for everybody alike: nobody's luck.
const MOST_FACES: u16 = 20;

/// Tapes tried to find how likely an outcome was.
const TAPES: usize = 20_000;

/// An entry that rolled.
#[derive(Clone, PartialEq, Debug)]
pub struct LuckEntry {
    /// Its number, from 1; 0 for what was rolled before the first decision.
    pub number: usize,
    /// Who made it, as records write it.
    pub by: String,
    /// Whose luck it is: the side of whoever made it.
    pub side: Option<Side>,
    /// The action.
    pub action: String,
    /// What was rolled.
    pub rolled: Vec<LuckRoll>,
    /// What came of it.
    pub outcome: String,
    /// How likely that was, over all falls of the dice; `None` if they are
    /// too many to count.
    pub chance: Option<f64>,
}

/// A die that was rolled.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LuckRoll {
    /// The die, and what it showed.
    pub rolled: Rolled,
    /// Whose it is; often both sides roll in one entry.
    pub side: Option<Side>,
    /// What that counts for: its number, or what the game says of a sign.
    pub counts: f64,
    /// What such a die counts for on the mean.
    pub expected: f64,
    /// Variance of that.
    pub variance: f64,
}

impl LuckRoll {
    fn new(game: &dyn Game, rolled: Rolled, Lot { side, worth }: Lot) -> LuckRoll {
        let counts = |value: u16| {
            let own = worth.get(usize::from(value) - 1).copied();
            f64::from(own.unwrap_or_else(|| game.face_luck(rolled.die, value)))
        };
        let n = f64::from(rolled.die.0.max(1));
        let expected = (1..=rolled.die.0).map(counts).sum::<f64>() / n;
        let variance =
            (1..=rolled.die.0).map(|value| (counts(value) - expected).powi(2)).sum::<f64>() / n;
        LuckRoll { rolled, side, counts: counts(rolled.value), expected, variance }
    }

    /// Is it somebody's luck at all?
    pub fn is_luck(&self) -> bool {
        self.rolled.die.0 <= MOST_FACES
    }
}

/// Sums over a side's rolls.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct LuckSum {
    /// How many dice.
    pub dice: u32,
    /// What they should have counted for in all, on the mean.
    pub expected: f64,
    /// What they counted for.
    pub shown: f64,
    /// Variance of the sum.
    pub variance: f64,
}

impl LuckSum {
    fn add(&mut self, roll: &LuckRoll) {
        self.dice += 1;
        self.expected += roll.expected;
        self.shown += roll.counts;
        self.variance += roll.variance;
    }

    /// Standard deviations above what was to be expected.
    pub fn deviations(&self) -> f64 {
        if self.variance > 0.0 { (self.shown - self.expected) / self.variance.sqrt() } else { 0.0 }
    }
}

/// The luck of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Luck {
    /// The entries that rolled, in order.
    pub entries: Vec<LuckEntry>,
    /// Name and sum of each side, then of rolls that belong to nobody.
    pub sums: Vec<(String, LuckSum)>,
    /// What decided it, if somebody has won and the game has a judge.
    pub decisive: Option<Decisive>,
}

/// The entry that decided a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Decisive {
    /// Its number, from 1.
    pub entry: usize,
    /// The chance of who won, before it and after it.
    pub was: f32,
    /// See `was`.
    pub now: f32,
    /// What came of it, in the words that everybody was told.
    pub says: String,
}

/// A chance that rises by less has decided nothing.
const SWING: f32 = 0.02;

/// So many sentences tell what decided it.
const SENTENCES: usize = 2;

/// The entry by which the chance of who won rose most, as the game's judge sees the tables. What
/// ends the game only seals it, and counts only where nothing before it did anything.
fn decisive(game: &Match) -> Result<Option<Decisive>, MatchError> {
    let Awaiting::Over(Outcome { verdict: Verdict::Won(won), .. }) = game.table().awaiting() else {
        return Ok(None);
    };
    let (Some(side), Some(judge)) = (won.iter().next(), shipyard(game.game().meta().id)) else {
        return Ok(None);
    };
    let (mut best, mut most) = (None::<Decisive>, SWING);
    let mut before = judge.chance(&*game.seek(0)?, side);
    for i in 1..=game.log().entries().count() {
        let table = game.seek(i)?;
        let (Some(was), Some(now)) = (before, judge.chance(&*table, side)) else { return Ok(None) };
        let ends = matches!(table.awaiting(), Awaiting::Over(_));
        if now - was > most && (!ends || best.is_none()) {
            let says = words(game.events(i - 1));
            (best, most) = (Some(Decisive { entry: i, was, now, says }), now - was);
        }
        before = Some(now);
    }
    Ok(best)
}

/// The sentences of what counts as an outcome, or what happened first where nothing does, as everybody was
/// told it.
fn words(events: &[ErasedEvent]) -> String {
    let open =
        || events.iter().filter(|event| event.to == Audience::ALL && !event.sentence.is_empty());
    let mut said: Vec<&str> = Vec::new();
    for event in open().filter(|event| event.outcome.is_some()) {
        if said.len() < SENTENCES && !said.contains(&&*event.sentence) {
            said.push(&event.sentence);
        }
    }
    if said.is_empty() {
        said.extend(open().next().map(|event| &*event.sentence));
    }
    let ended = said.iter().map(|says| match says.ends_with(['.', '!', '?']) {
        true => (*says).into(),
        false => format!("{says}."),
    });
    ended.collect::<Vec<String>>().join(" ")
}

/// The report of a game. Only entries that count are in it.
pub fn luck(game: &Match) -> Result<Luck, MatchError> {
    luck_at_leisure(game, &|| ())
}

/// The same for whoever has better things to do: `pause` is called before every entry whose odds are
/// counted, and may take its time.
pub fn luck_at_leisure(game: &Match, pause: &dyn Fn()) -> Result<Luck, MatchError> {
    let table = game.table();
    let known = table.game();
    let n_sides = usize::from(table.n_sides());
    let mut sums: Vec<(String, LuckSum)> = (0..table.n_sides())
        .map(|side| (table.side_name(Side(side)), LuckSum::default()))
        .collect();
    sums.push(("Nobody".into(), LuckSum::default()));
    let mut entries = Vec::new();
    let begun = game.begun();
    if !begun.is_empty() {
        entries.push(LuckEntry {
            number: 0,
            by: String::new(),
            side: None,
            action: "set-up".into(),
            rolled: begun.iter().map(|&rolled| LuckRoll::new(known, rolled, nobody())).collect(),
            outcome: String::new(),
            chance: None,
        });
    }
    for (i, entry) in game.log().entries().enumerate() {
        if entry.rolled.is_empty() {
            continue;
        }
        pause();
        let before = game.seek(i)?;
        let outcome = told(game.events(i).iter());
        let side = match entry.by {
            Actor::Seat(seat) => table.side_of(seat),
            Actor::Clock | Actor::Host => None,
        };
        let lots = lots(game.events(i), &entry.rolled, side);
        let rolled = entry.rolled.iter().zip(lots);
        entries.push(LuckEntry {
            number: i + 1,
            by: table.actor_code(entry.by),
            side,
            action: entry.action.clone(),
            rolled: rolled.map(|(&roll, lot)| LuckRoll::new(known, roll, lot)).collect(),
            chance: if entry.rolled.iter().all(|roll| roll.die.0 <= MOST_FACES) {
                chance_of(&*before, entry.by, &entry.action, &outcome)
            } else {
                None
            },
            outcome,
        });
    }
    let rolls = entries.iter().flat_map(|entry| &entry.rolled);
    for roll in rolls.filter(|roll| roll.is_luck()) {
        sums[roll.side.map_or(n_sides, Side::index)].1.add(roll);
    }
    sums.retain(|(name, sum)| name != "Nobody" || sum.dice > 0);
    Ok(Luck { entries, sums, decisive: decisive(game)? })
}

const fn nobody() -> Lot {
    Lot { side: None, worth: Vec::new() }
}

/// Whose each die of an entry is: as its events say, and where they say nothing of who made it.
fn lots(events: &[ErasedEvent], rolled: &[Rolled], maker: Option<Side>) -> Vec<Lot> {
    let mut lots: Vec<Option<Lot>> = vec![None; rolled.len()];
    let shown = events.iter().flat_map(|event| event.dice.iter().zip(&event.lots));
    for (die, lot) in shown {
        let mut places = rolled.iter().zip(&mut lots);
        if let Some((_, place)) = places.find(|(roll, place)| *roll == die && place.is_none()) {
            *place = Some(lot.clone());
        }
    }
    let makers = Lot { side: maker, ..nobody() };
    lots.into_iter().map(|lot| lot.unwrap_or_else(|| makers.clone())).collect()
}

/// How likely this outcome was on the table as it really stood.
fn chance_of(before: &dyn TableFace, by: Actor, action: &str, wanted: &str) -> Option<f64> {
    let mut tapes: Vec<(Vec<u16>, f64)> = vec![(Vec::new(), 1.0)];
    let (mut tried, mut chance) = (0, 0.0);
    while let Some((tape, share)) = tapes.pop() {
        tried += 1;
        if tried > TAPES {
            return None;
        }
        match before.clone_box().play(by, action, &mut Tape::new(&tape)) {
            Ok(played) if told(played.events.iter()) == wanted => chance += share,
            Ok(_) => {}
            Err(Objection::Dry(dry)) => {
                let die = dry.wanted()?;
                let faces = die.0.max(1);
                if tapes.len() + usize::from(faces) > TAPES {
                    return None;
                }
                for face in 1..=faces {
                    let mut longer = tape.clone();
                    longer.push(face);
                    tapes.push((longer, share / f64::from(faces)));
                }
            }
            Err(_) => return None,
        }
    }
    Some(chance)
}

impl Luck {
    /// As data; fractions are decimal texts.
    pub fn doc(&self) -> Doc {
        let entries = self.entries.iter().map(|entry| {
            let rolls = entry.rolled.iter().map(|roll| {
                Doc::map()
                    .with("die", roll.rolled.die.0)
                    .with("value", roll.rolled.value)
                    .with("counts", format!("{:.0}", roll.counts))
                    .with("expected", format!("{:.1}", roll.expected))
            });
            Doc::map()
                .with("entry", entry.number)
                .with("by", entry.by.clone())
                .with("action", entry.action.clone())
                .with("rolls", Doc::list(rolls))
                .with("outcome", entry.outcome.clone())
                .with("chance", entry.chance.map(|chance| format!("{chance:.5}")))
        });
        let sides = self.sums.iter().map(|(name, sum)| {
            Doc::map()
                .with("side", name.clone())
                .with("dice", sum.dice)
                .with("expected", format!("{:.1}", sum.expected))
                .with("shown", format!("{:.0}", sum.shown))
                .with("deviations", format!("{:.2}", sum.deviations()))
        });
        Doc::map().with("entries", Doc::list(entries)).with("sides", Doc::list(sides))
    }
}

impl fmt::Display for Luck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.entries.is_empty() {
            return writeln!(f, "No dice were rolled.");
        }
        for entry in &self.entries {
            let by = if entry.by.is_empty() { "-" } else { &entry.by };
            writeln!(f, "{:>4}. {by}: {}", entry.number, entry.action)?;
            for LuckRoll { rolled, counts, expected, .. } in &entry.rolled {
                writeln!(
                    f,
                    "      {:<5} {counts:>3}   expected {expected:>5.1}   {:+.1}",
                    rolled.die.to_string(),
                    counts - expected
                )?;
            }
            match entry.chance {
                Some(chance) => writeln!(f, "      {} ({:.1} %)", entry.outcome, 100.0 * chance)?,
                None if entry.outcome.is_empty() => {}
                None => writeln!(f, "      {}", entry.outcome)?,
            }
        }
        writeln!(f)?;
        for (name, sum) in &self.sums {
            writeln!(
                f,
                "{name}: {} dice, {:.0} shown, {:.1} expected, {:+.1} ({:+.2} standard deviations)",
                sum.dice,
                sum.shown,
                sum.expected,
                sum.shown - sum.expected,
                sum.deviations()
            )?;
        }
        Ok(())
    }
}
