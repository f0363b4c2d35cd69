//! What the commands share: set-ups from arguments, positions from files,
//! folding text, and seeds.

use crate::args::SetupArgs;
use admiralty_catalog::{Game, Match, json};
use admiralty_core::{Dice, Doc, Values};
use anyhow::{Context, Result, anyhow, bail};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

/// The set-up document that `--scenario` and `--option` describe.
pub(crate) fn setup(game: &dyn Game, args: &SetupArgs) -> Result<Doc> {
    let mut doc = Doc::map();
    if let Some(scenario) = &args.scenario {
        let known = game.meta().scenarios;
        let file = Path::new(scenario);
        if !known.iter().any(|s| s.id == scenario) && file.is_file() {
            doc.put("scenario", crate::scenario::read(game, file)?);
        } else if !known.iter().any(|s| s.id == scenario) {
            let known: Vec<&str> = known.iter().map(|s| s.id).collect();
            let known = if known.is_empty() { "it has none".into() } else { known.join(", ") };
            bail!("{} has no scenario \"{scenario}\" ({known})", game.meta().title);
        } else {
            doc.put("scenario", scenario.clone());
        }
    }
    for option in &args.options {
        let (key, value) =
            option.split_once('=').with_context(|| format!("\"{option}\" is not KEY=VALUE"))?;
        doc.put(key.to_string(), option_value(game, key, value)?);
    }
    Ok(doc)
}

/// Reads the value of an option as its kind asks; what is no option of the
/// game is left for the game to refuse.
fn option_value(game: &dyn Game, key: &str, value: &str) -> Result<Doc> {
    let option = game.meta().options.iter().find(|option| option.key == key);
    Ok(match option.map(|option| option.values) {
        Some(Values::Switch) => match value {
            "on" | "true" | "yes" => Doc::Bool(true),
            "off" | "false" | "no" => Doc::Bool(false),
            other => bail!("the option {key} is on or off, not \"{other}\""),
        },
        Some(Values::Number { .. }) => match value {
            "off" => Doc::Int(0),
            value => Doc::Int(
                value
                    .parse()
                    .map_err(|_| anyhow!("the option {key} is a number, not \"{value}\""))?,
            ),
        },
        Some(Values::Words(_)) => Doc::from(value.to_string()),
        // A free option or an unknown one: JSON where it is JSON, else a text.
        Some(Values::Free | Values::Ready(_)) | None => {
            json::read(value).unwrap_or_else(|_| Doc::from(value.to_string()))
        }
    })
}

/// A position from a file (JSON, or a text in notation) or from the argument itself.
pub(crate) fn position(argument: &str) -> Result<Doc> {
    let path = Path::new(argument);
    let (text, source) = if path.is_file() {
        (std::fs::read_to_string(path).with_context(|| argument.to_string())?, argument)
    } else {
        (argument.to_string(), "position")
    };
    if text.trim_start().starts_with('{') {
        return json::read(&text).map_err(|fault| anyhow!("{source}: {fault}"));
    }
    if source == "position" && argument.ends_with(".json") {
        bail!("there is no file {argument}");
    }
    Ok(Doc::from(text.trim().to_string()))
}

/// Begins a match as the arguments say.
pub(crate) fn begin(
    game: &'static dyn Game,
    args: &SetupArgs,
    at: Option<&str>,
    dice: &mut dyn Dice,
) -> Result<Match> {
    match at {
        Some(argument) => {
            Match::load(game, "", &position(argument)?).map_err(|faults| anyhow!("{faults}"))
        }
        None => {
            Match::begin(game, "", &setup(game, args)?, dice).map_err(|error| anyhow!("{error}"))
        }
    }
}

/// A seed nobody chose.
pub(crate) fn fresh_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let mixed = now.as_nanos() as u64 ^ u64::from(std::process::id()).rotate_left(32);
    // Small enough to be typed again, and to stand in JSON as it is.
    mixed % 1_000_000_000
}

/// Folds a text at blanks.
pub(crate) fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is always a line");
        if line.is_empty() {
            line.push_str(word);
        } else if line.chars().count() + 1 + word.chars().count() <= width {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_string());
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folds_at_blanks() {
        assert_eq!(wrap("a bb ccc", 4), ["a bb", "ccc"]);
        assert_eq!(wrap("", 4), [""]);
        assert_eq!(wrap("abcdefgh i", 4), ["abcdefgh", "i"]);
    }
}
