//! Code, register and tests, clause by clause: whatever is cited must exist,
//! and whatever is done must be cited where it is decided and where it is tested.

use crate::chapters::{self, Chapter};
use anyhow::{Context, Result, bail};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// What to print of clauses that are not proven.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Missing {
    Count,
    List,
}

/// The register of one game.
struct Register {
    game: String,
    prefix: String,
    /// In the order of reading.
    chapters: Vec<Chapter>,
    /// In the order of the file.
    clauses: Vec<Clause>,
    rulings: BTreeSet<String>,
}

/// A clause as far as it is compared.
#[derive(Debug)]
pub(crate) struct Clause {
    pub(crate) id: String,
    pub(crate) chapter: String,
    pub(crate) status: String,
}

/// Prints one line per game and everything wrong; true if nothing is.
pub(crate) fn run(root: &Path, missing: Missing) -> Result<bool> {
    let registers = registers(root)?;
    let mut wrong = Vec::new();
    for register in &registers {
        let folder = root.join("games").join(&register.game);
        let code = cited_below(&folder.join("src"))?;
        let tests = cited_below(&folder.join("tests"))?;
        let (mut proven, mut counted, mut not_code) = (0, 0, 0);
        for Clause { id, status, .. } in &register.clauses {
            let in_code = code.contains_key(id);
            let in_tests = tests.contains_key(id);
            let lacks = match (in_code, in_tests) {
                (true, true) => "",
                (false, true) => "no code cites it",
                (true, false) => "no test cites it",
                (false, false) => "neither code nor tests cite it",
            };
            match status.as_str() {
                "not-code" => {
                    not_code += 1;
                    continue;
                }
                "done" if lacks.is_empty() => proven += 1,
                "done" => wrong.push(format!("{id} is marked done, but {lacks}")),
                "partly" | "open" => {
                    if missing == Missing::List {
                        println!(
                            "{id}: {status}{}{lacks}",
                            if lacks.is_empty() { "" } else { ", " }
                        );
                    }
                }
                other => wrong.push(format!("{id} has the unknown status \"{other}\"")),
            }
            counted += 1;
        }
        println!("{} {proven} of {counted}{}", register.game, aside(not_code));
        let Register { chapters, clauses, .. } = register;
        wrong.extend(chapters::faults(&folder.join("src"), chapters, clauses, &code)?);
    }
    for (id, places) in cited_anywhere(root)? {
        let Some(register) = registers.iter().find(|r| id.starts_with(&r.prefix)) else { continue };
        if !register.knows(&id) {
            let place = places.iter().next().map_or(String::new(), |p| p.display().to_string());
            wrong.push(format!(
                "{id} is not in the register of {} (cited in {place})",
                register.game
            ));
        }
    }
    for line in &wrong {
        println!("{line}");
    }
    Ok(wrong.is_empty())
}

fn aside(not_code: usize) -> String {
    match not_code {
        0 => String::new(),
        n => format!(" (and {n} that are no code)"),
    }
}

impl Register {
    fn knows(&self, id: &str) -> bool {
        self.rulings.contains(id) || self.clauses.iter().any(|known| known.id == id)
    }
}

/// The registers of all games, in the order of their names.
fn registers(root: &Path) -> Result<Vec<Register>> {
    let mut registers = Vec::new();
    let games = root.join("games");
    if !games.is_dir() {
        return Ok(registers);
    }
    let mut folders: Vec<PathBuf> =
        fs::read_dir(&games)?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    folders.sort();
    for folder in folders.into_iter().filter(|folder| folder.join("Cargo.toml").exists()) {
        registers.push(register(&folder)?);
    }
    Ok(registers)
}

fn register(folder: &Path) -> Result<Register> {
    let game = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let path = folder.join("rules/clauses.toml");
    let text =
        fs::read_to_string(&path).with_context(|| format!("{game} needs {}", path.display()))?;
    let document: toml::Table = text.parse().with_context(|| path.display().to_string())?;
    let clauses = parse_clauses(&document).with_context(|| path.display().to_string())?;
    let chapters = chapters::parse(&document).with_context(|| path.display().to_string())?;
    let prefix = clauses.first().context("the register is empty")?.id[..3].to_string();
    let rulings = folder.join("rules/rulings.md");
    let rulings = if rulings.exists() { fs::read_to_string(&rulings)? } else { String::new() };
    // A ruling exists where the file defines it: at the start of a line, after
    // whatever marks a heading, a list item or a table row.
    let rulings = rulings
        .lines()
        .filter_map(|line| {
            let start = line.trim_start_matches(['#', '*', '-', '|', ' ', '`']);
            cited(start).into_iter().next().filter(|id| start.starts_with(id.as_str()))
        })
        .collect();
    Ok(Register { game, prefix, chapters, clauses, rulings })
}

/// Every `[[clause]]`; ids must be unique and of one prefix.
fn parse_clauses(document: &toml::Table) -> Result<Vec<Clause>> {
    let list =
        document.get("clause").and_then(toml::Value::as_array).context("there is no [[clause]]")?;
    let mut clauses: Vec<Clause> = Vec::new();
    let mut seen = BTreeSet::new();
    for (i, clause) in list.iter().enumerate() {
        let field = |key: &str| {
            let value = clause.get(key).and_then(toml::Value::as_str);
            value.with_context(|| format!("clause {} has no {key}", i + 1))
        };
        let id = field("id")?.to_string();
        if cited(&id) != [id.clone()] {
            bail!("\"{id}\" has not the form of a clause id");
        }
        if field("text")?.trim().is_empty() {
            bail!("{id} has no text");
        }
        if !seen.insert(id.clone()) {
            bail!("{id} stands twice");
        }
        if clauses.first().is_some_and(|first| first.id[..3] != id[..3]) {
            bail!("{id} has another prefix than the clauses before it");
        }
        let (chapter, status) = (field("chapter")?.to_string(), field("status")?.to_string());
        clauses.push(Clause { id, chapter, status });
    }
    Ok(clauses)
}

/// Every clause id in a text. `NB-J-05..08` cites its first; a chapter
/// (`NB-J`) is no clause.
fn cited(text: &str) -> Vec<String> {
    text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '.' || c == '-'))
        .filter_map(|word| {
            let word = word.split("..").next().unwrap_or(word).trim_end_matches(['.', '-']);
            let bytes = word.as_bytes();
            let is_id = bytes.len() > 3
                && bytes[..2].iter().all(u8::is_ascii_uppercase)
                && bytes[2] == b'-'
                && (bytes[3].is_ascii_uppercase() || bytes[3].is_ascii_digit())
                && bytes[3..].iter().any(u8::is_ascii_digit);
            is_id.then(|| word.to_string())
        })
        .collect()
}

pub(crate) type Citations = BTreeMap<String, BTreeSet<PathBuf>>;

/// Ids cited in the text files below a folder.
fn cited_below(folder: &Path) -> Result<Citations> {
    let mut citations = Citations::new();
    collect(folder, &mut citations)?;
    Ok(citations)
}

/// Ids cited anywhere: code, tests, documents, client.
fn cited_anywhere(root: &Path) -> Result<Citations> {
    let mut citations = Citations::new();
    for part in ["crates", "games", "docs", "fuzz", "web"] {
        collect(&root.join(part), &mut citations)?;
    }
    for file in ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"] {
        collect(&root.join(file), &mut citations)?;
    }
    Ok(citations)
}

fn collect(path: &Path, citations: &mut Citations) -> Result<()> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    if path.is_dir() {
        if ["target", "node_modules", "dist", "corpus", "artifacts"].contains(&name.as_ref())
            || name.starts_with('.')
        {
            return Ok(());
        }
        for entry in fs::read_dir(path)? {
            collect(&entry?.path(), citations)?;
        }
        return Ok(());
    }
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    if !["rs", "toml", "md", "adm", "json", "ts", "svelte", "txt"].contains(&extension.as_ref())
        || name.ends_with("lock.json")
        || !path.is_file()
    {
        return Ok(());
    }
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    for id in cited(&text) {
        citations.entry(id).or_default().insert(path.to_path_buf());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A clause of the chapter "Lib".
    fn clause(id: &str) -> String {
        format!("[[clause]]\nid = \"{id}\"\nchapter = \"Lib\"\ntext = \"t\"\nstatus = \"done\"\n")
    }

    #[test]
    fn finds_ids_and_nothing_else() {
        let text = "// NB-J-05..08, SE-3.3.2.12c: why. UTF-8, NB-J, and BG-4-CD12. FA-X.01; SE-R7";
        assert_eq!(cited(text), ["NB-J-05", "SE-3.3.2.12c", "BG-4-CD12", "FA-X.01", "SE-R7"]);
    }

    #[test]
    fn registers_are_checked() {
        let parse = |text: &str| {
            let read = parse_clauses(&text.parse().unwrap());
            read.map_err(|fault| fault.to_string())
        };
        assert_eq!(parse(&clause("NB-J-05")).unwrap().len(), 1);
        assert!(parse(&(clause("NB-J-05") + &clause("NB-J-05"))).unwrap_err().contains("twice"));
        assert!(parse(&(clause("NB-J-05") + &clause("SE-1.1"))).unwrap_err().contains("prefix"));
        assert!(parse("").is_err());
        assert!(parse("[[clause]]\nid = \"NB-J-05\"\n").is_err());
    }

    #[test]
    fn a_done_clause_needs_code_and_test_and_unknown_ids_fail() {
        let root = std::env::temp_dir().join(format!("xtask-clauses-{}", std::process::id()));
        let game = root.join("games/toy");
        for folder in ["src", "tests", "rules"] {
            fs::create_dir_all(game.join(folder)).unwrap();
        }
        let write = |file: &str, text: &str| fs::write(game.join(file), text).unwrap();
        write("Cargo.toml", "");
        let chapter = "[[chapter]]\nname = \"Lib\"\nfile = \"lib.rs\"\n";
        write("rules/clauses.toml", &(chapter.to_string() + &clause("TY-1.1")));
        write("rules/rulings.md", "## TY-R1: about TY-1.1, unlike TY-R2\n");
        write("src/lib.rs", "// TY-1.1, TY-R1: decided here\n");
        assert!(!run(&root, Missing::Count).unwrap(), "no test cites it");
        write("tests/clauses.toml", "clauses = [\"TY-1.1\"]\n");
        assert!(!run(&root, Missing::Count).unwrap(), "TY-R2 is not defined");
        write("rules/rulings.md", "## TY-R1: about TY-1.1\n");
        assert!(run(&root, Missing::Count).unwrap());
        write("src/rules.rs", "// TY-1.1\n");
        write("src/lib.rs", "// TY-R1\n");
        assert!(!run(&root, Missing::Count).unwrap(), "cited outside of its chapter");
        write("src/lib.rs", "// TY-1.1, TY-1.2\n");
        assert!(!run(&root, Missing::Count).unwrap(), "TY-1.2 is unknown");
        fs::remove_dir_all(&root).unwrap();
    }
}
