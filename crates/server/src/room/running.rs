//! The running game of a room: how far it has come, its dice, and what was
//! lately done and told.

use super::events::Events;
use super::lines::{self, SNAP_EVERY};
use super::streams::{May, Numbers};
use crate::dice::Source;
use crate::hub::When;
use crate::store::{LineRow, SnapRow, Span, TableRow};
use admiralty_catalog::{Course, Game, Made, Objection, Recall, TableFace};
use admiralty_core::{
    Actor, Audience, BySeat, Drawn, Head, Link, RecordLine, Rolled, Seat, SeatSet, Verifiable,
    Viewer, plain_entry,
};
use admiralty_protocol::Past;
use serde_json::value::RawValue;
use std::collections::VecDeque;
use std::hash::{DefaultHasher, Hash, Hasher};

/// So many entries are kept for the log of clients that come new.
const PAST: usize = 12;
/// So many ids of actions are remembered per table.
const IDS: usize = 32;

pub(super) struct Running {
    course: Course,
    source: Source,
    /// The transcript so far, where the dice are drawn.
    head: Option<Head>,
    /// Does it go on without what the sides keep to themselves?
    apart: bool,
    /// The id of the table.
    id: String,
    /// What the seat shows with the entry that is being made.
    opening: Option<Link>,
    /// Ids of the last actions with their seats, as hashes.
    ids: VecDeque<u64>,
    /// What was told in the last entries.
    past: VecDeque<Told>,
    /// For each seat the number at which it last acted or was asked anew.
    marks: BySeat<u32>,
    /// When spectators last saw something.
    seen_at: u64,
}

/// What was told in one entry.
pub(super) struct Told {
    pub(super) numbers: Numbers,
    pub(super) seen: Audience,
    pub(super) turn: u32,
    pub(super) events: Events,
}

/// What is noted of a line besides what it does to the game.
pub(super) struct Note<'a> {
    pub(super) at: When,
    /// The client's id of it.
    pub(super) id: &'a str,
    /// Each viewer's number after it.
    pub(super) numbers: &'a Numbers,
    pub(super) seen: Audience,
    /// Seats that must look at the position anew before they decide.
    pub(super) marked: SeatSet,
    /// Milliseconds left on the clocks, and how many of them are the bank's.
    pub(super) times: (Vec<u64>, Vec<u64>),
}

impl Running {
    pub(super) fn new(
        table: Box<dyn TableFace>,
        row: &TableRow,
        rolls: u64,
    ) -> Result<Running, String> {
        let marks = BySeat::new(table.n_seats(), |_| 0);
        let source = row.source().ok_or("the key of the dice is unreadable")?;
        Ok(Running {
            course: Course::new(table, rolls),
            source,
            head: Head::from_hex(&row.head),
            apart: row.keeps_apart(),
            id: row.id.clone(),
            opening: None,
            ids: VecDeque::new(),
            past: VecDeque::new(),
            marks,
            seen_at: 0,
        })
    }

    /// Takes up a game from a snapshot and the lines after it; its last line.
    pub(super) fn wake(
        game: &'static dyn Game,
        span: Span,
        card: &TableRow,
    ) -> Result<(Running, Option<LineRow>), String> {
        let snap = span.snap.ok_or("the beginning of the game is missing")?;
        let table = lines::read_position(game, &snap.doc)?;
        let mut running = Running::new(table, card, card.begun_rolls)?;
        let n_seats = usize::from(running.table().n_seats());
        let mut last = None;
        let mut redraws = card.redraws.iter().zip(card.drawn.len() as u32 + 1..);
        let mut redraw = redraws.find(|(redraw, _)| redraw.after >= snap.line);
        running.at_draw(card, redraw.map(|(_, number)| number - 1));
        if let Some(row) = snap.last {
            let counted = lines::unpack(&snap.live, n_seats);
            let table = running.table().clone_box();
            running.course = Course::resume(table, counted, row.line, row.rolls);
            running.recall(&row);
            running.head = row.head.as_deref().and_then(Head::from_hex);
            last = Some(row);
        }
        for row in span.lines {
            while let Some((next, number)) = redraw.filter(|(next, _)| next.after < row.line) {
                running.redraw(card, number, &next.why);
                redraw = redraws.next();
            }
            // Whoever takes something back keeps the position: no such line comes here.
            let counted = lines::counted(&row, n_seats);
            let played = (running.course.follow(&lines::entry(&row), counted))
                .map_err(|why| format!("line {} does not replay: {why}", row.line))?;
            running.recall(&row);
            running.opening = row.open.as_deref().and_then(Link::from_hex);
            let kept = counted.kept;
            running.note_entry(lines::actor(row.by), &row.act, &crate::dice::rolled(&row), kept);
            running.told(Told {
                numbers: Numbers::read(&row.nums, n_seats),
                seen: counted.seen,
                turn: row.turn,
                events: Events::new(&played.events),
            });
            last = Some(row);
        }
        while let Some((next, number)) = redraw {
            running.redraw(card, number, &next.why);
            redraw = redraws.next();
        }
        running.source = card.source().ok_or("the key of the dice is unreadable")?;
        Ok((running, last))
    }

    /// The key that was in force at this draw; the last one without a number.
    fn at_draw(&mut self, card: &TableRow, number: Option<u32>) {
        if let (Source::Drawn(draw), Some(number), Some(umpire)) =
            (&mut self.source, number, card.umpire())
        {
            draw.number = number;
            draw.key = umpire.number(number);
        }
    }

    fn redraw(&mut self, card: &TableRow, number: u32, why: &str) {
        self.at_draw(card, Some(number));
        self.note(&RecordLine::Redraw { number, why: why.into() });
    }

    /// A line of the transcript.
    fn note(&mut self, line: &RecordLine) {
        self.note_line(&line.plain());
    }

    fn note_line(&mut self, line: &str) {
        if let (Source::Drawn(draw), Some(head)) = (&self.source, &mut self.head) {
            *head = head.after(&draw.key, &self.id, line);
        }
    }

    fn note_entry(&mut self, by: Actor, action: &str, rolled: &[Rolled], kept: bool) {
        if self.head.is_none() || kept && self.apart {
            return;
        }
        let by = self.table().actor_code(by);
        if let Some(link) = self.opening.take() {
            self.note(&RecordLine::Open { by: by.clone(), link });
        }
        self.note_line(&plain_entry(&by, action, rolled, false));
    }

    /// Something was taken back: so many entries are left, and so many of the open ones
    /// if any of those is gone.
    pub(super) fn note_rewind(&mut self, keep: usize, open: Option<usize>, with: SeatSet) {
        let by = with.iter().map(|seat| self.table().seat_code(seat)).collect();
        match open {
            _ if !self.apart => self.note(&RecordLine::Rewind { keep, by }),
            Some(keep) => self.note(&RecordLine::Rewind { keep, by }),
            None => {}
        }
    }

    /// Does the seat show its link with the entry that was made last?
    pub(super) fn is_opening(&self) -> bool {
        self.opening.is_some()
    }

    /// The head of the transcript, where there is one.
    pub(super) fn head(&self) -> Option<Head> {
        self.head
    }

    pub(super) fn id(&self) -> &str {
        &self.id
    }

    /// What a stored line says besides what it does to the game.
    fn recall(&mut self, row: &LineRow) {
        self.seen_at = row.sat;
        let by = lines::actor(row.by);
        if let Actor::Seat(seat) = by
            && !row.id.is_empty()
        {
            self.remember(seat, &row.id);
        }
        for (seat, mark) in self.marks.iter_mut() {
            if row.keep.is_some() || by == Actor::Seat(seat) {
                *mark = row.nums.get(seat.index()).copied().unwrap_or(0);
            }
        }
    }

    pub(super) fn table(&self) -> &dyn TableFace {
        self.course.table()
    }

    pub(super) fn course(&self) -> &Course {
        &self.course
    }

    /// To take something back, or to make it again.
    pub(super) fn course_mut(&mut self) -> &mut Course {
        &mut self.course
    }

    /// When spectators last saw something.
    pub(super) fn seen_at(&self) -> u64 {
        self.seen_at
    }

    /// Makes an entry with the dice of this table; on an objection nothing has
    /// changed. With it its seat may show what it has sealed.
    pub(super) fn play(
        &mut self,
        by: Actor,
        action: &str,
        opening: Option<Link>,
    ) -> Result<Made, Objection> {
        let next = self.course.rolls();
        let game_id = &self.id;
        match &mut self.source {
            Source::Old(key, salts) => {
                let mut dice = Verifiable { key, game_id, salts, next };
                self.course.play(by, action, &mut dice)
            }
            Source::Drawn(draw) => {
                let Some((Actor::Seat(seat), link)) = opening.map(|link| (by, link)) else {
                    return self.course.play(by, action, &mut Drawn { draw, game_id, next });
                };
                let mut with = draw.clone();
                if let Some(salt) = with.salts.get_mut(seat.index()) {
                    *salt = Some(link);
                }
                let mut dice = Drawn { draw: &with, game_id, next };
                let made = self.course.play(by, action, &mut dice)?;
                if !(made.played.kept && self.apart) {
                    *draw = with;
                    self.opening = Some(link);
                }
                Ok(made)
            }
        }
    }

    pub(super) fn remember(&mut self, seat: Seat, id: &str) {
        if self.ids.len() == IDS {
            self.ids.pop_front();
        }
        self.ids.push_back(hash_id(seat, id));
    }

    /// Was this action of the seat carried out lately?
    pub(super) fn remembers(&self, seat: Seat, id: &str) -> bool {
        self.ids.contains(&hash_id(seat, id))
    }

    /// Has the seat acted, or been asked anew, since it was told update `n`?
    pub(super) fn is_stale(&self, seat: Seat, n: u32) -> bool {
        self.marks.get(seat).is_some_and(|mark| n < *mark)
    }

    pub(super) fn told(&mut self, told: Told) {
        if self.past.len() == PAST {
            self.past.pop_front();
        }
        self.past.push_back(told);
    }

    /// What was told after these numbers is void.
    pub(super) fn untell(&mut self, after: &Numbers) {
        self.past.retain(|told| told.numbers.at_most(after));
    }

    /// What a viewer was lately told, as far as it may still be shown.
    pub(super) fn past(&self, viewer: Viewer) -> Vec<Past> {
        let recall = Recall::of(self.table(), viewer);
        let shown = |told: &&Told| told.seen.includes(viewer) && recall.shows(told.turn);
        let read = |text: &RawValue| serde_json::from_str(text.get()).ok();
        let past = |told: &Told| Past {
            n: told.numbers.of(viewer),
            e: told.events.told_to(viewer).filter_map(read).collect(),
        };
        self.past.iter().filter(shown).map(past).collect()
    }

    /// May this viewer's last decision be taken back?
    pub(super) fn may_undo(&self, viewer: Viewer) -> May {
        match viewer {
            Viewer::Seat(seat) => match self.course.can_undo(seat) {
                Ok(_) => May::Yes,
                Err(why) => May::No(why.sentence()),
            },
            Viewer::Spectator | Viewer::Umpire => May::Watches,
        }
    }

    /// Spectators have seen something.
    pub(super) fn seen(&mut self, now: u64) {
        self.seen_at = now;
    }

    /// The row of the line that was written last.
    pub(super) fn row(&mut self, note: Note<'_>) -> LineRow {
        let Note { at, id, numbers, seen, marked, times: (left, banks) } = note;
        for (seat, mark) in self.marks.iter_mut().filter(|(seat, _)| marked.has(*seat)) {
            *mark = numbers.of(Viewer::Seat(seat));
        }
        let table = self.course.table();
        let ran = (!left.is_empty()).then_some(at.ran);
        LineRow {
            line: self.course.line(),
            at: at.now,
            ran,
            by: lines::number(Actor::Host),
            id: id.into(),
            rolls: self.course.rolls(),
            nums: numbers.list().to_vec(),
            seen: lines::bits(seen, usize::from(table.n_seats())),
            awt: table.awaiting().seats().bits(),
            aw: table.awaited(Viewer::Spectator).seats().bits(),
            sat: self.seen_at,
            left,
            banks,
            turn: table.turn(),
            ..LineRow::default()
        }
    }

    /// The row of an entry.
    pub(super) fn entry_row(&mut self, made: Made, note: Note<'_>) -> LineRow {
        let Made { by, turn, played, .. } = made;
        let open = self.opening.map(|link| link.hex());
        self.note_entry(by, &played.action, &played.rolled, played.kept);
        let dice = played.rolled.iter().map(|Rolled { die, value }| (die.0, *value));
        LineRow {
            by: lines::number(by),
            act: played.action,
            open,
            dice: dice.collect(),
            bar: played.bar.map(|bar| bar.letter()),
            kept: played.kept,
            turn,
            ..self.row(note)
        }
    }

    /// Is the position to be kept after this entry?
    pub(super) fn is_kept(&self) -> bool {
        self.course.counted().len().is_multiple_of(SNAP_EVERY)
    }

    /// The position as it is kept after this line.
    pub(super) fn snap(&self, last: &LineRow) -> SnapRow {
        let n_seats = usize::from(self.table().n_seats());
        SnapRow {
            line: last.line,
            live: lines::pack(self.course.counted(), n_seats),
            doc: self.table().save().to_string(),
            last: Some(LineRow { head: self.head.map(|head| head.hex()), ..last.clone() }),
        }
    }

    /// Gives back memory that is not needed now.
    pub(super) fn shrink(&mut self) {
        self.course.shrink();
    }
}

fn hash_id(seat: Seat, id: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    (seat.0, id).hash(&mut hasher);
    hasher.finish()
}
