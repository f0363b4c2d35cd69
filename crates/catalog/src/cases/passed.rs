//! The tables that the stories of a case file pass: places worth starting from.

use super::read::{self, Case, Deed};
use super::run;
use crate::face::TableFace;
use crate::game::Game;
use crate::tomls::Toml;
use admiralty_core::{Doc, Seeded};

/// What one story passes.
pub struct Passed {
    /// The story's name.
    pub name: String,
    /// The table at the beginning and after every step that changed it.
    pub tables: Vec<Box<dyn TableFace>>,
    /// What is typed or thought of in it, whether it may be done or not.
    pub words: Vec<String>,
}

/// What every story of a file passes, as far as it goes. Stories about set-ups
/// that are refused pass nothing and are left out.
pub fn passed(game: &'static dyn Game, text: &str) -> Vec<Passed> {
    let Ok(toml) = Toml::read(text) else { return Vec::new() };
    let Ok(file) = read::file(&toml.doc) else { return Vec::new() };
    file.cases.iter().filter_map(|case| follow(game, case)).collect()
}

fn follow(game: &'static dyn Game, case: &Case) -> Option<Passed> {
    let mut seeded = Seeded::new(case.seed);
    let mut running = run::begin(game, case, &mut seeded).ok()?;
    for line in &case.record {
        run::enter(&mut running, line, &mut seeded).ok()?;
    }
    let mut passed = Passed { name: case.name.clone(), tables: Vec::new(), words: Vec::new() };
    passed.tables.push(running.table().clone_box());
    let mut last = running.table().digest();
    for step in &case.steps {
        if let Some(Deed::Play(text) | Deed::Line(text)) = &step.deed {
            passed.words.push(text.clone());
        }
        for (name, doc) in &step.expect {
            if matches!(*name, "legal" | "illegal") {
                thought_of(doc, &mut passed.words);
            }
        }
        if run::carry_out(&mut running, step, &mut seeded).is_err() {
            break;
        }
        let now = running.table().digest();
        if now != last {
            passed.tables.push(running.table().clone_box());
            last = now;
        }
    }
    Some(passed)
}

/// The actions of `legal` and `illegal`; of an action with its clauses the first word.
fn thought_of(doc: &Doc, words: &mut Vec<String>) {
    let Doc::Map(seats) = doc else { return };
    for (_, actions) in seats {
        let Doc::List(actions) = actions else { continue };
        for action in actions {
            let text = match action {
                Doc::List(parts) => parts.first().and_then(Doc::as_text),
                action => action.as_text(),
            };
            words.extend(text.map(String::from));
        }
    }
}
