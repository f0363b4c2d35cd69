//! `admiralty rules`: the registers, read by people.

use crate::args::RulesArgs;
use crate::games;
use crate::table::wrap;
use admiralty_catalog::{Clause, Game, Status};
use anyhow::{Result, bail};
use std::io::Write;

pub(crate) fn run(args: &RulesArgs, out: &mut dyn Write) -> Result<()> {
    let games: Vec<&'static dyn Game> = match &args.game {
        Some(id) => vec![games::find(id)?],
        None => admiralty_catalog::games().to_vec(),
    };
    let text = args.text.join(" ");
    if text.is_empty() {
        return chapters(&games, out);
    }
    let exact: Vec<&Clause> = games
        .iter()
        .filter_map(|game| {
            game.register().clauses.iter().find(|clause| clause.id.eq_ignore_ascii_case(&text))
        })
        .collect();
    let found: Vec<&Clause> = if exact.is_empty() {
        games.iter().flat_map(|game| game.register().search(&text)).collect()
    } else {
        exact
    };
    if found.is_empty() {
        bail!("no clause speaks of \"{text}\"");
    }
    for clause in found {
        show(clause, out)?;
    }
    Ok(())
}

fn show(clause: &Clause, out: &mut dyn Write) -> Result<()> {
    let mut head = clause.id.clone();
    if !clause.chapter.is_empty() {
        head = format!("{head} ({})", clause.chapter);
    }
    if !clause.since.is_empty() {
        head = format!("{head}, {}", clause.since);
    }
    if !clause.rulings.is_empty() {
        head = format!("{head}, read by {}", clause.rulings.join(", "));
    }
    match clause.status {
        Status::Done => {}
        Status::Partly => head.push_str(" [carried out in part]"),
        Status::Open => head.push_str(" [not carried out yet]"),
        Status::NotCode => head.push_str(" [nothing a program does]"),
    }
    writeln!(out, "{head}")?;
    for line in wrap(&clause.text, 76) {
        writeln!(out, "    {line}")?;
    }
    Ok(())
}

/// What there is to look up: each game's chapters in order, with their first clause.
fn chapters(games: &[&'static dyn Game], out: &mut dyn Write) -> Result<()> {
    for game in games {
        let register = game.register();
        writeln!(out, "{}: {} clauses", game.meta().title, register.clauses.len())?;
        let mut chapters: Vec<(&str, &str, usize)> = Vec::new();
        for clause in &register.clauses {
            match chapters.iter_mut().find(|(chapter, _, _)| *chapter == clause.chapter) {
                Some((_, _, count)) => *count += 1,
                None => chapters.push((&clause.chapter, &clause.id, 1)),
            }
        }
        for (chapter, first, count) in chapters {
            writeln!(out, "  {chapter:<44} {count:>4} from {first}")?;
        }
    }
    writeln!(out, "\nLook one up: admiralty rules CLAUSE; look for words: admiralty rules WORDS")?;
    Ok(())
}
