//! `admiralty backup` and `admiralty restore`.

use crate::args::{BackupArgs, RestoreArgs};
use admiralty_server::{Config, ServeArgs};
use anyhow::Result;
use std::io::Write;
use std::path::PathBuf;

fn folder(data: Option<PathBuf>) -> Result<PathBuf> {
    Ok(Config::load(ServeArgs { data, ..ServeArgs::default() })?.data)
}

pub(crate) fn backup(args: BackupArgs, out: &mut dyn Write) -> Result<()> {
    let data = folder(args.data)?;
    admiralty_server::backup(&data, &args.file)?;
    writeln!(out, "{}: a whole copy of {}, checked", args.file.display(), data.display())?;
    writeln!(out, "It holds secrets (password hashes, keys): keep it as safe as the original.")?;
    Ok(())
}

/// True if every game replays.
pub(crate) fn restore(args: RestoreArgs, out: &mut dyn Write) -> Result<bool> {
    let data = folder(args.data)?;
    let found = admiralty_server::restore(&args.file, &data, args.anyway)?;
    let [waiting, playing, over] = found.tables;
    writeln!(
        out,
        "{waiting} tables waiting, {playing} being played, {over} over; {} lines played again",
        found.lines
    )?;
    for (id, why) in &found.broken {
        writeln!(out, "table {id} cannot be played again: {why}")?;
    }
    if !found.broken.is_empty() && !args.anyway {
        writeln!(
            out,
            "Nothing was restored. With --anyway these tables stay unreadable, all else is there."
        )?;
        return Ok(false);
    }
    if found.redrawn > 0 {
        writeln!(out, "{} tables go on with dice drawn anew; their records say so", found.redrawn)?;
    }
    writeln!(out, "Restored to {}", data.display())?;
    Ok(found.broken.is_empty())
}
