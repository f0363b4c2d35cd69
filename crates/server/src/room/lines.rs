//! What the store keeps of a game, as the match engine reads it: rows of lines
//! hold numbers, the engine has seats, actors and audiences.

use crate::store::{LineRow, Live, Span, Store};
use admiralty_catalog::{Counted, Entry, Game, Lines, MatchError, Stretch, TableFace, json};
use admiralty_core::{Actor, Audience, Die, Rolled, Seat, SeatSet, UndoBar};
use std::sync::{Mutex, PoisonError};

/// A position is kept every so many entries.
pub(super) const SNAP_EVERY: usize = 64;

/// The lines of one table in the store. It remembers the rows that it has read.
pub(super) struct Stored<'a> {
    pub(super) store: &'a dyn Store,
    pub(super) num: i64,
    pub(super) game: &'static dyn Game,
    pub(super) read: Mutex<Vec<LineRow>>,
}

impl Stored<'_> {
    /// The row of a line, if it was read on the way.
    pub(super) fn row(&self, line: u32) -> Option<LineRow> {
        let read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        read.iter().find(|row| row.line == line).cloned()
    }
}

impl Lines for Stored<'_> {
    async fn stretch(&self, counted: &[Counted], from: usize) -> Result<Stretch, MatchError> {
        let n = from / SNAP_EVERY * SNAP_EVERY;
        let base = if n == 0 { 0 } else { counted[n - 1].line };
        let to = counted.last().map_or(base, |last| last.line);
        let unreadable = |why: &dyn std::fmt::Display| MatchError::Unreadable(why.to_string());
        let span = self.store.span(self.num, base, to).await.map_err(|e| unreadable(&e))?;
        let Span { snap, lines } = span;
        let snap = snap.ok_or_else(|| unreadable(&"a position is missing"))?;
        let table = read_position(self.game, &snap.doc).map_err(|why| unreadable(&why))?;
        // Both are in the order of their lines.
        let mut rows = lines.iter();
        let row_of = |counted: &Counted| rows.find(|row| row.line == counted.line).map(entry);
        let entries = counted[n..].iter().map_while(row_of).collect();
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        *read = lines;
        read.extend(snap.last);
        Ok(Stretch { n, table, entries })
    }
}

/// The entry of a row.
pub(super) fn entry(row: &LineRow) -> Entry {
    let rolled = |&(die, value): &(u16, u16)| Rolled { die: Die(die), value };
    Entry {
        by: actor(row.by),
        action: row.act.clone(),
        rolled: row.dice.iter().map(rolled).collect(),
        bar: row.bar.and_then(UndoBar::from_letter),
        turn: row.turn,
        digest: None,
        kept: row.kept,
    }
}

/// The entry of a row, in short.
pub(super) fn counted(row: &LineRow, n_seats: usize) -> Counted {
    Counted {
        line: row.line,
        seen: audience(row.seen, n_seats),
        by: actor(row.by),
        bar: row.bar.and_then(UndoBar::from_letter),
        kept: row.kept,
    }
}

/// Entries that count, as they are packed.
pub(super) fn pack(counted: &[Counted], n_seats: usize) -> Vec<Live> {
    let live = |entry: &Counted| Live {
        line: entry.line,
        seen: bits(entry.seen, n_seats) as u16,
        by: number(entry.by) as i8,
        bar: entry.bar,
        kept: entry.kept,
    };
    counted.iter().map(live).collect()
}

/// The same, unpacked.
pub(super) fn unpack(live: &[Live], n_seats: usize) -> Vec<Counted> {
    let counted = |live: &Live| Counted {
        line: live.line,
        seen: audience(u32::from(live.seen), n_seats),
        by: actor(i16::from(live.by)),
        bar: live.bar,
        kept: live.kept,
    };
    live.iter().map(counted).collect()
}

pub(super) fn read_position(
    game: &'static dyn Game,
    text: &str,
) -> Result<Box<dyn TableFace>, String> {
    let doc = json::read(text).map_err(|fault| fault.to_string())?;
    game.load(&doc).map_err(|faults| faults.to_string())
}

/// Who made an entry, as it is written down.
pub(super) fn number(actor: Actor) -> i16 {
    match actor {
        Actor::Seat(seat) => i16::from(seat.0),
        Actor::Clock => -1,
        Actor::Host => -2,
    }
}

/// The same, read. What an older server did not write down was no seat's for sure.
pub(super) fn actor(number: i16) -> Actor {
    match u8::try_from(number) {
        Ok(seat) => Actor::Seat(Seat(seat)),
        Err(_) if number == -1 => Actor::Clock,
        Err(_) => Actor::Host,
    }
}

/// Who noticed something, as it is written down: the seats in order, then spectators.
pub(super) fn bits(seen: Audience, n_seats: usize) -> u32 {
    let seats = seen.seats.common(SeatSet::first(n_seats as u8)).bits();
    seats | u32::from(seen.spectators) << n_seats
}

fn audience(bits: u32, n_seats: usize) -> Audience {
    Audience {
        seats: SeatSet::from_bits(bits).common(SeatSet::first(n_seats as u8)),
        spectators: bits & (1 << n_seats) != 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_down_is_read_back() {
        for by in [Actor::Seat(Seat(0)), Actor::Seat(Seat(14)), Actor::Clock, Actor::Host] {
            for (seats, spectators) in [(0, true), (0b101, false), (0b111, true)] {
                let seen = Audience { seats: SeatSet::from_bits(seats), spectators };
                let bar = Some(UndoBar::Passed);
                let counted = [Counted { line: 7, seen, by, bar, kept: spectators }];
                assert_eq!(unpack(&pack(&counted, 3), 3), counted);
            }
        }
        // Everybody is everybody at this table.
        assert_eq!(bits(Audience::ALL, 2), 0b111);
    }
}
