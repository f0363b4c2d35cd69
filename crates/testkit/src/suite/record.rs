//! The record of a game: it reads back, verifies, and a forged one does not.

use super::Play;
use crate::trail::{Broken, Lawful, ensure};
use admiralty_catalog::verify;
use admiralty_core::{Record, RecordLine, Rules, Text, digest};

impl<R: Rules + Text> Play<'_, R> {
    /// The record reads back, verifies, and a changed one does not.
    pub(super) fn record(&mut self) -> Lawful {
        if let Some(proof) = &mut self.running.proof {
            proof.key = Some(self.key.clone());
        }
        let record = self.running.record();
        let text = record.to_string();
        let read = Record::parse(&text)
            .map_err(|error| Broken { law: "a record reads back", detail: error.to_string() })?;
        ensure(read == record, "a record reads back the same", || text.clone())?;
        let games = [self.game];
        let (_, report) = verify(&games, &text).map_err(|error| Broken {
            law: "replay equals play, entry by entry",
            detail: error.to_string(),
        })?;
        let law = "replay ends where play ended";
        ensure(report.digest == digest(&R::save(&self.table)), law, || report.digest.to_string())?;
        self.tampered(&record)
    }

    fn tampered(&mut self, record: &Record) -> Lawful {
        let entries: Vec<usize> = (0..record.lines.len())
            .filter(|&i| matches!(record.lines[i], RecordLine::Entry { .. }))
            .collect();
        if entries.is_empty() {
            return Ok(());
        }
        let at = entries[self.rng.below(entries.len() as u32) as usize];
        let mut number = 0;
        for line in &record.lines[..=at] {
            match line {
                RecordLine::Entry { .. } => number += 1,
                RecordLine::Rewind { keep, .. } => number = *keep,
                RecordLine::Comment(_)
                | RecordLine::Note { .. }
                | RecordLine::Branch(_)
                | RecordLine::Back
                | RecordLine::Open { .. }
                | RecordLine::Redraw { .. } => {}
            }
        }
        let mut forged = record.clone();
        let RecordLine::Entry { rolled, digest, .. } = &mut forged.lines[at] else { return Ok(()) };
        let what = match rolled.first_mut() {
            Some(roll) if roll.die.0 > 1 => {
                roll.value = roll.value % roll.die.0 + 1;
                "a changed die"
            }
            _ => {
                *digest ^= 1;
                "a changed digest"
            }
        };
        match verify(&[self.game], &forged.to_string()) {
            Ok(_) => ensure(false, "a changed record does not verify", || {
                format!("{what} in entry {number} is not noticed")
            }),
            Err(error) => ensure(error.entry == number, "the first wrong entry is named", || {
                format!("{what} in entry {number}: {error}")
            }),
        }
    }
}
