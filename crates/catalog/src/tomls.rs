//! TOML and [`Doc`]. The spans of the reader give every fault its line, also
//! faults that are found long after reading.

use crate::json::join;
use admiralty_core::{Doc, Fault};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;
use toml::de::{DeTable, DeValue};

/// A TOML text as a document that remembers where its values stand.
#[derive(Clone, Debug)]
pub struct Toml {
    /// The values.
    pub doc: Doc,
    lines: BTreeMap<String, usize>,
}

impl Toml {
    /// Reads a TOML text; fields keep the order of the file.
    ///
    /// ```
    /// use admiralty_catalog::tomls::Toml;
    /// let toml = Toml::read("game = \"nb\"\n\n[[case]]\nname = \"x\"\n").unwrap();
    /// assert_eq!(toml.line("case.0.name"), Some(4));
    /// assert_eq!(Toml::read("a = \n").unwrap_err().place, "line 1, column 5");
    /// ```
    pub fn read(text: &str) -> Result<Toml, Fault> {
        let starts = line_starts(text);
        let table = DeTable::parse(text).map_err(|error| {
            let place = error.span().map(|span| place(&starts, span.start)).unwrap_or_default();
            Fault::new(place, error.message().trim().replace('\n', ", "))
        })?;
        let mut reader = Reader { starts, lines: BTreeMap::new() };
        let doc = reader.table(table.get_ref(), "")?;
        Ok(Toml { doc, lines: reader.lines })
    }

    /// The line of the file where the value at this path stands, or where the
    /// nearest value around it does.
    pub fn line(&self, path: &str) -> Option<usize> {
        let mut path = path;
        loop {
            if let Some(line) = self.lines.get(path) {
                return Some(*line);
            }
            path = &path[..path.rfind('.')?];
        }
    }
}

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

struct Reader {
    starts: Vec<usize>,
    lines: BTreeMap<String, usize>,
}

impl Reader {
    fn table(&mut self, table: &DeTable<'_>, path: &str) -> Result<Doc, Fault> {
        // The parser sorts keys or keeps them depending on a feature of another
        // crate; their spans give the order of the file in either case.
        let mut keys: Vec<_> = table.iter().collect();
        keys.sort_by_key(|(key, _)| key.span().start);
        let mut fields = Vec::with_capacity(keys.len());
        for (key, value) in keys {
            let at = join(path, key.get_ref());
            self.lines.insert(at.clone(), line(&self.starts, key.span().start));
            let doc = self.value(value.get_ref(), value.span(), &at)?;
            fields.push((Cow::Owned(key.get_ref().to_string()), doc));
        }
        Ok(Doc::Map(fields))
    }

    fn value(&mut self, value: &DeValue<'_>, span: Range<usize>, path: &str) -> Result<Doc, Fault> {
        let wrong = |reason: String| {
            Fault::new(place(&self.starts, span.start), format!("{path}: {reason}"))
        };
        Ok(match value {
            DeValue::String(text) => Doc::from(text.to_string()),
            DeValue::Boolean(b) => Doc::Bool(*b),
            DeValue::Integer(n) => match i64::from_str_radix(n.as_str(), n.radix()) {
                Ok(n) => Doc::Int(n),
                Err(_) => return Err(wrong(format!("{n} is too large"))),
            },
            DeValue::Float(n) => return Err(wrong(format!("{n} is no whole number"))),
            DeValue::Datetime(_) => return Err(wrong("a date is not expected anywhere".into())),
            DeValue::Array(items) => {
                let mut list = Vec::with_capacity(items.len());
                for (i, item) in items.iter().enumerate() {
                    let at = join(path, &i.to_string());
                    self.lines.insert(at.clone(), line(&self.starts, item.span().start));
                    list.push(self.value(item.get_ref(), item.span(), &at)?);
                }
                Doc::List(list)
            }
            DeValue::Table(table) => self.table(table, path)?,
        })
    }
}

fn line_starts(text: &str) -> Vec<usize> {
    std::iter::once(0).chain(text.match_indices('\n').map(|(i, _)| i + 1)).collect()
}

fn line(starts: &[usize], offset: usize) -> usize {
    starts.partition_point(|&start| start <= offset)
}

fn place(starts: &[usize], offset: usize) -> String {
    let line = line(starts, offset);
    format!("line {line}, column {}", offset - starts[line - 1] + 1)
}
