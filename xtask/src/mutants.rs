//! Breaks a game's rules one line at a time and counts how often its tests notice.

use crate::steps::{cargo, has_program};
use anyhow::{Context, Result, bail};
use std::fs;
use std::path::Path;

/// Runs cargo-mutants on a game and prints the score; true if it ran.
pub(crate) fn run(root: &Path, game: &str, rest: &[&str]) -> Result<bool> {
    if !root.join("games").join(game).join("Cargo.toml").exists() {
        bail!("there is no game \"{game}\" below games/");
    }
    if !has_program("cargo-mutants", &["mutants", "--version"]) {
        println!("installing cargo-mutants with cargo install");
        let installed = cargo().args(["install", "cargo-mutants"]).status()?;
        if !installed.success() {
            bail!("cargo-mutants could not be installed");
        }
    }
    let out = root.join("target/mutants").join(game);
    fs::create_dir_all(&out)?;
    let more = rest.strip_prefix(&["--"]).unwrap_or(rest);
    // Mutants that survive are the result, not an error: the exit code of
    // cargo-mutants tells them apart from a run that could not begin.
    let status = cargo()
        .args(["mutants", "--package", game, "--no-shuffle", "--colors=never", "--output"])
        .arg(&out)
        .args(more)
        .current_dir(root)
        .status()
        .context("cargo mutants")?;
    let results = out.join("mutants.out");
    let count = |file: &str| {
        let text = fs::read_to_string(results.join(file)).unwrap_or_default();
        text.lines().filter(|line| !line.trim().is_empty()).count()
    };
    let (caught, missed) = (count("caught.txt"), count("missed.txt"));
    let (timeout, unviable) = (count("timeout.txt"), count("unviable.txt"));
    let noticed = caught + timeout;
    let tested = noticed + missed;
    if tested == 0 {
        bail!("cargo-mutants tested nothing (exit code {:?})", status.code());
    }
    let missed_list = fs::read_to_string(results.join("missed.txt")).unwrap_or_default();
    if missed > 0 {
        println!("\nnot noticed:\n{missed_list}");
    }
    println!(
        "{game}: {noticed} of {tested} mutants noticed ({:.1} %), {timeout} of them by running out \
         of time; {unviable} did not compile",
        100.0 * noticed as f64 / tested as f64
    );
    Ok(true)
}
