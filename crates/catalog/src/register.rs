//! The register of a game's clauses: what refusals, the rule page and the
//! checks of the build look up.

use crate::tomls::Toml;
use admiralty_core::{Fault, Faults, Fields, is_clause_id};
use std::collections::BTreeMap;

/// How far a clause is carried out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Status {
    /// In code and in a test.
    Done,
    /// In part.
    Partly,
    /// Not yet.
    Open,
    /// Nothing a program could do: advice, history, cardboard.
    NotCode,
}

impl Status {
    const WORDS: [(&'static str, Status); 4] = [
        ("done", Status::Done),
        ("partly", Status::Partly),
        ("open", Status::Open),
        ("not-code", Status::NotCode),
    ];

    /// The word of the register.
    pub fn word(self) -> &'static str {
        Status::WORDS.iter().find(|(_, status)| *status == self).map_or("", |(word, _)| word)
    }
}

/// One rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clause {
    /// `NB-J-14`.
    pub id: String,
    /// The chapter it stands in.
    pub chapter: String,
    /// The rule in one sentence.
    pub text: String,
    /// How far it is carried out.
    pub status: Status,
    /// The level or scenario from which it counts; empty if always.
    pub since: String,
    /// The rulings that settle how it is read: `NB-R4`.
    pub rulings: Vec<String>,
}

/// All clauses of a game.
#[derive(Clone, Debug, Default)]
pub struct Register {
    /// In the order of the file.
    pub clauses: Vec<Clause>,
    /// What is wrong with the file; empty in a release.
    pub faults: Faults,
    by_id: BTreeMap<String, usize>,
}

impl Register {
    /// Reads a register. What can be read is there even if something is wrong.
    pub fn read(text: &str, prefix: &str) -> Register {
        let mut register = Register::default();
        if text.trim().is_empty() {
            return register;
        }
        let toml = match Toml::read(text) {
            Ok(toml) => toml,
            Err(fault) => {
                register.faults.add(fault);
                return register;
            }
        };
        let mut top = match Fields::of(&toml.doc, "") {
            Ok(top) => top,
            Err(faults) => {
                register.faults = faults;
                return register;
            }
        };
        let mut chapters = Vec::new();
        for (i, doc) in top.list("chapter").iter().enumerate() {
            match read_chapter(doc, &format!("chapter.{i}")) {
                Ok(name) => chapters.push(name),
                Err(faults) => register.faults.0.extend(faults.0),
            }
        }
        for (i, doc) in top.list("clause").iter().enumerate() {
            let at = format!("clause.{i}");
            match read_clause(doc, &at, prefix) {
                Ok(clause) => {
                    if !chapters.is_empty() && !chapters.contains(&clause.chapter) {
                        let reason = format!("\"{}\" is not listed as a chapter", clause.chapter);
                        register.faults.add(Fault::new(format!("{at}.chapter"), reason));
                    }
                    if register.by_id.insert(clause.id.clone(), register.clauses.len()).is_some() {
                        let reason = format!("{} stands twice", clause.id);
                        register.faults.add(Fault::new(at, reason));
                    }
                    register.clauses.push(clause);
                }
                Err(faults) => register.faults.0.extend(faults.0),
            }
        }
        if let Err(faults) = top.done() {
            register.faults.0.extend(faults.0);
        }
        for fault in &mut register.faults.0 {
            if let Some(line) = toml.line(&fault.place) {
                fault.place = format!("line {line}, {}", fault.place);
            }
        }
        register
    }

    /// The clause with this id.
    pub fn get(&self, id: &str) -> Option<&Clause> {
        self.by_id.get(id).map(|&i| &self.clauses[i])
    }

    /// Clauses whose id begins with the text, or whose sentence contains it,
    /// whatever the case of the letters.
    pub fn search<'a>(&'a self, text: &str) -> impl Iterator<Item = &'a Clause> + use<'a> {
        let text = text.to_lowercase();
        self.clauses.iter().filter(move |clause| {
            clause.id.to_lowercase().starts_with(&text)
                || clause.text.to_lowercase().contains(&text)
                || clause.chapter.to_lowercase() == text
        })
    }
}

/// The name of a chapter. Which file of the code decides it matters to whoever works on the
/// game, and `cargo xtask clauses` compares it.
fn read_chapter(doc: &admiralty_core::Doc, at: &str) -> Result<String, Faults> {
    let mut fields = Fields::of(doc, at)?;
    let name = fields.text("name").unwrap_or_default().to_string();
    if name.is_empty() {
        fields.wrong("name", "is missing");
    }
    if fields.text("file").unwrap_or_default().is_empty() {
        fields.wrong("file", "is missing");
    }
    fields.done()?;
    Ok(name)
}

fn read_clause(doc: &admiralty_core::Doc, at: &str, prefix: &str) -> Result<Clause, Faults> {
    let mut fields = Fields::of(doc, at)?;
    let id = fields.text("id").unwrap_or_default().to_string();
    if !is_clause_id(&id) {
        fields.wrong("id", format!("\"{id}\" is no clause id"));
    } else if id.split('-').next() != Some(prefix) {
        fields.wrong("id", format!("{id} does not begin with {prefix}-"));
    }
    let text = fields.text("text").unwrap_or_default().to_string();
    if text.is_empty() {
        fields.wrong("text", "the sentence is missing");
    }
    if fields.get("status").is_none() {
        fields.wrong("status", "is missing");
    }
    let status = fields.word_or("status", Status::Open, &Status::WORDS);
    let chapter = fields.text("chapter").unwrap_or_default().to_string();
    let since = fields.text("since").unwrap_or_default().to_string();
    let rulings =
        fields.list("rulings").iter().filter_map(|doc| doc.as_text()).map(String::from).collect();
    fields.done()?;
    Ok(Clause { id, chapter, text, status, since, rulings })
}
