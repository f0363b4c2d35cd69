//! A plain tree of values: how positions, views, events and options look to
//! anything outside a game. Games write and read [`Doc`]; only the catalog
//! knows JSON, and [`Toml`](crate::Toml) reads files.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

/// A value without a format.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Doc {
    /// Nothing.
    #[default]
    Null,
    /// Yes or no.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A text.
    Text(Cow<'static, str>),
    /// Values in order.
    List(Vec<Doc>),
    /// Named values, in the order they were written.
    Map(Vec<(Cow<'static, str>, Doc)>),
}

impl Doc {
    /// An empty map, to be filled with [`Doc::with`].
    pub const fn map() -> Doc {
        Doc::Map(Vec::new())
    }

    /// A list of values.
    pub fn list<T: Into<Doc>>(items: impl IntoIterator<Item = T>) -> Doc {
        Doc::List(items.into_iter().map(Into::into).collect())
    }

    /// The map with one more field. A `Doc` that is no map becomes one.
    #[must_use]
    pub fn with(mut self, key: impl Into<Cow<'static, str>>, value: impl Into<Doc>) -> Doc {
        self.put(key, value);
        self
    }

    /// The map with one more field if the condition holds: how defaults are left out.
    #[must_use]
    pub fn with_if(self, put: bool, key: &'static str, value: impl Into<Doc>) -> Doc {
        if put { self.with(key, value) } else { self }
    }

    /// Adds or replaces a field.
    pub fn put(&mut self, key: impl Into<Cow<'static, str>>, value: impl Into<Doc>) {
        let (key, value) = (key.into(), value.into());
        if !matches!(self, Doc::Map(_)) {
            *self = Doc::map();
        }
        if let Doc::Map(fields) = self {
            // Most keys differ in their length or their last sign, which takes less time than comparing texts.
            let sign = (key.len(), key.as_bytes().last().copied());
            let is_same = |k: &str| (k.len(), k.as_bytes().last().copied()) == sign && *k == *key;
            match fields.iter_mut().find(|(k, _)| is_same(k)) {
                Some((_, old)) => *old = value,
                None => {
                    // Most maps have a handful of fields.
                    if fields.capacity() == 0 {
                        fields.reserve(8);
                    }
                    fields.push((key, value));
                }
            }
        }
    }

    /// The field of a map.
    pub fn get(&self, key: &str) -> Option<&Doc> {
        match self {
            Doc::Map(fields) => fields.iter().find(|(k, _)| k == key).map(|(_, v)| v),
            _ => None,
        }
    }

    /// The value at a dotted path: `ships.FR1.hull`, `racks.W.0`.
    pub fn at(&self, path: &str) -> Option<&Doc> {
        if path.is_empty() {
            return Some(self);
        }
        let mut here = self;
        let mut rest = path;
        loop {
            // A key may itself contain dots (a ship "A1.3"): the longest key that fits wins.
            let (next, tail) = here.longest_key(rest)?;
            here = next;
            match tail {
                None => return Some(here),
                Some(tail) => rest = tail,
            }
        }
    }

    fn longest_key<'a>(&self, path: &'a str) -> Option<(&Doc, Option<&'a str>)> {
        let mut end = path.len();
        loop {
            let key = &path[..end];
            let found = match self {
                Doc::Map(_) => self.get(key),
                Doc::List(items) => key.parse::<usize>().ok().and_then(|i| items.get(i)),
                _ => None,
            };
            if let Some(found) = found {
                return Some((found, (end < path.len()).then(|| &path[end + 1..])));
            }
            end = path[..end].rfind('.')?;
        }
    }

    /// The text, if it is one.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Doc::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The number, if it is one.
    pub fn as_int(&self) -> Option<i64> {
        match self {
            Doc::Int(n) => Some(*n),
            _ => None,
        }
    }

    /// The items, if it is a list.
    pub fn as_list(&self) -> Option<&[Doc]> {
        match self {
            Doc::List(items) => Some(items),
            _ => None,
        }
    }

    fn kind(&self) -> &'static str {
        match self {
            Doc::Null => "nothing",
            Doc::Bool(_) => "true or false",
            Doc::Int(_) => "a number",
            Doc::Text(_) => "a text",
            Doc::List(_) => "a list",
            Doc::Map(_) => "a map",
        }
    }
}

/// Compact, one line, unambiguous; equal documents print equally. It is valid
/// JSON, but nothing parses it back here.
impl fmt::Display for Doc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A formatter is called for every sign of punctuation; a text takes them at once.
        let mut text = String::new();
        self.write(&mut text);
        f.write_str(&text)
    }
}

impl Doc {
    /// Appends the document as JSON on one line.
    pub fn write(&self, out: &mut String) {
        match self {
            Doc::Null => out.push_str("null"),
            Doc::Bool(true) => out.push_str("true"),
            Doc::Bool(false) => out.push_str("false"),
            Doc::Int(n) => write_int(*n, out),
            Doc::Text(text) => write_text(text, out),
            Doc::List(items) => {
                out.push('[');
                for (i, item) in items.iter().enumerate() {
                    if i > 0 {
                        out.push(',');
                    }
                    item.write(out);
                }
                out.push(']');
            }
            Doc::Map(fields) => {
                out.push('{');
                for (i, (key, value)) in fields.iter().enumerate() {
                    if i > 0 {
                        out.push(',');
                    }
                    write_text(key, out);
                    out.push(':');
                    value.write(out);
                }
                out.push('}');
            }
        }
    }
}

/// Most numbers of a game have one or two digits.
fn write_int(n: i64, out: &mut String) {
    match n {
        0..=9 => out.push(char::from(b'0' + n as u8)),
        10..=99 => {
            out.push(char::from(b'0' + (n / 10) as u8));
            out.push(char::from(b'0' + (n % 10) as u8));
        }
        _ => out.push_str(&n.to_string()),
    }
}

/// Must this byte be escaped in a text?
const fn is_odd(byte: u8) -> bool {
    (byte < 0x20) | (byte == b'"') | (byte == b'\\')
}

/// The same for all bytes: most texts are short, and looking up is the shortest way through them.
static ODD: [bool; 256] = {
    let mut odd = [false; 256];
    let mut byte = 0;
    while byte < odd.len() {
        odd[byte] = is_odd(byte as u8);
        byte += 1;
    }
    odd
};

fn write_text(text: &str, out: &mut String) {
    out.reserve(text.len() + 2);
    out.push('"');
    // Most texts have nothing to escape.
    if !text.bytes().fold(false, |odd, byte| odd | ODD[usize::from(byte)]) {
        out.push_str(text);
        out.push('"');
        return;
    }
    let mut written = 0;
    for (at, byte) in text.bytes().enumerate().filter(|(_, byte)| is_odd(*byte)) {
        out.push_str(&text[written..at]);
        match byte {
            b'"' => out.push_str("\\\""),
            b'\\' => out.push_str("\\\\"),
            b'\n' => out.push_str("\\n"),
            other => out.push_str(&format!("\\u{other:04x}")),
        }
        written = at + 1;
    }
    out.push_str(&text[written..]);
    out.push('"');
}

macro_rules! from_int {
    ($($t:ty),*) => { $(impl From<$t> for Doc { fn from(n: $t) -> Doc { Doc::Int(n as i64) } })* };
}
from_int!(u8, u16, u32, i8, i16, i32, i64, usize);

impl From<bool> for Doc {
    fn from(b: bool) -> Doc {
        Doc::Bool(b)
    }
}
impl From<&'static str> for Doc {
    fn from(text: &'static str) -> Doc {
        Doc::Text(Cow::Borrowed(text))
    }
}
impl From<String> for Doc {
    fn from(text: String) -> Doc {
        Doc::Text(Cow::Owned(text))
    }
}
impl<T: Into<Doc>> From<Vec<T>> for Doc {
    fn from(items: Vec<T>) -> Doc {
        Doc::list(items)
    }
}
impl<T: Into<Doc>> From<Option<T>> for Doc {
    fn from(item: Option<T>) -> Doc {
        item.map_or(Doc::Null, Into::into)
    }
}

/// Something wrong in a document, a set-up or a text: where, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// Where: a dotted path, a line and column, or empty for the whole.
    pub place: String,
    /// Why, as one plain line.
    pub reason: String,
    /// The clause that is broken, if it is a rule and not the form.
    pub clause: Option<crate::ClauseId>,
}

impl Fault {
    /// A fault of form at this place.
    pub fn new(place: impl Into<String>, reason: impl Into<String>) -> Fault {
        Fault { place: place.into(), reason: reason.into(), clause: None }
    }

    /// The same fault, naming the clause it breaks.
    #[must_use]
    pub fn by(mut self, clause: crate::ClauseId) -> Fault {
        self.clause = Some(clause);
        self
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.place.is_empty() {
            write!(f, "{}: ", self.place)?;
        }
        f.write_str(&self.reason)?;
        match self.clause {
            Some(clause) => write!(f, " [{clause}]"),
            None => Ok(()),
        }
    }
}

impl core::error::Error for Fault {}

/// All that is wrong with something, never empty when returned as an error.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Faults(pub Vec<Fault>);

impl Faults {
    /// Notes one more.
    pub fn add(&mut self, fault: Fault) {
        self.0.push(fault);
    }

    /// `value` if nothing is wrong, else everything that is.
    pub fn or<T>(self, value: T) -> Result<T, Faults> {
        if self.0.is_empty() { Ok(value) } else { Err(self) }
    }
}

impl From<Fault> for Faults {
    fn from(fault: Fault) -> Faults {
        Faults(alloc::vec![fault])
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str("; ")?;
            }
            write!(f, "{fault}")?;
        }
        Ok(())
    }
}

impl core::error::Error for Faults {}

/// Reads the fields of a map: left-out fields take defaults, fields nobody
/// asked for are faults that name them, and every fault carries its path.
///
/// ```
/// use admiralty_core::{Doc, Fields};
/// let doc = Doc::map().with("rows", 10).with("colour", "red");
/// let mut fields = Fields::of(&doc, "board").unwrap();
/// assert_eq!(fields.int_or("rows", 8, 2..=12), 10);
/// assert_eq!(fields.int_or("columns", 8, 2..=12), 8);
/// let faults = fields.done().unwrap_err();
/// assert_eq!(faults.to_string(), "board.colour: unknown field (known here: rows, columns)");
/// ```
pub struct Fields<'a> {
    place: String,
    fields: &'a [(Cow<'static, str>, Doc)],
    asked: Vec<&'static str>,
    /// What has been found wrong so far.
    pub faults: Faults,
}

impl<'a> Fields<'a> {
    /// The fields of `doc`, which must be a map; `place` is its path.
    pub fn of(doc: &'a Doc, place: &str) -> Result<Fields<'a>, Faults> {
        let place = place.to_string();
        match doc {
            Doc::Map(fields) => {
                let mut faults = Faults::default();
                for (i, (key, _)) in fields.iter().enumerate() {
                    if fields[..i].iter().any(|(k, _)| k == key) {
                        faults.add(Fault::new(join(&place, key), "stands twice"));
                    }
                }
                Ok(Fields { place, fields, asked: Vec::new(), faults })
            }
            other => {
                Err(Fault::new(place, format!("expected a map, found {}", other.kind())).into())
            }
        }
    }

    /// The path of the map.
    pub fn place(&self) -> &str {
        &self.place
    }

    /// The path of a field, for faults.
    pub fn path(&self, key: &str) -> String {
        join(&self.place, key)
    }

    /// Notes that the field is wrong.
    pub fn wrong(&mut self, key: &str, reason: impl Into<String>) {
        let place = self.path(key);
        self.faults.add(Fault::new(place, reason));
    }

    /// The raw value of a field.
    pub fn get(&mut self, key: &'static str) -> Option<&'a Doc> {
        if !self.asked.contains(&key) {
            self.asked.push(key);
        }
        self.fields.iter().find(|(k, _)| k == key).map(|(_, v)| v)
    }

    /// A whole number in a range, if the field is there.
    pub fn int(&mut self, key: &'static str, range: core::ops::RangeInclusive<i64>) -> Option<i64> {
        match self.get(key)? {
            Doc::Int(n) if range.contains(n) => Some(*n),
            Doc::Int(n) => {
                self.wrong(
                    key,
                    format!("{n} is not between {} and {}", range.start(), range.end()),
                );
                None
            }
            other => self.expected(key, "a number", other),
        }
    }

    /// A whole number in a range, or the default.
    pub fn int_or(
        &mut self,
        key: &'static str,
        default: i64,
        range: core::ops::RangeInclusive<i64>,
    ) -> i64 {
        self.int(key, range).unwrap_or(default)
    }

    /// Yes or no, or the default.
    pub fn bool_or(&mut self, key: &'static str, default: bool) -> bool {
        match self.get(key) {
            None => default,
            Some(Doc::Bool(b)) => *b,
            Some(other) => self.expected(key, "true or false", other).unwrap_or(default),
        }
    }

    /// A text, if the field is there.
    pub fn text(&mut self, key: &'static str) -> Option<&'a str> {
        match self.get(key)? {
            Doc::Text(text) => Some(text),
            other => self.expected(key, "a text", other),
        }
    }

    /// A list, or an empty one.
    pub fn list(&mut self, key: &'static str) -> &'a [Doc] {
        match self.get(key) {
            None => &[],
            Some(Doc::List(items)) => items,
            Some(other) => self.expected(key, "a list", other).unwrap_or(&[]),
        }
    }

    /// The named values of a map, or none.
    pub fn entries(&mut self, key: &'static str) -> &'a [(Cow<'static, str>, Doc)] {
        match self.get(key) {
            None => &[],
            Some(Doc::Map(fields)) => fields,
            Some(other) => self.expected(key, "a map", other).unwrap_or(&[]),
        }
    }

    /// One of a few words, or the default.
    pub fn word_or<T: Copy>(&mut self, key: &'static str, default: T, words: &[(&str, T)]) -> T {
        let Some(text) = self.text(key) else { return default };
        match words.iter().find(|(word, _)| *word == text) {
            Some((_, value)) => *value,
            None => {
                let known: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
                self.wrong(key, format!("\"{text}\" is none of {}", known.join(", ")));
                default
            }
        }
    }

    fn expected<T>(&mut self, key: &str, wanted: &str, found: &Doc) -> Option<T> {
        self.wrong(key, format!("expected {wanted}, found {}", found.kind()));
        None
    }

    /// Everything wrong, unknown fields included; call it last.
    pub fn done(mut self) -> Result<(), Faults> {
        for (key, _) in self.fields {
            if !self.asked.iter().any(|asked| asked == key) {
                let known = self.asked.join(", ");
                let place = join(&self.place, key);
                self.faults.add(Fault::new(place, format!("unknown field (known here: {known})")));
            }
        }
        self.faults.or(())
    }
}

pub(crate) fn join(place: &str, key: &str) -> String {
    if place.is_empty() { key.to_string() } else { format!("{place}.{key}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_is_written_as_json_on_one_line() {
        let doc = Doc::map()
            .with("plain", "Trafalgar")
            .with("odd", "a \"b\"\\\n\u{1}é")
            .with("numbers", Doc::list([0, 9, 10, 99, 100, -7, i64::MIN]))
            .with("truth", Doc::list([true, false]))
            .with("none", Doc::Null);
        assert_eq!(
            doc.to_string(),
            "{\"plain\":\"Trafalgar\",\"odd\":\"a \\\"b\\\"\\\\\\n\\u0001é\",\
             \"numbers\":[0,9,10,99,100,-7,-9223372036854775808],\
             \"truth\":[true,false],\"none\":null}"
        );
    }
}
