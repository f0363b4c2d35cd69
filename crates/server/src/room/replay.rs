//! Looking back: moments, the story, the record, the dice.

use super::lag::Lag;
use super::{Inner, Room};
use crate::error::Error;
use crate::hub::Hub;
use crate::past::{Looker, Past, tale, way};
use crate::store::FromRow;
use admiralty_catalog::Match;
use admiralty_core::{Seat, SideSet, Viewer};
use admiralty_protocol::{DiceProof, LuckInfo, Moment, Origin, RollProof, Status, Story, code};
use std::sync::Arc;

/// Which viewer a person may look through: a seat of their own, anybody's when
/// the game is over and was not called off, else as a spectator.
pub(crate) fn looker(room: &Room, user: Option<&str>, wish: Option<&str>) -> Result<Looker, Error> {
    let inner = room.lock();
    let over = inner.card.row().shows_key();
    let wrong = || Error::new(code::SEAT, "You may not look through that seat.");
    let viewer = match wish {
        None | Some("spectator") => Viewer::Spectator,
        Some("umpire") if over => Viewer::Umpire,
        Some(seat) => {
            let seat = Seat(seat.parse().map_err(|_| wrong())?);
            let row = inner.card.seat(seat).ok_or_else(wrong)?;
            let own = user.is_some_and(|user| row.holder.is(user));
            if own || over { Viewer::Seat(seat) } else { return Err(wrong()) }
        }
    };
    let until = inner.lag.as_ref().filter(|_| inner.is_behind(viewer)).map(Lag::shown);
    Ok(Looker { viewer, withheld: withheld(&inner, user), until })
}

/// The sides that this person did not sit at.
fn withheld(inner: &Inner, user: Option<&str>) -> SideSet {
    let Some(game) = inner.game.as_deref() else { return SideSet::EMPTY };
    let table = game.table();
    let seats = (0..table.n_seats()).map(Seat);
    let own = seats.filter(|seat| {
        let row = inner.card.seat(*seat);
        user.is_some_and(|user| row.is_some_and(|row| row.holder.is(user)))
    });
    let sides = own.filter_map(|seat| table.side_of(seat));
    sides.fold(SideSet::first(table.n_sides()), SideSet::without)
}

fn begun(inner: &Inner) -> Result<&super::running::Running, Error> {
    let game = inner.game.as_deref();
    game.ok_or_else(|| Error::new(code::NOT_BEGUN, "The game has not begun."))
}

/// The position after the `at`-th entry a viewer saw.
pub(crate) async fn moment(
    room: &Room,
    hub: &Hub,
    looker: Looker,
    at: Option<u32>,
) -> Result<Moment, Error> {
    room.settled(hub).await?;
    let way = way(begun(&room.lock())?.course(), looker, at)?;
    way.go(&room.stored(hub).map_err(Error::Internal)?).await
}

/// What a viewer was told, step by step.
pub(crate) async fn story(
    room: &Room,
    hub: &Hub,
    looker: Looker,
    from: u32,
    to: u32,
) -> Result<Story, Error> {
    room.settled(hub).await?;
    let tale = tale(begun(&room.lock())?.course(), looker, from, to)?;
    tale.tell(&room.stored(hub).map_err(Error::Internal)?).await
}

/// The whole game, played again from its lines.
async fn whole(room: &Room, hub: &Hub) -> Result<Match, Error> {
    room.settled(hub).await?;
    let row = {
        let inner = room.lock();
        begun(&inner)?;
        inner.card.row().clone()
    };
    let lines = hub.store().lines(row.num).await?;
    let game = hub.game(&row.game).ok_or_else(|| Error::Internal("unknown game".into()))?;
    let internal = |why: String| Error::Internal(why);
    let signer = std::sync::Arc::clone(&hub.signer);
    let work = move || row.rebuild(game, &lines, Some(&signer));
    tokio::task::spawn_blocking(work)
        .await
        .map_err(|error| internal(error.to_string()))?
        .map_err(internal)
}

/// The record, when the game is over: it says everything but what the sides keep to
/// themselves. Who sat at the table has the own side's in it.
pub(crate) async fn record(room: &Room, hub: &Hub, user: Option<&str>) -> Result<String, Error> {
    if room.status() != Status::Over {
        return Err(Error::new(
            code::STATE,
            "The record says everything and is given out when the game is over.",
        ));
    }
    let withheld = withheld(&room.lock(), user);
    let game = whole(room, hub).await?;
    let own = SideSet::first(game.table().n_sides()).minus(withheld);
    Ok(game.open_record(own).to_string())
}

/// The whole game in memory, when it is over and everything of it may be seen.
pub(crate) async fn past(room: &Room, hub: &Hub) -> Result<Arc<Past>, Error> {
    if !room.lock().card.row().shows_key() {
        let says = "Only a game that is over, and was not called off, can be studied.";
        return Err(Error::new(code::STATE, says));
    }
    finished(room, hub).await
}

async fn finished(room: &Room, hub: &Hub) -> Result<Arc<Past>, Error> {
    match hub.pasts.get(&room.id) {
        Some(past) => Ok(past),
        None => Ok(hub.pasts.put(&room.id, Past::new(whole(room, hub).await?))),
    }
}

/// Who had the luck, when the game is over.
pub(crate) async fn luck(room: &Room, hub: &Hub, user: Option<&str>) -> Result<LuckInfo, Error> {
    if room.status() != Status::Over {
        return Err(Error::new(code::STATE, "Luck is counted when the game is over."));
    }
    let withheld = withheld(&room.lock(), user);
    finished(room, hub).await?.luck(hub, withheld).await
}

/// What a game that goes on from here is told of this one.
pub(crate) fn origin(room: &Room, entry: u32) -> FromRow {
    let inner = room.lock();
    let origin = Origin { id: room.id.clone(), record: false, entry };
    FromRow { origin, setup: inner.card.open_options().to_string() }
}

/// What binds the dice; at the end everything needed to check them.
pub(crate) async fn dice(room: &Room, hub: &Hub) -> Result<DiceProof, Error> {
    let row = room.lock().card.row().clone();
    let mut proof = DiceProof {
        commitment: row.commitment(),
        game_id: row.id.clone(),
        key: None,
        rolls: Vec::new(),
        verified: None,
    };
    if row.status != Status::Over {
        return Ok(proof);
    }
    let game = whole(room, hub).await?;
    let rolled = game.log().lines().iter().filter_map(|line| line.entry());
    let all = game.begun().iter().chain(rolled.flat_map(|entry| &entry.rolled));
    let rolls = all.zip(0..).map(|(r, index)| RollProof { index, die: r.die.0, value: r.value });
    proof.rolls = rolls.collect();
    let text = game.record().to_string();
    proof.verified = Some(admiralty_catalog::verify(hub.parts.games, &text).is_ok());
    proof.key = row.shows_key().then(|| row.last_key());
    Ok(proof)
}
