//! `admiralty scenario`: scenarios as files, checked and tried, or printed as a start for one's own.

use crate::games;
use admiralty_catalog::{Game, ScenarioFile, try_out};
use admiralty_core::{Doc, Seeded, Side};
use anyhow::{Context, Result, anyhow, bail};
use clap::{Args, Subcommand};
use std::io::Write;
use std::path::{Path, PathBuf};

#[derive(Args, Debug)]
pub(crate) struct ScenarioArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Debug)]
enum What {
    /// Read a file, name everything that is wrong with its line, and play random games with it
    ///
    /// Exits with 1 if anything is wrong, or if a game did not come to its end.
    Check {
        /// The file (TOML)
        file: PathBuf,
        /// Whose scenario it is, if the file does not say it
        #[arg(long)]
        game: Option<String>,
        /// Random games that are played
        #[arg(long, short = 'n', default_value_t = 20, value_name = "N")]
        games: u64,
    },
    /// Print a scenario of the game, as a start for one of your own; without an id list them
    Show {
        /// The game, such as fleet_actions
        game: String,
        /// The scenario
        id: Option<String>,
    },
}

/// More entries than any game of ours has.
const MOST: usize = 200_000;

/// True if nothing is wrong.
pub(crate) fn run(args: &ScenarioArgs, out: &mut dyn Write) -> Result<bool> {
    match &args.what {
        What::Check { file, game, games } => check(file, game.as_deref(), *games, out),
        What::Show { game, id } => show(games::find(game)?, id.as_deref(), out).map(|()| true),
    }
}

fn show(game: &'static dyn Game, id: Option<&str>, out: &mut dyn Write) -> Result<()> {
    let all = game.printed();
    let Some(id) = id else {
        for printed in all {
            let title = printed.doc().get("title").and_then(Doc::as_text);
            writeln!(out, "{:<22} {}", printed.id, title.unwrap_or_default())?;
        }
        return Ok(());
    };
    match all.iter().find(|printed| printed.id.eq_ignore_ascii_case(id)) {
        Some(printed) => write!(out, "{}", printed.text)?,
        None => {
            let known: Vec<&str> = all.iter().map(|printed| printed.id).collect();
            bail!("{} has no scenario \"{id}\" ({})", game.meta().title, known.join(", "));
        }
    }
    Ok(())
}

fn check(path: &Path, of: Option<&str>, games: u64, out: &mut dyn Write) -> Result<bool> {
    let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let of = of.map(games::find).transpose()?;
    let read = ScenarioFile::read(&text, of);
    let checked = read.and_then(|file| file.check().map(|seats| (file, seats)));
    let (file, seats) = match checked {
        Ok(checked) => checked,
        Err(faults) => {
            for fault in &faults.0 {
                writeln!(out, "{}: {fault}", path.display())?;
            }
            writeln!(out, "{} faults", faults.0.len())?;
            return Ok(false);
        }
    };
    let (table, _) =
        file.game.begin(&file.setup(), &mut Seeded::new(1)).map_err(|error| anyhow!("{error}"))?;
    let title = file.toml.doc.get("title").and_then(Doc::as_text).unwrap_or("A scenario");
    writeln!(out, "{title}, for {}", file.game.meta().title)?;
    writeln!(out, "{} seats, {} sides", seats.len(), table.n_sides())?;
    for side in (0..table.n_sides()).map(Side) {
        let names: Vec<&str> = seats
            .iter()
            .filter(|seat| seat.side == Some(side))
            .map(|seat| seat.name.as_str())
            .collect();
        writeln!(
            out,
            "  {} ({}): {}",
            table.side_name(side),
            names.join(", "),
            table.strength(side)
        )?;
    }
    match try_out(file.game, &file.setup(), games, MOST) {
        Ok(tried) => {
            let middle = tried.entries.len() / 2;
            if let (Some(entries), Some(turns)) =
                (tried.entries.get(middle), tried.turns.get(middle))
            {
                let ends: Vec<String> =
                    tried.ends.iter().take(6).map(|(end, n)| format!("{end} {n}")).collect();
                writeln!(
                    out,
                    "{games} random games came to their end: {entries} entries and {turns} turns in \
                     the middle, {} and {} at most; {}",
                    tried.entries.last().unwrap_or(entries),
                    tried.turns.last().unwrap_or(turns),
                    ends.join(", ")
                )?;
            }
            writeln!(out, "nothing is wrong")?;
            Ok(true)
        }
        Err(reason) => {
            writeln!(out, "{}: {reason}", path.display())?;
            Ok(false)
        }
    }
}

/// The document of a scenario file of this game; a file that is wrong is refused with all its faults.
pub(crate) fn read(game: &dyn Game, path: &Path) -> Result<Doc> {
    let game = games::find(game.meta().id)?;
    let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let file = ScenarioFile::read(&text, Some(game));
    let checked = file.and_then(|file| file.check().map(|_| file.toml.doc));
    checked.map_err(|faults| {
        let all: Vec<String> =
            faults.0.iter().map(|fault| format!("{}: {fault}", path.display())).collect();
        anyhow!("{}", all.join("\n"))
    })
}
