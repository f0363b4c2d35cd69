//! The long versions: many more random games, and every fuzz target for a while.

use crate::steps::{Steps, cargo, has_program};
use std::path::Path;
use std::process::Command;

/// Runs everything; true if nothing failed.
pub(crate) fn run(root: &Path) -> bool {
    let factor = std::env::var("ADMIRALTY_SOAK").unwrap_or_else(|_| "20".into());
    println!("random games: {factor} times as many as in CI (ADMIRALTY_SOAK)");
    let mut steps = Steps::new(root);
    steps.command(
        "long tests",
        cargo()
            .args(["test", "--release", "--workspace", "--no-fail-fast"])
            .env("ADMIRALTY_SOAK", &factor),
    );
    if root.join("fuzz/Cargo.toml").exists() {
        fuzz(&mut steps);
    }
    steps.finish()
}

fn fuzz(steps: &mut Steps) {
    if !has_program("cargo-fuzz", &["fuzz", "--version"]) {
        println!("installing cargo-fuzz with cargo install");
        if !steps.command("install cargo-fuzz", cargo().args(["install", "cargo-fuzz"])) {
            return;
        }
    }
    // cargo-fuzz needs the nightly compiler, and nothing else here does.
    if !has_program("cargo", &["+nightly", "--version"]) {
        println!("installing the nightly compiler with rustup");
        let mut install = Command::new("rustup");
        install.args(["toolchain", "install", "nightly", "--profile", "minimal"]);
        if !steps.command("install nightly", &mut install) {
            return;
        }
    }
    let seconds = std::env::var("FUZZ_SECONDS").unwrap_or_else(|_| "60".into());
    for target in targets(&steps.root) {
        // What it finds goes to a folder of its own; the corpus in the
        // repository stays small and is only read.
        let found = steps.root.join("fuzz/target/corpus").join(&target);
        let _ = std::fs::create_dir_all(&found);
        let seeds = steps.root.join("fuzz/corpus").join(&target);
        steps.command(
            &format!("fuzz {target}"),
            Command::new("cargo")
                .args(["+nightly", "fuzz", "run", &target])
                .args([&found, &seeds])
                .args(["--", &format!("-max_total_time={seconds}"), "-print_final_stats=1"]),
        );
    }
}

/// The names of the fuzz targets, in order.
fn targets(root: &Path) -> Vec<String> {
    let Ok(folder) = std::fs::read_dir(root.join("fuzz/fuzz_targets")) else { return Vec::new() };
    let mut names: Vec<String> = folder
        .filter_map(|entry| {
            let path = entry.ok()?.path();
            (path.extension()? == "rs").then(|| path.file_stem()?.to_str().map(String::from))?
        })
        .collect();
    names.sort();
    names
}
