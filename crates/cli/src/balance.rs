//! `admiralty balance`: how fair scenarios and sides are, as far as a bot
//! playing itself can tell; writes the game's section of docs/balance.md.

use crate::arena::{EffortArgs, play};
use crate::args::SetupArgs;
use crate::{games, table};
use admiralty_bots::{Erased, comparisons, find_or_start};
use admiralty_catalog::Game;
use admiralty_core::{Doc, Seeded, Values};
use anyhow::{Context, Result, anyhow, bail};
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
    /// Also try every value of this option, such as board; several multiply
    #[arg(long, value_name = "KEY")]
    pub(crate) vary: Vec<String>,
    /// Write a section of its own under this heading, such as Captain
    #[arg(long, value_name = "TEXT")]
    pub(crate) section: Option<String>,
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
    let strongest = comparisons(meta.id).last().map(|bot| bot.to_string()).unwrap_or_default();
    let name = args.bot.clone().unwrap_or(strongest);
    let bot = find_or_start(meta.id, &name)?;
    let mut rows = String::new();
    for (label, setup) in setups(game, args)? {
        let (_, summary) = play(game, setup, vec![bot], args.games, &args.effort, None)
            .with_context(|| label.clone())?;
        let n = summary.games.max(1) as f64;
        let fair = 1.0 / summary.sides.len().max(1) as f64;
        let sides: Vec<String> = summary
            .sides
            .iter()
            .map(|(side, score)| {
                share(side, *score, admiralty_bots::stats::wilson(score * n, n), fair)
            })
            .collect();
        let drawn: usize =
            summary.ends.iter().filter(|(end, _)| end.starts_with("draw")).map(|(_, n)| n).sum();
        let ends: Vec<String> =
            summary.ends.iter().take(6).map(|(end, n)| format!("{end} {n}")).collect();
        let line = format!(
            "| {label} | {} | {} | {:.0} % | {:.0} | {} |",
            summary.games,
            sides.join(", "),
            100.0 * drawn as f64 / n,
            summary.turns.1,
            ends.join(", ")
        );
        writeln!(out, "{line}")?;
        out.flush()?;
        rows.push_str(&line);
        rows.push('\n');
    }
    let matrix = match meetings(game) {
        Some(meetings) if args.setup.scenario.is_none() && args.vary.is_empty() => {
            matrix(game, bot, &meetings, args, out)?
        }
        _ => String::new(),
    };
    let mut section = String::new();
    let title = match &args.section {
        Some(more) => format!("{}, {more}", meta.title),
        None => meta.title.to_string(),
    };
    let _ = writeln!(section, "## {title}\n");
    let _ = writeln!(
        section,
        "{} against itself, seed {}; `{}`. Behind each share its 95 % interval; a side whose \
         whole interval lies above its fair share stands in bold.\n",
        bot.info(),
        args.effort.seed,
        command(meta.id, args),
    );
    section.push_str(
        "| set-up | games | score by side | drawn | turns | ends |\n\
         |---|---|---|---|---|---|\n",
    );
    section.push_str(&rows);
    section.push_str(&matrix);
    if args.dry {
        return Ok(());
    }
    let old = std::fs::read_to_string(&args.file).unwrap_or_default();
    let path = args.file.display().to_string();
    let id = match &args.section {
        Some(more) => format!("{} {more}", meta.id),
        None => meta.id.to_string(),
    };
    std::fs::write(&args.file, replace(&old, &id, &section)).context(path.clone())?;
    writeln!(out, "The section is in {path}.")?;
    Ok(())
}

/// A side's share with its interval, in bold where it is clearly more than fair.
fn share(side: &str, score: f64, (low, high): (f64, f64), fair: f64) -> String {
    let [score, low, high] = [score, low, high].map(|share| 100.0 * share);
    let text = format!("{side} {score:.0} % ({low:.0}–{high:.0})");
    if low > 100.0 * fair { format!("**{text}**") } else { text }
}

/// How to get this section again.
fn command(id: &str, args: &BalanceArgs) -> String {
    let mut text = format!("admiralty balance {id} --games {}", args.games);
    for option in args.setup.options.iter() {
        let _ = write!(text, " -o {option}");
    }
    for key in &args.vary {
        let _ = write!(text, " --vary {key}");
    }
    if let Some(more) = &args.section {
        let _ = write!(text, " --section {more}");
    }
    text
}

/// Most values of a number that are tried one by one.
const MOST_VALUES: i64 = 12;

/// Every value an option can be given, as typed.
fn values(game: &dyn Game, key: &str) -> Result<Vec<String>> {
    let meta = game.meta();
    match meta.options.iter().find(|option| option.key == key).map(|o| o.values) {
        Some(Values::Words(words)) => Ok(words.iter().map(|word| word.to_string()).collect()),
        Some(Values::Switch) => Ok(vec!["off".into(), "on".into()]),
        Some(Values::Number { min, max, .. }) if max - min < MOST_VALUES => {
            Ok((min..=max).map(|n| n.to_string()).collect())
        }
        Some(_) => bail!("the option {key} has no list of values to try"),
        None => bail!("{} has no option \"{key}\"", meta.title),
    }
}

/// Every set-up to be tried, with what it is called. Values that do not go
/// together are left out, and so is what only says the same in other words.
fn setups(game: &'static dyn Game, args: &BalanceArgs) -> Result<Vec<(String, Doc)>> {
    let meta = game.meta();
    let ids: Vec<Option<&str>> = match &args.setup.scenario {
        Some(id) => vec![Some(id.as_str())],
        None if meta.scenarios.is_empty() => vec![None],
        None => meta.scenarios.iter().map(|scenario| Some(scenario.id)).collect(),
    };
    let mut mixes: Vec<Vec<(&str, String)>> = vec![Vec::new()];
    for key in &args.vary {
        let mut more = Vec::new();
        for mix in &mixes {
            for value in values(game, key)? {
                let mut mix = mix.clone();
                mix.push((key.as_str(), value));
                more.push(mix);
            }
        }
        mixes = more;
    }
    let mut all = Vec::new();
    let mut seen = Vec::new();
    for id in &ids {
        for mix in &mixes {
            let mut setup = args.setup.clone();
            setup.scenario = id.map(String::from);
            let mut label = id.unwrap_or(meta.id).to_string();
            for (key, value) in mix {
                setup.options.push(format!("{key}={value}"));
                if value != "auto" {
                    let _ = write!(label, ", {key} {value}");
                }
            }
            let doc = table::setup(game, &setup)?;
            match game.begin(&doc, &mut Seeded::new(args.effort.seed)) {
                Ok((begun, _)) => {
                    let first = begun.save();
                    if !seen.contains(&first) {
                        seen.push(first);
                        all.push((label, doc));
                    }
                }
                // One value of several may not fit the others.
                Err(_) if !mix.is_empty() => {}
                Err(error) => return Err(anyhow!("{error}").context(label)),
            }
        }
    }
    if all.is_empty() {
        bail!("no set-up is left to try");
    }
    Ok(all)
}

/// Two options with the same ready words: what may meet what.
struct Meetings {
    keys: [&'static str; 2],
    words: &'static [&'static str],
}

/// The ready words of a game that can be set against each other, if it has such.
fn meetings(game: &dyn Game) -> Option<Meetings> {
    let mut found = game.meta().options.iter().filter_map(|option| match option.values {
        Values::Ready(words) => Some((option.key, words)),
        _ => None,
    });
    let ((one, words), (two, others)) = (found.next()?, found.next()?);
    (words == others && found.next().is_none()).then_some(Meetings { keys: [one, two], words })
}

/// Every ready word against every other, half of the games in each chair.
fn matrix(
    game: &'static dyn Game,
    bot: &'static dyn Erased,
    meetings: &Meetings,
    args: &BalanceArgs,
    out: &mut dyn Write,
) -> Result<String> {
    let Meetings { keys, words } = *meetings;
    let half = args.games.div_ceil(2);
    let n = words.len();
    let mut scores = vec![vec![None; n]; n];
    for (i, one) in words.iter().enumerate() {
        for (j, two) in words.iter().enumerate().skip(i + 1) {
            let mut sum = 0.0;
            for chairs in [[one, two], [two, one]] {
                let mut setup = args.setup.clone();
                for (key, word) in keys.iter().zip(chairs) {
                    setup.options.push(format!("{key}={word}"));
                }
                let setup = table::setup(game, &setup)?;
                let (_, summary) = play(game, setup, vec![bot], half, &args.effort, None)
                    .with_context(|| format!("{one} against {two}"))?;
                sum += summary.sides[usize::from(chairs[0] != one)].1;
            }
            let score = sum / 2.0;
            writeln!(out, "{one} against {two}: {:.0} %", 100.0 * score)?;
            out.flush()?;
            scores[i][j] = Some(score);
            scores[j][i] = Some(1.0 - score);
        }
    }
    let games = f64::from(2 * half);
    let (low, high) = admiralty_bots::stats::wilson(games / 2.0, games);
    let mut text = format!(
        "\n{} against {}: {} games a pairing, half of them in each chair; the score of the row in \
         per cent. 95 % of\na pairing that is even lie within {:.1} to {:.1} %.\n\n| |",
        keys[0],
        keys[1],
        2 * half,
        100.0 * low,
        100.0 * high
    );
    for word in words {
        let _ = write!(text, " {word} |");
    }
    let _ = write!(text, " mean |\n|---|{}\n", "---|".repeat(n + 1));
    for (word, row) in words.iter().zip(&scores) {
        let _ = write!(text, "| {word} |");
        for score in row {
            match score {
                Some(score) => {
                    let _ = write!(text, " {:.0} |", 100.0 * score);
                }
                None => text.push_str("  |"),
            }
        }
        let mean = row.iter().flatten().sum::<f64>() / (n as f64 - 1.0).max(1.0);
        let _ = writeln!(text, " **{:.0}** |", 100.0 * mean);
    }
    Ok(text)
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
