//! Proves the register by mutation: breaks a game's rules in random places and
//! counts how often its tests notice. All mutants are compiled into one copy
//! of the game, each behind a switch, so that trying one costs a test run and
//! no build.

mod build;
mod judge;
mod memory;
mod points;
mod rewrite;

use crate::chance::Chance;
use anyhow::{Context, Result, bail};
use build::Mutant;
use judge::Fate;
use std::path::Path;
use std::time::{Duration, Instant};

/// Of a hundred mutants at least so many must be noticed.
const BAR: f64 = 97.0;

/// What to try.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Wanted {
    sample: usize,
    seed: u64,
    /// Only mutants whose place contains this.
    at: String,
    /// Only those that the last whole sample did not notice.
    again: bool,
    /// No further mutant is tried after so many minutes; the same command goes on there.
    minutes: Option<u64>,
}

impl Wanted {
    fn parse(words: &[&str]) -> Result<Wanted> {
        let mut wanted =
            Wanted { sample: 200, seed: 1, at: String::new(), again: false, minutes: None };
        let mut words = words.to_vec();
        let n = words.len();
        words.retain(|word| *word != "--again");
        wanted.again = words.len() < n;
        for pair in words.chunks(2) {
            match pair {
                ["--minutes", n] => {
                    wanted.minutes = Some(n.parse().context("--minutes takes a number")?);
                }
                ["--sample", n] => wanted.sample = n.parse().context("--sample takes a number")?,
                ["--seed", n] => wanted.seed = n.parse().context("--seed takes a number")?,
                ["--at", place] => wanted.at = place.to_string(),
                other => bail!("mutants does not know {}", other.join(" ")),
            }
        }
        Ok(wanted)
    }
}

/// Tries a sample of a game's mutants; true if enough of them are noticed.
pub(crate) fn run(root: &Path, game: &str, words: &[&str]) -> Result<bool> {
    if !root.join("games").join(game).join("Cargo.toml").exists() {
        bail!("there is no game \"{game}\" below games/");
    }
    let wanted = Wanted::parse(words)?;
    let started = Instant::now();
    println!("{game}: compiling all mutants into one build");
    let built = build::build(root, game)?;
    println!(
        "  {} mutants ({} more do not compile) after {:.0} s",
        built.mutants.len(),
        built.dropped,
        started.elapsed().as_secs_f64()
    );
    let tests = judge::rehearse(&built)?;
    println!(
        "  {} tests pass without a mutant, {:.0} s",
        tests.len(),
        started.elapsed().as_secs_f64()
    );
    let mut mutants = sample(&built.mutants, &wanted);
    if wanted.again {
        let survivors = memory::survivors(&built.place);
        mutants = built.mutants.clone();
        mutants.retain(|mutant| survivors.contains(&mutant.name()));
    }
    if mutants.is_empty() {
        bail!("there is no such mutant");
    }
    let until = wanted.minutes.map(|n| Instant::now() + Duration::from_secs(60 * n));
    let fates = judge::judge(&built, &tests, mutants, until)?;
    let open = fates.iter().filter(|(_, fate)| fate.is_none()).count();
    let fates: Vec<(Mutant, Fate)> =
        fates.into_iter().filter_map(|(mutant, fate)| Some((mutant, fate?))).collect();
    let enough = report(game, &wanted, &fates, started);
    if open > 0 {
        println!("{open} are left; the same command goes on with them");
        return Ok(false);
    }
    if !wanted.again {
        let survivors = fates.iter().filter(|(_, fate)| fate.is_survived());
        memory::note_survivors(&built.place, survivors.map(|(mutant, _)| mutant))?;
    }
    Ok(enough)
}

fn report(game: &str, wanted: &Wanted, fates: &[(Mutant, Fate)], started: Instant) -> bool {
    let n = fates.len();
    let (mut survived, mut timed_out) = (0, 0);
    println!();
    for (mutant, fate) in fates {
        match fate {
            Fate::Noticed(_) => {}
            Fate::TimedOut(_) => timed_out += 1,
            Fate::Survived { reached } => {
                survived += 1;
                let tests = match reached {
                    0 => "no test comes here".to_string(),
                    1 => "one test comes here".to_string(),
                    n => format!("{n} tests come here"),
                };
                println!("games/{game}/{} ({tests})", mutant.name());
            }
        }
    }
    let share = 100.0 * (n - survived) as f64 / n.max(1) as f64;
    println!(
        "{game}: {} of {n} mutants noticed ({share:.1} %), {timed_out} of them by running out of \
         time; seed {}, {:.0} s",
        n - survived,
        wanted.seed,
        started.elapsed().as_secs_f64()
    );
    share >= BAR
}

/// So many mutants at random; the same seed and the same rules give the same ones.
fn sample(all: &[Mutant], wanted: &Wanted) -> Vec<Mutant> {
    let mut mutants: Vec<Mutant> =
        all.iter().filter(|mutant| mutant.place.contains(&wanted.at)).cloned().collect();
    let mut chance = Chance::new(wanted.seed);
    let n = wanted.sample.min(mutants.len());
    for i in 0..n {
        let j = i + chance.below(mutants.len() - i);
        mutants.swap(i, j);
    }
    mutants.truncate(n);
    mutants
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_is_random_without_doubles_and_the_same_again() {
        let mutant =
            |number| Mutant { number, place: format!("a.rs:{number}"), what: String::new() };
        let all: Vec<Mutant> = (0..500).map(mutant).collect();
        let numbers = |seed: u64| {
            let seed = seed.to_string();
            let wanted = Wanted::parse(&["--sample", "100", "--seed", &seed]).expect("right");
            let mut numbers: Vec<u32> =
                sample(&all, &wanted).iter().map(|mutant| mutant.number).collect();
            numbers.sort_unstable();
            numbers.dedup();
            numbers
        };
        assert_eq!(numbers(1).len(), 100);
        assert_eq!(numbers(1), numbers(1));
        assert_ne!(numbers(1), numbers(2));
        let wanted = Wanted::parse(&["--at", ":49", "--sample", "99"]).expect("right");
        assert_eq!(sample(&all, &wanted).len(), 11);
        let wanted = Wanted::parse(&["--again", "--minutes", "7"]).expect("right");
        assert!(wanted.again && wanted.minutes == Some(7));
        assert!(Wanted::parse(&["--sample", "x"]).is_err() && Wanted::parse(&["--all"]).is_err());
    }
}
