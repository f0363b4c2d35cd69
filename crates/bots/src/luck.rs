//! Who had the luck: every roll of a game beside what was to be expected, and
//! for every entry how likely what came of it was.

use crate::odds::told;
use admiralty_catalog::{Match, MatchError, Objection, TableFace};
use admiralty_core::{Actor, Doc, Rolled, Side, Tape};
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
    pub rolled: Vec<Rolled>,
    /// What came of it.
    pub outcome: String,
    /// How likely that was, over all falls of the dice; `None` if they are
    /// too many to count.
    pub chance: Option<f64>,
}

/// Sums over a side's rolls.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct LuckSum {
    /// How many dice.
    pub dice: u32,
    /// What they should have shown in all, on the mean.
    pub expected: f64,
    /// What they showed.
    pub shown: f64,
    /// Variance of the sum.
    pub variance: f64,
}

impl LuckSum {
    fn add(&mut self, roll: Rolled) {
        self.dice += 1;
        self.expected += mean(roll);
        self.shown += f64::from(roll.value);
        self.variance += (f64::from(roll.die.0).powi(2) - 1.0) / 12.0;
    }

    /// Standard deviations above what was to be expected.
    pub fn deviations(&self) -> f64 {
        if self.variance > 0.0 { (self.shown - self.expected) / self.variance.sqrt() } else { 0.0 }
    }
}

/// What a die shows on the mean.
pub fn mean(roll: Rolled) -> f64 {
    (f64::from(roll.die.0) + 1.0) / 2.0
}

/// The luck of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Luck {
    /// The entries that rolled, in order.
    pub entries: Vec<LuckEntry>,
    /// Name and sum of each side, then of rolls that belong to nobody.
    pub sums: Vec<(String, LuckSum)>,
}

/// The report of a game. Only entries that count are in it.
pub fn luck(game: &Match) -> Result<Luck, MatchError> {
    let table = game.table();
    let n_sides = usize::from(table.n_sides());
    let mut sums: Vec<(String, LuckSum)> = (0..table.n_sides())
        .map(|side| (table.side_name(Side(side)), LuckSum::default()))
        .collect();
    sums.push(("Nobody".into(), LuckSum::default()));
    let mut entries = Vec::new();
    if !game.begun().is_empty() {
        entries.push(LuckEntry {
            number: 0,
            by: String::new(),
            side: None,
            action: "set-up".into(),
            rolled: game.begun().to_vec(),
            outcome: String::new(),
            chance: None,
        });
    }
    for (i, entry) in game.log().entries().enumerate() {
        if entry.rolled.is_empty() {
            continue;
        }
        let before = game.seek(i)?;
        let outcome = told(game.events(i).iter());
        entries.push(LuckEntry {
            number: i + 1,
            by: table.actor_code(entry.by),
            side: match entry.by {
                Actor::Seat(seat) => table.side_of(seat),
                Actor::Clock | Actor::Host => None,
            },
            action: entry.action.clone(),
            rolled: entry.rolled.clone(),
            chance: if entry.rolled.iter().all(|roll| roll.die.0 <= MOST_FACES) {
                chance_of(&*before, entry.by, &entry.action, &outcome)
            } else {
                None
            },
            outcome,
        });
    }
    for entry in &entries {
        let index = entry.side.map_or(n_sides, Side::index);
        let dice = entry.rolled.iter().filter(|roll| roll.die.0 <= MOST_FACES);
        dice.for_each(|&roll| sums[index].1.add(roll));
    }
    sums.retain(|(name, sum)| name != "Nobody" || sum.dice > 0);
    Ok(Luck { entries, sums })
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
            let rolls = entry.rolled.iter().map(|&roll| {
                Doc::map()
                    .with("die", roll.die.0)
                    .with("value", roll.value)
                    .with("expected", format!("{:.1}", mean(roll)))
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
            for &roll in &entry.rolled {
                let (shown, expected) = (roll.value, mean(roll));
                writeln!(
                    f,
                    "      {:<5} {shown:>3}   expected {expected:>5.1}   {:+.1}",
                    roll.die.to_string(),
                    f64::from(shown) - expected
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
