//! Scenarios that people bring along (docs/scenarios.md): a file read with all its faults, each
//! with its line, and tried in random games, so that no table can be made of it that never ends.

use crate::{BeginError, Game, SeatInfo, game};
use admiralty_core::{Actor, Doc, Fault, Faults, Seat, Seeded, Toml};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A scenario file that could be read.
pub struct ScenarioFile {
    /// Whose scenario it is.
    pub game: &'static dyn Game,
    /// What it says.
    pub toml: Toml,
}

impl ScenarioFile {
    /// Reads a file: TOML, with the name of its game unless that is given.
    pub fn read(text: &str, of: Option<&'static dyn Game>) -> Result<ScenarioFile, Faults> {
        let toml = Toml::read_all(text)?;
        let named = toml.doc.get("game").and_then(Doc::as_text);
        let found = of.or_else(|| named.and_then(game));
        let Some(game) = found else {
            let reason = match named {
                Some(name) => format!("there is no game {name}"),
                None => {
                    "the file does not say whose scenario it is: game = \"fleet_actions\"".into()
                }
            };
            return Err(located(&toml, Fault::new("game", reason).into()));
        };
        Ok(ScenarioFile { game, toml })
    }

    /// The set-up that begins a game with it.
    pub fn setup(&self) -> Doc {
        Doc::map().with("scenario", self.toml.doc.clone())
    }

    /// The seats it makes, or everything that is wrong, each with its line.
    pub fn check(&self) -> Result<Vec<SeatInfo>, Faults> {
        self.game.seats(&self.setup()).map_err(|faults| self.located(faults))
    }

    /// The faults of a set-up with this scenario, with their lines.
    pub fn located(&self, faults: Faults) -> Faults {
        located(&self.toml, faults)
    }
}

/// Puts the line of the file before each path.
fn located(toml: &Toml, mut faults: Faults) -> Faults {
    for fault in &mut faults.0 {
        let path = fault.place.strip_prefix("scenario.").unwrap_or(&fault.place).to_string();
        let line = toml.line(&path).or_else(|| path.is_empty().then_some(1)).unwrap_or(1);
        fault.place = match path.as_str() {
            "" | "scenario" => format!("line {line}"),
            path => format!("line {line}, {path}"),
        };
    }
    faults.0.sort_by_key(|fault| {
        let digits = fault.place.strip_prefix("line ").unwrap_or_default();
        digits.split(',').next().and_then(|n| n.parse::<usize>().ok()).unwrap_or_default()
    });
    faults
}

/// What came of random games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tried {
    /// Entries of each game, ascending.
    pub entries: Vec<usize>,
    /// The last turn of each game, ascending.
    pub turns: Vec<u32>,
    /// How they ended, most frequent first.
    pub ends: Vec<(String, usize)>,
}

/// Plays so many random games; says what stopped one that did not come to its end within `most`
/// entries.
pub fn try_out(
    game: &'static dyn Game,
    setup: &Doc,
    games: u64,
    most: usize,
) -> Result<Tried, String> {
    let mut tried = Tried { entries: Vec::new(), turns: Vec::new(), ends: Vec::new() };
    for seed in 1..=games {
        let one = catch_unwind(AssertUnwindSafe(|| one(game, setup, seed, most)));
        let (entries, turn, end) = one
            .unwrap_or_else(|_| Err("the program broke: please report this scenario".into()))
            .map_err(|reason| format!("game {seed}: {reason}"))?;
        tried.entries.push(entries);
        tried.turns.push(turn);
        match tried.ends.iter_mut().find(|(known, _)| *known == end) {
            Some((_, n)) => *n += 1,
            None => tried.ends.push((end, 1)),
        }
    }
    tried.entries.sort_unstable();
    tried.turns.sort_unstable();
    tried.ends.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
    Ok(tried)
}

fn one(
    game: &'static dyn Game,
    setup: &Doc,
    seed: u64,
    most: usize,
) -> Result<(usize, u32, String), String> {
    let mut dice = Seeded::new(seed);
    let mut choice = Seeded::new(seed ^ 0x5ce_4a10);
    let (mut table, _) = game.begin(setup, &mut dice).map_err(|error| match error {
        BeginError::Setup(faults) => faults.to_string(),
        BeginError::Dry(dry) => dry.to_string(),
    })?;
    for entry in 0..most {
        let seats: Vec<Seat> = match table.awaiting() {
            admiralty_core::Awaiting::Over(outcome) => {
                return Ok((entry, table.turn(), table.outcome_text(&outcome)));
            }
            admiralty_core::Awaiting::Seats(seats) => seats.iter().collect(),
        };
        if let Some(what) = table.broken() {
            return Err(format!("after entry {entry} the table is not sound: {what}"));
        }
        let Some(&seat) = seats.get(choice.below(seats.len().max(1) as u32) as usize) else {
            return Err(format!("after entry {entry} nobody is awaited"));
        };
        let Some(action) = table.sample(seat, &mut choice) else {
            return Err(format!(
                "after entry {entry} {} must decide and can do nothing",
                table.seat_code(seat)
            ));
        };
        if table.play(Actor::Seat(seat), &action, &mut dice).is_err() {
            return Err(format!("after entry {entry} {action} was offered and refused"));
        }
    }
    Err(format!("is not over after {most} entries"))
}
