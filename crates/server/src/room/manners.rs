//! Who is meant by a seat or a line, and what two people have said, for whoever keeps away from
//! somebody or reports them.

use super::Room;
use crate::error::Error;
use crate::store::HolderRow;
use admiralty_core::{Seat, Viewer};
use admiralty_protocol::{Meant, ReportLine, code};

impl Room {
    /// Who is meant, and what they are called here. A line that somebody may not read is nobody's.
    pub(crate) fn meant(&self, who: &Meant, me: &str) -> Result<(String, String), Error> {
        let inner = self.lock();
        let nobody = || Error::new(code::NOT_FOUND, "There is nobody like that at this table.");
        match who {
            Meant::Seat { seat } => match inner.card.seat(Seat(*seat)).map(|row| &row.holder) {
                Some(HolderRow::Person { user, name, .. }) => Ok((user.clone(), name.clone())),
                _ => Err(nobody()),
            },
            Meant::Line { channel, n } => {
                let same = |said: &&super::chat::Said| {
                    said.line.channel == *channel
                        && said.line.n == *n
                        && inner.may_read(Viewer::Spectator, Some(me), &said.line)
                };
                let said = inner.chat.said().find(same).ok_or_else(nobody)?;
                Ok((said.by.clone(), said.line.name.clone()))
            }
        }
    }

    /// The first seat of a person.
    pub(crate) fn seat_of(&self, user: &str) -> Option<Seat> {
        self.lock().card.seats_of(user).iter().next()
    }

    /// What these two have said last, as far as the first may read it. What others said is not
    /// for a report: it would stay there when they delete it.
    pub(crate) fn said_by(&self, me: &str, other: &str, most: usize) -> Vec<ReportLine> {
        let inner = self.lock();
        let lines = inner.chat.said().filter(|said| {
            (said.by == me || said.by == other)
                && inner.may_read(Viewer::Spectator, Some(me), &said.line)
        });
        let lines =
            lines.map(|said| ReportLine { line: said.line.clone(), theirs: said.by == other });
        let mut lines: Vec<ReportLine> = lines.collect();
        lines.drain(..lines.len().saturating_sub(most));
        lines
    }
}
