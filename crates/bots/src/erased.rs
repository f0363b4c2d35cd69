//! Bots behind one face: for servers, engines and matches that know no game.

use crate::exec::{self, PREFIX};
use crate::{Bot, Budget, Thought, eval};
use admiralty_catalog::TableFace;
use admiralty_core::{Rules, Seat, Seeded, Table, Text, Viewer};
use std::fmt;
use std::marker::PhantomData;

/// A bot as it is offered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BotInfo {
    /// Its name: that of a level (`Ship's Boy`), `random`, `greedy`.
    pub name: &'static str,
    /// Its strength, for the yardsticks that have several; else empty.
    pub level: &'static str,
    /// What it is, in one sentence.
    pub text: &'static str,
}

impl fmt::Display for BotInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)?;
        if self.level.is_empty() { Ok(()) } else { write!(f, ":{}", self.level) }
    }
}

/// A bot of some game.
pub trait Erased: Send + Sync {
    /// Name, level, text.
    fn info(&self) -> BotInfo;
    /// Its choice for a seat in notation; `None` if the seat has nothing to
    /// decide or the table is of another game.
    fn choose(
        &self,
        table: &dyn TableFace,
        seat: Seat,
        budget: Budget,
        seed: u64,
    ) -> Option<String>;

    /// What it weighs for a seat, in notation, the first choice first; nothing if the seat has
    /// nothing to decide or the table is of another game.
    fn think(
        &self,
        table: &dyn TableFace,
        seat: Seat,
        budget: Budget,
        seed: u64,
    ) -> Vec<Thought<String>> {
        let choice = self.choose(table, seat, budget, seed);
        choice.map(|action| Thought { action, chance: None, trials: 0 }).into_iter().collect()
    }
}

/// A bot with a name; `eval/<game>.rs` makes one `static` of each.
pub struct Named<R, B> {
    info: BotInfo,
    bot: B,
    rules: PhantomData<fn() -> R>,
}

impl<R, B> Named<R, B> {
    /// For a `static`.
    pub const fn new(
        name: &'static str,
        level: &'static str,
        text: &'static str,
        bot: B,
    ) -> Named<R, B> {
        Named { info: BotInfo { name, level, text }, bot, rules: PhantomData }
    }
}

impl<R: Rules + Text, B: Bot<R>> Erased for Named<R, B> {
    fn info(&self) -> BotInfo {
        self.info
    }

    fn choose(
        &self,
        table: &dyn TableFace,
        seat: Seat,
        budget: Budget,
        seed: u64,
    ) -> Option<String> {
        let table = table.as_any().downcast_ref::<Table<R>>()?;
        // The only thing of the table that the bot gets is its seat's sight.
        let sight = table.sight(Viewer::Seat(seat));
        let action = self.bot.choose(sight, budget, &mut Seeded::new(seed))?;
        Some(R::write_action(&table.public, &action))
    }

    fn think(
        &self,
        table: &dyn TableFace,
        seat: Seat,
        budget: Budget,
        seed: u64,
    ) -> Vec<Thought<String>> {
        let Some(table) = table.as_any().downcast_ref::<Table<R>>() else { return Vec::new() };
        let sight = table.sight(Viewer::Seat(seat));
        let thoughts = self.bot.think(sight, budget, &mut Seeded::new(seed));
        let write = |thought: Thought<R::Action>| Thought {
            action: R::write_action(&table.public, &thought.action),
            chance: thought.chance,
            trials: thought.trials,
        };
        thoughts.into_iter().map(write).collect()
    }
}

/// `random` needs no game: it plays them all.
struct AnyRandom;

impl Erased for AnyRandom {
    fn info(&self) -> BotInfo {
        BotInfo { name: "random", level: "", text: "Any legal action, each as likely as the next." }
    }

    fn choose(
        &self,
        table: &dyn TableFace,
        seat: Seat,
        _budget: Budget,
        seed: u64,
    ) -> Option<String> {
        table.sample(seat, &mut Seeded::new(seed))
    }
}

/// What is offered to people who play this game, weakest first: its eight levels, or `random`
/// where a game has none yet.
pub fn bots(game: &str) -> Vec<BotInfo> {
    let levels = eval::levels(game);
    let own = if levels.is_empty() { yardsticks(game) } else { levels.to_vec() };
    own.into_iter().chain(offered()).map(|bot| bot.info()).collect()
}

/// What stays as it is, so that levels can be compared with it: `random`, `greedy` and the like.
pub fn comparisons(game: &str) -> Vec<BotInfo> {
    yardsticks(game).iter().map(|bot| bot.info()).collect()
}

fn yardsticks(game: &str) -> Vec<&'static dyn Erased> {
    let mut all: Vec<&'static dyn Erased> = vec![&AnyRandom];
    all.extend(eval::yardsticks(game));
    all
}

/// What the host of a server offers under a name; commands themselves are nobody's to name.
fn offered() -> impl Iterator<Item = &'static dyn Erased> {
    let named = |program: &&'static exec::Exec| !program.info().name.starts_with(PREFIX);
    exec::programs().into_iter().filter(named).map(|program| program as &dyn Erased)
}

/// Like [`find`], for whoever owns the machine: `exec:COMMAND` is a program in any language.
pub fn find_or_start(game: &str, name: &str) -> Result<&'static dyn Erased, NoBot> {
    match name.strip_prefix(PREFIX) {
        Some(command) if !command.trim().is_empty() => Ok(exec::offer(name, command)),
        _ => find(game, name, ""),
    }
}

/// There is no such bot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoBot {
    /// What was asked for.
    pub asked: String,
    /// What there is.
    pub known: Vec<BotInfo>,
}

impl fmt::Display for NoBot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known: Vec<String> = self.known.iter().map(BotInfo::to_string).collect();
        write!(f, "there is no bot \"{}\" (there are: {})", self.asked, known.join(", "))
    }
}

impl std::error::Error for NoBot {}

/// Are these the same name? Letters of any case, and whatever stands between them is left out:
/// `Ship's Boy`, `ships-boy` and `shipsboy` are one.
fn alike(one: &str, two: &str) -> bool {
    fn bare(text: &str) -> impl Iterator<Item = char> + '_ {
        text.chars().filter(|sign| sign.is_alphanumeric()).flat_map(char::to_lowercase)
    }
    bare(one).eq(bare(two))
}

/// The bot of a game with this name and level, however it is spelt. Without a level the name's
/// strongest; `greedy:Cadet` as a name will do too. This is the one place that reads the names
/// of bots: whoever is asked for one asks here, and says it as [`BotInfo`] writes it.
pub fn find(game: &str, name: &str, level: &str) -> Result<&'static dyn Erased, NoBot> {
    let (name, level) = match name.split_once(':') {
        Some((name, inner)) if level.is_empty() => (name, inner),
        _ => (name, level),
    };
    let fits = |bot: &&dyn Erased| {
        let info = bot.info();
        alike(info.name, name) && (level.is_empty() || alike(info.level, level))
    };
    let own = yardsticks(game).into_iter().chain(eval::levels(game).iter().copied());
    let all = own.chain(offered());
    let all: Vec<&'static dyn Erased> = all.collect();
    all.iter().rev().find(|bot| fits(bot)).copied().ok_or_else(|| NoBot {
        asked: if level.is_empty() { name.into() } else { format!("{name}:{level}") },
        known: all.iter().map(|bot| bot.info()).collect(),
    })
}

/// Asks a bot for the action of a seat, in notation; `None` if the seat has
/// nothing to decide.
pub fn choose(
    table: &dyn TableFace,
    seat: Seat,
    bot: &str,
    level: &str,
    budget: Budget,
    seed: u64,
) -> Result<Option<String>, NoBot> {
    let bot = find(table.game().meta().id, bot, level)?;
    Ok(bot.choose(table, seat, budget, seed))
}
