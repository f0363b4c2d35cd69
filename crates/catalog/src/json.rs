//! JSON and [`Doc`]. Whole numbers only: a position with a fraction in it is a
//! mistake, and the place of the mistake is named.

use admiralty_core::{Doc, Fault};
use serde::de::{DeserializeSeed, Error, MapAccess, SeqAccess, Visitor};
use std::borrow::Cow;
use std::fmt;

/// Reads a JSON text. Keys that stand twice are kept, so that the reader of
/// the document can name them.
///
/// ```
/// use admiralty_catalog::json;
/// let doc = json::read(r#"{"ply": 3, "known": ["a1"]}"#).unwrap();
/// assert_eq!(doc.at("known.0").and_then(|d| d.as_text()), Some("a1"));
/// let fault = json::read("{\"ply\": 3.5}").unwrap_err();
/// assert_eq!(fault.place, "line 1, column 11");
/// assert!(fault.reason.contains("ply: 3.5 is no whole number"));
/// ```
pub fn read(text: &str) -> Result<Doc, Fault> {
    let mut reader = serde_json::Deserializer::from_str(text);
    Node { path: String::new() }
        .deserialize(&mut reader)
        .and_then(|doc| reader.end().map(|()| doc))
        .map_err(|error| fault(&error))
}

fn fault(error: &serde_json::Error) -> Fault {
    let (line, column) = (error.line(), error.column());
    let text = error.to_string();
    let reason =
        text.strip_suffix(&format!(" at line {line} column {column}")).unwrap_or(&text).trim_end();
    // The library's word for a text that begins like nothing it knows.
    let reason = if reason == "expected ident" { "this is not JSON" } else { reason };
    Fault::new(format!("line {line}, column {column}"), reason)
}

/// The document as pretty JSON, two spaces deep; short lists and maps stay on one line.
pub fn pretty(doc: &Doc) -> String {
    let mut out = String::new();
    write_pretty(doc, 0, &mut out);
    out
}

fn write_pretty(doc: &Doc, depth: usize, out: &mut String) {
    let flat = doc.to_string();
    if flat.len() + 2 * depth <= 96 {
        out.push_str(&spaced(doc));
        return;
    }
    let indent = "  ".repeat(depth + 1);
    match doc {
        Doc::List(items) => {
            out.push_str("[\n");
            for (i, item) in items.iter().enumerate() {
                out.push_str(&indent);
                write_pretty(item, depth + 1, out);
                out.push_str(if i + 1 < items.len() { ",\n" } else { "\n" });
            }
            out.push_str(&indent[2..]);
            out.push(']');
        }
        Doc::Map(fields) => {
            out.push_str("{\n");
            for (i, (key, value)) in fields.iter().enumerate() {
                out.push_str(&indent);
                out.push_str(&Doc::Text(key.clone()).to_string());
                out.push_str(": ");
                write_pretty(value, depth + 1, out);
                out.push_str(if i + 1 < fields.len() { ",\n" } else { "\n" });
            }
            out.push_str(&indent[2..]);
            out.push('}');
        }
        _ => out.push_str(&flat),
    }
}

fn spaced(doc: &Doc) -> String {
    match doc {
        Doc::List(items) => {
            let items: Vec<String> = items.iter().map(spaced).collect();
            format!("[{}]", items.join(", "))
        }
        Doc::Map(fields) => {
            let fields: Vec<String> = fields
                .iter()
                .map(|(key, value)| format!("{}: {}", Doc::Text(key.clone()), spaced(value)))
                .collect();
            format!("{{{}}}", fields.join(", "))
        }
        other => other.to_string(),
    }
}

/// The document as a `serde_json` value. Of a key that stands twice the last counts.
pub fn value(doc: &Doc) -> serde_json::Value {
    use serde_json::Value;
    match doc {
        Doc::Null => Value::Null,
        Doc::Bool(b) => Value::Bool(*b),
        Doc::Int(n) => Value::from(*n),
        Doc::Text(text) => Value::String(text.to_string()),
        Doc::List(items) => Value::Array(items.iter().map(value).collect()),
        Doc::Map(fields) => {
            Value::Object(fields.iter().map(|(k, v)| (k.to_string(), self::value(v))).collect())
        }
    }
}

/// The document of a `serde_json` value; a number that is not whole is a fault.
pub fn from_value(value: &serde_json::Value) -> Result<Doc, Fault> {
    fn walk(value: &serde_json::Value, path: &str) -> Result<Doc, Fault> {
        use serde_json::Value;
        Ok(match value {
            Value::Null => Doc::Null,
            Value::Bool(b) => Doc::Bool(*b),
            Value::Number(n) => match n.as_i64() {
                Some(n) => Doc::Int(n),
                None => return Err(Fault::new(path, format!("{n} is no whole number"))),
            },
            Value::String(text) => Doc::from(text.clone()),
            Value::Array(items) => Doc::List(
                items
                    .iter()
                    .enumerate()
                    .map(|(i, item)| walk(item, &join(path, &i.to_string())))
                    .collect::<Result<_, _>>()?,
            ),
            Value::Object(fields) => Doc::Map(
                fields
                    .iter()
                    .map(|(k, v)| Ok((Cow::Owned(k.clone()), walk(v, &join(path, k))?)))
                    .collect::<Result<_, Fault>>()?,
            ),
        })
    }
    walk(value, "")
}

pub(crate) fn join(path: &str, key: &str) -> String {
    if path.is_empty() { key.to_string() } else { format!("{path}.{key}") }
}

/// Reads one value at a path of the document.
struct Node {
    path: String,
}

impl Node {
    fn at<E: Error>(&self, reason: String) -> E {
        if self.path.is_empty() {
            E::custom(reason)
        } else {
            E::custom(format!("{}: {reason}", self.path))
        }
    }
}

impl<'de> DeserializeSeed<'de> for Node {
    type Value = Doc;
    fn deserialize<D: serde::Deserializer<'de>>(self, reader: D) -> Result<Doc, D::Error> {
        reader.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Node {
    type Value = Doc;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }
    fn visit_unit<E: Error>(self) -> Result<Doc, E> {
        Ok(Doc::Null)
    }
    fn visit_bool<E: Error>(self, b: bool) -> Result<Doc, E> {
        Ok(Doc::Bool(b))
    }
    fn visit_i64<E: Error>(self, n: i64) -> Result<Doc, E> {
        Ok(Doc::Int(n))
    }
    fn visit_u64<E: Error>(self, n: u64) -> Result<Doc, E> {
        i64::try_from(n)
            .map(Doc::Int)
            .map_err(|_| self.at(format!("{n} is too large, at most {} is known", i64::MAX)))
    }
    fn visit_f64<E: Error>(self, n: f64) -> Result<Doc, E> {
        Err(self.at(format!("{n} is no whole number")))
    }
    fn visit_str<E: Error>(self, text: &str) -> Result<Doc, E> {
        Ok(Doc::from(text.to_string()))
    }
    fn visit_string<E: Error>(self, text: String) -> Result<Doc, E> {
        Ok(Doc::from(text))
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Doc, A::Error> {
        let mut items = Vec::new();
        while let Some(item) =
            seq.next_element_seed(Node { path: join(&self.path, &items.len().to_string()) })?
        {
            items.push(item);
        }
        Ok(Doc::List(items))
    }
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Doc, A::Error> {
        let mut fields = Vec::new();
        while let Some(key) = map.next_key::<String>()? {
            let value = map.next_value_seed(Node { path: join(&self.path, &key) })?;
            fields.push((Cow::Owned(key), value));
        }
        Ok(Doc::Map(fields))
    }
}
