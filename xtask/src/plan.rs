//! The floor plan of a game: every game has the same rooms under the same
//! names, so that who knows one finds the way in all of them. Inside its
//! rooms a game furnishes as it likes.

use anyhow::Result;
use std::fs;
use std::path::Path;

/// One room of the plan, by its path below the game's folder.
struct Room {
    path: &'static str,
    kind: Kind,
    about: &'static str,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Exactly this file.
    File,
    /// This file, or a folder of its name with a `mod.rs` and free names inside.
    Module,
    /// `folder/*`: at least one file there; the names are free.
    Some,
    /// `folder/*`, `folder/name*`: whatever a game needs there, or nothing.
    Free,
}

const fn file(path: &'static str, about: &'static str) -> Room {
    Room { path, kind: Kind::File, about }
}

const fn module(path: &'static str, about: &'static str) -> Room {
    Room { path, kind: Kind::Module, about }
}

const fn some(path: &'static str, about: &'static str) -> Room {
    Room { path, kind: Kind::Some, about }
}

const fn free(path: &'static str, about: &'static str) -> Room {
    Room { path, kind: Kind::Free, about }
}

/// The plan, in the order in which a newcomer reads a game.
const PLAN: &[Room] = &[
    file("Cargo.toml", "depends on the core and nothing else"),
    file("rules/clauses.toml", "the register: every clause in our words"),
    file("rules/rulings.md", "what we decided where the book is silent"),
    some("lessons/*", "lessons, one TOML file each"),
    free("scenarios/*", "positions and set-ups, one file each"),
    file("src/lib.rs", "essay; `impl Rules` and `impl Text` that only delegate"),
    module("src/meta.rs", "name, seats, options, dice"),
    module("src/board.rs", "places, directions, geometry"),
    module("src/units.rs", "classes and printed numbers"),
    file("src/setup/mod.rs", "Setup"),
    module("src/setup/options.rs", "reads, validates and writes the options"),
    module("src/setup/begin.rs", "makes the first table"),
    free("src/setup/*", "scenarios, fleets"),
    file("src/state/mod.rs", "Public, secrets, Umpire, Phase"),
    free("src/state/*", "their parts"),
    module("src/action.rs", "Action, Pick"),
    module("src/event.rs", "Event"),
    module("src/illegal.rs", "every reason for refusal, with its clause and sentence"),
    file("src/legal/mod.rs", "dispatcher: action or draft to its chapter"),
    module("src/legal/check.rs", "may this be done?"),
    module("src/legal/list.rs", "all actions"),
    module("src/legal/menu.rs", "what may be picked next"),
    module("src/apply.rs", "dispatcher: action to its chapter, then the sequence"),
    module("src/sequence.rs", "phase to next phase; who is awaited; time-outs, leaving"),
    file("src/rules/mod.rs", "the chapters"),
    some("src/rules/*", "one chapter each: options, check and effect together"),
    module("src/victory.rs", "ends and scores"),
    module("src/imagine.rs", "a table that the viewer cannot rule out; what is recalled"),
    module("src/invariants.rs", "what is never broken"),
    module("src/observe.rs", "the table as numbers, for programs that learn"),
    file("src/text/mod.rs", "names of seats and sides, shared words"),
    free("src/text/names*", "what units and places are called"),
    free("src/text/can*", "what a viewer can do now, unit by unit"),
    free("src/text/deeds*", "the same, with what it costs and may bring"),
    free("src/text/aids*", "what follows from a position by the rules"),
    free("src/text/aim*", "what is played for, in a line"),
    free("src/text/labels*", "labels of picks, where they are many"),
    module("src/text/actions.rs", "notation of actions: write and read"),
    module("src/text/position.rs", "save and load"),
    module("src/text/view.rs", "the view and its shape"),
    module("src/text/board.rs", "the board as text"),
    module("src/text/events.rs", "events: data with its shape, sentences, clauses, facts"),
    module("src/text/prompt.rs", "prompts and labels of picks"),
    file("tests/clauses.rs", "the case files, clause by clause"),
    file("tests/tables.rs", "printed tables and geometry, number by number"),
    file("tests/refusals.rs", "random illegal actions against the table of reasons"),
    file("tests/lessons.rs", "every lesson can be played as it says"),
    file("tests/properties.rs", "the laws of the testkit in random play"),
    file("tests/secrecy.rs", "two worlds that a viewer cannot tell apart"),
    file("tests/observe.rs", "codes and observations, in random play"),
    file("tests/replays.rs", "golden replays"),
    file("tests/walks.rs", "golden walks: what rules decide, from many starts"),
    file("tests/perft.rs", "counts of small positions"),
    some("tests/data/clauses/*", "case files"),
    some("tests/data/replays/*", "golden replays"),
    some("tests/data/walks/*", "books of golden walks"),
    free("tests/*", "further tests"),
];

/// Compares every game with the plan, prints what does not fit; true if all does.
pub(crate) fn run(root: &Path) -> Result<bool> {
    let mut fits = true;
    for game in games(root)? {
        let folder = root.join("games").join(&game);
        let mut files = Vec::new();
        walk(&folder, "", &mut files)?;
        for fault in faults(&files) {
            fits = false;
            println!("games/{game}: {fault}");
        }
    }
    if fits {
        println!("every game fits the plan of {} rooms", PLAN.len());
    }
    Ok(fits)
}

/// The folders of games, in order.
pub(crate) fn games(root: &Path) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(root.join("games"))? {
        let path = entry?.path();
        if path.join("Cargo.toml").exists() {
            names.extend(path.file_name().and_then(|name| name.to_str()).map(String::from));
        }
    }
    names.sort();
    Ok(names)
}

/// Every file below a folder, as a path with slashes; hidden ones are left out.
fn walk(folder: &Path, before: &str, files: &mut Vec<String>) -> Result<()> {
    let mut entries: Vec<_> = fs::read_dir(folder)?.collect::<Result<_, _>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with('.') || name == "target" {
            continue;
        }
        if entry.file_type()?.is_dir() {
            walk(&entry.path(), &format!("{before}{name}/"), files)?;
        } else {
            files.push(format!("{before}{name}"));
        }
    }
    Ok(())
}

/// What these files lack of the plan, and what the plan does not know.
fn faults(files: &[String]) -> Vec<String> {
    let has = |path: &str| files.iter().any(|file| file == path);
    let mut faults = Vec::new();
    for room in PLAN {
        match room.kind {
            Kind::File if !has(room.path) => {
                faults.push(format!("{} is missing: {}", room.path, room.about));
            }
            Kind::Module => {
                let folder = folder_of(room.path);
                let inside = format!("{folder}mod.rs");
                match (has(room.path), has(&inside)) {
                    (false, false) => faults
                        .push(format!("{} (or {inside}) is missing: {}", room.path, room.about)),
                    (true, true) => {
                        faults.push(format!("{} and {inside}: one of the two", room.path));
                    }
                    (true, false) if files.iter().any(|file| file.starts_with(&folder)) => {
                        faults
                            .push(format!("{} must move to {inside}, into its folder", room.path));
                    }
                    _ => {}
                }
            }
            Kind::Some => {
                let inside = |file: &&String| below(room.path, file) && !file.ends_with("/mod.rs");
                if !files.iter().any(|file| inside(&file)) {
                    faults.push(format!("{} has nothing in it", room.path));
                }
            }
            Kind::File | Kind::Free => {}
        }
    }
    for file in files {
        if !PLAN.iter().any(|room| room.holds(file)) {
            faults.push(format!("{file} is not in the plan"));
        }
    }
    faults
}

impl Room {
    fn holds(&self, file: &str) -> bool {
        match self.kind {
            Kind::File => file == self.path,
            Kind::Module => file == self.path || file.starts_with(&folder_of(self.path)),
            Kind::Some | Kind::Free => below(self.path, file),
        }
    }
}

/// `src/board.rs` may be the folder `src/board/`.
fn folder_of(module: &str) -> String {
    format!("{}/", module.strip_suffix(".rs").unwrap_or(module))
}

/// Is the file somewhere below `folder/*`?
fn below(pattern: &str, file: &str) -> bool {
    pattern.strip_suffix('*').is_some_and(|folder| file.starts_with(folder))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The smallest game that fits: a file in each room that must have one.
    fn smallest() -> Vec<String> {
        let needed = PLAN.iter().filter(|room| room.kind != Kind::Free);
        needed.map(|room| room.path.replace('*', "one.rs")).collect()
    }

    /// The plan as `docs/adding-a-game.md` shows it.
    fn listing() -> String {
        let mut text = String::new();
        for room in PLAN {
            let free = if room.kind == Kind::Free { " (if needed)" } else { "" };
            text += &format!("{:<24}{}{free}\n", room.path, room.about);
        }
        text
    }

    #[test]
    fn the_smallest_game_fits_and_needs_each_of_its_files() {
        let files = smallest();
        assert_eq!(faults(&files), [""; 0]);
        for i in 0..files.len() {
            let mut fewer = files.clone();
            let gone = fewer.remove(i);
            let found = faults(&fewer);
            let room = gone.replace("one.rs", "*");
            assert!(found.len() == 1 && found[0].starts_with(&room), "without {gone}: {found:?}");
        }
    }

    #[test]
    fn a_file_that_the_plan_does_not_know_is_named() {
        for odd in
            ["src/lookup.rs", "src/legal/grand.rs", "src/text/map.rs", "notes.md", "src/view.rs"]
        {
            let mut files = smallest();
            files.push(odd.into());
            assert_eq!(faults(&files), [format!("{odd} is not in the plan")]);
        }
        for fine in
            ["src/rules/air/guns.rs", "src/state/unit.rs", "src/setup/fleet.rs", "tests/x.rs"]
        {
            let mut files = smallest();
            files.push(fine.into());
            assert_eq!(faults(&files), [""; 0], "{fine}");
        }
    }

    #[test]
    fn a_module_is_a_file_or_a_folder_but_not_both() {
        let mut files = smallest();
        files.push("src/board/hexes.rs".into());
        assert_eq!(faults(&files), ["src/board.rs must move to src/board/mod.rs, into its folder"]);
        files.push("src/board/mod.rs".into());
        assert_eq!(faults(&files), ["src/board.rs and src/board/mod.rs: one of the two"]);
        files.retain(|file| file != "src/board.rs");
        assert_eq!(faults(&files), [""; 0]);
    }

    #[test]
    fn the_guide_shows_this_plan() {
        let guide = include_str!("../../docs/adding-a-game.md");
        let listing = listing();
        assert!(guide.contains(&listing), "docs/adding-a-game.md must show:\n{listing}");
    }
}
