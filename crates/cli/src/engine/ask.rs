//! Reading the fields of a request.

use super::answer::Trouble;
use crate::table::fresh_seed;
use admiralty_catalog::TableFace;
use admiralty_core::{Actor, Die, Doc, Fields, Seat, Viewer};

/// The fields of a request; those nobody asked for are faults.
pub(super) struct Ask<'a> {
    pub(super) fields: Fields<'a>,
}

impl<'a> Ask<'a> {
    /// Everything wrong with the form of the request.
    pub(super) fn done(self) -> Result<(), Trouble> {
        self.fields.done().map_err(Trouble::form)
    }

    /// A text that must be there.
    pub(super) fn text(&mut self, key: &'static str) -> Result<&'a str, Trouble> {
        match self.fields.text(key) {
            Some(text) => Ok(text),
            None => {
                if self.fields.faults.0.is_empty() {
                    self.fields.wrong(key, "is missing");
                }
                Err(Trouble::form(std::mem::take(&mut self.fields.faults)))
            }
        }
    }

    /// A list of texts; nothing if it is left out.
    pub(super) fn texts(&mut self, key: &'static str) -> Vec<String> {
        let mut texts = Vec::new();
        for (i, item) in self.fields.list(key).iter().enumerate() {
            match item.as_text() {
                Some(text) => texts.push(text.to_string()),
                None => self.fields.wrong(&format!("{key}.{i}"), "expected a text"),
            }
        }
        texts
    }

    /// The seed, or one that nobody chose.
    pub(super) fn seed(&mut self) -> u64 {
        match self.fields.int("seed", 0..=i64::MAX) {
            Some(seed) => seed.unsigned_abs(),
            None => fresh_seed(),
        }
    }

    /// Forced dice, if there are any: numbers from 1 to the most faces a die has.
    pub(super) fn dice(&mut self) -> Option<Vec<u16>> {
        self.fields.get("dice")?;
        let mut values = Vec::new();
        for (i, item) in self.fields.list("dice").iter().enumerate() {
            match item.as_int().map(u16::try_from) {
                Some(Ok(value)) if (1..=Die::MAX_FACES).contains(&value) => values.push(value),
                _ => {
                    let reason = format!("expected a number from 1 to {}", Die::MAX_FACES);
                    self.fields.wrong(&format!("dice.{i}"), reason);
                }
            }
        }
        Some(values)
    }

    /// The seat the request is about.
    pub(super) fn seat(&mut self, table: &dyn TableFace) -> Result<Seat, Trouble> {
        let code = self.text("seat")?;
        table.parse_seat(code).ok_or_else(|| nobody(table, code, &[]))
    }

    /// The seat, or `clock` or `host`.
    pub(super) fn actor(&mut self, table: &dyn TableFace) -> Result<Actor, Trouble> {
        let code = self.text("seat")?;
        table.parse_actor(code).ok_or_else(|| nobody(table, code, &["clock", "host"]))
    }

    /// The seat, or `spectator` or `umpire`.
    pub(super) fn viewer(
        &mut self,
        table: &dyn TableFace,
        key: &'static str,
        default: Viewer,
    ) -> Result<Viewer, Trouble> {
        match self.fields.get(key) {
            None => Ok(default),
            Some(Doc::Text(code)) => table
                .parse_viewer(code)
                .ok_or_else(|| nobody(table, code, &["spectator", "umpire"])),
            Some(_) => {
                self.fields.wrong(key, "expected a text");
                Err(Trouble::form(std::mem::take(&mut self.fields.faults)))
            }
        }
    }
}

fn nobody(table: &dyn TableFace, code: &str, more: &[&str]) -> Trouble {
    let seats = (0..table.n_seats()).map(|i| table.seat_code(Seat(i)));
    let known: Vec<String> = seats.chain(more.iter().map(|word| (*word).to_string())).collect();
    Trouble::new(
        "request/seat",
        format!("nobody here is \"{code}\" (there are: {})", known.join(", ")),
    )
}
