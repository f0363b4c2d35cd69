//! The long versions: many more random games, every law for an hour per game, menus, whole games
//! in a browser, mutants, and every fuzz target for a while.

mod menus;

use crate::steps::{Steps, cargo, has_program, target};
use crate::{mutants, plan, web};
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// How long each game is played at random with every law on, if nothing else is said.
const MINUTES: f64 = 60.0;

/// The tests of a game that play at random under laws, as far as it has them.
const LAWS: [&str; 3] = ["properties", "secrecy", "refusals"];

/// How long, what of it, and of which game, if not of all.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Wanted {
    minutes: f64,
    part: Part,
    game: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    All,
    Tests,
    Play,
    Menus,
    Browser,
    Ladder,
    Mutants,
    Fuzz,
}

impl Wanted {
    pub(crate) fn parse(words: &[&str]) -> Result<Wanted> {
        let mut wanted = Wanted { minutes: MINUTES, part: Part::All, game: None };
        let mut words = words.iter();
        while let Some(word) = words.next() {
            wanted.part = match *word {
                "--minutes" => {
                    let minutes = words.next().context("--minutes takes a number")?;
                    wanted.minutes = minutes.parse().context("--minutes takes a number")?;
                    continue;
                }
                "--game" => {
                    wanted.game = Some(words.next().context("--game takes a game")?.to_string());
                    continue;
                }
                "tests" => Part::Tests,
                "play" => Part::Play,
                "menus" => Part::Menus,
                "browser" => Part::Browser,
                "ladder" => Part::Ladder,
                "mutants" => Part::Mutants,
                "fuzz" => Part::Fuzz,
                other => bail!("soak does not know {other}"),
            };
        }
        Ok(wanted)
    }

    fn has(&self, part: Part) -> bool {
        self.part == Part::All || self.part == part
    }
}

/// Runs everything, or a part of it; true if nothing failed.
pub(crate) fn run(root: &Path, wanted: &Wanted) -> Result<bool> {
    let mut steps = Steps::new(root);
    let mut games = plan::games(root)?;
    if let Some(only) = &wanted.game {
        games.retain(|game| game == only);
        if games.is_empty() {
            bail!("there is no game \"{only}\" below games/");
        }
    }
    // Another seed each time; a failure names the one that fails again.
    let seed = SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs() % 1_000_000 * 1_000;
    if wanted.has(Part::Tests) {
        tests(&mut steps);
    }
    if wanted.has(Part::Play) {
        for game in &games {
            play(&mut steps, game, wanted.minutes, seed)?;
        }
    }
    if wanted.has(Part::Menus) {
        walk_menus(&mut steps, &games, wanted.minutes, seed)?;
    }
    if wanted.has(Part::Browser) {
        web::soak(&mut steps, wanted.game.as_deref());
    }
    if wanted.has(Part::Ladder) {
        for game in &games {
            ladder(&mut steps, game);
        }
    }
    if wanted.has(Part::Mutants) {
        for game in &games {
            let root = steps.root.clone();
            steps.check(&format!("mutants of {game}"), || mutants::run(&root, game, &[]));
        }
    }
    if wanted.has(Part::Fuzz) && root.join("fuzz/Cargo.toml").exists() {
        fuzz(&mut steps);
    }
    Ok(steps.finish())
}

/// The levels of a game measured over many games: printed, for whoever compares them with
/// docs/strength.md.
fn ladder(steps: &mut Steps, game: &str) {
    let args = ["run", "--release", "--package", "admiralty", "--", "ladder", game];
    steps.command(
        &format!("ladder of {game}"),
        cargo().args(args).args(["--games", "600", "--seed", "7001", "--dry"]),
    );
}

fn tests(steps: &mut Steps) {
    let factor = std::env::var("ADMIRALTY_SOAK").unwrap_or_else(|_| "20".into());
    println!("random games: {factor} times as many as in CI (ADMIRALTY_SOAK)");
    steps.command(
        "long tests",
        cargo()
            .args(["test", "--release", "--workspace", "--no-fail-fast"])
            .env("ADMIRALTY_SOAK", &factor)
            // How often the server is killed under load; 20 times in CI.
            .env("ADMIRALTY_KILLS", "100")
            .env("ADMIRALTY_CHAOS_FAULTS", "30")
            .env("ADMIRALTY_CHAOS_TABLES", "200")
            .env("ADMIRALTY_FAILOVERS", "20"),
    );
}

/// Random play with every law on, in the release build, for so many minutes. The
/// time is shared out among the tests; what some of them, which have an end of
/// their own, leave of it is played with other seeds.
fn play(steps: &mut Steps, game: &str, minutes: f64, seed: u64) -> Result<()> {
    let folder = steps.root.join("games").join(game).join("tests");
    let mut args: Vec<String> =
        ["test", "--release", "--quiet", "--package", game].map(String::from).to_vec();
    for law in LAWS.iter().filter(|law| folder.join(law).with_extension("rs").exists()) {
        args.extend(["--test".into(), law.to_string()]);
    }
    let mut list = cargo();
    let listed = list.args(&args).args(["--", "--list"]).current_dir(&steps.root).output()?;
    let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
    let n = listed.lines().filter(|line| line.ends_with(": test")).count().max(1);
    let started = Instant::now();
    for round in 1.. {
        let left = minutes - started.elapsed().as_secs_f64() / 60.0;
        // Never less than a first round, and no last one that is hardly anything.
        if round > 1 && left < minutes / 50.0 {
            break;
        }
        let (each, seed) = (left / n as f64, seed + round * 1_000_000);
        println!("{game}: {n} tests, {each:.2} minutes each, seeds from {seed}");
        let went = steps.command(
            &format!("random play of {game} {round}"),
            cargo()
                .args(&args)
                .args(["--", "--test-threads=1", "--nocapture"])
                .env("ADMIRALTY_MINUTES", each.to_string())
                .env("ADMIRALTY_SEED", seed.to_string()),
        );
        if !went {
            break;
        }
    }
    println!("{game}: {:.1} minutes in all", started.elapsed().as_secs_f64() / 60.0);
    Ok(())
}

/// The menus of every game, walked through an engine that a debugger can look into.
fn walk_menus(steps: &mut Steps, games: &[String], minutes: f64, seed: u64) -> Result<()> {
    let target = target(&steps.root).join("menus");
    let built = steps.command(
        "build of the engine",
        cargo()
            .args(["build", "--release", "--package", "admiralty", "--no-default-features"])
            .arg("--target-dir")
            .arg(&target)
            .env("CARGO_PROFILE_RELEASE_DEBUG", "line-tables-only"),
    );
    if !built {
        return Ok(());
    }
    let engine: PathBuf = target.join("release/admiralty");
    for game in games {
        let time = Duration::from_secs_f64(minutes * 60.0);
        steps.check(&format!("menus of {game}"), || menus::walk(&engine, game, time, seed));
    }
    Ok(())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_and_minutes_are_read() {
        let read = |words: &[&str]| Wanted::parse(words).ok();
        assert_eq!(read(&[]), Some(Wanted { minutes: 60.0, part: Part::All, game: None }));
        let play = Wanted { minutes: 0.5, part: Part::Play, game: None };
        assert_eq!(read(&["play", "--minutes", "0.5"]), Some(play.clone()));
        assert_eq!(read(&["--minutes", "0.5", "play"]), Some(play.clone()));
        assert!(read(&["--minutes"]).is_none() && read(&["war"]).is_none());
        let one = read(&["--game", "a_game", "play"]).and_then(|wanted| wanted.game);
        assert_eq!(one.as_deref(), Some("a_game"));
        assert!(play.has(Part::Play) && !play.has(Part::Fuzz));
    }
}
