//! The short string of a position.

use super::unfit;
use admiralty_core::{Doc, Fault, Faults};
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::string::ToString;

/// Turns the short string into the document it abbreviates.
pub(super) fn string_to_doc(text: &str) -> Result<Doc, Faults> {
    let mut doc = Doc::map();
    let mut seen = BTreeSet::new();
    let mut at = 0;
    for word in text.split(' ') {
        let place = format!("sign {}", at + 1);
        at += word.len() + 1;
        if word.is_empty() {
            continue;
        }
        let Some((key, value)) = word.split_once(':') else {
            return Err(
                Fault::new(place, format!("\"{word}\" is no field such as W:Aa1 or T:W")).into()
            );
        };
        if !seen.insert(key) {
            return Err(unfit(place, format!("the field \"{key}:\" stands twice")).into());
        }
        let list = |value: &str| {
            Doc::list(value.split(',').filter(|part| !part.is_empty()).map(String::from))
        };
        let value = match key {
            "W" | "R" => {
                let mut fleet = Doc::map();
                for piece in value.split(',').filter(|piece| !piece.is_empty()) {
                    let mut signs = piece.chars();
                    let kind = signs.next().map_or(String::new(), |sign| sign.to_string());
                    if fleet.get(signs.as_str()).is_some() {
                        return Err(unfit(
                            place,
                            format!("two pieces stand on {}", signs.as_str()),
                        )
                        .into());
                    }
                    fleet.put(signs.as_str().to_string(), kind);
                }
                fleet
            }
            "T" => {
                doc.put("to_move", value.to_string());
                continue;
            }
            "board" => {
                doc.put("options", Doc::map().with("board", value.to_string()));
                continue;
            }
            "np" | "ply" => {
                let n: i64 = value
                    .parse()
                    .map_err(|_| Fault::new(place, format!("\"{value}\" is no number")))?;
                doc.put(if key == "np" { "quiet" } else { "ply" }, n);
                continue;
            }
            "moved" | "dared" | "known" => list(value),
            "cap" => {
                let Some((white, red)) =
                    value.strip_prefix('W').and_then(|rest| rest.split_once("/R"))
                else {
                    return Err(Fault::new(place, "captures have the form cap:W23/RS1").into());
                };
                Doc::map().with("W", white.to_string()).with("R", red.to_string())
            }
            _ => return Err(Fault::new(place, format!("there is no field \"{key}\"")).into()),
        };
        doc.put(key.to_string(), value);
    }
    // A person who leaves it out may mean either side.
    if !seen.contains("T") {
        return Err(unfit("T", "the side to move is missing: T:W or T:R").into());
    }
    Ok(doc)
}
