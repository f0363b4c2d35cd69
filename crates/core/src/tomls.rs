//! TOML as [`Doc`]: how files that people write by hand are read, those that come with a game and
//! those that are brought along alike. The spans of the reader give every fault its line, also
//! faults that are found long after reading.

use crate::doc::join;
use crate::{Doc, Fault, Faults};
use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;
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
    /// use admiralty_core::Toml;
    /// let toml = Toml::read("game = \"nb\"\n\n[[case]]\nname = \"x\"\n").unwrap();
    /// assert_eq!(toml.line("case.0.name"), Some(4));
    /// assert_eq!(Toml::read("a = \n").unwrap_err().place, "line 1, column 5");
    /// ```
    pub fn read(text: &str) -> Result<Toml, Fault> {
        Toml::read_all(text).map_err(|faults| {
            faults.0.into_iter().next().unwrap_or_else(|| Fault::new("", "cannot be read"))
        })
    }

    /// The same with everything that is wrong, not only the first of it.
    pub fn read_all(text: &str) -> Result<Toml, Faults> {
        let starts = line_starts(text);
        let (table, errors) = DeTable::parse_recoverable(text);
        let mut reader = Reader { starts, lines: BTreeMap::new(), faults: Faults::default() };
        for error in errors {
            let span = error.span().unwrap_or_default();
            let reason = error.message().trim().replace('\n', ", ");
            reader.faults.add(Fault::new(place(&reader.starts, span.start), reason));
        }
        if reader.faults.0.is_empty() {
            let doc = reader.table(table.get_ref(), "");
            return reader.faults.or(Toml { doc, lines: reader.lines });
        }
        Err(reader.faults)
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

struct Reader {
    starts: Vec<usize>,
    lines: BTreeMap<String, usize>,
    faults: Faults,
}

impl Reader {
    fn table(&mut self, table: &DeTable<'_>, path: &str) -> Doc {
        // The parser sorts keys or keeps them depending on a feature of another
        // crate; their spans give the order of the file in either case.
        let mut keys: Vec<_> = table.iter().collect();
        keys.sort_by_key(|(key, _)| key.span().start);
        let mut fields = Vec::with_capacity(keys.len());
        for (key, value) in keys {
            let at = join(path, key.get_ref());
            self.lines.insert(at.clone(), line(&self.starts, key.span().start));
            let doc = self.value(value.get_ref(), value.span(), &at);
            fields.push((Cow::Owned(key.get_ref().to_string()), doc));
        }
        Doc::Map(fields)
    }

    fn value(&mut self, value: &DeValue<'_>, span: Range<usize>, path: &str) -> Doc {
        let reason = match value {
            DeValue::String(text) => return Doc::from(text.to_string()),
            DeValue::Boolean(b) => return Doc::Bool(*b),
            DeValue::Integer(n) => match i64::from_str_radix(n.as_str(), n.radix()) {
                Ok(n) => return Doc::Int(n),
                Err(_) => format!("{n} is too large"),
            },
            DeValue::Float(n) => format!("{n} is no whole number"),
            DeValue::Datetime(_) => "a date is not expected anywhere".into(),
            DeValue::Array(items) => {
                let mut list = Vec::with_capacity(items.len());
                for (i, item) in items.iter().enumerate() {
                    let at = join(path, &i.to_string());
                    self.lines.insert(at.clone(), line(&self.starts, item.span().start));
                    list.push(self.value(item.get_ref(), item.span(), &at));
                }
                return Doc::List(list);
            }
            DeValue::Table(table) => return self.table(table, path),
        };
        let place = place(&self.starts, span.start);
        self.faults.add(Fault::new(place, format!("{path}: {reason}")));
        Doc::Null
    }
}

fn line_starts(text: &str) -> Vec<usize> {
    core::iter::once(0).chain(text.match_indices('\n').map(|(i, _)| i + 1)).collect()
}

fn line(starts: &[usize], offset: usize) -> usize {
    starts.partition_point(|&start| start <= offset)
}

fn place(starts: &[usize], offset: usize) -> String {
    let line = line(starts, offset);
    format!("line {line}, column {}", offset - starts[line - 1] + 1)
}
