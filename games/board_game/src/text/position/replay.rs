//! A position given as lines of the notation: they are replayed.

use crate::BoardGame;
use crate::rules::Board;
use crate::rules::dice::Face;
use crate::setup;
use crate::state::{seat_of, side_of_letter};
use crate::text::actions;
use admiralty_core::{Actor, Doc, Fault, Faults, IllegalMove, Refused, Rules, Tape, step};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// A position given as lines of the notation: set-up lines, then actions with the dice they used.
pub(crate) fn replay(text: &str) -> Result<Board, Faults> {
    let lines: Vec<(usize, &str)> = text
        .split(['\n', '|'])
        .enumerate()
        .map(|(i, line)| (i + 1, line.trim()))
        .filter(|(_, line)| !line.is_empty())
        .collect();
    let wrong =
        |line: usize, reason: String| Faults::from(Fault::new(format!("line {line}"), reason));
    let mut setup_doc = Doc::map();
    let mut at = 0;
    let mut begin_dice = Vec::new();
    while let Some((number, line)) = lines.get(at) {
        let (keyword, rest) = line.split_once(' ').unwrap_or((line, ""));
        match keyword.to_ascii_lowercase().as_str() {
            "option" => {
                for pair in rest.split_whitespace() {
                    let Some((key, value)) = pair.split_once('=') else {
                        return Err(wrong(*number, format!("\"{pair}\" is not key=value")));
                    };
                    let value = value
                        .parse::<i64>()
                        .map_or_else(|_| Doc::from(value.to_string()), Doc::Int);
                    setup_doc.put(key.to_string(), value);
                }
            }
            "scenario" => setup_doc.put("scenario", rest.trim().to_string()),
            "scenery" => {
                setup_doc.put("scenery", "preset");
                setup_doc.put("preset", rest.trim().to_string());
            }
            "dice" => begin_dice.extend(read_dice(rest).map_err(|reason| wrong(*number, reason))?),
            _ => break,
        }
        at += 1;
    }
    let whose =
        |line: &str| line.get(..1).and_then(side_of_letter).filter(|_| line[1..].starts_with(' '));
    if let Some((number, line)) = lines.get(at).filter(|(_, line)| whose(line).is_none()) {
        let says = format!(
            "\"{line}\" is no line of a position: those begin with option, scenario, scenery, dice, S or N"
        );
        return Err(wrong(*number, says));
    }
    let setup = setup::read(&setup_doc)?;
    let mut tape = Tape::new(&begin_dice);
    let mut t = BoardGame::begin(&setup, &mut tape).map_err(|dry| wrong(1, dry.to_string()))?;
    while let Some((number, line)) = lines.get(at) {
        at += 1;
        let Some(by) = whose(line) else {
            return Err(wrong(*number, "a line begins with S or N".into()));
        };
        let action =
            actions::read(&t.public, line).map_err(|error| wrong(*number, error.to_string()))?;
        let mut dice = Vec::new();
        while let Some((number, rest)) =
            lines.get(at).and_then(|(n, l)| Some((n, l.strip_prefix("dice ")?)))
        {
            dice.extend(read_dice(rest).map_err(|reason| wrong(*number, reason))?);
            at += 1;
        }
        let mut tape = Tape::new(&dice);
        step::<BoardGame>(&mut t, Actor::Seat(seat_of(by)), &action, &mut tape).map_err(
            |refused| {
                let (reason, clause) = match refused {
                    Refused::Illegal(why) => (why.to_string(), Some(IllegalMove::clause(&why))),
                    Refused::Dry(dry) => (dry.to_string(), None),
                };
                Faults::from(Fault { place: format!("line {number}"), reason, clause })
            },
        )?;
        if !tape.left().is_empty() {
            return Err(wrong(*number, format!("{} dice too many", tape.left().len())));
        }
    }
    Ok(t)
}

/// Dice of a record: everything but the words that say what they were for.
fn read_dice(text: &str) -> Result<Vec<u16>, String> {
    let mut values = Vec::new();
    for word in text.split_whitespace() {
        if word.ends_with(':') || ["init", "pool", "scenery", "air", "deep"].contains(&word) {
            continue;
        }
        match Face::parse(word) {
            Some(face) => values.push(face.index() as u16 + 1),
            None if word.bytes().all(|byte| byte.is_ascii_digit()) => {
                values.push(word.parse().map_err(|_| format!("\"{word}\" is no die"))?);
            }
            None => return Err(format!("\"{word}\" is no die")),
        }
    }
    Ok(values)
}
