//! `admiralty balance`: how fair scenarios and sides are, as far as a bot
//! playing itself can tell; writes the game's section of docs/balance.md.

use crate::arena::{EffortArgs, play};
use crate::args::SetupArgs;
use crate::{games, table};
use admiralty_bots::{bots, find};
use admiralty_catalog::Game;
use admiralty_core::{Doc, Values};
use anyhow::{Context, Result, bail};
use clap::Args;
use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(crate) struct BalanceArgs {
    /// The game, such as naval_battle
    pub(crate) game: String,
    /// The bot that plays every side; the game's strongest if left out
    #[arg(long, value_name = "BOT")]
    pub(crate) bot: Option<String>,
    /// Games per scenario
    #[arg(long, short = 'n', default_value_t = 200, value_name = "N")]
    pub(crate) games: u32,
    /// Only this scenario, with these options
    #[command(flatten)]
    pub(crate) setup: SetupArgs,
    /// Also try every word of this option, such as board
    #[arg(long, value_name = "KEY")]
    pub(crate) vary: Option<String>,
    #[command(flatten)]
    pub(crate) effort: EffortArgs,
    /// The file whose section is written; the other sections stay
    #[arg(long, default_value = "docs/balance.md", value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Print the section and write nothing
    #[arg(long)]
    pub(crate) dry: bool,
}

pub(crate) fn run(args: &BalanceArgs, out: &mut dyn Write) -> Result<()> {
    let game = games::find(&args.game)?;
    let meta = game.meta();
    let strongest = bots(meta.id).last().map(|bot| bot.to_string()).unwrap_or_default();
    let name = args.bot.clone().unwrap_or(strongest);
    let bot = find(meta.id, &name, "")?;
    let mut rows = String::new();
    for (label, setup) in setups(game, args)? {
        let (_, summary) = play(game, setup, vec![bot], args.games, &args.effort, None)
            .with_context(|| label.clone())?;
        let sides: Vec<String> = summary
            .sides
            .iter()
            .map(|(side, score)| format!("{side} {:.0} %", 100.0 * score))
            .collect();
        let n = summary.games.max(1) as f64;
        let drawn: usize =
            summary.ends.iter().filter(|(end, _)| end.starts_with("draw")).map(|(_, n)| n).sum();
        let (low, high) = admiralty_bots::stats::wilson(summary.sides[0].1 * n, n);
        let ends: Vec<String> =
            summary.ends.iter().take(6).map(|(end, n)| format!("{end} {n}")).collect();
        let line = format!(
            "| {label} | {} | {} | {:.0} to {:.0} % | {:.0} % | {:.0} | {} |",
            summary.games,
            sides.join(", "),
            100.0 * low,
            100.0 * high,
            100.0 * drawn as f64 / n,
            summary.turns.1,
            ends.join(", ")
        );
        writeln!(out, "{line}")?;
        out.flush()?;
        rows.push_str(&line);
        rows.push('\n');
    }
    let mut section = String::new();
    let _ = writeln!(section, "## {}\n", meta.title);
    let _ = writeln!(
        section,
        "{} against itself, seed {}; `admiralty balance {} --games {}{}`.\n",
        bot.info(),
        args.effort.seed,
        meta.id,
        args.games,
        args.vary.as_ref().map(|key| format!(" --vary {key}")).unwrap_or_default()
    );
    section.push_str(
        "| set-up | games | score by side | 95 % of the first side | drawn | turns | ends |\n\
         |---|---|---|---|---|---|---|\n",
    );
    section.push_str(&rows);
    if args.dry {
        return Ok(());
    }
    let old = std::fs::read_to_string(&args.file).unwrap_or_default();
    let path = args.file.display().to_string();
    std::fs::write(&args.file, replace(&old, meta.id, &section)).context(path.clone())?;
    writeln!(out, "The section is in {path}.")?;
    Ok(())
}

/// Every set-up to be tried, with what it is called.
fn setups(game: &'static dyn Game, args: &BalanceArgs) -> Result<Vec<(String, Doc)>> {
    let meta = game.meta();
    let ids: Vec<Option<&str>> = match &args.setup.scenario {
        Some(id) => vec![Some(id.as_str())],
        None if meta.scenarios.is_empty() => vec![None],
        None => meta.scenarios.iter().map(|scenario| Some(scenario.id)).collect(),
    };
    let words: Vec<Option<&str>> = match &args.vary {
        None => vec![None],
        Some(key) => match meta.options.iter().find(|option| option.key == key).map(|o| o.values) {
            Some(Values::Words(words)) => words.iter().map(|word| Some(*word)).collect(),
            Some(_) => bail!("the option {key} has no list of words to try"),
            None => bail!("{} has no option \"{key}\"", meta.title),
        },
    };
    let mut all = Vec::new();
    for id in &ids {
        for word in &words {
            let mut setup = args.setup.clone();
            setup.scenario = id.map(String::from);
            let mut label = id.unwrap_or(meta.id).to_string();
            if let (Some(key), Some(word)) = (&args.vary, word) {
                setup.options.push(format!("{key}={word}"));
                let _ = write!(label, ", {key} {word}");
            }
            all.push((label, table::setup(game, &setup)?));
        }
    }
    Ok(all)
}

const HEAD: &str = "\
# Balance

How fair scenarios and sides are, as far as a bot that plays itself can tell:
a side that scores 60 % here is easier to play for this bot, which is a hint
about the scenario and not a proof. Written by `admiralty balance GAME`, one
section per game.
";

/// The file with the section of this game replaced or added.
fn replace(old: &str, id: &str, section: &str) -> String {
    let (begin, end) = (format!("<!-- {id} -->\n"), format!("<!-- end of {id} -->\n"));
    let whole = format!("{begin}{section}{end}");
    if old.trim().is_empty() {
        return format!("{HEAD}\n{whole}");
    }
    match (old.find(&begin), old.find(&end)) {
        (Some(from), Some(to)) if from < to => {
            format!("{}{whole}{}", &old[..from], &old[to + end.len()..])
        }
        _ => format!("{}\n\n{whole}", old.trim_end()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_replaces_its_own_and_no_other() {
        let one = replace("", "a", "A1\n");
        let two = replace(&one, "b", "B1\n");
        let three = replace(&two, "a", "A2\n");
        assert!(one.starts_with("# Balance"));
        assert!(three.contains("A2") && !three.contains("A1") && three.contains("B1"), "{three}");
        assert_eq!(three.matches("<!-- a -->").count(), 1);
        assert_eq!(replace(&three, "a", "A2\n"), three);
    }
}
