//! `admiralty luck`: who had the luck in a recorded game.

use crate::verify::read;
use anyhow::{Result, anyhow};
use clap::Args;
use std::io::Write;
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(crate) struct LuckArgs {
    /// The record (.adm)
    pub(crate) file: PathBuf,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

pub(crate) fn run(args: &LuckArgs, out: &mut dyn Write) -> Result<()> {
    let text = read(&args.file)?;
    let (game, _) = admiralty_catalog::verify(admiralty_catalog::games(), &text)
        .map_err(|error| anyhow!("{}: {error}", args.file.display()))?;
    let luck = admiralty_bots::luck::luck(&game)?;
    if args.json {
        writeln!(out, "{}", luck.doc())?;
    } else {
        write!(out, "{luck}")?;
    }
    Ok(())
}
