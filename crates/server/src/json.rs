//! Documents as JSON text, and what changed between two of them, written
//! straight into a message: this runs for every viewer of every move.

use admiralty_core::Doc;
use std::fmt::Write;

type Field = (std::borrow::Cow<'static, str>, Doc);

/// Writes a text with its quotation marks.
pub(crate) fn text(out: &mut String, text: &str) {
    out.push('"');
    let mut clean = 0;
    for (i, b) in text.bytes().enumerate() {
        if b >= 0x20 && b != b'"' && b != b'\\' {
            continue;
        }
        out.push_str(&text[clean..i]);
        clean = i + 1;
        match b {
            b'"' => out.push_str("\\\""),
            b'\\' => out.push_str("\\\\"),
            b'\n' => out.push_str("\\n"),
            b'\t' => out.push_str("\\t"),
            b => {
                let _ = write!(out, "\\u{b:04x}");
            }
        }
    }
    out.push_str(&text[clean..]);
    out.push('"');
}

/// Writes a number.
pub(crate) fn number(out: &mut String, n: impl std::fmt::Display) {
    let _ = write!(out, "{n}");
}

/// Writes a document.
pub(crate) fn doc(out: &mut String, doc: &Doc) {
    match doc {
        Doc::Null => out.push_str("null"),
        Doc::Bool(true) => out.push_str("true"),
        Doc::Bool(false) => out.push_str("false"),
        Doc::Int(n) => number(out, n),
        Doc::Text(t) => text(out, t),
        Doc::List(items) => {
            out.push('[');
            for (i, item) in items.iter().enumerate() {
                if i > 0 {
                    out.push(',');
                }
                self::doc(out, item);
            }
            out.push(']');
        }
        Doc::Map(fields) => {
            out.push('{');
            let mut first = true;
            // Nothing and null mean the same, and nothing is shorter.
            for (key, value) in fields.iter().filter(|(_, value)| *value != Doc::Null) {
                key_of(out, &mut first, key);
                self::doc(out, value);
            }
            out.push('}');
        }
    }
}

/// A document as it travels.
pub(crate) fn value(d: &Doc) -> serde_json::Value {
    let mut out = String::new();
    doc(&mut out, d);
    serde_json::from_str(&out).unwrap_or_default()
}

/// Writes a list of numbers.
pub(crate) fn numbers(out: &mut String, items: impl Iterator<Item = u8>) {
    out.push('[');
    for (i, item) in items.enumerate() {
        if i > 0 {
            out.push(',');
        }
        number(out, item);
    }
    out.push(']');
}

fn key_of(out: &mut String, first: &mut bool, key: &str) {
    if !std::mem::take(first) {
        out.push(',');
    }
    text(out, key);
    out.push(':');
}

/// No patch can say it: the whole view has to be sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct NoPatch;

/// Writes the patch that turns `old` into `new`, in the form that
/// `admiralty_protocol::apply_patch` takes; false, and nothing written, if
/// nothing changed.
pub(crate) fn patch(out: &mut String, old: &Doc, new: &Doc) -> Result<bool, NoPatch> {
    match (old, new) {
        (Doc::Map(old), Doc::Map(new)) => patch_map(out, old, new),
        (Doc::List(old), Doc::List(new)) => patch_list(out, old, new),
        (Doc::List(_), Doc::Map(_)) => Err(NoPatch),
        (old, new) if old == new => Ok(false),
        (_, new) => {
            doc(out, new);
            Ok(true)
        }
    }
}

fn patch_map(out: &mut String, old: &[Field], new: &[Field]) -> Result<bool, NoPatch> {
    let start = out.len();
    out.push('{');
    let mut first = true;
    // Keys mostly stand in the same order: walk both, and put aside what the
    // new map has not shown yet.
    let mut i = 0;
    let mut aside: Vec<usize> = Vec::new();
    for (key, value) in new {
        let before = if old.get(i).is_some_and(|(k, _)| same(k, key)) {
            i += 1;
            if equal(&old[i - 1].1, value) {
                continue;
            }
            Some(&old[i - 1].1)
        } else if let Some(at) = aside.iter().position(|&at| old[at].0 == *key) {
            Some(&old[aside.swap_remove(at)].1)
        } else if let Some(ahead) = old[i.min(old.len())..].iter().position(|(k, _)| k == key) {
            aside.extend(i..i + ahead);
            i += ahead + 1;
            Some(&old[i - 1].1)
        } else {
            None
        };
        let before = before.unwrap_or(&Doc::Null);
        // An equal value must not leave its key behind.
        let (mark, was_first) = (out.len(), first);
        key_of(out, &mut first, key);
        if !patch(out, before, value)? {
            out.truncate(mark);
            first = was_first;
        }
    }
    aside.extend(i..old.len());
    aside.sort_unstable();
    for (key, value) in aside.into_iter().map(|at| &old[at]) {
        if *value != Doc::Null {
            key_of(out, &mut first, key);
            out.push_str("null");
        }
    }
    if first {
        out.truncate(start);
        return Ok(false);
    }
    out.push('}');
    Ok(true)
}

/// Fields by which things in lists are told apart.
const NAMES: [&str; 2] = ["id", "token"];
/// A list is worth so many moves; beyond it is written by index.
const MOVES: usize = 3;

/// The names of all things; the field mostly stands where it stood in the first.
fn names_of<'a>(items: &'a [Doc], field: &str) -> Option<Vec<&'a str>> {
    let mut place = 0;
    let mut names = Vec::with_capacity(items.len());
    for item in items {
        let Doc::Map(fields) = item else { return None };
        if !fields.get(place).is_some_and(|(key, _)| same(key, field)) {
            place = fields.iter().position(|(key, _)| key == field)?;
        }
        names.push(fields[place].1.as_text()?);
    }
    Some(names)
}

/// Equal texts; those of games are mostly the very same bytes.
fn same(a: &str, b: &str) -> bool {
    a.len() == b.len() && (a.as_ptr() == b.as_ptr() || a == b)
}

/// Equal documents, looked at in the same way.
pub(crate) fn equal(a: &Doc, b: &Doc) -> bool {
    match (a, b) {
        (Doc::Text(a), Doc::Text(b)) => same(a, b),
        (Doc::List(a), Doc::List(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| equal(a, b))
        }
        (Doc::Map(a), Doc::Map(b)) => {
            let pairs = a.iter().zip(b);
            a.len() == b.len()
                && pairs.into_iter().all(|((k, a), (l, b))| same(k, l) && equal(a, b))
        }
        (a, b) => a == b,
    }
}

/// The patch of a list of things with names; `None` if they have none, or have
/// changed places too much.
fn patch_named(out: &mut String, old: &[Doc], new: &[Doc]) -> Option<Result<bool, NoPatch>> {
    let Doc::Map(first) = old.first()? else { return None };
    let field = NAMES.into_iter().find(|field| first.iter().any(|(key, _)| key == field))?;
    let (old_names, new_names) = (names_of(old, field)?, names_of(new, field)?);
    let start = out.len();
    out.push('{');
    let empty = out.len();
    let mut first = true;
    // As in maps: mostly the same things in the same order.
    let mut i = 0;
    let mut aside: Vec<usize> = Vec::new();
    let mut added: Vec<&str> = Vec::new();
    let mut changed: Vec<&str> = Vec::new();
    for (item, name) in new.iter().zip(&new_names) {
        let before = if old_names.get(i).is_some_and(|old| same(old, name)) {
            i += 1;
            if equal(&old[i - 1], item) {
                continue;
            }
            Some(i - 1)
        } else if let Some(at) = aside.iter().position(|&at| old_names[at] == *name) {
            Some(aside.swap_remove(at))
        } else if let Some(ahead) = old_names[i.min(old.len())..].iter().position(|n| n == name) {
            aside.extend(i..i + ahead);
            i += ahead + 1;
            Some(i - 1)
        } else {
            None
        };
        if before.is_some_and(|before| equal(&old[before], item)) {
            continue;
        }
        let (mark, was_first) = (out.len(), first);
        key_of(out, &mut first, name);
        match before {
            Some(before) => match patch(out, &old[before], item) {
                Ok(true) => changed.push(name),
                Ok(false) => {
                    out.truncate(mark);
                    first = was_first;
                }
                Err(no) => return Some(Err(no)),
            },
            None => {
                doc(out, item);
                added.push(name);
            }
        }
    }
    aside.extend(i..old.len());
    let gone: Vec<&str> = aside.into_iter().map(|at| old_names[at]).collect();
    for name in &gone {
        key_of(out, &mut first, name);
        out.push_str("null");
    }
    // A name that stands twice names nothing.
    let twice = |names: &[&str], name: &str| names.iter().filter(|n| **n == name).count() > 1;
    let mut named = changed.iter().chain(&added).chain(&gone);
    if named.any(|name| twice(&old_names, name) || twice(&new_names, name)) {
        out.truncate(start);
        return None;
    }
    // Where the things stand after that, and what must change its place.
    let mut here: Vec<&str> = old_names.into_iter().filter(|name| !gone.contains(name)).collect();
    here.extend(&added);
    let mut moves = 0;
    let mut at = 0;
    while at < new_names.len() {
        if here.get(at).is_some_and(|name| same(name, new_names[at])) {
            at += 1;
            continue;
        }
        if here.len() != new_names.len() || moves == MOVES {
            // Two things of one name, or a new order altogether.
            out.truncate(start);
            return None;
        }
        // Either the thing here goes further back, or another comes here.
        let back = here.get(at + 1) == Some(&new_names[at]);
        let name = if back { here[at] } else { new_names[at] };
        if twice(&new_names, name) {
            out.truncate(start);
            return None;
        }
        let from = here.iter().position(|n| *n == name)?;
        let to = new_names.iter().position(|n| *n == name)?;
        here.remove(from);
        here.insert(to, name);
        if moves == 0 {
            key_of(out, &mut first, "#");
            out.push('[');
        } else {
            out.push(',');
        }
        out.push('[');
        text(out, name);
        out.push(',');
        number(out, to);
        out.push(']');
        moves += 1;
    }
    if moves > 0 {
        out.push(']');
    }
    if out.len() == empty {
        out.truncate(start);
        return Some(Ok(false));
    }
    // Names that could be taken for places in the list: say what they are.
    let mut named = changed.iter().chain(&added).chain(&gone);
    if moves == 0 && named.all(|name| is_place(name)) {
        out.insert_str(empty, &format!("\"@\":\"{field}\","));
    }
    out.push('}');
    Some(Ok(true))
}

/// Would this key of a patch be read as a place in a list?
fn is_place(key: &str) -> bool {
    key == "length" || key.parse::<usize>().is_ok()
}

fn patch_list(out: &mut String, old: &[Doc], new: &[Doc]) -> Result<bool, NoPatch> {
    let start = out.len();
    if let Some(done) = patch_named(out, old, new) {
        return done;
    }
    out.truncate(start);
    out.push('{');
    let mut first = true;
    for (i, value) in new.iter().enumerate() {
        let (mark, was_first) = (out.len(), first);
        let _ = write!(out, "{}\"{i}\":", if first { "" } else { "," });
        first = false;
        let changed = match old.get(i) {
            Some(before) => patch(out, before, value)?,
            None => {
                doc(out, value);
                true
            }
        };
        if !changed {
            out.truncate(mark);
            first = was_first;
        }
    }
    if new.len() < old.len() {
        let _ = write!(out, "{}\"length\":{}", if first { "" } else { "," }, new.len());
        first = false;
    }
    if first {
        out.truncate(start);
        return Ok(false);
    }
    out.push('}');
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use admiralty_core::Seeded;
    use admiralty_protocol::apply_patch;

    /// A random tree; lists and maps never stand in each other's place.
    fn tree(rng: &mut Seeded, depth: u32) -> Doc {
        let n = rng.below(5);
        let mut map = Doc::map();
        let mut keys = ["a", "b\"", "c\\", "d\n", "e\u{1}ü"];
        rng.shuffle(&mut keys);
        for key in &keys[..n as usize] {
            let kind = rng.below(if depth == 0 { 3 } else { 5 });
            let value = match kind {
                0 => Doc::Int(i64::from(rng.below(3))),
                1 => Doc::Text(["x", "\"y\"", "z\\"][rng.below(3) as usize].into()),
                2 => Doc::Bool(true),
                3 => tree(rng, depth - 1),
                _ => Doc::list((0..rng.below(4)).map(|_| tree(rng, depth - 1))),
            };
            // Lists have keys of their own, so that no map takes their place.
            let key = if matches!(value, Doc::List(_)) { format!("l{key}") } else { (*key).into() };
            map.put(key, value);
        }
        map
    }

    #[test]
    fn a_patch_turns_one_view_into_the_other() {
        let mut rng = Seeded::new(5);
        let mut changed = 0;
        for _ in 0..2_000 {
            let (old, new) = (tree(&mut rng, 3), tree(&mut rng, 3));
            let mut out = String::new();
            let mut view = value(&old);
            match patch(&mut out, &old, &new) {
                Ok(true) => {
                    apply_patch(&mut view, &serde_json::from_str(&out).unwrap());
                    changed += 1;
                }
                Ok(false) => assert!(out.is_empty()),
                Err(NoPatch) => continue,
            }
            assert_eq!(view, value(&new));
        }
        assert!(changed > 1_000);
    }

    #[test]
    fn a_moved_thing_costs_its_name_and_place() {
        let thing = |name: &str, at: &str| {
            Doc::map().with("at", at.to_string()).with("token", name.to_string())
        };
        let old =
            Doc::list([thing("W1", "a1"), thing("W2", "b1"), thing("R1", "c1"), thing("R2", "d1")]);
        let new = Doc::list([thing("W2", "b1"), thing("R2", "d1"), thing("W1", "e1")]);
        let mut out = String::new();
        assert_eq!(patch(&mut out, &old, &new), Ok(true));
        assert_eq!(out, r##"{"W1":{"at":"e1"},"R1":null,"#":[["W1",2]]}"##);
        let mut view = value(&old);
        apply_patch(&mut view, &serde_json::from_str(&out).unwrap());
        assert_eq!(view, value(&new));
        let mut out = String::new();
        assert_eq!(patch(&mut out, &old, &old), Ok(false));
    }

    #[test]
    fn lists_of_named_things_are_patched_whatever_happens_to_them() {
        let mut rng = Seeded::new(9);
        for round in 0..4_000 {
            // Some names look like places in the list.
            let name = |n: u32| if round % 2 == 0 { format!("n{n}") } else { n.to_string() };
            let mut make = || {
                let mut names: Vec<u32> = (0..6).filter(|_| rng.below(4) > 0).collect();
                if rng.below(2) == 0 {
                    rng.shuffle(&mut names);
                }
                // Now and then a name stands twice: then there is no shortcut.
                if rng.below(10) == 0 {
                    names.push(3);
                }
                Doc::list(
                    names
                        .into_iter()
                        .map(|n| Doc::map().with("id", name(n)).with("x", rng.below(2))),
                )
            };
            let (old, new) = (make(), make());
            let mut out = String::new();
            let mut view = value(&old);
            if patch(&mut out, &old, &new).unwrap() {
                apply_patch(&mut view, &serde_json::from_str(&out).unwrap());
            }
            assert_eq!(view, value(&new), "{out}");
        }
    }

    #[test]
    fn a_moved_key_costs_two_words() {
        let old = Doc::map().with("a1", "1").with("d4", "2").with("e5", "3").with("turn", 1);
        let new = Doc::map().with("a1", "1").with("d5", "2").with("e5", "3").with("turn", 2);
        let mut out = String::new();
        assert_eq!(patch(&mut out, &old, &new), Ok(true));
        assert_eq!(out, r#"{"d5":"2","turn":2,"d4":null}"#);
    }
}
