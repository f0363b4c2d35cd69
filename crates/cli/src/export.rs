//! `admiralty export`: records as data, one row for every decision. docs/data.md.

use crate::verify;
use admiralty_catalog::{Match, replay};
use admiralty_core::{Actor, Awaiting, Doc, Seat, Verdict, Viewer, digest, rolls_text};
use anyhow::{Context, Result, anyhow};
use clap::Args;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

#[derive(Args, Debug)]
pub(crate) struct ExportArgs {
    /// Records (.adm)
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Write JSON lines; what is written without a word about it
    #[arg(long, conflicts_with = "csv")]
    jsonl: bool,
    /// Write CSV, with a line of names first
    #[arg(long)]
    csv: bool,
}

/// One decision of a game.
pub(crate) struct Row {
    game: &'static str,
    name: String,
    entry: usize,
    turn: u32,
    seat: String,
    by: String,
    view: String,
    action: String,
    dice: String,
    result: String,
    score: i64,
}

/// The columns, in order.
const COLUMNS: [&str; 11] =
    ["game", "match", "entry", "turn", "seat", "by", "view", "action", "dice", "result", "score"];

/// The decisions of a game that counts as played, each as its seat saw it.
pub(crate) fn rows(game: &Match, name: &str) -> Result<Vec<Row>> {
    let mut table = game.seek(0).map_err(|error| anyhow!("{error}"))?;
    let result = game.table().result();
    let verdict = match game.table().awaiting() {
        Awaiting::Over(outcome) => Some(outcome.verdict),
        Awaiting::Seats(_) => None,
    };
    let score = |seat: Seat| match (verdict, game.table().side_of(seat)) {
        (Some(Verdict::Won(sides)), Some(side)) => 2 * i64::from(sides.has(side)) - 1,
        _ => 0,
    };
    // Records of the arena name the bot of each side, those of a server who sat at each seat.
    let by = |seat: Seat| {
        let table = game.table();
        let side = table.side_of(seat).map(|side| format!("Bot.{}", table.side_code(side)));
        let seat = format!("Seat.{}", table.seat_code(seat));
        let named = |(tag, _): &&(String, String)| *tag == seat || Some(tag) == side.as_ref();
        game.tags.iter().find(named).map_or_else(String::new, |(_, name)| name.clone())
    };
    let mut rows = Vec::new();
    for (i, entry) in game.log().entries().enumerate() {
        if let Actor::Seat(seat) = entry.by {
            rows.push(Row {
                game: game.game().meta().id,
                name: name.into(),
                entry: i + 1,
                turn: table.turn(),
                seat: table.seat_code(seat),
                by: by(seat),
                view: format!("{:016x}", digest(&table.view(Viewer::Seat(seat)))),
                action: entry.action.clone(),
                dice: rolls_text(&entry.rolled),
                result: result.clone(),
                score: score(seat),
            });
        }
        replay(&mut *table, entry).map_err(|why| anyhow!("entry {}: {why}", i + 1))?;
    }
    Ok(rows)
}

impl Row {
    /// As a line of JSON.
    pub(crate) fn json(&self) -> String {
        let dice = self.dice.split(' ').filter(|die| !die.is_empty()).filter_map(|die| {
            let (faces, value) = die.strip_prefix('d')?.split_once('=')?;
            Some(Doc::list([faces.parse::<i64>().ok()?, value.parse().ok()?]))
        });
        Doc::map()
            .with("game", self.game)
            .with("match", self.name.clone())
            .with("entry", self.entry)
            .with("turn", self.turn)
            .with("seat", self.seat.clone())
            .with("by", self.by.clone())
            .with("view", self.view.clone())
            .with("action", self.action.clone())
            .with("dice", Doc::List(dice.collect()))
            .with("result", self.result.clone())
            .with("score", self.score)
            .to_string()
    }

    /// As a line of CSV (RFC 4180).
    fn csv(&self) -> String {
        let cells = [
            self.game,
            &self.name,
            &self.entry.to_string(),
            &self.turn.to_string(),
            &self.seat,
            &self.by,
            &self.view,
            &self.action,
            &self.dice,
            &self.result,
            &self.score.to_string(),
        ];
        cells.map(quoted).join(",")
    }
}

fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.into()
    }
}

/// True if every record could be read; those that could not are named, and the rest is written.
pub(crate) fn run(args: &ExportArgs, out: &mut dyn Write) -> Result<bool> {
    if args.csv {
        writeln!(out, "{}", COLUMNS.join(","))?;
    }
    let write = |row: &Row| if args.csv { row.csv() } else { row.json() };
    let mut good = true;
    // A batch at a time on all cores, written in the order of the files.
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    for files in args.files.chunks(64 * threads) {
        for (file, text) in files.iter().zip(at_once(files, threads, &write)) {
            match text {
                Ok(text) => out.write_all(text.as_bytes())?,
                Err(error) => {
                    good = false;
                    eprintln!("error: {}: {error:#}", file.display());
                }
            }
        }
    }
    Ok(good)
}

fn at_once(
    files: &[PathBuf],
    threads: usize,
    write: &(dyn Fn(&Row) -> String + Sync),
) -> Vec<Result<String>> {
    let next = AtomicUsize::new(0);
    let mut texts: Vec<(usize, Result<String>)> = std::thread::scope(|scope| {
        let work = || {
            let mut done = Vec::new();
            loop {
                let i = next.fetch_add(1, Ordering::Relaxed);
                let Some(file) = files.get(i) else { return done };
                done.push((i, text_of(file, write)));
            }
        };
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap_or_default()).collect()
    });
    texts.sort_by_key(|(i, _)| *i);
    texts.into_iter().map(|(_, text)| text).collect()
}

fn text_of(file: &Path, write: &(dyn Fn(&Row) -> String + Sync)) -> Result<String> {
    let text = verify::text_of(file)?;
    let (game, _) = admiralty_catalog::verify(admiralty_catalog::games(), &text)
        .map_err(|error| anyhow!("{error}"))?;
    let stem = file.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let name = if game.id().is_empty() { stem } else { game.id() };
    let rows = rows(&game, name).context("the record does not replay")?;
    Ok(rows.iter().map(|row| write(row) + "\n").collect())
}
