//! The chapters of a register are files of the game's code: whoever reads a clause on the
//! rules page knows by the title of its chapter which file decides it, and the other way round.

use crate::clauses::{Citations, Clause};
use anyhow::{Context, Result};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// A chapter as the register lists it.
pub(crate) struct Chapter {
    /// What readers call it.
    name: String,
    /// The file that decides its clauses, or a folder, from the game's `src`.
    file: String,
}

/// Rooms of the floor plan: whoever looks for a file knows them, so titles need not name them.
const ROOMS: [&str; 5] = ["rules", "setup", "state", "legal", "text"];

/// So many letters of a file's name stand in the title: enough to guess it, and few enough
/// for "Striking" and "Strikes", "Validation" and "validate".
const LETTERS: usize = 5;

/// The table of chapters.
pub(crate) fn parse(document: &toml::Table) -> Result<Vec<Chapter>> {
    let list = document
        .get("chapter")
        .and_then(toml::Value::as_array)
        .context("there is no [[chapter]]")?;
    let chapter = |(i, chapter): (usize, &toml::Value)| {
        let field = |key: &str| {
            let value = chapter.get(key).and_then(toml::Value::as_str);
            value.map(String::from).with_context(|| format!("chapter {} has no {key}", i + 1))
        };
        Ok(Chapter { name: field("name")?, file: field("file")? })
    };
    list.iter().enumerate().map(chapter).collect()
}

/// Everything wrong with the chapters of a game, whose code is in this folder and cites that.
pub(crate) fn faults(
    source: &Path,
    chapters: &[Chapter],
    clauses: &[Clause],
    code: &Citations,
) -> Result<Vec<String>> {
    let mut wrong = Vec::new();
    let (mut names, mut files) = (BTreeSet::new(), BTreeSet::new());
    for chapter in chapters {
        let Chapter { name, file } = chapter;
        if !names.insert(name) {
            wrong.push(format!("the chapter \"{name}\" stands twice"));
        }
        if !files.insert(file) {
            wrong.push(format!("{file} has two chapters, the second is \"{name}\""));
        }
        if !source.join(file).exists() {
            wrong.push(format!("the chapter \"{name}\" has no file: {file} is not there"));
        }
        if let Some(word) = chapter.unsaid() {
            wrong.push(format!("nobody guesses {file} from \"{name}\": it does not say {word}"));
        }
        if !clauses.iter().any(|clause| clause.chapter == *name) {
            wrong.push(format!("the chapter \"{name}\" has no clause"));
        }
    }
    wrong.extend(misplaced(chapters, clauses));
    for clause in clauses.iter().filter(|clause| clause.status == "done") {
        let Some(chapter) = chapters.iter().find(|chapter| chapter.name == clause.chapter) else {
            continue;
        };
        let home = source.join(&chapter.file);
        let places = code.get(&clause.id).into_iter().flatten();
        // Whoever is cited nowhere is named elsewhere.
        let mut elsewhere = places.peekable();
        if elsewhere.peek().is_some() && !elsewhere.any(|place| place.starts_with(&home)) {
            let Clause { id, chapter: name, .. } = clause;
            let file = &chapter.file;
            wrong.push(format!("{id} is of the chapter \"{name}\", but {file} does not cite it"));
        }
    }
    let rules = source.join("rules");
    if rules.is_dir() {
        for file in below(&rules, "rules")? {
            let holds = |chapter: &Chapter| Path::new(&file).starts_with(&chapter.file);
            if !chapters.iter().any(holds) {
                wrong.push(format!("{file} is the file of no chapter"));
            }
        }
    }
    Ok(wrong)
}

/// Clauses of unknown chapters, and chapters whose clauses do not stand together and in the
/// order of the table.
fn misplaced(chapters: &[Chapter], clauses: &[Clause]) -> Vec<String> {
    let place: BTreeMap<&str, usize> =
        chapters.iter().enumerate().map(|(i, chapter)| (chapter.name.as_str(), i)).collect();
    let mut wrong = Vec::new();
    let mut last = 0;
    for Clause { id, chapter, .. } in clauses {
        match place.get(chapter.as_str()) {
            None => {
                wrong.push(format!("{id} is of the chapter \"{chapter}\", which is not listed"));
            }
            Some(&at) if at < last => {
                wrong.push(format!("{id} stands behind the chapters after \"{chapter}\""));
            }
            Some(&at) => last = at,
        }
    }
    wrong
}

impl Chapter {
    /// The first word of the file's name that the title does not say.
    fn unsaid(&self) -> Option<&str> {
        let title: String =
            self.name.chars().filter(char::is_ascii_alphabetic).collect::<String>().to_lowercase();
        let file = self.file.strip_suffix(".rs").unwrap_or(&self.file);
        let path: Vec<&str> = match file.split('/').collect::<Vec<_>>()[..] {
            // A room itself.
            [room, "mod"] => vec![room],
            [room, ref inside @ ..] if ROOMS.contains(&room) => inside.to_vec(),
            ref path => path.to_vec(),
        };
        path.into_iter()
            .filter(|part| *part != "mod")
            .flat_map(|part| part.split('_'))
            .find(|word| !title.contains(&word[..word.len().min(LETTERS)]))
    }
}

/// The files below a folder, but for those that only list others.
fn below(folder: &Path, path: &str) -> Result<Vec<String>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = format!("{path}/{name}");
        if entry.path().is_dir() {
            files.extend(below(&entry.path(), &path)?);
        } else if name != "mod.rs" {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    fn chapter(name: &str, file: &str) -> Chapter {
        Chapter { name: name.into(), file: file.into() }
    }

    fn clause(id: &str, chapter: &str) -> Clause {
        Clause { id: id.into(), chapter: chapter.into(), status: "done".into() }
    }

    /// A game of two chapters, in a folder of its own.
    struct Toy {
        source: PathBuf,
        chapters: Vec<Chapter>,
        clauses: Vec<Clause>,
        code: Citations,
    }

    impl Toy {
        fn new(test: &str) -> Toy {
            let name = format!("xtask-chapters-{test}-{}", std::process::id());
            let source = std::env::temp_dir().join(name);
            fs::create_dir_all(source.join("rules")).unwrap();
            for file in ["rules/mod.rs", "rules/wind.rs", "victory.rs"] {
                fs::write(source.join(file), "").unwrap();
            }
            let mut toy = Toy {
                chapters: vec![chapter("Wind", "rules/wind.rs"), chapter("Victory", "victory.rs")],
                clauses: vec![clause("TY-1", "Wind"), clause("TY-2", "Victory")],
                code: Citations::new(),
                source,
            };
            toy.cite("TY-1", "rules/wind.rs");
            toy.cite("TY-2", "victory.rs");
            toy
        }

        fn cite(&mut self, id: &str, file: &str) {
            self.code.insert(id.into(), [self.source.join(file)].into());
        }

        fn faults(&self) -> Vec<String> {
            faults(&self.source, &self.chapters, &self.clauses, &self.code).unwrap()
        }
    }

    impl Drop for Toy {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.source);
        }
    }

    #[test]
    fn a_whole_table_has_no_faults() {
        assert_eq!(Toy::new("whole").faults(), [""; 0]);
    }

    #[test]
    fn a_chapter_has_one_file_that_is_there_and_at_least_one_clause() {
        let mut toy = Toy::new("files");
        toy.chapters.push(chapter("Mines", "rules/mines.rs"));
        toy.chapters.push(chapter("Wind", "rules/wind.rs"));
        let faults = toy.faults();
        for said in [
            "the chapter \"Mines\" has no file: rules/mines.rs is not there",
            "the chapter \"Mines\" has no clause",
            "the chapter \"Wind\" stands twice",
            "rules/wind.rs has two chapters, the second is \"Wind\"",
        ] {
            assert!(faults.iter().any(|fault| fault == said), "{said}: {faults:?}");
        }
    }

    #[test]
    fn every_file_of_the_rules_is_the_file_of_a_chapter() {
        let toy = Toy::new("rules");
        fs::create_dir_all(toy.source.join("rules/air")).unwrap();
        for file in ["rules/mines.rs", "rules/air/mod.rs", "rules/air/flak.rs"] {
            fs::write(toy.source.join(file), "").unwrap();
        }
        let none = |file: &str| format!("{file} is the file of no chapter");
        assert_eq!(toy.faults(), [none("rules/air/flak.rs"), none("rules/mines.rs")]);
    }

    #[test]
    fn a_done_clause_is_cited_in_the_file_or_folder_of_its_chapter() {
        let mut toy = Toy::new("cited");
        toy.cite("TY-1", "victory.rs");
        let said = "TY-1 is of the chapter \"Wind\", but rules/wind.rs does not cite it";
        assert_eq!(toy.faults(), [said]);
        toy.clauses[0].status = "open".into();
        assert_eq!(toy.faults(), [""; 0], "only what is done");
        toy.clauses[0].status = "done".into();
        fs::create_dir_all(toy.source.join("rules/wind")).unwrap();
        fs::rename(toy.source.join("rules/wind.rs"), toy.source.join("rules/wind/mod.rs")).unwrap();
        fs::write(toy.source.join("rules/wind/gale.rs"), "").unwrap();
        toy.chapters[0].file = "rules/wind".into();
        toy.cite("TY-1", "rules/wind/gale.rs");
        assert_eq!(toy.faults(), [""; 0], "a folder");
    }

    #[test]
    fn clauses_stand_chapter_by_chapter() {
        let mut toy = Toy::new("order");
        toy.cite("TY-3", "rules/wind.rs");
        toy.clauses.push(clause("TY-3", "Wind"));
        assert_eq!(toy.faults(), ["TY-3 stands behind the chapters after \"Wind\""]);
        toy.clauses[2].chapter = "Weather".into();
        assert_eq!(toy.faults(), ["TY-3 is of the chapter \"Weather\", which is not listed"]);
    }

    #[test]
    fn titles_lead_to_files() {
        for (name, file) in [
            ("Drift in a storm", "rules/drift.rs"),
            ("Close action", "rules/close_action.rs"),
            ("Admiral level: sails", "rules/admiral/sails.rs"),
            ("Set-up: who plays", "setup/mod.rs"),
            ("How a game begins", "setup/begin.rs"),
            ("Units and their cards", "units/mod.rs"),
            ("Positions as text", "text/position"),
        ] {
            assert_eq!(chapter(name, file).unsaid(), None, "{name}");
        }
        for (name, file, word) in [
            ("Storms", "rules/drift.rs", "drift"),
            ("Melee", "rules/close_action.rs", "close"),
            ("Sails", "rules/admiral/sails.rs", "admiral"),
            ("Who plays", "setup/mod.rs", "setup"),
            ("The first Turn", "sequence.rs", "sequence"),
        ] {
            assert_eq!(chapter(name, file).unsaid(), Some(word), "{name}");
        }
    }

    #[test]
    fn a_table_is_read() {
        let parse = |text: &str| parse(&text.parse().unwrap()).map_err(|fault| fault.to_string());
        let read = parse("[[chapter]]\nname = \"Wind\"\nfile = \"rules/wind.rs\"\n").unwrap();
        assert_eq!((&*read[0].name, &*read[0].file), ("Wind", "rules/wind.rs"));
        assert!(parse("").is_err());
        let half = parse("[[chapter]]\nname = \"Wind\"\n").err();
        assert_eq!(half.as_deref(), Some("chapter 1 has no file"));
    }
}
