//! `admiralty tune`: fits the weights of a game's judge to games of its quick policy with itself.

use crate::games;
use admiralty_bots::eval::shipyard;
use admiralty_bots::search::{Sample, fit};
use admiralty_core::Doc;
use anyhow::{Context, Result, anyhow};
use clap::Args;
use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(crate) struct TuneArgs {
    /// The game, such as naval_battle
    pub(crate) game: String,
    /// Games in each scenario
    #[arg(long, short = 'n', default_value_t = 200, value_name = "N")]
    pub(crate) games: u32,
    /// Only this scenario; may be given several times
    #[arg(long, value_name = "ID")]
    pub(crate) scenario: Vec<String>,
    /// Seed of the games
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// The file of weights to write; without it they are printed
    #[arg(long, value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
}

pub(crate) fn run(args: &TuneArgs, out: &mut dyn Write) -> Result<()> {
    let game = games::find(&args.game)?;
    let meta = game.meta();
    let yard = shipyard(meta.id).with_context(|| format!("{} has no judge to tune", meta.id))?;
    let mut scenarios: Vec<String> =
        meta.scenarios.iter().map(|scenario| scenario.id.to_string()).collect();
    if !args.scenario.is_empty() {
        scenarios.retain(|known| args.scenario.contains(known));
    }
    let mut samples: Vec<Sample> = Vec::new();
    for scenario in &scenarios {
        let setup = Doc::map().with("scenario", scenario.clone());
        for i in 0..args.games {
            let seed = args.seed.wrapping_mul(1_000_003).wrapping_add(u64::from(i));
            samples.extend(yard.play(&setup, seed).map_err(|why| anyhow!("{scenario}: {why}"))?);
        }
    }
    let command = format!(
        "admiralty tune {} --games {} --seed {}{}",
        meta.id,
        args.games,
        args.seed,
        args.scenario.iter().map(|id| format!(" --scenario {id}")).collect::<String>()
    );
    let text = written(yard.features(), yard.kinds(), &samples, &command);
    match &args.file {
        Some(path) => {
            std::fs::write(path, text).with_context(|| path.display().to_string())?;
            writeln!(out, "{}", path.display())?;
        }
        None => write!(out, "{text}")?,
    }
    Ok(())
}

/// The weights as the source file that the bots are built with.
fn written(features: &[&str], kinds: &[&str], samples: &[Sample], command: &str) -> String {
    let mut text = format!(
        "//! Weights of the judge, fitted to self-play. Written by\n//! `{command}`.\n\n\
         /// One row for each kind of table; columns: {}.\n\
         #[allow(clippy::approx_constant, reason = \"fitted numbers may come near any \
         constant\")]\n\
         pub(super) const WEIGHTS: [[f32; {}]; {}] = [\n",
        features.join(", "),
        features.len(),
        kinds.len()
    );
    for (kind, name) in kinds.iter().enumerate() {
        let of_kind: Vec<&Sample> = samples.iter().filter(|sample| sample.kind == kind).collect();
        let fitted = fit(&of_kind, features.len());
        let row: Vec<String> = fitted.weights.iter().map(|weight| format!("{weight:.3}")).collect();
        let _ = writeln!(text, "    // {name}: {} tables, loss {:.4}", fitted.samples, fitted.loss);
        let _ = writeln!(text, "    [{}],", row.join(", "));
    }
    text.push_str("];\n");
    text
}
