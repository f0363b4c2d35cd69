//! The record of a game: everything that was written, and how it ended.

use super::log::Line;
use super::{Match, Start};
use crate::face::TableFace;
use admiralty_core::{
    Actor, Record, RecordLine, Salt, Seat, Side, SideSet, Transcript, rolls_text,
};

/// The table as it is, the table as the open record makes it, and how many entries that has.
type Shown = (Box<dyn TableFace>, Box<dyn TableFace>, usize);

/// What of these lines stands in the transcript.
fn transcript(lines: &[RecordLine]) -> Vec<String> {
    let mut transcript = Transcript::default();
    lines.iter().filter_map(|line| transcript.line(line)).collect()
}

impl Match {
    /// The whole record. It says everything: for the umpire, or for those who
    /// were at the table.
    pub fn record(&self) -> Record {
        let table = self.table();
        let apart = self.draws.as_ref().is_some_and(|draws| draws.apart);
        let lines = self.log().lines().iter().map(|line| match line {
            Line::Entry(entry) => RecordLine::Entry {
                by: table.actor_code(entry.by),
                action: entry.action.clone(),
                rolled: entry.rolled.clone(),
                digest: entry.digest.unwrap_or_default(),
                kept: entry.kept && apart,
            },
            Line::Rewind(rewind) => RecordLine::Rewind {
                keep: rewind.keep,
                by: rewind.by.iter().map(|seat| table.seat_code(seat)).collect(),
            },
        });
        let mut all = Vec::with_capacity(lines.len());
        for (i, line) in lines.enumerate() {
            all.extend(self.asides_before(i));
            all.push(line);
        }
        all.extend(self.asides_before(self.log().lines().len()));
        Record { tags: self.record_tags(), lines: all, result: table.result() }
    }

    /// Openings and new draws that stand before this line.
    fn asides_before(&self, index: usize) -> impl Iterator<Item = RecordLine> + '_ {
        let asides = self.draws.iter().flat_map(|draws| &draws.asides);
        asides.filter(move |(i, _)| *i == index).map(|(_, aside)| aside.clone())
    }

    /// The record as it is given to others: what the sides keep to themselves
    /// even after the end is left out, and it verifies without. `own` sides are
    /// those of the one who asks.
    pub fn open_record(&self, own: SideSet) -> Record {
        let mut whole = self.record();
        let Ok(mut table) = self.seek(0) else { return whole };
        let all = transcript(&whole.lines);
        whole.lines.retain(|l| !matches!(l, RecordLine::Open { .. } | RecordLine::Redraw { .. }));
        let withheld = (0..table.n_sides()).map(Side).filter(|&side| !own.has(side));
        let withheld: Vec<Side> = withheld.collect();
        let end = self.table().end();
        let open = |table: &dyn TableFace| {
            let mut open = table.clone_box();
            withheld.iter().for_each(|&side| open.withhold(side, end));
            open.digest()
        };
        // For each entry that counts: the table after it, the table as the open record alone
        // makes it, whose digests it carries, and how many stand in that record up to it.
        let mut told = table.clone_box();
        let mut shown: Vec<Shown> = vec![(table.clone_box(), told.clone_box(), 0)];
        let mut lines = Vec::with_capacity(whole.lines.len());
        for (i, (line, written)) in self.log().lines().iter().zip(whole.lines).enumerate() {
            lines.extend(self.asides_before(i));
            let n = shown.last().map_or(0, |(.., n)| *n);
            match (line, written) {
                (Line::Entry(entry), RecordLine::Entry { by, action, rolled, kept, .. }) => {
                    let (was, was_open) = (table.digest(), open(&*table));
                    if super::seek::replay(&mut *table, entry).is_err() {
                        break;
                    }
                    // It is a withheld side's own, changed nothing but what is withheld, or cannot
                    // stand without it, as being ready cannot without what was placed.
                    let by_withheld = match entry.by {
                        Actor::Seat(seat) => {
                            table.side_of(seat).is_some_and(|side| withheld.contains(&side))
                        }
                        Actor::Clock | Actor::Host => false,
                    };
                    let hidden = entry.kept && by_withheld
                        || open(&*table) == was_open && table.digest() != was
                        || super::seek::replay(&mut *told, entry).is_err();
                    if !hidden {
                        let digest = told.digest();
                        lines.push(RecordLine::Entry { by, action, rolled, digest, kept });
                    }
                    let n = n + usize::from(!hidden);
                    shown.push((table.clone_box(), told.clone_box(), n));
                }
                (Line::Rewind(rewind), RecordLine::Rewind { by, .. }) => {
                    shown.truncate(rewind.keep + 1);
                    let Some((back, back_told, keep)) = shown.last() else { break };
                    (table, told) = (back.clone_box(), back_told.clone_box());
                    if *keep < n {
                        lines.push(RecordLine::Rewind { keep: *keep, by });
                    }
                }
                _ => break,
            }
        }
        lines.extend(self.asides_before(self.log().lines().len()));
        let mut tags = whole.tags;
        // A transcript of which a part is missing has another head.
        if transcript(&lines) != all {
            let bound = ["Head", "Signer", "Signature"];
            tags.retain(|(key, _)| !bound.contains(&key.as_str()));
        }
        Record { tags, lines, result: whole.result }
    }

    fn record_tags(&self) -> Vec<(String, String)> {
        let mut tags = vec![
            ("Format".to_string(), "adm 1".to_string()),
            ("Game".to_string(), self.game().meta().id.to_string()),
        ];
        if !self.id().is_empty() {
            tags.push(("Id".into(), self.id().into()));
        }
        match self.start() {
            Start::Setup(doc) => tags.push(("Setup".into(), doc.to_string())),
            Start::Position(doc) => tags.push(("Position".into(), doc.to_string())),
        }
        if !self.begun().is_empty() {
            tags.push(("Begin".into(), rolls_text(self.begun())));
        }
        if let Some(draws) = &self.draws {
            let table = self.table();
            let codes = (0..table.n_seats()).map(|seat| table.seat_code(Seat(seat)));
            tags.push(("Seats".into(), codes.collect::<Vec<_>>().join(",")));
            tags.extend(draws.tags());
        }
        if let Some(proof) = &self.proof {
            tags.push(("Commitment".into(), proof.commitment.hex()));
            let salts: Vec<&str> = proof.salts.iter().map(Salt::as_str).collect();
            tags.push(("Salts".into(), salts.join(",")));
            if let Some(key) = &proof.key {
                tags.push(("Key".into(), key.hex()));
            }
        }
        tags.extend(self.tags.iter().cloned());
        tags
    }
}
