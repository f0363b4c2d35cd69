//! The record file (`.adm`): one text file per game that can be read, compared
//! line by line, and replayed for ever.
//!
//! ```text
//! [Format "adm 1"]
//! [Game "naval_battle"]
//! ; a comment
//! 1. W: deploy @Citadel [] #0123456789abcdef
//! 2. R: fire FR1 > BR4 [d6=5 d6=1] #fedcba9876543210
//! rewind 1 by W R
//! 2. R: …
//! = W admiral
//! ```
//!
//! An entry that its side keeps to itself, a note, is written `N. SEAT~ …`.
//! Between entries `open SEAT LINK` shows the salt a seat had sealed, and
//! `redraw N why` begins a new draw of the dice (`docs/dice.md`).
//!
//! Entries are numbered as they count, so the number after a rewind starts
//! again behind what was kept. The last line says how it ended, or
//! `= unfinished`: a file that was cut off is noticed.
//!
//! What else might have been played stands between `( name` and `)`, where it
//! leaves the line, and goes on counting from there. `@key text` is a note on the
//! moment that it follows: an arrow, a question.

use crate::{Die, Link, Rolled};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Write};

/// A record as it stands in the file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    /// Header tags in order: key and value.
    pub tags: Vec<(String, String)>,
    /// Entries, rewinds and comments in order.
    pub lines: Vec<RecordLine>,
    /// How it ended: `W admiral`, `draw repetition`, or `unfinished`.
    pub result: String,
}

/// One line of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RecordLine {
    /// A decision.
    Entry {
        /// Seat code, `clock` or `host`.
        by: String,
        /// The action in notation.
        action: String,
        /// The dice it used.
        rolled: Vec<Rolled>,
        /// Digest of the position after it.
        digest: u64,
        /// Its side keeps it to itself: the transcript goes on without it.
        kept: bool,
    },
    /// Something taken back.
    Rewind {
        /// How many entries still count.
        keep: usize,
        /// The seats that agreed.
        by: Vec<String>,
    },
    /// A seat shows the salt it had sealed, with the entry that follows.
    Open {
        /// Seat code.
        by: String,
        /// The link of its chain.
        link: Link,
    },
    /// The dice are drawn anew from here on.
    Redraw {
        /// Number of the draw.
        number: u32,
        /// Why.
        why: String,
    },
    /// A remark, without its semicolon.
    Comment(String),
    /// A note on the moment it follows: `@key text`.
    Note {
        /// What kind: letters, digits, . and _.
        key: String,
        /// What it says.
        text: String,
    },
    /// A branch leaves the line here; what it is called, often nothing.
    Branch(String),
    /// The branch ends, and the line goes on where it was left.
    Back,
}

impl RecordLine {
    /// The line without its number and digest, which follow from the others.
    pub fn plain(&self) -> String {
        match self {
            RecordLine::Entry { by, action, rolled, kept, .. } => {
                plain_entry(by, action, rolled, *kept)
            }
            RecordLine::Rewind { keep, by } => format!("rewind {keep} by {}", by.join(" ")),
            RecordLine::Open { by, link } => format!("open {by} {}", link.hex()),
            RecordLine::Redraw { number, why } => format!("redraw {number} {}", escape(why, false)),
            RecordLine::Comment(text) => format!("; {text}"),
            RecordLine::Note { key, text } if text.is_empty() => format!("@{key}"),
            RecordLine::Note { key, text } => format!("@{key} {}", escape(text, false)),
            RecordLine::Branch(name) if name.is_empty() => "(".to_string(),
            RecordLine::Branch(name) => format!("( {}", escape(name, false)),
            RecordLine::Back => ")".to_string(),
        }
    }
}

/// The line of an entry, without its number and digest.
pub fn plain_entry(by: &str, action: &str, rolled: &[Rolled], kept: bool) -> String {
    let mut line = String::with_capacity(by.len() + action.len() + 8 + 8 * rolled.len());
    line.push_str(by);
    line.push_str(if kept { "~ " } else { ": " });
    escape_onto(&mut line, action, false);
    line.push_str(" [");
    rolls_onto(&mut line, rolled);
    line.push(']');
    line
}

/// The lines of a record as they count for the transcript, one after the other:
/// without remarks and without what a side keeps to itself, so that they are the
/// same to everybody.
#[derive(Clone, Debug, Default)]
pub struct Transcript {
    /// For each entry that counts: does it stand in the transcript?
    counted: Vec<bool>,
}

impl Transcript {
    /// The next line; nothing if it does not count. What stands in a branch is
    /// not to be handed in: it never happened.
    pub fn line(&mut self, line: &RecordLine) -> Option<String> {
        match line {
            RecordLine::Comment(_)
            | RecordLine::Note { .. }
            | RecordLine::Branch(_)
            | RecordLine::Back => None,
            RecordLine::Entry { kept, .. } => {
                self.counted.push(!kept);
                (!kept).then(|| line.plain())
            }
            RecordLine::Rewind { keep, by } => {
                let before = self.open();
                self.counted.truncate(*keep);
                let keep = self.open();
                (keep < before).then(|| RecordLine::Rewind { keep, by: by.clone() }.plain())
            }
            RecordLine::Open { .. } | RecordLine::Redraw { .. } => Some(line.plain()),
        }
    }

    fn open(&self) -> usize {
        self.counted.iter().filter(|open| **open).count()
    }
}

/// Dice as records write them: `d6=5 d720=45`.
pub fn rolls_text(rolls: &[Rolled]) -> String {
    let mut text = String::new();
    rolls_onto(&mut text, rolls);
    text
}

fn rolls_onto(out: &mut String, rolls: &[Rolled]) {
    for (i, roll) in rolls.iter().enumerate() {
        let gap = if i == 0 { "" } else { " " };
        let _ = write!(out, "{gap}{}={}", roll.die, roll.value);
    }
}

/// So deep branches of branches go.
const DEEPEST: usize = 64;

/// What is wrong with a record, and in which line of the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordError {
    /// Line of the file, from 1.
    pub line: usize,
    /// Why.
    pub reason: String,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

impl core::error::Error for RecordError {}

impl Record {
    /// The value of a tag.
    pub fn tag(&self, key: &str) -> Option<&str> {
        self.tags.iter().find(|(k, _)| k == key).map(|(_, v)| v.as_str())
    }

    /// The texts of a file in which several records follow each other, each with
    /// the number of lines before it.
    pub fn split(text: &str) -> Vec<(usize, String)> {
        let mut found = Vec::new();
        let (mut before, mut one) = (0, String::new());
        for (i, line) in text.lines().enumerate() {
            one.push_str(line);
            one.push('\n');
            if line.starts_with("= ") {
                found.push((before, core::mem::take(&mut one)));
                before = i + 1;
            }
        }
        if found.is_empty() || !one.trim().is_empty() {
            found.push((before, one));
        }
        found
    }

    /// Reads a record; the first thing wrong is named with its line.
    pub fn parse(text: &str) -> Result<Record, RecordError> {
        let mut record = Record::default();
        let mut counted = 0;
        // How many entries counted where each open branch has left its line.
        let mut left: Vec<usize> = Vec::new();
        let mut ended = false;
        for (i, line) in text.lines().enumerate() {
            let wrong = |reason: String| RecordError { line: i + 1, reason };
            let line = line.trim_end();
            if line.is_empty() {
                continue;
            }
            if ended {
                return Err(wrong("something follows the result".into()));
            }
            if let Some(comment) = line.strip_prefix(';') {
                let comment = comment.strip_prefix(' ').unwrap_or(comment);
                record.lines.push(RecordLine::Comment(comment.to_string()));
            } else if line.starts_with('[') {
                if record.lines.iter().any(|line| !matches!(line, RecordLine::Comment(_))) {
                    return Err(wrong("a tag must stand before the entries".into()));
                }
                let (key, value) = parse_tag(line).map_err(wrong)?;
                if record.tag(&key).is_some() {
                    return Err(wrong(format!("the tag {key} stands twice")));
                }
                record.tags.push((key, value));
            } else if let Some(note) = line.strip_prefix('@') {
                record.lines.push(parse_note(note).map_err(wrong)?);
            } else if line == "(" || line.starts_with("( ") {
                if left.len() == DEEPEST {
                    return Err(wrong(format!("branches go {DEEPEST} deep at most")));
                }
                left.push(counted);
                let name = unescape(line[1..].trim_start()).map_err(wrong)?;
                record.lines.push(RecordLine::Branch(name));
            } else if line == ")" {
                let none = || wrong("no branch is open here".into());
                counted = left.pop().ok_or_else(none)?;
                record.lines.push(RecordLine::Back);
            } else if !left.is_empty()
                && ["= ", "rewind ", "open ", "redraw "].iter().any(|word| line.starts_with(word))
            {
                return Err(wrong(
                    "a branch holds entries, remarks, notes and branches only".into(),
                ));
            } else if let Some(result) = line.strip_prefix("= ") {
                record.result = result.to_string();
                ended = true;
            } else if let Some(rest) = line.strip_prefix("rewind ") {
                let (keep, by) = parse_rewind(rest).map_err(wrong)?;
                if keep >= counted {
                    return Err(wrong(format!(
                        "a rewind to {keep}, but only {counted} entries count"
                    )));
                }
                counted = keep;
                record.lines.push(RecordLine::Rewind { keep, by });
            } else if let Some(rest) = line.strip_prefix("open ") {
                record.lines.push(parse_open(rest).map_err(wrong)?);
            } else if let Some(rest) = line.strip_prefix("redraw ") {
                record.lines.push(parse_redraw(rest).map_err(wrong)?);
            } else {
                let (number, entry) = parse_entry(line).map_err(wrong)?;
                if number != counted + 1 {
                    return Err(wrong(format!(
                        "entry {number} stands where entry {} belongs",
                        counted + 1
                    )));
                }
                counted += 1;
                record.lines.push(entry);
            }
        }
        if !ended {
            let line = text.lines().count() + 1;
            return Err(RecordError {
                line,
                reason: "the record is cut off: its last line, the result, is missing".into(),
            });
        }
        if record.tag("Format") != Some("adm 1") {
            return Err(RecordError {
                line: 1,
                reason: "the tag [Format \"adm 1\"] is missing".into(),
            });
        }
        Ok(record)
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (key, value) in &self.tags {
            writeln!(f, "[{key} \"{}\"]", escape(value, true))?;
        }
        let mut number = 0;
        let mut left = Vec::new();
        for line in &self.lines {
            match line {
                RecordLine::Entry { digest, .. } => {
                    number += 1;
                    writeln!(f, "{number}. {} #{digest:016x}", line.plain())?;
                    continue;
                }
                RecordLine::Rewind { keep, .. } => number = *keep,
                RecordLine::Branch(_) => left.push(number),
                RecordLine::Back => number = left.pop().unwrap_or(number),
                _ => {}
            }
            writeln!(f, "{}", line.plain())?;
        }
        writeln!(f, "= {}", self.result)
    }
}

fn escape(text: &str, quotes: bool) -> String {
    let mut out = String::with_capacity(text.len());
    escape_onto(&mut out, text, quotes);
    out
}

fn escape_onto(out: &mut String, text: &str, quotes: bool) {
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '"' if quotes => out.push_str("\\\""),
            c => out.push(c),
        }
    }
}

fn unescape(text: &str) -> Result<String, String> {
    let mut out = String::with_capacity(text.len());
    let mut signs = text.chars();
    while let Some(c) = signs.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        match signs.next() {
            Some('n') => out.push('\n'),
            Some('r') => out.push('\r'),
            Some(c @ ('\\' | '"')) => out.push(c),
            other => {
                return Err(format!(
                    "\\{} is no escape",
                    other.map_or(String::new(), |c| c.to_string())
                ));
            }
        }
    }
    Ok(out)
}

fn parse_tag(line: &str) -> Result<(String, String), String> {
    let form = || "a tag has the form [Key \"value\"]".to_string();
    let inner = line.strip_prefix('[').and_then(|l| l.strip_suffix("\"]")).ok_or_else(form)?;
    let (key, value) = inner.split_once(" \"").ok_or_else(form)?;
    if key.is_empty() || !key.chars().all(|c| c.is_ascii_alphanumeric() || c == '.' || c == '_') {
        return Err(form());
    }
    Ok((key.to_string(), unescape(value)?))
}

fn parse_rewind(rest: &str) -> Result<(usize, Vec<String>), String> {
    let form = || "a rewind has the form \"rewind N by SEAT …\"".to_string();
    let (keep, by) = rest.split_once(" by ").ok_or_else(form)?;
    let keep = keep.parse().map_err(|_| form())?;
    let by: Vec<String> = by.split(' ').filter(|seat| !seat.is_empty()).map(String::from).collect();
    if by.is_empty() { Err(form()) } else { Ok((keep, by)) }
}

fn parse_open(rest: &str) -> Result<RecordLine, String> {
    let form = || "an opening has the form \"open SEAT LINK\"".to_string();
    let (by, link) = rest.split_once(' ').ok_or_else(form)?;
    let link = Link::from_hex(link).ok_or_else(form)?;
    if by.is_empty() { Err(form()) } else { Ok(RecordLine::Open { by: by.to_string(), link }) }
}

fn parse_redraw(rest: &str) -> Result<RecordLine, String> {
    let form = || "a new draw has the form \"redraw N why\"".to_string();
    let (number, why) = rest.split_once(' ').ok_or_else(form)?;
    let number = number.parse().map_err(|_| form())?;
    Ok(RecordLine::Redraw { number, why: unescape(why)? })
}

fn parse_note(note: &str) -> Result<RecordLine, String> {
    let (key, text) = note.split_once(' ').unwrap_or((note, ""));
    if key.is_empty() || !key.chars().all(|c| c.is_ascii_alphanumeric() || c == '.' || c == '_') {
        return Err("a note has the form \"@key text\"".to_string());
    }
    Ok(RecordLine::Note { key: key.to_string(), text: unescape(text)? })
}

fn parse_entry(line: &str) -> Result<(usize, RecordLine), String> {
    let form = || "an entry has the form \"N. SEAT: action [dice] #digest\"".to_string();
    let (number, rest) = line.split_once(". ").ok_or_else(form)?;
    let number = number.parse().map_err(|_| form())?;
    let (by, rest) = rest.split_once(' ').ok_or_else(form)?;
    let (by, kept) = match (by.strip_suffix(':'), by.strip_suffix('~')) {
        (Some(by), _) => (by, false),
        (None, Some(by)) => (by, true),
        (None, None) => return Err(form()),
    };
    if by.is_empty() {
        return Err(form());
    }
    let (rest, digest) = rest.rsplit_once("] #").ok_or_else(form)?;
    if digest.len() != 16 {
        return Err(format!("the digest #{digest} has not 16 digits"));
    }
    let digest = u64::from_str_radix(digest, 16).map_err(|_| format!("#{digest} is no digest"))?;
    let (action, dice) = rest.rsplit_once(" [").ok_or_else(form)?;
    let rolled = dice
        .split(' ')
        .filter(|word| !word.is_empty())
        .map(parse_roll)
        .collect::<Result<_, _>>()?;
    let (by, action) = (by.to_string(), unescape(action)?);
    Ok((number, RecordLine::Entry { by, action, rolled, digest, kept }))
}

fn parse_roll(word: &str) -> Result<Rolled, String> {
    let form = || format!("\"{word}\" is no roll such as d6=4");
    let (die, value) = word.strip_prefix('d').and_then(|w| w.split_once('=')).ok_or_else(form)?;
    let faces: u16 = die.parse().map_err(|_| form())?;
    let value: u16 = value.parse().map_err(|_| form())?;
    if faces == 0 || faces > Die::MAX_FACES {
        return Err(format!("there is no die with {faces} faces"));
    }
    if value == 0 || value > faces {
        return Err(format!("a d{faces} cannot show {value}"));
    }
    Ok(Rolled { die: Die(faces), value })
}

/// Writes a number of bytes as hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len() * 2);
    for &byte in bytes {
        let [high, low] = hex_digits(byte);
        out.push(char::from(high));
        out.push(char::from(low));
    }
    out
}

/// 32 bytes as 64 hexadecimal digits.
pub(crate) fn hex32(bytes: &[u8; 32]) -> [u8; 64] {
    let mut out = [0; 64];
    for (two, &byte) in out.chunks_exact_mut(2).zip(bytes) {
        two.copy_from_slice(&hex_digits(byte));
    }
    out
}

const fn hex_digits(byte: u8) -> [u8; 2] {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    [DIGITS[(byte >> 4) as usize], DIGITS[(byte & 15) as usize]]
}
