//! Decisions: checked, carried out with the server's dice, written down, told.

use super::events::Events;
use super::running::{Note, Told};
use super::streams::News;
use super::{Batch, Inner, Room, calls, clocks, lag};
use crate::hub::{Hub, When};
use crate::refusal::{No, object, refuse};
use crate::store::Op;
use crate::wire::result_info;
use admiralty_catalog::Made;
use admiralty_core::{Actor, Audience, Viewer};
use admiralty_protocol::{ResultInfo, ToClient, code};
use std::sync::Arc;

/// A decision of a seat. The update that follows is the answer; a repeat is
/// answered by `done`.
pub(crate) fn act(
    room: &Arc<Room>,
    hub: &Arc<Hub>,
    viewer: Viewer,
    id: &str,
    n: u32,
    action: &str,
) -> Result<Option<ToClient>, No> {
    let mut inner = room.lock();
    if let (Viewer::Seat(seat), Some(game)) = (viewer, &inner.game)
        && game.remembers(seat, id)
    {
        return Ok(Some(ToClient::Done { id: id.into(), n: inner.streams.number(viewer) }));
    }
    let seat = inner.seat_at_play(viewer)?;
    if id.is_empty() || id.len() > 32 {
        return Err(refuse(code::MALFORMED, "An id has 1 to 32 signs."));
    }
    if inner.game.as_ref().is_some_and(|game| game.is_stale(seat, n)) {
        return Err(refuse(code::STALE, "The position has changed since; look again."));
    }
    if inner.card.unshown().has(seat) && inner.drawing.pending(seat).is_none() {
        // Else it could choose the moment at which its salt changes the dice.
        return Err(refuse(code::SALT, "Show the salt you have sealed before you act."));
    }
    enter(room, hub, &mut inner, Actor::Seat(seat), action, id).map(|()| None)
}

/// Makes an entry: check and apply with the verifiable dice, then write, then tell.
pub(super) fn enter(
    room: &Arc<Room>,
    hub: &Arc<Hub>,
    inner: &mut Inner,
    by: Actor,
    action: &str,
    id: &str,
) -> Result<(), No> {
    let Some(game) = inner.game.as_mut() else {
        return Err(refuse(code::NOT_BEGUN, "The game has not begun."));
    };
    let seat = match by {
        Actor::Seat(seat) => Some(seat),
        Actor::Clock | Actor::Host => None,
    };
    let opening = seat.and_then(|seat| Some((seat, inner.drawing.pending(seat)?)));
    let made = game.play(by, action, opening.map(|(_, link)| link)).map_err(object)?;
    let when = hub.when();
    room.use_now(when.now);
    let mut batch = Batch::default();
    // Not with what nobody else knows of.
    if let Some((seat, link)) = opening.filter(|_| game.is_opening()) {
        inner.card.show(seat, link);
        inner.drawing.used(seat);
        batch.ops.push(inner.card.op());
    }
    write(inner, room.num, made, Request::New(id), when, &mut batch);
    inner.drop_rewind(&mut batch.frames);
    finish(room, hub, inner, batch);
    hub.entries.increment(1);
    Ok(())
}

/// Hands over what was written, and lets bots and clocks go on.
pub(super) fn finish(room: &Arc<Room>, hub: &Arc<Hub>, inner: &mut Inner, mut batch: Batch) {
    let called = !inner.card.bots().union(inner.card.programs()).is_empty();
    let answers = !inner.card.row().answers.is_empty();
    batch.kick = called || answers || calls::is_anybody_away(inner);
    room.commit(hub, batch);
    if inner.card.has_clock() {
        clocks::set_timer(room, hub, inner);
    }
    lag::set_timer(room, hub, inner);
}

/// How an entry came about.
#[derive(Clone, Copy)]
pub(super) enum Request<'a> {
    /// By a request with this id; bots and clocks have none.
    New(&'a str),
    /// It was made before, by a request with this id, and what stood before it
    /// was taken back: only those who saw that are told again.
    Again(&'a str, Audience),
}

/// The line of an entry that was made, and what is told of it.
pub(super) fn write(
    inner: &mut Inner,
    num: i64,
    made: Made,
    request: Request<'_>,
    when: When,
    batch: &mut Batch,
) {
    let Inner { game: Some(game), streams, crowd, clocks, signer, lag, .. } = inner else {
        return;
    };
    let seat = match made.by {
        Actor::Seat(seat) => Some(seat),
        Actor::Clock | Actor::Host => None,
    };
    let (id, told_as, mover, told_to) = match request {
        Request::New(id) => (id, id, seat, Audience::ALL),
        // It takes no time and answers nobody.
        Request::Again(id, saw) => (id, "", None, saw),
    };
    if let (Some(seat), Request::New(_)) = (seat, request)
        && !id.is_empty()
    {
        game.remember(seat, id);
    }
    let table = game.table();
    let awaited = table.awaiting().seats();
    let newly = awaited.minus(made.before.awaiting().seats());
    let result = result_info(table);
    let now = when.now;
    clocks.turn(mover, table.awaited(Viewer::Spectator).seats(), when);
    let events = Events::new(&made.played.events);
    let news = News {
        before: &*made.before,
        after: table,
        events: &events,
        turn: made.turn,
        by: seat.map(|seat| (seat, told_as)),
        back: None,
        over: result.as_ref(),
        clock: clocks.info(when),
        now,
    };
    let may = |viewer| game.may_undo(viewer);
    // Spectators who are behind are told later.
    let told_to = Audience { spectators: told_to.spectators && lag.is_none(), ..told_to };
    streams.update(&news, made.seen.common(told_to), may, crowd, &mut batch.frames);
    if let Some(lag) = lag {
        lag.wait(&made, now);
    }
    let numbers = streams.numbers();
    if made.seen.spectators && matches!(request, Request::New(_)) {
        game.seen(now);
    }
    let (seen, turn) = (made.seen, made.turn);
    let made_seen = seen.common(told_to);
    let marked = seat.map_or(newly, |seat| newly.with(seat));
    let note = Note { at: when, id, numbers: &numbers, seen, marked, times: clocks.left() };
    let row = game.entry_row(made, note);
    if let Some(head) = game.head() {
        let sign = || signer.sign(game.id(), head);
        streams.heads(made_seen, sign, now, result.is_some(), crowd, &mut batch.frames);
    }
    let snap = game.is_kept().then(|| game.snap(&row));
    game.told(Told { numbers, seen, turn, events });
    batch.ops.push(Op::Line(num, row));
    batch.ops.extend(snap.map(|snap| Op::Snap(num, Box::new(snap))));
    lag::release(inner, now, &mut batch.frames);
    if let Some(result) = result {
        end(inner, result, when, batch);
    }
}

/// The game is over: the result is written, the key of the dice shown.
pub(super) fn end(inner: &mut Inner, result: ResultInfo, when: When, batch: &mut Batch) {
    batch.listed = inner.card.row().public;
    batch.tournament.clone_from(&inner.card.row().tournament);
    // From now on everybody may read what all have said.
    for socket in inner.crowd.iter() {
        let (viewer, user) = (socket.viewer, socket.user.as_deref());
        let new = inner.chat.said().filter(|said| {
            !inner.may_read(viewer, user, &said.line) && !inner.deaf.is_deaf(user, &said.by)
        });
        for said in new {
            let text = super::crowd::frame(&ToClient::Chat { line: said.line.clone() });
            batch.frames.push((socket.out.clone(), text));
        }
    }
    inner.card.end(result);
    inner.clocks.stop();
    batch.ops.push(inner.card.op());
    batch.ops.extend(inner.card.rated_result(when.now).map(|row| Op::Result(Box::new(row))));
    let behind = inner.lag.take().is_some();
    inner.tell_tables(&mut batch.frames);
    if behind {
        lag::tell_anew(inner, when, &mut batch.frames);
    }
}
