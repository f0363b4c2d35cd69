//! TOML and [`Doc`]: files are read by [`Toml`], and written here.

use crate::json::join;
pub use admiralty_core::Toml;
use admiralty_core::{Doc, Fault};

/// Reads a TOML text without remembering places.
pub fn read(text: &str) -> Result<Doc, Fault> {
    Toml::read(text).map(|toml| toml.doc)
}

/// Writes a map as TOML. TOML knows no null: a field that holds nothing is a
/// fault with its path.
pub fn write(doc: &Doc) -> Result<String, Fault> {
    let value = to_value(doc, "")?;
    if !value.is_table() {
        return Err(Fault::new("", "a TOML text must be a map"));
    }
    toml::to_string(&value).map_err(|error| Fault::new("", error.to_string()))
}

fn to_value(doc: &Doc, path: &str) -> Result<toml::Value, Fault> {
    use toml::Value;
    Ok(match doc {
        Doc::Null => return Err(Fault::new(path, "TOML cannot hold nothing")),
        Doc::Bool(b) => Value::Boolean(*b),
        Doc::Int(n) => Value::Integer(*n),
        Doc::Text(text) => Value::String(text.to_string()),
        Doc::List(items) => Value::Array(
            items
                .iter()
                .enumerate()
                .map(|(i, item)| to_value(item, &join(path, &i.to_string())))
                .collect::<Result<_, _>>()?,
        ),
        Doc::Map(fields) => Value::Table(
            fields
                .iter()
                .map(|(k, v)| Ok((k.to_string(), to_value(v, &join(path, k))?)))
                .collect::<Result<_, Fault>>()?,
        ),
    })
}
