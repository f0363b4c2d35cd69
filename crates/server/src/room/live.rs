//! The running game of a room: position, numbers, what was lately told.

use super::Inner;
use crate::clock::Clocks;
use crate::store::{LineRow, Live, Span};
use admiralty_catalog::{ErasedEvent, Game, TableFace, json};
use admiralty_core::{Actor, Doc, Key, Salt, Seat, Tape, UndoBar, Viewer};
use admiralty_protocol::Undo;
use axum::extract::ws::Utf8Bytes;
use std::collections::VecDeque;

/// So many updates are kept for clients that come back.
pub(crate) const RING: usize = 32;
/// So many entries are kept for the log of clients that come new.
pub(crate) const PAST: usize = 12;
/// So many ids of actions are remembered per table.
const IDS: usize = 64;
/// A position is kept every so many entries.
pub(crate) const SNAP_EVERY: usize = 64;

pub(crate) struct Play {
    pub(crate) table: Box<dyn TableFace>,
    /// Lines written so far.
    pub(crate) line: u32,
    /// Entries that count.
    pub(crate) live: Vec<Live>,
    /// Dice rolled so far.
    pub(crate) rolls: u64,
    /// Who made the last entry that counts, and what bars its undoing.
    pub(crate) last: Option<(Actor, Option<UndoBar>)>,
    /// Ids of the last actions, with their seats.
    pub(crate) ids: VecDeque<(u8, String)>,
    /// What was told in the last entries.
    pub(crate) past: VecDeque<Told>,
    /// For each seat the number at which it last acted or was asked anew.
    pub(crate) marks: Vec<u32>,
    /// When spectators last saw something.
    pub(crate) seen_at: u64,
    pub(crate) key: Key,
    pub(crate) salts: Vec<Salt>,
}

/// What was told in one entry.
pub(crate) struct Told {
    pub(crate) nums: Vec<u32>,
    pub(crate) seen: u32,
    pub(crate) turn: u32,
    pub(crate) events: Vec<ErasedEvent>,
}

/// What one viewer was told.
#[derive(Default)]
pub(crate) struct Stream {
    /// Number of the last update.
    pub(crate) n: u32,
    /// The view as last sent; nothing if it has to be made again.
    pub(crate) view: Option<Doc>,
    pub(crate) prompt: Option<String>,
    pub(crate) board: Option<String>,
    pub(crate) undo: Option<Undo>,
    /// What changed in words with the last update.
    pub(crate) words: super::frames::Words,
    /// How much the clients of this viewer want to be told, as bits.
    pub(crate) says: u8,
    /// The last updates, by how much they say.
    pub(crate) ring: VecDeque<(u32, [Option<Utf8Bytes>; 3])>,
    /// Updates are made for a viewer that was here until then.
    pub(crate) until: u64,
}

/// Seats in order, then spectators.
pub(crate) fn viewer_to_index(viewer: Viewer, n_seats: usize) -> usize {
    match viewer {
        Viewer::Seat(seat) => seat.index(),
        Viewer::Spectator | Viewer::Umpire => n_seats,
    }
}

pub(crate) fn number_to_viewer(index: usize, n_seats: usize) -> Viewer {
    if index < n_seats { Viewer::Seat(Seat(index as u8)) } else { Viewer::Spectator }
}

pub(crate) fn actor_number(actor: Actor) -> i16 {
    match actor {
        Actor::Seat(seat) => i16::from(seat.0),
        Actor::Clock => -1,
        Actor::Host => -2,
    }
}

pub(crate) fn number_to_actor(by: i16) -> Actor {
    match by {
        -1 => Actor::Clock,
        -2 => Actor::Host,
        seat => Actor::Seat(Seat(seat as u8)),
    }
}

pub(crate) fn letter_to_bar(letter: char) -> Option<UndoBar> {
    [UndoBar::Rolled, UndoBar::Revealed, UndoBar::Passed, UndoBar::NotASeat]
        .into_iter()
        .find(|bar| bar.letter() == letter)
}

/// Seats as bits.
pub(crate) fn seat_bits(seats: admiralty_core::SeatSet) -> u32 {
    seats.iter().fold(0, |set, seat| set | 1 << seat.0)
}

/// Plays a stored entry again.
pub(crate) fn replay(
    table: &mut dyn TableFace,
    row: &LineRow,
) -> Result<admiralty_catalog::Played, String> {
    let values: Vec<u16> = row.dice.iter().map(|(_, value)| *value).collect();
    table
        .play(number_to_actor(row.by), &row.act, &mut Tape::new(&values))
        .map_err(|objection| format!("line {} does not replay: {objection}", row.line))
}

pub(crate) fn read_position(
    game: &'static dyn Game,
    text: &str,
) -> Result<Box<dyn TableFace>, String> {
    let doc = json::read(text).map_err(|fault| fault.to_string())?;
    game.load(&doc).map_err(|faults| faults.to_string())
}

impl Play {
    pub(crate) fn new(table: Box<dyn TableFace>, key: Key, salts: Vec<Salt>, rolls: u64) -> Play {
        let marks = vec![0; usize::from(table.n_seats())];
        Play {
            table,
            line: 0,
            live: Vec::new(),
            rolls,
            last: None,
            ids: VecDeque::new(),
            past: VecDeque::new(),
            marks,
            seen_at: 0,
            key,
            salts,
        }
    }

    pub(crate) fn remember(&mut self, seat: u8, id: &str) {
        if self.ids.len() == IDS {
            self.ids.pop_front();
        }
        self.ids.push_back((seat, id.to_string()));
    }

    pub(crate) fn told(&mut self, told: Told) {
        if self.past.len() == PAST {
            self.past.pop_front();
        }
        self.past.push_back(told);
    }

    /// May this viewer's last decision be taken back?
    pub(crate) fn undo(&self, viewer: Viewer) -> Undo {
        let Viewer::Seat(seat) = viewer else { return Undo::May(false) };
        match self.last {
            None => Undo::Why("there is nothing to undo".into()),
            Some((_, Some(bar))) => Undo::Why(bar.sentence().into()),
            Some((by, None)) if by != Actor::Seat(seat) => {
                Undo::Why("somebody else has decided since".into())
            }
            Some((_, None)) => Undo::May(true),
        }
    }

    /// Counts a stored line again.
    fn count(&mut self, row: &LineRow) {
        self.line = row.line;
        self.rolls = row.rolls;
        self.seen_at = row.sat;
        if row.by >= 0 && !row.id.is_empty() {
            self.remember(row.by as u8, &row.id);
        }
        match row.keep {
            Some(keep) => self.live.truncate(keep as usize),
            None => self.live.push(Live { line: row.line, seen: row.seen }),
        }
        // A line that takes something back names the entry that is the last now.
        self.last = (!self.live.is_empty())
            .then(|| (number_to_actor(row.by), row.bar.and_then(letter_to_bar)));
        for (seat, mark) in self.marks.iter_mut().enumerate() {
            if row.keep.is_some() || row.by == seat as i16 {
                *mark = row.nums.get(seat).copied().unwrap_or(0);
            }
        }
    }
}

impl Inner {
    /// Takes up the game from a snapshot and the lines after it.
    pub(crate) fn load(&mut self, game: &'static dyn Game, span: Span) -> Result<(), String> {
        let snap = span.snap.ok_or("the beginning of the game is missing")?;
        let table = read_position(game, &snap.doc)?;
        let key = Key::from_hex(&self.row.key).ok_or("the key of the dice is unreadable")?;
        let salts = self.row.seats.iter().map(|s| Salt::new(&s.salt).unwrap_or_default()).collect();
        let mut play = Play::new(table, key, salts, self.row.begun_rolls);
        let mut last = None;
        if let Some(row) = snap.last {
            // As if it had just been written: `live` has its entry already.
            play.live = snap.live;
            let live = play.live.clone();
            play.count(&row);
            play.live = live;
            last = Some(row);
        }
        for row in span.lines {
            let played = replay(&mut *play.table, &row)?;
            play.count(&row);
            play.told(Told {
                nums: row.nums.clone(),
                seen: row.seen,
                turn: row.turn,
                events: played.events,
            });
            last = Some(row);
        }
        let since = last.as_ref().map_or(self.row.begun, |row| row.at);
        self.clocks = Clocks::new(self.row.clock, self.row.seats.len(), since);
        if let Some(row) = last {
            for (stream, n) in self.streams.iter_mut().zip(&row.nums) {
                stream.n = *n;
            }
            if !row.left.is_empty() {
                self.clocks.left = row.left;
            }
        }
        if self.row.status == admiralty_protocol::Status::Playing
            && self.row.clock != admiralty_protocol::ClockPlan::None
        {
            self.clocks.running = seat_bits(play.table.awaited(Viewer::Spectator).seats());
        }
        self.play = Some(Box::new(play));
        Ok(())
    }
}
