//! `admiralty serve`, which is also what `admiralty` does by itself.

use crate::args::{Cli, Command};
use admiralty_server::{Config, ServeArgs};
use anyhow::Result;
use clap::Parser;
use std::io::Write;

/// The settings without any flag: those of the environment.
pub(crate) fn plain() -> ServeArgs {
    match Cli::try_parse_from(["admiralty", "serve"]) {
        Ok(Cli { command: Some(Command::Serve(args)) }) => args,
        Ok(_) => ServeArgs::default(),
        // A variable that cannot be read is explained as a flag would be.
        Err(error) => error.exit(),
    }
}

pub(crate) fn run(args: ServeArgs, out: &mut dyn Write) -> Result<()> {
    let config = Config::load(args)?;
    writeln!(out, "Admiralty: naval board games by their full rules.\n")?;
    writeln!(out, "  In your browser:  http://{}  (Ctrl-C ends it)", config.listen)?;
    writeln!(out, "  In this terminal: admiralty play GAME")?;
    writeln!(out, "  Everything else:  admiralty --help\n")?;
    out.flush()?;
    admiralty_server::serve(config)
}
