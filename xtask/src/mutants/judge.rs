//! Runs the tests of a game against one mutant after the other: only those
//! that come to the place, up to the first that notices. First come those that
//! notice most for the time they take.

use super::build::{Built, Mutant};
use anyhow::{Context, Result, bail};
use std::collections::BTreeSet;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// One test of the game, tried without a mutant.
pub(crate) struct Test {
    program: PathBuf,
    binary: String,
    name: String,
    took: Duration,
    /// The mutants whose switches it passes.
    reaches: BTreeSet<u32>,
    /// How many mutants it was run against, and how many of them it noticed.
    tried: AtomicU32,
    noticed: AtomicU32,
}

impl Test {
    fn new((binary, program, name): Listed, took: Duration, reaches: BTreeSet<u32>) -> Test {
        let (tried, noticed) = (AtomicU32::new(0), AtomicU32::new(0));
        Test { program, binary, name, took, reaches, tried, noticed }
    }

    fn full_name(&self) -> String {
        format!("{} {}", self.binary, self.name)
    }

    /// About how long this test must run until it notices one.
    fn price(&self) -> Duration {
        let started = Duration::from_millis(10);
        let tried = self.tried.load(Ordering::Relaxed);
        (self.took + started) * (tried + 2) / (self.noticed.load(Ordering::Relaxed) + 1)
    }
}

/// Test target, program and name of a test.
type Listed = (String, PathBuf, String);

/// What became of a mutant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Fate {
    /// This test failed.
    Noticed(String),
    /// This test did not come to an end.
    TimedOut(String),
    Survived {
        /// How many tests came to the place.
        reached: usize,
    },
}

impl Fate {
    pub(crate) fn is_survived(&self) -> bool {
        matches!(self, Fate::Survived { .. })
    }
}

/// Runs every test once without a mutant and sees where it goes.
pub(crate) fn rehearse(built: &Built) -> Result<Vec<Test>> {
    let mut names = Vec::new();
    for (binary, program) in &built.programs {
        let output = Command::new(program)
            .args(["--list", "--format", "terse"])
            .current_dir(&built.folder)
            .output()
            .with_context(|| binary.clone())?;
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            if let Some(name) = line.strip_suffix(": test") {
                names.push((binary.clone(), program.clone(), name.to_string()));
            }
        }
    }
    let known = built.memory.recall("rehearsal.txt");
    let known: Vec<Known<'_>> = known.iter().filter_map(|line| Known::parse(line)).collect();
    let tests = in_parallel(names, |i, listed| {
        let (binary, program, name) = &listed;
        if let Some(known) = known.iter().find(|known| known.test == (binary, name)) {
            let (took, reaches) = (known.took, known.reaches.clone());
            return Ok(Test::new(listed, took, reaches));
        }
        let record = built.folder.join(format!("../../passed-{i}.txt"));
        let _ = fs::remove_file(&record);
        let started = Instant::now();
        let word = format!("record:{}", record.display());
        let end = run(program, name, &built.folder, &word, Duration::from_secs(600))?;
        if end != End::Passed {
            bail!("{binary} {name} fails without any mutant");
        }
        let took = started.elapsed();
        let reaches = passed(&fs::read_to_string(&record).unwrap_or_default(), '\n');
        let spans = fs::read_to_string(&record).unwrap_or_default().trim_end().replace('\n', ",");
        let line = format!("{binary}\t{name}\t{}\t{spans}", took.as_millis());
        built.memory.note("rehearsal.txt", &line)?;
        Ok(Test::new(listed, took, reaches))
    });
    tests.into_iter().collect()
}

/// A test as an earlier run over the same code saw it.
struct Known<'a> {
    test: (&'a str, &'a str),
    took: Duration,
    reaches: BTreeSet<u32>,
}

impl Known<'_> {
    fn parse(line: &str) -> Option<Known<'_>> {
        let mut parts = line.split('\t');
        let test = (parts.next()?, parts.next()?);
        let took = Duration::from_millis(parts.next()?.parse().ok()?);
        Some(Known { test, took, reaches: passed(parts.next()?, ',') })
    }
}

/// The numbers in a record: first number and how many, span by span.
fn passed(record: &str, between: char) -> BTreeSet<u32> {
    let mut numbers = BTreeSet::new();
    for span in record.split(between) {
        let mut words = span.split(' ').filter_map(|word| word.parse::<u32>().ok());
        if let (Some(first), Some(n)) = (words.next(), words.next()) {
            numbers.extend(first..first + n);
        }
    }
    numbers
}

/// Tries the mutants, each with the tests that come to it. Those that were not come to
/// until `until` have no fate; what is known from an earlier run is not tried again.
pub(crate) fn judge(
    built: &Built,
    tests: &[Test],
    mutants: Vec<Mutant>,
    until: Option<Instant>,
) -> Result<Vec<(Mutant, Option<Fate>)>> {
    let n = mutants.len();
    let known = built.memory.fates();
    for test in tests {
        let name = test.full_name();
        let noticed =
            known.values().filter(|fate| matches!(fate, Fate::Noticed(by) if *by == name));
        let noticed = noticed.count() as u32;
        test.noticed.store(noticed, Ordering::Relaxed);
        test.tried.store(noticed, Ordering::Relaxed);
    }
    let done = AtomicUsize::new(0);
    let fates = in_parallel(mutants, |_, mutant| {
        if let Some(fate) = known.get(&mutant.number) {
            done.fetch_add(1, Ordering::Relaxed);
            return Ok((mutant, Some(fate.clone())));
        }
        if until.is_some_and(|until| Instant::now() >= until) {
            return Ok((mutant, None));
        }
        let fate = fate(built, tests, &mutant)?;
        built.memory.note_fate(&mutant, &fate)?;
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        if fate.is_survived() {
            println!("  survived: {}", mutant.name());
        }
        if done.is_multiple_of(25) {
            println!("  {done} of {n}");
        }
        Ok((mutant, Some(fate)))
    });
    fates.into_iter().collect()
}

fn fate(built: &Built, tests: &[Test], mutant: &Mutant) -> Result<Fate> {
    let mut near: Vec<&Test> =
        tests.iter().filter(|test| test.reaches.contains(&mutant.number)).collect();
    near.sort_by_key(|test| test.price());
    for test in &near {
        let limit = test.took * 3 + Duration::from_secs(5);
        let number = mutant.number.to_string();
        let end = run(&test.program, &test.name, &built.folder, &number, limit)?;
        test.tried.fetch_add(1, Ordering::Relaxed);
        if end != End::Passed {
            test.noticed.fetch_add(1, Ordering::Relaxed);
        }
        match end {
            End::Passed => {}
            End::Failed => return Ok(Fate::Noticed(test.full_name())),
            End::TimedOut => return Ok(Fate::TimedOut(test.full_name())),
        }
    }
    Ok(Fate::Survived { reached: near.len() })
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    Passed,
    Failed,
    TimedOut,
}

impl End {
    fn of(status: ExitStatus) -> End {
        match status.signal() {
            _ if status.success() => End::Passed,
            // What the system ends a process with that has had its share of the processor.
            Some(9 | 24) => End::TimedOut,
            _ => End::Failed,
        }
    }
}

/// Runs one test with a mutant. It may have so much of the processor, however long it must
/// wait for it on a busy machine, and a bounded share of the memory.
fn run(program: &Path, name: &str, folder: &Path, mutant: &str, limit: Duration) -> Result<End> {
    let bounded = r#"ulimit -c 0; ulimit -v 8000000; ulimit -t "$0"; exec "$@""#;
    let seconds = limit.as_secs().max(1);
    let mut child = Command::new("sh")
        .args(["-c", bounded, &seconds.to_string()])
        .arg(program)
        .args(["--exact", name, "--test-threads=1", "--quiet"])
        .env("ADMIRALTY_MUTANT", mutant)
        .env("RUST_BACKTRACE", "0")
        .env_remove("ADMIRALTY_SOAK")
        .env_remove("BLESS")
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .context("sh")?;
    // One that waits for ever uses no processor.
    let patience = limit * 10 + Duration::from_secs(60);
    let started = Instant::now();
    let mut pause = Duration::from_millis(2);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(End::of(status));
        }
        if started.elapsed() > patience {
            child.kill()?;
            child.wait()?;
            return Ok(End::TimedOut);
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(50));
    }
}

/// Does something for each item, on all cores, and gives the results in order.
fn in_parallel<T: Send, U: Send>(items: Vec<T>, act: impl Fn(usize, T) -> U + Sync) -> Vec<U> {
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let queue = Mutex::new(items.into_iter().enumerate());
    let results = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some((i, item)) = lock(&queue).next() {
                    let result = act(i, item);
                    lock(&results).push((i, result));
                }
            });
        }
    });
    let mut results = results.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    results.sort_by_key(|(i, _)| *i);
    results.into_iter().map(|(_, result)| result).collect()
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order() {
        let squares = in_parallel((0..100).collect(), |i, n: usize| (i, n * n));
        assert!(squares.iter().enumerate().all(|(i, &(j, n))| i == j && n == i * i));
    }

    #[test]
    fn a_test_that_never_ends_is_stopped() {
        let folder = std::env::temp_dir();
        let script = folder.join(format!("xtask-endless-{}", std::process::id()));
        fs::write(
            &script,
            "#!/bin/sh
while :; do :; done
",
        )
        .unwrap();
        let rights = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        fs::set_permissions(&script, rights).unwrap();
        let run = |program: &Path| run(program, "any", &folder, "1", Duration::from_secs(1));
        assert_eq!(run(Path::new("true")).unwrap(), End::Passed);
        assert_eq!(run(Path::new("false")).unwrap(), End::Failed);
        assert_eq!(run(&script).unwrap(), End::TimedOut);
        fs::remove_file(&script).unwrap();
    }

    #[test]
    fn what_notices_most_for_its_time_comes_first() {
        let test = |name: &str, millis| {
            let listed = ("a".to_string(), PathBuf::new(), name.to_string());
            Test::new(listed, Duration::from_millis(millis), BTreeSet::new())
        };
        let (quick, slow) = (test("quick", 10), test("slow", 1000));
        assert!(quick.price() < slow.price());
        quick.tried.store(500, Ordering::Relaxed);
        slow.tried.store(9, Ordering::Relaxed);
        slow.noticed.store(9, Ordering::Relaxed);
        assert!(quick.price() > slow.price());
    }

    #[test]
    fn a_record_is_read_back() {
        assert_eq!(passed("1 2\n7 1\nbroken", '\n'), BTreeSet::from([1, 2, 7]));
    }
}
