//! What earlier runs over the same code found out, so that a long run can be made in
//! pieces and a stopped one goes on where it was.

use super::build::Mutant;
use super::judge::Fate;
use anyhow::{Context, Result};
use std::collections::BTreeMap;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// Notes about one state of the code; those about another are forgotten.
pub(crate) struct Memory {
    folder: PathBuf,
    code: String,
    /// Several threads have something to note.
    pen: Mutex<()>,
}

impl Memory {
    /// Notes in this folder about a game whose tests are made of these files. Other games
    /// and the documents have no say in them.
    pub(crate) fn of(folder: &Path, game: &str, files: &BTreeMap<String, Vec<u8>>) -> Memory {
        let mut hasher = DefaultHasher::new();
        let own = format!("games/{game}/");
        // Also what the client has of a game, in `web/src/games`.
        let others = |path: &str| path.contains("games/") && !path.contains(&own);
        for file in files.iter().filter(|(path, _)| !others(path) && !path.starts_with("docs/")) {
            file.hash(&mut hasher);
        }
        let code = format!("{:016x}", hasher.finish());
        Memory { folder: folder.to_path_buf(), code, pen: Mutex::new(()) }
    }

    /// The lines noted under this name.
    pub(crate) fn recall(&self, name: &str) -> Vec<String> {
        let text = fs::read_to_string(self.folder.join(name)).unwrap_or_default();
        let mut lines = text.lines();
        match lines.next() {
            Some(code) if code == self.code => lines.map(String::from).collect(),
            _ => Vec::new(),
        }
    }

    /// Notes one more line; a file about other code is begun anew.
    pub(crate) fn note(&self, name: &str, line: &str) -> Result<()> {
        let _pen = self.pen.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let path = self.folder.join(name);
        let known = fs::read_to_string(&path).is_ok_and(|text| text.starts_with(&self.code));
        if !known {
            fs::write(&path, format!("{}\n", self.code))?;
        }
        let mut file = fs::OpenOptions::new().append(true).open(&path)?;
        writeln!(file, "{line}").with_context(|| path.display().to_string())
    }

    /// What became of mutants so far, by their numbers.
    pub(crate) fn fates(&self) -> BTreeMap<u32, Fate> {
        self.recall("fates.txt").iter().filter_map(|line| read_fate(line)).collect()
    }

    pub(crate) fn note_fate(&self, mutant: &Mutant, fate: &Fate) -> Result<()> {
        let words = match fate {
            Fate::Noticed(test) => format!("noticed {test}"),
            Fate::TimedOut(test) => format!("stopped {test}"),
            Fate::Survived { reached } => format!("survived {reached}"),
        };
        self.note("fates.txt", &format!("{} {words}", mutant.number))
    }
}

fn read_fate(line: &str) -> Option<(u32, Fate)> {
    let (number, rest) = line.split_once(' ')?;
    let (what, by) = rest.split_once(' ')?;
    let fate = match what {
        "noticed" => Fate::Noticed(by.into()),
        "stopped" => Fate::TimedOut(by.into()),
        "survived" => Fate::Survived { reached: by.parse().ok()? },
        _ => return None,
    };
    Some((number.parse().ok()?, fate))
}

/// The survivors of the last whole sample, whatever has changed since; they are known by
/// their places and what is broken there.
pub(crate) fn survivors(folder: &Path) -> Vec<String> {
    let text = fs::read_to_string(folder.join("survivors.txt")).unwrap_or_default();
    text.lines().map(String::from).collect()
}

pub(crate) fn note_survivors<'a>(
    folder: &Path,
    survivors: impl Iterator<Item = &'a Mutant>,
) -> Result<()> {
    let lines: String = survivors.map(|mutant| mutant.name() + "\n").collect();
    Ok(fs::write(folder.join("survivors.txt"), lines)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_are_about_one_state_of_the_code() {
        let folder = std::env::temp_dir().join(format!("xtask-memory-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let code = |text: &str| BTreeMap::from([("a.rs".to_string(), text.as_bytes().to_vec())]);
        let memory = Memory::of(&folder, "a", &code("fn a() {}"));
        let mutant = Mutant { number: 7, place: "a.rs:1".into(), what: "left out".into() };
        assert!(memory.fates().is_empty());
        let fates = [Fate::Noticed("x y".into()), Fate::Survived { reached: 3 }];
        memory.note_fate(&mutant, &fates[0]).unwrap();
        memory.note_fate(&Mutant { number: 8, ..mutant.clone() }, &fates[1]).unwrap();
        let again = Memory::of(&folder, "a", &code("fn a() {}"));
        assert_eq!(again.fates(), BTreeMap::from([(7, fates[0].clone()), (8, fates[1].clone())]));
        let other = Memory::of(&folder, "a", &code("fn b() {}"));
        assert!(other.fates().is_empty());
        for beside in ["games/b/src/lib.rs", "web/src/games/b/list.json", "docs/b.md"] {
            let mut files = code("fn a() {}");
            files.insert(beside.into(), Vec::new());
            assert_eq!(Memory::of(&folder, "a", &files).fates().len(), 2, "{beside}");
        }
        note_survivors(&folder, [mutant.clone()].iter()).unwrap();
        assert_eq!(survivors(&folder), [mutant.name()]);
        fs::remove_dir_all(&folder).unwrap();
    }
}
