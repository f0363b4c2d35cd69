//! Case files: small stories with forced dice and what must come of them.
//! `docs/cases.md` describes the format.

mod compare;
mod dice;
mod expect;
mod hope;
mod passed;
mod pattern;
pub(crate) mod read;
mod run;
mod trial;

pub use hope::Why;
pub use passed::{Passed, passed};
pub use trial::{Moment, Standing, Trial};

use crate::game::Game;
use crate::tomls::Toml;
use admiralty_core::Fault;
use std::fmt;

/// How one case went.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CaseReport {
    /// The file.
    pub path: String,
    /// The line where the case begins; 0 for the file as a whole.
    pub line: usize,
    /// Its name; empty if the file could not be read.
    pub name: String,
    /// The clauses it cites.
    pub clauses: Vec<String>,
    /// What was not as expected.
    pub failures: Vec<Failure>,
}

impl CaseReport {
    /// Was everything as expected?
    pub fn passed(&self) -> bool {
        self.failures.is_empty()
    }
}

/// One expectation that was not met.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// The step, from 1; `None` for the case as a whole.
    pub step: Option<usize>,
    /// The line of the file.
    pub line: usize,
    /// Which expectation: `events`, `view.W`, `refused`.
    pub what: String,
    /// What was expected; empty if the message stands in `found` alone.
    pub expected: String,
    /// What was found.
    pub found: String,
}

impl fmt::Display for CaseReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = if self.passed() { "ok" } else { "FAILED" };
        write!(f, "{verdict} {}:{}", self.path, self.line)?;
        if !self.name.is_empty() {
            write!(f, " \"{}\"", self.name)?;
        }
        if !self.clauses.is_empty() {
            write!(f, " [{}]", self.clauses.join(", "))?;
        }
        for failure in &self.failures {
            write!(f, "\n{failure}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.step {
            Some(step) => write!(f, "  step {step} (line {}), {}:", self.line, self.what)?,
            None => write!(f, "  line {}, {}:", self.line, self.what)?,
        }
        if self.expected.is_empty() {
            return write!(f, " {}", indented(&self.found));
        }
        write!(f, "\n    expected {}", indented(&self.expected))?;
        write!(f, "\n    found    {}", indented(&self.found))
    }
}

/// Further lines stand under the first.
fn indented(text: &str) -> String {
    text.replace('\n', "\n             ")
}

/// Runs every case of a file. A file that cannot be read gives one failed
/// report; a case that cannot be read fails and the others still run.
pub fn run_cases(games: &[&'static dyn Game], text: &str, path: &str) -> Vec<CaseReport> {
    let whole = |line, faults: &[Fault]| CaseReport {
        path: path.to_string(),
        line,
        name: String::new(),
        clauses: Vec::new(),
        failures: faults.iter().map(|fault| failure_of(fault, line)).collect(),
    };
    let toml = match Toml::read(text) {
        Ok(toml) => toml,
        Err(fault) => return vec![whole(line_of(&fault), &[fault])],
    };
    let file = match read::file(&toml.doc) {
        Ok(file) => file,
        Err(faults) => {
            let faults: Vec<Fault> = faults.0.iter().map(|fault| placed(&toml, fault)).collect();
            return vec![whole(1, &faults)];
        }
    };
    let mut seen: Vec<&str> = Vec::new();
    let mut reports = Vec::new();
    for (i, case) in file.cases.iter().enumerate() {
        let line = toml.line(&format!("case.{i}")).unwrap_or(1);
        let mut report = CaseReport {
            path: path.to_string(),
            line,
            name: case.name.clone(),
            clauses: case.clauses.clone(),
            failures: Vec::new(),
        };
        for fault in &case.faults.0 {
            report.failures.push(failure_of(&placed(&toml, fault), line));
        }
        if seen.contains(&case.name.as_str()) {
            report.failures.push(note(line, "name", "the name stands twice in the file"));
        }
        seen.push(&case.name);
        if report.passed() {
            run::case(games, &toml, i, case, &mut report);
        }
        if report.passed()
            && let Some(task) = &case.task
            && let Some(game) = games.iter().find(|game| game.meta().id == case.game)
            && let Some(found) = trial::faults(*game, case)
        {
            report.failures.push(note(line, &format!("goal \"{}\"", task.goal), found));
        }
        reports.push(report);
    }
    reports
}

/// A failure of the case as a whole.
fn note(line: usize, what: &str, found: impl Into<String>) -> Failure {
    Failure { step: None, line, what: what.into(), expected: String::new(), found: found.into() }
}

/// Where the fault itself names a line, that is the one.
fn failure_of(fault: &Fault, line: usize) -> Failure {
    let what = if fault.place.is_empty() { "file" } else { &fault.place };
    let (line, what) = split_line(what).unwrap_or((line, what));
    note(line, what, fault.reason.clone())
}

/// `line 9, case.0.step.1.play` in its two parts.
fn split_line(place: &str) -> Option<(usize, &str)> {
    let (line, what) = place.strip_prefix("line ")?.split_once(", ")?;
    Some((line.parse().ok()?, what))
}

fn line_of(fault: &Fault) -> usize {
    split_line(&fault.place).map_or(1, |(line, _)| line)
}

/// The fault with the line of the file before its path.
fn placed(toml: &Toml, fault: &Fault) -> Fault {
    let mut fault = fault.clone();
    if let Some(line) = toml.line(&fault.place) {
        fault.place = format!("line {line}, {}", fault.place);
    }
    fault
}
