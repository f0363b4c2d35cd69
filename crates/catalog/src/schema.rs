//! JSON Schema of a game's views and events, written from their shapes.

use crate::game::Game;
use admiralty_core::{Field, Shape};
use serde_json::{Map, Value, json};

/// The schema of a game (draft 2020-12): `#/$defs/View`, `#/$defs/Event`, and whatever has a
/// name in them.
pub fn schema(game: &dyn Game) -> String {
    let mut named = Map::new();
    let view = form(game.view_shape(), &mut named);
    let event = form(game.event_shape(), &mut named);
    named.insert("View".into(), view);
    named.insert("Event".into(), event);
    named.sort_keys();
    let id = game.meta().id;
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": format!("Views and events of {}", game.meta().title),
        "description": format!(
            "Written from games/{id}/src/text by `cargo xtask types`; a test compares it."
        ),
        "$ref": "#/$defs/View",
        "$defs": named,
    });
    format!("{schema:#}\n")
}

fn form(shape: &'static Shape, named: &mut Map<String, Value>) -> Value {
    match shape {
        Shape::Any => json!({}),
        Shape::Bool => json!({ "type": "boolean" }),
        Shape::Int => json!({ "type": "integer" }),
        Shape::Text => json!({ "type": "string" }),
        Shape::Words(words) => json!({ "enum": words }),
        Shape::List(item) => json!({ "type": "array", "items": form(item, named) }),
        Shape::Tuple(items) => {
            let items: Vec<Value> = items.iter().map(|item| form(item, named)).collect();
            let n = items.len();
            json!({ "type": "array", "prefixItems": items, "minItems": n, "maxItems": n })
        }
        Shape::Map(fields) => map(None, fields, named),
        Shape::Dict(value) => {
            json!({ "type": "object", "additionalProperties": form(value, named) })
        }
        Shape::Maybe(inner) => json!({ "anyOf": [form(inner, named), { "type": "null" }] }),
        Shape::Either(shapes) => {
            let forms: Vec<Value> = shapes.iter().map(|shape| form(shape, named)).collect();
            json!({ "anyOf": forms })
        }
        Shape::Named(name, inner) => {
            if !named.contains_key(*name) {
                // Its place is taken first, for forms that hold themselves.
                named.insert((*name).into(), Value::Null);
                let inner = form(inner, named);
                named.insert((*name).into(), inner);
            }
            json!({ "$ref": format!("#/$defs/{name}") })
        }
        Shape::Kinds(kinds) => {
            let kinds: Vec<Value> =
                kinds.iter().map(|kind| map(Some(kind.kind), kind.fields, named)).collect();
            json!({ "oneOf": kinds })
        }
    }
}

fn map(kind: Option<&str>, fields: &'static [Field], named: &mut Map<String, Value>) -> Value {
    let mut properties = Map::new();
    let mut required: Vec<&str> = Vec::new();
    if let Some(kind) = kind {
        properties.insert("kind".into(), json!({ "const": kind }));
        required.push("kind");
    }
    for field in fields {
        let mut value = form(&field.shape, named);
        if let (Some(object), false) = (value.as_object_mut(), field.says.is_empty()) {
            object.insert("description".into(), field.says.into());
        }
        properties.insert(field.name.into(), value);
        if !field.optional {
            required.push(field.name);
        }
    }
    json!({
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}
