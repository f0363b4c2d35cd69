//! Asking bots: seats without a person decide when they are awaited.

use super::{Room, play};
use crate::hub::Hub;
use crate::store::HolderRow;
use admiralty_catalog::TableFace;
use admiralty_core::{Actor, Seat, SeatSet, Seeded};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// After so many budgets of time a bot is no longer waited for.
const PATIENCE: u32 = 4;

/// The bots that are thinking.
#[derive(Default)]
pub(super) struct Thinking(SeatSet);

impl Thinking {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// What a bot is asked.
struct Question {
    seat: Seat,
    level: String,
    table: Box<dyn TableFace>,
    /// After this line; if another follows, the answer is void.
    line: u32,
}

/// Lets bots think that are to decide.
pub(super) fn ask(room: &Arc<Room>, hub: &Arc<Hub>) {
    if hub.stopping.load(Ordering::Relaxed) {
        return;
    }
    let mut inner = room.lock();
    let Some(game) = &inner.game else { return };
    if !inner.card.is_playing() {
        return;
    }
    let idle = game.table().awaiting().seats().minus(inner.thinking.0);
    let question = |seat: Seat| match &inner.card.seat(seat)?.holder {
        HolderRow::Bot { level } => {
            let (level, table) = (level.clone(), game.table().clone_box());
            Some(Question { seat, level, table, line: game.course().line() })
        }
        _ => None,
    };
    let questions: Vec<Question> = idle.iter().filter_map(question).collect();
    for question in questions {
        inner.thinking.0 = inner.thinking.0.with(question.seat);
        let (room, hub) = (Arc::clone(room), Arc::clone(hub));
        hub.runtime.clone().spawn(async move { think(&room, &hub, question).await });
    }
}

async fn think(room: &Arc<Room>, hub: &Arc<Hub>, question: Question) {
    let begun = tokio::time::Instant::now();
    let (seat, line) = (question.seat, question.line);
    let action = choose(room, hub, question).await;
    let pause = Duration::from_millis(hub.parts.config.bot_pause);
    tokio::time::sleep_until(begun + pause).await;
    let mut inner = room.lock();
    inner.thinking.0 = inner.thinking.0.without(seat);
    // What it thought about may be gone: then it begins anew.
    if inner.game.as_ref().is_none_or(|game| game.course().line() != line) {
        drop(inner);
        ask(room, hub);
    } else if let Some(action) = action
        && let Err(refusal) = play::enter(room, hub, &mut inner, Actor::Seat(seat), &action, "")
    {
        tracing::error!(table = room.id, says = refusal.says, "a bot chose badly");
    }
}

/// What it chooses; something at random if it fails or forgets the time.
async fn choose(room: &Room, hub: &Hub, question: Question) -> Option<String> {
    let Question { seat, level, table, .. } = question;
    let mut seed = [0; 8];
    hub.parts.entropy.fill(&mut seed);
    let seed = u64::from_le_bytes(seed);
    let budget = Duration::from_millis(hub.parts.config.bot_time);
    let host = room.lock().card.row().host.clone();
    let place = hub.thinkers.place(&hub.whom(&host)).await;
    let (minds, own) = (Arc::clone(&hub.parts.minds), table.clone_box());
    let thinking = tokio::task::spawn_blocking(move || {
        let _place = place;
        minds.choose(&level, &*own, seat, seed, budget)
    });
    // A mind that forgets the time is left alone; the game goes on.
    match tokio::time::timeout(budget * PATIENCE, thinking).await {
        Ok(Ok(Some(action))) => Some(action),
        Ok(Ok(None)) => {
            tracing::error!(table = room.id, seat = seat.0, "a bot has no choice");
            None
        }
        Ok(Err(error)) => {
            tracing::error!(table = room.id, %error, "a bot fell over");
            table.sample(seat, &mut Seeded::new(seed))
        }
        Err(_) => {
            tracing::error!(table = room.id, seat = seat.0, "a bot thought for too long");
            table.sample(seat, &mut Seeded::new(seed))
        }
    }
}
