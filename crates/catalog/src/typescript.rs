//! The client's types of a game's views and events, written from their shapes.

use crate::game::Game;
use admiralty_core::{Field, Shape};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The TypeScript module of a game: `View`, `Event`, and whatever has a name in them.
pub fn typescript(game: &dyn Game) -> String {
    let mut named = BTreeMap::new();
    let view = expression(game.view_shape(), 0, &mut named);
    let event = expression(game.event_shape(), 0, &mut named);
    let mut text = format!(
        "// Written from games/{0}/src/text by `cargo xtask types`.\n\
         // Do not edit: a test compares this file with the shapes in Rust.\n",
        game.meta().id
    );
    let named = named.into_iter().map(|(name, text)| (name.to_string(), text));
    let own = [("View".to_string(), view), ("Event".to_string(), event)];
    for (name, form) in named.chain(own) {
        let _ = write!(text, "\nexport type {name} = {form};\n");
    }
    text
}

type Named = BTreeMap<&'static str, String>;

fn expression(shape: &'static Shape, depth: usize, named: &mut Named) -> String {
    match shape {
        Shape::Any => "unknown".into(),
        Shape::Bool => "boolean".into(),
        Shape::Int => "number".into(),
        Shape::Text => "string".into(),
        Shape::Words(words) => {
            let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
            words.join(" | ")
        }
        Shape::List(item) => format!("Array<{}>", expression(item, depth, named)),
        Shape::Tuple(items) => {
            let items: Vec<String> =
                items.iter().map(|item| expression(item, depth, named)).collect();
            format!("[{}]", items.join(", "))
        }
        Shape::Map(fields) => map(None, fields, depth, named),
        Shape::Dict(value) => format!("Record<string, {}>", expression(value, depth, named)),
        Shape::Maybe(inner) => format!("{} | null", expression(inner, depth, named)),
        Shape::Either(shapes) => {
            let forms: Vec<String> =
                shapes.iter().map(|shape| expression(shape, depth, named)).collect();
            forms.join(" | ")
        }
        Shape::Named(name, inner) => {
            if !named.contains_key(name) {
                named.insert(name, String::new());
                let text = expression(inner, 0, named);
                named.insert(name, text);
            }
            (*name).into()
        }
        Shape::Kinds(kinds) => {
            let pad = "  ".repeat(depth + 1);
            let kinds = kinds.iter().map(|kind| {
                format!("\n{pad}| {}", map(Some(kind.kind), kind.fields, depth + 1, named))
            });
            kinds.collect()
        }
    }
}

/// A map, with its kind before its fields where it has one.
fn map(kind: Option<&str>, fields: &'static [Field], depth: usize, named: &mut Named) -> String {
    let pad = "  ".repeat(depth + 1);
    let mut text = String::from("{\n");
    if let Some(kind) = kind {
        let _ = writeln!(text, "{pad}kind: {};", quoted(kind));
    }
    for field in fields {
        if !field.says.is_empty() {
            let _ = writeln!(text, "{pad}/** {} */", field.says);
        }
        let mark = if field.optional { "?" } else { "" };
        let form = expression(&field.shape, depth + 1, named);
        let _ = writeln!(text, "{pad}{}{mark}: {form};", key(field.name));
    }
    text + &"  ".repeat(depth) + "}"
}

fn key(name: &str) -> String {
    let plain = |c: char| c.is_ascii_alphabetic() || c == '_';
    let is_plain = name.starts_with(plain) && name.chars().all(|c| plain(c) || c.is_ascii_digit());
    if is_plain { name.into() } else { quoted(name) }
}

fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\\', "\\\\").replace('\'', "\\'"))
}
