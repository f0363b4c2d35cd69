//! What readers of larger documents share: fields that must be there, maps inside maps, lists of
//! maps, each with the paths of its faults.

use crate::{Doc, Fault, Faults, Fields};
use alloc::format;
use alloc::vec::Vec;

impl<'a> Fields<'a> {
    /// Notes that the field is missing, if it is; `what` says what belongs there.
    pub fn need(&mut self, key: &'static str, what: &str) -> bool {
        let there = self.get(key).is_some();
        if !there {
            self.wrong(key, format!("is missing: {what}"));
        }
        there
    }

    /// A text of one line that people are shown, with at most so many signs.
    pub fn line(&mut self, key: &'static str, most: usize) -> Option<&'a str> {
        let text = self.text(key)?;
        if text.trim().is_empty() {
            self.wrong(key, "is empty");
        } else if text.chars().any(char::is_control) {
            self.wrong(key, "is one line of plain text");
        } else if text.chars().count() > most {
            self.wrong(key, format!("is longer than {most} signs"));
        } else {
            return Some(text);
        }
        None
    }

    /// What was read elsewhere, its faults noted here.
    pub fn take<T>(&mut self, read: Result<T, Faults>) -> Option<T> {
        match read {
            Ok(value) => Some(value),
            Err(faults) => {
                self.faults.0.extend(faults.0);
                None
            }
        }
    }

    /// Reads the map in a field, if there is one; what it has and nobody asked for is a fault.
    pub fn inside<T>(
        &mut self,
        key: &'static str,
        read: impl FnOnce(&mut Fields<'a>) -> T,
    ) -> Option<T> {
        let doc = self.get(key)?;
        let place = self.path(key);
        self.within(doc, &place, read)
    }

    /// Reads each map of a list.
    pub fn each(&mut self, key: &'static str, mut read: impl FnMut(&mut Fields<'a>)) {
        let path = self.path(key);
        for (i, doc) in self.list(key).iter().enumerate() {
            self.within(doc, &format!("{path}.{i}"), &mut read);
        }
    }

    fn within<T>(
        &mut self,
        doc: &'a Doc,
        place: &str,
        read: impl FnOnce(&mut Fields<'a>) -> T,
    ) -> Option<T> {
        let mut fields = self.take(Fields::of(doc, place))?;
        let value = read(&mut fields);
        self.take(fields.done());
        Some(value)
    }

    /// The texts of a list, each as it is understood; what is not understood is a fault.
    pub fn texts<T>(
        &mut self,
        key: &'static str,
        like: &str,
        mut read: impl FnMut(&str) -> Option<T>,
    ) -> Vec<T> {
        let path = self.path(key);
        let mut found = Vec::new();
        for (i, item) in self.list(key).iter().enumerate() {
            match item.as_text().and_then(&mut read) {
                Some(value) => found.push(value),
                None => self.faults.add(Fault::new(format!("{path}.{i}"), format!("is no {like}"))),
            }
        }
        found
    }

    /// Fields that say nothing because another is wrong already: they are not unknown.
    pub fn skip(&mut self, keys: &[&'static str]) {
        for key in keys {
            self.get(key);
        }
    }
}
