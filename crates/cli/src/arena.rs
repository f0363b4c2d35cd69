//! `admiralty arena`: matches between bots.

use crate::args::SetupArgs;
use crate::{games, table};
use admiralty_bots::arena::Plan;
use admiralty_bots::report::Summary;
use admiralty_bots::stats::Sprt;
use admiralty_bots::{Budget, Erased, find};
use admiralty_catalog::Game;
use admiralty_core::{Doc, Seeded, Side};
use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{IsTerminal, Write};
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(crate) struct ArenaArgs {
    /// The game, such as naval_battle
    pub(crate) game: String,
    /// The bots: random, greedy, greedy:Cadet …
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
    fn budget(&self) -> Budget {
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
    let bots = args.bots.iter().map(|name| find(game.meta().id, name, ""));
    let bots = bots.collect::<Result<Vec<&dyn Erased>, _>>()?;
    let setup = table::setup(game, &args.setup)?;
    let sprt = args.sprt.as_deref().map(|text| read_sprt(text, bots.len())).transpose()?;
    let (_, summary) = play(game, setup, bots, args.games, &args.effort, sprt)?;
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

fn read_sprt(text: &str, n_bots: usize) -> Result<Sprt> {
    let numbers: Option<Vec<f64>> = text.split(',').map(|part| part.trim().parse().ok()).collect();
    match numbers.as_deref() {
        _ if n_bots != 2 => bail!("--sprt compares two bots"),
        Some(&[elo0, elo1]) if elo0 < elo1 => Ok(Sprt { elo0, elo1, error: 0.05 }),
        _ => bail!("--sprt takes two Elo numbers, the smaller first, such as 0,50"),
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
    let played = plan.play(&|done| bar.set_position(u64::from(done)));
    bar.finish_and_clear();
    let played = played.map_err(|error| anyhow!("{error}"))?;
    let summary = Summary::of(&plan, &played, &sides);
    Ok((plan, summary))
}
