//! Looking back: moments, the story, the record, the dice.

use super::{Inner, Room};
use crate::error::Error;
use crate::hub::Hub;
use crate::json;
use crate::patch::{NoPatch, Patch};
use crate::wire::{result_info, tell};
use admiralty_catalog::{Match, Recall};
use admiralty_core::{Doc, Seat, SideSet, Viewer};
use admiralty_protocol::{
    DiceProof, LuckInfo, LuckMoment, LuckSide, Moment, RollProof, Status, Story, StoryStep, code,
};

/// Through whose eyes somebody looks back, and what is kept from them.
#[derive(Clone, Copy)]
pub(crate) struct Looker {
    viewer: Viewer,
    /// Sides whose own affairs, such as notes, are not shown.
    withheld: SideSet,
}

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
    Ok(Looker { viewer, withheld: withheld(&inner, user) })
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
    Looker { viewer, withheld }: Looker,
    at: Option<u32>,
) -> Result<Moment, Error> {
    room.settled(hub).await?;
    let (path, at, last, recall) = {
        let inner = room.lock();
        let game = begun(&inner)?;
        let moments = game.course().moments(viewer, withheld);
        let last = moments.len() as u32;
        let at = at.unwrap_or(last);
        if at > last {
            let says = format!("There is no moment {at}, only {last}.");
            return Err(Error::new(code::NOT_FOUND, says));
        }
        let n = if at == 0 { 0 } else { moments[at as usize - 1] };
        let path = game.course().path(n.saturating_sub(1), n);
        let path = path.map_err(|error| Error::Internal(error.to_string()))?;
        (path, at, last, Recall::of(game.table(), viewer).withholding(withheld))
    };
    let stored = room.stored(hub).map_err(Error::Internal)?;
    let mut told = Vec::new();
    let table = path
        .walk(&stored, |step| {
            if !recall.hides(step.before, step.after) {
                told = recall.events(step.entry.turn, &step.played.events).map(tell).collect();
            }
        })
        .await
        .map_err(|error| Error::Internal(error.to_string()))?;
    if !recall.shows_view(&*table) {
        return Err(Error::new(code::STATE, "What was to be seen then has faded."));
    }
    let table = recall.open(&*table);
    Ok(Moment {
        at,
        last,
        turn: table.turn(),
        view: json::value(&table.view(viewer)),
        board: table.board(viewer),
        e: told,
        awaited: table.awaited(viewer).seats().iter().map(|seat| seat.0).collect(),
        over: result_info(&*table),
    })
}

/// What a viewer was told, step by step.
pub(crate) async fn story(
    room: &Room,
    hub: &Hub,
    Looker { viewer, withheld }: Looker,
    from: u32,
    to: u32,
) -> Result<Story, Error> {
    room.settled(hub).await?;
    let (path, moments, from, recall) = {
        let inner = room.lock();
        let game = begun(&inner)?;
        let moments = game.course().moments(viewer, withheld);
        let last = moments.len() as u32;
        let from = from.max(1);
        let to = to.min(last).min(from.saturating_add(199));
        if from > to {
            return Ok(Story { last, steps: Vec::new() });
        }
        let path = game.course().path(moments[from as usize - 1] - 1, moments[to as usize - 1]);
        let path = path.map_err(|error| Error::Internal(error.to_string()))?;
        (path, moments, from, Recall::of(game.table(), viewer).withholding(withheld))
    };
    let stored = room.stored(hub).map_err(Error::Internal)?;
    let mut steps: Vec<StoryStep> = Vec::new();
    let end = path.walk(&stored, |step| {
        if moments.binary_search(&step.n).is_err() {
            return;
        }
        let p = match recall.shows_view(step.after) {
            true => {
                patch(&recall.open(step.before).view(viewer), &recall.open(step.after).view(viewer))
            }
            false => serde_json::Value::Object(serde_json::Map::new()),
        };
        let (at, turn) = (from + steps.len() as u32, step.entry.turn);
        let e = match recall.hides(step.before, step.after) {
            true => Vec::new(),
            false => recall.events(turn, &step.played.events).map(tell).collect(),
        };
        steps.push(StoryStep { at, turn, e, p });
    });
    end.await.map_err(|error| Error::Internal(error.to_string()))?;
    Ok(Story { last: moments.len() as u32, steps })
}

/// What changed; the whole new view where no patch can say it.
fn patch(old: &Doc, new: &Doc) -> serde_json::Value {
    match Patch::between(old, new) {
        Ok(Some(patch)) => serde_json::to_value(patch).unwrap_or_default(),
        Ok(None) => serde_json::Value::Object(serde_json::Map::new()),
        Err(NoPatch) => json::value(new),
    }
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

/// Who had the luck, when the game is over.
pub(crate) async fn luck(room: &Room, hub: &Hub) -> Result<LuckInfo, Error> {
    if room.status() != Status::Over {
        return Err(Error::new(code::STATE, "Luck is counted when the game is over."));
    }
    let game = whole(room, hub).await?;
    let _place = hub.thinkers.place(&crate::fair::For::default()).await;
    let found = tokio::task::spawn_blocking(move || admiralty_bots::luck::luck(&game))
        .await
        .map_err(|error| Error::Internal(error.to_string()))?
        .map_err(|error| Error::Internal(error.to_string()))?;
    let rolled = found.sums.iter().filter(|(_, sum)| sum.dice > 0);
    let sides = rolled.map(|(name, sum)| LuckSide {
        name: name.clone(),
        dice: sum.dice,
        shown: sum.shown,
        expected: sum.expected,
        deviations: sum.deviations(),
    });
    let decided = found.entries.iter().filter_map(|entry| Some((entry, entry.chance?)));
    let least = decided.min_by(|(_, a), (_, b)| a.total_cmp(b));
    let turning = least.map(|(entry, chance)| LuckMoment {
        at: entry.number as u32,
        by: entry.by.clone(),
        outcome: entry.outcome.clone(),
        chance,
    });
    let decisive = found.decisive.map(|n| n as u32);
    Ok(LuckInfo { sides: sides.collect(), turning, decisive })
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
