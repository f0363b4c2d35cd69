//! Answers given in advance, at tables by days: whenever a seat is asked this, it answers that.
//!
//! They stand on the card of the table, where nobody else reads them, and giving one tells nobody
//! anything. One is carried out only where everybody knows that the seat is asked, and after a
//! while drawn by lot, as if somebody had looked in: how quickly a seat decides says nothing
//! about what it was asked or had written down.

use super::{Batch, Inner, Room, calls, play};
use crate::error::Error;
use crate::hub::Hub;
use crate::store::{AnswerRow, HolderRow};
use admiralty_catalog::Actions;
use admiralty_core::{Actor, Seat, SeatSet, Seeded, Viewer};
use admiralty_protocol::{AskedNow, ClockPlan, StandingAnswer, StandingAnswers, code};
use std::sync::Arc;
use std::time::Duration;

/// So many one person may give at a table, and so long each part may be.
const MOST: usize = 20;
const LONGEST: usize = 1_000;
/// A seat takes at least so many milliseconds …
const SOONEST: u64 = 2 * 60_000;
/// … and at most so many more.
const SPREAD: u64 = 18 * 60_000;
/// So many actions are named for a question.
const NAMED: usize = 60;

/// When the next answer is due, and after which line.
#[derive(Default)]
pub(super) struct Due(Option<(u32, u64)>);

impl Inner {
    fn by_days(&self) -> bool {
        matches!(self.card.row().clock, ClockPlan::Days { .. }) && self.card.is_playing()
    }

    /// The first answer to what a seat is asked now, and where it stands on the card.
    fn answer(&self) -> Option<(usize, Seat)> {
        let game = self.game.as_ref().filter(|_| self.by_days())?;
        let known = game.table().awaited(Viewer::Spectator).seats();
        let asked = known.common(game.table().awaiting().seats());
        let mut rows = self.card.row().answers.iter().enumerate();
        rows.find_map(|(at, row)| {
            let seat = Seat(row.answer.seat);
            let own = self.card.seat(seat).is_some_and(|held| held.holder.is(&row.by));
            let fits = own && row.answer.dropped.is_none() && asked.has(seat);
            let same = fits && game.table().prompt(Viewer::Seat(seat)) == row.answer.asked;
            same.then_some((at, seat))
        })
    }

    /// The seat that has answered in advance what it is asked now.
    pub(super) fn answers_itself(&self) -> SeatSet {
        self.answer().map_or(SeatSet::EMPTY, |(_, seat)| SeatSet::only(seat))
    }
}

/// Carries out what is due, or sees to it that it will be.
pub(crate) fn look(room: &Arc<Room>, hub: &Arc<Hub>) {
    let mut inner = room.lock();
    let Some((at, seat)) = inner.answer() else {
        inner.due = Due::default();
        return;
    };
    let line = inner.game.as_ref().map_or(0, |game| game.course().line());
    let now = hub.now();
    match inner.due.0 {
        Some((after, due)) if after == line => {
            if due <= now {
                inner.due = Due::default();
                carry_out(room, hub, &mut inner, at, seat);
            }
        }
        _ => {
            let mut lot = [0; 8];
            hub.parts.entropy.fill(&mut lot);
            let wait = SOONEST + u64::from_le_bytes(lot) % SPREAD;
            inner.due = Due(Some((line, now + wait)));
            let (room, weak) = (Arc::downgrade(room), Arc::downgrade(hub));
            hub.runtime.spawn(async move {
                tokio::time::sleep(Duration::from_millis(wait)).await;
                if let (Some(room), Some(hub)) = (room.upgrade(), weak.upgrade()) {
                    look(&room, &hub);
                }
            });
        }
    }
}

fn carry_out(room: &Arc<Room>, hub: &Arc<Hub>, inner: &mut Inner, at: usize, seat: Seat) {
    if inner.card.unshown().has(seat) && inner.drawing.pending(seat).is_none() {
        // Its client has to show its salt first: somebody must come.
        return;
    }
    let action = inner.card.row().answers[at].answer.action.clone();
    if let Err(no) = play::enter(room, hub, inner, Actor::Seat(seat), &action, "") {
        inner.card.change(|row| row.answers[at].answer.dropped = Some(no.says.clone()));
        let batch = Batch { ops: vec![inner.card.op()], kick: true, ..Batch::default() };
        calls::wait_anew(inner, seat);
        room.commit(hub, batch);
    }
}

/// A person's answers, and what their seats are asked.
pub(crate) async fn standing(room: &Room, hub: &Hub, me: &str) -> Result<StandingAnswers, Error> {
    let (answers, asked) = {
        let inner = room.lock();
        let own = inner.card.seats_of(me);
        if own.is_empty() {
            return Err(Error::new(code::SEAT, "You have no seat at this table."));
        }
        let rows = inner.card.row().answers.iter().filter(|row| row.by == me);
        let answers: Vec<StandingAnswer> = rows.map(|row| row.answer.clone()).collect();
        let mut asked = Vec::new();
        if let Some(game) = inner.game.as_ref().filter(|_| inner.by_days()) {
            let table = game.table();
            let known = table.awaited(Viewer::Spectator).seats();
            let seats = table.awaiting().seats().common(own).common(known);
            asked.extend(seats.iter().map(|seat| (seat, table.clone_box())));
        }
        (answers, asked)
    };
    let mut seed = [0; 8];
    hub.parts.entropy.fill(&mut seed);
    let lot = u64::from_le_bytes(seed);
    // Where it holds nobody up: some games have many actions.
    let work = move || {
        let named = asked.into_iter().map(|(seat, table)| {
            let Actions { mut actions, .. } =
                table.some_actions(seat, NAMED, &mut Seeded::new(lot));
            actions.sort();
            AskedNow { seat: seat.0, asked: table.prompt(Viewer::Seat(seat)), actions }
        });
        named.collect()
    };
    let now = tokio::task::spawn_blocking(work).await;
    Ok(StandingAnswers { now: now.map_err(|why| Error::Internal(why.to_string()))?, answers })
}

/// A person gives these answers and no others. Nobody is told.
pub(crate) async fn give(
    room: &Arc<Room>,
    hub: &Arc<Hub>,
    me: &str,
    answers: Vec<StandingAnswer>,
) -> Result<(), Error> {
    {
        let mut inner = room.lock();
        if !inner.by_days() {
            let says = "Answers are given in advance where a game by days is being played.";
            return Err(Error::new(code::STATE, says));
        }
        let own = inner.card.seats_of(me);
        let fits = |answer: &StandingAnswer| {
            let part = |text: &str| (1..=LONGEST).contains(&text.len());
            part(&answer.asked) && part(&answer.action)
        };
        if answers.len() > MOST || !answers.iter().all(fits) {
            let says = format!("Up to {MOST} answers, each with its question, in plain words.");
            return Err(Error::new(code::MALFORMED, says));
        }
        if !answers.iter().all(|answer| own.has(Seat(answer.seat))) {
            return Err(Error::new(code::SEAT, "That seat is not yours."));
        }
        inner.card.change(|row| {
            row.answers.retain(|known| known.by != me);
            let new = answers.into_iter().map(|answer| AnswerRow { by: me.into(), answer });
            row.answers.extend(new);
        });
        inner.due = Due::default();
        room.commit(hub, Batch { ops: vec![inner.card.op()], ..Batch::default() });
    }
    look(room, hub);
    Ok(room.settled(hub).await?)
}

/// Seats that have changed hands keep nobody's answers.
pub(super) fn of_holders(row: &mut crate::store::TableRow) {
    let seats = &row.seats;
    row.answers.retain(|known| {
        let seat = seats.get(usize::from(known.answer.seat));
        seat.is_some_and(
            |seat| matches!(&seat.holder, HolderRow::Person { user, .. } if *user == known.by),
        )
    });
}
