//! Comparing documents with patterns: a map matches if it has at least the
//! fields of the pattern, anything else if it is equal.

use crate::face::{ErasedEvent, TableFace};
use admiralty_core::{Doc, Viewer};

/// Does the value have everything the pattern asks for?
pub(super) fn fits(pattern: &Doc, value: &Doc) -> bool {
    match (pattern, value) {
        (Doc::Map(fields), Doc::Map(_)) => fields
            .iter()
            .all(|(key, wanted)| value.get(key).is_some_and(|found| fits(wanted, found))),
        (Doc::List(wanted), Doc::List(found)) => {
            wanted.len() == found.len() && wanted.iter().zip(found).all(|(w, f)| fits(w, f))
        }
        _ => pattern == value,
    }
}

/// Who an event must and must not be told to, and what of its data must fit.
pub(super) struct EventPattern {
    data: Doc,
    to: Vec<Viewer>,
    not_to: Vec<Viewer>,
    reveals: Option<Doc>,
}

impl EventPattern {
    pub(super) fn read(doc: &Doc, table: &dyn TableFace) -> Result<EventPattern, String> {
        let Doc::Map(fields) = doc else { return Err(format!("{doc} is no map")) };
        let mut pattern =
            EventPattern { data: Doc::map(), to: Vec::new(), not_to: Vec::new(), reveals: None };
        for (key, value) in fields {
            match (key.as_ref(), value) {
                // An event may have a place in its own field `to`: only a list names viewers.
                ("to", Doc::List(codes)) => pattern.to = viewers(codes, table)?,
                ("not_to", Doc::List(codes)) => pattern.not_to = viewers(codes, table)?,
                ("reveals", Doc::Bool(_) | Doc::Text(_)) => pattern.reveals = Some(value.clone()),
                _ => pattern.data.put(key.clone(), value.clone()),
            }
        }
        Ok(pattern)
    }

    pub(super) fn matches(&self, event: &ErasedEvent) -> bool {
        let revealed = match (&self.reveals, &event.reveals) {
            (None, _) => true,
            (Some(Doc::Bool(wanted)), fact) => *wanted == fact.is_some(),
            (Some(Doc::Text(part)), Some(fact)) => fact.contains(part.as_ref()),
            _ => false,
        };
        revealed
            && self.to.iter().all(|&viewer| event.to.includes(viewer))
            && !self.not_to.iter().any(|&viewer| event.to.includes(viewer))
            && fits(&self.data, &event.doc)
    }
}

fn viewers(codes: &[Doc], table: &dyn TableFace) -> Result<Vec<Viewer>, String> {
    codes
        .iter()
        .map(|code| {
            let known = code.as_text().and_then(|code| table.parse_viewer(code));
            known.ok_or_else(|| format!("{code} is no seat, spectator or umpire"))
        })
        .collect()
}

/// An event as a failure shows it: data, audience, reveal.
pub(super) fn show(event: &ErasedEvent, table: &dyn TableFace) -> String {
    let told: Vec<String> = table
        .viewers()
        .into_iter()
        .filter(|&viewer| viewer != Viewer::Umpire && event.to.includes(viewer))
        .map(|viewer| table.viewer_code(viewer))
        .collect();
    let all = told.len() == usize::from(table.n_seats()) + 1;
    let to = if all { String::new() } else { format!(" to [{}]", told.join(", ")) };
    let reveals = event.reveals.as_ref().map(|fact| format!(" reveals {fact}")).unwrap_or_default();
    format!("{}{to}{reveals}", event.doc)
}

/// The differences between what a map should have at its paths and what it has.
pub(super) fn differences(wanted: &Doc, found: &Doc) -> Vec<(String, String, String)> {
    let Doc::Map(fields) = wanted else {
        return vec![(String::new(), wanted.to_string(), found.to_string())];
    };
    let mut out = Vec::new();
    for (path, wanted) in fields {
        match found.at(path) {
            Some(value) if fits(wanted, value) => {}
            Some(value) => out.push((path.to_string(), wanted.to_string(), value.to_string())),
            None => {
                out.push((path.to_string(), wanted.to_string(), nothing_at(found, path)));
            }
        }
    }
    out
}

/// Says how far the path leads and what stands there.
fn nothing_at(doc: &Doc, path: &str) -> String {
    let mut end = path.len();
    while let Some(dot) = path[..end].rfind('.') {
        end = dot;
        if let Some(Doc::Map(fields)) = doc.at(&path[..end]) {
            let keys: Vec<&str> = fields.iter().take(24).map(|(key, _)| key.as_ref()).collect();
            return format!("nothing ({} has: {})", &path[..end], keys.join(", "));
        }
    }
    match doc {
        Doc::Map(fields) => {
            let keys: Vec<&str> = fields.iter().take(24).map(|(key, _)| key.as_ref()).collect();
            format!("nothing (there is: {})", keys.join(", "))
        }
        other => format!("nothing (the whole is {other})"),
    }
}

/// Is there nothing, or null, at this path?
pub(super) fn is_absent(doc: &Doc, path: &str) -> bool {
    matches!(doc.at(path), None | Some(Doc::Null))
}
