//! Taking back: a decision undone by its seat, or what everybody agreed to
//! (`rewind.rs` asks them). What may be taken back is for the match engine to say.

use super::events::Events;
use super::lines::Stored;
use super::play::{self, Request};
use super::running::Note;
use super::streams::{News, Numbers};
use super::{Batch, Inner, Room, lag};
use crate::hub::{Hub, When};
use crate::refusal::{No, failed, refuse};
use crate::store::{LineRow, Op};
use admiralty_catalog::{Back, BackError, Gone};
use admiralty_core::{Audience, Seat, SeatSet, Viewer};
use admiralty_protocol::code;
use std::sync::Arc;

/// Takes the last decision of a seat back.
pub(crate) async fn undo(
    room: &Arc<Room>,
    hub: &Arc<Hub>,
    viewer: Viewer,
    id: &str,
) -> Result<(), No> {
    for _ in 0..4 {
        let (seat, back) = {
            let inner = room.lock();
            let seat = inner.seat_at_play(viewer)?;
            let Some(game) = &inner.game else { return Err(refuse(code::NOT_BEGUN, "")) };
            let back = game.course().undo(seat);
            (seat, back.map_err(|why| refuse(code::NO_UNDO, why.sentence()))?)
        };
        if take_back(room, hub, back, Some((seat, id))).await? {
            return Ok(());
        }
    }
    Err(refuse(code::STALE, "The position keeps changing; try again."))
}

/// Goes back; false if the game went on meanwhile. `by` is the seat that undoes
/// its own decision, with the id of its request.
pub(super) async fn take_back(
    room: &Arc<Room>,
    hub: &Arc<Hub>,
    back: Back,
    by: Option<(Seat, &str)>,
) -> Result<bool, No> {
    let broken = |why: String| {
        tracing::error!(table = room.id, why, "cannot go back");
        failed()
    };
    room.settled(hub).await.map_err(|error| broken(error.to_string()))?;
    let stored = room.stored(hub).map_err(broken)?;
    let ready = match back.ready(&stored).await {
        Ok(ready) => ready,
        Err(BackError::No(why)) => return Err(refuse(code::NO_UNDO, why.sentence())),
        Err(BackError::Past(why)) => return Err(broken(why.to_string())),
    };
    let mut inner = room.lock();
    let Some(game) = inner.game.as_mut() else { return Ok(false) };
    let Some(gone) = game.course_mut().go_back(ready) else { return Ok(false) };
    let mut batch = Batch::default();
    write(&mut inner, room.num, &stored, gone, by, hub.when(), &mut batch);
    inner.drop_rewind(&mut batch.frames);
    play::finish(room, hub, &mut inner, batch);
    Ok(true)
}

/// The line of something taken back, what is told of it, and what is made again.
fn write(
    inner: &mut Inner,
    num: i64,
    stored: &Stored<'_>,
    gone: Gone,
    by: Option<(Seat, &str)>,
    when: When,
    batch: &mut Batch,
) {
    let Inner { game: Some(game), streams, crowd, clocks, card, signer, lag, .. } = inner else {
        return;
    };
    let Gone { keep, open, by: with, before, seen, again, .. } = gone;
    // Spectators who are behind have mostly not seen it yet.
    let knew = lag.as_mut().is_some_and(|lag| lag.go_back(game.course()));
    let told = Audience { spectators: seen.spectators && lag.is_none(), ..seen };
    let kept = keep.checked_sub(1).and_then(|last| game.course().counted().get(last));
    let kept = kept.and_then(|last| stored.row(last.line));
    let back = match kept {
        Some(row) => Numbers::read(&row.nums, card.n_seats()),
        None => Numbers::zero(card.n_seats()),
    };
    game.untell(&back);
    let table = game.table();
    let now = when.now;
    clocks.turn(None, table.awaited(Viewer::Spectator).seats(), when);
    let events = Events::default();
    let news = News {
        before: &*before,
        after: table,
        events: &events,
        turn: table.turn(),
        by,
        back: Some(&back),
        over: None,
        clock: clocks.info(when),
        now,
    };
    // Whoever saw nothing of what is taken back sees nothing now.
    streams.update(&news, told, |viewer| game.may_undo(viewer), crowd, &mut batch.frames);
    let numbers = streams.numbers();
    let note = Note {
        at: when,
        id: "",
        numbers: &numbers,
        seen,
        marked: seen.seats,
        times: clocks.left(),
    };
    let with: SeatSet = with;
    game.note_rewind(keep, open, with);
    if let Some(head) = game.head() {
        let sign = || signer.sign(game.id(), head);
        streams.heads(told, sign, now, false, crowd, &mut batch.frames);
    }
    let row = LineRow {
        keep: Some(keep as u32),
        with: with.iter().map(|seat| seat.0).collect(),
        ..game.row(note)
    };
    // Whoever wakes the table later need not look behind this line.
    let snap = game.snap(&row);
    batch.ops.extend([Op::Line(num, row), Op::Snap(num, Box::new(snap))]);
    if knew {
        lag::tell_anew(inner, when, &mut batch.frames);
    }
    for entry in again {
        let id = stored.row(entry.line).map(|row| row.id).unwrap_or_default();
        let Some(game) = inner.game.as_mut() else { return };
        let made = game.course_mut().make_again(entry);
        play::write(inner, num, made, Request::Again(&id, seen), when, batch);
    }
}
