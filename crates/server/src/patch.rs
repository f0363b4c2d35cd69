//! What changed between two documents: this runs for every viewer of every move.

use crate::json::Json;
use admiralty_core::Doc;
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::borrow::Cow;

type Field = (Cow<'static, str>, Doc);

/// What turns one document into another, in the form that
/// `admiralty_protocol::apply_patch` takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Patch<'a> {
    /// Here stands something else now.
    Is(&'a Doc),
    /// Here stands nothing any more.
    Gone,
    /// Something changed below, at each of these paths.
    Below(Vec<(Cow<'a, str>, Patch<'a>)>),
    /// A list became shorter.
    Length(usize),
    /// The names of things in a list are in this field.
    Named(&'static str),
    /// Things in a list changed their places.
    Moved(Vec<(&'a str, usize)>),
}

/// No patch can say it: the whole view has to be sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct NoPatch;

impl<'a> Patch<'a> {
    /// What turns `old` into `new`; nothing if they are alike.
    pub(crate) fn between(old: &'a Doc, new: &'a Doc) -> Result<Option<Patch<'a>>, NoPatch> {
        match (old, new) {
            (Doc::Map(old), Doc::Map(new)) => maps(old, new),
            (Doc::List(old), Doc::List(new)) => lists(old, new),
            (Doc::List(_), Doc::Map(_)) => Err(NoPatch),
            (old, new) if old == new => Ok(None),
            (_, new) => Ok(Some(Patch::Is(new))),
        }
    }
}

impl Serialize for Patch<'_> {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        match self {
            Patch::Is(doc) => Fresh(doc).serialize(out),
            Patch::Gone => out.serialize_unit(),
            Patch::Below(changes) => out.collect_map(changes.iter().map(|(path, to)| (path, to))),
            Patch::Length(n) => out.serialize_u64(*n as u64),
            Patch::Named(field) => out.serialize_str(field),
            Patch::Moved(moves) => out.collect_seq(moves),
        }
    }
}

/// A document in a patch: what reads patches takes its keys for paths.
struct Fresh<'a>(&'a Doc);

impl Serialize for Fresh<'_> {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let Doc::Map(fields) = self.0 else { return Json(self.0).serialize(out) };
        let mut map = out.serialize_map(None)?;
        for (key, value) in fields.iter().filter(|(_, value)| *value != Doc::Null) {
            map.serialize_entry(&step(Cow::Borrowed(key)), &Fresh(value))?;
        }
        map.end()
    }
}

/// A key as a step of a path.
fn step(key: Cow<'_, str>) -> Cow<'_, str> {
    match key.contains(['~', '/']) {
        false => key,
        true => Cow::Owned(key.replace('~', "~0").replace('/', "~1")),
    }
}

/// What changed below one place, path by path.
#[derive(Default)]
struct Changes<'a>(Vec<(Cow<'a, str>, Patch<'a>)>);

impl<'a> Changes<'a> {
    /// A single change below a key is told by a longer path.
    fn put(&mut self, key: impl Into<Cow<'a, str>>, patch: Patch<'a>) {
        let key = step(key.into());
        self.0.push(match patch {
            Patch::Below(mut deeper) if deeper.len() == 1 => {
                let (path, patch) = deeper.swap_remove(0);
                (Cow::Owned([&*key, "/", &*path].concat()), patch)
            }
            patch => (key, patch),
        });
    }

    fn done(self) -> Option<Patch<'a>> {
        (!self.0.is_empty()).then_some(Patch::Below(self.0))
    }
}

/// Walks two lists of names that mostly stand in the same order, and puts aside what
/// the new one has not shown yet.
#[derive(Default)]
struct Walk {
    next: usize,
    aside: Vec<usize>,
}

impl Walk {
    /// Where this name stood.
    fn find<'n>(&mut self, name: &str, n: usize, old: impl Fn(usize) -> &'n str) -> Option<usize> {
        if self.next < n && same(old(self.next), name) {
            self.next += 1;
            return Some(self.next - 1);
        }
        if let Some(at) = self.aside.iter().position(|&at| old(at) == name) {
            return Some(self.aside.swap_remove(at));
        }
        let ahead = (self.next..n).find(|&at| old(at) == name)?;
        self.aside.extend(self.next..ahead);
        self.next = ahead + 1;
        Some(ahead)
    }

    /// What never came.
    fn gone(mut self, n: usize) -> Vec<usize> {
        self.aside.extend(self.next..n);
        self.aside.sort_unstable();
        self.aside
    }
}

fn maps<'a>(old: &'a [Field], new: &'a [Field]) -> Result<Option<Patch<'a>>, NoPatch> {
    let mut changes = Changes::default();
    let mut walk = Walk::default();
    for (key, value) in new {
        let at = walk.find(key, old.len(), |at| &old[at].0);
        let before = at.map_or(&Doc::Null, |at| &old[at].1);
        if !equal(before, value)
            && let Some(patch) = Patch::between(before, value)?
        {
            changes.put(&**key, patch);
        }
    }
    for at in walk.gone(old.len()) {
        if old[at].1 != Doc::Null {
            changes.put(&*old[at].0, Patch::Gone);
        }
    }
    Ok(changes.done())
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
fn equal(a: &Doc, b: &Doc) -> bool {
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
fn named<'a>(old: &'a [Doc], new: &'a [Doc]) -> Option<Result<Option<Patch<'a>>, NoPatch>> {
    let Doc::Map(first) = old.first()? else { return None };
    let field = NAMES.into_iter().find(|field| first.iter().any(|(key, _)| key == field))?;
    let (old_names, new_names) = (names_of(old, field)?, names_of(new, field)?);
    let mut changes = Changes::default();
    let mut walk = Walk::default();
    // What the patch names: a name that stands twice names nothing.
    let mut spoken: Vec<&str> = Vec::new();
    let mut added: Vec<&str> = Vec::new();
    for (item, &name) in new.iter().zip(&new_names) {
        match walk.find(name, old.len(), |at| old_names[at]) {
            Some(at) if equal(&old[at], item) => continue,
            Some(at) => match Patch::between(&old[at], item) {
                Ok(Some(patch)) => changes.put(name, patch),
                Ok(None) => continue,
                Err(no) => return Some(Err(no)),
            },
            None => {
                changes.put(name, Patch::Is(item));
                added.push(name);
            }
        }
        spoken.push(name);
    }
    let gone: Vec<&str> = walk.gone(old.len()).into_iter().map(|at| old_names[at]).collect();
    for &name in &gone {
        changes.put(name, Patch::Gone);
    }
    spoken.extend(&gone);
    let twice = |names: &[&str], name: &str| names.iter().filter(|n| **n == name).count() > 1;
    if spoken.iter().any(|name| twice(&old_names, name) || twice(&new_names, name)) {
        return None;
    }
    // Where the things stand after that, and what must change its place.
    let mut here: Vec<&str> = old_names.into_iter().filter(|name| !gone.contains(name)).collect();
    here.extend(&added);
    let moves = moved(here, &new_names)?;
    if !moves.is_empty() {
        changes.put("#", Patch::Moved(moves));
    } else if !spoken.is_empty() && spoken.iter().all(|name| is_place(name)) {
        // Names that could be taken for places in the list: say what they are.
        changes.put("@", Patch::Named(field));
    }
    Some(Ok(changes.done()))
}

/// What must change its place, one thing after the other; `None` if that is too much, or
/// two things have one name.
fn moved<'a>(mut here: Vec<&'a str>, names: &[&'a str]) -> Option<Vec<(&'a str, usize)>> {
    let mut moves = Vec::new();
    let mut at = 0;
    while at < names.len() {
        if here.get(at).is_some_and(|name| same(name, names[at])) {
            at += 1;
            continue;
        }
        if here.len() != names.len() || moves.len() == MOVES {
            return None;
        }
        // Either the thing here goes further back, or another comes here.
        let back = here.get(at + 1) == Some(&names[at]);
        let name = if back { here[at] } else { names[at] };
        if names.iter().filter(|other| **other == name).count() > 1 {
            return None;
        }
        let from = here.iter().position(|n| *n == name)?;
        let to = names.iter().position(|n| *n == name)?;
        here.remove(from);
        here.insert(to, name);
        moves.push((name, to));
    }
    Some(moves)
}

/// Would this key of a patch be read as a place in a list?
fn is_place(key: &str) -> bool {
    key == "length" || key.parse::<usize>().is_ok()
}

fn lists<'a>(old: &'a [Doc], new: &'a [Doc]) -> Result<Option<Patch<'a>>, NoPatch> {
    if let Some(done) = named(old, new) {
        return done;
    }
    let mut changes = Changes::default();
    for (i, value) in new.iter().enumerate() {
        let patch = match old.get(i) {
            Some(before) => Patch::between(before, value)?,
            None => Some(Patch::Is(value)),
        };
        if let Some(patch) = patch {
            changes.put(i.to_string(), patch);
        }
    }
    if new.len() < old.len() {
        changes.put("length", Patch::Length(new.len()));
    }
    Ok(changes.done())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::value;
    use admiralty_core::Seeded;
    use admiralty_protocol::apply_patch;

    fn written(patch: &Patch<'_>) -> serde_json::Value {
        serde_json::to_value(patch).unwrap()
    }

    /// A random tree; lists and maps never stand in each other's place.
    fn tree(rng: &mut Seeded, depth: u32) -> Doc {
        let n = rng.below(5);
        let mut map = Doc::map();
        let mut keys = ["a", "b\"/~", "c\\", "~1d\n", "e\u{1}ü"];
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
            let mut view = value(&old);
            let Ok(patch) = Patch::between(&old, &new) else { continue };
            if let Some(patch) = patch {
                apply_patch(&mut view, &written(&patch));
                changed += 1;
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
        let patch = Patch::between(&old, &new).unwrap().unwrap();
        let text = serde_json::to_string(&patch).unwrap();
        assert_eq!(text, r##"{"W1/at":"e1","R1":null,"#":[["W1",2]]}"##);
        let mut view = value(&old);
        apply_patch(&mut view, &written(&patch));
        assert_eq!(view, value(&new));
        assert_eq!(Patch::between(&old, &old), Ok(None));
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
            let mut view = value(&old);
            let patch = Patch::between(&old, &new).unwrap();
            if let Some(patch) = &patch {
                apply_patch(&mut view, &written(patch));
            }
            assert_eq!(view, value(&new), "{patch:?}");
        }
    }

    #[test]
    fn a_moved_key_costs_two_words() {
        let old = Doc::map().with("a1", "1").with("d4", "2").with("e5", "3").with("turn", 1);
        let new = Doc::map().with("a1", "1").with("d5", "2").with("e5", "3").with("turn", 2);
        let patch = Patch::between(&old, &new).unwrap().unwrap();
        let text = serde_json::to_string(&patch).unwrap();
        assert_eq!(text, r#"{"d5":"2","turn":2,"d4":null}"#);
    }

    #[test]
    fn a_single_change_far_below_is_told_by_its_path() {
        let thing = |at: &str| Doc::map().with("token", "W/1").with("at", at.to_string());
        let old = Doc::map().with("sea", Doc::map().with("tokens", Doc::list([thing("a1")])));
        let new = Doc::map().with("sea", Doc::map().with("tokens", Doc::list([thing("a2")])));
        let patch = Patch::between(&old, &new).unwrap().unwrap();
        let text = serde_json::to_string(&patch).unwrap();
        assert_eq!(text, r#"{"sea/tokens/W~11/at":"a2"}"#);
        let mut view = value(&old);
        apply_patch(&mut view, &written(&patch));
        assert_eq!(view, value(&new));
    }
}
