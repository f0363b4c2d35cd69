//! Random illegal actions, and the reasons that a game gives for refusing them.

use crate::files::game_of;
use crate::hostile::mutate_text;
use crate::laws;
use crate::play::{Rounds, aside_leaves, random_entry};
use crate::trail::{Broken, Lawful, Trail, ensure};
use admiralty_catalog::json;
use admiralty_core::{
    Actor, Awaiting, Doc, IllegalMove, Rules, Seat, Seeded, Table, Text, Viewer, sample, step,
};
use std::collections::BTreeMap;
use std::fmt;

/// Walks random tables and proposes wrong actions to each: others' actions, actions
/// of other moments, changed ones. Each refusal is compared with the game's table
/// of reasons and handed to the game's own judgement.
///
/// ```
/// use admiralty_core::Rules;
/// use admiralty_testkit::{Refusals, miniature::Squadrons};
///
/// type Illegal = <Squadrons as Rules>::Illegal;
/// let refusals = Refusals::new(&["{}"]).games(10);
/// let tally = refusals.run::<Squadrons>(Illegal::REASONS, Illegal::reason, |refused| {
///     // What is said of the action must be true of it.
///     match *refused.illegal {
///         Illegal::Speed { max, found } if (1..=max).contains(&found) => {
///             Err(format!("{found} is within {max}"))
///         }
///         _ => Ok(()),
///     }
/// });
/// assert_eq!(tally.never(), [""; 0], "{tally}");
/// ```
#[derive(Clone)]
pub struct Refusals {
    setups: Vec<String>,
    games: u32,
    seed: u64,
    longest: usize,
    tries: u32,
    also: Vec<String>,
}

/// A wrong action and what the game said about it.
pub struct Refused<'a, R: Rules> {
    /// The table it was proposed on.
    pub table: &'a Table<R>,
    /// Who proposed it.
    pub by: Actor,
    /// What was proposed.
    pub action: &'a R::Action,
    /// The same in notation.
    pub text: &'a str,
    /// The reason.
    pub illegal: &'a R::Illegal,
}

/// How often each reason was given.
#[derive(Clone, Debug, Default)]
pub struct RefusalTally {
    /// Wrong actions that were proposed.
    pub tried: usize,
    /// Refusals by the name of their reason, with one that was heard; 0 where none was.
    pub reasons: BTreeMap<&'static str, (usize, String)>,
}

impl RefusalTally {
    /// The reasons that were never given.
    pub fn never(&self) -> Vec<&'static str> {
        let never = self.reasons.iter().filter(|(_, (n, _))| *n == 0);
        never.map(|(name, _)| *name).collect()
    }
}

impl fmt::Display for RefusalTally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} wrong actions", self.tried)?;
        for (name, (n, example)) in &self.reasons {
            writeln!(f, "{n:>7} {name}: {example}")?;
        }
        Ok(())
    }
}

impl Refusals {
    /// Games with these set-ups (JSON texts), in turn.
    pub fn new(setups: &[&str]) -> Refusals {
        Refusals {
            setups: setups.iter().map(ToString::to_string).collect(),
            games: 10,
            seed: 1,
            longest: 400,
            tries: 6,
            also: Vec::new(),
        }
    }

    /// How many games, before `ADMIRALTY_SOAK` multiplies them.
    #[must_use]
    pub fn games(mut self, n: u32) -> Refusals {
        self.games = n;
        self
    }

    /// The first seed; each game takes the next.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Refusals {
        self.seed = seed;
        self
    }

    /// A game is left after so many entries.
    #[must_use]
    pub fn longest(mut self, entries: usize) -> Refusals {
        self.longest = entries;
        self
    }

    /// So many wrong actions per seat and state.
    #[must_use]
    pub fn tries(mut self, n: u32) -> Refusals {
        self.tries = n;
        self
    }

    /// Actions in notation that are proposed as well, changed and unchanged:
    /// what random play is too shy for.
    #[must_use]
    pub fn also(mut self, actions: &[&str]) -> Refusals {
        self.also = actions.iter().map(ToString::to_string).collect();
        self
    }

    /// Plays and proposes. `reasons` is the game's table (`Illegal::REASONS`),
    /// `name` the name of a reason in it (`Illegal::reason`), `judge` whatever
    /// must be true of table and action for a reason to be the right one.
    ///
    /// # Panics
    ///
    /// If a reason is not in the table, has another clause than there, is no plain
    /// sentence, or does not pass the judgement; with the way to it.
    pub fn run<R: Rules + Text>(
        &self,
        reasons: &'static [(&'static str, Option<&'static str>)],
        name: impl Fn(&R::Illegal) -> &'static str,
        judge: impl Fn(&Refused<'_, R>) -> Result<(), String>,
    ) -> RefusalTally {
        let mut tally = RefusalTally::default();
        tally.reasons.extend(reasons.iter().map(|(name, _)| (*name, (0, String::new()))));
        let game = game_of::<R>();
        for (i, seed) in Rounds::new(self.games, self.seed) {
            let setup = &self.setups[i % self.setups.len()];
            let mut heard = |refused: &Refused<'_, R>| {
                let (illegal, text) = (refused.illegal, refused.text);
                laws::refusal(illegal, game.register())?;
                for illegal in std::iter::successors(Some(illegal), |illegal| illegal.behind()) {
                    let (reason, clause) = (name(illegal), illegal.clause());
                    let fixed = reasons.iter().find(|(known, _)| *known == reason);
                    let law = "a reason is in the table, with the clause it has there";
                    let right =
                        |wanted: &Option<&str>| wanted.is_none_or(|id| id == clause.as_str());
                    ensure(fixed.is_some_and(|(_, wanted)| right(wanted)), law, || {
                        format!("{reason} by {clause}: {illegal}")
                    })?;
                    let (n, example) = tally.reasons.entry(reason).or_default();
                    *n += 1;
                    *example = format!("{text}: {illegal} [{clause}]");
                }
                judge(refused).map_err(|why| Broken {
                    law: "what a refusal says is true",
                    detail: format!("{text}: {illegal} [{}]: {why}", illegal.clause()),
                })
            };
            let tried = &mut tally.tried;
            Trail::new::<R>("refusals", setup, seed).run(|trail| {
                self.game::<R>(setup, seed, trail, &mut |refused| {
                    *tried += 1;
                    heard(refused)
                })
            });
        }
        tally
    }

    fn game<R: Rules + Text>(
        &self,
        setup: &str,
        seed: u64,
        trail: &mut Trail,
        heard: &mut dyn FnMut(&Refused<'_, R>) -> Lawful,
    ) -> Lawful {
        let wrong = |detail: String| Broken { law: "the start of the refusals is right", detail };
        let mut rng = Seeded::new(seed);
        let doc: Doc = json::read(setup).map_err(|fault| wrong(fault.to_string()))?;
        let setup = R::setup(&doc).map_err(|faults| wrong(faults.to_string()))?;
        let mut table = R::begin(&setup, &mut rng).map_err(|dry| wrong(dry.to_string()))?;
        let mut pool = self.also.clone();
        loop {
            self.propose(&table, &mut pool, &mut rng, heard)?;
            if trail.len() >= self.longest || R::awaiting(&table).is_over() {
                return Ok(());
            }
            let Some((by, action)) = random_entry(&table, &mut rng, 40) else { return Ok(()) };
            trail.add(&table, by, &action);
            if step(&mut table, by, &action, &mut rng).is_err() {
                return Ok(());
            }
        }
    }

    /// Wrong actions of every seat, and of the clock and the host.
    fn propose<R: Rules + Text>(
        &self,
        table: &Table<R>,
        pool: &mut Vec<String>,
        rng: &mut Seeded,
        heard: &mut dyn FnMut(&Refused<'_, R>) -> Lawful,
    ) -> Lawful {
        let seats = (0..table.seats.len()).map(Seat);
        if let Awaiting::Seats(awaited) = R::awaiting(table) {
            for seat in awaited.iter() {
                let sight = table.sight(Viewer::Seat(seat));
                let action = sample::<R>(sight, rng, &mut Vec::new());
                pool.extend(action.map(|action| R::write_action(&table.public, &action)));
            }
        }
        for seat in seats.clone() {
            let asides = aside_leaves(table, seat, 12);
            if let Some(action) = asides.get(rng.below(12) as usize) {
                pool.push(R::write_action(&table.public, action));
            }
        }
        // Old ones go, those that the game named stay.
        let named = self.also.len();
        let excess = pool.len().saturating_sub(named + 80);
        pool.drain(named..named + excess);
        if pool.is_empty() {
            return Ok(());
        }
        let actors = seats.map(Actor::Seat).chain([Actor::Clock, Actor::Host]);
        for by in actors {
            for _ in 0..self.tries {
                let old = pool[rng.below(pool.len() as u32) as usize].clone();
                let text = match rng.below(3) {
                    0 => old,
                    _ => mutate_text(&old, pool, rng),
                };
                let Ok(action) = R::parse_action(&table.public, &text) else { continue };
                if let Err(illegal) = R::check(table.sight_of(by), by, &action) {
                    let (action, illegal) = (&action, &illegal);
                    heard(&Refused { table, by, action, text: &text, illegal })?;
                }
            }
        }
        Ok(())
    }
}
