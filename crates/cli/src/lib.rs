//! The commands of the binary `admiralty`, one file each.
//!
//! Everything that talks to a person writes to a [`std::io::Write`] it is
//! handed, so that tests can read it and a closed pipe ends the program quietly.
//!
//! ```
//! let mut engine = admiralty_cli::engine::Engine::new();
//! let answer = engine.line(r#"{"id": 1, "cmd": "games"}"#);
//! assert!(answer.starts_with(r#"{"id":1,"games":["#));
//! ```

#[cfg(feature = "server")]
mod admin;
mod arena;
mod args;
mod balance;
mod bench;
mod check;
pub mod engine;
mod export;
mod games;
#[cfg(doctest)]
mod guides;
#[cfg(feature = "server")]
mod keep;
mod ladder;
mod luck;
#[cfg(feature = "server")]
mod moving;
pub mod perft;
mod play;
pub mod playout;
mod replay;
mod rules;
mod scenario;
#[cfg(feature = "server")]
mod serve;
mod table;
mod tune;
mod verify;

pub use args::Cli;

use admiralty_bots::Erased;
use anyhow::Result;
use args::Command;
use std::io::{self, Write};
use std::process::ExitCode;

/// Runs a command and says how it went: 0 if all is well, 1 if not.
pub fn run(cli: Cli) -> ExitCode {
    let mut out = io::BufWriter::new(io::stdout().lock());
    let done = dispatch(cli, &mut out).and_then(|good| {
        out.flush()?;
        Ok(good)
    });
    // What programs of one's own did wrong was made good by chance, and is told here. A result in
    // which one of them had no part is none.
    let mut idle = false;
    for program in admiralty_bots::exec::programs() {
        let faults = program.faults();
        if faults.n() > 0 {
            eprintln!("{}: {faults}", program.info().name);
        }
        if faults.is_all() {
            idle = true;
            eprintln!("error: {} decided nothing: chance played for it", program.info().name);
        }
    }
    match done {
        Ok(true) if idle => ExitCode::FAILURE,
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        // Whoever reads us has had enough (`admiralty games | head`).
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = out.flush();
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// True if everything asked for is as it should be.
fn dispatch(cli: Cli, out: &mut dyn Write) -> Result<bool> {
    match cli.command {
        #[cfg(feature = "server")]
        None => serve::run(serve::plain(), out)?,
        #[cfg(not(feature = "server"))]
        None => games::welcome(out)?,
        #[cfg(feature = "server")]
        Some(Command::Serve(args)) => serve::run(*args, out)?,
        #[cfg(feature = "server")]
        Some(Command::Admin(args)) => admin::run(args, out)?,
        #[cfg(feature = "server")]
        Some(Command::Backup(args)) => keep::backup(args, out)?,
        #[cfg(feature = "server")]
        Some(Command::Restore(args)) => return keep::restore(args, out),
        #[cfg(feature = "server")]
        Some(Command::Move(args)) => return moving::run(&args, out),
        Some(Command::Games(args)) => games::run(&args, out)?,
        Some(Command::Play(args)) => play::run(&args, &mut io::stdin().lock(), out)?,
        Some(Command::Engine) => engine::serve(&mut io::stdin().lock(), out)?,
        Some(Command::Check(args)) => return check::run(&args, out),
        Some(Command::Scenario(args)) => return scenario::run(&args, out),
        Some(Command::Replay(args)) => replay::run(&args, out)?,
        Some(Command::Verify(args)) => return verify::run(&args, out),
        Some(Command::Perft(args)) => perft::run(&args, out)?,
        Some(Command::Bench(args)) => bench::run(&args, out)?,
        Some(Command::Arena(args)) => arena::run(&args, out)?,
        Some(Command::Balance(args)) => balance::run(&args, out)?,
        Some(Command::Ladder(args)) => ladder::run(&args, out)?,
        Some(Command::Tune(args)) => tune::run(&args, out)?,
        Some(Command::Export(args)) => return export::run(&args, out),
        Some(Command::Luck(args)) => luck::run(&args, out)?,
        Some(Command::Rules(args)) => rules::run(&args, out)?,
    }
    Ok(true)
}
