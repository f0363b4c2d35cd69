//! Documents of games as JSON.

use admiralty_core::Doc;
use serde::ser::{Serialize, SerializeMap, Serializer};

/// A document as it travels: nothing and null mean the same, and nothing is shorter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Json<'a>(pub(crate) &'a Doc);

impl Serialize for Json<'_> {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Doc::Null => out.serialize_unit(),
            Doc::Bool(yes) => out.serialize_bool(*yes),
            Doc::Int(n) => out.serialize_i64(*n),
            Doc::Text(text) => out.serialize_str(text),
            Doc::List(items) => out.collect_seq(items.iter().map(Json)),
            Doc::Map(fields) => {
                let mut map = out.serialize_map(None)?;
                for (key, value) in fields.iter().filter(|(_, value)| *value != Doc::Null) {
                    map.serialize_entry(key, &Json(value))?;
                }
                map.end()
            }
        }
    }
}

/// A document among other values.
pub(crate) fn value(doc: &Doc) -> serde_json::Value {
    serde_json::to_value(Json(doc)).unwrap_or_default()
}
