//! A rewind that somebody asks for and everybody else agrees to, or not.

use super::streams::Numbers;
use super::{Frames, Inner, Room, undo};
use crate::hub::Hub;
use crate::refusal::{No, failed, refuse};
use admiralty_catalog::Counted;
use admiralty_core::{Seat, SeatSet, Viewer};
use admiralty_protocol::{RewindAsked, ToClient, code};
use std::sync::Arc;

/// What is asked for, if anything.
#[derive(Default)]
pub(super) struct Rewind(Option<Ask>);

struct Ask {
    by: Seat,
    /// How many entries would be left.
    keep: usize,
    /// The moment in each viewer's numbering.
    to: Numbers,
    agreed: SeatSet,
}

impl Rewind {
    /// Nothing is asked for any more; was anything?
    pub(super) fn drop(&mut self) -> bool {
        self.0.take().is_some()
    }

    /// In this viewer's numbers.
    pub(super) fn shown_to(&self, viewer: Viewer, people: SeatSet) -> Option<RewindAsked> {
        let list = |seats: SeatSet| seats.iter().map(|seat| seat.0).collect();
        self.0.as_ref().map(|ask| RewindAsked {
            by: ask.by.0,
            to: ask.to.of(viewer),
            agreed: list(ask.agreed),
            open: list(people.minus(ask.agreed)),
        })
    }

    /// How many entries are left if all of these have agreed.
    fn is_agreed(&self, all: SeatSet) -> Option<usize> {
        let ask = self.0.as_ref()?;
        all.minus(ask.agreed).is_empty().then_some(ask.keep)
    }
}

/// Asks everybody to go back to an update of one's own numbering.
pub(crate) async fn ask(
    room: &Arc<Room>,
    hub: &Arc<Hub>,
    viewer: Viewer,
    to: u32,
) -> Result<(), No> {
    {
        let inner = room.lock();
        inner.seat_at_play(viewer)?;
        if inner.rewind.0.is_some() {
            return Err(refuse(code::NO_REWIND, "A rewind is asked for already."));
        }
    }
    room.settled(hub).await.map_err(|_| failed())?;
    let lines = hub.store().lines(room.num).await.map_err(|_| failed())?;
    let back = {
        let mut inner = room.lock();
        let seat = inner.seat_at_play(viewer)?;
        if inner.rewind.0.is_some() {
            return Err(refuse(code::NO_REWIND, "A rewind is asked for already."));
        }
        let Some(game) = &inner.game else { return Err(refuse(code::NOT_BEGUN, "")) };
        let n_seats = inner.card.n_seats();
        let numbers = |entry: &Counted| {
            let row = lines.get(entry.line as usize - 1)?;
            Some(Numbers::read(&row.nums, n_seats))
        };
        let counted = game.course().counted();
        let before = |entry: &&Counted| numbers(entry).is_some_and(|all| all.of(viewer) <= to);
        let keep = counted.iter().take_while(before).count();
        if keep >= counted.len() {
            return Err(refuse(code::NO_REWIND, "There is nothing after that moment."));
        }
        let last = keep.checked_sub(1).and_then(|last| numbers(&counted[last]));
        let to = last.unwrap_or_else(|| Numbers::zero(n_seats));
        // Bots do not mind.
        let agreed = inner.card.all().minus(inner.card.people()).with(seat);
        inner.rewind.0 = Some(Ask { by: seat, keep, to, agreed });
        tell(room, hub, &inner);
        agreed_to(&inner)
    };
    go(room, hub, back).await
}

/// Answers a rewind that is asked for.
pub(crate) async fn answer(
    room: &Arc<Room>,
    hub: &Arc<Hub>,
    viewer: Viewer,
    yes: bool,
) -> Result<(), No> {
    let back = {
        let mut inner = room.lock();
        let seat = inner.seat_at_play(viewer)?;
        let Some(ask) = inner.rewind.0.as_mut() else {
            return Err(refuse(code::NO_REWIND, "No rewind is asked for."));
        };
        if yes {
            ask.agreed = ask.agreed.with(seat);
        } else {
            inner.rewind.0 = None;
        }
        tell(room, hub, &inner);
        agreed_to(&inner)
    };
    go(room, hub, back).await
}

/// What is to be done if everybody has agreed.
fn agreed_to(inner: &Inner) -> Option<admiralty_catalog::Back> {
    let keep = inner.rewind.is_agreed(inner.card.all())?;
    inner.game.as_ref()?.course().rewind(keep, inner.card.all()).ok()
}

async fn go(
    room: &Arc<Room>,
    hub: &Arc<Hub>,
    back: Option<admiralty_catalog::Back>,
) -> Result<(), No> {
    let Some(back) = back else { return Ok(()) };
    match undo::take_back(room, hub, back, None).await? {
        true => Ok(()),
        false => Err(refuse(code::STALE, "The position has changed since; ask again.")),
    }
}

fn tell(room: &Arc<Room>, hub: &Arc<Hub>, inner: &Inner) {
    let mut frames = Frames::new();
    let people = inner.card.people();
    for socket in inner.crowd.iter().filter(|socket| !inner.is_behind(socket.viewer)) {
        let asked = inner.rewind.shown_to(socket.viewer, people);
        frames.push((socket.out.clone(), super::crowd::frame(&ToClient::Rewind { asked })));
    }
    room.deliver(hub, frames);
}
