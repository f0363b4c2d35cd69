//! Steps of a run: each is timed, its output shown as it comes, its tests
//! counted where the tool says how many there were, and all summed up.

use anyhow::Result;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

/// The steps of one run so far.
pub(crate) struct Steps {
    pub(crate) root: PathBuf,
    started: Instant,
    done: Vec<Done>,
}

struct Done {
    name: String,
    took: Duration,
    tally: Tally,
}

/// Tests that passed and failed.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Tally {
    pub(crate) passed: u64,
    pub(crate) failed: u64,
}

impl Steps {
    pub(crate) fn new(root: &Path) -> Steps {
        Steps { root: root.to_path_buf(), started: Instant::now(), done: Vec::new() }
    }

    /// Runs a command in the root folder. Where its output tells a number of
    /// tests they are counted, else the step itself is one.
    pub(crate) fn command(&mut self, name: &str, command: &mut Command) -> bool {
        let started = announce(name);
        if command.get_current_dir().is_none() {
            command.current_dir(&self.root);
        }
        let (success, lines) = match run_shown(command) {
            Ok(end) => end,
            Err(error) => {
                println!("cannot start {:?}: {error}", command.get_program());
                (false, Vec::new())
            }
        };
        let mut tally = tally(&lines);
        if tally.passed + tally.failed == 0 {
            tally = one(success);
        } else if !success && tally.failed == 0 {
            tally.failed = 1;
        }
        self.note(name, started, tally);
        success
    }

    /// Runs a check of our own.
    pub(crate) fn check(&mut self, name: &str, check: impl FnOnce() -> Result<bool>) -> bool {
        let started = announce(name);
        let success = check().unwrap_or_else(|error| {
            println!("error: {error:#}");
            false
        });
        self.note(name, started, one(success));
        success
    }

    fn note(&mut self, name: &str, started: Instant, tally: Tally) {
        self.done.push(Done { name: name.into(), took: started.elapsed(), tally });
    }

    /// Prints the summary; true if nothing failed.
    pub(crate) fn finish(self) -> bool {
        println!("\n== summary");
        let mut sum = Tally::default();
        for step in &self.done {
            let state = if step.tally.failed == 0 { "ok    " } else { "FAILED" };
            println!(
                "  {state} {:<28} {:>7.1} s  {} passed, {} failed",
                step.name,
                step.took.as_secs_f64(),
                step.tally.passed,
                step.tally.failed
            );
            sum.passed += step.tally.passed;
            sum.failed += step.tally.failed;
        }
        println!("  all steps: {:.1} s", self.started.elapsed().as_secs_f64());
        println!("{} passed, {} failed", sum.passed, sum.failed);
        sum.failed == 0
    }
}

fn announce(name: &str) -> Instant {
    println!("\n== {name}");
    let _ = std::io::stdout().flush();
    Instant::now()
}

fn one(success: bool) -> Tally {
    if success { Tally { passed: 1, failed: 0 } } else { Tally { passed: 0, failed: 1 } }
}

/// Runs a command, passes its output on line by line and returns it.
fn run_shown(command: &mut Command) -> std::io::Result<(bool, Vec<String>)> {
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let (send, lines) = mpsc::channel();
    let mut readers = Vec::new();
    let outputs: [Option<Box<dyn Read + Send>>; 2] = [
        child.stdout.take().map(|out| Box::new(out) as Box<dyn Read + Send>),
        child.stderr.take().map(|err| Box::new(err) as Box<dyn Read + Send>),
    ];
    for output in outputs.into_iter().flatten() {
        let send = send.clone();
        readers.push(thread::spawn(move || {
            let mut reader = BufReader::new(output);
            let mut bytes = Vec::new();
            while reader.read_until(b'\n', &mut bytes).is_ok_and(|n| n > 0) {
                let line = String::from_utf8_lossy(&bytes).trim_end().to_string();
                if send.send(line).is_err() {
                    break;
                }
                bytes.clear();
            }
        }));
    }
    drop(send);
    let mut all = Vec::new();
    for line in lines {
        println!("{line}");
        all.push(line);
    }
    for reader in readers {
        let _ = reader.join();
    }
    Ok((child.wait()?.success(), all))
}

/// Counts tests in the summaries of nextest, cargo test and vitest.
fn tally(lines: &[String]) -> Tally {
    let mut sum = Tally::default();
    for line in lines {
        let line = without_colours(line);
        let line = line.trim();
        let summary = line.strip_prefix("Summary [").map(|rest| rest.split_once(']'));
        if let Some(Some((_, counts))) = summary {
            // "120 tests run: 119 passed (1 slow), 1 failed, 0 skipped"
            sum.passed += number_before(counts, "passed");
            sum.failed += number_before(counts, "failed") + number_before(counts, "timed out");
        } else if line.starts_with("test result:") || line.starts_with("Tests  ") {
            // cargo test: "test result: ok. 3 passed; 0 failed; …"; vitest: "Tests  40 passed (40)"
            sum.passed += number_before(line, "passed");
            sum.failed += number_before(line, "failed");
        }
    }
    sum
}

/// The number that stands before a word: 12 in "12 passed".
fn number_before(text: &str, word: &str) -> u64 {
    let Some(at) = text.find(word) else { return 0 };
    let digits: String =
        text[..at].trim_end().chars().rev().take_while(char::is_ascii_digit).collect();
    digits.chars().rev().collect::<String>().parse().unwrap_or(0)
}

fn without_colours(line: &str) -> String {
    let mut out = String::new();
    let mut signs = line.chars();
    while let Some(c) = signs.next() {
        if c == '\u{1b}' {
            for c in signs.by_ref() {
                if c.is_ascii_alphabetic() {
                    break;
                }
            }
        } else {
            out.push(c);
        }
    }
    out
}

/// Can this program be started?
pub(crate) fn has_program(program: &str, args: &[&str]) -> bool {
    Command::new(program)
        .args(args)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// Where cargo puts what it builds.
pub(crate) fn target(root: &Path) -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), |it| root.join(it))
}

/// The cargo that runs us.
pub(crate) fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(line: &str) -> (u64, u64) {
        let tally = tally(&[line.to_string()]);
        (tally.passed, tally.failed)
    }

    #[test]
    fn counts_what_the_tools_say() {
        assert_eq!(
            of("     Summary [   1.2s] 12 tests run: 11 passed (1 slow), 1 failed"),
            (11, 1)
        );
        assert_eq!(of("test result: ok. 3 passed; 0 failed; 0 ignored"), (3, 0));
        assert_eq!(of("\u{1b}[2m Tests \u{1b}[22m 40 passed (40)"), (40, 0));
        assert_eq!(of("everything passed"), (0, 0));
    }

    #[test]
    fn a_failing_command_is_one_failure() {
        let mut steps = Steps::new(Path::new("."));
        assert!(!steps.command("nothing", &mut Command::new("no-such-program-here")));
        assert_eq!(steps.done[0].tally, Tally { passed: 0, failed: 1 });
        assert!(!steps.finish());
    }
}
