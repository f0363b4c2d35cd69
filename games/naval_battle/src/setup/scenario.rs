//! A scenario as a document (docs/scenarios.md): a board, fleets that stand already or are placed
//! in secret, and the options it asks for. It says nothing that a set-up cannot say, so it
//! becomes one, which the record keeps.

use admiralty_core::{Doc, Fault, Faults, Fields, Printed};
use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The scenario that comes with the game.
pub static SCENARIOS: [Printed; 1] =
    [Printed::new("battle", include_str!("../../scenarios/battle.toml"))];

/// A set-up in which the scenario has become fields beside the others, and where each of those
/// stands in it.
pub(super) struct Spread {
    /// The set-up.
    pub(super) setup: Doc,
    keys: Vec<(Cow<'static, str>, String)>,
}

/// Spreads the scenario of a set-up, if it is a document or one of the game's; what the set-up
/// says itself stands above it.
pub(super) fn spread(setup: &Doc) -> Result<Option<Spread>, Faults> {
    let doc = match setup.get("scenario") {
        Some(own @ Doc::Map(_)) => own,
        Some(Doc::Text(id)) => match SCENARIOS.iter().find(|printed| printed.id == *id) {
            Some(printed) => printed.doc(),
            None => return Ok(None),
        },
        _ => return Ok(None),
    };
    let mut f = Fields::of(doc, "scenario")?;
    if let Some(game) = f.text("game")
        && game != crate::meta::META.id
    {
        f.wrong("game", format!("this is a scenario of {game}, not of {}", crate::meta::META.id));
    }
    f.line("id", 40);
    f.need("title", "the name of the scenario");
    f.line("title", 80);
    if f.text("notes").is_some_and(|notes| notes.len() > 4000) {
        f.wrong("notes", "is longer than 4000 signs");
    }
    let mut spread = Doc::map();
    let mut keys = Vec::new();
    for key in ["board", "deploy"] {
        if let Some(value) = f.get(key) {
            spread.put(key, value.clone());
            keys.push((Cow::Borrowed(key), format!("scenario.{key}")));
        }
    }
    for (key, value) in f.entries("options") {
        let place = format!("scenario.options.{key}");
        if ["scenario", "board", "deploy"].iter().any(|known| key == known) {
            f.faults.add(Fault::new(place, "is no option of a scenario"));
        } else {
            spread.put(key.clone(), value.clone());
            keys.push((key.clone(), place));
        }
    }
    f.done()?;
    if let Doc::Map(said) = setup {
        for (key, value) in said.iter().filter(|(key, _)| key != "scenario") {
            spread.put(key.clone(), value.clone());
            keys.retain(|(known, _)| known != key);
        }
    }
    Ok(Some(Spread { setup: spread, keys }))
}

impl Spread {
    /// The same faults with the places that their fields have in the scenario.
    pub(super) fn placed(&self, mut faults: Faults) -> Faults {
        for fault in &mut faults.0 {
            let (key, rest) = match fault.place.split_once('.') {
                Some((key, rest)) => (key, format!(".{rest}")),
                None => (fault.place.as_str(), String::new()),
            };
            if let Some((_, place)) = self.keys.iter().find(|(known, _)| known == key) {
                fault.place = place.to_string() + &rest;
            }
        }
        faults
    }
}
