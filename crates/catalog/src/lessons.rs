//! The lessons of a game: `games/<game>/lessons/*.toml`, in the order of their
//! file names. `docs/lessons.md` describes the form.

use crate::cases::read::{self, Case};
use crate::cases::{CaseReport, Trial, run_cases};
use crate::game::Game;
use crate::tomls::Toml;
use std::collections::BTreeMap;
use std::sync::OnceLock;

// `FILES`: game, name of the lesson, text of the file.
include!(concat!(env!("OUT_DIR"), "/lessons.rs"));

/// A lesson.
pub struct Lesson {
    /// Name of its file without the ending.
    pub id: String,
    /// What it is called.
    pub title: String,
    /// What it is about.
    pub text: String,
    /// Its parts, one position each.
    pub parts: Vec<Part>,
}

/// A position with a goal.
pub struct Part {
    case: Case,
}

impl Part {
    /// What it shows.
    pub fn name(&self) -> &str {
        &self.case.name
    }

    /// The clauses it teaches.
    pub fn clauses(&self) -> &[String] {
        &self.case.clauses
    }

    /// What one has to know.
    pub fn text(&self) -> &str {
        self.case.task.as_ref().map_or("", |task| &task.text)
    }

    /// What is to be done.
    pub fn goal(&self) -> &str {
        self.case.task.as_ref().map_or("", |task| &task.goal)
    }

    /// How it can be done.
    pub fn hint(&self) -> &str {
        self.case.task.as_ref().map_or("", |task| &task.hint)
    }

    /// The position, ready for the learner's first action.
    pub fn begin(&self, game: &'static dyn Game) -> Result<Trial<'_>, String> {
        Trial::begin(game, &self.case)
    }
}

/// The lessons of the game with this id. A file that is no lesson is left
/// out; `check` says why.
pub fn lessons(game: &str) -> &'static [Lesson] {
    static ALL: OnceLock<BTreeMap<&'static str, Vec<Lesson>>> = OnceLock::new();
    let all = ALL.get_or_init(|| {
        let mut all: BTreeMap<&'static str, Vec<Lesson>> = BTreeMap::new();
        for (game, id, text) in FILES {
            if let Some(lesson) = lesson(id, text) {
                all.entry(game).or_default().push(lesson);
            }
        }
        all
    });
    all.get(game).map_or(&[], Vec::as_slice)
}

fn lesson(id: &str, text: &str) -> Option<Lesson> {
    let file = read::file(&Toml::read(text).ok()?.doc).ok()?;
    let told = file.lesson?;
    if file.cases.is_empty() || file.cases.iter().any(|case| !case.faults.0.is_empty()) {
        return None;
    }
    let parts = file.cases.into_iter().map(|case| Part { case }).collect();
    Some(Lesson { id: id.into(), title: told.title, text: told.text, parts })
}

/// Runs every lesson of a game as a case file, and plays its story as a
/// learner would: the goal must be open at first and reached at the end.
pub fn check(game: &'static dyn Game) -> Vec<CaseReport> {
    let id = game.meta().id;
    let files = FILES.iter().filter(|(of, _, _)| *of == id);
    files
        .flat_map(|(_, name, text)| run_cases(&[game], text, &format!("lessons/{name}.toml")))
        .collect()
}
