//! Bots behind one face: for servers, engines and matches that know no game.

use crate::{Bot, Budget, eval};
use admiralty_catalog::TableFace;
use admiralty_core::{Rules, Seat, Seeded, Table, Text, Viewer};
use std::fmt;
use std::marker::PhantomData;

/// A bot as it is offered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BotInfo {
    /// Its name: `random`, `greedy`.
    pub name: &'static str,
    /// Its level; empty if it has only one.
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

/// What can play this game, weakest first.
pub fn bots(game: &str) -> Vec<BotInfo> {
    list(game).iter().map(|bot| bot.info()).collect()
}

fn list(game: &str) -> Vec<&'static dyn Erased> {
    let mut all: Vec<&'static dyn Erased> = vec![&AnyRandom];
    all.extend(eval::of(game));
    all
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

/// The bot of a game with this name and level, letters of any case. Without a
/// level the name's strongest; `greedy:Cadet` as a name will do too.
pub fn find(game: &str, name: &str, level: &str) -> Result<&'static dyn Erased, NoBot> {
    let (name, level) = match name.split_once(':') {
        Some((name, inner)) if level.is_empty() => (name, inner),
        _ => (name, level),
    };
    let fits = |bot: &&dyn Erased| {
        let info = bot.info();
        info.name.eq_ignore_ascii_case(name)
            && (level.is_empty() || info.level.eq_ignore_ascii_case(level))
    };
    list(game).into_iter().rev().find(|bot| fits(bot)).ok_or_else(|| NoBot {
        asked: if level.is_empty() { name.into() } else { format!("{name}:{level}") },
        known: bots(game),
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
