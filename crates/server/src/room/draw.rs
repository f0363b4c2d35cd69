//! Drawing the dice before a game begins: everybody seals, then everybody who
//! is there opens, then it begins. `docs/dice.md` says why in this order.

use super::{Batch, Inner, Room, seats};
use crate::error::Error;
use crate::hub::Hub;
use crate::refusal::{No, refuse};
use admiralty_core::{Link, Seat, SeatSet};
use admiralty_protocol::{DiceInfo, code};
use std::sync::Arc;
use std::time::Duration;

/// So long a browser that is there may take to seal, or to open.
const PATIENCE: Duration = Duration::from_secs(5);
/// So many draws may be given up; then the game begins with those who opened.
const MOST: u32 = 8;

#[derive(Default)]
pub(super) struct Drawing {
    phase: Phase,
    /// Grows with every phase; a timer of an older one is void.
    turn: u64,
    /// Seats whose browser has said that it will seal, and is on its way.
    arriving: SeatSet,
    /// Seats that were called and did not open.
    late: SeatSet,
    /// What seats have shown and will use with their next entry.
    pending: Vec<(Seat, Link)>,
}

#[derive(Default)]
enum Phase {
    #[default]
    Idle,
    Sealing,
    Opening {
        called: SeatSet,
        shown: Vec<(Seat, Link)>,
    },
}

impl Drawing {
    /// The browser of this seat comes soon.
    pub(super) fn arrives(&mut self, seats: SeatSet) {
        self.arriving = self.arriving.union(seats);
    }

    /// Is the game about to begin?
    pub(super) fn is_under_way(&self) -> bool {
        !matches!(self.phase, Phase::Idle)
    }

    /// What this seat has shown for its next entry.
    pub(super) fn pending(&self, seat: Seat) -> Option<Link> {
        self.pending.iter().find(|(whose, _)| *whose == seat).map(|(_, link)| *link)
    }

    /// It is used.
    pub(super) fn used(&mut self, seat: Seat) {
        self.pending.retain(|(whose, _)| *whose != seat);
    }
}

impl Inner {
    /// The seats whose people have a socket open here, whatever they look at.
    pub(super) fn attended(&self) -> SeatSet {
        let own = self.crowd.iter().filter_map(|socket| socket.user.as_deref());
        own.fold(SeatSet::EMPTY, |all, user| all.union(self.card.seats_of(user)))
    }

    /// How far the dice are, as this person may know.
    pub(super) fn dice_info(&self, own: SeatSet, signer: String) -> Option<DiceInfo> {
        let row = self.card.row();
        if !row.is_drawn() {
            return None;
        }
        let called = match &self.drawing.phase {
            Phase::Opening { called, shown } => {
                called.minus(shown.iter().map(|(seat, _)| *seat).collect())
            }
            _ => SeatSet::EMPTY,
        };
        let due = match self.card.is_playing() {
            true => self.card.unshown().common(own),
            false => SeatSet::EMPTY,
        };
        let list = |seats: SeatSet| seats.iter().map(|seat| seat.0).collect();
        Some(DiceInfo {
            seals: row.seats.iter().map(|seat| seat.seal.clone()).collect(),
            draw: row.draw_number(),
            call: list(called),
            open: list(due),
            signer,
        })
    }

    /// Seats that have yet to seal and will.
    fn unsealed(&self) -> SeatSet {
        let here = self.attended().union(self.drawing.arriving);
        self.card.salted().minus(self.card.sealed()).common(here)
    }
}

/// The game is to begin.
pub(super) fn start(room: &Arc<Room>, hub: &Arc<Hub>, inner: &mut Inner) -> Result<(), Error> {
    if inner.drawing.is_under_way() {
        return Ok(());
    }
    if inner.unsealed().is_empty() {
        return call(room, hub, inner);
    }
    inner.drawing.phase = Phase::Sealing;
    tell(room, hub, inner);
    set_timer(room, hub, inner);
    Ok(())
}

/// Calls everybody who has sealed and is there to open; begins if nobody is.
fn call(room: &Arc<Room>, hub: &Arc<Hub>, inner: &mut Inner) -> Result<(), Error> {
    let here = inner.attended().minus(inner.drawing.late);
    let called = inner.card.sealed().common(inner.card.people()).common(here);
    let called = match inner.card.row().draw_number() < MOST {
        true => called,
        false => SeatSet::EMPTY,
    };
    inner.card.call(called);
    if called.is_empty() {
        inner.drawing = Drawing::default();
        return seats::begin(room, hub, inner);
    }
    inner.drawing.phase = Phase::Opening { called, shown: Vec::new() };
    tell(room, hub, inner);
    set_timer(room, hub, inner);
    Ok(())
}

/// The call is on disk before anybody hears it: what was shown once is never shown again.
fn tell(room: &Arc<Room>, hub: &Arc<Hub>, inner: &Inner) {
    let mut batch = Batch::default();
    batch.ops.push(inner.card.op());
    inner.tell_tables(&mut batch.frames);
    room.commit(hub, batch);
}

fn set_timer(room: &Arc<Room>, hub: &Arc<Hub>, inner: &mut Inner) {
    inner.drawing.turn += 1;
    let (room, weak, turn) = (Arc::downgrade(room), Arc::downgrade(hub), inner.drawing.turn);
    hub.runtime.spawn(async move {
        tokio::time::sleep(PATIENCE).await;
        let (Some(room), Some(hub2)) = (room.upgrade(), weak.upgrade()) else { return };
        let mut inner = room.lock();
        if inner.drawing.turn != turn {
            return;
        }
        let under_way = inner.drawing.is_under_way();
        if let Phase::Opening { called, shown } = std::mem::take(&mut inner.drawing.phase) {
            // This draw is given up; who did not open is not called again.
            let missing = called.minus(shown.iter().map(|(seat, _)| *seat).collect());
            inner.drawing.late = inner.drawing.late.union(missing);
            for (seat, link) in shown {
                inner.card.show_first(seat, link);
            }
        }
        if under_way && let Err(error) = call(&room, &hub2, &mut inner) {
            tracing::error!(table = room.id, ?error, "a game could not begin");
        }
    });
}

/// A table that was being drawn when the server stopped, or whose players are all there.
pub(super) fn resume(room: &Arc<Room>, hub: &Arc<Hub>, inner: &mut Inner) {
    let waiting = inner.card.status() == admiralty_protocol::Status::Waiting;
    if waiting
        && inner.card.row().is_called()
        && inner.card.is_full()
        && let Err(error) = start(room, hub, inner)
    {
        tracing::error!(table = room.id, ?error, "a game could not begin");
    }
}

/// A person's browser seals its salts, for all its seats.
pub(crate) fn seal(room: &Arc<Room>, hub: &Arc<Hub>, user: &str, seal: &str) -> Result<(), No> {
    let Some(seal) = Link::from_hex(seal) else {
        return Err(refuse(code::MALFORMED, "A seal has 64 hexadecimal digits."));
    };
    let mut inner = room.lock();
    let own = inner.card.seats_of(user);
    if own.is_empty() {
        return Err(refuse(code::NOT_A_SEAT, "You hold no seat here."));
    }
    let open = inner.card.status() == admiralty_protocol::Status::Waiting;
    if !open || !inner.card.row().is_drawn() || inner.card.row().is_called() {
        return Err(refuse(code::STATE, "The seals are closed."));
    }
    inner.card.seal(own, seal);
    tell(room, hub, &inner);
    if matches!(inner.drawing.phase, Phase::Sealing)
        && inner.unsealed().is_empty()
        && let Err(error) = call(room, hub, &mut inner)
    {
        tracing::error!(table = room.id, ?error, "a game could not begin");
    }
    Ok(())
}

/// A person's browser shows the link that is due.
pub(crate) fn open(room: &Arc<Room>, hub: &Arc<Hub>, user: &str, link: &str) -> Result<(), No> {
    let Some(link) = Link::from_hex(link) else {
        return Err(refuse(code::MALFORMED, "A link has 64 hexadecimal digits."));
    };
    let mut inner = room.lock();
    let number = inner.card.row().draw_number();
    let seal = link.back(number);
    let own = inner.card.seats_of(user).iter();
    let own: SeatSet = own.filter(|seat| inner.card.has_seal(*seat, seal)).collect();
    if own.is_empty() {
        return Err(refuse(code::SALT, "That is not what you have sealed."));
    }
    let playing = inner.card.is_playing();
    let due = inner.card.unshown().common(own);
    match &mut inner.drawing {
        Drawing { phase: Phase::Opening { called, shown }, .. } => {
            let fresh = |seat: &Seat| called.has(*seat) && shown.iter().all(|(s, _)| s != seat);
            let fresh: Vec<Seat> = own.iter().filter(fresh).collect();
            shown.extend(fresh.into_iter().map(|seat| (seat, link)));
            if (shown.len() as u32) < called.len() {
                return Ok(());
            }
            let shown = std::mem::take(shown);
            for (seat, link) in shown {
                inner.card.show_first(seat, link);
            }
            inner.drawing = Drawing::default();
            if let Err(error) = seats::begin(room, hub, &mut inner) {
                tracing::error!(table = room.id, ?error, "a game could not begin");
            }
            Ok(())
        }
        drawing if playing => {
            for seat in due.iter() {
                drawing.used(seat);
                drawing.pending.push((seat, link));
            }
            Ok(())
        }
        _ => Err(refuse(code::STATE, "Nobody is called.")),
    }
}
