//! `admiralty games`, finding a game by name, and the welcome without a command.

use crate::args::GamesArgs;
use crate::table::wrap;
use admiralty_catalog::Game;
use admiralty_core::{Doc, Meta, Values};
use anyhow::{Result, bail};
use std::io::Write;

/// What to say when nobody asked for anything and there is no server.
#[cfg(not(feature = "server"))]
pub(crate) fn welcome(out: &mut dyn Write) -> Result<()> {
    writeln!(out, "Admiralty: naval board games by their full rules.\n")?;
    list(out)?;
    writeln!(out, "\nPlay one here:        admiralty play GAME")?;
    writeln!(out, "Its options:          admiralty games GAME")?;
    writeln!(out, "Look up its rules:    admiralty rules WORDS")?;
    writeln!(out, "Everything else:      admiralty --help")?;
    Ok(())
}

pub(crate) fn run(args: &GamesArgs, out: &mut dyn Write) -> Result<()> {
    match &args.game {
        Some(id) => {
            let game = find(id)?;
            if args.json {
                writeln!(out, "{}", describe(game))?;
                return Ok(());
            }
            show(game.meta(), out)
        }
        None if args.json => {
            let games: Vec<Doc> = admiralty_catalog::games().iter().map(|g| describe(*g)).collect();
            writeln!(out, "{}", Doc::list(games))?;
            Ok(())
        }
        None => list(out),
    }
}

/// The game with this id; the error names those there are.
pub(crate) fn find(id: &str) -> Result<&'static dyn Game> {
    // People type the title, capitals or hyphens too.
    let plain = |text: &str| text.to_lowercase().replace(['-', ' '], "_");
    let found = admiralty_catalog::games().iter().copied().find(|game| {
        let meta = game.meta();
        plain(meta.id) == plain(id) || plain(meta.title) == plain(id)
    });
    match found {
        Some(game) => Ok(game),
        None => {
            let known: Vec<&str> =
                admiralty_catalog::games().iter().map(|game| game.meta().id).collect();
            bail!("there is no game \"{id}\" (there are: {})", known.join(", "))
        }
    }
}

fn list(out: &mut dyn Write) -> Result<()> {
    for game in admiralty_catalog::games() {
        let meta = game.meta();
        let seats = range(meta.seats.0.into(), meta.seats.1.into());
        let minutes = range(meta.minutes.0, meta.minutes.1);
        writeln!(out, "{:<16} {} ({seats} seats, {minutes} minutes)", meta.id, meta.title)?;
        for line in wrap(meta.blurb, 78) {
            writeln!(out, "{:16} {line}", "")?;
        }
    }
    Ok(())
}

fn range(low: u16, high: u16) -> String {
    if low == high { low.to_string() } else { format!("{low} to {high}") }
}

fn show(meta: &Meta, out: &mut dyn Write) -> Result<()> {
    writeln!(out, "{}: {}\n", meta.title, meta.blurb)?;
    if !meta.scenarios.is_empty() {
        writeln!(out, "Scenarios (--scenario ID):")?;
        for scenario in meta.scenarios {
            let seats = range(scenario.seats.0.into(), scenario.seats.1.into());
            writeln!(out, "  {:<20} {} ({seats} seats)", scenario.id, scenario.title)?;
            for line in wrap(scenario.text, 74) {
                writeln!(out, "  {:20} {line}", "")?;
            }
        }
        writeln!(out)?;
    }
    if !meta.options.is_empty() {
        writeln!(out, "Options (--option KEY=VALUE):")?;
        for option in meta.options {
            let values = match option.values {
                Values::Switch => "on or off".to_string(),
                Values::Words(words) => words.join(", "),
                Values::Number { min, max, off: false } => format!("{min} to {max}"),
                Values::Number { min, max, off: true } => format!("{min} to {max}, or 0 for off"),
                Values::Free => "a text".to_string(),
                Values::Ready(words) => format!("{}, or a text", words.join(", ")),
            };
            writeln!(
                out,
                "  {:<20} {values} (default {}) [{}]",
                option.key,
                if option.default.is_empty() { "none" } else { option.default },
                option.clause
            )?;
            for line in wrap(option.text, 74) {
                writeln!(out, "  {:20} {line}", "")?;
            }
        }
        writeln!(out)?;
    }
    writeln!(out, "Bots, weakest first (--seats human,NAME):")?;
    for bot in admiralty_bots::bots(meta.id) {
        writeln!(out, "  {:<20} {}", bot.to_string(), bot.text)?;
    }
    writeln!(out, "\nFor comparison:")?;
    for bot in admiralty_bots::comparisons(meta.id) {
        writeln!(out, "  {:<20} {}", bot.to_string(), bot.text)?;
    }
    writeln!(out, "\nRules: admiralty rules --game {} WORDS", meta.id)?;
    Ok(())
}

/// A game as data: what the engine and `games --json` say of it.
pub(crate) fn describe(game: &dyn Game) -> Doc {
    let meta = game.meta();
    let option = |option: &admiralty_core::OptionMeta| {
        let doc = Doc::map().with("key", option.key).with("text", option.text);
        let doc = match option.values {
            Values::Switch => doc.with("type", "switch"),
            Values::Words(words) => {
                doc.with("type", "word").with("words", Doc::list(words.iter().copied()))
            }
            Values::Number { min, max, off } => {
                doc.with("type", "number").with("min", min).with("max", max).with("off", off)
            }
            Values::Free => doc.with("type", "free"),
            Values::Ready(words) => {
                doc.with("type", "free").with("ready", Doc::list(words.iter().copied()))
            }
        };
        doc.with("default", option.default).with("clause", option.clause)
    };
    let scenario = |scenario: &admiralty_core::ScenarioMeta| {
        Doc::map()
            .with("id", scenario.id)
            .with("title", scenario.title)
            .with("text", scenario.text)
            .with("seats", Doc::list([scenario.seats.0, scenario.seats.1]))
    };
    Doc::map()
        .with("id", meta.id)
        .with("title", meta.title)
        .with("prefix", meta.prefix)
        .with("blurb", meta.blurb)
        .with("seats", Doc::list([meta.seats.0, meta.seats.1]))
        .with("minutes", Doc::list([meta.minutes.0, meta.minutes.1]))
        .with("scenarios", Doc::list(meta.scenarios.iter().map(scenario)))
        .with("options", Doc::list(meta.options.iter().map(option)))
        .with(
            "dice",
            Doc::list(
                meta.dice
                    .iter()
                    .map(|(faces, name)| Doc::map().with("faces", *faces).with("name", *name)),
            ),
        )
        .with(
            "bots",
            Doc::list(admiralty_bots::bots(meta.id).into_iter().map(|bot| {
                let doc = Doc::map().with("bot", bot.name);
                let doc = doc.with_if(!bot.level.is_empty(), "level", bot.level);
                doc.with("text", bot.text)
            })),
        )
        .with("clauses", game.register().clauses.len())
}
