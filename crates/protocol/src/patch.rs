//! What changed between two views: a merge patch that also knows lists.
//!
//! In a map a changed key carries its new value, or again a patch if both are
//! maps, or `null` if it is gone; nothing and `null` mean the same in a view.
//! A changed list is a map of indexes, with `length` if it shrank. Where a
//! list turns into a map or back there is no patch.

use serde_json::{Map, Value};

/// No patch can say it: the whole view has to be sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoPatch;

/// The patch that turns `old` into `new`; `Ok(None)` if nothing changed.
/// `Err` if no patch can say it (a list became a map): send the whole view.
pub fn patch_between(old: &Value, new: &Value) -> Result<Option<Value>, NoPatch> {
    match (old, new) {
        (Value::Object(a), Value::Object(b)) => {
            let mut patch = Map::new();
            for (key, value) in b {
                let before = a.get(key).unwrap_or(&Value::Null);
                if let Some(change) = patch_between(before, value)? {
                    patch.insert(key.clone(), change);
                }
            }
            for key in a.keys().filter(|key| !b.contains_key(*key)) {
                patch.insert(key.clone(), Value::Null);
            }
            Ok((!patch.is_empty()).then_some(Value::Object(patch)))
        }
        (Value::Array(a), Value::Array(b)) => {
            let mut patch = Map::new();
            for (i, value) in b.iter().enumerate() {
                match a.get(i) {
                    Some(before) => {
                        if let Some(change) = patch_between(before, value)? {
                            patch.insert(i.to_string(), change);
                        }
                    }
                    None => {
                        patch.insert(i.to_string(), value.clone());
                    }
                }
            }
            if b.len() < a.len() {
                patch.insert("length".into(), b.len().into());
            }
            Ok((!patch.is_empty()).then_some(Value::Object(patch)))
        }
        (Value::Array(_), Value::Object(_)) => Err(NoPatch),
        (a, b) if a == b => Ok(None),
        (_, b) => Ok(Some(b.clone())),
    }
}

/// Applies a patch; what a client does with every update.
pub fn apply_patch(view: &mut Value, patch: &Value) {
    let Value::Object(changes) = patch else {
        *view = patch.clone();
        return;
    };
    match view {
        Value::Array(items) => {
            for (key, change) in changes {
                if key == "length" {
                    items.truncate(change.as_u64().unwrap_or(0) as usize);
                } else if let Ok(i) = key.parse::<usize>() {
                    if i >= items.len() {
                        items.resize(i + 1, Value::Null);
                    }
                    apply_patch(&mut items[i], change);
                }
            }
        }
        other => {
            if !other.is_object() {
                *other = Value::Object(Map::new());
            }
            let Value::Object(fields) = other else { return };
            for (key, change) in changes {
                if change.is_null() {
                    fields.remove(key);
                } else {
                    apply_patch(fields.entry(key.clone()).or_insert(Value::Null), change);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn round(old: Value, new: Value) -> Value {
        let patch = patch_between(&old, &new).unwrap().unwrap_or(json!({}));
        let mut view = old;
        apply_patch(&mut view, &patch);
        assert_eq!(view, new);
        patch
    }

    #[test]
    fn a_patch_says_only_what_changed() {
        let old = json!({"pieces": {"d4": "1", "e5": "2"}, "turn": 3, "list": [1, 2, 3]});
        let new = json!({"pieces": {"d5": "1", "e5": "2"}, "turn": 4, "list": [1, 9]});
        let patch = round(old, new);
        let wanted =
            json!({"pieces": {"d5": "1", "d4": null}, "turn": 4, "list": {"1": 9, "length": 2}});
        assert_eq!(patch, wanted);
    }

    #[test]
    fn lists_grow_and_maps_appear() {
        round(json!({"a": [1]}), json!({"a": [1, {"b": [2]}, [3]]}));
        round(json!({"a": 1}), json!({"a": {"b": {"c": 1}}}));
        round(json!({"a": {"b": 1}}), json!({"a": [1]}));
        round(json!([[1, 2], [3]]), json!([[1], [3, 4]]));
    }

    #[test]
    fn a_list_that_becomes_a_map_has_no_patch() {
        assert_eq!(patch_between(&json!({"a": [1]}), &json!({"a": {"0": 1}})), Err(NoPatch));
    }
}
