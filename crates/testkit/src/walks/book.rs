//! The book of walks: one line a start, two digits for each part of each look.

use super::look::{PARTS, Step};
use admiralty_core::{Doc, digest};
use std::collections::BTreeMap;
use std::fmt;

/// Lines by the names of their starts.
#[derive(Default)]
pub(super) struct Book {
    lines: BTreeMap<String, Line>,
}

/// One start: for each of its tables a digest of every look.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) name: String,
    tables: Vec<Vec<String>>,
    /// Of all looks, at full length: two digits alone may be the same by chance.
    whole: u64,
}

/// Two digits of each part.
fn short(step: &Step) -> String {
    step.parts.iter().map(|part| format!("{:02x}", digest_of(part) & 0xff)).collect()
}

fn digest_of(text: &str) -> u64 {
    digest(&Doc::from(text.to_string()))
}

impl Line {
    pub(super) fn new(name: String) -> Line {
        Line { name, tables: Vec::new(), whole: 0 }
    }

    /// The looks from one more table.
    pub(super) fn add(&mut self, way: &[Step]) {
        for part in way.iter().flat_map(|step| &step.parts) {
            self.whole = self.whole.rotate_left(7).wrapping_mul(31) ^ digest_of(part);
        }
        self.tables.push(way.iter().map(short).collect());
    }
}

impl Book {
    pub(super) fn add(&mut self, line: Line) {
        let name = line.name.clone();
        let twice = self.lines.insert(name.clone(), line).is_some();
        assert!(!twice, "two starts are called \"{name}\"");
    }

    /// Reads what `Display` writes; a line that is none is left out.
    pub(super) fn parse(text: &str) -> Book {
        let mut book = Book::default();
        for line in text.lines() {
            let Some((name, rest)) = line.split_once(" | ") else { continue };
            let Some((tables, whole)) = rest.rsplit_once(" = ") else { continue };
            let Ok(whole) = u64::from_str_radix(whole, 16) else { continue };
            let looks = |table: &str| table.split_whitespace().map(String::from).collect();
            let tables = tables.split(" | ").map(looks).collect();
            book.add(Line { name: name.into(), tables, whole });
        }
        book
    }

    /// Is the table of this number as it was? Else the first look that differs, and how.
    pub(super) fn compare(&self, line: &Line, table: usize) -> Result<(), (usize, String)> {
        let Some(known) = self.lines.get(&line.name) else {
            return Err((0, "this start is not in the book".into()));
        };
        let Some(then) = known.tables.get(table) else {
            return Err((0, format!("the book ends after {} tables", known.tables.len())));
        };
        let now = &line.tables[table];
        match (0..now.len().max(then.len())).find(|&i| now.get(i) != then.get(i)) {
            None => Ok(()),
            Some(i) => match (now.get(i), then.get(i)) {
                (Some(now), Some(then)) => Err((i, differs(now, then))),
                (Some(_), None) => Err((i, "the walk used to end before this".into())),
                _ => Err((i, "the walk used to go on".into())),
            },
        }
    }

    /// The parts that differ, as they are now.
    pub(super) fn shown(&self, line: &Line, table: usize, at: usize, step: &Step) -> String {
        let then = self.lines.get(&line.name).and_then(|line| line.tables.get(table)?.get(at));
        let (Some(then), now) = (then, short(step)) else { return String::new() };
        let mut out = String::new();
        for (i, part) in step.parts.iter().enumerate() {
            if now.get(2 * i..2 * i + 2) != then.get(2 * i..2 * i + 2) {
                let cut: String = part.chars().take(6_000).collect();
                let indented = cut.trim_end().replace('\n', "\n    ");
                out += &format!("\n  now {}:\n    {indented}", PARTS[i]);
            }
        }
        out
    }

    /// All tables of a start agree as far as two digits tell; do they at full length?
    pub(super) fn ends(&self, line: &Line) -> Result<(), String> {
        match self.lines.get(&line.name) {
            Some(known) if known.tables.len() > line.tables.len() => {
                Err(format!("\"{}\" used to pass {} tables", line.name, known.tables.len()))
            }
            Some(known) if known.whole != line.whole => {
                Err(format!("\"{}\" differs somewhere on its way", line.name))
            }
            _ => Ok(()),
        }
    }

    /// Does the book know a start that is no more?
    pub(super) fn knows_no_more(&self, written: &Book) -> Result<(), String> {
        match self.lines.keys().find(|name| !written.lines.contains_key(*name)) {
            Some(name) => Err(format!("there is no start \"{name}\" any more")),
            None => Ok(()),
        }
    }
}

fn differs(now: &str, then: &str) -> String {
    let parts =
        (0..PARTS.len()).filter(|i| now.get(2 * i..2 * i + 2) != then.get(2 * i..2 * i + 2));
    format!("there differs: {}", parts.map(|i| PARTS[i]).collect::<Vec<_>>().join("; "))
}

impl fmt::Display for Book {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Golden walks (docs/testkit.md), written by `cargo xtask bless`.")?;
        for line in self.lines.values() {
            let tables: Vec<String> = line.tables.iter().map(|looks| looks.join(" ")).collect();
            writeln!(f, "{} | {} = {:016x}", line.name, tables.join(" | "), line.whole)?;
        }
        Ok(())
    }
}
