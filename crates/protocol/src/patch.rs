//! What changed between two views: a merge patch that also knows lists.
//!
//! - In a map a changed key carries its new value, or again a patch if both
//!   are maps or both lists, or `null` if it is gone; nothing and `null` mean
//!   the same in a view.
//! - A key is a path, a JSON pointer without its first slash: `{"a/b": 1}` is short for
//!   `{"a": {"b": 1}}`. A slash within a key is written `~1`, a tilde `~0`.
//! - A changed list is a map of indexes, with `length` if it shrank.
//! - A changed list of things with a name is `{name: patch, …}`: a thing carries
//!   its name in `id`, or if it has none in `token`; `null` takes it out, a new
//!   one comes last; then `"#": [[name, index], …]` moves things to their places.
//!   If all the names look like indexes, `"@"` says which field they are of.

use serde_json::{Map, Value};
use std::borrow::Cow;

/// Applies a patch; what a client does with every update.
pub fn apply_patch(view: &mut Value, patch: &Value) {
    let Value::Object(changes) = patch else {
        *view = patch.clone();
        return;
    };
    match view {
        Value::Array(items) => match named_by(items, changes) {
            Some(field) => patch_named(items, &field, changes),
            None => patch_indexed(items, changes),
        },
        other => {
            if !other.is_object() {
                *other = Value::Object(Map::new());
            }
            let Value::Object(fields) = other else { return };
            for (key, change) in changes.iter().map(step) {
                if change.is_null() {
                    fields.remove(&key);
                } else {
                    apply_patch(fields.entry(key).or_insert(Value::Null), &change);
                }
            }
        }
    }
}

/// The first step of a path, and what is to be done there.
fn step<'a>((path, change): (&String, &'a Value)) -> (String, Cow<'a, Value>) {
    let (first, change) = match path.split_once('/') {
        None => (path.as_str(), Cow::Borrowed(change)),
        Some((first, rest)) => {
            let deeper = Map::from_iter([(rest.to_string(), change.clone())]);
            (first, Cow::Owned(Value::Object(deeper)))
        }
    };
    (first.replace("~1", "/").replace("~0", "~"), change)
}

/// The field by which a patch names the things of a list; none if by index.
fn named_by(items: &[Value], changes: &Map<String, Value>) -> Option<String> {
    if let Some(field) = changes.get("@").and_then(Value::as_str) {
        return Some(field.into());
    }
    let is_place = |path: &String| {
        let first = path.split('/').next().unwrap_or_default();
        first == "length" || first.parse::<usize>().is_ok()
    };
    let first = items.first().filter(|_| !changes.keys().all(is_place))?;
    let field = ["id", "token"].into_iter().find(|field| first.get(field).is_some())?;
    Some(field.into())
}

fn patch_indexed(items: &mut Vec<Value>, changes: &Map<String, Value>) {
    for (key, change) in changes.iter().map(step) {
        if key == "length" {
            items.truncate(change.as_u64().unwrap_or(0) as usize);
        } else if let Ok(i) = key.parse::<usize>() {
            if i >= items.len() {
                items.resize(i + 1, Value::Null);
            }
            apply_patch(&mut items[i], &change);
        }
    }
}

fn patch_named(items: &mut Vec<Value>, field: &str, changes: &Map<String, Value>) {
    let find = |items: &[Value], name: &str| items.iter().position(|item| item[field] == name);
    for (name, change) in changes.iter().filter(|(key, _)| *key != "@" && *key != "#").map(step) {
        match (find(items, &name), &*change) {
            (Some(at), Value::Null) => {
                items.remove(at);
            }
            (Some(at), change) => apply_patch(&mut items[at], change),
            (None, change) => {
                let mut item = Value::Null;
                apply_patch(&mut item, change);
                items.push(item);
            }
        }
    }
    for step in changes.get("#").and_then(Value::as_array).into_iter().flatten() {
        let (Some(name), Some(to)) = (step[0].as_str(), step[1].as_u64()) else { continue };
        if let Some(at) = find(items, name) {
            let item = items.remove(at);
            items.insert((to as usize).min(items.len()), item);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn maps_and_lists_are_patched_in_place() {
        let mut view = json!({"pieces": {"d4": "1", "e5": "2"}, "turn": 3, "list": [1, 2, 3]});
        let patch = json!({"pieces": {"d5": "1", "d4": null}, "turn": 4,
                           "list": {"1": 9, "length": 2}});
        apply_patch(&mut view, &patch);
        assert_eq!(view, json!({"pieces": {"e5": "2", "d5": "1"}, "turn": 4, "list": [1, 9]}));
    }

    #[test]
    fn named_things_are_changed_taken_out_added_and_moved() {
        let mut view = json!([{"id": "a", "x": 1}, {"id": "b"}, {"id": "c"}]);
        let patch = json!({"@": "id", "a": {"x": 2}, "b": null, "d": {"id": "d"}, "#": [["d", 0]]});
        apply_patch(&mut view, &patch);
        assert_eq!(view, json!([{"id": "d"}, {"id": "a", "x": 2}, {"id": "c"}]));
        apply_patch(&mut view, &json!({"c": {"x": 3}, "a": null}));
        assert_eq!(view, json!([{"id": "d"}, {"id": "c", "x": 3}]));
    }

    #[test]
    fn a_key_is_a_path() {
        let mut view = json!({"a": {"b": [{"id": "x", "at": 1}, {"id": "y"}]}, "c/d": {"~": 1}});
        apply_patch(&mut view, &json!({"a/b/x/at": 2, "c~1d/~0": 3, "e/f": 4}));
        let b = json!([{"id": "x", "at": 2}, {"id": "y"}]);
        assert_eq!(view, json!({"a": {"b": b}, "c/d": {"~": 3}, "e": {"f": 4}}));
        apply_patch(&mut view, &json!({"a/b/1/at": 5, "e": null, "c~1d/~0": null}));
        let b = json!([{"id": "x", "at": 2}, {"id": "y", "at": 5}]);
        assert_eq!(view, json!({"a": {"b": b}, "c/d": {}}));
        apply_patch(&mut view, &json!({"a/b/x": null}));
        assert_eq!(view, json!({"a": {"b": [{"id": "y", "at": 5}]}, "c/d": {}}));
    }
}
