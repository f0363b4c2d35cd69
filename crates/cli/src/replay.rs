//! `admiralty replay`: what happened, entry by entry, as somebody saw it.

use crate::args::ReplayArgs;
use crate::verify::read;
use admiralty_catalog::{Match, TableFace};
use admiralty_core::{Actor, Viewer};
use anyhow::{Result, anyhow, bail};
use std::io::Write;

pub(crate) fn run(args: &ReplayArgs, out: &mut dyn Write) -> Result<()> {
    let text = read(&args.file)?;
    let (game, report) = admiralty_catalog::verify(admiralty_catalog::games(), &text)
        .map_err(|error| anyhow!("{}: {error}", args.file.display()))?;
    let table = game.table();
    let viewer = match &args.viewer {
        None => Viewer::Umpire,
        Some(code) => viewer(table, code)?,
    };
    let n = game.log().len();
    let to = args.to.unwrap_or(n);
    if to > n {
        bail!("the record has only {n} entries");
    }
    writeln!(out, "{}: {n} entries, {}\n", game.game().meta().title, report.result)?;
    let mut shown = 0;
    for i in 0..to {
        entry(&game, i, viewer, &mut shown, out)?;
        if args.boards && i + 1 < to {
            let table = game.seek(i + 1)?;
            writeln!(out, "\n{}\n", table.board(viewer).trim_end())?;
        }
    }
    let table = game.seek(to)?;
    writeln!(out, "\n{}", table.board(viewer).trim_end())?;
    writeln!(out, "\n{}", table.prompt(viewer))?;
    Ok(())
}

/// The viewer with this code; the error names those there are.
pub(crate) fn viewer(table: &dyn TableFace, code: &str) -> Result<Viewer> {
    table.parse_viewer(code).ok_or_else(|| {
        let known: Vec<String> =
            table.viewers().into_iter().map(|viewer| table.viewer_code(viewer)).collect();
        anyhow!("nobody here is \"{code}\" (there are: {})", known.join(", "))
    })
}

fn entry(
    game: &Match,
    i: usize,
    viewer: Viewer,
    shown: &mut usize,
    out: &mut dyn Write,
) -> Result<()> {
    let Some(entry) = game.log().entry(i) else { return Ok(()) };
    let table = game.table();
    let told: Vec<&str> = game
        .events(i)
        .iter()
        .filter(|event| event.to.includes(viewer))
        .map(|event| event.sentence.as_str())
        .collect();
    // The text of an entry may say more than its events tell; only the one
    // who made it and the umpire are shown it.
    let knows = match (viewer, entry.by) {
        (Viewer::Umpire, _) => true,
        (Viewer::Seat(me), Actor::Seat(by)) => me == by || table.sees_all(me),
        _ => false,
    };
    if !knows && told.is_empty() {
        return Ok(());
    }
    // Counted as the viewer sees them: what it may not know of leaves no gap.
    *shown += 1;
    write!(out, "{shown:>4}. {}", table.actor_code(entry.by))?;
    if knows {
        write!(out, ": {}", entry.action)?;
        if !entry.rolled.is_empty() {
            let dice: Vec<String> =
                entry.rolled.iter().map(|roll| format!("{}={}", roll.die, roll.value)).collect();
            write!(out, " [{}]", dice.join(" "))?;
        }
    }
    writeln!(out)?;
    for sentence in told {
        writeln!(out, "      {sentence}")?;
    }
    Ok(())
}
