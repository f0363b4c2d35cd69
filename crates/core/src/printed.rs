//! A document that comes with a game: the text of a file, read when it is first asked for and
//! kept, so that a game begins no slower for having its scenarios in files.

use crate::{Doc, Toml};
use alloc::boxed::Box;
use once_cell::race::OnceBox;

/// A TOML file embedded in a game: a scenario, a layout.
///
/// ```
/// use admiralty_core::Printed;
/// static CALM: Printed = Printed::new("calm", "title = \"A calm\"\n");
/// assert_eq!(CALM.doc().get("title").and_then(|title| title.as_text()), Some("A calm"));
/// ```
#[derive(Debug)]
pub struct Printed {
    /// Its name.
    pub id: &'static str,
    /// The file as it was written, remarks included.
    pub text: &'static str,
    doc: OnceBox<Doc>,
}

impl Printed {
    /// The file of this name; it is not read yet.
    pub const fn new(id: &'static str, text: &'static str) -> Printed {
        Printed { id, text, doc: OnceBox::new() }
    }

    /// What the file says. A text that is no TOML says nothing; tests read them all.
    pub fn doc(&self) -> &Doc {
        self.doc.get_or_init(|| Box::new(Toml::read(self.text).map(|t| t.doc).unwrap_or_default()))
    }
}
