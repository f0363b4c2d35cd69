//! `admiralty arena`: matches between bots.

use crate::args::SetupArgs;
use crate::{export, games, table};
use admiralty_bots::arena::{Keep, Plan, Played};
use admiralty_bots::eval::shipyard;
use admiralty_bots::report::Summary;
use admiralty_bots::stats::Sprt;
use admiralty_bots::{Budget, Erased, find_or_start};
use admiralty_catalog::{Game, Match};
use admiralty_core::{Doc, Seeded, Side};
use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use std::fs::File;
use std::io::{BufWriter, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

#[derive(Args, Debug)]
pub(crate) struct ArenaArgs {
    /// The game, such as naval_battle
    pub(crate) game: String,
    /// The bots: a level such as Captain, or random, greedy …; see `admiralty games GAME`,
    /// or exec:"COMMAND" for a program of your own (docs/bots.md)
    #[arg(long, value_delimiter = ',', value_name = "BOT,…", required = true)]
    pub(crate) bots: Vec<String>,
    /// How many games; rounded up so that every bot has every chair equally often
    #[arg(long, short = 'n', default_value_t = 100, value_name = "N")]
    pub(crate) games: u32,
    #[command(flatten)]
    pub(crate) setup: SetupArgs,
    #[command(flatten)]
    pub(crate) effort: EffortArgs,
    /// Stop when a sequential test knows whether the first bot is stronger:
    /// Elo points if it is not and if it is
    #[arg(long, value_name = "ELO0,ELO1")]
    pub(crate) sprt: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Write every game as a record into this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) records: Option<PathBuf>,
    /// Write every decision of every game as a line of JSON (docs/data.md)
    #[arg(long, value_name = "FILE")]
    pub(crate) jsonl: Option<PathBuf>,
    /// Draw how the score went to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
}

/// What bots may spend; shared with `balance`.
#[derive(Args, Debug, Clone)]
pub(crate) struct EffortArgs {
    /// Nodes per decision: the same seed then gives the same games
    #[arg(long, value_name = "N", conflicts_with = "ms")]
    pub(crate) nodes: Option<u64>,
    /// Milliseconds per decision instead of nodes
    #[arg(long, value_name = "N")]
    pub(crate) ms: Option<u64>,
    /// Seed of dice and bots
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// A game of more entries is called a draw
    #[arg(long, default_value_t = 20_000, value_name = "N")]
    pub(crate) longest: u32,
    /// Games at a time; as many as there are cores if left out
    #[arg(long, default_value_t = 0, value_name = "N", hide_default_value = true)]
    pub(crate) threads: usize,
}

impl EffortArgs {
    pub(crate) fn budget(&self) -> Budget {
        match (self.nodes, self.ms) {
            (Some(nodes), _) => Budget::Nodes(nodes),
            (None, Some(ms)) => Budget::ms(ms),
            (None, None) => Budget::default(),
        }
    }
}

pub(crate) fn run(args: &ArenaArgs, out: &mut dyn Write) -> Result<()> {
    let game = games::find(&args.game)?;
    if args.bots.len() < 2 {
        bail!("a match needs at least two bots, such as --bots greedy,random");
    }
    let bots = args.bots.iter().map(|name| bot(game.meta().id, name));
    let bots = bots.collect::<Result<Vec<&dyn Erased>>>()?;
    let setup = table::setup(game, &args.setup)?;
    let sprt = args.sprt.as_deref().map(|text| read_sprt(text, bots.len())).transpose()?;
    let keep = Kept::new(args)?;
    let handed = keep.as_ref().map(|kept| |game: Match, _: &Played| kept.take(&game));
    let handed = handed.as_ref().map(|keep| keep as &Keep<'_>);
    let (_, summary) = play_kept(game, setup, bots, args.games, &args.effort, sprt, handed)?;
    if let Some(path) = &args.svg {
        std::fs::write(path, summary.svg()).with_context(|| path.display().to_string())?;
    }
    if args.json {
        writeln!(out, "{}", summary.doc())?;
    } else {
        write!(out, "{}", summary.table())?;
    }
    Ok(())
}

/// A bot by its name, or one of any skill (`skill:slips/thinks/nodes/ideas/turns/doubt`), which is
/// how the levels were found.
pub(crate) fn bot(game: &str, name: &str) -> Result<&'static dyn Erased> {
    let Some(skill) = name.strip_prefix("skill:") else {
        return Ok(find_or_start(game, name)?);
    };
    let yard = shipyard(game).with_context(|| format!("{game} has no levels"))?;
    let made = skill.parse().map_err(|why: String| anyhow!(why))?;
    // A match names its few bots once and keeps them to its end.
    Ok(Box::leak(yard.bot(made, skill.to_string().leak())))
}

fn read_sprt(text: &str, n_bots: usize) -> Result<Sprt> {
    let numbers: Option<Vec<f64>> = text.split(',').map(|part| part.trim().parse().ok()).collect();
    match numbers.as_deref() {
        _ if n_bots != 2 => bail!("--sprt compares two bots"),
        Some(&[elo0, elo1]) if elo0 < elo1 => Ok(Sprt { elo0, elo1, error: 0.05 }),
        _ => bail!("--sprt takes two Elo numbers, the smaller first, such as 0,50"),
    }
}

/// Where the games of a match are kept.
struct Kept {
    folder: Option<PathBuf>,
    rows: Option<Mutex<BufWriter<File>>>,
}

impl Kept {
    /// Nothing, if nothing is to be kept.
    fn new(args: &ArenaArgs) -> Result<Option<Kept>> {
        if args.records.is_none() && args.jsonl.is_none() {
            return Ok(None);
        }
        if let Some(folder) = &args.records {
            std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        }
        let rows = args.jsonl.as_ref().map(|path| {
            let file = File::create(path).with_context(|| path.display().to_string())?;
            anyhow::Ok(Mutex::new(BufWriter::new(file)))
        });
        Ok(Some(Kept { folder: args.records.clone(), rows: rows.transpose()? }))
    }

    fn take(&self, game: &Match) -> Result<(), String> {
        if let Some(folder) = &self.folder {
            let path = folder.join(format!("{}.adm", game.id()));
            std::fs::write(&path, game.record().to_string())
                .map_err(|error| format!("{}: {error}", path.display()))?;
        }
        if let Some(rows) = &self.rows {
            let all = export::rows(game, game.id()).map_err(|error| format!("{error:#}"))?;
            let text: String = all.iter().map(|row| row.json() + "\n").collect();
            let mut rows = rows.lock().unwrap_or_else(PoisonError::into_inner);
            rows.write_all(text.as_bytes()).map_err(|error| error.to_string())?;
        }
        Ok(())
    }
}

/// Plays a match with a progress bar, if somebody looks.
pub(crate) fn play(
    game: &'static dyn Game,
    setup: Doc,
    bots: Vec<&'static dyn Erased>,
    games: u32,
    effort: &EffortArgs,
    sprt: Option<Sprt>,
) -> Result<(Plan, Summary)> {
    play_kept(game, setup, bots, games, effort, sprt, None)
}

fn play_kept(
    game: &'static dyn Game,
    setup: Doc,
    bots: Vec<&'static dyn Erased>,
    games: u32,
    effort: &EffortArgs,
    sprt: Option<Sprt>,
    keep: Option<&Keep<'_>>,
) -> Result<(Plan, Summary)> {
    let (begun, _) = game.begin(&setup, &mut Seeded::new(effort.seed))?;
    let sides: Vec<String> = (0..begun.n_sides()).map(|side| begun.side_name(Side(side))).collect();
    if bots.len() > sides.len() {
        bail!("{} bots, but only {} sides ({})", bots.len(), sides.len(), sides.join(", "));
    }
    let plan = Plan {
        game,
        setup,
        bots,
        games,
        seed: effort.seed,
        budget: effort.budget(),
        longest: effort.longest,
        threads: effort.threads,
        sprt,
    };
    let bar = if std::io::stderr().is_terminal() {
        let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} games, {eta} left")
            .unwrap_or_else(|_| ProgressStyle::default_bar());
        ProgressBar::new(u64::from(games.div_ceil(plan.round()) * plan.round())).with_style(style)
    } else {
        ProgressBar::hidden()
    };
    let played = plan.play_kept(&|done| bar.set_position(u64::from(done)), keep);
    bar.finish_and_clear();
    let played = played.map_err(|error| anyhow!("{error}"))?;
    let summary = Summary::of(&plan, &played, &sides);
    Ok((plan, summary))
}
