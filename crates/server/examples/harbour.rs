//! A server and nothing else, for measuring: `admiralty serve` without the
//! rest of the binary.

use clap::Parser;
use mimalloc::MiMalloc;

/// As the binary has it.
#[global_allocator]
static GLOBAL: MiMalloc = MiMalloc;

#[derive(Parser)]
struct Args {
    #[command(flatten)]
    serve: admiralty_server::ServeArgs,
}

fn main() -> anyhow::Result<()> {
    admiralty_server::serve(admiralty_server::Config::load(Args::parse().serve)?)
}
