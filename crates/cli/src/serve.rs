//! `admiralty serve`, which is also what `admiralty` does by itself.

use crate::args::{Cli, Command};
use admiralty_server::{Config, ServeArgs};
use anyhow::{Context, Result, bail};
use clap::{Args, Parser};
use std::io::Write;

/// The server's settings, and programs of the host's own as bots.
#[derive(Args, Debug, Default)]
pub(crate) struct ServeWith {
    #[command(flatten)]
    pub(crate) serve: ServeArgs,
    /// Offer a program as a bot in every game, under a name (docs/bots.md); may be repeated
    #[arg(long = "bot", value_name = "NAME=COMMAND")]
    pub(crate) bots: Vec<String>,
}

/// The settings without any flag: those of the environment.
pub(crate) fn plain() -> ServeWith {
    match Cli::try_parse_from(["admiralty", "serve"]) {
        Ok(Cli { command: Some(Command::Serve(args)) }) => *args,
        Ok(_) => ServeWith::default(),
        // A variable that cannot be read is explained as a flag would be.
        Err(error) => error.exit(),
    }
}

pub(crate) fn run(args: ServeWith, out: &mut dyn Write) -> Result<()> {
    for bot in &args.bots {
        let (name, command) =
            bot.split_once('=').with_context(|| format!("--bot {bot} is not NAME=COMMAND"))?;
        let plain = |sign: char| sign.is_ascii_alphanumeric() || sign == '-' || sign == '_';
        if name.is_empty() || !name.chars().all(plain) || command.trim().is_empty() {
            bail!("--bot {bot}: a name has letters, digits, - and _, and a command follows it");
        }
        admiralty_bots::exec::offer(name, command);
    }
    let config = Config::load(args.serve)?;
    writeln!(out, "Admiralty: naval board games by their full rules.\n")?;
    writeln!(out, "  In your browser:  http://{}  (Ctrl-C ends it)", config.listen)?;
    writeln!(out, "  In this terminal: admiralty play GAME")?;
    writeln!(out, "  Everything else:  admiralty --help\n")?;
    out.flush()?;
    admiralty_server::serve(config)
}
