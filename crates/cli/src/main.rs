//! The binary `admiralty`: reads its arguments and hands them on.

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    admiralty_cli::run(admiralty_cli::Cli::parse())
}
