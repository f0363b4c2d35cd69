//! Calling programs with accounts: they look at no screen, and are told when a seat of theirs is
//! to decide and when a game of theirs is over.

use super::Room;
use crate::bus::News;
use crate::hub::Hub;
use crate::store::HolderRow;
use admiralty_core::{Seat, SeatSet};
use admiralty_protocol::BotEvent;
use std::sync::Arc;

/// What was said to them, so that it is not said again.
#[derive(Default)]
pub(super) struct Calls {
    /// The seats that were called, and after which line.
    turns: Vec<(Seat, u32)>,
    over: bool,
}

/// Calls whoever has not been called for this. It is on disk by now.
pub(super) fn call(room: &Arc<Room>, hub: &Hub) {
    let mut inner = room.lock();
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
    inner.calls = Calls { turns, over: over.is_some() };
    drop(inner);
    // One who holds several seats hears of the end once.
    said.dedup();
    said.into_iter().for_each(|news| hub.parts.bus.publish(news));
}
