//! Matches between bots: paired games with the chairs exchanged, on all cores.

use crate::stats::{Sequential, Sprt};
use crate::{Budget, Erased};
use admiralty_catalog::{Game, TableFace};
use admiralty_core::{Actor, Awaiting, Doc, Rolled, Seat, Seeded, Side, Tape, Verdict};
use std::fmt;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// A match to be played.
pub struct Plan {
    /// The game.
    pub game: &'static dyn Game,
    /// Its scenario and options.
    pub setup: Doc,
    /// Who plays. Sides are dealt out in turn: with two bots and six sides
    /// each has every second one, and in the next game the others.
    pub bots: Vec<&'static dyn Erased>,
    /// How many games; rounded up to whole rounds of changed chairs.
    pub games: u32,
    /// Seed of dice and bots. The games of one round share theirs, unless the bots are all the
    /// same: then changing chairs would play each game twice.
    pub seed: u64,
    /// What a bot may spend on a decision.
    pub budget: Budget,
    /// A game of more entries is called a draw.
    pub longest: u32,
    /// How many games at a time; 0 for as many as there are cores.
    pub threads: usize,
    /// Stop as soon as this test has an answer (two bots only).
    pub sprt: Option<Sprt>,
}

/// One game of a match.
#[derive(Clone, PartialEq, Debug)]
pub struct Played {
    /// Its number, from 0; games of one round stand together.
    pub number: u32,
    /// The bot of each side.
    pub bot_of: Vec<usize>,
    /// Who won.
    pub verdict: Verdict,
    /// Why it ended; `cut` if it was too long.
    pub reason: String,
    /// Degree of the victory, if the game has degrees.
    pub degree: String,
    /// Entries made.
    pub entries: u32,
    /// The turn it ended in.
    pub turns: u32,
}

/// Why a match cannot be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArenaError(pub String);

impl fmt::Display for ArenaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ArenaError {}

/// A match that was played.
#[derive(Clone, PartialEq, Debug)]
pub struct Match {
    /// The games in order.
    pub games: Vec<Played>,
    /// What the sequential test says, if there was one.
    pub sequential: Option<(f64, Sequential)>,
}

/// Takes a game that has ended, from whichever thread played it.
pub type Keep<'a> = dyn Fn(admiralty_catalog::Match, &Played) -> Result<(), String> + Sync + 'a;

impl Plan {
    /// Games of one round: each bot has sat in each chair.
    pub fn round(&self) -> u32 {
        self.bots.len().max(1) as u32
    }

    /// Plays it. `done` is called after every game with the number finished.
    pub fn play(&self, done: &(dyn Fn(u32) + Sync)) -> Result<Match, ArenaError> {
        self.play_kept(done, None)
    }

    /// Like [`Plan::play`], and hands over every game as a whole when it has ended.
    pub fn play_kept(
        &self,
        done: &(dyn Fn(u32) + Sync),
        keep: Option<&Keep<'_>>,
    ) -> Result<Match, ArenaError> {
        let round = self.round();
        let total = self.games.max(1).div_ceil(round) * round;
        let threads = match self.threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            n => n,
        };
        let next = AtomicU32::new(0);
        let finished = AtomicU32::new(0);
        let stop = AtomicBool::new(false);
        let results: Mutex<Vec<Played>> = Mutex::new(Vec::new());
        let trouble: Mutex<Option<ArenaError>> = Mutex::new(None);
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    while !stop.load(Ordering::Relaxed) {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= total {
                            break;
                        }
                        match self.one(number, keep) {
                            Ok(played) => {
                                let mut all = lock(&results);
                                all.push(played);
                                if self.answered(&all) {
                                    stop.store(true, Ordering::Relaxed);
                                }
                            }
                            Err(error) => {
                                *lock(&trouble) = Some(error);
                                stop.store(true, Ordering::Relaxed);
                            }
                        }
                        done(finished.fetch_add(1, Ordering::Relaxed) + 1);
                    }
                });
            }
        });
        if let Some(error) = lock(&trouble).take() {
            return Err(error);
        }
        let mut games = std::mem::take(&mut *lock(&results));
        games.sort_by_key(|played| played.number);
        let sequential = self.sprt.map(|test| {
            let pairs = pair_scores(&games, round);
            (test.ratio(&pairs), test.answer(&pairs))
        });
        Ok(Match { games, sequential })
    }

    fn answered(&self, games: &[Played]) -> bool {
        self.sprt
            .is_some_and(|test| test.answer(&pair_scores(games, self.round())) != Sequential::Open)
    }

    /// Plays one game.
    fn one(&self, number: u32, keep: Option<&Keep<'_>>) -> Result<Played, ArenaError> {
        let round = self.round();
        let alike = self.bots.windows(2).all(|two| two[0].info() == two[1].info());
        let seed = mix(self.seed, u64::from(if alike { number } else { number / round }), 0);
        let mut dice = Seeded::new(seed);
        let (mut table, begun) = self
            .game
            .begin(&self.setup, &mut dice)
            .map_err(|error| ArenaError(format!("the game cannot begin: {error}")))?;
        let mut course = Vec::new();
        let turn = (number % round) as usize;
        let n_bots = self.bots.len();
        let bot_of: Vec<usize> =
            (0..usize::from(table.n_sides())).map(|side| (side + turn) % n_bots).collect();
        let mut entries = 0;
        let (verdict, reason, degree) = loop {
            let seats = match table.awaiting() {
                Awaiting::Over(outcome) => {
                    break (outcome.verdict, outcome.reason.into(), outcome.degree.into());
                }
                Awaiting::Seats(seats) => seats,
            };
            if entries >= self.longest {
                break (Verdict::Drawn, "cut".into(), String::new());
            }
            let Some(seat) = seats.iter().next() else {
                return Err(ArenaError(format!("game {number}: nobody is awaited")));
            };
            let made = self
                .decide(
                    &mut *table,
                    seat,
                    &bot_of,
                    mix(seed, u64::from(entries), seat.0.into()),
                    &mut dice,
                )
                .map_err(|why| ArenaError(format!("game {number}, entry {entries}: {why}")))?;
            if keep.is_some() {
                course.push((seat, made));
            }
            entries += 1;
        };
        let turns = table.turn();
        let played = Played { number, bot_of, verdict, reason, degree, entries, turns };
        if let Some(keep) = keep {
            let whole = self.whole(&played, &begun, &course);
            whole.and_then(|game| keep(game, &played)).map_err(ArenaError)?;
        }
        Ok(played)
    }

    /// The game with its log, played again with the dice it had.
    fn whole(
        &self,
        played: &Played,
        begun: &[Rolled],
        course: &[(Seat, admiralty_catalog::Played)],
    ) -> Result<admiralty_catalog::Match, String> {
        let values = |rolled: &[Rolled]| rolled.iter().map(|it| it.value).collect::<Vec<u16>>();
        let id = format!("{}-{}-{}", self.game.meta().id, self.seed, played.number);
        let forced = values(begun);
        let begun =
            admiralty_catalog::Match::begin(self.game, id, &self.setup, &mut Tape::new(&forced));
        let mut game = begun.map_err(|error| error.to_string())?;
        for (seat, made) in course {
            let forced = values(&made.rolled);
            game.play(Actor::Seat(*seat), &made.action, &mut Tape::new(&forced))
                .map_err(|why| format!("\"{}\" cannot be played again: {why}", made.action))?;
        }
        for (side, bot) in played.bot_of.iter().enumerate() {
            let code = game.table().side_code(Side(side as u8));
            game.tags.push((format!("Bot.{code}"), self.bots[*bot].info().to_string()));
        }
        Ok(game)
    }

    fn decide(
        &self,
        table: &mut dyn TableFace,
        seat: Seat,
        bot_of: &[usize],
        seed: u64,
        dice: &mut Seeded,
    ) -> Result<admiralty_catalog::Played, String> {
        let side = table.side_of(seat).map_or(0, Side::index);
        let bot = self.bots[bot_of.get(side).copied().unwrap_or(0)];
        let action = bot.choose(table, seat, self.budget, seed).ok_or_else(|| {
            format!("{} does not decide for {}", bot.info(), table.seat_code(seat))
        })?;
        table
            .play(Actor::Seat(seat), &action, dice)
            .map_err(|why| format!("{} plays \"{action}\": {why}", bot.info()))
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// Mixes numbers into a seed (splitmix64).
fn mix(a: u64, b: u64, c: u64) -> u64 {
    let mut x = a ^ b.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ c.wrapping_mul(0xD1B5_4A32_D192_ED03);
    x = x.wrapping_add(0x9E37_79B9_7F4A_7C15);
    x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

impl Played {
    /// What a side made of it: 1 a win, 0 a loss, one half a draw.
    pub fn score_of_side(&self, side: usize) -> f64 {
        match self.verdict {
            Verdict::Won(sides) => f64::from(u8::from(sides.has(Side(side as u8)))),
            Verdict::Drawn | Verdict::Cancelled => 0.5,
        }
    }

    /// What a bot made of it: the mean of its sides.
    pub fn score_of_bot(&self, bot: usize) -> f64 {
        let sides: Vec<usize> =
            (0..self.bot_of.len()).filter(|&side| self.bot_of[side] == bot).collect();
        if sides.is_empty() {
            return 0.5;
        }
        sides.iter().map(|&side| self.score_of_side(side)).sum::<f64>() / sides.len() as f64
    }
}

/// The first bot's mean score of each finished round, from 0 to 1.
pub fn pair_scores(games: &[Played], round: u32) -> Vec<f64> {
    let mut rounds: std::collections::BTreeMap<u32, Vec<f64>> = Default::default();
    for game in games {
        rounds.entry(game.number / round).or_default().push(game.score_of_bot(0));
    }
    rounds
        .into_values()
        .filter(|scores| scores.len() == round as usize)
        .map(|scores| scores.iter().sum::<f64>() / f64::from(round))
        .collect()
}
