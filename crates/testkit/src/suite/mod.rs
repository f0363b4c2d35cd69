//! Random games, with the laws checked on the way: cheap ones at every state,
//! costly ones now and then.

mod back;
mod record;

use crate::files::game_of;
use crate::hostile;
use crate::laws::{self, Options};
use crate::play::{Rounds, aside_leaves, random_entry};
use crate::strays;
use crate::trail::{Broken, Lawful, Trail, ensure};
use admiralty_catalog::{Game, Match, Objection, Proof, json};
use admiralty_core::{
    Actor, Awaiting, Doc, Key, Rolled, Rules, Salt, Seat, Seeded, Step, Table, Tape, Text,
    Verifiable, digest, step,
};
use std::fmt;

/// What to play, and how much of it.
#[derive(Clone)]
pub struct Suite {
    starts: Vec<Start>,
    games: u32,
    seed: u64,
    longest: usize,
    stop_after: usize,
    asides: u32,
    free: fn(&str) -> bool,
    timeless: bool,
    exact_menus: bool,
}

#[derive(Clone)]
enum Start {
    Setup(String),
    Position(String),
}

/// What was played.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Games.
    pub games: u32,
    /// Games that came to their end.
    pub finished: u32,
    /// Entries, those taken back included.
    pub entries: usize,
    /// Entries of the longest game.
    pub longest: usize,
    /// Entries taken back.
    pub undone: usize,
    /// Changed actions tried, and how many of them were legal.
    pub mutants: (usize, usize),
    /// Changed positions that were accepted.
    pub odd_positions: u32,
    /// Distinct clauses by which something was refused.
    pub refusals: std::collections::BTreeSet<&'static str>,
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} games, {} to their end; {} entries, at most {} in a game, {} taken back; \
             {} changed actions, {} of them legal; {} changed positions accepted; \
             refused by {} clauses",
            self.games,
            self.finished,
            self.entries,
            self.longest,
            self.undone,
            self.mutants.0,
            self.mutants.1,
            self.odd_positions,
            self.refusals.len()
        )
    }
}

impl Suite {
    /// Games with these set-ups (JSON texts), in turn.
    pub fn new(setups: &[&str]) -> Suite {
        Suite {
            starts: setups.iter().map(|text| Start::Setup(text.to_string())).collect(),
            games: 10,
            seed: 1,
            longest: 5_000,
            stop_after: usize::MAX,
            asides: 60,
            free: |_| false,
            timeless: false,
            exact_menus: false,
        }
    }

    /// Also games from these positions: JSON, or the game's own notation.
    #[must_use]
    pub fn positions(mut self, positions: &[&str]) -> Suite {
        self.starts.extend(positions.iter().map(|text| Start::Position(text.to_string())));
        self
    }

    /// How many games, before `ADMIRALTY_SOAK` multiplies them.
    #[must_use]
    pub fn games(mut self, n: u32) -> Suite {
        self.games = n;
        self
    }

    /// The first seed; each game takes the next.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Suite {
        self.seed = seed;
        self
    }

    /// Every game must end within so many entries.
    #[must_use]
    pub fn longest(mut self, entries: usize) -> Suite {
        self.longest = entries;
        self
    }

    /// Leave a game after so many entries, for games whose every state costs much.
    #[must_use]
    pub fn stop_after(mut self, entries: usize) -> Suite {
        self.stop_after = entries;
        self
    }

    /// Something that may be done at any time is done once in `n` entries; 0: never.
    #[must_use]
    pub fn asides(mut self, n: u32) -> Suite {
        self.asides = n;
        self
    }

    /// Legal actions that no menu lists, such as notes with a free text.
    #[must_use]
    pub fn free(mut self, is_free: fn(&str) -> bool) -> Suite {
        self.free = is_free;
        self
    }

    /// The game has no rule for those who do not answer.
    #[must_use]
    pub fn timeless(mut self) -> Suite {
        self.timeless = true;
        self
    }

    /// The menu has nothing after a draft that no menu led to. A menu need not look after
    /// that, since nobody gets there; one that does is held to it.
    #[must_use]
    pub fn exact_menus(mut self) -> Suite {
        self.exact_menus = true;
        self
    }

    /// Plays the games; a broken law ends the test and says where.
    pub fn run<R: Rules + Text>(&self) -> Tally {
        let game = game_of::<R>();
        let faults = &game.register().faults;
        assert!(faults.0.is_empty(), "the register of {}: {faults}", R::META.id);
        let mut tally = Tally::default();
        let mut rounds = Rounds::new(self.games, self.seed);
        for (i, seed) in rounds.by_ref() {
            let start = &self.starts[i % self.starts.len()];
            let text = match start {
                Start::Setup(text) | Start::Position(text) => text,
            };
            Trail::new::<R>("random game", text, seed).run(|trail| {
                let mut play = Play::<R>::begin(self, game, start, seed)?;
                play.game(trail, &mut tally)
            });
            tally.games += 1;
        }
        rounds.tell::<R>(&tally);
        tally
    }
}

/// One game: the table as the rules have it, and the match that erases it.
struct Play<'a, R: Rules> {
    suite: &'a Suite,
    game: &'static dyn Game,
    rng: Seeded,
    key: Key,
    salts: Vec<Salt>,
    table: Table<R>,
    running: Match,
    /// A copy that was written and read back, and then played the same.
    shadow: Option<Table<R>>,
    /// Dice that were rolled and not shown yet: at the beginning and after every entry,
    /// since going back makes them unshown again.
    unshown: Vec<Vec<Rolled>>,
    /// Notation seen lately, from which wrong actions are made.
    pool: Vec<String>,
}

impl<'a, R: Rules + Text> Play<'a, R> {
    fn begin(
        suite: &'a Suite,
        game: &'static dyn Game,
        start: &Start,
        seed: u64,
    ) -> Result<Play<'a, R>, Broken> {
        let mut rng = Seeded::new(seed);
        let mut key = Key([0; 32]);
        key.0.iter_mut().for_each(|byte| *byte = rng.next_u64() as u8);
        let salts = vec![Salt::new("north").unwrap_or_default(), Salt::default()];
        let bad = |detail: String| Broken { law: "the start of the suite is right", detail };
        let mut running = match start {
            Start::Setup(text) => {
                let doc = json::read(text).map_err(|fault| bad(fault.to_string()))?;
                let whole = game.setup(&doc).map_err(|faults| bad(faults.to_string()))?;
                let again = game.setup(&whole).map_err(|faults| bad(faults.to_string()))?;
                ensure(whole == again, "a set-up written out reads back the same", || {
                    laws::first_difference(&whole, &again)
                })?;
                hostile::setups::<R>(&whole, 20, &mut rng)?;
                let mut dice = Verifiable { key: &key, game_id: "suite", salts: &salts, next: 0 };
                Match::begin(game, "suite", &doc, &mut dice)
                    .map_err(|error| bad(error.to_string()))?
            }
            Start::Position(text) => {
                let doc = if text.trim_start().starts_with('{') {
                    json::read(text).map_err(|fault| bad(fault.to_string()))?
                } else {
                    Doc::from(text.clone())
                };
                Match::load(game, "suite", &doc).map_err(|faults| bad(faults.to_string()))?
            }
        };
        running.proof =
            Some(Proof { commitment: key.commitment(), salts: salts.clone(), key: None });
        let table = concrete::<R>(&running);
        let (pool, unshown) = (Vec::new(), vec![running.begun().to_vec()]);
        Ok(Play { suite, game, rng, key, salts, table, running, shadow: None, unshown, pool })
    }

    fn game(&mut self, trail: &mut Trail, tally: &mut Tally) -> Lawful {
        while let Awaiting::Seats(_) = R::awaiting(&self.table) {
            ensure(trail.len() < self.suite.longest, "games end", || {
                format!("not over after {} entries", trail.len())
            })?;
            if trail.len() >= self.suite.stop_after {
                break;
            }
            self.state(tally)?;
            let (by, action) = random_entry(&self.table, &mut self.rng, self.suite.asides)
                .ok_or_else(|| Broken {
                    law: "somebody has an option or the game is over",
                    detail: format!("{:?}", R::awaiting(&self.table)),
                })?;
            trail.add(&self.table, by, &action);
            let before = self.table.clone();
            let watched = self.watched();
            let done = self.enter(by, &action)?;
            laws::kept(&before, &self.table, by, &action, &done)?;
            self.undo(by, &action, &before, watched.as_ref(), &done, tally)?;
        }
        self.state(tally)?;
        if let Awaiting::Over(outcome) = R::awaiting(&self.table) {
            tally.finished += 1;
            let known = self.game.register().get(outcome.clause.as_str()).is_some();
            ensure(known, "an outcome cites a known clause", || outcome.clause.to_string())?;
            let word = !outcome.reason.is_empty() && !outcome.reason.contains([' ', ',']);
            ensure(word, "the reason of an outcome is one word", || outcome.reason.to_string())?;
        }
        tally.entries += trail.len();
        tally.longest = tally.longest.max(trail.len());
        self.record()
    }

    /// The laws of the state as it is.
    fn state(&mut self, tally: &mut Tally) -> Lawful {
        let table = &self.table;
        let thorough = self.rng.below(8) == 0;
        if let Some(what) = R::broken(table) {
            return ensure(false, "nothing is lost or in two places", || what);
        }
        laws::awaiting(table)?;
        if !self.suite.timeless {
            laws::silence(table)?;
        }
        let options = laws::options::<R>(table, &mut self.rng, thorough)?;
        laws::shapes(table)?;
        if thorough {
            laws::looks(table)?;
            self.shadow = Some(laws::position(table)?);
            if self.suite.exact_menus {
                // Dice of its own, so that the games stay the same.
                strays::nowhere(table, &mut Seeded::new(digest(&R::save(table))))?;
            }
            tally.odd_positions += hostile::positions(table, 6, &mut self.rng)?;
        }
        self.mutants(&options, tally)?;
        for option in &options {
            if let Some(text) = option.awaited.iter().next_back() {
                self.pool.push(text.clone());
            }
        }
        let excess = self.pool.len().saturating_sub(64);
        self.pool.drain(..excess);
        Ok(())
    }

    /// Wrong actions are refused with a clause; those that pass are on the menu.
    fn mutants(&mut self, options: &[Options], tally: &mut Tally) -> Lawful {
        for (i, option) in options.iter().enumerate() {
            let seat = Seat(i as u8);
            for _ in 0..4 {
                let text = self.guess(option);
                let Ok(action) = R::parse_action(&self.table.public, &text) else { continue };
                tally.mutants.0 += 1;
                laws::notation(&self.table, &action)?;
                let by = Actor::Seat(seat);
                match R::check(self.table.sight_of(by), by, &action) {
                    Err(illegal) => {
                        laws::refusal(&illegal, self.game.register())?;
                        tally
                            .refusals
                            .insert(admiralty_core::IllegalMove::clause(&illegal).as_str());
                    }
                    Ok(()) => {
                        tally.mutants.1 += 1;
                        self.on_the_menu(seat, &action, option)?;
                        let mut copy = self.table.clone();
                        let played = step(&mut copy, by, &action, &mut self.rng);
                        ensure(played.is_ok(), "what passes `check` can be applied", || {
                            text.clone()
                        })?;
                        let broken = R::broken(&copy);
                        ensure(broken.is_none(), "what passes `check` breaks nothing", || {
                            format!("{text}: {}", broken.unwrap_or_default())
                        })?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Something a seat might try: its own options, others' options, both changed.
    fn guess(&mut self, option: &Options) -> String {
        let n = option.awaited.len() as u32;
        let own = (n > 0 && self.rng.below(2) == 0)
            .then(|| option.awaited.iter().nth(self.rng.below(n) as usize).cloned())
            .flatten();
        let text = match own {
            Some(text) => text,
            None if self.pool.is_empty() => return String::new(),
            None => self.pool[self.rng.below(self.pool.len() as u32) as usize].clone(),
        };
        if self.rng.below(4) == 0 {
            return text;
        }
        hostile::mutate_text(&text, &self.pool, &mut self.rng)
    }

    fn on_the_menu(&self, seat: Seat, action: &R::Action, option: &Options) -> Lawful {
        let text = R::write_action(&self.table.public, action);
        if !option.complete || option.awaited.contains(&text) || (self.suite.free)(&text) {
            return Ok(());
        }
        let aside = aside_leaves(&self.table, seat, 20_000).contains(action);
        ensure(aside, "what passes `check` is on the menu", || {
            format!("{}: {text}", R::seat_code(&self.table.public, seat))
        })
    }

    /// Plays an entry on the table, in the match and on the shadow; all agree.
    fn enter(&mut self, by: Actor, action: &R::Action) -> Result<Step<R::Event>, Broken> {
        let text = R::write_action(&self.table.public, action);
        let law = "what is sampled can be played";
        let mut dice = Verifiable {
            key: &self.key,
            game_id: "suite",
            salts: &self.salts,
            next: self.running.n_rolls(),
        };
        let turn = R::turn(&self.table.public);
        let n = self.running.log().len();
        let played = self
            .running
            .play(by, &text, &mut dice)
            .map_err(|why: Objection| Broken { law, detail: format!("{text}: {why}") })?;
        let values: Vec<u16> = played.rolled.iter().map(|roll| roll.value).collect();
        let mut tape = Tape::new(&values);
        let done = step(&mut self.table, by, action, &mut tape)
            .map_err(|why| Broken { law, detail: format!("{text}: {why:?}") })?;
        ensure(tape.left().is_empty(), "the same entry rolls the same dice", || text.clone())?;
        laws::events(&self.table, &done.told, self.game.register())?;
        self.unshown.truncate(n + 1);
        let mut unshown = self.unshown[n].clone();
        laws::dice::<R>(&done, &mut unshown)?;
        self.unshown.push(unshown);
        ensure(R::turn(&self.table.public) >= turn, "turns only go up", || text.clone())?;
        let now = digest(&R::save(&self.table));
        ensure(
            now == self.running.table().digest(),
            "same table, action, dice: same result",
            || laws::first_difference(&R::save(&self.table), &self.running.table().save()),
        )?;
        if let Some(shadow) = &mut self.shadow {
            let played = step(shadow, by, action, &mut Tape::new(&values));
            let law = "a position read back plays on like the original";
            ensure(played.is_ok(), law, || format!("{text}: {:?}", played.as_ref().err()))?;
            let (a, b) = (R::save(&self.table), R::save(shadow));
            ensure(a == b, law, || format!("{text}: {}", laws::first_difference(&a, &b)))?;
        }
        self.bar(by, &done)?;
        Ok(done)
    }
}

fn concrete<R: Rules>(running: &Match) -> Table<R> {
    running
        .table()
        .as_any()
        .downcast_ref::<Table<R>>()
        .expect("the match plays these rules")
        .clone()
}
