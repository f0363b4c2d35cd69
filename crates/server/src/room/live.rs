//! The running game of a room: position, numbers, what was lately told.

use super::Inner;
use crate::clock::Clocks;
use crate::store::{LineRow, Live, Span};
use admiralty_catalog::{ErasedEvent, Game, TableFace, json};
use admiralty_core::{Actor, Audience, Doc, Key, Salt, Seat, Tape, Viewer};
use admiralty_protocol::{Tell, Undo};
use std::collections::VecDeque;
use std::hash::{DefaultHasher, Hash, Hasher};
use tokio_tungstenite::tungstenite::Utf8Bytes;

/// So many updates are kept for clients that come back.
pub(crate) const RING: usize = 16;
/// So many entries are kept for the log of clients that come new.
pub(crate) const PAST: usize = 12;
/// So many ids of actions are remembered per table.
const IDS: usize = 32;
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
    /// Ids of the last actions with their seats, as hashes.
    ids: VecDeque<u64>,
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
    pub(crate) events: Events,
}

/// What happened in an entry, written once for all viewers: a fraction of the
/// size of documents.
#[derive(Default)]
pub(crate) struct Events {
    /// One `Tell` after the other.
    text: Box<str>,
    parts: Box<[Part]>,
}

/// One event.
struct Part {
    to: Audience,
    /// Where its data end, and where all of it.
    data: u32,
    end: u32,
    /// Programs learn nothing from an event that is only a word.
    word: bool,
}

impl Events {
    pub(crate) fn new(events: &[ErasedEvent]) -> Events {
        let mut text = String::with_capacity(384);
        let part = |event: &ErasedEvent| {
            text.push_str("{\"d\":");
            crate::json::doc(&mut text, &event.doc);
            let data = text.len() as u32;
            text.push_str(",\"s\":");
            crate::json::text(&mut text, &event.sentence);
            for (i, clause) in event.clauses.iter().enumerate() {
                text.push_str(if i == 0 { ",\"c\":[" } else { "," });
                crate::json::text(&mut text, clause.as_str());
            }
            if !event.clauses.is_empty() {
                text.push(']');
            }
            for (i, roll) in event.dice.iter().enumerate() {
                text.push_str(if i == 0 { ",\"r\":[[" } else { ",[" });
                crate::json::number(&mut text, roll.die.0);
                text.push(',');
                crate::json::number(&mut text, roll.value);
                text.push(']');
            }
            text.push_str(if event.dice.is_empty() { "}" } else { "]}" });
            let word = matches!(&event.doc, Doc::Map(fields) if fields.len() < 2);
            Part { to: event.to, data, end: text.len() as u32, word }
        };
        let parts = events.iter().map(part).collect();
        Events { text: text.into(), parts }
    }

    /// The texts of this viewer's events: whole, and how far the data go.
    fn of(&self, viewer: Viewer) -> impl Iterator<Item = (&Part, &str, usize)> {
        let starts = std::iter::once(0).chain(self.parts.iter().map(|part| part.end as usize));
        let all = self.parts.iter().zip(starts);
        all.filter(move |(part, _)| part.to.includes(viewer)).map(|(part, start)| {
            (part, &self.text[start..part.end as usize], part.data as usize - start)
        })
    }

    /// Writes what this viewer is told, with its comma, in words or as data only.
    pub(crate) fn write(&self, out: &mut String, viewer: Viewer, words: bool) {
        let mut any = false;
        for (_, text, data) in self.of(viewer).filter(|(part, ..)| words || !part.word) {
            out.push_str(if any { "," } else { ",\"e\":[" });
            any = true;
            if words {
                out.push_str(text);
            } else {
                out.push_str(&text[..data]);
                out.push('}');
            }
        }
        if any {
            out.push(']');
        }
    }

    /// As this viewer was told.
    pub(crate) fn told_to(&self, viewer: Viewer) -> Vec<Tell> {
        self.of(viewer).filter_map(|(_, text, _)| serde_json::from_str(text).ok()).collect()
    }
}

/// What one viewer was told.
#[derive(Default)]
pub(crate) struct Stream {
    /// Number of the last update.
    pub(crate) n: u32,
    /// The view as last sent, of games that cannot tell what changed; nothing
    /// if it has to be made again.
    pub(crate) view: Option<Doc>,
    pub(crate) prompt: Option<String>,
    pub(crate) board: Option<String>,
    pub(crate) may: Option<May>,
    /// How much the clients of this viewer want to be told, as bits.
    pub(crate) says: u8,
    /// The last updates, by how much they say.
    pub(crate) ring: VecDeque<(u32, [Option<Utf8Bytes>; 3])>,
    /// Updates are made for a viewer that was here until then.
    pub(crate) until: u64,
}

/// May a viewer's last decision be taken back?
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum May {
    /// Yes.
    Yes,
    /// No, and why.
    No(&'static str),
    /// Whoever watches decides nothing.
    Watches,
}

impl May {
    /// As clients are told.
    pub(crate) fn undo(self) -> Undo {
        match self {
            May::Yes => Undo::May(true),
            May::No(why) => Undo::Why(why.into()),
            May::Watches => Undo::May(false),
        }
    }
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

/// Seats as bits.
pub(crate) fn seat_bits(seats: admiralty_core::SeatSet) -> u32 {
    seats.iter().fold(0, |set, seat| set | 1 << seat.0)
}

fn hash_id(seat: u8, id: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    (seat, id).hash(&mut hasher);
    hasher.finish()
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
        self.ids.push_back(hash_id(seat, id));
    }

    /// Was this action of the seat carried out lately?
    pub(crate) fn remembers(&self, seat: u8, id: &str) -> bool {
        self.ids.contains(&hash_id(seat, id))
    }

    pub(crate) fn told(&mut self, told: Told) {
        if self.past.len() == PAST {
            self.past.pop_front();
        }
        self.past.push_back(told);
    }

    /// May this viewer's last decision be taken back?
    pub(crate) fn undo(&self, viewer: Viewer) -> May {
        match viewer {
            Viewer::Seat(seat) => self.undo_to(seat).map_or_else(May::No, |_| May::Yes),
            Viewer::Spectator | Viewer::Umpire => May::Watches,
        }
    }

    /// How many entries are left when a seat takes its last decision back. Not
    /// across a roll, a reveal, a turn that passed or a decision of somebody
    /// else that it saw. What it did not see does not count: the answer would
    /// tell of it.
    pub(crate) fn undo_to(&self, seat: Seat) -> Result<usize, &'static str> {
        for (i, entry) in self.live.iter().enumerate().rev() {
            if i16::from(entry.by) == i16::from(seat.0) {
                return entry.bar.map_or(Ok(i), |bar| Err(bar.sentence()));
            }
            if entry.is_seen_by(seat.index()) {
                return Err("somebody else has decided since");
            }
        }
        Err("there is nothing to undo")
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
            None => self.live.push(Live::of(row)),
        }
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
                events: Events::new(&played.events),
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
