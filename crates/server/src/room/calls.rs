//! Calling those who are not here. Programs with accounts look at no screen, and are told when a
//! seat of theirs is to decide and when a game of theirs is over; people who are away, as they
//! have chosen (`crate::calls`).

use super::{Inner, Room};
use crate::bus::News;
use crate::calls::{self, Event, Kind};
use crate::hub::Hub;
use crate::store::HolderRow;
use admiralty_core::{Seat, SeatSet};
use admiralty_protocol::{BotEvent, ClockPlan};
use std::sync::Arc;

/// What was said to them, so that it is not said again.
#[derive(Default)]
pub(super) struct Calls {
    /// The seats that were called, and after which line.
    turns: Vec<(Seat, u32)>,
    over: bool,
    /// Seats of people that were to decide when somebody last looked.
    waiting: SeatSet,
}

/// People of the table who are not at it, each with their seats.
fn absent(inner: &Inner) -> Vec<(String, SeatSet)> {
    let mut absent: Vec<(String, SeatSet)> = Vec::new();
    for (_, row) in inner.card.seats() {
        let HolderRow::Person { user, bot: false, .. } = &row.holder else { continue };
        let here = inner.crowd.iter().any(|socket| socket.user.as_ref() == Some(user));
        if !here && absent.iter().all(|(known, _)| known != user) {
            absent.push((user.clone(), inner.card.seats_of(user)));
        }
    }
    absent
}

/// Is anybody to be called when something has happened?
pub(super) fn is_anybody_away(inner: &Inner) -> bool {
    !absent(inner).is_empty()
}

/// People who are away hear that they are to decide, or that it is over.
fn call_people(room: &Arc<Room>, hub: &Arc<Hub>, inner: &mut Inner) {
    let Some(game) = &inner.game else { return };
    let (line, table) = (u64::from(game.course().line()), &room.id);
    let waiting = match inner.card.is_playing() {
        true => game.table().awaiting().seats().common(inner.card.people()),
        false => SeatSet::EMPTY,
    };
    // Who has answered in advance need not come.
    let newly = waiting.minus(inner.calls.waiting).minus(inner.answers_itself());
    let by_days = matches!(inner.card.row().clock, ClockPlan::Days { .. });
    let over = inner.card.is_over() && !inner.calls.over;
    let mut events = Vec::new();
    for (user, seats) in absent(inner) {
        let mut event = |kind, due| {
            let (user, table) = (user.clone(), table.clone());
            events.push(Event { user, kind, table, nth: line, due, by: None });
        };
        let asked = seats.common(newly);
        if !asked.is_empty() {
            event(Kind::Turn, inner.clocks.due(asked).filter(|_| by_days));
        }
        if over {
            event(Kind::Over, None);
        }
    }
    inner.calls.waiting = waiting;
    calls::notice(hub, events);
}

/// A seat is to decide itself, though it had answered in advance.
pub(super) fn wait_anew(inner: &mut Inner, seat: Seat) {
    inner.calls.waiting = inner.calls.waiting.without(seat);
}

fn event(user: String, kind: Kind, room: &Room, nth: u64) -> Event {
    Event { user, kind, table: room.id.clone(), nth, due: None, by: None }
}

/// People who are away hear that somebody has said something, once an hour at most.
pub(super) fn call_for_talk(room: &Room, hub: &Arc<Hub>, inner: &Inner, by: &str) {
    let nth = hub.now() / 3_600_000;
    let others = absent(inner).into_iter().filter(|(user, _)| user != by);
    let said = |(user, _)| Event { by: Some(by.into()), ..event(user, Kind::Talk, room, nth) };
    calls::notice(hub, others.map(said).collect());
}

/// Whoever was seated by others hears of it.
pub(super) fn call_seated(room: &Room, hub: &Arc<Hub>, by: &str) {
    let inner = room.lock();
    let others = absent(&inner).into_iter().filter(|(user, _)| user != by);
    let seated = |(user, _)| event(user, Kind::Seat, room, 0);
    calls::notice(hub, others.map(seated).collect());
}

/// Calls whoever has not been called for this. It is on disk by now.
pub(super) fn call(room: &Arc<Room>, hub: &Arc<Hub>) {
    let mut inner = room.lock();
    call_people(room, hub, &mut inner);
    let programs = inner.card.programs();
    let Some(game) = &inner.game else { return };
    if programs.is_empty() {
        return;
    }
    let row = inner.card.row();
    let mut said = Vec::new();
    let mut say = |seat: Seat, event: &BotEvent| {
        if let Some(HolderRow::Person { user, .. }) = inner.card.seat(seat).map(|row| &row.holder)
            && let Ok(event) = serde_json::to_string(event)
        {
            said.push(News::Called { user: user.clone(), event });
        }
    };
    let line = game.course().line();
    let awaited = match inner.card.is_playing() {
        true => game.table().awaiting().seats().common(programs),
        false => SeatSet::EMPTY,
    };
    let turns: Vec<(Seat, u32)> = awaited.iter().map(|seat| (seat, line)).collect();
    for (seat, _) in turns.iter().filter(|turn| !inner.calls.turns.contains(turn)) {
        let (table, game) = (room.id.clone(), row.game.clone());
        say(*seat, &BotEvent::Turn { table, game, seat: seat.0 });
    }
    let over = row.result.clone();
    if let Some(result) = over.clone().filter(|_| !inner.calls.over) {
        let event = BotEvent::Over { table: room.id.clone(), result };
        programs.iter().for_each(|seat| say(seat, &event));
    }
    inner.calls = Calls { turns, over: over.is_some(), ..inner.calls };
    drop(inner);
    // One who holds several seats hears of the end once.
    said.dedup();
    said.into_iter().for_each(|news| hub.parts.bus.publish(news));
}
