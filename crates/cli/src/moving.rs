//! `admiralty move`.

use crate::args::MoveArgs;
use anyhow::Result;
use std::io::Write;

/// True if every game replays where it has arrived.
#[cfg(feature = "postgres")]
pub(crate) fn run(args: &MoveArgs, out: &mut dyn Write) -> Result<bool> {
    use admiralty_server::Place;
    let place = |text: &str| text.parse::<Place>().map_err(anyhow::Error::msg);
    let (from, to) = (place(&args.from)?, place(&args.to)?);
    let moved = admiralty_server::move_now(&from, &to)?;
    writeln!(
        out,
        "{} tables with {} lines, each compared and played again; {} people",
        moved.tables, moved.lines, moved.people
    )?;
    for (id, why) in &moved.broken {
        writeln!(out, "table {id} was moved as it is, but cannot be played again: {why}")?;
    }
    Ok(moved.broken.is_empty())
}

/// Both ways need PostgreSQL.
#[cfg(not(feature = "postgres"))]
pub(crate) fn run(args: &MoveArgs, _: &mut dyn Write) -> Result<bool> {
    anyhow::bail!(
        "this Admiralty was built without PostgreSQL and cannot move from {} to {}: build it with \
         `cargo build --release --features postgres,nats`",
        args.from.split(':').next().unwrap_or_default(),
        args.to.split(':').next().unwrap_or_default()
    )
}
